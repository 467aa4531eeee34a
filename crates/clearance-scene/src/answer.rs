//! The answer to a pair case: from the line of a file to the line of another.

use clearance::query::{ContactOptions, MovingPair, Pair, ToiOptions, WarmStart, Within};
use clearance::{Accuracy, Options, Proximity, Real, Shape, Space, Status, Vec2, Vec3};

use crate::case::{CaseLine, Query};
use crate::compound::{compound, compound_impact};
use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::MeshFiles;
use crate::motion_json::{Motions, motions};
use crate::result::PairResult;
use crate::shape_json::{Body, PosedBody, ReadShape, posed_body};

/// The scalar in which a case is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// `f64`.
    #[default]
    F64,
    /// `f32`: every number of the input is rounded to it first.
    F32,
}

/// How cases are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The scalar.
    pub precision: Precision,
    /// [`Options::relative`], if it is not to be the default.
    pub relative: Option<f64>,
    /// Farther pairs are only proven to be farther.
    pub max_distance: Option<f64>,
    /// [`Options::accuracy`].
    pub accuracy: Accuracy,
    /// [`ContactOptions::max_points`], if it is not to be the default.
    pub contact_points: Option<usize>,
    /// [`ContactOptions::tilt`], if it is not to be the default.
    pub contact_tilt: Option<f64>,
}

impl Settings {
    pub(crate) fn options<T: Real>(&self) -> Options<T> {
        let default = Options::default();
        let relative = self.relative.map_or(default.relative, T::from_f64);
        Options { relative, accuracy: self.accuracy, ..default }
    }

    fn contact<T: Real>(&self) -> ContactOptions<T> {
        let default = ContactOptions::default();
        ContactOptions {
            tilt: self.contact_tilt.map_or(default.tilt, T::from_f64),
            max_points: self.contact_points.unwrap_or(default.max_points),
        }
    }
}

/// What consecutive cases of one track hand on to one another, for every dimension and precision.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarmStarts {
    pub(crate) plane: WarmStart<Vec2<f64>>,
    pub(crate) space: WarmStart<Vec3<f64>>,
    pub(crate) plane_f32: WarmStart<Vec2<f32>>,
    pub(crate) space_f32: WarmStart<Vec3<f32>>,
}

/// The answer to a case.
pub fn answer(
    case: &CaseLine,
    files: &MeshFiles,
    settings: &Settings,
    warm: &mut WarmStarts,
) -> Result<PairResult, ReadError> {
    match (case.dimension()?, settings.precision) {
        (2, Precision::F64) => answer_in::<Vec2<f64>>(case, files, settings, &mut warm.plane),
        (2, Precision::F32) => answer_in::<Vec2<f32>>(case, files, settings, &mut warm.plane_f32),
        (_, Precision::F64) => answer_in::<Vec3<f64>>(case, files, settings, &mut warm.space),
        (_, Precision::F32) => answer_in::<Vec3<f32>>(case, files, settings, &mut warm.space_f32),
    }
}

fn answer_in<V: ReadShape>(
    case: &CaseLine,
    files: &MeshFiles,
    settings: &Settings,
    warm: &mut WarmStart<V>,
) -> Result<PairResult, ReadError> {
    case.id()?;
    let query = case.query()?;
    let (a, b) = (case.need("a")?, case.need("b")?);
    let a = posed_body(&Node::root(&a, "/a"), files)?;
    let b = posed_body(&Node::root(&b, "/b"), files)?;
    if query != Query::Toi {
        return proximity(query, &a, &b, settings, warm);
    }
    let motion = case.need("motion")?;
    let motion = motions(&Node::root(&motion, "/motion"), [&a.pose, &b.pose])?;
    let default = ToiOptions::default();
    let query = Options { max_expansions: default.query.max_expansions, ..settings.options() };
    let options = ToiOptions { target_distance: motion.target_distance, query, ..default };
    impact(&a, &b, &motion, &options)
}

/// The time of impact, of which one side may be a halfspace, and both compounds.
fn impact<V: ReadShape>(
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    motion: &Motions<V>,
    options: &ToiOptions<V::Scalar>,
) -> Result<PairResult, ReadError> {
    let (found, shapes) = match (&a.body, &b.body) {
        (Body::Bounded(a), Body::Bounded(b)) => {
            (MovingPair::new((a, &motion.a), (b, &motion.b)).options(*options).time_of_impact(), [Some(a), Some(b)])
        }
        (Body::Halfspace(half), Body::Bounded(shape)) => {
            (half.time_of_impact(&motion.a, (shape, &motion.b), options), [None, Some(shape)])
        }
        (Body::Bounded(shape), Body::Halfspace(half)) => {
            let found = half.time_of_impact(&motion.b, (shape, &motion.a), options);
            (found.swapped(), [Some(shape), None])
        }
        (Body::Halfspace(_), Body::Halfspace(_)) => {
            return Err(ReadError::new("two halfspaces have no distance, expected at most one"));
        }
        (Body::Compound(_), _) | (_, Body::Compound(_)) => return compound_impact(a, b, motion, options),
    };
    Ok(PairResult::impact(&found, shapes))
}

