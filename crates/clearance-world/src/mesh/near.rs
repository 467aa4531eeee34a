//! How far a point is from the surface: many times and fast, with proven bounds.

use clearance::enclosure::Aabb;
use clearance::{Bounds, Real, Vec3, Vector};

use super::nearest::{Close, weights};
use super::{TriangleMesh, spatial};

/// A point's distance from a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// `lower ≤ distance ≤ upper`
    pub bounds: Bounds<f64>,
    /// A point of the surface, up to rounding, at a distance of at most `upper`.
    pub at: Vec3<f64>,
}

impl<V: Vector> TriangleMesh<V> {
    /// Whether a triangle may be within a distance of a point: `false` proves that it is farther away.
    pub(crate) fn may_be_within(&self, triangle: u32, point: V, distance: V::Scalar) -> bool {
        let (point, corners) = (spatial(point), self.corners(triangle).map(spatial));
        let lower = off_plane(point, corners).max(nearest(point, corners).bounds.lower);
        lower <= distance.to_f64()
    }

    /// The weights of a triangle's corners at the point of the triangle that is nearest to a point, rounded: not
    /// negative, and of a sum of 1.
    pub fn barycentric(&self, triangle: u32, point: V) -> [f64; 3] {
        let [a, b, c] = self.corners(triangle).map(spatial);
        let p = spatial(point);
        let (v, w) = weights(b - a, c - a, [p - a, p - b, p - c]);
        [1.0 - v - w, v, w]
    }
}

impl TriangleMesh<Vec3<f64>> {
    /// The distance of a point from the surface, whether it is inside or not. A few microseconds.
    pub fn nearest(&self, point: Vec3<f64>) -> Nearest {
        self.nearest_from(point, 0).0
    }

    /// [`nearest`](Self::nearest) with the triangle, faster if it is near to the `first` one.
    pub(crate) fn nearest_from(&self, point: Vec3<f64>, first: u32) -> (Nearest, u32) {
        let (mut best, mut triangle) = (nearest(point, self.corners(first)), first);
        let mut lower = best.bounds.lower;
        self.tree.closest_items(&Aabb::at(point), best.bounds.upper, |i, _| {
            let found = nearest(point, self.corners(i));
            lower = lower.min(found.bounds.lower);
            if found.bounds.upper < best.bounds.upper {
                (best, triangle) = (found, i);
            }
            best.bounds.upper
        });
        // Triangles that are left out are farther away than the least upper bound.
        best.bounds.lower = lower;
        (best, triangle)
    }

    /// An upper bound of the distance of a box's points from a triangle: it is convex, so largest at a corner of the
    /// box.
    pub(crate) fn farthest_corner(&self, triangle: u32, bounds: &Aabb<Vec3<f64>>) -> f64 {
        let corners = self.corners(triangle);
        let corner = |i: u8| Vec3::from_fn(|k| if i >> k & 1 == 1 { bounds.upper[k] } else { bounds.lower[k] });
        (0..8).map(|i| nearest(corner(i), corners).bounds.upper).fold(0.0, f64::max)
    }
}

/// An axis from one triangle to another, nearly along the shortest segment.
pub(crate) fn between_triangles<V: Vector>(a: [V; 3], b: [V; 3]) -> V {
    let way = project_thrice(&a.map(spatial), &b.map(spatial));
    V::from_fn(|k| V::Scalar::from_f64(way[k]))
}

/// An axis from one triangle to another, nearly along the shortest segment: by three projections from one to the other.
pub(super) fn project_thrice(a: &[Vec3<f64>; 3], b: &[Vec3<f64>; 3]) -> Vec3<f64> {
    let on_b = nearest_point(nearest_point(b[0], a), b);
    on_b - nearest_point(on_b, a)
}

/// The point of a triangle that is nearest to `p`.
pub(super) fn nearest_point(p: Vec3<f64>, &[a, b, c]: &[Vec3<f64>; 3]) -> Vec3<f64> {
    let (v, w) = weights(b - a, c - a, [p - a, p - b, p - c]);
    a + (b - a) * v + (c - a) * w
}

/// The nearest point of a triangle with a proof from both sides, see [`Close`].
fn nearest(p: Vec3<f64>, corners: [Vec3<f64>; 3]) -> Nearest {
    let close = Close::of(p, corners);
    Nearest { bounds: Bounds { lower: close.lower().max(0.0), upper: close.upper() }, at: close.at(corners) }
}

