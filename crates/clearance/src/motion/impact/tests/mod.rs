//! Motions with known times of impact, and random ones against sampling.

use super::*;
use crate::math::{Pose, Pose3, Rotor3, Vec2, Vec3, Vector};
use crate::motion::{LinearMotion, Motion, Rotating};
use crate::query::{MovingPair, cast, cast_ray, signed_distance, time_of_impact};
use crate::shape::{Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Halfspace, Point, Polytope, Posed, Segment, Shape3};
use crate::support::Support;
use random::check;

type V = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}
fn moving<W: Rotating>(start: Pose<W>, linear: W, angular: W::Angular) -> LinearMotion<W> {
    LinearMotion::new(start, linear, angular).unwrap()
}
fn block(x: f64, y: f64, z: f64) -> Cuboid<V> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap()
}

/// What rounding leaves of a bracket, in roundoffs, of bodies of a few metres that close at a metre a unit of time.
const WIDTH: f64 = 4e5;

/// The encounter of a proven hit whose time is right to `error` and whose bracket is narrow.
fn hit<W: Dimension>(impact: &Impact<W>, time: f64, error: f64) -> Encounter<W> {
    let Impact::Hit(found) = impact else { panic!("{impact:?}, expected a hit at {time}") };
    assert!((found.time.to_f64() - time).abs() <= error, "{} instead of {time}", found.time);
    let (lower, upper) = (found.bracket.lower.to_f64(), found.bracket.upper.to_f64());
    let u = W::Scalar::UNIT.to_f64();
    let slack = 4.0 * u;
    assert!(
        lower <= time + slack && time - slack <= upper && upper - lower <= (WIDTH * u).max(4.0 * error),
        "{:?}",
        found.bracket
    );
    *found
}

#[test]
fn balls_meet_when_their_centres_are_near_enough() {
    // |(3 − 5t, 0.4 + 0.3t, −0.3)| = 0.85: the smaller root of 25.09t² − 29.76t + 8.5275.
    let (a, b) = (Ball::<V>::new(0.5).unwrap(), Ball::new(0.35).unwrap());
    let path = moving(at(3.0, 0.4, -0.3), Vec3::new(-5.0, 0.3, 0.0), Vec3::new(9.0, -4.0, 2.0));
    let (p, q, r): (f64, f64, f64) = (25.09, -29.76, 9.0 + 0.16 + 0.09 - 0.7225);
    let time = (-q - (q * q - 4.0 * p * r).sqrt()) / (2.0 * p);
    let found = hit(&time_of_impact((&a, &Pose::IDENTITY), (&b, &path)), time, 1e-13);
    let between = path.pose_at(found.time).translation().normalized();
    assert!((found.proximity.normal - between).norm() < 1e-12 && !found.initial);
}

#[test]
fn a_turning_rod_reaches_the_floor_at_the_angle_of_its_height() {
    let rod = Segment::new(Vec3::new(0.0, 0.0, 0.0), Vec3::new(2.5, 0.0, 0.0)).unwrap();
    let turning = moving(at(0.3, -0.2, 1.5), Vec3::ZERO, Vec3::new(0.0, 1.75, 0.0));
    let floor = (block(50.0, 40.0, 3.0), at(0.7, 0.1, -3.0));
    let time = (1.5f64 / 2.5).asin() / 1.75;
    let found = hit(&time_of_impact((&floor.0, &floor.1), (&rod, &turning)), time, 1e-13);
    assert!((found.proximity.normal - Vec3::new(0.0, 0.0, 1.0)).norm() < 1e-12);
    let tip = Vec3::new(0.3 + 2.0, -0.2, 0.0);
    assert!((found.proximity.witness_b - tip).norm() < 1e-12, "{:?}", found.proximity.witness_b);
}

#[test]
fn nothing_tunnels_through_a_sheet() {
    let sheet = (block(3.0, 2.0, 1e-9), at(0.1, -0.3, 0.0));
    let pellet = Ball::new(1e-6).unwrap();
    let path = moving(at(0.5, 0.2, 7e4), Vec3::new(1.0, 0.0, -1e5), Vec3::ZERO);
    let time = (7e4 - 1e-9 - 1e-6) / 1e5;
    hit(&time_of_impact((&sheet.0, &sheet.1), (&pellet, &path)), time, 1e-13);
}

