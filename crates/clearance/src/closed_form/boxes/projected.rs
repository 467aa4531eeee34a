//! Two boxes that are apart by alternating projections (J. von Neumann 1933): where a corner is one of the nearest
//! points, two or three of them end at the pair of nearest points, and if not in one round, often in the next one, or
//! after a leap along the way that they take. Where edges cross, they show which ones.
//!
//! With `v` from B to A, no point of the difference has a smaller product with `v` than
//! `−Σ|vᵢ|hᵢ − Σ|v·Rⱼ|gⱼ − v·t`, which proves the answer or shows that this is none.

use super::super::apart;
use super::frame::{Axis, Boxes, dot, minus};

use super::touch::name_corners;
use super::{Largest, along};
use crate::difference::Difference;
use crate::math::{Number, Real, Vector};
use crate::simplex::Barycentric;
use crate::solution::Solution;

/// Two points that may be the nearest ones, scaled.
pub(crate) struct Projected<N: Number> {
    pub a: [N; 3],
    /// In B's frame.
    pub b: [N; 3],
    /// The vector from B to A, in A's frame.
    pub v: [N; 3],
    /// No point of the difference has a smaller product with `v`.
    pub least: N,
    /// Whether these are the nearest points, but for rounding.
    pub settled: N::Mask,
}

impl<N: Number> Boxes<N> {
    /// The places after one round of projections, or after up to three more where that does not suffice.
    #[inline(always)]
    pub fn projected(&self) -> Projected<N> {
        let first = self.projected_from(limited(self.t, self.h));
        if !N::any(!first.settled) {
            return first;
        }
        let second = first.or(first.settled, &self.projected_from(first.a));
        if !N::any(!second.settled) {
            return second;
        }
        // They slide along an edge or a face, by less each time, until one is at a corner: leap there, on one side or
        // the other.
        let third = self.projected_from(ahead(first.a, second.a, self.h));
        let third = second.or(second.settled | !third.settled, &third);
        if !N::any(!third.settled) {
            return third;
        }
        let fourth = self.projected_from(limited(self.in_a(ahead(first.b, second.b, self.g)), self.h));
        third.or(third.settled | !fourth.settled, &fourth)
    }

    /// The projection of a point of A to B and back.
    #[inline(always)]
    fn projected_from(&self, a: [N; 3]) -> Projected<N> {
        let Boxes { r, t, h, g, .. } = self;
        let b = limited(self.in_b(a), *g);
        let in_a = self.in_a(b);
        let a = limited(in_a, *h);
        let v = minus(a, in_a);
        let of_a = v[0].magnitude() * h[0] + v[1].magnitude() * h[1] + v[2].magnitude() * h[2];
        let of_b = dot(v, r[0]).magnitude() * g[0] + dot(v, r[1]).magnitude() * g[1] + dot(v, r[2]).magnitude() * g[2];
        let least = -(of_a + of_b + dot(v, *t));
        Projected { a, b, v, least, settled: is_settled(v, least, self.size) }
    }
}

impl<N: Number> Projected<N> {
    /// These in the lanes of the claim, else the others.
    #[inline(always)]
    fn or(&self, claim: N::Mask, other: &Self) -> Self {
        let either = |x: N, y: N| N::choose(claim, x, y);
        let both = |x: [N; 3], y: [N; 3]| [either(x[0], y[0]), either(x[1], y[1]), either(x[2], y[2])];
        Projected {
            a: both(self.a, other.a),
            b: both(self.b, other.b),
            v: both(self.v, other.v),
            least: either(self.least, other.least),
            settled: (claim & self.settled) | (!claim & other.settled),
        }
    }
}

/// The number of steps like the last one that are leapt: steps along edges at an angle θ shrink by cos²θ each, so the
/// leap is as long as all that would follow where θ is 7° or more. Of 10 000 near pairs and as many far ones 8 and 19
/// are left open, with 8 steps 40 and 39, with 256 7 and 19, and without leaping 154 and 239.
const LEAP: f64 = 64.0;

