//! The matrix of a quaternion of any length, each entry rounded once.

use super::number::Number;
use super::real::Real;
use super::twofold::{Two, two_product};

/// The columns of the matrix of a quaternion, or of several side by side.
//
// `inline(always)`, and no closures: registers of the processor's own level do not pass a call.
#[inline(always)]
pub(crate) fn matrix_of_quaternion<N: Number>([w, x, y, z]: [N; 4]) -> [[N; 3]; 3] {
    let squares = [two_product(w, w), two_product(x, x), two_product(y, y), two_product(z, z)];
    let of_w = [two_product(w, x), two_product(w, y), two_product(w, z)];
    matrix_of_products(squares, of_w, [two_product(x, y), two_product(x, z), two_product(y, z)])
}

/// The columns from `ww, xx, yy, zz`, from `wx, wy, wz` and from `xy, xz, yz`.
#[inline(always)]
pub(super) fn matrix_of_products<N: Number>(
    [ww, xx, yy, zz]: [Two<N>; 4],
    [wx, wy, wz]: [Two<N>; 3],
    [xy, xz, yz]: [Two<N>; 3],
) -> [[N; 3]; 3] {
    let inverse = Two::new(ww.hi.like(N::Float::ONE)) / ((ww + xx) + (yy + zz));
    [
        [entry((ww + xx) - (yy + zz), inverse), twice(xy + wz, inverse), twice(xz - wy, inverse)],
        [twice(xy - wz, inverse), entry((ww + yy) - (xx + zz), inverse), twice(yz + wx, inverse)],
        [twice(xz + wy, inverse), twice(yz - wx, inverse), entry((ww + zz) - (xx + yy), inverse)],
    ]
}

#[inline(always)]
fn entry<N: Number>(value: Two<N>, inverse: Two<N>) -> N {
    (value * inverse).value()
}

#[inline(always)]
fn twice<N: Number>(value: Two<N>, inverse: Two<N>) -> N {
    entry(value.scale(value.hi.like(N::Float::TWO)), inverse)
}
