//! The stated errors of link poses, against kinematics in numbers of 256 binary places.

use clearance::math::Matrix;
use clearance::{Pose3, Vec3};
use clearance_robot::kinematics::origin;
use clearance_robot::random::Random;
use clearance_robot::{JointKind, JointSpec, Robot};
use dashu_int::IBig;

/// Binary places: 200 more than any float here has.
const PLACES: usize = 256;

/// A number of fixed point.
#[derive(Clone, Debug, PartialEq)]
struct Fixed(IBig);

impl Fixed {
    fn new(x: f64) -> Self {
        // x = m 2^e with a whole m.
        let e = if x == 0.0 { 0 } else { x.abs().log2().floor() as i32 - 52 };
        let scaled = |e: i32| 2f64.powi(e / 2) * 2f64.powi(e - e / 2);
        let m = IBig::try_from(x * scaled(-e)).unwrap();
        let shift = PLACES as i32 + e;
        Fixed(if shift >= 0 { m << shift as usize } else { m >> (-shift) as usize })
    }
    fn plus(&self, other: &Self) -> Self {
        Fixed(&self.0 + &other.0)
    }
    fn minus(&self, other: &Self) -> Self {
        Fixed(&self.0 - &other.0)
    }
    fn times(&self, other: &Self) -> Self {
        Fixed((&self.0 * &other.0) >> PLACES)
    }
    fn over(&self, other: &Self) -> Self {
        Fixed((&self.0 << PLACES) / &other.0)
    }
    fn value(&self) -> f64 {
        let text = self.0.to_f64().value();
        text / 2f64.powi(128) / 2f64.powi(128)
    }
    /// Newton's iteration from a float.
    fn root(&self) -> Self {
        let mut root = Fixed::new(self.value().sqrt());
        let half = Fixed::new(0.5);
        for _ in 0..5 {
            root = root.plus(&self.over(&root)).times(&half);
        }
        root
    }
    /// Sine and cosine by their series.
    fn sin_cos(&self) -> (Self, Self) {
        let (mut sin, mut cos) = (Fixed::new(0.0), Fixed::new(0.0));
        let mut term = Fixed::new(1.0);
        for n in 0..120 {
            match n % 4 {
                0 => cos = cos.plus(&term),
                1 => sin = sin.plus(&term),
                2 => cos = cos.minus(&term),
                _ => sin = sin.minus(&term),
            }
            term = term.times(self).over(&Fixed::new(f64::from(n + 1)));
        }
        (sin, cos)
    }
}

/// A rigid map: rows and translation.
struct Map {
    rows: [[Fixed; 3]; 3],
    translation: [Fixed; 3],
}

impl Map {
    fn moved(translation: [f64; 3]) -> Self {
        let unit = |i: usize| [0, 1, 2].map(|j| Fixed::new(if i == j { 1.0 } else { 0.0 }));
        Map { rows: [0, 1, 2].map(unit), translation: translation.map(Fixed::new) }
    }
    /// Rodrigues' formula.
    fn turned(axis: [f64; 3], angle: &Fixed) -> Self {
        let axis = axis.map(Fixed::new);
        let length = axis.iter().fold(Fixed::new(0.0), |sum, x| sum.plus(&x.times(x))).root();
        let k = axis.map(|x| x.over(&length));
        let (sin, cos) = angle.sin_cos();
        let versine = Fixed::new(1.0).minus(&cos);
        let entry = |i: usize, j: usize| {
            let square = k[i].times(&k[j]).times(&versine);
            if i == j {
                return square.plus(&cos);
            }
            let cross = k[3 - i - j].times(&sin);
            if (i + 1) % 3 == j { square.minus(&cross) } else { square.plus(&cross) }
        };
        Map { rows: [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j))), translation: [0.0; 3].map(Fixed::new) }
    }
    fn slid(axis: [f64; 3], way: f64) -> Self {
        let axis = axis.map(Fixed::new);
        let length = axis.iter().fold(Fixed::new(0.0), |sum, x| sum.plus(&x.times(x))).root();
        Map { translation: axis.map(|x| x.over(&length).times(&Fixed::new(way))), ..Map::moved([0.0; 3]) }
    }
    fn then(&self, inner: &Self) -> Self {
        let dot = |i: usize, column: [&Fixed; 3]| {
            (0..3).fold(Fixed::new(0.0), |sum, k| sum.plus(&self.rows[i][k].times(column[k])))
        };
        Map {
            rows: [0, 1, 2].map(|i| [0, 1, 2].map(|j| dot(i, [0, 1, 2].map(|k| &inner.rows[k][j])))),
            translation: [0, 1, 2].map(|i| dot(i, inner.translation.each_ref()).plus(&self.translation[i])),
        }
    }
}

