//! How far boxes of a mesh are from a convex shape at least, four at once.
//!
//! The core of the shape has a box of its own: a point for a ball, a segment for a capsule. A bound is the distance of
//! two boxes minus the radius. Where the box is larger than the core, the support point along the same line gives a
//! better bound; and across the normal of the best triangle so far, one plane bounds all boxes.

use clearance::enclosure::Aabb;
use clearance::support::Form;
use clearance::{Pose, Real, Shape, Space, Support, Vec3, Vector};

use super::bound::{Distances, FourBoxes, between};
use super::fit::OUTSIDE;
use super::lanes::{Four, Four3};
use super::{Frame, Patches, Reach};
use crate::mesh::spatial;
use crate::tree::Link;
use crate::tree::plane::Limit;

/// A box around the core of a shape, in the frame of the shape, along axes of that frame or along a segment.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct CoreBox {
    center: Vec3<f64>,
    half: [Vec3<f64>; 3],
    /// What is swept over the core.
    radius: f64,
    /// No point of the core is farther outside of the box.
    error: f64,
    /// Whether the box is larger than the core.
    pub is_loose: bool,
}

impl CoreBox {
    /// Middles and halves round by `u` of lengths up to the sum of anchor, reach and radius, counted four times.
    pub fn of<V: Space>(shape: &Shape<V>) -> Self {
        let outline = shape.outline();
        let (anchor, radius) = (spatial(outline.anchor), outline.radius.to_f64());
        let error = outline.error.to_f64() + 4.0 * f64::UNIT * (anchor.norm() + outline.reach.to_f64() + radius);
        let around =
            |center: Vec3<f64>, half: [Vec3<f64>; 3], is_loose: bool| CoreBox { center, half, radius, error, is_loose };
        let none = Vec3::ZERO;
        match outline.form {
            Form::Point(point) => around(anchor + spatial(point), [none; 3], false),
            Form::Segment([p, q]) => {
                let (p, q) = (spatial(p), spatial(q));
                around(anchor + (p + q) * 0.5, [(q - p) * 0.5, none, none], false)
            }
            form => {
                // The box around the shape is that around the core, larger by the radius on all sides.
                let Aabb { lower, upper } = Aabb::of(shape, &Pose::IDENTITY);
                let (lower, upper) = (spatial(lower), spatial(upper));
                let half = |k: usize| Vec3::axis(k) * Real::max((upper[k] - lower[k]) * 0.5 - radius, 0.0);
                let is_loose = form.cuboid().is_none();
                around((lower + upper) * 0.5, [half(0), half(1), half(2)], is_loose)
            }
        }
    }

    /// The frame of the shape, with the unit of another one.
    pub fn frame(&self, scale: f64) -> Frame {
        let size = self.half.iter().fold(self.radius + self.error, |size, half| size + half.norm());
        Frame { center: self.center, scale, radius: size * scale * (1.0 + 8.0 * f64::UNIT) }
    }
}

/// A convex shape in the frame of the boxes, in a precision.
pub(in crate::mesh) struct BesideShape<'p, T> {
    patches: &'p Patches,
    /// The box of the core, four times.
    core: FourBoxes<T>,
    /// The axes of the shape's frame.
    axes: [Four3<T>; 3],
    /// What bounds of the core, and of the shape, are lowered by.
    pad: T,
    pad_of_shape: T,
    /// The square of a length below the pad, of which nothing underflows.
    short: T,
}

/// A plane between the shape and what is before it, in the frame of the boxes.
#[derive(Clone, Copy)]
pub(in crate::mesh) struct Before<T> {
    normal: [T; 3],
    height: T,
}

