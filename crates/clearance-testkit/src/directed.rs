//! Pairs drawn where answers are hardest: small bodies near an axis, nearly coaxial bodies of very different
//! proportions, needles along an axis, images under maps that stretch very unevenly, flat bodies in one plane, and
//! bodies at rest on one another.

use crate::pairs::{Pair, Regime};
use crate::random::Random;
use crate::shapes::{Form, ShapeSource};
use crate::spec::{Axis, BodySpec, PoseSpec, ShapeSpec};

/// The families that are drawn.
pub const FAMILIES: [&str; 8] = ["ring", "any_ring", "thin", "ring_thin", "aniso", "coaxial", "small", "needles"];

/// The kinds of bodies of revolution.
const ROUND: [&str; 4] = ["cone", "cylinder", "spheroid", "capsule"];

/// Any small body.
const SMALL: [&str; 8] = ["cone", "cylinder", "spheroid", "ellipsoid", "sphere", "box", "hull", "capsule"];

/// A pair of a family, in space.
pub fn directed(family: &str, random: &mut Random) -> Pair {
    let (a, b) = match family {
        "ring" => near_axis(random, &ROUND, &ROUND, [-8.0, -4.0]),
        "any_ring" => near_axis(random, &ROUND, &SMALL, [-8.0, -0.5]),
        "thin" => nearly_coaxial(random, [-9.0, -2.0]),
        "ring_thin" => nearly_coaxial(random, [-4.0, -2.0]),
        "coaxial" => nearly_coaxial(random, [-4.0, 0.0]),
        "needles" => needle_along_axis(random),
        "aniso" => (image(random), if random.once_in(2) { image(random) } else { plain(random) }),
        _ => small_beside_large(random),
    };
    let (a, b) = if random.once_in(2) { (a, b) } else { (b, a) };
    Pair { dim: 3, regime: Regime::Given, a, b }
}

fn size(random: &mut Random) -> f64 {
    random.uniform(0.5, 2.0)
}

/// A body of revolution of some radius and half length.
fn round(kind: &str, radius: f64, half_length: f64, random: &mut Random) -> ShapeSpec {
    let axis = random.pick(&[None, Some(Axis::X), Some(Axis::Y)]);
    match kind {
        "cone" => ShapeSpec::Cone { radius, half_length, axis },
        "cylinder" => ShapeSpec::Cylinder { radius, half_length, axis },
        "capsule" => ShapeSpec::Capsule { radius, half_length, axis },
        _ => {
            let mut radii = vec![radius; 3];
            radii[Axis::or_default(axis, 3).index()] = half_length;
            ShapeSpec::Ellipsoid { radii }
        }
    }
}

fn axis_of(shape: &ShapeSpec) -> usize {
    match shape {
        ShapeSpec::Cone { axis, .. } | ShapeSpec::Cylinder { axis, .. } | ShapeSpec::Capsule { axis, .. } => {
            Axis::or_default(*axis, 3).index()
        }
        ShapeSpec::Ellipsoid { radii } => {
            (0..3).find(|&i| radii[i] != radii[(i + 1) % 3] && radii[i] != radii[(i + 2) % 3]).unwrap_or(2)
        }
        _ => 2,
    }
}

