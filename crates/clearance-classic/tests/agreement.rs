//! On well-conditioned pairs every algorithm that ends regularly tells the core's distance, in both dimensions and precisions.

use clearance::query::signed_distance;
use clearance::{Polytope, Pose, Real, Rotor2, Rotor3, Space, Vec2, Vec3};
use clearance_classic::Algorithm;
use clearance_testkit::random::Random;

/// A polytope of points near an ellipsoid, and a placed one.
fn polytope<V: Space>(random: &mut Random, count: usize) -> Polytope<V> {
    let sizes: Vec<f64> = (0..V::DIM).map(|_| random.uniform(0.4, 1.4)).collect();
    let mut point = || {
        let dir = random.direction(V::DIM);
        let norm = dir.iter().map(|c| c * c).sum::<f64>().sqrt();
        V::from_fn(|i| V::Scalar::from_f64(dir[i] * sizes[i] / norm))
    };
    let points: Vec<V> = (0..count).map(|_| point()).collect();
    Polytope::new(&points).unwrap()
}

/// What became of the pairs.
#[derive(Debug, Default)]
struct Count {
    pairs: u32,
    irregular: u32,
    wrong: u32,
}

fn run<V: Space>(algorithm: Algorithm, rotor: impl Fn([f64; 4]) -> V::Rotor, seed: u64) -> Count {
    let mut random = Random::new(seed);
    let mut count = Count::default();
    // Well above rounding, well below any size here.
    let tolerance = 1e5 * V::Scalar::UNIT.to_f64();
    for _ in 0..300 {
        let (a, b) = (polytope::<V>(&mut random, 14), polytope::<V>(&mut random, 9));
        let away = random.uniform(0.0, 3.5);
        let dir = random.direction(V::DIM);
        let pose =
            Pose::new(rotor(random.quaternion(V::DIM)), V::from_fn(|i| V::Scalar::from_f64(dir[i] * away))).unwrap();
        let truth = signed_distance(&a, &b, &pose);
        // Pairs nearer to touching are counted by the robustness table.
        if truth.distance.to_f64() < 1e-3 {
            continue;
        }
        let found = algorithm.run((&a, &b, &pose), |_| {});
        count.pairs += 1;
        count.irregular += u32::from(!found.regular);
        let same = (found.distance - truth.distance).to_f64().abs() <= tolerance
            && ((found.on_b - found.on_a) - found.normal * found.distance).norm().to_f64() <= tolerance;
        count.wrong += u32::from(found.regular && !same);
    }
    count
}

fn in_space<T: Real>(algorithm: Algorithm) -> Count
where
    Vec3<T>: Space<Rotor = Rotor3<T>, Scalar = T>,
{
    run::<Vec3<T>>(algorithm, |q| Rotor3::new(q.map(T::from_f64)).unwrap(), 41)
}

fn in_the_plane<T: Real>(algorithm: Algorithm) -> Count
where
    Vec2<T>: Space<Rotor = Rotor2<T>, Scalar = T>,
{
    run::<Vec2<T>>(algorithm, |[w, _, _, z]| Rotor2::new(T::from_f64(w), T::from_f64(z)).unwrap(), 43)
}

#[test]
fn bodies_apart_have_the_cores_distance() {
    for name in ["johnson-backup", "van-den-bergen", "voronoi", "signed-volumes", "core"] {
        let algorithm = name.parse().unwrap();
        let counts = [
            in_space::<f64>(algorithm),
            in_space::<f32>(algorithm),
            in_the_plane::<f64>(algorithm),
            in_the_plane::<f32>(algorithm),
        ];
        for count in counts {
            assert!(count.pairs > 80, "{name}: {count:?}");
            assert_eq!((count.irregular, count.wrong), (0, 0), "{name}: {count:?}");
        }
    }
}
