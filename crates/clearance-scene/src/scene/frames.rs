//! Frames of a moving scene: JSON Lines of poses, each a change of the frame before.

use std::collections::HashMap;

use super::SceneFile;
use crate::error::ReadError;
use crate::json::{Json, Node};
use crate::pose_json::{Placing, pose};
use crate::shape_json::ReadShape;
use clearance_world::hint;

/// The bodies that a frame moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<V: ReadShape> {
    /// In seconds, if it is given.
    pub time: Option<f64>,
    /// The places of bodies, and where these are from now on.
    pub poses: Vec<(usize, Placing<V>)>,
}

/// A line `{"time"?, "poses": {"name": pose, ..}}`.
pub struct FrameLine(Json);

impl FrameLine {
    /// The tree of a line.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        Json::parse(text).map(FrameLine)
    }

    /// The frame of a scene.
    pub fn frame<V: ReadShape>(&self, scene: &SceneFile<V>) -> Result<Frame<V>, ReadError> {
        let node = Node::root(&self.0, "");
        let fields = node.object(&["time", "poses"])?;
        let list = fields.need("poses")?;
        let entries = list.fields()?;
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        let places: HashMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (*name, i)).collect();
        let mut poses = Vec::new();
        for name in entries.keys() {
            let Some(&body) = places.get(name) else {
                return Err(list.error(format!("no body is named {name:?}{}", hint(name, &names))));
            };
            let node = entries.need(name)?;
            if scene.bodies[body].fixed {
                return Err(node.error("the body is fixed"));
            }
            poses.push((body, pose(&node)?));
        }
        Ok(Frame { time: fields.get("time").map(|node| node.number()).transpose()?, poses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh_files::MeshFiles;
    use crate::scene::parse_scene;

    #[test]
    fn a_frame_moves_the_bodies_that_it_names() {
        let bodies = r#"{"bodies": [{"name": "cup", "shape": {"kind": "point"}},
            {"name": "floor", "shape": {"kind": "point"}, "fixed": true}]}"#;
        let scene = parse_scene(bodies, &MeshFiles::relative_to("")).unwrap().into_space().unwrap();
        let read = |text: &str| FrameLine::parse(text).unwrap().frame(&scene).map_err(|error| error.to_string());
        let frame = read(r#"{"time": 0.5, "poses": {"cup": {"translation": [1, 2, 3]}}}"#).unwrap();
        assert_eq!((frame.time, frame.poses[0].0), (Some(0.5), 0));
        assert_eq!(<[f64; 3]>::from(frame.poses[0].1.pose.translation()), [1.0, 2.0, 3.0]);
        let refusal = |text| read(text).unwrap_err();
        assert_eq!(refusal(r#"{"poses": {"cap": {}}}"#), r#"/poses: no body is named "cap" (did you mean "cup"?)"#);
        assert_eq!(refusal(r#"{"poses": {"floor": {}}}"#), "/poses/floor: the body is fixed");
    }
}
