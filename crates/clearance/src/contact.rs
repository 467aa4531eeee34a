//! The points of a support face around the foot of the origin: where witness points come from when descent and growth leave
//! them open.
//!
//! A support plane tells the depth or the distance, not where the bodies touch it: a flat face needs the right three of its
//! corners, a ring of ties a pair that no step happened to see. On the face itself this is GJK again, one dimension lower:
//! the support point along the normal tilted by √u towards what is missing is the face's extreme point in that direction, and
//! lies in the plane but for one rounding of height.

use crate::difference::{Difference, Vertex};
use crate::gjk::{Simplex, nearest_of};
use crate::math::{Real, Vector};
use crate::space::Space;
use crate::support::{Hint, Support};

/// At most so many support points: a face is two-dimensional, and its corners are found like those of a polygon.
const BUDGET: u32 = 16;

/// Points of the face of the difference along a unit `normal` at `height`, with the miss of their weighted sum from the foot.
pub(crate) struct Contact<V: Vector> {
    pub simplex: Simplex<V>,
    pub miss: V::Scalar,
    pub evaluations: u32,
}

/// Begins with those points of `known` that lie in the plane.
pub(crate) fn complete<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    (normal, height): (V, V::Scalar),
    known: &Simplex<V>,
) -> Contact<V> {
    let enough = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * m.size;
    let tilt = V::Scalar::from_f64(128.0) * V::Scalar::UNIT;
    // Points of the face seen from the foot, lifted so that the origin is off their plane: the nearest point is straight
    // below exactly if the foot is among them.
    let lifted = |p: &Vertex<V>| {
        let across = p.w - normal * normal.dot(p.w);
        Vertex { w: across + normal * m.size, ..*p }
    };
    let mut evaluations = 0;
    let mut ask = |direction: V| {
        evaluations += 1;
        lifted(&m.support(direction, [Hint::NONE; 2]))
    };
    let mut on_plane = known.points().filter(|p| height - normal.dot(p.w) <= enough);
    let mut simplex = Simplex::new(on_plane.next().map_or_else(|| ask(normal), lifted));
    for point in on_plane.take(V::DIM - 1) {
        simplex.push(lifted(point));
    }
    simplex.keep(nearest_of(&simplex));
    let missing = |simplex: &Simplex<V>| normal * m.size - simplex.nearest;
    for _ in 0..BUDGET {
        let gap = missing(&simplex);
        let length = gap.norm();
        if length <= enough {
            break;
        }
        let point = ask(normal + gap * (tilt / length));
        let before = simplex;
        simplex.push(point);
        simplex.keep(nearest_of(&simplex));
        if !(missing(&simplex).norm() < length) {
            simplex = before;
            break;
        }
    }
    let sum = simplex.weighted_sum();
    Contact { simplex, miss: (sum - normal * m.size).norm(), evaluations }
}
