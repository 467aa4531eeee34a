//! A proven lower bound of the signed distance of two bodies along a given axis: two support evaluations.
//!
//! The signed distance is the largest of all gaps `min n·x_b − max n·x_a` over unit axes `n`, so any axis proves a lower bound, and one that
//! is fixed in a frame proves it over a stretch of time.
//!
//! **Errors.** The exact axis `n*` is a unit vector, the computed one `n` is off by `ν`. A body's exact points are `R(c + k) + t + ρ·ball`, with its
//! anchor `c` and core points `|k| ≤ reach`; its matrix is off by `ε` and its translation by `τ`. With `m = Mᵀn`:
//! * `|m − Rᵀn*| ≤ e = ν + ε + 6u`, so heights of points `c + k` are off by `e (|c| + reach)`, and by `8u (|c| + reach)` of rounding;
//! * the support point `p` is beaten by less than `support_error` (and `|m|` is 1 up to `e`);
//! * the offset `t_b − t_a` rounds by `u` of itself, its height by `3u` and `ν`, and is off by both `τ`;
//! * the sum of the four terms rounds by `4u` of their sizes.
//!
//! Every error is counted with a factor of `1 + 2⁻¹⁰`, which holds all products of two of them.

use clearance::SupportExt;
use clearance::{Hint, Pose3, Shape3, Support, Vec3, Vector};

use crate::Solid;
use crate::clearance::interior::{self, FAR, Place};

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// A body where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    /// The body.
    pub solid: &'a Solid,
    /// Its pose in the world, with its errors.
    pub pose: &'a Pose3<f64>,
}

/// An axis in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// Of length 1 up to `error`.
    pub direction: Vec3<f64>,
    /// How far the exact unit axis is from it, at most.
    pub error: f64,
}

impl Axis {
    /// The unit axis along `direction` (of any length but zero) of a frame; `None` without a direction.
    ///
    /// Normalising rounds by less than `4u`, the matrix product by `6u`, and the frame's rotation is off by its error.
    pub fn fixed_in(frame: &Pose3<f64>, direction: Vec3<f64>) -> Option<Self> {
        let largest = direction.max_abs();
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        let unit = direction.normalized();
        Some(Axis { direction: frame.vector(unit), error: frame.rotation_error() + 12.0 * U })
    }
}

/// No point of `b` is less than this ahead of any point of `a` along the axis: a lower bound of the signed distance. The hints are where the
/// searches of the supports start, and are left where they ended.
///
/// Of a halfspace `b` its own normal is the only axis along which there is a gap; then the given one does not matter. A halfspace `a`, which no
/// link is, has none. Of what is inside of a mesh, a body with a point outside is [`FAR`]: the mesh's triangles tell how far.
pub(crate) fn gap(a: &Placed, b: &Placed, axis: &Axis, hints: &mut [Hint; 2]) -> f64 {
    match (a.solid, b.solid) {
        (Solid::Convex(first), Solid::Convex(second)) => between((first, a.pose), (second, b.pose), axis, hints),
        (Solid::Convex(shape), Solid::Halfspace(half)) => {
            let Some(up) = Axis::fixed_in(b.pose, half.normal()) else { return f64::NEG_INFINITY };
            // Points x of the halfspace have up·(x − t) ≤ offset, with the frame's origin t; normal and offset are given to a few roundings.
            let (depth, error) = height((shape, a.pose), &up, -1.0, &mut hints[0]);
            let offset = a.pose.translation() - b.pose.translation();
            let value = (up.direction.dot(offset) - depth) - half.offset();
            let rounding = (up.error + 16.0 * U) * size(offset) + 16.0 * U * (depth.abs() + half.offset().abs());
            value - (error + b.pose.translation_error() + rounding) * (1.0 + 1.0 / 1024.0)
        }
        (Solid::Convex(shape), Solid::Interior(mesh)) => match interior::place((shape, a.pose), (mesh, b.pose)) {
            Place::Outside => FAR,
            _ => between((shape, a.pose), (mesh.hull(), b.pose), axis, hints),
        },
        _ => f64::NEG_INFINITY,
    }
}

/// The gap of two shapes at world poses.
fn between(a: (&Shape3<f64>, &Pose3<f64>), b: (&Shape3<f64>, &Pose3<f64>), axis: &Axis, hints: &mut [Hint; 2]) -> f64 {
    let (top, error_a) = height(a, axis, 1.0, &mut hints[0]);
    let (bottom, error_b) = height(b, axis, -1.0, &mut hints[1]);
    let offset = b.1.translation() - a.1.translation();
    let value = (axis.direction.dot(offset) - top) - bottom;
    let rounding = (axis.error + 8.0 * U) * size(offset) + 4.0 * U * (top.abs() + bottom.abs());
    value - (error_a + error_b + rounding) * (1.0 + 1.0 / 1024.0)
}

/// Not less than the length.
fn size(v: Vec3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

/// The largest height of a body above its frame's origin along the axis or against it, and how far off it may be.
fn height((shape, pose): (&Shape3<f64>, &Pose3<f64>), axis: &Axis, sign: f64, hint: &mut Hint) -> (f64, f64) {
    let dir = pose.vector_back(axis.direction * sign);
    let (point, near) = shape.support_from(dir, *hint);
    *hint = near;
    let anchor = shape.anchor();
    let size = anchor.norm() + shape.reach();
    let askew = (axis.error + pose.rotation_error() + 16.0 * U) * size;
    let error = askew + shape.support_error() + pose.translation_error() + 2.0 * U * shape.radius();
    (dir.dot(anchor) + dir.dot(point) + shape.radius(), error)
}
