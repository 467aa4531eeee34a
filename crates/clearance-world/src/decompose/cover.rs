//! Boxes in which a part is nothing but the mesh itself: where hulls lie on the surface, boxes would else be halved
//! without end.

use clearance::enclosure::Aabb;
use clearance::{Vec3, Vector};

use super::part::Part;
use crate::mesh::TriangleMesh;

type Mesh = TriangleMesh<Vec3<f64>>;

/// What lies so near to a plane lies on it, as a fraction of the mesh's size: far more than rounding, far less than any
/// useful error.
const ON: f64 = 1e-9;

/// A point counts as deep in a part if it is so far inside, as a share of the box's half diagonal.
const DEEP: f64 = 1.0 / 32.0;

/// More triangles than these are a rough surface, which is not that of a convex part.
const FEW: usize = 32;

/// If the points of a part in a box are proven to be on the mesh, or as good as on it: a bound of their distance from
/// it.
pub(super) fn covered(part: &Part, mesh: &Mesh, bounds: &Aabb<Vec3<f64>>) -> Option<f64> {
    let radius = bounds.ball().radius;
    let mut near = Vec::new();
    mesh.tree().items_within(bounds, 0.0, |i| {
        if near.len() <= FEW {
            near.push(mesh.corners(i));
        }
    });
    if near.len() > FEW {
        return None;
    }
    let on = ON * mesh.bounds().extent().max_abs();
    if mesh.is_solid() && part.hull().dimension() == 3 {
        within(part, mesh, bounds, radius, &near, on)
    } else {
        near.iter().any(|&corners| is_under(part, bounds, corners, on)).then_some(2.0 * on)
    }
}

/// For solids: all triangles that meet the box lie beyond a plane of the part, but for `ε`, and a point `y` of the part
/// in the box is inside of the solid and `H` below all these planes.
///
/// Then the surface does not pass through what the box holds of the part shrunk by `ε`, which is convex and contains
/// `y`, so that is in the solid. Any other point `x` of the part in the box has `z = x + (ε/H)(y − x)` among these:
/// `n·z ≤ (1 − ε/H) d + (ε/H)(d − H) = d − ε`. So it is within `(ε/H)|y − x| ≤ 2rε/H` of the solid.
fn within(
    part: &Part,
    mesh: &Mesh,
    bounds: &Aabb<Vec3<f64>>,
    radius: f64,
    near: &[[Vec3<f64>; 3]],
    on: f64,
) -> Option<f64> {
    let mut used = Vec::with_capacity(near.len());
    for corners in near {
        let beyond = |&&(n, most): &&(Vec3<f64>, f64)| corners.iter().all(|&corner| n.dot(corner) >= most - on);
        used.push(*part.planes().iter().find(beyond)?);
    }
    let depth = |y: Vec3<f64>| used.iter().map(|&(n, most)| most - n.dot(y)).fold(radius, f64::min);
    let corner = |i: u8| Vec3::from_fn(|k| if i >> k & 1 == 1 { bounds.upper[k] } else { bounds.lower[k] });
    // Between two sides of the part that meet in the box, neither a corner nor the middle is deep.
    let center = bounds.center();
    let between = |i: u8| corner(i) + (center - corner(i)) * 0.5;
    let places = (0..8).map(corner).chain((0..8).map(between)).chain([center]);
    let deepest = places.filter(|&y| part.holds(y)).max_by(|&y, &z| depth(y).total_cmp(&depth(z)))?;
    let deep = depth(deepest);
    // Twice the slack pays for the rounding of these products.
    (deep >= DEEP * radius && deep > 4.0 * on && mesh.winding_number(deepest) != 0).then(|| 4.0 * radius * on / deep)
}

/// For surfaces and flat parts: the part lies in the plane of a triangle, but for `ε`, and the box in the prism over
/// the triangle.
fn is_under(part: &Part, bounds: &Aabb<Vec3<f64>>, [a, b, c]: [Vec3<f64>; 3], on: f64) -> bool {
    let normal = (b - a).cross(c - a).normalized();
    if !(normal.max_abs() > 0.0) {
        return false;
    }
    let (center, half) = (bounds.center(), bounds.extent() * 0.5);
    let prism = [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| {
        let outward = (to - from).cross(normal);
        outward.dot(center - from) + outward.abs().dot(half) <= 0.0
    });
    prism && part.hull().points().iter().all(|&p| normal.dot(p - a).abs() <= on)
}
