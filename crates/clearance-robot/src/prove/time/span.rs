//! How everything moves over an interval of a segment. What concerns one body is computed when it is first asked for:
//! over a short interval few bodies are near anything.

use std::cell::OnceCell;
use std::rc::Rc;

use clearance::enclosure::{Axis, Ball, least_between};
use clearance::{Pose3, Real, Vec3, Vector};

use super::snapshot::Snapshot;
use crate::bound::curvature::{Own, off_along};
use crate::bound::moving::{mover_joints, moving_joints};
use crate::bound::swing::{Moving, Swing, swing, swings};
use crate::cell::bodies::{Body, Stage};
use crate::cell::chain::{Chain, FixedAxis, Frames, Side};
use crate::path::{CarriedRates, Cell, Segment};

/// An interval of a segment with what bounds the motion over it.
pub(crate) struct Span {
    /// In the middle.
    pub middle: Rc<Snapshot>,
    /// Its beginning and its end.
    pub ends: [f64; 2],
    /// Half its length.
    pub half: f64,
    /// One for each frame of the robot; the first one is at rest.
    joints: Vec<Moving>,
    /// Two for each mover, the one next to it first.
    mover_joints: Vec<[Moving; 2]>,
    /// The bodies that move, in the middle.
    moving: Vec<OnceCell<MovingBody>>,
    /// The middle and the half sizes of the cell of errors; none if nothing may be off.
    cell: Option<[Vec<f64>; 2]>,
}

/// How a body moves.
struct MovingBody {
    ball: Ball<Vec3<f64>>,
    /// How far it may be off by its own pose.
    off: f64,
    /// In the world: most pairs are of one of them and of a fixed body.
    swing: Swing,
    /// How far its points may come from where they are in the middle, relative to the world, then to each frame from
    /// there on that it hangs on.
    ways: Box<[f64]>,
}

impl Span {
    /// With joints and bodies off by the errors of a cell, if one is given.
    pub fn new(stage: &Stage, segment: &Segment, [x0, x1]: [f64; 2], cell: Option<&Cell>) -> Self {
        let (error, sizes) = cell.map_or_else(Default::default, |cell| (Some(cell.middle()), cell.half()));
        let middle = Snapshot::new(stage, segment, 0.5 * (x0 + x1), error.as_deref());
        let rates = segment.rates([x0, x1]);
        let joints = moving_joints(stage.robot(), middle.frames(), &rates, &sizes);
        let mover = |(pose, rates): (usize, &CarriedRates)| {
            let errors = error.as_deref().zip(stage.pose_errors(pose)).map(|(error, place)| &error[place]);
            let moved = errors.map_or(0.0, |e| Vec3::new(e[0], e[1], e[2]).norm());
            mover_joints(&middle.frames()[pose], rates, moved)
        };
        let mover_joints = (joints.len()..).zip(&rates.carried).map(mover).collect();
        let moving = stage.moving().iter().map(|_| OnceCell::new()).collect();
        let half = 0.5 * (x1 - x0);
        let cell = error.map(|error| [error, sizes]);
        Span { middle: Rc::new(middle), ends: [x0, x1], half, joints, mover_joints, moving, cell }
    }

    fn moving(&self, stage: &Stage, body: usize) -> Option<&MovingBody> {
        let of = || {
            let sizes = self.cell.as_ref().map_or(&[][..], |[_, sizes]| sizes);
            let Body { above, .. } = &stage.bodies()[body];
            let ball = stage.bodies()[body].ball_at(self.middle.body(stage, body));
            let off = own_error(stage, self.middle.frames(), body, &ball, sizes);
            let mut ways = Vec::with_capacity(above.len() + 1);
            let each = |so_far: Swing| ways.push(so_far.way(self.half));
            let swing = swings(self.joints(above.iter()), &ball, off, self.half, each);
            ways.reverse();
            MovingBody { ball, off, swing, ways: ways.into() }
        };
        self.moving.get(body).map(|moving| moving.get_or_init(of))
    }

    /// The joints by which a frame moves against the one that it hangs on, in the middle, those next to its bodies
    /// first.
    pub fn joints_of(&self, frame: usize) -> &[Moving] {
        match frame.checked_sub(self.joints.len()) {
            None => core::slice::from_ref(&self.joints[frame]),
            Some(mover) => self.mover_joints.get(mover).map_or(&[], |joints| joints),
        }
    }

