//! The least bounds of all pairs, by a budget: the pair with the least one gets its next one.

use clearance::enclosure::{Axis, Ball, gap, gap_above};
use clearance::query::{self, WarmStart};
use clearance::{Hint, Options, Vec3, Vector};
use clearance_world::{BestFirst, Entry};

use super::less;
use super::reading::{Least, Reading, Verdict};
use super::sets::Sets;
use super::watch::{Cast, PairKind, into_halfspace};
use crate::bound::curvature::{Own, off_along};
use crate::bound::swing::swing;
use crate::cell::chain::Chain;
use crate::cell::piece::Piece;

/// Maximum number of support evaluations of one distance: hulls of some hundred vertices need fewer than ten.
const LONGEST: u32 = 32;

/// Which bound of a pair was taken last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Balls,
    Boxes,
    /// Along the axis that is kept.
    Axis,
    /// Along the normal of the distance: there is none after it.
    Distance,
}

/// What is kept of a pair from tick to tick.
#[derive(Clone, Copy, Debug)]
struct PairState {
    /// The axis from the first body to the second that was best, in the frame between them.
    axis: Vec3<f64>,
    hints: [Hint; 2],
    warm: WarmStart<Vec3<f64>>,
}

#[derive(Clone, Debug)]
pub(super) struct MonitorSearch {
    known: Vec<PairState>,
    /// Pairs by their best bounds, with the last bound that was taken.
    open: BestFirst<f64, usize, Level>,
    options: Options<f64>,
}

/// A tick at work.
struct Tick<'t> {
    cast: &'t Cast,
    sets: &'t Sets,
    options: Options<f64>,
    /// Support evaluations that are left.
    left: u32,
    /// The least upper bound of the kind.
    upper: f64,
}

impl MonitorSearch {
    pub fn new(cast: &Cast) -> Self {
        let hints = [Hint::NONE; 2];
        let axis = |pair: &Chain| into_halfspace(&cast.bodies[pair.bodies[1]]).unwrap_or(Vec3::ZERO);
        MonitorSearch {
            known: cast
                .pairs
                .iter()
                .map(|pair| PairState { axis: axis(pair), hints, warm: WarmStart::new() })
                .collect(),
            open: BestFirst::with_capacity(cast.pairs.len()),
            options: Options::default(),
        }
    }

    /// The least bounds of all kinds; the horizon is not known here.
    pub fn run(&mut self, cast: &Cast, sets: &Sets, budget: u32) -> Reading {
        let mut tick = Tick { cast, sets, options: self.options, left: budget, upper: f64::INFINITY };
        let mut complete = true;
        let [watched, own, world] = PairKind::ALL.map(|kind| {
            let (least, done) = self.least(&mut tick, kind);
            complete &= done;
            least
        });
        let is_free = [&watched, &own, &world].iter().all(|least| least.lower > 0.0);
        let verdict = if is_free { Verdict::Free } else { Verdict::Close };
        let evaluations = budget - tick.left;
        Reading { verdict, watched, own, world, horizon: 0.0, complete, evaluations }
    }

    /// The least bound of a kind of pairs, and whether it is as good as it gets.
    fn least(&mut self, tick: &mut Tick, kind: PairKind) -> (Least, bool) {
        tick.upper = f64::INFINITY;
        let of_kind = tick.cast.kinds.iter().enumerate().filter(|(_, other)| **other == kind);
        self.open.clear();
        self.open.extend(of_kind.map(|(pair, _)| Entry { bound: tick.by_balls(pair), key: pair, item: Level::Balls }));
        while let Some(mut first) = self.open.first_mut() {
            let pair = first.key;
            let known = &mut self.known[pair];
            let (lower, level) = match first.item {
                Level::Balls => (tick.by_boxes(pair), Level::Boxes),
                Level::Distance => break,
                _ if tick.left < 2 => break,
                Level::Boxes => tick.along_axis(pair, known),
                Level::Axis => (tick.by_distance(pair, known), Level::Distance),
            };
            // Changed where it is; the heap moves it when it is dropped.
            first.bound = first.bound.max(lower);
            first.item = level;
        }
        let Some(first) = self.open.first() else { return (Least::NONE, true) };
        (Least { lower: first.bound, upper: tick.upper, pair: Some(first.key) }, first.item == Level::Distance)
    }
}

impl<'t> Tick<'t> {
    fn pair(&self, pair: usize) -> (&'t Chain, [usize; 2]) {
        let pair = &self.cast.pairs[pair];
        (pair, pair.bodies)
    }

    /// How far the points of both bodies may come towards one another in all, margin included.
    fn ways(&self, pair: usize) -> f64 {
        let (pair, [a, b]) = self.pair(pair);
        let swung = |side: usize, body: usize| {
            let above = pair.frames.up[side].iter().map(|frame| self.sets.joint(*frame));
            swing(above, self.sets.ball(body), 0.0, 0.0).off
        };
        let ways = match pair.frames.common {
            0 => self.sets.way(a) + self.sets.way(b),
            _ => swung(0, a) + swung(1, b),
        };
        ways + pair.margin
    }

