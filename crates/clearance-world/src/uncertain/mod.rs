//! Two bodies whose poses are known to boxes: an enclosure of all the signed distances that they may have.
//!
//! A pose is off by a translation `t` along the axes of its own frame and a rotation vector φ about its origin: the
//! body is at `P · (Exp(φ) x + t)`. The box of all errors is cut into cells; the least and the greatest signed distance
//! are searched for apart, best first (branch and bound).
//!
//! **Bounds of a cell**, with the errors `c + δ`, `|δ_i| ≤ h_i`. The rotation's derivative along δ is the turn by `ω
//! = J δ`, `J = ∫₀¹ Exp(−τ φ_c) dτ`, `|J| ≤ 1`; its second derivative moves a point at `|x| ≤ ρ` by no more than
//! `3/2 |δ|²ρ`, since `|dJ/ds δ| ≤ |δ|²/2`. So with `r = ¾ |δ|² ρ`:
//! - every point moves by less than `E = |t| + |δ| ρ`: the signed distance changes by no more than both bodies' E;
//! - below: along an axis `n`, a point of body B has at least `n·x − Σ h_i |(n × j_i)·x| − Σ t_i |n·e_i| − r`, with the
//!   columns `j_i` of J. For one choice of signs that is a height along `n − Σ σ_i h_i (n × j_i)`, so the least is that
//!   of at most eight support points;
//! - above, for bodies that are apart: no farther than two of their points at a distance `d` along `n`, which move by
//!   at most `F` along it and by E across: `√((d + F)² + E²)`.

use clearance::enclosure::{Axis, Ball, Height};
use clearance::math::Matrix;
use clearance::{Bounds, Hint, Pose3, Proximity, Real, Shape3, Vec3, Vector, query};

use clearance::best_first::{BestFirst, Entry};

/// A pose, and how far it may be off: by a translation of up to so much along each axis of its own frame, and by a
/// rotation vector about its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseBox {
    /// In the world.
    pub pose: Pose3<f64>,
    /// Lengths, not negative.
    pub translation: [f64; 3],
    /// Radians, not negative; all together less than half a turn.
    pub rotation: [f64; 3],
}

impl PoseBox {
    /// A pose that is known exactly.
    pub fn exactly(pose: Pose3<f64>) -> Self {
        PoseBox { pose, translation: [0.0; 3], rotation: [0.0; 3] }
    }
}

/// When the search ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeOptions {
    /// Both ends of the enclosure are at most this part of the attained range beyond it. Default 0.05.
    pub relative: f64,
    /// Maximum number of cells for each end. Default 20 000.
    pub max_cells: u32,
}

impl Default for RangeOptions {
    fn default() -> Self {
        RangeOptions { relative: 0.05, max_cells: 20_000 }
    }
}

/// The signed distances of two bodies whose poses are boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceRange {
    /// No signed distance is outside.
    pub bounds: Bounds<f64>,
    /// Signed distances from at most `lower` to at least `upper` are attained.
    pub attained: Bounds<f64>,
    /// How many cells were evaluated.
    pub cells: u32,
}

/// Whether two bodies whose poses are boxes have a common point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intersect {
    /// The bodies intersect at no poses.
    Never,
    /// The bodies intersect at all poses.
    Always,
    /// Neither is proven.
    Maybe,
}

impl DistanceRange {
    /// Whether the bodies have a common point.
    pub fn intersect(&self) -> Intersect {
        match self.bounds {
            Bounds { lower, .. } if lower > 0.0 => Intersect::Never,
            Bounds { upper, .. } if upper <= 0.0 => Intersect::Always,
            _ => Intersect::Maybe,
        }
    }
}

