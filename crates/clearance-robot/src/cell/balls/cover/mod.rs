//! The balls of one body: a tree of balls that cover it, and balls that lie in it.
//!
//! **Outer balls.** The body's box is halved again and again. A cell's part of the body is convex; its corners are
//! those of the faces clipped to the cell, and the corners of the cell that are in the body. A ball that holds these
//! corners holds the part, and all cells' parts are the body. Clipping moves corners by a few roundings of the body's
//! size, and a corner that is not proven outside counts: that only makes balls larger.
//!
//! **Inner balls.** A ball is in a polytope if its centre is farther than its radius below the plane of every face.

use clearance::enclosure::Aabb;
use clearance::hull::convex_hull;
use clearance::{Pose3, Real, Shape3, SupportExt, Vec3, Vector};

/// The number of leaves: more of them follow the body more closely, and take longer to look at.
const LEAVES: usize = 32;

/// The number of inner balls.
const INNER: usize = 12;

/// A round cross-section is replaced by polygons of this many corners, about and in it: `1/cos(π/16)` is 1.0196.
const SIDES: usize = 16;

/// A ball in the frame of its body.
pub(crate) type Ball = clearance::enclosure::Ball<Vec3<f64>>;

/// A ball that holds a part of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BallNode {
    pub ball: Ball,
    /// The place of the first of two balls that hold the same part; `None` for a leaf.
    pub children: Option<u32>,
}

/// The balls of a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BallTree {
    /// The root first.
    pub nodes: Vec<BallNode>,
    /// The largest first.
    pub inner: Vec<Ball>,
}

/// What balls are made of: convex polytopes about a body and in it, and a length by which they are swept.
struct Core {
    outer: Vec<Vec3<f64>>,
    /// None if nothing is known to be in the body.
    inner: Option<Vec<Vec3<f64>>>,
    swept: f64,
    /// A bound of all lengths.
    size: f64,
}

impl Core {
    fn of(shape: &Shape3<f64>) -> Self {
        let size = shape.anchor().norm() + shape.reach() + shape.radius();
        let core = |outer: Vec<Vec3<f64>>, inner, swept| Core { outer, inner, swept, size };
        let round = |radius: f64, half: f64, axis: usize| -> Vec<Vec3<f64>> {
            let corner = |k: usize| {
                let (sin, cos) = (core::f64::consts::TAU * k as f64 / SIDES as f64).sin_cos();
                Vec3::axis((axis + 1) % 3) * (radius * cos) + Vec3::axis((axis + 2) % 3) * (radius * sin)
            };
            (0..SIDES).flat_map(|k| [-half, half].map(|h| corner(k) + Vec3::axis(axis) * h)).collect()
        };
        match shape {
            Shape3::Ball(ball) => {
                let center = vec![ball.anchor()];
                core(center.clone(), Some(center), ball.radius())
            }
            Shape3::Capsule(capsule) => {
                let ends: Vec<Vec3<f64>> = (0..2).map(|id| shape.anchor() + shape.vertex(id)).collect();
                core(ends.clone(), Some(ends), capsule.radius())
            }
            Shape3::Cylinder(can) => {
                let (radius, half) = (can.base_radius(), can.half_length());
                // A part in a thousand more than the circumscribed polygon pays for rounding.
                let about = radius * 1.001 / (core::f64::consts::PI / SIDES as f64).cos();
                core(round(about, half, can.axis()), Some(round(radius * 0.999, half * 0.999, can.axis())), 0.0)
            }
            _ if shape.vertex_count() > 0 => {
                let points: Vec<_> = (0..shape.vertex_count()).map(|id| shape.anchor() + shape.vertex(id)).collect();
                core(points.clone(), Some(points), shape.radius())
            }
            _ => core(corners(&shape_box(shape)).to_vec(), None, 0.0),
        }
    }
}

/// A box about a shape.
pub(crate) fn shape_box(shape: &Shape3<f64>) -> [Vec3<f64>; 2] {
    let found = Aabb::of(shape, &Pose3::IDENTITY);
    [found.lower, found.upper]
}

fn corners([lower, upper]: &[Vec3<f64>; 2]) -> [Vec3<f64>; 8] {
    core::array::from_fn(|k| Vec3::from_fn(|i| if k >> i & 1 == 0 { lower[i] } else { upper[i] }))
}

/// A face's plane: points with `n·p` above the offset by more than the error are outside.
#[derive(Clone, Copy)]
struct FacePlane {
    normal: Vec3<f64>,
    offset: f64,
    error: f64,
}

/// A convex polytope by its faces; flat ones have no planes.
struct Faces {
    polygons: Vec<Vec<Vec3<f64>>>,
    planes: Vec<FacePlane>,
}

