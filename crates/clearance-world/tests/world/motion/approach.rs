//! Closest approaches of bodies beside the bodies asked at many times.

use clearance::query::ApproachOptions;
use clearance::query::motion::Motion;
use clearance::{Bounds, Real, Vec2, Vec3};
use clearance_testkit::random::Random;
use clearance_world::{Between, Body, BodyPair, MovingBodies};

use super::odd::{self, Odd};

const SAMPLES: u32 = 64;

/// What is between the bodies at a time.
fn at<V: Odd>(bodies: [&Body<V>; 2], motions: [&dyn Motion<V>; 2], time: V::Scalar) -> Between<V> {
    let poses = motions.map(|motion| motion.pose_at(time));
    BodyPair::in_world((bodies[0], &poses[0]), (bodies[1], &poses[1])).signed_distance().unwrap()
}

/// Times all over, and nearer and nearer to the least upper bound of these.
fn times<T: Real>(upper: impl Fn(T) -> T) -> Vec<(T, T)> {
    let step = T::from_f64(1.0 / f64::from(SAMPLES));
    let mut all: Vec<(T, T)> = Vec::new();
    let mut see = |time: T| all.push((time, upper(time)));
    (0..=SAMPLES).for_each(|k| see(step * T::from_f64(f64::from(k))));
    let least = |all: &[(T, T)]| all.iter().copied().reduce(|a, b| if b.1 < a.1 { b } else { a }).unwrap();
    let mut step = step;
    for _ in 0..16 {
        step *= T::HALF;
        let middle = least(&all).0;
        for time in [middle - step, middle + step] {
            if T::ZERO <= time && time <= T::ONE {
                all.push((time, upper(time)));
            }
        }
    }
    all
}

/// How many were apart, in contact, complete.
type Mix = [usize; 3];

fn check<V: Odd>(random: &mut Random, round: usize, mix: &mut Mix) {
    let owned = odd::bodies::<V>(random, round);
    let bodies = [&owned[0], &owned[1]];
    let kind = random.below(4);
    let boxed = [odd::motion::<V>(random, kind), odd::motion::<V>(random, round)];
    let motions: [&dyn Motion<V>; 2] = [&*boxed[0], &*boxed[1]];
    let ask = |options: &ApproachOptions<V::Scalar>| {
        let pair = MovingBodies::new((bodies[0], motions[0]), (bodies[1], motions[1]));
        pair.closest_approach(options).unwrap()
    };
    let found = ask(&ApproachOptions::default());
    let context = || format!("round {round}: {} and {}: {found:?}", owned[0].kind(), owned[1].kind());
    let Bounds { lower, upper } = found.least;
    let there = at(bodies, motions, found.time);
    assert!(there.bounds.upper == upper && there.collides == found.between.collides, "{} {there:?}", context());
    let all = times(|time| at(bodies, motions, time).bounds.upper);
    let (width, zero) = (upper - lower, V::Scalar::ZERO);
    for (time, now) in all {
        assert!(now >= lower, "{} {now:?} at {time:?}", context());
        // Depths of bodies that are not convex have no bounds to search by.
        assert!(now >= upper - width || upper <= zero, "{} {now:?} at {time:?}", context());
        assert!(
            found.times.lower <= time && time <= found.times.upper || now >= upper || upper <= zero,
            "{} {now:?} at {time:?}",
            context()
        );
    }
    mix[usize::from(upper <= zero)] += 1;
    mix[2] += usize::from(found.complete);
    // Bounds of distances of slivers are wider in single precision.
    let is_double = V::Scalar::UNIT < V::Scalar::from_f64(1e-12);
    assert!(found.complete || upper <= zero || lower < zero || !is_double, "{}", context());
    if lower > zero {
        let half = lower * V::Scalar::HALF;
        let beyond = ask(&ApproachOptions { below: half, ..ApproachOptions::default() });
        assert!(beyond.complete && beyond.least.lower >= half, "{} {beyond:?}", context());
    }
}

fn survey<V: Odd>(random: &mut Random, count: usize) -> Mix {
    let mut mix = [0; 3];
    (0..count).for_each(|round| check::<V>(random, round, &mut mix));
    mix
}

