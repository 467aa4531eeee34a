//! A lower bound of the signed distance of a pair over an interval, from where the bodies are closest at both ends.
//!
//! At the ends the bodies are closest along axes `n₀` and `n₁`, both fixed in the frame that carries both bodies, with
//! gaps `g₀` and `g₁` along them. At every time the signed distance is at least the gap along any axis. The bound is
//! the largest of
//! * the wedge under `g₀` and `g₁`: along `n₀` the gap is at least `g₀ − sσ`, along `n₁` at least `g₁ − s(τ − σ)`;
//! * the larger of the gaps along `n₀` and along `n₁`, by their values at both ends ([`least_of_two`]);
//! * the gap along the chord `n(σ) = n₀ + (n₁ − n₀) σ/τ`. It is the least of `f = n·z` over pairs of points with the
//!   vector `z` between them, `|f″| ≤ |n·z″| + 2|n′||z′| ≤ κ + 2 (|n₁ − n₀|/τ) s`: the parabola under `g₀` and `g₁`,
//!   over the [length of the chord](along_chord) where it is below zero. Edges and faces turn with the bodies, so along
//!   an axis that is frozen gaps are lost in proportion to the time; along the chord by its square.
//!
//! What points may deviate along `n(σ)` is no more than along the worse of `n₀` and `n₁`.

use clearance::enclosure::{along_chord, least_between, least_of_two};
use clearance::{Hint, Real, Vec3, Vector};

use crate::bound::swing::Swing;
use crate::cell::bodies::Stage;
use crate::cell::chain::FixedAxis;
use crate::prove::time::snapshot::Snapshot;
use crate::prove::time::span::{Span, least_over, wedge};

/// The gap of a pair at an end of an interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndGap {
    /// The axis along which the bodies are closest there, in the frame that carries both.
    pub axis: Vec3<f64>,
    /// The gap along it, proven.
    pub gap: f64,
}

impl EndGap {
    /// The gap of a pair along the normal of its distance, in the world.
    pub fn along(stage: &Stage, at: &Snapshot, pair: usize, normal: Vec3<f64>, hints: &mut [Hint; 2]) -> Self {
        let chain = &stage.pairs()[pair];
        // Of a halfspace there is one axis; the pair is in the world.
        let normal = match stage.halfspace_axis(chain.bodies[1]) {
            Vec3::ZERO => normal,
            axis => axis,
        };
        let axis = at.pose_of(chain.frames.common).vector_back(normal).normalized();
        EndGap { axis, gap: at.gap(stage, pair, FixedAxis::between(axis), hints) }
    }
}

/// A pair over an interval.
pub(super) struct PairOver<'s> {
    pub stage: &'s Stage,
    pub pair: usize,
    /// An interval that holds this one.
    pub span: &'s Span,
    /// How the pair moves over that.
    pub swing: Swing,
    pub ends: [&'s Snapshot; 2],
    pub duration: f64,
}

impl PairOver<'_> {
    /// No signed distance is below this; what is not needed to exceed `enough` is not computed.
    pub fn bound(&self, seen: [EndGap; 2], hints: &mut [Hint; 2], enough: f64) -> f64 {
        let [g0, g1] = seen.map(|seen| seen.gap);
        let off = self.off(seen);
        let less = |bound: f64| if off == 0.0 { bound } else { (bound - off).next_down() };
        let mut best = less(wedge([g0, g1], self.swing.speed * self.duration));
        if best >= enough {
            return best;
        }
        let turn = (seen[1].axis - seen[0].axis).norm() + 32.0 * f64::UNIT;
        let bend = self.swing.bend + 2.0 * turn / self.duration * self.swing.speed * (1.0 + 8.0 * f64::UNIT);
        let chord = less(least_between([g0, g1], self.duration, bend));
        best = best.max(along_chord(chord, seen[0].axis + seen[1].axis));
        if best >= enough {
            return best;
        }
        let mut gap = |end: usize, axis| self.ends[end].gap(self.stage, self.pair, FixedAxis::between(axis), hints);
        let (first, second) = ([g0, gap(1, seen[0].axis)], [gap(0, seen[1].axis), g1]);
        let alone = |ends| least_over(ends, Swing { off, ..self.swing }, self.duration);
        let both = less(least_of_two([first, second], self.duration, self.swing.bend));
        best.max(alone(first)).max(alone(second)).max(both)
    }

    /// How far points may deviate along the axes of both ends, the worse of both.
    fn off(&self, seen: [EndGap; 2]) -> f64 {
        if self.swing.off == 0.0 {
            return 0.0;
        }
        let chain = &self.stage.pairs()[self.pair];
        let along = |seen: EndGap| self.span.swing_along(self.stage, chain, FixedAxis::between(seen.axis)).off;
        along(seen[0]).max(along(seen[1]))
    }
}
