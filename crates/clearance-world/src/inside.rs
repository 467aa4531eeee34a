//! Bodies inside of solid meshes, where no surfaces meet.

use clearance::SupportExt;
use clearance::enclosure::Aabb;
use clearance::enclosure::posed_point;
use clearance::query::{Proximity, Status};
use clearance::{Bounds, Feature, Pose, Real, Shape, Space, Support, Vector};

use crate::body::Body;
use crate::mesh::TriangleMesh;

/// Maximum number of vertices of a mesh whose depth is computed, besides one of each component.
const ASKED: usize = 64;

/// A point of a body's part in another one's frame, and how far from the true one it may be.
#[derive(Clone, Copy, Debug)]
struct PartPoint<V: Vector> {
    part: u32,
    at: V,
    error: V::Scalar,
}

/// Whether a body whose surface is at least `apart > 0` away from that of a solid mesh has a part inside; `None` if
/// rounding is larger than `apart`.
///
/// A connected part is inside or outside as a whole, so one point of each decides. The point at hand is within its
/// error of the true one, which is at least `apart` from the surface: if that is more than the error, the surface does
/// not pass between them.
pub(crate) fn is_inside<V: Space>(
    mesh: &TriangleMesh<V>,
    body: &Body<V>,
    body_in_mesh: &Pose<V>,
    apart: V::Scalar,
) -> Option<bool> {
    if !mesh.bounds().is_within(&body.aabb(body_in_mesh), V::Scalar::ZERO) {
        return Some(false);
    }
    let mut decided = true;
    for point in one_of_each_part(body) {
        let point = placed(point, body_in_mesh);
        if point.error >= apart {
            decided = false;
        } else if mesh.winding(point.at) != 0 {
            return Some(true);
        }
    }
    decided.then_some(false)
}

/// Whether a point of each connected part of a body is proven to be outside of a solid mesh: then so are the parts,
/// unless their surfaces meet. `None` if some point is too near to the surface to be decided.
pub(crate) fn is_outside<V: Space>(mesh: &TriangleMesh<V>, body: &Body<V>, body_in_mesh: &Pose<V>) -> Option<bool> {
    if !mesh.bounds().is_within(&body.aabb(body_in_mesh), V::Scalar::ZERO) {
        return Some(true);
    }
    let mut all = Some(true);
    for point in one_of_each_part(body) {
        let point = placed(point, body_in_mesh);
        match holds(mesh, point.at, point.error) {
            Some(true) => return Some(false),
            Some(false) => {}
            None => all = None,
        }
    }
    all
}

/// Whether all points within `off` of a point are inside of a solid mesh, or all outside; `None` if the surface may be
/// among them.
pub(crate) fn holds<V: Space>(mesh: &TriangleMesh<V>, point: V, off: V::Scalar) -> Option<bool> {
    let near = Aabb::at(point).inflated(off);
    if !mesh.bounds().is_within(&near, V::Scalar::ZERO) {
        return Some(false);
    }
    let mut is_near = false;
    mesh.tree().items_within(&near, V::Scalar::ZERO, |i| is_near = is_near || mesh.may_be_within(i, point, off));
    (!is_near).then(|| mesh.winding(point) != 0)
}

/// A point of a body inside of a solid mesh, and how far it is from the surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Innermost<V: Vector> {
    /// Proven: the body is at least so deep in the mesh.
    pub depth: V::Scalar,
    /// The triangle that is nearest to the point, and the part of the body that the point is of.
    pub parts: [u32; 2],
    /// The axis from the surface to the point, in the frame of the mesh: along it the point separates.
    pub proximity: Proximity<V>,
}

