use dashu_ratio::RBig;

use super::oracle::{Point, Truth, truth};
use super::*;
use crate::exact::number::tests::{Floats, rational};
use crate::math::{Pose2, Pose3, Real, Rotor2, Rotor3, Vec2, Vec3};
use crate::shape::Polytope;

/// Asserts the rounding of `√square` and that the witness points and the normal bear the distance out.
fn check<V: Vector>(decision: &Decision<V>, square: &RBig, negative: bool, size: V::Scalar) {
    let Decision { distance, bounds, normal, witness_a, witness_b, .. } = decision;
    let squared = |x: V::Scalar| rational(x.to_f64()) * rational(x.to_f64());
    let (near, far) = if negative { (-bounds.upper, -bounds.lower) } else { (bounds.lower, bounds.upper) };
    assert!(squared(near) <= *square && *square <= squared(far), "{decision:?} {square}");
    assert!(near == far || near.next_up() == far, "{decision:?}");
    assert!(*distance == bounds.lower || *distance == bounds.upper, "{decision:?}");
    let tolerance = V::Scalar::from_f64(32.0) * V::Scalar::UNIT;
    assert!((normal.norm() - V::Scalar::ONE).abs() <= tolerance, "{decision:?}");
    assert!((*witness_b - *witness_a - *normal * *distance).max_abs() <= tolerance * size, "{decision:?}");
}

fn judge<V: Vector>(decision: &Decision<V>, truth: Truth, scale: i128, size: V::Scalar) -> Status {
    let ratio = |n: i128, d: i128| RBig::from_parts(n.into(), (d as u128).into()) / RBig::from(scale * scale);
    let expected = match truth {
        Truth::Apart(n, d) => {
            check(decision, &ratio(n, d), false, size);
            Status::Separated
        }
        Truth::Deep(n, d) => {
            check(decision, &ratio(n, d), true, size);
            if n == 0 { Status::Touching } else { Status::Overlapping }
        }
    };
    assert_eq!(decision.status, expected, "{decision:?}");
    expected
}

fn lattice_points(floats: &mut Floats, dimension: usize) -> Vec<Point> {
    let (count, span) = (2 + floats.bits() % 6, 2 + floats.bits() % 3);
    let flat = floats.bits() % 8;
    let point = |floats: &mut Floats| -> Point {
        core::array::from_fn(|i| {
            let x = (floats.bits() % (span + 1)) as i128;
            if i >= dimension || flat == i as u64 { 0 } else { x }
        })
    };
    (0..count).map(|_| point(floats)).collect()
}

/// A quaternion of small integers and the image of a point under it, times its squared length.
fn turned(q: [i128; 4], p: Point) -> Point {
    let [w, x, y, z] = q;
    let rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ];
    core::array::from_fn(|i| super::oracle::dot(rows[i], p))
}

const TURNS: [[i128; 4]; 6] = [[1, 0, 0, 0], [1, 0, 0, 1], [2, 1, 0, 0], [2, 0, 0, 1], [1, 0, 2, 0], [2, 2, 1, 0]];

struct Placed {
    points: Vec<Point>,
    turn: [i128; 4],
    offset: Point,
}

impl Placed {
    fn new(floats: &mut Floats, dimension: usize, turns: &[usize]) -> Self {
        let turn = TURNS[turns[(floats.bits() % turns.len() as u64) as usize]];
        let component = |floats: &mut Floats, i| if i < dimension { (floats.bits() % 5) as i128 - 2 } else { 0 };
        let offset = core::array::from_fn(|i| component(floats, i));
        Placed { points: lattice_points(floats, dimension), turn, offset }
    }
    /// World points times `scale`, a multiple of the quaternion's squared length.
    fn world(&self, scale: i128) -> Vec<Point> {
        let n: i128 = self.turn.iter().map(|c| c * c).sum();
        let image = |&p: &Point| {
            let turned = turned(self.turn, p);
            core::array::from_fn(|i| turned[i] * (scale / n) + self.offset[i] * scale)
        };
        self.points.iter().map(image).collect()
    }
    fn shape<V: crate::shape::Shapes>(&self) -> Polytope<V> {
        let vertex = |p: &Point| V::from_fn(|i| V::Scalar::from_f64(p[i] as f64));
        Polytope::new(&self.points.iter().map(vertex).collect::<Vec<V>>()).unwrap()
    }
    fn squared_turn(&self) -> i128 {
        self.turn.iter().map(|c| c * c).sum()
    }
}

