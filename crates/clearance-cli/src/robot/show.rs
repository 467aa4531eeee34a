//! `clearance robot show`: what a robot is.

use crate::status::Status;
use clearance::SupportExt;
use clearance_models::WriteRobot;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clearance::Form;
use clearance_pages::states_page;
use clearance_robot::{Joint, Robot, RobotModel, Skipped, Why};
use serde::Serialize;

use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::OWN;

use super::model::ModelOptions;

/// Show the joints, links, shapes and disabled pairs of a robot, and its named states
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    model: ModelOptions,
    /// Print one JSON object
    #[arg(long, help_heading = OWN)]
    json: bool,
    /// Write the robot as URDF, from any format, with its hulls and meshes in the folder NAME_meshes next to it
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    urdf: Option<PathBuf>,
    #[command(flatten)]
    page: PageOptions,
}

#[derive(Serialize)]
struct Shown<'r> {
    name: &'r str,
    joints: Vec<JointShown<'r>>,
    variables: Vec<&'r str>,
    links: Vec<LinkShown<'r>>,
    shapes: Vec<ShapeShown<'r>>,
    allowed: Vec<PairShown<'r>>,
    pairs: usize,
    states: Vec<&'r str>,
    groups: Vec<&'r str>,
    tips: Vec<&'r str>,
    notes: &'r [String],
}

#[derive(Serialize)]
struct JointShown<'r> {
    name: &'r str,
    #[serde(rename = "type")]
    kind: &'r str,
    limits: Option<[f64; 2]>,
    parent: &'r str,
    child: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mimic: Option<MimicShown<'r>>,
}

#[derive(Serialize)]
struct MimicShown<'r> {
    joint: &'r str,
    multiplier: f64,
    offset: f64,
}

#[derive(Serialize)]
struct LinkShown<'r> {
    name: &'r str,
    parent_joint: Option<&'r str>,
    shapes: usize,
}

#[derive(Serialize)]
struct ShapeShown<'r> {
    link: &'r str,
    kind: &'static str,
    vertices: u32,
}

#[derive(Serialize)]
struct PairShown<'r> {
    pair: [&'r str; 2],
    why: String,
}

impl Show {
    /// Prints the robot.
    pub fn run(self) -> anyhow::Result<Status> {
        let model = self.model.read()?;
        let robot = &model.robot;
        if let Some(file) = &self.urdf {
            write_urdf(robot, file)?;
        }
        let skipped = robot.skipped_pairs();
        let shown = shown(&model, &skipped);
        let text = if self.json { serde_json::to_string(&shown)? + "\n" } else { page(&shown) };
        if !self.page.takes_output() {
            Output::open(Path::new("-"), &[])?.write(&text)?;
        }
        self.page.write(&[self.model.file()], |made| anyhow::Ok(states_page(robot, &[])?.html(made)?))?;
        Ok(Status::SUCCESS)
    }
}

/// Writes the URDF and the mesh files that it names.
fn write_urdf(robot: &Robot, file: &Path) -> anyhow::Result<()> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("robot");
    let written = robot.to_urdf(&format!("{stem}_meshes/"))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    if !written.meshes.is_empty() {
        let meshes = folder.join(format!("{stem}_meshes"));
        std::fs::create_dir_all(&meshes).with_context(|| meshes.display().to_string())?;
    }
    for (name, text) in &written.meshes {
        let output = Output::open(&folder.join(name), &[])?;
        output.write(text)?;
        output.finish()?;
    }
    let output = Output::open(file, &[])?;
    output.write(&written.text)?;
    output.finish()
}

