//! Bodies inside of solid meshes, where no surfaces meet.

use clearance::SupportExt;
use clearance::query::Proximity;
use clearance::{Options, Point, Pose, Real, Shape, Space, Support, Vector};

use super::TriangleMesh;
use crate::Aabb;
use crate::body::Geometry;
use crate::parts::signed_distance;

/// At most so many vertices of a mesh are asked how deep they are: the bound of the depth is the largest of theirs.
const ASKED: usize = 64;

/// A point of a body in another one's frame, and how far from the true one it may be.
#[derive(Clone, Copy, Debug)]
struct Placed<V: Vector> {
    at: V,
    error: V::Scalar,
}

/// Whether a body whose surface is at least `apart > 0` away from that of a solid mesh has a part inside; `None` if rounding is larger
/// than `apart`.
///
/// A connected part is inside or outside as a whole, so one point of each tells. The point at hand is within its error of the true one, which
/// is at least `apart` from the surface: if that is more than the error, the surface does not pass between them.
pub(crate) fn is_inside<V: Space>(
    mesh: &TriangleMesh<V>,
    body: &Geometry<V>,
    body_in_mesh: &Pose<V>,
    apart: V::Scalar,
) -> Option<bool> {
    let mut decided = true;
    for point in one_of_each_part(body) {
        let point = placed(point, body_in_mesh);
        if point.error >= apart {
            decided = false;
        } else if mesh.winding_number(point.at) != 0 {
            return Some(true);
        }
    }
    decided.then_some(false)
}

/// A proven lower bound of the depth of a body in a solid mesh: how far from the surface the innermost of some of the body's points is; 0 if
/// none is inside.
///
/// **Lemma.** For any `p` of `A` in `B`, `dist(p, ∂B) ≤ D`: a translation by `t` with `|t| < dist(p, ∂B)` leaves `p + t` in `B`.
pub(crate) fn depth<V: Space>(mesh: &TriangleMesh<V>, body: &Geometry<V>, body_in_mesh: &Pose<V>) -> V::Scalar {
    let points = match body {
        Geometry::Mesh(inner) => {
            let step = inner.vertices().len().div_ceil(ASKED);
            inner.vertices().iter().step_by(step).map(|&at| Placed { at, error: V::Scalar::ZERO }).collect()
        }
        _ => one_of_each_part(body),
    };
    let mut deepest = V::Scalar::ZERO;
    for point in points {
        let Placed { at, error } = placed(point, body_in_mesh);
        if mesh.bounds().contains(&Aabb::at(at)) && mesh.winding_number(at) != 0 {
            deepest = deepest.max((mesh.distance_to_surface(at).bounds.lower - error).next_down());
        }
    }
    deepest
}

impl<V: Space> TriangleMesh<V> {
    /// The distance of a point from the surface, whether it is inside or not; A is the point, B the surface.
    pub fn distance_to_surface(&self, point: V) -> Proximity<V> {
        let (here, options) = (Shape::Point(Point::new()), Options::default());
        let pose = Pose::from_translation(point).unwrap_or(Pose::IDENTITY);
        let ask = |i: u32| signed_distance((&here, &pose), (&self.shape(i), &Pose::IDENTITY), &options);
        let mut best = ask(0);
        let mut lower = best.bounds.lower;
        self.tree.closest_items(&Aabb::at(point), best.bounds.upper, |i, _| {
            let found = ask(i);
            lower = lower.min(found.bounds.lower);
            if found.bounds.upper < best.bounds.upper {
                best = found;
            }
            best.bounds.upper
        });
        best.bounds.lower = lower;
        best
    }
}

/// A point of each connected part: of each convex part, of each component of a mesh.
fn one_of_each_part<V: Space>(body: &Geometry<V>) -> Vec<Placed<V>> {
    match body {
        Geometry::Convex(shape) => vec![some_point(shape)],
        Geometry::Compound(compound) => compound.parts().iter().map(some_point).collect(),
        Geometry::Halfspace(_) => Vec::new(),
        Geometry::Mesh(mesh) => {
            mesh.representatives().into_iter().map(|at| Placed { at, error: V::Scalar::ZERO }).collect()
        }
    }
}

/// A support point: it errs by what the shape says, and by two roundings of its size.
fn some_point<V: Space>(shape: &Shape<V>) -> Placed<V> {
    let at = shape.anchor() + shape.support(V::axis(0));
    let size = shape.anchor().norm() + shape.reach();
    Placed { at, error: shape.support_error() + V::Scalar::from_f64(8.0) * V::Scalar::UNIT * size }
}

/// The point where the pose puts it: with `ρ`, `τ` the pose's errors, off by `ρ|p| + τ`, and by less than `8u` of `|p| + |t|` for the
/// roundings of the product and the sum.
fn placed<V: Space>(point: Placed<V>, pose: &Pose<V>) -> Placed<V> {
    let units = V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
    let length = point.at.norm() * (V::Scalar::ONE + units);
    let rounding = units * (length + pose.translation().norm()) + V::Scalar::SMALLEST;
    let apart = point.error * (V::Scalar::ONE + units) + pose.rotation_error() * length + pose.translation_error();
    Placed { at: pose.point(point.at), error: (apart + rounding) * (V::Scalar::ONE + units) }
}
