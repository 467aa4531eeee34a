//! Bodies that nearly touch, by gaps that are known exactly.

use super::*;
use crate::math::{Mat3, Matrix, Pose3, Rotor3};
use crate::query::{Pair, Proximity, Status};
use crate::shape::Axial;
use crate::shape::{Affine, Ball, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Shape3};

fn asked<T: Real>(a: &Shape3<T>, b: &Shape3<T>, at: Vec3<T>) -> Proximity<Vec3<T>>
where
    Vec3<T>: crate::Space<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    // Both turned by the same rational rotation about one axis of symmetry, which changes nothing but the numbers.
    let turn = Rotor3::from_wxyz([T::from_f64(3.0), T::ZERO, T::ZERO, T::ONE]).unwrap();
    let ground = Pose3::from_translation(Vec3::new(T::ONE, T::ZERO, T::TWO)).unwrap();
    let pose = Pose3::new(turn, ground.translation() + at).unwrap();
    Pair::in_world((a, &ground), (b, &pose)).signed_distance()
}

/// A flat top at 0.5, and curved bodies of which the lowest point is 0.25 below the origin, with round ones on their
/// tips.
fn pairs<T: Real>() -> Vec<(&'static str, Shape3<T>, Shape3<T>)>
where
    Vec3<T>: crate::Space<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let n = T::from_f64;
    let v = |x: f64, y: f64, z: f64| Vec3::new(n(x), n(y), n(z));
    let table: Shape3<T> = Cuboid::from_half_extents(v(1.0, 1.5, 0.5)).unwrap().into();
    let drum: Shape3<T> = Cylinder::along(Axial { radius: n(1.5), half_length: n(0.5), axis: 2 }).unwrap().into();
    let egg: Shape3<T> = Ellipsoid::from_radii(v(0.75, 0.5, 0.25)).unwrap().into();
    let roll: Shape3<T> = Cylinder::along(Axial { radius: n(0.25), half_length: n(1.0), axis: 0 }).unwrap().into();
    let hat: Shape3<T> = Cone::along(Axial { radius: n(0.5), half_length: n(0.25), axis: 2 }).unwrap().into();
    let squeezed = Mat3::from_columns(|i| Vec3::axis(i) * n([0.5, 2.0, 0.25][i]));
    let pill: Shape3<T> =
        Affine::new(Shape3::from(Ball::new(T::ONE).unwrap()), squeezed, v(0.0, 0.0, 0.0)).unwrap().into();
    let soft: Shape3<T> = Inflated::new(
        Shape3::from(Cylinder::along(Axial { radius: n(0.5), half_length: n(0.125), axis: 2 }).unwrap()),
        n(0.125),
    )
    .unwrap()
    .into();
    let both = vec![(hat.clone(), Pose3::IDENTITY), (egg.clone(), Pose3::IDENTITY)];
    let hull: Shape3<T> = HullOf::new(both).unwrap().into();
    vec![
        ("egg on table", table.clone(), egg.clone()),
        ("roll on table", table.clone(), roll.clone()),
        ("hat on table", table.clone(), hat.clone()),
        ("pill on drum", drum.clone(), pill),
        ("soft on drum", drum.clone(), soft),
        ("roll on drum", drum.clone(), roll),
        ("hull on table", table, hull),
        ("egg on drum", drum, egg),
    ]
}

/// Gaps of one roundoff, and of less than floats of the pair's size show.
fn check<T: Real>(tiny: f64, decided: f64)
where
    Vec3<T>: crate::Space<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    for (name, a, b) in pairs::<T>() {
        // The height of the upper body is 0.75 over the lower one, both moved up by 2: gaps are multiples of 2.75's
        // last digit.
        for (gap, expected) in [(tiny, Status::Separated), (-tiny, Status::Overlapping)] {
            let at = Vec3::new(T::from_f64(0.125), T::from_f64(-0.25), T::from_f64(0.75 + gap));
            let found = asked(&a, &b, at);
            assert_eq!((found.status, found.proven), (expected, true), "{name} {gap:e}: {found:?}");
            assert!(found.bounds.contains(T::from_f64(gap)), "{name} {gap:e}: {found:?}");
        }
        let found = asked(&a, &b, Vec3::new(T::from_f64(0.125), T::from_f64(-0.25), T::from_f64(0.75)));
        assert!(found.bounds.contains(T::ZERO) && found.bounds.width().to_f64() <= decided, "{name}: {found:?}");
        assert!(matches!(found.status, Status::Undecided | Status::Touching), "{name}: {found:?}");
    }
}

#[test]
fn gaps_of_one_roundoff_are_decided() {
    check::<f64>(f64::power_of_two(-51), 1e-14);
}

#[test]
fn gaps_of_one_roundoff_are_decided_in_single_precision() {
    check::<f32>(f64::power_of_two(-22), 1e-14);
}

#[test]
fn a_simplex_is_as_deep_as_its_nearest_face() {
    let corner = |x: f64, y: f64, z: f64| Point::new(Vec3::new(x, y, z));
    let points = [corner(-1.0, -1.0, -0.25), corner(4.0, -1.0, -0.25), corner(-1.0, 4.0, -0.25), corner(0.0, 0.0, 9.0)];
    // Less what rounding may take, 2⁻⁹⁰ of about 20.
    let short = (Two::new(0.25) - depth(&points, 3).unwrap()).value();
    assert!(0.0 < short && short < 1e-25, "{short:e}");
    let moved = points.map(|p| p + corner(0.0, 0.0, 0.5));
    assert!(depth(&moved, 3).is_none());
}

#[test]
fn a_flat_simplex_beside_the_origin_has_no_depth() {
    // On one circle, but for the last bits; the origin is a tenth above it.
    let tilted = |x: f64, y: f64| Point::new(Vec3::new(x, y, -0.1 + x / 3.0 + y / 7.0));
    for turn in 0..64 {
        let on_circle = [0.0, 1.5, 3.1, 4.7]
            .map(|angle: f64| tilted((angle + f64::from(turn)).cos(), (angle + f64::from(turn)).sin()));
        assert!(depth(&on_circle, 3).is_none(), "{turn}");
    }
}

#[test]
fn a_ball_beside_a_needle_a_million_times_longer_is_enclosed_to_the_length_that_is_wanted() {
    let needle: Shape3<f64> = Ellipsoid::from_radii(Vec3::new(1048576.0, 1.0, 0.5)).unwrap().into();
    let ball: Shape3<f64> = Ball::new(0.25).unwrap().into();
    let above = Pose3::from_translation(Vec3::new(0.0, 1.5, 0.0)).unwrap();
    let [a, b] = [&needle, &ball].map(Snapshot::new);
    for wanted in [1e-3, 1e-10, 1e-20] {
        // From a direction that is a hundred thousand times less precise than the needle is thin.
        let from = Vec3::new(0.1, 1.0, 0.2).normalized();
        let seen = look((&a, &Pose3::IDENTITY), (&b, &above), from, Until::Within(wanted)).unwrap();
        assert!(seen.lower <= 0.25 && 0.25 <= seen.upper, "{:e} {:e}", seen.lower - 0.25, seen.upper - 0.25);
        assert!(seen.upper - seen.lower <= wanted + f64::EPSILON, "{wanted:e}: {:e}", seen.upper - seen.lower);
        let end = seen.touch.unwrap() + seen.normal * seen.upper;
        assert!((end - Vec3::new(0.0, 1.25, 0.0)).norm() <= 2.0 * wanted.sqrt() + 1e-15, "{wanted:e}: {end}");
    }
}
