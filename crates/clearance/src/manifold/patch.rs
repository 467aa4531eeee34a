//! Where two cores meet along a normal: their support faces, and the part that these have in common.

use alloc::vec::Vec;

use super::face::{Face, PatchFrame};
use super::polygon::{Location, Point2, common, spot};
use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::math::{Each, Real, Vector};
use crate::newton::Lowest;
use crate::proximity::{Feature, Proximity};
use crate::simplex::Simplex;
use crate::support::{Hint, SupportExt};

/// The faces of both cores along a normal; lengths are scaled, from A's anchor, in A's frame.
pub(crate) struct ContactPatch<'m, V: Vector> {
    pub m: &'m Difference<'m, V>,
    pub view: PatchFrame<V>,
    pub faces: [Face<V>; 2],
    /// Corners of the common part, seen along the normal from the witness points.
    pub common: Vec<Point2<V::Scalar>>,
}

/// A pair of points of the bodies, one straight above the other along the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Above<V: Vector> {
    pub witness_a: V,
    pub witness_b: V,
    /// The distance from `witness_a` to `witness_b` along the normal.
    pub gap: V::Scalar,
    /// How far the points of the faces are from being one above the other, scaled.
    pub aside: V::Scalar,
    pub features: [Feature<V::Scalar>; 2],
}

impl<'m, V: Dimension> ContactPatch<'m, V> {
    /// Around the witness points of an answer in A's frame.
    pub fn of_answer(m: &'m Difference<'m, V>, found: &Proximity<V>, tilt: V::Scalar) -> Self {
        let witness_a = found.witness_a - found.normal * m.a.radius() - m.a.anchor();
        let witness_b = found.witness_b + found.normal * m.b.radius() - m.a.anchor();
        Self::new(m, found.normal, [witness_a * m.frame.scale, witness_b * m.frame.scale], tilt)
    }

    /// Around any common point of the faces along a unit normal.
    pub fn along(m: &'m Difference<'m, V>, normal: V) -> Self {
        let first = m.support(normal, [Hint::NONE; 2]);
        let lowest = Lowest { normal, height: normal.dot(first.w) };
        let Contact { plane, simplex, .. } = settled(m, lowest, Contact::new(lowest, Simplex::new(first))).0;
        let (mut witness_a, mut witness_b) = (V::ZERO, V::ZERO);
        for (point, weight) in simplex.points().zip(simplex.weights()) {
            witness_a += point.a * (weight * m.frame.scale);
            witness_b += m.b_in_a(point.b) * (weight * m.frame.scale);
        }
        Self::new(m, plane.normal, [witness_a, witness_b], V::Scalar::ZERO)
    }

    pub fn new(m: &'m Difference<'m, V>, normal: V, projections: [V; 2], tilt: V::Scalar) -> Self {
        let view = PatchFrame::new(m, normal, projections, tilt);
        let faces = view.faces(m);
        let common = common(&faces[0].flat(), &faces[1].flat(), view.slack);
        ContactPatch { m, view, faces, common }
    }

    /// Whether the witness points lie inside the faces, not at the ends of edges, so that a small motion keeps the
    /// features.
    pub fn is_inside(&self) -> bool {
        self.faces.iter().zip(self.view.projections).all(|(face, projection)| {
            let at = self.view.flat(projection);
            let (ends, slack) = (face.flat(), self.view.slack);
            match ends.len() {
                1 => true,
                2 => spot(at, &ends, slack) == Location::Edge(0),
                _ => spot(at, &ends, slack) == Location::Inside,
            }
        })
    }

    /// With the projections of a single pair on their faces, where these are one above the other: a step of Newton's
    /// method that is not small leaves the bodies.
    pub fn on_faces(mut self) -> Option<Self> {
        let &[at] = &self.common[..] else { return Some(self) };
        self.view.projections = [0, 1].each(|side| {
            let face = &self.faces[side];
            face.point(at, spot(at, &face.flat(), self.view.slack)).0
        });
        (self.aside() <= enough(self.m.frame.size)).then_some(self)
    }

    /// How far the projections are from being one above the other.
    pub fn aside(&self) -> V::Scalar {
        let [a, b] = self.view.projections;
        let (between, normal) = (b - a, self.view.normal);
        (between - normal * normal.dot(between)).norm()
    }

    /// Whether only one pair of points is closest along the normal.
    pub fn is_point(&self) -> bool {
        self.common.len() == 1
    }

    /// Whether the corners of the common part are all there are.
    pub fn complete(&self) -> bool {
        // An arc that is cut off by a face counts too, so both must be known.
        self.is_point() || self.faces.iter().all(|face| face.complete)
    }

    /// The pairs of points at the corners of the common part; the witness points if there is only one.
    pub fn pairs(&self) -> impl Iterator<Item = Above<V>> + '_ {
        self.common.iter().map(|&at| self.pair(at))
    }

    fn pair(&self, at: Point2<V::Scalar>) -> Above<V> {
        let (m, normal) = (self.m, self.view.normal);
        let held = |side: usize| {
            let face = &self.faces[side];
            let (point, ids, weights) = face.point(at, spot(at, &face.flat(), self.view.slack));
            (if self.is_point() { self.view.projections[side] } else { point }, ids, weights)
        };
        let ((core_a, ids_a, weights_a), (core_b, ids_b, weights_b)) = (held(0), held(1));
        let (between, height) = (core_b - core_a, normal.dot(core_b - core_a));
        let aside = (between - normal * height).norm();
        let gap = height * m.frame.unscale - m.a.radius() - m.b.radius();
        let witness_a = core_a * m.frame.unscale + normal * m.a.radius();
        let witness_b = core_b * m.frame.unscale - normal * m.b.radius();
        // Both points are right to rounding; their middle shares the error, as in an answer's witness points.
        let witness_a = witness_a + (witness_b - witness_a - normal * gap) * V::Scalar::HALF + m.a.anchor();
        let features = [Feature::from_points(m.a, ids_a, weights_a, 3), Feature::from_points(m.b, ids_b, weights_b, 3)];
        Above { witness_a, witness_b: witness_a + normal * gap, gap, aside, features }
    }
}
