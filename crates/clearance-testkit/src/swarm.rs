//! Two shapes in many poses, answered by every query and judged by what one answer says of another, which takes
//! microseconds a pose. A share of the poses is judged once more in 106 bits, as the [contract](crate::contract) is,
//! with all fields of the answers.

use clearance::math::Rotor;
use std::time::{Duration, Instant};

use clearance::query::{self, WarmStart, Within, certify, distance, distance_within, intersects, signed_distance};
use clearance::{Accuracy, Options, Pose, Proximity, Real, Shape, Status, Support, SupportExt, Vec2, Vec3};

use crate::contract::{PROVEN, ROUNDINGS, Referee, Violation, require};
use crate::directed::{FAMILIES, directed};
use crate::make::{World, pose, shape, vector};
use crate::pairs::{FAR_FROM_KINKS, Pair};
use crate::random::Random;
use crate::spec::{BodySpec, PoseSpec};
use crate::trial::Trial;

/// The queries of two shapes.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Queries.
    pub queries: u64,
    /// Answers that leave the status open.
    pub undecided: u64,
    /// Poses whose answers were judged in 106 bits, all fields.
    pub referred: u64,
    /// Gradients that differences judged.
    pub differences: u64,
    /// What the answers contradict, with the pair.
    pub violations: Vec<(Violation, Pair)>,
}

impl Asked {
    /// Both together.
    pub fn and(mut self, other: Asked) -> Asked {
        self.queries += other.queries;
        self.undecided += other.undecided;
        self.referred += other.referred;
        self.differences += other.differences;
        self.violations.extend(other.violations);
        self
    }
}

/// How far a witness point may lie outside its body, of the size.
fn allowed<V: World>() -> f64 {
    let unit = V::Scalar::UNIT.to_f64();
    // In single precision the contract allows 5.4e-6, and this judge rounds by as much as the answer.
    if unit < f64::EPSILON { 1e-13 } else { (ROUNDINGS + 8.0) * unit }
}

/// How far the planes along a normal may be from proving the lower bound, of the size.
fn proven<V: World>() -> f64 {
    PROVEN * V::Scalar::UNIT.to_f64()
}

/// Poses of a pair that takes all its time for one.
const FEWEST: usize = 8;

/// The first of as many poses of a pair is judged in 106 bits, in one pair of [`PAIRS_A_REFEREE`].
const POSES_A_REFEREE: usize = 1024;
const PAIRS_A_REFEREE: u64 = 4;

/// Pair number `index` of a seed in as many poses as the time allows: thousands of two balls, a few of deep
/// combinations. One pair in eight is as large or as small as its numbers may be.
pub fn swarm<V: World>(seed: u64, index: u64, time: Duration) -> Asked {
    let mut random = Random::new(seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ index);
    let is_directed = V::DIM == 3 && random.once_in(4);
    let pair =
        if is_directed { directed(random.pick(&FAMILIES), &mut random) } else { Pair::random(seed, index, V::DIM) };
    let is_at_the_end = random.once_in(8);
    let pair = if is_at_the_end { at_the_end::<V>(&pair, &mut random) } else { pair };
    // Squares of the referee's numbers, which are `f64`, would overflow at the end.
    let is_referred = !is_at_the_end && index.is_multiple_of(PAIRS_A_REFEREE);
    let by_differences = is_referred && !is_directed && FAR_FROM_KINKS.contains(&pair.regime);
    let mut asked = Asked::default();
    // What a constructor refuses is no body: other tests say why it does.
    let (Ok(a), Ok(b)) = (shape::<V>(&pair.a.shape), shape::<V>(&pair.b.shape)) else { return asked };
    let (Some(pose_a), Some(pose_b)) = (admitted::<V>(&pair.a.pose), admitted::<V>(&pair.b.pose)) else { return asked };
    let relative = Pose::relative(&pose_a, &pose_b);
    let about: Vec<f64> = (0..V::DIM).map(|i| relative.translation()[i].to_f64()).collect();
    let quaternion = relative.rotor().quaternion().map(Real::to_f64);
    let mut warm = WarmStart::new();
    let started = Instant::now();
    for number in 0.. {
        if number >= FEWEST && number.is_multiple_of(8) && started.elapsed() > time {
            break;
        }
        let spec = moved(&about, quaternion, &mut random);
        let Some(placed) = admitted::<V>(&spec) else { continue };
        let mut judged = ask(&a, &b, &placed, number, &mut warm, &mut random, &mut asked);
        let refers = is_referred && number.is_multiple_of(POSES_A_REFEREE);
        if judged.is_ok() && !refers {
            continue;
        }
        let still = BodySpec { pose: PoseSpec::identity(V::DIM), ..pair.a.clone() };
        let posed = Pair { a: still, b: BodySpec { pose: spec, ..pair.b.clone() }, ..pair };
        if refers {
            judged = judged.and_then(|()| refer::<V>(&posed, by_differences, &mut asked));
        }
        asked.violations.extend(judged.err().map(|violation| (violation, posed)));
    }
    asked
}

