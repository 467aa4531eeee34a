//! Blocks of pairs: those with formulas side by side, the others one by one.

use alloc::vec::Vec;

use super::boxes::{self, BLOCK};
use super::setting::Setting;
use super::{Asked, Pair};
use crate::math::{Matrix, Real, Vector};
use crate::query::Space;
use crate::support::{Form, Support, SupportExt};

/// A block of pairs at a time, in memory that is used again for each.
pub(super) struct Blocks<'p, V: Space, A: ?Sized, B: ?Sized> {
    pairs: Vec<Pair<'p, V, A, B>>,
    solvable: Solvable<V::Scalar>,
    open: Vec<usize>,
}

/// The pairs of a block that have formulas, with the memory to solve them.
pub struct Solvable<T> {
    pub(super) boxes: Vec<boxes::Pair<T>>,
    pub(super) left: boxes::Left<T>,
}

impl<T: Real> Solvable<T> {
    fn new() -> Self {
        Solvable { boxes: Vec::new(), left: boxes::Left::new() }
    }

    /// Takes a pair that has a formula; false if it has none.
    #[inline]
    fn take<V: Vector<Scalar = T>, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        number: usize,
        pair: Pair<'_, V, A, B>,
    ) -> bool {
        let (a, b, _) = pair;
        if V::DIM != 3 || a.anchor() != V::ZERO || b.anchor() != V::ZERO {
            return false;
        }
        let (Form::Cuboid(h), Form::Cuboid(g)) = (a.form(), b.form()) else { return false };
        self.boxes.push(boxes::Pair { number, setting: setting(pair), half: [array(h), array(g)] });
        true
    }
}

impl<'p, V: Space, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p> Blocks<'p, V, A, B> {
    pub fn new() -> Self {
        Blocks { pairs: Vec::with_capacity(BLOCK), solvable: Solvable::new(), open: Vec::new() }
    }

    /// Pairs of the last block.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Takes the next pairs and answers them at the end of `found`, of which the first `done` are answers already; false if
    /// there are none.
    pub fn answer<R: Clone>(
        &mut self,
        asked: &impl Asked<V, Answer = R>,
        pairs: &mut impl Iterator<Item = Pair<'p, V, A, B>>,
        found: &mut Vec<R>,
        done: usize,
    ) -> bool {
        self.pairs.clear();
        self.pairs.extend(pairs.take(BLOCK));
        let Some(&first) = self.pairs.first() else { return false };
        let end = done + self.pairs.len();
        if found.len() < end {
            // Every place is written below; this is what is in it before.
            let one = asked.alone(first);
            found.resize(end, one);
        }
        let found = &mut found[done..end];
        let Blocks { pairs, solvable, open } = self;
        solvable.boxes.clear();
        open.clear();
        for (number, &pair) in pairs.iter().enumerate() {
            if let Some(known) = asked.at_once(pair) {
                found[number] = known;
            } else if !solvable.take(number, pair) {
                found[number] = asked.alone(pair);
            }
        }
        asked.solve(solvable, found, &mut |number| open.push(number));
        open.iter().for_each(|&number| found[number] = asked.alone(pairs[number]));
        true
    }
}

#[inline]
fn setting<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): Pair<'_, V, A, B>,
) -> Setting<V::Scalar> {
    let column = |j: usize| array(b_in_a.matrix().column(j));
    Setting {
        turn: [column(0), column(1), column(2)],
        offset: array(b_in_a.translation()),
        rotation_error: b_in_a.rotation_error(),
        offset_error: b_in_a.translation_error(),
        reach: [a.reach(), b.reach()],
        radius: [a.radius(), b.radius()],
        error: [a.support_error(), b.support_error()],
    }
}

#[inline]
fn array<V: Vector>(v: V) -> [V::Scalar; 3] {
    [v[0], v[1], v[2]]
}

#[cfg(test)]
mod tests {
    use super::super::{Meeting, Question};
    use super::*;
    use crate::math::{Pose, Rotor3, Vec3};
    use crate::random::Random;
    use crate::shape::Cuboid;

    /// The share of pairs at random places that registers leave to single queries, of those that are not answered at once.
    fn open_share<T: Real, S: Support<Vec3<T>>>(shape: &S, asked: &impl Asked<Vec3<T>>) -> f64
    where
        Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
    {
        let mut random = Random(11);
        let mut unit = || T::from_f64(random.unit());
        let poses: Vec<_> = (0..4 * BLOCK)
            .map(|_| {
                let rotor = Rotor3::from_wxyz([unit(), unit(), unit(), unit()]).unwrap();
                Pose::new(rotor, Vec3::new(unit(), unit(), unit())).unwrap()
            })
            .collect();
        let (mut blocks, mut found) = (Blocks::new(), Vec::new());
        let mut pairs = poses.iter().map(|pose| (shape, shape, pose));
        let (mut left, mut asked_for, mut done) = (0, 0, 0);
        while blocks.answer(asked, &mut pairs, &mut found, done) {
            done += blocks.len();
            let open = blocks.pairs.iter().filter(|&&pair| asked.at_once(pair).is_none()).count();
            asked_for += open;
            left += open - blocks.solvable.boxes.len() + blocks.open.len();
        }
        assert!(asked_for > BLOCK, "{asked_for} of {done} pairs are left to registers");
        left as f64 / asked_for as f64
    }

    fn check<T: Real>(allowed: f64)
    where
        Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
    {
        let half = T::from_f64(0.3);
        let brick = Cuboid::from_half_extents(Vec3::new(half, half * half, half)).unwrap();
        for asked in [Question::Signed, Question::Unsigned] {
            let share = open_share(&brick, &asked);
            assert!(share < allowed, "{share}");
        }
    }

    #[test]
    fn registers_answer_99_in_100_random_pairs() {
        // Some boxes have their nearest points where neither an axis nor projections find them.
        check::<f64>(0.01);
        check::<f32>(0.01);
    }

    #[test]
    fn registers_decide_nearly_all_pairs_that_balls_leave_open() {
        // Flat, so that no ball inside decides.
        let brick = Cuboid::from_half_extents(Vec3::new(1.1, 1.2, 0.1)).unwrap();
        assert!(open_share::<f64, _>(&brick, &Meeting) < 0.05);
    }
}
