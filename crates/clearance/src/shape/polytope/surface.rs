//! Whether given neighbours are those of the convex hull of given vertices, decided exactly without making the hull again.
//!
//! Neighbours in cyclic order are a closed surface: every edge has a face on either side, walked from the orders alone. If that
//! surface is connected and every point of it has a neighbourhood that is part of the boundary of a convex body, it is the
//! boundary of one (J. van Heijenoort, On locally convex manifolds, 1952). So it takes no global test, as those of K. Mehlhorn et al.,
//! Checking geometric programs or verification of geometric structures (1999), but three local ones:
//!
//! - faces are plane, and convex polygons that wind once;
//! - along every edge the next neighbour is strictly below the face, so the edge is convex and both its ends are corners;
//! - around every vertex the neighbours wind once.
//!
//! A cycle of points with left turns only winds once if seen from the first one all others lie left of the second one, each left of the
//! one before: then their directions turn by less than half a circle altogether. The same holds for directions from a
//! vertex, with half-planes through the first of them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::exact::{orient2d, orient3d};
use crate::math::{Vec2, Vec3};

/// Neighbours of vertices in their cyclic orders. A place in the list of all of them stands for the edge from its vertex to
/// the neighbour.
pub(super) struct Surface<'a> {
    points: &'a [Vec3<f64>],
    /// Where the neighbours of each vertex begin, and the end of the last.
    pub starts: Vec<u32>,
    pub neighbours: Vec<u32>,
    /// The same edges, from the other ends.
    reversed: Vec<u32>,
}

