//! The answer to a pair case: from the line of a file to the line of another.

#[cfg(feature = "plane")]
use clearance::Vec2;
use clearance::query::motion::Motion;
use clearance::query::{ApproachOptions, ContactOptions, Impact, ToiOptions, WarmStart};
use clearance::{Accuracy, Options, Real, Shape, Vec3};
use clearance_world::{Between, BodiesWithin, Body, BodyContact, BodyPair, Meeting, MovingBodies, Refusal};

use crate::below::{Below, BelowInterval};
use crate::case::{CaseLine, Precision, Query};
use crate::deforming_case::deforming;
use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::MeshFiles;
use crate::motion_json::{Motions, motions};
use crate::range_case::range;
use crate::representation::{Bodies, NO_IMPACT, Represented, between_meshes};
use crate::result::PairResult;
use crate::shape_json::{PosedBody, ReadShape, posed_body};

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
    #[cfg(feature = "plane")]
    pub(crate) plane: WarmStart<Vec2<f64>>,
    pub(crate) space: WarmStart<Vec3<f64>>,
    #[cfg(all(feature = "plane", feature = "f32"))]
    pub(crate) plane_f32: WarmStart<Vec2<f32>>,
    #[cfg(feature = "f32")]
    pub(crate) space_f32: WarmStart<Vec3<f32>>,
}

/// The answer to a case.
pub fn answer(
    case: &CaseLine,
    files: &MeshFiles,
    settings: &Settings,
    warm: &mut WarmStarts,
) -> Result<PairResult, ReadError> {
    if case.is_deforming() {
        return deforming(case, settings.precision);
    }
    if case.query()? == Query::Range {
        return range(case, files, settings.precision);
    }
    match (case.dimension()?, settings.precision) {
        #[cfg(feature = "plane")]
        (2, Precision::F64) => answer_in::<Vec2<f64>>(case, files, settings, &mut warm.plane),
        #[cfg(all(feature = "plane", feature = "f32"))]
        (2, Precision::F32) => answer_in::<Vec2<f32>>(case, files, settings, &mut warm.plane_f32),
        (_, Precision::F64) => answer_in::<Vec3<f64>>(case, files, settings, &mut warm.space),
        #[cfg(feature = "f32")]
        (_, Precision::F32) => answer_in::<Vec3<f32>>(case, files, settings, &mut warm.space_f32),
    }
}

/// The answer to a case of the dimension and precision of `V`.
pub fn answer_in<V: ReadShape>(
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
    if !query.is_of_motion() {
        return proximity(query, &a, &b, settings, warm);
    }
    if query == Query::Raycast && !matches!(a.body.as_shape(), Some(Shape::Point(_))) {
        let what = format!("a ray is a point that moves, expected \"kind\": \"point\", got another {}", a.body.kind());
        return Err(ReadError::new(what).within("/a/shape"));
    }
    let motion = case.need("motion")?;
    let motion = motions(&Node::root(&motion, "/motion"), [&a.pose, &b.pose])?;
    let sides = [a.represented(), b.represented()];
    if sides.iter().any(|side| side.moved() > 0.0) {
        return Err(ReadError::new(NO_IMPACT).within("/query"));
    }
    let options =
        Options { max_expansions: ToiOptions::<V::Scalar>::default().query.max_expansions, ..settings.options() };
    let found = match query {
        Query::ClosestApproach => approach(&a, &b, &motion, options),
        _ => impact(query, &a, &b, &motion, options),
    };
    Ok(found?.of_meshes(Bodies::of(sides)))
}

/// How near two bodies come, and all that is between them then.
fn approach<V: ReadShape>(
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    motion: &Motions<V>,
    query: Options<V::Scalar>,
) -> Result<PairResult, ReadError> {
    if motion.target_distance.is_some() {
        let what = "a closest approach has no target distance; the query \"toi\" finds when bodies are that near";
        return Err(ReadError::new(what).within("/motion/target_distance"));
    }
    if motion.initial_overlap.is_some() {
        let what = "a closest approach counts all contacts; the query \"toi\" leaves some of the start out";
        return Err(ReadError::new(what).within("/motion/initial_overlap"));
    }
    let options = ApproachOptions { within: motion.within, query, ..ApproachOptions::default() };
    let pair = || MovingBodies::new((&a.body, &motion.a), (&b.body, &motion.b));
    let found = pair().closest_approach(&options).map_err(refused)?;
    let times_below = |distance: V::Scalar| {
        let times = pair().times_below(distance, &options).map_err(refused)?;
        Ok(Below { distance: distance.to_f64(), intervals: BelowInterval::of(&times, None) })
    };
    let below = motion.below.map(times_below).transpose()?;
    let [pose_a, pose_b] = [motion.a.pose_at(found.time), motion.b.pose_at(found.time)];
    let sides = [Represented { pose: &pose_a, ..a.represented() }, Represented { pose: &pose_b, ..b.represented() }];
    let between = between_meshes(sides, found.between, query).map_err(refused)?;
    Ok(PairResult { below, ..PairResult::full(&between, [&a.body, &b.body]).at_closest(&found) })
}

