//! The face of a core that lies in a support plane: one corner where it is strictly convex, two of an edge or of the
//! line on a cylinder's side, more of a flat face.
//!
//! A polytope lists its vertices in the plane. A curved core is evaluated along sixteen directions tilted around the
//! normal: its flat parts answer with their far corners, while a smooth part answers next to where it is. So a flat
//! disc is seen as the inscribed polygon of sixteen corners, and the face of a curved core that has corners is seen
//! exactly if it has no arcs.

use alloc::vec::Vec;

use super::polygon::{Location, Point2, apart, outline};
use crate::difference::Difference;
use crate::math::{Each, Matrix, Real, Vector};
use crate::newton::tangents;
use crate::shape::congruent;
use crate::support::{Hint, Support, SupportExt};

/// In units of roundoff and of the core's reach: vertices so little below the support plane lie in it. A direction errs
/// by some roundoffs, and 128 is what [`crate::contact`] tilts by.
const IN_PLANE: f64 = 128.0;

/// Directions asked around the normal of a curved core, as cosine and sine: sixteenths of a turn.
const AROUND: [[f64; 2]; 16] = {
    const C1: f64 = 0.923_879_532_511_286_7;
    const S1: f64 = 0.382_683_432_365_089_8;
    const D: f64 = core::f64::consts::FRAC_1_SQRT_2;
    [
        [1.0, 0.0],
        [C1, S1],
        [D, D],
        [S1, C1],
        [0.0, 1.0],
        [-S1, C1],
        [-D, D],
        [-C1, S1],
        [-1.0, 0.0],
        [-C1, -S1],
        [-D, -D],
        [-S1, -C1],
        [0.0, -1.0],
        [S1, -C1],
        [D, -D],
        [C1, -S1],
    ]
};

/// A core in the frame in which the faces of both are seen: that of A, from A's anchor, scaled like the difference.
pub(crate) struct Side<'s, V: Vector, S: ?Sized> {
    shape: &'s S,
    turn: V::Matrix,
    offset: V,
    scale: V::Scalar,
}

/// Where the faces are seen from.
pub(crate) struct PatchFrame<V: Vector> {
    /// The unit normal, from A to B.
    pub normal: V,
    /// Perpendicular to it; in the plane the second one is zero.
    pub basis: [V; 2],
    /// The witness points of the two cores, one of which lies straight above the other.
    pub projections: [V; 2],
    /// Places closer than that are the same.
    pub slack: V::Scalar,
    /// The sine of the angle by which a face may be tilted against the normal and still count as lying in the plane.
    pub tilt: V::Scalar,
}

/// A corner of a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner<V: Vector> {
    pub point: V,
    /// Its number among the core's vertices.
    pub id: Hint,
    /// Seen along the normal, from the witness point.
    pub at: Point2<V::Scalar>,
    /// Hessian of the core's support function there.
    pub curvature: V::Matrix,
}

/// The corners of a face, counter-clockwise seen against the normal.
pub(crate) struct Face<V: Vector> {
    pub corners: Vec<Corner<V>>,
    /// No corner is missing: false for what may be a disc.
    pub complete: bool,
}

impl<V: Vector> PatchFrame<V> {
    /// For the faces of a difference that lie in its plane but for a tilt.
    pub fn new(m: &Difference<'_, V>, normal: V, projections: [V; 2], tilt: V::Scalar) -> Self {
        let slack = V::Scalar::from_f64(2.0 * IN_PLANE) * V::Scalar::UNIT * m.frame.size;
        PatchFrame { normal, basis: tangents(normal), projections, slack, tilt }
    }

    /// For the face of one shape against a plane whose unit normal `up` points to it; lengths are unscaled, from its
    /// anchor.
    pub fn of_shape(shape: &(impl Support<V> + ?Sized), up: V, tilt: V::Scalar) -> Self {
        let slack = V::Scalar::from_f64(2.0 * IN_PLANE) * V::Scalar::UNIT * shape.reach();
        PatchFrame { normal: up, basis: tangents(up), projections: [shape.support(-up); 2], slack, tilt }
    }

    pub fn flat(&self, point: V) -> Point2<V::Scalar> {
        let across = point - self.projections[0];
        [across.dot(self.basis[0]), across.dot(self.basis[1])]
    }

    /// Both faces.
    pub fn faces(&self, m: &Difference<'_, V>) -> [Face<V>; 2] {
        let a = Side { shape: m.a, turn: V::Matrix::IDENTITY, offset: V::ZERO, scale: m.frame.scale };
        let b = Side { shape: m.b, turn: m.turn, offset: m.offset, scale: m.frame.scale };
        [a.face(self, self.normal, self.projections[0]), b.face(self, -self.normal, self.projections[1])]
    }
}

