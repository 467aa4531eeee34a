//! Random motions against sampling, and against each other.

use super::*;
use crate::random::Random;
use crate::shape::Axial;

/// Whether an answer agrees with signed distances at many times.
pub(super) fn check<MA: Motion<V>, MB: Motion<V>>(
    impact: &Impact<V>,
    a: (&dyn Support<V>, &MA),
    b: (&dyn Support<V>, &MB),
    samples: u32,
) {
    let distance = |t: f64| signed_distance(a.0, b.0, &Pose::relative(&a.1.pose_at(t), &b.1.pose_at(t)));
    let until = impact.encounter().map_or(1.0, |found| found.bracket.lower);
    let mut least = f64::INFINITY;
    for i in 0..=samples {
        let found = distance(until * f64::from(i) / f64::from(samples));
        least = least.min(found.bounds.upper);
    }
    match impact {
        Impact::NoContact { lower, .. } => assert!(least >= *lower && *lower > 0.0, "{least} {impact:?}"),
        Impact::Hit(found) if found.initial => assert!(least <= 0.0),
        Impact::Hit(found) => {
            assert!(least >= 0.0, "{least} before {impact:?}");
            let contact = distance(found.bracket.upper);
            assert!(contact.bounds.lower <= 0.0 && found.bracket.width() <= 1e-8, "{contact:?} at {impact:?}");
        }
        Impact::Undecided(_) => assert!(least >= 0.0, "{least} before {impact:?}"),
    }
}

pub(super) fn random_shape(random: &mut Random) -> Shape3<f64> {
    let mut size = |low: f64, high: f64| low + (high - low) * random.unit().abs();
    let (x, y, z) = (size(0.2, 1.0), size(0.05, 0.6), size(0.01, 0.8));
    match random.below(7) {
        0 => Ball::new(y).unwrap().into(),
        1 => Capsule::along(Axial { radius: z, half_length: x, axis: 0 }).unwrap().into(),
        2 => Cylinder::along(Axial { radius: y, half_length: x, axis: 2 }).unwrap().into(),
        3 => Ellipsoid::from_radii(Vec3::new(x, y, z)).unwrap().into(),
        4 => {
            let points: Vec<V> = (0..12).map(|_| Vec3::from_fn(|i| 0.4 + [x, y, z][i] * random.unit())).collect();
            Polytope::new(&points).unwrap().into()
        }
        _ => block(x, y, z).into(),
    }
}

#[test]
fn random_motions_agree_with_their_samples() {
    let mut random = Random(6);
    let (mut hits, mut misses, mut open) = (0, 0, 0);
    for case in 0..400 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let spin = [0.0, 1.0, 5.0, 25.0][case % 4];
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let place = vector(2.5);
        let linear = place * 0.5 + vector(0.7);
        let (spin_a, spin_b) = (vector(spin), vector(spin));
        let turned = Rotor3::from_axis_angle(vector(1.0), 2.0).unwrap();
        let start = Pose::new(turned, place).unwrap();
        let (a, b) = ((&a, moving(Pose::IDENTITY, linear, spin_a)), (&b, moving(start, -linear, spin_b)));
        let found = time_of_impact((a.0, &a.1), (b.0, &b.1));
        check(&found, (a.0, &a.1), (b.0, &b.1), 300);
        match found {
            Impact::Hit(found) if found.initial => {}
            Impact::Hit(_) => hits += 1,
            Impact::NoContact { .. } => misses += 1,
            Impact::Undecided(_) => open += 1,
        }
    }
    assert!(hits > 80 && misses > 80 && open == 0, "seed 6: {hits} hits, {misses} misses, {open} undecided");
}

#[test]
fn a_halfspace_that_turns_is_as_good_as_a_large_box() {
    let mut random = Random(41);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..120 {
        let shape = random_shape(&mut random);
        let spin = [0.0, 0.5, 3.0][case % 3];
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let half = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.25).unwrap();
        let slab = Posed::new(block(40.0, 40.0, 20.0), at(0.0, 0.0, -19.75)).unwrap();
        let turning = moving(at(0.1, 0.2, 0.0), vector(0.3), vector(spin * 0.1));
        let place = vector(1.0) + Vec3::new(0.0, 0.0, 3.0);
        let start = Pose::new(Rotor3::from_axis_angle(vector(1.0), 2.0).unwrap(), place).unwrap();
        let path = moving(start, vector(1.5) - Vec3::new(0.0, 0.0, 2.4), vector(spin));
        let found = time_of_impact((&half, &turning), (&shape, &path));
        let same = time_of_impact((&slab, &turning), (&shape, &path));
        match (found.encounter(), same.encounter()) {
            (Some(one), Some(other)) => {
                hits += 1;
                assert!((one.time - other.time).abs() < 1e-9, "{one:?}\n{other:?}");
            }
            (None, None) => misses += 1,
            _ => panic!("{found:?}\n{same:?}"),
        }
    }
    assert!(hits > 5 && misses > 5, "seed 41: {hits} hits, {misses} misses");
}
