//! Joining many pieces to one part, two at a time: a level for each number of parts, the same ones for every request.
//!
//! **The errors of the levels are in order.** What is known of a level is the most that is known of its parts and of
//! those of finer levels. As an upper bound that is true of all of them; and a part of a finer level is in one of this,
//! so that a lower bound holds, too.
//!
//! **Requests choose among steps**: levels whose upper bound is below the lower bound of the next one. Bounds of
//! different steps have no number in common, so that they stay in order when those of one are narrowed.

use std::collections::BTreeMap;

use clearance::{Bounds, ShapeError, Vector};

use super::error::{Error, ErrorGoal, SHARE, final_error, largest};
use super::field::Field;
use super::part::{FINE, Part};
use crate::sort::sort_by;
use crate::stop::check;

/// Maximum number of boxes that decide whether a union is near enough, and of those that bound the error of a level.
const BOXES: [usize; 2] = [1000, 10_000];

/// If nothing can be joined for an error, this much more is tried.
const MORE: f64 = 1.1;

/// Parts whose boxes are farther apart, as a share of the mesh's size, are joined only if there is nothing else to
/// join.
const NEAR: f64 = 0.01;

/// A common hull of two parts and the volume that it adds to theirs.
struct Union {
    added: f64,
    part: Part,
    /// Known when it was asked for, and what was allowed then.
    asked: Option<(Bounds<f64>, f64)>,
}

/// Parts and the order in which they are joined, as far as it was asked for.
pub(super) struct Chain {
    /// The pieces, and then what was joined.
    parts: Vec<Part>,
    /// Level `i + 1` has one part in place of these two of level `i`; its number is that of the pieces and `i`.
    joins: Vec<[u32; 2]>,
    /// The numbers of the last level's parts, ascending.
    last: Vec<u32>,
    /// What is known of the levels, ascending.
    errors: Vec<Bounds<f64>>,
    /// What is known of steps that were looked at again.
    narrowed: BTreeMap<usize, Bounds<f64>>,
    unions: BTreeMap<[u32; 2], Union>,
    /// How near the boxes of parts are that may be joined.
    reach: f64,
    /// The error that unions may have.
    allowed: f64,
    size: f64,
}

impl Chain {
    /// The level of the pieces.
    pub fn new(field: &mut Field, pieces: Vec<(Part, Error)>) -> Result<Self, ShapeError> {
        let size = field.mesh().bounds().extent().max_abs();
        let last = (0..pieces.len() as u32).collect();
        let none = Bounds { lower: 0.0, upper: 0.0 };
        let known = pieces.iter().fold(none, |most, (_, error)| larger(most, error.bounds));
        let parts: Vec<Part> = pieces.into_iter().map(|(part, _)| part).collect();
        let width = FINE * size;
        let goal = ErrorGoal { enough: width, too_much: f64::INFINITY, width, share: SHARE, boxes: BOXES[1] };
        let found = largest(&parts.iter().collect::<Vec<_>>(), field, &goal).bounds;
        let error = Bounds { lower: found.lower.max(known.lower), upper: found.upper.min(known.upper) };
        let (joins, narrowed, unions) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        // What the worst piece has anyway is no worse for others.
        let (reach, allowed) = (NEAR * size, error.upper.max(FINE * size));
        let mut chain = Chain { parts, joins, last, errors: vec![error], narrowed, unions, reach, allowed, size };
        chain.find_unions()?;
        Ok(chain)
    }

    /// The first step.
    pub fn finest(&mut self, field: &mut Field) -> Result<usize, ShapeError> {
        self.step_from(field, 0)
    }

