use super::*;
use crate::bound::parameter_box::JointBox;
use crate::cell::workcell::Workcell;
use crate::prove::range::{RangeOfMotion, RangeOptions, Verdict};
use crate::random::Random;

/// A crank of length 1, a rod of length 3 and a piston along x, drawn with the crank along x; and two balls on the
/// piston's line.
const SLIDER_CRANK: &str = r#"{"bodies": [
    {"name": "far", "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [1.5, 0, 0]}},
    {"name": "aside", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2.5, 1.6, 0]}},
    {"name": "crank", "shape": {"kind": "sphere", "radius": 0.05}, "pose": {"translation": [1, 0, 0]},
     "joint": {"type": "continuous", "axis": [0, 0, 1], "origin": [0, 0, 0]}},
    {"name": "rod", "shape": {"kind": "capsule", "radius": 0.05, "half_length": 1.5, "axis": "x"}, "pose": {"translation": [2.5, 0, 0]},
     "joint": {"type": "continuous", "axis": [0, 0, 1], "origin": [1, 0, 0], "parent": "crank"}},
    {"name": "piston", "shape": {"kind": "sphere", "radius": 0.2}, "pose": {"translation": [4, 0, 0]},
     "joint": {"type": "prismatic", "axis": [1, 0, 0], "range": [-9, 9]}}],
  "ignore": [["rod", "far"]],
  "loops": [{"bodies": ["rod", "piston"], "point": [4, 0, 0], "drive": "crank"}]}"#;

/// A four-bar: crank of length 1 at the origin, coupler from (0, 1) to (4, 3), rocker of length 3 at (4, 0), with a
/// ball at its end.
fn four_bar(drive: &str, stop: [f64; 2]) -> Robot {
    let text = format!(
        r#"{{"bodies": [
        {{"name": "stop", "shape": {{"kind": "sphere", "radius": 0.1}}, "pose": {{"translation": [{}, {}, 0]}}}},
        {{"name": "crank", "shape": {{"kind": "sphere", "radius": 0.05}}, "pose": {{"translation": [0, 1, 5]}},
         "joint": {{"type": "continuous", "axis": [0, 0, 1], "origin": [0, 0, 0]}}}},
        {{"name": "coupler", "shape": {{"kind": "sphere", "radius": 0.05}}, "pose": {{"translation": [2, 2, 5]}},
         "joint": {{"type": "continuous", "axis": [0, 0, 1], "origin": [0, 1, 0], "parent": "crank"}}}},
        {{"name": "rocker", "shape": {{"kind": "sphere", "radius": 0.1}}, "pose": {{"translation": [4, 3, 0]}},
         "joint": {{"type": "continuous", "axis": [0, 0, 1], "origin": [4, 0, 0]}}}}],
      "loops": [{{"bodies": ["coupler", "rocker"], "point": [4, 3, 0], "drive": "{drive}"}}]}}"#,
        stop[0], stop[1]
    );
    Robot::from_assembly_json(&text, "".as_ref()).unwrap()
}

fn read(text: &str) -> Robot {
    Robot::from_assembly_json(text, "".as_ref()).unwrap()
}

