//! The contract of `Support`, for every shape and combinator, nested ones included: see the module
//! `clearance::support`.
//!
//! The reference is the support function of the same body by its algebra (a sum of heights for a Minkowski sum, the
//! height along `Bᵀd` for an affine image, and so on) in double-double arithmetic; it shares no code with the shapes.

mod body;
mod nearest;
mod number;
mod random;

use clearance::SupportExt;
use std::collections::BTreeMap;

use body::{Body, Dimension};
use clearance::math::Matrix;
use clearance::{Hint, Real, Shape, Support, Vec2, Vec3, Vector};
use number::{Long, LongVec, dot, long, norm};
use random::Random;

const SEED: u64 = 20_240_611;

fn long_of<V: Vector>(v: V, scale: f64) -> LongVec {
    long([0, 1, 2].map(|i| if i < V::DIM { v[i].to_f64() * scale } else { 0.0 }))
}

/// A shape built at a scale, with what the reference needs to see it at scale 1.
struct Case<'a, V: Vector> {
    body: &'a Body,
    shape: Shape<V>,
    unscale: f64,
}

impl<'a, V: Dimension> Case<'a, V> {
    fn new(body: &'a Body, scale: f64) -> Self {
        Case { body, shape: body.build(scale).unwrap(), unscale: 1.0 / scale }
    }
    fn length(&self, x: V::Scalar) -> Long {
        Long::from(x.to_f64() * self.unscale)
    }
    fn place(&self, p: V) -> LongVec {
        let (p, anchor) = (long_of(p, self.unscale), long_of(self.shape.anchor(), self.unscale));
        [0, 1, 2].map(|i| p[i] + anchor[i])
    }
    /// How far the plane through `p` across `d`, moved by the radius, is above the body's; negative: below it.
    fn above(&self, p: LongVec, d: LongVec) -> f64 {
        ((dot(p, d) - self.body.height(d)) / norm(d) + self.length(self.shape.radius())).0
    }

    /// What the double-double reference itself may err by.
    fn doubt(&self) -> f64 {
        1e-28 * (self.length(self.shape.reach()).0 + norm(long_of(self.shape.anchor(), self.unscale)).0 + 1e4)
    }

    /// Checks both promises along `dirs`, whatever their length; returns the largest error met, in units of the stated
    /// one.
    fn check_promises(&self, dirs: &[V]) -> f64 {
        let error = self.length(self.shape.support_error()).0;
        let doubt = self.doubt();
        let mut worst = 0.0f64;
        let checks: Vec<LongVec> = dirs.iter().map(|&d| long_of(d.normalized(), 1.0)).collect();
        for &dir in dirs {
            let point = self.shape.support(dir);
            assert!(point.is_finite(), "{:?} along {dir:?}", self.body);
            let place = self.place(point);
            let exact_dir = long_of(dir, 2f64.powi(-dir.max_abs().exponent()));
            let mut faults = vec![-self.above(place, exact_dir)];
            faults.extend(checks.iter().map(|&n| self.above(place, n)));
            let fault = faults.into_iter().fold(0.0, f64::max);
            assert!(fault <= error + doubt, "{:?}\nalong {dir:?}: {fault:e} above {error:e}", self.body);
            worst = worst.max(if fault > doubt { (fault - doubt) / error } else { 0.0 });
        }
        worst
    }

    /// Adds directions along which the support points of two others are almost equally far.
    fn add_near_ties(&self, dirs: &mut Vec<V>) {
        for i in 1..dirs.len() {
            let between = (self.shape.support(dirs[i]) - self.shape.support(dirs[i - 1])).normalized();
            let unit = dirs[i].normalized();
            let level = unit - between * unit.dot(between);
            if level.norm_squared() > V::Scalar::UNIT {
                dirs.push(level - between * level.dot(between));
            }
        }
    }

    fn check_reach_and_center(&self, dirs: &[V]) {
        let (reach, radius) = (self.length(self.shape.reach()), self.length(self.shape.radius()));
        let rounding = V::Scalar::UNIT.to_f64() * 32.0 * (reach.0 + self.length(self.shape.support_error()).0);
        for &dir in dirs {
            let d = long_of(dir.normalized(), 1.0);
            let farthest = (self.body.height(d) - dot(self.place(V::ZERO), d)) / norm(d) - radius;
            // The radius may be rounded down; its error is part of the support's.
            let error = self.length(self.shape.support_error()).0;
            assert!((farthest - reach).0 <= error + self.doubt(), "{:?}: {farthest:?} beyond {reach:?}", self.body);
            let above = self.above(self.place(self.shape.center()), d);
            assert!(above <= rounding + error + self.doubt(), "{:?}: center {above:e} outside", self.body);
        }
    }

    fn check_vertices(&self, dirs: &[V], random: &mut Random) {
        let count = self.shape.vertex_count();
        for &dir in dirs {
            let point = self.shape.support(dir);
            let hint = if count > 0 { Hint::vertex(random.below(count as usize) as u32) } else { Hint::NONE };
            let (hinted, found) = self.shape.support_from(dir, hint);
            let (curved, _) = self.shape.support_curved(dir);
            assert_eq!((hinted, curved), (point, point), "{:?} along {dir:?}", self.body);
            match found.id() {
                Some(id) => assert!(id < count && self.shape.vertex(id) == point, "{:?} along {dir:?}", self.body),
                None => assert_eq!(count, 0, "{:?} along {dir:?}", self.body),
            }
        }
    }
}

