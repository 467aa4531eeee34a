//! How finely the bodies of a scene are drawn.

use clearance::{Shape, Space};
use clearance_world::{Body, Object};
use serde::Serialize;

use crate::forms::{Forms, Part, is_sampled};
use crate::outline::{FINE, Place, place};
use crate::scene::Named;

/// Points of all bodies together that are drawn from points: some hundred kilobytes.
const POINTS: usize = 12_000;
/// Least points of a body, which is not recognised with fewer.
const COARSE: usize = 24;

/// A plane with the halfspace below it.
#[derive(Serialize)]
pub struct Plane {
    normal: Place,
    offset: f64,
}

/// The plane of a halfspace, in the body's frame; none of other bodies.
pub fn plane<V: Space>(body: &Body<V>) -> Option<Plane> {
    use clearance::Real;
    let half = body.as_halfspace()?;
    Some(Plane { normal: place(half.normal()), offset: half.offset().to_f64() })
}

/// What each body of a scene looks like in its own frame.
pub fn drawn<V: Space>(scene: &Named<V>, forms: &mut Forms) -> Vec<Vec<Part>> {
    let body = |i: usize| scene.world.get(scene.bodies[i].0).map(Object::body);
    let bodies: Vec<Option<&Body<V>>> = (0..scene.bodies.len()).map(body).collect();
    let sampled = |shape: &&Shape<V>| is_sampled(shape);
    let count = bodies.iter().flatten().flat_map(|body| shapes(body)).filter(sampled).count();
    let over = (POINTS / count.max(1)).clamp(COARSE, FINE);
    bodies.iter().map(|body| body.map_or(Vec::new(), |body| forms.parts(body, over))).collect()
}

/// The convex parts of a body.
fn shapes<V: Space>(body: &Body<V>) -> Vec<&Shape<V>> {
    match body {
        Body::Convex(shape) => vec![shape],
        Body::Compound(compound) => compound.posed_parts().iter().map(|(shape, _)| shape).collect(),
        _ => Vec::new(),
    }
}
