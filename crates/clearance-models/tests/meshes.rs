//! What collision meshes of URDF, MJCF and SDF files may stand for: hulls, parts that contain them, triangles.

use std::path::Path;

use clearance_models::{MeshUse, ReadRobot, UrdfOptions};
use clearance_robot::{Robot, RobotClearance, RobotModel, Workcell};

/// An L of two bricks, 2 by 2 and 1 thick, whose notch is the quadrant x, y > 1, and a ball that slides along (1, 1, 0)
/// into it.
const ARM: &str = r#"<robot name="notch">
  <link name="base"/><link name="ell"><collision><origin xyz="0 0 -0.5"/><geometry><mesh filename="ell.obj"/></geometry></collision></link>
  <link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="ell"/><axis xyz="0 0 1"/></joint>
  <joint name="slide" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="3 3 0"/><limit lower="0" upper="9"/></joint>
</robot>"#;

const ELL: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n\
    f 4 3 2 1\nf 6 5 4 1\nf 7 8 9 10\nf 7 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

/// The robot of [`ARM`] as MJCF.
const MJCF: &str = r#"<mujoco><asset><mesh name="ell" file="ell.obj"/></asset><worldbody>
  <body name="ell"><joint name="turn" axis="0 0 1"/><geom type="mesh" mesh="ell" pos="0 0 -0.5"/></body>
  <body name="ball"><joint name="slide" type="slide" axis="3 3 0" range="0 9"/><geom size="0.1"/></body>
</worldbody></mujoco>"#;
/// The robot of [`ARM`] as SDF.
const SDF: &str = r#"<sdf version="1.9"><model name="notch">
  <link name="base"/><link name="ell"><collision name="c"><pose>0 0 -0.5 0 0 0</pose><geometry><mesh><uri>ell.obj</uri></mesh></geometry></collision></link>
  <link name="ball"><collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>
  <joint name="turn" type="continuous"><parent>base</parent><child>ell</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="slide" type="prismatic"><parent>base</parent><child>ball</child><axis><xyz>3 3 0</xyz><limit><lower>0</lower><upper>9</upper></limit></axis></joint>
</model></sdf>"#;

/// The robot of a text with a mesh.
fn read(text: &str, ell: &str, meshes: MeshUse) -> RobotModel {
    let (format, size) = (text.get(1..4).unwrap(), ell.len());
    let name = format!("clearance-notch-{}-{format}-{meshes:?}-{size}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ell.obj"), ell).unwrap();
    std::fs::write(folder.join("robot"), text).unwrap();
    let options = UrdfOptions { meshes, ..UrdfOptions::default() };
    let model = Robot::from_file(&folder.join("robot"), &options).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    model
}

/// The signed distance of the ball, (1.5, 1.5, 0) off the L's corner, as its mesh is used; and how many pairs are
/// checked.
fn asked(text: &str, meshes: MeshUse) -> (f64, usize) {
    let model = read(text, ELL, meshes);
    assert!(model.notes.iter().all(|note| !note.contains("not closed")), "{:?}", model.notes);
    let mut clearance = RobotClearance::new(&Workcell::new(model, &[]).unwrap()).unwrap();
    let found = clearance.at(&[0.0, 4.5f64.sqrt()]).unwrap().unwrap();
    assert!(found.bounds.lower <= found.proximity.signed_distance && found.bounds.width() < 1e-12);
    (found.proximity.signed_distance, clearance.pair_count())
}

#[test]
fn a_notch_is_free_for_triangles_and_parts_and_filled_by_the_hull() {
    for text in [ARM, MJCF, SDF] {
        let (hull, one) = asked(text, MeshUse::Hull);
        // The hull's slanted face is the plane x + y = 3.
        assert!((hull + 0.1).abs() < 1e-12 && one == 1, "{hull}, {one} pairs: {text}");
        let (surface, many) = asked(text, MeshUse::Triangles);
        // The walls of the notch are half a metre away.
        assert!((surface - 0.4).abs() < 1e-12 && many == 20, "{surface}, {many} pairs: {text}");
        let (parts, some) = asked(text, MeshUse::Parts);
        assert!(parts <= surface + 1e-12 && parts > 0.35 && (2..20).contains(&some), "{parts}, {some} pairs: {text}");
        // The hulls touch, so that pair is looked at by its parts.
        let (adaptive, pairs) = asked(text, MeshUse::Adaptive);
        assert!(adaptive <= surface + 1e-12 && adaptive > 0.35, "{adaptive}, {pairs} pairs: {text}");
    }
}

#[test]
fn links_whose_meshes_are_open_are_noted_in_every_format() {
    let (open, _) = ELL.trim_end().rsplit_once('\n').unwrap();
    for text in [ARM, MJCF, SDF] {
        let notes = read(text, open, MeshUse::Adaptive).notes;
        let expected = "1 meshes of links that are not closed: nothing is inside of them (\"ell\")";
        assert!(notes.iter().any(|note| note == expected), "{notes:?}: {text}");
        // A hull is closed.
        assert!(!read(text, open, MeshUse::Hull).notes.iter().any(|note| note.contains("not closed")));
    }
}

/// Points without triangles have a hull and nothing finer, for every use of meshes.
#[test]
fn a_mesh_of_points_is_its_hull() {
    let text = r#"<mujoco><asset><mesh name="p" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>
      <body><joint/><geom type="mesh" mesh="p"/></body></worldbody></mujoco>"#;
    for meshes in [MeshUse::Hull, MeshUse::Adaptive, MeshUse::Parts, MeshUse::Triangles] {
        let options = UrdfOptions { meshes, ..UrdfOptions::default() };
        let robot = Robot::from_mjcf(text, Path::new("/nowhere"), &options).unwrap().robot;
        let shapes: Vec<_> = robot.links().iter().flat_map(|link| &link.shapes).collect();
        assert!(shapes.len() == 1 && shapes[0].mesh.is_none(), "{meshes:?}");
    }
}
