//! The winding number of a mesh with holes (A. Jacobson, L. Kavan and O. Sorkine-Hornung 2013), with bounds.
//!
//! A cone over each rim, from one apex, closes the mesh. The closed one winds around a point a whole number of times,
//! by the exact signs of [`crossing`](super::winding::crossing); what the cones add to that are solid angles of few
//! triangles. So `winding = whole number − solid angle of the cones / 4π`, and a crack costs as little as it is long.
//!
//! **Cones that are far away.** For triangles of area `A` and sum of area vectors `N` within `r` of a centre, seen from
//! a distance `d > r`, the solid angle is the integral of `n · K(x)` with `K(x) = (x − p)/|x − p|³`. The derivative of
//! `K` is at most `2/|x − p|³`, so the error of `N · K(centre)` is at most `2 A r/(d − r)³`.

use std::collections::HashMap;
use std::sync::Arc;

use clearance::enclosure::solid_angle;
use clearance::{Bounds, Vec3, Vector};

use super::{TriangleMesh, spatial};
use crate::tree::{Child, Link};

/// The cones over the rims of a mesh.
#[derive(Clone, Debug)]
pub(crate) struct Rims {
    cones: TriangleMesh<Vec3<f64>>,
    nodes: Vec<[Far; 4]>,
}

/// Triangles from far away.
#[derive(Clone, Copy, Debug)]
struct Far {
    center: Vec3<f64>,
    /// No corner is farther from the centre.
    radius: f64,
    /// The sum of their area vectors.
    normal: Vec3<f64>,
    /// Not below the sum of their areas.
    area: f64,
    count: u32,
    link: Link,
}

/// How wide bounds of winding numbers may be, tried in turn until they exclude a half: wide ones cost less.
const WIDTHS: [f64; 3] = [0.25, 1e-3, 0.0];

/// What sums of some thousand terms may round by, and norms, relative to their sizes.
const ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// An apex is this fraction of its rim's size off the middle, in a direction in which few planes lie: points of a grid
/// are then on no cone.
const ASIDE: [f64; 3] = [0.101_73, 0.059_29, 0.083_17];

impl Rims {
    /// `None` for a mesh without rims.
    fn new<V: Vector>(mesh: &TriangleMesh<V>) -> Option<Self> {
        let edges = rim_edges(mesh.triangles());
        let corner = |vertex: u32| spatial(mesh.vertices[vertex as usize]);
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for rim in connected(&edges) {
            let points: Vec<Vec3<f64>> = rim.iter().map(|&[from, _]| corner(from)).collect();
            let [low, high] = [f64::min, f64::max]
                .map(|pick| points.iter().fold(points[0], |all, p| Vec3::from_fn(|k| pick(all[k], p[k]))));
            let apex = (low + high) * 0.5 + Vec3::from(ASIDE) * (high - low).norm();
            for &[from, to] in &rim {
                let first = corners.len() as u32;
                corners.extend([apex, corner(to), corner(from)]);
                triangles.push([first, first + 1, first + 2]);
            }
        }
        let cones = TriangleMesh::new(&corners, &triangles).ok()?;
        let quads = cones.tree().quads();
        let far = |quarter: &crate::tree::Quarter| {
            let items = &quads.items[quarter.first as usize..(quarter.first + quarter.count) as usize];
            Far::of(&cones, items, quarter.link)
        };
        let nodes = quads.nodes.iter().map(|node| node.each_ref().map(far)).collect();
        Some(Rims { cones, nodes })
    }

    /// The solid angle of the cones, and a bound of its error: at most `off`, but for rounding. Cones that are far
    /// enough away count together.
    fn angle(&self, p: Vec3<f64>, off: f64) -> (f64, f64) {
        let each = off / self.cones.triangles().len() as f64;
        let (mut sum, mut error, mut size, mut terms) = (0.0, 0.0, 0.0, 0.0);
        let mut open = vec![0u32];
        while let Some(number) = open.pop() {
            for far in &self.nodes[number as usize] {
                let term = match far.link.child() {
                    Child::None => continue,
                    Child::Item(triangle) => solid_angle(self.cones.corners(triangle), p),
                    Child::Node(inner) => match far.angle(p).filter(|(_, off)| *off <= each * f64::from(far.count)) {
                        Some(term) => term,
                        None => {
                            open.push(inner);
                            continue;
                        }
                    },
                };
                (sum, error, size, terms) = (sum + term.0, error + term.1, size + term.0.abs(), terms + 1.0);
            }
        }
        (sum, (error + (terms + 1.0) * f64::EPSILON * size) * (1.0 + ROUNDING))
    }
}

impl Far {
    fn of(cones: &TriangleMesh<Vec3<f64>>, items: &[u32], link: Link) -> Self {
        let corners = || items.iter().flat_map(|&item| cones.corners(item));
        let [low, high] =
            [(f64::min as fn(f64, f64) -> f64, f64::INFINITY), (f64::max, f64::NEG_INFINITY)].map(|(pick, begin)| {
                corners().fold(Vec3::from_fn(|_| begin), |all, p| Vec3::from_fn(|k| pick(all[k], p[k])))
            });
        let center = (low + high) * 0.5;
        let vectors = || items.iter().map(|&item| cones.normal(item) * 0.5);
        Far {
            center,
            radius: corners().fold(0.0, |most, p| f64::max(most, (p - center).norm())) * (1.0 + ROUNDING),
            normal: vectors().fold(Vec3::ZERO, |sum, normal| sum + normal),
            area: vectors().fold(0.0, |sum, normal| sum + normal.norm()) * (1.0 + ROUNDING),
            count: items.len() as u32,
            link,
        }
    }

