//! Straight lines and arcs of a tip: configurations by inverse kinematics, one near the other, and the proof that the
//! tip stays within a tube about a segment, at all times.

use clearance::{Pose3, Rotor3, Vec3};

use super::arc::{Arc, Chords, part_of_turn};
use super::follow::potential::Tip;
use super::inverse::{InverseOptions, Target, inverse};
use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode, TOLERANCE};

/// A straight line of a tip, or a part of an arc.
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
pub(crate) fn line(cell: &Workcell, start: &[f64], target: &Target, radius: f64) -> Result<Option<Line>, RobotError> {
    let from = tip_pose(cell, start, &target.tip)?;
    let ends = [from.translation(), target.pose.translation()];
    let at = |x: f64| {
        let rotor = part_of_turn([from.rotor(), target.pose.rotor()], x)?;
        let point = if x == 1.0 { ends[1] } else { ends[0] + (ends[1] - ends[0]) * x };
        let pose = Pose3::new(rotor, point).map_err(|error| RobotError::new(error.to_string()))?;
        Ok(Target { pose, ..*target })
    };
    in_tube((cell, start), &target.tip, (ends, radius), "line", at)
}

/// The motion of a tip on a part of an arc: within the tube of a chord, as the constraint `"arc of LINK"`.
pub(crate) fn chord(
    (cell, start): (&Workcell, &[f64]),
    (arc, chords, k): (&Arc, &Chords, u32),
    (began, radius): (Rotor3<f64>, f64),
) -> Result<Option<Line>, RobotError> {
    let (ends, moved) = chords.chord(k);
    let at = |x: f64| chords.target(arc, began, (f64::from(k) + x) / f64::from(chords.count));
    in_tube((cell, start), &arc.tip, (ends, radius - moved), "arc", at)
}

/// Where a tip is, with the axes of its link.
pub(crate) fn tip_pose(cell: &Workcell, q: &[f64], tip: &Tip) -> Result<Pose3<f64>, RobotError> {
    let link = cell.robot().link_pose(&cell.robot().place(q)?, tip.link);
    Pose3::new(link.rotor(), link.point(tip.point)).map_err(|error| RobotError::new(error.to_string()))
}

/// The motion of a tip through targets for all parts of a way, within a tube about a segment. More and shorter edges
/// are tried until the tube holds. `None` if the robot does not reach one of them from the one before.
fn in_tube(
    (cell, start): (&Workcell, &[f64]),
    tip: &Tip,
    (ends, radius): ([Vec3<f64>; 2], f64),
    what: &str,
    at: impl Fn(f64) -> Result<Target, RobotError>,
) -> Result<Option<Line>, RobotError> {
    let link = &cell.robot().links()[tip.link].name;
    let tube = Constraint::tube(format!("{what} of {link}"), link, tip.point, ends, radius)?;
    let cell = cell.keep(tube)?;
    let checker = Checker::new(&cell)?;
    let (mut edges, mut last) = (EDGES[0], None);
    while edges <= EDGES[1] {
        let mut path = vec![start.to_vec()];
        for i in 1..=edges {
            let on_way = at(f64::from(i) / f64::from(edges))?;
            let before = &path[path.len() - 1];
            let Some(next) = inverse(&checker, &on_way, before, &NEAR)? else { return Ok(last) };
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
