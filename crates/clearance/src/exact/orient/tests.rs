use super::*;
use crate::random::Random;
use dashu_ratio::RBig;

fn exact_sign<const D: usize, const N: usize>(points: [[f64; D]; N]) -> i8 {
    let exact = |x: f64| RBig::try_from(x).unwrap();
    let delta = |n: usize, k: usize| exact(points[n][k % 3]) - exact(points[0][k % 3]);
    let minor = |i: usize, j: usize| delta(1, i) * delta(2, j) - delta(1, j) * delta(2, i);
    let determinant = if D == 2 {
        minor(0, 1)
    } else {
        (0..3).map(|k| minor(k + 1, k + 2) * delta(3, k)).fold(RBig::ZERO, |sum, term| sum + term)
    };
    determinant.cmp(&RBig::ZERO) as i8
}

/// Checks all points against the rational sign; returns how often each sign came up.
fn check3(mut point: impl FnMut(&mut Random) -> [[f64; 3]; 4], seed: u64, count: usize) -> [usize; 3] {
    let mut random = Random(seed);
    let mut signs = [0; 3];
    for _ in 0..count {
        let p = point(&mut random);
        let [a, b, c, d] = p.map(Vec3::from);
        let sign = orient3d(a, b, c, d);
        assert_eq!(sign, exact_sign(p), "seed {seed}: {p:?}");
        assert_eq!(sign, -orient3d(b, a, c, d));
        signs[(sign + 1) as usize] += 1;
    }
    signs
}

fn check2(mut point: impl FnMut(&mut Random) -> [[f64; 2]; 3], seed: u64, count: usize) -> [usize; 3] {
    let mut random = Random(seed);
    let mut signs = [0; 3];
    for _ in 0..count {
        let p = point(&mut random);
        let [a, b, c] = p.map(Vec2::from);
        let sign = orient2d(a, b, c);
        assert_eq!(sign, exact_sign(p), "seed {seed}: {p:?}");
        assert_eq!(sign, orient2d(b, c, a));
        signs[(sign + 1) as usize] += 1;
    }
    signs
}

fn array<const D: usize, const N: usize>(mut coordinate: impl FnMut() -> f64) -> [[f64; D]; N] {
    core::array::from_fn(|_| core::array::from_fn(|_| coordinate()))
}

#[test]
fn signs_of_random_points_are_exact() {
    assert!(check3(|r| array(|| r.unit()), 1, 3000).iter().filter(|&&n| n > 1000).count() == 2);
    assert!(check2(|r| array(|| r.unit()), 2, 3000).iter().filter(|&&n| n > 1000).count() == 2);
}

#[test]
fn signs_at_every_magnitude_are_exact() {
    for (i, (low, high)) in
        [(-1074, -1000), (-1074, -400), (-1074, 1000), (-306, 331), (-40, 40), (300, 1000), (900, 1023)]
            .into_iter()
            .enumerate()
    {
        let seed = 10 + i as u64;
        assert!(check3(|r| array(|| r.of_magnitude(low, high)), seed, 1500)[0] > 400);
        assert!(check2(|r| array(|| r.of_magnitude(low, high)), seed, 1500)[2] > 400);
    }
}

#[test]
fn signs_on_lattices_are_exact_and_often_null() {
    for scale in [1.0, 1e-300, 1e300, 1.0 / 3.0] {
        assert!(check3(|r| array(|| (r.below(5) as f64 - 2.0) * scale), 30, 2000)[1] > 100);
        assert!(check2(|r| array(|| (r.below(7) as f64 - 3.0) * scale), 31, 2000)[1] > 100);
    }
}

#[test]
fn signs_of_nearly_degenerate_points_are_exact() {
    // Points of a plane or line, rounded: off it by less than an ulp of their coordinates.
    let near_plane = |r: &mut Random, scale: f64| {
        let [a, u, v] = [(); 3].map(|()| [(); 3].map(|()| r.unit() * scale));
        [(); 4].map(|()| {
            let (s, t) = (r.unit(), r.unit());
            core::array::from_fn(|k| a[k] + s * u[k] + t * v[k])
        })
    };
    let near_line = |r: &mut Random, scale: f64| {
        let [a, u] = [(); 2].map(|()| [(); 2].map(|()| r.unit() * scale));
        [(); 3].map(|()| {
            let s = r.unit();
            core::array::from_fn(|k| a[k] + s * u[k])
        })
    };
    for (i, scale) in [1.0, 1e-120, 1e-290, 1e299, 7e120].into_iter().enumerate() {
        let signs = check3(|r| near_plane(r, scale), 50 + i as u64, 2000);
        assert!(signs[0] > 500 && signs[2] > 500, "{signs:?}");
        let signs = check2(|r| near_line(r, scale), 60 + i as u64, 2000);
        assert!(signs[0] > 500 && signs[2] > 500, "{signs:?}");
    }
}

#[test]
fn single_precision_is_converted_exactly() {
    let mut random = Random(70);
    for _ in 0..2000 {
        let p: [[f32; 3]; 4] = [(); 4].map(|()| [(); 3].map(|()| random.of_magnitude(-149, 127) as f32));
        let [a, b, c, d] = p.map(Vec3::from);
        assert_eq!(orient3d(a, b, c, d), exact_sign(p.map(|x| x.map(f64::from))), "{p:?}");
    }
}

#[test]
fn a_tiny_tetrahedron_keeps_its_orientation() {
    let [a, b, c, d] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
    for scale in [5e-324, 1e-308, 1e-120, 1e120, f64::MAX] {
        let [a, b, c, d] = [a, b, c, d].map(|p| Vec3::from(p) * scale);
        assert_eq!(orient3d(a, b, c, d), -1);
        assert_eq!(orient3d(a, c, b, d), 1);
    }
}
