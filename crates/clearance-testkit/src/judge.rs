//! Judges what belongs to an answer besides its bounds: the generators of its gradient, its contact points, and the
//! answer of the exchanged bodies. Each is proven or refuted in 106 bits from the definitions, like the
//! [contract](crate::contract).

use clearance::query::{self, ContactOptions, Manifold, PoseGradient, Twist};
use clearance::{Pose, Proximity, Real, Shape, Status};

use crate::contract::{PROVEN, Referee, Violation, require};
use crate::make::World;
use crate::model::rotation;
use crate::number::{Number, Wide};
use crate::pairs::Pair;
use crate::spec::{BodySpec, PoseSpec};
use crate::triple::Triple;

/// Roundings of the scalar, relative to the size, within which normals and points of generators and contacts must be
/// right: 10⁻¹³ in `f64`.
pub const ROUNDINGS: f64 = PROVEN;

/// How far outside corners of curved faces may be, which are found by tilting, as a part of the size: 3 of 2500 random
/// pairs are above 10⁻¹³.
const CORNERS: f64 = 1e-10;

/// The step of differences, as a part of the distance to the next thing that may change.
const STEP: f64 = 1.0 / 1024.0;

/// Steps of one-sided differences, each a quarter of the one before.
const LEVELS: usize = 6;

/// How far a normal of a smooth border turns in the last of these, at most; one that is farther from all generators is
/// that of another feature.
const TURN: f64 = 1e-3;

/// Differences of two steps that disagree by more than this, relative to the size of a gradient, are near a kink and
/// judge nothing.
const SURE: f64 = 1e-5;

/// Two bodies with their poses, as specifications and as the crate under test sees them.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'b, V: World> {
    /// What the oracles see.
    pub specs: [&'b BodySpec; 2],
    /// What the crate under test sees.
    pub bodies: [(&'b Shape<V>, &'b Pose<V>); 2],
}

impl<V: World> Bodies<'_, V> {
    fn pair(&self) -> query::Pair<'_, V, Shape<V>, Shape<V>> {
        query::Pair::in_world(self.bodies[0], self.bodies[1])
    }

    fn referee(&self) -> Referee {
        Referee::new(self.specs[0], self.specs[1], V::DIM)
    }

    /// All of it: the exchange, the generators, the contact points.
    pub fn check(&self) -> Result<(), Violation> {
        let (referee, found) = (self.referee(), self.pair().signed_distance());
        let swapped = query::Pair::in_world(self.bodies[1], self.bodies[0]).signed_distance();
        check_exchange(&referee, &found, &swapped)?;
        check_generators(&referee, &self.pair().gradient())?;
        let is_polytopal = self.specs.iter().all(|spec| {
            matches!(spec.shape.kind(), "point" | "segment" | "triangle" | "box" | "hull" | "sphere" | "capsule")
        });
        check_contact(&referee, &self.pair().contact(&ContactOptions::default()), is_polytopal)
    }
}

fn allowed<V: World>(referee: &Referee, answer: &Proximity<V>) -> [f64; 2] {
    let rounding = ROUNDINGS * V::Scalar::UNIT.to_f64() * referee.size();
    [rounding, rounding + answer.bounds.width().to_f64()]
}

/// The normal of the exchanged bodies is the opposite one, or one of a tie within the bounds.
pub fn check_exchange<V: World>(
    referee: &Referee,
    found: &Proximity<V>,
    swapped: &Proximity<V>,
) -> Result<(), Violation> {
    let [_, within] = allowed(referee, found);
    let [_, swapped_within] = allowed(referee, swapped);
    let proves = |normal: V| referee.plane(Triple::<Wide>::from_vector(normal)).value();
    let (own, other) = (proves(found.normal), proves(-swapped.normal));
    require("exchanged bodies give the opposite normal or one of a tie", (own - other).abs(), within + swapped_within)
}

