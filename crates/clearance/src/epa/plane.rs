//! Planes of the growing polytope's triangles, in plain precision first and better where it matters.

use crate::exact::{Exact, ExactVector};
use crate::math::twofold::{TwoVec, two_product, two_sum};
use crate::math::{Each, Real, Vec3, Vector};

/// The plane of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane<T> {
    /// Outward and unit.
    pub normal: Vec3<T>,
    /// The signed distance from the origin.
    pub distance: T,
    /// Never above the distance of the exact plane.
    pub floor: T,
    /// How far the height of a point over the plane may be off, per length of the point and of the corners.
    pub slack: T,
}

impl<T: Real> Plane<T> {
    /// Nothing is known.
    pub const UNKNOWN: Self =
        Plane { normal: Vec3::new(T::ONE, T::ZERO, T::ZERO), distance: T::ZERO, floor: T::ZERO, slack: T::INFINITY };

    /// The plane from the two shorter edges.
    ///
    /// The cross product errs by at most `6u|x||y|` (edges `u` each, products and difference), which tilts the plane by
    /// that over its length. So at a point `w` the height over the plane, `n·w − n·p` with the corner `p`, errs by at
    /// most `(tilt + 4u)(|w| + |p|)`, and the distance, its negative at the origin, by `(tilt + 4u)|p|`; twice that is
    /// allowed.
    pub fn new([a, b, c]: [Vec3<T>; 3]) -> Self {
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let (abab, bcbc, caca) = (ab.norm_squared(), bc.norm_squared(), ca.norm_squared());
        let (corner, x, y, product) = if bcbc >= abab && bcbc >= caca {
            (a, ca, ab, caca * abab)
        } else if caca >= abab {
            (b, ab, bc, abab * bcbc)
        } else {
            (c, bc, ca, bcbc * caca)
        };
        let normal = x.cross(y);
        let squared = normal.norm_squared();
        if !(T::UNIT * squared > T::SMALLEST) {
            // Too thin for this precision: its twofold plane decides when its turn comes.
            return Plane { floor: -T::INFINITY, ..Self::UNKNOWN };
        }
        let inverse = T::ONE / squared.sqrt();
        let normal = normal * inverse;
        let distance = normal.dot(corner);
        let slack = T::UNIT * (T::from_f64(12.0) * product.sqrt() * inverse + T::from_f64(8.0));
        Plane { normal, distance, floor: distance - slack * corner.norm(), slack }
    }

    /// The plane from the edges at the last corner, unless the angle there is small; no corner is farther from the
    /// origin than `reach`.
    #[inline(always)]
    pub fn at_last([a, b, c]: [Vec3<T>; 3], reach: T) -> Option<Self> {
        let (x, y) = (a - c, b - c);
        let normal = x.cross(y);
        let (squared, product) = (normal.norm_squared(), x.norm_squared() * y.norm_squared());
        if !((T::UNIT * squared > T::SMALLEST) & (squared * T::from_f64(64.0) > product)) {
            return None;
        }
        let inverse = T::ONE / squared.sqrt();
        let normal = normal * inverse;
        let distance = normal.dot(c);
        // 12u|x||y|/|n| + 8u as in [`new`](Self::new): a root is at most the mean of its square and 1.
        let slack = T::UNIT * (T::from_f64(6.0) * (product * inverse * inverse) + T::from_f64(14.0));
        Some(Plane { normal, distance, floor: distance - slack * reach, slack })
    }

    /// Whether a point, like the corners no farther from the origin than `reach`, lies beyond; `None` within rounding.
    #[inline(always)]
    pub fn sees(&self, w: Vec3<T>, reach: T) -> Option<bool> {
        let (height, uncertain) = (self.normal.dot(w) - self.distance, self.slack * (reach + reach));
        (height.abs() > uncertain).then_some(height > T::ZERO)
    }

    /// The plane corrected in twofold precision.
    pub fn refined(&self, corners: [Vec3<T>; 3]) -> Self {
        let (normal, distance, error) = self.corrected(corners).unwrap_or_else(|| exact_plane(corners));
        Plane { normal, distance, floor: distance - error, slack: self.slack }
    }

