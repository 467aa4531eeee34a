//! Several robots as one, in one world and with one clock: two arms at a table.
//!
//! Names of links, joints and groups get their robot's name and a slash before them, and each robot is a group. Pairs
//! of one robot are checked as that robot says; pairs of two robots always are, but for what stands still.

use clearance::Pose3;

use super::joint::{Drive, Joint, Mimic};
use super::link::Link;
use super::pin::Pin;
use super::robot::{Frame, Robot};
use super::srdf::{DisabledPair, Group, GroupState, Srdf};
use crate::error::RobotError;
use crate::kinematics::compose;

impl Robot {
    /// Robots as one robot, each with the name that stands before its own names, at a pose of its base in the world.
    ///
    /// ```
    /// use clearance::Pose3;
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let joint = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
    /// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(joint).build().unwrap();
    /// let beside = Pose3::from_xyz(1.5, 0.0, 0.0).unwrap();
    /// let cell = Robot::together("cell", &[("left", &robot, Pose3::IDENTITY), ("right", &robot, beside)]).unwrap();
    /// assert_eq!((cell.dof(), cell.links()[3].name.as_str()), (2, "right/arm"));
    /// let placement = cell.place(&[0.0, 0.5]).unwrap();
    /// assert_eq!(cell.link_pose(&placement, 3).translation().x, 1.5);
    /// ```
    pub fn together(name: &str, robots: &[(&str, &Robot, Pose3<f64>)]) -> Result<Self, RobotError> {
        let mut all = Robot {
            name: name.into(),
            base: Pose3::IDENTITY,
            links: Vec::new(),
            joints: Vec::new(),
            frames: vec![Frame { joint: 0, parent: 0, origin: Pose3::IDENTITY }],
            variables: Vec::new(),
            srdf: Some(Srdf::default()),
            allowed: Vec::new(),
            pins: Vec::new(),
        };
        for (i, (prefix, robot, at)) in robots.iter().enumerate() {
            if prefix.is_empty() || robots[..i].iter().any(|(other, ..)| other == prefix) {
                return Err(RobotError::new(format!("every robot needs a name of its own, got {prefix:?}")));
            }
            all.add(prefix, robot, at);
        }
        if all.links.is_empty() {
            return Err(RobotError::new("expected at least one robot"));
        }
        Ok(all)
    }

