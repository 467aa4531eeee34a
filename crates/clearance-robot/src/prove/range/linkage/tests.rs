use clearance::{Axial, Ball, Capsule, Pose3, Shape3, Vec3};

use super::*;
use crate::bound::parameter_box::JointBox;
use crate::cell::workcell::Workcell;
use crate::prove::range::{RangeOfMotion, RangeOptions, Verdict};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Obstacle, Pin};

/// A body that a joint moves, as it stands when all joints are at zero.
struct Moving {
    name: &'static str,
    shape: Shape3<f64>,
    at: [f64; 3],
    parent: &'static str,
    kind: JointKind,
    axis: [f64; 3],
    origin: [f64; 3],
}

fn ball(radius: f64) -> Shape3<f64> {
    Ball::new(radius).unwrap().into()
}

fn pose(at: [f64; 3]) -> Pose3<f64> {
    Pose3::from_translation(Vec3::from(at)).unwrap()
}

/// Bodies with joints, whose links have the frames of the world when all joints are at zero, and one loop.
fn closed(bodies: Vec<Moving>, [a, b]: [&str; 2], point: [f64; 3], drive: usize) -> Robot {
    let mut builder = Robot::builder("linkage").link("world", vec![]);
    for Moving { name, shape, at, parent, kind, axis, origin } in bodies {
        let joint = JointSpec::new(name, kind, parent, name).axis(Vec3::from(axis)).limited(-9.0, 9.0);
        let joint = joint.at(pose(origin)).followed_by(pose(origin.map(|x| -x)));
        builder = builder.link(name, vec![LinkShape::new(shape, pose(at))]).joint(joint);
    }
    let mut robot = builder.build().unwrap();
    let links = [a, b].map(|name| robot.link_named(name).unwrap());
    robot.allow(a, b);
    robot.add_pin(Pin { links, points: [Vec3::from(point); 2], drive });
    robot
}

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// A crank of length 1, a rod of length 3 and a piston along x, drawn with the crank along x; and two balls on the
/// piston's line.
fn slider_crank() -> (Robot, [Obstacle; 2]) {
    let rod = Capsule::along(Axial { radius: 0.05, half_length: 1.5, axis: 0 }).unwrap();
    let turn = |name, shape, at, parent, origin| Moving {
        name,
        shape,
        at,
        parent,
        kind: JointKind::Continuous,
        axis: Z,
        origin,
    };
    let bodies = vec![
        turn("crank", ball(0.05), [1.0, 0.0, 0.0], "world", [0.0; 3]),
        turn("rod", rod.into(), [2.5, 0.0, 0.0], "crank", [1.0, 0.0, 0.0]),
        Moving {
            name: "piston",
            shape: ball(0.2),
            at: [4.0, 0.0, 0.0],
            parent: "world",
            kind: JointKind::Prismatic,
            axis: [1.0, 0.0, 0.0],
            origin: [4.0, 0.0, 0.0],
        },
    ];
    let mut robot = closed(bodies, ["rod", "piston"], [4.0, 0.0, 0.0], 0);
    robot.allow("rod", "far");
    let far = Obstacle::new("far", ball(0.1), pose([1.5, 0.0, 0.0]));
    (robot, [far, Obstacle::new("aside", ball(0.25), pose([2.5, 1.6, 0.0]))])
}

/// A four-bar: crank of length 1 at the origin, coupler from (0, 1) to (4, 3), rocker of length 3 at (4, 0), with a
/// ball at its end, and a ball that stops it.
fn four_bar(drive: usize, [x, y]: [f64; 2]) -> (Robot, [Obstacle; 1]) {
    let turn = |name, radius, at, parent, origin| Moving {
        name,
        shape: ball(radius),
        at,
        parent,
        kind: JointKind::Continuous,
        axis: Z,
        origin,
    };
    let bodies = vec![
        turn("crank", 0.05, [0.0, 1.0, 5.0], "world", [0.0; 3]),
        turn("coupler", 0.05, [2.0, 2.0, 5.0], "crank", [0.0, 1.0, 0.0]),
        turn("rocker", 0.1, [4.0, 3.0, 0.0], "world", [4.0, 0.0, 0.0]),
    ];
    let robot = closed(bodies, ["coupler", "rocker"], [4.0, 3.0, 0.0], drive);
    (robot, [Obstacle::new("stop", ball(0.1), pose([x, y, 0.0]))])
}

