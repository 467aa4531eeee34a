//! The hierarchy of Dobkin and Kirkpatrick: ever coarser hulls, searched from the coarsest to the finest.
//!
//! D. P. Dobkin and D. G. Kirkpatrick, A linear algorithm for determining the separation of convex polyhedra, 1985.
//! Each hull leaves out vertices of the finer one no two of which are neighbours. So above the highest vertex `p` of
//! the coarser hull lies at most one vertex of the finer one, and as `p` has a higher neighbour then, that is it.

use clearance::Space;
use clearance::hull::{Hull, convex_hull};

use super::{Heights, Strategy};

/// Vertices with more neighbours stay: a removed one is looked at from each of its neighbours.
const MOST_NEIGHBOURS: usize = 8;

/// The neighbours of the vertices in every hull.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    /// The vertices of the coarsest hull.
    top: Vec<u32>,
    /// For each vertex the neighbours that the next hull lacks, from the finest hull to the coarsest but one.
    lost: Vec<Vec<Vec<u32>>>,
}

impl Hierarchy {
    /// How many hulls there are.
    pub fn levels(&self) -> usize {
        self.lost.len() + 1
    }
}

/// The neighbours of each vertex, by the numbers of the finest hull.
fn neighbours<V: Space>(points: &[V], ids: &[u32]) -> Option<Vec<Vec<u32>>> {
    let chosen: Vec<V> = ids.iter().map(|&id| points[id as usize]).collect();
    let hull = convex_hull(&chosen).ok()?;
    let mut all = vec![Vec::new(); points.len()];
    for (vertex, &place) in hull.vertices().iter().enumerate() {
        let around = hull.neighbours(vertex).iter();
        all[ids[place as usize] as usize] = around.map(|&n| ids[hull.vertices()[n as usize] as usize]).collect();
    }
    Some(all)
}

impl<V: Space> Strategy<V> for Hierarchy {
    fn prepare(hull: &Hull<V>) -> Self {
        let mut hierarchy = Hierarchy { top: (0..hull.points().len() as u32).collect(), lost: Vec::new() };
        while let Some(around) = neighbours(hull.points(), &hierarchy.top) {
            let mut leaves = vec![false; hull.points().len()];
            for &vertex in &hierarchy.top {
                let others = &around[vertex as usize];
                leaves[vertex as usize] =
                    others.len() <= MOST_NEIGHBOURS && !others.iter().any(|&other| leaves[other as usize]);
            }
            let rest: Vec<u32> = hierarchy.top.iter().copied().filter(|&vertex| !leaves[vertex as usize]).collect();
            // A simplex has no vertex to spare.
            if rest.len() <= V::DIM || rest.len() == hierarchy.top.len() {
                break;
            }
            let gone = |others: Vec<u32>| others.into_iter().filter(|&other| leaves[other as usize]).collect();
            hierarchy.lost.push(around.into_iter().map(gone).collect());
            hierarchy.top = rest;
        }
        hierarchy
    }

    fn farthest(&self, heights: &Heights<'_, V>, _: Option<u32>) -> u32 {
        let Some(mut best) = heights.highest(self.top.iter().copied()) else { return 0 };
        for lost in self.lost.iter().rev() {
            let found = heights.highest(lost[best.0 as usize].iter().copied());
            best = found.filter(|found| found.1 > best.1).unwrap_or(best);
        }
        best.0
    }
}
