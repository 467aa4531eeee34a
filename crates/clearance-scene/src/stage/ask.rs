//! The questions of the command: the closest pairs, all within a distance, all contacts, of all bodies, of one, or of
//! two.

use clearance::query::motion::{LinearMotion, Motion};
use clearance::query::{ApproachOptions, ToiOptions};
use clearance::{Pose, Real};
use clearance_world::{BodyId, Near, PairTimesBelow, SceneApproach, SceneError};

use super::Stage;
use super::asked::Asked;
use super::row::{SceneRow, sort};
use crate::below::{Below, BelowInterval};
use crate::error::ReadError;
use crate::representation::{Bodies, NO_IMPACT, Represented, between_meshes};
use crate::shape_json::ReadShape;

/// A query of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The pairs with the least signed distances.
    Closest {
        /// How many.
        k: usize,
        /// Farther ones are of no interest.
        max: Option<f64>,
    },
    /// All pairs at most `max` apart; without it, those nearer than their margins.
    Within {
        /// The distance.
        max: Option<f64>,
    },
    /// All pairs that meet.
    Contacts,
    /// The first contact of the bodies that have motions.
    FirstContact,
    /// How near the bodies that have motions come to others, and to one another.
    ClosestApproach {
        /// How near to each other the bounds come; by default 10⁻⁶ of the bodies' size.
        within: Option<f64>,
        /// A distance; all times at which pairs are within it are reported too.
        below: Option<f64>,
    },
}

/// A row.
type Answered = Result<SceneRow, ReadError>;

/// Rows by signed distance and then by names.
pub type Answers = Result<Vec<SceneRow>, ReadError>;

impl<V: ReadShape> Stage<V> {
    /// The answers about all bodies, or about the pairs of one, by its place in the file.
    pub fn ask(&self, question: Question, body: Option<usize>) -> Answers {
        self.answers(&mut Asked::Anew(&self.world), question, body)
    }

    /// Rows equal to those of [`ask`](Self::ask), at the cost of what has moved since the last question.
    pub fn ask_again(&mut self, question: Question, body: Option<usize>) -> Answers {
        let mut watch = core::mem::take(&mut self.watch);
        let rows = self.answers(&mut Asked::Again(&self.world, &mut watch), question, body);
        self.watch = watch;
        rows
    }

    fn answers(&self, asked: &mut Asked<'_, V>, question: Question, body: Option<usize>) -> Answers {
        let of_body = |row: &SceneRow| body.is_none_or(|place| row.places.contains(&place));
        let mut rows = Vec::new();
        match question {
            Question::Closest { k, max } => return self.closest(asked, k, max, body),
            Question::FirstContact => rows.extend(self.first_contact()?.into_iter().filter(of_body)),
            Question::ClosestApproach { within, below } => {
                rows.extend(self.closest_approach(within, below)?.into_iter().filter(of_body));
            }
            Question::Within { max } => {
                let found = match (max, self.moved()) {
                    (max, 0.0) => asked.within(max.map(V::Scalar::from_f64)),
                    (max, moved) => {
                        let far = max.unwrap_or_else(|| self.largest_margin());
                        asked.within(Some(V::Scalar::from_f64(far + moved).next_up()))
                    }
                };
                for near in found.near.iter().chain(&found.undecided) {
                    let row = self.row(near)?;
                    let far = max.unwrap_or_else(|| self.margin(&row).to_f64());
                    rows.extend(Some(row).filter(|row| of_body(row) && (max.is_none() || row.lower <= far)));
                }
            }
            Question::Contacts if self.moved() > 0.0 => {
                let near = self.answers(asked, Question::Within { max: Some(0.0) }, body)?;
                rows.extend(near.into_iter().filter(|row| row.collides != Some(false)));
            }
            Question::Contacts => {
                let mut met = Vec::new();
                for contact in asked.contacts() {
                    if body.is_none_or(|place| contact.pair.iter().any(|&id| self.place(id) == Some(place))) {
                        let [a, b] = contact.pair;
                        met.push(self.row(&asked.between(a, b).map_err(refused)?)?);
                    }
                }
                rows.extend(met.into_iter().filter(|row| row.collides != Some(false)));
            }
        }
        Ok(self.finished(rows))
    }

    /// What is between two bodies, ignored or not.
    pub fn pair(&self, a: usize, b: usize) -> Result<SceneRow, ReadError> {
        let row = self.row(&self.world.between(self.ids[a], self.ids[b]).map_err(refused)?)?;
        Ok(self.finished(vec![row]).remove(0))
    }

