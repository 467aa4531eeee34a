//! Quickhull: a surface of triangles that grows by the farthest point outside one of them.
//!
//! C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The quickhull algorithm for convex hulls (1996). Which point is farthest
//! is decided in floating point and only steers; what is visible from it is decided exactly. A triangle is visible if
//! the point lies *strictly* above its plane. That makes coplanar points harmless without special cases:
//!
//! - The visible triangles are those of the strictly visible true faces, so their rim is one simple cycle.
//! - A point on the line of a rim edge is in the planes of both triangles there, hence above neither, and the edge is
//!   not on the rim: new triangles are never degenerate.
//! - Let `q` be above a removed triangle with plane `n·x = c`, outside the new hull, and above no new triangle. Then it
//!   lies in the tangent cone of the new hull at the new point `p`, so the segment `pq` meets the old hull, where `n·x
//!   ≤ c`; but `n·p > c` and `n·q > c`. So points need to be handed on to new triangles only.
//!
//! Coplanar triangles stay until the [faces](super::faces) are made.

use alloc::vec::Vec;

use super::cloud::Cloud;
use crate::math::{Each, Vec3, Vector};

/// `n·x − offset`, positive outside, with a bound on its error against exact coordinates.
#[derive(Clone, Copy)]
struct Plane {
    normal: Vec3<f64>,
    offset: f64,
    error: f64,
}

impl Plane {
    /// The plane of three points that are known up to [`Cloud::NEAR_ERROR`] `= u`, with coordinates at most 1.
    ///
    /// With `s` the sum of the largest components of two edges and of `8u`, so that it bounds the true ones too: an
    /// edge component errs by `4u`, a minor by at most `2·(4u)·s + 4u·s = 12u·s`, its product with a difference of
    /// points, which is at most 2, three times, by `72u·s`; the product of the normal, at most `2s` by component, with
    /// the errors of the point, `2u`, by `12u·s`; and the roundings of `n·q` and of the offset by at most `4u·6s` each.
    /// Twice the sum of these is below `280u·s`.
    fn through([a, b, c]: [Vec3<f64>; 3]) -> Self {
        let (ab, ac) = (b - a, c - a);
        let normal = ab.cross(ac);
        let u = Cloud::NEAR_ERROR;
        let error = 280.0 * u * (ab.max_abs() + ac.max_abs() + 8.0 * u);
        Plane { normal, offset: normal.dot(a), error }
    }

    fn height(&self, point: Vec3<f64>) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// A triangle of the surface, counter-clockwise seen from outside.
pub(super) struct HullTriangle {
    pub corners: [u32; 3],
    /// The triangle across the edge from corner `k` to corner `k + 1`.
    pub across: [u32; 3],
    /// False in slots that may be used again.
    pub alive: bool,
    plane: Plane,
    /// When the triangle was last looked at, and whether it was visible.
    seen: (u32, bool),
    /// Points above this triangle, each kept in one triangle only.
    outside: Vec<u32>,
    /// The highest of them, of equal ones that with the lowest id.
    farthest: (f64, u32),
}

impl HullTriangle {
    /// Whether a point lies strictly above, decided exactly.
    pub fn is_below(&self, cloud: &Cloud, id: u32) -> bool {
        let height = self.plane.height(cloud.near(id));
        if height.abs() > self.plane.error { height > 0.0 } else { cloud.orient(self.corners, id) > 0 }
    }

    /// Whether a point lies in the plane, decided exactly.
    pub fn is_coplanar(&self, cloud: &Cloud, id: u32) -> bool {
        self.plane.height(cloud.near(id)).abs() <= self.plane.error && cloud.orient(self.corners, id) == 0
    }

    /// The edge that starts at `corner`.
    fn edge_from(&self, corner: u32) -> usize {
        (0..3).find(|&k| self.corners[k] == corner).unwrap_or(0)
    }

    /// The corner that is not on the edge that starts at `corner`.
    pub fn corner_opposite(&self, corner: u32) -> u32 {
        self.corners[(self.edge_from(corner) + 2) % 3]
    }

    /// Keeps the point if it is strictly above.
    fn claim(&mut self, cloud: &Cloud, id: u32) -> bool {
        let height = self.plane.height(cloud.near(id));
        if height < -self.plane.error || (height <= self.plane.error && cloud.orient(self.corners, id) <= 0) {
            return false;
        }
        if self.outside.is_empty() || height > self.farthest.0 || (height == self.farthest.0 && id < self.farthest.1) {
            self.farthest = (height, id);
        }
        self.outside.push(id);
        true
    }
}

/// An edge of the rim: from, to, and the hidden triangle beyond it.
struct RimEdge {
    from: u32,
    to: u32,
    beyond: u32,
}

/// A closed convex surface and the points still outside.
pub(super) struct Surface<'a> {
    cloud: &'a Cloud,
    triangles: Vec<HullTriangle>,
    free: Vec<u32>,
    /// Triangles with points outside; some entries are out of date.
    pending: Vec<u32>,
    step: u32,
    visible: Vec<u32>,
    rim: Vec<RimEdge>,
    /// The triangle of the current cone whose rim edge starts at a point.
    cone_from: Vec<u32>,
    cone: Vec<u32>,
    orphans: Vec<u32>,
}