fn shown<'r>(model: &'r RobotModel, skipped: &'r [Skipped]) -> Shown<'r> {
    let robot = &model.robot;
    let link = |i: usize| robot.links()[i].name.as_str();
    let joint = |joint: &'r Joint| JointShown {
        name: &joint.name,
        kind: joint.kind.name(),
        limits: joint.limits.map(|limits| [limits.lower, limits.upper]),
        parent: link(joint.parent),
        child: link(joint.child),
        mimic: joint.mimic.as_ref().map(|mimic| MimicShown {
            joint: &mimic.joint,
            multiplier: mimic.multiplier,
            offset: mimic.offset,
        }),
    };
    let shapes = robot.links().iter().flat_map(|link| {
        link.shapes.iter().map(move |shape| ShapeShown {
            link: &link.name,
            kind: kind(&shape.shape),
            vertices: shape.shape.vertex_count(),
        })
    });
    let srdf = robot.srdf();
    Shown {
        name: robot.name(),
        joints: robot.joints().iter().map(joint).collect(),
        variables: robot.variables().iter().map(|&i| robot.joints()[i].name.as_str()).collect(),
        links: robot
            .links()
            .iter()
            .map(|link| LinkShown {
                name: &link.name,
                parent_joint: link.parent.map(|i| robot.joints()[i].name.as_str()),
                shapes: link.shapes.len(),
            })
            .collect(),
        shapes: shapes.collect(),
        allowed: skipped.iter().map(|s| PairShown { pair: s.links.map(link), why: why(&s.why) }).collect(),
        pairs: robot.self_pairs().len(),
        states: srdf.map_or(Vec::new(), |srdf| srdf.states.iter().map(|state| state.name.as_str()).collect()),
        groups: srdf.map_or(Vec::new(), |srdf| srdf.groups.iter().map(|group| group.name.as_str()).collect()),
        tips: srdf.map_or(Vec::new(), |srdf| srdf.end_effectors.iter().map(|tip| tip.parent_link.as_str()).collect()),
        notes: &model.notes,
    }
}

/// Why a pair is not checked, in one word or the word of the SRDF.
pub fn why(why: &Why) -> String {
    match why {
        Why::Rigid => "rigid".into(),
        Why::Adjacent => "adjacent".into(),
        Why::Allowed => "allowed".into(),
        Why::Row(reason) if reason.is_empty() => "listed".into(),
        Why::Row(reason) => reason.to_lowercase(),
        Why::Scene => "scene".into(),
    }
}

fn kind(shape: &clearance::Shape3<f64>) -> &'static str {
    use clearance::Shape;
    match shape {
        Shape::Cuboid(_) => "box",
        Shape::Ball(_) => "sphere",
        Shape::Capsule(_) => "capsule",
        Shape::Polytope(_) => "hull",
        Shape::Cylinder(_) => "cylinder",
        _ if matches!(shape.form(), Form::Cuboid(_)) => "box",
        _ => "convex",
    }
}

fn page(shown: &Shown) -> String {
    let mut text = format!("{}\n\n{:<28} {:<11} {:>23}  links\n", shown.name, "joint", "type", "limits");
    for joint in &shown.joints {
        let limits = joint.limits.map_or(String::new(), |[lower, upper]| format!("{lower:.4} to {upper:.4}"));
        let mimic = joint.mimic.as_ref().map_or(String::new(), |mimic| format!(", follows {}", mimic.joint));
        let _ = writeln!(
            text,
            "{:<28} {:<11} {limits:>23}  {} -> {}{mimic}",
            joint.name, joint.kind, joint.parent, joint.child
        );
    }
    let _ = writeln!(text, "\na configuration has {} values: {}", shown.variables.len(), shown.variables.join(", "));
    let _ = writeln!(text, "\n{:<28} shapes", "link");
    for link in &shown.links {
        let shapes = shown.shapes.iter().filter(|shape| shape.link == link.name);
        let words = shapes.map(|shape| match shape.vertices {
            0 => shape.kind.to_string(),
            count => format!("{} of {count} vertices", shape.kind),
        });
        let _ = writeln!(text, "{:<28} {}", link.name, words.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(text, "\n{} pairs of links are checked; {} are not:", shown.pairs, shown.allowed.len());
    for row in &shown.allowed {
        let _ = writeln!(text, "{:<28} {:<28} {}", row.pair[0], row.pair[1], row.why);
    }
    for (what, names) in [("states", &shown.states), ("groups", &shown.groups), ("tips", &shown.tips)] {
        if !names.is_empty() {
            let _ = writeln!(text, "\n{what}: {}", names.join(", "));
        }
    }
    shown.notes.iter().for_each(|note| text += &format!("note: {note}\n"));
    text
}