/// Each generator is one of the answer's ties: its plane proves the bound, its points are of the bodies and face each
/// other along it.
pub fn check_generators<V: World>(referee: &Referee, found: &PoseGradient<V>) -> Result<(), Violation> {
    let answer = &found.proximity;
    let [rounding, within] = allowed(referee, answer);
    let first = found.branches.first().map(|branch| branch.normal.dot(answer.normal).to_f64());
    require("a gradient has generators", f64::from(u8::from(first.is_none())), 0.0)?;
    let alone = found.branches.len() == 1 && found.branches[0].pairs.len() == 1;
    let wrong = f64::from(u8::from(found.differentiable && !(alone && found.complete)));
    require("where the distance is differentiable it has one generator", wrong, 0.0)?;
    for branch in &found.branches {
        for pair in &branch.pairs {
            let generator = Proximity { normal: branch.normal, witness_a: pair[0], witness_b: pair[1], ..*answer };
            let measured = referee.measured(&generator);
            let short = answer.bounds.lower.to_f64() - measured.lower;
            require("the planes along a generator's normal prove the bound", short, within)?;
            // Where they are not all, those of discs are sixteen that are near the border.
            if found.complete {
                let near = rounding.max(CORNERS * referee.size());
                require("each point of a generator lies on its body", measured.outside, near)?;
            }
            require("the points of a generator face each other along its normal", measured.identity, within)?;
        }
    }
    Ok(())
}

/// Each contact point is a pair of points of the bodies, none deeper than the bounds, and the deepest as deep as the
/// answer.
pub fn check_contact<V: World>(referee: &Referee, found: &Manifold<V>, is_polytopal: bool) -> Result<(), Violation> {
    let answer = &found.proximity;
    let [rounding, within] = allowed(referee, answer);
    let mut least = f64::INFINITY;
    for point in &found.points {
        let distance = point.distance;
        let pair =
            Proximity { signed_distance: distance, witness_a: point.witness_a, witness_b: point.witness_b, ..*answer };
        let measured = referee.measured(&pair);
        // Corners of curved faces are found by tilting, and those of tilted ones are near the body only.
        if is_polytopal {
            require("each contact point lies on its body", measured.outside, rounding)?;
        }
        require("contact points face each other along the normal", measured.identity, rounding)?;
        let deep = answer.bounds.lower.to_f64() - distance.to_f64();
        require("no contact point is deeper than the bounds", deep, rounding)?;
        least = least.min(distance.to_f64());
    }
    require("some contact point is as deep as the bounds", least - answer.bounds.upper.to_f64(), within)
}

/// Whether a gradient that is said to be the only one is that of differences of the signed distances at neighbouring
/// poses of B, which are evaluated in 106 bits along the normals of their answers; `None` where a kink is near.
pub fn check_differences<V: World<Scalar = f64>>(bodies: &Bodies<'_, V>) -> Option<Result<(), Violation>> {
    differences(bodies, &bodies.pair().gradient())
}

/// [`check_differences`] of a gradient.
fn differences<V: World<Scalar = f64>>(
    bodies: &Bodies<'_, V>,
    found: &PoseGradient<V>,
) -> Option<Result<(), Violation>> {
    let [a, b] = bodies.specs;
    let size = bodies.referee().size();
    let extent = size.min(found.proximity.signed_distance.abs());
    if !found.differentiable || !(extent > 1e-6 * size) || found.proximity.status == Status::Undecided {
        return None;
    }
    let step = STEP * extent;
    let about = Triple::<Wide>::from_slice(&b.pose.translation);
    let normal = Triple::<Wide>::from_vector(found.branches[0].normal);
    let arm = Triple::<Wide>::from_vector(found.branches[0].pairs[0][1]) - about;
    let mut worst = 0.0f64;
    let here = value_of::<V>(a, b, &b.pose);
    let turns = if V::DIM == 3 { 3 } else { 1 };
    for i in 0..V::DIM + turns {
        // Turns by as much as they move the points.
        let length = if i < V::DIM { 1.0 } else { size };
        // The central difference, and how far those to either side are apart.
        let difference = |step: f64| {
            let (ahead, back) =
                (displaced(&b.pose, i, step / length, V::DIM), displaced(&b.pose, i, -step / length, V::DIM));
            let run = if i < V::DIM {
                Wide::new(ahead.translation[i]) - Wide::new(back.translation[i])
            } else {
                Wide::new(2.0 * turn_of(step / length) * length)
            };
            let (after, before) = (value_of::<V>(a, b, &ahead), value_of::<V>(a, b, &back));
            let opening = (after - here) + (before - here);
            (((after - before) / run).value(), (opening * Wide::new(2.0) / run).value().abs())
        };
        let [(coarse, wide), (fine, narrow)] = [step, 0.5 * step].map(difference);
        // Those to either side of a kink stay as far apart whatever the step, and their mean says nothing of it; else
        // they come together with the step.
        if !((coarse - fine).abs() <= SURE && narrow <= 0.75 * wide + SURE) {
            return None;
        }
        let estimate = fine + (fine - coarse) / 3.0;
        let exact = if i < V::DIM {
            normal.0[i]
        } else {
            let axis = if V::DIM == 3 { i - V::DIM } else { 2 };
            arm.cross(normal).0[axis] * Wide::new(1.0 / size)
        };
        worst = worst.max((exact.value() - estimate).abs() - (coarse - fine).abs());
    }
    Some(require("a gradient is that of differences", worst, 1e-7))
}

