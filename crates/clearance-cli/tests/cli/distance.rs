//! `clearance distance`: mesh files, inline shapes, poses, both ways to print.

use crate::run::{objects, run};
use serde_json::json;

const POINT: &str = r#"{"kind": "point"}"#;

#[test]
fn every_mesh_format_is_as_far_away() {
    // Every file holds the box [-0.375, 0.625] x [-0.25, 0.5] x [0.125, 1].
    for file in ["box.obj", "box.stl", "box_ascii.stl", "box.ply", "box_binary.ply", "box.dae", "box.gltf", "box.glb"] {
        let path = format!("testdata/meshes/{file}");
        let run = run(&["distance", &path, POINT, "--pose-b", "-0.875,0.25,0.5", "--json"], "");
        assert_eq!((run.status, run.complaint.as_str()), (0, ""), "{file}");
        let result = &objects(&run.lines)[0];
        assert_eq!((&result["distance"], &result["normal"]), (&json!(0.5), &json!([-1.0, 0.0, 0.0])), "{file}");
    }
}

#[test]
fn vertex_numbers_are_those_of_the_file() {
    let run = run(&["distance", "testdata/meshes/box.obj", POINT, "--pose-b", "1,-0.75,1.5", "--json"], "");
    let result = &objects(&run.lines)[0];
    assert_eq!((&result["feature_a"], &result["feature_vertices_a"]), (&json!("vertex"), &json!([5])));
    assert_eq!(result["witness_a"], json!([0.625, -0.25, 1.0]));
}

