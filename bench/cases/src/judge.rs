//! Compares an engine's answers with the truth.

use clearance::query;
use clearance::{Pose3, Shape3, ShapeError, Support, SupportExt, Vec3, Vector};

use crate::{Cell, Pair, bodies};

/// The frame in which an engine gives its normals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Frame {
    OfA,
    World,
}

/// The numbers in which an engine gives its normals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    Single,
    Double,
}

/// What came out for a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    pub pairs: usize,
    /// No answer at all.
    pub failures: usize,
    /// Meeting pairs called separate, or the other way round.
    pub wrong: usize,
    /// Values compared.
    pub values: usize,
    pub max_error: f64,
    pub median_error: f64,
    /// Fraction of the depth by which a move along the normal would have to be longer to separate the bodies; beyond
    /// what the rounding of the true normal to the engine's numbers costs, which is much of a depth that is tiny beside
    /// the bodies.
    pub max_normal_excess: f64,
    /// Pairs with no answer, a wrong boolean, or a value or normal beyond [`Precision::allowed_error`] and
    /// [`ALLOWED_EXCESS`].
    pub unclean: usize,
}

/// The part of the depth by which a move along the normal may be too short to part the bodies.
pub const ALLOWED_EXCESS: f64 = 1e-3;

impl Precision {
    /// Largest error of a value of bodies about 1 in size: some roundings, or the tolerance 1e-6 that most engines
    /// have, twice.
    pub fn allowed_error(self) -> f64 {
        if self == Precision::Single { 1e-5 } else { 2e-6 }
    }
}

/// Judges answers of four numbers a pair: value and normal.
pub fn judge(
    cell: &Cell,
    query: &str,
    (frame, precision): (Frame, Precision),
    answers: &[f64],
) -> Result<Verdict, ShapeError> {
    let shapes = cell.shapes.iter().map(bodies::shape::<f64>).collect::<Result<Vec<_>, _>>()?;
    let mut verdict = Verdict { pairs: cell.pairs.len(), ..Verdict::default() };
    let mut errors = Vec::new();
    for (pair, answer) in cell.pairs.iter().zip(answers.chunks_exact(4)) {
        let (value, normal) = (answer[0], bodies::vector::<f64>([answer[1], answer[2], answer[3]]));
        if value.is_nan() {
            verdict.failures += 1;
            verdict.unclean += 1;
            continue;
        }
        let says_meet = if query == "bool" { value == 1.0 } else { value <= 0.0 };
        let meet = pair.truth.value <= 0.0;
        let open = pair.truth.lower <= 0.0 && pair.truth.upper > 0.0;
        let wrong = says_meet != meet && !open;
        verdict.wrong += usize::from(wrong);
        if query == "bool" || (query == "dist" && meet) {
            verdict.unclean += usize::from(wrong);
            continue;
        }
        // Where the certificate is undecided, no engine errs.
        let error = (pair.truth.lower - value).max(value - pair.truth.upper).max(0.0);
        errors.push(error);
        let mut excess = 0.0;
        if query == "pen" && meet && normal.norm() > 0.0 {
            let bodies = Overlap::new(&shapes, pair)?;
            let (depth, width) = (-pair.truth.value, bodies.width(normal, frame));
            excess = width / depth - 1.0;
            if excess > verdict.max_normal_excess.min(ALLOWED_EXCESS) {
                let least = bodies.width(bodies.rounded_normal(frame, precision), frame).max(depth);
                excess = (width - least) / depth;
                verdict.max_normal_excess = verdict.max_normal_excess.max(excess);
            }
        }
        verdict.unclean += usize::from(wrong || error > precision.allowed_error() || excess > ALLOWED_EXCESS);
    }
    errors.sort_by(f64::total_cmp);
    verdict.values = errors.len();
    verdict.max_error = errors.last().copied().unwrap_or(0.0);
    verdict.median_error = errors.get(errors.len() / 2).copied().unwrap_or(0.0);
    Ok(verdict)
}

/// Two bodies that overlap.
struct Overlap<'c> {
    shapes: [&'c Shape3<f64>; 2],
    poses: [Pose3<f64>; 2],
}

impl<'c> Overlap<'c> {
    fn new(shapes: &'c [Shape3<f64>], pair: &Pair) -> Result<Self, ShapeError> {
        let poses = [bodies::pose(&pair.places[0])?, bodies::pose(&pair.places[1])?];
        Ok(Overlap { shapes: pair.shapes.map(|shape| &shapes[shape as usize]), poses })
    }

    /// How far B must move along the normal to separate.
    fn width(&self, normal: Vec3<f64>, frame: Frame) -> f64 {
        let normal = if frame == Frame::OfA { self.poses[0].vector(normal) } else { normal }.normalized();
        let reach = |side: usize, toward: Vec3<f64>| {
            let (shape, pose) = (self.shapes[side], &self.poses[side]);
            farthest(shape, pose, toward).dot(toward) + shape.radius()
        };
        reach(0, normal) + reach(1, -normal)
    }

