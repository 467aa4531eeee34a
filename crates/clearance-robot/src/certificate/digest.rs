//! What names the robot, the scene, the margins and the path that a certificate is about.
//!
//! Digests are of the numbers as they were read, not of the files: a comment in a file changes nothing, a vertex does.

use clearance::SupportExt;

use clearance::math::Matrix;
use clearance::{Pose3, Shape3, Vec3};
use clearance_world::{TriangleMesh, sha256};

use super::format::Digests;
use super::refusal::{Refusal, refuse};
use crate::cell::bodies::{Body, Stage, mover_name};
use crate::cell::piece::Piece;
use crate::cell::workcell::Workcell;
use crate::model::joint::{Drive, JointKind};
use crate::path::{Path, Segment};
use crate::prove::time::Checker;

impl Digests {
    /// The digests of a stage, the names of its pairs, and the path of a motion.
    pub(crate) fn of(stage: &Stage, path: Option<&Path>, labels: &[[String; 2]]) -> Self {
        let mut scene = Vec::new();
        stage.bodies().iter().filter(|body| !body.own).for_each(|body| body_text(&mut scene, stage, body));
        let (mut pairs, mut margins) = (Vec::new(), Vec::new());
        for (pair, [a, b]) in stage.pairs().iter().zip(labels) {
            let names = format!("{a:?} {b:?}");
            line(&mut margins, &format!("{names} {:?}", pair.margin));
            line(&mut pairs, &names);
        }
        let of = |text: &[u8]| sha256(text);
        Digests {
            robot: robot_digest(stage),
            srdf: of(&pairs),
            scene: of(&scene),
            margins: of(&margins),
            path: path.map(|path| of(&path_text(path))),
            constraints: constraints_digest(stage.cell()),
        }
    }

    /// Refuses the digests of anything else.
    pub(super) fn compare(&self, found: &Self) -> Result<(), Refusal> {
        let all = [
            ("robot", self.robot == found.robot),
            // Other bodies are other pairs and margins too: the cause is reported first.
            ("scene", self.scene == found.scene),
            ("list of allowed pairs", self.srdf == found.srdf),
            ("list of margins", self.margins == found.margins),
            ("list of constraints", self.constraints == found.constraints),
            ("path", self.path == found.path),
        ];
        match all.into_iter().find(|(_, is_equal)| !is_equal) {
            Some((what, _)) => refuse(format!("the certificate is about another {what}")),
            None => Ok(()),
        }
    }
}

/// The digest of joints, links and their shapes; computed once for a robot without refined hulls.
fn robot_digest(stage: &Stage) -> String {
    let find = || {
        let mut text = robot_text(stage);
        stage.own().iter().for_each(|body| body_text(&mut text, stage, body));
        sha256(&text)
    };
    if stage.hulls() < stage.own().len() { find() } else { stage.cell().robot_digest(find) }
}

/// The digest of the constraints of a cell, a line of JSON for each.
fn constraints_digest(cell: &Workcell) -> Option<String> {
    let mut text = Vec::new();
    // Names and finite numbers only.
    cell.constraints().iter().for_each(|own| line(&mut text, &serde_json::to_string(own).unwrap_or_default()));
    (!cell.constraints().is_empty()).then(|| sha256(&text))
}

impl Checker<'_> {
    /// The digest of robot, fixed bodies, pairs, margins and constraints together.
    pub fn digest(&self) -> String {
        let found = Digests::of(self.stage(), None, &self.stage().all_labels());
        let Digests { robot, srdf, scene, margins, constraints, .. } = found;
        let constraints = constraints.map_or_else(String::new, |constraints| format!(" {constraints}"));
        sha256(format!("{robot} {srdf} {scene} {margins}{constraints}").as_bytes())
    }

    /// The digest of the fixed bodies: that of a [certificate](super::Certificate) for them.
    pub fn scene_digest(&self) -> String {
        let mut scene = Vec::new();
        let stage = self.stage();
        stage.bodies().iter().filter(|body| !body.own).for_each(|body| body_text(&mut scene, stage, body));
        sha256(&scene)
    }
}

