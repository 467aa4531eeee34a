//! The finer shapes that replace hulls, with the vertices and normals by which others check that they hold the mesh.

use clearance::{Shape3, SupportExt, Vec3};
use clearance_world::Part;

use super::format::{CloserPair, FinerBody, FinerPart};
use crate::cell::bodies::Stage;
use crate::cell::stage::Closer;
use crate::model::link::{Link, LinkShape};
use crate::model::link_mesh::Detail;
use crate::prove::time::Checker;

impl CloserPair {
    /// Whether it is of a certificate that does not list the finer shapes.
    pub(super) fn is_old(&self) -> bool {
        self.stands[1].is_empty()
    }
}

impl Checker<'_> {
    /// The pairs of hulls that finer shapes replace, by name.
    pub(super) fn closer_pairs(&self) -> Vec<CloserPair> {
        let named = |closer: &Closer| CloserPair {
            pair: closer.bodies.map(|body| self.stage().hull_label(body)),
            stands: self.stage().finely(*closer).stands.map(|detail| detail.name().into()),
        };
        self.closer().iter().map(named).collect()
    }
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
    /// The shapes that replace hulls, in the order of the bodies; and the parts of links that are in parts.
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
