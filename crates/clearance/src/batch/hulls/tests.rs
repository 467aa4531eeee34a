use fearless_simd::Level;

use super::super::lane::Wide;
use super::*;
use crate::math::{Pose, Rotor3, Vec3};
use crate::query::signed_distance;
use crate::random::Random;
use crate::shape::Polytope;

type Hulls<T> = [Polytope<Vec3<T>>; 2];

/// Two hulls of a few points in poses far and near, and overlapping.
fn hulls<T: Wide>(count: usize) -> (Hulls<T>, Vec<Pose<Vec3<T>>>)
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut random = Random(5);
    let mut unit = move || T::from_f64(random.unit());
    let mut point = move || Vec3::new(unit(), unit(), unit());
    let cloud = |point: &mut dyn FnMut() -> Vec3<T>| Polytope::new(&(0..count).map(|_| point()).collect::<Vec<_>>());
    let both = [cloud(&mut point).unwrap(), cloud(&mut point).unwrap()];
    let mut poses = Vec::new();
    for number in 0..300 {
        let reach = T::from_f64([0.5, 2.0, 3.0, 9.0][number % 4]);
        let (axis, spin) = (point(), point());
        let turn = Rotor3::new([axis.x, axis.y, axis.z, spin.x]).unwrap();
        poses.push(Pose::new(turn, point() * reach).unwrap());
    }
    (both, poses)
}

/// The ends of the runs at one level.
fn ended<T: Wide>(level: Level, hulls: &Hulls<T>, poses: &[Pose<Vec3<T>>]) -> Vec<Option<Ended<T>>>
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let [a, b] = hulls;
    let pairs: Vec<_> = poses.iter().map(|pose| Stepped::new((a, b, pose))).collect();
    let starts: Vec<_> = pairs.iter().map(start).collect();
    let mut vertices = [const { Vec::new() }; 2];
    list(a, &mut vertices[0]);
    list(b, &mut vertices[1]);
    let mut ends = vec![None; poses.len()];
    solve(level, [&vertices[0], &vertices[1]], &starts, &mut |k, end| ends[k] = end);
    ends
}

fn check<T: Wide>(count: usize)
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let (hulls, poses) = hulls::<T>(count);
    let level = Level::new();
    let ends = ended(level, &hulls, &poses);
    let open = ends.iter().filter(|end| end.is_none()).count();
    assert!(open * 20 < poses.len(), "{open} of {} runs are left to the query", poses.len());
    for stop in [Stop::Apart, Stop::Inside] {
        let count = ends.iter().flatten().filter(|end| end.stop == stop).count();
        assert!(count * 8 > poses.len(), "{count} of {} runs end {stop:?}", poses.len());
    }
    #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), not(target_feature = "avx2")))]
    {
        let narrower = [level.as_sse2().map(Level::Sse2), level.as_avx2().map(Level::Avx2)];
        for other in narrower.into_iter().flatten() {
            assert!(ended(other, &hulls, &poses) == ends, "{other:?} and {level:?} differ");
        }
    }
}

#[test]
fn every_set_of_instructions_ends_most_runs_and_all_alike() {
    check::<f64>(20);
    check::<f32>(20);
    check::<f64>(5);
    check::<f32>(60);
}

/// Every number but the witness' names.
fn numbers<T: Real>(found: &Proximity<Vec3<T>>) -> Vec<u64>
where
    Vec3<T>: Batch<Scalar = T, Rotor = Rotor3<T>>,
{
    let vectors = [found.normal, found.on_a, found.on_b].map(|v| [v.x, v.y, v.z]).concat();
    let others = [found.distance, found.bounds.lower, found.bounds.upper];
    vectors.into_iter().chain(others).map(|x| x.to_f64().to_bits()).chain([found.iterations.into()]).collect()
}

#[test]
fn runs_side_by_side_lead_to_the_answers_of_one_alone() {
    let ([a, b], poses) = hulls::<f64>(20);
    let found = crate::batch::signed_distances(poses.iter().map(|pose| (&a, &b, pose)));
    for (k, pose) in poses.iter().enumerate() {
        let alone = signed_distance(&a, &b, pose);
        assert_eq!(numbers(&found[k]), numbers(&alone), "{k}: {:?}, alone {alone:?}", found[k]);
    }
}
