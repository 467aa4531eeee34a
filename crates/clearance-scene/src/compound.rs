//! Pairs of which one body or both are compounds: a scene of two bodies.

use clearance_world::{Body as WorldBody, Geometry, Scene};

use crate::answer::Settings;
use crate::case::Query;
use crate::error::ReadError;
use crate::result::PairResult;
use crate::shape_json::{Body, Part, PosedBody, ReadShape};
use crate::stage::SceneRow;

/// The answer to `collide`, `distance`, `penetration` or `all`, with the closest or deepest parts.
pub(crate) fn compound<V: ReadShape>(
    query: Query,
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    settings: &Settings,
) -> Result<PairResult, ReadError> {
    if query == Query::Contact {
        return Err(ReadError::new("a compound has many contacts, expected \"query\": \"all\"").within("/query"));
    }
    let refused = |error: clearance_world::SceneError| ReadError::new(error.to_string());
    let mut world = Scene::with_options(settings.options());
    let [a, b] = [world.add(0, body(a, "/a")?).map_err(refused)?, world.add(1, body(b, "/b")?).map_err(refused)?];
    let near = world.between(a, b).map_err(refused)?;
    let compound = [a, b].map(|id| world.get(id).is_some_and(|body| matches!(body.geometry(), Geometry::Compound(_))));
    let part = |side: usize| compound[side].then_some(near.between.parts[side]);
    let row = SceneRow { part_a: part(0), part_b: part(1), ..SceneRow::new(&near.between, [0, 1], ["", ""]) };
    Ok(PairResult::of_row(&row, query).within(settings.max_distance.filter(|_| query != Query::Collide)))
}

fn body<V: ReadShape>(side: &PosedBody<V>, place: &str) -> Result<WorldBody<V>, ReadError> {
    let made = match &side.body {
        Body::Bounded(shape) => WorldBody::new(shape.clone()),
        Body::Compound(parts) => {
            let parts = parts.iter().map(|Part { shape, pose }| (shape.clone(), *pose));
            WorldBody::compound(parts).map_err(|error| ReadError::new(error.to_string()).within(place))?
        }
        Body::Halfspace(half) => WorldBody::halfspace(*half),
    };
    Ok(made.at(side.pose))
}
