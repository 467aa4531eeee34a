//! Grows polytopes around configurations: half-spaces by samples first, then a proof that adds what it needs, then all
//! of them as far out as the proof allows.

use super::GrowOptions;
use super::carve::Carver;
use super::loosen::Carved;
use super::sketch::Sketch;
use crate::bound::parameter_box::JointBox;
use crate::certificate::Certificate;
use crate::clearance::RobotClearance;
use crate::error::RobotError;
use crate::prove::range::{RangeOfMotion, Refinable};
use crate::random::Random;

/// Which part of the clearance of the seed a step is.
const STEP: f64 = 0.5;

/// The factor by which the box grows that a polytope is sought in.
const WIDER: f64 = 1.4;

/// The part of the room about the configuration that a wider box has to keep.
const KEPT: f64 = 0.5;

/// A wider box takes at least this many times the cells.
const DEARER: usize = 2;

/// Maximum number of half-spaces.
const ROWS: usize = 96;

impl RangeOfMotion<'_> {
    /// A polytope around a configuration in which nothing collides, within the limits, with its certificate; `None` if
    /// the configuration itself is not proven free.
    ///
    /// It is sought within a box whose sides are in inverse proportion to how far a joint moves the bodies; the box
    /// grows as long as the proof is within the work that is allowed. Collisions count from a step on, a part of the
    /// clearance of the configuration, by which the paths in a cell may curve as well.
    pub fn free_polytope(&self, q: &[f64], options: &GrowOptions) -> Result<Option<Certificate>, RobotError> {
        let mut clearance = RobotClearance::of_hulls(self.cell())?;
        let Some(found) = clearance.at(q)? else { return self.free_box(q, options) };
        let room = found.bounds.lower;
        if !(room > 0.0) {
            return Ok(None);
        }
        let limits = self.about(q, options.most)?;
        let reaches = self.reaches(q);
        let step = STEP * room;
        let (mut size, mut left, mut best) = (room, options.polytope_cells, None);
        loop {
            let sides = limits.sides().iter().zip(q).zip(&reaches);
            let within = JointBox::new(
                sides
                    .map(|((side, q), reach)| [side[0].max(q - size / reach), side[1].min(q + size / reach)])
                    .collect(),
            )?;
            let sketch = Sketch {
                clearance: &mut clearance,
                within: &within,
                limits: &limits,
                seed: q,
                keep: step,
                random: Random::new(options.seed),
            };
            let before = left;
            let Some(carved) = self.carved(sketch, q, step, &mut left)? else { break };
            // A larger region with the configuration near its border serves no path through it.
            let room = carved.room(q, &limits);
            if best.as_ref().is_some_and(|(least, _)| room < KEPT * least) {
                break;
            }
            best = Some((room, carved));
            if DEARER * (before - left) > left || within == limits {
                break;
            }
            size *= WIDER;
        }
        match best {
            Some((_, carved)) => Ok(Some(self.region(self.loosened(carved))?)),
            None => self.free_box(q, options),
        }
    }

    /// How far each variable moves a point of any pair for one unit at most, about a configuration.
    fn reaches(&self, q: &[f64]) -> Vec<f64> {
        let pairs: Vec<Refinable> = self.all_pairs().into_iter().map(|place| self.refinable(place)).collect();
        let evaluator = self.evaluator(&pairs);
        let mut reaches = vec![f64::MIN_POSITIVE; q.len()];
        for (pair, of) in pairs.iter().enumerate() {
            let values: Vec<f64> = of.chain.frames.variables.iter().map(|&variable| q[variable]).collect();
            let posed = evaluator.posed(pair, &values);
            for body in [0, 1] {
                for lever in of.chain.frames.levers(self.robot(), body, &posed.frames, &vec![1.0; values.len()]) {
                    let reach = if lever.joint.turns { lever.joint.farthest(&posed.ball(body)) } else { 1.0 };
                    let most = &mut reaches[of.chain.frames.variables[lever.variable]];
                    *most = most.max(reach * lever.factor.abs());
                }
            }
        }
        reaches
    }

    /// A box, rows and cells that prove what the rows leave of it; `None` if the work ends before.
    fn carved(
        &self,
        mut sketch: Sketch,
        seed: &[f64],
        step: f64,
        left: &mut usize,
    ) -> Result<Option<Carved>, RobotError> {
        let mut polytope = sketch.rows()?;
        let Some(over) = sketch.extent(&polytope) else { return Ok(None) };
        let widths: Vec<f64> = over.sides().iter().map(|[low, high]| 0.5 * (high - low)).collect();
        let carver = Carver { seed, widths: &widths, step, rows: ROWS };
        let cells = self.prove_pairs(&over, &mut polytope, (left, false), (Some(&carver), None)).ok();
        Ok(cells.map(|cells| Carved { over, polytope, cells }))
    }
}
