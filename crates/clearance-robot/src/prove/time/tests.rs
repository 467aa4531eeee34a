use crate::cell::obstacle::Obstacle;
use clearance::{Ball, Capsule, Cuboid, Halfspace, Pose3, Rotor3, Shape3, Vec3};

use super::*;
use crate::cell::workcell::Workcell;
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::random::Random;
use clearance_world::Body;

const PI: f64 = core::f64::consts::PI;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn bar(radius: f64, from: [f64; 3], to: [f64; 3]) -> LinkShape {
    LinkShape::new(Capsule::between(from.into(), to.into(), radius).unwrap(), Pose3::IDENTITY)
}

/// Three links of a planar arm of length 1 each that turn about z, from the origin along x, 0.02 thick.
fn arm() -> Robot {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let link = || vec![bar(0.02, [0.1, 0.0, 0.0], [0.9, 0.0, 0.0])];
    let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child).axis(up);
    Robot::builder("arm")
        .link("base", vec![])
        .link("one", link())
        .link("two", link())
        .link("three", link())
        .joint(joint("a", "base", "one"))
        .joint(joint("b", "one", "two").at(at(1.0, 0.0, 0.0)))
        .joint(joint("c", "two", "three").at(at(1.0, 0.0, 0.0)))
        .build()
        .unwrap()
}

fn obstacle(name: &str, shape: impl Into<Shape3<f64>>, pose: Pose3<f64>) -> Obstacle {
    Obstacle::new(name, shape, pose)
}

fn sheet(thickness: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(0.5, thickness / 2.0, 0.5)).unwrap().into()
}

fn all(_: &str, _: &str) -> Option<f64> {
    Some(0.0)
}

/// Links against the ball.
fn the_ball(_: &str, b: &str) -> Option<f64> {
    (b == "ball").then_some(0.0)
}

const FIRST: EdgeOptions = EdgeOptions {
    mode: Mode::FirstHit,
    max_intervals: 20_000,
    margin: 0.0,
    least: f64::NEG_INFINITY,
    seconds: f64::INFINITY,
};
const ANY: EdgeOptions = EdgeOptions { mode: Mode::AnyHit, ..FIRST };

fn hit(edge: Found) -> Contact {
    match edge {
        Found::Hit(contact) => contact,
        other => panic!("expected a hit, got {other:?}"),
    }
}

fn lower(edge: Found) -> f64 {
    match edge {
        Found::Free { lower, .. } => lower,
        other => panic!("expected a free edge, got {other:?}"),
    }
}

#[test]
fn a_configuration_that_touches_is_left_undecided_without_halving_it_to_the_end() {
    // The first link is 0.02 thick: it touches a ball of 0.5 that is 0.52 beside it, up to rounding.
    let q = [0.3, 0.7, 0.3];
    let (sin, cos) = f64::sin_cos(q[0]);
    let place = at(0.5 * cos - 0.52 * sin, 0.5 * sin + 0.52 * cos, 0.0);
    let cell = Workcell::new(arm(), &[obstacle("ball", Ball::new(0.5).unwrap(), place)]).unwrap();
    let found = Checker::with_pairs(&cell, the_ball).unwrap().edge(&q, &q, &FIRST).unwrap();
    let Found::Undecided(contact) = found else { panic!("{found:?}") };
    assert!(contact.time.width() > 0.005 && contact.pair == ["one", "ball"], "{contact:?}");
}

#[test]
fn a_sheet_of_a_tenth_of_a_millimetre_is_never_passed() {
    // The arm is straight and turns by π; the sheet stands across the way of its tip at a quarter of the turn, 2 to 3
    // from the axis.
    let turned = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), PI / 4.0).unwrap();
    let pose = Pose3::new(turned, Vec3::new(1.8, 1.8, 0.0)).unwrap();
    let robot = arm();
    let checker =
        Checker::with_pairs(&Workcell::new(&robot, &[obstacle("sheet", sheet(1e-4), pose)]).unwrap(), all).unwrap();
    let found = hit(checker.edge(&[0.0, 0.0, 0.0], &[PI, 0.0, 0.0], &FIRST).unwrap());
    // The flank of link three, 0.02 thick, meets the sheet 2.9 from the axis: 0.0069 radians before a quarter of the
    // turn.
    assert_eq!(found.pair, ["three", "sheet"]);
    assert!(found.time.upper - found.time.lower < 1e-11 && found.time.upper < 0.25 && found.time.lower > 0.24);
    hit(checker.edge(&[0.0, 0.0, 0.0], &[PI, 0.0, 0.0], &ANY).unwrap());
    hit(checker.edge(&[-40.0, 0.0, 0.0], &[40.0, 0.0, 0.0], &ANY).unwrap());
}

