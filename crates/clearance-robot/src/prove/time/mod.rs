//! Proofs that a robot's motion is free of contact.
//!
//! A [`Checker`] holds a robot among fixed bodies, and which pairs must stay apart. It answers for straight segments
//! and cubic curves of joint space, over all their length: [`Found::Free`] with a proven lower bound of all signed
//! distances, [`Found::Hit`] with a configuration that is proven to be in contact, or [`Found::Undecided`] for what is
//! nearer to a contact than the rounding of the poses. Nothing is sampled without a proof in between; see `search.rs`.

mod approach;
mod around;
mod closer;
mod constraints;
mod contacts;
pub(crate) mod course;
pub(crate) mod execution;
mod found;
mod interval;
mod narrow;
mod near;
mod outcome;
mod runs;
mod search;
mod snapshot;
mod span;
mod steps;
mod stretch;
mod worst;

pub use approach::{Approach, ApproachOptions};
pub use clearance_world::TimesBelow;
pub use found::{Contact, Found, Violation};
pub use near::{Near, Nearest};
pub use outcome::{EdgeOptions, Mode, TOLERANCE};

use closer::Looks;
pub(crate) use outcome::{Entry, Keep, Outcome, PairContact};
pub(crate) use search::Search;
pub(crate) use snapshot::Snapshot;
pub(crate) use span::{Span, least_over};

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use clearance::Bounds;

use crate::cell::bodies::Stage;
use crate::cell::stage::Closer;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::pairs::Why;
use crate::model::robot::Robot;
use crate::path::{Path, Segment};

/// A robot among fixed bodies, and the pairs that must stay apart.
///
/// Where the links of a robot have [meshes](crate::LinkShape::mesh), their hulls are checked first. A pair of hulls in
/// contact is checked more closely: by triangles and what they enclose, that pair only.
pub struct Checker<'r> {
    cell: Workcell,
    stage: Stage,
    stop: Option<&'r AtomicBool>,
    /// The pairs that are looked at more closely.
    closer: Vec<Closer>,
    /// Whether pairs in contact are refined.
    is_refined: bool,
    looks: Looks<'r>,
    /// The checker of the cell's constraints.
    constraints: Option<Box<Self>>,
}

/// What is known of a motion, and the pair of the stage that is in its way.
pub(crate) type Known = (Found, Option<usize>);

impl<'r> Checker<'r> {
    /// A robot among fixed bodies, with the pairs that it [asks about](Robot::self_pairs); a margin is the sum of both
    /// bodies'.
    pub fn new(cell: &Workcell) -> Result<Self, RobotError> {
        let checker = Self::of_stage(cell, Stage::new(cell, &[])?)?;
        Ok(Checker { is_refined: cell.robot().has_meshes(), ..checker })
    }

    /// A robot among fixed bodies, its links as their hulls. `keep` says with two names (of links, or of a link and a
    /// body) whether the pair must stay apart, and by what margin: none if it may touch. Shapes of one link are no
    /// pairs, nor is a link that no joint moves with a fixed body.
    pub fn with_pairs(cell: &Workcell, keep: impl Fn(&str, &str) -> Option<f64>) -> Result<Self, RobotError> {
        Self::of_stage(cell, Stage::with_pairs(cell, keep)?)
    }

    fn of_stage(cell: &Workcell, stage: Stage) -> Result<Self, RobotError> {
        let (stop, closer, is_refined, looks) = (None, Vec::new(), false, Looks::default());
        let constraints = Self::of_constraints(cell)?;
        Ok(Checker { cell: cell.clone(), stage, stop, closer, is_refined, looks, constraints })
    }

    /// Ends its work soon after another thread has set the flag: proofs that are open then are undecided, and planners
    /// find nothing more.
    pub fn until(self, stop: &'r AtomicBool) -> Self {
        let constraints = self.constraints.map(|constraints| Box::new(constraints.until(stop)));
        Checker { stop: Some(stop), looks: Looks::default(), constraints, ..self }
    }

