use alloc::vec::Vec;

use clearance_testkit::random::Random;

use super::super::curves::{Curves, volume as exact_volume};
use super::super::exact::weights as exact_weights;
use super::*;
use crate::exact::{Exact, Polynomial};

fn random_features(random: &mut Random) -> MovingFeatures {
    let pair = if random.uniform(0.0, 1.0) < 0.5 { FeaturePair::VertexFace } else { FeaturePair::EdgeEdge };
    let (size, offset) = (10f64.powf(random.uniform(-6.0, 6.0)), random.uniform(-1e3, 1e3));
    let flat = if random.uniform(0.0, 1.0) < 0.5 { 1.0 } else { 0.1f64 };
    // Short and long features, some of them nearly flat.
    let mut four =
        || core::array::from_fn(|_| Vec3::from_fn(|k| offset + size * random.uniform(-1.0, 1.0) * flat.powi(k as i32)));
    let (start, end) = (four(), four());
    MovingFeatures { pair, start, end }
}

/// The control values of a polynomial, each times a number: `n!` over the factors of the binomial, at most 3.
fn exact_controls(p: &Polynomial, degree: usize) -> Vec<(f64, Exact)> {
    let a = |i: usize| p.coefficients().get(i).cloned().unwrap_or(Exact::ZERO);
    let sum = |factors: [f64; 4]| (0..4).fold(Exact::ZERO, |sum, i| &sum + &(&a(i) * &Exact::new(factors[i])));
    match degree {
        2 => alloc::vec![
            (1.0, sum([1.0, 0.0, 0.0, 0.0])),
            (2.0, sum([2.0, 1.0, 0.0, 0.0])),
            (1.0, sum([1.0, 1.0, 1.0, 0.0]))
        ],
        _ => alloc::vec![
            (1.0, sum([1.0, 0.0, 0.0, 0.0])),
            (3.0, sum([3.0, 1.0, 0.0, 0.0])),
            (3.0, sum([3.0, 2.0, 1.0, 0.0])),
            (1.0, sum([1.0; 4])),
        ],
    }
}

/// Asserts that control values are as near to the exact ones as `error`, and returns the largest part of it that was
/// needed.
fn check(values: &[f64], p: &Polynomial, error: f64) -> f64 {
    let mut needed = 0f64;
    for (&value, (factor, exact)) in values.iter().zip(exact_controls(p, values.len() - 1)) {
        let off = &(&Exact::new(value) * &Exact::new(factor)) - &exact;
        let off = off.clone().negated_if(off.sign() < 0);
        assert!(off <= &Exact::new(error) * &Exact::new(factor), "{value} {error}");
        needed = needed.max(off.to_real::<f64>() / factor / error);
    }
    needed
}

#[test]
fn control_values_are_within_their_errors() {
    let (mut random, mut needed) = (Random::new(0xccd1), [0f64; 2]);
    for _ in 0..2000 {
        let features = random_features(&mut random);
        let (vectors, curves) = (vectors(&features), Curves::new(&features));
        let [volume_error, weight_error] = errors(sizes(&vectors));
        needed[0] = needed[0].max(check(&volume(&vectors), &exact_volume(&curves.xyz()), volume_error));
        let axis = viewed_from(&vectors);
        let [x, y, z] = &curves.xyz();
        let exact = exact_weights(features.pair, [x, y, z], axis, &y.cross_component(z, axis));
        for (values, p) in weights(features.pair, &vectors, axis).iter().zip(&exact) {
            needed[1] = needed[1].max(check(values, p, weight_error));
        }
    }
    // Roundings were seen.
    assert!(needed[0] > 0.01 && needed[1] > 0.01, "{needed:?}");
}

