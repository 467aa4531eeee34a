use super::*;
use crate::batch::{distances, intersects, signed_distances};
use crate::math::{Pose, Rotor3};
use crate::query::{self, distance, signed_distance};
use crate::random::Random;
use crate::shape::Polytope;

/// Two hulls of a few points.
fn hulls<T: Wide>([n, m]: [usize; 2], random: &mut Random) -> [Polytope<Vec3<T>>; 2] {
    [n, m].map(|count| {
        let points: Vec<_> = (0..count).map(|_| Vec3::from_fn(|_| T::from_f64(random.unit() - 0.5))).collect();
        Polytope::new(&points).unwrap()
    })
}

/// Poses far, near, shallow, and deep.
fn poses<T: Wide>(count: usize, random: &mut Random) -> Vec<Pose<Vec3<T>>>
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut unit = || random.unit() - 0.5;
    let pose = |number: usize| {
        let reach = [0.4, 1.2, 1.5, 6.0][number % 4];
        let turn = Rotor3::new([unit(), unit(), unit(), unit()].map(T::from_f64)).unwrap();
        let away = Vec3::new(unit(), unit(), unit()).normalized() * reach;
        Pose::new(turn, Vec3::from_fn(|i| T::from_f64(away[i]))).unwrap()
    };
    (0..count).map(pose).collect()
}

/// The numbers of an answer.
fn told<T: Wide>(found: &Proximity<Vec3<T>>) -> (alloc::string::String, [bool; 9]) {
    let zeros = [found.normal, found.witness_a, found.witness_b].map(|v| [0, 1, 2].map(|i| v[i].is_negative()));
    (alloc::format!("{found:?}"), core::array::from_fn(|i| zeros[i / 3][i % 3]))
}

fn compare<T: Wide>(counts: [usize; 2], seed: u64)
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut random = Random(seed);
    let [a, b] = &hulls::<T>(counts, &mut random);
    let poses = poses::<T>(2000, &mut random);
    let pairs = || poses.iter().map(|pose| (a, b, pose));
    let (signed, unsigned) = (signed_distances(pairs()), distances(pairs()));
    let meeting = intersects(pairs());
    let share = meeting.iter().filter(|&&meets| meets).count() as f64 / meeting.len() as f64;
    assert!(counts[1] < 4 || (0.2..0.9).contains(&share), "{share} of the pairs meet");
    for (number, pose) in poses.iter().enumerate() {
        assert_eq!(told(&signed[number]), told(&signed_distance(a, b, pose)), "{number} of {counts:?}, seed {seed}");
        assert_eq!(told(&unsigned[number]), told(&distance(a, b, pose)), "{number} of {counts:?}, seed {seed}");
        assert_eq!(meeting[number], query::intersects(a, b, pose), "{number} of {counts:?}, seed {seed}");
    }
}

#[test]
fn hulls_in_many_poses_have_the_bits_of_one_pose_alone() {
    for (seed, counts) in [[8, 8], [20, 20], [36, 28], [4, 33], [12, 1], [2, 3]].into_iter().enumerate() {
        compare::<f64>(counts, seed as u64);
        compare::<f32>(counts, seed as u64);
    }
}

/// The share of random pairs that lanes leave to the query, and of those that they do not answer to the end.
fn left_share<T: Wide>(counts: [usize; 2]) -> [f64; 2]
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut random = Random(5);
    let [a, b] = &hulls::<T>(counts, &mut random);
    let poses = poses::<T>(64 * AT_ONCE, &mut random);
    let (bodies, mut table) = (Bodies::new(a, b), Table::new());
    let (mut open, mut apart, mut unwritten) = (0, 0, 0);
    let mut found: Vec<_> = poses.iter().map(|pose| signed_distance(a, b, pose)).collect();
    let numbers: Vec<usize> = (0..AT_ONCE).collect();
    for (some, found) in poses.chunks(AT_ONCE).zip(found.chunks_mut(AT_ONCE)) {
        let some: Vec<_> = some.iter().collect();
        Vec3::run((&bodies, &mut table), &some, Goal::nearest());
        let written = Vec3::write(Question::Signed, (&bodies, &table), &numbers, found);
        open += table.stops.iter().filter(|&&stop| stop == Stop::Open).count();
        apart += table.stops.iter().filter(|&&stop| stop == Stop::Apart).count();
        unwritten += table.stops.iter().zip(written).filter(|&(&stop, known)| stop == Stop::Apart && !known).count();
    }
    [open as f64 / poses.len() as f64, unwritten as f64 / apart as f64]
}

#[test]
fn lanes_leave_few_runs_to_the_query() {
    for shares in [left_share::<f64>([20, 20]), left_share::<f32>([20, 20])] {
        assert!(shares[0] < 0.05 && shares[1] < 0.1, "{shares:?}");
    }
}
