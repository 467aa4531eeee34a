//! The distance of a point from a triangle in exact arithmetic: for needles and for points so near to an edge that
//! rounding hides the direction.

use clearance::exact::{Exact, ExactVector, Rounded};
use clearance::{Bounds, Vec3, Vector};

use super::triangle::Corners;

/// The nearest point of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactNearest {
    /// The distance, between adjacent floats.
    pub bounds: Bounds<f64>,
    /// Each coordinate correctly rounded.
    pub at: Vec3<f64>,
    /// The unit vector from there to the point; the first axis for a point that is there.
    pub direction: Vec3<f64>,
}

/// Inside of the triangle if all three areas `n·((pₖ − p) × (pₗ − p))` are positive: then the distance is `|n·(p −
/// a)|/|n|`. Else it is that of the nearest side, `√((|s|²|x|² − (s·x)²)/|s|²)` between the ends, for the side `s` and
/// the vector `x` from its start. Sides without a length are points.
pub(super) fn nearest(p: Vec3<f64>, corners: Corners) -> ExactNearest {
    let p = ExactVector::new(p);
    let [a, b, c] = corners.map(ExactVector::new);
    let normal = (&b - &a).cross(&(&c - &a));
    let sides = [(&a, &b), (&b, &c), (&c, &a)];
    let is_inside = sides.iter().all(|(from, to)| normal.dot(&(*from - &p).cross(&(*to - &p))).sign() > 0);
    if is_inside {
        let (height, square) = (normal.dot(&(&p - &a)), normal.norm_squared());
        return at_offset(&p, &normal.scale(&height), &square);
    }
    let found = sides.map(|(from, to)| on_segment(&p, from, to));
    found
        .into_iter()
        .reduce(|best, other| if other.bounds.upper < best.bounds.upper { other } else { best })
        .unwrap_or(found[0])
}

fn on_segment(p: &ExactVector, from: &ExactVector, to: &ExactVector) -> ExactNearest {
    let (side, x) = (to - from, p - from);
    let (square, along) = (side.norm_squared(), side.dot(&x));
    if along.sign() <= 0 {
        return at_offset(p, &x, &Exact::ONE);
    }
    if (&along - &square).sign() >= 0 {
        return at_offset(p, &(p - to), &Exact::ONE);
    }
    at_offset(p, &(&x.scale(&square) - &side.scale(&along)), &square)
}

/// The point `p − offset/by`.
fn at_offset(p: &ExactVector, offset: &ExactVector, by: &Exact) -> ExactNearest {
    let Rounded { lower, upper, .. } = offset.norm_squared().round_root(&by.squared(), &Exact::ZERO);
    let at = Vec3::from_fn(|k| (&(&p.xyz[k] * by) - &offset.xyz[k]).round_ratio(by).nearest);
    ExactNearest { bounds: Bounds { lower, upper }, at, direction: offset.unit() }
}
