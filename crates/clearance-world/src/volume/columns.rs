//! Sums over pairs of prisms, each below a triangle.

use clearance::enclosure::Aabb;
use clearance::{Real, Vec2, Vec3};

use super::facets::Facets;
use crate::stop::check;
use crate::tree::Tree;

/// A corner of a polygon: its place across the columns, and the heights of one or two surfaces there.
pub(super) type Corner = [f64; 4];

/// What a pair of prisms errs by at most, in units of roundoff times `S L H`.
///
/// Coordinates are at most `S`, heights `H`, and the lesser of both triangles has a box of half perimeter `L`. Each of
/// at most 8 cuts leaves a polygon within `8uS` of one that is cut exactly: it puts corners on the sides between
/// corners that it has, and keeps or drops others only within that of the line. So the area is wrong by at most `8 ·
/// 8uS · 2L`, and the volume by `H` of that. Heights of the first triangle are interpolated, those of the second are
/// of its plane and between its least and largest one: a corner that is `δ` aside has a height that is wrong by `δ
/// H/w` at most, where `w` is the width of the triangle, on an area of at most `w L`. That is `64u S L H` again for
/// either, and the integral rounds by `16u` of `S L H`. In all it is less than half of what is counted.
const ROUNDING: f64 = 1024.0;

/// How many pairs may still be taken.
pub(super) struct Pairs {
    left: usize,
}

impl Pairs {
    pub fn new(most: usize) -> Self {
        Pairs { left: most }
    }

    /// Takes one; `None` if none is left.
    fn take(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(1024) {
            check();
        }
        Some(())
    }
}

/// A sum and the largest error of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub value: f64,
    pub error: f64,
}

/// The columns that two solids may have in common.
pub(super) struct Overlap {
    /// Where the origin of the columns is: in their middle, on the floor.
    origin: Vec3<f64>,
    bounds: Aabb<Vec2<f64>>,
    /// The largest coordinate of a triangle that reaches into the columns.
    size: f64,
}

impl Overlap {
    /// The columns around a box, above a floor below all triangles.
    pub fn new(both: &Aabb<Vec3<f64>>, facets: [&Facets; 2]) -> Self {
        let middle = both.center();
        let floor = facets.map(|facets| facets.bounds().lower.z);
        let origin = Vec3::new(middle.x, middle.y, floor[0].min(floor[1]));
        let [lower, upper] = [both.lower, both.upper].map(|p| Vec2::new(p.x - origin.x, p.y - origin.y));
        let mut overlap = Overlap { origin, bounds: Aabb { lower, upper }, size: 0.0 };
        for corners in facets.iter().flat_map(|facets| &facets.triangles) {
            let corners = corners.map(|corner| corner - origin);
            if across(&corners).is_within(&overlap.bounds, 0.0) {
                let reach = corners.iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f64::max);
                overlap.size = overlap.size.max(reach);
            }
        }
        overlap
    }
}

/// The box around a triangle seen from above.
fn across(corners: &[Vec3<f64>; 3]) -> Aabb<Vec2<f64>> {
    corners.iter().fold(Aabb::empty(), |all, corner| all.union(&Aabb::at(Vec2::new(corner.x, corner.y))))
}

/// A triangle, as far as it is above the overlap, and all below it.
struct Prism {
    /// Counter-clockwise seen from above.
    corners: [Vec3<f64>; 3],
    /// The triangle cut by the overlap.
    polygon: Vec<Corner>,
    /// 1 if it is seen from above, −1 from below.
    sign: f64,
    bounds: Aabb<Vec2<f64>>,
    /// How the height grows along both axes.
    slope: [f64; 2],
    heights: [f64; 2],
}

impl Prism {
    fn new(corners: [Vec3<f64>; 3], overlap: &Overlap) -> Option<Self> {
        let bounds = across(&corners);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        if !bounds.is_within(&overlap.bounds, 0.0) || normal.z == 0.0 {
            return None;
        }
        let [a, b, c] = corners;
        let corners = if normal.z > 0.0 { [a, b, c] } else { [a, c, b] };
        let mut polygon = corners.map(|p| [p.x, p.y, p.z, 0.0]).to_vec();
        let Aabb { lower, upper } = overlap.bounds;
        for k in 0..2 {
            if bounds.lower[k] < lower[k] {
                polygon = clipped(&polygon, |p| p[k] - lower[k]);
            }
            if bounds.upper[k] > upper[k] {
                polygon = clipped(&polygon, |p| upper[k] - p[k]);
            }
        }
        let heights = [f64::min, f64::max].map(|of| of(of(a.z, b.z), c.z));
        let slope = [-normal.x / normal.z, -normal.y / normal.z];
        Some(Prism { corners, polygon, sign: normal.z.signum(), bounds, slope, heights })
    }

    /// The height of the triangle's plane, between those of its corners.
    fn height(&self, x: f64, y: f64) -> f64 {
        let [low, high] = self.heights;
        let from = self.corners[0];
        let height = from.z + self.slope[0] * (x - from.x) + self.slope[1] * (y - from.y);
        // A triangle that is upright but for rounding may have no slope.
        if height.is_nan() { low } else { height.clamp(low, high) }
    }

