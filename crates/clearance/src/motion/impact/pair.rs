//! Two bounded bodies that move.

use super::SafeTime;
use super::approach::Approach;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::enclosure::{Axis, Gap, gap};
use crate::math::{Each, Pose, Real, RigidMap};
use crate::motion::{Envelope, MovingBody, ToiOptions};
use crate::options::Options;
use crate::proximity::{Bounds, Proximity};
use crate::shape::rounding::length_above;
use crate::solution::Solvers;
use crate::solve::steps::{run, solve};
use crate::solve::{Depth, Memory, Request, Termination, WarmStart, goal};
use crate::support::{Body, Hint, SupportExt};

/// The exponent of the part of a distance to which the queries on the way must know it.
const COARSE: i32 = -20;

/// The part of a gap that closes which a step passes.
const LEFT: f64 = 0.96875;

/// Two bodies and their motions.
pub(super) struct TwoBodies<'s, V: Dimension> {
    pub a: &'s MovingBody<'s, V>,
    pub b: &'s MovingBody<'s, V>,
    /// The signed distance that counts as contact.
    pub target: V::Scalar,
    pub options: Options<V::Scalar>,
    pub warm: WarmStart<V>,
    /// The vertices of the last gap.
    pub near: [Hint; 2],
    /// Support evaluations so far.
    pub iterations: u32,
    /// A point of the world from which translations are counted on the way, so that bodies far from its origin lose
    /// nothing.
    origin: V,
    /// What the bodies pass as they turn, once that was asked for.
    envelopes: Option<[Option<Envelope<V>>; 2]>,
}

impl<'s, V: Dimension> TwoBodies<'s, V> {
    pub fn new(a: &'s MovingBody<'s, V>, b: &'s MovingBody<'s, V>, options: &ToiOptions<V::Scalar>) -> Self {
        TwoBodies {
            a,
            b,
            target: options.target_distance,
            options: options.query,
            warm: WarmStart::new(),
            near: [Hint::NONE; 2],
            iterations: 0,
            origin: a.motion.pose_at(V::Scalar::ZERO).translation(),
            envelopes: None,
        }
    }
}