/// A body with a small one near its axis.
fn near_axis(
    random: &mut Random,
    large: &[&'static str],
    small: &[&'static str],
    digits: [f64; 2],
) -> (BodySpec, BodySpec) {
    let kind = random.pick(large);
    let (radius, half_length) = (size(random), size(random));
    let a = round(kind, radius, half_length, random);
    let axis = axis_of(&a);
    let part = random.magnitude(digits[0], digits[1]);
    let kind = random.pick(small);
    let b = match kind {
        "box" => ShapeSpec::Box { half_extents: (0..3).map(|_| part * size(random)).collect() },
        "sphere" => ShapeSpec::Sphere { radius: part * size(random) },
        "ellipsoid" => ShapeSpec::Ellipsoid { radii: (0..3).map(|_| part * size(random)).collect() },
        "hull" => ShapeSpec::Hull {
            vertices: (0..4 + random.below(8))
                .map(|_| random.direction(3).iter().map(|x| x * part).collect())
                .collect(),
        },
        kind => {
            let (radius, half_length) = (part * size(random), part * size(random));
            round(kind, radius, half_length, random)
        }
    };
    let aside = match random.below(4) {
        0 => 0.0,
        1 => random.magnitude(-20.0, -9.0),
        2 => part * random.magnitude(-6.0, 1.0),
        _ => random.magnitude(-9.0, -0.5),
    };
    let along = if random.once_in(4) { 0.0 } else { half_length * random.uniform(-0.9, 0.9) };
    let mut place: Vec<f64> = random.direction(3).iter().map(|x| x * aside).collect();
    place[axis] += along;
    let quaternion = random.quaternion(3);
    let b = BodySpec {
        shape: b,
        pose: PoseSpec { translation: turned(quaternion, &place), quaternion: random.quaternion(3) },
    };
    (BodySpec { shape: a, pose: PoseSpec { translation: vec![0.0; 3], quaternion } }, b)
}

fn turned(quaternion: [f64; 4], v: &[f64]) -> Vec<f64> {
    let columns = crate::model::rotation::<f64>(quaternion);
    (0..3).map(|i| (0..3).map(|j| columns[j].0[i] * v[j]).sum()).collect()
}

/// Two bodies of revolution with nearly one axis, a long and a flat one mostly.
fn nearly_coaxial(random: &mut Random, digits: [f64; 2]) -> (BodySpec, BodySpec) {
    let proportions = |random: &mut Random| {
        let (large, small) = (size(random), random.magnitude(digits[0], digits[1]));
        if random.once_in(2) { [large, small] } else { [small, large] }
    };
    let [one, two] = [proportions(random), proportions(random)];
    let kinds = [random.pick(&ROUND), random.pick(&ROUND)];
    let a = round(kinds[0], one[0], one[1], random);
    let b = round(kinds[1], two[0], two[1], random);
    let quaternion = random.quaternion(3);
    let tilt = match random.below(4) {
        0 => 0.0,
        1 => random.magnitude(-14.0, -8.0),
        _ => random.magnitude(-8.0, -1.0),
    };
    let shift = match random.below(4) {
        0 => 0.0,
        1 => random.magnitude(-16.0, -9.0),
        _ => random.magnitude(-9.0, -1.0),
    };
    // From B's axis to A's, then a little aside.
    let (from, to) = (axis_of(&b), axis_of(&a));
    let aligned = aligning(from, to);
    let about = random.direction(3);
    let tilted = product([1.0, tilt * about[0], tilt * about[1], tilt * about[2]], aligned);
    let place: Vec<f64> = random.direction(3).iter().map(|x| x * shift).collect();
    let pose = PoseSpec { translation: turned(quaternion, &place), quaternion: product(quaternion, tilted) };
    (BodySpec { shape: a, pose: PoseSpec { translation: vec![0.0; 3], quaternion } }, BodySpec { shape: b, pose })
}

/// A segment that is nearly along the axis of a thin body of revolution, in its own frame already: neither its ends nor
/// its direction are numbers of a coordinate axis.
fn needle_along_axis(random: &mut Random) -> (BodySpec, BodySpec) {
    let (radius, half_length) = (random.magnitude(-7.0, -1.0), size(random));
    let kind = random.pick(&ROUND);
    let b = round(kind, radius, half_length, random);
    let (axis, half, tilt) = (axis_of(&b), size(random), random.magnitude(-12.0, -5.0));
    let mut end = vec![0.0; 3];
    end[axis] = half;
    end[(axis + 1) % 3] = tilt * half;
    let a = ShapeSpec::Segment { a: end.iter().map(|x| -x).collect(), b: end.clone() };
    // B's axis is somewhere near the segment, and B anywhere along it.
    let quaternion = random.quaternion(3);
    let mut place: Vec<f64> = random.direction(3).iter().map(|x| x * radius * random.magnitude(-4.0, 0.0)).collect();
    place[axis] += half * random.uniform(-1.0, 1.0);
    let little = random.direction(3);
    let nearly = [1.0, tilt * little[0], tilt * little[1], tilt * little[2]];
    let pose = PoseSpec { translation: turned(quaternion, &place), quaternion: product(quaternion, nearly) };
    (BodySpec { shape: a, pose: PoseSpec { translation: vec![0.0; 3], quaternion } }, BodySpec { shape: b, pose })
}

/// The quarter turn that leads one axis to another.
fn aligning(from: usize, to: usize) -> [f64; 4] {
    let mut quaternion = [1.0, 0.0, 0.0, 0.0];
    if from != to {
        let about = 3 - from - to;
        quaternion[1 + about] = if (from + 1) % 3 == to { 1.0 } else { -1.0 };
    }
    quaternion
}

fn product([a, b, c, d]: [f64; 4], [w, x, y, z]: [f64; 4]) -> [f64; 4] {
    [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]
}

fn plain_shape(random: &mut Random) -> ShapeSpec {
    let kind = random.pick(&["cone", "cylinder", "ellipsoid", "sphere", "capsule", "box", "hull"]);
    ShapeSource { random, dim: 3, form: Form::Ordinary }.shape(kind, 0)
}

fn plain(random: &mut Random) -> BodySpec {
    let shape = plain_shape(random);
    BodySpec { shape, pose: near(random) }
}

/// Anywhere from the origin to as far as the size.
fn near(random: &mut Random) -> PoseSpec {
    let aside = random.magnitude(-4.0, 0.3);
    PoseSpec { translation: random.direction(3).iter().map(|x| x * aside).collect(), quaternion: random.quaternion(3) }
}

/// The image of a body under a map with singular values of very different size, or under two.
fn image(random: &mut Random) -> BodySpec {
    let mut shape = plain_shape(random);
    for _ in 0..1 + random.below(2) {
        let digits = random.pick(&[1.0, 3.0, 6.0]);
        let values = [(); 3].map(|()| random.magnitude(-digits * 1.5, digits));
        let [left, right] = [(); 2].map(|()| crate::model::rotation::<f64>(random.quaternion(3)));
        let entry = |i: usize, j: usize| (0..3).map(|k| left[k].0[i] * values[k] * right[k].0[j]).sum();
        let matrix = (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect();
        shape = ShapeSpec::Affine { matrix, translation: vec![0.0; 3], shape: Box::new(shape) };
    }
    BodySpec { shape, pose: near(random) }
}

/// A body deep inside of one that is much larger.
fn small_beside_large(random: &mut Random) -> (BodySpec, BodySpec) {
    let a = plain_shape(random);
    let mut b = plain(random);
    let part = random.magnitude(-6.0, -1.0);
    b.shape = b.shape.map(&|length| length * part, &|number| number);
    (BodySpec { shape: a, pose: near(random) }, b)
}
