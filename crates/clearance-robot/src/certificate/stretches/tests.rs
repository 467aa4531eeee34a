use crate::cell::obstacle::Obstacle;
use crate::model::robot::Robot;
use clearance::{Ball, Capsule, Pose3, Vec3};

use super::*;
use crate::cell::workcell::Workcell;
use crate::certificate::testing::{entries, stretches, trajectory};
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::prove::time::Mode;

/// Two bars that turn about z, a ball that passes with errors, and one that stands.
fn setting() -> (Robot, Vec<Obstacle>) {
    let bar = || {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.9, 0.0, 0.0), 0.02).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let (up, along) = (Vec3::new(0.0, 0.0, 1.0), Pose3::from_xyz(1.0, 0.0, 0.0).unwrap());
    let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child).axis(up);
    let links = Robot::builder("arm").link("base", vec![]).link("one", bar()).link("two", bar());
    let robot = links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two").at(along)).build().unwrap();
    let ball = |name: &str, y: f64| Obstacle::new(name, Ball::new(0.1).unwrap(), Pose3::from_xyz(0.0, y, 0.0).unwrap());
    (robot, vec![ball("post", -1.0), ball("cart", 2.5)])
}

const TEXT: &str = r#"{"points": [{"time": 0, "positions": [0, 0.3], "velocities": [0, 0]},
    {"time": 1.5, "positions": [1, -0.4], "velocities": [0.5, 0]}, {"time": 2, "positions": [1.2, -0.5], "velocities": [0, 0]}],
    "tube": [0.03, 0.05],
    "bodies": {"cart": {"motion": [{"time": 0.2, "pose": {"translation": [-2, 1.9, 0]}},
    {"time": 1.9, "pose": {"translation": [-0.2, 2.1, 0], "rpy": [0, 0, 1]}}], "uncertain": {"translation": [0.05, 0.02, 0.02], "rotation": [0, 0, 0.2]}}}}"#;

fn certified() -> (Robot, Vec<Obstacle>, Certificate) {
    let (robot, world) = setting();
    let trajectory = Trajectory::from_json(TEXT, &robot, &robot.no_rest()).unwrap();
    let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
    let (found, certificate) =
        Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap().certify(&options).unwrap();
    (robot, world, certificate.unwrap_or_else(|| panic!("expected a proof, got {found:?}")))
}

#[test]
fn a_certificate_of_a_trajectory_holds_when_it_is_read_again() {
    let (robot, world, certificate) = certified();
    let read = Certificate::read(&certificate.to_line("t")).unwrap();
    assert_eq!(read.id.as_deref(), Some("t"));
    let lower = read.verify(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let least = certificate.proofs.entries().iter().map(|entry| entry.bound).fold(f64::INFINITY, f64::min);
    assert!(lower == least && lower > 0.0);
}

#[test]
fn a_certificate_holds_whatever_the_order_of_its_bodies() {
    let (robot, world) = setting();
    // The post is named after the cart, and given before it.
    let text = TEXT.replace(
        "\"bodies\": {",
        "\"bodies\": {\"post\": {\"uncertain\": {\"translation\": [0.01, 0.01, 0.01], \"rotation\": [0, 0, 0]}}, ",
    );
    let trajectory = Trajectory::from_json(&text, &robot, &robot.no_rest()).unwrap();
    let (cell, options) = (Workcell::new(&robot, &world).unwrap(), EdgeOptions::default());
    let (found, certificate) = Execution::new(&cell, &trajectory).unwrap().certify(&options).unwrap();
    let certificate = certificate.unwrap_or_else(|| panic!("expected a proof, got {found:?}"));
    let read = Certificate::read(&certificate.to_line("t")).unwrap();
    assert!(read.verify(&cell).unwrap() > 0.0);
}

#[test]
fn what_was_changed_in_a_certificate_is_refused() {
    let (robot, world, certificate) = certified();
    let refusal = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        changed.verify(&Workcell::new(&robot, &world).unwrap()).unwrap_err().to_string()
    };
    assert!(refusal(&|c| entries(c)[3].bound += 100.0).contains("claims"));
    assert!(refusal(&|c| entries(c)[3].bound = -1e-3).contains("not above the margin"));
    assert!(refusal(&|c| drop(entries(c).remove(2))).contains("is not covered from"));
    assert!(refusal(&|c| trajectory(c)["tube"] = serde_json::json!([0.39, 0.05])).contains("another path"));
    assert!(refusal(&|c| trajectory(c)["points"][2]["time"] = serde_json::json!(2.000000001)).contains("another path"));
    let far = |side: f64| vec![side; 8];
    let wide = |c: &mut Certificate| {
        let (cells, entries) = stretches(c);
        cells.push(CellBounds { lower: far(-9.0), upper: far(9.0) });
        entries[3].cell = Some(cells.len() - 1);
    };
    assert!(refusal(&wide).contains("not in the box of errors"));
    assert!(refusal(&|c| entries(c)[3].cell = Some(7)).contains("no cell is at"));
    assert!(refusal(&|c| c.version = 2).contains("expected version 1, got 2"));
    assert!(refusal(&|c| c.proofs = Proofs::Cells(Vec::new())).contains("proven by stretches of time"));
    assert!(refusal(&|c| drop(c.pairs.pop())).contains("lacks the pair"));
}