/// The signed distances of two bodies that are anywhere in the boxes of their poses.
///
/// ```
/// use clearance::{Ball, Pose3};
/// use clearance_world::{Intersect, PoseBox, RangeOptions, signed_distance_range};
/// let ball = Ball::new(1.0).unwrap().into();
/// let here = PoseBox::exactly(Pose3::IDENTITY);
/// // Three away along x, and off by half along it: from 0.5 to 1.5.
/// let there = PoseBox { translation: [0.5, 0.0, 0.0], ..PoseBox::exactly(Pose3::from_xyz(3.0, 0.0, 0.0).unwrap()) };
/// let found = signed_distance_range((&ball, &here), (&ball, &there), &RangeOptions::default());
/// assert!(found.bounds.lower <= 0.5 && found.bounds.lower > 0.45 && found.bounds.upper >= 1.5 && found.bounds.upper < 1.55);
/// assert_eq!(found.intersect(), Intersect::Never);
/// ```
pub fn signed_distance_range(
    a: (&Shape3<f64>, &PoseBox),
    b: (&Shape3<f64>, &PoseBox),
    options: &RangeOptions,
) -> DistanceRange {
    let pair = LoosePair { sides: [LooseShape::new(a), LooseShape::new(b)] };
    let root = pair.root();
    let mut attained = Bounds { lower: f64::INFINITY, upper: f64::NEG_INFINITY };
    // Corners first, so that it is known early how wide the range is.
    for goal in [Goal::Least, Goal::Greatest] {
        pair.corners(&root, goal, &mut attained);
    }
    let mut cells = 0;
    let mut bounds = Bounds { lower: 0.0, upper: 0.0 };
    for goal in [Goal::Least, Goal::Greatest] {
        let end = pair.search(&root, goal, (options, &mut attained, &mut cells));
        *if goal == Goal::Least { &mut bounds.lower } else { &mut bounds.upper } = end;
    }
    DistanceRange { bounds, attained, cells }
}

/// How many numbers the errors of both poses have.
const SIZE: usize = 12;

/// Which end of the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Least,
    Greatest,
}

struct LooseShape<'s> {
    shape: &'s Shape3<f64>,
    at: &'s PoseBox,
    /// The largest distance of a point from the origin of the frame.
    reach: f64,
}

struct LoosePair<'s> {
    sides: [LooseShape<'s>; 2],
}

/// A box of errors: of A's translation and rotation, then of B's.
#[derive(Clone, Copy, Debug)]
struct Cell {
    lower: [f64; SIZE],
    upper: [f64; SIZE],
}

impl Cell {
    fn middle(&self) -> [f64; SIZE] {
        core::array::from_fn(|i| self.lower[i] + 0.5 * (self.upper[i] - self.lower[i]))
    }
    fn half(&self, middle: &[f64; SIZE]) -> [f64; SIZE] {
        // A difference rounds by u of itself.
        let off = |i: usize| (self.upper[i] - middle[i]).max(middle[i] - self.lower[i]) * (1.0 + 2.0 * f64::UNIT);
        core::array::from_fn(off)
    }
}

impl<'s> LooseShape<'s> {
    fn new((shape, at): (&'s Shape3<f64>, &'s PoseBox)) -> Self {
        let ball = Ball::around(shape);
        LooseShape { shape, at, reach: (ball.center.norm() + ball.radius) * (1.0 + 8.0 * f64::UNIT) }
    }

    /// Where the body is with an error; the angle is a norm, off by `4u` of itself.
    fn pose(&self, e: &[f64]) -> Pose3<f64> {
        let (translation, turn) = (Vec3::new(e[0], e[1], e[2]), Vec3::new(e[3], e[4], e[5]));
        let moved = Pose3::from_translation(translation).unwrap_or(Pose3::IDENTITY);
        let off = match turn == Vec3::ZERO {
            true => moved,
            false => {
                let angle = turn.norm();
                Pose3::from_axis_angle(turn, angle, translation).unwrap_or(moved).widened(8.0 * f64::UNIT * angle, 0.0)
            }
        };
        if off == Pose3::IDENTITY { self.at.pose } else { self.at.pose.then(&off) }
    }

    /// How far any point may move: `E`.
    fn most(&self, h: &[f64]) -> f64 {
        let norm = |i: usize| Vec3::new(h[i], h[i + 1], h[i + 2]).norm();
        (norm(0) + norm(3) * self.reach) * (1.0 + 32.0 * f64::UNIT)
    }

    /// How far any point may move beyond first order, and how far translations move it along an axis.
    fn beyond(&self, h: &[f64], axis: Vec3<f64>) -> [f64; 2] {
        let turn = Vec3::new(h[3], h[4], h[5]).norm();
        let error = self.at.pose.rotation_error() + 32.0 * f64::UNIT;
        let along = |i: usize| h[i] * (axis.dot(self.at.pose.matrix().column(i)).abs() + error);
        [
            0.75 * turn * turn * self.reach * (1.0 + 32.0 * f64::UNIT),
            (0..3).map(along).sum::<f64>() * (1.0 + 32.0 * f64::UNIT),
        ]
    }

    /// `h_i (n × j_i)` for an axis as the body sees it.
    fn levers(&self, (e, h): (&[f64], &[f64]), axis: Vec3<f64>) -> [Vec3<f64>; 3] {
        let turn = Vec3::new(e[3], e[4], e[5]);
        core::array::from_fn(|i| axis.cross(derivative(turn, Vec3::axis(i))) * h[3 + i])
    }

