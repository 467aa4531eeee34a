//! Pairs of which one body or both are compounds: a scene of two bodies.

use clearance::Options;
use clearance::query::ToiOptions;
use clearance::query::motion::Motion;
use clearance_world::{Body as WorldBody, BodyId, Geometry, Near, Scene, SceneError};

use crate::answer::Settings;
use crate::case::Query;
use crate::error::ReadError;
use crate::motion_json::Motions;
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
    let two = TwoBodies::new(a, b, settings.options())?;
    let near = two.world.between(two.ids[0], two.ids[1]).map_err(refused)?;
    Ok(two.told(&near, query).within(settings.max_distance.filter(|_| query != Query::Collide)))
}

/// When two bodies of which one is a compound first come into contact, and all that is between them at the last time that is proven to be free.
pub(crate) fn compound_impact<V: ReadShape>(
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    motions: &Motions<V>,
    options: &ToiOptions<V::Scalar>,
) -> Result<PairResult, ReadError> {
    let two = TwoBodies::new(a, b, options.query)?;
    let [a, b] = two.ids;
    let found = two.world.first_contact([(a, &motions.a), (b, &motions.b)], options).map_err(refused)?;
    let Some(encounter) = found.impact.encounter() else { return Ok(PairResult::never(&found.impact)) };
    let time = encounter.bracket.lower;
    let near = two.world.between_at([(a, motions.a.pose_at(time)), (b, motions.b.pose_at(time))]).map_err(refused)?;
    Ok(two.told(&near, Query::All).at_impact(&found.impact))
}

/// A scene of nothing else, with A first.
struct TwoBodies<V: ReadShape> {
    world: Scene<V>,
    ids: [BodyId; 2],
}

impl<V: ReadShape> TwoBodies<V> {
    fn new(a: &PosedBody<V>, b: &PosedBody<V>, options: Options<V::Scalar>) -> Result<Self, ReadError> {
        let mut world = Scene::with_options(options);
        let ids = [world.add(0, body(a, "/a")?).map_err(refused)?, world.add(1, body(b, "/b")?).map_err(refused)?];
        Ok(TwoBodies { world, ids })
    }

    /// What was asked for, with the parts of compounds.
    fn told(&self, near: &Near<V>, query: Query) -> PairResult {
        let part = |side: usize| {
            let body = self.world.get(self.ids[side])?;
            matches!(body.geometry(), Geometry::Compound(_)).then_some(near.between.parts[side])
        };
        let row = SceneRow { part_a: part(0), part_b: part(1), ..SceneRow::new(&near.between, [0, 1], ["", ""]) };
        PairResult::of_row(&row, query)
    }
}

fn refused(error: SceneError) -> ReadError {
    ReadError::new(error.to_string())
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
