use dashu_ratio::RBig;

use super::super::number::tests::{Floats, rational};
use super::*;

/// Asserts that `rounded` is the rounding of the number that `order(x)` compares with a rational.
fn check<T: Real>(rounded: Rounded<T>, order: impl Fn(&RBig) -> Ordering) {
    let Rounded { lower, nearest, upper } = rounded;
    let at = |x: T| rational(x.to_f64());
    if lower == upper {
        assert!(lower == nearest && order(&at(lower)).is_eq(), "{rounded:?}");
        return;
    }
    assert!(lower.next_up() == upper && (nearest == lower || nearest == upper), "{rounded:?}");
    assert!(!lower.is_finite() || order(&at(lower)).is_gt(), "{rounded:?}");
    assert!(!upper.is_finite() || order(&at(upper)).is_lt(), "{rounded:?}");
    if lower.is_finite() && upper.is_finite() {
        let side = order(&((at(lower) + at(upper)) / RBig::from(2)));
        let even = |x: T| {
            at(x) / at(upper - lower) / RBig::from(2) == (at(x) / at(upper - lower) / RBig::from(2)).round().into()
        };
        let expected = match side {
            Ordering::Less => lower,
            Ordering::Greater => upper,
            Ordering::Equal => {
                if even(lower) {
                    lower
                } else {
                    upper
                }
            }
        };
        assert_eq!(nearest, expected, "{rounded:?}");
    }
}

fn check_all<T: Real>(x: [f64; 4]) {
    let [a, b, c, d] = x.map(Exact::new);
    let [ra, rb, rc, rd] = x.map(rational);
    let (value, expected) = (&(&a * &b) + &c, &ra * &rb + &rc);
    check::<T>(value.round(), |at| expected.cmp(at));
    let (denominator, below) = (&d.squared() + &Exact::new(5e-324), &rd * &rd + rational(5e-324));
    check::<T>(value.round_ratio(&denominator), |at| (&expected / &below).cmp(at));
    let (square, ratio) = (value.squared(), &expected * &expected / &below);
    for (offset, by) in [(Exact::ZERO, RBig::ZERO), (c, rc), (b, rb)] {
        check::<T>(square.round_root(&denominator, &offset), |at| {
            let at = at + &by;
            if at < RBig::ZERO { Ordering::Greater } else { ratio.cmp(&(&at * &at)) }
        });
    }
}

#[test]
fn numbers_quotients_and_roots_round_correctly_to_f64() {
    let mut floats = Floats(0x5eed_0003);
    (0..20_000).for_each(|_| check_all::<f64>(core::array::from_fn(|_| floats.next())));
}

#[test]
fn numbers_quotients_and_roots_round_correctly_to_f32() {
    let mut floats = Floats(0x5eed_0004);
    (0..20_000).for_each(|_| check_all::<f32>(core::array::from_fn(|_| floats.next())));
}

#[test]
fn ties_go_to_the_even_float_and_overflow_to_infinity() {
    let half_ulp = Exact::new(f64::UNIT);
    let one = Exact::new(1.0);
    assert_eq!((&one + &half_ulp).to_real::<f64>(), 1.0);
    assert_eq!((&Exact::new(1.0f64.next_up()) + &half_ulp).to_real::<f64>(), 1.0 + 4.0 * f64::UNIT);
    assert_eq!((&Exact::new(f64::MAX) + &Exact::new(f64::power_of_two(969))).to_real::<f64>(), f64::MAX);
    let over = (-Exact::new(f64::MAX)).round::<f32>();
    assert!(over.lower == f32::NEG_INFINITY && over.nearest == f32::NEG_INFINITY && over.upper == f32::MIN);
    assert_eq!(Exact::new(2.0).round_root::<f64>(&one, &Exact::ZERO).nearest, core::f64::consts::SQRT_2);
}

#[test]
fn a_root_less_its_rounding_keeps_all_digits() {
    // √2 − fl(√2) = −9.667293313452913e-17
    let two = Exact::new(2.0);
    let rest = two.round_root::<f64>(&Exact::new(1.0), &Exact::new(core::f64::consts::SQRT_2)).nearest;
    assert_eq!(rest, -9.667293313452913e-17);
}