    /// No point is lower along an axis of the world, as far as first order goes, from the origin of the frame.
    /// Directions are off by the rotation's error and `64u` for each of four vectors of lengths up to `1 + Σ h`.
    fn lowest(&self, pose: &Pose3<f64>, (e, h): (&[f64], &[f64]), axis: Vec3<f64>) -> f64 {
        let seen = pose.vector_back(axis);
        let levers = self.levers((e, h), seen);
        let size = 1.0 + h[3] + h[4] + h[5];
        let spare = (pose.rotation_error() + 256.0 * f64::UNIT) * size * self.reach;
        let signs = |i: usize| if h[3 + i] == 0.0 { &[1.0][..] } else { &[-1.0, 1.0][..] };
        let (mut least, mut hint) = (f64::INFINITY, Hint::NONE);
        for x in signs(0) {
            for y in signs(1) {
                for z in signs(2) {
                    let direction = seen - levers[0] * *x - levers[1] * *y - levers[2] * *z;
                    let Some(towards) = Axis::along(-direction) else { return f64::NEG_INFINITY };
                    let found = Height::of(self.shape, &towards, &mut hint);
                    let top = (found.value + found.error) * direction.norm();
                    least = least.min(-top - 16.0 * f64::UNIT * top.abs());
                }
            }
        }
        least - spare
    }
}

/// `J v` with `J = ∫₀¹ Exp(−τ φ) dτ = 1 − (1 − cos θ)/θ² [φ]× + (θ − sin θ)/θ³ [φ]×²`. Below `θ = 1/8` by the series,
/// of which the terms left out are less than `2⁻⁶⁰`.
fn derivative(phi: Vec3<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let squared = phi.dot(phi);
    let [first, second] = if squared < 1.0 / 64.0 {
        let series = |start: f64| {
            let mut term = 1.0 / (start * (start - 1.0) * if start == 3.0 { start - 2.0 } else { 1.0 });
            let mut sum = 0.0;
            for k in 0..8 {
                sum += term;
                let next = start + 2.0 * f64::from(k);
                term *= -squared / ((next + 1.0) * (next + 2.0));
            }
            sum
        };
        [series(2.0), series(3.0)]
    } else {
        let angle = squared.sqrt();
        let (sin, cos) = clearance::math::sin_cos(angle);
        [(1.0 - cos) / squared, (angle - sin) / (squared * angle)]
    };
    let once = phi.cross(v);
    v - once * first + phi.cross(once) * second
}

