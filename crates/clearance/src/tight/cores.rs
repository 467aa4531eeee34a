//! Two polytopal cores in twofold numbers: points of `M = A − B` by vertex numbers, and the lowest of them along a
//! direction.

use core::marker::PhantomData;

use crate::gjk::features::{Point, wide};
use crate::math::twofold::{Two, TwoVec, two_product};
use crate::math::{Each, Pose, Real, Vector};
use crate::support::{Snapshot, Support, SupportExt};

/// The cores of two bodies with exact vertices, relative to one another.
pub(super) struct Cores<'s, V: Vector> {
    a: &'s Snapshot<'s, V>,
    b: &'s Snapshot<'s, V>,
    /// The rows of the rotations; none for a body that is only moved.
    turns: [Option<[Point; 3]>; 2],
    /// `T_A − T_B`, scaled.
    offset: Point,
    /// A power of two that brings the pair to a size of about 1.
    pub scale: f64,
    /// No less than the sum of both cores' lengths and of the offset's.
    pub size: f64,
    /// How far the rotations that are meant may move a point.
    pub turned: f64,
    space: PhantomData<V>,
}

impl<'s, V> Cores<'s, V>
where
    V: Vector,
{
    pub fn new(
        (a, pose_a): (&'s Snapshot<'s, V>, &Pose<V>),
        (b, pose_b): (&'s Snapshot<'s, V>, &Pose<V>),
        scale: f64,
    ) -> Self {
        let offset = Point::difference(wide(pose_a.translation()), wide(pose_b.translation()));
        let offset = TwoVec { hi: offset.hi * scale, lo: offset.lo * scale };
        let length = |reach: V::Scalar, anchor: V| scale * (reach.to_f64() + 2.0 * wide(anchor).max_abs());
        let lengths = length(a.reach(), a.anchor()) + length(b.reach(), b.anchor());
        let size = lengths + 2.0 * offset.hi.max_abs();
        let turned = lengths * pose_a.fine_error().to_f64().max(pose_b.fine_error().to_f64());
        Cores { a, b, turns: [turn(pose_a), turn(pose_b)], offset, scale, size, turned, space: PhantomData }
    }

    /// The point of `M` that two vertices make.
    pub fn point(&self, [i, j]: [u32; 2]) -> Point {
        let from_a = self.placed(0, TwoVec::difference(wide(self.a.anchor()), -wide(self.a.vertex(i))));
        let from_b = self.placed(1, TwoVec::difference(wide(self.b.anchor()), -wide(self.b.vertex(j))));
        (from_a - from_b) + self.offset
    }

    /// A point of a body's frame, scaled and turned.
    fn placed(&self, side: usize, p: Point) -> Point {
        let p = TwoVec { hi: p.hi * self.scale, lo: p.lo * self.scale };
        match &self.turns[side] {
            None => p,
            Some(rows) => Point::from_fn(|i| rows[i].dot(p)),
        }
    }

    /// The vertices whose point of `M` is lowest along `n`, and its height over the origin in units of length.
    pub fn lowest(&self, n: Point) -> ([u32; 2], Two<f64>) {
        let i = self.extreme(0, self.a, n);
        let j = self.extreme(1, self.b, -n);
        let height = n.dot(self.point([i, j])) / n.dot(n).sqrt();
        ([i, j], height)
    }

    /// The vertex lowest along `n`: rounded products leave those within twice their error, twofold ones decide.
    ///
    /// With the turned direction `m`, rounded by `8u|n|`, a product errs by less than `16u|m| reach`.
    fn extreme<S: Support<V> + ?Sized>(&self, side: usize, shape: &S, n: Point) -> u32 {
        let m = match &self.turns[side] {
            None => n.hi,
            Some(rows) => rows[0].hi * n.hi.x + rows[1].hi * n.hi.y + rows[2].hi * n.hi.z,
        };
        let m = m * (1.0 / m.max_abs());
        let height = |id: u32| m.dot(wide(shape.vertex(id)) * self.scale);
        let ids = || 0..shape.vertex_count();
        let lowest = ids().fold(f64::INFINITY, |lowest, id| lowest.min(height(id)));
        let near = lowest + 64.0 * f64::UNIT * shape.reach().to_f64() * self.scale;
        let mut survivors = ids().filter(|&id| height(id) <= near);
        let first = survivors.next().unwrap_or(0);
        let level = |id: u32| n.dot(self.placed(side, TwoVec::new(wide(shape.vertex(id)))));
        let mut best: Option<(u32, Two<f64>)> = None;
        for id in survivors {
            let (lowest, least) = best.unwrap_or_else(|| (first, level(first)));
            let candidate = level(id);
            let lower = (candidate - least).value() < 0.0;
            best = Some(if lower { (id, candidate) } else { (lowest, least) });
        }
        best.map_or(first, |(id, _)| id)
    }
}

/// The rows of a pose's rotation `N / |q|²`. Products of components in two parts err by `7ε`, an entry by `28ε` more
/// than those of floats.
fn turn<V: Vector>(pose: &Pose<V>) -> Option<[Point; 3]> {
    let [q, rest] = pose.fine_quaternion().each(|part| part.each(Real::to_f64));
    if q[1..] == [0.0; 3] && rest[1..] == [0.0; 3] {
        return None;
    }
    let whole = rest == [0.0; 4];
    let part = |i: usize| Two { hi: q[i], lo: rest[i] };
    let p = |i: usize, j: usize| if whole { two_product(q[i], q[j]) } else { part(i) * part(j) };
    let (ww, xx, yy, zz) = (p(0, 0), p(1, 1), p(2, 2), p(3, 3));
    let n = (ww + xx) + (yy + zz);
    let twice = |x: Two<f64>| Two { hi: 2.0 * x.hi, lo: 2.0 * x.lo };
    let rows = [
        [(ww + xx) - (yy + zz), twice(p(1, 2) - p(0, 3)), twice(p(1, 3) + p(0, 2))],
        [twice(p(1, 2) + p(0, 3)), (ww + yy) - (xx + zz), twice(p(2, 3) - p(0, 1))],
        [twice(p(1, 3) - p(0, 2)), twice(p(2, 3) + p(0, 1)), (ww + zz) - (xx + yy)],
    ];
    Some(rows.each(|row| Point::from_fn(|i| row[i] / n)))
}
