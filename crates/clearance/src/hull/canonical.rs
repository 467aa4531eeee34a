//! The one way to write a hull down: vertices by ascending id, faces from their lowest vertex, edges and faces sorted.
//!
//! So the hull does not depend on the order in which points were added, and hulls can be compared.

use alloc::vec::Vec;

use super::Hull;
use super::faces::Polygons;
use crate::math::Vector;

impl<V: Vector> Hull<V> {
    /// A hull without faces: a point, or a segment.
    pub(super) fn of_ends(points: &[V], mut ends: Vec<u32>) -> Self {
        ends.sort_unstable();
        let edges = if ends.len() == 2 { alloc::vec![[0, 1]] } else { Vec::new() };
        let empty = Polygons { starts: alloc::vec![0], ..Polygons::default() };
        Self::assembled(points, ends, empty, edges)
    }

    /// A flat hull: one polygon, which is beyond all of its own edges.
    pub(super) fn of_polygon(points: &[V], corners: Vec<u32>) -> Self {
        let length = corners.len();
        let starts = alloc::vec![0, length as u32];
        Self::of_polygons(points, 2, Polygons { corners, beyond: alloc::vec![0; length], starts })
    }

    pub(super) fn of_polygons(points: &[V], dimension: usize, mut polygons: Polygons) -> Self {
        let vertices = number_corners(&mut polygons, points.len());
        let faces = sorted(polygons);
        let mut edges: Vec<[u32; 2]> = half_edges(&faces).filter(|e| e[0] < e[1] || dimension == 2).collect();
        edges.iter_mut().for_each(|e| e.sort_unstable());
        edges.sort_unstable();
        Hull { dimension, ..Self::assembled(points, vertices, faces, edges) }
    }

    fn assembled(points: &[V], vertices: Vec<u32>, faces: Polygons, edges: Vec<[u32; 2]>) -> Self {
        let (neighbour_starts, neighbours) = neighbours(vertices.len(), &edges);
        Hull {
            dimension: vertices.len().min(2) - 1,
            points: vertices.iter().map(|&id| points[id as usize]).collect(),
            vertices,
            face_starts: faces.starts,
            corners: faces.corners,
            beyond: faces.beyond,
            edges,
            neighbour_starts,
            neighbours,
        }
    }
}

/// Replaces the ids of points by numbers of vertices; returns the ids, ascending.
fn number_corners(polygons: &mut Polygons, points: usize) -> Vec<u32> {
    let mut number = alloc::vec![u32::MAX; points];
    for &id in &polygons.corners {
        number[id as usize] = 0;
    }
    let vertices: Vec<u32> = (0..points as u32).filter(|&id| number[id as usize] == 0).collect();
    for (n, &id) in vertices.iter().enumerate() {
        number[id as usize] = n as u32;
    }
    for corner in &mut polygons.corners {
        *corner = number[*corner as usize];
    }
    vertices
}

/// Turns each face so that it starts at its lowest corner, and sorts the faces by their first edges, which are all
/// different.
fn sorted(polygons: Polygons) -> Polygons {
    let count = polygons.starts.len() - 1;
    let mut order: Vec<([u32; 2], u32, usize)> = (0..count)
        .map(|face| {
            let corners = polygons.face(face);
            let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
            ([corners[first], corners[(first + 1) % corners.len()]], face as u32, first)
        })
        .collect();
    order.sort_unstable();
    let mut place = alloc::vec![0; count];
    let mut result = Polygons { starts: alloc::vec![0], ..Polygons::default() };
    for (new, &(_, old, first)) in order.iter().enumerate() {
        place[old as usize] = new as u32;
        let range = polygons.starts[old as usize] as usize..polygons.starts[old as usize + 1] as usize;
        result.corners.extend(rotated(&polygons.corners[range.clone()], first));
        result.beyond.extend(rotated(&polygons.beyond[range], first));
        result.starts.push(result.corners.len() as u32);
    }
    for beyond in &mut result.beyond {
        *beyond = place[*beyond as usize];
    }
    result
}

impl Polygons {
    fn face(&self, face: usize) -> &[u32] {
        &self.corners[self.starts[face] as usize..self.starts[face + 1] as usize]
    }
}

fn rotated(items: &[u32], first: usize) -> impl Iterator<Item = u32> {
    items[first..].iter().chain(&items[..first]).copied()
}

fn half_edges(faces: &Polygons) -> impl Iterator<Item = [u32; 2]> {
    (0..faces.starts.len() - 1).flat_map(|face| {
        let corners = faces.face(face);
        (0..corners.len()).map(move |i| [corners[i], corners[(i + 1) % corners.len()]])
    })
}

/// The other ends of the edges at every vertex, ascending, as one list with the places where each vertex's part begins.
fn neighbours(vertices: usize, edges: &[[u32; 2]]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = alloc::vec![0u32; vertices + 1];
    for &end in edges.iter().flatten() {
        starts[end as usize + 1] += 1;
    }
    for i in 0..vertices {
        starts[i + 1] += starts[i];
    }
    let mut fill = starts.clone();
    let mut list = alloc::vec![0; 2 * edges.len()];
    let mut push = |at: u32, neighbour: u32| {
        list[fill[at as usize] as usize] = neighbour;
        fill[at as usize] += 1;
    };
    // Edges are sorted by their lower ends: first all lower neighbours, then the higher ones, are met in ascending
    // order.
    edges.iter().for_each(|&[low, high]| push(high, low));
    edges.iter().for_each(|&[low, high]| push(low, high));
    (starts, list)
}
