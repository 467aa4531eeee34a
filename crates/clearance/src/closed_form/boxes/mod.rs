//! Two boxes in space by their fifteen axes (S. Gottschalk, M. C. Lin, D. Manocha 1996): three of A, three of B, nine
//! across.
//!
//! With `R` the rotation and `t` the offset of B in A's frame, and the half extents `h`, `g`, the gap along an axis `n`
//! is `s = |n·t| − Σ|nᵢ|hᵢ − Σ|n·Rⱼ|gⱼ`. Some axis has a positive gap if the boxes are apart; if they overlap the depth
//! is minus the largest gap. If they are apart and the support features along the axis of the largest gap (corner and
//! face, or two edges) have their nearest points inside of them, that gap is the distance.
//!
//! **Rounding.** A gap along an unnormalised axis errs by at most `noise = plane_error + 3ρS` for `|n| ≤ 1`, with `ρ`
//! of the rotation: the offset and the points by `point_error`, each entry of `R` by `ρ` over at most `S` in the
//! product with the offset and in the two extents.
//!
//! **Nearly parallel axes.** `n = eᵢ × Rⱼ` is never taken to be zero for being small: that overestimates depths by up
//! to 1e-5. It is normalised by its directly computed length, and its error grows with the inverse; where that leaves
//! the answer open the pair goes to the general algorithm.

mod frame;
mod meet;
mod projected;
mod touch;

pub(crate) use self::frame::{Axis, Boxes, dot, minus};
pub(crate) use self::meet::meet;
#[cfg(feature = "simd")]
pub(crate) use self::projected::Projected;
use self::projected::projected;
use self::touch::Touch;
use self::touch::name_ends;
#[cfg(feature = "simd")]
pub(crate) use self::touch::{corner, part};
use super::{Bracket, solution};
use crate::difference::Difference;
use crate::math::{Matrix, Real, Vector};
use crate::simplex::Barycentric;
use crate::solution::Solution;
use crate::support::SupportExt;

/// Boxes farther apart than this many times their reach have corners as nearest features, where axes do not help.
pub(crate) const NEAR: f64 = 1.5;

/// The components of a vector of space.
#[inline]
fn array<V: Vector>(v: V) -> [V::Scalar; 3] {
    [v[0], v[1], v[2]]
}

/// A gap and its axis.
struct Largest<T> {
    gap: T,
    /// Its [number](Axis::numbered).
    axis: usize,
    /// The largest gap of the others that may be equal to it.
    second: T,
    /// No gap is larger.
    upper: T,
}

impl<T: Real> Largest<T> {
    /// Without a branch: which gap is the largest is anybody's guess, and a wrong one costs as much as ten operations.
    #[inline(always)]
    fn offer(&mut self, gap: T, error: T, axis: usize) {
        self.upper = self.upper.max(gap + error);
        self.second = self.second.max(gap.min(self.gap));
        self.axis = if gap > self.gap { axis } else { self.axis };
        self.gap = self.gap.max(gap);
    }
}

impl<T: Real> Boxes<T> {
    #[inline]
    fn new<V: Vector<Scalar = T>>(m: &Difference<'_, V>, h: V, g: V) -> Self {
        let t = m.scaled_offset();
        Boxes {
            r: [array(m.turn().column(0)), array(m.turn().column(1)), array(m.turn().column(2))],
            t: array(t),
            t_in_b: array(m.turn().apply_transpose(t)),
            h: array(h * m.frame.scale),
            g: array(g * m.frame.scale),
            noise: m.frame.plane_error + T::from_f64(3.0) * m.rotation_error * m.frame.size,
            size: m.frame.size,
            exact_turn: m.rotation_error == T::ZERO,
        }
    }

    /// The largest gap among the faces.
    #[inline(always)]
    fn faces(&self) -> Largest<T> {
        let low = -T::INFINITY;
        let mut largest = Largest { gap: low, axis: 0, second: low, upper: low };
        largest.offer(self.along_a(0), self.noise, 0);
        largest.offer(self.along_a(1), self.noise, 1);
        largest.offer(self.along_a(2), self.noise, 2);
        largest.offer(self.along_b(0), self.noise, 3);
        largest.offer(self.along_b(1), self.noise, 4);
        largest.offer(self.along_b(2), self.noise, 5);
        largest
    }

