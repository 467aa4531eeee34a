//! Pairs of bodies at a wanted signed distance, from a fixed seed.

use clearance::query::signed_distance;
use clearance::{Pose3, Real, Rotor3, Space, Support, Vec3, Vector};

/// Steele and Vigna's splitmix64 (2014).
pub struct Random(pub u64);

impl Random {
    /// A number in (−1, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as i64 as f64 / 9.3e18
    }
    /// A number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (0.5 + 0.5 * self.unit())
    }
    /// A direction.
    pub fn direction<T: Real>(&mut self) -> Vec3<T> {
        loop {
            let v = [self.unit(), self.unit(), self.unit()];
            let squared: f64 = v.iter().map(|x| x * x).sum();
            if (0.01..1.0).contains(&squared) {
                return Vec3::from(v.map(|x| T::from_f64(x / squared.sqrt())));
            }
        }
    }
    /// A rotation.
    pub fn rotor<T: Real>(&mut self) -> Rotor3<T> {
        let q = [self.unit(), self.unit(), self.unit(), self.unit()].map(T::from_f64);
        Rotor3::from_wxyz(q).expect("a random quaternion is not zero")
    }
}

/// First turned, then moved.
pub fn pose<T: Real>(rotor: Rotor3<T>, translation: Vec3<T>) -> Pose3<T> {
    Pose3::new(rotor, translation).expect("a finite translation")
}

/// Two bodies and their world poses.
pub struct Pair<T: Real, A, B> {
    pub a: A,
    pub b: B,
    pub poses: [Pose3<T>; 2],
}

/// Places B so that the signed distance is about `gap`; `None` puts the centres a third of the unit apart.
pub fn place<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>>(
    random: &mut Random,
    (a, b): (A, B),
    gap: Option<f64>,
) -> Pair<T, A, B>
where
    Vec3<T>: Space<Scalar = T>,
{
    let a_pose = pose(random.rotor(), random.direction());
    let (turn, way) = (random.rotor::<T>(), random.direction::<T>());
    let at = |along: T| pose(turn, a_pose.translation() + way * along);
    let mut along = T::from_f64(gap.map_or(0.3, |_| 8.0));
    if let Some(gap) = gap {
        for _ in 0..8 {
            let found = signed_distance(&a, &b, &Pose3::relative(&a_pose, &at(along)));
            let slope = a_pose.vector(found.normal).dot(way).max(T::from_f64(0.2));
            along += (T::from_f64(gap) - found.signed_distance) * (T::ONE / slope);
        }
    }
    Pair { a, b, poses: [a_pose, at(along)] }
}