#[test]
fn a_blade_that_turns_twenty_times_still_hits_a_thread() {
    // The blade is 4 mm thick and passes the thread's place 20 times; the thread comes within reach late.
    let blade = (block(1.0, 0.002, 0.01), moving(Pose::IDENTITY, Vec3::ZERO, Vec3::new(0.0, 0.0, 126.0)));
    let thread = Segment::new(Vec3::new(0.0, 0.0, -1.0), Vec3::new(0.0, 0.0, 1.0)).unwrap();
    let path = moving(at(1.9, 0.0, 0.2), Vec3::new(-1.0, 0.0, 0.0), Vec3::ZERO);
    let found = time_of_impact((&blade.0, &blade.1), (&thread, &path));
    let Impact::Hit(encounter) = found else { panic!("{found:?}") };
    // The tip's corner circle has the radius √(1 + 4e-6); half a turn later at most, the blade is there.
    assert!(encounter.time > 0.9 - 3e-6 && encounter.time < 0.9 + 0.026, "{}", encounter.time);
    check(&found, (&blade.0, &blade.1), (&thread, &path), 20_000);
}

#[test]
fn a_turn_about_a_distant_pivot_is_no_turn_in_place() {
    // A tip 1000 long swings by a milliradian into a wall 0.25 ahead.
    let far = Polytope::new(&[Vec3::new(1000.0, 0.0, -0.5), Vec3::new(1000.0, 0.0, 0.5), Vec3::new(999.0, -0.5, 0.0)]);
    let swing = moving(at(-1000.0, 0.0, 0.0), Vec3::ZERO, Vec3::new(0.0, 0.0, 1e-3));
    let wall = (block(5.0, 1.0, 5.0), at(0.0, 1.25, 0.0));
    let time = (0.25f64 / 1000.0).asin() / 1e-3;
    hit(&time_of_impact((&wall.0, &wall.1), (&far.unwrap(), &swing)), time, 1e-9);
}

#[test]
fn a_near_miss_is_proven_with_its_distance() {
    let (a, b) = (block(1.0, 2.0, 0.5), Ball::new(0.25).unwrap());
    let path = moving(at(-9.0, 2.25 + 1e-7, 0.1), Vec3::new(20.0, 0.0, 0.0), Vec3::new(3.0, 1.0, 2.0));
    let found = time_of_impact((&a, &Pose::IDENTITY), (&b, &path));
    let Impact::NoContact { lower, .. } = found else { panic!("{found:?}") };
    assert!(0.0 < lower && lower <= 1e-7 + 1e-15, "{lower:e}");
}