    /// Whether its work is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        self.cell.robot()
    }
    /// The robot and its world.
    pub fn cell(&self) -> &Workcell {
        &self.cell
    }
    /// How many pairs of convex bodies must stay apart.
    pub fn pair_count(&self) -> usize {
        self.stage.pairs().len()
    }

    /// The pairs of links, and of links and bodies, that have shapes but are not checked, by their names, with the rule
    /// that says so.
    pub fn not_checked(&self) -> Vec<([String; 2], Why)> {
        let robot = self.robot();
        let named = |links: [usize; 2]| links.map(|link| robot.links()[link].name.clone());
        let mut all: Vec<_> = robot.skipped_pairs().into_iter().map(|row| (named(row.links), row.why)).collect();
        let (own, world) = self.stage.bodies().split_at(self.stage.own().len());
        let checked: HashSet<[&str; 2]> = self
            .stage
            .pairs()
            .iter()
            .map(|pair| pair.bodies.map(|body| self.stage.bodies()[body].name.as_str()))
            .collect();
        let mut known = HashSet::new();
        for (link, body) in own.iter().flat_map(|link| world.iter().map(move |body| (link, body))) {
            let pair = [link.name.as_str(), body.name.as_str()];
            if !checked.contains(&pair) && known.insert(pair) {
                let why = robot.why_not_body(link.part.owner, &body.name).unwrap_or(Why::Scene);
                all.push((pair.map(String::from), why));
            }
        }
        all
    }

    /// What is known of a segment, of as many joints as the robot has values.
    pub(crate) fn segment(&self, segment: &Segment, options: &EdgeOptions) -> Found {
        let found = self.closely(options.mode == Mode::FirstHit, |checker, begin| {
            checker.checked(0, segment, checker.search_from(begin, segment, options, Keep::Nothing).run())
        });
        self.obeying(found, options, |constraints, options| constraints.segment(segment, options))
    }

    /// What is known of the straight segment between two configurations.
    pub fn edge(&self, from: &[f64], to: &[f64], options: &EdgeOptions) -> Result<Found, RobotError> {
        [from, to].iter().try_for_each(|q| self.robot().check_configuration(q))?;
        Ok(self.segment(&Segment::Straight { from: from.to_vec(), to: to.to_vec() }, options))
    }

    /// Whether the straight segment between two configurations is proven free. What planners ask most: cheaper than
    /// [`edge`](Self::edge), which also returns how far it is from contact, or where it is in contact.
    pub fn is_free(&self, from: &[f64], to: &[f64], options: &EdgeOptions) -> bool {
        let segment = Segment::Straight { from: from.to_vec(), to: to.to_vec() };
        let is_path = [from, to].iter().all(|q| self.robot().check_configuration(q).is_ok());
        let options = EdgeOptions { mode: Mode::AnyHit, ..*options };
        let is_free = is_path && matches!(self.search(&segment, &options, Keep::Verdict).run(), Outcome::Free { .. });
        is_free && self.obeys(from, to, &options)
    }

    /// Whether all constraints are proven to hold on the straight segment between two configurations.
    pub(crate) fn obeys(&self, from: &[f64], to: &[f64], options: &EdgeOptions) -> bool {
        let options = EdgeOptions { margin: 0.0, least: f64::NEG_INFINITY, ..*options };
        self.constraints().is_none_or(|constraints| constraints.is_free(from, to, &options))
    }

    /// What is known of a path: the first segment that is not free says so.
    pub fn path(&self, path: &Path, options: &EdgeOptions) -> Found {
        let found = self.closely(options.mode == Mode::FirstHit, |checker, begin| {
            checker.all(path, begin, |_, segment, begin| checker.search_from(begin, segment, options, Keep::Gaps).run())
        });
        self.obeying(found, options, |constraints, options| constraints.path(path, options))
    }

    /// What is known of a path, and whatever the mode the first contact of one that is not free: a search for any
    /// contact, or for the least clearance, does not say when the first is.
    pub fn path_with_first_contact(&self, path: &Path, options: &EdgeOptions) -> Found {
        let found = self.path(path, options);
        if found.is_free() || options.mode == Mode::FirstHit {
            return found;
        }
        self.path(path, &EdgeOptions { mode: Mode::FirstHit, ..*options })
    }

    /// What is known of a path without a closer look, with the pair that is in its way, or with the proof if it is
    /// free: what holds for each pair over which part of which segment.
    pub(crate) fn prove(&self, path: &Path, options: &EdgeOptions) -> (Known, Vec<(usize, Entry)>) {
        let mut proof = Vec::new();
        let mut entries = Vec::new();
        let known = self.all(path, 0.0, |i, segment, _| {
            let outcome = self.search(segment, options, Keep::Entries(&mut entries)).run();
            proof.extend(entries.drain(..).map(|entry| (i, entry)));
            outcome
        });
        (known, proof)
    }

    /// Without the tree.
    #[cfg(test)]
    pub(crate) fn one_by_one(mut self) -> Self {
        self.stage.drop_crowd();
        self
    }

    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// A search over a segment.
    pub(crate) fn search<'s>(&'s self, segment: &'s Segment, options: &EdgeOptions, keep: Keep<'s>) -> Search<'s> {
        Search::new(&self.stage, segment, *options, keep).until(self.stop)
    }

    /// A search over what comes after a place of a segment, which ends with a contact of a pair that can be looked at
    /// more closely.
    fn search_from<'s>(
        &'s self,
        begin: f64,
        segment: &'s Segment,
        options: &EdgeOptions,
        keep: Keep<'s>,
    ) -> Search<'s> {
        self.search(segment, options, keep).after(begin, self.is_refined)
    }

    /// What is known of a path after a time, by its segments, each after a place of it.
    fn all(&self, path: &Path, begin: f64, mut run: impl FnMut(usize, &Segment, f64) -> Outcome) -> Known {
        let mut all = Found::NO_PAIR;
        for (i, segment) in path.segments().iter().enumerate() {
            let begin = begin - i as f64;
            if begin >= 1.0 {
                continue;
            }
            let (found, pair) = self.checked(i, segment, run(i, segment, begin.max(0.0)));
            if pair.is_some() {
                return (found, pair);
            }
            all = all.and(found);
        }
        (all, None)
    }

    /// The outcome for a segment of a path, with the names of the pair.
    fn checked(&self, place: usize, segment: &Segment, outcome: Outcome) -> Known {
        let named = |contact: PairContact| {
            let Bounds { lower, upper } = contact.bracket;
            let begin = place as f64;
            let free_before = begin + lower;
            // The difference is exact.
            let free_before = if free_before - begin > lower { free_before.next_down() } else { free_before };
            Contact {
                pair: self.stage.names(contact.pair),
                time: Bounds { lower: free_before, upper: begin + upper },
                proximity: contact.proximity,
                values: segment.at(upper).values,
                bodies: Vec::new(),
                off: contact.off.is_some(),
            }
        };
        match outcome {
            Outcome::Free { lower, upper } => (Found::Free { lower, upper }, None),
            Outcome::Hit(contact) => (Found::Hit(named(contact)), Some(contact.pair)),
            Outcome::Undecided(contact) => (Found::Undecided(named(contact)), Some(contact.pair)),
        }
    }
}

#[cfg(test)]
mod tests;
