//! Pairs that move a little at a time: what the last answer knew is where the next one begins.
//!
//! A pair that is apart begins with its last simplex: one support evaluation proves it right, as long as the nearest features stay
//! the same. A pair of polytopes that overlap begins with the polytope that proved the last depth
//! ([`epa::kept`](crate::epa)): one support evaluation again, and the depth is the global minimum as ever. Pairs with a formula, boxes
//! among them, take it wherever the last features do not stand. Answers are those of a cold query within the enclosure; only
//! ties may be resolved otherwise.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Within;
use super::formula;
use super::proximity::{Proximity, Status};
use super::signed::{Depth, Ending, answer_again, answer_keeping, depth_of_kept, overlap_by_formula};
use super::warm::WarmStart;
use crate::closed_form;
use crate::epa::Kept;
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// What is remembered of a pair that moves: keep one for each pair, and ask it with the same two shapes at every pose.
///
/// ```
/// use clearance::query::Track;
/// use clearance::{Cuboid, Pose, Vec2};
/// let (a, b) = (Cuboid::from_half_extents(Vec2::new(1.0, 2.0)).unwrap(), Cuboid::from_half_extents(Vec2::new(0.5, 0.5)).unwrap());
/// let mut track = Track::new();
/// for x in [2.0f64, 1.75, 1.25] {
///     let b_in_a = Pose::from_translation(Vec2::new(x, 0.25)).unwrap();
///     assert!((track.signed_distance(&a, &b, &b_in_a).signed_distance - (x - 1.5)).abs() < 1e-15);
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Track<V: Space> {
    warm: WarmStart<V>,
    kept: Option<Box<Kept>>,
    options: Options<V::Scalar>,
}

impl<V: Space> Default for Track<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Space> Track<V> {
    /// Knows nothing yet.
    pub fn new() -> Self {
        Self::with_options(Options::default())
    }

    /// Knows nothing yet, and asks with options.
    pub fn with_options(options: Options<V::Scalar>) -> Self {
        Track { warm: WarmStart::new(), kept: None, options }
    }

    /// [`signed_distance`](super::signed_distance) at the pair's new pose.
    pub fn signed_distance(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
    ) -> Proximity<V> {
        let mut ending = Ending::default();
        let mut found = self.answer((a, b, b_in_a), V::Scalar::INFINITY, &mut ending);
        found.finish((&ending, &self.options), (a, &Pose::IDENTITY), (b, b_in_a));
        found
    }

    /// [`distance_within`](super::distance_within) at the pair's new pose: a pair that stays beyond the maximum costs one support
    /// evaluation, whatever else it does.
    pub fn distance_within(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
        max: V::Scalar,
    ) -> Within<V> {
        let mut ending = Ending::default();
        let mut found = self.answer((a, b, b_in_a), max, &mut ending);
        if ending.beyond {
            return Within::Beyond { lower: found.bounds.lower };
        }
        found.finish((&ending, &self.options), (a, &Pose::IDENTITY), (b, b_in_a));
        Within::of(found, max)
    }

    /// [`distance`](super::distance) at the pair's new pose.
    pub fn distance(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
    ) -> Proximity<V> {
        let (wanted, mut ending) = ((Depth::Unwanted, V::Scalar::INFINITY), Ending::default());
        let mut found = answer_again((a, b, b_in_a), &self.options, wanted, &mut self.warm, &mut ending);
        found.finish_distance((&ending, &self.options), (a, &Pose::IDENTITY), (b, b_in_a));
        found
    }

    /// [`intersects`](super::intersects) at the pair's new pose.
    pub fn intersects(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
    ) -> bool {
        if let Some(decided) = formula::intersects((a, &Pose::IDENTITY), (b, b_in_a)) {
            return decided;
        }
        if let Some(decided) = overlap_by_formula((a, b, b_in_a)) {
            return decided;
        }
        let (wanted, mut ending) = ((Depth::Unwanted, V::Scalar::ZERO), Ending::default());
        let mut found = answer_again((a, b, b_in_a), &self.options, wanted, &mut self.warm, &mut ending);
        if ending.beyond {
            return false;
        }
        found.settle(&ending, (a, &Pose::IDENTITY), (b, b_in_a));
        found.status != Status::Separated
    }

    fn answer<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        pair: (&A, &B, &Pose<V>),
        max: V::Scalar,
        ending: &mut Ending,
    ) -> Proximity<V> {
        if closed_form::knows(pair.0, pair.1) || formula::knows(pair.0, pair.1) {
            return answer_again(pair, &self.options, (Depth::Wanted, max), &mut self.warm, ending);
        }
        if let Some(kept) = self.kept.as_deref_mut().filter(|kept| !kept.is_empty()) {
            if let Some(found) = depth_of_kept(pair, kept) {
                return found;
            }
            kept.clear();
        }
        // Memory for the depth is made when the pair first overlaps.
        let wanted = (Depth::Wanted, max);
        match &mut self.kept {
            Some(kept) => answer_keeping(pair, &self.options, wanted, (&mut self.warm, Some(kept), ending), |_| {}),
            None => {
                let mut kept = Kept::default();
                let found =
                    answer_keeping(pair, &self.options, wanted, (&mut self.warm, Some(&mut kept), ending), |_| {});
                self.kept = (!kept.is_empty()).then(|| Box::new(kept));
                found
            }
        }
    }
}

/// Many pairs of bodies that move: a [`Track`] for each.
///
/// ```
/// use clearance::query::Tracks;
/// use clearance::{Ball, Pose, Vec2};
/// let balls = [Ball::new(1.0).unwrap(), Ball::new(0.5).unwrap(), Ball::new(0.25).unwrap()];
/// let at = |x| Pose::from_translation(Vec2::new(x, 0.0)).unwrap();
/// let mut tracks = Tracks::new([[0, 1], [1, 2]]);
/// let found: Vec<f64> = tracks.signed_distances(&balls, &[at(0.0), at(2.0), at(4.0)]).map(|p| p.signed_distance).collect();
/// assert_eq!(found, [0.5, 1.25]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks<V: Space> {
    pairs: Vec<([usize; 2], Track<V>)>,
}

impl<V: Space> Tracks<V> {
    /// For pairs of bodies, by their places in the lists that every update gives.
    pub fn new(pairs: impl IntoIterator<Item = [usize; 2]>) -> Self {
        Tracks { pairs: pairs.into_iter().map(|pair| (pair, Track::new())).collect() }
    }

    /// The pairs in the order of the answers.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = [usize; 2]> {
        self.pairs.iter().map(|(pair, _)| *pair)
    }

    /// The signed distances of all pairs at the bodies' new poses, in the world frame, in the order of the pairs.
    ///
    /// Each is computed when it is asked for. Panics if a pair names a body that is not in both lists.
    pub fn signed_distances<'t, S: Support<V>>(
        &'t mut self,
        shapes: &'t [S],
        poses: &'t [Pose<V>],
    ) -> impl ExactSizeIterator<Item = Proximity<V>> + 't {
        self.pairs.iter_mut().map(move |([i, j], track)| {
            let (a, b) = ((&shapes[*i], &poses[*i]), (&shapes[*j], &poses[*j]));
            let mut ending = Ending::default();
            let mut found = track.answer((a.0, b.0, &Pose::relative(a.1, b.1)), V::Scalar::INFINITY, &mut ending);
            found.place(a.1);
            found.finish((&ending, &track.options), a, b);
            found
        })
    }
}

#[cfg(test)]
mod tests;
