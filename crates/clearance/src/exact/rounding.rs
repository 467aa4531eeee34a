//! Correct rounding of exact numbers, of their quotients and of the roots of their quotients.
//!
//! One idea serves all: a number need not be computed to be rounded, it is enough to know how it compares with floats.
//! A guess from the leading bits is corrected to the adjacent floats around the number, and one more comparison with
//! their midpoint finds the nearest, ties to even. Neither division nor root is ever done beyond `f64`.

use core::cmp::Ordering;

use super::number::{Exact, Leading};
use crate::math::Real;

/// A real number between adjacent floats, or equal to one: `lower ≤ number ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<T> {
    /// The number rounded towards −∞.
    pub lower: T,
    /// The number rounded to nearest, ties to even.
    pub nearest: T,
    /// The number rounded towards +∞.
    pub upper: T,
}

impl<T: Real> Rounded<T> {
    fn exact(value: T) -> Self {
        let value = value + T::ZERO; // never −0
        Rounded { lower: value, nearest: value, upper: value }
    }
    /// The opposite number.
    pub(crate) fn negated(self) -> Self {
        Rounded { lower: T::ZERO - self.upper, nearest: T::ZERO - self.nearest, upper: T::ZERO - self.lower }
    }
}

impl Exact {
    /// The number, rounded.
    pub fn round<T: Real>(&self) -> Rounded<T> {
        let guess: T = self.leading().value();
        round(if self.sign() < 0 { -guess } else { guess }, |x| self.cmp(x))
    }
    /// The nearest float.
    pub fn to_real<T: Real>(&self) -> T {
        self.round().nearest
    }
    /// `self / denominator`, rounded; the denominator must be positive.
    pub fn round_ratio<T: Real>(&self, denominator: &Exact) -> Rounded<T> {
        let guess: T = self.leading().over(denominator.leading()).value();
        round(if self.sign() < 0 { -guess } else { guess }, |x| self.cmp(&(x * denominator)))
    }
    /// `√(self / denominator) − offset`, rounded; `self` must not be negative and the denominator positive.
    pub fn round_root<T: Real>(&self, denominator: &Exact, offset: &Exact) -> Rounded<T> {
        let root = self.leading().over(denominator.leading()).root();
        let (sum, cancels) = (root.plus(offset.leading()), offset.sign() > 0);
        // √q − r = (q − r²) / (√q + r), without cancellation.
        let excess = self - &(&offset.squared() * denominator);
        let guess: T = match cancels {
            true => excess.leading().over(denominator.leading()).over(sum).value(),
            false => sum.value(),
        };
        round(if cancels && excess.sign() < 0 { -guess } else { guess }, |x| {
            let x = x + offset;
            if x.sign() < 0 { Ordering::Greater } else { self.cmp(&(&x.squared() * denominator)) }
        })
    }
}

impl Leading {
    fn normal(mantissa: f64, exponent: i64) -> Self {
        let e = if mantissa == 0.0 { 0 } else { mantissa.exponent() };
        Leading { mantissa: mantissa * f64::power_of_two(-e), exponent: exponent + e as i64 }
    }
    /// The quotient; zero by zero is zero.
    pub fn over(self, other: Self) -> Self {
        let quotient = if other.mantissa == 0.0 { 0.0 } else { self.mantissa / other.mantissa };
        Self::normal(quotient, self.exponent - other.exponent)
    }
    fn root(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let mantissa = if odd == 1 { 2.0 * self.mantissa } else { self.mantissa };
        Self::normal(Real::sqrt(mantissa), (self.exponent - odd) / 2)
    }
    fn plus(self, other: Self) -> Self {
        let (large, small) = if self.precedes(&other) { (other, self) } else { (self, other) };
        if small.mantissa == 0.0 {
            return large;
        }
        let drop = (small.exponent - large.exponent).max(-200) as i32;
        Self::normal(large.mantissa + small.mantissa * f64::power_of_two(drop), large.exponent)
    }
    fn precedes(&self, other: &Self) -> bool {
        self.mantissa == 0.0 || (other.mantissa != 0.0 && self.exponent < other.exponent)
    }
    /// As a float, possibly zero or infinite.
    pub fn value<T: Real>(self) -> T {
        // Beyond ±2100 every float is zero or infinite; each half is in the range of `power_of_two` in f64, and where
        // that of f32 is left the product is zero or infinite all the same.
        let e = self.exponent.clamp(-2100, 2100) as i32;
        let (first, second) = (e.clamp(-1000, 1000), e - e.clamp(-1000, 1000));
        T::from_f64(self.mantissa * f64::power_of_two(first) * f64::power_of_two(second))
    }
}