    /// The joints that move a body against a frame of another one, those next to it first: its own up to the frame that
    /// carries both, then those from there to that frame, in the opposite order.
    fn joints_beyond<'s>(&'s self, own: &'s [usize], beyond: &'s [usize]) -> impl Iterator<Item = &'s Moving> + Clone {
        self.joints(own.iter()).chain(beyond.iter().rev().flat_map(|frame| self.joints_of(*frame).iter().rev()))
    }

    /// The joints of several frames.
    fn joints<'s>(
        &'s self,
        frames: impl Iterator<Item = &'s usize> + Clone,
    ) -> impl Iterator<Item = &'s Moving> + Clone {
        frames.flat_map(|frame| self.joints_of(*frame))
    }

    /// The ball about a body in the middle.
    pub fn ball<'s>(&'s self, stage: &'s Stage, body: usize) -> &'s Ball<Vec3<f64>> {
        self.moving(stage, body).map_or(&stage.bodies()[body].still, |moving| &moving.ball)
    }

    /// How far points of a body that moves may come from where they are in the middle.
    pub fn way(&self, stage: &Stage, body: usize) -> f64 {
        self.moving(stage, body).map_or(0.0, |moving| moving.swing.way(self.half))
    }

    /// The balls about the bodies of a pair, and how far their points may come from where they are in the middle
    /// relative to the frame between them, both together: the way of [`swing`](Self::swing).
    pub fn enclosing<'s>(&'s self, stage: &'s Stage, pair: &Chain) -> ([&'s Ball<Vec3<f64>>; 2], f64) {
        let of = |i: usize| {
            let body = &stage.bodies()[pair.bodies[i]];
            match self.moving(stage, pair.bodies[i]) {
                Some(moving) => (&moving.ball, moving.ways[body.above.len() - pair.frames.up[i].len()]),
                None => (&body.still, 0.0),
            }
        };
        let ((a, way_a), (b, way_b)) = (of(0), of(1));
        ([a, b], way_a + way_b)
    }

    fn off(&self, stage: &Stage, body: usize) -> f64 {
        self.moving(stage, body).map_or(0.0, |moving| moving.off)
    }

    /// How the bodies of a pair move relative to the frame of a side, both together: no point of the one moves faster,
    /// or on a path that bends more, relative to a point of the other along an axis that is fixed in that frame.
    pub fn swing(&self, stage: &Stage, pair: &Chain, side: Side) -> Swing {
        let Frames { common, up, .. } = &*pair.frames;
        if side == Side::Between && *common == 0 && up[1].is_empty() {
            return self.moving(stage, pair.bodies[0]).map_or(Swing::default(), |moving| moving.swing);
        }
        let balls = pair.bodies.map(|body| self.ball(stage, body));
        let off = pair.bodies.map(|body| self.off(stage, body));
        match side {
            Side::Between => {
                let [a, b] = [0, 1].map(|i| swing(self.joints(up[i].iter()), balls[i], off[i], self.half));
                a + b
            }
            Side::Carried(of, index) => {
                let (own, beyond) = up[of].split_at(index);
                let moved = swing(self.joints_beyond(&up[1 - of], beyond), balls[1 - of], off[1 - of], self.half);
                // Against its own frame a body moves by what its pose is off by.
                if index == 0 {
                    moved.off_more(off[of])
                } else {
                    moved + swing(self.joints(own.iter()), balls[of], off[of], self.half)
                }
            }
        }
    }
}

impl Span {
    /// [`swing`](Self::swing) of heights along an axis that is fixed in the frame of a side: what is off counts along
    /// it.
    pub fn swing_along(&self, stage: &Stage, pair: &Chain, fixed: FixedAxis) -> Swing {
        let FixedAxis { side, axis } = fixed;
        let swing = self.swing(stage, pair, side);
        let (Some(cell), true) = (&self.cell, swing.off > 0.0) else { return swing };
        let up = &pair.frames.up;
        let pose = self.middle.pose_of(pair.frames.frame_of(side));
        // Normalized and turned, off by few u.
        let (direction, error) = (pose.vector(axis.normalized()), pose.rotation_error() + 32.0 * f64::UNIT);
        let axis = &Axis { direction, error };
        let balls = pair.bodies.map(|body| self.ball(stage, body));
        let own = pair.bodies.map(|body| self.own_along(stage, body, cell, axis));
        let along = match side {
            Side::Between => {
                let along = |i: usize| off_along(self.joints(up[i].iter()), balls[i], own[i], axis, self.half);
                along(0) + along(1)
            }
            Side::Carried(of, index) => {
                let (near, beyond) = up[of].split_at(index);
                let (joints, other) = (self.joints_beyond(&up[1 - of], beyond), 1 - of);
                let along = off_along(joints, balls[other], own[other], axis, self.half);
                if index == 0 {
                    along + own[of].along
                } else {
                    along + off_along(self.joints(near.iter()), balls[of], own[of], axis, self.half)
                }
            }
        };
        Swing { off: swing.off.min(along), ..swing }
    }

