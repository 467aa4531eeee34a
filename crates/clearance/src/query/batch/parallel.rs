//! Batches on the threads of `rayon`. A pair's answer depends on that pair alone, so it is the same for any number of
//! threads.

use alloc::vec::Vec;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::Pair;
use crate::math::Vector;
use crate::query::{Proximity, Space};
use crate::support::Support;

/// Pairs that one thread takes at a time: some hundred microseconds of work.
const SHARE: usize = 1024;

/// [`signed_distances`](super::signed_distances) of pairs from a parallel iterator.
///
/// ```
/// use clearance::{Cuboid, Pose3, Vec3, batch};
/// use rayon::prelude::*;
/// let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
/// let poses = [3.0, 5.0].map(|x| Pose3::from_translation(Vec3::new(x, 0.5, 0.0)).unwrap());
/// let found = batch::parallel::signed_distances(poses.par_iter().map(|pose| (&brick, &brick, pose)));
/// assert_eq!((found[0].signed_distance, found[1].signed_distance), (1.0, 3.0));
/// ```
pub fn signed_distances<'p, V: Space, A: Support<V> + Sync + ?Sized + 'p, B: Support<V> + Sync + ?Sized + 'p>(
    pairs: impl IntoParallelIterator<Iter: IndexedParallelIterator, Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    shared(pairs, super::signed_distances)
}

/// [`distances`](super::distances) of pairs from a parallel iterator.
pub fn distances<'p, V: Space, A: Support<V> + Sync + ?Sized + 'p, B: Support<V> + Sync + ?Sized + 'p>(
    pairs: impl IntoParallelIterator<Iter: IndexedParallelIterator, Item = Pair<'p, V, A, B>>,
) -> Vec<Proximity<V>> {
    shared(pairs, super::distances)
}

/// [`intersects`](super::intersects) of pairs from a parallel iterator.
pub fn intersects<'p, V: Space, A: Support<V> + Sync + ?Sized + 'p, B: Support<V> + Sync + ?Sized + 'p>(
    pairs: impl IntoParallelIterator<Iter: IndexedParallelIterator, Item = Pair<'p, V, A, B>>,
) -> Vec<bool> {
    shared(pairs, super::intersects)
}

fn shared<'p, V: Vector, A: Sync + ?Sized + 'p, B: Sync + ?Sized + 'p, R: Send>(
    pairs: impl IntoParallelIterator<Iter: IndexedParallelIterator, Item = Pair<'p, V, A, B>>,
    answer: impl Fn(Vec<Pair<'p, V, A, B>>) -> Vec<R> + Sync + Send,
) -> Vec<R> {
    pairs.into_par_iter().chunks(SHARE).flat_map_iter(answer).collect()
}