/// Whether the one-sided rates of a gradient that is complete are those of differences while B moves along an axis,
/// either way; `None` where they are not sure.
pub fn check_rates<V: World<Scalar = f64>>(bodies: &Bodies<'_, V>) -> Option<Result<(), Violation>> {
    rates(bodies, &bodies.pair().gradient())
}

/// [`check_rates`] of a gradient.
fn rates<V: World<Scalar = f64>>(bodies: &Bodies<'_, V>, found: &PoseGradient<V>) -> Option<Result<(), Violation>> {
    let [a, b] = bodies.specs;
    let size = bodies.referee().size();
    let extent = size.min(found.proximity.signed_distance.abs());
    if !found.complete || !(extent > 1e-6 * size) || found.proximity.status == Status::Undecided {
        return None;
    }
    let at = |i: usize, by: f64| bounded_value_of::<V>(a, b, &displaced(&b.pose, i, by, V::DIM));
    let (here, here_width, _) = at(0, 0.0);
    let referee = bodies.referee();
    // Whether the border has a kink nearer than a step whose answer has this normal: no tie here, where its plane is
    // below the distance.
    let is_past_kink = |normal: V| {
        let other = found.branches.iter().all(|branch| (branch.normal - normal).norm() > TURN);
        other && (here - referee.plane(Triple::<Wide>::from_vector(normal))).value() > here_width
    };
    let mut worst = 0.0f64;
    for (i, sign) in (0..V::DIM).flat_map(|i| [(i, 1.0), (i, -1.0)]) {
        let slope = |step: f64| {
            let run =
                Wide::new(displaced(&b.pose, i, sign * step, V::DIM).translation[i]) - Wide::new(b.pose.translation[i]);
            let (there, width, normal) = at(i, sign * step);
            (((there - here) / run.abs()).value(), (width + here_width) / run.abs().value(), normal)
        };
        // Without the first power of the step. The second derivative may jump anywhere: at smooth borders of features,
        // as where a corner takes over from an edge. So the steps shrink until such a place, which the last two of them
        // would have to lie beyond, is as good as none.
        let slopes = [(); LEVELS].map({
            let mut step = 4.0 * STEP * extent;
            move |()| {
                step *= 0.25;
                slope(step)
            }
        });
        if !((slopes[0].0 - slopes[1].0).abs() <= 4.0 * STEP) || is_past_kink(slopes[LEVELS - 1].2) {
            return None;
        }
        let limit = |k: usize| (4.0 * slopes[k + 1].0 - slopes[k].0) / 3.0;
        let [before, last] = [limit(LEVELS - 3), limit(LEVELS - 2)];
        let sure = (4.0 * slopes[LEVELS - 1].1 + slopes[LEVELS - 2].1) / 3.0;
        let moving = Twist { about: V::ZERO, linear: V::axis(i) * sign, angular: V::STILL };
        let rate = found.along(&Twist::STILL, &moving);
        worst = worst.max((rate - last).abs() - (last - before).abs() - sure);
    }
    Some(require("one-sided rates are those of differences", worst, 1e-6))
}