    /// How far a body may be off along an axis by its own pose, if it is a mover.
    ///
    /// About the pose `P · (Exp(φ₀) x + t₀)` of the middle of the cell, `|δ_i| ≤ h_i`: the translation moves along
    /// the axes of P, which the turn by `φ₀` takes to those of the middle, so by `Σ h_i|n·e_i| + |φ₀||h|` with the
    /// latter. The rotation's derivative by φ is that about the origin by `J δ`, `|J − 1| ≤ |φ₀|/2`, and its second
    /// derivative along δ is at most `3/2 |δ|²` times the distance from the origin `ρ`: `Σ h_i max|(n × e_i)·(x −
    /// o)| + (|φ₀|/2 |h| + ¾|h|²) ρ`.
    fn own_along(&self, stage: &Stage, body: usize, [middle, half]: &[Vec<f64>; 2], axis: &Axis<Vec3<f64>>) -> Own {
        let most = self.off(stage, body);
        let frame = stage.bodies()[body].part.frame;
        let (Some(errors), true) = (stage.pose_errors(frame), most > 0.0) else { return Own::default() };
        let (begin, pose) = (errors.start, &self.middle.frames()[frame]);
        let three = |from: &[f64], i: usize| Vec3::new(from[i], from[i + 1], from[i + 2]);
        let (ball, turned) = (self.ball(stage, body), three(middle, begin + 3).norm());
        let (shift, turn) = (three(half, begin), three(half, begin + 3));
        let arm = ball.center - pose.translation();
        let reach = arm.norm() + ball.radius + pose.translation_error();
        let error = axis.error + pose.rotation_error() + 32.0 * f64::UNIT;
        let mut along = turned * shift.norm() + (0.5 * turned + 0.75 * turn.norm()) * turn.norm() * reach;
        for i in 0..3 {
            let e = pose.vector(Vec3::axis(i));
            let lever = axis.direction.cross(e);
            along += shift[i] * (axis.direction.dot(e).abs() + error);
            along += turn[i] * (lever.dot(arm).abs() + lever.norm() * ball.radius + error * reach);
        }
        Own { most, along: (along * (1.0 + 128.0 * f64::UNIT)).min(most) }
    }
}

/// How far the points of a body may be from where its pose has them, if it is a mover: by the longest translation, and
/// by the largest turn about the origin of its frame, since `|Exp(φ + δ) x − Exp(φ) x| ≤ |δ||x|`. Few sums and norms of
/// positive numbers, each rounded by a few `u`.
fn own_error(stage: &Stage, frames: &[Pose3<f64>], body: usize, ball: &Ball<Vec3<f64>>, sizes: &[f64]) -> f64 {
    let frame = stage.bodies()[body].part.frame;
    let Some(e) = stage.pose_errors(frame).and_then(|errors| sizes.get(errors)) else { return 0.0 };
    let [translation, turn] = [Vec3::new(e[0], e[1], e[2]), Vec3::new(e[3], e[4], e[5])].map(|v| v.norm());
    let reach = (ball.center - frames[frame].translation()).norm() + frames[frame].translation_error() + ball.radius;
    (translation + turn * reach) * (1.0 + 64.0 * f64::UNIT)
}

/// The least value that a gap may take over an interval of a given length, from its values at both ends, with bounds of
/// its first and second derivatives; and of how far points may be off all over it.
///
/// The gap along a fixed axis is the least of `n·(b − a)` over pairs of points, and each of these is `f(t)` with `|f′|
/// ≤ s` and `|f″| ≤ κ`: the larger of the [parabola](least_between) under both ends and of the wedge `f ≥ max(f₀ − sσ,
/// f₁ − s(τ − σ)) ≥ (f₀ + f₁ − sτ)/2`. Both rise with `f₀` and `f₁`, so they hold for the gap. The product and the sums
/// round by `u` each, `4u` of the terms.
pub(crate) fn least_over([f0, f1]: [f64; 2], swing: Swing, duration: f64) -> f64 {
    let least = wedge([f0, f1], swing.speed * duration).max(least_between([f0, f1], duration, swing.bend));
    if swing.off == 0.0 { least } else { (least - swing.off).next_down() }
}

/// The wedge of [`least_over`], by how far points may come from one another over all of the interval.
pub(super) fn wedge([f0, f1]: [f64; 2], way: f64) -> f64 {
    let wedge = 0.5 * (f0 + f1 - way) - 4.0 * f64::UNIT * (f0.abs() + f1.abs() + way);
    wedge.min(f0.min(f1))
}

#[cfg(test)]
mod tests {
    use clearance::Hint;