    /// The `k` pairs with the least upper bounds.
    fn closest(&self, asked: &mut Asked<'_, V>, k: usize, max: Option<f64>, body: Option<usize>) -> Answers {
        let far = max.map_or(V::Scalar::INFINITY, V::Scalar::from_f64);
        let found = match body {
            None => asked.closest_within(k, far),
            Some(place) => asked.closest_to(self.ids[place], k).map_err(refused)?,
        };
        let mut rows: Vec<SceneRow> = found.pairs.iter().map(|near| self.row(near)).collect::<Result<_, _>>()?;
        for &[a, b] in &found.ties {
            rows.push(self.row(&asked.between(a, b).map_err(refused)?)?);
        }
        if self.file.bodies.iter().any(|body| body.representation.is_some()) {
            // The meshes may be farther apart than what represents them: all are candidates that may be as near.
            let enough = if rows.len() < k { f64::INFINITY } else { 0.0 };
            let reach = rows.iter().fold(enough, |reach, row| reach.max(row.upper)).min(max.unwrap_or(f64::INFINITY));
            let near = if reach.is_finite() { Some(reach) } else { Some(f64::MAX) };
            rows.extend(self.answers(asked, Question::Within { max: near }, body)?);
        }
        Ok(self.least(rows, k, max))
    }

    /// The `k` rows with the least upper bounds; the first names others that may be as near.
    fn least(&self, mut rows: Vec<SceneRow>, k: usize, max: Option<f64>) -> Vec<SceneRow> {
        rows.retain(|row| max.is_none_or(|max| row.lower <= max));
        // Those with the least upper bounds are the closest that there can be.
        rows.sort_by(|a, b| a.upper.total_cmp(&b.upper).then_with(|| a.names().cmp(&b.names())));
        rows.dedup_by_key(|row| row.places);
        let least = rows.first().map_or(f64::INFINITY, |row| row.upper);
        let tied = rows.iter().filter(|row| row.lower <= least);
        let mut ties: Vec<[String; 2]> = tied.map(|row| row.names().map(str::to_string)).collect();
        rows.truncate(k);
        let mut rows = self.finished(rows);
        if let Some(first) = rows.first_mut() {
            ties.retain(|pair| pair != &first.names());
            ties.sort();
            first.ties = ties;
        }
        rows
    }

    /// The first contact over 0 ≤ t ≤ 1, and all that is between its bodies at the last time that is proven to be free;
    /// none if no pair meets.
    fn first_contact(&self) -> Result<Option<SceneRow>, ReadError> {
        let found = self.world.time_of_impact(&self.moving()?, &ToiOptions::default()).map_err(refused)?;
        let Some(first) = found.first else { return Ok(None) };
        let free = found.bracket.lower;
        let row = self.row_then(first.pair, free, &found.ties)?;
        let bodies = row.bodies;
        Ok(Some(row.at_impact(&first.impact, free).of_meshes(bodies)))
    }

    /// The least signed distance over 0 ≤ t ≤ 1, and all that is between its bodies then; none without a pair.
    fn closest_approach(&self, within: Option<f64>, below: Option<f64>) -> Result<Option<SceneRow>, ReadError> {
        let options = ApproachOptions { within: within.map(V::Scalar::from_f64), ..ApproachOptions::default() };
        let found = self.world.closest_approach(&self.moving()?, &options).map_err(refused)?;
        let Some(SceneApproach { pair, approach, ties }) = found else { return Ok(None) };
        let below = below.map(|distance| self.times_below(distance, &options)).transpose()?;
        Ok(Some(SceneRow { below, ..self.row_then(pair, approach.time, &ties)?.at_closest(&approach) }))
    }

    /// All times at which pairs are within a distance, by pairs.
    fn times_below(&self, distance: f64, options: &ApproachOptions<V::Scalar>) -> Result<Below, ReadError> {
        let found = self.world.times_below(&self.moving()?, V::Scalar::from_f64(distance), options).map_err(refused)?;
        let of_pair = |near: &PairTimesBelow<V::Scalar>| BelowInterval::of(&near.times, Some(&self.names(near.pair)));
        Ok(Below { distance, intervals: found.iter().flat_map(of_pair).collect() })
    }

