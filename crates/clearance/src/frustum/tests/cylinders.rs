use super::*;
use crate::frustum::cylinder::Both;
use crate::frustum::cylinders::Beside;
use crate::shape::Axial;
use crate::support::Hint;
use crate::support::{Snapshot, SupportExt};

impl<T: Real> Pair<T>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    /// Two cylinders: common centres and axes that are parallel, across or nearly so among them.
    fn random_cylinders(random: &mut Random) -> Self {
        let pair = Self::random(random);
        let mut can = || -> Shape3<T> {
            let mut size = || T::from_f64(0.1 + 0.9 * random.unit().abs()) * pair.a.reach();
            let (radius, half_length) = (size(), size());
            Cylinder::along(Axial { radius, half_length, axis: random.below(3) as usize }).unwrap().into()
        };
        let (a, b) = (can(), can());
        Pair { a, b, ..pair }
    }
}

/// Random cylinders, every third pair deep.
fn cylinders<T: Real>(seed: u64) -> impl Iterator<Item = Pair<T>>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let mut random = Random(seed);
    (0..PAIRS / 4).map(move |i| {
        let pair = Pair::random_cylinders(&mut random);
        if i % 3 == 0 { pair } else { pair.shallow([1e-2, 1e-3, 1e3 * T::UNIT.to_f64()][random.below(3) as usize]) }
    })
}

/// The cylinders that surely overlap.
pub(super) fn overlapping<T: Real>(seed: u64) -> impl Iterator<Item = Pair<T>>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    cylinders::<T>(seed).filter(|Pair { a, b, pose, .. }| {
        let found = distance(a, b, pose);
        found.status == Status::Overlapping && found.proven
    })
}

fn assert_agrees<T: Real>(m: &Difference<'_, Vec3<T>>, found: &Penetration<Vec3<T>>, shown: &str)
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let (grown, rounding) =
        (grown(m), T::from_f64(64.0) * T::UNIT * m.frame.size + m.frame.point_error + m.frame.plane_error);
    let shown = format!("{shown}\n{found:?}\n{grown:?}");
    assert!(found.floor <= grown.ceiling + rounding && grown.floor <= found.ceiling + rounding, "{shown}");
    assert!(found.height <= grown.height + rounding, "a lower plane was missed: {shown}");
    let width = T::from_f64(120.0) * T::UNIT * m.frame.size + m.rotation_error * m.frame.size;
    assert!(found.ceiling - found.floor <= width, "{shown}");
}

fn cylinders_agree_with_growth<T: Real>(seed: u64)
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let (mut proven, mut left) = (0, 0);
    for (i, Pair { a, b, pose, .. }) in overlapping::<T>(seed).enumerate() {
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, pose.map());
        match between_cylinders(&m) {
            Some(found) => {
                proven += 1;
                assert_agrees(&m, &found, &format!("seed {seed}, pair {i}: {a:?} {b:?} {pose:?}"));
            }
            // Parallel axes have a plane in common.
            None => left += u32::from(Both::of(&m).is_some_and(|both| Beside::of(&m, &both).is_some())),
        }
    }
    println!("{proven} proven, {left} left");
    assert!(proven > PAIRS / 8 && left * 25 < proven, "seed {seed}: {proven} proven, {left} left to growth");
}

#[test]
fn depths_of_cylinders_agree_with_those_of_growth() {
    cylinders_agree_with_growth::<f64>(17);
    cylinders_agree_with_growth::<f32>(19);
}

#[test]
fn cylinders_leaning_ever_less_are_told_without_growth() {
    let mut random = Random(23);
    let mut proven = 0;
    for i in 0..160 {
        let Pair { a, b, pose, .. } = Pair::<f64>::random_cylinders(&mut random);
        let lean = Rotor3::from_axis_angle(Vec3::new(0.5, 0.25, -1.0), f64::power_of_two(-2 - i / 4)).unwrap();
        let pose = Pose::new(lean, pose.translation()).unwrap();
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, pose.map());
        if let Some(found) = between_cylinders(&m) {
            proven += 1;
            assert_agrees(&m, &found, &format!("pair {i}: {a:?} {b:?} {pose:?}"));
        }
    }
    println!("{proven} proven");
    assert!(proven > 80, "{proven} proven");
}

