//! Straight lines of a tip: configurations by inverse kinematics, one near the other, and the proof that the tip stays
//! within a tube about the segment between them, at all times.

use clearance::{Pose3, Rotor3, Vec3};

use super::inverse::{InverseOptions, Target, inverse};
use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode, TOLERANCE};

/// A straight line of a tip.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The cell in which the tube is a constraint.
    pub cell: Workcell,
    /// The configurations, joined by straight edges.
    pub path: Vec<Vec<f64>>,
    /// What is known of the path.
    pub found: Found,
    /// Its certificate, for the cell with the tube, if the path is free.
    pub certificate: Option<Certificate>,
}

/// The first and the largest number of edges that are tried.
const EDGES: [u32; 2] = [4, 256];

/// Inverse kinematics from the configuration before, without a step away from contacts: those are the proof's.
const NEAR: InverseOptions = InverseOptions { seed: 0, starts: 1, steps: 60, tolerance: 1e-7, clearance: 0.0 };

/// The motion of a tip on a straight line from where it is at `start` to a target, its axes turning the short way if
/// the target is oriented. The tip is proven to stay within a radius of the segment all the way, as the constraint
/// `"line of LINK"`. `None` if the line leaves what the robot reaches within its limits, free of contact.
///
/// More and shorter edges are tried until the tube holds.
pub(crate) fn line(cell: &Workcell, start: &[f64], target: &Target, radius: f64) -> Result<Option<Line>, RobotError> {
    let placement = cell.robot().place(start)?;
    let from = cell.robot().link_pose(&placement, target.tip.link);
    let link = &cell.robot().links()[target.tip.link].name;
    let ends = [from.point(target.tip.point), target.pose.translation()];
    let tube = Constraint::tube(format!("line of {link}"), link, target.tip.point, ends, radius)?;
    let cell = cell.keep(tube)?;
    let checker = Checker::new(&cell)?;
    let (mut edges, mut last) = (EDGES[0], None);
    while edges <= EDGES[1] {
        let mut path = vec![start.to_vec()];
        for i in 1..=edges {
            let on_line = between((ends, from.rotor()), target, f64::from(i) / f64::from(edges))?;
            let before = &path[path.len() - 1];
            let Some(next) = inverse(&checker, &on_line, before, &NEAR)? else { return Ok(last) };
            path.push(next);
        }
        let motion = Path::through(&path, start.len()).map_err(|error| RobotError::new(error.to_string()))?;
        let mode = Mode::LeastClearance { tolerance: TOLERANCE };
        let (found, certificate) = checker.certify(&motion, &EdgeOptions { mode, ..EdgeOptions::default() });
        let is_violated = matches!(found, Found::Violated(_));
        last = Some(Line { cell: cell.clone(), path, found, certificate });
        if !is_violated {
            break;
        }
        edges *= 2;
    }
    Ok(last)
}

/// A part of the way to a target.
fn between(([from, to], turned): ([Vec3<f64>; 2], Rotor3<f64>), target: &Target, x: f64) -> Result<Target, RobotError> {
    let [a, b] = [turned, target.pose.rotor()].map(|rotor| rotor.to_unit_wxyz());
    // A quaternion and its negative are one rotation: the nearer one is the short way.
    let dot: f64 = a.iter().zip(&b).map(|(p, q)| p * q).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let mixed = core::array::from_fn(|i| a[i] + x * (sign * b[i] - a[i]));
    let at = if x == 1.0 { to } else { from + (to - from) * x };
    let pose = Rotor3::from_wxyz(mixed).and_then(|rotor| Pose3::new(rotor, at));
    Ok(Target { pose: pose.map_err(|error| RobotError::new(error.to_string()))?, ..*target })
}
