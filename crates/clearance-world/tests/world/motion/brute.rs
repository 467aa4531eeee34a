//! First contacts beside all pairs of parts asked, and beside the bodies asked at times before and after.

use clearance::query::motion::Motion;
use clearance::query::{Impact, MovingPair, ToiOptions};
use clearance::{Real, Shape, Vec2, Vec3};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, MovingBodies};

use super::odd::{self, Odd};

/// The parts of a body.
fn parts<V: Odd>(body: &Body<V>) -> Vec<Shape<V>> {
    match body {
        Body::Convex(shape) => vec![shape.clone()],
        Body::Compound(compound) => compound.parts().to_vec(),
        Body::Mesh(mesh) => (0..mesh.triangles().len() as u32).map(|i| mesh.shape(i)).collect(),
        _ => Vec::new(),
    }
}

/// The impacts of all pairs of parts.
fn all<V: Odd>(bodies: [&Body<V>; 2], motions: [&dyn Motion<V>; 2], options: ToiOptions<V::Scalar>) -> Vec<Impact<V>> {
    let [a, b] = bodies;
    let mut found = Vec::new();
    match (a.as_halfspace(), b.as_halfspace()) {
        (Some(half), _) => {
            for part in parts(b) {
                found.push(MovingPair::new((half, motions[0]), (&part, motions[1])).options(options).time_of_impact());
            }
        }
        (_, Some(half)) => {
            for part in parts(a) {
                found.push(MovingPair::new((&part, motions[0]), (half, motions[1])).options(options).time_of_impact());
            }
        }
        _ => {
            let others = parts(b);
            for part in parts(a) {
                for other in &others {
                    found.push(
                        MovingPair::new((&part, motions[0]), (other, motions[1])).options(options).time_of_impact(),
                    );
                }
            }
        }
    }
    found
}

/// Whether the bodies have a common point at a time, to each one's errors.
fn meet_at<V: Odd>(bodies: [&Body<V>; 2], motions: [&dyn Motion<V>; 2], time: V::Scalar) -> Option<bool> {
    let poses = motions.map(|motion| motion.pose_at(time));
    BodyPair::in_world((bodies[0], &poses[0]), (bodies[1], &poses[1])).collides().unwrap()
}

/// What the checks of a scene found: hits at the start, later ones, none, and undecided.
pub type Mix = [usize; 4];

pub fn check<V: Odd>(random: &mut Random, round: usize, mix: &mut Mix) {
    let owned = odd::bodies::<V>(random, round);
    let bodies = [&owned[0], &owned[1]];
    let kind = random.below(4);
    let boxed = [odd::motion::<V>(random, kind), odd::motion::<V>(random, round)];
    let motions: [&dyn Motion<V>; 2] = [&*boxed[0], &*boxed[1]];
    let target = V::Scalar::from_f64(if round.is_multiple_of(5) { 0.05 } else { 0.0 });
    let options = ToiOptions { target_distance: target, ..ToiOptions::default() };
    let found = MovingBodies::new((bodies[0], motions[0]), (bodies[1], motions[1])).options(options);
    let found = found.time_of_impact().unwrap().impact;
    let brute = all(bodies, motions, options);
    let hits = brute.iter().filter_map(|impact| match impact {
        Impact::Hit(encounter) => Some(encounter.bracket.upper),
        _ => None,
    });
    let far = V::Scalar::INFINITY;
    let upper = hits.fold(far, |least, time| least.min(time));
    let lower = brute.iter().filter_map(|impact| impact.encounter()).fold(far, |least, e| least.min(e.bracket.lower));
    let context = || {
        format!(
            "round {round}: {} and {}: {found:?}, of parts {lower:?} to {upper:?}",
            owned[0].kind(),
            owned[1].kind()
        )
    };
    let is_point = bodies.iter().any(|body| matches!(body, Body::Convex(Shape::Point(_))));
    match &found {
        Impact::Hit(encounter) if encounter.initial => {
            mix[0] += 1;
            let meets = meet_at(bodies, motions, V::Scalar::ZERO);
            assert!(meets != Some(false) || target > V::Scalar::ZERO, "{}", context());
        }
        Impact::Hit(encounter) => {
            mix[1] += 1;
            let bracket = encounter.bracket;
            // Points have no depth in triangles: there are no hits of parts.
            if !is_point {
                assert_eq!(bracket.upper, upper, "{}", context());
                assert!(bracket.lower >= lower, "{}", context());
            }
            if target == V::Scalar::ZERO {
                for part in 1..6 {
                    let before = bracket.lower * V::Scalar::from_f64(f64::from(part) / 6.0);
                    assert!(meet_at(bodies, motions, before) != Some(true), "{} at {before:?}", context());
                }
                assert!(meet_at(bodies, motions, bracket.upper) != Some(false) || is_point, "{}", context());
            }
        }
        Impact::NoContact { lower: least, .. } => {
            mix[2] += 1;
            assert!(upper == far && *least > target || is_point, "{}", context());
            for part in 0..=6 {
                let time = V::Scalar::from_f64(f64::from(part) / 6.0);
                let poses = motions.map(|motion| motion.pose_at(time));
                let now = BodyPair::in_world((bodies[0], &poses[0]), (bodies[1], &poses[1])).signed_distance().unwrap();
                assert!(now.bounds.upper >= *least, "{} at {time:?}: {now:?}", context());
            }
        }
        Impact::Undecided(encounter) => {
            mix[3] += 1;
            assert!(upper == far && (lower <= encounter.bracket.lower || is_point), "{}", context());
        }
    }
}

/// Many scenes of one kind, with their mix.
pub fn survey<V: Odd>(random: &mut Random, count: usize) -> Mix {
    let mut mix = [0; 4];
    (0..count).for_each(|round| check::<V>(random, round, &mut mix));
    mix
}

#[test]
fn first_contacts_are_those_of_all_pairs_of_parts() {
    let random = &mut Random::new(0xb07e);
    let [start, later, none, open] = survey::<Vec3<f64>>(random, 200);
    assert!(start > 10 && later > 40 && none > 30 && open < 12, "{start} {later} {none} {open} (seed 0xb07e)");
}

#[test]
fn first_contacts_in_the_plane_and_in_single_precision_are_those_of_all_pairs_of_parts() {
    let random = &mut Random::new(0xb07f);
    for (name, [start, later, none, open]) in [
        ("2d", survey::<Vec2<f64>>(random, 160)),
        ("2d f32", survey::<Vec2<f32>>(random, 80)),
        ("3d f32", survey::<Vec3<f32>>(random, 48)),
    ] {
        assert!(start > 2 && later > 8 && none > 4 && open < 12, "{name}: {start} {later} {none} {open} (seed 0xb07f)");
    }
}

#[test]
#[ignore = "the long form: ten thousand scenes, minutes"]
fn first_contacts_of_ten_thousand_scenes_are_those_of_all_pairs_of_parts() {
    let random = &mut Random::new(0xb080);
    println!("starts, contacts, none, undecided of 3d: {:?}", survey::<Vec3<f64>>(random, 6000));
    println!("of 2d: {:?}", survey::<Vec2<f64>>(random, 2000));
    println!("of 2d in f32: {:?}", survey::<Vec2<f32>>(random, 1000));
    println!("of 3d in f32: {:?}", survey::<Vec3<f32>>(random, 1000));
}
