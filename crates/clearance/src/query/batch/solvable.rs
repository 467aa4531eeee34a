//! The pairs of a block that registers answer side by side.

use alloc::vec::Vec;

use super::boxes;
use super::setting::LaneSetting;
use crate::math::{Matrix, Pose, Real, Vector};
use crate::support::Outline;

/// The pairs of a block that have formulas, with the memory to solve them.
pub struct Solvable<T> {
    pub(super) boxes: Vec<boxes::Pair<T>>,
    pub(super) left: boxes::Left<T>,
}

impl<T: Real> Solvable<T> {
    pub(super) fn new() -> Self {
        Solvable { boxes: Vec::new(), left: boxes::Left::new() }
    }

    /// Takes a pair that has a formula; false if it has none.
    pub(super) fn take<V: Vector<Scalar = T>>(
        &mut self,
        number: usize,
        a: &Outline<V>,
        b: &Outline<V>,
        b_in_a: &Pose<V>,
    ) -> bool {
        if V::DIM != 3 || a.anchor != V::ZERO || b.anchor != V::ZERO {
            return false;
        }
        let (Some(h), Some(g)) = (a.form.cuboid(), b.form.cuboid()) else { return false };
        self.boxes.push(boxes::Pair { number, setting: setting(a, b, b_in_a), half: [array(h), array(g)] });
        true
    }
}

fn setting<V: Vector>(a: &Outline<V>, b: &Outline<V>, b_in_a: &Pose<V>) -> LaneSetting<V::Scalar> {
    let column = |j: usize| array(b_in_a.matrix().column(j));
    LaneSetting {
        turn: [column(0), column(1), column(2)],
        offset: array(b_in_a.translation()),
        rotation_error: b_in_a.rotation_error(),
        offset_error: b_in_a.translation_error(),
        reach: [a.reach, b.reach],
        radius: [a.radius, b.radius],
        error: [a.error, b.error],
    }
}

fn array<V: Vector>(v: V) -> [V::Scalar; 3] {
    [v[0], v[1], v[2]]
}