#[test]
fn a_wire_is_never_passed() {
    let wire = Capsule::between(Vec3::new(0.0, 2.5, -3.0), Vec3::new(0.0, 2.5, 3.0), 1e-6).unwrap();
    let robot = arm();
    let checker =
        Checker::with_pairs(&Workcell::new(&robot, &[obstacle("wire", wire, Pose3::IDENTITY)]).unwrap(), all).unwrap();
    let found = hit(checker.edge(&[0.3, 0.0, 0.0], &[2.9, 0.0, 0.0], &FIRST).unwrap());
    // The straight arm's flank meets the wire when sin(π/2 − angle) · 2.5 = 0.020001.
    let angle = PI / 2.0 - (0.020001f64 / 2.5).asin();
    let time = (angle - 0.3) / 2.6;
    assert!(found.time.lower <= time && time <= found.time.upper && found.time.upper - found.time.lower < 1e-11);
}

#[test]
fn the_bracket_of_a_first_contact_is_narrow_after_few_intervals() {
    let robot = arm();
    let mut random = Random::new(83);
    let (mut hits, mut narrow) = (0, 0);
    for _ in 0..400 {
        let place = at(random.between(-2.5, 2.5), random.between(-2.5, 2.5), 0.0);
        let things = [obstacle("ball", Ball::new(0.3).unwrap(), place), obstacle("sheet", sheet(1e-3), place)];
        let checker =
            Checker::with_pairs(&Workcell::new(&robot, &things[random.below(2)..][..1]).unwrap(), all).unwrap();
        let mut q = || [(); 3].map(|()| random.between(-2.0, 2.0));
        let (from, to) = (q(), q());
        // Halving alone takes 40 for the bracket.
        let few = EdgeOptions { max_intervals: 40, ..FIRST };
        let Found::Hit(contact) = checker.edge(&from, &to, &FIRST).unwrap() else { continue };
        assert!(contact.time.upper - contact.time.lower < 1e-12, "seed 83: {contact:?}");
        narrow += usize::from(matches!(checker.edge(&from, &to, &few).unwrap(), Found::Hit(few) if few == contact));
        hits += 1;
    }
    assert!(hits > 50 && narrow * 10 > hits * 9, "{narrow} of {hits} hits");
}

#[test]
fn half_a_turn_is_not_the_hull_of_its_ends() {
    let robot = arm();
    let ball = |x, y| obstacle("ball", Ball::new(0.2).unwrap(), at(x, y, 0.0));
    // The hull of both ends is the segment along x: it misses the ball above, and holds the ball beside the folded
    // elbow.
    let above = Checker::with_pairs(&Workcell::new(&robot, &[ball(0.0, 2.5)]).unwrap(), all).unwrap();
    hit(above.edge(&[0.0, 0.0, 0.0], &[PI, 0.0, 0.0], &ANY).unwrap());
    assert!(lower(above.edge(&[0.0, 0.0, 0.0], &[-PI, 0.0, 0.0], &ANY).unwrap()) > 0.0);
}

#[test]
fn nothing_wraps() {
    let robot = arm();
    let checker = Checker::with_pairs(
        &Workcell::new(&robot, &[obstacle("ball", Ball::new(0.2).unwrap(), at(-2.5, 0.0, 0.0))]).unwrap(),
        all,
    )
    .unwrap();
    // From 3 to −3 through zero, not through π where the ball is.
    assert!(lower(checker.edge(&[2.9, 0.0, 0.0], &[-2.9, 0.0, 0.0], &ANY).unwrap()) > 0.0);
    hit(checker.edge(&[2.9, 0.0, 0.0], &[2.9 + 2.0 * (PI - 2.9), 0.0, 0.0], &ANY).unwrap());
}

