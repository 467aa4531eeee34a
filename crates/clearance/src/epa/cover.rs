//! The depth of curved cores proven by caps: all directions are covered by cells, and in each of them inscribed bodies say that no height is less.
//!
//! A polytope proves a depth by points, and along a ring of equal depths 4096 of them leave 3·10⁻⁷ of the radius. An inscribed body
//! has the curvature of the ring, so its bound on a cell ([`cap`](super::cap)) errs in the third order of the cell's size, or the fourth: a
//! few hundred cells leave 10⁻¹¹. Where bodies meet in a kink the mean of two or three of them is taken whose slope is least, which is below
//! the largest of them, as the support function is not. Cells are halved until the bound is that of the lowest plane but for the
//! tolerance, those with the lowest bound first, so that a search that is cut short proves as much as it could.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::cap::{Bound, Cap, Round};
use super::{Grow, Run};
use crate::difference::Difference;
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::newton::{self, tangents};
use crate::support::SupportExt;

/// At most so many bodies are weighed against one another in a cell.
const MOST: usize = 8;

/// At most so many directions are asked for one cell.
const PROBES: u32 = 4;

/// At most so many cells for one expansion that a query may make.
const CELLS_PER_EXPANSION: u32 = 8;

/// Roundings of the size that are not worth less: those of the bounds are as many.
const FINEST: f64 = 1024.0;

/// A spherical triangle, or an arc of the plane's circle, whose last corner is the first one again.
#[derive(Clone, Copy)]
struct Cell {
    corners: [Vec3<f64>; 3],
    /// The places of bodies that reach far here.
    rounds: [u32; MOST],
    count: usize,
    bound: f64,
}

