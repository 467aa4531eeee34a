//! Builds a robot from links and joints by name: one tree, no cycles, no orphans.

use std::collections::HashMap;

use clearance::{Pose3, Vec3, Vector};
use clearance_world::hint;

use super::joint::{Drive, Joint, JointSpec, Mimic};
use super::link::{Link, LinkShape};
use super::robot::{Frame, Robot};
use crate::error::RobotError;
use crate::kinematics::{LARGEST_ANGLE, compose};

/// Maximum number of links: all pairs of them, 8 million, are still a list that fits any memory. Humanoids have about a
/// hundred.
const MOST_LINKS: usize = 4096;

/// Links and joints, to be checked and put together by [`build`](RobotBuilder::build).
#[derive(Clone, Debug)]
pub struct RobotBuilder {
    name: String,
    base: Pose3<f64>,
    links: Vec<(String, Vec<LinkShape>)>,
    joints: Vec<JointSpec>,
}

impl Robot {
    /// A robot to be built in code.
    pub fn builder(name: impl Into<String>) -> RobotBuilder {
        RobotBuilder::new(name)
    }
}

impl RobotBuilder {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        RobotBuilder { name: name.into(), base: Pose3::IDENTITY, links: Vec::new(), joints: Vec::new() }
    }
    /// With the root link at a pose of the world; it is at the origin if nothing is said.
    pub fn at(self, base: Pose3<f64>) -> Self {
        RobotBuilder { base, ..self }
    }
    /// With one more link.
    pub fn link(mut self, name: impl Into<String>, shapes: Vec<LinkShape>) -> Self {
        self.links.push((name.into(), shapes));
        self
    }
    /// Whether a joint joins a link to others.
    pub fn joins(&self, link: &str) -> bool {
        self.joints.iter().any(|joint| joint.links.iter().any(|name| name == link))
    }
    /// Gives shapes to the last link of a name.
    pub fn give(&mut self, name: &str, shapes: Vec<LinkShape>) {
        if let Some((_, own)) = self.links.iter_mut().rev().find(|(link, _)| link == name) {
            own.extend(shapes);
        }
    }
    /// With one more joint; a planar, floating or spherical one is a chain of joints with links between.
    pub fn joint(mut self, joint: JointSpec) -> Self {
        let (links, joints) = joint.coordinates();
        self.links.extend(links.into_iter().map(|name| (name, Vec::new())));
        self.joints.extend(joints);
        self
    }

    /// Lets the joint of a name follow another one.
    pub fn couple(&mut self, joint: &str, mimic: Mimic) {
        if let Some(spec) = self.joints.iter_mut().find(|spec| spec.name == joint) {
            spec.mimic = Some(mimic);
        }
    }

    /// The robot. Refuses names that are missing or given twice, links with two parents, cycles, several roots, axes
    /// without a direction, limits that are empty and mimics of themselves.
    pub fn build(mut self) -> Result<Robot, RobotError> {
        let names = self.link_names()?;
        let joints = self.resolved_joints(&names)?;
        let order = downward(&self.links, &joints)?;
        let mut links: Vec<Link> =
            core::mem::take(&mut self.links).into_iter().map(|(name, shapes)| at_root(name, shapes)).collect();
        let mut frames = vec![Frame { joint: 0, parent: 0, origin: Pose3::IDENTITY }];
        for i in order {
            let (joint, after) = (&joints[i], &self.joints[i].after);
            let (frame, pose) = (links[joint.parent].frame, links[joint.parent].pose);
            let origin = compose(&pose, &joint.origin);
            let place = if joint.kind.moves() {
                frames.push(Frame { joint: i, parent: frame, origin });
                (frames.len() - 1, *after)
            } else {
                (frame, compose(&origin, after))
            };
            let child = &mut links[joint.child];
            (child.frame, child.pose) = place;
            child.parent = Some(i);
        }
        let variables = (0..joints.len()).filter(|&i| joints[i].kind.moves() && joints[i].mimic.is_none()).collect();
        let mut robot = Robot {
            name: self.name,
            base: self.base,
            links,
            joints,
            frames,
            variables,
            srdf: None,
            allowed: Vec::new(),
            pins: Vec::new(),
        };
        drive_joints(&mut robot)?;
        Ok(robot)
    }

    fn link_names(&self) -> Result<HashMap<&str, usize>, RobotError> {
        if self.links.is_empty() {
            return Err(RobotError::new("a robot needs at least one link"));
        }
        let count = self.links.len().max(self.joints.len());
        if count > MOST_LINKS {
            return Err(RobotError::new(format!("a robot has at most {MOST_LINKS} links and joints, got {count}")));
        }
        let mut names = HashMap::new();
        for (i, (name, _)) in self.links.iter().enumerate() {
            if names.insert(name.as_str(), i).is_some() {
                return Err(RobotError::new(format!("two links are named {name:?}")));
            }
        }
        Ok(names)
    }

    fn resolved_joints(&self, names: &HashMap<&str, usize>) -> Result<Vec<Joint>, RobotError> {
        let mut seen = HashMap::new();
        let resolved = self.joints.iter().enumerate().map(|(i, spec)| {
            if seen.insert(spec.name.as_str(), i).is_some() {
                return Err(RobotError::new(format!("two joints are named {:?}", spec.name)));
            }
            resolve(spec, names).map_err(|error| error.within(format_args!("joint {:?}", spec.name)))
        });
        resolved.collect()
    }
}

