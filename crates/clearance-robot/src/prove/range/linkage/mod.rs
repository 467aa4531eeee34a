//! Closed loops of one parameter: slider-cranks, four-bars, wedges, and other mechanisms whose joints follow one
//! driving joint.
//!
//! A [`Pin`] holds a point of one link at a point of another. Where the driving joint has the value `v`, the other
//! joints of the loop have values `q` with `G(q, v) = 0`, the difference of the two points; of a planar loop the two
//! components across its axis. A [`Tube`] encloses one branch of solutions over a part of the driving joint's range,
//! proven by Krawczyk's operator (`tube.rs`). The branch is followed from the assembly as it is drawn, by tubes that
//! share a proven solution where they meet; where that ends, the loop has a dead centre. The least clearance on the
//! branch is found by branch and bound along `v` (`search.rs`), with the bound of [`height`](crate::bound::height).

mod search;
#[cfg(test)]
mod tests;
mod tube;

pub(crate) use search::{free_on_branch, least_on_branch};
pub(crate) use tube::Tube;

use clearance::{Vec3, Vector};

use crate::bound::parameter_box::JointBox;
use crate::error::RobotError;
use crate::model::pin::Pin;
use crate::model::robot::Robot;

/// The loop of a robot.
pub(crate) struct Linkage<'r> {
    pub robot: &'r Robot,
    pub pin: &'r Pin,
    /// The frames from each link's to the last one that carries both.
    pub up: [Vec<usize>; 2],
    pub common: usize,
    /// The variables that follow, in order.
    pub followers: Vec<usize>,
    /// The directions along which the points are held together.
    pub directions: Vec<Vec3<f64>>,
    /// The values of all other variables.
    pub held: Vec<f64>,
}

/// The branch that goes through the assembly as it is drawn.
pub(crate) struct Branch {
    pub tubes: Vec<Tube>,
}

/// The largest distance of a joint from the plane of a loop, for each unit of length.
const OFF_PLANE: f64 = 1e-9;

/// The shortest tube, as a share of the driving joint's range: a loop that needs shorter ones is at a dead centre.
const SHORTEST: f64 = 1e-7;

impl<'r> Linkage<'r> {
    /// The loop of a robot; `None` if it has none. Joints that are no part of it have a single value in the box; ranges
    /// of joints that follow are of no meaning.
    pub fn new(robot: &'r Robot, over: &JointBox) -> Result<Option<Self>, RobotError> {
        let pin = match robot.pins() {
            [] => return Ok(None),
            [pin] => pin,
            more => return Err(RobotError::new(format!("expected one loop, got {}", more.len()))),
        };
        let frames = pin.links.map(|link| robot.links()[link].frame);
        let common = robot.common_frame(frames[0], frames[1]);
        let up = frames.map(|frame| robot.frames_to(frame, common));
        let variable = |frame: &usize| robot.joints()[robot.frames()[*frame].joint].drive.variable;
        let mut followers: Vec<usize> = up.iter().flatten().filter_map(variable).collect();
        followers.sort_unstable();
        followers.dedup();
        let drive = &robot.joints()[robot.variables()[pin.drive]].name;
        if !followers.contains(&pin.drive) {
            return Err(RobotError::new(format!("the driving joint {drive:?} is no part of the loop")));
        }
        let is_loose = |&(variable, side): &(usize, &[f64; 2])| !followers.contains(&variable) && side[0] != side[1];
        if let Some((variable, _)) = over.sides().iter().enumerate().find(is_loose) {
            let name = &robot.joints()[robot.variables()[variable]].name;
            return Err(RobotError::new(format!("joint {name:?} is no part of the loop: hold it at a single value")));
        }
        let held = over.middle();
        followers.retain(|&variable| variable != pin.drive);
        let mut linkage = Linkage { robot, pin, up, common, followers, directions: Vec::new(), held };
        linkage.directions = linkage.held_together()?;
        Ok(Some(linkage))
    }