/// Judges the decision and its mirror image from another start, which must be the same.
fn judged<V: crate::shape::Shapes>(a: &Placed, b: &Placed, pose: impl Fn(&Placed) -> Pose<V>) -> Status {
    let decision = decide(&Snapshot::new(&a.shape()), &pose(a), &Snapshot::new(&b.shape()), &pose(b), V::ZERO).unwrap();
    let mirrored =
        decide(&Snapshot::new(&b.shape()), &pose(b), &Snapshot::new(&a.shape()), &pose(a), V::axis(1)).unwrap();
    assert_eq!((decision.status, decision.distance), (mirrored.status, mirrored.distance));
    assert_eq!(decision.bounds, mirrored.bounds);
    let scale = a.squared_turn() * b.squared_turn();
    judge(&decision, truth(&a.world(scale), &b.world(scale), V::DIM), scale, V::Scalar::from_f64(32.0))
}

fn tally(count: usize, mut case: impl FnMut(&mut Floats) -> Status, seed: u64) {
    let mut floats = Floats(seed);
    let mut met = [0usize; 3];
    (0..count).for_each(|_| met[case(&mut floats) as usize] += 1);
    assert!(met.iter().all(|&m| m * 100 > count), "{met:?}");
}

fn pose3<T: Real>(placed: &Placed) -> Pose3<T> {
    let number = |x: i128| T::from_f64(x as f64);
    let rotor = Rotor3::from_wxyz(placed.turn.map(number)).unwrap();
    Pose3::new(rotor, Vec3::from(placed.offset.map(number))).unwrap()
}

fn pose2<T: Real>(placed: &Placed) -> Pose2<T> {
    let number = |x: i128| T::from_f64(x as f64);
    let rotor = Rotor2::new(number(placed.turn[0]), number(placed.turn[3])).unwrap();
    Pose2::new(rotor, Vec2::new(number(placed.offset[0]), number(placed.offset[1]))).unwrap()
}

#[test]
fn lattice_polytopes_agree_with_brute_force() {
    let case = |floats: &mut Floats| {
        let [a, b] = core::array::from_fn(|_| Placed::new(floats, 3, &[0]));
        judged(&a, &b, pose3::<f64>)
    };
    tally(1_500, case, 0x5eed_0010);
}

#[test]
fn turned_lattice_polytopes_agree_with_brute_force() {
    let case = |floats: &mut Floats| {
        let [a, b] = core::array::from_fn(|_| Placed::new(floats, 3, &[0, 1, 2, 3, 4, 5]));
        judged(&a, &b, pose3::<f64>)
    };
    tally(800, case, 0x5eed_0011);
}

#[test]
fn single_precision_agrees_with_brute_force() {
    let case = |floats: &mut Floats| {
        let [a, b] = core::array::from_fn(|_| Placed::new(floats, 3, &[0]));
        judged(&a, &b, pose3::<f32>)
    };
    tally(400, case, 0x5eed_0012);
}

#[test]
fn polygons_agree_with_brute_force() {
    let case = |floats: &mut Floats| {
        let [a, b] = core::array::from_fn(|_| Placed::new(floats, 2, &[0, 1, 3]));
        judged(&a, &b, pose2::<f64>)
    };
    tally(5_000, case, 0x5eed_0013);
}
