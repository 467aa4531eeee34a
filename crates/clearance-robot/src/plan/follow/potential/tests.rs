use clearance::{Polytope, Pose3, Rotor3};

use super::*;
use crate::cell::workcell::Workcell;
use crate::path::Path;
use crate::prove::time::{EdgeOptions, Found, Mode};
use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

/// A hexadecagonal prism of a radius along an axis, from one height to another.
fn prism(radius: f64, axis: usize, [from, to]: [f64; 2]) -> LinkShape {
    let corner = |k: usize| {
        let (sin, cos) = (core::f64::consts::FRAC_PI_8 * (k % 16) as f64).sin_cos();
        let mut corner = Vec3::axis(axis) * if k < 16 { from } else { to };
        corner = corner + Vec3::axis((axis + 1) % 3) * (radius * cos) + Vec3::axis((axis + 2) % 3) * (radius * sin);
        corner
    };
    let corners: Vec<Vec3<f64>> = (0..32).map(corner).collect();
    LinkShape::new(Polytope::new(&corners).unwrap(), Pose3::IDENTITY)
}

/// The four joints of the paper, by the classic table (q₁ − 90, 2, 0, −90), (q₂ − 90, 0, 1, 0), (q₃, 0, 0.6, 0), (q₄,
/// 0, 0.4, 0) in degrees that gives its four printed numbers; links of radius 0.1 along x, joints of radius 0.14 and
/// length 0.28 about z.
fn arm() -> Robot {
    let rows = [(-90.0, 2.0, 0.0, -90.0), (-90.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.6, 0.0), (0.0, 0.0, 0.4, 0.0f64)];
    let names = ["column", "shoulder", "upper", "fore", "hand"];
    let joint = prism(0.14, 2, [-0.14, 0.14]);
    let shapes = |i: usize, length: f64| match i {
        0 => vec![joint.clone()],
        3 => vec![prism(0.1, 0, [-length, 0.0])],
        _ => vec![prism(0.1, 0, [-length, 0.0]), joint.clone()],
    };
    let mut builder = Robot::builder("arm").link(names[0], vec![prism(0.1, 2, [0.0, 2.0])]);
    for (i, (theta, d, a, alpha)) in rows.into_iter().enumerate() {
        let about =
            |axis: usize, degrees: f64| Rotor3::from_axis_angle(Vec3::axis(axis), degrees.to_radians()).unwrap();
        let after = Pose3::new(about(0, alpha), Vec3::new(a, 0.0, d)).unwrap();
        let spec = JointSpec::new(format!("q{}", i + 1), JointKind::Continuous, names[i], names[i + 1]);
        let at = Pose3::new(about(2, theta), Vec3::ZERO).unwrap();
        builder = builder.link(names[i + 1], shapes(i, a)).joint(spec.at(at).axis(Vec3::axis(2)).followed_by(after));
    }
    builder.build().unwrap()
}

/// Two pyramids, which the text does not place: one below the elbow's way without avoidance, one behind it.
fn pyramids() -> Vec<Obstacle> {
    let pyramid = |name: &str, (x, y, half, height): (f64, f64, f64, f64)| {
        let foot = |sx: f64, sy: f64| Vec3::new(x + sx * half, y + sy * half, 0.0);
        let top = Vec3::new(x, y, height);
        let corners = [foot(-1.0, -1.0), foot(1.0, -1.0), foot(1.0, 1.0), foot(-1.0, 1.0), top];
        let shape = Polytope::new(&corners).unwrap();
        Obstacle::new(name, shape, Pose3::IDENTITY)
    };
    vec![pyramid("low", (0.0, -0.8, 0.35, 1.3)), pyramid("high", (0.0, -1.6, 0.3, 2.2))]
}

fn start() -> Vec<f64> {
    [0.0f64, 90.0, -150.0, -30.0].map(f64::to_radians).to_vec()
}

fn way() -> TipPath {
    TipPath { stages: vec![(Vec3::new(0.0, -0.1, 0.0), 6.7), (Vec3::new(0.0, 0.0, 0.1), 10.0)] }
}

/// Links against pyramids; the text says nothing of the robot against itself.
fn obstacles_only(_: &str, b: &str) -> Option<f64> {
    (b == "low" || b == "high").then_some(0.0)
}

const TIP: Tip = Tip { link: 4, point: Vec3::new(0.0, 0.0, 0.0) };

