//! RRT-Connect (J. J. Kuffner and S. M. LaValle 2000), lazy: trees grow by cheap tests, and only what is returned is
//! proven.
//!
//! Two forests grow from the start and the goals: one by a step towards a sample, the other greedily towards the new
//! node. An edge is added if a cheap test does not refuse it. When they meet, the path is shortened by the same test,
//! and its edges are proven (lazy PRM, R. Bohlin and L. Kavraki 2000). If a cut of the path is refuted, an earlier
//! version of it is proven; if an edge of a tree is, that edge is cut. What was reached by it holds the node where the
//! trees met, so it joins the other tree there, and the search continues. After several refuted paths every new edge is
//! proven before it is added, so that nothing is lost where the cheap test is wrong too often.
//!
//! Nothing here knows of robots: a [`Connector`] tests and proves edges. Plans depend on the seed and the limits of
//! iterations only, not on the machine or the time.

use std::time::{Duration, Instant};

use super::shortcut::{CutSampler, Version, shortened};
use super::space::JointSpace;
use super::tree::Tree;
use crate::random::Random;

/// Tests and proofs of edges. An edge is straight as it is written: nothing wraps.
pub trait Connector {
    /// The space of configurations.
    fn space(&self) -> &JointSpace;
    /// Whether an edge is proven free.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool;
    /// Whether an edge may be free, as far as a cheap test can say; it should refuse only what is not. With more care
    /// it is wrong less often: 0 for edges of trees, up to [`MOST_CARE`] for those of a path.
    fn may_be_free(&mut self, from: &[f64], to: &[f64], care: u32) -> bool {
        let _ = care;
        self.is_free(from, to)
    }
    /// Whether an edge of the path to return is proven free; the proof may be kept.
    fn prove(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.is_free(from, to)
    }
    /// Whether configurations must obey constraints, which straight edges between others seldom do.
    fn is_constrained(&self) -> bool {
        false
    }
    /// A configuration near another one that obeys the constraints, if one is found.
    fn projected(&mut self, q: &[f64]) -> Option<Vec<f64>> {
        Some(q.to_vec())
    }
    /// Whether to continue; asked before every sample. A search that does not ends as one that found nothing.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Settings of [`rrt_connect`].
#[derive(Clone, Debug, PartialEq)]
pub struct PlanOptions {
    /// Equal seeds give equal plans. Default 0.
    pub seed: u64,
    /// The largest number of samples. Default 2 000 000: where trees hardly grow, a sample costs little more than a
    /// microsecond. A search ends sooner if the trees have 200 000 nodes.
    pub max_iterations: u32,
    /// The longest edge that a tree grows by. Default none: a part of the typical distance of two configurations, 1.5
    /// for an arm of seven joints.
    pub step: Option<f64>,
    /// The number of random shortcuts that are tried. Default 100.
    pub shortcuts: u32,
    /// No new sample and no new shortcut after this; plans that end by it are not the same on every machine. Default
    /// none.
    pub time_limit: Option<Duration>,
    /// The factor of a difference of each value in lengths, for [`Checker::plan`](crate::prove::time::Checker::plan).
    /// Default 1 for each.
    pub weights: Option<Vec<f64>>,
}

impl Default for PlanOptions {
    fn default() -> Self {
        PlanOptions { seed: 0, max_iterations: 2_000_000, step: None, shortcuts: 100, time_limit: None, weights: None }
    }
}

/// The default step as a part of the typical distance: an edge is tested in one piece, so a long one costs little more
/// than a short one.
const STEP: f64 = 0.28;

/// The part of it under constraints: edges must be short, since they bend away from what the constraints permit.
const CONSTRAINED: f64 = 0.25;

/// A step under constraints that comes nearer to its target by less than this part of its length leads nowhere.
const PROGRESS: f64 = 0.1;

/// A projection may make a step longer by no more than this factor.
const LONGER: f64 = 2.0;

/// Trees of more nodes than this are not in a narrow place: they fill all that they reach, and every sample takes
/// longer.
const MOST_NODES: u32 = 200_000;

/// With this much care a path is shortened in the end, if it was refuted with less.
pub const MOST_CARE: u32 = 2;

/// After this many refuted paths edges are proven before they are added.
const PATIENCE: u32 = 10;

/// A path whose edges are all proven free.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The configurations from the start to a goal, less whole turns of joints without end.
    pub path: Vec<Vec<f64>>,
    /// Which goal is reached, by its place in the list.
    pub goal: usize,
    /// The whole turns by which each value of the path's end exceeds the goal's; other than zero only for joints
    /// without end.
    pub turns: Vec<f64>,
    /// What it took.
    pub effort: Effort,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Samples.
    pub iterations: u32,
    /// Edges that were tested or proven.
    pub edges: u32,
    /// Proofs among them.
    pub proofs: u32,
    /// Nodes of both trees.
    pub nodes: u32,
    /// Paths of which no version was proven.
    pub refuted: u32,
}

