//! The time of contact as a root of the signed distance, by Brent's method.
//!
//! R. P. Brent, Algorithms for minimization without derivatives, 1973, chapter 4, on the distance as in K. Vlack and S.
//! Tachi, Fast and accurate spatio-temporal intersection detection with the GJK algorithm, 2001. Inverse quadratic
//! steps where they stay in the bracket and shrink fast enough, else bisection.
//!
//! **Where it fails.** A root needs a change of sign: bodies that pass through one another and are apart at the end
//! have none, and are said not to meet. Of several roots it finds any.

use clearance::{Pose, Real, ShapeError, Space, Support};

use super::{Contact, pose_at};
use crate::algorithm::Algorithm;

/// A time of contact to within `tolerance`, if the bodies are apart at the start and overlap at the end; a contact from
/// the start is at time zero.
pub fn first_contact_by_brent<V: Space, A: Support<V>, B: Support<V>>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    displacement: V,
    tolerance: V::Scalar,
) -> Result<Option<Contact<V::Scalar>>, ShapeError> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (mut queries, mut supports) = (0, 0);
    let mut distance = |time| {
        let found = Algorithm::Voronoi.run((a, b, &pose_at(b_in_a, displacement, time)?), |_| {});
        (queries, supports) = (queries + 1, supports + found.supports);
        Ok(found.distance)
    };
    let (first, last) = (distance(zero)?, distance(one)?);
    if first <= zero {
        return Ok(Some(Contact { from: zero, to: zero, queries, supports }));
    }
    if last > zero {
        return Ok(None);
    }
    let [from, to] = root([(zero, first), (one, last)], tolerance, distance)?;
    Ok(Some(Contact { from, to, queries, supports }))
}

/// A root of `f` between two arguments at which its signs differ, as an interval in which the sign changes.
pub fn root<T: Real, E>(
    [(mut a, mut fa), (mut b, mut fb)]: [(T, T); 2],
    tolerance: T,
    mut f: impl FnMut(T) -> Result<T, E>,
) -> Result<[T; 2], E> {
    // b is the best estimate, c the other end of the bracket, a the estimate before b.
    let (mut c, mut fc) = (a, fa);
    let mut last = b - a;
    let mut before = last;
    loop {
        if fc.abs() < fb.abs() {
            (a, fa) = (b, fb);
            (b, fb) = (c, fc);
            (c, fc) = (a, fa);
        }
        let least = T::TWO * T::UNIT * b.abs() + tolerance * T::HALF;
        let middle = (c - b) * T::HALF;
        if middle.abs() <= least || fb == T::ZERO {
            return Ok(if b < c { [b, c] } else { [c, b] });
        }
        let step = interpolated([(a, fa), (b, fb), (c, fc)]);
        let shrinks = before.abs() >= least && fa.abs() > fb.abs() && step.abs() < (before * T::HALF).abs();
        let stays = step * middle > T::ZERO && step.abs() < (middle * T::from_f64(1.5)).abs() - least * T::HALF;
        (before, last) = if shrinks && stays { (last, step) } else { (middle, middle) };
        (a, fa) = (b, fb);
        b += if last.abs() > least { last } else { least.copysign(middle) };
        fb = f(b)?;
        if (fb > T::ZERO) == (fc > T::ZERO) {
            (c, fc) = (a, fa);
            last = b - a;
            before = last;
        }
    }
}

/// The step from `b` to the root of the inverse quadratic through three points, or of the secant if two are the same.
fn interpolated<T: Real>([(a, fa), (b, fb), (c, fc)]: [(T, T); 3]) -> T {
    if fa == fb {
        return T::ZERO;
    }
    let s = fb / fa;
    if a == c {
        return -(c - b) * s / (T::ONE - s);
    }
    let (q, r) = (fa / fc, fb / fc);
    let p = s * ((c - b) * q * (q - r) - (b - a) * (r - T::ONE));
    -p / ((q - T::ONE) * (r - T::ONE) * (s - T::ONE))
}