    /// The volume in common with another prism, without signs. `polygon` is memory.
    fn common(&self, other: &Prism, polygon: &mut [Vec<Corner>; 2]) -> f64 {
        let [now, next] = polygon;
        now.clone_from(&self.polygon);
        for k in 0..3 {
            let (from, to) = (other.corners[k], other.corners[(k + 1) % 3]);
            let side = [to.x - from.x, to.y - from.y];
            clip(now, next, |p| side[0] * (p[1] - from.y) - side[1] * (p[0] - from.x));
            std::mem::swap(now, next);
            if now.len() < 3 {
                return 0.0;
            }
        }
        for corner in now.iter_mut() {
            corner[3] = other.height(corner[0], corner[1]);
        }
        let Some((first, others)) = now.split_first() else { return 0.0 };
        others.windows(2).map(|side| lesser([*first, side[0], side[1]], next)).sum()
    }

    /// `L H` of [`ROUNDING`].
    fn size(&self, other: &Prism) -> f64 {
        let half = |prism: &Prism| prism.bounds.extent().x + prism.bounds.extent().y;
        half(self).min(half(other)) * self.heights[1].max(other.heights[1])
    }
}

/// The integral of the lesser height over a triangle. Which one that is changes along one line at most, whatever
/// rounding makes of heights that are equal; along the border of a larger polygon it could change several times.
fn lesser(triangle: [Corner; 3], memory: &mut Vec<Corner>) -> f64 {
    let is_above = triangle.map(|corner| corner[2] > corner[3]);
    match is_above {
        [true, true, true] => integral(&triangle, 3),
        [false, false, false] => integral(&triangle, 2),
        _ => {
            clip(&triangle, memory, |p| p[2] - p[3]);
            let volume = integral(memory, 3);
            clip(&triangle, memory, |p| p[3] - p[2]);
            volume + integral(memory, 2)
        }
    }
}

/// The part of a convex polygon where a linear function is not negative.
pub(super) fn clipped(polygon: &[Corner], over: impl Fn(&Corner) -> f64) -> Vec<Corner> {
    let mut next = Vec::with_capacity(polygon.len() + 1);
    clip(polygon, &mut next, over);
    next
}

/// I. Sutherland and G. Hodgman, Reentrant polygon clipping, 1974.
fn clip(polygon: &[Corner], into: &mut Vec<Corner>, over: impl Fn(&Corner) -> f64) {
    into.clear();
    let Some(last) = polygon.last() else { return };
    let (mut from, mut before) = (last, over(last));
    for to in polygon {
        let after = over(to);
        if (before < 0.0) != (after < 0.0) {
            let share = (before / (before - after)).clamp(0.0, 1.0);
            into.push(std::array::from_fn(|k| from[k] + share * (to[k] - from[k])));
        }
        if after >= 0.0 {
            into.push(*to);
        }
        (from, before) = (to, after);
    }
}

/// The integral of a coordinate over a polygon: the sum over the triangles of a fan.
fn integral(polygon: &[Corner], height: usize) -> f64 {
    let Some((first, others)) = polygon.split_first() else { return 0.0 };
    let part = |side: &[Corner]| {
        let [p, q] = [side[0], side[1]];
        let doubled = (p[0] - first[0]) * (q[1] - first[1]) - (p[1] - first[1]) * (q[0] - first[0]);
        doubled * (first[height] + p[height] + q[height])
    };
    others.windows(2).map(part).sum::<f64>() / 6.0
}

/// The prisms of a surface.
pub(super) struct Columns {
    prisms: Vec<Prism>,
    tree: Tree<Vec2<f64>>,
    /// The largest coordinate.
    size: f64,
}

impl Columns {
    pub fn new(facets: &Facets, overlap: &Overlap) -> Self {
        let placed = facets.triangles.iter().map(|corners| corners.map(|corner| corner - overlap.origin));
        let prisms: Vec<Prism> = placed.filter_map(|corners| Prism::new(corners, overlap)).collect();
        let tree = (0..).zip(&prisms).map(|(i, prism)| (i, prism.bounds)).collect();
        Columns { prisms, tree, size: overlap.size }
    }

    /// `∫ a b` for the numbers of windings of two surfaces; `None` if it takes more pairs than are left.
    pub fn product(&self, other: &Columns, pairs: &mut Pairs) -> Option<Sum> {
        let (mut sum, mut magnitude, mut longest) = (Sum::default(), 0.0, 0usize);
        let (mut near, mut memory) = (Vec::new(), [Vec::new(), Vec::new()]);
        for prism in &self.prisms {
            near.clear();
            other.tree.items_within(&prism.bounds, 0.0, |item| near.push(item));
            let mut row = 0.0;
            for &item in &near {
                pairs.take()?;
                let beside = &other.prisms[item as usize];
                let volume = prism.common(beside, &mut memory);
                row += beside.sign * volume;
                magnitude += volume.abs();
                sum.error += prism.size(beside);
            }
            sum.value += prism.sign * row;
            longest = longest.max(near.len());
        }
        let roundings = (longest + self.prisms.len()) as f64;
        sum.error = f64::UNIT * (2.0 * ROUNDING * self.size * sum.error + 2.0 * roundings * magnitude);
        Some(sum)
    }

    /// No less than `∫ (a² − a)`, which is zero where the surface winds once around all that is inside.
    pub fn excess(&self, pairs: &mut Pairs) -> Option<f64> {
        let squared = self.product(self, pairs)?;
        let (mut once, mut size) = (0.0, 0.0);
        for prism in &self.prisms {
            once += prism.sign * integral(&prism.polygon, 2);
            size += prism.size(prism);
        }
        let error = f64::UNIT * (2.0 * ROUNDING + self.prisms.len() as f64) * self.size * size;
        Some((squared.value - once + squared.error + error).max(0.0))
    }
}
