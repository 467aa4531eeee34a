//! The bodies of a scene as solids that can be drawn.

use clearance::SupportExt;
use clearance::shape::Halfspace;
use clearance::{Pose, Real, Shape, Space};
use clearance_scene::{ReadShape, Stage};
use clearance_world::{Geometry, TriangleMesh};
use serde::Serialize;

use crate::outline::{FINE, Place, Solid, body, place};

/// So many points of curved bodies make a page of some megabytes.
const POINTS: usize = 40_000;
/// A curved body of fewer points is no longer recognised.
const COARSE: usize = 60;

/// A plane with the halfspace below it.
#[derive(Serialize)]
pub struct Plane {
    normal: Place,
    offset: f64,
}

/// The plane of a halfspace, in the body's frame.
pub fn plane<V: Space>(half: &Halfspace<V>) -> Plane {
    Plane { normal: place(half.normal()), offset: half.offset().to_f64() }
}

/// What each body looks like in its own frame: its convex parts, or its triangles; nothing of a halfspace.
pub fn drawn<V: ReadShape>(stage: &Stage<V>) -> Vec<Vec<Solid>> {
    let bodies: Vec<Vec<&Shape<V>>> = (0..stage.file().bodies.len()).map(|place| parts(stage, place)).collect();
    let curved = |shape: &&&Shape<V>| shape.vertex_count() == 0 || shape.radius() > V::Scalar::ZERO;
    let count = bodies.iter().flatten().filter(curved).count();
    let over = (POINTS / count.max(1)).clamp(COARSE, FINE);
    let solids = |(place, parts): (usize, &Vec<&Shape<V>>)| match stage.bounded(place).map(|body| body.geometry()) {
        Some(Geometry::Mesh(mesh)) => vec![surface(mesh)],
        _ => parts.iter().map(|part| body(part, &Pose::IDENTITY, over)).collect(),
    };
    bodies.iter().enumerate().map(solids).collect()
}

fn parts<V: ReadShape>(stage: &Stage<V>, place: usize) -> Vec<&Shape<V>> {
    match stage.bounded(place).map(|body| body.geometry()) {
        Some(Geometry::Convex(shape)) => vec![shape],
        Some(Geometry::Compound(compound)) => compound.parts().iter().collect(),
        _ => Vec::new(),
    }
}

/// The triangles of a mesh, without their edges.
fn surface<V: ReadShape>(mesh: &TriangleMesh<V>) -> Solid {
    let faces = mesh.triangles().iter().map(|triangle| triangle.to_vec());
    Solid { points: mesh.vertices().iter().map(|&p| place(p)).collect(), faces: faces.collect(), edges: Vec::new() }
}
