//! Triangles clipped to boxes, with what rounding may do.

use clearance::{Real, Vec3, Vector};

use clearance::enclosure::Aabb;

/// A corner of a clipped triangle: the true one is within `error` of it, component by component. Given vertices have no
/// error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub at: Vec3<f64>,
    pub error: Vec3<f64>,
}

impl Corner {
    pub fn given(at: Vec3<f64>) -> Self {
        Corner { at, error: Vec3::ZERO }
    }
}

/// Points whose hull, each taken with its error, contains what a box holds of a triangle. Empty if that is nothing.
///
/// One side of the box after the other: what a halfspace holds of a hull is the hull of the points in it and of the
/// crossings of all segments from these to the others. Where points carry errors, the side is moved out by the largest
/// of them, so that the crossing of the true segment lies on what is left of the computed one. A crossing on `[a, b]`
/// errs no more than `a` or `b`, and by its own rounding.
pub(super) fn clipped(corners: [Vec3<f64>; 3], cell: &Aabb<Vec3<f64>>) -> Vec<Corner> {
    let mut points: Vec<Corner> = corners.map(Corner::given).into();
    for k in 0..3 {
        for sign in [1.0, -1.0] {
            let side = if sign > 0.0 { cell.upper[k] } else { -cell.lower[k] };
            let slack = points.iter().fold(0.0, |slack: f64, p| slack.max(p.error[k]));
            let limit = if slack > 0.0 { (side + slack).next_up() } else { side };
            let (within, beyond): (Vec<Corner>, Vec<Corner>) = points.iter().partition(|p| sign * p.at[k] <= limit);
            if beyond.is_empty() {
                continue;
            }
            points = within.clone();
            for a in &within {
                points.extend(beyond.iter().map(|b| crossing(a, b, k, sign * limit)));
            }
        }
    }
    points
}

/// The point of the segment `ab` whose component `k` is `limit`.
///
/// Along each axis `a + t(b − a)` with `t` between 0 and 1: `t` errs by `3u` of itself, the difference, the product and
/// the sum by `u` each, all of at most `2 max(|a|, |b|)`: less than `16u` of it. Where `a` and `b` agree there is
/// nothing to round.
fn crossing(a: &Corner, b: &Corner, k: usize, limit: f64) -> Corner {
    let t = ((limit - a.at[k]) / (b.at[k] - a.at[k])).clamp(0.0, 1.0);
    let along = a.at + (b.at - a.at) * t;
    let at = Vec3::from_fn(|j| if j == k { limit } else { along[j] });
    let error = Vec3::from_fn(|j| {
        let rounding = 16.0 * f64::UNIT * a.at[j].abs().max(b.at[j].abs());
        let rounding = if j == k || a.at[j] == b.at[j] { 0.0 } else { rounding.max(f64::MIN_POSITIVE) };
        a.error[j].max(b.error[j]) + rounding
    });
    Corner { at, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_where_the_sides_are() {
        let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
        let cell = Aabb { lower: Vec3::new(-1.0, -1.0, 0.0), upper: Vec3::new(1.0, 9.0, 2.0) };
        let points: Vec<Vec3<f64>> = clipped(corners, &cell).iter().map(|p| p.at).collect();
        assert_eq!(points, [[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 0.0, 0.0], [1.0, 3.0, 0.0]].map(Vec3::from));
        assert_eq!(clipped(corners, &cell)[2].error, Vec3::ZERO, "along an axis nothing is rounded");
        let below = Aabb { lower: Vec3::new(-1.0, -1.0, -2.0), upper: Vec3::new(1.0, 9.0, -1.0) };
        assert!(clipped(corners, &below).is_empty());
    }
}