    /// The largest gap of all. Only an edge pair that can change it is normalised.
    #[inline]
    fn largest(&self) -> Largest<T> {
        let mut largest = self.faces();
        // Along edges that are parallel but for the rotation's own error the gap exceeds that by no more, see `meet`.
        let parallel = largest.gap + T::TWO * self.noise;
        // |n| ≤ 1, so a negative gap grows in magnitude when it is normalised. Of nine pairs one is left in the mean.
        let (mut gaps, mut open, faces) = ([T::ZERO; 9], 0u32, largest.gap.min(T::ZERO));
        for (pair, gap) in gaps.iter_mut().enumerate() {
            *gap = self.across(pair / 3, pair % 3).0;
            open |= u32::from(!(*gap + self.noise <= faces)) << pair;
        }
        while open != 0 {
            let pair = open.trailing_zeros() as usize % 9;
            open &= open - 1;
            let raw = gaps[pair];
            if raw + self.noise <= largest.gap.min(T::ZERO) {
                continue;
            }
            let squared = self.across(pair / 3, pair % 3).1;
            if squared == T::ZERO {
                if !self.exact_turn {
                    largest.upper = largest.upper.max(parallel);
                }
                continue;
            }
            let inverse = T::ONE / squared.sqrt();
            largest.offer(raw * inverse, self.noise * inverse, Axis::number_across(pair / 3, pair % 3));
        }
        largest
    }
}

/// The signed distance of two boxes: of near ones by the axes first, of far ones only by projections.
#[inline]
pub(super) fn boxes<V: Vector>(m: &Difference<'_, V>, h: V, g: V) -> Option<Solution<V>> {
    let boxes = Boxes::new(m, h, g);
    let reach = (m.a.reach() + m.b.reach()) * m.frame.scale;
    let near = dot(boxes.t, boxes.t) <= V::Scalar::from_f64(NEAR * NEAR) * reach * reach;
    let found = if near { by_axes(m, &boxes) } else { None };
    if found.is_some() { found } else { projected(m, &boxes) }
}

/// The signed distance of two boxes whose nearest features are those along an axis.
#[inline]
fn by_axes<V: Vector>(m: &Difference<'_, V>, boxes: &Boxes<V::Scalar>) -> Option<Solution<V>> {
    let largest = boxes.largest();
    along(m, boxes, &boxes.touch(Axis::numbered(largest.axis))?, &largest)
}

/// The signed distance where features touch along an axis; if it is as good as rounding allows.
#[inline(always)]
fn along<V: Vector>(
    m: &Difference<'_, V>,
    boxes: &Boxes<V::Scalar>,
    touch: &Touch<V::Scalar>,
    largest: &Largest<V::Scalar>,
) -> Option<Solution<V>> {
    let Touch { a, b, normal, .. } = *touch;
    let offset = minus(boxes.in_a(b), a);
    let w = offset.map(|x| -x);
    let (upper, unique) = if largest.gap > V::Scalar::ZERO {
        (m.frame.upper(dot(w, w).sqrt()), touch.single)
    } else {
        let single = largest.gap - largest.second > V::Scalar::TWO * boxes.noise;
        (largest.upper, single && touch.single && dot(normal, boxes.t) > boxes.noise)
    };
    let lower = touch.height - m.frame.plane_error;
    let is_narrow = upper - lower <= V::Scalar::from_f64(8.0) * boxes.noise;
    if !(is_narrow && boxes.face(offset, normal, touch.height)) {
        return None;
    }
    let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
    let mut sum = Barycentric::of(vector(w), vector(a) * m.frame.unscale, vector(b) * m.frame.unscale);
    name_ends([a, b], largest.axis, touch.parts, &mut sum);
    Some(solution(vector(normal), largest.gap, Bracket { lower, upper }, sum, unique))
}
