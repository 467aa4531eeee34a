//! Cameron's hill climbing along the edges of the hull, with artificial neighbours on request.
//!
//! A vertex none of whose neighbours is higher is the highest of all, by convexity. The "vicinity data", which vertices
//! share an edge, is found once for a body: here from its hull, in Liu et al. from all triples of vertices.

use clearance::Vector;
use clearance::hull::Hull;

use super::{Heights, Strategy};

/// Where a climb starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Starts at the vertex that the caller remembers.
    Cached,
    /// Always at vertex 0.
    Fixed,
}

/// Climbs along edges.
#[derive(Clone, Debug)]
pub struct Climb {
    from: From,
    starts: Vec<u32>,
    vicinity: Vec<u32>,
}

impl Climb {
    /// Climbs from a cached or from a fixed vertex.
    pub fn new<V: Vector>(hull: &Hull<V>, from: From) -> Self {
        Self::linked(from, hull.points().len(), |vertex| hull.neighbours(vertex).to_vec())
    }

    /// Climbing with artificial neighbours: from every vertex one can also step to the highest vertex along each half
    /// axis.
    pub fn with_far_neighbours<V: Vector>(hull: &Hull<V>, from: From) -> Self {
        let extreme = |dir: V| {
            let higher = |best: usize, i: usize| {
                if dir.dot(hull.points()[i]) > dir.dot(hull.points()[best]) { i } else { best }
            };
            (0..hull.points().len()).fold(0, higher) as u32
        };
        let far: Vec<u32> = (0..V::DIM).flat_map(|i| [extreme(V::axis(i)), extreme(-V::axis(i))]).collect();
        Self::linked(from, hull.points().len(), |vertex| {
            let mut all = [hull.neighbours(vertex), &far].concat();
            all.retain(|&other| other as usize != vertex);
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    fn linked(from: From, count: usize, neighbours: impl Fn(usize) -> Vec<u32>) -> Self {
        let mut climb = Climb { from, starts: vec![0], vicinity: Vec::new() };
        for vertex in 0..count {
            climb.vicinity.extend(neighbours(vertex));
            climb.starts.push(climb.vicinity.len() as u32);
        }
        climb
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.vicinity[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

impl<V: Vector> Strategy<V> for Climb {
    fn prepare(hull: &Hull<V>) -> Self {
        Climb::new(hull, From::Cached)
    }

    fn farthest(&self, heights: &Heights<'_, V>, near: Option<u32>) -> u32 {
        let start = if self.from == From::Cached { near.unwrap_or(0) } else { 0 };
        let (mut best, mut height) = (start, heights.of(start));
        while let Some(next) = heights.highest(self.neighbours(best).iter().copied()).filter(|next| next.1 > height) {
            (best, height) = next;
        }
        best
    }
}