/// A lower bound of the distance of a point from the plane of a triangle, sharp also for points much nearer than the
/// triangle is large.
///
/// `|N·(p − a)|/|N|` with the sides of size `h` and `|p − a| ≤ f`: a component of `N` is off by `8u h²`, the product
/// with `p − a` rounds by `18u f h²` and is off by `24u f h² + 6u f h²`, as in
/// [`clearance::query::SegmentEnclosure::crossing`]; the length of `N` by less than `16u h²`.
fn off_plane(p: Vec3<f64>, [a, b, c]: [Vec3<f64>; 3]) -> f64 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (size, far, normal) = (ab.max_abs().max(ac.max_abs()), ap.max_abs(), ab.cross(ac));
    let height = normal.dot(ap).abs() - 54.0 * f64::UNIT * far * size * size - f64::MIN_POSITIVE * (1.0 + far + size);
    let length = normal.norm() * (1.0 + 8.0 * f64::UNIT) + 32.0 * f64::UNIT * size * size + f64::MIN_POSITIVE;
    // Not a number where all overflows.
    if height > 0.0 && length < f64::INFINITY { height / length * (1.0 - 4.0 * f64::UNIT) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testkit::number::{Number, Wide};
    use clearance_testkit::random::Random;
    use clearance_testkit::triple::Triple;

    #[test]
    fn no_point_of_a_box_is_farther_from_a_triangle_than_its_farthest_corner() {
        let mut random = Random::new(0x3e8);
        let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
        for _ in 0..300 {
            let mesh = TriangleMesh::new(&[draw(1.0), draw(1.0), draw(1.0)], &[[0, 1, 2]]).unwrap();
            let (p, q) = (draw(2.0), draw(2.0));
            let bounds = Aabb::at(p).union(&Aabb::at(q));
            let upper = mesh.farthest_corner(0, &bounds);
            let at = |i: usize| Vec3::from_fn(|k| p[k] + (q[k] - p[k]) * (i / 5usize.pow(k as u32) % 5) as f64 / 4.0);
            let farthest = (0..125).map(|i| mesh.nearest(at(i)).bounds.lower).fold(0.0, f64::max);
            // The grid has the corners.
            assert!(farthest <= upper && upper < farthest + 1e-13, "{farthest} {upper}");
        }
    }

    #[test]
    fn points_close_to_a_plane_are_as_far_from_it_as_they_were_put() {
        let mut random = Random::new(0x3eb);
        for round in 0..4000 {
            let mut draw = |size: f64| Vec3::from_fn(|_| (random.uniform(-size, size) * 1024.0).round() / 1024.0);
            let [a, b, c] = [draw(1.0), draw(1.0), draw(1.0)];
            // Exact: a triangle in the plane z = 0, and a point above it.
            let flat = |v: Vec3<f64>| Vec3::new(v.x, v.y, 0.0);
            let height = 2f64.powi(-(round % 50));
            let at = flat(draw(1.0)) + Vec3::new(0.0, 0.0, height);
            let found = off_plane(at, [a, b, c].map(flat));
            assert!(found <= height, "{found} {height}");
            let area = (flat(b) - flat(a)).cross(flat(c) - flat(a)).norm();
            if area > 0.1 && height > 1e-12 {
                assert!(found > height * 0.9, "{found} {height}");
            }
        }
    }

    #[test]
    fn no_point_of_a_triangle_is_nearer_than_the_lower_bound() {
        let mut random = Random::new(0x3e7);
        let mut tight = 0;
        for _ in 0..4000 {
            let thin = random.magnitude(-12.0, 0.0);
            let mut draw = || Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let [p, a, b, d] = [draw(), draw(), draw(), draw()];
            let corners = [a, b, a + (b - a) * 0.4 + d * thin];
            let found = nearest(p, corners).bounds;
            let least = (0..=20).flat_map(|i| (0..=20 - i).map(move |j| (f64::from(i) / 20.0, f64::from(j) / 20.0)));
            let least = least.map(|(v, w)| (corners[0] + (corners[1] - a) * v + (corners[2] - a) * w - p).norm());
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(found.lower <= least + 1e-15 && found.lower <= found.upper, "{found:?} {least}");
            assert!(found.upper <= least + 0.1);
            tight += usize::from(found.upper - found.lower < 1e-13);
        }
        assert!(tight > 3900, "{tight} of 4000 are tight");
    }

    #[test]
    fn no_plane_is_nearer_than_its_lower_bound() {
        let mut random = Random::new(0x3ec);
        let wide = |v: Vec3<f64>| Triple::<Wide>::from_vector(v);
        let mut near = 0;
        for round in 0..4000 {
            let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
            let [a, b, c] = [draw(1.0), draw(1.0), draw(1.0)];
            // A point of the plane, but for rounding, and one a little aside.
            let weights = draw(2.0);
            let at = a + (b - a) * weights.x + (c - a) * weights.y + draw(2f64.powi(-(round % 60)));
            let normal = (wide(b) - wide(a)).cross(wide(c) - wide(a));
            let exact = (normal.dot(wide(at) - wide(a)) / normal.norm()).abs();
            let found = off_plane(at, [a, b, c]);
            assert!(Wide::new(found) <= exact, "seed 0x3ec, {round}: {found:e} of {:e}", exact.value());
            near += usize::from(found > 0.0 && exact.value() < 1e-12);
        }
        assert!(near > 100, "{near}");
    }
}
