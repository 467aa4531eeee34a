//! Does a body meet another one anywhere on its way? A collision of the swept hull.
//!
//! P. Xavier, Fast swept-volume distance for robust collision detection, 1997: the hull of the vertices at the start
//! and at the end. Its supporting vertex along `d` is that of the body, moved if `d·t > 0`, so the vertices need not be
//! doubled: that is the core's [`Swept`].
//!
//! **Where it fails.** It decides whether, not when; and the hull of two poses does not contain a body that turns
//! between them.

use clearance::SupportExt;
use clearance::{Pose, ShapeError, Space, Support, Swept};

use super::pose_at;
use crate::difference::Difference;
use crate::gjk::{self, Options, Question, Start};
use crate::subalgorithm::Voronoi;

/// Whether B meets A on its way.
pub fn sweeps_into<V: Space, A: Support<V>, B: Support<V>>(
    pair: (&A, &B, &Pose<V>),
    displacement: V,
) -> Result<bool, ShapeError> {
    Ok(Sweep { pair, displacement }.meets([V::Scalar::default(), clearance::Real::ONE], Start::Centroid)?.0)
}

/// A pair on its way.
pub(super) struct Sweep<'s, V: Space, A, B> {
    pub pair: (&'s A, &'s B, &'s Pose<V>),
    pub displacement: V,
}

impl<V: Space, A: Support<V>, B: Support<V>> Sweep<'_, V, A, B> {
    /// Whether the bodies meet between two times; with the start for a similar question, and the support evaluations.
    pub fn meets(&self, [from, to]: [V::Scalar; 2], start: Start) -> Result<(bool, Start, u32), ShapeError> {
        let (a, b, b_in_a) = self.pair;
        // B goes forth in A's frame as A goes back in B's.
        let swept = Swept::new(a, -(self.displacement * (to - from)))?;
        let pose = pose_at(b_in_a, self.displacement, from)?;
        let options = Options { question: Question::Collision, start, ..Options::default() };
        let found = gjk::closest(Difference::new((&swept, b, &pose)), Voronoi, &options, |_| {});
        // Radii: cores that are no farther apart meet too, but then the first separating direction proves nothing.
        let reach = swept.radius() + b.radius();
        if reach == V::Scalar::default() || found.last.decision.is_contact() {
            return Ok((found.last.decision.is_contact(), found.start(), found.supports));
        }
        let options = Options { question: Question::Closest, start: found.start(), ..options };
        let nearest = gjk::closest(Difference::new((&swept, b, &pose)), Voronoi, &options, |_| {});
        Ok((nearest.last.upper <= reach, nearest.start(), found.supports + nearest.supports))
    }
}
