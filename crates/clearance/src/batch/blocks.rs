//! Blocks of pairs: those with formulas side by side, the others one by one.

use alloc::vec::Vec;

use super::boxes::{self, BLOCK, Sorted};
use super::frame::Setting;
use super::{Batch, Pair, Question, one_by_one, segments};
use crate::math::{Matrix, Real, Vector};
use crate::query::Proximity;
use crate::support::{Form, Support};

/// A block of pairs at a time, in memory that is used again for each.
pub(super) struct Blocks<'p, V: Batch, A: ?Sized, B: ?Sized> {
    pairs: Vec<Pair<'p, V, A, B>>,
    solvable: Solvable<V::Scalar>,
    open: Vec<usize>,
}

/// The pairs of a block that have formulas, with the memory to solve them.
pub struct Solvable<T> {
    pub(super) boxes: Vec<boxes::Pair<T>>,
    pub(super) sorted: Sorted<T>,
    pub(super) segments: Vec<segments::Pair<T>>,
}

impl<T: Real> Solvable<T> {
    fn new() -> Self {
        Solvable { boxes: Vec::new(), sorted: Sorted::new(), segments: Vec::new() }
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
        match (a.form(), b.form()) {
            (Form::Cuboid(h), Form::Cuboid(g)) => {
                self.boxes.push(boxes::Pair { number, setting: setting(pair), half: [array(h), array(g)] });
            }
            (Form::Segment(p), Form::Segment(q)) => {
                let ends = [p.map(array), q.map(array)];
                self.segments.push(segments::Pair { number, setting: setting(pair), ends });
            }
            // As segments without length, of which the far end is never named.
            (Form::Point(p), Form::Point(q)) if is_null(p) && is_null(q) => {
                let ends = [[array(p); 2], [array(q); 2]];
                self.segments.push(segments::Pair { number, setting: setting(pair), ends });
            }
            _ => return false,
        }
        true
    }
}

/// Whether all components are +0.
#[inline]
fn is_null<V: Vector>(v: V) -> bool {
    v == V::ZERO && (0..V::DIM).all(|i| !v[i].is_negative())
}

impl<'p, V: Batch, A: Support<V> + ?Sized + 'p, B: Support<V> + ?Sized + 'p> Blocks<'p, V, A, B> {
    pub fn new() -> Self {
        Blocks { pairs: Vec::with_capacity(BLOCK), solvable: Solvable::new(), open: Vec::new() }
    }

    /// Pairs of the last block.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Takes the next pairs and answers them at the end of `found`, of which the first `done` are answers already; false if
    /// there are none.
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
            let one = one_by_one(question, first);
            found.resize(end, one);
        }
        let found = &mut found[done..end];
        let Blocks { pairs, solvable, open } = self;
        solvable.boxes.clear();
        solvable.segments.clear();
        for (number, &pair) in pairs.iter().enumerate() {
            if !solvable.take(number, pair) {
                found[number] = one_by_one(question, pair);
            }
        }
        open.clear();
        V::solve(question, solvable, found, &mut |number| open.push(number));
        open.iter().for_each(|&number| found[number] = one_by_one(question, pairs[number]));
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
