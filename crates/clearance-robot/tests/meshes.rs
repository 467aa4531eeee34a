//! What collision meshes of a URDF file may stand for: hulls, parts that contain them, triangles.

use std::path::Path;

use clearance_robot::{MeshUse, Robot, RobotClearance, UrdfOptions};

/// An L of two bricks, 2 by 2 and 1 thick, whose notch is the quadrant x, y > 1, and a ball that slides along (1, 1, 0) into it.
const ARM: &str = r#"<robot name="notch">
  <link name="base"/><link name="ell"><collision><origin xyz="0 0 -0.5"/><geometry><mesh filename="ell.obj"/></geometry></collision></link>
  <link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="ell"/><axis xyz="0 0 1"/></joint>
  <joint name="slide" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="3 3 0"/><limit lower="0" upper="9"/></joint>
</robot>"#;

const ELL: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n\
    f 4 3 2 1\nf 6 5 4 1\nf 7 8 9 10\nf 7 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

/// The signed distance of the ball, (1.5, 1.5, 0) off the L's corner, as its mesh is used; and how many pairs are checked.
fn asked(meshes: MeshUse) -> (f64, usize) {
    let folder = std::env::temp_dir().join(format!("clearance-notch-{}-{meshes:?}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ell.obj"), ELL).unwrap();
    let robot = Robot::from_urdf(ARM, Path::new(&folder), &UrdfOptions { meshes, ..UrdfOptions::default() }).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut clearance = RobotClearance::new(&robot, &[]).unwrap();
    let found = clearance.at(&[0.0, 4.5f64.sqrt()]).unwrap().unwrap();
    assert!(found.bounds.lower <= found.proximity.signed_distance && found.bounds.width() < 1e-12);
    (found.proximity.signed_distance, clearance.pair_count())
}

#[test]
fn a_notch_is_free_for_triangles_and_parts_and_filled_by_the_hull() {
    let (hull, one) = asked(MeshUse::Hull);
    // The hull's slanted face is the plane x + y = 3.
    assert!((hull + 0.1).abs() < 1e-12 && one == 1, "{hull}, {one} pairs");
    let (surface, many) = asked(MeshUse::Triangles);
    // The walls of the notch are half a metre away.
    assert!((surface - 0.4).abs() < 1e-12 && many == 20, "{surface}, {many} pairs");
    let (parts, some) = asked(MeshUse::Parts);
    assert!(parts <= surface + 1e-12 && parts > 0.35 && (2..20).contains(&some), "{parts}, {some} pairs");
}