fn body_text(text: &mut Vec<u8>, stage: &Stage, body: &Body) {
    let frame = body.part.frame;
    let frame = stage.cell().mover_of(frame).map_or(frame, |mover| mover_frames(stage, mover)[1]);
    line(text, &format!("body {:?} {} {frame}", body.name, body.number));
    pose_text(text, &body.part.pose);
    match &body.part.piece {
        Piece::Convex(shape) => shape_text(text, shape),
        Piece::Interior(mesh) => mesh_text(text, mesh),
        Piece::Halfspace(half) => line(text, &format!("halfspace {:?}", half.given())),
    }
}

fn line(text: &mut Vec<u8>, content: &str) {
    text.extend_from_slice(content.as_bytes());
    text.push(b'\n');
}

fn robot_text(stage: &Stage) -> Vec<u8> {
    let mut text = Vec::new();
    pose_text(&mut text, stage.robot().base());
    for frame in &stage.robot().frames()[1..] {
        let joint = &stage.robot().joints()[frame.joint];
        let what = (&joint.name, joint.kind, joint.axis, joint.drive, frame.parent);
        line(&mut text, &format!("joint {what:?}"));
        pose_text(&mut text, &frame.origin);
    }
    for (i, mover) in stage.cell().movers().iter().enumerate() {
        let (name, [slide, _]) = (mover_name(mover), mover_frames(stage, i));
        for (kind, parent) in [(JointKind::Prismatic, 0), (JointKind::Continuous, slide)] {
            line(&mut text, &format!("joint {:?}", (&name, kind, Vec3::new(1.0, 0.0, 0.0), Drive::STILL, parent)));
            pose_text(&mut text, &Pose3::IDENTITY);
        }
    }
    text
}

/// The frames of a mover in the text of a robot: in certificates it is a joint that slides, and one on it that turns.
fn mover_frames(stage: &Stage, mover: usize) -> [usize; 2] {
    let slide = stage.robot().frames().len() + 2 * mover;
    [slide, slide + 1]
}

fn pose_text(text: &mut Vec<u8>, pose: &Pose3<f64>) {
    text.extend_from_slice(b"pose ");
    [0, 1, 2].map(|i| pose.matrix().column(i)).iter().for_each(|column| vector(text, *column));
    vector(text, pose.translation());
    line(text, "");
}

/// The bytes of the numbers, lowest first: there are many, and to print them takes ten times as long.
fn vector(text: &mut Vec<u8>, v: Vec3<f64>) {
    [v.x, v.y, v.z].iter().for_each(|value| text.extend_from_slice(&value.to_bits().to_le_bytes()));
}

/// Polytopes by their vertices, others as their types print themselves.
fn shape_text(text: &mut Vec<u8>, shape: &Shape3<f64>) {
    let count = shape.vertex_count();
    if count == 0 {
        return line(text, &format!("shape {shape:?}"));
    }
    line(text, &format!("hull {count} {:?} {:?}", shape.anchor(), shape.radius()));
    (0..count).for_each(|id| vector(text, shape.vertex(id)));
    line(text, "");
}

fn mesh_text(text: &mut Vec<u8>, mesh: &TriangleMesh<Vec3<f64>>) {
    line(text, &format!("interior {} {}", mesh.vertices().len(), mesh.triangles().len()));
    mesh.vertices().iter().for_each(|vertex| vector(text, *vertex));
    let corners = mesh.triangles().iter().flatten();
    corners.for_each(|corner| text.extend_from_slice(&corner.to_le_bytes()));
    line(text, "");
}

fn path_text(path: &Path) -> Vec<u8> {
    let of = |segment: &Segment| match segment {
        Segment::Straight { from, to } => format!("straight {from:?} {to:?}\n"),
        Segment::Cubic(curve) => format!("cubic {:?}\n", curve.controls()),
        Segment::Timed(stretch) => format!("timed {stretch:?}\n"),
    };
    path.segments().iter().map(of).collect::<String>().into_bytes()
}
