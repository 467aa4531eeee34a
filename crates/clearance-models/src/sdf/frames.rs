//! Where everything with a name is in the frame of the outermost model, when all joints are at zero.

use std::collections::HashMap;

use clearance::Pose3;

use super::Scope;
use super::pose::{pose, text};
use crate::xml::Element;
use clearance_robot::kinematics::compose;
use clearance_scene::ReadError;

/// What a name stands for: a pose relative to another name, of a model that is outermost none.
struct Frame {
    pose: Pose3<f64>,
    relative_to: Option<String>,
    /// What it moves with, for frames and joints; links move by themselves.
    attached_to: Option<String>,
    is_link: bool,
}

/// The frames of a file by their full names; that of a model is its prefix.
pub(super) struct Frames(HashMap<String, Frame>);

impl Frames {
    pub fn of(scopes: &[Scope]) -> Result<Self, ReadError> {
        let mut all = HashMap::new();
        for Scope { model, prefix } in scopes {
            let outer = prefix.trim_end_matches("::").rsplit_once("::").map_or("", |(outer, _)| outer);
            let outer = if outer.is_empty() { String::new() } else { format!("{outer}::") };
            // The outermost model's own pose is the robot's base.
            let (at, relative_to) = if prefix.is_empty() { (Pose3::IDENTITY, None) } else { pose(model)? };
            let relative_to =
                relative_to.map(|name| format!("{outer}{name}")).or((!prefix.is_empty()).then_some(outer));
            all.insert(prefix.clone(), Frame { pose: at, relative_to, attached_to: None, is_link: false });
            for element in model.children().filter(|child| ["link", "joint", "frame"].contains(&child.name())) {
                let frame = frame(element, prefix)?;
                if all.insert(format!("{prefix}{}", element.need("name")?), frame).is_some() {
                    return Err(element.refusal("a second frame of that name"));
                }
            }
        }
        Ok(Frames(all))
    }

    /// Where a frame is.
    pub fn pose(&self, name: &str) -> Result<Pose3<f64>, ReadError> {
        let (mut at, mut name, mut steps) = (Pose3::IDENTITY, name.to_string(), 0);
        loop {
            let Some(frame) = self.0.get(&name) else {
                return Err(ReadError::new(format!("no frame is named {name:?}")));
            };
            at = compose(&frame.pose, &at);
            steps += 1;
            match &frame.relative_to {
                None => return Ok(at),
                Some(_) if steps > self.0.len() => {
                    return Err(ReadError::new(format!("frame {name:?} is relative to itself")));
                }
                Some(next) => name.clone_from(next),
            }
        }
    }

    /// The link that a name stands for, or that its frame is attached to; the world for its name.
    pub fn link(&self, name: &str) -> Result<String, ReadError> {
        let mut at = name.to_string();
        for _ in 0..=self.0.len() {
            match self.0.get(&at) {
                Some(frame) if frame.is_link => return Ok(at),
                Some(Frame { attached_to: Some(next), .. }) => at.clone_from(next),
                None if at == "world" || at.ends_with("::world") => return Ok("world".into()),
                _ => break,
            }
        }
        Err(ReadError::new(format!("no link is named {name:?}, nor is a frame of that name attached to one")))
    }
}

fn frame(element: &Element, prefix: &str) -> Result<Frame, ReadError> {
    let (at, relative_to) = pose(element)?;
    let full = |name: &str| if name == "__model__" { prefix.to_string() } else { format!("{prefix}{name}") };
    let attached_to = match element.name() {
        "frame" => element.attribute("attached_to").filter(|name| !name.is_empty()).map(full),
        "joint" => text(element, "child")?.map(full),
        _ => None,
    };
    let relative_to = relative_to.map(full).or(attached_to.clone()).unwrap_or_else(|| prefix.to_string());
    Ok(Frame { pose: at, relative_to: Some(relative_to), attached_to, is_link: element.name() == "link" })
}
