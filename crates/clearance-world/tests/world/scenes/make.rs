//! Random scenes: nested, equal, flat, far and mixed in size, convex or of parts.

use clearance::math::Rotor;
use clearance::{
    Axial, Ball, Capsule, Cuboid, Ellipsoid, Inflated, Point, Polytope, Pose, Posed, Real, Segment, Shape, Space,
    Triangle,
};
use clearance_testkit::random::Random;
use clearance_world::{Body, Key, Object, Scene};

/// What a dimension and a scalar need to draw poses.
pub trait Draw: Space {
    fn rotor(random: &mut Random) -> Self::Rotor;
}

impl<T: Real> Draw for clearance::Vec3<T>
where
    clearance::Vec3<T>: clearance::Space<Scalar = T, Rotor = clearance::Rotor3<T>>,
{
    fn rotor(random: &mut Random) -> Self::Rotor {
        clearance::Rotor3::from_wxyz(random.quaternion(3).map(T::from_f64)).unwrap_or(Rotor::IDENTITY)
    }
}

impl<T: Real> Draw for clearance::Vec2<T>
where
    clearance::Vec2<T>: clearance::Space<Scalar = T, Rotor = clearance::Rotor2<T>>,
{
    fn rotor(random: &mut Random) -> Self::Rotor {
        clearance::Rotor2::from_angle(T::from_f64(random.uniform(-3.0, 3.0))).unwrap()
    }
}

pub fn vector<V: Draw>(random: &mut Random, low: f64, high: f64) -> V {
    V::from_fn(|_| V::Scalar::from_f64(random.uniform(low, high)))
}

pub fn pose<V: Draw>(random: &mut Random, side: f64) -> Pose<V> {
    let rotor = if random.once_in(4) { Rotor::IDENTITY } else { V::rotor(random) };
    Pose::new(rotor, vector(random, 0.0, side)).unwrap()
}

/// A convex shape of a size of about 0.3, some of them flat, or rounded, or far from their own origins.
pub fn shape<V: Draw>(random: &mut Random, scale: f64) -> Shape<V> {
    let size = |random: &mut Random| V::Scalar::from_f64(random.uniform(0.05, 0.3) * scale);
    let sizes = |random: &mut Random| V::from_fn(|_| size(random));
    match random.below(9) {
        0 => Ball::new(size(random)).unwrap().into(),
        1 => Capsule::along(Axial { radius: size(random), half_length: size(random), axis: 0 }).unwrap().into(),
        2 => Ellipsoid::from_radii(sizes(random)).unwrap().into(),
        3 => {
            let points: Vec<V> = (0..8).map(|_| vector(random, -0.3 * scale, 0.3 * scale)).collect();
            Polytope::new(&points).unwrap().into()
        }
        4 => {
            let thin = random.below(V::DIM);
            let zero = V::Scalar::ZERO;
            let full = sizes(random);
            Cuboid::from_half_extents(V::from_fn(|k| if k == thin { zero } else { full[k] })).unwrap().into()
        }
        5 => {
            let brick = Shape::from(Cuboid::from_half_extents(sizes(random)).unwrap());
            Inflated::new(brick, size(random)).unwrap().into()
        }
        6 => {
            let [a, b, c] = [(); 3].map(|()| vector(random, -0.3 * scale, 0.3 * scale));
            match random.below(3) {
                0 => Triangle::new(a, b, c).unwrap().into(),
                1 => Segment::new(a, b).unwrap().into(),
                _ => Point::new().into(),
            }
        }
        7 => {
            let brick = Shape::from(Cuboid::from_half_extents(sizes(random)).unwrap());
            Posed::new(brick, pose(random, scale)).unwrap().into()
        }
        _ => Cuboid::from_half_extents(sizes(random)).unwrap().into(),
    }
}

pub fn body<V: Draw>(random: &mut Random, scale: f64) -> Object<V> {
    let body = if random.once_in(5) {
        let count = 1 + random.below(4);
        let parts: Vec<_> = (0..count).map(|_| (shape(random, scale), pose(random, 0.6 * scale))).collect();
        Body::compound(parts).unwrap()
    } else {
        Body::new(shape(random, scale))
    };
    let body = Object::new(body).groups(1 << random.below(3)).margin(V::Scalar::from_f64(random.uniform(0.0, 0.1)));
    let body = if random.once_in(8) { body.collides_with(0b011) } else { body };
    if random.once_in(4) { body.fixed() } else { body }
}

/// Bodies with keys, in a cube that holds `crowd` of them in each unit of volume.
pub fn bodies<V: Draw>(random: &mut Random, count: usize) -> Vec<(Key, Object<V>)> {
    let crowd = random.pick(&[0.02, 1.0, 8.0]);
    let side = (count as f64 / crowd).powf(1.0 / V::DIM as f64);
    let mut all: Vec<(Key, Object<V>)> = Vec::new();
    for i in 0..count {
        let scale = if random.once_in(6) { random.magnitude(-2.0, 0.7) } else { 1.0 };
        let far = if random.once_in(20) { 50.0 } else { 1.0 };
        // Some are another one again, in the same place or nested in it.
        let body = match all.last() {
            Some((_, last)) if random.once_in(9) => last.clone(),
            _ => body(random, scale).at(pose(random, side * far)),
        };
        let key = if random.once_in(2) { Key::Id((i as u64 * 7919) % 1000) } else { Key::from(format!("body {i}")) };
        all.push((key, body));
    }
    all
}

pub fn scene<V: Space>(bodies: &[(Key, Object<V>)]) -> Scene<V> {
    let mut scene = Scene::new();
    for (key, body) in bodies {
        scene.add(key.clone(), body.clone()).unwrap();
    }
    scene
}