    /// The true normal as an engine could give it at best.
    fn rounded_normal(&self, frame: Frame, precision: Precision) -> Vec3<f64> {
        let [a, b] = [(self.shapes[0], &self.poses[0]), (self.shapes[1], &self.poses[1])];
        let normal = query::Pair::in_world(a, b).signed_distance().normal;
        let normal = if frame == Frame::OfA { self.poses[0].vector_back(normal) } else { normal };
        if precision == Precision::Double { normal } else { Vec3::from_fn(|i| f64::from(normal[i] as f32)) }
    }
}

fn farthest(shape: &Shape3<f64>, pose: &Pose3<f64>, toward: Vec3<f64>) -> Vec3<f64> {
    pose.point(shape.anchor() + shape.support(pose.vector_back(toward)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, Solid, Truth};

    /// Two balls of radius 1, 1.5 apart along the world's y; A is turned so that its x is the world's y.
    fn overlap() -> Cell {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let a = Place { rotation: [half, 0.0, 0.0, half], translation: [0.25, -1.0, 3.0] };
        let b = Place { rotation: [0.5, 0.5, -0.5, 0.5], translation: [0.25, 0.5, 3.0] };
        let truth = Truth { value: -0.5, lower: -0.5 - 1e-15, upper: -0.5 + 1e-15 };
        Cell {
            steps: 1,
            shapes: vec![Solid::Ball(1.0)],
            pairs: vec![Pair { shapes: [0, 0], places: [a, b], truth }; 3],
        }
    }

    #[test]
    fn a_normal_is_judged_in_its_frame() {
        let answers = [-0.5, 1.0, 0.0, 0.0].repeat(3);
        let in_a = judge(&overlap(), "pen", (Frame::OfA, Precision::Double), &answers).unwrap();
        let in_world = judge(&overlap(), "pen", (Frame::World, Precision::Double), &answers).unwrap();
        assert!(in_a.max_error == 0.0 && in_a.max_normal_excess < 1e-12);
        // Across the line of centres the balls have to move by 2.
        assert!((in_world.max_normal_excess - 3.0).abs() < 1e-12);
    }

    /// Two cubes of side 2 that overlap by 1e-6 along an axis of which the components are no numbers of `f32`.
    #[test]
    fn a_normal_in_single_precision_may_be_rounded_once() {
        let turned = [0.9, 0.1, 0.3, 0.2];
        let a = Place { rotation: turned, translation: [0.0; 3] };
        let axis = bodies::pose::<f64>(&a).unwrap().vector(Vec3::axis(0));
        let b = Place { rotation: turned, translation: [0, 1, 2].map(|i| axis[i] * (2.0 - 1e-6)) };
        let truth = Truth { value: -1e-6, lower: -1.1e-6, upper: -0.9e-6 };
        let pairs = vec![Pair { shapes: [0, 0], places: [a, b], truth }];
        let cell = Cell { steps: 1, shapes: vec![Solid::Box([1.0; 3])], pairs };
        let excess = |normal: Vec3<f64>, precision| {
            let answer = [-1e-6, normal[0], normal[1], normal[2]];
            judge(&cell, "pen", (Frame::World, precision), &answer).unwrap().max_normal_excess
        };
        let rounded = Vec3::from_fn(|i| f64::from(axis[i] as f32));
        assert!(excess(axis, Precision::Double) < 1e-8);
        assert!(excess(rounded, Precision::Double) > 1e-3);
        assert!(excess(rounded, Precision::Single) < 1e-8);
        let wrong = Vec3::from_fn(|i| f64::from((axis[i] + if i == 0 { 1e-6 } else { 0.0 }) as f32));
        assert!(excess(wrong, Precision::Single) > 1e-3);
    }

    #[test]
    fn wrong_booleans_and_failures_are_counted_apart() {
        let answers = [[0.0; 4], [1.0; 4], [f64::NAN; 4]].concat();
        let verdict = judge(&overlap(), "bool", (Frame::World, Precision::Double), &answers).unwrap();
        assert_eq!((verdict.wrong, verdict.failures, verdict.values, verdict.unclean), (1, 1, 0, 2));
    }

    /// Three answers: one is right, one errs by 3e-6, and one has a normal across the line of centres.
    #[test]
    fn answers_beyond_the_tolerance_are_counted_pair_by_pair() {
        let answers = [[-0.5, 1.0, 0.0, 0.0], [-0.500003, 1.0, 0.0, 0.0], [-0.5, 0.0, 1.0, 0.0]].concat();
        let unclean = |precision| judge(&overlap(), "pen", (Frame::OfA, precision), &answers).unwrap().unclean;
        assert_eq!((unclean(Precision::Double), unclean(Precision::Single)), (2, 1));
    }
}
