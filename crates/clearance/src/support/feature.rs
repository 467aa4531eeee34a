//! Vertices by number, and what vertices span.

/// The number of a core's vertex, or none for a point of a curved core.
///
/// Given to [`Support::support_from`](crate::Support::support_from) it says where a search may begin; it never changes
/// the answer's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hint(u32);

impl Hint {
    /// No vertex.
    pub const NONE: Hint = Hint(u32::MAX);

    /// Vertex `id`.
    #[inline]
    pub const fn vertex(id: u32) -> Hint {
        Hint(id)
    }
    /// The number of what is known to be a vertex.
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0
    }
    /// The vertex's number.
    #[inline]
    pub const fn id(self) -> Option<u32> {
        if self.0 == u32::MAX { None } else { Some(self.0) }
    }
}

/// What kind of place a witness point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum FeatureKind {
    /// A vertex of a polytopal core.
    Vertex,
    /// The inside of an edge.
    Edge,
    /// The inside of a face; of a polytope in the plane, its inside.
    Face,
    /// A point of a curved core.
    Smooth,
}

impl FeatureKind {
    /// What `n` vertices in general position span.
    #[inline]
    pub(crate) fn of_simplex(vertices: usize) -> Self {
        match vertices {
            0 => Self::Smooth,
            1 => Self::Vertex,
            2 => Self::Edge,
            _ => Self::Face,
        }
    }
}