    fn add(&mut self, prefix: &str, robot: &Robot, at: &Pose3<f64>) {
        let (links, joints, frames) = (self.links.len(), self.joints.len(), self.frames.len() - 1);
        let variables = self.variables.len();
        let named = |name: &String| format!("{prefix}/{name}");
        let is_link = |name: &String| robot.link_named(name).is_some();
        let either = |name: &String| if is_link(name) { named(name) } else { name.clone() };
        let base = compose(at, &robot.base);
        let framed = |frame: usize| if frame == 0 { 0 } else { frame + frames };
        let from = |frame: usize, pose: &Pose3<f64>| if frame == 0 { compose(&base, pose) } else { *pose };
        self.links.extend(robot.links.iter().map(|link| Link {
            name: named(&link.name),
            parent: link.parent.map(|joint| joint + joints),
            frame: framed(link.frame),
            pose: from(link.frame, &link.pose),
            ..link.clone()
        }));
        self.joints.extend(robot.joints.iter().map(|joint| Joint {
            name: named(&joint.name),
            parent: joint.parent + links,
            child: joint.child + links,
            mimic: joint.mimic.as_ref().map(|mimic| Mimic { joint: named(&mimic.joint), ..mimic.clone() }),
            drive: Drive { variable: joint.drive.variable.map(|variable| variable + variables), ..joint.drive },
            ..joint.clone()
        }));
        self.frames.extend(robot.frames[1..].iter().map(|frame| Frame {
            joint: frame.joint + joints,
            parent: framed(frame.parent),
            origin: from(frame.parent, &frame.origin),
        }));
        self.variables.extend(robot.variables.iter().map(|joint| joint + joints));
        self.pins.extend(robot.pins.iter().map(|pin| Pin {
            links: pin.links.map(|link| link + links),
            drive: pin.drive + variables,
            ..pin.clone()
        }));
        let not_asked = robot.skipped_pairs().into_iter().map(|skipped| DisabledPair {
            links: skipped.links.map(|link| named(&robot.links[link].name)),
            reason: skipped.why.to_string(),
        });
        let listed = robot.srdf.iter().flat_map(|srdf| &srdf.disabled).map(|row| &row.links).chain(&robot.allowed);
        let with_bodies = listed.filter(|pair| pair.iter().filter(|name| is_link(name)).count() == 1);
        let rows =
            with_bodies.map(|pair| DisabledPair { links: pair.each_ref().map(either), reason: "Allowed".into() });
        let states = robot.srdf.iter().flat_map(|srdf| &srdf.states).map(|state| GroupState {
            group: named(&state.group),
            values: state.values.iter().map(|(joint, value)| (named(joint), *value)).collect(),
            ..state.clone()
        });
        let all = |names: &[String]| names.iter().map(named).collect::<Vec<String>>();
        let groups = robot.srdf.iter().flat_map(|srdf| &srdf.groups).map(|group| Group {
            name: named(&group.name),
            links: all(&group.links),
            joints: all(&group.joints),
            chains: group.chains.iter().map(|ends| ends.each_ref().map(named)).collect(),
            groups: all(&group.groups),
        });
        // All of a robot's joints are a group of their own.
        let own = Group {
            name: (*prefix).into(),
            joints: robot.joints.iter().map(|joint| named(&joint.name)).collect(),
            ..Group::default()
        };
        if let Some(srdf) = &mut self.srdf {
            srdf.groups.extend(core::iter::once(own).chain(groups));
            srdf.passive.extend(robot.srdf.iter().flat_map(|srdf| &srdf.passive).map(named));
            srdf.disabled.extend(not_asked.chain(rows));
            srdf.states.extend(states);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::workcell::Workcell;
    use crate::clearance::RobotClearance;
    use crate::model::joint::{JointKind, JointSpec};
    use crate::model::link::LinkShape;
    use clearance::{Capsule, Vec3};

    #[test]
    fn two_arms_are_asked_about_one_another_and_as_each_says_of_itself() {
        let bar = || {
            let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.9, 0.0, 0.0), 0.05).unwrap();
            vec![LinkShape::new(shape, Pose3::IDENTITY)]
        };
        let joint = |name: &str, parent: &str, child: &str| {
            JointSpec::new(name, JointKind::Continuous, parent, child).axis(Vec3::new(0.0, 0.0, 1.0))
        };
        let along = Pose3::from_xyz(1.0, 0.0, 0.0).unwrap();
        let links = Robot::builder("arm").link("base", bar()).link("one", bar()).link("two", bar());
        let arm = links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two").at(along)).build().unwrap();
        // The other arm reaches back from x = 4.
        let other = Pose3::from_rpy([0.0, 0.0, std::f64::consts::PI], Vec3::new(4.0, 0.0, 0.0)).unwrap();
        let cell = Robot::together("cell", &[("left", &arm, Pose3::IDENTITY), ("right", &arm, other)]).unwrap();
        let pairs: Vec<[&str; 2]> =
            cell.self_pairs().iter().map(|pair| pair.map(|link| cell.links()[link].name.as_str())).collect();
        // Each has one pair of its own that is not of neighbours; of the nine between them that of the bases stands
        // still.
        assert_eq!(pairs.len(), 2 + 8, "{pairs:?}");
        assert!(pairs.contains(&["left/base", "left/two"]) && pairs.contains(&["left/two", "right/base"]));
        // Stretched towards each other the tips are 4 − 1.95 − 1.95 apart.
        let mut clearance = RobotClearance::new(&Workcell::new(&cell, &[]).unwrap()).unwrap();
        let found = clearance.at(&[0.0; 4]).unwrap().unwrap();
        assert!((found.proximity.signed_distance - 0.1).abs() < 1e-12, "{found:?}");
        assert_eq!(clearance.names(found.pair), ["left/two", "right/two"]);
    }

    #[test]
    fn each_robot_is_a_group_beside_its_own_groups() {
        let joint = |name: &str, parent: &str, child: &str| JointSpec::new(name, JointKind::Continuous, parent, child);
        let links = Robot::builder("arm").link("base", vec![]).link("one", vec![]).link("two", vec![]);
        let arm = links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two")).build().unwrap();
        let wrist = Group { name: "wrist".into(), chains: vec![["one".into(), "two".into()]], ..Group::default() };
        let srdf = Srdf { groups: vec![wrist], passive: vec!["a".into()], ..Srdf::default() };
        let (left, right) = (arm.clone().with_srdf(srdf), arm);
        let at = Pose3::IDENTITY;
        let cell = Robot::together("cell", &[("left", &left, at), ("right", &right, at)]).unwrap();
        let variables = |name: &str| cell.group(name).unwrap().variables().to_vec();
        assert_eq!(
            [variables("left"), variables("left/wrist"), variables("right,left")],
            [vec![1], vec![1], vec![2, 3, 1]]
        );
    }
}