#[test]
fn bodies_that_overlap_from_the_start_are_in_contact_with_their_depth() {
    let (a, b) = (block(1.0, 2.0, 0.5), block(0.5, 0.5, 0.5));
    let path = moving(at(1.25, 0.3, 0.1), Vec3::new(5.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
    let found = hit(&time_of_impact((&a, &Pose::IDENTITY), (&b, &path)), 0.0, 0.0);
    assert!(found.initial && found.proximity.signed_distance == -0.25, "{:?}", found.proximity);
}

#[test]
fn touching_at_the_start_counts_whatever_follows() {
    let (a, b) = (block(1.0, 2.0, 0.5), block(0.5, 0.5, 0.5));
    let leaving = moving(at(1.5, 0.3, 0.1), Vec3::new(5.0, 0.0, 0.0), Vec3::ZERO);
    assert!(hit(&time_of_impact((&a, &Pose::IDENTITY), (&b, &leaving)), 0.0, 0.0).initial);
}

#[test]
fn bodies_at_rest_keep_their_distance() {
    let (a, b) = (block(1.0, 2.0, 0.5), block(0.5, 0.5, 0.5));
    let found = time_of_impact((&a, &Pose::IDENTITY), (&b, &at(1.75, 0.3, 0.1)));
    let Impact::NoContact { lower, .. } = found else { panic!("{found:?}") };
    assert!(0.25 - 1e-13 < lower && lower <= 0.25, "{lower}");
}

#[test]
fn an_overlap_that_does_not_count_is_left_before_the_first_contact() {
    let (post, peg) = (block(1.0, 2.0, 0.5), block(0.5, 0.5, 0.5));
    let options = ToiOptions { initial_overlap: Overlap::Ignored, ..ToiOptions::default() };
    let away = |x: f64| moving(at(0.9, 0.3, 0.1), Vec3::new(x, 0.0, 0.0), Vec3::ZERO);
    let ask = |path| MovingPair::new((&post, &Pose::IDENTITY), (&peg, &path)).options(options).time_of_impact();
    assert!(matches!(ask(away(7.0)), Impact::NoContact { lower, .. } if lower > 0.0));
    assert!(matches!(ask(away(0.2)), Impact::NoContact { lower, .. } if lower < 0.0));
    // A bar across the post turns out of it about a far end and comes back from the other side.
    let bar = block(6.0, 0.5, 0.5);
    let pivot = Vec3::new(0.0, 6.0, 0.0);
    let swing = LinearMotion::about(pivot, at(0.0, 0.0, 0.1), Vec3::ZERO, Vec3::new(0.0, 0.0, 9.0)).unwrap();
    let found = MovingPair::new((&post, &Pose::IDENTITY), (&bar, &swing)).options(options).time_of_impact();
    let Impact::Hit(found) = found else { panic!("{found:?}") };
    assert!(!found.initial && found.time > 0.1 && found.bracket.width() < 1e-10, "{found:?}");
    let gap = signed_distance(&post, &bar, &swing.pose_at(found.bracket.lower));
    assert!(gap.signed_distance > 0.0 && gap.signed_distance < 1e-9, "{gap:?}");
}

#[test]
fn a_rod_that_turns_meets_a_halfspace_that_rises() {
    // The tip is 2.5 sin 1.75t below 1.5; the floor is at 0.4 t: the smallest root of 1.5 − 2.5 sin 1.75t − 0.4t.
    let rod = Segment::new(Vec3::new(0.0, 0.0, 0.0), Vec3::new(2.5, 0.0, 0.0)).unwrap();
    let turning = moving(at(0.3, -0.2, 1.5), Vec3::ZERO, Vec3::new(0.0, 1.75, 0.0));
    let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap();
    let rising = moving(Pose::IDENTITY, Vec3::new(0.0, 0.0, 0.4), Vec3::ZERO);
    let (mut low, mut high) = (0.0f64, 0.5f64);
    for _ in 0..60 {
        let t = (low + high) / 2.0;
        *if 1.5 - 2.5 * (1.75 * t).sin() - 0.4 * t > 0.0 { &mut low } else { &mut high } = t;
    }
    let found = hit(&time_of_impact((&floor, &rising), (&rod, &turning)), low, 1e-12);
    assert!((found.proximity.normal - Vec3::new(0.0, 0.0, 1.0)).norm() < 1e-14);
}

#[test]
fn a_halfspace_that_turns_grazes_a_ball_far_from_its_axis() {
    // The gap 5 cos 2πt + 5 − 1e-4 is positive at both ends of the motion and negative for a hundredth of it, at the
    // middle.
    let half = Halfspace::new(Vec3::new(1.0, 0.0, 0.0), -5.5 + 1e-4).unwrap();
    let turning = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::new(0.0, 0.0, core::f64::consts::TAU));
    let ball = Ball::new(0.5).unwrap();
    let impact = time_of_impact((&half, &turning), (&ball, &at(5.0, 0.0, 0.0)));
    let time = impact.encounter().unwrap().time;
    // 2π (1/2 − t) = √(2e-4/5), to a millionth.
    assert!(matches!(impact, Impact::Hit(_)) && (time - 0.498_993_414).abs() < 1e-6, "{impact:?}");
}

#[test]
fn a_target_distance_is_reached_earlier() {
    let (a, b) = (block(1.0, 2.0, 0.5), block(0.5, 0.5, 0.5));
    let path = moving(at(4.5, 0.3, 0.1), Vec3::new(-6.0, 0.0, 0.0), Vec3::ZERO);
    let options = ToiOptions { target_distance: 0.75, ..ToiOptions::default() };
    let found = MovingPair::new((&a, &Pose::IDENTITY), (&b, &path)).options(options).time_of_impact();
    let found = hit(&found, 2.25 / 6.0, 1e-13);
    assert!((found.proximity.signed_distance - 0.75).abs() < 1e-12);
}

#[test]
fn a_ray_meets_an_ellipsoid_where_its_equation_says() {
    let egg = Ellipsoid::from_radii(Vec3::new(1.0, 2.0, 0.5)).unwrap();
    let (origin, along) = (Vec3::new(-3.0, 0.7, 0.2), Vec3::new(6.0, -0.4, 0.1));
    let over = |p: V| Vec3::new(p.x, p.y / 2.0, p.z / 0.5);
    let (o, d) = (over(origin), over(along));
    let (p, q, r) = (d.norm_squared(), o.dot(d), o.norm_squared() - 1.0);
    let found = hit(&cast_ray(&egg, origin, along).unwrap(), (-q - (q * q - p * r).sqrt()) / p, 1e-12);
    let point = origin + along * found.time;
    let normal = Vec3::new(point.x, point.y / 4.0, point.z / 0.25).normalized();
    assert!((found.proximity.normal - normal).norm() < 1e-9);
}

#[test]
fn a_cast_that_is_no_displacement_is_refused() {
    let egg = Ellipsoid::from_radii(Vec3::new(1.0, 2.0, 0.5)).unwrap();
    assert!(cast(&egg, &Point::new(), &at(3.0, 0.0, 0.0), Vec3::new(0.0, f64::NAN, 0.0)).is_err());
}

#[test]
fn in_the_plane_a_turning_square_meets_a_wall_with_its_corner() {
    // The corner at 45° and radius √2·0.7 turns towards the wall x = 0.9: cos(π/4 − θ) √2·0.7 = 0.9.
    fn time<T: Real>(error: f64)
    where
        Vec2<T>: crate::query::Space<Scalar = T, Rotor = crate::math::Rotor2<T>, Angular = T>,
    {
        let number = T::from_f64;
        let square = Cuboid::from_half_extents(Vec2::new(number(0.7), number(0.7))).unwrap();
        let turning = moving(Pose::IDENTITY, Vec2::new(T::ZERO, T::ZERO), number(-1.25));
        let wall = Cuboid::from_half_extents(Vec2::new(T::ONE, number(5.0))).unwrap();
        let place = Pose::from_translation(Vec2::new(number(1.9), number(0.3))).unwrap();
        let angle = core::f64::consts::FRAC_PI_4 - (0.9f64 / (0.7 * 2f64.sqrt())).acos();
        hit(&time_of_impact((&square, &turning), (&wall, &place)), angle / 1.25, error);
    }
    time::<f64>(1e-13);
    time::<f32>(2e-5);
}

/// A piston: up and down once.
struct Piston;

impl Motion<V> for Piston {
    fn pose_at(&self, t: f64) -> Pose3<f64> {
        let (sin, _) = crate::math::sin_cos(core::f64::consts::TAU * t);
        at(0.0, 0.0, sin).widened(0.0, 1e-15)
    }
    fn bend(&self, dir: V, _: f64) -> f64 {
        40.0 * dir.z.abs() + 1e-14
    }
}

#[test]
fn a_motion_of_the_users_own_is_as_good() {
    let (piston, lid) = (block(0.5, 0.5, 0.25), (block(1.0, 1.0, 0.25), at(0.2, 0.1, 1.25)));
    let time = 0.75f64.asin() / core::f64::consts::TAU;
    hit(&time_of_impact((&piston, &Piston), (&lid.0, &lid.1)), time, 1e-13);
    let higher = at(0.2, 0.1, 1.5 + 1e-6);
    let found = time_of_impact((&piston, &Piston), (&lid.0, &higher));
    assert!(matches!(found, Impact::NoContact { lower, .. } if lower > 0.0 && lower <= 1e-6), "{found:?}");
}

mod approach;
mod grazing;
mod random;
mod recede;
