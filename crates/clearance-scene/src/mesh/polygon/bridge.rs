//! One ring of an outline and its holes (D. Eberly, Triangulation by ear clipping, 2002).
//!
//! The hole that reaches farthest is joined first: what its farthest corner sees ahead belongs to the outline, or to
//! holes that were joined before.

use std::cmp::Ordering;

use clearance::Vec2;
use clearance::enclosure::Aabb;
use clearance::math::Vector;
use clearance_world::Tree;

use super::rings::Rings;

/// Joins all holes to the outline, each by the shortest bridge from its farthest corner.
pub fn join(rings: &mut Rings) -> Result<(), String> {
    if rings.holes.is_empty() {
        return Ok(());
    }
    let mut holes: Vec<(usize, usize)> = rings.holes.iter().copied().enumerate().collect();
    let reach = |hole: usize| (rings.points[hole].x, rings.points[hole].y);
    // Coordinates are finite.
    holes.sort_by(|a, b| reach(b.1).partial_cmp(&reach(a.1)).unwrap_or(Ordering::Equal));
    let mut sides = Sides { ends: Vec::new(), tree: Tree::new() };
    rings.all().for_each(|i| sides.add(rings, [i, rings.next[i]]));
    for (number, hole) in holes {
        let mut ends = outline(rings);
        let away = |corner: usize| (rings.points[corner] - rings.points[hole]).norm_squared();
        ends.sort_by(|&a, &b| away(a).total_cmp(&away(b)));
        let end = ends.into_iter().find(|&end| sides.are_free(rings, end, hole));
        let end = end.ok_or_else(|| format!("hole {number} of a polygon is not inside of its outline"))?;
        sides.add(rings, [end, hole]);
        rings.join(end, hole);
    }
    Ok(())
}

/// The corners of the ring that the outline has become.
fn outline(rings: &Rings) -> Vec<usize> {
    let mut found = vec![0];
    let mut corner = rings.next[0];
    while corner != 0 {
        found.push(corner);
        corner = rings.next[corner];
    }
    found
}

/// All sides and bridges.
struct Sides {
    ends: Vec<[usize; 2]>,
    tree: Tree<Vec2<f64>>,
}

impl Sides {
    fn add(&mut self, rings: &Rings, ends: [usize; 2]) {
        let [p, q] = ends.map(|corner| Aabb::at(rings.points[corner]));
        self.tree.insert(self.ends.len() as u32, p.union(&q));
        self.ends.push(ends);
    }

    /// Whether the segment between two corners is inside, and meets no side but at its ends.
    fn are_free(&self, rings: &Rings, from: usize, to: usize) -> bool {
        let [p, q] = [from, to].map(|corner| rings.points[corner]);
        if p == q || !rings.is_inward(from, to) || !rings.is_inward(to, from) {
            return false;
        }
        let mut free = true;
        self.tree.items_within(&Aabb::at(p).union(&Aabb::at(q)), 0.0, |side| {
            free = free && !meets(rings, [from, to], self.ends[side as usize]);
        });
        free
    }
}

/// Whether a segment meets a side in more than a common end.
fn meets(rings: &Rings, [p, q]: [usize; 2], [a, b]: [usize; 2]) -> bool {
    let place = |corner: usize| rings.points[corner];
    let is_end = |corner: usize| place(corner) == place(p) || place(corner) == place(q);
    let (of_a, of_b) = (rings.orient(p, q, a), rings.orient(p, q, b));
    match (is_end(a), is_end(b)) {
        (true, true) => true,
        // The other end may be beyond this one, which the direction inward excludes, or on the segment.
        (true, false) => of_b == 0 && is_ahead(rings, [p, q], b),
        (false, true) => of_a == 0 && is_ahead(rings, [p, q], a),
        (false, false) => {
            let around = [rings.orient(a, b, p), rings.orient(a, b, q)];
            let apart = of_a * of_b > 0 || around[0] * around[1] > 0;
            if of_a == 0 && of_b == 0 { is_ahead(rings, [p, q], a) || is_ahead(rings, [p, q], b) } else { !apart }
        }
    }
}

/// Whether a corner on the line of a segment lies between its ends.
fn is_ahead(rings: &Rings, [p, q]: [usize; 2], corner: usize) -> bool {
    let before = |a, b| rings.is_before(a, b);
    before(p, corner) && before(corner, q) || before(q, corner) && before(corner, p)
}
