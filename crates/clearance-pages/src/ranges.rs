//! A range of motion as a page: the worst configuration, and from there each joint over its own range, with the
//! clearance on the way.

use clearance_robot::range::{JointBox, LeastClearance};
use clearance_robot::{JointKind, Obstacle, Robot, RobotClearance, RobotError, Workcell};

use crate::robot::{MovedJoint, RobotPage, Verdict};
use crate::states::samples;

/// How many configurations are drawn for each joint.
const SAMPLES: usize = 41;

/// A page about the least clearance over a box: first the worst configuration, then for each joint with a range what
/// its values do from there.
pub fn page(
    robot: &Robot,
    world: &[Obstacle],
    over: &JointBox,
    least: &LeastClearance,
) -> Result<RobotPage, RobotError> {
    let mut clearance = RobotClearance::new(&Workcell::new(robot, world)?)?;
    let mut page = RobotPage::new(robot, world);
    let verdict = Verdict {
        result: least.collides().map(|collides| if collides { "hit" } else { "free" }),
        clearance_lower: Some(least.lower).filter(|lower| lower.is_finite()),
        pair: least.pair.clone(),
        ..Verdict::default()
    };
    page.add("worst", samples(&mut clearance, [("worst".to_string(), least.worst.clone())])?, verdict);
    for (variable, (&joint, &[low, high])) in robot.variables().iter().zip(over.sides()).enumerate() {
        let joint = &robot.joints()[joint];
        if low == high {
            continue;
        }
        let (values, worst) = values([low, high], least.worst[variable]);
        let configuration = |&value: &f64| {
            let mut q = least.worst.clone();
            q[variable] = value;
            (format!("{} {value:.4}", joint.name), q)
        };
        let moved = samples(&mut clearance, values.iter().map(configuration))?;
        let turns = joint.kind != JointKind::Prismatic;
        page.add_joint(MovedJoint { name: joint.name.clone(), turns, values, worst }, moved);
    }
    Ok(page)
}

/// Values over a range, with the one of the worst configuration among them, and its place.
fn values([low, high]: [f64; 2], worst: f64) -> (Vec<f64>, usize) {
    let value = |i: usize| (low + (high - low) * i as f64 / (SAMPLES - 1) as f64).clamp(low, high);
    let mut values: Vec<f64> = (0..SAMPLES).map(value).collect();
    let place = values.partition_point(|&value| value < worst);
    if values.get(place) != Some(&worst) {
        values.insert(place, worst);
    }
    (values, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_value_is_among_those_of_a_joint() {
        for worst in [-1.0, -0.95, 0.123, 1.0] {
            let (values, place) = values([-1.0, 1.0], worst);
            assert_eq!(values[place], worst);
            assert!(values.windows(2).all(|pair| pair[0] < pair[1]) && (SAMPLES..=SAMPLES + 1).contains(&values.len()));
        }
    }
}
