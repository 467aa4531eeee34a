//! What names the robot, the scene, the margins and the path that a certificate is about.
//!
//! Digests are of the numbers as they were read, not of the files: a comment in a file changes nothing, a vertex does.

use clearance::SupportExt;
use std::fmt::Write;

use clearance::math::Matrix;
use clearance::{Pose3, Shape3, Vec3};
use clearance_world::TriangleMesh;
use serde::{Deserialize, Serialize};

use super::sha256::sha256;
use crate::Solid;
use crate::edge::{Body, Checker, Stage};
use crate::path::{Path, Segment};

/// Digests of what a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    /// Joints, links and their shapes.
    pub robot: String,
    /// The pairs of links, and of links and bodies, that must stay apart: what the SRDF leaves of all pairs.
    pub srdf: String,
    /// The fixed bodies.
    pub scene: String,
    /// The margin of every pair.
    pub margins: String,
    /// The segments.
    pub path: String,
}

impl Digests {
    /// Of a stage, the names of its pairs, and a path.
    pub(super) fn of(stage: &Stage, path: &Path, labels: &[[String; 2]]) -> Self {
        let (mut robot, mut scene) = (robot_text(stage), String::new());
        for body in stage.bodies() {
            body_text(if body.own { &mut robot } else { &mut scene }, body);
        }
        let (mut pairs, mut margins) = (String::new(), String::new());
        for (pair, [a, b]) in stage.pairs().iter().zip(labels) {
            line(&mut pairs, &format!("{a:?} {b:?}"));
            line(&mut margins, &format!("{a:?} {b:?} {:?}", pair.margin));
        }
        let of = |text: &str| sha256(text.as_bytes());
        Digests {
            robot: of(&robot),
            srdf: of(&pairs),
            scene: of(&scene),
            margins: of(&margins),
            path: of(&path_text(path)),
        }
    }
}

impl Checker<'_> {
    /// The digest of the fixed bodies: that of a [certificate](super::Certificate) for them.
    pub fn scene_digest(&self) -> String {
        let mut scene = String::new();
        self.stage().bodies().iter().filter(|body| !body.own).for_each(|body| body_text(&mut scene, body));
        sha256(scene.as_bytes())
    }
}

fn body_text(text: &mut String, body: &Body) {
    line(text, &format!("body {:?} {} {}", body.name, body.number, body.part.frame));
    pose_text(text, &body.part.pose);
    match &body.part.solid {
        Solid::Convex(shape) => shape_text(text, shape),
        Solid::Interior(mesh) => mesh_text(text, mesh),
        Solid::Halfspace(half) => line(text, &format!("halfspace {:?}", half.given())),
    }
}

fn line(text: &mut String, content: &str) {
    text.push_str(content);
    text.push('\n');
}

fn robot_text(stage: &Stage) -> String {
    let mut text = String::new();
    pose_text(&mut text, stage.robot().base());
    for frame in &stage.robot().frames()[1..] {
        let joint = &stage.robot().joints()[frame.joint];
        let what = (&joint.name, joint.kind, joint.axis, joint.drive, frame.parent);
        line(&mut text, &format!("joint {what:?}"));
        pose_text(&mut text, &frame.origin);
    }
    text
}

fn pose_text(text: &mut String, pose: &Pose3<f64>) {
    let columns = [0, 1, 2].map(|i| pose.matrix().column(i));
    line(text, &format!("pose {columns:?} {:?}", pose.translation()));
}

/// Polytopes by their vertices, others as their types print themselves.
fn shape_text(text: &mut String, shape: &Shape3<f64>) {
    if shape.vertex_count() == 0 {
        return line(text, &format!("shape {shape:?}"));
    }
    line(text, &format!("hull {:?} {:?}", shape.anchor(), shape.radius()));
    for id in 0..shape.vertex_count() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:?}", shape.vertex(id));
    }
}

fn mesh_text(text: &mut String, mesh: &TriangleMesh<Vec3<f64>>) {
    line(text, "interior");
    mesh.vertices().iter().for_each(|vertex| line(text, &format!("{vertex:?}")));
    mesh.triangles().iter().for_each(|corners| line(text, &format!("{corners:?}")));
}

fn path_text(path: &Path) -> String {
    let of = |segment: &Segment| match segment {
        Segment::Straight { from, to } => format!("straight {from:?} {to:?}\n"),
        Segment::Cubic(curve) => format!("cubic {:?}\n", curve.controls()),
    };
    path.segments().iter().map(of).collect()
}
