//! The Minkowski difference `M = A − B` of two cores: what every algorithm here looks at.
//!
//! Coordinates are those of A's frame, counted from A's anchor and multiplied by a power of two that brings the pair to
//! a size of about 1, so nothing downstream can over- or underflow (the multiplication is exact). Polytopes of ordinary
//! sizes are left as they are. What rounding does to its points and planes: [`frame`](crate::frame).

mod curved;

use crate::frame::{Frame, Sources, ordinary_range};
use crate::math::twofold::{Two, two_product, two_sum};
use crate::math::{Matrix, Real, RigidMap, Vector};
use crate::shape::Polytope;
use crate::shape::rounding::length_bound;
use crate::support::{Hint, Snapshot, Support, SupportExt};

/// A point of the difference with its sources on A and B (each in its own frame, from its own anchor).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// `a − b` in A's frame, scaled.
    pub w: V,
    pub a: V,
    pub b: V,
    pub ids: [Hint; 2],
}

impl<V: Vector> Vertex<V> {
    /// Whether both are the same pair of polytope vertices.
    #[inline]
    pub fn same(&self, other: &Self) -> bool {
        (self.ids[0] == other.ids[0]) & (self.ids[1] == other.ids[1]) & (self.ids[0] != Hint::NONE)
    }
}

/// Two shapes and the pose of one in the other's frame, as one convex set.
pub(crate) struct Difference<'s, V: Vector> {
    pub a: &'s Snapshot<'s, V>,
    pub b: &'s Snapshot<'s, V>,
    /// B's rotation in A's frame.
    pub turn: V::Matrix,
    scaled_turn: V::Matrix,
    scaled_offset: V,
    /// Where B's anchor lies from A's, in A's frame, unscaled.
    pub offset: V,
    /// The unit of its lengths, and its errors.
    pub frame: Frame<V::Scalar>,
    /// Error of the pose's matrix.
    pub rotation_error: V::Scalar,
    /// Both cores are polytopes: support points are finitely many and known by their ids.
    pub polytopal: bool,
}

impl<'s, V: Vector> Difference<'s, V> {
    #[inline]
    pub fn new(a: &'s Snapshot<'s, V>, b: &'s Snapshot<'s, V>, b_in_a: &RigidMap<V>) -> Self {
        let (anchor_a, anchor_b) = (a.anchor(), b.anchor());
        let (offset, offset_error) = if anchor_a.max_abs().max(anchor_b.max_abs()) == V::Scalar::ZERO {
            (b_in_a.translation, b_in_a.translation_error)
        } else {
            anchored_offset(anchor_a, anchor_b, b_in_a)
        };
        let (reach_a, reach_b) = (a.reach(), b.reach());
        // With the radii, so that they stay finite in this scale.
        let radius = a.radius().max(b.radius());
        let largest = reach_a.max(reach_b).max(offset.max_abs()).max(radius);
        let polytopal = a.vertex_count() > 0 && b.vertex_count() > 0;
        let (scale, unscale) = if polytopal { scales(largest) } else { scales_to_one(largest) };
        let scaled_offset = offset * scale;
        let rotation_error = b_in_a.rotation_error;
        let frame = Frame::new(
            [scale, unscale],
            &Sources {
                reach: [reach_a, reach_b],
                error: [a.support_error(), b.support_error()],
                rotation_error,
                offset_error,
                length: scaled_offset.norm(),
            },
        );
        Difference {
            a,
            b,
            turn: b_in_a.matrix,
            scaled_turn: if scale == V::Scalar::ONE { b_in_a.matrix } else { b_in_a.matrix.scale(scale) },
            scaled_offset,
            offset,
            frame,
            rotation_error,
            polytopal,
        }
    }

    /// A vertex of the difference farthest along `dir`; the searches start at the vertices of `near`.
    #[inline(always)]
    pub fn support(&self, dir: V, near: [Hint; 2]) -> Vertex<V> {
        let (a, id_a) = self.a.support_from(dir, near[0]);
        let (b, id_b) = self.b.support_from(-self.turn.apply_transpose(dir), near[1]);
        self.join(a, b, [id_a, id_b])
    }

    /// The shapes, if both are stored polytopes.
    #[inline]
    pub fn polytopes(&self) -> Option<[&'s Polytope<V>; 2]> {
        if self.polytopal { Some([self.a.downcast()?, self.b.downcast()?]) } else { None }
    }

    /// [`support`](Self::support) of the two stored polytopes, without hints.
    #[inline(always)]
    pub fn support_of(&self, [a, b]: [&Polytope<V>; 2], dir: V) -> Vertex<V> {
        let (a, id_a) = a.support_from(dir, Hint::NONE);
        let (b, id_b) = b.support_from(-self.turn.apply_transpose(dir), Hint::NONE);
        self.join(a, b, [id_a, id_b])
    }

    /// The vertex with these ids, for a polytopal difference; `None` if there is none.
    pub fn vertex(&self, ids: [Hint; 2]) -> Option<Vertex<V>> {
        let (i, j) = (ids[0].id()?, ids[1].id()?);
        if i >= self.a.vertex_count() || j >= self.b.vertex_count() {
            return None;
        }
        Some(self.join(self.a.vertex(i), self.b.vertex(j), ids))
    }

    /// A vertex at the place that its sources have.
    pub fn placed(&self, vertex: &Vertex<V>) -> Vertex<V> {
        self.join(vertex.a, vertex.b, vertex.ids)
    }

    /// The vector from the centre of B to the centre of A: a direction from the origin into the difference.
    #[inline]
    pub fn center(&self) -> V {
        self.point(self.a.center(), self.b.center())
    }

