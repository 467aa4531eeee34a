//! Derivatives of random pairs against differences of the signed distances.
//!
//! `cargo run --release -p clearance-testkit --example derivative_table` measures many more of every kind.

use clearance::SupportExt;
use clearance::query::{Twist, gradient, signed_distance};
use clearance::{Pose, Vec2, Vec3};
use clearance_testkit::case::{corpus_folder, read_file};
use clearance_testkit::derivatives::Smooth;
use clearance_testkit::differences::{Displaced, derivative_to_the_right, displaced};
use clearance_testkit::make::body;
use clearance_testkit::pairs::{Pair, Regime};
use clearance_testkit::random::Random;
use clearance_testkit::shapes::kinds;
use clearance_testkit::survey::seed;

/// One pair of each two kinds, in a situation after the other.
fn pairs(dim: usize, regimes: &'static [Regime], seed: u64) -> impl Iterator<Item = Pair> {
    let mut random = Random::new(seed);
    let all = kinds(dim);
    (0..all.len() * all.len()).map(move |i| {
        let regime = regimes[(i + i / all.len()) % regimes.len()];
        Pair::of(&mut random, regime, [all[i / all.len()], all[i % all.len()]], dim)
    })
}

fn assert_smooth<V: Displaced>() {
    const REGIMES: [Regime; 5] = [Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep, Regime::Nested];
    let (mut all, mut judged) = (0, [0; 4]);
    for pair in pairs(V::DIM, &REGIMES, seed()) {
        all += 1;
        let Some(smooth) = Smooth::<V>::new(&pair) else { continue };
        let misses = smooth.misses();
        let limits = [(misses.gradient, 1e-9), (misses.hessian, 1e-8), (misses.normal, 1e-8), (misses.witness, 1e-8)];
        for (count, (miss, limit)) in judged.iter_mut().zip(limits) {
            *count += u32::from(miss.is_some());
            assert!(miss.is_none_or(|miss| miss <= limit), "{misses:?}\n  {}", pair.to_line(seed(), all.into()));
        }
    }
    assert!(judged.iter().all(|&count| 2 * count > all), "{judged:?} of {all} judged");
}

#[test]
fn derivatives_in_space_are_those_of_differences() {
    assert_smooth::<Vec3<f64>>();
}

#[test]
fn derivatives_in_the_plane_are_those_of_differences() {
    assert_smooth::<Vec2<f64>>();
}

#[test]
fn second_derivatives_of_congruent_hulls_are_those_of_differences_or_none() {
    let cases = read_file(&corpus_folder().join("regressions/fields.jsonl")).unwrap();
    let case = cases.iter().find(|case| case.id == "fields/congr/1").unwrap();
    for (a, b) in [(&case.a, &case.b), (&case.b, &case.a)] {
        let misses = Smooth::<Vec3<f64>>::new(&Pair::given(3, a.clone(), b.clone())).unwrap().misses();
        assert!(misses.gradient.is_some_and(|miss| miss <= 1e-9), "{misses:?}");
        // The nearest facet of the difference is flat; without the edge of one body there are none.
        let others = [misses.hessian, misses.normal, misses.witness];
        assert!(others.iter().all(|miss| miss.is_none_or(|miss| miss <= 1e-7)), "{misses:?}");
    }
}

fn random_twist<V: Displaced>(random: &mut Random, about: V) -> Twist<V> {
    let mut vector = || [0, 1, 2].map(|_| random.uniform(-1.0, 1.0));
    let (linear, angular) = (vector(), vector());
    Twist { about, linear: V::from_fn(|i| linear[i]), angular: V::angular(angular) }
}

/// The twist times a number.
fn scaled<V: Displaced>(twist: &Twist<V>, t: f64) -> Twist<V> {
    Twist { linear: twist.linear * t, angular: V::angular(V::axes(twist.angular).map(|x| x * t)), ..*twist }
}

fn assert_one_sided<V: Displaced>() {
    const REGIMES: [Regime; 2] = [Regime::Lattice, Regime::Identical];
    let mut random = Random::new(seed() ^ 1);
    let (mut pairs_judged, mut kinks, mut judged) = (0, 0, 0);
    for pair in pairs(V::DIM, &REGIMES, seed() ^ 2) {
        // Faces that are parallel but for a little have kinks that no difference resolves, nor cores that nearly touch.
        if pair.regime == Regime::Identical && pair.a.pose.quaternion != pair.b.pose.quaternion {
            continue;
        }
        let ((a, pose_a), (b, pose_b)) = (body::<V>(&pair.a).unwrap(), body::<V>(&pair.b).unwrap());
        let b_in_a = Pose::relative(&pose_a, &pose_b);
        let found = gradient(&a, &b, &b_in_a);
        let core = (found.proximity.signed_distance + a.radius() + b.radius()).abs();
        if !found.complete || (core > 0.0 && core < 1e-4) {
            continue;
        }
        pairs_judged += 1;
        kinks += u32::from(!found.differentiable);
        for _ in 0..4 {
            let twist = random_twist::<V>(&mut random, b_in_a.translation());
            let distance = |t: f64| signed_distance(&a, &b, &displaced(&b_in_a, &scaled(&twist, t))).signed_distance;
            let expected = derivative_to_the_right(distance, if core > 0.0 { (core / 8.0).min(0.01) } else { 0.01 });
            if expected.error > 1e-9 {
                continue;
            }
            judged += 1;
            let rate = found.along(&Twist::STILL, &twist);
            let reason = format!("{rate} is not {expected:?}: {twist:?} {found:?}\n  {}", pair.to_line(seed(), 0));
            assert!((rate - expected.value).abs() <= 1e-8, "{reason}");
        }
    }
    assert!(
        pairs_judged > 50 && 4 * kinks > pairs_judged && judged > 2 * pairs_judged,
        "{pairs_judged} {kinks} {judged}"
    );
}

#[test]
fn one_sided_rates_in_space_are_those_of_differences() {
    assert_one_sided::<Vec3<f64>>();
}

#[test]
fn one_sided_rates_in_the_plane_are_those_of_differences() {
    assert_one_sided::<Vec2<f64>>();
}
