//! The distance of cores that know their [nearest points](Support::nearest): alternating projections with Newton's steps.
//!
//! Projecting a point on A, the result on B, and so on, converges to the nearest points of both (Cheney and Goldstein 1959), but
//! slowly. With the derivatives of both feet the pair where nothing moves any more is the solution of a linear system of two
//! unknowns, the way of B's foot along its two directions `G` (A's are `E`, rates `s`, the gap `v = b − a`):
//! `(I − s_B GᵀE s_A EᵀG) y = s_B (−Gᵀv + GᵀE s_A Eᵀv)`. Which features are nearest is found by projecting the result again; once
//! they are right, convergence is quadratic (semismooth Newton, Qi and Sun 1993).
//!
//! A step that does not bring the feet nearer is shortened, and at last replaced by a plain projection, which always does. In the
//! end one support plane along the common normal proves how good the feet are.

use super::{Closest, End, Goal, Lens, Means, Simplex, Step};
use crate::contact::enough;
use crate::difference::{Difference, Vertex};
use crate::foot::Foot;
use crate::math::{Matrix, Real, Vector};
use crate::space::Space;
use crate::support::{Hint, Support};

/// Rounds before the search is left to steps that need no formula. Of random pairs one in a hundred takes more than ten.
const ROUNDS: u32 = 12;

/// How often a step is shortened, to a quarter each time.
const SHORTENED: u32 = 3;

/// Looks for the nearest points from the centre of A. [`End::Limit`] if the support plane does not prove them as well as wanted, so
/// that others have to go on; `None` where the cores have no formula, or seem to meet.
pub(crate) fn closest<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &Goal<V::Scalar>,
    observe: impl FnOnce(Step<'_, V>),
) -> Option<Closest<V>> {
    let start = m.b.nearest(m.turn.apply_transpose(m.a.center() - m.offset))?;
    let mut feet = Feet::between(m, start.point)?;
    // Of a shorter gap the direction is lost by more than the root of a rounding; steps four times as long leave next to one.
    let short = V::Scalar::UNIT * m.size * m.size;
    let settled = V::Scalar::ONE - V::Scalar::power_of_two(-20);
    for _ in 0..ROUNDS {
        let step = feet.step(m);
        let before = feet.squared;
        if !feet.advance(m, step) {
            break;
        }
        if !(feet.squared > short) {
            return None;
        }
        if step.norm_squared() <= short * V::Scalar::power_of_two(4) && feet.squared >= before * settled {
            let normal = feet.normal(m);
            if feet.miss(normal) <= enough(m.size) {
                return Some(feet.proven(m, normal, goal, observe));
            }
        }
    }
    (feet.squared > short).then(|| feet.proven(m, feet.normal(m), goal, observe))
}

/// A foot on each core, that on B being the one of that on A.
#[derive(Clone, Copy)]
struct Feet<V: Vector> {
    a: Foot<V>,
    /// In B's frame.
    b: Foot<V>,
    /// From A's foot to B's, in A's frame, scaled.
    gap: V,
    squared: V::Scalar,
}

impl<V: Space> Feet<V> {
    /// The feet that follow from a point near B, in B's frame.
    #[inline]
    fn between<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(m: &Difference<'_, V, A, B>, p: V) -> Option<Self> {
        let a = m.a.nearest(m.b_in_a(p))?;
        let b = m.b.nearest(m.turn.apply_transpose(a.point - m.offset))?;
        let gap = -m.point(a.point, b.point);
        Some(Feet { a, b, gap, squared: gap.norm_squared() })
    }

