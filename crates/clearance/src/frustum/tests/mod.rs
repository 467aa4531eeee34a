mod cylinders;

use super::*;
use crate::epa;
use crate::goal::Goal;
use crate::math::{Mat3, Pose, Rotor3};
use crate::random::Random;
use crate::shape::Axial;
use crate::shape::Shapes;
use crate::simplex::Simplex;
use crate::solve::generic::{distance, signed_distance};
use crate::support::Hint;
use crate::support::{Snapshot, SupportExt};
use crate::{Cone, Cuboid, Cylinder, Shape3, Status};

/// The pairs of each precision.
const PAIRS: u32 = 2500;

struct Pair<T: Real> {
    a: Shape3<T>,
    b: Shape3<T>,
    pose: Pose<Vec3<T>>,
    turn: Rotor3<T>,
}

impl<T: Real> Pair<T>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    /// Needles and plates among them, axes that are parallel, across or nearly so, and common centres.
    fn random(random: &mut Random) -> Self {
        let n = T::from_f64;
        let scale = [1.0, 1e-9, 1e9][random.below(3) as usize];
        let size = |random: &mut Random| {
            let size = scale * (0.1 + 0.9 * random.unit().abs());
            n(if random.below(12) == 0 { size * 1e-3 } else { size })
        };
        let [radius, half_length, x, y, z] = [0; 5].map(|_| size(random));
        let axis = random.below(3) as usize;
        let frustum: Shape3<T> = if random.below(2) == 0 {
            Cone::along(Axial { radius, half_length, axis }).unwrap().into()
        } else {
            Cylinder::along(Axial { radius, half_length, axis }).unwrap().into()
        };
        let brick: Shape3<T> = Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into();
        let kind = random.below(8);
        let turn = [0; 4].map(|_| match kind {
            0 => random.below(3) as f64,
            1 => random.below(3) as f64 + 1e-8 * random.unit(),
            2 => random.below(3) as f64 + 1e-3 * random.unit(),
            _ => random.unit(),
        });
        let turn = Rotor3::from_wxyz(turn.map(n)).unwrap_or(Rotor3::from_axis_angle(Vec3::axis(axis), n(0.3)).unwrap());
        let far = scale * [0.0, 0.3, 0.6, 0.9, 1.2][random.below(5) as usize];
        let at = Vec3::from_fn(|_| if random.below(6) == 0 { T::ZERO } else { n(far * random.unit()) });
        let (a, b) = if random.below(2) == 0 { (frustum, brick) } else { (brick, frustum) };
        Pair { a, b, pose: Pose::new(turn, at).unwrap(), turn }
    }

    /// The pair with B moved along the normal until a part of the size is left of the depth.
    fn shallow(self, part: f64) -> Self {
        let found = signed_distance(&self.a, &self.b, &self.pose);
        let depth = T::from_f64(part) * (self.a.reach() + self.b.reach());
        let at = self.pose.translation() - found.normal * (found.signed_distance + depth);
        Pair { pose: Pose::new(self.turn, at).unwrap(), ..self }
    }
}

/// Random pairs, every third one shallow.
fn pairs<T: Real>(seed: u64) -> impl Iterator<Item = Pair<T>>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let mut random = Random(seed);
    (0..PAIRS).map(move |i| {
        let pair = Pair::random(&mut random);
        if i % 3 == 0 { pair.shallow([1e-2, 1e-4, 1e3 * T::UNIT.to_f64()][random.below(3) as usize]) } else { pair }
    })
}

/// The depth by growth alone.
fn grown<T: Real>(m: &Difference<'_, Vec3<T>>) -> Penetration<Vec3<T>>
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let start = Simplex::new(m.support(Vec3::axis(0), [Hint::NONE; 2]));
    let goal = Goal::within(T::ZERO, T::power_of_two(-20) * m.frame.size, 256);
    epa::grown(m, (&start, Vec3::axis(0)), &goal, None, &mut None)
}

