//! The concrete shapes behind enums. A run on two polytopes asks them hundreds of times for a vertex, and an enum looks each time at which
//! shape it is; so pairs of the kinds that most bodies have are looked at once, and answered by the code that their types have by themselves.
//! Each pair of kinds is a run of its own in every program that asks for any, so there are few.

use crate::math::Vector;
use crate::shape::{Ball, Capsule, Cuboid, Polytope};
use crate::support::Support;

/// Two shapes of one kind that many bodies have.
pub(super) enum Concrete<'s, V: Vector> {
    Polytopes(&'s Polytope<V>, &'s Polytope<V>),
    Boxes(&'s Cuboid<V>, &'s Cuboid<V>),
}

/// The shapes behind two enums; `None` for other kinds, and for types that are concrete already.
#[inline(always)]
pub(super) fn concrete<'s, V: Vector>(
    a: &'s (impl Support<V> + ?Sized),
    b: &'s (impl Support<V> + ?Sized),
) -> Option<Concrete<'s, V>> {
    let (a, b) = (a.concrete()?, b.concrete()?);
    if let (Some(a), Some(b)) = (a.downcast_ref(), b.downcast_ref()) {
        return Some(Concrete::Polytopes(a, b));
    }
    Some(Concrete::Boxes(a.downcast_ref()?, b.downcast_ref()?))
}

/// Two shapes of kinds that most bodies have and that a formula answers.
pub(super) enum Simple<'s, V: Vector> {
    Balls(&'s Ball<V>, &'s Ball<V>),
    BallCapsule(&'s Ball<V>, &'s Capsule<V>),
    CapsuleBall(&'s Capsule<V>, &'s Ball<V>),
    Capsules(&'s Capsule<V>, &'s Capsule<V>),
    BallBox(&'s Ball<V>, &'s Cuboid<V>),
    BoxBall(&'s Cuboid<V>, &'s Ball<V>),
}

/// The shapes behind two enums; `None` for other kinds, and for types that are concrete already.
#[inline(always)]
pub(super) fn simple<'s, V: Vector>(
    a: &'s (impl Support<V> + ?Sized),
    b: &'s (impl Support<V> + ?Sized),
) -> Option<Simple<'s, V>> {
    let (a, b) = (a.concrete()?, b.concrete()?);
    if let Some(ball) = a.downcast_ref() {
        return if let Some(other) = b.downcast_ref() {
            Some(Simple::BallBox(ball, other))
        } else if let Some(other) = b.downcast_ref() {
            Some(Simple::BallCapsule(ball, other))
        } else {
            b.downcast_ref().map(|other| Simple::Balls(ball, other))
        };
    }
    if let Some(capsule) = a.downcast_ref() {
        return if let Some(other) = b.downcast_ref() {
            Some(Simple::Capsules(capsule, other))
        } else {
            b.downcast_ref().map(|other| Simple::CapsuleBall(capsule, other))
        };
    }
    Some(Simple::BoxBall(a.downcast_ref()?, b.downcast_ref()?))
}

/// Returns the answer for the concrete shapes behind `a` and `b`, if they are of such kinds; in the expression they have their own types.
macro_rules! answer_concrete {
    ($a:ident, $b:ident => $answer:expr) => {
        if let Some(pair) = $crate::query::concrete::concrete($a, $b) {
            use $crate::query::concrete::Concrete;
            return match pair {
                Concrete::Polytopes($a, $b) => $answer,
                Concrete::Boxes($a, $b) => $answer,
            };
        }
    };
}
pub(super) use answer_concrete;
