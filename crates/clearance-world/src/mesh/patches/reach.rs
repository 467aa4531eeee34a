//! Two bodies in one frame, in which the first has size 1.

use clearance::math::Matrix;
use clearance::{Pose, Real, Vec3, Vector};

use super::Frame;
use crate::mesh::spatial;

/// Where points `y` of the second body's frame are in the first one's: at `Y y + shift` with the columns of `Y`, but
/// for `error`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub columns: [Vec3<f64>; 3],
    pub shift: Vec3<f64>,
    /// The length of a unit of the second frame.
    pub ratio: f64,
    /// What the vector between a point of either body may be off.
    pub error: f64,
    /// No two points of the bodies are farther apart.
    pub size: f64,
}

/// Ratio of distance to size beyond which single precision does not distinguish patches.
const NEAR: f64 = 16.0;

/// Ratio of distance to the larger mesh's size beyond which double precision does not distinguish small patches.
const FAR: f64 = (1u64 << 20) as f64;

impl Reach {
    /// `reach` is how far points of the bodies are from the origins of their own frames. `None` for bodies that are so
    /// far apart, or of so different sizes, that rounding is not small.
    ///
    /// With `x = o + x'/s` in the first body's frame and `y = p + y'/r` in the second one's, a matrix `R` and a
    /// translation `t`, the point `y` is at `x' = (s/r) R y' + s (R p + t − o)`. The pose moves it by `s (ρ|y| + τ)` at
    /// most. Coordinates of points are off by `2u` of lengths up to 2, products and sums by less than `8u` of their
    /// terms, once for the shift and once for a point.
    pub fn new<V: Vector>([a, b]: [Frame; 2], b_in_a: &Pose<V>, reach: [f64; 2]) -> Option<Self> {
        let ratio = a.scale / b.scale;
        let columns = [0, 1, 2].map(|i| if i < V::DIM { spatial(b_in_a.matrix().column(i)) } else { Vec3::axis(i) });
        let t = spatial(b_in_a.translation());
        let turned = |v: Vec3<f64>| columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
        let shift = (turned(b.center) + t - a.center) * a.scale;
        let size = a.radius + b.radius * ratio + shift.norm();
        let terms = (b.center.norm() + t.norm() + a.center.norm()) * a.scale;
        let moved = (b_in_a.rotation_error().to_f64() * reach[1] + b_in_a.translation_error().to_f64()) * a.scale;
        let error = (moved + 16.0 * f64::UNIT * (terms + size)) * 1.001 + f64::SMALLEST;
        // False of what is not a number, too.
        let is_fit = size <= FAR * (1.0 + ratio) && ratio < FAR && ratio > 1.0 / FAR;
        is_fit.then_some(Reach { columns: columns.map(|column| column * ratio), shift, ratio, error, size })
    }

    /// Whether single precision is enough for boxes.
    pub fn is_near(&self) -> bool {
        self.size <= NEAR && self.ratio <= NEAR && self.ratio >= 1.0 / NEAR
    }

    /// A point of the second frame in the first.
    pub fn moved(&self, point: Vec3<f64>) -> Vec3<f64> {
        let [x, y, z] = self.columns;
        x * point.x + y * point.y + z * point.z + self.shift
    }
}