impl Plan {
    /// The Euclidean length in joint space.
    pub fn length(&self) -> f64 {
        let square = |ends: &[Vec<f64>]| ends[0].iter().zip(&ends[1]).map(|(a, b)| (b - a) * (b - a)).sum::<f64>();
        self.path.windows(2).map(|ends| square(ends).sqrt()).sum()
    }
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlan {
    /// The start is not proven free, or outside the limits.
    Start,
    /// No goal is proven free and within the limits.
    Goal,
    /// No free configuration within the limits was found at the pose of the goal, which does not mean that there is
    /// none.
    Pose,
    /// No path was found within the limits of iterations and time, which does not mean that there is none.
    NotFound(Effort),
}

impl std::fmt::Display for NoPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => write!(f, "the start must be free and within the limits, got one that is not proven to be"),
            Self::Goal => write!(f, "the goal must be free and within the limits, got one that is not proven to be"),
            Self::Pose => write!(f, "no free configuration within the limits was found at the pose of the goal"),
            Self::NotFound(effort) => {
                write!(f, "no path found with {} samples and {} edges", effort.iterations, effort.edges)
            }
        }
    }
}

impl std::error::Error for NoPlan {}

/// A path from a start to one of several goals, to the nearest one that a free segment leads to, if there is such a
/// one; else to the one that was reached first. Goals that are not free or outside of the limits are left out.
pub fn rrt_connect(
    connector: &mut impl Connector,
    start: &[f64],
    goals: &[Vec<f64>],
    options: &PlanOptions,
) -> Result<Plan, NoPlan> {
    let space = connector.space().clone();
    let begin = Instant::now();
    let part = if connector.is_constrained() { CONSTRAINED * STEP } else { STEP };
    let step = options.step.unwrap_or(part * space.typical_distance());
    let (random, effort) = (Random::new(options.seed), Effort::default());
    let mut search = TreeSearch { connector, space, options, step, begin, random, effort };
    if !search.is_place(start) {
        return Err(NoPlan::Start);
    }
    let mut reachable: Vec<usize> = (0..goals.len()).filter(|&goal| search.is_place(&goals[goal])).collect();
    if reachable.is_empty() {
        return Err(NoPlan::Goal);
    }
    let far = |goal: &usize| search.space.distance(start, &goals[*goal]);
    reachable.sort_by(|a, b| far(a).total_cmp(&far(b)));
    let found = search.straight(start, goals, &reachable).or_else(|| search.grow(start, goals, &reachable));
    let effort = search.effort;
    let (path, goal) = found.ok_or(NoPlan::NotFound(effort))?;
    let turns = match path.last() {
        // Of a path's end and its goal the difference is whole turns up to rounding.
        Some(end) => {
            search.space.turns(&goals[goal], end).into_iter().map(|turns| if turns == 0.0 { 0.0 } else { turns })
        }
        None => return Err(NoPlan::NotFound(effort)),
    };
    Ok(Plan { path, goal, turns: turns.collect(), effort })
}

/// A path and the place of its goal.
type Found = (Vec<Vec<f64>>, usize);

struct TreeSearch<'c, C> {
    connector: &'c mut C,
    space: JointSpace,
    options: &'c PlanOptions,
    step: f64,
    begin: Instant,
    random: Random,
    effort: Effort,
}

/// Where two trees meet: the nodes of the forest of the start and of that of the goals.
type Meeting = [usize; 2];

