//! Whether rings are those of a simple polygon: sides meet at their ends only, and corners in one place do not cross.
//! Two sides may be one in opposite directions, which is a bridge.

use std::collections::HashMap;

use clearance::enclosure::Aabb;
use clearance_world::Tree;

use super::rings::Rings;

/// Refuses rings that cross or touch, in words that name corners by their places in the list.
pub fn check(rings: &Rings) -> Result<(), String> {
    let side = |i: usize| Aabb::at(rings.points[i]).union(&Aabb::at(rings.points[rings.next[i]]));
    let tree: Tree<_> = rings.all().map(|i| (i as u32, side(i))).collect();
    for i in rings.all() {
        let mut found = None;
        tree.items_within(&side(i), 0.0, |j| {
            let j = j as usize;
            if found.is_none() && i <= j {
                found = if i == j { flaw_of_side(rings, i) } else { flaw_of_sides(rings, i, j) };
            }
        });
        if let Some(flaw) = found {
            return Err(flaw);
        }
    }
    corners_in_one_place(rings)
}

fn flaw_of_side(rings: &Rings, i: usize) -> Option<String> {
    let (next, after) = (rings.next[i], rings.next[rings.next[i]]);
    if rings.points[i] == rings.points[next] {
        return Some(format!("side {i} of a polygon is seen as a point"));
    }
    (rings.points[i] == rings.points[after]).then(|| format!("side {next} of a polygon goes back along side {i}"))
}

fn flaw_of_sides(rings: &Rings, i: usize, j: usize) -> Option<String> {
    let ([a, b], [c, d]) = ([i, rings.next[i]], [j, rings.next[j]]);
    let around_j = [rings.orient(a, b, c), rings.orient(a, b, d)];
    let around_i = [rings.orient(c, d, a), rings.orient(c, d, b)];
    if around_i[0] * around_i[1] < 0 && around_j[0] * around_j[1] < 0 {
        return Some(format!("sides {i} and {j} of a polygon cross"));
    }
    let touches = |corner: usize, turn: i8, [from, to]: [usize; 2]| turn == 0 && is_between(rings, corner, [from, to]);
    if touches(c, around_j[0], [a, b])
        || touches(d, around_j[1], [a, b])
        || touches(a, around_i[0], [c, d])
        || touches(b, around_i[1], [c, d])
    {
        return Some(format!("sides {i} and {j} of a polygon touch"));
    }
    let equal = rings.points[a] == rings.points[c] && rings.points[b] == rings.points[d];
    equal.then(|| format!("sides {i} and {j} of a polygon are the same"))
}

/// Whether a corner on the line of a side is inside of the side.
fn is_between(rings: &Rings, corner: usize, [from, to]: [usize; 2]) -> bool {
    let is_before = |a, b| rings.is_before(a, b);
    is_before(from, corner) && is_before(corner, to) || is_before(to, corner) && is_before(corner, from)
}

/// Corners in one place have their insides side by side.
fn corners_in_one_place(rings: &Rings) -> Result<(), String> {
    let mut places: HashMap<[u64; 2], Vec<usize>> = HashMap::with_capacity(rings.corners.len());
    for corner in rings.all() {
        let at = rings.points[corner];
        // The sum makes one zero of two.
        places.entry([at.x, at.y].map(|x| (x + 0.0).to_bits())).or_default().push(corner);
    }
    let enters = |i: usize, j: usize| rings.is_inward(i, rings.next[j]) || rings.is_inward(i, rings.prev[j]);
    for corner in rings.all() {
        let at = rings.points[corner];
        let together = &places[&[at.x, at.y].map(|x| (x + 0.0).to_bits())];
        if let Some(other) = together.iter().find(|&&other| other != corner && enters(corner, other)) {
            return Err(format!(
                "corners {} and {} of a polygon cross in one place",
                corner.min(*other),
                corner.max(*other)
            ));
        }
    }
    Ok(())
}
