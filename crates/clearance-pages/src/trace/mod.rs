//! What an algorithm does on one pair of shapes, step by step, and what a page needs to draw it.

mod core;
mod record;
mod recorder;

pub use core::record as record_core;
pub use record::{Corner, Frame, Outcome, Phase, Polytope, Trace, vector, without_repeats};
pub use recorder::{Recorder, weigh};

use clearance::{Pose, Real, Shape, Space, SupportExt};
use clearance_scene::json::Node;
use clearance_scene::{CaseLine, MeshFiles, PosedBody, ReadError, ReadShape, posed_body};

use crate::outline;

/// A shape and its pose in the world.
pub type Side<'s, V> = (&'s Shape<V>, &'s Pose<V>);

/// The name of an algorithm, and what it is in a line.
pub type About = (String, String);

/// The trace of a case: `record` runs the algorithm on its two shapes.
pub fn of_case<V: ReadShape>(
    case: &CaseLine,
    files: &MeshFiles,
    (algorithm, about): About,
    record: impl FnOnce(Side<V>, Side<V>) -> (Vec<Frame>, Outcome),
) -> Result<Trace, ReadError> {
    if case.query()?.is_of_motion() {
        return Err(ReadError::new("\"toi\" asks many questions, expected a query of one: \"all\"").within("/query"));
    }
    let (a, b) = (case.need("a")?, case.need("b")?);
    let a: PosedBody<V> = posed_body(&Node::root(&a, "/a"), files)?;
    let b: PosedBody<V> = posed_body(&Node::root(&b, "/b"), files)?;
    let sides = [(bounded(&a, "/a/shape")?, &a.pose), (bounded(&b, "/b/shape")?, &b.pose)];
    let (frames, outcome) = record(sides[0], sides[1]);
    let radii = sides.map(|(shape, _)| shape.radius().to_f64());
    let with_core = |i: usize| (radii[i] > 0.0).then(|| outline::core(sides[i].0, sides[i].1));
    Ok(Trace {
        case: case.name().unwrap_or_default(),
        dim: V::DIM,
        algorithm,
        about,
        bodies: sides.map(|(shape, pose)| outline::body(shape, pose, outline::FINE)),
        cores: [with_core(0), with_core(1)],
        radii,
        difference: outline::difference(sides[0], sides[1]),
        frames: without_repeats(frames),
        outcome,
    })
}

fn bounded<'b, V: Space>(side: &'b PosedBody<V>, place: &str) -> Result<&'b Shape<V>, ReadError> {
    side.body.as_shape().ok_or_else(|| {
        let why = match side.body.kind() {
            "halfspace" => {
                "a halfspace has no iterations: its distance is one support evaluation, expected a bounded shape".into()
            }
            kind => format!("a {kind} is many questions, expected a convex shape"),
        };
        ReadError::new(why).within(place)
    })
}
