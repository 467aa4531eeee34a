//! RRT-Connect (J. J. Kuffner and S. M. LaValle 2000) with proven edges, and shortcuts of what it finds.
//!
//! Two trees grow from the start and the goal: one by a step towards a sample, the other greedily towards the new node. Every edge is
//! proven free before its node is added, so what joins the trees is a path that is proven already. Nothing here knows of robots: a
//! [`Connector`] proves edges. Plans depend on the seed and the limits of iterations only, not on the machine or the time.

use std::time::{Duration, Instant};

use super::shortcut::{length, shorten};
use super::tree::Tree;
use crate::random::Random;

/// Who proves edges.
pub trait Connector {
    /// The least and the largest value of each joint.
    fn limits(&self) -> &[[f64; 2]];
    /// Whether the straight segment between two configurations is proven free.
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool;
    /// Whether to go on; asked before every sample. A search that does not ends as one that found nothing.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Settings of [`rrt_connect`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanOptions {
    /// Equal seeds give equal plans. Default 0.
    pub seed: u64,
    /// At most so many samples. Default 200 000.
    pub max_iterations: u32,
    /// The longest edge that a tree grows by, in the Euclidean length of joint space. Default 1.5: an edge is proven in one piece, so
    /// a long one costs little more than a short one.
    pub step: f64,
    /// So many random shortcuts are tried. Default 100.
    pub shortcuts: u32,
    /// No new sample after this; plans that end by it are not the same on every machine. Default none.
    pub time_limit: Option<Duration>,
}

impl Default for PlanOptions {
    fn default() -> Self {
        PlanOptions { seed: 0, max_iterations: 200_000, step: 1.5, shortcuts: 100, time_limit: None }
    }
}

/// A path whose edges are all proven free.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// From the start to the goal.
    pub path: Vec<Vec<f64>>,
    /// What it took.
    pub effort: Effort,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Samples.
    pub iterations: u32,
    /// Edges that were asked about.
    pub edges: u32,
    /// Nodes of both trees.
    pub nodes: u32,
}

impl Plan {
    /// The Euclidean length in joint space.
    pub fn length(&self) -> f64 {
        length(&self.path)
    }
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlan {
    /// The start is not proven free, or outside the limits.
    Start,
    /// The goal is not proven free, or outside the limits.
    Goal,
    /// No path was found within the limits of iterations and time, which does not mean that there is none.
    NotFound(Effort),
}

impl std::fmt::Display for NoPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => write!(f, "the start must be free and within the limits, got one that is not proven to be"),
            Self::Goal => write!(f, "the goal must be free and within the limits, got one that is not proven to be"),
            Self::NotFound(effort) => {
                write!(f, "no path found with {} samples and {} edges", effort.iterations, effort.edges)
            }
        }
    }
}

impl std::error::Error for NoPlan {}

/// A path from a start to a goal.
pub fn rrt_connect(
    connector: &mut impl Connector,
    start: &[f64],
    goal: &[f64],
    options: &PlanOptions,
) -> Result<Plan, NoPlan> {
    let limits = connector.limits().to_vec();
    let inside = |q: &[f64]| {
        q.len() == limits.len() && q.iter().zip(&limits).all(|(value, [low, high])| low <= value && value <= high)
    };
    let mut search = Search { connector, options: *options, effort: Effort::default() };
    if !(inside(start) && search.is_free(start, start)) {
        return Err(NoPlan::Start);
    }
    if !(inside(goal) && search.is_free(goal, goal)) {
        return Err(NoPlan::Goal);
    }
    let mut random = Random::new(options.seed);
    let found = if search.is_free(start, goal) {
        Some(vec![start.to_vec(), goal.to_vec()])
    } else {
        search.grow([start, goal].map(|root| Tree::new(root, typical_distance(&limits))), (&limits, &mut random))
    };
    let Some(path) = found else { return Err(NoPlan::NotFound(search.effort)) };
    let path = shorten(path, options.shortcuts, &mut random, |from, to| search.is_free(from, to));
    Ok(Plan { path, effort: search.effort })
}

struct Search<'c, C> {
    connector: &'c mut C,
    options: PlanOptions,
    effort: Effort,
}

impl<C: Connector> Search<'_, C> {
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.effort.edges += 1;
        self.connector.is_free(from, to)
    }

    /// Samples until the trees meet.
    fn grow(&mut self, mut trees: [Tree; 2], (limits, random): (&[[f64; 2]], &mut Random)) -> Option<Vec<Vec<f64>>> {
        let begin = Instant::now();
        // Which tree takes the next step; after each turn the smaller one does.
        let mut active = 0;
        for _ in 0..self.options.max_iterations {
            let is_late = self.options.time_limit.is_some_and(|limit| begin.elapsed() > limit);
            if is_late || !self.connector.goes_on() {
                break;
            }
            self.effort.iterations += 1;
            let sample: Vec<f64> = limits.iter().map(|[low, high]| random.between(*low, *high)).collect();
            let met = self.extend(&mut trees[active], &sample).and_then(|node| {
                let target = trees[active].point(node).to_vec();
                self.connect(&mut trees[1 - active], &target).map(|other| (node, other))
            });
            self.effort.nodes = (trees[0].len() + trees[1].len()) as u32;
            if let Some((node, other)) = met {
                let [from_start, from_goal] = if active == 0 { [node, other] } else { [other, node] };
                let mut path = trees[0].path_to(from_start);
                // The meeting configuration is in both.
                path.extend(trees[1].path_to(from_goal).into_iter().rev().skip(1));
                return Some(path);
            }
            active = usize::from(trees[1].len() < trees[0].len());
        }
        None
    }

    /// One step of a tree towards a configuration.
    fn extend(&mut self, tree: &mut Tree, target: &[f64]) -> Option<usize> {
        let (near, distance) = tree.nearest(target);
        if !tree.reaches(near, distance) {
            return None;
        }
        let next = towards(tree.point(near), target, self.options.step / distance);
        if self.is_free(tree.point(near), &next) {
            return Some(tree.add(&next, near));
        }
        tree.failed(near);
        None
    }

    /// Steps of a tree towards a configuration until it is reached.
    fn connect(&mut self, tree: &mut Tree, target: &[f64]) -> Option<usize> {
        let (mut node, mut distance) = tree.nearest(target);
        while distance > 0.0 {
            let next = towards(tree.point(node), target, self.options.step / distance);
            if !self.is_free(tree.point(node), &next) {
                return None;
            }
            distance = if distance <= self.options.step { 0.0 } else { distance - self.options.step };
            node = tree.add(&next, node);
        }
        Some(node)
    }
}

/// The root of the mean square of the distance between two random configurations: `√(Σ (high − low)²/6)`. It grows with the number of joints, as
/// samples become farther from all nodes.
fn typical_distance(limits: &[[f64; 2]]) -> f64 {
    (limits.iter().map(|[low, high]| (high - low) * (high - low)).sum::<f64>() / 6.0).sqrt()
}

/// A part of the way from one configuration to another; beyond 1 it is the other itself.
fn towards(from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
    if !(part < 1.0) {
        return to.to_vec();
    }
    from.iter().zip(to).map(|(a, b)| a + part * (b - a)).collect()
}

#[cfg(test)]
mod tests;
