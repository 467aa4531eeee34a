//! How far a point is from the surface, as the core says it: with witness points and features.

use clearance::{Options, Point, Pose, Proximity, Real, Shape, Space};

use super::{InMesh, TriangleMesh};
use crate::convex::signed_distance;
use crate::tree::near::Known;

impl<V: Space> TriangleMesh<V> {
    /// The distance of a point from the surface, whether it is inside or not; A is the point, B the surface.
    pub fn distance_to_surface(&self, point: V) -> Proximity<V> {
        self.nearest_triangle(point).1
    }

    /// [`distance_to_surface`](Self::distance_to_surface) with the triangle.
    pub(crate) fn nearest_triangle(&self, point: V) -> (u32, Proximity<V>) {
        let (here, options) = (Shape::Point(Point::new()), Options::default());
        let pose = Pose::from_translation(point).unwrap_or(Pose::IDENTITY);
        let ask = |i: u32| signed_distance((&here, &pose), (&self.shape(i), &Pose::IDENTITY), &options);
        let (mut nearest, mut best) = (0, ask(0));
        let mut lower = best.bounds.lower;
        // The normal of an answer is from the point to the surface.
        let known = |best: &Proximity<V>| Known { max: best.bounds.upper, normal: -best.normal };
        self.closest_triangles(InMesh { shape: &here, pose: &pose }, known(&best), |i| {
            let found = ask(i);
            lower = lower.min(found.bounds.lower);
            if found.bounds.upper < best.bounds.upper {
                (nearest, best) = (i, found);
            }
            known(&best)
        });
        best.bounds.lower = lower;
        (nearest, best)
    }
}
