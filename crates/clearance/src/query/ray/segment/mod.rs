//! Crossings in floats: most are decided by a few products with a bound on what these round.

use super::super::space::Space;
use crate::enclosure::point_in_frame;
use crate::math::{Matrix, Pose, Pose3, Real, Vec3, Vector};
use crate::proximity::Bounds;

/// A segment in the frame of some triangles, known to an error: all segments whose start is within `off` of `origin`
/// and whose displacement is within `askew` of `way`.
///
/// ```
/// use clearance::query::{RoughCrossing, SegmentEnclosure};
/// use clearance::{Pose3, Vec3};
/// // The mesh is turned by an angle, which no floats are: what is decided holds for the true one.
/// let turned = Pose3::from_rpy([0.0, 0.0, 0.1], Vec3::new(0.0, 0.0, 3.0)).unwrap();
/// let up = [Vec3::new(0.0, 0.0, 4.0), Vec3::new(0.0, 0.0, 0.0)];
/// let segment = SegmentEnclosure::in_frame(Vec3::new(1.0, 2.0, 2.0), up, &turned);
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
/// let RoughCrossing::Hit(hit) = segment.crossing(corners) else { panic!() };
/// assert!(hit.time.contains(0.25) && hit.time.width() < 1e-13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentEnclosure {
    /// Start of the segment.
    pub origin: Vec3<f64>,
    /// The displacement to the end.
    pub way: Vec3<f64>,
    /// How far the true start may be.
    pub off: f64,
    /// How far the true displacement may be.
    pub askew: f64,
}

/// A crossing of all segments of an enclosure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoughHit {
    /// The time of each is in these bounds, which are in `[0, 1]`.
    pub time: Bounds<f64>,
    /// The weights of the corners, rounded: positive, and of a sum of 1.
    pub barycentric: [f64; 3],
    /// Across the triangle and against the segments, of any length.
    pub normal: Vec3<f64>,
}

/// Whether the segments of an enclosure and a triangle have common points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoughCrossing {
    /// All cross its inside; proven.
    Hit(RoughHit),
    /// None has; proven.
    Miss,
    /// Some may have one, at times in these bounds.
    Undecided(Bounds<f64>),
}

/// Errors must be small parts of what they are errors of, so that their products are counted by the slack of the
/// bounds.
const SMALL: f64 = 1.0 / 64.0;

impl SegmentEnclosure {
    /// The segment of these floats.
    pub fn exact(origin: Vec3<f64>, way: Vec3<f64>) -> Self {
        SegmentEnclosure { origin, way, off: 0.0, askew: 0.0 }
    }

    /// The segment from `origin` on, seen from the frame of a pose, where both move by displacements in the same time.
    ///
    /// In double precision whatever the scalar: a difference of two floats of single precision rounds by less than one
    /// of `f64`.
    pub fn in_frame<V: Space>(origin: V, [of_point, of_frame]: [V; 2], pose: &Pose<V>) -> Self {
        let error = |number: V::Scalar| number.to_f64();
        let columns = Matrix::from_columns(|i| if i < V::DIM { wide(pose.matrix().column(i)) } else { Vec3::axis(i) });
        let turned = |translation: Vec3<f64>, off: f64| -> Pose3<f64> {
            Pose3::computed(columns, translation, error(pose.rotation_error()), off)
        };
        let (start, off) =
            point_in_frame(&turned(wide(pose.translation()), error(pose.translation_error())), wide(origin));
        let relative = wide(of_point) - wide(of_frame);
        let (way, askew) = point_in_frame(&turned(Vec3::ZERO, 0.0), relative);
        // The difference of the displacements rounds by `u` of itself.
        let still = of_point == V::ZERO || of_frame == V::ZERO;
        let rounded = if still { 0.0 } else { f64::EPSILON * (relative.max_abs() * 2.0) + f64::MIN_POSITIVE };
        SegmentEnclosure { origin: start, way, off, askew: askew + rounded }
    }