#[test]
fn no_direction_across_an_axis_is_lower_than_said() {
    let mut random = Random(29);
    for (i, Pair { a, b, pose, .. }) in cylinders::<f64>(31).enumerate() {
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, pose.map());
        let Some([b_in_a, _]) = Both::of(&m).and_then(|both| Beside::of(&m, &both)) else { continue };
        let axis = Both::of(&m).unwrap().a.axis;
        let top = if i % 2 == 0 { f64::INFINITY } else { m.frame.size * random.unit() };
        let Some(least) = b_in_a.least(top) else { continue };
        for _ in 0..60 {
            let d = Vec3::from_fn(|i| if i == axis { 0.0 } else { random.unit() }).normalized();
            let height = d.dot(m.support(d, [Hint::NONE; 2]).w) + m.frame.plane_error;
            assert!(
                height >= least.floor.min(top),
                "pair {i}, top {top}: {a:?} {b:?} {pose:?} {d:?} {height} {:?}",
                least.floor
            );
        }
    }
}

#[test]
fn cylinders_that_do_not_overlap_are_not_said_to() {
    let mut apart = 0;
    for Pair { a, b, pose, turn } in cylinders::<f64>(37) {
        let found = signed_distance(&a, &b, &pose);
        let gap = (a.reach() + b.reach()) * 1e-13;
        let at = pose.translation() - found.normal * (found.signed_distance - gap);
        let pose = Pose::new(turn, at).unwrap();
        if distance(&a, &b, &pose).status == Status::Separated {
            apart += 1;
            assert!(
                between_cylinders(&Difference::new(&Snapshot::new(&a), &Snapshot::new(&b), pose.map())).is_none(),
                "{a:?} {b:?} {pose:?}"
            );
        }
    }
    assert!(apart > PAIRS / 8, "{apart}");
}

#[test]
fn two_rims_touch_with_one_point_each() {
    // p = (1, 0, 1) is on the upper rim of A. d = (3, 0, 4)/5 is across the rim there, and across that of B at q = p −
    // d/10, whose tangent is (4, 0, −3)/5. The middle of B's end is (9, −20, 12)/25 away from q, and its own middle
    // (12, 15, 16)/25 from there.
    let can = Cylinder::along(Axial { radius: 1.0, half_length: 1.0, axis: 2 }).unwrap();
    let turn = Rotor3::from_wxyz([3.0, 5.0, -4.0, 0.0]).unwrap();
    let pose = Pose::new(turn, Vec3::new(1.78, -0.2, 2.04)).unwrap();
    let found = signed_distance(&can, &can, &pose);
    assert!((found.signed_distance + 0.1).abs() < 2e-15 && found.bounds.width() < 2e-13 && found.unique, "{found:?}");
    let off = |p: Vec3<f64>, q: [f64; 3]| (p - Vec3::from(q)).norm();
    assert!(off(found.normal, [0.6, 0.0, 0.8]) < 1e-14, "{found:?}");
    assert!(
        off(found.witness_a, [1.0, 0.0, 1.0]) < 2e-14 && off(found.witness_b, [0.94, 0.0, 0.92]) < 2e-14,
        "{found:?}"
    );
}

#[test]
fn cylinders_about_one_point_get_free_in_opposite_ways() {
    let mut random = Random(41);
    let mut proven = 0;
    for i in 0..100 {
        let Pair { a, b, turn, .. } = Pair::<f64>::random_cylinders(&mut random);
        let pose = Pose::new(turn, Vec3::ZERO).unwrap();
        if let Some(found) = between_cylinders(&Difference::new(&Snapshot::new(&a), &Snapshot::new(&b), pose.map())) {
            proven += 1;
            assert!(found.tied, "pair {i}: {a:?} {b:?} {pose:?} {found:?}");
        }
    }
    assert!(proven > 50, "{proven}");
}

#[test]
fn the_end_of_a_leaning_cylinder_stands_on_that_of_another() {
    // Its lowest point is 0.8 * 2 + 0.6 * 0.5 below its centre.
    let (table, can) = (
        Cylinder::along(Axial { radius: 5.0, half_length: 1.0, axis: 2 }).unwrap(),
        Cylinder::along(Axial { radius: 0.5, half_length: 2.0, axis: 2 }).unwrap(),
    );
    let lean = Rotor3::from_wxyz([3.0, 1.0, 0.0, 0.0]).unwrap();
    let pose = Pose::new(lean, Vec3::new(0.5, -0.25, 2.8)).unwrap();
    let found = signed_distance(&table, &can, &pose);
    assert!((found.signed_distance + 0.1).abs() < 1e-14 && found.bounds.width() < 2e-13, "{found:?}");
    assert!(found.unique && (found.normal.z - 1.0).abs() < 1e-15 && found.witness_a.z == 1.0, "{found:?}");
}
