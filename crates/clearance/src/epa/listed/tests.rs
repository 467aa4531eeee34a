//! Listing all facets and growing a hull are two ways to the same depth.

use super::*;
use crate::epa::{Goal, grown};
use crate::math::{Pose3, Rotor3, Vec3};
use crate::options::{Accuracy, Options};
use crate::query::{WarmStart, signed_distance_with};
use crate::random::Random;
use crate::shape::Polytope;

/// Solids of at most twelve vertices: in general position, of four vertices only, on a lattice, with parallel faces, boxes, slivers, flat
/// ones.
fn solid<T: Real>(kind: u64, random: &mut Random) -> Polytope<Vec3<T>> {
    let mut any = |count: usize, point: fn(Vec3<f64>) -> Vec3<f64>| -> Vec<Vec3<f64>> {
        (0..count).map(|_| point(Vec3::new(random.unit(), random.unit(), random.unit()))).collect()
    };
    let points = match kind {
        0 => any(8, Vec3::normalized),
        1 => any(4, Vec3::normalized),
        2 => any(12, |p| p.normalized() * 0.9 + Vec3::new(0.2, 0.0, 0.1)),
        3 => any(9, |p| Vec3::new((p.x * 2.9).trunc(), (p.y * 2.9).trunc(), (p.z * 2.9).trunc())),
        4 => any(5, |p| Vec3::new(p.x, p.y, 0.7)).into_iter().flat_map(|p| [p, Vec3::new(p.x, p.y, -0.7)]).collect(),
        5 => (0..8).map(|i| Vec3::from([1, 2, 4].map(|bit| if i & bit == 0 { -0.5 } else { 0.5 }))).collect(),
        6 => any(8, |p| Vec3::new(p.x, p.y, p.z * 1e-6)),
        _ => any(5, |p| Vec3::new(p.x, p.y, 0.0)),
    };
    Polytope::new(&points.iter().map(|p| Vec3::from_fn(|k| T::from_f64(p[k]))).collect::<Vec<_>>()).unwrap()
}

/// Turned at random, hardly, by a right angle, or not at all.
fn pose<T: Real>(round: u64, random: &mut Random) -> Pose3<T> {
    let mut number = |scale: f64| T::from_f64(scale * random.unit());
    let rotor = match round % 4 {
        0 => Rotor3::new([T::ONE, T::ZERO, T::ZERO, T::ZERO]),
        1 => Rotor3::new([T::ONE, T::ZERO, T::ONE, T::ZERO]),
        2 => Rotor3::new([T::ONE, number(1e-6), number(1e-6), number(1e-6)]),
        _ => Rotor3::new([number(1.0), number(1.0), number(1.0), number(1.0)]),
    };
    let reach = if round.is_multiple_of(5) { 0.0 } else { 0.5 };
    Pose3::new(rotor.unwrap(), Vec3::from_fn(|_| number(reach))).unwrap()
}

/// Whether the facets were listed; then the answer must be that of growth.
fn check<T: Real>(a: &Polytope<Vec3<T>>, b: &Polytope<Vec3<T>>, b_in_a: &Pose3<T>, name: &str) -> bool
where
    Vec3<T>: Space<Scalar = T>,
{
    let m = Difference::new(a, b, b_in_a);
    let Some(found) = penetration(&m) else { return false };
    let seed = Simplex::new(m.support(Vec3::axis(0), [Hint::NONE; 2]));
    let goal = Goal { relative: T::ZERO, absolute: T::ZERO, max_expansions: u32::MAX };
    let known = grown(&m, (&seed, Vec3::axis(0)), &goal, None, |_| {});
    let rounding = T::TWO * m.point_error;
    assert!((found.height - known.height).abs() <= rounding, "{name}: {} {}", found.height, known.height);
    assert!(found.floor - m.point_error <= known.ceiling + m.plane_error, "{name}");
    assert!(known.floor - m.point_error <= found.ceiling + m.plane_error, "{name}");
    assert!(found.floor <= found.height && found.height - found.floor <= m.point_error, "{name}");
    assert!((found.ceiling - found.height).abs() <= m.point_error, "{name}");
    assert!((found.normal.norm() - T::ONE).abs() <= T::from_f64(4.0) * T::UNIT, "{name}");
    let sum = found.simplex.points().zip(&found.weights).fold(Vec3::ZERO, |sum, (p, &weight)| sum + p.w * weight);
    assert!((sum - found.normal * found.height).norm() <= T::TWO * enough(m.size), "{name}: {sum:?}");
    // Two facets as low would be told by the list.
    assert!(!known.tied && found.normal.dot(known.normal) > T::from_f64(0.9999), "{name}: {known:?}");
    true
}

fn check_kinds<T: Real>(seed: u64) -> [[u32; 8]; 8]
where
    Vec3<T>: Space<Scalar = T>,
{
    let mut random = Random(seed);
    let mut listed = [[0; 8]; 8];
    for round in 0..64 * 40 {
        let (i, j) = (round % 8, round / 8 % 8);
        let a = solid::<T>(i, &mut random);
        let b = if i == j && round.is_multiple_of(3) { a.clone() } else { solid(j, &mut random) };
        let b_in_a = pose(round / 64, &mut random);
        let name = format!("seed {seed}, round {round}");
        listed[i as usize][j as usize] += u32::from(check(&a, &b, &b_in_a, &name));
    }
    listed
}

#[test]
fn the_lowest_of_all_facets_is_what_growth_finds() {
    for listed in [check_kinds::<f64>(41), check_kinds::<f32>(42)] {
        let solids = listed[..3].iter().flat_map(|row| &row[..3]).sum::<u32>();
        assert!(solids > 200, "{listed:?}");
        assert!(listed[7].iter().all(|&count| count == 0), "flat ones have no map: {listed:?}");
    }
}

#[test]
fn listed_depths_enclose_the_exact_ones() {
    let mut random = Random(43);
    let exact = Options { accuracy: Accuracy::Exact, ..Options::default() };
    let mut listed = 0;
    for round in 0..60 {
        let (a, b) = (solid::<f64>(round % 5, &mut random), solid::<f64>(round / 5 % 5, &mut random));
        let b_in_a = pose(3, &mut random);
        let m = Difference::new(&a, &b, &b_in_a);
        let Some(depth) = penetration(&m) else { continue };
        listed += 1;
        let ask = |options| signed_distance_with(&a, &b, &b_in_a, options, &mut WarmStart::new());
        let (found, known) = (ask(&Options::default()), ask(&exact));
        let bounds = found.bounds;
        assert!(
            bounds.lower <= known.signed_distance && known.signed_distance <= bounds.upper,
            "round {round}: {bounds:?} {known:?}"
        );
        // What points and planes may be off, and the roundings of the depth itself.
        let width = m.point_error + m.plane_error + 32.0 * f64::UNIT * depth.height;
        assert!(bounds.width() * m.scale <= width, "round {round}: {bounds:?}");
    }
    assert!(listed > 30, "{listed}");
}