/// The pair near the largest or the smallest lengths.
fn at_the_end<V: World>(pair: &Pair, random: &mut Random) -> Pair {
    // Parts lie up to some thousand times as far out as they are large.
    let digits = (V::Scalar::LARGEST.to_f64().log10() - 4.0) * random.uniform(0.5, 1.0);
    let factor = 10f64.powf(if random.once_in(2) { digits } else { -digits });
    Pair { a: pair.a.scaled(factor), b: pair.b.scaled(factor), ..*pair }
}

/// The pose again, nearer, farther, or turned; by anything from everything to the last bit.
fn moved(about: &[f64], quaternion: [f64; 4], random: &mut Random) -> PoseSpec {
    let little = random.magnitude(-16.0, 0.0);
    let (factor, turn) = match random.below(4) {
        0 => (random.uniform(-2.0, 2.0), 1.0),
        1 => (1.0 + random.uniform(-1.0, 1.0) * little, 0.0),
        2 => (1.0, little),
        _ => (1.0 + random.uniform(-1.0, 1.0) * little, little),
    };
    let by = random.quaternion(about.len());
    let quaternion = std::array::from_fn(|i| quaternion[i] * (1.0 - turn) + by[i] * turn);
    PoseSpec { translation: about.iter().map(|x| x * factor).collect(), quaternion }
}

fn admitted<V: World>(spec: &PoseSpec) -> Option<Pose<V>> {
    let squares: f64 = spec.quaternion.iter().map(|q| q * q).sum();
    let largest = V::Scalar::LARGEST.to_f64();
    (squares > 1e-6 && spec.translation.iter().all(|x| x.abs() <= largest)).then(|| pose(spec))
}

fn ask<V: World>(
    a: &Shape<V>,
    b: &Shape<V>,
    b_in_a: &Pose<V>,
    number: usize,
    warm: &mut WarmStart<V>,
    random: &mut Random,
    asked: &mut Asked,
) -> Result<(), Violation> {
    let (in_a, in_b) = ((a, &Pose::IDENTITY), (b, b_in_a));

    let first = signed_distance(a, b, b_in_a);
    let (swapped, apart) = (query::Pair::in_world(in_b, in_a).signed_distance(), distance(a, b, b_in_a));
    let (meets, again) = (intersects(a, b, b_in_a), query::Pair::new(a, b, b_in_a).warm(warm).signed_distance());
    let max = first.signed_distance * V::Scalar::from_f64(random.uniform(0.0, 2.0));
    let within = distance_within(a, b, b_in_a, max);
    asked.queries += 6;
    asked.undecided += u64::from(!first.proven);
    for answer in [&first, &swapped, &again] {
        consistent(answer)?;
    }
    claim("intersects is the status of signed_distance", meets == (first.status != Status::Separated))?;
    agree("signed_distance and its exchange", &first, &swapped)?;
    agree("a cold and a warm signed_distance", &first, &again)?;
    claim("distance has the status of signed_distance", meets == (apart.status != Status::Separated))?;
    if !meets {
        agree("signed_distance and distance", &first, &apart)?;
    }
    match within {
        Within::Near(near) => claim("what is near is not proven beyond", near.bounds.lower <= max)?,
        Within::Beyond { lower } => {
            claim("what is beyond is proven so", lower > max && lower <= first.bounds.upper)?;
        }
    }
    let extent = |body: &Shape<V>| body.reach() + body.radius() + body.anchor().max_abs();
    let size = extent(a).max(extent(b)).max(b_in_a.translation().max_abs());
    // Two points at one place have no size, and nothing of theirs rounds.
    let size = if size > V::Scalar::ZERO { size } else { V::Scalar::ONE };
    let bodies = Placed { a, b, b_in_a, size };
    bodies.check(&first, [0.0, allowed::<V>()])?;
    let mirrored = -swapped.normal;
    let width = (first.bounds.width() / size).to_f64() + (swapped.bounds.width() / size).to_f64();
    require(
        "exchanged bodies give the opposite normal or one of a tie",
        bodies.short_of(mirrored, first.bounds.lower),
        proven::<V>() + width,
    )?;
    inside(a, first.witness_a, first.normal, size, random)?;
    let back = b_in_a.vector_back(swapped.witness_a - b_in_a.translation());
    inside(b, back, b_in_a.vector_back(swapped.normal), size, random)?;
    if number.is_multiple_of(64) {
        asked.queries += 2;
        let gradient = query::gradient(a, b, b_in_a);
        for branch in &gradient.branches {
            for pair in &branch.pairs {
                let [witness_a, witness_b] = *pair;
                let generator = Proximity { normal: branch.normal, witness_a, witness_b, ..gradient.proximity };
                // Normals that tie within the bounds are generators, and their points are not those that an exact
                // decision narrows.
                let tie = (gradient.proximity.bounds.width() / size).to_f64();
                bodies.check(&generator, [tie, proven::<V>()])?;
                if gradient.complete {
                    inside(a, witness_a, branch.normal, size, random)?;
                }
            }
        }
        for point in &query::contact(a, b, b_in_a).points {
            let deep = ((first.bounds.lower - point.distance) / size).to_f64();
            require("no contact point is deeper than the bounds", deep, allowed::<V>())?;
        }
    }
    if number.is_multiple_of(16) {
        let options = Options { accuracy: Accuracy::Tight, ..Options::default() };
        let tight = query::Pair::new(a, b, b_in_a).options(options).signed_distance();
        let proof = certify(in_a, in_b);
        asked.queries += 2;
        consistent(&tight)?;
        agree("signed_distance and its tight form", &first, &tight)?;
        let certified = proof.is_none_or(|proof| proof.status() == first.status && first.proven);
        claim("what can be certified is proven, with that status", certified)?;
    }
    Ok(())
}