impl LoosePair<'_> {
    fn root(&self) -> Cell {
        let sizes: Vec<f64> =
            self.sides.iter().flat_map(|side| side.at.translation.into_iter().chain(side.at.rotation)).collect();
        Cell { lower: core::array::from_fn(|i| -sizes[i]), upper: core::array::from_fn(|i| sizes[i]) }
    }

    fn poses(&self, e: &[f64; SIZE]) -> [Pose3<f64>; 2] {
        [self.sides[0].pose(&e[..6]), self.sides[1].pose(&e[6..])]
    }

    fn proximity(&self, poses: &[Pose3<f64>; 2]) -> Proximity<Vec3<f64>> {
        let [a, b] = &self.sides;
        query::Pair::in_world((a.shape, &poses[0]), (b.shape, &poses[1])).signed_distance()
    }

    /// Signed distances at corners that are extreme to first order.
    fn corners(&self, cell: &Cell, goal: Goal, attained: &mut Bounds<f64>) {
        let mut e = cell.middle();
        for _ in 0..4 {
            let poses = self.poses(&e);
            let found = self.proximity(&poses);
            attained.lower = attained.lower.min(found.bounds.upper);
            attained.upper = attained.upper.max(found.bounds.lower);
            let next = self.corner(cell, goal, (&poses, &e, &found));
            if next == e {
                return;
            }
            e = next;
        }
    }

    fn corner(
        &self,
        cell: &Cell,
        goal: Goal,
        (poses, e, found): (&[Pose3<f64>; 2], &[f64; SIZE], &Proximity<Vec3<f64>>),
    ) -> [f64; SIZE] {
        let mut next = *e;
        for (s, (side, sign)) in self.sides.iter().zip([-1.0, 1.0]).enumerate() {
            let point = [found.witness_a, found.witness_b][s];
            let own = poses[s].vector_back(point - poses[s].translation());
            let (seen, own_e) = (poses[s].vector_back(found.normal), &e[6 * s..6 * s + 6]);
            let turns = side.levers((own_e, &[1.0; 6]), seen);
            for i in 0..6 {
                let column = side.at.pose.matrix().column(i % 3);
                let rate = sign * if i < 3 { found.normal.dot(column) } else { turns[i - 3].dot(own) };
                let falls = (rate > 0.0) == (goal == Goal::Least);
                let k = 6 * s + i;
                next[k] = if rate == 0.0 {
                    e[k]
                } else if falls {
                    cell.lower[k]
                } else {
                    cell.upper[k]
                };
            }
        }
        next
    }

    /// A bound of the end over a cell.
    fn bound(&self, cell: &Cell, goal: Goal, attained: &mut Bounds<f64>) -> f64 {
        let e = cell.middle();
        let (h, poses) = (cell.half(&e), self.poses(&e));
        let found = self.proximity(&poses);
        let Bounds { lower, upper } = found.bounds;
        attained.lower = attained.lower.min(upper);
        attained.upper = attained.upper.max(lower);
        let parts = |s: usize| (&self.sides[s], &e[6 * s..6 * s + 6], &h[6 * s..6 * s + 6]);
        let most: f64 = (0..2).map(|s| parts(s).0.most(parts(s).2)).sum();
        let n = found.normal.normalized();
        match goal {
            Goal::Least => {
                let lowest = |s: usize, axis: Vec3<f64>| {
                    let (side, e, h) = parts(s);
                    let beyond: f64 = side.beyond(h, axis).iter().sum();
                    side.lowest(&poses[s], (e, h), axis) - beyond - poses[s].translation_error()
                };
                let rise = n.dot(poses[1].translation() - poses[0].translation());
                let [below, above] = [lowest(1, n), lowest(0, -n)];
                let size = rise.abs()
                    + self.sides[0].reach
                    + self.sides[1].reach
                    + poses.iter().map(|pose| pose.translation().norm()).sum::<f64>();
                (lower - most).next_down().max(rise + below + above - 32.0 * f64::UNIT * size)
            }
            Goal::Greatest => {
                let far = upper + most;
                if !(lower > 0.0) {
                    return far.next_up();
                }
                let along = |s: usize| {
                    let (side, e, h) = parts(s);
                    let point = [found.witness_a, found.witness_b][s];
                    let own = poses[s].vector_back(point - poses[s].translation());
                    let turned: f64 =
                        side.levers((e, h), poses[s].vector_back(n)).iter().map(|lever| lever.dot(own).abs()).sum();
                    let spare = (poses[s].rotation_error() + 256.0 * f64::UNIT) * (h[3] + h[4] + h[5]) * side.reach;
                    side.beyond(h, n).iter().sum::<f64>() + turned + spare
                };
                // Witness points are points of their bodies within the bounds.
                let length = upper + along(0) + along(1) + 4.0 * (upper - lower);
                let size = (length * length + most * most).sqrt() * (1.0 + 16.0 * f64::UNIT);
                far.min(size).next_up()
            }
        }
    }

    /// The end of the range, from outside.
    fn search(
        &self,
        root: &Cell,
        goal: Goal,
        (options, attained, cells): (&RangeOptions, &mut Bounds<f64>, &mut u32),
    ) -> f64 {
        // The greatest distance is the least of their negatives.
        let sign = if goal == Goal::Least { 1.0 } else { -1.0 };
        let mut open = BestFirst::new();
        open.push(sign * self.bound(root, goal, attained), (), *root);
        let mut count = 1;
        while let Some(Entry { bound: whole, item: cell, .. }) = open.pop() {
            let seen = if goal == Goal::Least { attained.lower } else { attained.upper };
            let slack = sign * seen - whole;
            let wide = options.relative * (attained.upper - attained.lower);
            let direction = if slack <= wide || count >= options.max_cells { None } else { self.widest(&cell) };
            let Some((k, at)) = direction else {
                *cells += count;
                return sign * whole;
            };
            let mut halves = [cell, cell];
            (halves[0].upper[k], halves[1].lower[k]) = (at, at);
            for half in halves {
                // A part is in the whole.
                let bound = (sign * self.bound(&half, goal, attained)).max(whole);
                open.push(bound, (), half);
                count += 1;
            }
        }
        unreachable!("the heap always holds what is left of the root")
    }

    /// The direction in which the points move most, and its middle; none if it is too short to be halved.
    fn widest(&self, cell: &Cell) -> Option<(usize, f64)> {
        let reach = |k: usize| if k % 6 < 3 { 1.0 } else { self.sides[k / 6].reach };
        let length = |k: usize| (cell.upper[k] - cell.lower[k]) * reach(k);
        let k = (0..SIZE).max_by(|&i, &j| length(i).total_cmp(&length(j)))?;
        let at = cell.middle()[k];
        (cell.lower[k] < at && at < cell.upper[k]).then_some((k, at))
    }
}

#[cfg(test)]
mod tests;