impl Faces {
    fn of(points: &[Vec3<f64>]) -> Option<Self> {
        let hull = convex_hull(points).ok()?;
        let all = hull.points();
        let face = |ids: &[u32]| -> Vec<Vec3<f64>> { ids.iter().map(|&id| all[id as usize]).collect() };
        let polygons: Vec<_> =
            if hull.face_count() > 0 { hull.faces().map(face).collect() } else { vec![all.to_vec()] };
        let planes =
            if hull.dimension() == 3 { polygons.iter().map(|polygon| plane(polygon)).collect() } else { Vec::new() };
        Some(Faces { polygons, planes })
    }

    /// How far a point is below all planes, at least; nothing is inside of what is flat.
    fn depth(&self, point: Vec3<f64>) -> f64 {
        let below = |plane: &FacePlane| plane.offset - plane.normal.dot(point) - plane.error;
        self.planes.iter().map(below).fold(if self.planes.is_empty() { 0.0 } else { f64::INFINITY }, f64::min)
    }

    fn is_outside(&self, point: Vec3<f64>) -> bool {
        self.planes.is_empty() || self.planes.iter().any(|plane| plane.normal.dot(point) - plane.offset > plane.error)
    }
}

/// The plane of a convex polygon, its normal outwards.
///
/// The normal is the sum of the cross products of its fan (Newell). With the diameter `D` of `m` corners, each rounds
/// by less than `4u D²`, so the direction errs by `8u m D²/|N|` at most, and heights of points within the size `S` of
/// a body by `S` times that, and by `8u S` of their own.
fn plane(polygon: &[Vec3<f64>]) -> FacePlane {
    let arms: Vec<Vec3<f64>> = polygon.iter().map(|&point| point - polygon[0]).collect();
    let sum = arms.windows(2).fold(Vec3::ZERO, |sum, pair| sum + pair[0].cross(pair[1]));
    let (length, diameter) = (sum.norm(), 2.0 * arms.iter().map(|arm| arm.norm()).fold(0.0, f64::max));
    if !(length > 0.0) {
        return FacePlane { normal: Vec3::ZERO, offset: 0.0, error: f64::INFINITY };
    }
    let normal = sum * (1.0 / length);
    // Points that are compared are within the box of the body, which is no larger than twice the largest coordinate and
    // the diameter.
    let size = 4.0 * (polygon.iter().map(|point| point.norm()).fold(0.0, f64::max) + diameter);
    let askew = 8.0 * f64::UNIT * polygon.len() as f64 * diameter * diameter / length;
    FacePlane { normal, offset: normal.dot(polygon[0]), error: (askew + 16.0 * f64::UNIT) * size }
}

/// A cell, and the faces clipped to it.
struct ClippedCell {
    cell: [Vec3<f64>; 2],
    polygons: Vec<Vec<Vec3<f64>>>,
    ball: Ball,
    node: usize,
}

impl BallTree {
    /// The balls of a shape; for a shape whose points make no hull, one ball about it.
    pub fn of(shape: &Shape3<f64>) -> Self {
        let core = Core::of(shape);
        let pad = core.swept * (1.0 + 4.0 * f64::UNIT) + shape.support_error() + 64.0 * f64::UNIT * core.size;
        let Some(faces) = Faces::of(&core.outer) else {
            let radius = shape.reach() + shape.radius() + pad;
            let node = BallNode { ball: Ball { center: shape.anchor(), radius }, children: None };
            return BallTree { nodes: vec![node], inner: Vec::new() };
        };
        let bounds = bounds(core.outer.iter().copied());
        let ball = about(&core.outer, pad);
        let mut nodes = vec![BallNode { ball, children: None }];
        let mut leaves = vec![ClippedCell { cell: bounds, polygons: faces.polygons.clone(), ball, node: 0 }];
        // A single point is one ball.
        while leaves.len() < LEAVES && (bounds[1] - bounds[0]).max_abs() > 0.0 {
            let largest =
                (0..leaves.len()).reduce(|a, b| if leaves[b].ball.radius > leaves[a].ball.radius { b } else { a });
            let part = leaves.swap_remove(largest.unwrap_or(0));
            nodes[part.node].children = Some(nodes.len() as u32);
            for half in part.halves(&faces, pad, nodes.len()) {
                nodes.push(BallNode { ball: half.ball, children: None });
                leaves.push(half);
            }
        }
        let inner = core.inner.as_deref().map_or(Vec::new(), |points| inner(points, &core, &nodes));
        BallTree { nodes, inner }
    }
}