/// Judges a pose in 106 bits: the contract, the exchange, the generators, the contact points, and the gradient by
/// differences where it is wanted.
fn refer<V: World>(pair: &Pair, by_differences: bool, asked: &mut Asked) -> Result<(), Violation> {
    let trial = Trial::<V>::new(pair);
    let [a, b] = trial.specs();
    let is_double = V::Scalar::UNIT.to_f64() < f64::EPSILON;
    let points = if is_double { PROVEN } else { ROUNDINGS };
    Referee::new(a, b, V::DIM).check_within(&trial.answer(&Options::default()), points)?;
    trial.check_fields()?;
    asked.referred += 1;
    let verdicts = match V::DIM {
        _ if !(by_differences && is_double) => [None, None],
        2 => gradient_of(&Trial::<Vec2<f64>>::new(pair)),
        _ => gradient_of(&Trial::<Vec3<f64>>::new(pair)),
    };
    for verdict in verdicts.into_iter().flatten() {
        asked.differences += 1;
        verdict?;
    }
    Ok(())
}

fn gradient_of<V: World<Scalar = f64>>(trial: &Trial<V>) -> [Option<Result<(), Violation>>; 2] {
    [trial.check_differences(), trial.check_rates()]
}

/// Two bodies as they lie, and the largest length.
struct Placed<'p, V: World> {
    a: &'p Shape<V>,
    b: &'p Shape<V>,
    b_in_a: &'p Pose<V>,
    size: V::Scalar,
}

impl<V: World> Placed<'_, V> {
    /// How far the separation along a unit direction is below a bound, of the size.
    fn short_of(&self, normal: V, lower: V::Scalar) -> f64 {
        let Placed { a, b, b_in_a, size } = *self;
        let back = b_in_a.vector_back(-normal);
        let top = a.support(normal) + a.anchor();
        let low = b_in_a.point(b.support(back) + b.anchor());
        // In parts of the size, so that nothing overflows.
        let scale = V::Scalar::ONE / size;
        let gap = (low * scale).dot(normal) - (top * scale).dot(normal) - (a.radius() + b.radius()) * scale;
        (lower * scale - gap).to_f64()
    }

    /// The normal proves the lower bound within a tie, and the witness points face each other along it within the
    /// bounds and what they round by.
    fn check(&self, answer: &Proximity<V>, [tie, rounding]: [f64; 2]) -> Result<(), Violation> {
        let short = self.short_of(answer.normal, answer.bounds.lower);
        require("the planes along the normal prove the lower bound", short, proven::<V>() + tie)?;
        let scale = V::Scalar::ONE / self.size;
        let between = (answer.witness_b - answer.witness_a) * scale - answer.normal * (answer.signed_distance * scale);
        let within = (answer.bounds.width() * scale).to_f64() + rounding;
        require("the witness points face each other along the normal", between.norm().to_f64(), within)
    }
}

