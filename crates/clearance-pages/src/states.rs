//! The named states of a robot as a page: the joints at zero, and the states of its SRDF.

use clearance_robot::{Obstacle, Robot, RobotClearance, RobotError, Workcell};

use crate::outline::place;
use crate::robot::{RobotPage, Verdict};
use crate::sample::{Nearest, Sample};

/// A page with one sample for each named state of a robot in a world.
pub fn page(robot: &Robot, world: &[Obstacle]) -> Result<RobotPage, RobotError> {
    let mut clearance = RobotClearance::new(&Workcell::new(robot, world)?)?;
    let mut page = RobotPage::new(robot, world);
    let samples = samples(&mut clearance, states(robot))?;
    page.add("states", samples, Verdict::default());
    Ok(page)
}

/// A sample for each named configuration, with what is nearest there.
pub(crate) fn samples(
    clearance: &mut RobotClearance,
    named: impl IntoIterator<Item = (String, Vec<f64>)>,
) -> Result<Vec<Sample>, RobotError> {
    let cell = clearance.cell().clone();
    let robot = cell.robot();
    let mut samples = Vec::new();
    for (name, q) in named {
        let least = clearance.at(&q)?;
        let nearest = least.as_ref().map(|least| Nearest {
            lower: Some(least.bounds.lower),
            upper: Some(least.bounds.upper),
            pair: Some(clearance.names(least.pair).map(String::from)),
            witness_a: Some(place(least.proximity.witness_a)),
            witness_b: Some(place(least.proximity.witness_b)),
        });
        let mut sample = Sample::new(robot, samples.len() as f64, &q, nearest.unwrap_or_default())?;
        sample.name = Some(name);
        sample.collides = Some(least.map_or(Some(false), |least| least.collides));
        samples.push(sample);
    }
    Ok(samples)
}

/// The joints at zero, or at the nearest value within their limits, then each state of the SRDF, with zero for what it
/// does not name.
fn states(robot: &Robot) -> Vec<(String, Vec<f64>)> {
    let joints: Vec<_> = robot.variables().iter().map(|&joint| &robot.joints()[joint]).collect();
    let zero: Vec<f64> = joints
        .iter()
        .map(|joint| joint.limits.as_ref().map_or(0.0, |limits| 0.0_f64.max(limits.lower).min(limits.upper)))
        .collect();
    let mut all = vec![("joints at zero".to_string(), zero.clone())];
    for state in robot.srdf().map_or(&[][..], |srdf| &srdf.states) {
        let place = all.iter().position(|(name, _)| *name == state.name).unwrap_or_else(|| {
            all.push((state.name.clone(), zero.clone()));
            all.len() - 1
        });
        for (name, value) in &state.values {
            if let Some(i) = joints.iter().position(|joint| joint.name == *name) {
                all[place].1[i] = *value;
            }
        }
    }
    all
}