/// The box of a range of one variable.
fn over(robot: &Robot, variable: usize, range: [f64; 2]) -> JointBox {
    let sides = (0..robot.dof()).map(|place| (place == variable).then_some(range)).collect();
    JointBox::of_sides(robot, sides).unwrap()
}

#[test]
fn a_slider_crank_has_the_clearances_that_are_worked_out_by_hand() {
    let (robot, world) = slider_crank();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = over(&robot, 0, [-3.2, 3.2]);
    let row = |a: &str, b: &str| range.least_of(|pair| pair == [a, b], &over, &options, &mut |_| {}).unwrap();
    // The piston is at cos θ + √(9 − sin² θ), least 2 at half a turn.
    let far = row("piston", "far");
    assert!(far.lower <= 0.2 && 0.2 <= far.upper && far.complete && far.upper - far.lower <= 1e-9, "{far:?}");
    assert!((far.worst[0].abs() - core::f64::consts::PI).abs() < 1e-4, "{far:?}");
    // The piston passes below the ball at (2.5, 1.6): 1.6 − 0.45.
    let aside = row("piston", "aside");
    assert!(aside.lower <= 1.15 && 1.15 <= aside.upper + 1e-15 && aside.upper - aside.lower <= 1e-9, "{aside:?}");
    // The rod's line from (cos θ, sin θ) to the piston, by a fine grid: never below the bound, and close to it.
    let found = row("rod", "aside");
    let mut least = f64::INFINITY;
    for i in 0..200_000 {
        let angle = -3.2 + 6.4 * i as f64 / 199_999.0;
        let (s, c) = angle.sin_cos();
        let piston = c + (9.0 - s * s).sqrt();
        let (dx, dy) = (piston - c, -s);
        let t = (((2.5 - c) * dx + (1.6 - s) * dy) / 9.0).clamp(0.0, 1.0);
        least = least.min((2.5 - c - t * dx).hypot(1.6 - s - t * dy) - 0.3);
    }
    assert!(found.lower <= least && least - found.lower < 1e-7 && found.complete, "{found:?} {least}");
}

#[test]
fn a_four_bar_stops_where_its_crank_and_coupler_are_in_line() {
    // The rocker's end is farthest where it is √20 + 1 from the crank's axis.
    let far = 20f64.sqrt() + 1.0;
    let last = core::f64::consts::PI - ((16.0 + 9.0 - far * far) / 24.0).acos();
    let beyond = last - 0.2;
    let stop = [4.0 + 3.0 * beyond.cos(), 3.0 * beyond.sin()];
    let (robot, world) = four_bar(0, stop);
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = over(&robot, 0, [-4.0, 4.0]);
    let least = range.least_of(|pair| pair == ["rocker", "stop"], &over, &options, &mut |_| {}).unwrap();
    let truth = 6.0 * 0.1f64.sin() - 0.2;
    assert!(
        least.lower <= truth + 1e-14 && truth <= least.upper + 1e-14 && least.upper - least.lower <= 1e-9,
        "{least:?} {truth}"
    );
    let rough = RangeOptions { width: 1e-2, ..options };
    let row = range.each(&over, &rough).unwrap().into_iter().find(|row| row.pair == ["rocker", "stop"]).unwrap();
    assert_eq!(row.verdict, Verdict::Never);
}

#[test]
fn dead_centres_are_named() {
    let (robot, world) = four_bar(2, [20.0, 0.0]);
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let over = |range| over(&robot, 2, range);
    let refused = range.least(&over([0.0, 2.0]), &RangeOptions::default()).unwrap_err().to_string();
    assert!(refused.contains("dead centre near rocker = 0."), "{refused}");
    let near = range.least(&over([-0.1, 0.1]), &RangeOptions::default()).unwrap();
    assert!(near.lower > 6.0 && near.complete, "{near:?}");
    let away = range.least(&over([0.1, 0.2]), &RangeOptions::default()).unwrap_err().to_string();
    assert!(away.contains("must hold 0"), "{away}");
}