fn run(options: &Potential) -> (Run, Found) {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &pyramids()).unwrap(), obstacles_only).unwrap();
    let run = follow(&checker, &TIP, &way(), &start(), options).unwrap();
    let path = Path::through(&run.configurations, 4).unwrap();
    let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-3 }, ..EdgeOptions::default() };
    let edge = checker.path(&path, &options);
    (run, edge)
}

#[test]
fn the_printed_angles_are_at_the_printed_destination() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), |_, _| None).unwrap();
    let (tip, _) = place(&checker, &TIP, &start());
    assert!((tip - Vec3::new(0.0, -0.0804, 2.3)).max_abs() < 5e-5, "{tip:?}");
    // From there the described motion, 0.67 along −y and 1 along z, ends near the printed start (0, −0.7877, 3.1918),
    // not at the destination.
    let free = Potential { gain: 0.0, ..Potential::default() };
    let end = *follow(&checker, &TIP, &way(), &start(), &free).unwrap().tips.last().unwrap();
    assert!((end - Vec3::new(0.0, -0.7504, 3.3)).norm() < 0.01, "{end:?}");
    assert!((end - Vec3::new(0.0, -0.7877, 3.1918)).norm() < 0.12);
}

#[test]
fn without_the_potential_the_arm_collides() {
    let (_, edge) = run(&Potential { gain: 0.0, ..Potential::default() });
    let Found::Hit(contact) = edge else { panic!("{edge:?}") };
    assert_eq!(contact.pair[1], "low");
}

#[test]
fn with_the_potential_the_whole_motion_is_proven_free() {
    for variant in [Variant::Published, Variant::Closed { feedback: 5.0 }] {
        let (run, edge) = run(&Potential { variant, ..Potential::default() });
        let Found::Free { lower, .. } = edge else { panic!("{edge:?}") };
        assert!(lower >= 0.05, "{lower}");
        let drift = (*run.tips.last().unwrap() - Vec3::new(0.0, -0.7504, 3.3)).norm();
        match variant {
            Variant::Published => assert!(drift > 1e-4 && drift < 0.02, "{drift}"),
            Variant::Closed { .. } => assert!(drift < 1e-4, "{drift}"),
        }
    }
}

#[test]
fn the_printed_sign_drives_into_the_obstacles() {
    let (_, edge) = run(&Potential { sign: Sign::AsPrinted, ..Potential::default() });
    assert!(matches!(edge, Found::Hit(_)), "{edge:?}");
}

#[test]
fn the_gradient_of_the_potential_is_that_of_differences() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &pyramids()).unwrap(), obstacles_only).unwrap();
    let mut q = start();
    q[0] = 0.2;
    let potential = |q: &[f64]| -> f64 {
        let of = |near: &Near| (1.0 / near.proximity.signed_distance - 2.0).powi(2) / 2.0;
        checker.near(q, 0.5).unwrap().iter().filter(|near| near.proximity.signed_distance < 0.5).map(of).sum()
    };
    let found = potential_gradient(&checker.near(&q, 0.5).unwrap(), 0.5, 4);
    let mut largest = 0.0f64;
    for k in 0..4 {
        let h = 1e-5;
        let shifted = |step: f64| {
            let mut q = q.clone();
            q[k] += step;
            potential(&q)
        };
        let difference = (shifted(h) - shifted(-h)) / (2.0 * h);
        assert!((found[k] - difference).abs() < 1e-6 * (1.0 + difference.abs()), "{} for {difference}", found[k]);
        largest = largest.max(difference.abs());
    }
    assert!(largest > 0.1);
}

#[test]
fn a_motion_that_runs_away_is_an_error_that_says_when() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &pyramids()).unwrap(), obstacles_only).unwrap();
    let of = |gain: f64, variant| {
        let options = Potential { gain, variant, ..Potential::default() };
        follow(&checker, &TIP, &way(), &start(), &options).unwrap_err().to_string()
    };
    let rule = "must be within 1e6 of zero, got";
    for variant in [Variant::Published, Variant::Closed { feedback: 5.0 }] {
        let wrong = of(1e308, variant);
        assert!(wrong.starts_with("the step from ") && wrong.contains(rule), "{wrong}");
    }
    let wrong = follow(&checker, &TIP, &way(), &[0.0, f64::NAN, 0.0, 0.0], &Potential::default()).unwrap_err();
    assert!(wrong.to_string().ends_with(&format!("{rule} NaN")), "{wrong}");
}
