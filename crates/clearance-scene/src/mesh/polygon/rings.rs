//! The outline and the holes of a polygon as rings of corners, with the inside on their left.

use clearance::Vec2;
use clearance::exact::orient2d;

use super::view::View;

/// Rings of corners, each linked to the next and the one before. A corner of the file may be several corners here.
pub struct Rings {
    /// The numbers in the file.
    pub corners: Vec<u32>,
    /// Where corners are seen, so that the outline turns to the left.
    pub points: Vec<Vec2<f64>>,
    /// The corner after each.
    pub next: Vec<usize>,
    /// The corner before each.
    pub prev: Vec<usize>,
    /// A corner of each hole, the one with the greatest coordinates.
    pub holes: Vec<usize>,
}

impl Rings {
    /// The rings of an outline and its holes. Corners that repeat the one before them are left out.
    pub fn new(view: &View, outline: &[u32], holes: &[Vec<u32>]) -> Result<Self, String> {
        let mut rings =
            Rings { corners: Vec::new(), points: Vec::new(), next: Vec::new(), prev: Vec::new(), holes: Vec::new() };
        rings.add(view, outline);
        let without = |what: &str| format!("{what} encloses no area");
        let turn = rings.turn(0).ok_or_else(|| without("the outline of a polygon"))?;
        if turn < 0 {
            rings.points.iter_mut().for_each(|point| *point = Vec2::new(point.y, point.x));
        }
        for (hole, corners) in holes.iter().enumerate() {
            let first = rings.corners.len();
            rings.add(view, corners);
            if turn < 0 {
                rings.points[first..].iter_mut().for_each(|point| *point = Vec2::new(point.y, point.x));
            }
            let own = rings.turn(first).ok_or_else(|| without(&format!("hole {hole} of a polygon")))?;
            if own > 0 {
                rings.turn_around(first);
            }
            let last = (first..rings.corners.len()).reduce(|a, b| if rings.is_before(a, b) { b } else { a });
            rings.holes.extend(last);
        }
        Ok(rings)
    }

    /// All corners.
    pub fn all(&self) -> std::ops::Range<usize> {
        0..self.corners.len()
    }

    /// Whether a corner has lesser coordinates.
    pub fn is_before(&self, a: usize, b: usize) -> bool {
        let [a, b] = [self.points[a], self.points[b]];
        (a.x, a.y) < (b.x, b.y)
    }

    /// Which way three corners turn.
    pub fn orient(&self, a: usize, b: usize, c: usize) -> i8 {
        orient2d(self.points[a], self.points[b], self.points[c])
    }

    /// Whether the inside of a corner holds the direction to another point, and not along a side.
    pub fn is_inward(&self, corner: usize, to: usize) -> bool {
        let (before, after) = (self.prev[corner], self.next[corner]);
        let (left_of_out, left_of_in) = (self.orient(corner, after, to), self.orient(before, corner, to));
        if self.orient(before, corner, after) > 0 {
            left_of_out > 0 && left_of_in > 0
        } else {
            left_of_out > 0 || left_of_in > 0
        }
    }

    /// The copies that make one ring of two: from `a` to `b`, around, and back.
    pub fn join(&mut self, a: usize, b: usize) {
        let [a_again, b_again] = [a, b].map(|corner| {
            self.corners.push(self.corners[corner]);
            self.points.push(self.points[corner]);
            self.next.push(0);
            self.prev.push(0);
            self.corners.len() - 1
        });
        let (after, before) = (self.next[a], self.prev[b]);
        self.link(a, b);
        self.link(before, b_again);
        self.link(b_again, a_again);
        self.link(a_again, after);
    }

    /// Makes two corners neighbours.
    pub fn link(&mut self, from: usize, to: usize) {
        self.next[from] = to;
        self.prev[to] = from;
    }

    fn add(&mut self, view: &View, corners: &[u32]) {
        let first = self.corners.len();
        let mut last = corners.last().map(|&corner| view.vertex(corner));
        for &corner in corners {
            let vertex = Some(view.vertex(corner));
            if vertex != last {
                self.corners.push(corner);
                self.points.push(view.point(corner));
                last = vertex;
            }
        }
        let count = self.corners.len() - first;
        self.next.extend((0..count).map(|i| first + (i + 1) % count));
        self.prev.extend((0..count).map(|i| first + (i + count - 1) % count));
    }

    /// Which way the ring turns that begins at a corner and is the last one: that of its corner with the least
    /// coordinates, where all of it lies ahead. `None` if it goes forth and back there.
    fn turn(&self, first: usize) -> Option<i8> {
        let least = (first..self.corners.len()).reduce(|a, b| if self.is_before(b, a) { b } else { a })?;
        Some(self.orient(self.prev[least], least, self.next[least])).filter(|&turn| turn != 0)
    }

    fn turn_around(&mut self, first: usize) {
        for corner in first..self.corners.len() {
            std::mem::swap(&mut self.next[corner], &mut self.prev[corner]);
        }
    }
}
