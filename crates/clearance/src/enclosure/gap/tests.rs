use super::*;
use crate::enclosure::testing::{Wide3, as_map, q, turned};
use crate::math::{Pose3, Vec3};
use crate::random::Random;
use crate::shape::{Ball, Capsule, Cuboid, Inflated, Polytope};
use crate::support::{Snapshot, SupportExt};
use dashu_ratio::RBig;

/// The corners of a body, exactly, and its radius.
type Corners = (Vec<Vec3<f64>>, f64);

fn polytope(random: &mut Random, away: f64) -> (Inflated<Vec3<f64>, Polytope<Vec3<f64>>>, Corners) {
    let (at, radius) = (random.vector() * away, random.unit().abs());
    let points: Vec<Vec3<f64>> = (0..8).map(|_| at + random.vector()).collect();
    (Inflated::new(Polytope::new(&points).unwrap(), radius).unwrap(), (points, radius))
}

/// The exact gap along the numbers of an axis, of length 1 or not, for poses that are their own maps.
fn exact(a: (&Corners, &Pose3<f64>), b: (&Corners, &Pose3<f64>), axis: Vec3<f64>) -> RBig {
    let heights = |((points, _), pose): (&Corners, &Pose3<f64>)| {
        let place = |p: &Vec3<f64>| Wide3::from(*p).mapped(pose).plus(pose.translation()).dot(&axis);
        points.iter().map(place).collect::<Vec<RBig>>()
    };
    let (top, bottom) = (heights(a).into_iter().max().unwrap(), heights(b).into_iter().min().unwrap());
    bottom - top - q(a.0.1) - q(b.0.1)
}

#[test]
fn gaps_of_polytopes_are_exact_to_their_error() {
    let mut random = Random(0x6a9);
    let (mut most, mut positive) = (0.0f64, 0);
    for trial in 0..3000 {
        let away = [0.0, 3.0, 40.0][trial % 3];
        let ((a, corners_a), (b, corners_b)) = (polytope(&mut random, away), polytope(&mut random, away));
        let [pose_a, pose_b] = [(); 2].map(|()| as_map(&random.pose(9.0)));
        let axis = Axis { direction: random.vector().normalized(), error: 0.0 };
        let found = gap((&a, &pose_a), (&b, &pose_b), &axis, &mut [Hint::NONE; 2]);
        let truth = exact((&corners_a, &pose_a), (&corners_b, &pose_b), axis.direction);
        // The matrices are off orthonormal by roundings, so that radii are, too: the axis as a body sees it is no unit
        // vector.
        let off = (q(found.value) - truth).to_f64().value().abs() / found.error;
        assert!(off <= 1.0, "trial {trial}: {off}");
        most = most.max(off);
        positive += usize::from(found.lower() > 0.0);
    }
    assert!(most > 0.1 && (300..2700).contains(&positive), "{most}, {positive} positive");
}

#[test]
fn every_error_of_axis_poses_and_shapes_reaches_the_gap() {
    // Along x: A's corner is (1, 1, 1) at the origin, B's (−1, ..) at 9; turned about z by an angle, A reaches farther
    // by it.
    let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap();
    let (sure, other, error) = turned(1e-3);
    let far = Pose3::from_translation(Vec3::new(9.0, 0.0, 0.0)).unwrap();
    let axis = Axis { direction: Vec3::new(1.0, 0.0, 0.0), error: 0.0 };
    let of = |a: &Pose3<f64>, b: &Pose3<f64>, axis: &Axis<Vec3<f64>>| {
        gap((&cube, a), (&cube, b), axis, &mut [Hint::NONE; 2])
    };
    let exact = of(&sure, &far, &axis);
    assert!(exact.value == 7.0 && exact.error < 3e-14);
    let truth = of(&other, &far, &axis);
    let loose = of(&sure.widened(error, 0.0), &far, &axis);
    assert!(loose.lower() <= truth.value && truth.value < 7.0 - 0.99e-3, "{loose:?} {truth:?}");
    let near = |x: f64, y: f64| assert!((x / y - 1.0).abs() < 1e-3, "{x} for {y}");
    // ρ √3 for either, τ for either, ν (2√3 + 9).
    near(of(&sure.widened(1e-3, 0.0), &far, &axis).error, 1e-3 * 3f64.sqrt());
    near(of(&sure, &far.widened(1e-3, 0.0), &axis).error, 1e-3 * 3f64.sqrt());
    near(of(&sure.widened(0.0, 1e-3), &far.widened(0.0, 2e-3), &axis).error, 3e-3);
    near(of(&sure, &far, &Axis { error: 1e-4, ..axis }).error, 1e-4 * (9.0 + 2.0 * 3f64.sqrt()));
}

/// A point whose support is off by what it says.
struct Rough;

