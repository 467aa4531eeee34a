//! What a mesh file stands for: the key `"as"`.

use crate::error::ReadError;
use crate::json::Fields;

/// What a mesh file stands for.
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

    /// What a shape says, or its hull.
    pub(crate) fn of(fields: &Fields) -> Result<Self, ReadError> {
        let Some(node) = fields.get("as") else { return Ok(Self::Hull) };
        let word = node.one_of(&Self::ALL.map(Self::word))?;
        Ok(Self::ALL.into_iter().find(|form| form.word() == word).unwrap_or(Self::Hull))
    }
}
