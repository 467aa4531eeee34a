//! Triangles of a ring by cutting ears.
//!
//! An ear is a corner whose neighbours see each other through the inside: it turns to the left, the segment between its
//! neighbours leaves both inward, and its triangle holds no corner elsewhere than at its own three. If it holds any it
//! holds one that does not turn to the left: the one nearest to the ear's tip. So these alone are searched, and a
//! corner becomes an ear only when a neighbour is cut, which is when it is looked at again.

use std::collections::VecDeque;

use clearance::Vec2;
use clearance::enclosure::Aabb;
use clearance_world::Tree;

use super::Triangle;
use super::rings::Rings;

/// The triangles of the ring of the first corner.
pub fn cut(mut rings: Rings) -> Result<Vec<Triangle>, String> {
    let inner = |&i: &usize| rings.orient(rings.prev[i], i, rings.next[i]) <= 0;
    let mut blunt: Tree<_> = rings.all().filter(inner).map(|i| (i as u32, Aabb::at(rings.points[i]))).collect();
    let (mut left, mut triangles) = (rings.corners.len(), Vec::with_capacity(rings.corners.len()));
    let mut gone = vec![false; left];
    let mut open: VecDeque<usize> = rings.all().collect();
    while let Some(tip) = open.pop_front() {
        if gone[tip] || !is_ear(&rings, &blunt, tip) {
            continue;
        }
        let (before, after) = (rings.prev[tip], rings.next[tip]);
        triangles.push([before, tip, after].map(|corner| rings.corners[corner]));
        gone[tip] = true;
        blunt.remove(tip as u32);
        rings.link(before, after);
        left -= 1;
        if left < 3 {
            return Ok(triangles);
        }
        open.extend([before, after]);
    }
    Err("a polygon cannot be cut into triangles".into())
}

fn is_ear(rings: &Rings, blunt: &Tree<Vec2<f64>>, tip: usize) -> bool {
    let corners = [rings.prev[tip], tip, rings.next[tip]];
    let [a, b, c] = corners;
    if rings.orient(a, b, c) <= 0 {
        return false;
    }
    // The last three have no segment to draw.
    let is_last = rings.next[c] == a;
    let is_inside = is_last || (rings.is_inward(a, c) && rings.is_inward(c, a));
    if !is_inside {
        return false;
    }
    let places = corners.map(|corner| rings.points[corner]);
    let around = places.iter().fold(Aabb::empty(), |all, &place| all.union(&Aabb::at(place)));
    let mut free = true;
    blunt.items_within(&around, 0.0, |other| {
        let other = other as usize;
        let inside = || [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| rings.orient(from, to, other) >= 0);
        free = free && (places.contains(&rings.points[other]) || !inside());
    });
    free
}