impl<V: Dimension> Approach<V> for TwoBodies<'_, V> {
    fn at(&self, t: V::Scalar) -> [Pose<V>; 2] {
        [self.a.motion.pose_from(self.origin, t), self.b.motion.pose_from(self.origin, t)]
    }

    fn gap(&mut self, n: V, poses: &[Pose<V>; 2]) -> Gap<V::Scalar> {
        let (a, b) = (&self.a.shape, &self.b.shape);
        if a.anchor() != V::ZERO || b.anchor() != V::ZERO {
            return self.anchored_gap(n, poses);
        }
        self.iterations += 1;
        gap((a, &poses[0]), (b, &poses[1]), &Axis::normalized(n), &mut self.near).beyond(self.target)
    }

    /// The unit normal from A to B at the places where the bodies are closest, and the gap along it, which is not
    /// positive if they meet. Both come out of the last plane of the distance query; no witness points are made.
    fn closest(&mut self, poses: &[Pose<V>; 2]) -> (V, Gap<V::Scalar>) {
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        if self.target < V::Scalar::ZERO {
            let normal = self.nearest(poses).normal;
            return (normal, self.gap(normal, poses));
        }
        let m = Difference::new(&self.a.shape, &self.b.shape, &RigidMap::between(&poses[0], &poses[1]));
        let radius = self.a.shape.radius() + self.b.shape.radius() + self.target;
        let mut goal = goal(&m, radius, V::Scalar::INFINITY, &self.options);
        // A gap needs no better normal, and nothing else is taken from here.
        goal.relative = goal.relative.max(V::Scalar::power_of_two(COARSE));
        goal.absolute = goal.absolute.max(number(4.0) * m.frame.plane_error);
        let standing = self.warm.standing(&m);
        let (axis, lower) = if let Some(standing) = standing.as_ref().filter(|standing| standing.holds(&m, &goal)) {
            self.iterations += 1;
            (standing.nearest, standing.lower)
        } else {
            let closest = run(&m, &goal, &self.warm, standing);
            self.warm.remember(&closest);
            self.iterations += closest.iterations;
            (closest.axis, closest.lower)
        };
        let normal = poses[0].vector(-axis).normalized();
        let value = (lower + m.frame.plane_error) * m.frame.unscale - radius;
        // The axis is the normal turned back, but for the error of A's rotation and for the rounding of three dots and
        // a norm.
        let askew = (poses[0].rotation_error() + number(10.0) * u) * m.frame.size;
        let rounding = number(4.0) * u * (value.abs() + radius.abs() + radius.abs());
        (normal, Gap { value, error: (m.frame.plane_error + askew) * m.frame.unscale + rounding })
    }

    /// Whether the simplex that was nearest a moment ago proves that the bodies meet now: by a point of its own that is
    /// near enough, or by surrounding the origin together with the centre, beyond the error of every point.
    fn meet(&self, poses: &[Pose<V>; 2]) -> bool {
        let m = Difference::new(&self.a.shape, &self.b.shape, &RigidMap::between(&poses[0], &poses[1]));
        let Some(simplex) = self.warm.simplex(&m).filter(|_| m.polytopal) else { return false };
        let radius = self.a.shape.radius() + self.b.shape.radius() + self.target;
        if radius > V::Scalar::ZERO {
            // Weights, sums and norm round by less than 16u of the size.
            let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * (m.frame.size + radius * m.frame.scale);
            return simplex.weighted_sum().norm() + m.frame.point_error + rounding <= radius * m.frame.scale;
        }
        let mut points = [m.center(); 4];
        let mut count = 0;
        for (place, point) in points.iter_mut().zip(self.warm.points(&m)) {
            (*place, count) = (point.w, count + 1);
        }
        radius == V::Scalar::ZERO && count == V::DIM && V::surrounds(&points, m.frame.point_error)
    }

    fn nearest(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V> {
        // Of polytopes a simplex shows the contact soon behind it; of curved cores only a hull does.
        let depth = match self.a.shape.vertex_count() > 0 && self.b.shape.vertex_count() > 0 {
            _ if self.target < V::Scalar::ZERO => Depth::Wanted,
            true => Depth::Unproven,
            false => Depth::Unwanted,
        };
        self.found(poses, depth)
    }

    fn signed(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V> {
        self.found(poses, Depth::Wanted)
    }

    fn depth(&mut self, poses: &[Pose<V>; 2]) -> Bounds<V::Scalar> {
        self.ask(poses, Depth::Wanted, &mut Termination::default()).bounds
    }

    fn settled(&mut self, t: V::Scalar) -> Proximity<V> {
        let poses = &[self.a.motion.pose_at(t), self.b.motion.pose_at(t)];
        let mut termination = Termination::default();
        let mut found = self.ask(poses, Depth::Wanted, &mut termination);
        found.place(&poses[0]);
        found.settle(
            &termination,
            Body { shape: &self.a.shape, pose: &poses[0] },
            Body { shape: &self.b.shape, pose: &poses[1] },
        );
        found
    }

    /// `κ`: no gap along `n` bends by more, whatever the points that attain it.
    fn bend(&self, n: V) -> V::Scalar {
        let reach = |anchor: V, reach: V::Scalar| length_above(anchor) + reach;
        let bend_a = self.a.motion.bend(n, reach(self.a.shape.anchor(), self.a.shape.reach()));
        let bend_b = self.b.motion.bend(n, reach(self.b.shape.anchor(), self.b.shape.reach()));
        (bend_a + bend_b) * (V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT)
    }

    /// `κ` along a normal that moves from one to the other on a chord, at constant rate `m|n₁ − n₀|/τ`; infinite if a
    /// negative distance is wanted, which a normal shorter than 1 would not prove.
    ///
    /// `(n·z)″ = 2 n′·z′ + n·z″`. No mixture of two directions bends more than the worse of them, and `m·z′` is at most
    /// what the ends show, `m·(z(t₁) − z(t₀))/τ`, and half of what `m·z` can bend.
    fn bend_between(&self, from: &SafeTime<V>, to: &SafeTime<V>) -> V::Scalar {
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        if self.target < V::Scalar::ZERO {
            return V::Scalar::INFINITY;
        }
        let straight = self.bend(from.normal).max(self.bend(to.normal));
        let turn = to.normal - from.normal;
        let length = turn.norm();
        if length == V::Scalar::ZERO {
            return straight;
        }
        let duration = to.time - from.time;
        let rate = self.rate(turn * (V::Scalar::ONE / length), [&from.poses, &to.poses], duration);
        (straight + V::Scalar::TWO * length * rate / duration) * (V::Scalar::ONE + number(64.0) * u)
    }

    fn speed(&self, before: &[Pose<V>; 2], after: &[Pose<V>; 2], duration: V::Scalar) -> V::Scalar {
        length_above(V::from_fn(|i| self.rate(V::axis(i), [before, after], duration)))
    }

    /// `n·(p_b − p_a) − e_a(n) − e_b(−n)` for pivots `p` and the extents `e` of all that turns about them: linear in
    /// time along a normal that stays. Tried are the normal at hand, the way between the pivots, and that where they
    /// are nearest.
    fn clear_until(&mut self, t: V::Scalar, normal: V) -> Option<(V::Scalar, V::Scalar)> {
        let (a, b) = (self.a, self.b);
        let origin = self.origin;
        let envelopes =
            self.envelopes.get_or_insert_with(|| [a, b].each(|body| Envelope::of(&body.shape, body.motion, origin)));
        let [Some(of_a), Some(of_b)] = envelopes else { return None };
        let between = of_b.pivot(t) - of_a.pivot(t);
        let way = of_b.way() - of_a.way();
        let unit = way.normalized();
        let nearest = between - unit * unit.dot(between);
        let radius = a.shape.radius() + b.shape.radius() + self.target;
        let mut best = None;
        for n in [normal, between.normalized(), nearest.normalized()] {
            let (reach_a, reach_b) = (of_a.extent(&a.shape, n), of_b.extent(&b.shape, -n));
            let rest = reach_a + reach_b + radius;
            let error = of_a.error() + of_b.error() + V::Scalar::from_f64(8.0) * V::Scalar::UNIT * radius.abs();
            let (gap, rate) = (n.dot(between) - rest - error, n.dot(way));
            // Of a gap that closes, a part is left.
            let until =
                if rate >= V::Scalar::ZERO { V::Scalar::ONE } else { t - gap / rate * V::Scalar::from_f64(LEFT) };
            let least = gap + rate.min(V::Scalar::ZERO) * (until.min(V::Scalar::ONE) - t);
            if gap > error && least > error && best.is_none_or(|(far, _)| until > far) {
                best = Some((until, least - error));
            }
        }
        best
    }

    fn size(&self) -> V::Scalar {
        let of = |body: &MovingBody<'_, V>| body.shape.reach() + body.shape.radius();
        of(self.a) + of(self.b)
    }

    fn iterations(&self) -> u32 {
        self.iterations
    }
}

impl<V: Dimension> TwoBodies<'_, V> {
    fn found(&mut self, poses: &[Pose<V>; 2], depth: Depth) -> Proximity<V> {
        let mut found = self.ask(poses, depth, &mut Termination::default());
        found.place(&poses[0]);
        found.witness_a += self.origin;
        found.witness_b = found.witness_a + found.normal * found.signed_distance;
        found
    }

    /// The gap of bodies far from the origins of their frames, whose coordinates must not be added to those.
    #[cold]
    fn anchored_gap(&mut self, n: V, [pose_a, pose_b]: &[Pose<V>; 2]) -> Gap<V::Scalar> {
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        let m = Difference::new(&self.a.shape, &self.b.shape, &RigidMap::between(pose_a, pose_b));
        let n_in_a = pose_a.vector_back(n);
        let point = m.support(n_in_a, self.near);
        (self.near, self.iterations) = (point.ids, self.iterations + 1);
        let radius = self.a.shape.radius() + self.b.shape.radius() + self.target;
        let value = -n_in_a.dot(point.w) * m.frame.unscale - radius;
        // What A was asked along is n turned back, but for the error of A's rotation and for the rounding of three
        // dots.
        let askew = (pose_a.rotation_error() + number(6.0) * u) * m.frame.size;
        let rounding = number(4.0) * u * (value.abs() + radius.abs() + radius.abs());
        Gap { value, error: (m.frame.plane_error + askew) * m.frame.unscale + rounding }
    }

    fn ask(&mut self, poses: &[Pose<V>; 2], depth: Depth, termination: &mut Termination) -> Proximity<V> {
        let b_in_a = RigidMap::between(&poses[0], &poses[1]);
        let pair = (&self.a.shape, &self.b.shape, &b_in_a);
        let request = Request { solvers: Solvers::STEPS, ..Request::new(depth, V::Scalar::INFINITY, &self.options) };
        let memory = &mut Memory { warm: &mut self.warm, kept: None };
        let found = solve(pair, &request, memory, termination, &mut None);
        self.iterations += found.iterations;
        found
    }

    /// How fast `m·z` may change between two times, `z = b − a` for any two points: what the ends show, and half of
    /// what it can bend.
    fn rate(&self, m: V, poses: [&[Pose<V>; 2]; 2], duration: V::Scalar) -> V::Scalar {
        let number = V::Scalar::from_f64;
        let moved = |side: usize, anchor: V, reach: V::Scalar| {
            let [before, after] = poses.each(|both| &both[side]);
            let turned = after.vector_back(m) - before.vector_back(m);
            let way = after.translation() - before.translation();
            let askew = before.rotation_error() + after.rotation_error() + number(16.0) * V::Scalar::UNIT;
            let error = askew * (reach + length_above(anchor))
                + before.translation_error()
                + after.translation_error()
                + number(8.0) * V::Scalar::UNIT * length_above(way);
            (m.dot(way) + turned.dot(anchor), turned.norm() * reach + error)
        };
        let (way_a, spread_a) = moved(0, self.a.shape.anchor(), self.a.shape.reach());
        let (way_b, spread_b) = moved(1, self.b.shape.anchor(), self.b.shape.reach());
        ((way_b - way_a).abs() + spread_a + spread_b) / duration + self.bend(m) * duration * V::Scalar::HALF
    }
}
