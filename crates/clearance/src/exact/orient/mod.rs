//! On which side of a line or plane a point lies: the exact sign of a determinant, for all finite coordinates.
//!
//! Four stages. The rounded determinant with a forward bound on its error decides nearly always, and in space one of
//! twofold precision what it leaves, which is mostly corners of parallelograms. Otherwise the determinant is evaluated
//! as an [expansion](super::expansion), exact where neither its largest product overflows nor its smallest bit
//! underflows; coordinates outside that window are moved into it by a power of two. Sets whose magnitudes span more
//! than the window are evaluated in [numbers of any width](super::number).
//!
//! The filter's bounds, with unit roundoff `u`: a term of the spatial determinant is a product of three rounded
//! differences that sees four further roundings and takes part in two sums, so at most nine in all; the computed
//! permanent is too small by at most as many. Nine roundings and their squares stay below `10u`. In the plane, five
//! stay below `6u`. [`TINY`] in the permanents exceeds what underflow can do by `2¹⁰`.

use super::expansion::{Expansion, difference, product};
use super::number::Exact;
use crate::math::twofold::{TwoVec, two_sum};
use crate::math::{Each, Real, Vec2, Vec3};

const PLANE_ERROR: f64 = 6.0 * f64::UNIT;
const SPACE_ERROR: f64 = 10.0 * f64::UNIT;

/// `u · TINY = 2⁻¹⁰⁵³`, a thousandfold the `2⁻¹⁰⁷⁴` that an underflowing product may lose, twice per minor.
const TINY: f64 = f64::MIN_POSITIVE * 4_194_304.0;

/// The window of exponents in which expansions of products of three differences are exact: `3·(330 + 2) + 27 < 1023`,
/// the 27 for splitting, and `3·(−305 − 52) > −1074`.
const WINDOW: (i32, i32) = (-305, 330);

/// The sign of `(b − a) × (c − a)`: 1 if `a`, `b`, `c` turn counter-clockwise, −1 if clockwise, 0 if they are
/// collinear.
///
/// Exact for all finite coordinates. About 2 ns where the floating-point filter decides, 0.1 µs where it does not, 0.4
/// µs for wide magnitudes.
///
/// ```
/// # use clearance::{Vec2, exact::orient2d};
/// let third = Vec2::new(1e-300, 1e-300 + 2e-316);
/// assert_eq!(orient2d(Vec2::new(0.0, 0.0), Vec2::new(1e300, 1e300), third), 1);
/// ```
pub fn orient2d<T: Real>(a: Vec2<T>, b: Vec2<T>, c: Vec2<T>) -> i8 {
    let [a, b, c] = [a, b, c].each(|p| [p.x.to_f64(), p.y.to_f64()]);
    let (abx, aby) = (b[0] - a[0], b[1] - a[1]);
    let (acx, acy) = (c[0] - a[0], c[1] - a[1]);
    let (left, right) = (abx * acy, aby * acx);
    let determinant = left - right;
    // An overflow makes the bound infinite or undefined, and the comparison false.
    if determinant.abs() > PLANE_ERROR * (left.abs() + right.abs() + TINY) {
        return sign(determinant);
    }
    exact_sign([a, b, c], plane_expansion, plane_wide)
}

/// The sign of `((b − a) × (c − a)) · (d − a)`: 1 if `d` lies on the side of the plane from which `a`, `b`, `c` are
/// seen counter-clockwise, −1 on the other side, 0 if the four are coplanar.
///
/// Exact for all finite coordinates. About 5 ns where the floating-point filter decides, 0.1 to 0.7 µs where it does
/// not, 3 µs for wide magnitudes.
pub fn orient3d<T: Real>(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>, d: Vec3<T>) -> i8 {
    let [a, b, c, d] = [a, b, c, d].each(|p| [p.x.to_f64(), p.y.to_f64(), p.z.to_f64()]);
    let minus_a = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let (ab, ac, ad) = (minus_a(b), minus_a(c), minus_a(d));
    let mut determinant = 0.0;
    let mut permanent = TINY;
    for (k, along) in ad.into_iter().enumerate() {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (left, right) = (ab[i] * ac[j], ab[j] * ac[i]);
        determinant += (left - right) * along;
        permanent += (left.abs() + right.abs() + TINY) * along.abs();
    }
    if determinant.abs() > SPACE_ERROR * permanent {
        return sign(determinant);
    }
    twofold_sign([a, b, c, d], permanent).unwrap_or_else(|| exact_sign([a, b, c, d], space_expansion, space_wide))
}