    /// The solid angle of all, and a bound of its error; `None` from near.
    fn angle(&self, p: Vec3<f64>) -> Option<(f64, f64)> {
        let way = self.center - p;
        let distance = way.norm();
        let near = distance * (1.0 - ROUNDING) - self.radius;
        if !(near > 0.0) {
            return None;
        }
        let angle = self.normal.dot(way) / (distance * distance * distance);
        let bend = 2.0 * self.area * self.radius / (near * near * near);
        let rounding = ROUNDING * self.area / (distance * distance);
        Some((angle, (bend + rounding) * (1.0 + ROUNDING)))
    }
}

/// The directed edges that triangles pass more often in one direction than in the other, as often as that, sorted.
fn rim_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut sides: Vec<([u32; 2], i32)> = Vec::with_capacity(3 * triangles.len());
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            if from != to {
                sides.push(if from < to { ([from, to], 1) } else { ([to, from], -1) });
            }
        }
    }
    sides.sort_unstable_by_key(|side| side.0);
    let mut found = Vec::new();
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        let [low, high] = edge[0].0;
        let passed: i32 = edge.iter().map(|side| side.1).sum();
        let directed = if passed > 0 { [low, high] } else { [high, low] };
        found.extend(std::iter::repeat_n(directed, passed.unsigned_abs() as usize));
    }
    found
}

/// Edges by the sets that vertices connect, in the order of their first edges. Each set passes each vertex as often to
/// it as from it, as all rims of triangles do: a cone closes it.
fn connected(edges: &[[u32; 2]]) -> Vec<Vec<[u32; 2]>> {
    let mut at: HashMap<u32, Vec<usize>> = HashMap::new();
    for (i, edge) in edges.iter().enumerate() {
        edge.iter().for_each(|&vertex| at.entry(vertex).or_default().push(i));
    }
    let (mut found, mut seen) = (Vec::new(), vec![false; edges.len()]);
    for first in 0..edges.len() {
        let (mut rim, mut open) = (Vec::new(), vec![first]);
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                rim.push(edges[i]);
                open.extend(edges[i].iter().flat_map(|vertex| &at[vertex]).filter(|&&other| !seen[other]));
            }
        }
        if !rim.is_empty() {
            found.push(rim);
        }
    }
    found
}

impl<V: Vector> TriangleMesh<V> {
    /// Bounds of the winding number of the surface around a point (A. Jacobson, L. Kavan and O. Sorkine-Hornung 2013):
    /// the solid angle of all triangles from the point, in full spheres. A whole number for a mesh without holes; near
    /// 1 inside and near 0 outside of one with small holes and cracks. Triangles must be turned alike, and the point
    /// must not be on the surface.
    ///
    /// `width` is how wide the bounds may be; where they are wider, rounding leaves no more, which is within 1e-9 but
    /// for points within rounding of a cone over a hole. Costs what a point costs, and more along the rims of holes
    /// that are near.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::TriangleMesh;
    /// // Three of the four faces of a corner: seen from its tip, the fourth one fills an eighth of all directions.
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    /// let mesh = TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
    /// let near = mesh.winding_bounds(Vec3::new(1e-9, 1e-9, 1e-9), 0.0);
    /// assert!((near.lower - 0.875).abs() < 1e-8 && (near.upper - 0.875).abs() < 1e-8);
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn winding_bounds(&self, point: V, width: f64) -> Bounds<f64> {
        let exactly = |number: f64| Bounds { lower: number, upper: number };
        if !self.surface().is_plain(spatial(point)) {
            return Bounds { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        }
        let winding = f64::from(self.winding(point));
        let Some(rims) = self.rims.get_or_init(|| Rims::new(self).map(Arc::new)) else { return exactly(winding) };
        let p = spatial(point);
        let whole = winding + f64::from(rims.cones.winding(p));
        const SPHERE: f64 = 4.0 * std::f64::consts::PI;
        // A third of the width, for each of both sides and for rounding.
        let mut found = rims.angle(p, SPHERE * width / 3.0);
        if found.1 > SPHERE * width / 2.0 {
            found = rims.angle(p, 0.0);
        }
        let (angle, off) = (found.0 / SPHERE, (found.1 / SPHERE + 4.0 * f64::EPSILON) * (1.0 + ROUNDING));
        Bounds { lower: (whole - angle - off).next_down(), upper: (whole - angle + off).next_up() }
    }

    /// Whether a point that is not on the surface is inside, by its [winding number](Self::winding_bounds): more than a
    /// half. `None` where the bounds do not decide.
    pub fn winds_around(&self, point: V) -> Option<bool> {
        WIDTHS.into_iter().find_map(|width| {
            let Bounds { lower, upper } = self.winding_bounds(point, width);
            if lower > 0.5 { Some(true) } else { (upper < 0.5).then_some(false) }
        })
    }
}
