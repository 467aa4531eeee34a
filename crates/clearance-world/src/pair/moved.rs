//! Bodies whose surfaces are known up to an error, such as those of welded meshes.
//!
//! **Lemma (moved surfaces).** Let the surfaces of `A'` and `B'` be images of those of `A` and `B` under continuous
//! maps that move no point by more than `a` and `b`, and `e = a + b`.
//!
//! 1. A point farther than `a` from the surface of `A` has one winding number while the surface moves to that of `A'`,
//!    so it is in both solids or in neither. So each point of a solid is within `a` of the other one: distances differ
//!    by `e` at most, and bodies that meet become ones at most `e` apart.
//! 2. The support functions of the hulls differ by `a` and `b` at most, and so their signed distances by `e`; that of
//!    the bodies is not less than that of their hulls.
//! 3. A point of `B` that is `u > e` deep in `A` moves by at most `b`, and the surface of `A` by at most `a`: it is `u
//!    - e` deep in `A'`, and so far at least a translation takes it out.
//!
//! The depth of bodies that are not convex may change by more than `e`: a body that nearly fills a cavity is apart, or
//! as deep as the cavity. From a halfspace the deepest point decides, which moves by `e` at most.

use clearance::{Bounds, Options, Real, Space};

use super::BodyPair;
use super::common::overlap;
use crate::answer::Between;
use crate::between::innermost;
use crate::body::Body;
use crate::parts::{Placed, between_hulls};
use crate::refusal::Refusal;

impl<V: Space> BodyPair<'_, V> {
    /// Bounds of the signed distance of all bodies whose surfaces differ from those of these by at most `errors`, from
    /// the answer for these. Overlaps are proven where a point of one is deeper in the other, a solid mesh, than the
    /// errors, or where a point is deeper in each than its error.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, BodyPair};
    /// let ball = Body::new(Ball::new(1.0).unwrap());
    /// let aside = Pose3::from_translation(Vec3::new(2.5, 0.0, 0.0)).unwrap();
    /// let pair = || BodyPair::new(&ball, &ball, &aside);
    /// let bounds = pair().bounds_of_moved(&pair().signed_distance()?, [0.1, 0.0])?;
    /// assert!(bounds.lower > 0.39 && bounds.lower <= 0.4 && bounds.upper >= 0.6 && bounds.upper < 0.61);
    /// # Ok::<(), clearance_world::Refusal>(())
    /// ```
    pub fn bounds_of_moved(self, found: &Between<V>, errors: [V::Scalar; 2]) -> Result<Bounds<V::Scalar>, Refusal> {
        self.ask(|a, b, options| Ok(moved(a, b, (found, errors), options)))
    }
}

fn moved<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    (found, errors): (&Between<V>, [V::Scalar; 2]),
    options: &Options<V::Scalar>,
) -> Bounds<V::Scalar> {
    let zero = V::Scalar::ZERO;
    let error = (errors[0] + errors[1]).next_up();
    let lower = (found.bounds.lower - error).next_down();
    let is_beside_halfspace = [a.body, b.body].iter().any(|body| matches!(body, Body::Halfspace(_)));
    if lower > zero || is_beside_halfspace {
        return Bounds { lower, upper: (found.bounds.upper + error).next_up() };
    }
    let lower = (between_hulls(a, b, options).bounds.lower - error).next_down();
    let deepest = innermost(a, b).map_or(zero, |point| point.depth);
    let upper = if deepest > error { error - deepest } else { found.bounds.upper.max(zero) + error };
    let upper = upper.next_up();
    let overlap = if found.collides == Some(false) || upper < zero { None } else { overlap(a, b, found, errors) };
    Bounds { lower, upper: overlap.map_or(upper, |overlap| -overlap) }
}