#[test]
fn no_time_is_nearer_than_the_closest_approach() {
    let [apart, contact, complete] = survey::<Vec3<f64>>(&mut Random::new(0xa990), 160);
    assert!(apart > 40 && contact > 40 && complete >= apart, "{apart} {contact} {complete}");
}

#[test]
fn no_time_in_the_plane_or_in_single_precision_is_nearer() {
    let random = &mut Random::new(0xa991);
    let mixes = [survey::<Vec2<f64>>(random, 80), survey::<Vec2<f32>>(random, 40), survey::<Vec3<f32>>(random, 40)];
    for [apart, contact, complete] in mixes {
        assert!(apart > 5 && contact > 5 && complete >= apart, "{mixes:?}");
    }
}

/// No sample outside of the times below a distance is within it; of samples inside, none is far beyond it.
fn check_below<V: Odd>(random: &mut Random, round: usize, mix: &mut Mix) {
    let owned = odd::bodies::<V>(random, round);
    let bodies = [&owned[0], &owned[1]];
    let kind = random.below(4);
    let boxed = [odd::motion::<V>(random, kind), odd::motion::<V>(random, round)];
    let motions: [&dyn Motion<V>; 2] = [&*boxed[0], &*boxed[1]];
    let pair = || MovingBodies::new((bodies[0], motions[0]), (bodies[1], motions[1]));
    let least = pair().closest_approach(&ApproachOptions::default()).unwrap().least.upper;
    let distance = least.max(V::Scalar::ZERO) + V::Scalar::from_f64(random.uniform(0.0, 0.5));
    let within = V::Scalar::from_f64(1e-3);
    let options = ApproachOptions { within: Some(within), max_steps: 20_000, ..ApproachOptions::default() };
    let all = pair().times_below(distance, &options).unwrap();
    let context = || format!("round {round}: {} and {}, {distance:?}: {all:?}", owned[0].kind(), owned[1].kind());
    assert!(all.iter().any(|below| below.proven), "{}", context());
    assert!(all.windows(2).all(|two| two[0].times.upper < two[1].times.lower), "{}", context());
    for k in 0..=SAMPLES {
        let time = V::Scalar::from_f64(f64::from(k) / f64::from(SAMPLES));
        let bounds = at(bodies, motions, time).bounds;
        let is_in = all.iter().any(|below| below.times.lower <= time && time <= below.times.upper);
        assert!(bounds.upper > distance || is_in, "{} {bounds:?} at {time:?}", context());
        assert!(bounds.lower <= distance + within || !is_in, "{} {bounds:?} at {time:?}", context());
        mix[usize::from(is_in)] += 1;
    }
    mix[2] += usize::from(all.len() > 1);
}

#[test]
fn times_below_a_distance_are_all_and_no_others() {
    let random = &mut Random::new(0xa993);
    let mut mix = [0; 3];
    for round in 0..60 {
        check_below::<Vec3<f64>>(random, round, &mut mix);
        check_below::<Vec2<f64>>(random, round, &mut mix);
    }
    assert!(mix[0] > 1000 && mix[1] > 1000 && mix[2] > 0, "{mix:?}");
}

#[test]
fn the_depth_of_bodies_that_are_not_convex_bounds_no_times() {
    let part = |x| (clearance::Ball::new(0.5).unwrap().into(), clearance::Pose3::from_xyz(x, 0.0, 0.0).unwrap());
    let dumbbell = Body::<Vec3<f64>>::compound([part(-1.0), part(1.0)]).unwrap();
    let pair = MovingBodies::new((&dumbbell, &clearance::Pose3::IDENTITY), (&dumbbell, &clearance::Pose3::IDENTITY));
    let refusal = pair.times_below(-0.1, &ApproachOptions::default()).unwrap_err();
    assert_eq!(refusal.to_string(), "the distance of a compound that times are below must not be negative");
}

#[test]
#[ignore = "the long form: ten thousand motions, minutes"]
fn no_time_of_ten_thousand_motions_is_nearer() {
    let random = &mut Random::new(0xa992);
    println!("apart, in contact, complete of 3d: {:?}", survey::<Vec3<f64>>(random, 7000));
    println!("of 2d: {:?}", survey::<Vec2<f64>>(random, 2000));
    println!("of 3d in f32: {:?}", survey::<Vec3<f32>>(random, 1000));
}
