//! The depth of curved cores proven by caps: all directions are covered by cells, and in each of them inscribed bodies
//! say that no height is less.
//!
//! A polytope proves a depth by points, and along a ring of equal depths 4096 of them leave 3·10⁻⁷ of the radius. An
//! inscribed body has the curvature of the ring, so its bound on a cell ([`cap`](super::cap)) errs in the third order
//! of the cell's size, or the fourth: a few hundred cells leave 10⁻¹¹. The less the body is below its own height in the
//! middle of a cap, the better, so the cap is moved to where it is lowest; where bodies meet in a kink, to there, and a
//! mean of both is taken ([`kink`]). Cells are halved until the bound is that of the lowest plane but for the
//! tolerance, those with the lowest bound first, so that a search that is stopped at its limit proves as much as it
//! could.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::cap::{Bound, Cap, Round};
use super::kink::{self, Place};
use super::{Grow, Run};
use crate::difference::Difference;
use crate::math::{Each, Matrix, Real, Vec3, Vector};
use crate::newton::{self, tangents};
use crate::support::SupportExt;

/// The most bodies that are weighed against one another in a cell.
const MOST: usize = 8;

/// The most search directions of one cell.
const PROBES: u32 = 4;

/// The most cells for one expansion that a query may make.
const CELLS_PER_EXPANSION: u32 = 8;

/// Caps that reach farther, 60 degrees, are not moved: no bound says much about them.
const LEAST_COSINE: f64 = 0.5;

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
    /// Whether a body inscribed along the lowest plane's normal, or along one that was asked lately, is more than a
    /// point: where a round body and a point meet in a kink, one direction may know of the point only.
    pub(super) fn is_round(&self) -> bool {
        let lately = self.patches.iter().rev().take(MOST).map(|patch| patch.direction);
        let more_than_point = |normal| {
            let Round { images, ball, .. } = of_difference(self.m, normal);
            !images.is_empty() || ball != 0.0
        };
        core::iter::once(self.lowest().normal).chain(lately).any(more_than_point)
    }

    /// A height that no direction is below, but for the errors of the points: that of the lowest plane less
    /// `tolerance`, or what so much work proves. Finds lower planes on the way.
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
    pub(super) fn polish(&mut self, from: newton::Lowest<V>) {
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

    /// The cell with its bodies and its bound. Where that is below a level, another body is looked for in the direction
    /// in which the highest one sinks.
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
        if cell.bound < level {
            cell.bound = cell.bound.max(self.about_lowest(run, &mut cell, &cap, level));
        }
        cell
    }

    /// The bound of a cell by a cap that is moved to where one body is lowest, or two are equally high.
    fn about_lowest<V: Grow>(&mut self, run: &mut Run<'_, V>, cell: &mut Cell, cap: &Cap, level: f64) -> f64 {
        let bounds: Vec<Bound> = self.rounds_of(cell).map(|round| Bound::of(round, cap)).collect();
        let Some(place) = Place::highest(&bounds, cap) else { return -f64::INFINITY };
        let pair = place.bodies.each(|i| cell.rounds[i]);
        let cap = cap_about::<V>(cap.at(place.aside), &cell.corners);
        if !(cap.cos > LEAST_COSINE) {
            return -f64::INFINITY;
        }
        let normal = V::from_fn(|i| V::Scalar::from_f64(cap.middle[i])).normalized();
        run.ask(normal);
        let found = self.place(of_difference(run.m, normal));
        cell.take(found);
        let [one, two] = pair.each(|round| &self.rounds[round as usize]);
        let slopes = [one, two].each(|round| Bound::of(round, &cap).slope);
        let cap = cap.turned([0, 1].each(|i| slopes[0][i] - slopes[1][i]));
        let bounds: Vec<Bound> = self.rounds_of(cell).map(|round| Bound::of(round, &cap)).collect();
        if pair[0] == pair[1] {
            return least(&bounds, &cap);
        }
        kink::least([&Bound::of(one, &cap), &Bound::of(two, &cap)], &bounds, &cap, level)
    }

    /// The bodies of a cell.
    fn rounds_of(&self, cell: &Cell) -> impl Iterator<Item = &Round> {
        cell.rounds[..cell.count].iter().map(|&round| &self.rounds[round as usize])
    }

    /// The bounds of a cell's bodies, which are put in order: those first that reach farthest somewhere in the cell,
    /// since these may form its kink.
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

/// The best bound that one of the bodies gives for a cap, on each of its halves.
fn least(bounds: &[Bound], cap: &Cap) -> f64 {
    let half =
        |sign: f64| bounds.iter().fold(-f64::INFINITY, |best, bound| best.max(bound.on_half(sign, cap).least(cap)));
    half(1.0).min(half(-1.0))
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

/// The cap about the middle of a cell.
fn cap_around<V: Vector>(corners: &[Vec3<f64>; 3]) -> Cap {
    let [a, b, c] = *corners;
    let middle = if V::DIM == 2 { (a + b).normalized() } else { (a + b + c).normalized() };
    cap_about::<V>(middle, corners)
}

/// The cap about a unit direction that holds some corners, and so all between them, a little larger for rounding.
fn cap_about<V: Vector>(middle: Vec3<f64>, corners: &[Vec3<f64>; 3]) -> Cap {
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
