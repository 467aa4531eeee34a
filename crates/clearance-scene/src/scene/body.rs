//! A body of a scene: what it is, where it is, and how it moves.

use clearance::query::motion::LinearMotion;
use clearance::{Pose, ShapeError};
use clearance_world::Body;

use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::MeshFiles;
use crate::motion_json::motion_of;
use crate::pose_json::{Placing, pose};
use crate::representation::Representation;
use crate::shape_json::{ReadShape, made_body, placed_body};

/// A body as its file describes it.
#[derive(Clone, Debug)]
pub struct SceneBody<V: ReadShape> {
    /// Its name, which no other body has.
    pub name: String,
    /// What it is, in its own frame.
    pub body: Body<V>,
    /// The mesh that the body represents, if it is not the mesh itself.
    pub representation: Option<Representation>,
    /// Where it is.
    pub placing: Placing<V>,
    /// The place of its group in the list of groups.
    pub group: Option<usize>,
    /// How near others may come; not negative.
    pub margin: V::Scalar,
    /// Whether it never moves.
    pub fixed: bool,
    /// How it moves over 0 ≤ t ≤ 1.
    pub motion: Option<LinearMotion<V>>,
}

impl<V: ReadShape> SceneBody<V> {
    /// The body and its rigid pose, as of [`placed_body`].
    pub fn placed(&self) -> Result<(Body<V>, Pose<V>), ShapeError> {
        placed_body(self.body.clone(), &self.placing)
    }
}

/// The keys of a body.
const KEYS: [&str; 7] = ["name", "shape", "pose", "group", "margin", "fixed", "motion"];

/// Reads a body; its group is looked up by `group`.
pub(super) fn scene_body<V: ReadShape>(
    node: &Node,
    files: &MeshFiles,
    mut group: impl FnMut(&Node) -> Result<usize, ReadError>,
) -> Result<SceneBody<V>, ReadError> {
    let fields = node.object(&KEYS)?;
    let name_node = fields.need("name")?;
    let name = name_node.text()?;
    if name.is_empty() {
        return Err(name_node.error("expected a name that is not empty"));
    }
    let identity = Placing { pose: Pose::IDENTITY, matrix: None };
    let placing = fields.get("pose").map_or(Ok(identity), |node| pose(&node))?;
    let fixed = fields.get("fixed").map_or(Ok(false), |node| node.bool())?;
    let motion = fields.get("motion").map(|node| motion_of(&node, &placing.pose)).transpose()?;
    if let (true, Some(_)) = (fixed, &motion) {
        return Err(node.error("a fixed body cannot have a motion"));
    }
    let (body, representation) = made_body(&fields.need("shape")?, files)?;
    Ok(SceneBody {
        name: name.into(),
        body,
        representation,
        placing,
        group: fields.get("group").map(|node| group(&node)).transpose()?,
        margin: fields.get("margin").map_or(Ok(0.0), |node| node.size()).map(clearance::Real::from_f64)?,
        fixed,
        motion,
    })
}
