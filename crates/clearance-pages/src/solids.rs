//! The bodies of a scene as solids that can be drawn.

use clearance::SupportExt;
use clearance::{Pose, Real, Shape, Space};
use clearance_world::Geometry;
use serde::Serialize;

use crate::outline::{FINE, Place, Solid, place, smooth_body, surface};
use crate::scene::Named;

/// Points of all curved bodies together: a page of some megabytes.
const POINTS: usize = 40_000;
/// Least points of a curved body, which is not recognised with fewer.
const COARSE: usize = 60;

/// A plane with the halfspace below it.
#[derive(Serialize)]
pub struct Plane {
    normal: Place,
    offset: f64,
}

/// The plane of a halfspace, in the body's frame.
pub fn plane<V: Space>(geometry: &Geometry<V>) -> Option<Plane> {
    match geometry {
        Geometry::Halfspace(half) => Some(Plane { normal: place(half.normal()), offset: half.offset().to_f64() }),
        _ => None,
    }
}

/// What each body looks like in its own frame: its convex parts, or its triangles; nothing of a halfspace.
pub fn drawn<V: Space>(scene: &Named<V>) -> Vec<Vec<Solid>> {
    let geometry = |i: usize| scene.world.get(scene.bodies[i].0).map(|body| body.geometry());
    let bodies: Vec<_> = (0..scene.bodies.len()).map(geometry).collect();
    let curved = |shape: &&Shape<V>| shape.vertex_count() == 0 || shape.radius() > V::Scalar::ZERO;
    let count = bodies.iter().flatten().flat_map(|geometry| parts(geometry)).filter(curved).count();
    let over = (POINTS / count.max(1)).clamp(COARSE, FINE);
    let solids = |geometry: &Option<&Geometry<V>>| match geometry {
        Some(Geometry::Mesh(mesh)) => vec![surface(mesh.vertices(), mesh.triangles())],
        Some(geometry) => parts(geometry).iter().map(|part| smooth_body(part, &Pose::IDENTITY, over)).collect(),
        None => Vec::new(),
    };
    bodies.iter().map(solids).collect()
}

/// The convex parts of a body.
fn parts<V: Space>(geometry: &Geometry<V>) -> Vec<&Shape<V>> {
    match geometry {
        Geometry::Convex(shape) => vec![shape],
        Geometry::Compound(compound) => compound.parts().iter().collect(),
        _ => Vec::new(),
    }
}