/// Rounds the number of which `compare(x)` tells how it compares with `x`; quick if the guess is near.
fn round<T: Real>(guess: T, compare: impl Fn(&Exact) -> Ordering) -> Rounded<T> {
    let against = |x: T| match x.is_finite() {
        true => compare(&Exact::new(x)),
        false if x > T::ZERO => Ordering::Less,
        false => Ordering::Greater,
    };
    let largest = T::INFINITY.next_down();
    let guess = guess.clamp(-largest, largest);
    let (lower, upper) = match against(guess) {
        Ordering::Equal => (guess, guess),
        Ordering::Greater => bracket(guess, T::ONE, |x| against(x).reverse()),
        Ordering::Less => {
            let (near, far) = bracket(guess, -T::ONE, against);
            (far, near)
        }
    };
    let (lower, upper) = bisect(lower, upper, &against);
    if lower == upper {
        return Rounded::exact(lower);
    }
    let nearest = nearest(lower, upper, &compare);
    Rounded { lower: lower + T::ZERO, nearest: nearest + T::ZERO, upper: upper + T::ZERO }
}

/// From `near` in steps that double, along `way` = ±1, until `passed(x)` is no longer less: the last two floats.
fn bracket<T: Real>(start: T, way: T, passed: impl Fn(T) -> Ordering) -> (T, T) {
    let (mut near, mut step) = (start, ulp_above(start.abs()) * way);
    loop {
        let far = near + step;
        match passed(far) {
            Ordering::Equal => return (far, far),
            Ordering::Greater => return (near, far),
            Ordering::Less => (near, step) = (far, step + step),
        }
    }
}

fn bisect<T: Real>(mut lower: T, mut upper: T, against: &impl Fn(T) -> Ordering) -> (T, T) {
    while lower < upper && lower.next_up() < upper {
        let middle = (lower * T::HALF + upper * T::HALF).clamp(lower.next_up(), upper.next_down());
        match against(middle) {
            Ordering::Equal => return (middle, middle),
            Ordering::Greater => lower = middle,
            Ordering::Less => upper = middle,
        }
    }
    (lower, upper)
}

/// The distance to the next float away from zero.
fn ulp_above<T: Real>(magnitude: T) -> T {
    let next = magnitude.next_up();
    if next.is_finite() { next - magnitude } else { magnitude - magnitude.next_down() }
}

/// Of two adjacent floats that enclose a number strictly, the nearer one; the even one of a tie.
fn nearest<T: Real>(lower: T, upper: T, compare: &impl Fn(&Exact) -> Ordering) -> T {
    // An infinite one stands for the number that would follow the largest float, as IEEE 754 has it.
    let (base, way) = if lower.is_finite() { (lower, upper) } else { (upper, lower) };
    let ulp = if way.is_finite() { way - base } else { ulp_above(base.abs()).copysign(way) };
    let middle = &Exact::new(base) + &(&Exact::new(ulp) * &Exact::new(T::HALF));
    match compare(&middle) {
        Ordering::Less => lower,
        Ordering::Greater => upper,
        Ordering::Equal => {
            let even = ((base / ulp).abs().to_f64() as u64).is_multiple_of(2);
            if even { base } else { way }
        }
    }
}

#[cfg(test)]
mod tests {
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
}
