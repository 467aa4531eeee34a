//! Many pairs at once have the answers of one at a time, to the last bit.

use clearance::batch::{self, distances, parallel, signed_distances};
use clearance::query::{distance, intersects, signed_distance};
use clearance::{Pose, Proximity, Real, Shape, Vec2, Vec3};
use clearance_testkit::make::{World, body};
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::count;
use rayon::prelude::*;

/// Every number of an answer; zeros by their signs, too.
fn bits<V: World>(found: &Proximity<V>) -> Vec<u64> {
    let real = |x: V::Scalar| x.to_f64().to_bits();
    let mut all = vec![real(found.signed_distance), real(found.bounds.lower), real(found.bounds.upper)];
    for v in [found.normal, found.witness_a, found.witness_b] {
        all.extend((0..V::DIM).map(|i| real(v[i])));
    }
    for feature in &found.features {
        all.push(feature.kind() as u64);
        all.extend(feature.vertices().iter().map(|&vertex| u64::from(vertex)));
        all.extend(feature.weights().iter().map(|&weight| real(weight)));
    }
    all.extend([found.status as u64, found.proven.into(), found.unique.into(), found.iterations.into()]);
    all
}

/// Compares random pairs of these kinds in all situations: far, near, touching, nested, flat, on lattices, identical,
/// tiny and huge.
fn compare<V: World>(kinds: &[&str], total: u64) {
    let mut known = Vec::new();
    for index in 0..total {
        let pair = Pair::random_of(kinds, 5, index, V::DIM);
        let pair = if V::Scalar::UNIT.to_f64() > f64::EPSILON { pair.rounded_to_f32() } else { pair };
        let [(a, pose_a), (b, pose_b)] = [&pair.a, &pair.b].map(|spec| body::<V>(spec).unwrap());
        // Half of them in poses that are exact.
        let b_in_a = if index % 2 == 0 { Pose::relative(&pose_a, &pose_b) } else { pose_b };
        known.push((a, b, b_in_a));
    }
    let pairs = || known.iter().map(|(a, b, b_in_a): &(Shape<V>, Shape<V>, Pose<V>)| (a, b, b_in_a));
    let (signed, unsigned) = (signed_distances(pairs()), distances(pairs()));
    assert_eq!((signed.len(), unsigned.len()), (known.len(), known.len()));
    let meeting = batch::intersects(pairs());
    let share = meeting.iter().filter(|&&meets| meets).count() as f64 / total as f64;
    assert!(meeting.len() == known.len() && (0.2..0.95).contains(&share), "{share} of the pairs meet");
    for (index, (a, b, b_in_a)) in known.iter().enumerate() {
        assert_eq!(meeting[index], intersects(a, b, b_in_a), "{index}: {:?}", signed[index]);
        let (alone, apart) = (signed_distance(a, b, b_in_a), distance(a, b, b_in_a));
        assert_eq!(bits(&signed[index]), bits(&alone), "{index}: {:?}, alone {alone:?}", signed[index]);
        assert_eq!(bits(&unsigned[index]), bits(&apart), "{index}: {:?}, alone {apart:?}", unsigned[index]);
    }
}

#[test]
fn boxes_at_once_have_the_bits_of_boxes_alone() {
    compare::<Vec3<f64>>(&["box"], count(20_000));
    compare::<Vec3<f32>>(&["box"], count(20_000));
}

#[test]
fn pairs_of_all_kinds_may_be_mixed() {
    compare::<Vec3<f64>>(&["box", "box", "rounded", "sphere", "capsule", "hull", "segment"], count(3_000));
    compare::<Vec2<f32>>(&["box", "sphere", "hull"], count(1_000));
}

#[test]
fn threads_do_not_change_the_answers() {
    let known: Vec<_> = (0..count(5_000))
        .map(|index| {
            let pair = Pair::random_of(&["box"], 7, index, 3);
            let [(a, pose_a), (b, pose_b)] = [&pair.a, &pair.b].map(|spec| body::<Vec3<f64>>(spec).unwrap());
            (a, b, Pose::relative(&pose_a, &pose_b))
        })
        .collect();
    let alone = signed_distances(known.iter().map(|(a, b, b_in_a)| (a, b, b_in_a)));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let pairs = || known.par_iter().map(|(a, b, b_in_a)| (a, b, b_in_a));
        assert!(pool.install(|| parallel::signed_distances(pairs())) == alone, "{threads} threads");
        let apart = pool.install(|| parallel::distances(pairs()));
        assert_eq!(apart.len(), alone.len());
        let meeting = pool.install(|| parallel::intersects(pairs()));
        assert!(meeting == batch::intersects(known.iter().map(|(a, b, b_in_a)| (a, b, b_in_a))), "{threads} threads");
    }
}
