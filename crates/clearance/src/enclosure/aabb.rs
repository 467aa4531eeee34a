//! Boxes along the axes, and what is known of bodies inside of them.
//!
//! **Lemma (inclusion).** If `A ⊂ A'` and `B ⊂ B'`, the signed distance of `A` and `B` is at least that of `A'` and
//! `B'`. Apart: there are fewer points to choose from. Overlapping: a translation that separates `A'` from `B'`
//! separates `A` from `B`. So the signed distance of two boxes is a lower bound for whatever they enclose, and one
//! bound prunes the search for the closest and for the deepest pair.

use super::Ball;
use super::ball::length;
use crate::math::{Real, Vector};
use crate::shape::rounding::{length_above, units};

/// The points between two corners, component by component.
#[doc(alias = "bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    /// The least component along each axis.
    pub lower: V,
    /// The largest component along each axis.
    pub upper: V,
}

impl<V: Vector> Aabb<V> {
    /// No point at all: the union with it changes nothing, and it is infinitely far from everything.
    pub fn empty() -> Self {
        let far = V::Scalar::INFINITY;
        Aabb { lower: V::from_fn(|_| far), upper: V::from_fn(|_| -far) }
    }

    /// All of space.
    pub fn whole() -> Self {
        let far = V::Scalar::INFINITY;
        Aabb { lower: V::from_fn(|_| -far), upper: V::from_fn(|_| far) }
    }

    /// One point.
    pub fn at(point: V) -> Self {
        Aabb { lower: point, upper: point }
    }

    /// The smallest box around both; exact.
    pub fn union(&self, other: &Self) -> Self {
        Aabb {
            lower: V::from_fn(|k| self.lower[k].min(other.lower[k])),
            upper: V::from_fn(|k| self.upper[k].max(other.upper[k])),
        }
    }

    /// A box around all points within `margin` of this one.
    pub fn inflated(&self, margin: V::Scalar) -> Self {
        Aabb {
            lower: V::from_fn(|k| (self.lower[k] - margin).next_down()),
            upper: V::from_fn(|k| (self.upper[k] + margin).next_up()),
        }
    }

    /// Whether the other box lies in this one.
    pub fn contains(&self, other: &Self) -> bool {
        (0..V::DIM).all(|k| self.lower[k] <= other.lower[k] && other.upper[k] <= self.upper[k])
    }

    /// Half the sum of the corners, rounded; zero along axes without an end.
    pub fn center(&self) -> V {
        let (half, zero) = (V::Scalar::HALF, V::Scalar::ZERO);
        let middle = self.lower * half + self.upper * half;
        V::from_fn(|k| if middle[k].is_finite() { middle[k] } else { zero })
    }

    /// Sizes along the axes, rounded.
    pub fn extent(&self) -> V {
        self.upper - self.lower
    }

    /// Half the surface (in the plane: half the outline), rounded: in proportion to the number of random lines that
    /// intersect the box.
    pub fn half_surface(&self) -> V::Scalar {
        let e = self.extent();
        if V::DIM == 2 { e[0] + e[1] } else { e[0] * e[1] + e[1] * e[2] + e[2] * e[0] }
    }

    /// A ball around the box: every point is within its radius of the [`center`](Self::center), rounding included.
    pub fn ball(&self) -> Ball<V> {
        let center = self.center();
        // The next number is above the exact difference.
        let half = V::from_fn(|k| (self.upper[k] - center[k]).max(center[k] - self.lower[k]).next_up());
        Ball { center, radius: length_above(half) }
    }

    /// An upper bound of the distance of the box's points from the origin: the sum of the components, rounded up.
    pub fn reach_from_frame(&self) -> V::Scalar {
        (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| (sum + self.lower[k].abs().max(self.upper[k].abs())).next_up())
    }

    /// Whether the boxes are nowhere farther apart than `max` along an axis: `false` proves that they, and all within,
    /// are more than `max` apart. A difference rounds monotonically, so that one above the float `max` is above it
    /// exactly.
    pub fn is_within(&self, other: &Self, max: V::Scalar) -> bool {
        (0..V::DIM).all(|k| !(other.lower[k] - self.upper[k] > max) && !(self.lower[k] - other.upper[k] > max))
    }

