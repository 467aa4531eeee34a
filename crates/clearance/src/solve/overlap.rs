//! Whether two bodies meet, without what belongs to their distance.

use super::answer::Swept;
use super::curved::plain;
use super::request::{Pair, goal};
use super::warm::WarmStart;
use crate::closed_form;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::gjk::{Closest, End};
use crate::goal::Goal;
use crate::math::Real;
use crate::options::Options;
use crate::proximity::Status;
use crate::solution::Solver;
use crate::support::SupportExt;

/// Whether the shapes meet, where support planes or a simplex around the origin decide; else `None`. Of curved cores
/// plain steps see both without a second-order step.
pub(crate) fn overlap<V: Dimension>((a, b, b_in_a): Pair<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    let m = Difference::new(a, b, b_in_a);
    let radius = a.radius() + b.radius();
    if let Some(decided) = closed_form::intersects(&m, radius * m.frame.scale) {
        return Some(decided);
    }
    let goal = Goal { meeting: meeting(&m, radius), ..goal(&m, radius, V::Scalar::ZERO, options) };
    // The run is a large value, which is looked at where it lies.
    if !m.polytopal {
        return decided(plain(&m, &goal).end);
    }
    let mut closest = Closest::along(&m, WarmStart::new().axis(&m));
    closest.approach(&m, &goal, &mut None);
    if closest.end != End::Apart {
        return decided(closest.end);
    }
    let pair = Swept { m, radius: [a.radius(), b.radius()] };
    let found = pair.answer(&closest.solution(&pair.m, Solver::Gjk));
    found.proven.then_some(found.status != Status::Separated)
}

/// What the end of a run by itself says.
fn decided(end: End) -> Option<bool> {
    match end {
        End::Beyond => Some(false),
        End::Inside => Some(true),
        End::Apart | End::Contact | End::Limit => None,
    }
}

/// The square of a length of a weighted sum of points that proves that the radii overlap; zero if none does.
fn meeting<V: Dimension>(m: &Difference<'_, V>, radius: V::Scalar) -> V::Scalar {
    // The length is part of an upper bound, which rounds by a few units of its own and on its way back to the user's
    // lengths.
    let shrink = V::Scalar::ONE - V::Scalar::from_f64(32.0) * V::Scalar::UNIT;
    let room = (radius * m.frame.scale * shrink - m.frame.upper(V::Scalar::ZERO)) * shrink;
    if room > V::Scalar::ZERO { room * room } else { V::Scalar::ZERO }
}