/// The sign of the determinant in twofold precision, if its error does not hide it.
///
/// Differences are exact; products err by `8u²`, each of the five sums by `8u²` of its terms' magnitudes, of which none
/// is larger than the permanent: in all less than `64u²` of it. What underflows is less than `2⁻¹⁰⁶⁰` a product, twice
/// per minor. An overflow makes the comparison false.
#[cold]
fn twofold_sign([a, b, c, d]: [[f64; 3]; 4], permanent: f64) -> Option<i8> {
    let minus_a = |p: [f64; 3]| TwoVec::difference(Vec3::from(p), Vec3::from(a));
    let along = minus_a(d);
    let determinant = minus_a(b).cross(minus_a(c)).dot(along);
    let underflow = f64::MIN_POSITIVE * (1.0 + along.hi.x.abs() + along.hi.y.abs() + along.hi.z.abs());
    let error = 128.0 * f64::UNIT * f64::UNIT * permanent + underflow;
    (determinant.hi.abs() > error).then(|| sign(determinant.hi))
}

fn sign(value: f64) -> i8 {
    if value > 0.0 { 1 } else { -1 }
}

/// Evaluates a determinant that is homogeneous in the points, by expansions if a common power of two brings all
/// coordinates into the [`WINDOW`].
#[cold]
fn exact_sign<const D: usize, const N: usize>(
    points: [[f64; D]; N],
    expansion: fn([[f64; D]; N]) -> i8,
    wide: fn([[f64; D]; N]) -> i8,
) -> i8 {
    let nonzero = || points.iter().flatten().filter(|&&x| x != 0.0).map(|x| x.exponent());
    let (Some(low), Some(high)) = (nonzero().min(), nonzero().max()) else { return 0 };
    if low >= WINDOW.0 && high <= WINDOW.1 {
        return expansion(points);
    }
    let shift = WINDOW.1 - high;
    if low + shift < WINDOW.0 {
        return wide(points);
    }
    // In two steps: the whole factor may exceed the range of the scalar.
    let (first, second) = (f64::power_of_two(shift / 2), f64::power_of_two(shift - shift / 2));
    expansion(points.map(|p| p.map(|x| x * first * second)))
}

/// `(b − a)ᵢ (c − a)ⱼ − (b − a)ⱼ (c − a)ᵢ`.
fn minor<const D: usize>([a, b, c]: [[f64; D]; 3], i: usize, j: usize) -> Expansion<16> {
    let ab = |k: usize| difference(b[k], a[k]);
    let ac = |k: usize| difference(c[k], a[k]);
    let left: Expansion<8> = ab(i).times::<4, 8>(&ac(j));
    let right: Expansion<8> = ab(j).times::<4, 8>(&ac(i));
    left.plus(&right.negated())
}

fn plane_expansion(points: [[f64; 2]; 3]) -> i8 {
    minor(points, 0, 1).sign()
}

fn space_expansion([a, b, c, d]: [[f64; 3]; 4]) -> i8 {
    let minus_a = |p: [f64; 3]| [0, 1, 2].each(|k| two_sum(p[k], -a[k]));
    let differences = [b, c, d].each(minus_a);
    if differences.iter().flatten().all(|difference| difference.lo == 0.0) {
        return space_expansion_of_vectors(differences.each(|v| v.each(|component| component.hi)));
    }
    let term = |k: usize| -> Expansion<64> {
        minor([a, b, c], (k + 1) % 3, (k + 2) % 3).times::<32, 64>(&difference(d[k], a[k]))
    };
    let two: Expansion<128> = term(0).plus(&term(1));
    let three: Expansion<192> = two.plus(&term(2));
    three.sign()
}

/// The sign of `(u × v) · w`: lattices and neighbouring points have differences that are floats.
fn space_expansion_of_vectors([u, v, w]: [[f64; 3]; 3]) -> i8 {
    let term = |k: usize| -> Expansion<8> {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let minor: Expansion<4> = product(u[i], v[j]).plus(&product(u[j], v[i]).negated());
        minor.scaled(w[k])
    };
    let two: Expansion<16> = term(0).plus(&term(1));
    let three: Expansion<24> = two.plus(&term(2));
    three.sign()
}

fn wide_minor<const D: usize>([a, b, c]: [[f64; D]; 3], i: usize, j: usize) -> Exact {
    let ab = |k: usize| &Exact::new(b[k]) - &Exact::new(a[k]);
    let ac = |k: usize| &Exact::new(c[k]) - &Exact::new(a[k]);
    &(&ab(i) * &ac(j)) - &(&ab(j) * &ac(i))
}

fn plane_wide(points: [[f64; 2]; 3]) -> i8 {
    wide_minor(points, 0, 1).sign() as i8
}

fn space_wide([a, b, c, d]: [[f64; 3]; 4]) -> i8 {
    let term = |k: usize| &wide_minor([a, b, c], (k + 1) % 3, (k + 2) % 3) * &(&Exact::new(d[k]) - &Exact::new(a[k]));
    (&(&term(0) + &term(1)) + &term(2)).sign() as i8
}

#[cfg(test)]
mod tests;
