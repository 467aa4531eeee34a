//! The first common point, in exact numbers.
//!
//! Where the features have a common point the volume `f` of the four points is zero. If `f` is not zero for all
//! times, the first contact is at one of its roots in `[0, 1]`, at most three, and at each the signs of quadratic
//! polynomials decide. With a component `k` in which the common normal `y × z` does not vanish, the plane of the four
//! points is seen from axis `k` without a fold, so that a common point of what is seen is one of the features:
//!
//! - the vertex is in the triangle if none of `(z × x)ₖ`, `(x × y)ₖ` and what these leave of `(y × z)ₖ` has the sign
//!   opposite to `(y × z)ₖ`: in proportion to it they are the weights of the corners;
//! - the edges cross if this holds of `(x × z)ₖ`, `(x × y)ₖ` and what each of them leaves of `(y × z)ₖ`.
//!
//! Where the normal vanishes the triangle is flat, and is the union of its edges; or the edges are parallel, and have a
//! common point if an end of one is on the other. So [a vertex on an edge](on_edge) decides.
//!
//! If `f` is zero for all times, the points stay in a plane. A first contact after 0 then is one of a vertex and an
//! edge: a vertex inside of a triangle with an area was there before, as the crossing of two edges that are not
//! parallel. A vertex is on an edge at a root of each component of their cross product, or, if these are zero for all
//! times, first where the product of the vectors to both ends vanishes.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::curves::{Curves, VertexEdge, volume};
use super::features::{FeaturePair, MovingFeatures};
use crate::exact::{Exact, Polynomial, PolynomialVector, Root, Rounded};

/// The features that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// The features, with one common normal, along which B was on this side of A before; 0 if it was on none.
    Across { side: i32 },
    /// A vertex and an edge.
    OnEdge(VertexEdge),
}

/// The first contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub time: Rounded<f64>,
    pub touch: Touch,
}

/// The first contact at any time of `[0, 1]`.
pub(super) fn first_contact(features: &MovingFeatures) -> Option<Found> {
    let curves = Curves::new(features);
    let xyz = curves.xyz();
    let volume = volume(&xyz);
    if volume.is_zero() {
        return in_plane(&curves, &xyz);
    }
    let mut touch = None;
    let root = Root::first(&volume, [0.0, 1.0], &mut |root| {
        touch = touch_at(&curves, &xyz, root);
        touch.is_some()
    })?;
    let touch = match touch? {
        Touch::Across { .. } => Touch::Across { side: root.sign_before(&volume) },
        on_edge => on_edge,
    };
    Some(Found { time: root.bracket(), touch })
}

/// The contact at the only root of the volume between two times, where it changes its sign and the features are known
/// to meet.
pub(super) fn narrowed(features: &MovingFeatures, interval: [f64; 2]) -> Found {
    let volume = volume(&Curves::new(features).xyz());
    let root = Root::isolated(&volume, interval);
    Found { time: root.bracket(), touch: Touch::Across { side: volume.sign_at(&Exact::new(interval[0])) } }
}

/// The features that meet at a time at which the volume vanishes.
fn touch_at(curves: &Curves, [x, y, z]: &[PolynomialVector; 3], root: &Root) -> Option<Touch> {
    for axis in 0..3 {
        let whole = y.cross_component(z, axis);
        let sign = root.sign_of(&whole);
        if sign != 0 {
            let inside = weights(curves.pair, [x, y, z], axis, &whole).iter().all(|w| root.sign_of(w) != -sign);
            return inside.then_some(Touch::Across { side: 0 });
        }
    }
    curves.pair.vertex_edges().iter().find(|&&pair| is_on_edge_at(curves, pair, root)).map(|&pair| Touch::OnEdge(pair))
}

/// In proportion to `whole = (y × z)ₖ`, the weights of the corners, or of the ends of both edges, seen from axis `k`.
pub(super) fn weights(
    pair: FeaturePair,
    [x, y, z]: [&PolynomialVector; 3],
    axis: usize,
    whole: &Polynomial,
) -> Vec<Polynomial> {
    let last = x.cross_component(y, axis);
    match pair {
        FeaturePair::VertexFace => {
            let middle = z.cross_component(x, axis);
            let first = &(whole - &middle) - &last;
            alloc::vec![first, middle, last]
        }
        FeaturePair::EdgeEdge => {
            let of_a = x.cross_component(z, axis);
            alloc::vec![whole - &of_a, whole - &last, of_a, last]
        }
    }
}

/// The first contact of points that stay in a plane.
fn in_plane(curves: &Curves, xyz: &[PolynomialVector; 3]) -> Option<Found> {
    let start = Root::at(Exact::ZERO);
    if let Some(touch) = touch_at(curves, xyz, &start) {
        return Some(Found { time: start.bracket(), touch });
    }
    let mut first: Option<Found> = None;
    for &pair in curves.pair.vertex_edges() {
        let Some(time) = on_edge(curves, pair) else { continue };
        // The lesser of two numbers is between the lesser bounds, whichever it is.
        first = Some(match first {
            Some(known) if !is_before(&time, &known.time) => Found { time: earlier(known.time, time), ..known },
            Some(known) => Found { time: earlier(time, known.time), touch: Touch::OnEdge(pair) },
            None => Found { time, touch: Touch::OnEdge(pair) },
        });
    }
    first
}

fn is_before(a: &Rounded<f64>, b: &Rounded<f64>) -> bool {
    let order = a.lower.partial_cmp(&b.lower).unwrap_or(Ordering::Equal);
    order.is_lt() || order.is_eq() && a.upper < b.upper
}

/// The bracket of the lesser of two numbers, the first of which has the lesser bounds.
pub(super) fn earlier(a: Rounded<f64>, b: Rounded<f64>) -> Rounded<f64> {
    Rounded { upper: if b.upper < a.upper { b.upper } else { a.upper }, ..a }
}

/// The first time at which a vertex is on an edge, where it is not on it at 0.
fn on_edge(curves: &Curves, pair: VertexEdge) -> Option<Rounded<f64>> {
    let conditions = EdgeConditions::new(curves, pair);
    let [x, y, z] = &conditions.across.xyz;
    let deciding = [x, y, z, &conditions.along].into_iter().find(|p| !p.is_zero())?;
    let root = Root::first(deciding, [0.0, 1.0], &mut |root| conditions.hold_at(root))?;
    Some(root.bracket())
}

fn is_on_edge_at(curves: &Curves, pair: VertexEdge, root: &Root) -> bool {
    EdgeConditions::new(curves, pair).hold_at(root)
}

/// With the vectors to both ends of an edge, a vertex is on the edge if their cross product is zero and their scalar
/// product is not positive, also on an edge of no length.
struct EdgeConditions {
    across: PolynomialVector,
    along: Polynomial,
}

impl EdgeConditions {
    fn new(curves: &Curves, VertexEdge { vertex, ends }: VertexEdge) -> Self {
        let [a, b] = ends.map(|end| curves.between([vertex, end]));
        EdgeConditions { across: a.cross(&b), along: a.dot(&b) }
    }

    fn hold_at(&self, root: &Root) -> bool {
        self.across.xyz.iter().all(|p| root.sign_of(p) == 0) && root.sign_of(&self.along) <= 0
    }
}