/// Answers the query for two bodies at rest; for bodies that move, all queries for their start.
pub(crate) fn proximity<V: ReadShape>(
    query: Query,
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    settings: &Settings,
    warm: &mut WarmStart<V>,
) -> Result<PairResult, ReadError> {
    let (shape_a, shape_b) = match (&a.body, &b.body) {
        (Body::Bounded(shape_a), Body::Bounded(shape_b)) => (shape_a, shape_b),
        (Body::Compound(_), _) | (_, Body::Compound(_)) => return compound(query, a, b, settings),
        (Body::Halfspace(half), Body::Bounded(shape)) if query == Query::Contact => {
            let found = half.contact(&a.pose, shape, &b.pose, &settings.contact());
            return Ok(PairResult::contact(&found, [None, Some(shape)]).within(settings.max_distance));
        }
        (Body::Bounded(shape), Body::Halfspace(half)) if query == Query::Contact => {
            let found = half.contact(&b.pose, shape, &a.pose, &settings.contact()).swapped();
            return Ok(PairResult::contact(&found, [Some(shape), None]).within(settings.max_distance));
        }
        (Body::Halfspace(half), Body::Bounded(shape)) => {
            let found = half.signed_distance(&a.pose, shape, &b.pose);
            return Ok(of_halfspace(query, &found, [None, Some(shape)], settings));
        }
        (Body::Bounded(shape), Body::Halfspace(half)) => {
            let found = half.signed_distance(&b.pose, shape, &a.pose).swapped();
            return Ok(of_halfspace(query, &found, [Some(shape), None], settings));
        }
        _ => return Err(ReadError::new("two halfspaces have no distance, expected at most one")),
    };
    let (a, b) = ((shape_a, &a.pose), (shape_b, &b.pose));
    let options = settings.options();
    let max = settings.max_distance.map(V::Scalar::from_f64);
    let full = |found| PairResult::full(&found, [Some(shape_a), Some(shape_b)]);
    let without_depth = |found: Proximity<V>| match found.status {
        Status::Overlapping => PairResult { distance: Some(0.0), ..PairResult::status(&found) },
        _ => full(found),
    };
    let result = match (query, max) {
        (Query::Collide, _) => PairResult::status(&Pair::in_world(a, b).options(options).warm(warm).distance()),
        (Query::Distance, None) => without_depth(Pair::in_world(a, b).options(options).warm(warm).distance()),
        (Query::All | Query::Toi, None) => full(Pair::in_world(a, b).options(options).warm(warm).signed_distance()),
        (Query::Penetration, _) => {
            match Pair::in_world(a, b).options(options).warm(warm).distance_within(V::Scalar::ZERO) {
                Within::Near(found) if found.status != Status::Separated => full(found),
                Within::Near(found) => PairResult { depth: Some(0.0), ..PairResult::status(&found) },
                Within::Beyond { .. } => PairResult { depth: Some(0.0), ..PairResult::apart() },
            }
        }
        (Query::Contact, _) => {
            let found = Pair::in_world(a, b).options(options).warm(warm).contact(&settings.contact());
            PairResult::contact(&found, [Some(shape_a), Some(shape_b)]).within(settings.max_distance)
        }
        (Query::Distance | Query::All | Query::Toi, Some(max)) => {
            match Pair::in_world(a, b).options(options).warm(warm).distance_within(max) {
                Within::Near(found) if query == Query::Distance => without_depth(found),
                Within::Near(found) => full(found),
                Within::Beyond { lower } => PairResult::beyond(lower.to_f64()),
            }
        }
    };
    Ok(result)
}

/// The part of a halfspace's answer that was asked for; it costs one support evaluation, so it is always made in full.
fn of_halfspace<V: Space>(
    query: Query,
    found: &Proximity<V>,
    bounded: [Option<&Shape<V>>; 2],
    settings: &Settings,
) -> PairResult {
    let apart = found.status == Status::Separated;
    let beyond = settings.max_distance.filter(|&max| found.bounds.lower.to_f64() > max);
    match query {
        Query::Collide => PairResult::status(found),
        Query::Penetration if apart => PairResult { depth: Some(0.0), ..PairResult::status(found) },
        Query::Distance if found.status == Status::Overlapping => {
            PairResult { distance: Some(0.0), ..PairResult::status(found) }
        }
        Query::Distance | Query::All if beyond.is_some() => PairResult::beyond(found.bounds.lower.to_f64()),
        _ => PairResult::full(found, bounded),
    }
}
