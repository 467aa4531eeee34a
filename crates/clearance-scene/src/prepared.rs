//! Two bodies that were read once and are queried often: one compiled copy of all queries, in this crate.

#[cfg(feature = "plane")]
use clearance::Vec2;
use clearance::Vec3;
use clearance_world::Body;

use crate::answer::{Settings, WarmStarts, proximity};
use crate::case::{Precision, Query};
use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::MeshFiles;
use crate::result::PairResult;
use crate::shape_json::{PosedBody, ReadShape, posed_body};

/// Two bodies at rest, in their dimension and precision.
pub struct Prepared(Sides);

#[cfg_attr(
    any(feature = "plane", feature = "f32"),
    expect(clippy::large_enum_variant, reason = "made once for each case and asked at once")
)]
enum Sides {
    #[cfg(feature = "plane")]
    Plane([PosedBody<Vec2<f64>>; 2]),
    Space([PosedBody<Vec3<f64>>; 2]),
    #[cfg(all(feature = "plane", feature = "f32"))]
    PlaneF32([PosedBody<Vec2<f32>>; 2]),
    #[cfg(feature = "f32")]
    SpaceF32([PosedBody<Vec3<f32>>; 2]),
}

impl Prepared {
    /// Reads two objects `{"shape": {..}, "pose": {..}}` of a dimension, 2 or 3.
    pub fn read(sides: [Node; 2], dim: usize, precision: Precision, files: &MeshFiles) -> Result<Self, ReadError> {
        Ok(Prepared(match (dim, precision) {
            #[cfg(feature = "plane")]
            (2, Precision::F64) => Sides::Plane(bodies(sides, files)?),
            #[cfg(all(feature = "plane", feature = "f32"))]
            (2, Precision::F32) => Sides::PlaneF32(bodies(sides, files)?),
            (_, Precision::F64) => Sides::Space(bodies(sides, files)?),
            #[cfg(feature = "f32")]
            (_, Precision::F32) => Sides::SpaceF32(bodies(sides, files)?),
        }))
    }

    /// Whether a body is a mesh that is not its hull.
    pub fn has_mesh(&self) -> bool {
        fn any<V: ReadShape>(sides: &[PosedBody<V>; 2]) -> bool {
            sides.iter().any(|side| matches!(side.body, Body::Mesh(_)))
        }
        match &self.0 {
            #[cfg(feature = "plane")]
            Sides::Plane(sides) => any(sides),
            Sides::Space(sides) => any(sides),
            #[cfg(all(feature = "plane", feature = "f32"))]
            Sides::PlaneF32(sides) => any(sides),
            #[cfg(feature = "f32")]
            Sides::SpaceF32(sides) => any(sides),
        }
    }

    /// The answer to a question about bodies at rest.
    pub fn ask(&self, query: Query, settings: &Settings, warm: &mut WarmStarts) -> Result<PairResult, ReadError> {
        match &self.0 {
            #[cfg(feature = "plane")]
            Sides::Plane([a, b]) => proximity(query, a, b, settings, &mut warm.plane),
            Sides::Space([a, b]) => proximity(query, a, b, settings, &mut warm.space),
            #[cfg(all(feature = "plane", feature = "f32"))]
            Sides::PlaneF32([a, b]) => proximity(query, a, b, settings, &mut warm.plane_f32),
            #[cfg(feature = "f32")]
            Sides::SpaceF32([a, b]) => proximity(query, a, b, settings, &mut warm.space_f32),
        }
    }
}

fn bodies<V: ReadShape>([a, b]: [Node; 2], files: &MeshFiles) -> Result<[PosedBody<V>; 2], ReadError> {
    Ok([posed_body(&a, files)?, posed_body(&b, files)?])
}
