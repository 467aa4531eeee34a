//! Paths through a roadmap.

use super::Roadmap;
use crate::random::Random;

/// A path each of whose segments is in one region.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The configurations.
    pub path: Vec<Vec<f64>>,
    /// For each segment the region that holds it.
    pub regions: Vec<usize>,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoute {
    /// No region holds the start.
    Start,
    /// No region holds the goal.
    Goal,
    /// The regions of start and goal are not connected.
    NotConnected,
}

impl std::fmt::Display for NoRoute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => write!(f, "no region of the roadmap holds the start"),
            Self::Goal => write!(f, "no region of the roadmap holds the goal"),
            Self::NotConnected => write!(f, "no regions of the roadmap connect the start and the goal"),
        }
    }
}

impl std::error::Error for NoRoute {}

/// How many times each configuration of a path is moved, and how many directions are tried each time.
const ROUNDS: usize = 40;
const DIRECTIONS: usize = 6;

impl Route {
    /// The Euclidean length in joint space.
    pub fn length(&self) -> f64 {
        self.path.windows(2).map(|ends| distance(&ends[0], &ends[1])).sum()
    }
}

impl Roadmap {
    /// A path from a start to a goal: the shortest through the known common configurations, which are then moved within
    /// what their regions have in common as long as that shortens it.
    ///
    /// Every segment has both ends in one region, by comparisons that count rounding: so it is free, if the
    /// certificates of [`Route::regions`] hold.
    pub fn route(&self, start: &[f64], goal: &[f64]) -> Result<Route, NoRoute> {
        let first = self.holding(start);
        let last = self.holding(goal);
        if first.is_empty() || last.is_empty() {
            return Err(if first.is_empty() { NoRoute::Start } else { NoRoute::Goal });
        }
        if let Some(&region) = first.iter().find(|region| last.contains(region)) {
            return Ok(Route { path: vec![start.to_vec(), goal.to_vec()], regions: vec![region] });
        }
        let mut route = self.shortest(start, goal).ok_or(NoRoute::NotConnected)?;
        self.shorten(&mut route);
        Ok(route)
    }

    /// Dijkstra's search over the configurations of the overlaps; two are joined if one region holds both.
    fn shortest(&self, start: &[f64], goal: &[f64]) -> Option<Route> {
        let mut points: Vec<(&[f64], Vec<usize>)> = vec![(start, self.holding(start)), (goal, self.holding(goal))];
        points.extend(self.overlaps.iter().map(|overlap| (&overlap.at[..], overlap.regions.to_vec())));
        let mut best = vec![(f64::INFINITY, usize::MAX, usize::MAX); points.len()];
        let mut done = vec![false; points.len()];
        best[0].0 = 0.0;
        while let Some(next) = (0..points.len())
            .filter(|&i| !done[i] && best[i].0.is_finite())
            .min_by(|&i, &j| best[i].0.total_cmp(&best[j].0))
        {
            done[next] = true;
            if next == 1 {
                break;
            }
            for other in (0..points.len()).filter(|&other| !done[other]) {
                let Some(&region) = points[next].1.iter().find(|region| points[other].1.contains(region)) else {
                    continue;
                };
                let length = best[next].0 + distance(points[next].0, points[other].0);
                if length < best[other].0 {
                    best[other] = (length, next, region);
                }
            }
        }
        let (mut at, mut path, mut regions) = (1, vec![goal.to_vec()], Vec::new());
        while at != 0 {
            let (_, before, region) = best[at];
            path.push(points.get(before)?.0.to_vec());
            regions.push(region);
            at = before;
        }
        path.reverse();
        regions.reverse();
        Some(Route { path, regions })
    }

    /// Moves configurations towards the segment between their neighbours and along random directions, and drops those
    /// that are not needed.
    fn shorten(&self, route: &mut Route) {
        let mut random = Random::new(1);
        for _ in 0..ROUNDS {
            let before = route.length();
            for i in 1..route.path.len() - 1 {
                let [a, b] = [route.path[i - 1].clone(), route.path[i + 1].clone()];
                let pair = [route.regions[i - 1], route.regions[i]];
                self.improve(&mut route.path[i], [&a, &b], pair, &mut random);
            }
            let mut i = 1;
            while i + 1 < route.path.len() {
                let ends = [route.path[i - 1].clone(), route.path[i + 1].clone()];
                let shared = |&region: &usize| ends.iter().all(|q| self.regions[region].holds(q));
                if let Some(region) = [route.regions[i - 1], route.regions[i]].into_iter().find(shared) {
                    route.path.remove(i);
                    route.regions.splice(i - 1..=i, [region]);
                } else {
                    i += 1;
                }
            }
            if route.length() > before * (1.0 - 1e-4) {
                break;
            }
        }
    }

    /// Moves a configuration of two regions where the way by it is shorter.
    fn improve(&self, q: &mut Vec<f64>, [a, b]: [&[f64]; 2], pair: [usize; 2], random: &mut Random) {
        let length = |q: &[f64]| distance(a, q) + distance(q, b);
        let square: f64 = a.iter().zip(b).map(|(a, b)| (b - a) * (b - a)).sum();
        let t = if square > 0.0 {
            (a.iter().zip(b).zip(q.iter()).map(|((a, b), q)| (q - a) * (b - a)).sum::<f64>() / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let straight: Vec<f64> = (0..q.len()).map(|i| a[i] + t * (b[i] - a[i]) - q[i]).collect();
        let sides = |region: usize| self.regions[region].within.sides();
        let stands = |i: usize| pair.iter().any(|&region| sides(region)[i][0] == sides(region)[i][1]);
        let size = straight.iter().map(|x| x * x).sum::<f64>().sqrt();
        for k in 0..=DIRECTIONS {
            let way: Vec<f64> = match k {
                0 => straight.clone(),
                // What stands still in a region stays.
                _ => straight
                    .iter()
                    .enumerate()
                    .map(|(i, x)| if stands(i) { *x } else { x + size * random.between(-1.0, 1.0) })
                    .collect(),
            };
            let mut part = 1.0;
            for _ in 0..6 {
                let moved: Vec<f64> = q.iter().zip(&way).map(|(q, way)| q + part * way).collect();
                if length(&moved) < length(q) && pair.iter().all(|&region| self.regions[region].holds(&moved)) {
                    *q = moved;
                    break;
                }
                part *= 0.5;
            }
        }
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (b - a) * (b - a)).sum::<f64>().sqrt()
}