#[test]
fn errors_count_as_derived() {
    let [volume, weight] = errors([2.0, 4.0, 8.0]);
    // 80u of 2·4·8, and 50u of 8².
    assert_eq!((volume / f64::UNIT, weight / f64::UNIT), (80.0 * 64.0, 50.0 * 64.0));
    // What underflows.
    assert_eq!(errors([1.0, 0.0, 3.0]), [5.0 * f64::MIN_POSITIVE, 50.0 * f64::UNIT * 9.0]);
    assert_eq!(errors([0.0; 3]), [f64::MIN_POSITIVE; 2]);
    let [volume, weight] = growth(&[1.0, -8.0, 0.0, 2.0], &[[0.0, 4.0, -1.0]; 4]);
    assert_eq!((volume / f64::UNIT, weight / f64::UNIT), (4.0 * 8.0, 4.0 * 4.0));
}

#[test]
fn halvings_grow_the_error_by_no_more_than_counted() {
    let (mut random, mut needed) = (Random::new(0xccd2), 0f64);
    for _ in 0..500 {
        let volume: [f64; 4] = core::array::from_fn(|_| random.uniform(-1.0, 1.0));
        let weights: [[f64; 3]; 4] = core::array::from_fn(|_| core::array::from_fn(|_| random.uniform(-1.0, 1.0)));
        let [growth, of_weights] = growth(&volume, &weights);
        let [mut exact, mut flat] =
            [volume.to_vec(), weights[0].to_vec()].map(|c| c.into_iter().map(Exact::new).collect::<Vec<_>>());
        let mut piece = Piece { from: 0.0, to: 1.0, halvings: 0, volume, weights };
        while piece.halvings < HALVINGS {
            let right = random.uniform(0.0, 1.0) < 0.5;
            piece = if right { piece.halved().1 } else { piece.halved().0 };
            (exact, flat) = (half(exact, right), half(flat, right));
            let count = f64::from(piece.halvings);
            for (value, exact) in piece.volume.iter().zip(&exact) {
                needed = needed.max(off(*value, exact) / (count * growth));
            }
            for (value, exact) in piece.weights[0].iter().zip(&flat) {
                needed = needed.max(off(*value, exact) / (count * of_weights));
            }
        }
    }
    assert!(0.05 < needed && needed <= 1.0, "{needed}");
}

fn off(value: f64, exact: &Exact) -> f64 {
    (&Exact::new(value) - exact).to_real::<f64>().abs()
}

/// De Casteljau's halves.
fn half(mut row: Vec<Exact>, right: bool) -> Vec<Exact> {
    let mut ends = Vec::new();
    while !row.is_empty() {
        ends.push(if right { row[row.len() - 1].clone() } else { row[0].clone() });
        row = row.windows(2).map(|w| &(&w[0] + &w[1]) * &Exact::new(0.5)).collect();
    }
    if right {
        ends.reverse();
    }
    ends
}

#[test]
fn one_root_needs_differences_beyond_the_errors_of_both_values() {
    let rises = |by: f64| crosses_once(&[-9.0, -9.0 + by, 9.0 - by, 9.0], 1.0);
    assert!(rises(2.6) && !rises(2.4) && !rises(-1.0));
    assert!(crosses_once(&[9.0, 1.0, -2.0, -9.0], 1.0));
    // The ends must have signs of their own.
    assert!(!crosses_once(&[-9.0, -5.0, -2.5, 0.9], 1.0) && !crosses_once(&[0.9, 4.0, 7.0, 9.0], 1.0));
}

#[test]
fn no_product_overflows_and_what_might_is_left_to_exact_numbers() {
    let at = |size: f64, height: f64| {
        [[0.2, 0.2, height], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|p| Vec3::from(p) * size)
    };
    let large = f64::power_of_two(LARGEST_EXPONENT - 2);
    assert!((18.0 * f64::power_of_two(LARGEST_EXPONENT).powi(3)).is_finite());
    let falls = |size: f64| sieve(&MovingFeatures::vertex_face(at(size, 1.0), at(size, -1.0)), 1.0);
    assert!(matches!(falls(large), Sieved::Isolated(_)));
    assert_eq!(falls(large * 8.0), Sieved::Open);
}