/// The status is what the bounds say, and the distance lies between them.
fn consistent<V: World>(answer: &Proximity<V>) -> Result<(), Violation> {
    let (lower, upper) = (answer.bounds.lower, answer.bounds.upper);
    let between = lower <= answer.signed_distance && answer.signed_distance <= upper;
    claim("the signed distance lies between finite bounds", between && lower.is_finite() && upper.is_finite())?;
    let zero = V::Scalar::ZERO;
    let fits = match answer.status {
        Status::Separated => upper >= zero && (lower > zero || answer.proven),
        Status::Overlapping => lower <= zero && (upper < zero || answer.proven),
        _ => lower <= zero && zero <= upper,
    };
    claim("the status is that of the bounds", fits)
}

fn agree<V: World>(clause: &'static str, p: &Proximity<V>, q: &Proximity<V>) -> Result<(), Violation> {
    let gap = p.bounds.lower.max(q.bounds.lower).to_f64() - p.bounds.upper.min(q.bounds.upper).to_f64();
    require(clause, gap, 0.0)?;
    let same = p.status == q.status || !(p.proven && q.proven);
    claim("two proven statuses are one", same)
}

/// The witness point of the first body, given in its frame, does not lie beyond it along the normal or two random
/// directions.
fn inside<V: World>(
    body: &Shape<V>,
    witness: V,
    normal: V,
    size: V::Scalar,
    random: &mut Random,
) -> Result<(), Violation> {
    let (at, radius) = (witness - body.anchor(), body.radius());
    let some = |random: &mut Random| vector::<V>(&random.direction(V::DIM));
    let directions = [normal, some(random), some(random)];
    let outside = directions.map(|dir| {
        // In parts of the size, so that nothing overflows.
        let beyond = (at - body.support(dir)) * (V::Scalar::ONE / size);
        beyond.dot(dir).to_f64() - (radius / size * dir.norm()).to_f64()
    });
    let worst = outside.into_iter().fold(f64::NEG_INFINITY, f64::max);
    require("a witness point lies in its body", worst, allowed::<V>())
}

fn claim(clause: &'static str, holds: bool) -> Result<(), Violation> {
    require(clause, if holds { 0.0 } else { f64::NAN }, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vector;

    fn check<V: World>() -> Asked {
        let asked = (0..40).map(|index| swarm::<V>(1, index, Duration::ZERO));
        let all = asked.fold(Asked::default(), Asked::and);
        assert!(all.queries > 1500, "{} queries", all.queries);
        assert!(all.referred > 4, "{} judged in 106 bits", all.referred);
        assert!(all.violations.is_empty(), "{:?}", all.violations);
        all
    }

    #[test]
    fn a_few_thousand_answers_do_not_contradict_one_another() {
        check::<Vec3<f32>>();
        check::<Vec2<f32>>();
        let by_differences = check::<Vec3<f64>>().differences + check::<Vec2<f64>>().differences;
        assert!(by_differences > 4, "{by_differences} gradients judged by differences");
    }

    #[test]
    fn a_wrong_bound_and_a_point_outside_are_seen() {
        let ball: Shape<Vec3<f64>> = clearance::Ball::new(1.0).expect("a ball").into();
        let b_in_a = Pose::from_translation(Vec3::new(3.0, 0.0, 0.0)).expect("a pose");
        let right = signed_distance(&ball, &ball, &b_in_a);
        let mut random = Random::new(1);
        let mut seen = |point: Vec3<f64>| inside(&ball, point, right.normal, 3.0, &mut random).is_err();
        assert!(!seen(right.witness_a) && seen(right.witness_a + right.normal * 1e-12));
        let mut wrong = right;
        (wrong.bounds.lower, wrong.bounds.upper) = (right.bounds.upper + 1e-12, right.bounds.upper + 2e-12);
        let bodies = Placed { a: &ball, b: &ball, b_in_a: &b_in_a, size: 3.0 };
        let turned = Proximity { normal: (right.normal + Vec3::new(0.0, 1e-9, 0.0)).normalized(), ..right };
        let moved = Proximity { witness_b: right.witness_b + Vec3::new(0.0, 1e-11, 0.0), ..right };
        let is_seen = |answer: &Proximity<Vec3<f64>>| bodies.check(answer, [0.0, 1e-13]).is_err();
        assert!(!is_seen(&right) && is_seen(&turned) && is_seen(&moved));
        assert!(consistent(&right).is_ok() && consistent(&wrong).is_err());
        assert!(agree("", &right, &right).is_ok() && agree("", &right, &wrong).is_err());
    }
}
