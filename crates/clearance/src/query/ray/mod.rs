//! Where a segment crosses a triangle, exactly.
//!
//! With the corners `a`, `b`, `c` counted from the start of the segment and `d` its displacement, the line of the
//! segment meets the triangle if `d·(b × c)`, `d·(c × a)` and `d·(a × b)` have one sign: these are the orientations of
//! the line and each side, and in proportion to the barycentric coordinates of the crossing. They add up to `d·N` with
//! the normal `N = (b − a) × (c − a)`, and the crossing is at `t = a·N / d·N`. All is computed in exact numbers and
//! rounded once, so that a segment through an edge or a corner crosses all triangles there. [`SegmentEnclosure`]
//! decides most crossings in floats, also those of triangles whose pose is known to an error.

mod fine;
mod flat;
mod segment;

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::space::Space;
use crate::exact::{Exact, ExactPoint, ExactPose, ExactVector};
use crate::math::{Pose, Real};
use crate::proximity::Bounds;

use segment::wide;
pub use segment::{RoughCrossing, RoughHit, SegmentEnclosure};

/// The first point that a segment and a triangle have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Space> {
    /// When: the same float twice, or adjacent ones.
    pub time: Bounds<V::Scalar>,
    /// The float nearest to the time.
    pub nearest: V::Scalar,
    /// The weights of the triangle's corners at the point, each the nearest float.
    pub barycentric: [V::Scalar; 3],
    /// Unit up to rounding, across the triangle and against the segment; if it runs in the plane of the triangle,
    /// across that plane, and against the segment if the triangle is flat.
    pub normal: V,
}

/// Whether a segment and a triangle have a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing<V: Space> {
    /// They have; proven.
    Hit(RayHit<V>),
    /// They have none; proven.
    Miss,
    /// Nothing is decided: the pose is computed or made of angles.
    Open,
}

/// Decides exactly where the segment from `origin` to `origin + displacement` first meets a triangle at a pose, which
/// moves by a displacement of its own in the same time.
///
/// ```
/// use clearance::query::{Crossing, crossing};
/// use clearance::{Pose3, Vec3};
/// let corners = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]].map(Vec3::from);
/// let up = [Vec3::new(0.0, 0.0, 4.0), Vec3::new(0.0, 0.0, 0.0)];
/// let Crossing::Hit(hit) = crossing(Vec3::new(1.0, 2.0, 0.0), up, &Pose3::IDENTITY, corners) else { panic!() };
/// assert_eq!((hit.nearest, hit.barycentric, hit.normal.z), (0.25, [0.25, 0.25, 0.5], -1.0));
/// assert_eq!(crossing(Vec3::new(3.0, 2.0, 0.0), up, &Pose3::IDENTITY, corners), Crossing::Miss);
/// ```
pub fn crossing<V: Space>(origin: V, [of_point, of_triangle]: [V; 2], pose: &Pose<V>, corners: [V; 3]) -> Crossing<V> {
    if let Some(found) = in_floats(origin, [of_point, of_triangle], pose, corners) {
        return found;
    }
    let exact = if V::DIM == 3 && pose.fine_error() == V::Scalar::ZERO { ExactPose::new(pose) } else { None };
    let Some(exact) = exact else { return Crossing::Open };
    let way = &ExactVector::new(of_point) - &ExactVector::new(of_triangle);
    let placed = corners.map(|corner| exact.point(&ExactPoint::new(corner)));
    let scale = placed[0].w.clone();
    let start = ExactVector::new(origin).scale(&scale);
    let [a, b, c] = placed.map(|corner| &corner.xyz - &start);
    let normal = (&b - &a).cross(&(&c - &a));
    let (facing, height) = (way.dot(&normal), a.dot(&normal));
    if normal.is_zero() {
        return flat::crossing([a, b, c], &way, &scale);
    }
    if facing.is_zero() {
        return if height.is_zero() { in_plane([a, b, c], &normal, &way, &scale) } else { Crossing::Miss };
    }
    let sides = [way.dot(&b.cross(&c)), way.dot(&c.cross(&a)), way.dot(&a.cross(&b))];
    let backwards = facing.sign() < 0;
    let forwards = |number: Exact| if backwards { -number } else { number };
    let (sides, facing, height) = (sides.map(forwards), forwards(facing), forwards(height));
    let whole = &facing * &scale;
    if sides.iter().any(|side| side.sign() < 0) || height.sign() < 0 || height > whole {
        return Crossing::Miss;
    }
    let normal = if backwards { normal } else { -normal };
    Crossing::Hit(hit(&height, &whole, sides.each_ref().map(|side| (side, &facing)), &normal))
}