impl<V: Vector, S: Support<V> + ?Sized> Side<'_, V, S> {
    fn placed(&self, point: V) -> V {
        (self.turn.apply(point) + self.offset) * self.scale
    }

    /// The face along `outward`; `projection` is a point of it.
    fn face(&self, view: &PatchFrame<V>, outward: V, projection: V) -> Face<V> {
        let (candidates, curved) = if self.shape.vertex_count() > 0 {
            (self.vertices(view, outward), false)
        } else {
            (self.samples(view, outward), true)
        };
        let flat: Vec<_> = candidates.iter().map(|c| c.at).collect();
        let mut corners: Vec<_> = outline(&flat, view.slack).into_iter().map(|i| candidates[i]).collect();
        if corners.is_empty() {
            corners.push(Corner {
                point: projection,
                id: Hint::NONE,
                at: [V::Scalar::ZERO; 2],
                curvature: V::Matrix::ZERO,
            });
        }
        // A flat face turns with its body, whatever the support function does around its normal.
        if corners.len() > 2 {
            corners.iter_mut().for_each(|corner| corner.curvature = V::Matrix::ZERO);
        }
        let complete = !curved || corners.len() <= 2;
        Face { corners, complete }
    }

    fn corner(&self, view: &PatchFrame<V>, (point, curvature): (V, V::Matrix), id: Hint) -> Corner<V> {
        let point = self.placed(point);
        let curvature = congruent::<V>(&self.turn, &curvature).scale(self.scale);
        Corner { point, id, at: view.flat(point), curvature }
    }

    /// The vertices in the plane, or below it by no more than the tilt explains as seen from the witness point.
    fn vertices(&self, view: &PatchFrame<V>, outward: V) -> Vec<Corner<V>> {
        let along = self.turn.apply_transpose(outward);
        let slack = V::Scalar::from_f64(IN_PLANE) * V::Scalar::UNIT * self.shape.reach();
        let top = along.dot(self.shape.support(along));
        let mut found = Vec::new();
        for id in 0..self.shape.vertex_count() {
            let vertex = self.shape.vertex(id);
            let below = top - along.dot(vertex) - slack;
            if below <= V::Scalar::ZERO || view.tilt > V::Scalar::ZERO {
                let corner = self.corner(view, (vertex, V::Matrix::ZERO), Hint::vertex(id));
                if below * self.scale <= view.tilt * apart(corner.at, [V::Scalar::ZERO; 2]) {
                    found.push(corner);
                }
            }
        }
        found
    }

    /// Support points around the normal, without those that smoothness explains.
    fn samples(&self, view: &PatchFrame<V>, outward: V) -> Vec<Corner<V>> {
        let u = V::Scalar::UNIT;
        let tilt = view.tilt.max(V::Scalar::from_f64(IN_PLANE) * u);
        // A smooth core of curvature radius r answers a tilt next to where it is, by r·tilt: bodies with r up to 8
        // reaches, and at the finest tilt up to 1/√u of them, are distinguished from flat ones.
        let same = u.sqrt().max(V::Scalar::from_f64(8.0) * tilt) * self.shape.reach() * self.scale;
        let asked = |direction: V| {
            let (point, curvature) = self.shape.support_curved(self.turn.apply_transpose(direction));
            // Where the piece found would answer the untilted direction.
            let untilted = point + curvature.apply(self.turn.apply_transpose(outward - direction));
            self.corner(view, (untilted, curvature), Hint::NONE)
        };
        let mut found: Vec<Corner<V>> = Vec::new();
        let step = if V::DIM == 2 { 8 } else { 1 };
        for [cos, sin] in AROUND.into_iter().step_by(step) {
            let aside = view.basis[0] * V::Scalar::from_f64(cos) + view.basis[1] * V::Scalar::from_f64(sin);
            let corner = asked((outward + aside * tilt).normalized());
            if found.iter().all(|known| (known.point - corner.point).norm() > same) {
                found.push(corner);
            }
        }
        if found.len() == 1 {
            found[0] = asked(outward);
        }
        found
    }
}

impl<V: Vector> Face<V> {
    /// The face of a shape against the normal of a view of it.
    pub fn of_shape(shape: &(impl Support<V> + ?Sized), view: &PatchFrame<V>) -> Self {
        let side = Side { shape, turn: V::Matrix::IDENTITY, offset: V::ZERO, scale: V::Scalar::ONE };
        side.face(view, -view.normal, view.projections[1])
    }

    /// The corners seen along the normal.
    pub fn flat(&self) -> Vec<Point2<V::Scalar>> {
        self.corners.iter().map(|corner| corner.at).collect()
    }

    /// The point of the face at a place that is held by a spot of it, with the corners that span it and their weights.
    ///
    /// Corners of a tilted face need not lie in one plane; inside it the point is one of the fan of triangles at the
    /// first corner, so it is a point of the core in any case.
    pub fn point(&self, at: Point2<V::Scalar>, spot: Location) -> (V, [Hint; 3], [V::Scalar; 3]) {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let n = self.corners.len();
        let (numbers, weights) = match spot {
            Location::Corner(i) => ([i; 3], [one, zero, zero]),
            Location::Edge(i) => {
                let next = (i + 1) % n;
                let (from, to) = (self.corners[i].at, self.corners[next].at);
                let t = (apart(from, at) / apart(from, to)).min(one);
                ([i, next, next], [one - t, t, zero])
            }
            Location::Inside => {
                let weights = |k: usize| barycentric([0, k, k + 1].each(|i| self.corners[i].at), at);
                let least = |k: usize| weights(k).into_iter().fold(one, V::Scalar::min);
                let best = (1..n - 1).fold(1, |best, k| if least(k) > least(best) { k } else { best });
                // A place beyond the face has weights below zero: a point of the face next to it, which is not above
                // it.
                let held = weights(best).each(|weight| weight.max(zero));
                let sum = held[0] + held[1] + held[2];
                ([0, best, best + 1], held.each(|weight| weight / sum))
            }
        };
        let mut point = V::ZERO;
        for (i, weight) in numbers.into_iter().zip(weights) {
            point += self.corners[i].point * weight;
        }
        (point, numbers.each(|i| self.corners[i].id), weights)
    }
}

/// The weights of a place in a triangle.
fn barycentric<T: Real>([a, b, c]: [Point2<T>; 3], at: Point2<T>) -> [T; 3] {
    let area = |p: Point2<T>, q: Point2<T>, r: Point2<T>| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let whole = area(a, b, c);
    let (second, third) = (area(a, at, c) / whole, area(a, b, at) / whole);
    [T::ONE - second - third, second, third]
}