fn at_root(name: String, shapes: Vec<LinkShape>) -> Link {
    Link { name, shapes, parent: None, frame: 0, pose: Pose3::IDENTITY, padding: 0.0, is_held: false, taken: None }
}

/// A joint with its links by place, checked; its drive is found when all joints are known.
fn resolve(spec: &JointSpec, names: &HashMap<&str, usize>) -> Result<Joint, RobotError> {
    let link = |which: &str, name: &String| {
        let found = names.get(name.as_str()).copied();
        found.ok_or_else(|| RobotError::new(format!("the {which} link {name:?} does not exist")))
    };
    let (parent, child) = (link("parent", &spec.links[0])?, link("child", &spec.links[1])?);
    if parent == child {
        return Err(RobotError::new(format!("joins link {:?} with itself", spec.links[0])));
    }
    let axis = spec.axis;
    if spec.kind.moves() && (!axis.is_finite() || axis == Vec3::ZERO) {
        let what = format!("expected an axis with a direction, got [{}, {}, {}]", axis.x, axis.y, axis.z);
        return Err(RobotError::new(what));
    }
    if let Some(limits) = spec.limits
        && !(limits.lower <= limits.upper)
    {
        let what = format!("the lower limit must not exceed the upper one, got {} and {}", limits.lower, limits.upper);
        return Err(RobotError::new(what));
    }
    Ok(Joint {
        name: spec.name.clone(),
        kind: spec.kind,
        parent,
        child,
        origin: spec.origin,
        axis: axis.normalized(),
        limits: spec.limits,
        velocity: spec.velocity,
        mimic: spec.mimic.clone().filter(|_| spec.kind.moves()),
        drive: Drive::STILL,
    })
}

