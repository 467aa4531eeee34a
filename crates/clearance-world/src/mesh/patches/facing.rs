//! Two triangles that may be the closest.

use clearance::{Bounds, Vec3, Vector};

use super::super::near::{nearest_point, project_thrice};

type Triangle = [Vec3<f64>; 3];

/// Bounds of the distance, up to rounding, along the direction that three alternating projections find. Mostly tight.
pub(super) fn about(a: &Triangle, b: &Triangle) -> Bounds<f64> {
    let way = project_thrice(a, b);
    Bounds { lower: along(way, a, b), upper: way.norm() }
}

/// Bounds of the distance, tight up to rounding, from those of [`about`]. The closest points of triangles that do not
/// meet are on two edges, or are a corner and a point of the other triangle. Where triangles meet, the upper bound is
/// above the distance and the lower one is not positive.
pub(super) fn between(a: &Triangle, b: &Triangle, about: Bounds<f64>) -> Bounds<f64> {
    if about.upper - about.lower <= 2f64.powi(-48) * about.upper {
        return about;
    }
    let mut best = (f64::INFINITY, Vec3::ZERO);
    let mut take = |way: Vec3<f64>| {
        let squared = way.norm_squared();
        if squared < best.0 {
            best = (squared, way);
        }
    };
    for i in 0..3 {
        for j in 0..3 {
            take(between_segments([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]));
        }
        take(nearest_point(a[i], b) - a[i]);
        take(b[i] - nearest_point(b[i], a));
    }
    let (squared, way) = best;
    Bounds { lower: along(way, a, b), upper: squared.sqrt() }
}

/// How far the triangles are apart along a direction of any length, rounded; nothing at all for none.
fn along(way: Vec3<f64>, a: &Triangle, b: &Triangle) -> f64 {
    let far = a.iter().fold(-f64::INFINITY, |far, &p| f64::max(far, way.dot(p)));
    let near = b.iter().fold(f64::INFINITY, |near, &p| f64::min(near, way.dot(p)));
    let gap = (near - far) / way.norm();
    if gap.is_nan() { -f64::INFINITY } else { gap }
}

/// The vector from the nearest point of a segment to that of another one (C. Ericson, Real-Time Collision Detection,
/// 2005, section 5.1.9). Whatever is rounded, both are points of the segments.
fn between_segments([p, p_end]: [Vec3<f64>; 2], [q, q_end]: [Vec3<f64>; 2]) -> Vec3<f64> {
    let (u, v, r) = (p_end - p, q_end - q, p - q);
    let (a, b, c, e, f) = (u.dot(u), u.dot(v), u.dot(r), v.dot(v), v.dot(r));
    let share = |part: f64, whole: f64| {
        let share = part / whole;
        if share > 0.0 { if share < 1.0 { share } else { 1.0 } } else { 0.0 }
    };
    let mut s = share(b * f - c * e, a * e - b * b);
    let along = b * s + f;
    let t = share(along, e);
    if !(along > 0.0 && along < e) {
        s = share(b * t - c, a);
    }
    q + v * t - (p + u * s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::query::Pair;
    use clearance::{Pose3, Triangle as Shape};
    use clearance_testkit::random::Random;

    #[test]
    fn triangles_are_as_far_apart_as_the_library_says_and_those_that_meet_are_not_apart() {
        let mut random = Random::new(0xfac);
        let (mut met, mut tight) = (0, 0);
        for round in 0..4000 {
            let size = [1.0, 1e-3, 30.0][round % 3];
            let mut corner = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
            let (a, middle) = ([(); 3].map(|()| corner(1.0)), corner(2.0));
            let mut b = [(); 3].map(|()| middle + corner(size));
            if round % 5 == 0 {
                // A needle, and a corner in common with it.
                b = [a[1], b[1], a[1] + (b[1] - a[1]) * 0.4];
            }
            let shapes = [a, b].map(|[p, q, r]| Shape::new(p, q, r).unwrap());
            let truth =
                Pair::in_world((&shapes[0], &Pose3::IDENTITY), (&shapes[1], &Pose3::IDENTITY)).signed_distance();
            let found = between(&a, &b, about(&a, &b));
            let error = 1e-15 * (4.0 + size);
            assert!(found.lower <= truth.bounds.upper.max(0.0) + error, "{found:?} {truth:?}");
            assert!(found.upper >= truth.bounds.lower - error, "{found:?} {truth:?}");
            if truth.signed_distance > 0.0 {
                assert!(found.upper <= truth.bounds.upper + error, "{found:?} {truth:?}");
                tight += usize::from(found.lower >= truth.bounds.lower - 1e-13);
            } else {
                met += 1;
                assert!(found.lower <= error);
            }
        }
        assert!(met > 700 && tight + met > 3985, "{met} met, {tight} tight");
    }
}
