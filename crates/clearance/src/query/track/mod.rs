//! Pairs that move a little at a time: what the last answer knew is where the next one begins.
//!
//! A pair that is apart begins with its last simplex: one support evaluation proves it right, as long as the nearest
//! features stay the same. A pair of polytopes that overlap begins with the polytope that proved the last depth
//! ([`epa::kept`](crate::epa)): one support evaluation again, and the depth is the global minimum as before. Pairs with
//! a formula, boxes among them, take it wherever the last features do not stand. Answers are those of a cold query
//! within the enclosure; only ties may be resolved otherwise.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::space::Space;
use crate::epa::CachedPolytope;
use crate::math::Pose;
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::solve::Memory;
use crate::solve::WarmStart;
use crate::support::{Bodies, Support};

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
#[doc(alias = "temporal coherence")]
#[doc(alias = "simplex cache")]
#[derive(Clone, Debug, PartialEq)]
pub struct Track<V: Space> {
    warm: WarmStart<V>,
    kept: Option<Box<CachedPolytope>>,
    options: Options<V::Scalar>,
}

impl<V: Space> Default for Track<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Space> Track<V> {
    /// An empty memory: the first answer is a cold one.
    pub fn new() -> Self {
        Self::with_options(Options::default())
    }

    /// An empty memory, and options for all queries.
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
        self.ask(&Bodies::new(a, b, b_in_a), V::tracked)
    }

    /// [`distance_within`](super::distance_within) at the pair's new pose: a pair that stays beyond the maximum costs
    /// one support evaluation, whatever else it does.
    pub fn distance_within(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
        max: V::Scalar,
    ) -> Within<V> {
        let bodies = Bodies::new(a, b, b_in_a);
        self.ask(&bodies, |bodies, options, memory| V::distance_within(bodies, max, options, memory))
    }

    /// [`distance`](super::distance) at the pair's new pose.
    pub fn distance(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
    ) -> Proximity<V> {
        self.ask(&Bodies::new(a, b, b_in_a), V::distance)
    }

    /// [`intersects`](super::intersects) at the pair's new pose.
    pub fn intersects(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        b_in_a: &Pose<V>,
    ) -> bool {
        self.ask(&Bodies::new(a, b, b_in_a), V::intersects_again)
    }

    /// Asks with what is remembered.
    fn ask<R>(
        &mut self,
        bodies: &Bodies<'_, V>,
        ask: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R,
    ) -> R {
        ask(bodies, &self.options, &mut Memory { warm: &mut self.warm, kept: Some(&mut self.kept) })
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
    /// Each is computed on first use. Panics if a pair names a body that is not in both lists.
    pub fn signed_distances<'t, S: Support<V>>(
        &'t mut self,
        shapes: &'t [S],
        poses: &'t [Pose<V>],
    ) -> impl ExactSizeIterator<Item = Proximity<V>> + 't {
        self.pairs.iter_mut().map(move |([i, j], track)| {
            let bodies = Bodies::in_world((&shapes[*i], &poses[*i]), (&shapes[*j], &poses[*j]));
            track.ask(&bodies, V::tracked)
        })
    }
}

#[cfg(test)]
mod tests;
