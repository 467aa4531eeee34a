//! The shapes that stand for hulls, written so that who has the mesh can check that they hold it.

use clearance::{Shape3, SupportExt, Vec3};
use clearance_world::Part;
use serde::{Deserialize, Serialize};

use crate::cell::bodies::Stage;
use crate::model::link::{Link, LinkShape};
use crate::model::link_mesh::Detail;

/// What stands for a hull.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinerBody {
    /// The hull, as in the list of pairs; of links that are in parts themselves, as that would name it if their meshes
    /// stood for hulls.
    pub hull: String,
    /// `"parts"` or `"mesh"`.
    #[serde(rename = "as")]
    pub stands: String,
    /// The parts, each one; none of the triangles of a mesh, since the file has them.
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

impl FinerPart {
    fn of(shape: &Shape3<f64>) -> Self {
        let vertices: Vec<Vec3<f64>> = (0..shape.vertex_count()).map(|id| shape.anchor() + shape.vertex(id)).collect();
        // A part without a hull would be one that no certificate is about.
        let normals =
            Part::new(&vertices).map_or(Vec::new(), |part| part.planes().iter().map(|(n, _)| (*n).into()).collect());
        FinerPart { vertices: vertices.into_iter().map(Into::into).collect(), normals }
    }
}

impl Stage {
    /// What stands for hulls, in the order of the bodies; and the parts of links that are in parts.
    pub(super) fn finer_bodies(&self) -> Vec<FinerBody> {
        let mut all: Vec<((usize, Detail), FinerBody)> = Vec::new();
        for body in &self.own()[self.hulls()..] {
            let Some(key @ (hull, detail)) = body.part.stands_for else { continue };
            if all.last().is_none_or(|(last, _)| *last != key) {
                let finer = FinerBody { hull: self.hull_label(hull), stands: detail.name().into(), parts: Vec::new() };
                all.push((key, finer));
            }
            if let (Some((_, finer)), Detail::Parts, Some(shape)) = (all.last_mut(), detail, body.part.piece.hull()) {
                finer.parts.push(FinerPart::of(shape));
            }
        }
        let links = self.robot().links().iter().flat_map(bodies_in_parts);
        all.into_iter().map(|(_, finer)| finer).chain(links).collect()
    }
}

/// The parts of a link for each of its meshes that is cut into several.
fn bodies_in_parts(link: &Link) -> Vec<FinerBody> {
    let same_mesh = |a: &LinkShape, b: &LinkShape| a.part_of.is_some() && a.part_of == b.part_of;
    let bodies: Vec<&[LinkShape]> = link.shapes.chunk_by(same_mesh).collect();
    let named = |(i, parts): (usize, &&[LinkShape])| FinerBody {
        hull: if bodies.len() == 1 { link.name.clone() } else { format!("{}#{i}", link.name) },
        stands: Detail::Parts.name().into(),
        parts: parts.iter().map(|part| FinerPart::of(&part.shape)).collect(),
    };
    bodies.iter().enumerate().filter(|(_, parts)| parts.len() > 1).map(named).collect()
}
