use super::*;
use crate::math::{Pose3, Rotor3, Vec3};
use crate::options::Options;
use crate::random::Random;
use crate::shape::Ellipsoid;
use crate::support::Snapshot;

fn ellipsoid(random: &mut Random, least: f64) -> Ellipsoid<Vec3<f64>> {
    let mut radius = || least + (1.0 - least) * (0.5 + 0.5 * random.unit());
    Ellipsoid::from_radii(Vec3::new(radius(), radius(), radius())).unwrap()
}

/// How many of 1000 pairs with radii from `least` to 1 are apart and found, and their evaluations together.
fn found(least: f64) -> (usize, usize, u32) {
    let mut random = Random(20_240_611);
    let relative = Options::<f64>::default().relative;
    let goal = Goal::within(relative, 0.0, 256);
    let (mut apart, mut found, mut evaluations) = (0, 0, 0);
    for _ in 0..1000 {
        let (a, b) = (ellipsoid(&mut random, least), ellipsoid(&mut random, least));
        let q = core::array::from_fn(|_| random.unit());
        let way = Vec3::new(random.unit(), random.unit(), random.unit()).normalized() * (1.5 + 0.5 * random.unit());
        let b_in_a = Pose3::new(Rotor3::from_wxyz(q).unwrap(), way).unwrap();
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, b_in_a.map());
        let steps = crate::gjk::curved::closest(&m, m.center(), None, &goal, &mut None);
        let Some(smooth) = closest(&m, m.center(), &goal, &mut None) else { continue };
        assert!(
            smooth.lower <= m.frame.upper(steps.upper) && steps.lower <= m.frame.upper(smooth.upper),
            "{a:?} {b:?} {b_in_a:?}"
        );
        apart += 1;
        if smooth.end == End::Apart {
            found += 1;
            evaluations += smooth.iterations;
        }
    }
    println!("{found} of {apart}, {evaluations} evaluations");
    (apart, found, evaluations)
}

#[test]
fn round_ellipsoids_take_one_evaluation_but_for_a_few() {
    let (apart, found, evaluations) = found(0.4);
    assert!(apart > 500 && found == apart && f64::from(evaluations) < 1.1 * found as f64);
}

#[test]
fn flat_ellipsoids_are_found_but_for_one_in_twenty() {
    let (apart, found, evaluations) = found(0.05);
    assert!(apart > 500 && 100 * found > 95 * apart && f64::from(evaluations) < 1.1 * found as f64);
}