/// The crossing of a triangle that stays in the frame of the segment, in double precision, where floats and twofold
/// numbers decide it.
fn in_floats<V: Space>(origin: V, [way, of_triangle]: [V; 2], pose: &Pose<V>, corners: [V; 3]) -> Option<Crossing<V>> {
    if V::DIM != 3 || V::Scalar::UNIT.exponent() != -53 || of_triangle != V::ZERO || *pose != Pose::IDENTITY {
        return None;
    }
    let corners = corners.map(wide);
    let segment = SegmentEnclosure::exact(wide(origin), wide(way));
    match segment.crossing(corners) {
        RoughCrossing::Miss => Some(Crossing::Miss),
        RoughCrossing::Hit(rough) => fine::hit(&segment, corners, &rough).map(|hit| {
            let number = V::Scalar::from_f64;
            Crossing::Hit(RayHit {
                time: Bounds { lower: number(hit.time.lower), upper: number(hit.time.upper) },
                nearest: number(hit.nearest),
                barycentric: hit.barycentric.map(number),
                normal: V::from_fn(|k| number(hit.normal[k])),
            })
        }),
        RoughCrossing::Undecided(_) => None,
    }
}

/// A hit at a time and with weights that are ratios.
fn hit<V: Space>(time: &Exact, whole: &Exact, weights: [(&Exact, &Exact); 3], normal: &ExactVector) -> RayHit<V> {
    let time = time.round_ratio(whole);
    RayHit {
        time: Bounds { lower: time.lower, upper: time.upper },
        nearest: time.nearest,
        barycentric: weights.map(|(weight, whole)| weight.round_ratio(whole).nearest),
        normal: normal.unit(),
    }
}

