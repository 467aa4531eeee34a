//! What is wrong with a path that is not free, and the least changes that free it.

use crate::clearance::{Clearance, RobotClearance};
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::time::{Approach, ApproachOptions, Checker, Contact, EdgeOptions, Found, Mode};

/// The width of the bounds of the least clearance of an edge that is not free, and how much work that is worth.
const DEEPEST: ApproachOptions =
    ApproachOptions { within: 1e-9, max_intervals: 2000, seconds: f64::INFINITY, padded: true };

/// Along an edge that is not free, a place for a new waypoint is looked for at as many configurations first.
const SAMPLES: u32 = 32;

/// Halvings of what is searched for that place, and of the way of a waypoint: to a millionth.
const HALVINGS: u32 = 20;

/// The maximum number of steps along the gradient.
const STEPS: u32 = 60;

/// The longest step along the gradient, radians or metres of joint values.
const LONGEST: f64 = 0.2;

/// How far beyond contact waypoints are moved, metres: what follows of them is proven anew. Tried in order, since the
/// edges beside a waypoint need more room than the waypoint.
const ROOM: [f64; 4] = [1e-4, 5e-3, 2e-2, 5e-2];

/// An edge of a path that is not free.
#[derive(Clone, Debug)]
pub struct BadEdge {
    /// Its place in the path.
    pub edge: usize,
    /// Whether it is proven to hit something; undecided otherwise.
    pub hit: bool,
    /// Its first contact.
    pub contact: Contact,
    /// Its least clearance and where that is: the signed distance minus the margin of the pair. Times are in segments
    /// from the start of the path.
    pub deepest: Option<Approach>,
}

/// The least clearance that was found along an edge, and where.
struct Deepest {
    at: f64,
    clearance: Clearance,
}

/// A waypoint that was moved, or set between two others.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// The place of the waypoint in the path; of one that is new, the place of the one before it.
    pub waypoint: usize,
    /// Whether it is new.
    pub inserted: bool,
    /// Its configuration, proven free.
    pub q: Vec<f64>,
    /// How far it is from the waypoint, or from the edge, that it was.
    pub moved: f64,
}

/// The repair of a path.
#[derive(Clone, Debug, Default)]
pub struct Repaired {
    /// All waypoints that were moved or set.
    pub repairs: Vec<Repair>,
    /// The waypoints after that.
    pub path: Vec<Vec<f64>>,
    /// Whether the path is proven free then.
    pub free: bool,
}

impl Checker<'_> {
    /// All edges of a path that are not proven free.
    pub fn bad_edges(&self, points: &[Vec<f64>], margin: f64) -> Result<Vec<BadEdge>, RobotError> {
        let options = EdgeOptions { mode: Mode::FirstHit, margin, ..EdgeOptions::default() };
        self.cell().refuse_constraints("repairs")?;
        let mut bad = Vec::new();
        for (edge, ends) in points.windows(2).enumerate() {
            let (hit, mut contact) = match self.edge(&ends[0], &ends[1], &options)? {
                Found::Free { .. } | Found::Violated(_) => continue,
                Found::Hit(contact) => (true, contact),
                Found::Undecided(contact) => (false, contact),
            };
            contact.time.lower += edge as f64;
            contact.time.upper += edge as f64;
            let path = Path::through(ends, self.robot().dof()).map_err(|error| RobotError::new(error.to_string()))?;
            let mut deepest = self.closest_approach(&path, &DEEPEST);
            if let Some(deepest) = &mut deepest {
                deepest.time += edge as f64;
                deepest.times.lower += edge as f64;
                deepest.times.upper += edge as f64;
            }
            bad.push(BadEdge { edge, hit, contact, deepest });
        }
        Ok(bad)
    }

    /// Moves the waypoints that are not free along the gradient of the clearance until they are, each as little as that
    /// takes, then sets a waypoint into each edge that is not free yet. Joints that are not in the cell's
    /// [group](crate::Workcell::with_group) keep their values. The ends of the path stay unless they are not
    /// free themselves. What comes out is proven whole.
    pub fn repair(
        &self,
        points: &[Vec<f64>],
        margin: f64,
        clearance: &mut RobotClearance,
    ) -> Result<Repaired, RobotError> {
        let options = EdgeOptions { mode: Mode::AnyHit, margin, ..EdgeOptions::default() };
        self.cell().refuse_constraints("repairs")?;
        let mut repaired = Repaired { path: points.to_vec(), ..Repaired::default() };
        for (waypoint, q) in points.iter().enumerate() {
            if is_free(clearance, q, margin)? {
                continue;
            }
            let Some(freed) = freed(clearance, q, (margin, ROOM[0]))? else { return Ok(repaired) };
            repaired.path[waypoint].clone_from(&freed);
            let moved = apart(q, &freed);
            repaired.repairs.push(Repair { waypoint, inserted: false, q: freed, moved });
        }
        let moved = repaired.path.clone();
        let mut path = vec![moved[0].clone()];
        for (waypoint, ends) in moved.windows(2).enumerate() {
            if !self.is_free(&ends[0], &ends[1], &options) {
                let lowest = deepest([&ends[0], &ends[1]], clearance)?.map_or(0.0, |deepest| deepest.at);
                let at = between([&ends[0], &ends[1]], lowest);
                for room in ROOM {
                    let Some(q) = freed(clearance, &at, (margin, room))? else { break };
                    if self.is_free(&ends[0], &q, &options) && self.is_free(&q, &ends[1], &options) {
                        path.push(q.clone());
                        let moved = apart(&at, &q);
                        repaired.repairs.push(Repair { waypoint, inserted: true, q, moved });
                        break;
                    }
                }
            }
            path.push(ends[1].clone());
        }
        let whole = Path::through(&path, self.robot().dof()).map_err(|error| RobotError::new(error.to_string()))?;
        repaired.free = self.path(&whole, &options).is_free();
        repaired.path = path;
        Ok(repaired)
    }
}

