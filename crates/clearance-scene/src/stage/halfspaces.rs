//! Halfspaces of a scene: they have no bounds, so each is asked with every body, at one support evaluation for a convex part.

use clearance::shape::{Halfspace, Polytope};
use clearance::{Pose, Proximity, Real, Shape, Space};
use clearance_world::{Body, Geometry};

use super::Stage;
use super::row::SceneRow;
use crate::scene::Form;
use crate::shape_json::ReadShape;

impl<V: ReadShape> Stage<V> {
    /// The rows of all pairs with a halfspace that are asked about, in no particular order.
    pub(super) fn halfspace_rows(&self) -> Vec<SceneRow> {
        let mut rows = Vec::new();
        for &half in &self.halfspaces {
            for place in 0..self.file.bodies.len() {
                let [a, b] = [half, place].map(|i| &self.file.bodies[i]);
                let asked = !(a.fixed && b.fixed || self.file.ignores(half, place));
                if asked {
                    rows.extend(self.halfspace_row(half, place));
                }
            }
        }
        rows
    }

    /// The row of a halfspace and a bounded body; none if the second is a halfspace, too.
    pub(super) fn halfspace_row(&self, half: usize, place: usize) -> Option<SceneRow> {
        let Form::Halfspace(plane) = &self.file.bodies[half].form else { return None };
        let row = of_halfspace(plane, &self.file.bodies[half].placing.pose, self.bounded(place)?, half < place)?;
        let places = [half.min(place), half.max(place)];
        let [a, b] = places.map(|i| self.file.bodies[i].name.clone());
        Some(SceneRow { a, b, places, ..row })
    }
}

/// What is between a halfspace and a body, of which the halfspace is A or B.
///
/// The signed distance of a union is the least of its parts': a translation along the normal by the largest depth takes all parts out,
/// and a shorter one leaves the deepest part in.
pub(crate) fn of_halfspace<V: ReadShape>(
    plane: &Halfspace<V>,
    pose: &Pose<V>,
    body: &Body<V>,
    is_a: bool,
) -> Option<SceneRow> {
    let ask = |shape: &Shape<V>| plane.signed_distance(pose, shape, body.pose());
    let (part, found) = match body.geometry() {
        Geometry::Convex(shape) => (None, ask(shape)),
        Geometry::Compound(compound) => least((0..).zip(compound.parts()).map(|(i, part)| (Some(i), ask(part))))?,
        // The deepest point of a mesh is one of its corners, and so one of their hull.
        Geometry::Mesh(mesh) => (None, ask(&Polytope::new(mesh.vertices()).ok()?.into())),
        _ => return None,
    };
    let row = SceneRow::whole(if is_a { found } else { found.swapped() });
    Some(if is_a { SceneRow { part_b: part, ..row } } else { SceneRow { part_a: part, ..row } })
}

/// The least signed distance, with bounds of the least of all.
fn least<V: Space>(all: impl Iterator<Item = (Option<u32>, Proximity<V>)>) -> Option<(Option<u32>, Proximity<V>)> {
    all.reduce(|(part, best), (other, found)| {
        let (lower, upper) =
            (Real::min(best.bounds.lower, found.bounds.lower), Real::min(best.bounds.upper, found.bounds.upper));
        let (part, mut least) =
            if found.signed_distance < best.signed_distance { (other, found) } else { (part, best) };
        (least.bounds.lower, least.bounds.upper) = (lower, upper);
        (part, least)
    })
}