    /// A lower bound of the signed distance of anything in this box and anything in the other: that of the boxes,
    /// rounded down.
    ///
    /// With the gaps `gₖ = max(lₖ' − uₖ, lₖ − uₖ')`: if some are positive, `√Σ max(gₖ, 0)²`; else the least translation
    /// that separates the boxes is along one axis, and the signed distance is `max gₖ`.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance::enclosure::Aabb;
    /// let near = Aabb { lower: Vec3::new(0.0, 0.0, 0.0), upper: Vec3::new(1.0f64, 1.0, 1.0) };
    /// let far = Aabb { lower: Vec3::new(4.0, 5.0, 0.5), upper: Vec3::new(6.0, 6.0, 6.0) };
    /// let bound = near.distance_bound(&far); // 3 and 4 along two axes, so 5
    /// assert!(bound <= 5.0 && bound > 5.0 - 1e-14);
    /// ```
    pub fn distance_bound(&self, other: &Self) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let gap = V::from_fn(|k| (other.lower[k] - self.upper[k]).max(self.lower[k] - other.upper[k]));
        let widest = (1..V::DIM).fold(gap[0], |widest, k| widest.max(gap[k]));
        if widest > zero {
            return length_below(V::from_fn(|k| gap[k].max(zero)), widest);
        }
        // A difference of floats is zero only if it is so exactly.
        if widest == zero { zero } else { widest.next_down() }
    }

    /// A lower bound of the signed distance of anything in this box and anything in a ball, with the way from the box
    /// to the ball's center, rounded. Of a center in the box nothing is known: negative infinity, and no way.
    ///
    /// With `dₖ = max(lₖ − pₖ, pₖ − uₖ, 0)`: `|d| − s`. The components round by `u`, the length by `3u` more, its
    /// product and the difference by `u` each of terms that are counted with `8u`.
    pub fn distance_bound_of_ball(&self, ball: &Ball<V>) -> (V::Scalar, V) {
        let p = ball.center;
        let way = V::from_fn(|k| {
            let (below, above) = (self.lower[k] - p[k], p[k] - self.upper[k]);
            if above > V::Scalar::ZERO { above } else { -below.max(V::Scalar::ZERO) }
        });
        if way == V::ZERO {
            return (-V::Scalar::INFINITY, way);
        }
        let bound = length(way) * (V::Scalar::ONE - units(8)) - ball.radius * (V::Scalar::ONE + units(8));
        (bound, way)
    }

    /// A lower bound of the time at which this box, moving by `displacement` in the unit of time, first has a point in
    /// common with `other`; infinite if it never has.
    ///
    /// Along each axis the boxes have something in common from one time to another. Each of them is a difference over a
    /// component, and is rounded outward twice.
    pub fn arrival(&self, displacement: V, other: &Self) -> V::Scalar {
        let (zero, far) = (V::Scalar::ZERO, V::Scalar::INFINITY);
        let (mut first, mut last) = (zero, far);
        for k in 0..V::DIM {
            let speed = displacement[k].abs();
            // Towards the other box along the way, and from this box's far side to the other's.
            let (ahead, behind) = if displacement[k] >= zero {
                (other.lower[k] - self.upper[k], other.upper[k] - self.lower[k])
            } else {
                (self.lower[k] - other.upper[k], self.upper[k] - other.lower[k])
            };
            if speed == zero {
                let apart = ahead > zero || behind < zero;
                if apart {
                    return far;
                }
                continue;
            }
            first = first.max((ahead.next_down() / speed).next_down());
            last = last.min((behind.next_up() / speed).next_up());
        }
        if first > last { far } else { first }
    }

    /// A lower bound of the time at which this box, moving by `displacement` in the unit of time, first is within
    /// `distance` of `other`; infinite if it never is. Sharper than the [arrival](Self::arrival) at the box moved out
    /// by it, whose edges and corners are rounded here.
    ///
    /// Seen along the vector `g` from box to box at a time, their distance is at least `G(t)/|g|`, with `G = Σ gₖ sₖ`
    /// linear in time since each gap `sₖ` along an axis is: it is above the distance until `t + (|g|² − distance |g|) /
    /// −G′`. The gaps round by `4u` of their terms, which `off` sums up; sums of products by `8u` of those.
    pub fn arrival_within(&self, displacement: V, other: &Self, distance: V::Scalar) -> V::Scalar {
        let (zero, one, far) = (V::Scalar::ZERO, V::Scalar::ONE, V::Scalar::INFINITY);
        let mut time = self.arrival(displacement, &other.inflated(distance));
        if distance == zero {
            return time;
        }
        let terms = |v: V| (0..V::DIM).fold(zero, |sum, k| sum + v[k].abs());
        for _ in 0..NEWTON {
            if time == far {
                break;
            }
            let moved = displacement * time;
            let off = units::<V::Scalar>(8)
                * (terms(self.lower) + terms(self.upper) + terms(other.lower) + terms(other.upper) + terms(moved));
            let (mut squared, mut closing) = (zero, zero);
            for k in 0..V::DIM {
                let (ahead, behind) =
                    (other.lower[k] - self.upper[k] - moved[k], self.lower[k] + moved[k] - other.upper[k]);
                let (gap, rate) = if ahead > behind { (ahead, displacement[k]) } else { (behind, -displacement[k]) };
                if gap > zero {
                    (squared, closing) = (squared + gap * gap, closing + gap * rate);
                }
            }
            let length = squared.sqrt();
            let above = squared * (one - units(8)) - length * (distance * (one + units(8)) + off);
            if !(above > zero) {
                break;
            }
            let closing = closing + units::<V::Scalar>(8) * length * terms(displacement);
            let wait = above / closing;
            time = if closing > zero { (time + wait * (one - units(8))).next_down().max(time) } else { far };
        }
        time
    }
}

