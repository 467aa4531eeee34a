//! The time of the first contact by halving the interval, with the swept hull for each half.
//!
//! C. Ericson, The Gilbert-Johnson-Keerthi algorithm, section 4: the last simplex starts the next test.
//!
//! **Where it fails.** A graze that stays near the body for long is in both halves over and over, so the number of
//! tests is no longer the number of binary digits.

use clearance::{Pose, Real, ShapeError, Space, Support};

use super::Contact;
use super::swept::Sweep;
use crate::gjk::Start;

/// The first interval of length `tolerance` in which B meets A on its way; `None` if it does not.
pub fn first_contact_by_halving<V: Space, A: Support<V>, B: Support<V>>(
    pair: (&A, &B, &Pose<V>),
    displacement: V,
    tolerance: V::Scalar,
) -> Result<Option<Contact<V::Scalar>>, ShapeError> {
    let sweep = Sweep { pair, displacement };
    let (mut queries, mut supports, mut start) = (0, 0, Start::Centroid);
    // Intervals still to be looked at, the earliest last.
    let mut open = vec![[V::Scalar::ZERO, V::Scalar::ONE]];
    while let Some([from, to]) = open.pop() {
        let (meets, next, evaluations) = sweep.meets([from, to], start)?;
        (queries, supports, start) = (queries + 1, supports + evaluations, next);
        if !meets {
            continue;
        }
        let middle = (from + to) * V::Scalar::HALF;
        // An interval between neighbouring numbers has no middle.
        if to - from <= tolerance || middle == from || middle == to {
            return Ok(Some(Contact { from, to, queries, supports }));
        }
        open.push([middle, to]);
        open.push([from, middle]);
    }
    Ok(None)
}