/// The number of roundings of the size by which the places may be farther apart than is proven: those of a few
/// products. Bounds alone allow for ten times as much, by which places that are nearly the nearest would pass for them.
const SETTLED: f64 = 16.0;

/// Whether the places are the nearest ones, but for rounding.
#[inline(always)]
fn is_settled<N: Number>(v: [N; 3], least: N, size: N) -> N::Mask {
    let squared = dot(v, v);
    let gap = squared - least;
    let rounding = size.like(N::Float::from_f64(SETTLED) * N::Float::UNIT) * size;
    (gap * gap).at_most(rounding * rounding * squared)
}

/// Where a place of a box would be after [`LEAP`] more steps like the last one, in the box.
#[inline(always)]
fn ahead<N: Number>(before: [N; 3], place: [N; 3], half: [N; 3]) -> [N; 3] {
    let steps = place[0].like(N::Float::from_f64(LEAP));
    let at = |i: usize| place[i] + (place[i] - before[i]) * steps;
    limited([at(0), at(1), at(2)], half)
}

/// The point of a box nearest to another one.
#[inline(always)]
fn limited<N: Number>(p: [N; 3], half: [N; 3]) -> [N; 3] {
    let at = |i: usize| p[i].larger(-half[i]).smaller(half[i]);
    [at(0), at(1), at(2)]
}

/// The number of the corner at the ends where a point of the box lies, and the axes along which it is at none.
#[inline]
fn ends<T: Real>(p: [T; 3], half: [T; 3]) -> (u32, u32) {
    let (mut corner, mut free) = (0, 0);
    for i in 0..3 {
        if p[i].abs() < half[i] {
            free |= 1 << i;
        } else {
            corner |= u32::from(!p[i].is_negative()) << i;
        }
    }
    (corner, free)
}

/// Names the corners around two places; false if they are not on edges.
#[inline]
pub(crate) fn name_places<V: Vector>(
    [a, b]: [[V::Scalar; 3]; 2],
    [h, g]: [[V::Scalar; 3]; 2],
    sum: &mut Barycentric<V>,
) -> bool {
    let ((corner_a, free_a), (corner_b, free_b)) = (ends(a, h), ends(b, g));
    if free_a.count_ones() + free_b.count_ones() > 2 {
        return false;
    }
    name_corners([corner_a, corner_b], [(free_a, a, h), (free_b, b, g)], sum);
    true
}

#[inline]
pub(super) fn projected<V: Vector>(m: &Difference<'_, V>, boxes: &Boxes<V::Scalar>) -> Option<Solution<V>> {
    let Projected { a, b, v, least, settled } = boxes.projected();
    if !settled {
        return crossing(m, boxes, a, b);
    }
    let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
    let mut sum = Barycentric::of(vector(v), vector(a) * m.frame.unscale, vector(b) * m.frame.unscale);
    if !name_places([a, b], [boxes.h, boxes.g], &mut sum) {
        return None;
    }
    apart(m, vector(v), least, sum, true)
}

/// Edges across one another have their nearest points where projections arrive in the limit only; the formula for their
/// axis finds them from the edges that the places lie on. Few pairs need it.
#[inline]
fn crossing<V: Vector>(
    m: &Difference<'_, V>,
    boxes: &Boxes<V::Scalar>,
    a: [V::Scalar; 3],
    b: [V::Scalar; 3],
) -> Option<Solution<V>> {
    let ((_, free_a), (_, free_b)) = (ends(a, boxes.h), ends(b, boxes.g));
    if free_a.count_ones() != 1 || free_b.count_ones() != 1 {
        return None;
    }
    let axis = Axis::number_across(free_a.trailing_zeros() as usize, free_b.trailing_zeros() as usize);
    let touch = boxes.touch(Axis::numbered(axis))?;
    let gap = touch.height;
    if !(gap > V::Scalar::ZERO) {
        return None;
    }
    along(m, boxes, &touch, &Largest { gap, axis, second: -V::Scalar::INFINITY, upper: gap })
}

