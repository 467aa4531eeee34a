//! Twins turned by little, against all directions of both circles and many others.

use super::*;
use crate::math::{Pose, Pose3, Vec3};
use crate::query::{Proximity, Status, signed_distance};
use crate::random::Random;
use crate::shape::Axial;
use crate::shape::{Cone, Cylinder, Shape3};
use crate::support::{Snapshot, SupportExt};

type V = Vec3<f64>;

/// Two bodies of nearly one size about nearly one axis.
fn twins(random: &mut Random, tilt: f64) -> (Shape3<f64>, Shape3<f64>, Pose3<f64>) {
    let radius = 0.3 + random.unit().abs();
    let length = radius * (1.05 + random.unit().abs());
    let other = radius * if random.unit() > 0.0 { 1.0 } else { 1.0 + 0.01 * random.unit() };
    let [a, b]: [Shape3<f64>; 2] = [radius, other].map(|radius| {
        if length > 1.5 * radius {
            Cone::along(Axial { radius, half_length: length, axis: 2 }).unwrap().into()
        } else {
            Cylinder::along(Axial { radius, half_length: length, axis: 2 }).unwrap().into()
        }
    });
    let axis = Vec3::new(random.unit(), random.unit(), random.unit());
    let offset = Vec3::new(random.unit(), random.unit(), random.unit()) * (tilt * 0.5);
    (a, b, Pose::from_axis_angle(axis, tilt, offset).unwrap())
}

/// The least height of the difference over directions near the answer's circle of latitude, and elsewhere.
fn sampled(a: &Shape3<f64>, b: &Shape3<f64>, pose: &Pose3<f64>, found: &Proximity<V>) -> f64 {
    let (a, b) = (Snapshot::new(a), Snapshot::new(b));
    let m = Difference::new(&a, &b, pose.map());
    let height = |n: V| n.dot(m.support(n, [Hint::NONE; 2]).w) * m.frame.unscale;
    let level = found.normal.z;
    let mut least = f64::INFINITY;
    for k in 0..4000 {
        let angle = core::f64::consts::TAU * f64::from(k) / 4000.0;
        for z in [level, -level, 0.9 * level, f64::from(k) / 2000.0 - 1.0] {
            let rho = (1.0 - z * z).max(0.0).sqrt();
            least = least.min(height(Vec3::new(rho * angle.cos(), rho * angle.sin(), z).normalized()));
        }
    }
    least
}

#[test]
fn twins_turned_by_little_are_told_to_rounding() {
    let mut random = Random(20261123);
    let (mut shown, mut trials) = (0, 0);
    for k in 0..120 {
        let tilt = 10f64.powf(-10.0 + 7.5 * f64::from(k) / 120.0);
        let (a, b, pose) = twins(&mut random, tilt);
        let found = signed_distance(&a, &b, &pose);
        let size = a.reach() + b.reach();
        let (lower, upper) = (found.bounds.lower, found.bounds.upper);
        assert!(found.status == Status::Overlapping && upper - lower <= 1e-10 * size, "tilt {tilt:e}: {found:?}");
        assert!(-upper <= sampled(&a, &b, &pose, &found), "tilt {tilt:e}: {found:?}");
        // Both points are on their bodies: no support plane parts them by more than rounding.
        let gap = found.witness_a - found.witness_b - found.normal * -found.signed_distance;
        assert!(gap.norm() <= 1e-13 * size, "tilt {tilt:e}: {gap:?}");
        trials += 1;
        let (a, b) = (Snapshot::new(&a), Snapshot::new(&b));
        shown += u32::from(nearly_parallel(&Difference::new(&a, &b, pose.map())).is_some());
    }
    assert!(shown * 10 >= trials * 8, "only {shown} of {trials} were shown by their circles");
}

#[test]
fn bends_are_no_greater_than_their_bounds() {
    let mut random = Random(7);
    let mut most = 0.0f64;
    for k in 0..60 {
        let (a, b, pose) = twins(&mut random, 10f64.powf(-6.0 + f64::from(k) / 12.0));
        let (a, b) = (Snapshot::new(&a), Snapshot::new(&b));
        let Some(both) = NearlyParallel::of(&Difference::new(&a, &b, pose.map())) else { continue };
        let Some(circle) = SideNormals::new(&both.a, &both.b) else { continue };
        for step in 0..200 {
            let heights = circle.heights(f64::from(step) * 0.0314);
            for (end, [_, _, bend]) in heights.into_iter().enumerate() {
                most = most.max(bend.abs() / circle.ends[end].2);
            }
        }
    }
    // Near enough to see a bound that is half of what it should be.
    assert!(most <= 1.0 && most > 0.55, "{most}");
}
