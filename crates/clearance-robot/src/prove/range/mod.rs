//! Ranges of motion: the least clearance of a robot over a whole box of joint values, enclosed.
//!
//! [`RangeOfMotion`] holds a robot among fixed bodies. Over a [`JointBox`] it answers `lower ≤ least clearance ≤
//! upper`, for all pairs together or for each, with a configuration that attains `upper`: nothing is sampled without a
//! proof in between. The box is cut into cells, the one with the least bound first; a cell is done when its lower bound
//! is within the wanted width of the best upper one (`search.rs`). What bounds a cell is its middle and how far the
//! joints can move the bodies from there (`bound`).

mod along;
mod always;
mod cell;
mod descent;
mod linkage;
mod nearest;
mod never;
pub(crate) mod refinable;
mod search;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod triangles;
mod volumes;

pub use crate::bound::parameter_box::JointBox;
pub use always::Verdict;
pub use search::RangeProgress;

pub(crate) use along::{AxisBound, PosedCell};
pub(crate) use cell::{Evaluator, PairNodes, widest};
pub(crate) use refinable::Refinable;
pub(crate) use volumes::BestAxis;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::best_first::{StopRule, in_seconds};
use crate::cell::chain::{Chains, Side};
use crate::cell::stage::Stage;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::robot::Robot;
use linkage::{Linkage, free_on_branch, least_on_branch};
use search::{RangeOutcome, RangeSearch};
use triangles::{Trees, with_insides};

/// How finely ranges are answered, and with how much work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeOptions {
    /// The bounds are closed to this, metres.
    pub width: f64,
    /// Maximum number of cells, for each answer.
    pub cells: usize,
    /// Maximum time for each answer, seconds.
    pub seconds: f64,
    /// Whether a contact ends the search: then `lower` is what was known by then.
    pub stop_at_contact: bool,
    /// A clearance of interest: the search ends once it is known whether the least clearance is at least this, or less.
    pub target: Option<f64>,
    /// How many threads share the work; the answer does not depend on it, unless the time ends.
    pub threads: usize,
}

impl Default for RangeOptions {
    /// A tenth of a millimetre, four million cells, no limit of time, ending at a contact, one thread.
    fn default() -> Self {
        RangeOptions {
            width: 1e-4,
            cells: 4_000_000,
            seconds: f64::INFINITY,
            stop_at_contact: true,
            target: None,
            threads: 1,
        }
    }
}

impl RangeOptions {
    /// When a search that begins now ends.
    pub(crate) fn goal<'s>(&self, stop: Option<&'s AtomicBool>) -> StopRule<'s> {
        let RangeOptions { width, cells, stop_at_contact, target, .. } = *self;
        StopRule { width, target, stop_at_contact, cells, until: in_seconds(self.seconds), stop }
    }
}

/// The least clearance over a box of joint values.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastClearance {
    /// No configuration of the box has a smaller clearance: the signed distance of any pair less its margin, padding
    /// included. Minus infinity if nothing is known, as where a link may pass through the surface of a closed mesh;
    /// infinity if there is no pair.
    pub lower: f64,
    /// A proven upper bound of the clearance in the worst configuration.
    pub upper: f64,
    /// The worst configuration that was found.
    pub worst: Vec<f64>,
    /// The names of the pair that is nearest there; `None` if there is no pair.
    pub pair: Option<[String; 2]>,
    /// The number of cells that were bounded.
    pub cells: usize,
    /// Whether the bounds are as close as was wanted, or the search ended at a contact or its target, as was wanted.
    pub complete: bool,
}

impl LeastClearance {
    /// Whether it is proven that nothing collides, or that something does; `None` if neither is.
    pub fn collides(&self) -> Option<bool> {
        match (self.lower > 0.0, self.upper <= 0.0) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }
}

/// What is known of one pair of names over a box.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRange {
    /// Two links, or a link and a body.
    pub pair: [String; 2],
    /// Their least clearance.
    pub least: LeastClearance,
    /// Whether they collide never, always or sometimes.
    pub verdict: Verdict,
}

/// A robot among fixed bodies, for questions about boxes of joint values.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
/// let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
/// let world = [Obstacle::new("cup", Ball::new(0.5).unwrap(), at(0.0, 3.0))];
/// let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
/// // The hand on its circle of radius 2 and the cup at (0, 3) are nearest at a quarter turn: 1 less 3/4.
/// let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
/// let least = range.least(&JointBox::whole(&robot).unwrap(), &options).unwrap();
/// assert!(least.lower <= 0.25 && 0.25 <= least.upper && least.upper - least.lower <= 1e-9);
/// assert!((least.worst[0] - core::f64::consts::FRAC_PI_2).abs() < 1e-4);
/// ```
pub struct RangeOfMotion<'r> {
    cell: Workcell,
    stage: Stage,
    trees: Trees,
    stop: Option<&'r AtomicBool>,
}

