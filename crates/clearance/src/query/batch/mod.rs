//! Many pairs at once: the answers of [`query`] to the last bit, for less time each.
//!
//! With the feature `simd` distances of boxes in space are answered side by side, as many as the registers of the
//! processor hold; which they are is found out at run time. All others, those that the axes cannot decide, and whether
//! bodies intersect, are answered one by one, so how pairs are mixed never matters to an answer. Pairs are given by an
//! iterator: one shape in many poses, or a list.
//!
//! ```
//! use clearance::{Cuboid, Pose3, Vec3, batch};
//! let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
//! let poses = [3.0, 5.0].map(|x| Pose3::from_translation(Vec3::new(x, 0.5, 0.0)).unwrap());
//! let found = batch::signed_distances(poses.iter().map(|pose| (&brick, &brick, pose)));
//! assert_eq!((found[0].signed_distance, found[1].signed_distance), (1.0, 3.0));
//! ```

#[cfg(feature = "simd")]
mod answer;
#[cfg(feature = "simd")]
mod blocks;
#[cfg(feature = "simd")]
mod boxes;
mod compiled;
#[cfg(feature = "simd")]
mod lane;
#[cfg(feature = "rayon")]
pub mod parallel;
mod poses;
mod question;
#[cfg(feature = "simd")]
mod setting;
#[cfg(feature = "simd")]
mod solvable;
mod space;

use alloc::vec::Vec;

pub use self::poses::{poses, poses_into};
use self::question::Question;
pub use self::space::SideBySide;
use crate::math::Pose;
use crate::query::{self, Proximity, Space};
use crate::support::Support;

/// A pair of shapes with the pose of the second one's frame in the first one's.
pub type Pair<'p, V, A, B> = (&'p A, &'p B, &'p Pose<V>);

/// [`query::signed_distance`] of every pair, in the order of the pairs.
pub fn signed_distances<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    let mut found = Vec::new();
    signed_distances_into(pairs, &mut found);
    found
}

/// [`signed_distances`] in a list whose memory is used again; what it held is lost.
pub fn signed_distances_into<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<Proximity<V>>,
) {
    answer(Question::Signed, pairs, found);
}

/// [`query::distance`] of every pair, in the order of the pairs.
pub fn distances<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    let mut found = Vec::new();
    distances_into(pairs, &mut found);
    found
}

/// [`distances`] in a list whose memory is used again; what it held is lost.
pub fn distances_into<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<Proximity<V>>,
) {
    answer(Question::Unsigned, pairs, found);
}

/// [`query::intersects`] of every pair, in the order of the pairs.
///
/// ```
/// use clearance::{Cuboid, Pose3, Vec3, batch};
/// let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
/// let poses = [1.9, 2.1].map(|x| Pose3::from_translation(Vec3::new(x, 0.5, 0.0)).unwrap());
/// assert_eq!(batch::intersects(poses.iter().map(|pose| (&brick, &brick, pose))), [true, false]);
/// ```
pub fn intersects<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
) -> Vec<bool> {
    let mut found = Vec::new();
    intersects_into(pairs, &mut found);
    found
}

/// [`intersects`] in a list whose memory is used again; what it held is lost.
pub fn intersects_into<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<bool>,
) {
    found.clear();
    found.extend(pairs.into_iter().map(|(a, b, b_in_a)| query::intersects(a, b, b_in_a)));
}

fn answer<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    question: Question,
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<Proximity<V>>,
) {
    #[cfg(feature = "simd")]
    {
        let mut pairs = pairs.into_iter();
        let mut blocks = blocks::Blocks::new();
        let mut done = 0;
        while blocks.answer(question, &mut pairs, found, done) {
            done += blocks.len();
        }
        found.truncate(done);
    }
    #[cfg(not(feature = "simd"))]
    {
        found.clear();
        found.extend(pairs.into_iter().map(|pair| question.alone(pair)));
    }
}

impl Question {
    /// The answer of the query.
    fn alone<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        (a, b, b_in_a): Pair<'_, V, A, B>,
    ) -> Proximity<V> {
        match self {
            Question::Signed => query::signed_distance(a, b, b_in_a),
            Question::Unsigned => query::distance(a, b, b_in_a),
        }
    }
}