    /// How far a body comes by itself.
    fn reach(&self, body: usize) -> f64 {
        if self.cast.walkers[body].is_some() { self.sets.way(body) } else { 0.0 }
    }

    /// A bound from balls; the ball about a halfspace has no end, and says nothing.
    fn by_balls(&self, pair: usize) -> f64 {
        let (_, [a, b]) = self.pair(pair);
        less(self.sets.ball(a).distance_bound(self.sets.ball(b)), self.ways(pair))
    }

    /// A bound from the ball about either body and the box about the other.
    fn by_boxes(&self, pair: usize) -> f64 {
        let (_, bodies) = self.pair(pair);
        let of = |side: usize| {
            let (body, other) = (bodies[side], bodies[1 - side]);
            let ball: &Ball<_> = self.sets.ball(other);
            let enclosure = self.cast.bodies[body].enclosure.filter(|_| ball.radius.is_finite());
            enclosure.map_or(f64::NEG_INFINITY, |own| own.apart_from(self.sets.pose(body), ball, side).lower)
        };
        less(of(0).max(of(1)), self.ways(pair))
    }

    /// Along the axis that is kept; the bound of a halfspace has no better one.
    fn along_axis(&mut self, pair: usize, known: &mut PairState) -> (f64, Level) {
        let is_last = self.cast.bodies[self.pair(pair).1[1]].enclosure.is_none();
        let lower = self.along(pair, known);
        (lower, if is_last { Level::Distance } else { Level::Axis })
    }

    /// A bound by the distance in the middle, and along its normal.
    fn by_distance(&mut self, pair: usize, known: &mut PairState) -> f64 {
        let (of, [a, b]) = self.pair(pair);
        let [(first, pose_a), (second, pose_b)] =
            [a, b].map(|body| (&self.cast.bodies[body].part.piece, self.sets.pose(body)));
        let (Piece::Convex(first), Piece::Convex(second)) = (first, second) else { return f64::NEG_INFINITY };
        let b_in_a = clearance::Pose3::relative(pose_a, pose_b);
        let options = Options { max_iterations: LONGEST.min(self.left / 2), ..self.options };
        let found =
            query::Pair::new(first, second, &b_in_a).options(options).warm(&mut known.warm).unrefined_distance();
        // A body that is watched may come nearer by its reach, which was rounded up, until they touch.
        let nearer = found.bounds.upper - self.reach(b) * (1.0 - 1.0 / (1u64 << 40) as f64);
        let nearest = nearer.next_up().max(0.0);
        // Without a margin nothing is rounded: bodies that overlap are at most 0 apart.
        let upper = if of.margin == 0.0 { nearest } else { (nearest - of.margin).next_up() };
        self.upper = self.upper.min(upper);
        self.left -= (2 * found.iterations).min(self.left);
        // Of bodies that may overlap it is no bound of the signed distance.
        if found.bounds.lower <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let lower = less(found.bounds.lower, self.ways(pair));
        if self.left < 2 {
            return lower;
        }
        let normal = pose_a.vector(found.normal);
        known.axis = match of.frames.common {
            0 => normal,
            frame => self.sets.frame(frame).vector_back(normal),
        };
        lower.max(self.along(pair, known))
    }

    /// The gap in the middle along the axis that is kept, less what moves along it: two support evaluations.
    fn along(&mut self, pair: usize, known: &mut PairState) -> f64 {
        let (of, [a, b]) = self.pair(pair);
        let kept = match of.frames.common {
            0 => Axis::along(known.axis),
            frame => Axis::along(known.axis).map(|axis| axis.posed(self.sets.frame(frame))),
        };
        let Some(axis) = kept.or_else(|| Axis::along(self.sets.ball(b).center - self.sets.ball(a).center)) else {
            return f64::NEG_INFINITY;
        };
        let [(first, pose_a), (second, pose_b)] =
            [a, b].map(|body| (&self.cast.bodies[body].part.piece, self.sets.pose(body)));
        let (axis, gap) = match (first, second) {
            (Piece::Convex(first), Piece::Convex(second)) => {
                (axis, gap((first, pose_a), (second, pose_b), &axis, &mut known.hints))
            }
            (Piece::Convex(first), Piece::Halfspace(half)) => {
                let found = gap_above((half, pose_b), (first, pose_a), &mut known.hints[0]).0;
                (-Axis::normalized(half.normal()).posed(pose_b), found)
            }
            _ => return f64::NEG_INFINITY,
        };
        self.left -= 2;
        let off = |side: usize, body: usize| {
            let above = of.frames.up[side].iter().map(|frame| self.sets.joint(*frame));
            off_along(above, self.sets.ball(body), Own::default(), &axis, 0.0)
        };
        let (moved, margin) = (off(0, a) + off(1, b) + self.reach(b), of.margin);
        if second.halfspace().is_some() {
            self.upper = self.upper.min((gap.value + gap.error - margin).next_up());
        }
        less(gap.lower(), moved + margin)
    }
}
