//! Affinely independent points of a cloud, as many as there are: they decide the dimension of the hull, exactly.
//!
//! Candidates are far from one another by rounded measures; whether they are independent is decided by exact signs, and
//! where the best candidate is not, all points are tried.

use super::cloud::Cloud;
use crate::math::{Vec3, Vector};

/// What a cloud spans.
pub(super) enum Basis {
    /// One point.
    Point(u32),
    /// A line.
    Line,
    /// A plane that is not parallel to the axis `along`.
    Plane { along: usize },
    /// Space. The fourth point lies below the plane of the first three.
    Space([u32; 4]),
}

pub(super) fn affine_basis(cloud: &Cloud) -> Basis {
    let Some(a) = smallest(cloud) else { return Basis::Point(0) };
    let from_a = |id| cloud.near(id) - cloud.near(a);
    let differs = |id: u32| cloud.exact(id) != cloud.exact(a);
    let Some(b) = farthest(cloud, |id| from_a(id).norm_squared(), differs) else { return Basis::Point(a) };
    let line = from_a(b);
    let spread = |id| line.cross(from_a(id)).norm_squared();
    let Some(c) = farthest(cloud, spread, |id| transverse_axis(cloud, [a, b, id]).is_some()) else {
        return Basis::Line;
    };
    let along = transverse_axis(cloud, [a, b, c]).unwrap_or(0);
    if cloud.is_flat() {
        return Basis::Plane { along };
    }
    let normal: Vec3<f64> = line.cross(from_a(c));
    let height = |id| normal.dot(from_a(id)).abs();
    match farthest(cloud, height, |id| cloud.orient([a, b, c], id) != 0) {
        None => Basis::Plane { along },
        Some(d) if cloud.orient([a, b, c], d) < 0 => Basis::Space([a, b, c, d]),
        Some(d) => Basis::Space([a, c, b, d]),
    }
}

/// The axis along which the projection of three points is not collinear: z, else y, else x.
fn transverse_axis(cloud: &Cloud, points: [u32; 3]) -> Option<usize> {
    [2, 1, 0].into_iter().find(|&axis| cloud.orient_along(axis, points) != 0)
}

/// The lexicographically smallest point, so that the choice does not depend on the order of the points.
fn smallest(cloud: &Cloud) -> Option<u32> {
    let key = |id| <[f64; 3]>::from(cloud.exact(id));
    cloud.ids().reduce(|best, id| if key(id) < key(best) { id } else { best })
}

/// The admissible point of largest `measure`, if the measure's own best is admissible, or else the first admissible
/// one.
fn farthest(cloud: &Cloud, measure: impl Fn(u32) -> f64, admissible: impl Fn(u32) -> bool) -> Option<u32> {
    let (best, _) =
        cloud.ids().map(|id| (id, measure(id))).reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if admissible(best) { Some(best) } else { cloud.ids().find(|&id| admissible(id)) }
}
