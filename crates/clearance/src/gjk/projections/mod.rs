//! The distance of cores that know their [nearest points](SupportExt::nearest): alternating projections with Newton's
//! steps.
//!
//! Projecting a point on A, the result on B, and so on, converges to the nearest points of both (Cheney and Goldstein
//! 1959), but slowly. With the derivatives of both projections the pair where nothing moves any more is the solution of
//! a linear system of two unknowns, the way of B's projection along its two directions `G` (A's are `E`, rates `s`, the
//! gap `v = b − a`): `(I − s_B GᵀE s_A EᵀG) y = s_B (−Gᵀv + GᵀE s_A Eᵀv)`. Which features are nearest is found by
//! projecting the result again; once they are right, convergence is quadratic (semismooth Newton, Qi and Sun 1993).
//!
//! A step that does not bring the projections nearer is shortened, and at last replaced by a plain projection, which
//! always does. So is a long step that gains little late in a search. In the end one support plane along the common
//! normal proves how good the projections are.

mod stride;

use stride::Stride;

use super::{ClosestPair, End, Lens, Means, Step, Watch};
use crate::contact::enough;
use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Each, Matrix, Real, Vector};
use crate::projection::Projection;
use crate::simplex::{Reduce, Simplex};
use crate::support::{Hint, SupportExt};

/// Rounds before the search is left to steps that need no formula, which cost as much as hundreds. Of 2007 pairs of
/// a test 5 come to need them.
const ROUNDS: u32 = 20;

/// The last ones of eight rounds, from this on, require long steps to gain more.
const LATE: u32 = 6;

/// Looks for the nearest points from the centre of A. [`End::Limit`] if the support plane does not prove them as well
/// as wanted, so that others have to continue; `None` where the cores have no formula, or seem to meet.
///
/// The projections of a round are read where their shapes write them and are gone with it: they are large, and copies
/// of them would cost as much as a step.
pub(crate) fn closest<V: Reduce>(
    m: &Difference<'_, V>,
    goal: &Goal<V::Scalar>,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    let start = m.b.nearest(m.turn.apply_transpose(m.a.center() - m.offset))?.point;
    // Of a shorter gap the direction is lost by more than the root of a rounding; steps four times as long leave next
    // to one.
    let short = V::Scalar::UNIT * m.frame.size * m.frame.size;
    let (mut stride, mut p, mut round) = (Stride::first(start), start, 0);
    loop {
        let a = m.a.nearest(m.b_in_a(p));
        let Some(a) = &a else { break };
        let a_in_b = m.turn.apply_transpose(a.point - m.offset);
        let b = m.b.nearest(a_in_b);
        let Some(b) = &b else { break };
        let projections = Projections::new(a, b, (b.point - a_in_b) * m.frame.scale);
        if !stride.gains(projections.squared, m.frame.size) {
            match stride.shortened(m, p, a.point) {
                Some(nearer) => p = nearer,
                None => break,
            }
            continue;
        }
        if !(projections.squared > short) {
            return None;
        }
        let settled =
            stride.length_squared <= short * V::Scalar::power_of_two(4) && stride.settles(projections.squared);
        let way = if settled { V::ZERO } else { projections.step(m) };
        if settled || projections.stay(way, p, m) {
            let normal = projections.normal(m);
            if projections.face_each_other(normal, m) {
                return Some(projections.proven(m, normal, goal, watch));
            }
        }
        let next = Stride::new(p, b.point, projections.squared, if settled { projections.step(m) } else { way });
        // Before it is written, so that nothing is read back.
        p = next.end(m);
        stride = next;
        if round == ROUNDS {
            break;
        }
        if round % 8 >= LATE {
            stride.ask_more();
        }
        round += 1;
    }
    last(m, stride.from, goal, watch).filter(|found| found.vertex.w.norm_squared() > short)
}

/// What the projections prove that follow from a point near B, in B's frame.
#[cold]
#[inline(never)]
fn last<V: Reduce>(
    m: &Difference<'_, V>,
    p: V,
    goal: &Goal<V::Scalar>,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    let a = m.a.nearest(m.b_in_a(p))?;
    let a_in_b = m.turn.apply_transpose(a.point - m.offset);
    let b = m.b.nearest(a_in_b)?;
    let projections = Projections::new(&a, &b, (b.point - a_in_b) * m.frame.scale);
    Some(projections.proven(m, projections.normal(m), goal, watch))
}

/// A projection on each core, that on B being the one of that on A.
struct Projections<'f, V: Vector> {
    a: &'f Projection<V>,
    /// In B's frame.
    b: &'f Projection<V>,
    /// The vector from A's projection to B's, in B's frame and scaled.
    gap: V,
    squared: V::Scalar,
}

impl<'f, V: Reduce> Projections<'f, V> {
    #[inline(always)]
    fn new(a: &'f Projection<V>, b: &'f Projection<V>, gap: V) -> Self {
        Projections { a, b, gap, squared: gap.norm_squared() }
    }