/// The signed distance with B at a pose, along the normal of the answer there.
fn value_of<V: World<Scalar = f64>>(a: &BodySpec, b: &BodySpec, pose: &PoseSpec) -> Wide {
    bounded_value_of::<V>(a, b, pose).0
}

/// [`value_of`], how far it may be below the true one: no more than the bounds of the answer are wide, and its normal.
fn bounded_value_of<V: World<Scalar = f64>>(a: &BodySpec, b: &BodySpec, pose: &PoseSpec) -> (Wide, f64, V) {
    let moved = BodySpec { shape: b.shape.clone(), pose: pose.clone() };
    let trial = crate::trial::Trial::<V>::new(&Pair::given(V::DIM, a.clone(), moved.clone()));
    let answer = trial.answer(&clearance::Options::default());
    let value = Referee::new(a, &moved, V::DIM).plane(Triple::<Wide>::from_vector(answer.normal));
    (value, answer.bounds.width() + (answer.bounds.lower - value.value()).max(0.0), answer.normal)
}

/// The angle of a turn by the quaternion `(1, x/2)`.
fn turn_of(x: f64) -> f64 {
    2.0 * (0.5 * x).atan()
}

/// The pose moved along an axis, or turned about its own origin.
fn displaced(pose: &PoseSpec, i: usize, by: f64, dim: usize) -> PoseSpec {
    let mut moved = pose.clone();
    if i < dim {
        moved.translation[i] += by;
        return moved;
    }
    let axis = if dim == 3 { i - dim } else { 2 };
    let turn: [f64; 3] = std::array::from_fn(|k| if k == axis { 0.5 * by } else { 0.0 });
    let [w, x, y, z] = pose.quaternion;
    let [p, q, r] = turn;
    moved.quaternion =
        [w - p * x - q * y - r * z, x + p * w + q * z - r * y, y + q * w + r * x - p * z, z + r * w + p * y - q * x];
    debug_assert!(rotation::<f64>(moved.quaternion)[0].norm() > 0.5);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ShapeSpec;
    use clearance::query::gradient;
    use clearance::{Rotor3, Vec3, Vector};

    type V = Vec3<f64>;

    fn bodies() -> [BodySpec; 2] {
        let pose = |translation: [f64; 3], quaternion| PoseSpec { translation: translation.to_vec(), quaternion };
        let a = ShapeSpec::Cone { radius: 1.25, half_length: 0.75, axis: None };
        let b = ShapeSpec::Box { half_extents: vec![0.5, 0.75, 1.5] };
        [
            BodySpec { shape: a, pose: pose([0.25, -0.5, 1.0], [0.3, 0.1, -0.7, 0.2]) },
            BodySpec { shape: b, pose: pose([0.5, 0.125, 1.25], [0.9, -0.2, 0.4, 0.6]) },
        ]
    }

    #[test]
    fn a_turned_normal_and_a_moved_point_are_caught() {
        let [a, b] = bodies();
        let trial = crate::trial::Trial::<V>::new(&Pair::given(3, a.clone(), b.clone()));
        let referee = Referee::new(&a, &b, 3);
        let found = trial.answer(&clearance::Options::default());
        assert!(referee.check(&found).is_ok() && trial.check_fields().is_ok());
        let turn = Rotor3::from_axis_angle(V::new(0.6, 0.0, 0.8).cross(found.normal).normalized(), 1e-9).unwrap();
        let turned = Proximity { normal: Pose::new(turn, V::ZERO).unwrap().vector(found.normal).normalized(), ..found };
        assert!(referee.check(&turned).is_err(), "{found:?} {turned:?}");
        for side in [found.normal, V::new(0.6, 0.0, 0.8), V::new(-0.8, 0.6, 0.0)] {
            for by in [1e-11, -1e-11] {
                let [mut one, mut two] = [found; 2];
                one.witness_a += side * by;
                two.witness_b += side * by;
                assert!(referee.check(&one).is_err() && referee.check(&two).is_err(), "{side:?}");
            }
        }
    }

    #[test]
    fn a_wrong_generator_and_a_wrong_contact_point_are_caught() {
        let [a, b] = bodies();
        let referee = Referee::new(&a, &b, 3);
        let [(a, pose_a), (b, pose_b)] = [&a, &b].map(|spec| crate::make::body::<V>(spec).unwrap());
        let pair = || query::Pair::in_world((&a, &pose_a), (&b, &pose_b));
        let found = pair().gradient();
        assert!(check_generators(&referee, &found).is_ok());
        let mut moved = found.clone();
        moved.branches[0].pairs[0][1] += V::new(0.0, 0.0, 1e-11);
        let mut turned = found.clone();
        turned.branches[0].normal = (found.branches[0].normal + V::new(0.1, 0.0, 0.0)).normalized();
        let none = PoseGradient { branches: Vec::new(), ..found.clone() };
        assert!([moved, turned, none].iter().all(|wrong| check_generators(&referee, wrong).is_err()));
        let contact = pair().contact(&ContactOptions::default());
        assert!(check_contact(&referee, &contact, true).is_ok());
        let mut wrong = contact.clone();
        wrong.points[0].witness_a += V::new(1e-11, 0.0, 0.0);
        assert!(check_contact(&referee, &wrong, true).is_err());
    }

    #[test]
    fn a_gradient_with_a_dropped_generator_is_not_that_of_differences() {
        // A cube in the middle of a longer one: two ways out, so along one axis the distance has a kink.
        let pose = PoseSpec::identity(3);
        let a = BodySpec { shape: ShapeSpec::Box { half_extents: vec![1.0, 2.0, 3.0] }, pose: pose.clone() };
        let b = BodySpec { shape: ShapeSpec::Sphere { radius: 0.5 }, pose };
        let [(x, pose_x), (y, pose_y)] = [&a, &b].map(|spec| crate::make::body::<V>(spec).unwrap());
        let found = gradient(&x, &y, &Pose::relative(&pose_x, &pose_y));
        assert!(found.branches.len() == 2 && !found.differentiable);
        let bodies = Bodies { specs: [&a, &b], bodies: [(&x, &pose_x), (&y, &pose_y)] };
        let mut dropped = found;
        dropped.branches.truncate(1);
        dropped.differentiable = true;
        assert!(check_generators(&bodies.referee(), &dropped).is_ok(), "each generator is right by itself");
        assert!(differences(&bodies, &dropped).is_none_or(|judged| judged.is_err()));
        assert!(matches!(rates(&bodies, &dropped), Some(Err(_))));
    }

    #[test]
    fn a_kink_nearer_than_the_steps_judges_nothing() {
        // Out along y is 1e-9 farther than along x: no tie, and all steps along y pass the kink.
        let pose = |y: f64| PoseSpec { translation: vec![0.0, y, 0.0], quaternion: [1.0, 0.0, 0.0, 0.0] };
        let a = BodySpec { shape: ShapeSpec::Box { half_extents: vec![1.0, 2.0, 3.0] }, pose: pose(0.0) };
        let b = BodySpec { shape: ShapeSpec::Sphere { radius: 0.5 }, pose: pose(1.0 - 1e-9) };
        let [(x, pose_x), (y, pose_y)] = [&a, &b].map(|spec| crate::make::body::<V>(spec).unwrap());
        let bodies = Bodies { specs: [&a, &b], bodies: [(&x, &pose_x), (&y, &pose_y)] };
        let mut found = bodies.pair().gradient();
        assert!(found.complete && found.branches.iter().all(|branch| branch.normal[0].abs() == 1.0));
        assert!(rates(&bodies, &found).is_none());
        // Where both are as long, a generator that is dropped is missed.
        let b = BodySpec { pose: pose(1.0), ..b };
        let (y, pose_y) = crate::make::body::<V>(&b).unwrap();
        let bodies = Bodies { specs: [&a, &b], bodies: [(&x, &pose_x), (&y, &pose_y)] };
        found = bodies.pair().gradient();
        found.branches.retain(|branch| branch.normal[0] != 0.0);
        assert!(matches!(rates(&bodies, &found), Some(Err(_))));
    }
}
