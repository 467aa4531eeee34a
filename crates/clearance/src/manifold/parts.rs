//! The contact of a body of many convex parts with a shape: what the faces of all parts along one normal have in common
//! with the face of the shape.
//!
//! The normal is that of the deepest part, or of the closest one. A part counts as far as its face lies in the plane of
//! that contact, but for the tilt: where parts meet in a plane there is no contact at their inner edges, as the points
//! are corners of what all of them have in common with the shape.

use alloc::vec::Vec;

use super::contact::{ContactOptions, ContactPoint};
use super::face::{Face, PatchFrame};
use super::polygon::{Point2, apart, outline, overlap, spot, spread};
use crate::dimension::Dimension;
use crate::math::{Pose, Real};
use crate::newton::tangents;
use crate::proximity::{Feature, Proximity};
use crate::shape::{Shape, Shapes};
use crate::support::{Snapshot, Support, SupportExt};

/// How faces are seen: along the normal, from the witness point of the deepest part.
struct View<'v, V: Dimension> {
    found: &'v Proximity<V>,
    basis: [V; 2],
    tilt: V::Scalar,
    /// Places closer than that are the same.
    slack: V::Scalar,
}

/// The points at a corner of what two faces have in common.
struct Pair<V: Dimension> {
    part: usize,
    at: Point2<V::Scalar>,
    point: ContactPoint<V>,
}

/// The contact of some parts of a body with a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct PartsContact<V: Dimension> {
    /// The contact points, each with the index of its part.
    pub points: Vec<(usize, ContactPoint<V>)>,
    /// Whether all corners of the shape's face are among what the parts touch: then no other parts add anything.
    pub is_whole: bool,
}

/// The contact points of some parts with B, in the frame of the poses; `deepest` is the part that `found` is of.
pub(crate) fn of_parts<V: Dimension + Shapes>(
    (parts, pose_a): (&[&Shape<V>], &Pose<V>),
    (b, pose_b): (&Snapshot<'_, V>, &Pose<V>),
    (deepest, found): (usize, &Proximity<V>),
    options: &ContactOptions<V::Scalar>,
) -> PartsContact<V> {
    let view = View::new(found, options.tilt, b.reach() + (pose_b.translation() - found.witness_a).norm());
    let face_b = view.face(b, pose_b, -found.normal);
    let mut pairs = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let face_a = view.face(*part, pose_a, found.normal);
        pairs.extend(view.pairs(number, (*part, &face_a), (b, &face_b)));
    }
    let is_touched = |corner: &Point2<V::Scalar>| pairs.iter().any(|pair| apart(pair.at, *corner) <= view.slack);
    let is_whole = face_b.flat().iter().all(is_touched);
    PartsContact { points: view.chosen(&pairs, deepest, options.max_points.max(1)), is_whole }
}

impl<'v, V: Dimension + Shapes> View<'v, V> {
    /// Rounding is in units of a size, and of how far the witness point is from the origin.
    fn new(found: &'v Proximity<V>, tilt: V::Scalar, size: V::Scalar) -> Self {
        let slack = V::Scalar::from_f64(256.0) * V::Scalar::UNIT * (size + found.witness_a.norm());
        View { found, basis: tangents(found.normal), tilt, slack }
    }

    fn flat(&self, point: V) -> Point2<V::Scalar> {
        let across = point - self.found.witness_a;
        [across.dot(self.basis[0]), across.dot(self.basis[1])]
    }

    /// The face of a shape that is turned outward, with points of its surface in the frame of the poses.
    fn face(&self, shape: &(impl Support<V> + ?Sized), pose: &Pose<V>, outward: V) -> Face<V> {
        let mut face = Face::of_shape(shape, &PatchFrame::of_shape(shape, pose.vector_back(-outward), self.tilt));
        for corner in &mut face.corners {
            corner.point = pose.point(corner.point + shape.anchor()) + outward * shape.radius();
            corner.at = self.flat(corner.point);
        }
        // Counter-clockwise seen against the normal.
        if area(&face.flat()) < V::Scalar::ZERO {
            face.corners.reverse();
        }
        face
    }

    /// Pairs of points that are about as deep as the deepest ones: the faces may be tilted.
    fn pairs(
        &self,
        part: usize,
        (a, face_a): (&Shape<V>, &Face<V>),
        (b, face_b): (&Snapshot<'_, V>, &Face<V>),
    ) -> Vec<Pair<V>> {
        let (flat_a, flat_b) = (face_a.flat(), face_b.flat());
        let normal = self.found.normal;
        let pair = |at: Point2<V::Scalar>| {
            let (witness_a, ids_a, weights_a) = face_a.point(at, spot(at, &flat_a, self.slack));
            let (witness_b, ids_b, weights_b) = face_b.point(at, spot(at, &flat_b, self.slack));
            let gap = normal.dot(witness_b - witness_a);
            let beyond = gap - self.found.signed_distance;
            let distance = if beyond.abs() <= self.slack { self.found.signed_distance } else { gap };
            let features = [Feature::from_points(a, ids_a, weights_a, 3), Feature::from_points(b, ids_b, weights_b, 3)];
            let point = ContactPoint { witness_a, witness_b: witness_a + normal * distance, distance, features };
            let in_plane = beyond.abs() <= self.tilt * apart(at, [V::Scalar::ZERO; 2]) + self.slack;
            in_plane.then_some(Pair { part, at, point })
        };
        overlap(&flat_a, &flat_b, self.slack).into_iter().filter_map(pair).collect()
    }

    /// The pairs that span most, one of the deepest among them; the witness points if these are between them.
    fn chosen(&self, pairs: &[Pair<V>], deepest: usize, wanted: usize) -> Vec<(usize, ContactPoint<V>)> {
        let flat: Vec<Point2<V::Scalar>> = pairs.iter().map(|pair| pair.at).collect();
        let around = outline(&flat, self.slack);
        let border: Vec<Point2<V::Scalar>> = around.iter().map(|&i| flat[i]).collect();
        let is_deep = |place: &usize| pairs[around[*place]].point.distance == self.found.signed_distance;
        let all: Vec<usize> = (0..border.len()).collect();
        let deep: Vec<usize> = all.iter().copied().filter(is_deep).collect();
        let &Proximity { witness_a, witness_b, signed_distance: distance, features, .. } = self.found;
        let tip = (deepest, ContactPoint { witness_a, witness_b, distance, features });
        let (first, count, extra) = if deep.is_empty() { (all, wanted - 1, Some(tip)) } else { (deep, wanted, None) };
        let chosen = spread(&border, &first, count).into_iter().map(|place| {
            let pair = &pairs[around[place]];
            (pair.part, pair.point)
        });
        chosen.chain(extra).collect()
    }
}

/// Twice the area of a polygon, positive if it is counter-clockwise.
fn area<T: Real>(polygon: &[Point2<T>]) -> T {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).fold(T::ZERO, |sum, (p, q)| sum + p[0] * q[1] - p[1] * q[0])
}