/// The crossing of a segment that runs in the plane of the triangle: the segment is cut off at each of its sides.
///
/// With the direction `m = N × (b − a)` into the triangle, the point at `t` is on the inner side of `ab` if `t m·d w −
/// m·a` is not negative, and in proportion to that is the weight of `c`.
fn in_plane<V: Space>(
    corners: [ExactVector; 3],
    normal: &ExactVector,
    way: &ExactVector,
    scale: &Exact,
) -> Crossing<V> {
    // From one time to another, each over a positive denominator.
    let (mut first, mut last) = ((Exact::ZERO, Exact::ONE), (Exact::ONE, Exact::ONE));
    let earlier = |(p, q): &(Exact, Exact), (r, s): &(Exact, Exact)| (p * s).cmp(&(r * q)) == Ordering::Less;
    let mut sides = Vec::with_capacity(3);
    for i in 0..3 {
        let (a, b, c) = (&corners[i], &corners[(i + 1) % 3], &corners[(i + 2) % 3]);
        let inward = normal.cross(&(b - a));
        let (rate, level) = (&inward.dot(way) * scale, -inward.dot(a));
        match rate.sign() {
            0 if level.sign() < 0 => return Crossing::Miss,
            0 => {}
            1 => {
                let enters = (-level.clone(), rate.clone());
                if earlier(&first, &enters) {
                    first = enters;
                }
            }
            _ => {
                let leaves = (level.clone(), -rate.clone());
                if earlier(&leaves, &last) {
                    last = leaves;
                }
            }
        }
        sides.push((rate, level, inward.dot(&(c - a))));
    }
    if earlier(&last, &first) {
        return Crossing::Miss;
    }
    let (time, whole) = first;
    let weight = |i: usize| {
        // Of the corner that is opposite to the side from corner i + 1 on.
        let (rate, level, height) = &sides[(i + 1) % 3];
        (&(&time * rate) + &(level * &whole), height * &whole)
    };
    let weights = [weight(0), weight(1), weight(2)];
    Crossing::Hit(hit(&time, &whole, weights.each_ref().map(|(weight, whole)| (weight, whole)), normal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Rotor3, Vec3, Vector};
    use crate::random::Random;

    type Point = Vec3<f64>;

    fn triangle() -> [Point; 3] {
        [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from)
    }

    fn ray(from: [f64; 3], way: [f64; 3]) -> Crossing<Point> {
        crossing(from.into(), [way.into(), Vec3::ZERO], &Pose3::IDENTITY, triangle())
    }

    #[test]
    fn rays_through_edges_and_corners_hit_and_those_a_rounding_beside_them_miss() {
        let below = |x: f64, y: f64| ray([x, y, -1.0], [0.0, 0.0, 2.0]);
        for (x, y, weights) in [
            (0.0, 0.0, [1.0, 0.0, 0.0]),
            (2.0, 0.0, [0.5, 0.5, 0.0]),
            (2.0, 2.0, [0.0, 0.5, 0.5]),
            (1.0, 1.0, [0.5, 0.25, 0.25]),
        ] {
            let Crossing::Hit(hit) = below(x, y) else { panic!("{x} {y}") };
            assert_eq!((hit.nearest, hit.time, hit.barycentric), (0.5, Bounds { lower: 0.5, upper: 0.5 }, weights));
            assert_eq!(hit.normal, Vec3::new(0.0, 0.0, -1.0));
        }
        for (x, y) in [(2.0, 2.0 + 4.0 * f64::EPSILON), (-f64::MIN_POSITIVE, 1.0), (5.0, 0.0)] {
            assert_eq!(below(x, y), Crossing::Miss, "{x} {y}");
        }
        assert_eq!(ray([1.0, 1.0, -1.0], [0.0, 0.0, 1.0 - f64::EPSILON]), Crossing::Miss);
        assert!(matches!(ray([1.0, 1.0, -1.0], [0.0, 0.0, 1.0]), Crossing::Hit(hit) if hit.nearest == 1.0));
        assert!(matches!(ray([1.0, 1.0, 0.0], [0.0, 0.0, 1.0]), Crossing::Hit(hit) if hit.nearest == 0.0));
    }

    #[test]
    fn rays_in_the_plane_hit_the_first_side() {
        let Crossing::Hit(hit) = ray([-2.0, 1.0, 0.0], [8.0, 0.0, 0.0]) else { panic!() };
        assert_eq!((hit.nearest, hit.barycentric), (0.25, [0.75, 0.0, 0.25]));
        let Crossing::Hit(hit) = ray([8.0, 0.0, 0.0], [-8.0, 0.0, 0.0]) else { panic!() };
        assert_eq!((hit.nearest, hit.barycentric), (0.5, [0.0, 1.0, 0.0]));
        for (from, way) in [
            ([-2.0, 1.0, 0.0], [1.5, 0.0, 0.0]),
            ([-2.0, -1.0, 0.0], [9.0, 0.0, 0.0]),
            ([5.0, 0.0, 0.0], [0.0, 5.0, 0.0]),
            ([-2.0, 1.0, 1e-300], [8.0, 0.0, 0.0]),
        ] {
            assert_eq!(ray(from, way), Crossing::Miss, "{from:?}");
        }
        assert!(matches!(ray([1.0, 1.0, 0.0], [0.0; 3]), Crossing::Hit(hit) if hit.nearest == 0.0));
    }

    #[test]
    fn random_rays_at_random_poses_cross_where_they_were_aimed() {
        let mut random = Random(0x4a1);
        for round in 0..200 {
            let mut number = |low: f64, high: f64| low + (high - low) * (0.5 + 0.5 * random.unit());
            let weights = [(); 3].map(|()| number(0.05, 1.0));
            let [p, q, r, axis, shift, from, moves] =
                [(); 7].map(|()| Vec3::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-2.0, 2.0)));
            let corners = [p, q, r];
            let pose = Pose3::new(Rotor3::from_wxyz([1.0, axis.x, axis.y, axis.z]).unwrap(), shift).unwrap();
            let sum = weights[0] + weights[1] + weights[2];
            let aim =
                pose.point((corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2]) * (1.0 / sum));
            // At a quarter of the way, while the triangle moves too.
            let way = (aim + moves * 0.25 - from) * 4.0;
            let Crossing::Hit(hit) = crossing(from, [way, moves], &pose, corners) else { panic!("{round}") };
            assert!((hit.nearest - 0.25).abs() < 1e-10 && hit.time.contains(hit.nearest), "{round}: {hit:?}");
            let of = |i: usize| (hit.barycentric[i] - weights[i] / sum).abs();
            assert!(of(0) + of(1) + of(2) < 1e-9, "{round}: {hit:?}");
            assert!(hit.normal.dot(way - moves) < 0.0, "{round}");
            let beside =
                crossing(from, [(aim + (corners[1] - corners[0]) * 40.0 - from) * 4.0, Vec3::ZERO], &pose, corners);
            assert!(!matches!(beside, Crossing::Open));
        }
    }

    #[test]
    fn times_and_weights_from_floats_are_those_of_exact_numbers() {
        let mut random = Random(0x4a2);
        // A shift that is no shift keeps the floats out.
        let (mut same, mut far) = (0, 0);
        for round in 0..3000 {
            let size = [1.0, 1e-2, 1e-5][round % 3];
            let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let middle = vector(1.0);
            let corners = [(); 3].map(|()| middle + vector(size));
            let origin = vector(3.0);
            let way = ((corners[0] + corners[1] + corners[2]) * (1.0 / 3.0) - origin + vector(size * 0.1)) * 1.5;
            let quick = in_floats(origin, [way, Vec3::ZERO], &Pose3::IDENTITY, corners);
            let moved = Pose3::new(Rotor3::from_wxyz([-1.0, 0.0, 0.0, 0.0]).unwrap(), Vec3::ZERO).unwrap();
            assert!(in_floats(origin, [way, Vec3::ZERO], &moved, corners).is_none());
            let exact = crossing(origin, [way, Vec3::ZERO], &moved, corners);
            match (quick, exact) {
                (Some(Crossing::Hit(quick)), Crossing::Hit(exact)) => {
                    assert_eq!(
                        (quick.time, quick.nearest, quick.barycentric),
                        (exact.time, exact.nearest, exact.barycentric),
                        "{round}"
                    );
                    assert!((quick.normal - exact.normal).norm() < 1e-9, "{round}");
                    same += 1;
                }
                (Some(Crossing::Miss), Crossing::Miss) => far += 1,
                (None, _) => {}
                (quick, exact) => panic!("{round}: {quick:?} {exact:?}"),
            }
        }
        assert!(same > 1500 && same + far > 2700, "{same} hits, {far} misses");
    }

    #[test]
    fn computed_poses_stay_open() {
        let turned = Pose3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), 0.3, Vec3::ZERO);
        let angled =
            crossing(Vec3::new(1.0, 1.0, -1.0), [Vec3::axis(2) * 2.0, Vec3::ZERO], &turned.unwrap(), triangle());
        assert_eq!(angled, Crossing::Open);
    }

    #[test]
    fn flat_triangles_are_hit_on_their_longest_side_and_nowhere_else() {
        let flat = [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]].map(Vec3::from);
        let cast = |from: [f64; 3], way: [f64; 3], corners: [Point; 3]| match crossing(
            from.into(),
            [way.into(), Vec3::ZERO],
            &Pose3::IDENTITY,
            corners,
        ) {
            Crossing::Hit(hit) => Some((hit.nearest, hit.barycentric)),
            _ => None,
        };
        assert_eq!(cast([3.0, 0.0, -1.0], [0.0, 0.0, 4.0], flat), Some((0.25, [0.0, 0.25, 0.75])));
        assert_eq!(cast([3.0, 0.0, -1.0], [0.0, 0.0, 0.5], flat), None);
        assert_eq!(cast([3.0, f64::MIN_POSITIVE, -1.0], [0.0, 0.0, 4.0], flat), None);
        assert_eq!(cast([4.5, 0.0, -1.0], [0.0, 0.0, 4.0], flat), None);
        // On its line: from either end, from within, and past it.
        assert_eq!(cast([-2.0, 0.0, 0.0], [8.0, 0.0, 0.0], flat), Some((0.25, [0.0, 1.0, 0.0])));
        assert_eq!(cast([6.0, 0.0, 0.0], [-8.0, 0.0, 0.0], flat), Some((0.25, [0.0, 0.0, 1.0])));
        assert_eq!(cast([1.0, 0.0, 0.0], [8.0, 0.0, 0.0], flat), Some((0.0, [0.0, 0.75, 0.25])));
        assert_eq!(cast([-2.0, 0.0, 0.0], [1.0, 0.0, 0.0], flat), None);
        assert_eq!(cast([-2.0, 1.0, 0.0], [8.0, 0.0, 0.0], flat), None);
        // A segment of no length, and a triangle that is one point.
        assert_eq!(cast([2.0, 0.0, 0.0], [0.0; 3], flat), Some((0.0, [0.0, 0.5, 0.5])));
        assert_eq!(cast([5.0, 0.0, 0.0], [0.0; 3], flat), None);
        let point = [Point::new(1.0, 1.0, 1.0); 3];
        assert_eq!(cast([1.0, 1.0, 0.0], [0.0, 0.0, 2.0], point).map(|hit| hit.0), Some(0.5));
        assert_eq!(cast([1.0, 1.0, 1.0], [0.0; 3], point).map(|hit| hit.0), Some(0.0));
        assert_eq!(cast([1.0, 1.5, 0.0], [0.0, 0.0, 2.0], point), None);
    }
}
