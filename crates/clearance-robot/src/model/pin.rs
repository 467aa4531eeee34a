//! What closes loops of joints.

use std::path::Path;

use clearance::Vec3;
use clearance::enclosure::point_in_frame;
use clearance_scene::json::{Json, Node};

use super::robot::Robot;
use crate::error::RobotError;

/// A point of one link that stays at a point of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// The places of the links.
    pub links: [usize; 2],
    /// The point in the frame of each.
    pub points: [Vec3<f64>; 2],
    /// The place of the driving joint among the robot's variables.
    pub drive: usize,
}

impl Robot {
    /// Closes the loops of a file, as of [`close_loops`](Self::close_loops).
    pub fn close_loops_of_file(&mut self, path: &Path) -> Result<(), RobotError> {
        let here = |error: RobotError| error.within(path.display());
        let text =
            std::fs::read_to_string(path).map_err(|error| here(RobotError::new(format!("cannot be read: {error}"))))?;
        self.close_loops(&text).map_err(here)
    }

    /// Closes loops: `{"loops": [{"links": [name, name], "point": [x, y, z], "drive": joint}, ..]}`. Two links have a
    /// point of the world in common when all joints are at zero, and stay together there; the two are no longer checked
    /// against one another.
    pub fn close_loops(&mut self, text: &str) -> Result<(), RobotError> {
        let json = Json::parse(text)?;
        for node in Node::root(&json, "").object(&["loops"])?.need("loops")?.list()? {
            self.close_loop(&node, "links")?;
        }
        Ok(())
    }

    /// Closes a loop, whose links stand under a key. A body that does not move is one with the world.
    ///
    /// The point is written in the frames of both links; where these are not those of the world, its numbers are
    /// rounded there, and the points that they say stay together.
    pub(crate) fn close_loop(&mut self, node: &Node, key: &str) -> Result<(), RobotError> {
        let fields = node.object(&[key, "point", "drive"])?;
        let given = fields.need(key)?;
        let names: Vec<&str> = given.list()?.map(|name| name.text()).collect::<Result<_, _>>()?;
        let [a, b] = names[..] else { return Err(given.error("expected two names")) };
        self.check_names(&[a, b]).map_err(|error| given.error(error.to_string()))?;
        let links = [a, b].map(|name| self.link_named(name).unwrap_or(0));
        let point = Vec3::from(fields.need("point")?.numbers::<3>()?);
        let placement = self.place(&vec![0.0; self.dof()])?;
        let points = links.map(|link| point_in_frame(&self.link_pose(&placement, link), point).0);
        let drive = fields.need("drive")?;
        let known: Vec<&str> = self.variables().iter().map(|&joint| self.joints()[joint].name.as_str()).collect();
        let Some(variable) = known.iter().position(|name| drive.text() == Ok(*name)) else {
            let hint = clearance_scene::hint(drive.text()?, &known);
            return Err(drive.error(format!("no joint with a value is named {:?}{hint}", drive.text()?)));
        };
        self.allow(a, b);
        self.pins.push(Pin { links, points, drive: variable });
        Ok(())
    }
}
