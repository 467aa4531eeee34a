//! Eight numbers side by side. Plain arrays: the compiler puts them into whatever registers there are, and no result
//! depends on which. Work that is done [in wide registers](in_wide_registers) is compiled for those of AVX2 as well;
//! all of it has to be inlined there.

use fearless_simd::Level;

/// The number of configurations that stand side by side.
pub(crate) const LANES: usize = 8;

/// One number of each configuration.
pub(crate) type Lane = [f32; LANES];

/// A vector of each configuration.
pub(crate) type Lane3 = [Lane; 3];

/// Unit roundoff of `f32`.
pub(crate) const U32: f64 = f32::EPSILON as f64 / 2.0;

/// Does work with eight numbers in a register where the processor has such.
#[inline(always)]
pub(crate) fn in_wide_registers<R>(level: Level, work: impl FnOnce() -> R) -> R {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = level.as_avx2() {
        return fearless_simd::Simd::vectorize(simd, work);
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = level;
    work()
}

/// A number of each lane. A plain loop: closures of library functions on arrays are not always inlined.
#[inline(always)]
pub(crate) fn each(f: impl Fn(usize) -> f32) -> Lane {
    let mut lane = [0.0; LANES];
    for (i, value) in lane.iter_mut().enumerate() {
        *value = f(i);
    }
    lane
}

/// A vector of each lane by its components.
#[inline(always)]
pub(crate) fn three(f: impl Fn(usize) -> Lane) -> Lane3 {
    [f(0), f(1), f(2)]
}

#[inline(always)]
pub(crate) fn dot(a: &Lane3, b: &Lane3) -> Lane {
    each(|i| a[0][i] * b[0][i] + a[1][i] * b[1][i] + a[2][i] * b[2][i])
}

#[inline(always)]
pub(crate) fn minus(a: &Lane3, b: &Lane3) -> Lane3 {
    three(|k| each(|i| a[k][i] - b[k][i]))
}

#[inline(always)]
pub(crate) fn cross(a: &Lane3, b: &Lane3) -> Lane3 {
    three(|k| {
        let (m, n) = ((k + 1) % 3, (k + 2) % 3);
        each(|i| a[m][i] * b[n][i] - a[n][i] * b[m][i])
    })
}

#[inline(always)]
pub(crate) fn least(a: &Lane) -> f32 {
    let low = |x: f32, y: f32| if x < y { x } else { y };
    let half = [low(a[0], a[4]), low(a[1], a[5]), low(a[2], a[6]), low(a[3], a[7])];
    low(low(half[0], half[2]), low(half[1], half[3]))
}

/// Which lanes are not above zero, a bit each.
#[inline(always)]
pub(crate) fn not_above_zero(a: &Lane) -> u8 {
    (0..LANES).fold(0, |mask, i| mask | u8::from(!(a[i] > 0.0)) << i)
}

/// Sines and cosines, each within [`TRIG_ERROR`] of the exact ones, for angles up to 10⁶.
///
/// The angle less the nearest multiple of π/2 (in two parts, of which the first has 33 digits, so that its product with
/// a count below 2²⁰ is exact) is good to 10⁻¹⁶, and rounds to `f32` by `u` of at most π/4. The polynomials of S.
/// Moshier's Cephes are within `u` of sine and cosine there, and rounding adds less than `2u`.
#[inline(always)]
pub(crate) fn sin_cos(angles: &[f64; LANES]) -> [Lane; 2] {
    const HIGH: f64 = f64::from_bits(0x3ff9_21fb_5440_0000);
    const LOW: f64 = 6.077_100_506_506_192e-11;
    // Adding and taking off 1.5 · 2⁵² rounds to a whole number.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let (mut rest, mut quarters) = ([0.0; LANES], [0; LANES]);
    for i in 0..LANES {
        let count = (angles[i] * core::f64::consts::FRAC_2_PI + WHOLE) - WHOLE;
        rest[i] = ((angles[i] - count * HIGH) - count * LOW) as f32;
        quarters[i] = count as i32;
    }
    let square: Lane = each(|i| rest[i] * rest[i]);
    let sin: Lane = each(|i| {
        let z = square[i];
        rest[i] + rest[i] * z * ((-1.951_529_6e-4 * z + 8.332_161e-3) * z - 0.166_666_55)
    });
    let cos: Lane = each(|i| {
        let z = square[i];
        1.0 - 0.5 * z + z * z * ((2.443_315_7e-5 * z - 1.388_731_6e-3) * z + 4.166_664_6e-2)
    });
    let signed = |value: f32, negative: bool| if negative { -value } else { value };
    let is_odd = |i: usize| quarters[i] & 1 != 0;
    [
        each(|i| signed(if is_odd(i) { cos[i] } else { sin[i] }, quarters[i] & 2 != 0)),
        each(|i| signed(if is_odd(i) { sin[i] } else { cos[i] }, (quarters[i] + 1) & 2 != 0)),
    ]
}

/// A bound of the errors of sines and cosines.
pub(crate) const TRIG_ERROR: f64 = 4.0 * U32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_within_their_error() {
        let mut random = crate::random::Random::new(3);
        let mut most = 0.0f64;
        for k in 0..20_000 {
            let size = [4.0, 50.0, 1e3, 1e6][k % 4];
            let angles: [f64; LANES] = core::array::from_fn(|_| random.between(-size, size));
            let [sin, cos] = sin_cos(&angles);
            for i in 0..LANES {
                let (s, c) = angles[i].sin_cos();
                most = most.max((f64::from(sin[i]) - s).abs()).max((f64::from(cos[i]) - c).abs());
            }
        }
        assert!(most < TRIG_ERROR && most > 0.1 * TRIG_ERROR, "{most:e}");
    }
}