#[test]
fn people_read_a_block_of_labelled_lines() {
    let run = run(
        &["distance", "testdata/meshes/box.obj", r#"{"kind": "sphere", "radius": 0.125}"#, "--pose-b", "0.875,0,0.5"],
        "",
    );
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let expected = [
        "A                testdata/meshes/box.obj",
        r#"B                {"kind": "sphere", "radius": 0.125}"#,
        r#"pose of B        {"translation": [0.875, 0, 0.5]}"#,
        "",
        "status           separated (proven)",
        "signed distance  0.125   (apart)",
    ];
    assert_eq!(run.lines[..6], expected);
    let labels: Vec<&str> = run.lines[6..].iter().map(|line| line[..15].trim_end()).collect();
    let expected = [
        "proven bounds",
        "normal, A to B",
        "witness on A",
        "witness on B",
        "feature of A",
        "feature of B",
        "iterations",
        "time",
    ];
    assert_eq!(labels, expected);
    assert_eq!(run.lines[7], "normal, A to B   [   1.000000000,              0,              0]");
}

#[test]
fn poses_may_be_json_or_numbers() {
    let brick = r#"{"kind": "box", "half_extents": [0.25, 2, 0.5]}"#;
    let ask = |pose: &str| {
        let arguments = ["distance", brick, POINT, "--pose-a", pose, "--pose-b=-3,1,2", "--json"];
        objects(&run(&arguments, "").lines)[0]["distance"].as_f64().unwrap()
    };
    // A quarter turn about z: the brick is 2 long along x, its end 1.5 before the point, which is 1 beside the middle.
    let (numbers, json) =
        ("0.5,0.75,2,0,0,1.5707963267948966", r#"{"translation": [0.5, 0.75, 2], "quaternion": [0.5, 0, 0, 0.5]}"#);
    assert!((ask(numbers) - 1.5).abs() < 1e-15);
    let refused = run(&["distance", brick, POINT, "--pose-a", json], "");
    assert_eq!(refused.status, 2);
    let expected =
        "clearance: A/pose/quaternion: expected a quaternion [w, x, y, z] of length 1 within 1e-6, got length";
    assert!(refused.complaint.starts_with(expected), "{}", refused.complaint);
    assert!(
        (ask(&json.replace("0.5, 0, 0, 0.5]", "0.7071067811865476, 0, 0, 0.7071067811865476]")) - 1.5).abs() < 1e-15
    );
}

#[test]
fn the_plane_has_its_own_poses() {
    let square = r#"{"kind": "box", "half_extents": [0.5, 0.5]}"#;
    let arguments =
        ["distance", square, POINT, "--dim", "2", "--pose-a", "0.25,0,0.7853981633974483", "--pose-b", "3,0", "--json"];
    let result = &objects(&run(&arguments, "").lines)[0];
    // A corner of the turned square points at the point.
    assert!((result["distance"].as_f64().unwrap() - (2.75 - 0.5f64.sqrt())).abs() < 1e-15);
    assert_eq!(result["feature_a"], "vertex");
}

#[test]
fn real_robot_parts_overlap_where_they_are_joined() {
    // Link 5 and link 6 share a joint: their hulls overlap in every configuration.
    let panda = |part: &str| format!("testdata/robots/panda/{part}.stl");
    let pose = "0,0,0,1.5707963267948966,0,0";
    let run = run(&["distance", &panda("link5"), &panda("link6"), "--pose-b", pose, "--as", "hull", "--json"], "");
    let result = &objects(&run.lines)[0];
    // The hulls do, which says nothing of the meshes.
    assert_eq!((run.status, &result["status"], &result["exact"]), (0, &json!("undecided"), &json!(false)));
    assert!(result["lower"].as_f64().unwrap() < -0.01 && result["upper"].as_f64().unwrap() > 0.0, "{result}");
}

#[test]
fn faces_are_told_by_all_their_corners() {
    let corners: Vec<_> = (0..8).map(|i| json!([(i & 1) * 2 - 1, (i & 2) - 1, i >> 2])).collect();
    let hull = json!({"kind": "hull", "vertices": corners}).to_string();
    let slab = json!({"kind": "box", "half_extents": [1.0, 1.0, 0.5]}).to_string();
    for shape in [hull, slab] {
        let run = run(&["distance", &shape, POINT, "--pose-b", "0.3,-0.6,2.5,0,0,0", "--json"], "");
        let result = &objects(&run.lines)[0];
        assert_eq!((&result["feature_a"], &result["feature_vertices_a"]), (&json!("face"), &json!([4, 5, 7, 6])));
    }
}

const HOUSE: &str = "testdata/meshes/house.obj";
/// In the middle of the doorway, 0.1 from its sides.
const DOORWAY: [&str; 3] = [r#"{"kind": "sphere", "radius": 0.3}"#, "--pose-b", "0,-2,1.1"];

#[test]
fn a_ball_in_a_doorway_is_apart_from_the_walls_and_inside_of_the_hull() {
    let ask = |more: &[&str]| {
        let arguments = [&["distance", HOUSE][..], &DOORWAY, &["--json"], more].concat();
        objects(&run(&arguments, "").lines).remove(0)
    };
    let mesh = ask(&[]);
    assert_eq!((&mesh["status"], &mesh["exact"], &mesh["as"]), (&json!("separated"), &json!(true), &json!("mesh")));
    assert!((mesh["distance"].as_f64().unwrap() - 0.1).abs() < 1e-7, "{mesh:?}");
    assert_eq!(mesh, ask(&["--as", "mesh"]));
    let hull = ask(&["--as", "hull"]);
    assert_eq!((&hull["status"], &hull["collides"], &hull["as"]), (&json!("undecided"), &json!(null), &json!("hull")));
    // The middle of the room is 1.8 from the walls, and more from the floor.
    let error = hull["as_error_upper"].as_f64().unwrap();
    assert!((1.7..2.0).contains(&error) && hull["upper"].as_f64().unwrap() >= error, "{hull:?}");
    assert!((hull["lower"].as_f64().unwrap() + 0.3).abs() < 1e-7, "{hull:?}");
    let parts = ask(&["--as", "parts"]);
    assert_eq!((&parts["status"], &parts["as"]), (&json!("separated"), &json!("parts")));
}

#[test]
fn people_read_what_a_mesh_was_taken_for() {
    let run = run(&[&["distance", HOUSE][..], &DOORWAY].concat(), "");
    assert_eq!((run.status, run.lines[0].as_str()), (0, "A                testdata/meshes/house.obj"));
    assert!(run.lines.last().unwrap().starts_with("time "), "{:?}", run.lines);
    let hull = self::run(&[&["distance", HOUSE][..], &DOORWAY, &["--as", "hull"]].concat(), "");
    let last = hull.lines.last().unwrap();
    assert!(
        last.starts_with("note            A: read as its convex hull, up to 1.8") && last.ends_with("from the mesh"),
        "{last}"
    );
}

#[test]
fn a_convex_mesh_is_the_convex_body_that_it_is_whatever_it_is_read_as() {
    // A ball at the middle of the box's height, 0.25 deep in its side at x = 0.625.
    let deep = |form: &str| {
        let arguments = ["distance", "testdata/meshes/box.obj", r#"{"kind": "sphere", "radius": 0.125}"#];
        let more = ["--pose-b", "0.5,0.125,0.5625", "--as", form, "--json"];
        objects(&run(&[&arguments[..], &more].concat(), "").lines).remove(0)
    };
    let (hull, mesh) = (deep("hull"), deep("mesh"));
    for result in [&hull, &mesh] {
        assert_eq!(
            (&result["status"], &result["signed_distance"]),
            (&json!("overlapping"), &json!(-0.25)),
            "{result:?}"
        );
        assert_eq!(result["normal"], json!([1.0, 0.0, 0.0]));
        assert!(result["upper"].as_f64().unwrap() - result["lower"].as_f64().unwrap() < 1e-12);
        assert!(result.get("hull_error").is_none());
    }
    assert_eq!((&hull["as"], &mesh["as"]), (&json!("hull"), &json!("mesh")));
}