    fn names(&self, pair: [BodyId; 2]) -> [String; 2] {
        pair.map(|id| self.file.bodies[self.place(id).unwrap_or(0)].name.clone())
    }

    fn motion(&self, id: BodyId) -> Option<&LinearMotion<V>> {
        self.place(id).and_then(|place| self.file.bodies[place].motion.as_ref())
    }

    /// The bodies that have motions.
    fn moving(&self) -> Result<Vec<(BodyId, &dyn Motion<V>)>, ReadError> {
        let moving = |&id: &BodyId| self.motion(id).map(|motion| (id, motion as &dyn Motion<V>));
        let moving: Vec<(BodyId, &dyn Motion<V>)> = self.ids.iter().filter_map(moving).collect();
        if moving.is_empty() {
            return Err(ReadError::new("no body has a \"motion\", expected one or more"));
        }
        if self.moved() > 0.0 {
            return Err(ReadError::new(NO_IMPACT));
        }
        Ok(moving)
    }

    /// The row of a pair at a time of the motions, with other pairs of the same answer.
    fn row_then(&self, pair: [BodyId; 2], time: V::Scalar, ties: &[[BodyId; 2]]) -> Answered {
        let poses = pair.map(|id| match (self.motion(id), self.world.get(id)) {
            (Some(motion), _) => motion.pose_at(time),
            (None, body) => body.map_or(Pose::IDENTITY, |body| *body.pose()),
        });
        let near = self.world.between_at([(pair[0], poses[0]), (pair[1], poses[1])]).map_err(refused)?;
        let ties = ties.iter().map(|pair| self.names(*pair)).collect();
        Ok(SceneRow { ties, ..self.row_at(&near, [&poses[0], &poses[1]])? })
    }

    /// Rows in order, with their margins if the scene has any.
    fn finished(&self, mut rows: Vec<SceneRow>) -> Vec<SceneRow> {
        if self.file.has_margins() {
            for row in &mut rows {
                row.within_margin = Some(row.lower <= self.margin(row).to_f64());
            }
        }
        sort(&mut rows);
        rows
    }

    fn margin(&self, row: &SceneRow) -> V::Scalar {
        self.file.margin(row.places[0], row.places[1])
    }

    /// The largest margin of a pair.
    fn largest_margin(&self) -> f64 {
        let bodies = self.file.bodies.iter().map(|body| body.margin.to_f64()).fold(0.0, f64::max);
        self.file.margins.iter().map(|pair| pair.margin.to_f64()).fold(2.0 * bodies, f64::max)
    }

    /// How far the surfaces of a pair may have moved by welds and tessellations, at most.
    fn moved(&self) -> f64 {
        let known = self.file.bodies.iter().filter_map(|body| body.representation);
        2.0 * known.map(|known| known.moved()).fold(0.0, f64::max)
    }

    fn row(&self, near: &Near<V>) -> Answered {
        let pose = |id: BodyId| self.world.get(id).map_or(Pose::IDENTITY, |body| *body.pose());
        self.row_at(near, [&pose(near.pair[0]), &pose(near.pair[1])])
    }

    /// The row of two bodies at their poses.
    fn row_at(&self, near: &Near<V>, poses: [&Pose<V>; 2]) -> Answered {
        // Keys are places in the file, and the lesser key comes first.
        let places = near.pair.map(|id| self.place(id).unwrap_or(0));
        let names = places.map(|place| self.file.bodies[place].name.as_str());
        let side = |i: usize| {
            let body = self.world.get(near.pair[i]).map_or(&self.file.bodies[places[i]].body, |body| body.body());
            Represented { body, pose: poses[i], representation: self.file.bodies[places[i]].representation }
        };
        let sides = [side(0), side(1)];
        let between = between_meshes(sides, near.between, self.options);
        let between = between.map_err(|refusal| ReadError::new(refusal.to_string()))?;
        let part = |i: usize| sides[i].body.has_parts().then_some(near.between.parts[i]);
        let row = SceneRow { part_a: part(0), part_b: part(1), ..SceneRow::new(&between, places, names) };
        Ok(row.of_meshes(Bodies::of(sides)))
    }

    /// The place of a body in the file.
    fn place(&self, id: BodyId) -> Option<usize> {
        match self.world.key(id)? {
            clearance_world::Key::Id(place) => Some(*place as usize),
            clearance_world::Key::Name(_) => None,
        }
    }
}

fn refused(error: SceneError) -> ReadError {
    ReadError::new(error.to_string())
}
