//! The simplex of GJK: at most D + 1 points of the difference, the newest last.

mod barycentric;
mod dim2;
mod dim3;
mod reduce;
pub(crate) mod robust;

pub(crate) use barycentric::{Barycentric, FeaturePair};
pub(crate) use reduce::Reduce;

use crate::difference::Vertex;
use crate::math::{Each, Real, Vector};

/// A feature of the simplex, by the indices of its points, and its point nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<V: Vector> {
    pub point: V,
    pub squared: V::Scalar,
    /// Whether the point's direction is known: false for a needle or sliver, whose normal is mostly rounding.
    pub sound: bool,
    /// Beyond `len` the first one again.
    indices: [u8; 3],
    len: u8,
}

impl<V: Vector> Nearest<V> {
    #[inline(always)]
    pub fn new<const N: usize>(point: V, indices: [u8; N]) -> Self {
        let mut all = [indices[0]; 3];
        all[..N].copy_from_slice(&indices);
        Nearest { point, squared: point.norm_squared(), sound: true, indices: all, len: N as u8 }
    }
    /// Farther than any other.
    #[inline(always)]
    pub fn nowhere() -> Self {
        Nearest { squared: V::Scalar::INFINITY, ..Self::new(V::ZERO, [0]) }
    }
    #[inline(always)]
    pub fn sound_if(self, sound: bool) -> Self {
        Nearest { sound, ..self }
    }
    #[inline(always)]
    pub fn nearer(self, other: Self) -> Self {
        if other.squared < self.squared { other } else { self }
    }
}

/// Points of the difference and the point of their hull nearest to the origin.
///
/// The points stay where they were written; `order` says which of them count, oldest first. So a reduction moves
/// nothing. Beyond `len` the order repeats points that count, so what holds for every point can be tested without a
/// look at `len`.
#[derive(Clone, Copy, Debug)]
pub struct Simplex<V: Vector> {
    slots: [Vertex<V>; 4],
    order: [u8; 4],
    len: u8,
    /// The point of the hull nearest to the origin.
    pub nearest: V,
    /// Its squared length.
    pub squared: V::Scalar,
}

impl<V: Vector> Simplex<V> {
    /// The simplex of one point.
    #[inline]
    pub fn new(point: Vertex<V>) -> Self {
        let squared = point.w.norm_squared();
        Simplex { slots: [point; 4], order: [0; 4], len: 1, nearest: point.w, squared }
    }

    /// The simplex of the first `len` points, the oldest first, with its nearest point and that one's squared length.
    #[inline(always)]
    pub fn known(slots: [Vertex<V>; 4], len: usize, nearest: V, squared: V::Scalar) -> Self {
        let order = [0, 1, 2, 3].each(|i| if i < len { i as u8 } else { 0 });
        Simplex { slots, order, len: len as u8, nearest, squared }
    }