#[cfg(test)]
mod tests {
    use crate::math::{Pose, Real, Rotor3, Vec3, Vector};
    use crate::random::Random;
    use crate::shape::Cuboid;
    use crate::solve::generic::distance;
    use crate::support::SupportExt;

    fn found<T: Real>(numbers: &[f64; 13]) -> (f64, f64)
    where
        Vec3<T>: crate::dimension::Dimension<Scalar = T, Rotor = Rotor3<T>>,
    {
        let x = numbers.map(T::from_f64);
        let [a, b] = [0, 3].map(|i| Cuboid::from_half_extents(Vec3::new(x[i], x[i + 1], x[i + 2])).unwrap());
        let rotor = Rotor3::from_wxyz([x[6], x[7], x[8], x[9]]).unwrap();
        let offset = Vec3::new(x[10], x[11], x[12]);
        let size = a.reach() + b.reach() + offset.norm();
        (distance(&a, &b, &Pose::new(rotor, offset).unwrap()).signed_distance.to_f64(), size.to_f64())
    }

    /// How far the witness points of two boxes, the second turned by about an angle, are beside the normal, in
    /// roundings of the size.
    fn beside<T: Real>(random: &mut Random, angle: f64) -> Option<f64>
    where
        Vec3<T>: crate::dimension::Dimension<Scalar = T, Rotor = Rotor3<T>>,
    {
        let mut vector = |scale: f64, least: f64| {
            Vec3::from_fn(|_| {
                let x = random.unit();
                T::from_f64(scale * if least > 0.0 { least + x.abs() } else { x })
            })
        };
        let [a, b] = [vector(1.0, 0.1), vector(1.0, 0.1)].map(|half| Cuboid::from_half_extents(half).unwrap());
        let turn = vector(angle, 0.0);
        let rotor = Rotor3::from_wxyz([T::ONE, turn[0], turn[1], turn[2]]).unwrap();
        let offset = vector(2.0, 0.0);
        let found = distance(&a, &b, &Pose::new(rotor, offset).unwrap());
        let size = a.reach() + b.reach() + offset.norm();
        let miss = found.witness_b - found.witness_a - found.normal * found.signed_distance;
        (found.signed_distance > T::ZERO).then(|| (miss.norm() / (T::UNIT * size)).to_f64())
    }

    #[test]
    fn witness_points_on_nearly_parallel_edges_face_each_other() {
        let (mut random, mut worst) = (Random(11), [0.0f64; 2]);
        let mut apart = 0;
        for angle in (0..20_000).map(|number| 10f64.powi(-2 - number % 16)) {
            let found = [beside::<f64>(&mut random, angle), beside::<f32>(&mut random, angle)];
            for (worst, found) in worst.iter_mut().zip(found) {
                *worst = worst.max(found.unwrap_or(0.0));
                apart += usize::from(found.is_some());
            }
        }
        assert!(apart > 10_000, "{apart} pairs are apart");
        assert!(worst.iter().all(|&worst| worst <= 16.0), "{worst:?} roundings of the size");
    }

    #[test]
    fn far_boxes_have_the_distance_of_their_nearest_places() {
        let mut random = Random(3);
        for number in 0..20_000 {
            let numbers = core::array::from_fn(|i| {
                let x = random.unit();
                f64::from(if i < 6 { 0.7 + 0.3 * x } else { x * if i < 10 { 1.0 } else { 6.0 } } as f32)
            });
            let ((single, size), (double, _)) = (found::<f32>(&numbers), found::<f64>(&numbers));
            let error = (single - double).abs();
            assert!(error <= 32.0 * f32::UNIT.to_f64() * size, "{number}: {error} of {size}");
        }
    }
}
