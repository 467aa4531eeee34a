//! Hulls that were made already: a simulation asks about the same ones in every step.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;

use clearance::Vec3;
use clearance_world::Body;
use parry3d::math::{Real, Vector};
use parry3d::shape::{Shape, TypedShape};

use crate::convert::body_of;

type SpaceBody = Body<Vec3<Real>>;

/// A body that was made for a question, or one that is kept.
#[allow(clippy::large_enum_variant, reason = "on the stack, for one question")]
pub(crate) enum Held {
    Made(SpaceBody),
    Kept(Rc<SpaceBody>),
}

impl Deref for Held {
    type Target = SpaceBody;
    fn deref(&self) -> &SpaceBody {
        match self {
            Held::Made(body) => body,
            Held::Kept(body) => body,
        }
    }
}

/// A hull with the numbers that it was made of.
struct Hull {
    points: Vec<Vector>,
    border: Real,
    body: Rc<SpaceBody>,
}

/// Then all are forgotten.
const MOST: usize = 4096;

thread_local! {
    // By where the points were in memory. Another shape may be there by now, so they are compared.
    static HULLS: RefCell<HashMap<(usize, usize), Hull>> = RefCell::default();
}

/// [`body_of`], with hulls kept.
pub(crate) fn held(shape: &dyn Shape) -> Option<Held> {
    let (points, border) = match shape.as_typed_shape() {
        TypedShape::ConvexPolyhedron(it) => (it.points(), 0.0),
        TypedShape::RoundConvexPolyhedron(it) => (it.inner_shape.points(), it.border_radius),
        _ => return body_of(shape).map(Held::Made),
    };
    HULLS.with_borrow_mut(|hulls| {
        let key = (points.as_ptr() as usize, points.len());
        if let Some(known) = hulls.get(&key).filter(|known| known.border == border && known.points == points) {
            return Some(Held::Kept(known.body.clone()));
        }
        let body = Rc::new(body_of(shape)?);
        if hulls.len() >= MOST {
            hulls.clear();
        }
        hulls.insert(key, Hull { points: points.to_vec(), border, body: body.clone() });
        Some(Held::Kept(body))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::SupportExt;
    use parry3d::shape::{ConvexPolyhedron, RoundShape};

    #[test]
    fn what_is_kept_is_of_the_same_numbers() {
        let cube = |size: Real| {
            let corner = |i: usize| Vector::new((i & 1) as Real, (i >> 1 & 1) as Real, (i >> 2) as Real) * size;
            ConvexPolyhedron::from_convex_hull(&(0..8).map(corner).collect::<Vec<_>>()).expect("a hull")
        };
        let first = cube(1.0);
        let (one, two) = (held(&first).expect("a body"), held(&first).expect("a body"));
        let (Held::Kept(one), Held::Kept(two)) = (one, two) else { panic!("hulls are kept") };
        assert!(Rc::ptr_eq(&one, &two), "the second question makes no hull");
        // Another border, and other points at the same place in memory.
        let mut round = RoundShape { inner_shape: first, border_radius: 0.25 };
        let body = held(&round).expect("a body");
        assert_eq!(body.as_shape().map(|shape| shape.radius()), Some(0.25));
        for i in 0..100 {
            round.inner_shape = cube(1.0 + i as Real);
            let body = held(&round.inner_shape).expect("a body");
            let made = body_of(&round.inner_shape).expect("a body");
            assert_eq!(body.as_shape(), made.as_shape(), "of {i}");
        }
    }
}
