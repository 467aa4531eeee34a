//! A stream of mixed answers, each with a hash of all its bits: the same on every machine, at every level of
//! optimisation.

use clearance::hull::convex_hull;
use clearance::math::Matrix;
use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, Pair, WarmStart, Within, certify, distance_within, intersects, time_of_impact};
use clearance::{
    Accuracy, Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Options, Polytope,
    Pose, Proximity, Real, Rotor2, Rotor3, Segment, Shape, Space, Sum, Swept, Vec2, Vec3,
};

/// Numbers from a seed (Steele and Vigna's splitmix64, 2014).
pub struct Numbers(u64);

impl Numbers {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    /// In (−1, 1); half of them multiples of 1/4, which make ties.
    fn unit<T: Real>(&mut self) -> T {
        let x = (self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        T::from_f64(if self.below(2) == 0 { (x * 4.0) as i64 as f64 / 4.0 } else { x })
    }
    fn size<T: Real>(&mut self) -> T {
        T::from_f64(0.25) + self.unit::<T>().abs()
    }
    fn vector<V: World>(&mut self) -> V {
        V::from_fn(|_| self.unit())
    }
    fn pose<V: World>(&mut self) -> Pose<V> {
        let reach = [0.5, 1.0, 2.0, 6.0][self.below(4) as usize];
        let place = self.vector::<V>() * V::Scalar::from_f64(reach);
        V::posed(core::array::from_fn(|_| self.unit()), place)
    }
}

fn mixed(x: u64) -> u64 {
    let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What differs between the plane and space.
pub trait World: Space {
    fn posed(quaternion: [Self::Scalar; 4], place: Self) -> Pose<Self>;
    fn spatial(numbers: &mut Numbers) -> Shape<Self>;
    fn spin(numbers: &mut Numbers) -> Self::Angular;
}

impl<T: Real> World for Vec2<T>
where
    Vec2<T>: Space<Scalar = T, Rotor = Rotor2<T>, Angular = T>,
{
    fn posed([w, _, _, z]: [T; 4], place: Self) -> Pose<Self> {
        Pose::new(Rotor2::new(w, z).unwrap_or(Rotor2::from_angle(T::ONE).unwrap()), place).unwrap()
    }
    fn spatial(numbers: &mut Numbers) -> Shape<Self> {
        Ball::new(numbers.size()).unwrap().into()
    }
    fn spin(numbers: &mut Numbers) -> T {
        numbers.unit()
    }
}

impl<T: Real> World for Vec3<T>
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>, Angular = Vec3<T>>,
{
    fn posed(quaternion: [T; 4], place: Self) -> Pose<Self> {
        let about = Rotor3::from_axis_angle(Vec3::new(T::ONE, T::TWO, T::ONE), T::ONE).unwrap();
        Pose::new(Rotor3::from_wxyz(quaternion).unwrap_or(about), place).unwrap()
    }
    fn spatial(numbers: &mut Numbers) -> Shape<Self> {
        let (radius, half_length, axis) = (numbers.size(), numbers.size(), numbers.below(3) as usize);
        if numbers.below(2) == 0 {
            Cylinder::along(Axial { radius, half_length, axis }).unwrap().into()
        } else {
            Cone::along(Axial { radius, half_length, axis }).unwrap().into()
        }
    }
    fn spin(numbers: &mut Numbers) -> Vec3<T> {
        numbers.vector()
    }
}

fn cloud<V: World>(numbers: &mut Numbers) -> Vec<V> {
    (0..1 + numbers.below(24)).map(|_| numbers.vector()).collect()
}

fn shape<V: World>(numbers: &mut Numbers, depth: u32) -> Shape<V> {
    let inner = |numbers: &mut Numbers| shape::<V>(numbers, depth + 1);
    match numbers.below(if depth == 0 { 16 } else { 9 }) {
        0..=2 => Cuboid::from_half_extents(V::from_fn(|_| numbers.size())).unwrap().into(),
        3..=4 => Polytope::new(&cloud::<V>(numbers)).unwrap().into(),
        5 => Capsule::between(numbers.vector(), numbers.vector::<V>(), numbers.size()).unwrap().into(),
        6 => Segment::new(numbers.vector::<V>(), numbers.vector()).unwrap().into(),
        7 => Ellipsoid::from_radii(V::from_fn(|_| numbers.size())).unwrap().into(),
        8..=9 => V::spatial(numbers),
        10 => Ball::new(numbers.size()).unwrap().into(),
        11 => Inflated::new(inner(numbers), numbers.size()).unwrap().into(),
        12 => Sum::new(inner(numbers), inner(numbers)).unwrap().into(),
        13 => {
            let matrix = V::Matrix::from_columns(|_| numbers.vector());
            Affine::new(inner(numbers), matrix, numbers.vector()).unwrap().into()
        }
        14 => Swept::new(inner(numbers), numbers.vector()).unwrap().into(),
        _ => {
            let parts = vec![(inner(numbers), numbers.pose()), (inner(numbers), numbers.pose())];
            HullOf::new(parts).unwrap().into()
        }
    }
}

/// A hash of numbers in their order.
struct Digest(u64);

impl Digest {
    fn add(&mut self, bits: u64) {
        self.0 = mixed(self.0 ^ bits).rotate_left(17);
    }
    fn real<T: Real>(&mut self, x: T) {
        // f32 is exact in f64.
        self.add(x.to_f64().to_bits());
    }
    fn proximity<V: World>(&mut self, found: &Proximity<V>) {
        for x in [found.signed_distance, found.bounds.lower, found.bounds.upper] {
            self.real(x);
        }
        for v in [found.normal, found.witness_a, found.witness_b] {
            (0..V::DIM).for_each(|i| self.real(v[i]));
        }
        for feature in &found.features {
            feature.vertices().iter().for_each(|&vertex| self.add(vertex.into()));
            feature.weights().iter().for_each(|&weight| self.real(weight));
        }
        self.add(found.status as u64 | (found.proven as u64) << 8 | (found.unique as u64) << 9);
        self.add(found.iterations.into());
    }
}

/// Asks about one pair in as many ways as its number says.
fn answers<V: World>(index: u64) -> u64 {
    let mut numbers = Numbers(mixed(index.wrapping_add(0x5eed)));
    let (a, b) = (shape::<V>(&mut numbers, 0), shape::<V>(&mut numbers, 0));
    let (at_a, at_b) = (numbers.pose::<V>(), numbers.pose::<V>());
    let b_in_a = Pose::relative(&at_a, &at_b);
    let mut digest = Digest(index);
    let mut warm = WarmStart::new();
    let first = Pair::new(&a, &b, &b_in_a).warm(&mut warm).signed_distance();
    digest.proximity(&first);
    match index / 4 % 16 {
        0 => digest.add(intersects(&a, &b, &b_in_a).into()),
        1 => digest.proximity(&Pair::new(&a, &b, &b_in_a).warm(&mut warm).signed_distance()),
        2 => match distance_within(&a, &b, &b_in_a, numbers.size()) {
            Within::Near(near) => digest.proximity(&near),
            Within::Beyond { lower } => digest.real(lower),
        },
        3 | 4 => {
            let accuracy = if index / 4 % 16 == 3 { Accuracy::Tight } else { Accuracy::Exact };
            let options = Options { accuracy, ..Options::default() };
            digest.proximity(&Pair::in_world((&a, &at_a), (&b, &at_b)).options(options).signed_distance());
        }
        5 => digest.add(certify((&a, &at_a), (&b, &at_b)).map_or(9, |proof| proof.status() as u64)),
        6 => {
            let path = LinearMotion::new(at_b, numbers.vector::<V>() * V::Scalar::TWO, V::spin(&mut numbers)).unwrap();
            match time_of_impact((&a, &at_a), (&b, &path)) {
                Impact::NoContact { lower, .. } => digest.real(lower),
                Impact::Hit(met) | Impact::Undecided(met) => digest.real(met.time),
            }
        }
        7 => {
            let hull = convex_hull(&cloud::<V>(&mut numbers)).unwrap();
            hull.vertices().iter().for_each(|&vertex| digest.add(vertex.into()));
        }
        _ => {}
    }
    digest.0
}

/// The hash of the answers with these numbers, in any order: in space and in the plane, in both precisions.
pub fn hash(indices: impl Iterator<Item = u64>) -> u64 {
    let one = |index: u64| match index % 4 {
        0 | 1 => answers::<Vec3<f64>>(index),
        2 if index % 8 < 4 => answers::<Vec2<f64>>(index),
        _ => answers::<Vec3<f32>>(index),
    };
    indices.fold(0, |sum: u64, index| sum.wrapping_add(mixed(one(index))))
}
