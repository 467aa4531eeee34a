//! Half-spaces around a configuration by samples: few of the configurations that they leave collide. Nothing is proven
//! here.
//!
//! After IRIS-ZO and IRIS-NP2 (P. Werner, T. Cohn, R. Jiang and others 2024): configurations of a walk through the
//! region that collide are moved along the border of the collisions to the point that is nearest to the middle of the
//! region in the metric of its spread, nearest first; a half-space that touches the ellipsoid there cuts them off. Then
//! the same about the middle of what is left, by its spread.

use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::clearance::RobotClearance;
use crate::error::RobotError;
use crate::linear::{Matrix, Svd, dot};
use crate::random::Random;

/// How many configurations are tried before rows are added, how many rows at a time, and how often.
const SAMPLES: usize = 200;
const ROWS: usize = 8;
const PASSES: usize = 24;

/// How many steps of the walk lie between two configurations of it.
const MIXING: usize = 4;

/// How many times the region is sketched, each time by the spread of the one before.
const ROUNDS: usize = 3;

/// How many steps along the border are taken, and how many halvings find it.
const SLIDES: usize = 5;
const HALVINGS: usize = 10;

/// How far beyond the border, seen from the middle, a collision is expected.
const BEYOND: f64 = 1.2;

/// The part of a region's width within which a walk is at a limit: it never stands on one.
const AT_LIMIT: f64 = 0.1;

/// What makes sketches.
pub(super) struct Sketch<'s, 'r> {
    pub clearance: &'s mut RobotClearance<'r>,
    pub within: &'s JointBox,
    /// What no region exceeds: the limits of the joints.
    pub limits: &'s JointBox,
    pub seed: &'s [f64],
    /// What counts as a collision, metres.
    pub keep: f64,
    pub random: Random,
}

/// The middle of a region and its spread.
struct Spread {
    center: Vec<f64>,
    /// The covariance and its inverse.
    wide: Matrix,
    metric: Matrix,
}

impl Sketch<'_, '_> {
    /// The half-spaces of the largest sketch.
    pub fn rows(&mut self) -> Result<Polytope, RobotError> {
        let mut spread = self.first();
        let mut best: Option<(f64, Polytope)> = None;
        for _ in 0..ROUNDS {
            let polytope = self.round(&spread)?;
            let next = self.spread(&polytope);
            let svd = Svd::new(&next.wide);
            let size = svd.values().iter().take(self.moving()).map(|value| value.ln()).sum::<f64>();
            if best.as_ref().is_none_or(|(largest, _)| *largest < size) {
                best = Some((size, polytope));
            } else {
                break;
            }
            spread = next;
        }
        Ok(best.map(|(_, polytope)| polytope).unwrap_or_default())
    }

    /// A box about what a walk through the region reaches: a tip that it does not come to has little volume. Limits
    /// that it comes near to are faces of the box, so that the region holds configurations at them.
    pub fn extent(&mut self, polytope: &Polytope) -> Option<JointBox> {
        let within = polytope.bounding(self.within)?;
        let points = self.walk(polytope, self.seed.to_vec(), 400 * self.seed.len());
        let side = |(i, [low, high]): (usize, &[f64; 2])| {
            let all = || points.iter().map(|q| q[i]);
            let reached = [all().fold(self.seed[i], f64::min).max(*low), all().fold(self.seed[i], f64::max).min(*high)];
            let near = AT_LIMIT * (reached[1] - reached[0]);
            [(0, *low), (1, *high)].map(|(end, bound)| {
                let is_limit = bound == self.limits.sides()[i][end];
                if is_limit && (bound - reached[end]).abs() <= near { bound } else { reached[end] }
            })
        };
        JointBox::new(within.sides().iter().enumerate().map(side).collect()).ok()
    }

    fn first(&self) -> Spread {
        let widths: Vec<f64> = self.within.sides().iter().map(|[low, high]| high - low).collect();
        let diagonal = |of: &dyn Fn(f64) -> f64| {
            let mut matrix = Matrix::zero(widths.len(), widths.len());
            (0..widths.len()).for_each(|i| *matrix.at_mut(i, i) = of(widths[i]));
            matrix
        };
        let inverse = |width: f64| if width > 0.0 { 1.0 / (width * width) } else { 0.0 };
        Spread { center: self.seed.to_vec(), wide: diagonal(&|width| width * width), metric: diagonal(&inverse) }
    }

    /// How many joints do not stand still.
    fn moving(&self) -> usize {
        self.within.sides().iter().filter(|[low, high]| low < high).count()
    }

