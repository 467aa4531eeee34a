//! What the steps towards a contact need of a pair that moves.

use super::SafeTime;
use crate::dimension::Dimension;
use crate::enclosure::Gap;
use crate::math::Pose;
use crate::proximity::{Bounds, Proximity};

/// Two bodies that move. Gaps and distances are those beyond the wanted one.
pub(super) trait Approach<V: Dimension> {
    /// Where the bodies are at a time.
    fn at(&self, t: V::Scalar) -> [Pose<V>; 2];

    /// The gap along the unit direction `n`, in the world frame; one support evaluation.
    fn gap(&mut self, n: V, poses: &[Pose<V>; 2]) -> Gap<V::Scalar>;

    /// [`gap`](Self::gap) at a time.
    fn gap_at(&mut self, n: V, t: V::Scalar) -> Gap<V::Scalar> {
        self.gap(n, &self.at(t))
    }

    /// The unit normal from A to B at the places where the bodies are closest, and the gap along it, which is not
    /// positive if they meet.
    fn closest(&mut self, poses: &[Pose<V>; 2]) -> (V, Gap<V::Scalar>);

    /// The signed distance with witness points, of bodies that overlap no better than is needed to know that they do.
    fn nearest(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V>;

    /// The signed distance with witness points, depth included.
    fn signed(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V>;

    /// The bounds of the signed distance, depth included.
    fn depth(&mut self, poses: &[Pose<V>; 2]) -> Bounds<V::Scalar> {
        self.signed(poses).bounds
    }

    /// The signed distance with all that can be known at a time: exact arithmetic decides it where the poses are exact,
    /// as those of the start are, and of the end of many a slide.
    fn settled(&mut self, t: V::Scalar) -> Proximity<V>;

    /// Whether what was nearest a moment ago proves that the bodies meet now.
    fn meet(&self, poses: &[Pose<V>; 2]) -> bool;

    /// `κ`: no gap along `n` bends by more at any time, whatever the points that attain it.
    fn bend(&self, n: V) -> V::Scalar;

    /// `κ` along a normal that moves from one to the other.
    fn bend_between(&self, from: &SafeTime<V>, to: &SafeTime<V>) -> V::Scalar;

    /// No two points change their way from one to the other faster between two times.
    fn speed(&self, before: &[Pose<V>; 2], after: &[Pose<V>; 2], duration: V::Scalar) -> V::Scalar;

    /// Until when the bodies are proven to be apart from a time on, whatever the angles by which they have turned, and
    /// by how much; by the normal there, or by the way from one pivot to the other. `None` if that is not seen.
    fn clear_until(&mut self, t: V::Scalar, normal: V) -> Option<(V::Scalar, V::Scalar)> {
        let _ = (t, normal);
        None
    }

    /// About how large the bodies are.
    fn size(&self) -> V::Scalar;

    /// Support evaluations so far.
    fn iterations(&self) -> u32;
}