    /// Where B's projection has to go, from where it is and in B's frame and scaled, if features stay the same. `Gᵀv`
    /// is zero, since the gap is the way from B's projection to the point that it is the projection of.
    #[inline(always)]
    fn step(&self, m: &Difference<'_, V>) -> V {
        // In B's frame: A's projection is known first, so what is turned of it does not wait for B's.
        let ([e, f], [g, h]) = (self.a.directions.each(|e| m.turn.apply_transpose(e)), self.b.directions);
        let (r, s) = (self.b.rates[0], self.b.rates[1]);
        let [pr, qr] = self.a.rates.each(|rate| rate * r);
        let [ps, qs] = self.a.rates.each(|rate| rate * s);
        let (eg, fg, eh, fh, ev, fv) = (e.dot(g), f.dot(g), e.dot(h), f.dot(h), e.dot(self.gap), f.dot(self.gap));
        let (right_g, right_h) = (pr * eg * ev + qr * fg * fv, ps * eh * ev + qs * fh * fv);
        // Of parallel features any pair is as good; a little of the identity picks one.
        let diagonal = V::Scalar::ONE + V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        let (along_g, along_h) = (diagonal - (pr * eg * eg + qr * fg * fg), diagonal - (ps * eh * eh + qs * fh * fh));
        let (across_g, across_h) = (pr * eg * eh + qr * fg * fh, ps * eg * eh + qs * fg * fh);
        let determinant = along_g * along_h - across_g * across_h;
        let x = (along_h * right_g + across_g * right_h) / determinant;
        let y = (along_g * right_h + across_h * right_g) / determinant;
        g * x + h * y
    }

    /// Whether the alternation has reached a fixed point, up to rounding: B's projection does not move, and A's came
    /// from it.
    #[inline(always)]
    fn stay(&self, way: V, p: V, m: &Difference<'_, V>) -> bool {
        let enough = enough(m.frame.size);
        way.norm_squared() <= enough * enough && ((p - self.b.point) * m.frame.scale).norm_squared() <= enough * enough
    }

    /// The unit vector from B to A: that of the gap, without what rounding adds to it along straight features.
    #[inline(always)]
    fn normal(&self, m: &Difference<'_, V>) -> V {
        let (mut normal, mut first, mut count) = (self.between(m), V::ZERO, 0);
        for i in 0..4 {
            let projection = if i < 2 { self.a } else { self.b };
            if projection.rates[i % 2] != V::Scalar::ONE || count == V::DIM - 1 {
                continue;
            }
            let direction = if i < 2 { projection.directions[i] } else { m.turn.apply(projection.directions[i % 2]) };
            let rest = direction - first * first.dot(direction);
            let squared = rest.norm_squared();
            // The rounding of what two nearly parallel directions span outweighs that of the gap.
            if squared * m.frame.size * m.frame.size > self.squared {
                normal = normal - rest * (rest.dot(normal) / squared);
                first = direction;
                count += 1;
            }
        }
        normal.normalized()
    }

    /// The vector from B's projection to A's, in A's frame and scaled.
    #[inline(always)]
    fn between(&self, m: &Difference<'_, V>) -> V {
        m.point(self.a.point, self.b.point)
    }

    /// Whether the line between the two projections is along a normal, up to rounding.
    #[inline(always)]
    fn face_each_other(&self, normal: V, m: &Difference<'_, V>) -> bool {
        let (w, enough) = (self.between(m), enough(m.frame.size));
        (w - normal * normal.dot(w)).norm_squared() <= enough * enough
    }

    /// What the projections and one support plane prove.
    fn proven(
        &self,
        m: &Difference<'_, V>,
        normal: V,
        goal: &Goal<V::Scalar>,
        watch: &mut Watch<'_, V>,
    ) -> ClosestPair<V> {
        let (a, b, ids) = (self.a.point, self.b.point, [Hint::NONE; 2]);
        let vertex = Vertex { w: self.between(m), a, b, ids };
        let upper = vertex.w.norm();
        let point = m.support(-normal, ids);
        let height = normal.dot(point.w);
        let lower = height - m.frame.plane_error;
        if let Some(watch) = watch {
            watch(Step {
                iteration: 1,
                means: Means::Projections,
                simplex: &Simplex::new(vertex),
                point,
                direction: -normal,
                lower,
                lens: Lens::new(m),
            });
        }
        let near = goal.is_met(upper - height, upper, m.frame.rounding());
        let end = if lower > goal.cutoff {
            End::Beyond
        } else if lower > V::Scalar::ZERO && near && self.face_each_other(normal, m) {
            End::Apart
        } else {
            End::Limit
        };
        ClosestPair { vertex, upper, end, lower, axis: normal, iterations: 1 }
    }
}

#[cfg(test)]
mod tests;
