use super::stride::part_within;
use super::*;
use crate::math::{Pose3, Rotor3, Vec3};
use crate::options::Options;
use crate::random::Random;
use crate::shape::Axial;
use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Shape3};
use crate::support::Snapshot;

fn goal() -> Goal<f64> {
    let relative = Options::<f64>::default().relative;
    Goal::within(relative, 0.0, 256)
}

fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * (0.5 + 0.5 * random.unit())
}

fn body(random: &mut Random) -> Shape3<f64> {
    let (x, y, z) = (between(random, 0.2, 0.5), between(random, 0.2, 0.6), between(random, 0.2, 0.7));
    let axis = random.below(3) as usize;
    match random.below(4) {
        0 => Cylinder::along(Axial { radius: x, half_length: y, axis }).unwrap().into(),
        1 => Cone::along(Axial { radius: x, half_length: y, axis }).unwrap().into(),
        2 => Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into(),
        _ => Capsule::along(Axial { radius: x, half_length: y, axis }).unwrap().into(),
    }
}

/// A pose at some distance, mostly of bodies that are apart, a tenth of them turned by no angle.
fn pose(random: &mut Random) -> Pose3<f64> {
    let still = random.below(10) == 0;
    let q = if still { [1.0, 0.0, 0.0, 0.0] } else { core::array::from_fn(|_| random.unit()) };
    let way = Vec3::new(random.unit(), random.unit(), random.unit()).normalized();
    Pose3::new(Rotor3::from_wxyz(q).unwrap(), way * between(random, 0.6, 2.0)).unwrap()
}

#[test]
fn feet_agree_with_steps_and_mostly_need_one_support_plane() {
    let mut random = Random(20_240_611);
    let (mut apart, mut proven, mut met) = (0, 0, 0);
    for _ in 0..3000 {
        let (a, b, b_in_a) = (body(&mut random), body(&mut random), pose(&mut random));
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, b_in_a.map());
        if m.polytopal {
            continue;
        }
        let steps = crate::gjk::curved::closest(&m, m.center(), None, &goal(), &mut None);
        let Some(projections) = closest(&m, &goal(), &mut None) else {
            met += 1;
            assert!(steps.lower < 1e-8, "apart by {}, but no projections: {a:?} {b:?} {b_in_a:?}", steps.lower);
            continue;
        };
        assert!(projections.lower <= m.frame.upper(steps.upper), "{a:?} {b:?} {b_in_a:?}");
        assert!(steps.lower <= m.frame.upper(projections.upper), "{a:?} {b:?} {b_in_a:?}");
        apart += 1;
        proven += usize::from(projections.end == End::Apart);
    }
    println!("{met} meet, {apart} apart, {proven} of them proven by one plane");
    assert!(met > 200 && apart > 1000, "{met} meet, {apart} apart");
    assert!(1000 * proven > 996 * apart, "{proven} of {apart}");
}

#[test]
fn the_share_of_a_way_before_a_border_is_found() {
    // One of four units is left of a way that was cut by a plane across it; and a little more.
    let part = part_within(Vec3::new(4.0, 8.0, 0.0), Vec3::new(1.0, 8.0, 0.0));
    assert!(part > 0.25 && part < 0.26, "{part}");
    assert_eq!(part_within(Vec3::new(4.0, 8.0, 0.0), Vec3::new(4.0, 8.0, 0.0)), 1.0);
}
