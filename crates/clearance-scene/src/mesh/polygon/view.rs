//! A polygon as it is seen along an axis.

use clearance::exact::orient2d;
use clearance::{Vec2, Vec3, Vector};

/// The corners of a polygon, seen along an axis.
pub struct View<'a> {
    vertices: &'a [Vec3<f64>],
    /// The axis that is left out.
    axis: usize,
}

impl<'a> View<'a> {
    /// The view along the axis on which the normal is longest, or along another if all corners are seen on one line;
    /// `None` if they are on one line in space.
    pub fn of(vertices: &'a [Vec3<f64>], outline: &[u32]) -> Option<Self> {
        let normal = normal(vertices, outline);
        let mut axes = [0, 1, 2];
        axes.sort_by(|&i, &j| normal[j].abs().total_cmp(&normal[i].abs()));
        axes.into_iter().map(|axis| View { vertices, axis }).find(|view| view.has_area(outline))
    }

    /// The name of the axis.
    pub fn axis(&self) -> char {
        ['x', 'y', 'z'][self.axis]
    }

    /// The corner in space.
    pub fn vertex(&self, corner: u32) -> Vec3<f64> {
        self.vertices[corner as usize]
    }

    /// The corner as it is seen.
    pub fn point(&self, corner: u32) -> Vec2<f64> {
        let v = self.vertices[corner as usize];
        Vec2::new(v[(self.axis + 1) % 3], v[(self.axis + 2) % 3])
    }

    /// Whether not all corners are seen on one line.
    fn has_area(&self, outline: &[u32]) -> bool {
        let first = self.point(outline[0]);
        let other = outline.iter().map(|&corner| self.point(corner)).find(|&point| point != first);
        other.is_some_and(|other| outline.iter().any(|&corner| orient2d(first, other, self.point(corner)) != 0))
    }

    /// Whether the triangles from the first corner fill the polygon, which is then simple: they turn alike, and so does
    /// each corner as seen from the first side. Then they lie side by side in less than half a turn about the first
    /// corner.
    pub fn is_filled_by_fan(&self, outline: &[u32]) -> bool {
        let [first, second] = [outline[0], outline[1]].map(|corner| self.point(corner));
        let front = orient2d(first, second, self.point(outline[2]));
        front != 0
            && outline[2..].windows(2).all(|side| {
                let [from, to] = [side[0], side[1]].map(|corner| self.point(corner));
                orient2d(first, from, to) == front && orient2d(first, second, to) == front
            })
    }
}

/// The sum of the cross products of neighbours: twice the area, by axes, in a unit that does not overflow. It chooses
/// the view only.
fn normal(vertices: &[Vec3<f64>], outline: &[u32]) -> Vec3<f64> {
    let at = |corner: u32| vertices[corner as usize];
    let first = at(outline[0]);
    let size = outline.iter().map(|&corner| (at(corner) * 0.5 - first * 0.5).max_abs()).fold(0.0, f64::max);
    let unit = if size > 0.0 { 0.5 / size } else { 0.0 };
    let away = |corner: u32| at(corner) * unit - first * unit;
    let cross = |sum: Vec3<f64>, side: &[u32]| sum + away(side[0]).cross(away(side[1]));
    outline.windows(2).fold(Vec3::ZERO, cross)
}