    /// The mean of a walk and the covariance; no rounding moves what stands still.
    fn spread(&mut self, polytope: &Polytope) -> Spread {
        let n = self.seed.len();
        let points = self.walk(polytope, self.seed.to_vec(), 40 * n);
        let count = points.len() as f64;
        let stands = |i: usize| self.within.sides()[i][0] == self.within.sides()[i][1];
        let mean = |i: usize| points.iter().map(|q| q[i]).sum::<f64>() / count;
        let center: Vec<f64> = (0..n).map(|i| if stands(i) { self.seed[i] } else { mean(i) }).collect();
        let mut wide = Matrix::zero(n, n);
        for i in 0..n {
            for j in 0..n {
                *wide.at_mut(i, j) =
                    points.iter().map(|q| (q[i] - center[i]) * (q[j] - center[j])).sum::<f64>() / count;
            }
        }
        let svd = Svd::new(&wide);
        let unit = |j: usize| (0..n).map(|i| if i == j { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        let mut metric = Matrix::zero(n, n);
        for j in 0..n {
            let column = svd.solve(&unit(j), f64::EPSILON);
            (0..n).for_each(|i| *metric.at_mut(i, j) = column[i]);
        }
        Spread { center, wide, metric }
    }

    fn walk(&mut self, polytope: &Polytope, mut q: Vec<f64>, count: usize) -> Vec<Vec<f64>> {
        (0..count)
            .map(|_| {
                for _ in 0..MIXING {
                    q = polytope.hit_and_run(self.within, &q, &mut self.random);
                }
                q.clone()
            })
            .collect()
    }

    /// Half-spaces about one ellipsoid.
    fn round(&mut self, spread: &Spread) -> Result<Polytope, RobotError> {
        let mut polytope = Polytope::default();
        let mut inside = self.seed.to_vec();
        for _ in 0..PASSES {
            let points = self.walk(&polytope, inside.clone(), SAMPLES);
            let mut near: Vec<(f64, Vec<f64>)> = Vec::new();
            for q in &points {
                if self.at(q)? <= self.keep {
                    near.push((spread.distance(q), q.clone()));
                }
            }
            if near.is_empty() {
                break;
            }
            near.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut added = 0;
            for (_, q) in near {
                if added == ROWS {
                    break;
                }
                if polytope.holds(&q) {
                    added += usize::from(self.cut(&mut polytope, spread, q)?);
                }
            }
            if added == 0 {
                break;
            }
            inside = points.into_iter().rev().find(|q| polytope.holds(q)).unwrap_or_else(|| self.seed.to_vec());
        }
        Ok(polytope)
    }

    fn at(&mut self, q: &[f64]) -> Result<f64, RobotError> {
        Ok(self.clearance.at(q)?.map_or(f64::INFINITY, |found| found.bounds.lower))
    }

    /// Cuts off a configuration that collides, at the border of the collisions; false if that would cut off the seed.
    fn cut(&mut self, polytope: &mut Polytope, spread: &Spread, q: Vec<f64>) -> Result<bool, RobotError> {
        let free = self.at(&spread.center)? > self.keep && polytope.holds(&spread.center);
        let from = if free { spread.center.clone() } else { self.seed.to_vec() };
        let mut border = self.border(&from, &q)?;
        for _ in 0..SLIDES {
            let Some(next) = self.slide(spread, &from, &border)? else { break };
            if !(polytope.holds(&next) && self.within.contains(&next)) {
                break;
            }
            border = next;
        }
        let way: Vec<f64> = border.iter().zip(&from).map(|(to, from)| to - from).collect();
        let normal = spread.metric.times(&way);
        for normal in [normal, way] {
            let b = dot(&normal, &border);
            if dot(&normal, self.seed) < b && dot(&normal, &q) >= b && normal.iter().all(|a| a.is_finite()) {
                polytope.push(normal, b);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first configuration on the way to one that collides where it does.
    fn border(&mut self, from: &[f64], to: &[f64]) -> Result<Vec<f64>, RobotError> {
        let (mut free, mut hit) = (0.0, 1.0);
        let at = |t: f64| -> Vec<f64> { from.iter().zip(to).map(|(a, b)| a + t * (b - a)).collect() };
        for _ in 0..HALVINGS {
            let t = 0.5 * (free + hit);
            if self.at(&at(t))? <= self.keep { hit = t } else { free = t }
        }
        Ok(at(hit))
    }

    /// A point of the border that is nearer to the middle: halfway to the one that would be nearest if the clearance
    /// were linear, and there on the way from the middle. None if it is not nearer.
    fn slide(&mut self, spread: &Spread, from: &[f64], q: &[f64]) -> Result<Option<Vec<f64>>, RobotError> {
        let Some(found) = self.clearance.gradient_at(q)? else { return Ok(None) };
        let along = spread.wide.times(&found.gradient);
        let steep = dot(&found.gradient, &along);
        let way: Vec<f64> = q.iter().zip(from).map(|(q, from)| q - from).collect();
        let rise = (self.keep - found.clearance.bounds.lower + dot(&found.gradient, &way)) / steep;
        if !(steep > 0.0 && rise.is_finite()) {
            return Ok(None);
        }
        // A little beyond it, so that it collides.
        let beyond = |i: usize| from[i] + BEYOND * 0.5 * (along[i] * rise + way[i]);
        let beyond: Vec<f64> = (0..q.len()).map(beyond).collect();
        if !self.within.contains(&beyond) || self.at(&beyond)? > self.keep {
            return Ok(None);
        }
        let border = self.border(from, &beyond)?;
        Ok((spread.squared(from, &border) < spread.squared(from, q)).then_some(border))
    }
}

impl Spread {
    fn distance(&self, q: &[f64]) -> f64 {
        self.squared(&self.center, q)
    }

    fn squared(&self, from: &[f64], q: &[f64]) -> f64 {
        let way: Vec<f64> = q.iter().zip(from).map(|(q, from)| q - from).collect();
        dot(&way, &self.metric.times(&way))
    }
}
