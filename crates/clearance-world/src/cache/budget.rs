//! How far bodies have moved, and which pairs that leaves apart.
//!
//! **Lemma (budget).** If no point of body `i` moves by more than `δᵢ`, the signed distance of two convex bodies, and the distance of any
//! two bodies, changes by at most `δᵢ + δⱼ`. So a pair that was proven to be at least `lower` apart is at least `lower − δᵢ − δⱼ` apart now,
//! and need not be asked as long as that is beyond what matters.

use clearance::math::Matrix;
use clearance::{Options, Pose, Real, Space, Vector};

use crate::body::Geometry;
use crate::depth::length_above;
use crate::resident::Pair;

/// A ball in the body's frame that holds the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball<V: Space> {
    pub center: V,
    pub radius: V::Scalar,
}

impl<V: Space> Ball<V> {
    pub fn around(geometry: &Geometry<V>) -> Self {
        let local = geometry.bounds(&Pose::IDENTITY);
        Ball { center: local.center(), radius: local.half_diagonal() }
    }

    /// An upper bound of how far a point of the ball moves from one pose to another.
    ///
    /// With `x = c + p`, `|p| ≤ r`: `|X'x − Xx| ≤ |(t' − t) + (R' − R)c| + ‖R' − R‖ r`. Matrices and translations stand for exact ones that
    /// differ by `ρ|x|` and `τ` at most. The difference of the matrices rounds by `u` of its entries, its product with `c` by `3u`, the
    /// sum and the difference of the translations by `u` each, and every length is a sum or a root of a few terms: `16u` of all of them.
    pub fn travel(&self, from: &Pose<V>, to: &Pose<V>) -> V::Scalar {
        let units = V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        let turn = V::Matrix::from_columns(|i| to.matrix().column(i) - from.matrix().column(i));
        let (turned, shifted) = (turn.apply(self.center), to.translation() - from.translation());
        let (spread, length) = (turn.frobenius(), sum(self.center.abs()));
        let size = sum(shifted.abs()) + spread * length;
        let apart = (from.rotation_error() + to.rotation_error()) * (length + self.radius)
            + (from.translation_error() + to.translation_error());
        let whole = length_above(shifted + turned) + spread * self.radius + apart + units * size;
        (whole * (V::Scalar::ONE + units)).next_up()
    }
}

fn sum<V: Vector>(v: V) -> V::Scalar {
    (1..V::DIM).fold(v[0], |sum, k| sum + v[k])
}

/// What a pair was once proven to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Budget<T> {
    /// The lower bound of the signed distance then.
    pub lower: T,
    /// How far the two bodies had moved then, all in all.
    pub travels: [T; 2],
}

impl<T: Real> Budget<T> {
    pub fn of<V: Space<Scalar = T>>(lower: T, pair: &Pair<'_, V>) -> Self {
        Budget { lower, travels: pair.bodies.map(|body| body.travel) }
    }

    /// Whether the pair is still proven to be so far beyond `limit` that a new answer would say so, too.
    ///
    /// A new answer's lower bound is below the truth by the width of its bounds, which the options limit in proportion to the distance and to
    /// the size of the pair.
    pub fn is_beyond<V: Space<Scalar = T>>(&self, limit: T, pair: &Pair<'_, V>, options: &Options<T>) -> bool {
        let [a, b] = pair.bodies;
        let is_convex = [a, b].iter().all(|body| matches!(body.body.geometry(), Geometry::Convex(_)));
        let moved = (0..2).fold(T::ZERO, |sum, k| {
            let travel = (pair.bodies[k].travel - self.travels[k]).next_up();
            (sum + travel.max(T::ZERO)).next_up()
        });
        let now = (self.lower - moved).next_down();
        let size = (a.bounds.half_diagonal() + b.bounds.half_diagonal()) + limit.abs();
        let width = options.relative * size + options.absolute + options.curved_depth * size;
        let slack = (width + T::from_f64(64.0) * T::UNIT * size) * T::from_f64(4.0);
        // Depths of bodies that are not convex may jump.
        now > limit + slack && (is_convex || now > T::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Capsule, Pose3, Rotor3, Shape3, Vec3};
    use clearance_testkit::random::Random;

    #[test]
    fn no_point_moves_farther_than_the_travel_and_some_move_nearly_so_far() {
        let mut random = Random::new(0xb0d6);
        let mut nearest = f64::INFINITY;
        for _ in 0..2000 {
            let ends = [(); 2].map(|()| Vec3::from_fn(|_| random.uniform(-3.0, 3.0)));
            let pill = Capsule::between(ends[0], ends[1], 0.25).unwrap();
            let ball = Ball::around(&Geometry::Convex(Shape3::from(pill)));
            let small = random.magnitude(-8.0, 0.0);
            let mut pose = |scale: f64| {
                let turn = Vec3::from_fn(|_| random.uniform(-1.0, 1.0) * scale);
                let rotor = Rotor3::from_wxyz([1.0, turn.x, turn.y, turn.z]).unwrap();
                Pose3::new(rotor, Vec3::from_fn(|_| random.uniform(-1.0, 1.0) * scale)).unwrap()
            };
            let (from, to) = (pose(small), pose(small));
            let travel = ball.travel(&from, &to);
            for end in ends {
                for k in 0..3 {
                    let p = end + Vec3::axis(k) * 0.25;
                    let moved = (to.point(p) - from.point(p)).norm();
                    assert!(moved <= travel + 1e-15, "{moved} of {travel}");
                    nearest = nearest.min(travel / moved);
                }
            }
        }
        // A shift without a turn moves all points alike.
        assert!(nearest < 1.5, "{nearest}");
    }
}