/// The joints with parents before children. Refuses what is not one tree.
fn downward(links: &[(String, Vec<LinkShape>)], joints: &[Joint]) -> Result<Vec<usize>, RobotError> {
    let mut above: Vec<Option<usize>> = vec![None; links.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (i, joint) in joints.iter().enumerate() {
        let name = &links[joint.child].0;
        if let Some(other) = above[joint.child].replace(i) {
            let both = [&joints[other].name, &joint.name];
            return Err(RobotError::new(format!(
                "link {name:?} has two parents, by the joints {:?} and {:?}",
                both[0], both[1]
            )));
        }
        below[joint.parent].push(i);
    }
    let roots: Vec<usize> = (0..links.len()).filter(|&i| above[i].is_none()).collect();
    let name = |i: usize| &links[i].0;
    match roots[..] {
        [_] => {}
        [] => return Err(RobotError::new(format!("the joints form a cycle through link {:?}", name(0)))),
        [first, second, ..] => {
            let what = format!(
                "expected one root, but no joint leads to link {:?} nor to link {:?}",
                name(first),
                name(second)
            );
            return Err(RobotError::new(what));
        }
    }
    let mut order = Vec::with_capacity(joints.len());
    let mut links_to_visit = roots;
    while let Some(link) = links_to_visit.pop() {
        order.extend(&below[link]);
        links_to_visit.extend(below[link].iter().rev().map(|&i| joints[i].child));
    }
    if order.len() < joints.len() {
        let mut reached = vec![false; joints.len()];
        order.iter().for_each(|&i| reached[i] = true);
        let left = (0..joints.len()).find(|&i| !reached[i]).map_or(0, |i| joints[i].child);
        return Err(RobotError::new(format!("the joints form a cycle through link {:?}", name(left))));
    }
    Ok(order)
}

/// Finds where each joint's value comes from, through chains of mimics.
fn drive_joints(robot: &mut Robot) -> Result<(), RobotError> {
    let places: HashMap<String, usize> = robot.joints.iter().enumerate().map(|(i, j)| (j.name.clone(), i)).collect();
    for (variable, &joint) in robot.variables.iter().enumerate() {
        robot.joints[joint].drive = Drive::own(variable);
    }
    for first in 0..robot.joints.len() {
        let mut chain: Vec<Mimic> = Vec::new();
        let mut at = first;
        while let Some(mimic) = &robot.joints[at].mimic {
            let name = &robot.joints[first].name;
            if chain.len() >= robot.joints.len() {
                return Err(RobotError::new(format!("joint {name:?}: mimics itself")));
            }
            if ![mimic.multiplier, mimic.offset].iter().all(|value| value.abs() <= LARGEST_ANGLE) {
                let what = format!("mimic values must be within {LARGEST_ANGLE:e}, got {mimic:?}");
                return Err(RobotError::new(what).within(format_args!("joint {name:?}")));
            }
            let target = places.get(&mimic.joint).copied();
            at = target.ok_or_else(|| {
                let names: Vec<&str> =
                    robot.joints.iter().map(|joint| joint.name.as_str()).filter(|other| other != name).collect();
                let hint = hint(&mimic.joint, &names);
                RobotError::new(format!("joint {name:?}: mimics {:?}, which does not exist{hint}", mimic.joint))
            })?;
            chain.push(mimic.clone());
        }
        let drive = chain.iter().rev().fold(robot.joints[at].drive, |drive, mimic| drive.followed(mimic));
        if !chain.is_empty() {
            robot.joints[first].drive = drive;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JointKind;

    fn joined(name: &str, parent: &str, child: &str) -> JointSpec {
        JointSpec::new(name, JointKind::Continuous, parent, child)
    }
    fn refusal(links: &[&str], joints: Vec<JointSpec>) -> String {
        let builder = links.iter().fold(Robot::builder("r"), |builder, name| builder.link(*name, vec![]));
        joints.into_iter().fold(builder, RobotBuilder::joint).build().unwrap_err().to_string()
    }
    fn mimic(joint: &str) -> Mimic {
        Mimic { joint: joint.into(), multiplier: 1.0, offset: 0.0 }
    }

    #[test]
    fn what_is_not_one_tree_is_refused_by_name() {
        assert_eq!(refusal(&[], vec![]), "a robot needs at least one link");
        assert_eq!(refusal(&["a", "a"], vec![]), "two links are named \"a\"");
        assert_eq!(refusal(&["a"], vec![joined("j", "a", "b")]), "joint \"j\": the child link \"b\" does not exist");
        assert_eq!(
            refusal(&["a", "b"], vec![]),
            "expected one root, but no joint leads to link \"a\" nor to link \"b\""
        );
        let loops = vec![joined("j", "a", "b"), joined("k", "b", "a")];
        assert_eq!(refusal(&["a", "b"], loops), "the joints form a cycle through link \"a\"");
        let apart = vec![joined("j", "b", "c"), joined("k", "c", "b")];
        assert_eq!(refusal(&["a", "b", "c"], apart), "the joints form a cycle through link \"c\"");
        let twice = vec![joined("j", "a", "c"), joined("k", "b", "c")];
        assert_eq!(refusal(&["a", "b", "c"], twice), "link \"c\" has two parents, by the joints \"j\" and \"k\"");
    }

    #[test]
    fn joints_that_cannot_move_are_refused_by_name() {
        let still = joined("j", "a", "b").axis(Vec3::ZERO);
        assert_eq!(refusal(&["a", "b"], vec![still]), "joint \"j\": expected an axis with a direction, got [0, 0, 0]");
        let empty = joined("j", "a", "b").limited(1.0, -1.0);
        let expected = "joint \"j\": the lower limit must not exceed the upper one, got 1 and -1";
        assert_eq!(refusal(&["a", "b"], vec![empty]), expected);
        let myself = joined("j", "a", "b").mimicking(mimic("j"));
        assert_eq!(refusal(&["a", "b"], vec![myself]), "joint \"j\": mimics itself");
        let nobody = joined("j", "a", "b").mimicking(mimic("x"));
        assert_eq!(refusal(&["a", "b"], vec![nobody]), "joint \"j\": mimics \"x\", which does not exist");
        let twisted = vec![joined("turn", "a", "b"), joined("j", "b", "c").mimicking(mimic("trun"))];
        let expected = "joint \"j\": mimics \"trun\", which does not exist (did you mean \"turn\"?)";
        assert_eq!(refusal(&["a", "b", "c"], twisted), expected);
    }

    #[test]
    fn links_behind_fixed_joints_share_a_frame() {
        let fixed = JointSpec::new("glue", JointKind::Fixed, "b", "c");
        let robot = Robot::builder("r").link("c", vec![]).link("a", vec![]).link("b", vec![]);
        let robot = robot.joint(fixed).joint(joined("turn", "a", "b")).build().unwrap();
        let frames: Vec<usize> = robot.links().iter().map(|link| link.frame).collect();
        assert_eq!((frames, robot.variables()), (vec![1, 0, 1], &[1][..]));
        assert_eq!(robot.common_frame(1, 0), 0);
    }
}