fn check_random_bodies<V: Dimension>(count: usize, depth: usize, scales: &[i32], lengths: &[i32]) {
    println!("seed {SEED}");
    let mut random = Random::new(SEED + (V::DIM * depth) as u64);
    let mut worst: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for _ in 0..count {
        let body = random.body::<V>(depth);
        let scale = 2f64.powi(scales[random.below(scales.len())]);
        let length = V::Scalar::power_of_two(lengths[random.below(lengths.len())]);
        let case = Case::<V>::new(&body, scale);
        let mut dirs: Vec<V> = (0..12).map(|_| random.direction::<V>()).collect();
        case.add_near_ties(&mut dirs);
        let dirs: Vec<V> = dirs.into_iter().map(|d| d * length).collect();
        let ratio = case.check_promises(&dirs);
        case.check_reach_and_center(&dirs);
        case.check_vertices(&dirs, &mut random);
        let entry = worst.entry(body.kind()).or_default();
        *entry = (entry.0 + 1, entry.1.max(ratio));
    }
    for (kind, (seen, ratio)) in &worst {
        println!("{kind}: {seen} bodies, largest error {ratio:.3} of the stated one");
    }
    let kinds = if V::DIM == 3 { 11 } else { 9 } + if depth > 0 { 6 } else { 0 };
    assert_eq!(worst.len(), kinds, "a kind is missing");
    assert!(worst.values().all(|&(seen, _)| seen * 60 > count), "a kind is rare: {worst:?}");
}

#[test]
fn primitives_keep_both_promises() {
    check_random_bodies::<Vec2<f64>>(1500, 0, &[0], &[0]);
    check_random_bodies::<Vec3<f64>>(2000, 0, &[0], &[0]);
    check_random_bodies::<Vec2<f32>>(1500, 0, &[0], &[0]);
    check_random_bodies::<Vec3<f32>>(2000, 0, &[0], &[0]);
}

#[test]
fn nested_combinators_keep_both_promises() {
    check_random_bodies::<Vec2<f64>>(1000, 3, &[0], &[0]);
    check_random_bodies::<Vec3<f64>>(1500, 3, &[0], &[0]);
    check_random_bodies::<Vec2<f32>>(1000, 3, &[0], &[0]);
    check_random_bodies::<Vec3<f32>>(1500, 3, &[0], &[0]);
}

#[test]
fn the_promises_hold_from_the_smallest_to_the_largest_bodies_and_directions() {
    // Nested bodies of the generator are up to 2^50 larger than the scale, and the limit is 2^1000 (2^100 in f32).
    check_random_bodies::<Vec3<f64>>(1000, 2, &[-940, -500, 500, 940], &[-480, 0, 480]);
    check_random_bodies::<Vec2<f64>>(1000, 2, &[-940, -500, 500, 940], &[-480, 0, 480]);
    check_random_bodies::<Vec3<f32>>(1000, 2, &[-50, 50], &[-30, 0, 30]);
}

/// The way of the support point over a small turn, by differences of two widths; `None` where they disagree, at a kink.
fn turned_support(shape: &Shape<Vec3<f64>>, unit: Vec3<f64>, turn: Vec3<f64>, size: f64) -> Option<Vec3<f64>> {
    let slope = |from: f64, to: f64| {
        (shape.support(unit + turn * to) - shape.support(unit + turn * from)) * (1.0 / (to - from))
    };
    let step = 1e-6;
    let (left, right, wide) = (slope(-step, 0.0), slope(0.0, step), slope(-3.0 * step, 3.0 * step));
    let middle = (left + right) * 0.5;
    ((left - right).norm() <= 1e-2 * size && (middle - wide).norm() <= 1e-2 * size).then_some(middle)
}

#[test]
fn the_hessian_is_the_derivative_of_the_support_point() {
    println!("seed {SEED}");
    let mut random = Random::new(SEED);
    let (mut smooth, mut curved) = (0, 0);
    for _ in 0..4000 {
        let body = random.body::<Vec3<f64>>(2);
        let shape = body.build::<Vec3<f64>>(1.0).unwrap();
        let unit = random.direction::<Vec3<f64>>().normalized();
        let turn = unit.cross(random.direction::<Vec3<f64>>().normalized());
        let (_, hessian) = shape.support_curved(unit);
        let size = shape.reach() + hessian.frobenius();
        if hessian.frobenius() > 1e3 * shape.reach() {
            continue;
        }
        let Some(expected) = turned_support(&shape, unit, turn, size) else { continue };
        let difference = (hessian.apply(turn) - expected).norm();
        assert!(difference <= 1e-4 * size, "{body:?} along {unit:?}: {difference:e} of {size:e}");
        smooth += 1;
        curved += usize::from(hessian.frobenius() > 1e-3 * shape.reach());
    }
    println!("{smooth} smooth, {curved} of them curved");
    assert!(smooth > 3000 && curved > 400, "{smooth} smooth, {curved} curved");
}
