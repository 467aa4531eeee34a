//! The true faces of a triangulated surface: coplanar triangles merged, corners of no face dropped.
//!
//! Two triangles with a common edge belong to the same face if all their corners are coplanar, which is decided
//! exactly. A corner of a face's outline is a vertex of the hull if the faces beyond its two edges differ: two planes
//! meet in one line, so outline edges with the same face beyond lie on one line. That takes no arithmetic at all.

use alloc::vec::Vec;

use super::cloud::Cloud;
use super::dim3::HullTriangle;

/// Polygons, counter-clockwise seen from outside.
#[derive(Default)]
pub(super) struct Polygons {
    /// Ids of points, face by face.
    pub corners: Vec<u32>,
    /// For the edge from each corner to the next one: the face beyond.
    pub beyond: Vec<u32>,
    /// Where each face begins, and the end of the last.
    pub starts: Vec<u32>,
}

const NONE: u32 = u32::MAX;

pub(super) fn merged(cloud: &Cloud, triangles: &[HullTriangle]) -> Polygons {
    let coplanar = Coplanar::find(cloud, triangles);
    let mut outline = FaceOutline { next: alloc::vec![(NONE, NONE); cloud.len() as usize] };
    let mut polygons = Polygons { starts: alloc::vec![0], ..Polygons::default() };
    for face in 0..coplanar.starts.len() - 1 {
        let start = outline.of_face(&coplanar, triangles, face as u32);
        outline.push_corners(start, &mut polygons);
        polygons.starts.push(polygons.corners.len() as u32);
    }
    polygons
}

/// The triangles grouped by their planes.
struct Coplanar {
    members: Vec<u32>,
    starts: Vec<usize>,
    face_of: Vec<u32>,
}

impl Coplanar {
    fn find(cloud: &Cloud, triangles: &[HullTriangle]) -> Self {
        let mut groups =
            Coplanar { members: Vec::new(), starts: alloc::vec![0], face_of: alloc::vec![NONE; triangles.len()] };
        for seed in 0..triangles.len() {
            if triangles[seed].alive && groups.face_of[seed] == NONE {
                groups.flood(cloud, triangles, seed as u32);
                groups.starts.push(groups.members.len());
            }
        }
        groups
    }

    /// Collects the triangles in the plane of `seed`, which are connected since a face is convex.
    fn flood(&mut self, cloud: &Cloud, triangles: &[HullTriangle], seed: u32) {
        let face = self.starts.len() as u32 - 1;
        let mut next = self.members.len();
        self.face_of[seed as usize] = face;
        self.members.push(seed);
        while let Some(&current) = self.members.get(next) {
            next += 1;
            let HullTriangle { corners, across, .. } = &triangles[current as usize];
            for k in 0..3 {
                let neighbour = across[k] as usize;
                let opposite = triangles[neighbour].corner_opposite(corners[(k + 1) % 3]);
                if self.face_of[neighbour] == NONE && triangles[seed as usize].is_coplanar(cloud, opposite) {
                    self.face_of[neighbour] = face;
                    self.members.push(across[k]);
                }
            }
        }
    }
}

/// For every point of an outline the next one, and the face beyond the edge to it.
struct FaceOutline {
    next: Vec<(u32, u32)>,
}

impl FaceOutline {
    /// Notes the outline of a face; returns one of its points.
    fn of_face(&mut self, coplanar: &Coplanar, triangles: &[HullTriangle], face: u32) -> u32 {
        let range = coplanar.starts[face as usize]..coplanar.starts[face as usize + 1];
        let mut start = NONE;
        for &member in &coplanar.members[range] {
            let HullTriangle { corners, across, .. } = &triangles[member as usize];
            for k in 0..3 {
                let beyond = coplanar.face_of[across[k] as usize];
                if beyond != face {
                    start = corners[k];
                    self.next[start as usize] = (corners[(k + 1) % 3], beyond);
                }
            }
        }
        start
    }

    /// Walks around from `start` and keeps the points at which the face beyond changes.
    fn push_corners(&self, start: u32, polygons: &mut Polygons) {
        let mut current = start;
        loop {
            let (next, before) = self.next[current as usize];
            let (_, after) = self.next[next as usize];
            if before != after {
                polygons.corners.push(next);
                polygons.beyond.push(after);
            }
            current = next;
            if current == start {
                return;
            }
        }
    }
}