impl<'r> RangeOfMotion<'r> {
    /// How many pairs of convex bodies are checked.
    pub fn pair_count(&self) -> usize {
        self.stage.pair_count()
    }

    /// A robot among bodies, with the pairs that it [asks about](Robot::self_pairs); links are their hulls, or what the
    /// robot was read as. Refuses a cell with constraints: cells of ranges prove none.
    pub fn new(cell: &Workcell) -> Result<Self, RobotError> {
        cell.refuse_constraints("ranges and regions")?;
        let stage = Stage::new(cell)?;
        Ok(RangeOfMotion { cell: cell.clone(), trees: Trees::new(&stage), stage, stop: None })
    }

    /// Ends its work soon after another thread has set the flag, with what is known by then.
    pub fn until(self, stop: &'r AtomicBool) -> Self {
        RangeOfMotion { stop: Some(stop), ..self }
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        self.cell.robot()
    }

    /// The robot and its world.
    pub fn cell(&self) -> &Workcell {
        &self.cell
    }

    /// The least clearance of all pairs over a box.
    pub fn least(&self, over: &JointBox, options: &RangeOptions) -> Result<LeastClearance, RobotError> {
        self.least_of(|_| true, over, options, &mut |_| {})
    }

    /// The least clearance of the pairs that `keep` says, by their names, over a box; `progress` is called now and
    /// then.
    pub fn least_of(
        &self,
        keep: impl Fn([&str; 2]) -> bool,
        over: &JointBox,
        options: &RangeOptions,
        progress: &mut dyn FnMut(&RangeProgress),
    ) -> Result<LeastClearance, RobotError> {
        over.check(self.robot())?;
        let places: Vec<usize> = self.all_pairs().into_iter().filter(|&place| keep(self.names_of(place))).collect();
        if let Some(linkage) = self.linkage(over)? {
            let pairs = self.pairs_of_hulls(&places)?;
            let evaluator = self.evaluator(&pairs);
            let found = least_on_branch(&linkage, &evaluator, over, options.goal(self.stop))?;
            return Ok(self.named(with_insides(&evaluator, over, || found), &pairs));
        }
        let (found, pairs) = self.closely(&places, options, |pairs| {
            let search = self.search(pairs, over, options);
            Ok(with_insides(&search.evaluator, over, || search.run(progress)))
        })?;
        Ok(self.named(found, &pairs))
    }

    /// The least clearance of each pair of names over a box, and whether it collides never, always or sometimes.
    pub fn each(&self, over: &JointBox, options: &RangeOptions) -> Result<Vec<PairRange>, RobotError> {
        self.each_of(over, options, &mut |_, _| {})
    }

    /// [`each`](Self::each); `progress` is called with the number of pairs that are answered, and of all.
    pub fn each_of(
        &self,
        over: &JointBox,
        options: &RangeOptions,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<PairRange>, RobotError> {
        over.check(self.robot())?;
        let mut order: Vec<[String; 2]> = Vec::new();
        let mut groups: HashMap<[String; 2], Vec<usize>> = HashMap::new();
        for place in self.all_pairs() {
            let names = self.names_of(place).map(String::from);
            let group = groups.entry(names.clone()).or_default();
            if group.is_empty() {
                order.push(names);
            }
            group.push(place);
        }
        let linkage = self.linkage(over)?;
        let answer = |names: [String; 2]| -> Result<PairRange, RobotError> {
            let places = &groups[&names];
            let (least, verdict) = match &linkage {
                Some(linkage) => self.on_branch(linkage, &self.pairs_of_hulls(places)?, (over, options))?,
                None => {
                    let (found, pairs) = self.closely(places, options, |pairs| {
                        let search = self.search(pairs, over, options);
                        Ok(with_insides(&search.evaluator, over, || search.run(&mut |_| {})))
                    })?;
                    let least = self.named(found, &pairs);
                    let verdict = self.search(&pairs, over, options).verdict(&least);
                    (least, verdict)
                }
            };
            Ok(PairRange { pair: names, least, verdict })
        };
        let count = order.len();
        let numbered = order.into_iter().enumerate().map(|(done, names)| {
            progress(done, count);
            answer(names)
        });
        numbered.collect()
    }

    /// Pairs of the stage as hulls; refuses those of meshes that are to be exact.
    fn pairs_of_hulls(&self, places: &[usize]) -> Result<Vec<Refinable>, RobotError> {
        match places.iter().find(|&&place| self.is_exact_or_may_be(place)[0]) {
            None => Ok(places.iter().map(|&place| self.refinable(place)).collect()),
            Some(&place) => {
                let [a, b] = self.names_of(place);
                Err(RobotError::new(format!("{a:?} and {b:?}: ranges of closed loops know no bodies \"as\": \"mesh\"")))
            }
        }
    }

    /// The loop of the robot, if it has one; its joints are those of the box that move.
    fn linkage(&self, over: &JointBox) -> Result<Option<Linkage<'_>>, RobotError> {
        Linkage::new(self.robot(), over)
    }

