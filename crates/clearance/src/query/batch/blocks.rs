//! Blocks of pairs: those with formulas side by side, the others one by one.

use alloc::vec::Vec;

use super::Pair;
use super::boxes::BLOCK;
use super::question::Question;
use super::solvable::Solvable;
use crate::query::{Proximity, Space};
use crate::support::Support;

/// A block of pairs at a time, in memory that is used again for each.
pub(super) struct Blocks<'p, V: Space, A: ?Sized, B: ?Sized> {
    pairs: Vec<Pair<'p, V, A, B>>,
    solvable: Solvable<V::Scalar>,
    open: Vec<usize>,
}

impl<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p> Blocks<'p, V, A, B> {
    pub fn new() -> Self {
        Blocks { pairs: Vec::with_capacity(BLOCK), solvable: Solvable::new(), open: Vec::new() }
    }

    /// Pairs of the last block.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Takes the next pairs and answers them at the end of `found`, of which the first `done` are answers already;
    /// false if there are none.
    pub fn answer(
        &mut self,
        question: Question,
        pairs: &mut impl Iterator<Item = Pair<'p, V, A, B>>,
        found: &mut Vec<Proximity<V>>,
        done: usize,
    ) -> bool {
        self.pairs.clear();
        self.pairs.extend(pairs.take(BLOCK));
        let Some(&first) = self.pairs.first() else { return false };
        let end = done + self.pairs.len();
        if found.len() < end {
            // Every place is written below; this is what is in it before.
            found.resize(end, question.alone(first));
        }
        let found = &mut found[done..end];
        let Blocks { pairs, solvable, open } = self;
        solvable.boxes.clear();
        open.clear();
        for (number, &pair) in pairs.iter().enumerate() {
            if !solvable.take(number, &pair.0.outline(), &pair.1.outline(), pair.2) {
                found[number] = question.alone(pair);
            }
        }
        V::solve(question, solvable, found, &mut |number| open.push(number));
        open.iter().for_each(|&number| found[number] = question.alone(pairs[number]));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose, Real};
    use crate::math::{Rotor3, Vec3};
    use crate::random::Random;
    use crate::shape::Cuboid;

    /// The share of pairs at random places that registers leave to single queries.
    fn open_share<T: Real>(question: Question) -> f64
    where
        Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
    {
        let half = T::from_f64(0.3);
        let brick = Cuboid::from_half_extents(Vec3::new(half, half * half, half)).unwrap();
        let mut random = Random(11);
        let mut unit = || T::from_f64(random.unit());
        let poses: Vec<_> = (0..4 * BLOCK)
            .map(|_| {
                let rotor = Rotor3::from_wxyz([unit(), unit(), unit(), unit()]).unwrap();
                Pose::new(rotor, Vec3::new(unit(), unit(), unit())).unwrap()
            })
            .collect();
        let (mut blocks, mut found) = (Blocks::new(), Vec::new());
        let mut pairs = poses.iter().map(|pose| (&brick, &brick, pose));
        let (mut left, mut done) = (0, 0);
        while blocks.answer(question, &mut pairs, &mut found, done) {
            done += blocks.len();
            left += blocks.len() - blocks.solvable.boxes.len() + blocks.open.len();
        }
        assert_eq!(done, poses.len());
        left as f64 / done as f64
    }

    #[test]
    fn registers_answer_99_in_100_random_pairs() {
        // Some boxes have their nearest points where neither an axis nor projections find them.
        for question in [Question::Signed, Question::Unsigned] {
            let shares = [open_share::<f64>(question), open_share::<f32>(question)];
            assert!(shares.iter().all(|&share| share < 0.01), "{shares:?}");
        }
    }
}
