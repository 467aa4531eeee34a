//! One triangle and a point: the nearest point, and bounds of the distance from both sides.
//!
//! Any point `q` of the triangle bounds the distance from above by `|p − q|`. Any direction `m` bounds it from below:
//! the triangle lies in `m·x ≤ max m·vₖ`, so the distance is at least `min m·(p − vₖ)/|m|`. For the nearest point and
//! `m = p − q` the two agree; what rounding has put elsewhere makes them wider and not wrong, as `m` is whatever floats
//! it is.
//!
//! **Rounding.** Let `S = |p−a|₁ + |p−b|₁ + |p−c|₁` and `q = a + v (b−a) + w (c−a)` for the weights that were computed,
//! not negative and of a sum of at most `1 + u`. Differences round by `u` of themselves, the products and sums of `p −
//! q` by `3u` of the sides and `u` of the result: by `5uS` in all, and the weights' sum by `uS` more. Its length rounds
//! by `3u` of at most `S`. A product `m·(p − vₖ)` is off by less than `4.1u|m||p − vₖ|`, its quotient by `|m|` by
//! another `4u`. Either bound is off by less than `10uS`, of which `16uS` are counted. What underflows is below
//! [`TINY`], since coordinates are at least about 2⁻¹⁰⁰ where they matter.

use clearance::{Real, Vec3, Vector};

type Point = Vec3<f64>;
pub(crate) type Corners = [Point; 3];

/// Squares of lengths above this are normal numbers.
pub(super) const TINY: f64 = 1e-115;

/// The relative error of both bounds, in sums of lengths.
pub(super) const ERROR: f64 = 16.0 * f64::UNIT;

/// The nearest point of a triangle, up to rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Close {
    /// The weights of the second and third corner.
    pub weights: (f64, f64),
    /// The vector from the nearest point to the point.
    pub away: Point,
    /// The square of its length.
    pub squared: f64,
    /// How far the corners are behind the point along it at least, times its length.
    pub least: f64,
    /// What both bounds are off at most.
    pub error: f64,
}

impl Close {
    #[inline(always)]
    pub fn of(p: Point, [a, b, c]: Corners) -> Self {
        let (ab, ac) = (b - a, c - a);
        let from = [p - a, p - b, p - c];
        let (v, w) = weights(ab, ac, from);
        let away = from[0] - (ab * v + ac * w);
        let along = from.map(|x| away.dot(x));
        let sizes = from.map(|x| x.x.abs() + x.y.abs() + x.z.abs());
        Close {
            weights: (v, w),
            away,
            squared: away.norm_squared(),
            least: lesser(lesser(along[0], along[1]), along[2]),
            error: ERROR * (sizes[0] + sizes[1] + sizes[2]) + TINY,
        }
    }

    /// An upper bound of the distance.
    pub fn upper(&self) -> f64 {
        self.squared.sqrt() + self.error
    }

    /// A lower bound of the distance, by the direction to the nearest point; it may be negative.
    pub fn lower(&self) -> f64 {
        let length = self.squared.sqrt();
        // Also false where the quotient is not a number.
        if length > TINY { self.least / length - self.error } else { 0.0 }
    }

    /// The best lower bound by directions that are perpendicular to the feature whatever rounding made of the nearest
    /// point: the triangle's normal, and the rest of the direction beside an edge; with the direction.
    pub fn across(&self, p: Point, [a, b, c]: Corners) -> (f64, Point) {
        let from = [p - a, p - b, p - c];
        let normal = (b - a).cross(c - a);
        let facing = if normal.dot(self.away) < 0.0 { -normal } else { normal };
        let beside = |side: Point| {
            let share = self.away.dot(side) / side.norm_squared();
            if share.is_finite() { self.away - side * share } else { self.away }
        };
        let directions = [self.away, facing, beside(b - a), beside(c - b), beside(a - c)];
        let bound = |m: Point| {
            let along = from.map(|x| m.dot(x));
            let length = m.norm();
            let bound = lesser(lesser(along[0], along[1]), along[2]) / length - self.error;
            if length > TINY { bound } else { 0.0 }
        };
        let mut best = (f64::NEG_INFINITY, self.away);
        for m in directions {
            let bound = bound(m);
            if bound > best.0 {
                best = (bound, m);
            }
        }
        best
    }

    /// The nearest point.
    pub fn at(&self, [a, b, c]: Corners) -> Point {
        match self.weights {
            (1.0, _) => b,
            (_, 1.0) => c,
            (v, w) => a + (b - a) * v + (c - a) * w,
        }
    }
}

#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The weights of `b` and `c` at the nearest point, not negative and of a sum of at most 1, from the two sides at `a`
/// and the vectors from the corners to the point: the Voronoi regions of Ericson, Real-Time Collision Detection, 2005,
/// section 5.1.5.
#[inline(always)]
pub(in crate::mesh) fn weights(ab: Point, ac: Point, from: [Point; 3]) -> (f64, f64) {
    let [(d1, d2), (d3, d4), (d5, d6)] = from.map(|x| (ab.dot(x), ac.dot(x)));
    let share = |part: f64, rest: f64| {
        let share = part / (part + rest);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    };
    if d1 <= 0.0 && d2 <= 0.0 {
        return (0.0, 0.0);
    }
    if d3 >= 0.0 && d4 <= d3 {
        return (1.0, 0.0);
    }
    if d6 >= 0.0 && d5 <= d6 {
        return (0.0, 1.0);
    }
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (share(d1, -d3), 0.0);
    }
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (0.0, share(d2, -d6));
    }
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let w = share(d4 - d3, d5 - d6);
        return (1.0 - w, w);
    }
    let v = share(vb, va + vc);
    (v, share(vc, va + vb).min(1.0 - v))
}