impl<C: Connector> TreeSearch<'_, C> {
    /// Whether a configuration is within the limits and proven free.
    fn is_place(&mut self, q: &[f64]) -> bool {
        self.space.contains(q) && self.is_free(q, q)
    }

    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        (self.effort.edges, self.effort.proofs) = (self.effort.edges + 1, self.effort.proofs + 1);
        self.connector.is_free(from, to)
    }

    fn prove(&mut self, from: &[f64], to: &[f64]) -> bool {
        (self.effort.edges, self.effort.proofs) = (self.effort.edges + 1, self.effort.proofs + 1);
        self.connector.prove(from, to)
    }

    fn may_be_free(&mut self, from: &[f64], to: &[f64], care: u32) -> bool {
        self.effort.edges += 1;
        self.connector.may_be_free(from, to, care)
    }

    /// Whether an edge may be added to a tree.
    fn is_usable(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.may_be_free(from, to, 0) && (self.effort.refuted < PATIENCE || self.is_free(from, to))
    }

    fn is_over(&self) -> bool {
        self.options.time_limit.is_some_and(|limit| self.begin.elapsed() > limit) || !self.connector.goes_on()
    }

    /// The segment to the first goal that is proven to be reached by one.
    fn straight(&mut self, start: &[f64], goals: &[Vec<f64>], order: &[usize]) -> Option<Found> {
        order.iter().find_map(|&goal| {
            let end = self.space.towards(start, &goals[goal], 1.0);
            let free = self.may_be_free(start, &end, 0) && self.prove(start, &end);
            free.then(|| (vec![start.to_vec(), end], goal))
        })
    }

    /// Samples until the trees meet on a path that is proven.
    fn grow(&mut self, start: &[f64], goals: &[Vec<f64>], order: &[usize]) -> Option<Found> {
        let radius = self.space.typical_distance();
        let roots = order.iter().map(|&goal| goals[goal].as_slice());
        let mut trees = [Tree::new([start], &self.space, radius), Tree::new(roots, &self.space, radius)];
        // Which tree takes the next step; after each turn the smaller one does.
        let mut active = 0;
        for _ in 0..self.options.max_iterations {
            if self.is_over() || self.effort.nodes >= MOST_NODES {
                break;
            }
            self.effort.iterations += 1;
            let sample = self.space.sample(&mut self.random);
            let met = self.extend(&mut trees[active], &sample).and_then(|node| {
                let target = trees[active].point(node).to_vec();
                self.connect(&mut trees[1 - active], &target).map(|other| (node, other))
            });
            self.effort.nodes = (trees[0].len() + trees[1].len()) as u32;
            if let Some((node, other)) = met {
                let meeting = if active == 0 { [node, other] } else { [other, node] };
                let root = trees[1].way_to(meeting[1])[0];
                if let Some(path) = self.proven(&mut trees, meeting) {
                    return Some((path, order[root]));
                }
            }
            active = usize::from(trees[1].len() < trees[0].len());
        }
        None
    }

    /// One step of a tree towards a configuration, a shorter one now and then where steps failed many times.
    fn extend(&mut self, tree: &mut Tree, target: &[f64]) -> Option<usize> {
        let (near, distance) = tree.nearest(target, &self.space);
        if !tree.reaches(near, distance) {
            return None;
        }
        let step = match tree.halvings(near) {
            0 => self.step,
            most => self.step * 0.5f64.powi(self.random.below(most + 1) as i32),
        };
        if let Some(next) = self.step(tree.point(near), target, step, distance)
            && self.is_usable(tree.point(near), &next)
        {
            return Some(tree.add(&next, near));
        }
        tree.failed(near);
        None
    }

    /// A step towards a configuration at a distance; where there are constraints, one that obeys them, and comes
    /// nearer.
    fn step(&mut self, from: &[f64], target: &[f64], step: f64, distance: f64) -> Option<Vec<f64>> {
        let next = self.space.towards(from, target, step / distance);
        if !self.connector.is_constrained() {
            return Some(next);
        }
        let next = self.connector.projected(&next)?;
        let left = self.space.distance(&next, target);
        let is_near = self.space.distance(from, &next) <= LONGER * step;
        (is_near && left <= distance - PROGRESS * step).then_some(next)
    }

    /// Steps of a tree towards a configuration until it is reached.
    fn connect(&mut self, tree: &mut Tree, target: &[f64]) -> Option<usize> {
        let (mut node, mut distance) = tree.nearest(target, &self.space);
        while distance > 0.0 {
            let next = match distance <= self.step {
                true => self.space.towards(tree.point(node), target, self.step / distance),
                false => self.step(tree.point(node), target, self.step, distance)?,
            };
            if !self.is_usable(tree.point(node), &next) {
                return None;
            }
            distance = match distance <= self.step {
                true => 0.0,
                false if self.connector.is_constrained() => self.space.distance(&next, target),
                false => distance - self.step,
            };
            node = tree.add(&next, node);
        }
        Some(node)
    }

    /// The shortest version of the path through a meeting whose edges are all proven. If there is none, an edge of a
    /// tree that was refuted is cut, and what was reached by it joins the other tree.
    fn proven(&mut self, trees: &mut [Tree; 2], meeting: Meeting) -> Option<Vec<Vec<f64>>> {
        let (path, edges) = joined(trees, meeting, &self.space);
        let mut versions = Vec::new();
        for care in 0..=MOST_CARE {
            let test = |search: &mut Self, from: &[f64], to: &[f64]| search.may_be_free(from, to, care);
            versions = self.shortened(path.clone(), self.options.shortcuts, test);
            if let Some(last) = versions.pop_if(|last| self.refuted_edge(&last.path).is_none()) {
                return Some(last.path);
            }
        }
        while let Some(version) = versions.pop() {
            if self.refuted_edge(&version.path).is_some() {
                continue;
            }
            // What was shortened by wrong tests is shortened once more, by proofs.
            let left = self.options.shortcuts - version.tried;
            let by_proof = |search: &mut Self, from: &[f64], to: &[f64]| {
                search.may_be_free(from, to, MOST_CARE) && search.is_free(from, to)
            };
            let shorter = self.shortened(version.path.clone(), left, by_proof);
            let found = shorter.into_iter().rev().find(|version| self.refuted_edge(&version.path).is_none());
            return Some(found.map_or(version.path, |version| version.path));
        }
        self.effort.refuted += 1;
        let (side, child) = edges[self.refuted_edge(&path)?];
        let (branch, place) = trees[side].cut(child, meeting[side]);
        trees[1 - side].graft(meeting[1 - side], &branch, place, &self.space);
        None
    }

    /// The first edge of a path that is not proven free.
    fn refuted_edge(&mut self, path: &[Vec<f64>]) -> Option<usize> {
        (0..path.len() - 1).find(|&edge| !self.prove(&path[edge], &path[edge + 1]))
    }

    /// A path and shorter ones, of edges that pass a test and of parts of such.
    fn shortened(
        &mut self,
        path: Vec<Vec<f64>>,
        cuts: u32,
        test: impl Fn(&mut Self, &[f64], &[f64]) -> bool,
    ) -> Vec<Version> {
        let (space, mut random) = (self.space.clone(), self.random.clone());
        let cuts = CutSampler { count: cuts, space: &space, random: &mut random };
        let versions = shortened(path, cuts, |from, to| if self.is_over() { None } else { Some(test(self, from, to)) });
        self.random = random;
        versions
    }
}

/// The path from the root of the first tree to that of the second through a meeting, and for each of its edges the tree
/// that it is of, and the node that was reached by it.
fn joined(trees: &[Tree; 2], meeting: Meeting, space: &JointSpace) -> (Vec<Vec<f64>>, Vec<(usize, usize)>) {
    let ways = [0, 1].map(|side| trees[side].way_to(meeting[side]));
    let mut path: Vec<Vec<f64>> = vec![trees[0].point(ways[0][0]).to_vec()];
    let mut edges = Vec::new();
    let mut add = |point: Vec<f64>, edge: (usize, usize)| {
        // Where a branch changed its tree, one configuration is in two nodes.
        if path.last() != Some(&point) {
            path.push(point);
            edges.push(edge);
        }
    };
    for &node in &ways[0][1..] {
        add(trees[0].point(node).to_vec(), (0, node));
    }
    let [start, goal] = [0, 1].map(|side| trees[side].point(meeting[side]));
    let turns = space.turns(start, goal);
    for ends in ways[1].windows(2).rev() {
        add(space.turned(trees[1].point(ends[0]), &turns), (1, ends[1]));
    }
    (path, edges)
}

#[cfg(test)]
mod tests;
