//! Many pairs at once: the answers of [`query`](crate::query) to the last bit, for less time each.
//!
//! With the feature `simd` pairs of boxes, of balls and of capsules in space are answered side by side, as many as the registers of the
//! processor at hand hold; which they are is found out at run time. All others, and those that a formula leaves open, are
//! asked one by one, so how pairs are mixed never matters to an answer.
//!
//! Pairs are given by an iterator: one shape in many poses, or a list.
//!
//! ```
//! use clearance::{Cuboid, Pose3, Vec3, batch};
//! let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
//! let poses = [3.0, 5.0].map(|x| Pose3::from_translation(Vec3::new(x, 0.5, 0.0)).unwrap());
//! let found = batch::signed_distances(poses.iter().map(|pose| (&brick, &brick, pose)));
//! assert_eq!((found[0].distance, found[1].distance), (1.0, 3.0));
//! ```

#[cfg(feature = "simd")]
mod blocks;
#[cfg(feature = "simd")]
mod boxes;
#[cfg(feature = "simd")]
mod frame;
#[cfg(feature = "simd")]
mod lane;
#[cfg(feature = "rayon")]
pub mod parallel;
#[cfg(feature = "simd")]
mod segments;

use alloc::vec::Vec;

use crate::math::{Pose, Vec2, Vec3};
use crate::query::{self, Proximity};
use crate::space::Space;
use crate::support::Support;

/// A pair of shapes with the pose of the second one's frame in the first one's.
pub type Pair<'p, V, A, B> = (&'p A, &'p B, &'p Pose<V>);

/// A space whose pairs can be answered side by side: `Vec2` or `Vec3` of `f32` or `f64`. Sealed.
pub trait Batch: Space {
    /// Answers those pairs that can be answered side by side, at their places, and gives the others to `open`.
    #[doc(hidden)]
    #[cfg(feature = "simd")]
    fn solve(
        question: Question,
        solvable: &mut blocks::Solvable<Self::Scalar>,
        found: &mut [Proximity<Self>],
        open: &mut dyn FnMut(usize),
    ) {
        // In the plane there are none.
        let _ = (question, solvable, found, open);
    }
}

impl Batch for Vec2<f32> {}
impl Batch for Vec2<f64> {}

macro_rules! side_by_side {
    ($($scalar:ident)+) => {$(
        impl Batch for Vec3<$scalar> {
            #[cfg(feature = "simd")]
            fn solve(
                question: Question,
                solvable: &mut blocks::Solvable<$scalar>,
                found: &mut [Proximity<Self>],
                open: &mut dyn FnMut(usize),
            ) {
                let level = fearless_simd::Level::new();
                boxes::solve(level, question, (&solvable.boxes, &mut solvable.sorted), found, open);
                segments::solve(level, question, &solvable.segments, found, open);
            }
        }
    )+};
}

side_by_side!(f32 f64);

mod question {
    /// What is asked of every pair.
    #[derive(Clone, Copy, PartialEq)]
    pub enum Question {
        Signed,
        Unsigned,
    }
}

use question::Question;

/// [`query::signed_distance`] of every pair, in the order of the pairs.
pub fn signed_distances<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    let mut found = Vec::new();
    signed_distances_into(pairs, &mut found);
    found
}

/// [`signed_distances`] in a list whose memory is used again; what it held is lost.
pub fn signed_distances_into<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<Proximity<V>>,
) {
    answer(Question::Signed, pairs, found);
}

/// [`query::distance`] of every pair, in the order of the pairs.
pub fn distances<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    let mut found = Vec::new();
    distances_into(pairs, &mut found);
    found
}

/// [`distances`] in a list whose memory is used again; what it held is lost.
pub fn distances_into<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
    pairs: impl IntoIterator<Item = Pair<'p, V, A, B>>,
    found: &mut Vec<Proximity<V>>,
) {
    answer(Question::Unsigned, pairs, found);
}

fn answer<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p>(
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
        found.extend(pairs.into_iter().map(|pair| one_by_one(question, pair)));
    }
}

#[inline]
fn one_by_one<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    question: Question,
    (a, b, b_in_a): Pair<'_, V, A, B>,
) -> Proximity<V> {
    match question {
        Question::Signed => query::signed_distance(a, b, b_in_a),
        Question::Unsigned => query::distance(a, b, b_in_a),
    }
}