    /// Where the segments cross a triangle, as far as floats decide it.
    ///
    /// With corners `A, B, C` counted from the start, as [`crossing`](super::crossing): the line passes the triangle if
    /// `d·(B × C)`, `d·(C × A)`, `d·(A × B)` have one sign, at `t = A·N / d·N`. Let `M` and `D` be the largest
    /// components of corners and of `d`, `h` of the sides `b − a`, `c − a`, and `δ = uM + off` what the corners are
    /// off. A component of `B × C` is at most `2M²`, rounds by `4uM²` and is off by `4Mδ`; its product with `d` rounds
    /// by `18uDM²` in all and is off by `3D(4uM² + 4Mδ) + 6 askew M²`: together `42uDM² + 12 off DM + 6 askew M²`. In
    /// the same way `d·N` is off by `42uDh² + 6 askew h²`, and `A·N` by `48uMh² + 6 off h²`. The coefficients of the
    /// code are larger by an eighth, for products of errors and the rounding of the bounds. What underflows is less
    /// than a normal number for each factor.
    pub fn crossing(&self, corners: [Vec3<f64>; 3]) -> RoughCrossing {
        const U: f64 = f64::UNIT;
        let &SegmentEnclosure { origin, way, off, askew } = self;
        let [a, b, c] = corners.map(|corner| corner - origin);
        let (far, long) = (a.max_abs().max(b.max_abs()).max(c.max_abs()), way.max_abs());
        if !(off <= far * SMALL && askew <= long * SMALL) {
            return RoughCrossing::Undecided(WHOLE);
        }
        let lost = f64::MIN_POSITIVE * (1.0 + far + long);
        let error = far * (far * (48.0 * U * long + 7.0 * askew) + 14.0 * off * long) + lost;
        let sides = [way.dot(b.cross(c)), way.dot(c.cross(a)), way.dot(a.cross(b))];
        let (some_above, some_below) = (sides.iter().any(|&x| x > error), sides.iter().any(|&x| x < -error));
        if some_above && some_below {
            return RoughCrossing::Miss;
        }
        let (ab, ac) = (corners[1] - corners[0], corners[2] - corners[0]);
        let size = ab.max_abs().max(ac.max_abs());
        let normal = ab.cross(ac);
        let facing = way.dot(normal);
        let facing_error = size * size * (48.0 * U * long + 7.0 * askew) + lost;
        if !(facing.abs() > facing_error) {
            return RoughCrossing::Undecided(WHOLE);
        }
        let height = a.dot(normal);
        let height_error = size * size * (54.0 * U * far + 7.0 * off) + lost;
        let sign = 1f64.copysign(facing);
        let time = ratio((height * sign, height_error), (facing.abs(), facing_error));
        if time.lower > 1.0 || time.upper < 0.0 {
            return RoughCrossing::Miss;
        }
        let passes = sides.iter().all(|&side| side * sign > error);
        if passes && time.lower >= 0.0 && time.upper <= 1.0 {
            let sum = 1.0 / (sides[0] + sides[1] + sides[2]);
            return RoughCrossing::Hit(RoughHit {
                time,
                barycentric: sides.map(|side| side * sum),
                normal: normal * -sign,
            });
        }
        // What is not a number decides nothing.
        let (lower, upper) = (time.lower.max(0.0), time.upper.min(1.0));
        RoughCrossing::Undecided(if lower <= upper { Bounds { lower, upper } } else { WHOLE })
    }
}

/// All times.
const WHOLE: Bounds<f64> = Bounds { lower: 0.0, upper: 1.0 };

/// The bounds of a ratio whose denominator is larger than its error.
fn ratio((height, above): (f64, f64), (whole, off): (f64, f64)) -> Bounds<f64> {
    let [low, high] = [(height - above).next_down(), (height + above).next_up()];
    let [least, most] = [(whole - off).next_down(), (whole + off).next_up()];
    Bounds {
        lower: (low / if low > 0.0 { most } else { least }).next_down(),
        upper: (high / if high > 0.0 { least } else { most }).next_up(),
    }
}

/// A vector in double precision, exactly.
pub(super) fn wide<V: Vector>(v: V) -> Vec3<f64> {
    Vec3::from_fn(|k| if k < V::DIM { v[k].to_f64() } else { 0.0 })
}

#[cfg(test)]
mod tests;
