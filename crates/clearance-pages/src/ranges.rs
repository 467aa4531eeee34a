//! A range of motion as a page: the worst configuration, and from there each joint over its own range, with the clearance on the way.

use clearance_robot::range::{JointBox, LeastClearance};
use clearance_robot::{Obstacle, Robot, RobotClearance, RobotError};

use crate::robot::{RobotPage, Verdict};
use crate::states::samples;

/// How many configurations are drawn for each joint.
const SAMPLES: usize = 41;

/// A page about the least clearance over a box: first the worst configuration, then for each joint with a range what its values do from there.
pub fn page(
    robot: &Robot,
    world: &[Obstacle],
    over: &JointBox,
    least: &LeastClearance,
) -> Result<RobotPage, RobotError> {
    let mut clearance = RobotClearance::new(robot, world)?;
    let mut page = RobotPage::new(robot, world);
    let verdict = Verdict {
        result: least.collides().map(|collides| if collides { "hit" } else { "free" }),
        clearance_lower: Some(least.lower).filter(|lower| lower.is_finite()),
        pair: least.pair.clone(),
        ..Verdict::default()
    };
    page.add("worst", samples(&mut clearance, [("worst".to_string(), least.worst.clone())])?, verdict);
    for (variable, (&joint, &[low, high])) in robot.variables().iter().zip(over.sides()).enumerate() {
        let name = &robot.joints()[joint].name;
        if low == high {
            continue;
        }
        let configuration = |i: usize| {
            let mut q = least.worst.clone();
            q[variable] = (low + (high - low) * i as f64 / (SAMPLES - 1) as f64).clamp(low, high);
            (format!("{name} {:.4}", q[variable]), q)
        };
        let moved = samples(&mut clearance, (0..SAMPLES).map(configuration))?;
        page.add(format!("over {name}"), moved, Verdict::default());
    }
    Ok(page)
}
