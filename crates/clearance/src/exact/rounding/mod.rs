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
    /// The value as a float, possibly zero or infinite.
    pub fn value<T: Real>(self) -> T {
        // Beyond ±2100 every float is zero or infinite; each half is in the range of `power_of_two` in f64, and where
        // that of f32 is left the product is zero or infinite all the same.
        let e = self.exponent.clamp(-2100, 2100) as i32;
        let (first, second) = (e.clamp(-1000, 1000), e - e.clamp(-1000, 1000));
        T::from_f64(self.mantissa * f64::power_of_two(first) * f64::power_of_two(second))
    }
}

/// Rounds the number of which `compare(x)` says how it compares with `x`; quick if the guess is near.
pub(super) fn round<T: Real>(guess: T, compare: impl Fn(&Exact) -> Ordering) -> Rounded<T> {
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

/// Steps from `near` that double, along `way` = ±1, until `passed(x)` is no longer less: the last two floats.
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

/// The nearer of two adjacent floats that enclose a number strictly; the even one of a tie.
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
mod tests;