/// When two bodies first come into contact. Of those with parts, the rest is what is between them at the last time that
/// is proven to be free.
fn impact<V: ReadShape>(
    query: Query,
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    motion: &Motions<V>,
    query_options: Options<V::Scalar>,
) -> Result<PairResult, ReadError> {
    for (key, is_given) in [("within", motion.within.is_some()), ("below", motion.below.is_some())] {
        if is_given {
            let what = format!("a time of impact has no {key:?}; it is of the query \"closest_approach\"");
            return Err(ReadError::new(what).within(format_args!("/motion/{key}")));
        }
    }
    let target_distance = motion.target_distance.unwrap_or(V::Scalar::ZERO);
    let initial_overlap = motion.initial_overlap.unwrap_or_default();
    let options = ToiOptions { target_distance, initial_overlap, query: query_options, ..ToiOptions::default() };
    let bodies = [&a.body, &b.body];
    let pair = MovingBodies::new((&a.body, &motion.a), (&b.body, &motion.b)).options(options);
    let Meeting { parts, impact } = pair.time_of_impact().map_err(refused)?;
    let Some(encounter) = impact.encounter() else { return Ok(PairResult::never(&impact)) };
    let time = encounter.bracket.lower;
    let [pose_a, pose_b] = [motion.a.pose_at(time), motion.b.pose_at(time)];
    let found = if bodies.iter().any(|body| body.has_parts()) {
        let then = BodyPair::in_world((&a.body, &pose_a), (&b.body, &pose_b)).options(options.query);
        then.signed_distance().map_err(refused)?
    } else {
        Between::from(encounter.proximity)
    };
    let sides = [Represented { pose: &pose_a, ..a.represented() }, Represented { pose: &pose_b, ..b.represented() }];
    let found = between_meshes(sides, found, options.query).map_err(refused)?;
    let found = PairResult::full(&found, bodies).at_impact(&impact);
    match (&b.body, &impact) {
        (Body::Mesh(mesh), Impact::Hit(hit)) if query == Query::Raycast => {
            let at = motion.b.pose_at(hit.time);
            let point = at.vector_back(hit.proximity.witness_b - at.translation());
            let barycentric = Some(mesh.barycentric(parts[1], point));
            Ok(PairResult { triangle: Some(parts[1]), barycentric, ..found })
        }
        _ => Ok(found),
    }
}

fn refused(refusal: Refusal) -> ReadError {
    ReadError::new(refusal.to_string())
}

/// Answers the query for two bodies at rest; for bodies that move, all queries for their start.
pub(crate) fn proximity<V: ReadShape>(
    query: Query,
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    settings: &Settings,
    warm: &mut WarmStart<V>,
) -> Result<PairResult, ReadError> {
    let sides = [a.represented(), b.represented()];
    let known = match sides.map(|side| side.representation) {
        [None, None] => between(query, a, b, settings, warm),
        _ => between_represented(query, sides, settings),
    };
    Ok(known?.of_meshes(Bodies::of(sides)))
}

/// The answer about meshes that other bodies represent: what the query needs of all that is known.
fn between_represented<V: ReadShape>(
    query: Query,
    sides: [Represented<'_, V>; 2],
    settings: &Settings,
) -> Result<PairResult, ReadError> {
    let ([a, b], bodies) = (sides, sides.map(|side| side.body));
    let pair = || BodyPair::in_world((a.body, a.pose), (b.body, b.pose)).options(settings.options());
    let known = |found| between_meshes(sides, found, settings.options()).map_err(refused);
    let found = if query == Query::Contact {
        let found = pair().contact(&settings.contact()).map_err(refused)?;
        PairResult::contact(&BodyContact { between: known(found.between)?, ..found }, bodies)
    } else {
        PairResult::of_query(query, &known(pair().signed_distance().map_err(refused)?)?, bodies)
    };
    Ok(found.within(settings.max_distance.filter(|_| query != Query::Collide)))
}

fn between<V: ReadShape>(
    query: Query,
    a: &PosedBody<V>,
    b: &PosedBody<V>,
    settings: &Settings,
    warm: &mut WarmStart<V>,
) -> Result<PairResult, ReadError> {
    let bodies = [&a.body, &b.body];
    let pair = BodyPair::in_world((&a.body, &a.pose), (&b.body, &b.pose)).options(settings.options()).warm(warm);
    let max = settings.max_distance;
    if query == Query::Contact {
        let found = pair.contact(&settings.contact()).map_err(refused)?;
        return Ok(PairResult::contact(&found, bodies).within(max));
    }
    if bodies.iter().any(|body| body.as_shape().is_none()) {
        let found = PairResult::of_query(query, &pair.signed_distance().map_err(refused)?, bodies);
        return Ok(found.within(max.filter(|_| query != Query::Collide)));
    }
    // Of two shapes each question has a cheaper answer than all of it.
    let found = match (query, max) {
        (Query::Collide | Query::Distance, None) | (Query::Collide, Some(_)) => {
            BodiesWithin::Near(pair.distance().map_err(refused)?)
        }
        (Query::Penetration, _) => pair.distance_within(V::Scalar::ZERO).map_err(refused)?,
        (_, None) => BodiesWithin::Near(pair.signed_distance().map_err(refused)?),
        (_, Some(max)) => pair.distance_within(V::Scalar::from_f64(max)).map_err(refused)?,
    };
    Ok(match found {
        BodiesWithin::Near(found) => PairResult::of_query(query, &found, bodies),
        BodiesWithin::Beyond { .. } if query == Query::Penetration => {
            PairResult { depth: Some(0.0), ..PairResult::apart() }
        }
        BodiesWithin::Beyond { lower } => PairResult::beyond(lower.to_f64()),
    })
}