/// The parts of its stated errors that a pose uses.
fn used(pose: &Pose3<f64>, exact: &Map) -> [f64; 2] {
    let norm = |misses: Vec<Fixed>| misses.iter().map(|miss| miss.value().powi(2)).sum::<f64>().sqrt();
    let entry = |k: usize| Fixed::new(pose.matrix().column(k % 3)[k / 3]).minus(&exact.rows[k / 3][k % 3]);
    let turned = norm((0..9).map(entry).collect());
    let moved = norm((0..3).map(|i| Fixed::new(pose.translation()[i]).minus(&exact.translation[i])).collect());
    [turned / pose.rotation_error(), moved / pose.translation_error()]
}

struct Chain {
    robot: Robot,
    origins: Vec<([f64; 3], [f64; 3])>,
    axes: Vec<[f64; 3]>,
    slides: Vec<bool>,
}

impl Chain {
    fn random(random: &mut Random) -> Self {
        let mut builder = Robot::builder("chain").link("0", vec![]);
        let (mut origins, mut axes, mut slides) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..7 {
            let mut three = |size: f64| [0, 1, 2].map(|_| random.between(-size, size));
            let (xyz, rpy, axis) = (three(0.5), three(3.0), three(1.0));
            let axis = if i % 3 == 0 { [0.0, if i == 3 { -1.0 } else { 1.0 }, 0.0] } else { axis };
            let slide = i % 4 == 2;
            let kind = if slide { JointKind::Prismatic } else { JointKind::Continuous };
            let pose = origin(Vec3::from(xyz), rpy).unwrap();
            let joint = JointSpec::new(i.to_string(), kind, i.to_string(), (i + 1).to_string());
            builder = builder.link((i + 1).to_string(), vec![]).joint(joint.at(pose).axis(Vec3::from(axis)));
            origins.push((xyz, rpy));
            axes.push(axis);
            slides.push(slide);
        }
        Chain { robot: builder.build().unwrap(), origins, axes, slides }
    }

    fn exact(&self, q: &[f64]) -> Map {
        let mut map = Map::moved([0.0; 3]);
        for (i, &value) in q.iter().enumerate() {
            let (xyz, rpy) = self.origins[i];
            map = map.then(&Map::moved(xyz));
            for k in [2, 1, 0] {
                let axis = [0, 1, 2].map(|j| if j == k { 1.0 } else { 0.0 });
                map = map.then(&Map::turned(axis, &Fixed::new(rpy[k])));
            }
            let moved = if self.slides[i] {
                Map::slid(self.axes[i], value)
            } else {
                Map::turned(self.axes[i], &Fixed::new(value))
            };
            map = map.then(&moved);
        }
        map
    }
}

#[test]
fn poses_of_random_chains_stay_within_their_stated_errors() {
    let mut random = Random::new(4);
    let mut most = [0.0f64; 2];
    for _ in 0..60 {
        let chain = Chain::random(&mut random);
        let q: Vec<f64> = (0..7).map(|_| random.between(-3.1, 3.1)).collect();
        let pose = chain.robot.link_pose(&chain.robot.place(&q).unwrap(), 7);
        let parts = used(&pose, &chain.exact(&q));
        assert!(parts[0] <= 1.0 && parts[1] <= 1.0, "{parts:?}");
        assert!(pose.rotation_error() < 1e-12 && pose.translation_error() < 1e-12, "{pose:?}");
        most = [most[0].max(parts[0]), most[1].max(parts[1])];
    }
    // Near enough to the truth for a bound that is 200 times too small to be seen.
    assert!(most[0] > 0.005 && most[1] > 0.005, "{most:?}");
}
