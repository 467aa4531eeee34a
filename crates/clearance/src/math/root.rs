//! The square root in integers, for builds without `std`: same bits as the hardware's.

/// The correctly rounded square root of a non-negative `x`.
pub(crate) fn square_root(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() || x == f64::INFINITY {
        return x;
    }
    // x = m·2^(2h) with 2^104 <= m < 2^106, so that the integer root r has 53 bits and the remainder decides the
    // rounding.
    let (mantissa, exponent) = decompose(x);
    let shift = 105 - (64 - mantissa.leading_zeros() as i32);
    let shift = shift + ((exponent - shift) & 1);
    let m = (mantissa as u128) << shift;
    let half = (exponent - shift) / 2;
    let mut r = integer_root(m);
    // Round to nearest: r + 1/2 < sqrt(m) iff m - r² > r.
    if m - r * r > r {
        r += 1;
    }
    r as f64 * power_of_two(half)
}

fn decompose(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) }
}

fn integer_root(m: u128) -> u128 {
    // Newton from above: decreases strictly until it is the floor of the root.
    let mut r = 1u128 << 53;
    loop {
        let next = (r + m / r) / 2;
        if next >= r {
            return r;
        }
        r = next;
    }
}

fn power_of_two(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::square_root;

    #[test]
    fn integer_root_has_the_bits_of_the_hardware() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let x = f64::from_bits((state ^ (state >> 29)) & !(1 << 63));
            if x.is_finite() {
                assert_eq!(square_root(x).to_bits(), x.sqrt().to_bits(), "{x:e}");
            }
        }
        for x in [0.0, 5e-324, 1.0, 2.0, 4.0, f64::MAX, f64::MIN_POSITIVE, 1e-310] {
            assert_eq!(square_root(x), x.sqrt());
        }
    }
}
