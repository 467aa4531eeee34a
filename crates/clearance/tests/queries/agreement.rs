//! All queries agree about a pair: `intersects`, `distance`, `signed_distance`, `distance_within` and their bounds,
//! cold and warm, and with the bodies exchanged.

use clearance::query::{Track, Within, distance_within, signed_distance};
use clearance::{Cuboid, Options, Polytope, Pose3, Real, Rotor3, Shape3, Space, SupportExt, Vec2, Vec3, Vector};
use clearance_testkit::directed::directed;
use clearance_testkit::make::{World, body};
use clearance_testkit::pairs::Pair;
use clearance_testkit::random::Random;
use clearance_testkit::survey::{count, survey};
use clearance_testkit::trial::Trial;

fn judge<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    trial.check_agreement().map_err(|violation| violation.to_string())?;
    Ok(format!("{:?}", trial.answer(&Options::default()).status))
}

fn check<V: World>(default: u64) {
    let survey = survey(count(default), V::DIM, judge::<V>);
    survey.assert_sound();
    survey.mix.assert_balanced(V::DIM);
}

#[test]
fn queries_in_space_agree() {
    check::<Vec3<f64>>(10_000);
}

#[test]
fn queries_in_the_plane_agree() {
    check::<Vec2<f64>>(10_000);
}

#[test]
fn queries_in_space_agree_in_single_precision() {
    check::<Vec3<f32>>(5_000);
}

#[test]
fn queries_in_the_plane_agree_in_single_precision() {
    check::<Vec2<f32>>(5_000);
}

/// Hulls and boxes at most a few sizes apart, whose answers are of every kind: only a run that has no limit may end
/// with its opening.
fn check_limits<T: Real>() -> [usize; 4]
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
{
    let mut random = Random::new(5);
    let mut seen = [0; 4];
    for case in 0..6000 {
        let mut triple = |size: f64| Vec3::from_fn(|_| T::from_f64(random.uniform(-size, size)));
        let mut shape = |count: usize| -> Shape3<T> {
            let corners: Vec<_> = (0..count).map(|_| triple(1.0)).collect();
            match count {
                3 => Cuboid::from_half_extents(corners[0].abs() + corners[1].abs()).unwrap().into(),
                _ => Polytope::new(&corners).unwrap().into(),
            }
        };
        let (a, b) = (shape([4, 8, 20][case % 3]), shape([3, 8, 30][case / 3 % 3]));
        let rotor = Rotor3::from_axis_angle(triple(1.0), T::from_f64(2.0)).unwrap();
        let b_in_a = Pose3::new(rotor, triple([1.0, 2.5, 6.0][case % 7 % 3])).unwrap();
        let free = signed_distance(&a, &b, &b_in_a);
        let Within::Near(limited) = distance_within(&a, &b, &b_in_a, T::from_f64(1e6)) else {
            panic!("{case}: nothing is as far as that")
        };
        assert_eq!(free, limited, "{case}");
        seen[free.iterations.min(4) as usize - 1] += 1;
    }
    seen
}

#[test]
fn answers_have_the_same_bits_with_a_limit_that_they_do_not_reach() {
    for [_, two, three, more] in [check_limits::<f64>(), check_limits::<f32>()] {
        assert!(two > 500 && three > 500 && more > 500, "{two} {three} {more}");
    }
}

#[test]
fn tracked_answers_about_uneven_images_are_hardly_wider_than_cold_ones() {
    let mut answers = 0;
    for index in 0..count(300) {
        let mut random = Random::new(index);
        let pair = directed("aniso", &mut random);
        let (Ok((a, pose_a)), Ok((b, pose_b))) = (body::<Vec3<f64>>(&pair.a), body::<Vec3<f64>>(&pair.b)) else {
            continue;
        };
        let start = Pose3::relative(&pose_a, &pose_b);
        let size = a.reach() + b.reach() + start.translation().norm();
        let mut track = Track::new();
        for step in 0..12 {
            let moved = Vec3::new(1e-3, -2e-3, 1e-3) * (size * f64::from(step));
            let b_in_a = Pose3::new(start.rotor(), start.translation() + moved).unwrap();
            let (warm, cold) = (track.signed_distance(&a, &b, &b_in_a), signed_distance(&a, &b, &b_in_a));
            // What options leave to curved depths is twice 2⁻³⁶ of the size.
            let most = 4.0 * cold.bounds.width() + 4e-11 * size;
            assert!(warm.bounds.width() <= most, "{index}, step {step}: {:?} {:?}", warm.bounds, cold.bounds);
            answers += 1;
        }
    }
    assert!(answers > 2_000, "{answers}");
}
