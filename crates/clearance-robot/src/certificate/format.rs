//! What the JSON of a certificate has beside its head and the stretches of motions: digests, cells, steps of tasks and
//! the shapes that replace hulls.

use serde::{Deserialize, Deserializer, Serialize};

use super::Certificate;
use crate::cell::constraint::Constraint;
#[cfg(doc)]
use crate::cell::workcell::Workcell;

/// Digests of what a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    /// Joints, links and their shapes.
    pub robot: String,
    /// The pairs of links, and of links and bodies, that must stay apart: what the SRDF leaves of all pairs.
    pub srdf: String,
    /// The fixed bodies.
    pub scene: String,
    /// The margin of every pair.
    pub margins: String,
    /// The segments of a motion; `None` of a set of configurations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The constraints that hold on all motions; `None` without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraints: Option<String>,
}

/// A cell of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CellNode {
    /// It is cut at a value of a joint: the cell below follows, then the one above.
    Cut(String, f64),
    /// An axis keeps the pair apart in all of it that is in the set.
    #[serde(rename_all = "snake_case")]
    Axis {
        /// The axis from the first body to the second, of any length.
        axis: [f64; 3],
        /// The frame in which it is fixed: `"world"`, or the name of a joint, for the frame that it moves.
        frame: String,
        /// The signed distance is at least this, metres.
        bound: f64,
        /// Rows of `A q ≤ b` with multipliers that are not negative, whose sum is taken off the gradient.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rows: Vec<(usize, f64)>,
    },
    /// It is outside of the polytope, by a row of `A q ≤ b`.
    Outside {
        /// The row.
        row: usize,
    },
}

/// A step of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskStep {
    /// A path or a trajectory, with its proof.
    Motion(Box<Certificate>),
    /// A link takes hold of a body of the world: [`Workcell::attach`].
    Attach(Attached),
    /// It lets the body go: [`Workcell::detach`].
    Detach(Detached),
    /// Two links, or a link and a body, are not checked from here on: [`Workcell::allow`]; or may overlap by less than
    /// a depth: [`Workcell::allow_within`].
    Allow(AllowedPair),
    /// They are checked from here on: [`Workcell::forbid`].
    Forbid([String; 2]),
    /// A constraint holds on all motions from here on: [`Workcell::keep`].
    Keep(Constraint),
    /// The constraint of a name need not hold from here on: [`Workcell::relax`].
    Relax(String),
}

/// What a link takes hold of, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attached {
    /// The body of the world.
    pub body: String,
    /// The link that holds it.
    pub link: String,
    /// The links and bodies that it may touch.
    pub touch: Vec<String>,
    /// Where it is held, in the frame of the link.
    pub pose: PoseNumbers,
}

/// What is let go, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detached {
    /// The body.
    pub body: String,
    /// Where it is from here on, in the world.
    pub pose: PoseNumbers,
}

/// A pair that is not checked, or not beyond a depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowedPair {
    /// Links or bodies of the world.
    pub pair: [String; 2],
    /// The depth that their overlap stays below, metres; without one the pair is not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
}

/// A pose by its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseNumbers {
    /// Metres.
    pub translation: [f64; 3],
    /// `w, x, y, z`, of any length.
    pub quaternion: [f64; 4],
}

/// A pair of hulls, and the finer shapes that replace those with a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloserPair {
    /// The names of two links, or of a link and a body; of several shapes with one name, `#` and a number follow it.
    pub pair: [String; 2],
    /// For each of both `"hull"`, itself; `"parts"`, convex parts that contain the mesh; `"mesh"`, its triangles; or
    /// `"solid"`, its triangles and what they enclose. In the list of pairs their names are the link's with `:parts`,
    /// `:mesh` or `:solid`, and what is enclosed comes last. Older certificates, which do not list the
    /// finer shapes, have one word for both: then the second one is empty.
    #[serde(rename = "as", deserialize_with = "one_or_both")]
    pub stands: [String; 2],
}

/// The finer shapes that replace a hull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinerBody {
    /// The hull, as in the list of pairs; of links that are in parts themselves, as that would name it if their meshes
    /// stood for hulls.
    pub hull: String,
    /// `"parts"`, `"mesh"` or `"solid"`.
    #[serde(rename = "as")]
    pub stands: String,
    /// The parts, each one; without the triangles of a mesh, which the file has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<FinerPart>,
}

/// A convex part of a mesh, in the coordinates of the file times its scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinerPart {
    /// The part is their hull.
    pub vertices: Vec<[f64; 3]>,
    /// Up to rounding the normals of its faces: no point of the part is farther along one than all of the vertices.
    pub normals: Vec<[f64; 3]>,
}

/// Two words, or one and nothing.
fn one_or_both<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[String; 2], D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stands {
        Both([String; 2]),
        One(String),
    }
    Ok(match Stands::deserialize(deserializer)? {
        Stands::Both(both) => both,
        Stands::One(word) => [word, String::new()],
    })
}
