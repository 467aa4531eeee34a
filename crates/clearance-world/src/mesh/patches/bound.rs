//! How far boxes of two meshes are apart at least, four pairs at once.

use clearance::{Real, Vec3};

use super::fit::OUTSIDE;
use super::lanes::{Four, Four3};
use super::reach::Reach;
use super::{Node, Patches, Place};

/// The boxes of two meshes in the frame of the first, in a precision.
pub(super) struct Bounding<'p, T> {
    patches: [&'p Patches; 2],
    /// The second frame in the first: the columns of its map, and its origin.
    columns: [[T; 3]; 3],
    shift: [T; 3],
    /// Half edges are as many times longer in the first frame; one over the square of it.
    shrink: T,
    /// What bounds are lowered by.
    pad: T,
    /// The square of a length below the pad, of which nothing underflows.
    short: T,
}

/// What is known of four pairs of patches.
pub(in crate::mesh) struct Distances<T> {
    /// Lower bounds.
    pub(super) lower: [T; 4],
    /// The vector from the center of one box to that of the other, rounded.
    pub(super) of_centers: [T; 4],
    /// The lines along which the bounds were found.
    way: Four3<T>,
}

impl<T: Real> Distances<T> {
    /// The lower bound of one pair. One that is not a number proves nothing.
    pub fn bound(&self, lane: usize) -> f64 {
        f64::max(self.lower[lane].to_f64(), -f64::INFINITY)
    }

    /// Takes other lower bounds of the pairs.
    #[inline(always)]
    pub(super) fn raise(&mut self, bounds: [T; 4]) {
        for (lower, bound) in self.lower.iter_mut().zip(bounds) {
            *lower = if bound > *lower { bound } else { *lower };
        }
    }

    /// Twice the distance that one pair has about: most are as far apart as the mean of the bound and the distance of
    /// the centers.
    pub fn about(&self, lane: usize) -> f64 {
        (self.lower[lane] + self.of_centers[lane]).to_f64()
    }

    /// The line along which one bound was found.
    pub fn way(&self, lane: usize) -> Vec3<f64> {
        let [x, y, z] = [self.way.x, self.way.y, self.way.z].map(|way| way.0[lane].to_f64());
        Vec3::new(x, y, z)
    }
}

/// Four boxes.
pub(super) struct FourBoxes<T> {
    pub center: Four3<T>,
    pub half: [Four3<T>; 3],
    pub inverse: Four3<T>,
}

impl<'p, T: Real> Bounding<'p, T> {
    /// A bound is `(w·d − Σ|gᵢ·d| − Σ|hᵢ·d|)/|d|`, with the vector `w` between the centers and the half edges `g`, `h`;
    /// for points that are outside of the boxes by `o` and `o'` it is less by both. Rounding: let `s` be the largest
    /// distance of two points, and `G`, `H` the largest sums of the lengths of half edges. Centers that are moved are
    /// off by less than `12u s`, moved half edges by `8u` of their lengths; `w·d` rounds by `4u s|d|`, `g·d` by
    /// `3u|g||d|`, sums of six terms by `6u`, the length and the quotient by `4u s`: all in all below `20u (s + G +
    /// H)`.
    pub fn new(patches: [&'p Patches; 2], reach: &Reach) -> Self {
        let [a, b] = patches;
        let rounding = 20.0 * T::UNIT.to_f64() * (reach.size + a.span + b.span * reach.ratio);
        let pad = rounding + reach.error + OUTSIDE * (1.0 + reach.ratio);
        let float = |v: Vec3<f64>| [v.x, v.y, v.z].map(T::from_f64);
        Bounding {
            patches,
            columns: reach.columns.map(float),
            shift: float(reach.shift),
            shrink: T::from_f64(1.0 / (reach.ratio * reach.ratio)),
            pad: T::from_f64(pad * (1.0 + 4.0 * T::UNIT.to_f64())),
            short: T::power_of_two(-60),
        }
    }

    /// Bounds of one patch of mesh `1 − side` and the four of a node of mesh `side`.
    pub fn of(&self, side: usize, node: u32, one: Place) -> Distances<T> {
        let four = FourBoxes::of(self.patches[side].node(node as usize));
        let (number, lane) = one.split();
        let one = FourBoxes::repeated(self.patches[1 - side].node(number), lane);
        let [a, b] = if side == 0 { [four, self.moved(&one)] } else { [one, self.moved(&four)] };
        between(&a, &b, [self.pad, self.short])
    }

    /// Boxes of the second mesh in the frame of the first.
    #[inline(always)]
    fn moved(&self, boxes: &FourBoxes<T>) -> FourBoxes<T> {
        let [x, y, z] = self.columns.map(Four3::splat);
        let turned = |v: &Four3<T>| x.times(v.x) + y.times(v.y) + z.times(v.z);
        let [g, h, l] = &boxes.half;
        FourBoxes {
            center: turned(&boxes.center) + Four3::splat(self.shift),
            half: [turned(g), turned(h), turned(l)],
            inverse: boxes.inverse.times(Four::splat(self.shrink)),
        }
    }
}

/// What is known of four pairs of boxes, along the line from the point of `a` that is nearest to the center of `b` to
/// the point of `b` that is nearest to it. Bounds are lowered by the pad; a line whose squared length is not above
/// `short` shows nothing.
#[inline(always)]
pub(super) fn between<T: Real>(a: &FourBoxes<T>, b: &FourBoxes<T>, [pad, short]: [T; 2]) -> Distances<T> {
    // From the center of a.
    let apart = b.center - a.center;
    let on_a = a.nearest(&apart);
    let on_b = apart + b.nearest(&(on_a - apart));
    let way = on_b - on_a;
    let mut along = apart.dot(&way);
    for k in 0..3 {
        along = along - a.half[k].dot(&way).map(T::abs) - b.half[k].dot(&way).map(T::abs);
    }
    let (along, squared) = (along.0, way.dot(&way).0);
    let bound = |i: usize| if squared[i] > short { along[i] / squared[i].sqrt() - pad } else { -T::INFINITY };
    let of_centers = apart.dot(&apart).map(T::sqrt).0;
    Distances { lower: [bound(0), bound(1), bound(2), bound(3)], of_centers, way }
}

impl<T: Real> FourBoxes<T> {
    #[inline(always)]
    pub(super) fn of(node: &Node) -> Self {
        let [g, h, l] = &node.half;
        FourBoxes { center: node.center.wide(), half: [g.wide(), h.wide(), l.wide()], inverse: node.inverse.wide() }
    }

    /// One box four times.
    #[inline(always)]
    fn repeated(node: &Node, lane: usize) -> Self {
        let [g, h, l] = &node.half;
        let half = [g.repeated(lane), h.repeated(lane), l.repeated(lane)];
        FourBoxes { center: node.center.repeated(lane), half, inverse: node.inverse.repeated(lane) }
    }

    /// The points of the boxes nearest to some points, all from the centers.
    #[inline(always)]
    pub fn nearest(&self, points: &Four3<T>) -> Four3<T> {
        let [g, h, l] = &self.half;
        let share = |half: &Four3<T>, inverse| half.times((half.dot(points) * inverse).clamped());
        share(g, self.inverse.x) + share(h, self.inverse.y) + share(l, self.inverse.z)
    }
}