impl<'a> Surface<'a> {
    /// Reads for each point the number of its neighbours and which they are.
    pub fn new(points: &'a [Vec3<f64>], lists: &[u32]) -> Result<Self, String> {
        let wrong = |vertex: u32| format!("neighbours of vertex {vertex} must be other vertices, from the lowest on");
        let (mut starts, mut neighbours) = (alloc::vec![0], Vec::with_capacity(lists.len()));
        let mut rest = lists;
        let mut edges = Vec::with_capacity(lists.len());
        for vertex in 0..points.len() as u32 {
            let list = rest
                .split_first()
                .and_then(|(&count, rest)| rest.get(..count as usize))
                .ok_or_else(|| wrong(vertex))?;
            rest = &rest[1 + list.len()..];
            if list.iter().any(|&v| v < list[0] || v == vertex || v as usize >= points.len()) {
                return Err(wrong(vertex));
            }
            edges.extend(list.iter().enumerate().map(|(i, &v)| (vertex, v, (neighbours.len() + i) as u32)));
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        if !rest.is_empty() {
            return Err(format!("neighbours must be those of {} vertices", points.len()));
        }
        let reversed = reversed(edges).ok_or("neighbours must be told once at either end of an edge")?;
        Ok(Surface { points, starts, neighbours, reversed })
    }

    /// An error unless the surface is that of the convex hull of the points, and all of them are corners.
    pub fn check(&self) -> Result<(), String> {
        let count = self.points.len();
        let degrees = || self.starts.windows(2).map(|range| range[1] - range[0]);
        let convex = self.reached() == count
            && match count {
                1 => true,
                2 => self.points[0] != self.points[1],
                _ if degrees().all(|degree| degree == 2) => self.is_convex_polygon(),
                _ => {
                    degrees().all(|degree| degree > 2)
                        && (0..count as u32).all(|v| self.is_convex_at(v))
                        && self.are_faces_convex()
                }
            };
        if convex { Ok(()) } else { Err("neighbours must be those of the convex hull of the vertices".into()) }
    }

    fn around(&self, vertex: u32) -> &[u32] {
        &self.neighbours[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// The edge that follows on the face to the left: from the end to the neighbour that precedes the start there.
    fn next_on_face(&self, edge: u32) -> u32 {
        let (end, back) = (self.neighbours[edge as usize] as usize, self.reversed[edge as usize]);
        if back == self.starts[end] { self.starts[end + 1] - 1 } else { back - 1 }
    }

    /// How many vertices are connected with the first one.
    fn reached(&self) -> usize {
        let mut seen = alloc::vec![false; self.points.len()];
        seen[0] = true;
        let mut found: Vec<u32> = alloc::vec![0];
        let mut next = 0;
        while let Some(&vertex) = found.get(next) {
            next += 1;
            found.extend(self.around(vertex).iter().filter(|&&v| !core::mem::replace(&mut seen[v as usize], true)));
        }
        found.len()
    }

    /// Whether all points are in one plane and the polygon of vertices with two neighbours each turns to one side only, once.
    fn is_convex_polygon(&self) -> bool {
        let at = |v: u32| self.points[v as usize];
        let corners = self.face(0);
        let [a, b, c] = [0, 1, 2].map(|i| at(corners[i]));
        let turn = |axis: usize, [a, b, c]: [Vec3<f64>; 3]| {
            let flat = |p: Vec3<f64>| Vec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3]);
            orient2d(flat(a), flat(b), flat(c))
        };
        let Some(axis) = (0..3).find(|&axis| turn(axis, [a, b, c]) != 0) else { return false };
        let side = turn(axis, [a, b, c]);
        corners.iter().all(|&v| orient3d(a, b, c, at(v)) == 0)
            && winds_once(&corners, |corners| turn(axis, corners.map(at)) == side)
    }

    /// Whether the edges at a vertex are convex and wind once around it.
    fn is_convex_at(&self, vertex: u32) -> bool {
        winds_once(self.around(vertex), |[a, b, c]| self.is_below([vertex, a, b], c))
    }

    /// Whether a point is strictly below the plane of three others, counter-clockwise seen from above.
    fn is_below(&self, [a, b, c]: [u32; 3], d: u32) -> bool {
        let at = |v: u32| self.points[v as usize];
        orient3d(at(a), at(b), at(c), at(d)) < 0
    }

    /// The corners of the face to the left of an edge, from its start on.
    fn face(&self, edge: u32) -> Vec<u32> {
        let mut corners = Vec::new();
        let mut next = edge;
        loop {
            corners.push(self.neighbours[self.reversed[next as usize] as usize]);
            next = self.next_on_face(next);
            if next == edge {
                return corners;
            }
        }
    }

    /// Whether all faces are plane, convex, and wind once, if all edges are convex.
    fn are_faces_convex(&self) -> bool {
        let mut seen = alloc::vec![false; self.neighbours.len()];
        (0..self.neighbours.len() as u32).all(|edge| {
            if core::mem::replace(&mut seen[edge as usize], true) {
                return true;
            }
            let mut next = self.next_on_face(edge);
            while next != edge {
                seen[next as usize] = true;
                next = self.next_on_face(next);
            }
            self.is_face_convex(edge)
        })
    }

    fn is_face_convex(&self, edge: u32) -> bool {
        let at = |v: u32| self.points[v as usize];
        let corners = self.face(edge);
        let [a, b, c, _, ..] = corners[..] else {
            // Triangles are plane, and something is below them.
            return corners.len() == 3;
        };
        // Beyond the edge from the first corner to the second one, below the face since the edge is convex.
        let below = self.neighbours[self.next_on_face(self.reversed[edge as usize]) as usize];
        corners.iter().all(|&d| orient3d(at(a), at(b), at(c), at(d)) == 0)
            && winds_once(&corners, |corners| self.is_below(corners, below))
    }
}

/// For each edge, told with its place, the place of the edge from its end to its start; none unless all are told once.
fn reversed(mut edges: Vec<(u32, u32, u32)>) -> Option<Vec<u32>> {
    let mut back: Vec<(u32, u32, u32)> = edges.iter().map(|&(from, to, place)| (to, from, place)).collect();
    edges.sort_unstable();
    back.sort_unstable();
    if !edges.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1)) {
        return None;
    }
    let mut places = alloc::vec![0; edges.len()];
    for (edge, back) in edges.iter().zip(&back) {
        if (edge.0, edge.1) != (back.0, back.1) {
            return None;
        }
        places[edge.2 as usize] = back.2;
    }
    Some(places)
}

/// Whether a cycle turns left at every corner and winds once.
fn winds_once(corners: &[u32], is_left: impl Fn([u32; 3]) -> bool) -> bool {
    let count = corners.len();
    let turns_left = (0..count).all(|i| is_left([0, 1, 2].map(|k| corners[(i + k) % count])));
    let fan = |i: usize| {
        is_left([corners[0], corners[1], corners[i + 1]]) && is_left([corners[0], corners[i], corners[i + 1]])
    };
    turns_left && (2..count - 1).all(fan)
}