/// The hull's surface around a tetrahedron whose fourth corner lies below the plane of the others.
pub(super) fn triangulated(cloud: &Cloud, tetrahedron: [u32; 4]) -> Vec<HullTriangle> {
    let mut surface = Surface {
        cloud,
        triangles: Vec::new(),
        free: Vec::new(),
        pending: Vec::new(),
        step: 0,
        visible: Vec::new(),
        rim: Vec::new(),
        cone_from: alloc::vec![0; cloud.len() as usize],
        cone: Vec::new(),
        orphans: cloud.ids().collect(),
    };
    surface.start(tetrahedron);
    while let Some(triangle) = surface.pending.pop() {
        if !surface.triangles[triangle as usize].outside.is_empty() {
            surface.grow(triangle);
        }
    }
    surface.triangles
}

impl Surface<'_> {
    fn start(&mut self, [a, b, c, d]: [u32; 4]) {
        // A cone from `d` over the rim of the triangle that `d` sees from behind.
        let lid = self.add([a, b, c], [0; 3]);
        self.rim = [(a, c), (c, b), (b, a)].each(|(from, to)| RimEdge { from, to, beyond: lid }).into();
        self.raise_cone(d);
        self.cone.push(lid);
        self.hand_out_orphans(d);
    }

    /// Adds the farthest point outside a triangle to the hull.
    fn grow(&mut self, triangle: u32) {
        let eye = self.triangles[triangle as usize].farthest.1;
        self.find_visible(triangle, eye);
        self.cone.clear();
        self.raise_cone(eye);
        self.orphans.clear();
        for &gone in &self.visible {
            let gone_triangle = &mut self.triangles[gone as usize];
            gone_triangle.alive = false;
            self.orphans.append(&mut gone_triangle.outside);
            self.free.push(gone);
        }
        self.hand_out_orphans(eye);
    }

    /// Collects the triangles that `eye` sees, which are connected, and their rim.
    fn find_visible(&mut self, first: u32, eye: u32) {
        self.step += 1;
        self.visible.clear();
        self.rim.clear();
        self.visible.push(first);
        self.triangles[first as usize].seen = (self.step, true);
        let mut next = 0;
        while let Some(&current) = self.visible.get(next) {
            next += 1;
            let HullTriangle { corners, across, .. } = self.triangles[current as usize];
            for k in 0..3 {
                let neighbour = &mut self.triangles[across[k] as usize];
                if neighbour.seen.0 != self.step {
                    let visible = neighbour.is_below(self.cloud, eye);
                    neighbour.seen = (self.step, visible);
                    if visible {
                        self.visible.push(across[k]);
                    }
                }
                if !neighbour.seen.1 {
                    self.rim.push(RimEdge { from: corners[k], to: corners[(k + 1) % 3], beyond: across[k] });
                }
            }
        }
    }

    /// Joins every rim edge to the eye.
    fn raise_cone(&mut self, eye: u32) {
        for i in 0..self.rim.len() {
            let RimEdge { from, to, beyond } = self.rim[i];
            let new = self.add([from, to, eye], [beyond, 0, 0]);
            self.cone_from[from as usize] = new;
            self.cone.push(new);
            let beyond = &mut self.triangles[beyond as usize];
            beyond.across[beyond.edge_from(to)] = new;
        }
        for &triangle in &self.cone {
            // The edge to the eye is the edge from the eye of the next one around the rim.
            let next = self.cone_from[self.triangles[triangle as usize].corners[1] as usize];
            self.triangles[triangle as usize].across[1] = next;
            self.triangles[next as usize].across[2] = triangle;
        }
    }

    fn add(&mut self, corners: [u32; 3], across: [u32; 3]) -> u32 {
        let plane = Plane::through(corners.each(|id| self.cloud.near(id)));
        match self.free.pop() {
            Some(slot) => {
                let triangle = &mut self.triangles[slot as usize];
                (triangle.corners, triangle.across, triangle.plane) = (corners, across, plane);
                triangle.alive = true;
                slot
            }
            None => {
                let outside = Vec::new();
                let (seen, farthest) = ((0, false), (0.0, 0));
                self.triangles.push(HullTriangle { corners, across, alive: true, plane, seen, outside, farthest });
                self.triangles.len() as u32 - 1
            }
        }
    }

    /// Gives each orphan to the first triangle of the cone that it is above; the others are inside for good.
    fn hand_out_orphans(&mut self, eye: u32) {
        for &id in &self.orphans {
            if id != eye {
                self.cone.iter().any(|&triangle| self.triangles[triangle as usize].claim(self.cloud, id));
            }
        }
        let triangles = &self.triangles;
        self.pending.extend(self.cone.iter().filter(|&&triangle| !triangles[triangle as usize].outside.is_empty()));
    }
}