    use super::*;
    use crate::cell::workcell::Workcell;
    use crate::prove::range::testing::{Branches, chain};
    use crate::prove::time::execution::Execution;
    use crate::random::Random;
    use crate::trajectory::{BodyMotion, Interpolation, TimedPoint, Trajectory, Waypoint};

    #[test]
    fn a_gap_between_two_times_is_bounded_by_the_wedge_and_by_the_parabola() {
        // With 1 and 2 at the ends of a time 1, |f′| ≤ 3: the wedge is (1 + 2 − 3)/2 = 0; a bend of 8 leaves 1 − (4 −
        // 1)²/16 = 0.4375.
        let least = |speed: f64, bend: f64| least_over([1.0, 2.0], Swing { speed, bend, off: 0.0 }, 1.0);
        assert!(least(3.0, 1e9) <= 0.0 && least(3.0, 1e9) > -2e-14);
        assert!(least(1e9, 8.0) <= 0.4375 && least(1e9, 8.0) > 0.4375 - 2e-14);
        assert!(least(1.0, 1e9) <= 1.0 && least(1.0, 1e9) > 1.0 - 1e-14);
        // Of a tenth each the rounding is taken off: 0.1 + 0.2 − 0.3 is no zero in floats.
        assert!(least_over([0.1, 0.2], Swing { speed: 0.3, bend: 1e9, off: 0.0 }, 1.0) < 0.0);
    }

    /// Checks all sides of all pairs over a segment, and counts what they are.
    fn check_gaps(stage: &Stage, segment: &Segment, random: &mut Random, seen: &mut [u32; 4]) {
        let span = Span::new(stage, segment, [0.0, 1.0], None);
        for (i, pair) in stage.pairs().iter().enumerate() {
            for side in pair.frames.all_sides() {
                let kind = if let Side::Carried(body, 0) = side { 1 + body } else { 3 };
                seen[if side == Side::Between { 0 } else { kind }] += 1;
                let fixed = FixedAxis { side, axis: Vec3::from_fn(|_| random.between(-1.0, 1.0)) };
                let gap = |x: f64| Snapshot::new(stage, segment, x, None).gap(stage, i, fixed, &mut [Hint::NONE; 2]);
                let swing = span.swing_along(stage, pair, fixed);
                let lower = least_over([gap(0.0), gap(1.0)], swing, 1.0).max(gap(0.5) - swing.way(0.5));
                let least = (1..16).map(|k| gap(f64::from(k) / 16.0)).fold(f64::INFINITY, f64::min);
                // Both gaps round by some units of sizes of a few metres.
                assert!(lower <= least + 1e-13, "{side:?}: {lower:e} > {least:e}");
            }
        }
    }

    #[test]
    fn no_gap_to_a_body_that_slides_and_turns_is_below_its_bounds() {
        let mut random = Random::new(1448);
        let mut seen = [0; 4];
        for _ in 0..300 {
            let Branches { robot, world } = chain(&mut random);
            let mut vector = |far: f64| Vec3::from_fn(|_| random.between(-far, far));
            let (slide, turn) = (vector(4.0), vector(1.5));
            let first = Waypoint { time: 0.0, pose: Pose3::from_translation(vector(2.0)).unwrap() };
            let post = BodyMotion::at_rates("post", first, 1.0, [slide, turn]).unwrap();
            let q: Vec<f64> = (0..robot.dof()).map(|_| random.between(-2.0, 2.0)).collect();
            let rest = [0.0, 1.0].map(|time| TimedPoint::at(time, q.clone()));
            let still = Trajectory::through(&rest, Interpolation::Linear).unwrap();
            let cell = Workcell::new(&robot, &world).unwrap();
            let execution = Execution::new(&cell, &still.with_body(post).unwrap()).unwrap();
            let stage = Stage::new(execution.cell(), &[]).unwrap();
            check_gaps(&stage, &execution.path().segments()[0], &mut random, &mut seen);
        }
        assert!(seen[..3].iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn no_gap_along_an_axis_of_any_side_is_below_its_bounds() {
        let mut random = Random::new(1447);
        let mut seen = [0; 4];
        for _ in 0..150 {
            let Branches { robot, world } = chain(&mut random);
            let stage = Stage::new(&Workcell::new(&robot, &world).unwrap(), &[]).unwrap();
            let mut values = |far: f64| (0..robot.dof()).map(|_| random.between(-far, far)).collect::<Vec<_>>();
            let (from, step) = (values(2.0), values(0.3));
            let to = from.iter().zip(&step).map(|(value, step)| value + step).collect();
            let segment = Segment::Straight { from, to };
            check_gaps(&stage, &segment, &mut random, &mut seen);
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
