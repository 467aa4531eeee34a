//! Many points: neighbours one after another, on all threads, with the bits of single answers.
//!
//! Points are taken along a curve that fills space, so that each search begins beside the last one's end. An answer
//! does not depend on where its search began.

use clearance::{Bounds, ShapeError, Space, Vector};

use super::PointDistance;
use crate::body::Body;
use crate::curve::along_curve;
use crate::mesh::{Scratch, TriangleMesh};
use crate::stop::Share;

/// Points that one thread takes at a time: about a millisecond of work.
const SHARE: usize = 1024;

/// Points between two looks at whether the work is to stop: those of a large mesh take a tenth of a millisecond each.
const CHECKED: usize = 64;

/// Points that are put in order together: some 20 milliseconds of sorting, which nothing can stop.
const SORTED: usize = 1 << 17;

impl<V: Space> Body<V> {
    /// [`point_distance`](Self::point_distance) of many points, in their order; a point that is refused does not hurt
    /// the others. With the feature `rayon` on all threads, with the same bits.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::{Body, TriangleMesh};
    /// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Vec3::from);
    /// let solid = Body::mesh(TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?);
    /// let points = [[1.0, 2.0, 0.5], [1.0, 2.0, -0.5], [f64::NAN, 0.0, 0.0]].map(Vec3::from);
    /// let found = solid.point_distances(&points);
    /// let distance = |i: usize| found[i].as_ref().unwrap().signed_distance;
    /// assert_eq!((distance(0), distance(1)), (Some(-0.5), Some(0.5)));
    /// assert_eq!(found[2].as_ref().unwrap_err().to_string(), "coordinate of a point must be finite, got NaN");
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn point_distances(&self, points: &[V]) -> Vec<Result<PointDistance<V>, ShapeError>> {
        in_order(points, |point, scratch| self.point_distance_from(point, scratch))
    }
}

impl<V: Space> TriangleMesh<V> {
    /// [`winding_bounds`](Self::winding_bounds) of many points, in their order. With the feature `rayon` on all
    /// threads.
    pub fn winding_numbers(&self, points: &[V], width: f64) -> Vec<Bounds<f64>> {
        in_order(points, |point, _| self.winding_bounds(point, width))
    }
}

/// The answers to all points, in their order.
pub(super) fn in_order<V: Vector, R: Send>(points: &[V], answer: impl Fn(V, &mut Scratch) -> R + Sync) -> Vec<R> {
    let share = Share::of(points.len());
    points.chunks(SORTED).flat_map(|points| in_order_of(points, &share, &answer)).collect()
}

fn in_order_of<V: Vector, R: Send>(
    points: &[V],
    share: &Share,
    answer: &(impl Fn(V, &mut Scratch) -> R + Sync),
) -> impl Iterator<Item = R> {
    let order = along_curve(points.iter().copied());
    let some = |places: &[u32]| {
        let mut scratch = Scratch::default();
        let mut found = Vec::with_capacity(places.len());
        for few in places.chunks(CHECKED) {
            let asked = few.iter().map(|&place| (place, answer(points[place as usize], &mut scratch)));
            share.steps(few.len(), || found.extend(asked));
        }
        found
    };
    #[cfg(feature = "rayon")]
    let found: Vec<Vec<(u32, R)>> = {
        use rayon::prelude::*;
        order.par_chunks(SHARE).panic_fuse().map(some).collect()
    };
    #[cfg(not(feature = "rayon"))]
    let found: Vec<Vec<(u32, R)>> = order.chunks(SHARE).map(some).collect();
    let mut answers: Vec<Option<R>> = points.iter().map(|_| None).collect();
    for (place, answer) in found.into_iter().flatten() {
        answers[place as usize] = Some(answer);
    }
    answers.into_iter().flatten()
}