impl Patches {
    /// A shape, whose core is in a box, at a place of the mesh's frame. The bounds are those of
    /// [`Bounding`](super::bound::Bounding): off by less than `20u (s + G + H)`, by the errors of the pose and the box,
    /// and by what patches have outside of their boxes. The radius is part of `s`.
    pub(in crate::mesh) fn beside_shape<T: Real>(&self, core: &CoreBox, reach: &Reach) -> BesideShape<'_, T> {
        let scale = self.frame.scale;
        let float = |v: Vec3<f64>| [v.x, v.y, v.z].map(T::from_f64);
        let [x, y, z] = reach.columns;
        let half = core.half.map(|half| (x * half.x + y * half.y + z * half.z) * scale);
        let span = half.iter().map(|half| half.norm()).sum::<f64>();
        let inverse = half.map(|half| if half.norm_squared() > 0.0 { 1.0 / half.norm_squared() } else { 0.0 });
        let pad =
            20.0 * T::UNIT.to_f64() * (reach.size + self.span + span) + reach.error + core.error * scale + OUTSIDE;
        let up = |pad: f64| T::from_f64(pad * (1.0 + 4.0 * T::UNIT.to_f64()));
        BesideShape {
            patches: self,
            core: FourBoxes {
                center: Four3::splat(float(reach.shift)),
                half: half.map(|half| Four3::splat(float(half))),
                inverse: Four3::splat(inverse.map(|inverse| T::from_f64(Real::min(inverse, f64::from(f32::MAX))))),
            },
            axes: reach.columns.map(|column| Four3::splat(float(column))),
            pad: up(pad),
            pad_of_shape: up(pad + core.radius * scale),
            short: T::power_of_two(-60),
        }
    }

    /// A plane of the mesh's frame in that of the boxes: `n·x ≤ h` is `n·x' ≤ s (h − n·o)`. The error of the reach
    /// counts what rounds here, as for points of the shape.
    pub(in crate::mesh) fn before<V: Vector, T: Real>(&self, limit: &Limit<V>) -> Before<T> {
        let (normal, height) = (spatial(limit.in_a), limit.height.to_f64());
        let height = (height - normal.dot(self.frame.center)) * self.frame.scale;
        Before { normal: [normal.x, normal.y, normal.z].map(T::from_f64), height: T::from_f64(height) }
    }
}

impl<T: Real> BesideShape<'_, T> {
    /// Where the patches of a node lead.
    pub fn links(&self, node: u32) -> &[Link; 4] {
        self.patches.links(node)
    }

    /// Lower bounds of the signed distances from the four patches of a node; of patches that the shape passes through
    /// only as far as they matter for a signed distance below `max`.
    #[inline(always)]
    pub fn bounds(&self, node: u32, before: Option<&Before<T>>, max: f64) -> Distances<T> {
        let boxes = FourBoxes::of(self.patches.node(node as usize));
        let mut found = between(&boxes, &self.core, [self.pad_of_shape, self.short]);
        if let Some(before) = before {
            found.raise(self.ahead(&boxes, before));
        }
        // Those that rounding alone keeps from being beyond are about as deep as the deepest.
        let matters = max - 4.0 * self.pad.to_f64();
        if max < 0.0 && (0..4).any(|lane| found.bound(lane) < matters) {
            found.raise(self.across(&boxes));
        }
        found
    }

    /// The bound of one patch along another plane.
    pub fn bound_before(&self, node: u32, lane: usize, before: &Before<T>) -> T {
        self.ahead(&FourBoxes::of(self.patches.node(node as usize)), before)[lane]
    }

    #[inline(always)]
    fn ahead(&self, boxes: &FourBoxes<T>, before: &Before<T>) -> [T; 4] {
        let normal = Four3::splat(before.normal);
        let [g, h, l] = &boxes.half;
        let reach = g.dot(&normal).map(T::abs) + h.dot(&normal).map(T::abs) + l.dot(&normal).map(T::abs);
        (Four::splat(before.height - self.pad) - boxes.center.dot(&normal) - reach).0
    }

    /// Along the axes of the shape's frame, and across the sides of the boxes: the least overlap of two boxes is mostly
    /// along one of them.
    #[inline(always)]
    fn across(&self, boxes: &FourBoxes<T>) -> [T; 4] {
        let apart = self.core.center - boxes.center;
        let [g, h, l] = &boxes.half;
        let [x, y, z] = &self.axes;
        let mut best = [-T::INFINITY; 4];
        // A box of a triangle has no thickness, but two long sides.
        for along in [*x, *y, *z, g.cross(h), h.cross(l), l.cross(g)] {
            let mut gap = apart.dot(&along).map(T::abs);
            for half in boxes.half.iter().chain(&self.core.half) {
                gap = gap - half.dot(&along).map(T::abs);
            }
            let squared = along.dot(&along).0;
            for lane in 0..4 {
                let bound = gap.0[lane] / squared[lane].sqrt() - self.pad_of_shape;
                if squared[lane] > self.short && bound > best[lane] {
                    best[lane] = bound;
                }
            }
        }
        best
    }
}
