//! Bodies that a robot holds: links that are rigid with the one that holds them.

use clearance::Pose3;

use super::joint::{Drive, Joint, JointKind};
use super::link::{Link, LinkShape};
use super::pairs::no_link;
use super::robot::Robot;
use crate::error::RobotError;

impl Robot {
    /// Grasps a body: it becomes a link that is rigid in a link's frame, at a pose there, and may touch that link and
    /// some others.
    pub fn attach(
        &mut self,
        name: impl Into<String>,
        shapes: Vec<LinkShape>,
        (link, pose): (usize, Pose3<f64>),
        touch: &[usize],
    ) -> Result<usize, RobotError> {
        let (name, count) = (name.into(), self.links.len());
        if self.link_named(&name).is_some() || self.joint_named(&name).is_some() {
            return Err(RobotError::new(format!("a link or joint is named {name:?} already")));
        }
        if let Some(&missing) = touch.iter().chain([&link]).find(|&&place| place >= count) {
            return Err(no_link(missing, count));
        }
        let holder = &self.links[link];
        let (frame, in_frame) = (holder.frame, crate::kinematics::compose(&holder.pose, &pose));
        touch.iter().for_each(|&other| self.allowed.push([name.clone(), self.links[other].name.clone()]));
        self.joints.push(Joint::fixed(name.clone(), [link, count], pose));
        let parent = Some(self.joints.len() - 1);
        let held = Link { name, shapes, parent, frame, pose: in_frame, padding: 0.0, is_held: true, taken: None };
        self.links.push(held);
        Ok(count)
    }

    /// Takes a link that is held, with its joint and its allowed pairs, off the robot.
    pub(crate) fn release(&mut self, link: usize) -> Link {
        let released = self.links.remove(link);
        // Places behind what is gone move up.
        let up = |place: &mut usize, gone: usize| *place -= usize::from(*place > gone);
        self.joints
            .iter_mut()
            .flat_map(|joint| [&mut joint.parent, &mut joint.child])
            .for_each(|place| up(place, link));
        self.pins.iter_mut().flat_map(|pin| &mut pin.links).for_each(|place| up(place, link));
        if let Some(gone) = released.parent {
            self.joints.remove(gone);
            self.links.iter_mut().filter_map(|link| link.parent.as_mut()).for_each(|place| up(place, gone));
            self.frames.iter_mut().for_each(|frame| up(&mut frame.joint, gone));
            self.variables.iter_mut().for_each(|place| up(place, gone));
        }
        self.allowed.retain(|pair| !pair.contains(&released.name));
        released
    }
}

impl Joint {
    /// A joint that does not move, between two links.
    fn fixed(name: String, [parent, child]: [usize; 2], origin: Pose3<f64>) -> Self {
        Joint {
            name,
            kind: JointKind::Fixed,
            parent,
            child,
            origin,
            axis: clearance::Vec3::new(1.0, 0.0, 0.0),
            limits: None,
            velocity: None,
            mimic: None,
            drive: Drive::STILL,
        }
    }
}