#[test]
fn an_edge_of_length_zero_is_its_configuration() {
    let robot = arm();
    let balls = [obstacle("ball", Ball::new(0.25).unwrap(), at(2.0, 1.0, 0.0))];
    let checker = Checker::with_pairs(&Workcell::new(&robot, &balls).unwrap(), the_ball).unwrap();
    let least = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-9 }, ..FIRST };
    let q = [0.0, 0.0, 0.0];
    let found = lower(checker.edge(&q, &q, &least).unwrap());
    // The ball is 1 above the arm's line, between the end caps at 1.9 and 2.1 of two links.
    let truth = (1.0f64 + 0.01).sqrt() - 0.25 - 0.02;
    assert!(found <= truth && found > truth - 2e-9, "{found} for {truth}");
    // The straight arm points at (2, 1).
    let q = [0.46, 0.0, 0.0];
    let found = hit(checker.edge(&q, &q, &FIRST).unwrap());
    assert_eq!((found.time.lower, found.time.upper), (0.0, 0.0));
}

#[test]
fn a_graze_within_the_rounding_of_the_poses_is_undecided() {
    let robot = arm();
    // The tip's cap passes (0, 2.92) at the top of its turn; the ball touches it there but for rounding.
    let touching = Ball::new(0.5).unwrap();
    let graze = |gap: f64| {
        let checker = Checker::with_pairs(
            &Workcell::new(&robot, &[obstacle("ball", touching, at(0.0, 2.92 + 0.5 + gap, 0.0))]).unwrap(),
            all,
        )
        .unwrap();
        checker.edge(&[0.0, 0.0, 0.0], &[PI, 0.0, 0.0], &ANY).unwrap()
    };
    assert!(matches!(graze(0.0), Found::Undecided(_)), "{:?}", graze(0.0));
    let found = lower(graze(1e-12));
    assert!(found > 0.0 && found <= 1e-12, "{found}");
    assert!(hit(graze(-1e-12)).time.upper > 0.0);
}

#[test]
fn a_floor_is_a_body_like_others() {
    let robot = arm();
    // The half of the world beyond y = 2.95; the tip's cap reaches 2.92.
    let half = Halfspace::new(Vec3::new(0.0, -2.0, 0.0), -2.95 * 2.0).unwrap();
    let wall = Obstacle::of("ball", Body::halfspace(half), Pose3::IDENTITY);
    let least = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-6 }, ..ANY };
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[wall]).unwrap(), the_ball).unwrap();
    let found = lower(checker.edge(&[0.1, 0.0, 0.0], &[3.0, 0.0, 0.0], &least).unwrap());
    assert!(found <= 0.03 && found > 0.03 - 2e-6, "{found}");
    let near = EdgeOptions { margin: 0.031, ..FIRST };
    assert_eq!(hit(checker.edge(&[0.1, 0.0, 0.0], &[3.0, 0.0, 0.0], &near).unwrap()).pair, ["three", "ball"]);
}

#[test]
fn margins_are_kept_and_proven() {
    let robot = arm();
    let near = [obstacle("ball", Ball::new(0.5).unwrap(), at(0.0, 3.92, 0.0))];
    let with = |margin: f64| {
        let checker =
            Checker::with_pairs(&Workcell::new(&robot, &near).unwrap(), |a, b| the_ball(a, b).map(|_| margin)).unwrap();
        checker.edge(&[0.0, 0.0, 0.0], &[PI, 0.0, 0.0], &ANY).unwrap()
    };
    // The least distance is 3.92 − 2.92 − 0.5 = 0.5.
    assert!(lower(with(0.499)) > 0.499 - 1e-12);
    assert_eq!(hit(with(0.501)).pair, ["three", "ball"]);
}

#[test]
fn the_least_clearance_is_enclosed_to_the_tolerance() {
    let robot = arm();
    let checker = Checker::with_pairs(
        &Workcell::new(&robot, &[obstacle("ball", Ball::new(0.5).unwrap(), at(0.0, 3.92, 0.0))]).unwrap(),
        all,
    )
    .unwrap();
    for tolerance in [1e-2, 1e-5, 1e-9] {
        let options = EdgeOptions { mode: Mode::LeastClearance { tolerance }, ..ANY };
        // Links one and two, two and three are always 0.2 − 0.04 apart at their joint when straight.
        let found = lower(checker.edge(&[0.1, 0.0, 0.0], &[3.0, 0.0, 0.0], &options).unwrap());
        assert!(found <= 0.16 && found >= 0.16 - tolerance - 1e-12, "{found}");
    }
}

