//! The bodies of a scene as solids that can be drawn.

use clearance::SupportExt;
use clearance::{Pose, Real, Shape, Space};
use clearance_world::{Body, Object};
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

/// The plane of a halfspace, in the body's frame; none of other bodies.
pub fn plane<V: Space>(body: &Body<V>) -> Option<Plane> {
    let half = body.as_halfspace()?;
    Some(Plane { normal: place(half.normal()), offset: half.offset().to_f64() })
}

/// What each body of a scene looks like in its own frame.
pub fn drawn<V: Space>(scene: &Named<V>) -> Vec<Vec<Solid>> {
    let body = |i: usize| scene.world.get(scene.bodies[i].0).map(Object::body);
    let bodies: Vec<Option<&Body<V>>> = (0..scene.bodies.len()).map(body).collect();
    let curved = |shape: &&Shape<V>| shape.vertex_count() == 0 || shape.radius() > V::Scalar::ZERO;
    let count = bodies.iter().flatten().flat_map(|body| parts(body)).filter(curved).count();
    let over = (POINTS / count.max(1)).clamp(COARSE, FINE);
    bodies.iter().map(|body| body.map_or(Vec::new(), |body| solids(body, over))).collect()
}

/// What a body looks like in its own frame: its convex parts with `over` points each where they are curved, or its triangles; nothing of a
/// halfspace.
pub fn solids<V: Space>(body: &Body<V>, over: usize) -> Vec<Solid> {
    match body {
        Body::Mesh(mesh) => vec![surface(mesh.vertices(), mesh.triangles())],
        _ => parts(body).iter().map(|part| smooth_body(part, &Pose::IDENTITY, over)).collect(),
    }
}

/// The convex parts of a body.
fn parts<V: Space>(body: &Body<V>) -> Vec<&Shape<V>> {
    match body {
        Body::Convex(shape) => vec![shape],
        Body::Compound(compound) => compound.parts().iter().collect(),
        _ => Vec::new(),
    }
}