#[test]
fn a_slider_crank_has_the_clearances_that_are_worked_out_by_hand() {
    let robot = read(SLIDER_CRANK);
    let range = RangeOfMotion::new(&Workcell::new(&robot, robot.fixtures()).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = JointBox::parse(&robot, r#"{"crank": [-3.2, 3.2]}"#).unwrap();
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
    let robot = four_bar("crank", stop);
    let range = RangeOfMotion::new(&Workcell::new(&robot, robot.fixtures()).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = JointBox::parse(&robot, r#"{"crank": [-4, 4]}"#).unwrap();
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
    let robot = four_bar("rocker", [20.0, 0.0]);
    let range = RangeOfMotion::new(&Workcell::new(&robot, robot.fixtures()).unwrap()).unwrap();
    let over = |text: &str| JointBox::parse(&robot, text).unwrap();
    let refused = range.least(&over(r#"{"rocker": [0, 2]}"#), &RangeOptions::default()).unwrap_err().to_string();
    assert!(refused.contains("dead centre near rocker = 0."), "{refused}");
    let near = range.least(&over(r#"{"rocker": [-0.1, 0.1]}"#), &RangeOptions::default()).unwrap();
    assert!(near.lower > 6.0 && near.complete, "{near:?}");
    let away = range.least(&over(r#"{"rocker": [0.1, 0.2]}"#), &RangeOptions::default()).unwrap_err().to_string();
    assert!(away.contains("must hold 0"), "{away}");
}

#[test]
fn tubes_hold_the_solutions_and_become_narrow_with_their_square() {
    let robot = read(SLIDER_CRANK);
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
fn loops_of_a_file_close_robots_whose_links_have_frames_of_their_own() {
    let joint = |name: &str, kind: &str, links: [&str; 2], x: f64, axis: &str| {
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{}"/><child link="{}"/><origin xyz="{x} 0 0" rpy="0 0 0"/>
               <axis xyz="{axis}"/><limit lower="-9" upper="9"/></joint>"#,
            links[0], links[1]
        )
    };
    let piston = r#"<link name="piston"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>"#;
    let joints = [
        joint("crank", "continuous", ["base", "wheel"], 0.0, "0 0 1"),
        joint("rod", "continuous", ["wheel", "bar"], 1.0, "0 0 1"),
        joint("slide", "prismatic", ["base", "piston"], 4.0, "1 0 0"),
    ];
    let text = format!(
        r#"<robot name="press"><link name="base"/><link name="wheel"/><link name="bar"/>{piston}{}</robot>"#,
        joints.concat()
    );
    let mut robot = Robot::from_urdf(&text, "".as_ref(), &crate::UrdfOptions::default()).unwrap();
    let wrong = robot.close_loops(r#"{"loops": [{"links": ["bar", "piston"], "point": [4, 0, 0], "drive": "cranc"}]}"#);
    let said = wrong.unwrap_err().to_string();
    assert_eq!(said, r#"/loops/0/drive: no joint with a value is named "cranc" (did you mean "crank"?)"#);
    robot.close_loops(r#"{"loops": [{"links": ["bar", "piston"], "point": [4, 0, 0], "drive": "crank"}]}"#).unwrap();
    let ball = clearance::Ball::new(0.1).unwrap();
    let at = clearance::Pose3::from_translation(Vec3::new(1.5, 0.0, 0.0)).unwrap();
    let world = [crate::Obstacle::new("stop", ball, at)];
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let over = JointBox::parse(&robot, r#"{"crank": [-3.2, 3.2]}"#).unwrap();
    let least = range.least(&over, &RangeOptions { width: 1e-9, ..RangeOptions::default() }).unwrap();
    assert!(least.lower <= 0.2 + 1e-12 && 0.2 <= least.upper + 1e-12 && least.complete, "{least:?}");
}

#[test]
fn a_wedge_of_slides_has_the_clearance_that_is_worked_out_by_hand() {
    // A block driven along x pushes a rod along y by a face of slope 1/2, on which a shoe slides.
    let robot = read(
        r#"{"bodies": [
        {"name": "stop", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [3, 2, 0]}},
        {"name": "block", "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [0, -1, 0]},
         "joint": {"type": "prismatic", "axis": [1, 0, 0], "range": [-1, 2]}},
        {"name": "shoe", "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [3, -1, 0]},
         "joint": {"type": "prismatic", "axis": [2, 1, 0], "range": [-9, 9], "parent": "block"}},
        {"name": "rod", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [3, 0, 0]},
         "joint": {"type": "prismatic", "axis": [0, 1, 0], "range": [-9, 9]}}],
      "loops": [{"bodies": ["shoe", "rod"], "point": [3, -0.5, 0], "drive": "block"}]}"#,
    );
    let range = RangeOfMotion::new(&Workcell::new(&robot, robot.fixtures()).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = JointBox::parse(&robot, r#"{"block": [-1, 2]}"#).unwrap();
    // The rod rises by half of what the block moves back: to 0.5, 1.5 below the stop, less two radii.
    let least = range.least_of(|pair| pair == ["rod", "stop"], &over, &options, &mut |_| {}).unwrap();
    assert!(least.lower <= 1.0 && 1.0 <= least.upper + 1e-15 && least.upper - least.lower <= 1e-9, "{least:?}");
    // It moves the rod half as fast: twice the width.
    assert!((least.worst[0] + 1.0).abs() <= 2.0 * 1e-9 + 1e-15, "{least:?}");
}
