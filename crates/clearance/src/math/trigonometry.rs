//! Sine and cosine with the same bits on every machine.
//!
//! Reduction by a four-part `π/2` (Cody and Waite 1980), then the Taylor polynomials on `[−π/4, π/4]`, summed in Horner
//! form. Beyond `|x| = 10⁶` by [all the digits](super::angle) of `2/π` that count.

use super::angle::sine_cosine;

/// The angle from which on the products with the parts of `π/2` are no longer exact.
const REDUCED_AT_ONCE: f64 = 1e6;

/// Sine and cosine of `x` radians, for every finite `x`: within `2.5·10⁻¹⁶`. NaN for others.
pub fn sin_cos(x: f64) -> (f64, f64) {
    // π/2 in parts of 33 bits, so that products with the quadrant number below 2²⁰ are exact.
    const PARTS: [f64; 4] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32];
    if !x.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    if x.abs() > REDUCED_AT_ONCE {
        let [sine, cosine] = sine_cosine(x);
        return (sine.value(), cosine.value());
    }
    let scaled = x * core::f64::consts::FRAC_2_PI;
    let quadrant = nearest_integer(scaled);
    let mut r = x;
    let mut tail = 0.0;
    for part in PARTS {
        let step = quadrant * part;
        let next = r - step;
        tail += (r - next) - step;
        r = next;
    }
    let angle = r + tail;
    let rest = (r - angle) + tail;
    let (sin, cos) = polynomial(angle, rest);
    match (quadrant - 4.0 * nearest_integer(quadrant / 4.0)) as i64 {
        0 => (sin, cos),
        1 | -3 => (cos, -sin),
        2 | -2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The angle of the vector `(cos, sin)` of any length, for `cos ≥ 0`: in `[−π/2, π/2]`, within 2 ulp. Zero for a zero
/// one.
///
/// Three steps of `φ ← φ + sin(angle − φ)`, each of which leaves a sixth of the error's cube, from 0.005 radians.
pub(crate) fn angle_of(sin: f64, cos: f64) -> f64 {
    let length = crate::math::Real::sqrt(sin * sin + cos * cos);
    if !(length > 0.0) {
        return 0.0;
    }
    let (sin, cos) = (sin / length, cos / length);
    let guess = |t: f64| t * (core::f64::consts::FRAC_PI_4 + 0.273 * (1.0 - t));
    let size = sin.abs();
    let steep = core::f64::consts::FRAC_PI_2 - guess(cos / size.max(cos));
    let mut angle = if size > cos { steep } else { guess(size / cos) };
    for _ in 0..3 {
        let (s, c) = sin_cos(angle);
        angle += size * c - cos * s;
    }
    angle.copysign(sin)
}

fn nearest_integer(x: f64) -> f64 {
    // Adding 1.5·2⁵² rounds to an integer in the current (nearest) mode; larger numbers are integers already.
    const MAGIC: f64 = 6_755_399_441_055_744.0;
    if x.abs() < 2_251_799_813_685_248.0 { (x + MAGIC) - MAGIC } else { x }
}

/// The ratios of successive Taylor coefficients, `−1/(n(n ± 1))` for even `n` from 16 down to 2. Products cost a
/// quarter of the quotients, and their second rounding is at most `x²/6` of the first.
const RATIOS: [[f64; 2]; 8] = {
    let mut ratios = [[0.0; 2]; 8];
    let mut k = 0;
    while k < 8 {
        let n = (16 - 2 * k) as f64;
        ratios[k] = [-1.0 / (n * (n + 1.0)), -1.0 / (n * (n - 1.0))];
        k += 1;
    }
    ratios
};

fn polynomial(x: f64, rest: f64) -> (f64, f64) {
    let xx = x * x;
    // x − x³/3! + x⁵/5! …: 1/17! (π/4)¹⁷ is below 10⁻¹⁶ of x.
    let mut sin = 0.0;
    let mut cos = 0.0;
    for [next_sin, next_cos] in RATIOS {
        sin = (1.0 + sin) * (xx * next_sin);
        cos = (1.0 + cos) * (xx * next_cos);
    }
    // cos starts at 1 − x²/2: keep the rounding of that difference.
    let half = 0.5 * xx;
    let leading = 1.0 - half;
    let cosine_tail = cos + half;
    (x + (x * sin + rest * leading), leading + (((1.0 - leading) - half) + cosine_tail - x * rest))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{angle_of, sin_cos};

    #[test]
    fn agrees_with_the_platform_to_two_ulp() {
        let mut worst = 0.0f64;
        // Steps of 0.00137 to 274, and of 5.1 to a million, where every part of π/2 counts.
        for k in -200_000..400_000 {
            let x = if k < 200_000 { k as f64 * 0.00137 + 1e-5 } else { (k - 200_000) as f64 * 5.1 - 2e4 };
            let (s, c) = sin_cos(x);
            worst = worst.max((s - x.sin()).abs()).max((c - x.cos()).abs());
        }
        assert!(worst < 2.5e-16, "{worst:e}");
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }
    #[test]
    fn large_angles_are_reduced_by_all_digits() {
        // sin 10²² and cos 10²², W. Kahan's test of libraries, and the largest number.
        assert_eq!(sin_cos(1e22), (-0.8522008497671888, 0.523214785395139));
        assert_eq!(sin_cos(f64::MAX), (0.004961954789184062, -0.9999876894265599));
        assert!(sin_cos(f64::INFINITY).0.is_nan());
    }
    #[test]
    fn angles_are_those_of_the_platform_to_two_ulp() {
        for k in -100_000..=100_000 {
            let t = f64::from(k) * 1.5e-5;
            let (y, x) = ((t * 7.0).sinh() * 0.3, 1.0f64.min(2.0 - t));
            let (found, expected) = (angle_of(y, x), y.atan2(x));
            assert!((found - expected).abs() <= 4.5e-16 * expected.abs(), "{y} {x}: {found} instead of {expected}");
        }
        assert_eq!((angle_of(0.0, 0.0), angle_of(0.0, 3.0)), (0.0, 0.0));
    }
}