#[test]
fn tubes_hold_the_solutions_and_become_narrow_with_their_square() {
    let (robot, _) = slider_crank();
    let linkage = Linkage::new(&robot, &JointBox::whole(&robot).unwrap()).unwrap().unwrap();
    let mut random = Random::new(4240);
    let (mut proven, mut ratios) = (0, Vec::new());
    for _ in 0..200 {
        let at = random.between(-3.0, 3.0);
        let exact = |angle: f64| {
            let (s, c) = angle.sin_cos();
            // The rod turns against the crank, by the angle of its direction less the crank's.
            [(-s / 3.0).asin() - angle, c + (9.0 - s * s).sqrt() - 4.0]
        };
        let mut rest = [0.0; 2];
        for (i, half) in [0.02, 0.01].into_iter().enumerate() {
            let guess: Vec<f64> = exact(at).iter().map(|value| value + random.between(-1e-4, 1e-4)).collect();
            let Some(tube) = linkage.tube([at - half, at + half], &guess) else { continue };
            proven += 1;
            rest[i] = tube.rest[1];
            for _ in 0..20 {
                let v = random.between(at - half, at + half);
                let (near, truth) = (tube.guess(v), exact(v));
                let off: Vec<f64> = (0..2).map(|k| (near[k] - truth[k]).abs()).collect();
                assert!((0..2).all(|k| off[k] <= tube.rest[k] + 1e-14), "seed 4240: {off:?} {:?}", tube.rest);
            }
        }
        ratios.push(rest[0] / rest[1]);
    }
    ratios.sort_by(f64::total_cmp);
    assert!(proven > 380 && (3.0..6.0).contains(&ratios[100]), "{proven} {}", ratios[100]);
}

#[test]
fn a_wedge_of_slides_has_the_clearance_that_is_worked_out_by_hand() {
    // A block driven along x pushes a rod along y by a face of slope 1/2, on which a shoe slides.
    let slide = |name, shape, at, parent, axis| Moving {
        name,
        shape,
        at,
        parent,
        kind: JointKind::Prismatic,
        axis,
        origin: at,
    };
    let bodies = vec![
        slide("block", ball(0.1), [0.0, -1.0, 0.0], "world", [1.0, 0.0, 0.0]),
        slide("shoe", ball(0.1), [3.0, -1.0, 0.0], "block", [2.0, 1.0, 0.0]),
        slide("rod", ball(0.25), [3.0, 0.0, 0.0], "world", [0.0, 1.0, 0.0]),
    ];
    let robot = closed(bodies, ["shoe", "rod"], [3.0, -0.5, 0.0], 0);
    let world = [Obstacle::new("stop", ball(0.25), pose([3.0, 2.0, 0.0]))];
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = over(&robot, 0, [-1.0, 2.0]);
    // The rod rises by half of what the block moves back: to 0.5, 1.5 below the stop, less two radii.
    let least = range.least_of(|pair| pair == ["rod", "stop"], &over, &options, &mut |_| {}).unwrap();
    assert!(least.lower <= 1.0 && 1.0 <= least.upper + 1e-15 && least.upper - least.lower <= 1e-9, "{least:?}");
    // It moves the rod half as fast: twice the width.
    assert!((least.worst[0] + 1.0).abs() <= 2.0 * 1e-9 + 1e-15, "{least:?}");
}

#[test]
fn a_loop_is_left_open_where_its_time_ends_or_another_thread_says_so() {
    let (robot, world) = slider_crank();
    let over = over(&robot, 0, [-3.2, 3.2]);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let cell = Workcell::new(robot, &world).unwrap();
    let range = || RangeOfMotion::new(&cell).unwrap();
    let fine = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let all = range().least(&over, &fine).unwrap();
    assert!(all.complete && all.cells > 100, "{all:?}");
    let no_time = range().least(&over, &RangeOptions { seconds: 0.0, ..fine }).unwrap();
    let stopped = range().until(&stop).least(&over, &fine).unwrap();
    for ended in [no_time, stopped] {
        assert!(!ended.complete && ended.cells < all.cells, "{ended:?}");
        assert!(ended.lower <= all.upper && all.lower <= ended.upper, "{ended:?}");
    }
}