    /// The points, oldest first.
    #[inline]
    pub fn points(&self) -> impl DoubleEndedIterator<Item = &Vertex<V>> + ExactSizeIterator {
        self.order[..self.len as usize & 7].iter().map(|&slot| &self.slots[slot as usize & 3])
    }
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len as usize
    }
    /// The one that is `i`-th in age.
    #[inline(always)]
    pub fn point(&self, i: usize) -> &Vertex<V> {
        &self.slots[self.order[i & 3] as usize & 3]
    }
    #[inline(always)]
    pub fn w(&self, i: usize) -> V {
        self.point(i).w
    }
    #[inline]
    pub fn newest(&self) -> &Vertex<V> {
        self.point(self.len as usize - 1)
    }
    /// Adds a point; there must be room. The nearest point is out of date until [`keep`](Self::keep).
    #[inline(always)]
    pub fn push(&mut self, point: Vertex<V>) {
        let taken = self.order.iter().fold(0u32, |taken, &slot| taken | 1 << (slot & 3));
        let free = (!taken).trailing_zeros() as u8 & 3;
        self.slots[free as usize] = point;
        self.order[self.len as usize & 3] = free;
        self.len += 1;
    }
    /// Drops the newest point.
    #[inline]
    pub fn pop(&mut self) {
        self.len -= 1;
        self.order[self.len as usize & 3] = self.order[0];
    }
    #[inline(always)]
    pub fn contains(&self, point: &Vertex<V>) -> bool {
        self.order.iter().fold(false, |found, &slot| found | self.slots[slot as usize & 3].same(point))
    }
    /// Keeps the points of a feature.
    #[inline(always)]
    pub fn keep(&mut self, feature: Nearest<V>) {
        let [i, j, k] = feature.indices.each(|i| self.order[i as usize & 3]);
        self.order = [i, j, k, k];
        self.len = feature.len;
        self.nearest = feature.point;
        self.squared = feature.squared;
    }
    /// Reduces at most D points, not necessarily an optimal set and a new one, to the feature nearest to the origin:
    /// all of them if the origin's projection lies inside, which it does when little has moved; else one after the
    /// other.
    pub fn settle(&mut self, error: V::Scalar)
    where
        V: Reduce,
    {
        let count = self.len();
        if count == 1 {
            return;
        }
        if count <= V::DIM && V::barycentric(self)[..count].iter().all(|&weight| weight > V::Scalar::ZERO) {
            match V::nearest(self, self.newest().w, error) {
                Some(nearest) if nearest.sound && nearest.len == self.len => return self.keep(nearest),
                _ => return self.keep(robust::nearest(self)),
            }
        }
        let mut settled = Simplex::new(*self.point(0));
        for point in self.points().skip(1) {
            settled.add(*point, error);
        }
        *self = settled;
    }

    /// Adds a point to a reduced simplex and reduces it again, if that brings it nearer to the origin.
    fn add(&mut self, point: Vertex<V>, error: V::Scalar)
    where
        V: Reduce,
    {
        let (v, squared) = (self.nearest, self.squared);
        if !(v.dot(point.w) < squared) {
            return;
        }
        self.push(point);
        match V::nearest(self, point.w, error) {
            Some(nearest) if nearest.sound && nearest.squared < squared && self.satisfies_kkt(&nearest) => {
                self.keep(nearest);
            }
            Some(_) => self.keep(robust::nearest(self)),
            // The origin is inside, which is for the caller to find.
            None => self.pop(),
        }
    }

    /// The barycentric weights of the nearest point, none of them negative, adding up to 1.
    #[inline]
    pub fn weights(&self) -> [V::Scalar; 3]
    where
        V: Reduce,
    {
        convex(V::barycentric(self))
    }

    /// The nearest point as the weighted sum of the points: certainly in their hull.
    pub fn weighted_sum(&self) -> V
    where
        V: Reduce,
    {
        let mut sum = V::ZERO;
        for (point, weight) in self.points().zip(self.weights()) {
            sum += point.w * weight;
        }
        sum
    }

    /// The Karush–Kuhn–Tucker condition: no point of the simplex lies before the plane through the nearest point by
    /// more than rounding explains: `64u` of the square for a few operations on it, `16u|v|L` for products with points
    /// of length up to `L`, from which the nearest point was also made.
    #[inline(always)]
    pub fn satisfies_kkt(&self, feature: &Nearest<V>) -> bool {
        if feature.len == self.len {
            // Nothing was dropped: the points span the plane.
            return true;
        }
        let (v, slack) =
            (feature.point, feature.squared * (V::Scalar::ONE - V::Scalar::from_f64(64.0) * V::Scalar::UNIT));
        let least = (0..4).fold(slack, |least, i| least.min(v.dot(self.w(i))));
        least >= slack || self.explains(slack - least, feature.squared)
    }

    #[cold]
    #[inline(never)]
    fn explains(&self, deficit: V::Scalar, squared: V::Scalar) -> bool {
        let longest = (0..self.len()).fold(V::Scalar::ZERO, |longest, i| longest.max(self.w(i).norm_squared()));
        let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        deficit * deficit <= rounding * rounding * squared * longest
    }
}

/// Weights without negative ones, adding up to 1.
#[inline]
pub(crate) fn convex<T: Real>([a, b, c]: [T; 3]) -> [T; 3] {
    let (a, b, c) = (a.max(T::ZERO), b.max(T::ZERO), c.max(T::ZERO));
    let sum = a + b + c;
    [a / sum, b / sum, c / sum]
}

/// The weight of `b` in the projection of the origin on the line `ab`.
#[inline]
pub(crate) fn edge_weight<V: Vector>(a: V, b: V) -> V::Scalar {
    let e = b - a;
    let ee = e.norm_squared();
    if ee == V::Scalar::ZERO {
        return V::Scalar::ZERO;
    }
    // Measured from the nearer end, which loses nothing to cancellation.
    if a.norm_squared() <= b.norm_squared() { -a.dot(e) / ee } else { V::Scalar::ONE - b.dot(e) / ee }
}
