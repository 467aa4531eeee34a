use alloc::vec::Vec;

use super::*;
use crate::decide::decide;
use crate::exact::{Exact, ExactPoint, ExactPose, ExactVector};
use crate::math::{Pose2, Pose3, Rotor2, Rotor3, Vec2, Vec3};
use crate::random::Random;
use crate::shape::{Inflated, Polytope};
use crate::support::{Snapshot, SupportExt};

/// Random polytopes at random poses, apart, near and overlapping, with one place that is far away from the origin.
struct Bodies(Random);

impl Bodies {
    fn number(&mut self, round: usize) -> f64 {
        // Dyadic coordinates make ties, full ones do not.
        let x = self.0.unit();
        if round.is_multiple_of(3) { (4.0 * x).round() / 4.0 } else { x }
    }
    fn hull<V: crate::shape::Shapes>(&mut self, round: usize) -> Polytope<V> {
        let count = 1 + round % 13;
        let vertex = |this: &mut Self| V::from_fn(|_| V::Scalar::from_f64(this.number(round)));
        Polytope::new(&(0..count).map(|_| vertex(self)).collect::<Vec<V>>()).unwrap()
    }
    fn offset<V: Vector>(&mut self, round: usize) -> V {
        let reach = [0.25, 0.7, 1.5, 4.0][round % 4];
        let far = if round % 10 == 9 { 1e6 } else { 0.0 };
        V::from_fn(|_| V::Scalar::from_f64(far + reach * self.number(round)))
    }
    fn quaternion<T: Real>(&mut self) -> [T; 4] {
        core::array::from_fn(|_| T::from_f64(self.0.unit()))
    }
}

/// Judges a pair by the exact decision; whether twofold numbers could decide.
fn judge<V: Dimension>(a: &Polytope<V>, at_a: &Pose<V>, b: &Inflated<V, Polytope<V>>, at_b: &Pose<V>) -> bool {
    let (a, b) = (&Snapshot::new(a), &Snapshot::new(b));
    let exact = decide(a, at_a, b, at_b, V::ZERO).unwrap();
    let Some(found) = narrow((a, at_a), (b, at_b), exact.normal) else { return false };
    assert!(found.lower <= exact.bounds.lower && exact.bounds.upper <= found.upper, "{found:?} {exact:?}");
    assert!(found.lower <= found.distance && found.distance <= found.upper);
    let ulp = V::Scalar::TWO * V::Scalar::UNIT * V::Scalar::power_of_two(exact.distance.exponent());
    assert!(found.upper - found.lower <= V::Scalar::from_f64(ULPS) * ulp, "{found:?}");
    let length = found.normal.norm() - V::Scalar::ONE;
    assert!(length.abs() <= V::Scalar::from_f64(4.0) * V::Scalar::UNIT);
    true
}

fn check<V: crate::Space>(
    seed: u64,
    pose: impl Fn(V::Rotor, V) -> Pose<V>,
    rotor: impl Fn([V::Scalar; 4]) -> V::Rotor,
) {
    let mut bodies = Bodies(Random(seed));
    let mut shown = 0;
    const ROUNDS: usize = 600;
    for round in 0..ROUNDS {
        let a = bodies.hull::<V>(round);
        let radius = V::Scalar::from_f64(if round.is_multiple_of(5) { 0.125 } else { 0.0 });
        let b = Inflated::new(bodies.hull::<V>(round + 7), radius).unwrap();
        let mut turned = || {
            let q = bodies.quaternion();
            pose(rotor(q), bodies.offset(round))
        };
        let (at_a, at_b) = (turned(), turned());
        shown += usize::from(judge(&a, &at_a, &b, &at_b));
    }
    assert!(shown > ROUNDS * 3 / 4, "only {shown} of {ROUNDS} shown");
}

#[test]
fn narrow_bounds_in_space_hold_the_exact_distance() {
    check::<Vec3<f64>>(1, |r, t| Pose3::new(r, t).unwrap(), |q| Rotor3::from_wxyz(q).unwrap());
    check::<Vec3<f32>>(2, |r, t| Pose3::new(r, t).unwrap(), |q| Rotor3::from_wxyz(q).unwrap());
}

#[test]
fn narrow_bounds_in_the_plane_hold_the_exact_distance() {
    check::<Vec2<f64>>(3, |r, t| Pose2::new(r, t).unwrap(), |q| Rotor2::new(q[0], q[3]).unwrap());
    check::<Vec2<f32>>(4, |r, t| Pose2::new(r, t).unwrap(), |q| Rotor2::new(q[0], q[3]).unwrap());
}

#[test]
fn points_err_by_less_than_half_of_what_is_allowed() {
    let mut bodies = Bodies(Random(5));
    let mut worst = 0.0f64;
    for round in 0..500 {
        let (a, b) = (bodies.hull::<Vec3<f64>>(round), bodies.hull::<Vec3<f64>>(round + 1));
        let mut pose = || Pose3::new(Rotor3::from_wxyz(bodies.quaternion()).unwrap(), bodies.offset(round)).unwrap();
        let (at_a, at_b) = (pose(), pose());
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let cores = Cores::new((&of_a, &at_a), (&of_b, &at_b), 0.5);
        let place = |pose: &Pose3<f64>, hull: &Polytope<Vec3<f64>>| {
            let vertex = &ExactVector::new(hull.vertex(0)) + &ExactVector::new(hull.anchor());
            ExactPose::new(pose).unwrap().point(&ExactPoint { xyz: vertex, w: Exact::ONE })
        };
        let exact = place(&at_a, &a).minus(&place(&at_b, &b));
        let found = cores.point([0, 0]);
        for i in 0..3 {
            let value = &(&Exact::new(found.get(i).hi) + &Exact::new(found.get(i).lo)) * &Exact::new(2.0);
            let miss: f64 = (&(&value * &exact.w) - &exact.xyz.xyz[i]).round_ratio(&exact.w).nearest;
            worst = worst.max(0.5 * miss.abs() / (ERROR * cores.size));
        }
    }
    assert!(worst < 0.5 && worst > 1e-6, "{worst}");
}