fn between(ends: [&[f64]; 2], t: f64) -> Vec<f64> {
    ends[0].iter().zip(ends[1]).map(|(from, to)| from + t * (to - from)).collect()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

/// Where along an edge the clearance is least, as far as samples and halvings around the least of them show.
fn deepest(ends: [&[f64]; 2], clearance: &mut RobotClearance) -> Result<Option<Deepest>, RobotError> {
    let mut look = |at: f64| -> Result<Option<Deepest>, RobotError> {
        let found = clearance.at(&between(ends, at))?;
        Ok(found.map(|clearance| Deepest { at, clearance }))
    };
    let Some(mut best) = look(0.0)? else { return Ok(None) };
    let mut keep = |best: &mut Deepest, at: f64| -> Result<(), RobotError> {
        if let Some(next) = look(at)?
            && next.clearance.bounds.upper < best.clearance.bounds.upper
        {
            *best = next;
        }
        Ok(())
    };
    for i in 1..=SAMPLES {
        keep(&mut best, f64::from(i) / f64::from(SAMPLES))?;
    }
    let mut half = 0.5 / f64::from(SAMPLES);
    for _ in 0..HALVINGS {
        let middle = best.at;
        keep(&mut best, (middle - half).clamp(0.0, 1.0))?;
        keep(&mut best, (middle + half).clamp(0.0, 1.0))?;
        half *= 0.5;
    }
    Ok(Some(best))
}

fn is_free(clearance: &mut RobotClearance, q: &[f64], margin: f64) -> Result<bool, RobotError> {
    Ok(clearance.at(q)?.is_none_or(|found| found.bounds.lower > margin))
}

/// The nearest free configuration along the path of steepest ascent, with some room; `None` if the clearance does not
/// rise.
fn freed(
    clearance: &mut RobotClearance,
    q: &[f64],
    (margin, room): (f64, f64),
) -> Result<Option<Vec<f64>>, RobotError> {
    let mut at = q.to_vec();
    for _ in 0..STEPS {
        let Some(found) = clearance.gradient_at(&at)? else { return Ok(Some(at)) };
        let missing = margin + room - found.clearance.bounds.lower;
        if missing <= 0.0 {
            return Ok(Some(shortened(clearance, [q, &at], margin + room)?));
        }
        let Some((direction, rate)) = found.ascent_in(clearance.cell()) else { return Ok(None) };
        // A little farther than to first order, so that a bent distance does not leave a rest for ever.
        let step = (1.1 * missing / rate).min(LONGEST);
        at.iter_mut().zip(&direction).for_each(|(value, along)| *value += step * along);
        clearance.robot().clamp_to_limits(&mut at, f64::INFINITY);
        clearance.cell().keep_at_rest(q, &mut at);
    }
    Ok(None)
}

/// The least part of a way after which the clearance is above a length, by halving; the whole way is known to suffice.
fn shortened(clearance: &mut RobotClearance, way: [&[f64]; 2], needed: f64) -> Result<Vec<f64>, RobotError> {
    let (mut short, mut long) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (short + long);
        if is_free(clearance, &between(way, middle), needed)? { long = middle } else { short = middle }
    }
    Ok(between(way, long))
}