fn agrees_with_growth<T: Real>(seed: u64)
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let (mut proven, mut left) = (0, 0);
    for (i, Pair { a, b, pose, .. }) in pairs::<T>(seed).enumerate() {
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, pose.map());
        let (found, grown) = (penetration(&m), grown(&m));
        let rounding = T::from_f64(64.0) * T::UNIT * m.frame.size + m.frame.point_error + m.frame.plane_error;
        let Some(found) = found else {
            left += u32::from(grown.floor > rounding);
            continue;
        };
        proven += 1;
        let shown = format!("seed {seed}, pair {i}: {a:?} {b:?} {pose:?}\n{found:?}\n{grown:?}");
        assert!(found.floor <= grown.ceiling + rounding && grown.floor <= found.ceiling + rounding, "{shown}");
        assert!(found.height <= grown.height + rounding, "a lower plane was missed: {shown}");
        let width = T::from_f64(100.0) * T::UNIT * m.frame.size + m.rotation_error * m.frame.size;
        assert!(found.ceiling - found.floor <= width, "{shown}");
    }
    println!("{proven} proven, {left} left");
    assert!(proven > PAIRS / 2 && left * 100 < proven, "{proven} proven, {left} left to growth");
}

#[test]
fn depths_agree_with_those_of_growth_and_are_proven_to_rounding() {
    agrees_with_growth::<f64>(3);
    agrees_with_growth::<f32>(5);
}

fn no_direction_is_lower<T: Real>(seed: u64)
where
    Vec3<T>: Shapes<Scalar = T, Rotor = Rotor3<T>, Matrix = Mat3<T>>,
{
    let mut random = Random(seed);
    let mut unit = || Vec3::from_fn(|_| T::from_f64(random.unit()));
    for (i, Pair { a, b, pose, .. }) in pairs::<T>(seed).chain(cylinders::overlapping(seed)).enumerate() {
        let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
        let m = Difference::new(&of_a, &of_b, pose.map());
        let Some(found) = penetration(&m).or_else(|| between_cylinders(&m)) else { continue };
        for k in 0..60 {
            // Everywhere, and ever closer to the normal found.
            let direction = (found.normal + unit() * T::power_of_two(3 - k / 2)).normalized();
            let height = direction.dot(m.support(direction, [Hint::NONE; 2]).w) + m.frame.plane_error;
            assert!(height >= found.floor, "seed {seed}, pair {i}: {a:?} {b:?} {pose:?} {direction:?}\n{found:?}");
        }
    }
}

#[test]
fn no_direction_is_lower_than_the_floor() {
    no_direction_is_lower::<f64>(7);
    no_direction_is_lower::<f32>(11);
}

#[test]
fn bodies_that_do_not_overlap_are_not_said_to() {
    for Pair { a, b, pose, turn } in pairs::<f64>(13) {
        let found = signed_distance(&a, &b, &pose);
        let gap = (a.reach() + b.reach()) * 1e-13;
        let at = pose.translation() - found.normal * (found.signed_distance - gap);
        let pose = Pose::new(turn, at).unwrap();
        if distance(&a, &b, &pose).status == Status::Separated {
            assert!(
                penetration(&Difference::new(&Snapshot::new(&a), &Snapshot::new(&b), pose.map())).is_none(),
                "{a:?} {b:?} {pose:?}"
            );
        }
    }
}

#[test]
fn a_cylinder_in_the_middle_of_a_cube_gets_free_in_many_ways() {
    let can = Cylinder::along(Axial { radius: 0.5, half_length: 0.75, axis: 2 }).unwrap();
    let cube = Cuboid::from_half_extents(Vec3::new(1.25, 1.25, 3.0)).unwrap();
    let found =
        penetration(&Difference::new(&Snapshot::new(&can), &Snapshot::new(&cube), Pose::IDENTITY.map())).unwrap();
    assert!(found.tied && found.normal[2] == 0.0, "{found:?}");
    let found = signed_distance(&can, &cube, &Pose::IDENTITY);
    assert!((found.signed_distance + 1.75).abs() < 1e-15 && found.bounds.width() < 1e-13, "{found:?}");
}

#[test]
fn the_end_of_a_leaning_cylinder_meets_an_edge_of_a_box() {
    // Along the diagonal across the edge: the cube ends at √2, the cylinder reaches 1.6 + 0.3 towards it. Sizes add up
    // to 9.
    let can = Cylinder::along(Axial { radius: 0.5, half_length: 2.0, axis: 2 }).unwrap();
    let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 4.0)).unwrap();
    let lean = Rotor3::from_axis_angle(Vec3::new(1.0, -1.0, 0.0), -(0.6f64).acos()).unwrap();
    let along = 3.2;
    let at = Vec3::new(1.0, 1.0, 0.0) * (along / 2.0f64.sqrt());
    let found = signed_distance(&cube, &can, &Pose::new(lean, at).unwrap());
    let depth = 2.0f64.sqrt() - (along - 1.9);
    assert!((found.signed_distance + depth).abs() < 1e-14 && found.bounds.width() < 2e-13, "{found:?}");
    assert!(found.unique, "{found:?}");
}