    /// The step with the fewest parts that are known to be within an error, if there is one.
    pub fn within(&mut self, field: &mut Field, error: f64) -> Result<Option<usize>, ShapeError> {
        while self.errors[self.joins.len()].lower <= error && self.join(field)? {}
        for level in (0..=self.joins.len()).rev() {
            let known = self.errors[level];
            let may_be = self.is_step(level) && known.lower <= error;
            if may_be && (known.upper <= error || self.error(field, level).upper <= error) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// A step, or if that has too many parts the first that has at most `most`.
    pub fn with_at_most(&mut self, field: &mut Field, step: usize, most: usize) -> Result<usize, ShapeError> {
        if self.count(step) <= most { Ok(step) } else { self.step_from(field, self.pieces().saturating_sub(most)) }
    }

    /// The last step with more than `least` parts, at a level or before it.
    pub fn with_more_than(&self, level: usize, least: usize) -> Option<usize> {
        (0..=level).rev().find(|&step| self.count(step) > least && self.is_step(step))
    }

    /// How many parts a level has.
    pub fn count(&self, level: usize) -> usize {
        self.pieces() - level
    }

    /// The parts of a level.
    pub fn parts(&self, level: usize) -> Vec<&Part> {
        let gone = |number: usize| self.joins[..level].iter().flatten().any(|&joined| joined as usize == number);
        (0..self.pieces() + level).filter(|&number| !gone(number)).map(|number| &self.parts[number]).collect()
    }

    /// What is reported of a step: narrower than before, and not outside of it.
    pub fn error(&mut self, field: &mut Field, step: usize) -> Bounds<f64> {
        if let Some(&known) = self.narrowed.get(&step) {
            return known;
        }
        let Bounds { lower, upper } = self.errors[step];
        let error = if upper > 0.0 { final_error(&self.parts(step), field) } else { self.errors[step] };
        let narrowed = Bounds { lower: error.lower.clamp(lower, upper), upper: error.upper.clamp(lower, upper) };
        self.narrowed.insert(step, narrowed);
        narrowed
    }

    fn pieces(&self) -> usize {
        self.parts.len() - self.joins.len()
    }

    /// Whether the next level is known to be farther from the mesh than this one, or cannot be.
    fn is_step(&self, level: usize) -> bool {
        self.errors.get(level + 1).map_or(self.last.len() < 2, |next| next.lower > self.errors[level].upper)
    }

    /// The first step at a level or after it.
    fn step_from(&mut self, field: &mut Field, level: usize) -> Result<usize, ShapeError> {
        let mut step = level.min(self.pieces().saturating_sub(1));
        loop {
            while self.joins.len() <= step && self.join(field)? {}
            if self.is_step(step) || self.joins.len() <= step {
                return Ok(step.min(self.joins.len()));
            }
            step += 1;
        }
    }

    /// Joins the two parts whose hull adds the least volume among those that are near enough to the mesh; more is
    /// allowed until there are two.
    fn join(&mut self, field: &mut Field) -> Result<bool, ShapeError> {
        let pair = loop {
            if let Some(pair) = self.cheapest(field) {
                break pair;
            }
            match self.unions.is_empty() {
                false => self.allowed *= MORE,
                true if self.reach.is_finite() => {
                    self.reach = f64::INFINITY;
                    self.find_unions()?;
                }
                true => return Ok(false),
            }
        };
        let Some(Union { part, asked: Some((known, _)), .. }) = self.unions.remove(&pair) else { return Ok(false) };
        let before = self.errors[self.joins.len()];
        let goal = ErrorGoal { enough: before.upper, boxes: BOXES[1], ..self.goal() };
        let own = if known.upper <= before.upper { known } else { largest(&[&part], field, &goal).bounds };
        let own = Bounds { lower: own.lower.max(known.lower), upper: own.upper.min(known.upper) };
        let new = self.parts.len() as u32;
        self.parts.push(part);
        self.joins.push(pair);
        self.errors.push(larger(before, own));
        self.last.retain(|i| !pair.contains(i));
        self.unions.retain(|both, _| !both.iter().any(|i| pair.contains(i)));
        for i in self.last.clone() {
            self.add_union([i, new])?;
        }
        self.last.push(new);
        Ok(true)
    }

    /// The union that adds the least volume among those that are near enough.
    fn cheapest(&mut self, field: &mut Field) -> Option<[u32; 2]> {
        let mut order: Vec<(f64, [u32; 2])> = self.unions.iter().map(|(&pair, union)| (union.added, pair)).collect();
        sort_by(&mut order, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let allowed = self.allowed;
        let goal = ErrorGoal { enough: allowed, too_much: allowed, boxes: BOXES[0], ..self.goal() };
        order.into_iter().map(|(_, pair)| pair).find(|pair| {
            let Some(union) = self.unions.get_mut(pair) else { return false };
            // A union that was too far off, or not decided, is not asked again unless more is allowed now.
            let known =
                union.asked.filter(|&(error, then)| error.upper <= allowed || error.lower > allowed || allowed <= then);
            let (error, _) =
                *union.asked.insert(known.unwrap_or_else(|| (largest(&[&union.part], field, &goal).bounds, allowed)));
            error.upper <= allowed
        })
    }

    fn goal(&self) -> ErrorGoal {
        ErrorGoal { enough: 0.0, too_much: f64::INFINITY, width: FINE * self.size, share: SHARE, boxes: 0 }
    }

    fn find_unions(&mut self) -> Result<(), ShapeError> {
        let last = self.last.clone();
        for (at, &i) in last.iter().enumerate() {
            for &j in &last[..at] {
                self.add_union([j, i])?;
            }
        }
        Ok(())
    }

    /// The common hull of two parts, unless they are too far apart.
    fn add_union(&mut self, pair: [u32; 2]) -> Result<(), ShapeError> {
        check();
        let [a, b] = pair.map(|i| &self.parts[i as usize]);
        if a.bounds().is_within(b.bounds(), self.reach) {
            let part = a.joined(b)?;
            let added = part.volume() - a.volume() - b.volume();
            self.unions.insert(pair, Union { added, part, asked: None });
        }
        Ok(())
    }
}

fn larger(a: Bounds<f64>, b: Bounds<f64>) -> Bounds<f64> {
    Bounds { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) }
}
