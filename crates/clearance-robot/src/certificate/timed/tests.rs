use clearance::{Ball, Capsule, Pose3};

use super::*;
use crate::edge::Mode;
use crate::joint::{JointKind, JointSpec};
use crate::link::LinkShape;

/// Two bars that turn about z, a ball that passes and may be off, and one that stands.
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

/// A swing past the cart, with all that may be off times a factor.
fn swing(factor: f64) -> String {
    let [a, b, t, u, turn] = [0.36, 0.6, 0.1, 0.05, 0.2].map(|size| size * factor);
    format!(
        r#"{{"points": [{{"time": 0, "positions": [0, 0.3], "velocities": [0, 0]}},
    {{"time": 1.5, "positions": [1, -0.4], "velocities": [0.5, 0]}}, {{"time": 2, "positions": [1.2, -0.5], "velocities": [0, 0]}}],
    "tube": [{a}, {b}],
    "bodies": {{"cart": {{"motion": [{{"time": 0.2, "pose": {{"translation": [-2, 1.9, 0]}}}},
    {{"time": 1.9, "pose": {{"translation": [-0.2, 2.1, 0], "rpy": [0, 0, 1]}}}}],
    "uncertain": {{"translation": [{t}, {u}, {u}], "rotation": [0, 0, {turn}]}}}}}}}}"#
    )
}

/// A certificate of the widest tube that is proven, or nearly: cells are needed for it.
fn certified() -> (Robot, Vec<Obstacle>, TimedCertificate) {
    let (robot, world) = setting();
    let execution = |factor: f64| {
        let trajectory = Trajectory::from_json(&swing(factor), &robot, &robot.no_rest()).unwrap();
        Execution::new(&robot, &world, &trajectory).unwrap()
    };
    let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
    let scale = execution(1.0).largest_scale(&options, 7).unwrap().unwrap();
    assert!(scale > 0.2 && scale < 1.0, "{scale}");
    let (found, certificate) = execution(scale).certify(&options).unwrap();
    let certificate = certificate.unwrap_or_else(|| panic!("expected a proof, got {found:?}"));
    (robot.clone(), world.clone(), certificate)
}

#[test]
fn a_certificate_of_a_trajectory_holds_when_it_is_read_again() {
    let (robot, world, certificate) = certified();
    let read: TimedCertificate = serde_json::from_str(&certificate.to_line("t")).unwrap();
    assert_eq!(read.id.as_deref(), Some("t"));
    let lower = read.verify(&robot, &world).unwrap();
    let least = certificate.entries.iter().map(|entry| entry.entry.bound).fold(f64::INFINITY, f64::min);
    assert!(lower == least && lower > 0.0);
    // Some entries hold for a part of the errors only, others for all.
    let cells = certificate.entries.iter().filter(|entry| entry.cell.is_some()).count();
    assert!(cells > 0 && cells < certificate.entries.len(), "{cells} of {}", certificate.entries.len());
}

#[test]
fn what_was_changed_in_a_certificate_is_refused() {
    let (robot, world, certificate) = certified();
    let refusal = |change: &dyn Fn(&mut TimedCertificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        changed.verify(&robot, &world).unwrap_err().to_string()
    };
    assert!(refusal(&|c| c.entries[3].entry.bound += 100.0).contains("claims"));
    assert!(refusal(&|c| c.entries[3].entry.bound = -1e-3).contains("not above the margin"));
    assert!(refusal(&|c| drop(c.entries.remove(2))).contains("is not covered from"));
    assert!(refusal(&|c| c.trajectory["tube"] = serde_json::json!([0.39, 0.05])).contains("another path"));
    assert!(refusal(&|c| c.trajectory["points"][2]["time"] = serde_json::json!(2.000000001)).contains("another path"));
    assert!(refusal(&|c| c.what = "path".into()).contains("expected version 1 of a trajectory"));
    let cut = certificate.entries.iter().position(|entry| entry.cell.is_some()).unwrap();
    assert!(refusal(&|c| drop(c.entries.remove(cut))).contains("is not covered from"));
    assert!(refusal(&|c| c.entries[cut].cell = None).contains("claims"));
    let place = certificate.entries[cut].cell.unwrap();
    assert!(refusal(&|c| c.cells[place].upper[0] = 0.1).contains("is not in what may be off"));
    assert!(refusal(&|c| drop(c.pairs.pop())).contains("lacks the pair"));
}
