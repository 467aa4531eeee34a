//! Pairs of which one body or both are compounds: a scene of two bodies.

use clearance_world::{Body as WorldBody, Geometry, Scene};

use crate::answer::Settings;
use crate::case::Query;
use crate::error::ReadError;
use crate::result::PairResult;
use crate::shape_json::{Body, Part, PosedBody, ReadShape};
use crate::stage::{SceneRow, of_halfspace};

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
    let sides = [(a, "/a"), (b, "/b")].map(|(side, place)| body(side, place));
    let row = match sides {
        [Ok(Some(a)), Ok(Some(b))] => {
            let [a, b] = [world.add(0, a).map_err(refused)?, world.add(1, b).map_err(refused)?];
            let near = world.between(a, b).map_err(refused)?;
            let compound =
                [a, b].map(|id| world.get(id).is_some_and(|body| !matches!(body.geometry(), Geometry::Convex(_))));
            let part = |side: usize| compound[side].then_some(near.between.parts[side]);
            SceneRow { part_a: part(0), part_b: part(1), ..SceneRow::new(&near.between, [0, 1], ["", ""]) }
        }
        [Err(error), _] | [_, Err(error)] => return Err(error),
        [Ok(None), Ok(Some(bounded))] | [Ok(Some(bounded)), Ok(None)] => {
            let half = if matches!(a.body, Body::Halfspace(_)) { a } else { b };
            let Body::Halfspace(plane) = &half.body else { return Err(ReadError::new("expected a halfspace")) };
            let row = of_halfspace(plane, &half.pose, &bounded, std::ptr::eq(half, a));
            row.ok_or_else(|| ReadError::new("expected a convex shape or a compound"))?
        }
        _ => return Err(ReadError::new("two halfspaces have no distance, expected at most one")),
    };
    Ok(PairResult::of_row(&row, query).within(settings.max_distance.filter(|_| query != Query::Collide)))
}

/// A body with bounds; none for a halfspace.
fn body<V: ReadShape>(side: &PosedBody<V>, place: &str) -> Result<Option<WorldBody<V>>, ReadError> {
    let made = match &side.body {
        Body::Bounded(shape) => WorldBody::new(shape.clone()),
        Body::Compound(parts) => {
            let parts = parts.iter().map(|Part { shape, pose }| (shape.clone(), *pose));
            WorldBody::compound(parts).map_err(|error| ReadError::new(error.to_string()).within(place))?
        }
        Body::Halfspace(_) => return Ok(None),
    };
    Ok(Some(made.at(side.pose)))
}