impl Cell {
    /// Takes a body in, in place of the last one if there are too many.
    fn take(&mut self, round: u32) {
        if !self.rounds[..self.count].contains(&round) {
            let last = self.count.min(MOST - 1);
            self.rounds[last] = round;
            self.count = last + 1;
        }
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Cell {}
impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Cell {
    /// The lowest bound comes first out of a heap.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

impl<V: Grow> Run<'_, V> {
    /// Whether the bodies inscribed along the lowest plane's normal are more than points.
    pub(super) fn is_round(&self) -> bool {
        let Round { images, ball, .. } = of_difference(self.m, self.lowest().normal);
        !images.is_empty() || ball != 0.0
    }

    /// A height that no direction is below, but for the errors of the points: that of the lowest plane less `tolerance`, or what so much work
    /// proves. Finds lower planes on the way.
    pub(super) fn covered(&mut self, tolerance: V::Scalar, max_expansions: u32) -> V::Scalar {
        let tolerance = tolerance.max(V::Scalar::from_f64(FINEST) * V::Scalar::UNIT * self.m.frame.size).to_f64();
        let mut cover = Cover { open: BinaryHeap::new(), rounds: Vec::new(), floor: f64::INFINITY };
        let error = V::Scalar::TWO * self.m.frame.point_error;
        let mut best = self.lowest().height.to_f64();
        let cells = max_expansions.saturating_mul(CELLS_PER_EXPANSION);
        let first = Cell { corners: [Vec3::ZERO; 3], rounds: [0; MOST], count: 0, bound: -f64::INFINITY };
        for corners in cells_of_all::<V>() {
            let cell = cover.look(self, Cell { corners, ..first }, best - tolerance);
            cover.sort(cell, best - tolerance);
        }
        for _ in 0..cells {
            let Some(cell) = cover.open.pop() else { break };
            if cell.bound >= best - tolerance {
                cover.floor = cover.floor.min(cell.bound);
                break;
            }
            for corners in halves::<V>(&cell.corners) {
                let part = cover.look(self, Cell { corners, ..cell }, best - tolerance);
                let lowest = self.lowest();
                if lowest.height.to_f64() < best - 0.25 * tolerance {
                    self.polish(lowest);
                    best = self.lowest().height.to_f64();
                }
                cover.sort(part, best - tolerance);
            }
        }
        let open = cover.open.peek().map_or(f64::INFINITY, |cell| cell.bound);
        V::Scalar::from_f64(cover.floor.min(open)) - error
    }

    /// Descends from a plane by inscribed bodies.
    fn polish(&mut self, from: newton::Lowest<V>) {
        if let Some(found) = newton::polished(self.m, from) {
            self.evaluations += found.evaluations;
            self.ask(found.plane.normal);
        }
    }
}

struct Cover {
    open: BinaryHeap<Cell>,
    rounds: Vec<Round>,
    /// The least bound of the cells that are done with.
    floor: f64,
}

impl Cover {
    fn sort(&mut self, cell: Cell, level: f64) {
        if cell.bound >= level { self.floor = self.floor.min(cell.bound) } else { self.open.push(cell) }
    }

    /// The cell with its bodies and its bound. Where that is below a level, another body is looked for in the direction in which the highest one sinks.
    fn look<V: Grow>(&mut self, run: &mut Run<'_, V>, mut cell: Cell, level: f64) -> Cell {
        let cap = cap_around::<V>(&cell.corners);
        let cap = if cell.count > 0 { cap.across(&self.rounds[cell.rounds[0] as usize]) } else { cap };
        let mut asked = cap.middle;
        for _ in 0..PROBES {
            let normal = V::from_fn(|i| V::Scalar::from_f64(asked[i])).normalized();
            run.ask(normal);
            let found = self.place(of_difference(run.m, normal));
            if cell.rounds[..cell.count].contains(&found) && asked != cap.middle {
                break;
            }
            cell.take(found);
            let bounds = self.bounds(&mut cell, &cap);
            // A part of a cell keeps what is known of all of it.
            cell.bound = cell.bound.max(least(&bounds, &cap));
            let Some(highest) = bounds.iter().max_by(|x, y| x.value.total_cmp(&y.value)) else { break };
            let steep = highest.steepness();
            if cell.bound >= level || !(steep > 0.0) {
                break;
            }
            let aside = [0, 1].each(|i| -highest.slope[i] / steep * cap.sin);
            asked = cap.middle * cap.cos + cap.basis[0] * aside[0] + cap.basis[1] * aside[1];
        }
        cell
    }

    /// The bounds of a cell's bodies, which are put in order: those first that reach farthest somewhere in the cell, since the means of these are the
    /// flattest.
    fn bounds(&self, cell: &mut Cell, cap: &Cap) -> Vec<Bound> {
        let bound = |round: u32| (Bound::of(&self.rounds[round as usize], cap), round);
        let mut all: Vec<(Bound, u32)> = cell.rounds[..cell.count].iter().map(|&round| bound(round)).collect();
        let reaches = |bound: &Bound| bound.value + cap.sin * bound.steepness();
        all.sort_by(|(x, _), (y, _)| reaches(y).total_cmp(&reaches(x)));
        // What is nowhere above the least of another one is never needed.
        let needed = all.iter().fold(-f64::INFINITY, |most, (bound, _)| most.max(bound.on_half(1.0, cap).least(cap)));
        all.retain(|(bound, _)| {
            reaches(bound) + bound.bend[0].max(bound.bend[2]).max(0.0) * cap.sin * cap.sin >= needed
        });
        cell.count = all.len();
        cell.rounds.iter_mut().zip(&all).for_each(|(place, &(_, round))| *place = round);
        all.into_iter().map(|(bound, _)| bound).collect()
    }

    fn place(&mut self, round: Round) -> u32 {
        // The newest are the likeliest.
        let known = self.rounds.iter().rposition(|known| *known == round);
        known.unwrap_or_else(|| {
            self.rounds.push(round);
            self.rounds.len() - 1
        }) as u32
    }
}

/// The best bound for a cap, of both of its halves.
fn least(bounds: &[Bound], cap: &Cap) -> f64 {
    let halves = [1.0, -1.0].each(|sign| {
        let bounds: Vec<Bound> = bounds.iter().map(|bound| bound.on_half(sign, cap)).collect();
        least_of_half(&bounds, cap)
    });
    halves[0].min(halves[1])
}

/// The best bound that the bodies, or means of two or three of them, give for a half of a cap.
fn least_of_half(bounds: &[Bound], cap: &Cap) -> f64 {
    let mut best = bounds.iter().fold(-f64::INFINITY, |best, bound| best.max(bound.least(cap)));
    for (i, one) in bounds.iter().enumerate() {
        for (j, two) in bounds.iter().enumerate().take(i) {
            for weight in [at_kink(one, two), balance(one, two, cap.sin)].into_iter().flatten() {
                best = best.max(Bound::mean(&[(one, weight), (two, 1.0 - weight)]).least(cap));
            }
            for three in &bounds[..j] {
                if let Some([p, q, r]) = balance_of_three(one, two, three) {
                    best = best.max(Bound::mean(&[(one, p), (two, q), (three, r)]).least(cap));
                }
            }
        }
    }
    best
}

/// The weight of the first of two at which `value − |slope| σ` of their mean is largest, if it is inside: with `g` the slope of the second, `d` the
/// difference to the first one's, `w₀ = −g·d/|d|²` where the mean is least steep and `p` its slope there,
/// it is `w₀ + p ρ/(|d|√(1−ρ²))`, `ρ` the difference of the values over `|d|σ`.
fn balance(one: &Bound, two: &Bound, sin: f64) -> Option<f64> {
    let (g, d) = (two.slope, [one.slope[0] - two.slope[0], one.slope[1] - two.slope[1]]);
    let square = d[0] * d[0] + d[1] * d[1];
    let length = square.sqrt();
    let ratio = (one.value - two.value) / (length * sin);
    let flat = (g[0] * d[1] - g[1] * d[0]).abs() / length;
    let weight =
        -(g[0] * d[0] + g[1] * d[1]) / square + flat * ratio / (length * (1.0 - ratio * ratio).max(0.0).sqrt());
    (ratio.abs() < 1.0 && weight > 0.0 && weight < 1.0).then_some(weight)
}

/// The weight of the first of two whose mean is level where both are equally high, if it is inside: there the mean is as high as they are, and, curved
/// upwards, lower nowhere. With `e` along the difference of the slopes, of length `d`, it is at `y = −Δ/d` along `e`; of the parts `g` and `b` of the second
/// one's slope and bend along `e`, and `c` of the difference of the bends, the weight is `−(g + y b)/(d + y c)`.
fn at_kink(one: &Bound, two: &Bound) -> Option<f64> {
    let d = [one.slope[0] - two.slope[0], one.slope[1] - two.slope[1]];
    let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
    let e = [d[0] / length, d[1] / length];
    let along = |b: &[f64; 3]| b[0] * e[0] * e[0] + 2.0 * b[1] * e[0] * e[1] + b[2] * e[1] * e[1];
    let (y, b) = ((two.value - one.value) / length, along(&two.bend));
    let weight = -(two.slope[0] * e[0] + two.slope[1] * e[1] + y * b) / (length + y * (along(&one.bend) - b));
    (weight > 0.0 && weight < 1.0).then_some(weight)
}

/// The weights of three whose mean has no slope, if none is negative.
fn balance_of_three(one: &Bound, two: &Bound, three: &Bound) -> Option<[f64; 3]> {
    let cross = |x: &Bound, y: &Bound| x.slope[0] * y.slope[1] - x.slope[1] * y.slope[0];
    let (p, q, r) = (cross(two, three), cross(three, one), cross(one, two));
    let sum = p + q + r;
    let weights = [p / sum, q / sum, r / sum];
    weights.iter().all(|&weight| weight > 0.0 && weight < 1.0).then_some(weights)
}

/// Eight triangles of the sphere, or four arcs of the circle.
fn cells_of_all<V: Vector>() -> impl Iterator<Item = [Vec3<f64>; 3]> {
    (0..if V::DIM == 3 { 8 } else { 4 }).map(|k| {
        let sign = |i: usize| if k >> i & 1 == 0 { 1.0 } else { -1.0 };
        let axis = |i: usize| Vec3::axis(i) * sign(i);
        [axis(0), axis(1), if V::DIM == 3 { axis(2) } else { axis(0) }]
    })
}

/// Both halves of a cell, cut across its longest side.
fn halves<V: Vector>(corners: &[Vec3<f64>; 3]) -> [[Vec3<f64>; 3]; 2] {
    let [a, b, c] = *corners;
    if V::DIM == 2 {
        let middle = (a + b).normalized();
        return [[a, middle, a], [middle, b, middle]];
    }
    let length = |p: Vec3<f64>, q: Vec3<f64>| (p - q).norm_squared();
    let (x, y, z) = (length(b, c), length(c, a), length(a, b));
    let [p, q, r] = if x >= y && x >= z {
        [a, b, c]
    } else if y >= z {
        [b, c, a]
    } else {
        [c, a, b]
    };
    let middle = (q + r).normalized();
    [[p, q, middle], [p, middle, r]]
}

/// The cap about the middle of a cell that holds its corners, and so all of it, a little larger for rounding.
fn cap_around<V: Vector>(corners: &[Vec3<f64>; 3]) -> Cap {
    let [a, b, c] = *corners;
    let middle = if V::DIM == 2 { (a + b).normalized() } else { (a + b + c).normalized() };
    let square = corners.iter().fold(0.0, |most: f64, corner| most.max((*corner - middle).norm_squared()));
    // A chord of an angle ρ has the square 2 − 2 cos ρ.
    let square = square * (1.0 + 1e-9) + 64.0 * f64::UNIT * f64::UNIT;
    let basis = if V::DIM == 2 { [Vec3::new(-middle.y, middle.x, 0.0), Vec3::ZERO] } else { tangents(middle) };
    Cap { middle, basis, sin: (square * (1.0 - 0.25 * square)).sqrt(), cos: 1.0 - 0.5 * square }
}

/// The inscribed body of the difference that reaches as far along a direction.
fn of_difference<V: Vector>(m: &Difference<'_, V>, normal: V) -> Round {
    let newton::Round { a, b } = newton::Round::find(m, normal);
    let wide = |v: V| Vec3::from_fn(|i| if i < V::DIM { v[i].to_f64() } else { 0.0 });
    let center = wide(m.point(a.center, b.center));
    let of_a = a.images.iter().map(|image| image.each(|column| wide(column * m.frame.scale)));
    let of_b = b.images.iter().map(|image| image.each(|column| wide(m.turn().apply(column) * m.frame.scale)));
    let images: Vec<_> = of_a.chain(of_b).collect();
    let ball = ((a.ball - m.a.radius()) + (b.ball - m.b.radius())) * m.frame.scale;
    let ball = ball.to_f64();
    let length = |image: &[Vec3<f64>; 3]| image.iter().fold(0.0, |sum, column| sum + column.norm_squared()).sqrt();
    let extent = images.iter().fold(center.norm() + ball.abs(), |sum, image| sum + length(image));
    Round { center, images, ball, extent }
}