    fn on_branch(
        &self,
        linkage: &Linkage,
        pairs: &[Refinable],
        (over, options): (&JointBox, &RangeOptions),
    ) -> Result<(LeastClearance, Verdict), RobotError> {
        let evaluator = self.evaluator(pairs);
        let found = least_on_branch(linkage, &evaluator, over, options.goal(self.stop))?;
        let least = self.named(with_insides(&evaluator, over, || found), pairs);
        let verdict = match least.collides() {
            Some(false) => Verdict::Never,
            Some(true) => {
                free_on_branch(linkage, &evaluator, over)?.map_or(Verdict::Open, |free| Verdict::Sometimes { free })
            }
            None => Verdict::Open,
        };
        Ok((least, verdict))
    }

    fn search<'s>(&'s self, pairs: &'s [Refinable], over: &'s JointBox, options: &RangeOptions) -> RangeSearch<'s> {
        let evaluator = self.evaluator(pairs);
        RangeSearch { evaluator, over, options: *options, stop: self.stop }
    }

    /// The answer of a search with names.
    fn named(&self, found: RangeOutcome, pairs: &[Refinable]) -> LeastClearance {
        let RangeOutcome { lower, upper, pair, worst, cells, complete } = found;
        let pair = pairs.get(pair).map(|pair| self.names_of_pair(pair).map(String::from));
        LeastClearance { lower, upper, worst, pair, cells, complete }
    }

    /// Whether the robot is closed to a loop, so that its joints move along a branch.
    pub(crate) fn has_loop(&self, over: &JointBox) -> Result<bool, RobotError> {
        Ok(self.linkage(over)?.is_some())
    }

    /// The bodies.
    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What answers for some pairs.
    pub(crate) fn evaluator<'s>(&'s self, pairs: &'s [Refinable]) -> Evaluator<'s> {
        Evaluator { robot: self.robot(), stage: &self.stage, pairs }
    }

    /// The names of the joints that have values.
    pub(crate) fn variable_names(&self) -> Vec<String> {
        self.robot().variables().iter().map(|&joint| self.robot().joints()[joint].name.clone()).collect()
    }

    /// The name of the frame of a side: `"world"`, or that of the joint that moves it.
    pub(crate) fn frame_name(&self, pair: &Refinable, side: Side) -> String {
        pair.chain.frames.side_name(self.robot(), side).into()
    }

    /// The side of a pair whose frame has a name.
    pub(crate) fn side_named(&self, pair: &Refinable, frame: &str) -> Option<Side> {
        let frames = &pair.chain.frames;
        frames.all_sides().into_iter().find(|&side| frames.side_name(self.robot(), side) == frame)
    }

    /// The pairs of the stage that are checked.
    pub(crate) fn all_pairs(&self) -> Vec<usize> {
        let own = self.stage.own_pairs.len();
        let open = self.stage.closed.iter().enumerate().filter(|(_, closed)| !**closed).map(|(i, _)| own + i);
        (0..own).chain(open).collect()
    }

    pub(crate) fn refinable(&self, place: usize) -> Refinable {
        Refinable::new(&self.stage, self.stage.chain(&mut Chains::new(self.robot()), place))
    }

    /// The names of a pair.
    fn names_of_pair(&self, pair: &Refinable) -> [&str; 2] {
        let name = |body: usize| {
            let owner = self.stage.part(body).owner;
            if self.stage.is_own(body) {
                self.robot().links()[owner].name.as_str()
            } else {
                &self.cell.world()[owner].name
            }
        };
        pair.chain.bodies.map(name)
    }

    /// The names of a pair of the stage.
    pub(crate) fn names_of(&self, place: usize) -> [&str; 2] {
        let [a, b] = self.stage.pair(place).map(|part| part.owner);
        let link = |owner: usize| self.robot().links()[owner].name.as_str();
        [link(a), if self.stage.is_with_world(place) { &self.cell.world()[b].name } else { link(b) }]
    }
}