    /// A point of B (from its anchor) in A's frame (from A's anchor), unscaled.
    #[inline]
    pub fn b_in_a(&self, b: V) -> V {
        self.turn.apply(b) + self.offset
    }

    /// The rotation of B's frame in A's.
    #[inline]
    pub fn turn(&self) -> &V::Matrix {
        &self.turn
    }

    /// B's anchor seen from A's, scaled.
    #[inline]
    pub fn scaled_offset(&self) -> V {
        self.scaled_offset
    }

    /// A point of B (from its anchor) in A's frame (from A's anchor), scaled.
    #[inline]
    pub fn scaled_b_in_a(&self, b: V) -> V {
        self.scaled_turn.apply(b) + self.scaled_offset
    }

    /// The point of the difference of two points of the cores.
    #[inline]
    pub fn point(&self, a: V, b: V) -> V {
        a * self.frame.scale - self.scaled_b_in_a(b)
    }

    #[inline]
    fn join(&self, a: V, b: V, ids: [Hint; 2]) -> Vertex<V> {
        Vertex { w: self.point(a, b), a, b, ids }
    }
}

/// The power of two by which lengths of polytopes are counted, and its inverse, where none is longer than `largest`: 1
/// if that is an ordinary one. All that follows would have to wait for it, but the branch for in-range lengths is
/// predicted.
#[inline(always)]
fn scales<T: Real>(largest: T) -> (T, T) {
    let range = ordinary_range::<T>();
    if (largest > range) & (largest * range < T::ONE) { (T::ONE, T::ONE) } else { scales_of_extreme(largest) }
}

#[cold]
#[inline(never)]
fn scales_of_extreme<T: Real>(largest: T) -> (T, T) {
    scales_to_one(largest)
}

/// The power of two that brings a length near 1, and its inverse.
#[inline(always)]
fn scales_to_one<T: Real>(largest: T) -> (T, T) {
    let scale = T::power_of_two(-largest.exponent());
    (scale, T::ONE / scale)
}

/// `T + R cB − cA`, rounded once, with a bound on its error.
fn anchored_offset<V: Vector>(anchor_a: V, anchor_b: V, b_in_a: &RigidMap<V>) -> (V, V::Scalar) {
    let moved = b_in_a.translation;
    let largest = anchor_a.max_abs().max(anchor_b.max_abs()).max(moved.max_abs());
    // A product is split by a multiplication with 2²⁷ (f64), which takes lengths from 2⁹⁹⁶ on out of the range: those
    // are counted in units of 2³². What becomes subnormal is far below the rounding of the largest length.
    let unit = V::Scalar::power_of_two(if largest.exponent() + 28 > V::Scalar::MAX_EXPONENT { 32 } else { 0 });
    let count = V::Scalar::ONE / unit;
    let (offset, rounding) = rounded_offset(anchor_a * count, anchor_b * count, &b_in_a.matrix, moved * count);
    let reach_b = length_bound(anchor_b);
    (offset * unit, b_in_a.translation_error + b_in_a.rotation_error * reach_b + rounding * unit)
}

/// `T + R cB − cA`, and a bound on its rounding.
fn rounded_offset<V: Vector>(anchor_a: V, anchor_b: V, turn: &V::Matrix, moved: V) -> (V, V::Scalar) {
    let u = V::Scalar::UNIT;
    let number = V::Scalar::from_f64;
    let mut low = V::Scalar::ZERO;
    let offset = V::from_fn(|i| {
        let mut sum = two_sum(moved[i], -anchor_a[i]);
        let mut magnitude = moved[i].abs() + anchor_a[i].abs();
        for j in 0..V::DIM {
            let term = two_product(turn.column(j)[i], anchor_b[j]);
            magnitude += term.hi.abs();
            sum = sum + Two { hi: term.hi, lo: term.lo };
        }
        low = low.max(magnitude);
        sum.value()
    });
    // One rounding of the result, of the twofold sums what five operations of 8u² leave of the largest term, and of
    // nine products that underflow half a quantum each, at most `1.5√3` in one direction.
    let underflow = number(4.0) * V::Scalar::QUANTUM;
    (offset, u * length_bound(offset) + number(120.0) * u * u * low + underflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Exact;
    use crate::math::{Pose3, Rotor3, Vec3};
    use crate::random::Random;

    #[test]
    fn offsets_that_cancel_err_by_less_than_their_low_order_term() {
        let mut random = Random(11);
        let mut needed = 0;
        for round in 0..2000 {
            let rotor = Rotor3::from_wxyz([(); 4].map(|()| random.unit())).unwrap();
            let turn = *Pose3::new(rotor, Vec3::ZERO).unwrap().matrix();
            let [anchor_a, anchor_b] = [(); 2].map(|()| Vec3::from_fn(|_| random.unit()));
            let moved = anchor_a - turn.apply(anchor_b);
            let (offset, rounding) = rounded_offset(anchor_a, anchor_b, &turn, moved);
            let off = |i: usize| {
                let product = |j: usize| &Exact::new(turn.column(j)[i]) * &Exact::new(anchor_b[j]);
                let rest = &(&Exact::new(moved[i]) - &Exact::new(anchor_a[i])) - &Exact::new(offset[i]);
                &(&(&rest + &product(0)) + &product(1)) + &product(2)
            };
            let squared = (0..3).map(off).fold(Exact::ZERO, |sum, x| &sum + &x.squared());
            assert!(squared <= Exact::new(rounding).squared(), "round {round}");
            needed += u32::from(squared > Exact::new(f64::UNIT * length_bound(offset)).squared());
        }
        assert!(needed > 20, "the last rounding alone explains all but {needed}");
    }
}
