//! How far two moving bodies are apart at a time: along a fixed direction, and at all.

use super::motion::Motion;
use super::proximity::Proximity;
use super::signed::{Depth, answer};
use super::warm::WarmStart;
use super::world;
use crate::difference::Difference;
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::{Hint, Support};

/// How far the bodies are apart along a direction, beyond the wanted distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap<T> {
    pub value: T,
    /// `|value − truth| ≤ error` for the exact direction that was asked for.
    pub error: T,
}

impl<T: Real> Gap<T> {
    /// Proven.
    #[inline]
    pub fn lower(&self) -> T {
        self.value - self.error
    }
}

/// Two bodies and their motions.
pub(super) struct MovingPair<'s, V: Space, A: ?Sized, B: ?Sized, MA: ?Sized, MB: ?Sized> {
    pub a: (&'s A, &'s MA),
    pub b: (&'s B, &'s MB),
    /// The signed distance that counts as contact.
    pub target: V::Scalar,
    pub options: Options<V::Scalar>,
    pub warm: WarmStart<V>,
    /// The vertices of the last gap.
    pub near: [Hint; 2],
    /// Support evaluations so far.
    pub iterations: u32,
}

impl<V, A, B, MA, MB> MovingPair<'_, V, A, B, MA, MB>
where
    V: Space,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    MA: Motion<V> + ?Sized,
    MB: Motion<V> + ?Sized,
{
    fn poses(&self, t: V::Scalar) -> [Pose<V>; 2] {
        [self.a.1.pose_at(t), self.b.1.pose_at(t)]
    }

    /// The gap along the unit direction `n`, in the world frame.
    ///
    /// Its truth is below the signed distance, less the target.
    pub fn gap(&mut self, n: V, t: V::Scalar) -> Gap<V::Scalar> {
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        let [pose_a, pose_b] = self.poses(t);
        let m = Difference::new(self.a.0, self.b.0, &Pose::relative(&pose_a, &pose_b));
        let n_in_a = pose_a.vector_back(n);
        let point = m.support(n_in_a, self.near);
        (self.near, self.iterations) = (point.ids, self.iterations + 1);
        let radius = self.a.0.radius() + self.b.0.radius() + self.target;
        let value = -n_in_a.dot(point.w) * m.unscale - radius;
        // What A was asked along is n turned back, but for the error of A's rotation and for the rounding of three dots.
        let askew = (pose_a.rotation_error() + number(6.0) * u) * m.size;
        let rounding = number(4.0) * u * (value.abs() + radius.abs() + radius.abs());
        Gap { value, error: (m.plane_error + askew) * m.unscale + rounding }
    }

    /// The signed distance at a time, of bodies that overlap no better than is needed to know that they do, and where they are
    /// closest; of the start all that can be known.
    pub fn nearest(&mut self, t: V::Scalar) -> Proximity<V> {
        let [pose_a, pose_b] = self.poses(t);
        let b_in_a = Pose::relative(&pose_a, &pose_b);
        let (a, b) = (self.a.0, self.b.0);
        let start = t == V::Scalar::ZERO;
        // Of polytopes a simplex shows the contact soon behind it; of curved cores only a hull does.
        let depth = match a.vertex_count() > 0 && b.vertex_count() > 0 {
            _ if start || self.target < V::Scalar::ZERO => Depth::Wanted,
            true => Depth::Unproven,
            false => Depth::Unwanted,
        };
        let found = answer((a, b, &b_in_a), &self.options, (depth, V::Scalar::INFINITY), &mut self.warm, |_| {});
        self.iterations += found.proximity.iterations;
        if start {
            return world::in_world(found, (a, &pose_a), (b, &pose_b));
        }
        world::placed(&found.proximity, &pose_a)
    }

    /// `κ`: no gap along `n` bends by more, whatever the points that attain it.
    pub fn bend(&self, n: V) -> V::Scalar {
        let reach = |anchor: V, reach: V::Scalar| anchor.norm() + reach;
        let bend_a = self.a.1.bend(n, reach(self.a.0.anchor(), self.a.0.reach()));
        let bend_b = self.b.1.bend(n, reach(self.b.0.anchor(), self.b.0.reach()));
        (bend_a + bend_b) * (V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT)
    }
}

/// The least value that a gap may take between two times `duration` apart with these gaps, if it bends by at most `bend`;
/// not positive if it may vanish.
///
/// With `s₀, s₁` at the ends and `|s″| ≤ κ` for the paths of all points, `s(σ) ≥ s₀ + (s₁ − s₀) σ/τ − κ σ(τ − σ)/2`.
pub(super) fn least<T: Real>(from: &Gap<T>, to: &Gap<T>, duration: T, bend: T) -> T {
    let (s0, s1) = (from.lower(), to.lower());
    let ends = s0.min(s1);
    let fall = bend * duration * T::HALF;
    let slope = (s1 - s0) / duration;
    if !(slope.abs() < fall) {
        return ends;
    }
    // The parabola's vertex lies inside; ten roundings of its terms.
    let excess = fall - slope;
    let vertex = s0 - excess * excess / (bend + bend);
    let rounding = T::from_f64(16.0) * T::UNIT * (s0.abs() + s1.abs() + fall * duration);
    ends.min(vertex - rounding)
}
