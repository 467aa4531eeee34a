//! What a mesh is taken for: the key `"as"`, and the options that hold for all meshes of an input.

use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::representation::Tessellation;

/// What a mesh is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshUse {
    /// The convex hull of its vertices.
    Hull,
    /// Its triangles as they are.
    Mesh,
    /// Convex parts that contain it.
    Parts,
}

impl MeshUse {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hull, Self::Mesh, Self::Parts];

    /// The word of the key `"as"`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hull => "hull",
            Self::Mesh => "mesh",
            Self::Parts => "parts",
        }
    }

    /// What a shape says; `None` if it says nothing, which means the mesh as it is.
    pub(crate) fn of(fields: &Fields) -> Result<Option<Self>, ReadError> {
        let Some(node) = fields.get("as") else { return Ok(None) };
        let word = node.one_of(&Self::ALL.map(Self::word))?;
        Ok(Self::ALL.into_iter().find(|form| form.word() == word))
    }
}

/// How all meshes of an input are read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshOptions {
    /// What meshes without the key `"as"` are taken for; `None` for what they are.
    pub form: Option<MeshUse>,
    /// Refuses meshes that are surfaces without an inside.
    pub require_solid: bool,
    /// Vertices of meshes as they are that lie at most this far apart are one, unless a shape has a length of its own;
    /// `None` for equal ones alone.
    pub weld: Option<f64>,
    /// How far the triangles of meshes are from the surfaces of the solids that they are made of, unless a shape says
    /// so itself; `None` for meshes that are the bodies themselves.
    pub tessellation: Option<Tessellation>,
}

impl Tessellation {
    /// `"tessellation": e`, or `{"error": e, "proven": true}`.
    pub(crate) fn read(node: &Node) -> Result<Self, ReadError> {
        let Ok(fields) = node.fields() else { return Ok(Tessellation { error: node.size()?, proven: false }) };
        node.object(&["error", "proven"])?;
        let proven = fields.get("proven").map_or(Ok(false), |node| node.bool())?;
        Ok(Tessellation { error: fields.need("error")?.size()?, proven })
    }
}
