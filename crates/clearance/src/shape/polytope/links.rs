//! The edges of a polytope in the order in which they turn around each vertex: all there is to know about its faces.
//!
//! The face to the left of an edge from `u` to `v` continues from `v` to the neighbour that precedes `u` there, so
//! faces are walked and need not be stored.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::numbers::Numbers;
use crate::hull::Hull;
use crate::math::Vector;

/// Neighbours of every vertex, counter-clockwise seen from outside, from the lowest on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Links {
    starts: Numbers,
    neighbours: Numbers,
    /// A bit for each neighbour of each vertex, if there are at most 64 of them; else empty.
    bits: Box<[u64]>,
}

impl Links {
    pub fn new<V: Vector>(hull: &Hull<V>) -> Self {
        let count = hull.points().len();
        let mut starts: Vec<u32> = alloc::vec![0];
        let mut list: Vec<u32> = Vec::with_capacity(2 * hull.edges().len());
        let turns = Turns::new(hull);
        let mut after = alloc::vec![0; count];
        for vertex in 0..count {
            let first = hull.neighbours(vertex).first().copied();
            for &(from, to) in turns.around(vertex) {
                after[from as usize] = to;
            }
            let mut next = first;
            while let Some(neighbour) = next {
                list.push(neighbour);
                next = Some(after[neighbour as usize]).filter(|&n| Some(n) != first && hull.dimension() > 1);
            }
            starts.push(list.len() as u32);
        }
        Links::of_lists(&starts, &list)
    }

    /// Neighbours one list behind the other, and where each begins.
    pub fn of_lists(starts: &[u32], neighbours: &[u32]) -> Self {
        let few = starts.len() <= 1 + u64::BITS as usize;
        let vertices = if few { starts } else { &[] };
        let of = |ends: &[u32]| {
            neighbours[ends[0] as usize..ends[1] as usize].iter().fold(0, |bits, i| bits | 1 << (i & 63))
        };
        let bits = vertices.windows(2).map(of).collect();
        Links { starts: Numbers::new(starts), neighbours: Numbers::new(neighbours), bits }
    }

    /// Calls `visit` with the neighbours of a vertex.
    pub fn for_each(&self, vertex: u32, visit: impl FnMut(u32)) {
        self.neighbours.for_each(self.starts.range(vertex as usize), visit);
    }

    /// The neighbours of a vertex.
    pub fn around(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.starts.range(vertex as usize).map(|i| self.neighbours.get(i))
    }

    /// Whether two vertices are the ends of an edge.
    pub fn are_linked(&self, from: u32, to: u32) -> bool {
        if let Some(bits) = self.bits.get(from as usize) {
            return bits >> (to & 63) & 1 == 1;
        }
        let mut found = false;
        self.for_each(from, |neighbour| found |= neighbour == to);
        found
    }

    /// The corner after `to` of the face to the left of the edge between two neighbours.
    pub fn next_on_face(&self, from: u32, to: u32) -> u32 {
        let around = self.starts.range(to as usize);
        let back = around.clone().find(|&i| self.neighbours.get(i) == from).unwrap_or(around.start);
        self.neighbours.get(if back == around.start { around.end - 1 } else { back - 1 })
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        self.starts.bytes() + self.neighbours.bytes() + size_of_val(&self.bits[..])
    }
}

/// For every vertex the pairs of neighbours that follow one another around it.
struct Turns {
    starts: Vec<u32>,
    pairs: Vec<(u32, u32)>,
}

impl Turns {
    fn new<V: Vector>(hull: &Hull<V>) -> Self {
        let count = hull.points().len();
        // A polygon has its second side too.
        let sides = if hull.dimension() == 2 { 2 } else { 1 };
        let mut starts = alloc::vec![0; count + 1];
        hull.faces().flatten().for_each(|&v| starts[v as usize + 1] += sides);
        (0..count).for_each(|v| starts[v + 1] += starts[v]);
        let mut fill = starts.clone();
        let mut pairs = alloc::vec![(0, 0); starts[count] as usize];
        for face in hull.faces() {
            for (i, &vertex) in face.iter().enumerate() {
                let after = face[(i + 1) % face.len()];
                let before = face[(i + face.len() - 1) % face.len()];
                for pair in [(after, before), (before, after)].into_iter().take(sides as usize) {
                    pairs[fill[vertex as usize] as usize] = pair;
                    fill[vertex as usize] += 1;
                }
            }
        }
        Turns { starts, pairs }
    }

    fn around(&self, vertex: usize) -> &[(u32, u32)] {
        &self.pairs[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}
