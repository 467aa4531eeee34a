//! Crossings of a ray along the first axis, by exact signs.
//!
//! The ray starts at `p` moved by `(ε, ε²)` along the second and third axis, for an `ε` that is smaller than anything
//! (Edelsbrunner and Mücke, Simulation of simplicity, 1990): then it meets no edge and no vertex, and a triangle that
//! it crosses is crossed inside. The moved point is in no other region than `p` unless `p` is on the surface, which is
//! decided first.

use clearance::exact::{orient2d, orient3d};
use clearance::{Vec2, Vec3};

/// 1 if the ray from `p` leaves through the front of the triangle, −1 if it enters through it, 0 if it misses.
pub(super) fn crossing(p: Vec3<f64>, [a, b, c]: [Vec3<f64>; 3]) -> i32 {
    let flat = |v: Vec3<f64>| Vec2::new(v.y, v.z);
    let side = |from: Vec3<f64>, to: Vec3<f64>| moved_side(flat(from), flat(to), flat(p));
    let front = side(a, b);
    if front == 0 || side(b, c) != front || side(c, a) != front {
        return 0;
    }
    // Seen against the ray, `a`, `b`, `c` turn by `front`: the normal points along the ray if that is 1. The plane is
    // ahead of `p` if `p` is behind such a triangle, or before one that faces the ray.
    if orient3d(a, b, c, p) == -front { i32::from(front) } else { 0 }
}

/// The sign of `(b − a) × (p + (ε, ε²) − a)`. The added term is `(b − a)ₓ ε² − (b − a)ᵧ ε`; it is zero only if `a` and
/// `b` are one.
fn moved_side(a: Vec2<f64>, b: Vec2<f64>, p: Vec2<f64>) -> i8 {
    let sign = |ordering: Option<std::cmp::Ordering>| ordering.map_or(0, |ordering| ordering as i8);
    let exact = orient2d(a, b, p);
    if exact != 0 {
        return exact;
    }
    let first = sign(a.y.partial_cmp(&b.y));
    if first != 0 { first } else { sign(b.x.partial_cmp(&a.x)) }
}

/// Whether `p` lies on the closed triangle, whatever its corners: equal and collinear ones are a segment or a point.
pub(super) fn is_on(p: Vec3<f64>, corners: [Vec3<f64>; 3]) -> bool {
    let [a, b, c] = corners;
    let within = (0..3).all(|k| {
        let [low, high] = [f64::min, f64::max].map(|pick| pick(pick(a[k], b[k]), c[k]));
        (low..=high).contains(&p[k])
    });
    if !within || orient3d(a, b, c, p) != 0 {
        return false;
    }
    (0..3).all(|k| {
        let flat = |v: Vec3<f64>| Vec2::new(v[(k + 1) % 3], v[(k + 2) % 3]);
        let [a, b, c, p] = [a, b, c, p].map(flat);
        let front = orient2d(a, b, c);
        let sides = [orient2d(a, b, p), orient2d(b, c, p), orient2d(c, a, p)];
        // A triangle that is seen from its edge holds nothing off the line that it is seen as.
        if front == 0 { sides == [0; 3] } else { sides.iter().all(|&side| side != -front) }
    })
}
