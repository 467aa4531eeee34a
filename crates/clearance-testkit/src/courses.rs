//! Random motions of two boxes, a family for each way in which times of impact are known to go wrong.

use crate::course::{Course, separation};
use crate::random::Random;

/// The families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Boxes like dice, turning by up to two radians.
    Plain,
    /// Up to ten turns.
    FastSpin,
    /// Thin plates: 10⁻¹ to 10⁻⁶ of their size.
    Plates,
    /// Thin rods, likewise.
    Rods,
    /// A pass that touches or misses by 10⁻² to 10⁻¹² half-way.
    Grazing,
    /// Pivots 10 to 1000 sizes away.
    FarPivot,
    /// Motion from a common point, or almost, in any direction.
    Contact,
}

/// All of them.
pub const FAMILIES: [Family; 7] =
    [Family::Plain, Family::FastSpin, Family::Plates, Family::Rods, Family::Grazing, Family::FarPivot, Family::Contact];

impl Family {
    /// A random motion.
    pub fn courses(self, random: &mut Random) -> [Course; 2] {
        match self {
            Family::Grazing => grazing(random),
            Family::Contact => contact(random),
            _ => crossing(self, random),
        }
    }
}

fn vector(random: &mut Random, scale: f64) -> [f64; 3] {
    let v = random.direction(3);
    std::array::from_fn(|i| scale * v[i])
}

fn plus(a: [f64; 3], b: [f64; 3], weight: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + weight * b[i])
}

fn resting(random: &mut Random, half: [f64; 3]) -> Course {
    let rotation = random.quaternion(3);
    Course { half, rotation, center: [0.0; 3], pivot: [0.0; 3], linear: [0.0; 3], angular: [0.0; 3] }
}

fn half_extents(family: Family, random: &mut Random) -> [f64; 3] {
    let mut size = || random.uniform(0.2, 1.0);
    let die = [size(), size(), size()];
    match family {
        Family::Plates => [die[0], die[1], random.magnitude(-6.0, -1.0)],
        Family::Rods => [die[0], random.magnitude(-6.0, -1.0), random.magnitude(-6.0, -1.0)],
        _ => die,
    }
}

/// Two boxes on their way to about the same place.
fn crossing(family: Family, random: &mut Random) -> [Course; 2] {
    let spin = match family {
        Family::FastSpin => random.uniform(2.0, 63.0),
        _ => random.uniform(0.0, 2.0),
    };
    let mut courses = [(); 2].map(|()| {
        let half = half_extents(family, random);
        let mut course = resting(random, half);
        course.angular = vector(random, spin);
        course
    });
    let start = vector(random, 4.0);
    let aim = vector(random, 1.2);
    courses[1].center = start;
    courses[1].linear = plus(aim, start, -random.uniform(0.3, 1.6));
    courses[1].pivot = start;
    if family == Family::FarPivot {
        // The same speeds of the centre by turning about a point far away, by as much less.
        let far = random.magnitude(1.0, 3.0);
        let [toward, along] = [vector(random, far), courses[1].linear];
        let cross: [f64; 3] = std::array::from_fn(|i| {
            toward[(i + 1) % 3] * along[(i + 2) % 3] - toward[(i + 2) % 3] * along[(i + 1) % 3]
        });
        let square = toward.iter().map(|x| x * x).sum::<f64>();
        courses[1].pivot = plus(start, toward, 1.0);
        courses[1].angular = cross.map(|x| -x / square);
        courses[1].linear = vector(random, 0.3);
    }
    courses
}

/// Boxes that nearly touch half-way, and pass each other sideways.
fn grazing(random: &mut Random) -> [Course; 2] {
    let mut courses = [(); 2].map(|()| {
        let half = half_extents(Family::Plain, random);
        resting(random, half)
    });
    let apart = vector(random, 1.0);
    let (mut near, mut far) = (0.0, 100.0);
    for _ in 0..80 {
        let middle = (near + far) / 2.0;
        courses[1].center = apart.map(|x| x * middle);
        *if separation(&courses, 0.0) > 0.0 { &mut far } else { &mut near } = middle;
    }
    let miss = random.pick(&[-1.0, 1.0, 1.0]) * random.magnitude(-12.0, -2.0);
    let along = vector(random, 3.0);
    let square = apart.iter().map(|x| x * x).sum::<f64>();
    let part = (0..3).map(|i| along[i] * apart[i]).sum::<f64>() / square;
    let linear = plus(along, apart, -part);
    let middle = plus(apart.map(|x| x * far), apart, miss);
    courses[1].center = plus(middle, linear, -0.5);
    courses[1].pivot = courses[1].center;
    courses[1].linear = linear;
    if random.once_in(2) {
        for course in &mut courses {
            course.angular = vector(random, random.clone().magnitude(-6.0, 0.5));
        }
    }
    courses
}

/// Boxes with a common face, or nearly, that part, slide, or push into each other.
fn contact(random: &mut Random) -> [Course; 2] {
    // Multiples of 1/8 along the axes: exact in binary, so touching is touching.
    let eighths = |random: &mut Random| [0; 3].map(|_| (1 + random.below(8)) as f64 / 8.0);
    let mut courses = [(); 2].map(|()| {
        let half = eighths(random);
        Course { rotation: [1.0, 0.0, 0.0, 0.0], ..resting(random, half) }
    });
    let face = random.below(3);
    let mut center = eighths(random).map(|x| x - 0.5);
    center[face] = courses[0].half[face] + courses[1].half[face];
    center[face] += random.pick(&[0.0, 0.0, 1.0, -1.0]) * random.magnitude(-15.0, -3.0);
    courses[1].center = center;
    courses[1].pivot = center;
    courses[1].linear = vector(random, 2.0);
    if random.once_in(2) {
        courses[1].angular = vector(random, 2.0);
    }
    courses
}
