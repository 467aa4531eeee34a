//! Polytopes on lattices and near contact, with their exact integer coordinates: where booleans are hardest.

use clearance::{Cuboid, Polytope, Pose3, Rotor3, Shape3, Vec3};
use dashu_int::IBig;

use crate::exact::Lattice;
use crate::random::Random;

/// A way to be near contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Boxes and hulls on a lattice of halves, turned by quarter turns.
    Lattice,
    /// Lattice pairs turned by rational rotations.
    Turned,
    /// A face plane of one is put against the other one, exactly.
    Touching,
    /// The same, moved by a unit in the last place or two along each axis.
    Nudged,
    /// A common face plane through the origin, with gaps or overlaps of 2⁻³ to 2⁻⁹⁹⁶.
    Gap,
}

/// All of them.
pub const FAMILIES: [Family; 5] = [Family::Lattice, Family::Turned, Family::Touching, Family::Nudged, Family::Gap];

/// A pair of bodies in the first one's frame, and the same in integers.
#[derive(Clone, Debug)]
pub struct Contact {
    /// The first body.
    pub a: Shape3<f64>,
    /// The second body.
    pub b: Shape3<f64>,
    /// Where the second one is.
    pub b_in_a: Pose3<f64>,
    /// Their corners.
    pub lattice: Lattice,
}

/// Quaternions of small integers; their rotations have entries over the squared length.
const TURNS: [[i64; 4]; 8] =
    [[1, 0, 0, 0], [1, 0, 0, 1], [1, 1, 1, 1], [2, 1, 0, 0], [2, 0, 0, 1], [1, 0, 2, 0], [2, 2, 1, 0], [3, 1, -2, 1]];

/// Coordinates of a body in its own frame: a box or a hull.
struct Body {
    corners: Vec<[f64; 3]>,
    shape: Shape3<f64>,
}

impl Body {
    fn new(random: &mut Random, unit: f64) -> Self {
        if random.once_in(2) {
            let half: [f64; 3] = std::array::from_fn(|_| unit * random.below(5) as f64);
            let signed = |k: usize, i: usize| if k >> i & 1 == 0 { half[i] } else { -half[i] };
            let corners = (0..8).map(|k| std::array::from_fn(|i| signed(k, i))).collect();
            let shape = Cuboid::from_half_extents(Vec3::from(half)).expect("a box").into();
            return Body { corners, shape };
        }
        let count = 1 + random.below(10);
        let corner = |_| std::array::from_fn(|_| unit * (random.below(7) as f64 - 3.0));
        Self::hull((0..count).map(corner).collect())
    }

    fn hull(corners: Vec<[f64; 3]>) -> Self {
        let points: Vec<_> = corners.iter().map(|&c| Vec3::from(c)).collect();
        Body { shape: Polytope::new(&points).expect("a hull").into(), corners }
    }
}

/// The numerators of a rotation's rows over the quaternion's squared length.
fn rows([w, x, y, z]: [i64; 4]) -> [[i64; 3]; 3] {
    [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
}

impl Contact {
    /// The case of a seed.
    pub fn random(family: Family, seed: u64) -> Self {
        let random = &mut Random::new(seed ^ (family as u64) << 56);
        if family == Family::Gap {
            return Self::gap(random);
        }
        let turn = TURNS[random.below(if family == Family::Lattice { 3 } else { TURNS.len() })];
        let norm: i64 = turn.iter().map(|c| c * c).sum();
        // Multiples of the squared length turn into integers.
        let unit = if family == Family::Turned { 0.5 } else { 0.5 * norm as f64 };
        let unit_a = if random.once_in(2) { unit } else { 0.5 };
        let (a, b) = (Body::new(random, unit_a), Body::new(random, unit));
        let mut place: [f64; 3] = std::array::from_fn(|_| 0.5 * (random.below(13) as f64 - 6.0));
        if matches!(family, Family::Touching | Family::Nudged) {
            let (axis, rows) = (random.below(3), rows(turn));
            let image = |c: &[f64; 3]| (0..3).map(|j| rows[axis][j] as f64 * c[j]).sum::<f64>() / norm as f64;
            let top = a.corners.iter().map(|c| c[axis]).fold(f64::NEG_INFINITY, f64::max);
            let low = b.corners.iter().map(image).fold(f64::INFINITY, f64::min);
            place[axis] = top - low;
        }
        if family == Family::Nudged {
            for c in &mut place {
                *c = (0..random.below(3)).fold(*c, |c, _| if random.once_in(2) { c.next_up() } else { c.next_down() });
            }
        }
        Self::new(a, b, turn, place)
    }

    /// Two hulls, one on each side of a plane through the origin but for the gap.
    fn gap(random: &mut Random) -> Self {
        let axis = random.below(3);
        let gap = 2f64.powi(-(3 + random.below(994) as i32)) * [0.0, 1.0, -1.0][random.below(3)];
        let mut side = |level: f64, sign: f64| {
            let count = 3 + random.below(6);
            let mut corners: Vec<[f64; 3]> = Vec::new();
            for i in 0..count {
                let mut corner: [f64; 3] = std::array::from_fn(|_| 0.25 * (random.below(17) as f64 - 8.0));
                corner[axis] = if i < 3 { level } else { sign * (0.25 + 0.25 * random.below(6) as f64) };
                corners.push(corner);
            }
            corners
        };
        let (a, b) = (side(0.0, -1.0), side(gap, 1.0));
        Self::new(Body::hull(a), Body::hull(b), TURNS[0], [0.0; 3])
    }

    fn new(a: Body, b: Body, turn: [i64; 4], place: [f64; 3]) -> Self {
        let rotor = Rotor3::from_wxyz(turn.map(|c| c as f64)).expect("a rotation");
        let b_in_a = Pose3::new(rotor, Vec3::from(place)).expect("a pose");
        let norm: i64 = turn.iter().map(|c| c * c).sum();
        // All numbers times 2^shift are integers, and images of points times the norm too.
        let numbers = a.corners.iter().chain(&b.corners).chain([&place]).flatten();
        let shift = numbers.map(|&x| fraction_bits(x)).max().unwrap_or(0);
        let whole = |x: f64| integer(x, shift);
        let rows = rows(turn);
        let turned = |c: &[f64; 3]| {
            std::array::from_fn(|i| (0..3).map(|j| whole(c[j]) * rows[i][j]).sum::<IBig>() + whole(place[i]) * norm)
        };
        let lattice = Lattice {
            a: a.corners.iter().map(|c| c.map(|x| whole(x) * norm)).collect(),
            b: b.corners.iter().map(turned).collect(),
            radius: IBig::ZERO,
            per_unit: (IBig::ONE << shift) * norm,
        };
        Contact { a: a.shape, b: b.shape, b_in_a, lattice }
    }
}

/// How many binary digits a number has after the point.
fn fraction_bits(x: f64) -> usize {
    let (mantissa, exponent) = parts(x);
    if mantissa == 0 { 0 } else { (-exponent - mantissa.trailing_zeros() as i64).max(0) as usize }
}

/// `x·2^shift`, an integer.
fn integer(x: f64, shift: usize) -> IBig {
    let (mantissa, exponent) = parts(x);
    let e = exponent + shift as i64;
    let magnitude = if e < 0 { IBig::from(mantissa >> -e) } else { IBig::from(mantissa) << e as usize };
    if x < 0.0 { -magnitude } else { magnitude }
}

/// The magnitude as `mantissa·2^exponent`.
fn parts(x: f64) -> (u64, i64) {
    let bits = x.to_bits();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) }
}