/// Steps towards the arrival at a rounded box: each squares what is missing.
const NEWTON: usize = 3;

/// A lower bound of the length of the exact vector that `v` rounds, whose components are not negative and at most
/// `largest`.
///
/// Each component is at most `1 + u` too large, its square `1 + u` more, the two sums `(1 + u)²`, and the root halves
/// what the squares have: `(1 + u)^(1 + 3/2 + 1)` with its own rounding, which `1 − 8u` undoes.
fn length_below<V: Vector>(v: V, largest: V::Scalar) -> V::Scalar {
    let shrink = V::Scalar::ONE - V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
    let squared = v.norm_squared();
    let low = V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT);
    if squared > low && squared < V::Scalar::INFINITY {
        return squared.sqrt() * shrink;
    }
    if !largest.is_finite() {
        return largest;
    }
    // Two powers of two, since one may not lift a subnormal number up to 1. What underflows is below the last digit of
    // the sum.
    let e = largest.exponent();
    let (down, up) = ([-e / 2, -e + e / 2], [e / 2, e - e / 2]);
    let scaled = down.iter().fold(v, |v, &e| v * V::Scalar::power_of_two(e));
    let length = scaled.norm() * shrink;
    // A subnormal product may be rounded up.
    up.iter().fold(length, |length, &e| length * V::Scalar::power_of_two(e)).next_down()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec2, Vec3};
    use crate::random::Random;

    fn box3(lower: [f64; 3], upper: [f64; 3]) -> Aabb<Vec3<f64>> {
        let [l, u] = [lower, upper].map(|p| Vec3::new(p[0], p[1], p[2]));
        Aabb { lower: l, upper: u }
    }

    #[test]
    fn the_bound_of_boxes_is_their_signed_distance_rounded_down_at_every_magnitude() {
        for scale in [1e-300, 1e-160, 1e-20, 1.0, 1e160, 1e200, 1e300] {
            let a = box3([-scale, -scale, -scale], [0.0, 0.0, 0.0]);
            let b = box3([2.0 * scale, 3.0 * scale, 6.0 * scale], [9.0 * scale, 9.0 * scale, 9.0 * scale]);
            let bound = a.distance_bound(&b) / scale;
            assert!(bound <= 7.0 && bound > 7.0 - 1e-13, "{scale:e}: {bound}");
        }
        for scale in [1e-40f32, 1e-25, 1.0, 1e25] {
            let a = Aabb { lower: Vec2::new(-scale, -scale), upper: Vec2::new(0.0, 0.0) };
            let b = Aabb { lower: Vec2::new(3.0 * scale, 4.0 * scale), upper: Vec2::new(9.0 * scale, 9.0 * scale) };
            let bound = a.distance_bound(&b) / scale;
            assert!(bound <= 5.0 && bound > 4.999, "{scale:e}: {bound}");
        }
    }

    #[test]
    fn overlapping_boxes_are_as_deep_as_along_their_least_axis() {
        let a = box3([0.0, 0.0, 0.0], [4.0, 4.0, 4.0]);
        let b = box3([1.0, 3.25, 2.0], [2.0, 9.0, 9.0]);
        let bound = a.distance_bound(&b);
        assert!(bound < -0.75 + 1e-15 && bound > -0.75 - 1e-15, "{bound}");
        assert_eq!(a.distance_bound(&box3([4.0, 0.0, 0.0], [5.0, 1.0, 1.0])), 0.0);
    }

    #[test]
    fn a_ball_around_a_box_holds_its_corners_and_little_more() {
        let found = box3([-1.0, 0.5, 2.0], [1.0, 4.5, 6.0]).ball();
        // Half of 2, 4 and 4: a half diagonal of 3.
        assert_eq!(found.center, Vec3::new(0.0, 2.5, 4.0));
        assert!(found.radius >= 3.0 && found.radius < 3.0 + 1e-14, "{}", found.radius);
        let uneven = box3([0.1, 0.0, 0.0], [0.1 + 3e-16, 0.0, 0.0]).ball();
        assert!(uneven.radius >= (uneven.center.x - 0.1).abs().max(0.1 + 3e-16 - uneven.center.x));
    }

    #[test]
    fn balls_beside_a_box_are_bounded_by_its_nearest_point() {
        let cube = box3([-1.0; 3], [1.0; 3]);
        // Beside a corner, 2, 3 and 6 away along the axes, so 7.
        let ball = Ball { center: Vec3::new(3.0, -4.0, 7.0), radius: 1.5 };
        let (bound, way) = cube.distance_bound_of_ball(&ball);
        assert!(
            bound <= 5.5 - 8.0 * f64::UNIT && bound > 5.5 - 1e-13 && way == Vec3::new(2.0, -3.0, 6.0),
            "{bound} {way:?}"
        );
        let inside = Ball { center: Vec3::new(0.5, 0.5, 1.0), radius: 0.1 };
        assert_eq!(cube.distance_bound_of_ball(&inside).0, f64::NEG_INFINITY);
    }

    #[test]
    fn nothing_is_infinitely_far_away() {
        let (none, one) = (Aabb::empty(), box3([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]));
        assert_eq!(one.distance_bound(&none), f64::INFINITY);
        assert_eq!(none.distance_bound(&none), f64::INFINITY);
        assert!(!one.is_within(&none, 1e300) && one.union(&none) == one);
    }

    #[test]
    fn a_moving_box_arrives_no_earlier_than_its_bound() {
        let (a, b) = (box3([0.0; 3], [1.0; 3]), box3([4.0, 2.0, 0.0], [5.0, 2.5, 0.5]));
        // Along x it covers 3 of 6 by t = 0.5, along y 1 of 2.
        let time = a.arrival(Vec3::new(6.0, 2.0, 0.0), &b);
        assert!(time <= 0.5 && time > 0.5 - 1e-15, "{time}");
        // Past it before it is as high: x leaves at 5 / 6 = 0.83, y comes to it at 1.
        assert_eq!(a.arrival(Vec3::new(6.0, 1.0, 0.0), &b), f64::INFINITY);
        assert_eq!(a.arrival(Vec3::new(-6.0, 2.0, 0.0), &b), f64::INFINITY);
        assert_eq!(a.arrival(Vec3::new(6.0, 0.0, 0.0), &b), f64::INFINITY);
        assert_eq!(a.arrival(Vec3::new(0.0, 0.0, 0.0), &box3([1.0; 3], [2.0; 3])), 0.0);
    }

    #[test]
    fn a_moving_box_comes_within_a_distance_no_earlier_than_its_bound() {
        let mut random = Random(0xa14);
        let (mut tight, mut never) = (0, 0);
        for round in 0..4000 {
            let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let [p, q] = [(); 2].map(|()| vector(1.0));
            let (other, point) = (Aabb::at(p).union(&Aabb::at(q)), Aabb::at(vector(3.0)));
            let way = if round % 2 == 0 { p - point.lower + vector(0.5) } else { vector(4.0) };
            let distance = 0.5;
            let time = point.arrival_within(way, &other, distance);
            let gap = |t: f64| Aabb::at(point.lower + way * t).distance_bound(&other);
            // At all times before, the bound of the boxes' distance is above it, to rounding.
            let until = time.min(2.0);
            let is_apart = |i: u32| gap(until * f64::from(i) / 20.0) >= distance - 1e-13;
            assert!(until == 0.0 || (0..=20).all(is_apart), "{round}: {time}");
            assert!(time >= point.arrival(way, &other.inflated(distance)));
            tight += usize::from(time < 2.0 && gap(time) < distance + 1e-3);
            never += usize::from(time == f64::INFINITY);
        }
        assert!(tight > 1000 && never > 1000, "{tight} {never}");
    }

    #[test]
    fn a_box_within_reach_is_never_said_to_be_beyond() {
        let a = box3([0.0, 0.0, 0.0], [0.1, 0.1, 0.1]);
        for gap in [0.1, 0.2, 0.7, 1e-9] {
            let b = box3([0.1 + gap, 0.0, 0.0], [2.0, 1.0, 1.0]);
            assert!(a.is_within(&b, b.lower.x - 0.1) && !a.is_within(&b, (b.lower.x - 0.1).next_down()));
            assert!(a.distance_bound(&b) <= b.lower.x - 0.1);
        }
    }
}