    /// One step of correction: the heights of the edges `x`, `y` over the plane, which should be zero, show how to turn
    /// it.
    ///
    /// With `V = n·(x × y)` the vectors `(y × n)/V` and `(n × x)/V` are the dual basis of `x`, `y` in the plane, so `m
    /// = n − (n·x)(y × n)/V − (n·y)(n × x)/V` is perpendicular to both. The two terms are at most `c·slack` long with
    /// `c = |x||y|/V`, and err by at most `16uc` of that; the products of twofold length err by less. The quotient
    /// rounds by `6u`. `None` for a needle.
    fn corrected(&self, [p, q, r]: [Vec3<T>; 3]) -> Option<(Vec3<T>, T, T)> {
        let n = self.normal;
        let (x, y) = (TwoVec::difference(q, p), TwoVec::difference(r, p));
        let (to_x, to_y) = (y.hi.cross(n), n.cross(x.hi));
        let volume = x.hi.dot(to_x);
        let error = T::from_f64(32.0) * self.slack * (x.hi.norm_squared() * y.hi.norm_squared() / (volume * volume));
        if !(error <= T::power_of_two(-8)) {
            return None;
        }
        let turn = (to_x * twofold_dot(n, x) + to_y * twofold_dot(n, y)) * (-T::ONE / volume);
        let (height, m) = (twofold_dot(n, TwoVec::new(p)) + turn.dot(p), n + turn);
        let inverse = T::ONE / m.norm();
        let distance = height * inverse;
        Some((m * inverse, distance, T::UNIT * (T::from_f64(6.0) * distance.abs() + error * p.norm())))
    }
}

/// `n·v` rounded after sums in about twofold precision (T. Ogita, S. M. Rump, S. Oishi 2005).
fn twofold_dot<T: Real>(n: Vec3<T>, v: TwoVec<Vec3<T>>) -> T {
    let [x, y, z] = [two_product(n.x, v.hi.x), two_product(n.y, v.hi.y), two_product(n.z, v.hi.z)];
    let xy = two_sum(x.hi, y.hi);
    let sum = two_sum(xy.hi, z.hi);
    sum.hi + (sum.lo + xy.lo + (x.lo + y.lo + z.lo) + n.dot(v.lo))
}

/// Normal, distance and a bound on its error, all steps in twofold precision: the error is that of rounding the
/// distance, and of the unit normal when it is used.
fn exact_plane<T: Real>(p: [Vec3<T>; 3]) -> (Vec3<T>, T, T) {
    let (x, y) = (TwoVec::difference(p[1], p[0]), TwoVec::difference(p[2], p[0]));
    let normal = x.cross(y);
    let squared = normal.dot(normal);
    let length = squared.sqrt();
    let condition = (x.hi.norm() * y.hi.norm()) / length.hi;
    let u = T::UNIT;
    if !(length.hi > T::SMALLEST && u * condition <= T::ONE) {
        return wide_plane(p);
    }
    let height = normal.dot(TwoVec::new(p[0]));
    // One correction makes the quotient right to its rounding.
    let inverse = T::ONE / length.hi;
    let quotient = height.hi * inverse;
    let distance = quotient + (height - length.scale(quotient)).hi * inverse;
    let error = T::TWO * u * distance.abs() + T::from_f64(64.0) * u * u * condition * p[0].norm();
    (normal.hi * inverse, distance, error)
}

/// The plane of a needle, with an angle below the unit roundoff: in exact numbers, rounded once.
#[cold]
fn wide_plane<T: Real>(p: [Vec3<T>; 3]) -> (Vec3<T>, T, T) {
    let [a, b, c] = p.each(ExactVector::new);
    let normal = (&b - &a).cross(&(&c - &a));
    if normal.is_zero() {
        let reach = p[0].norm();
        return (Vec3::axis(0), T::ZERO, reach + reach);
    }
    let height = normal.dot(&a);
    let distance: T = height.squared().round_root(&normal.norm_squared(), &Exact::ZERO).nearest;
    (normal.unit(), if height.sign() < 0 { -distance } else { distance }, T::UNIT * distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn check<T: Real>(seed: u64) {
        let mut random = Random(seed);
        let mut corrected = 0;
        for round in 0..2000 {
            // From well shaped to needles, from far away to almost through the origin.
            let thin = 0.5f64.powi(round % 20);
            let mut vector = |scale: f64| Vec3::from_fn(|_| T::from_f64(scale * random.unit()));
            let (p, x) = (vector(1.0), vector(0.7));
            let corners = [p, p + x, p + x * T::from_f64(0.4) + vector(thin)];
            let plain = Plane::new(corners);
            let Some((normal, distance, error)) = plain.corrected(corners) else { continue };
            corrected += 1;
            let (exact_normal, exact_distance, exact_error) = exact_plane(corners);
            let claim = error + exact_error;
            assert!(
                (distance - exact_distance).abs() <= claim,
                "seed {seed}, round {round}: {distance} {exact_distance}"
            );
            assert!((normal - exact_normal).max_abs() <= T::from_f64(8.0) * T::UNIT, "seed {seed}, round {round}");
            assert!(plain.floor <= exact_distance + exact_error, "seed {seed}, round {round}");
        }
        assert!((200..2000).contains(&corrected), "{corrected} of 2000 corrected");
    }

    #[test]
    fn one_correction_is_as_good_as_the_twofold_plane() {
        check::<f64>(7);
        check::<f32>(11);
    }
}