#[test]
fn random_edges_never_contradict_a_fine_grid() {
    let robot = arm();
    let mut random = Random::new(31);
    let (mut free, mut hits, mut missed) = (0, 0, 0);
    for _ in 0..1000 {
        let mut place = || at(random.between(-2.5, 2.5), random.between(-2.5, 2.5), 0.0);
        let things = [obstacle("ball", Ball::new(0.3).unwrap(), place()), obstacle("sheet", sheet(1e-3), place())];
        let checker = Checker::with_pairs(&Workcell::new(&robot, &things).unwrap(), all).unwrap();
        let mut q = || [(); 3].map(|()| random.between(-2.0, 2.0));
        let (from, to) = (q(), q());
        let grid = |n: u32| {
            (0..=n).any(|k| {
                let x = f64::from(k) / f64::from(n);
                let q: Vec<f64> = from.iter().zip(&to).map(|(a, b)| a + x * (b - a)).collect();
                let snapshot = Snapshot::new(checker.stage(), &Segment::Straight { from: q.clone(), to: q }, 0.0, None);
                (0..checker.pair_count()).any(|pair| snapshot.proximity(checker.stage(), pair).bounds.lower <= 0.0)
            })
        };
        let any = checker.edge(&from, &to, &ANY).unwrap();
        assert_eq!(checker.is_free(&from, &to, &ANY), matches!(any, Found::Free { .. }), "seed 31: {from:?} to {to:?}");
        match (any, checker.edge(&from, &to, &FIRST).unwrap()) {
            (Found::Free { .. }, Found::Free { .. }) => {
                assert!(!grid(200), "seed 31: {from:?} to {to:?}");
                free += 1;
            }
            (Found::Hit(any), Found::Hit(first)) => {
                assert!(first.time.lower <= any.time.upper, "seed 31: {first:?} behind {any:?}");
                assert!(first.time.upper - first.time.lower < 1e-11, "seed 31: {first:?}");
                hits += 1;
                missed += u32::from(!grid(16));
            }
            other => panic!("seed 31: {other:?}"),
        }
    }
    assert!(free > 100 && hits > 100 && missed > 2, "{free} free, {hits} hits, {missed} missed by 16 steps");
}

#[test]
fn what_is_no_configuration_is_never_free_and_no_fault() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), all).unwrap();
    for wrong in [&[0.1, f64::NAN, 0.0][..], &[0.1, 0.2], &[0.1, f64::INFINITY, 0.0], &[0.1, 2e6, 0.0]] {
        assert!(checker.edge(&[0.1, 0.2, 0.3], wrong, &ANY).is_err() && checker.edge(wrong, wrong, &ANY).is_err());
        assert!(!checker.is_free(&[0.1, 0.2, 0.3], wrong, &ANY));
        assert!(checker.near(wrong, 1.0).is_err() && checker.nearest(wrong).is_err());
    }
}

#[test]
fn a_proof_that_is_stopped_is_undecided() {
    let (robot, stop) = (arm(), AtomicBool::new(false));
    let ball = [obstacle("ball", Ball::new(0.3).unwrap(), at(0.5, 3.6, 0.0))];
    let checker = Checker::with_pairs(&Workcell::new(&robot, &ball).unwrap(), all).unwrap().until(&stop);
    let (from, to) = ([0.1, 0.2, 0.3], [0.7, 0.3, 0.2]);
    lower(checker.edge(&from, &to, &FIRST).unwrap());
    let no_time = EdgeOptions { seconds: 0.0, ..FIRST };
    assert!(matches!(checker.edge(&from, &to, &no_time), Ok(Found::Undecided(_))));
    stop.store(true, Ordering::Relaxed);
    assert!(matches!(checker.edge(&from, &to, &FIRST), Ok(Found::Undecided(_))) && !checker.is_free(&from, &to, &ANY));
}