impl Support<Vec3<f64>> for Rough {
    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        dir.normalized() * -1e-3
    }
    fn outline(&self) -> Outline<Vec3<f64>> {
        Outline::curved(0.0, 1e-3)
    }
}

#[test]
fn errors_of_supports_reach_the_gap() {
    let far = Pose3::from_translation(Vec3::new(0.0, 5.0, 0.0)).unwrap();
    let axis = Axis { direction: Vec3::new(0.0, 1.0, 0.0), error: 0.0 };
    let found = gap((&Rough, &Pose3::IDENTITY), (&Rough, &far), &axis, &mut [Hint::NONE; 2]);
    // The exact cores are points 5 apart.
    assert!(found.lower() <= 5.0 && found.lower() > 5.0 - 1e-12 && found.value > 5.0019, "{found:?}");
}

#[test]
fn gaps_above_halfspaces_hold_normals_offsets_and_errors() {
    let mut random = Random(0x6aa);
    let mut most = 0.0f64;
    for trial in 0..3000 {
        let (body, corners) = polytope(&mut random, [0.0, 3.0][trial % 2]);
        let (normal, offset) = (random.vector(), random.unit() * 4.0);
        let half = Halfspace::new(normal, offset).unwrap();
        let [pose_h, pose_s] = [(); 2].map(|()| as_map(&random.pose(9.0)));
        let (found, point) = gap_above((&half, &pose_h), (&body, &pose_s), &mut { Hint::NONE });
        // The unit normal to some forty digits, in the world.
        let unit = Wide3::from(normal).unit().mapped(&pose_h);
        let height = |p: &Vec3<f64>| {
            let place = Wide3::from(*p).mapped(&pose_s).plus(pose_s.translation()).plus(-pose_h.translation());
            place.times(&unit)
        };
        let lowest = corners.0.iter().map(height).min().unwrap();
        // offset / |normal|, by the same root.
        let plane = Wide3::from(normal).unit().scale_of(normal) * q(offset);
        let truth = lowest - plane - q(corners.1);
        let off = (q(found.value) - truth).to_f64().value().abs() / found.error;
        assert!(off <= 1.0, "trial {trial}: {off}");
        most = most.max(off);
        assert!(corners.0.iter().any(|p| (*p - point - body.anchor()).norm() < 1e-12));
    }
    assert!(most > 0.1, "{most}");
}

#[test]
fn an_offset_of_a_halfspace_is_known_to_five_roundings() {
    // Far below a body at the origin, where nothing else rounds: 1e8/√3 is off by what the division and the norm round.
    let half = Halfspace::new(Vec3::new(1.0, 1.0, 1.0), -1e8).unwrap();
    let rod = Capsule::between(Vec3::ZERO, Vec3::ZERO, 0.0).unwrap();
    let (found, _) = gap_above((&half, &Pose3::IDENTITY), (&rod, &Pose3::IDENTITY), &mut { Hint::NONE });
    assert!(found.error > 5.0 * f64::UNIT * 5.77e7 && found.error < 10.0 * f64::UNIT * 5.78e7, "{found:?}");
}

#[test]
fn sums_of_radii_round_by_what_is_counted() {
    let mut random = Random(0x6ac);
    let mut most = 0.0f64;
    for _ in 0..4000 {
        // Points with radii near 1, close to one another: nothing but the sums rounds.
        let [r, s] = [(); 2].map(|()| 0.5 + 0.5 * random.unit().abs());
        let away = random.unit() * 1e-3;
        let far = Pose3::from_translation(Vec3::new(away, 0.0, 0.0)).unwrap();
        let axis = Axis { direction: Vec3::new(1.0, 0.0, 0.0), error: 0.0 };
        let [a, b] = [r, s].map(|radius| Ball::new(radius).unwrap());
        let found = gap((&a, &Pose3::IDENTITY), (&b, &far), &axis, &mut [Hint::NONE; 2]);
        let truth = q(away) - q(r) - q(s);
        assert!(q(found.lower()) <= truth);
        most = most.max((q(found.value) - truth).to_f64().value().abs() / found.error);
    }
    assert!(most > 0.25, "{most}");
}

#[test]
fn a_gap_of_snapshots_is_that_of_the_shapes() {
    let mut random = Random(0x6ab);
    let ((a, _), (b, _)) = (polytope(&mut random, 0.0), polytope(&mut random, 5.0));
    let (pose, axis) = (random.pose(3.0), Axis::along(random.vector()).unwrap());
    let plain = gap((&a, &Pose3::IDENTITY), (&b, &pose), &axis, &mut [Hint::NONE; 2]);
    let erased = gap((&Snapshot::new(&a), &Pose3::IDENTITY), (&Snapshot::new(&b), &pose), &axis, &mut [Hint::NONE; 2]);
    assert_eq!(plain, erased);
}
