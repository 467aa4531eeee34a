//! Scenes of many bodies from files, as plain data: names, shapes, poses, and which pairs are of interest.

mod body;
mod frames;
mod gltf;
mod groups;
mod moveit;
mod read;
mod written;

pub use body::SceneBody;
pub use frames::{Frame, FrameLine};
pub use groups::{OutsideRule, PairMargin, SceneGroup};
pub use read::{parse_scene, parse_scene_beside, read_scene, read_scene_beside, read_scene_with};
pub use written::WrittenBody;

#[cfg(feature = "plane")]
use clearance::Vec2;
use clearance::Vec3;

use crate::error::ReadError;
use crate::shape_json::ReadShape;

/// Groups are bits of a 64-bit word, of which one is for bodies whose group has no rule.
const MOST_GROUPS: usize = 63;

/// A scene in the dimension that its file names.
#[derive(Clone, Debug)]
pub enum AnyScene {
    /// `"dim": 2`
    #[cfg(feature = "plane")]
    Plane(SceneFile<Vec2<f64>>),
    /// `"dim": 3`, the default
    Space(SceneFile<Vec3<f64>>),
}

impl AnyScene {
    /// What mesh files have and is not read, though it may be about shapes.
    pub fn notes(&self) -> &[String] {
        match self {
            AnyScene::Space(scene) => &scene.notes,
            #[cfg(feature = "plane")]
            AnyScene::Plane(scene) => &scene.notes,
        }
    }

    /// The scene, if it has three dimensions.
    pub fn into_space(self) -> Result<SceneFile<Vec3<f64>>, ReadError> {
        match self {
            AnyScene::Space(scene) => Ok(scene),
            #[cfg(feature = "plane")]
            AnyScene::Plane(_) => Err(ReadError::new("expected a scene with \"dim\": 3, got 2").within("/dim")),
        }
    }
}

/// What a scene file holds, in its order. Bodies are called by their places in it.
#[derive(Clone, Debug)]
pub struct SceneFile<V: ReadShape> {
    /// The bodies, whose names differ.
    pub bodies: Vec<SceneBody<V>>,
    /// The groups that have a rule or a body.
    pub groups: Vec<SceneGroup>,
    /// Pairs of bodies that are not checked, the first place below the second.
    pub ignore: Vec<[usize; 2]>,
    /// Margins of pairs that are not the sum of their bodies'.
    pub margins: Vec<PairMargin<V::Scalar>>,
    /// Rules about bodies and what stands beside the scene.
    pub outside: Vec<OutsideRule<V::Scalar>>,
    /// What mesh files have and is not read, though it may be about shapes.
    pub notes: Vec<String>,
}

impl<V: ReadShape> SceneFile<V> {
    /// The place of the body with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// The bits of each body's group, and of the groups that it is checked against, as a world takes them.
    pub fn group_bits(&self) -> Result<Vec<(u64, u64)>, ReadError> {
        let count = self.groups.len();
        if count > MOST_GROUPS {
            return Err(ReadError::new(format!("expected at most {MOST_GROUPS} groups, got {count}")).within("/groups"));
        }
        let bit = |group: usize| 2u64 << group;
        let of = |body: &SceneBody<V>| match body.group {
            None => (1, u64::MAX),
            Some(group) => (bit(group), !self.groups[group].ignores.iter().fold(0, |bits, &other| bits | bit(other))),
        };
        Ok(self.bodies.iter().map(of).collect())
    }

    /// How near the bodies of a pair may come: what the file names for it, or the sum of their margins.
    pub fn margin(&self, a: usize, b: usize) -> V::Scalar {
        let named = self.margins.iter().find(|margin| margin.bodies == [a.min(b), a.max(b)]);
        named.map_or(self.bodies[a].margin + self.bodies[b].margin, |pair| pair.margin)
    }

    /// Whether any pair has a margin.
    pub fn has_margins(&self) -> bool {
        let zero = <V::Scalar as clearance::Real>::ZERO;
        self.bodies.iter().any(|body| body.margin > zero) || !self.margins.is_empty()
    }
}
