//! Pairs of the enum of all shapes: one look at both variants leads to the types that have code of their own.

use super::asked::Asked;
use super::at_once;
use super::space::Space;
use crate::proximity::Proximity;
use crate::shape::Shape;

/// Asks the question of both contents, if they have code of their own for it, else of both as any shapes.
macro_rules! ask {
    ($a:ident, $b:ident, $asked:ident, $question:path, $otherwise:expr; $($of_a:ident $of_b:ident),+) => {
        match ($a, $b) {
            $((Shape::$of_a(a), Shape::$of_b(b)) => alone(a, b, $asked, $question),)+
            _ => $otherwise,
        }
    };
    ($a:ident, $b:ident, $asked:ident, $question:path, $otherwise:expr) => {
        ask!(
            $a, $b, $asked, $question, $otherwise;
            Ball Ball, Ball Capsule, Ball Cuboid, Capsule Ball, Capsule Capsule, Cuboid Ball, Cuboid Cuboid, Polytope Polytope
        )
    };
}

/// A function for each pair of types: of all in one the optimizer inlines too little.
#[inline(never)]
fn alone<A, B, Q, R>(a: &A, b: &B, asked: Q, question: impl FnOnce(&A, &B, Q) -> R) -> R {
    question(a, b, asked)
}

pub(super) fn collides<V: Space>(a: &Shape<V>, b: &Shape<V>, asked: &Asked<'_, V>) -> Option<bool> {
    ask!(a, b, asked, at_once::collides, V::collides(&asked.bodies(a, b), &asked.options))
}

pub(super) fn distance<V: Space>(a: &Shape<V>, b: &Shape<V>, asked: &mut Asked<'_, V>) -> Proximity<V> {
    ask!(a, b, asked, at_once::distance, asked.ask(a, b, V::distance))
}

pub(super) fn signed_distance<V: Space>(a: &Shape<V>, b: &Shape<V>, asked: &mut Asked<'_, V>) -> Proximity<V> {
    ask!(a, b, asked, at_once::signed_distance, asked.ask(a, b, V::signed_distance))
}