/// The innermost of some points of a body in a solid mesh; `None` if none is proven to be inside.
///
/// **Lemma.** For any `p` of `A` in `B`, `dist(p, ∂B) ≤ D`: a translation by `t` with `|t| < dist(p, ∂B)` leaves `p +
/// t` in `B`.
pub(crate) fn innermost<V: Space>(
    mesh: &TriangleMesh<V>,
    body: &Body<V>,
    body_in_mesh: &Pose<V>,
) -> Option<Innermost<V>> {
    let mut points = one_of_each_part(body);
    if let Body::Mesh(inner) = body {
        points.extend(some_vertices(inner));
    }
    let mut best: Option<Innermost<V>> = None;
    for point in points {
        let PartPoint { part, at, error } = placed(point, body_in_mesh);
        if !mesh.bounds().contains(&Aabb::at(at)) || mesh.winding(at) == 0 {
            continue;
        }
        let (triangle, found) = mesh.nearest_triangle(at);
        let depth = (found.bounds.lower - error).next_down();
        if depth > best.map_or(V::Scalar::ZERO, |best| best.depth) {
            let proximity = from_surface(found, error);
            best = Some(Innermost { depth, parts: [triangle, part], proximity });
        }
    }
    best
}

/// The depth of a point inside, by the distance of the point from the surface.
fn from_surface<V: Space>(found: Proximity<V>, error: V::Scalar) -> Proximity<V> {
    let Bounds { lower, upper } = found.bounds;
    Proximity {
        signed_distance: -found.signed_distance,
        bounds: Bounds { lower: -(upper + error).next_up(), upper: -(lower - error).next_down() },
        witness_a: found.witness_b,
        witness_b: found.witness_a,
        features: [found.features[1], Feature::SMOOTH],
        unique: false,
        status: Status::Overlapping,
        ..found
    }
}

/// Vertices all over a mesh, each with the first triangle that it is a corner of.
fn some_vertices<V: Space>(mesh: &TriangleMesh<V>) -> Vec<PartPoint<V>> {
    let step = mesh.vertices().len().div_ceil(ASKED);
    let (mut found, mut seen) = (Vec::with_capacity(ASKED), [false; ASKED]);
    for (part, corners) in (0..).zip(mesh.triangles()) {
        for corner in corners.map(|corner| corner as usize) {
            if corner % step == 0 && !std::mem::replace(&mut seen[corner / step], true) {
                found.push(PartPoint { part, at: mesh.vertices()[corner], error: V::Scalar::ZERO });
            }
        }
    }
    found
}

/// A point of each connected part: of each convex part, of each component of a mesh.
fn one_of_each_part<V: Space>(body: &Body<V>) -> Vec<PartPoint<V>> {
    match body {
        Body::Convex(shape) => vec![some_point(0, shape)],
        Body::Compound(compound) => (0..).zip(compound.parts()).map(|(i, part)| some_point(i, part)).collect(),
        Body::Mesh(mesh) => {
            let corner = |part: u32| PartPoint { part, at: mesh.corners(part)[0], error: V::Scalar::ZERO };
            mesh.representatives().iter().copied().map(corner).collect()
        }
        Body::Many(parts) => (0..parts.len() as u32).map(|i| some_point(i, &parts.part(i))).collect(),
        Body::Halfspace(_) => Vec::new(),
    }
}

/// A support point: it errs by what the shape says, and by two roundings of its size.
fn some_point<V: Space>(part: u32, shape: &Shape<V>) -> PartPoint<V> {
    let at = shape.anchor() + shape.support(V::axis(0));
    let size = shape.anchor().norm() + shape.reach();
    PartPoint { part, at, error: shape.support_error() + V::Scalar::from_f64(8.0) * V::Scalar::UNIT * size }
}

/// The point where the pose puts it, with the error of its [image](posed_point) on top of its own.
fn placed<V: Space>(point: PartPoint<V>, pose: &Pose<V>) -> PartPoint<V> {
    let (at, off) = posed_point(pose, point.at);
    PartPoint {
        at,
        error: (point.error + off) * (V::Scalar::ONE + V::Scalar::from_f64(2.0) * V::Scalar::UNIT),
        ..point
    }
}