impl ClippedCell {
    /// Both halves across the longest extent of the part.
    fn halves(self, faces: &Faces, pad: f64, first: usize) -> [ClippedCell; 2] {
        let [lower, upper] = bounds(self.corners(faces).into_iter());
        let extent = upper - lower;
        let axis = (0..3).fold(0, |best, i| if extent[i] > extent[best] { i } else { best });
        let middle = 0.5 * (lower[axis] + upper[axis]);
        [0, 1].map(|side| {
            let mut cell = self.cell;
            cell[1 - side] = Vec3::from_fn(|i| if i == axis { middle } else { cell[1 - side][i] });
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let clip = |polygon: &Vec<Vec3<f64>>| clipped(polygon, axis, middle, sign);
            let polygons = self.polygons.iter().map(clip).filter(|polygon| !polygon.is_empty()).collect();
            let mut half = ClippedCell { cell, polygons, ball: self.ball, node: first + side };
            half.ball = about(&half.corners(faces), pad);
            half
        })
    }

    /// Corners whose hull is the part.
    fn corners(&self, faces: &Faces) -> Vec<Vec3<f64>> {
        let cell = corners(&self.cell).into_iter().filter(|&corner| !faces.is_outside(corner));
        self.polygons.iter().flatten().copied().chain(cell).collect()
    }
}

/// The part of a convex polygon, or of a segment, where `sign · x ≤ sign · at` along an axis (I. Sutherland and G.
/// Hodgman 1974).
fn clipped(polygon: &[Vec3<f64>], axis: usize, at: f64, sign: f64) -> Vec<Vec3<f64>> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, &point) in polygon.iter().enumerate() {
        let next = polygon[(i + 1) % polygon.len()];
        let (here, there) = (sign * (point[axis] - at), sign * (next[axis] - at));
        if here <= 0.0 {
            kept.push(point);
        }
        if here * there < 0.0 {
            kept.push(point + (next - point) * (here / (here - there)));
        }
    }
    kept
}

fn bounds(points: impl Iterator<Item = Vec3<f64>>) -> [Vec3<f64>; 2] {
    let none = [Vec3::from_fn(|_| f64::INFINITY), Vec3::from_fn(|_| f64::NEG_INFINITY)];
    points.fold(none, |[low, high], p| [Vec3::from_fn(|i| low[i].min(p[i])), Vec3::from_fn(|i| high[i].max(p[i]))])
}

/// A small ball about points, moved out by a length. The centre moves towards the farthest point by smaller and smaller
/// steps (M. Bădoiu and K. Clarkson 2003); whichever it is, the ball holds the points.
fn about(points: &[Vec3<f64>], pad: f64) -> Ball {
    let [low, high] = bounds(points.iter().copied());
    let mut center = if points.is_empty() { Vec3::ZERO } else { (low + high) * 0.5 };
    let farthest = |center: Vec3<f64>| {
        points.iter().fold((center, 0.0), |(far, most), &point| {
            let square = (point - center).norm_squared();
            if square > most { (point, square) } else { (far, most) }
        })
    };
    let mut best = Ball { center, radius: f64::INFINITY };
    for step in 0..24 {
        let (far, square) = farthest(center);
        let radius = square.sqrt() * (1.0 + 8.0 * f64::UNIT) + pad;
        if radius < best.radius {
            best = Ball { center, radius };
        }
        center = center + (far - center) * (1.0 / f64::from(step + 2));
    }
    best
}

/// Balls in a segment or a polytope swept by a ball: about the centres of outer balls, the largest first, without those
/// near the centres of others. Of a flat core nothing is said.
fn inner(points: &[Vec3<f64>], core: &Core, nodes: &[BallNode]) -> Vec<Ball> {
    let is_segment = points.len() <= 2;
    let Some(faces) = Faces::of(points).filter(|faces| is_segment || !faces.planes.is_empty()) else {
        return Vec::new();
    };
    let ball = |node: &BallNode| {
        let center = if is_segment { on_segment(points, node.ball.center) } else { node.ball.center };
        let depth = if is_segment { 0.0 } else { faces.depth(center) };
        // How far a point is from a core that it is outside of is not known.
        let reach = if depth < 0.0 { 0.0 } else { depth + core.swept };
        Ball { center, radius: reach * (1.0 - 4.0 * f64::UNIT) - 64.0 * f64::UNIT * core.size }
    };
    let mut all: Vec<Ball> = nodes.iter().map(ball).filter(|ball| ball.radius > 0.0).collect();
    all.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    let mut kept: Vec<Ball> = Vec::new();
    for ball in all {
        let is_new = kept.iter().all(|other| (ball.center - other.center).norm() > 0.5 * other.radius);
        if is_new && kept.len() < INNER {
            kept.push(ball);
        }
    }
    kept
}

/// The point of a segment nearest to another, up to rounding.
fn on_segment(ends: &[Vec3<f64>], point: Vec3<f64>) -> Vec3<f64> {
    let along = ends[ends.len() - 1] - ends[0];
    let square = along.norm_squared();
    let part = if square > 0.0 { ((point - ends[0]).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    ends[0] + along * part
}

#[cfg(test)]
mod tests;