    /// Where B's foot has to go, from where it is and in B's frame and scaled, if features stay the same.
    #[inline]
    fn step<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(&self, m: &Difference<'_, V, A, B>) -> V {
        let ([e, f], [g, h], v) = (self.a.directions, self.b.directions.map(|g| m.turn.apply(g)), self.gap);
        let ([p, q], [r, s]) = (self.a.rates, self.b.rates);
        let (eg, fg, eh, fh) = (e.dot(g), f.dot(g), e.dot(h), f.dot(h));
        let (pull_e, pull_f) = (p * e.dot(v), q * f.dot(v));
        let right = [r * (eg * pull_e + fg * pull_f - g.dot(v)), s * (eh * pull_e + fh * pull_f - h.dot(v))];
        // Of parallel features any pair is as good; a little of the identity picks one.
        let diagonal = V::Scalar::ONE + V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        let mixed = eg * p * eh + fg * q * fh;
        let matrix = [
            [diagonal - r * (eg * p * eg + fg * q * fg), -r * mixed],
            [-s * mixed, diagonal - s * (eh * p * eh + fh * q * fh)],
        ];
        let inverse = V::Scalar::ONE / (matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0]);
        let x = (matrix[1][1] * right[0] - matrix[0][1] * right[1]) * inverse;
        let y = (matrix[0][0] * right[1] - matrix[1][0] * right[0]) * inverse;
        self.b.directions[0] * x + self.b.directions[1] * y
    }

    /// Makes a step of B's foot, shortened if need be, or a plain projection; false if neither brings the feet nearer.
    #[inline]
    fn advance<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        m: &Difference<'_, V, A, B>,
        mut step: V,
    ) -> bool {
        for _ in 0..=SHORTENED {
            let asked = self.b.point + step * m.unscale;
            let squared = step.norm_squared();
            // A long step may lead off the feature, and even far from B.
            let long = squared > V::Scalar::power_of_two(-2) * self.squared;
            let p = if long { m.b.nearest(asked).map_or(asked, |foot| foot.point) } else { asked };
            let Some(feet) = Self::between(m, p) else { return false };
            // The gap feels the last steps in second order only, which is less than its rounding.
            let last = !long && squared <= V::Scalar::power_of_two(-20) * m.size * m.size;
            let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * m.size * self.squared.sqrt();
            if feet.squared < self.squared || last && feet.squared <= self.squared + rounding {
                *self = feet;
                return true;
            }
            if !long {
                break;
            }
            step = step * self.part(m, &feet, (step, p));
        }
        match Self::between(m, self.b.point) {
            Some(plain) if plain.squared < self.squared => {
                *self = plain;
                true
            }
            _ => false,
        }
    }

    /// How much of a step that did not bring the feet nearer may do so, given where it led: at most half, less if a border was met
    /// before.
    #[cold]
    fn part<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        m: &Difference<'_, V, A, B>,
        after: &Self,
        (step, p): (V, V),
    ) -> V::Scalar {
        let way = (m.b_in_a(p) - self.a.point) * m.scale;
        let [along, across] = [0, 1].map(|i| self.a.directions[i] * self.a.rates[i]);
        let expected = along * self.a.directions[0].dot(way) + across * self.a.directions[1].dot(way);
        let on_a = part_within(expected, (after.a.point - self.a.point) * m.scale);
        let on_b = part_within(step, (p - self.b.point) * m.scale);
        on_a.min(on_b).min(V::Scalar::HALF).max(V::Scalar::power_of_two(-8))
    }

    /// The unit vector from B to A: that of the gap, without what rounding adds to it along straight features.
    fn normal<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(&self, m: &Difference<'_, V, A, B>) -> V {
        let mut normal = -self.gap;
        let mut known = [V::ZERO; 2];
        let mut count = 0;
        let turned = self.b.directions.map(|g| m.turn.apply(g));
        let directions = self.a.directions.into_iter().zip(self.a.rates).chain(turned.into_iter().zip(self.b.rates));
        for (direction, rate) in directions {
            if rate != V::Scalar::ONE || count == V::DIM - 1 {
                continue;
            }
            let rest = direction - known[0] * known[0].dot(direction);
            let squared = rest.norm_squared();
            // The rounding of what two nearly parallel directions span outweighs that of the gap.
            if squared * m.size * m.size > self.squared {
                known[count] = rest * (V::Scalar::ONE / squared.sqrt());
                normal = normal - known[count] * known[count].dot(normal);
                count += 1;
            }
        }
        normal.normalized()
    }

    /// How far the feet are from facing each other along a normal.
    fn miss(&self, normal: V) -> V::Scalar {
        (self.gap - normal * normal.dot(self.gap)).norm()
    }

    /// What the feet and one support plane prove.
    fn proven<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        m: &Difference<'_, V, A, B>,
        normal: V,
        goal: &Goal<V::Scalar>,
        observe: impl FnOnce(Step<'_, V>),
    ) -> Closest<V> {
        let (a, b, ids) = (self.a.point, self.b.point, [Hint::NONE; 2]);
        let simplex = Simplex::new(Vertex { w: -self.gap, a, b, ids });
        let upper = self.squared.sqrt();
        let point = m.support(-normal, ids);
        let height = normal.dot(point.w);
        let lower = height - m.plane_error;
        observe(Step {
            iteration: 1,
            means: Means::Feet,
            simplex: &simplex,
            point,
            direction: -normal,
            lower,
            lens: Lens::new(m),
        });
        let floor = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size;
        let wanted = (goal.relative * upper).max(goal.absolute).max(floor);
        let end = if lower > goal.cutoff {
            End::Beyond
        } else if lower > V::Scalar::ZERO && upper - height <= wanted && self.miss(normal) <= enough(m.size) {
            End::Apart
        } else {
            End::Limit
        };
        Closest { simplex, upper, end, lower, axis: normal, iterations: 1 }
    }
}

/// How much of a way lies before the border of a feature, and a little beyond, given where the point came out that was to go it.
fn part_within<V: Vector>(way: V, done: V) -> V::Scalar {
    let beyond = way - done;
    let (inside, whole) = (beyond.dot(done), beyond.dot(way));
    if !(whole > V::Scalar::UNIT * way.norm_squared()) {
        return V::Scalar::ONE;
    }
    (inside / whole).max(V::Scalar::ZERO) * (V::Scalar::ONE + V::Scalar::power_of_two(-6))
}

#[cfg(test)]
mod tests;