    /// Two directions across the axis of a planar loop, or three of one in space: as many as there are joints that
    /// follow.
    fn held_together(&self) -> Result<Vec<Vec3<f64>>, RobotError> {
        let count = self.followers.len();
        let all = [0, 1, 2].map(Vec3::axis).to_vec();
        if count == 3 {
            return Ok(all);
        }
        if count != 2 {
            let what = "a loop has 2 joints that follow the driving one in the plane, or 3 in space";
            return Err(RobotError::new(format!("{what}, got {count}")));
        }
        let axes = self.world_axes()?;
        // Of slides alone, the plane of the two that are farthest from parallel.
        let turning = axes.iter().find(|(_, turns)| *turns).map(|(axis, _)| *axis);
        let across = || {
            let pairs = axes.iter().flat_map(|(a, _)| axes.iter().map(move |(b, _)| a.cross(*b)));
            pairs.max_by(|a, b| a.norm().total_cmp(&b.norm())).filter(|n| n.norm() > OFF_PLANE)
        };
        let Some(normal) = turning.or_else(|| across().map(|n| n.normalized())) else {
            return Err(RobotError::new("a planar loop needs a joint that turns, or slides that are not parallel"));
        };
        let askew = |(axis, turns): &(Vec3<f64>, bool)| match turns {
            true => axis.cross(normal).norm() > OFF_PLANE,
            false => axis.dot(normal).abs() > OFF_PLANE,
        };
        if axes.iter().any(askew) {
            return Err(RobotError::new(
                "a loop of three joints is planar: its axes are parallel, its slides across them",
            ));
        }
        let least = (0..3).min_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
        let first = normal.cross(all[least]).normalized();
        Ok(vec![first, normal.cross(first).normalized()])
    }

    /// The axes of the loop's joints as it is drawn, and which of them turn.
    fn world_axes(&self) -> Result<Vec<(Vec3<f64>, bool)>, RobotError> {
        let placement = self.robot.place(&self.configuration(0.0, &vec![0.0; self.followers.len()]))?;
        let axis = |&frame: &usize| {
            let joint = &self.robot.joints()[self.robot.frames()[frame].joint];
            // In the frame that carries the loop.
            let carried = placement.frames[self.common].vector_back(self.robot.axis(&placement, frame).0);
            let carried = if self.common == 0 { self.robot.base().vector(carried) } else { carried };
            (carried, joint.kind.turns())
        };
        Ok(self.up.iter().flatten().map(axis).collect())
    }

    /// A configuration of the robot.
    pub fn configuration(&self, v: f64, q: &[f64]) -> Vec<f64> {
        let mut all = self.held.clone();
        all[self.pin.drive] = v;
        self.followers.iter().zip(q).for_each(|(&variable, &value)| all[variable] = value);
        all
    }

    /// The branch over a range of the driving joint, from the assembly as it is drawn.
    pub fn branch(&self, over: &JointBox) -> Result<Branch, RobotError> {
        let [low, high] = over.sides()[self.pin.drive];
        let name = &self.robot.joints()[self.robot.variables()[self.pin.drive]].name;
        if !(low <= 0.0 && 0.0 <= high) {
            let what =
                format!("the loop begins as it is drawn: the range of {name:?} must hold 0, got {low} to {high}");
            return Err(RobotError::new(what));
        }
        let zeros = vec![0.0; self.followers.len()];
        let Some(start) = self.tube([0.0, 0.0], &zeros) else {
            return Err(RobotError::new("the loop is not closed as it is drawn, or at a dead centre"));
        };
        let mut tubes = Vec::new();
        for end in [low, high] {
            self.follow(&start, end, (high - low).max(f64::MIN_POSITIVE), &mut tubes)?;
        }
        if tubes.is_empty() {
            tubes.push(start);
        }
        Ok(Branch { tubes })
    }

    /// Tubes from a solution to an end of the range.
    fn follow(&self, start: &Tube, end: f64, range: f64, tubes: &mut Vec<Tube>) -> Result<(), RobotError> {
        let (mut at, mut from) = (start.clone(), start.v[0]);
        let mut step = range / 64.0;
        while from != end {
            let to = if end > from { (from + step).min(end) } else { (from - step).max(end) };
            let sides = [from.min(to), from.max(to)];
            let guess = at.guess(0.5 * (from + to));
            // The tube holds the solution that is known where it begins.
            let next = self.tube(sides, &guess).filter(|tube| self.holds(tube, &at));
            // And a narrow one where it ends is the next beginning.
            let known = next.as_ref().and_then(|tube| {
                let point = self.tube([to, to], &tube.guess(to))?;
                self.holds(tube, &point).then_some(point)
            });
            match (next, known) {
                (Some(tube), Some(point)) => {
                    tubes.push(tube);
                    (at, from, step) = (point, to, (2.0 * step).min(range / 8.0));
                }
                _ if step > SHORTEST * range => step *= 0.5,
                _ => {
                    let name = &self.robot.joints()[self.robot.variables()[self.pin.drive]].name;
                    let what = format!(
                        "the loop has a dead centre near {name} = {from}: give {name:?} a range that ends before it"
                    );
                    return Err(RobotError::new(what));
                }
            }
        }
        Ok(())
    }
}
