//! Many pairs at once have the answers of one at a time, to the last bit.

use clearance::batch::{self, Batch, distances, parallel, signed_distances};
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

/// Compares random pairs of these kinds in all situations: far, near, touching, nested, flat, on lattices, identical, tiny and huge.
fn compare<V: World + Batch>(kinds: &[&str], total: u64) {
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
fn capsules_and_balls_at_once_have_the_bits_of_one_alone() {
    compare::<Vec3<f64>>(&["capsule", "sphere", "segment", "point"], count(20_000));
    compare::<Vec3<f32>>(&["capsule", "sphere", "segment", "point"], count(20_000));
}

/// Compares a few hulls in many poses of one another, far, near and nested, with pairs of others in between.
fn compare_poses<V: World + Batch>(total: u64) {
    let mut known = Vec::new();
    for index in 0..total {
        // The shapes of some pairs, in the poses of others.
        let kinds = if index % 40 == 39 { ["box"] } else { ["hull"] };
        let [shapes, poses] = [index / 40, 1000 + index].map(|seed| Pair::random_of(&kinds, 9, seed, V::DIM));
        let round = |pair: Pair| if V::Scalar::UNIT.to_f64() > f64::EPSILON { pair.rounded_to_f32() } else { pair };
        let (shapes, poses) = (round(shapes), round(poses));
        let [(a, _), (b, _)] = [&shapes.a, &shapes.b].map(|spec| body::<V>(spec).unwrap());
        let [(_, pose_a), (_, pose_b)] = [&poses.a, &poses.b].map(|spec| body::<V>(spec).unwrap());
        known.push((index / 40, a, b, Pose::relative(&pose_a, &pose_b)));
    }
    // Pairs of one number share their shapes, so that they are the same ones.
    let first = |number: u64, of: usize| &known[40 * number as usize + of];
    let shared = |&(number, ref a, ref b, ref b_in_a)| match a {
        Shape::Polytope(_) => (&first(number, 0).1, &first(number, 0).2, b_in_a),
        _ => (a, b, b_in_a),
    };
    let pairs = || known.iter().map(shared);
    let (signed, unsigned, meeting) = (signed_distances(pairs()), distances(pairs()), batch::intersects(pairs()));
    for (index, (a, b, b_in_a)) in pairs().enumerate() {
        let (alone, apart) = (signed_distance(a, b, b_in_a), distance(a, b, b_in_a));
        assert_eq!(bits(&signed[index]), bits(&alone), "{index}: {:?}, alone {alone:?}", signed[index]);
        assert_eq!(bits(&unsigned[index]), bits(&apart), "{index}: {:?}, alone {apart:?}", unsigned[index]);
        assert_eq!(meeting[index], intersects(a, b, b_in_a), "{index}: {alone:?}");
    }
}

#[test]
fn hulls_in_many_poses_have_the_bits_of_one_pose_alone() {
    compare_poses::<Vec3<f64>>(count(6_000));
    compare_poses::<Vec3<f32>>(count(6_000));
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
