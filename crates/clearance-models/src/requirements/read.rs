//! Reads files of requirements.

use std::path::Path;

use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{MeshFiles, MeshOptions};

use super::{Over, Requirement, Requirements};
use crate::joint_box::ReadJointBox;
use crate::paths::{PathFormat, path_lines};
use crate::read_robot::ReadRobot;
use crate::srdf::ReadSrdf;
use crate::urdf::{MeshUse, Packages, UrdfOptions};
use clearance_robot::range::JointBox;
use clearance_robot::{Obstacle, Robot, RobotModel, Srdf, Workcell};
use clearance_scene::ReadError;

const FILE: [&str; 6] = ["robot", "srdf", "packages", "links", "scene", "requirements"];
const REQUIREMENT: [&str; 4] = ["name", "pairs", "at_least", "over"];

impl Requirements {
    /// The requirements of a file; files that it names are relative to it.
    pub fn from_file(path: &Path) -> Result<Self, ReadError> {
        let here = |error: ReadError| error.within(path.display());
        let text =
            std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
        Self::parse(&text, path.parent().unwrap_or(Path::new(""))).map_err(here)
    }

    /// The requirements of a JSON text: `{"robot": FILE or assembly, "srdf"?, "packages"?: {NAME: DIR}, "links"?,
    /// "scene"?: FILE or scene, "requirements": [{"name", "pairs"?, "at_least"?, "over"?: {"ranges": {..}} | {"path":
    /// [q, ..] or FILE} | {"scene": FILE}}, ..]}`. A requirement that cannot be read says so in its answer.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, ReadError> {
        let json = Json::parse(text)?;
        let node = Node::root(&json, "");
        let fields = node.object(&FILE)?;
        let cell = match read_robot(&fields, folder)? {
            Some(model) => {
                let world = read_world(&fields, &model.robot, folder)?;
                Some(Workcell::new(model, &world)?)
            }
            None => None,
        };
        let list = fields.need("requirements")?;
        let mut all: Vec<Result<Requirement, (String, ReadError)>> = Vec::new();
        for (i, node) in list.list()?.enumerate() {
            let name = node.fields().ok().and_then(|fields| fields.get("name")?.text().ok().map(String::from));
            let name = name.unwrap_or_else(|| i.to_string());
            let twice = all.iter().any(|other| match other {
                Ok(other) => other.name == name,
                Err((other, _)) => *other == name,
            });
            all.push(match twice {
                true => Err((name.clone(), node.error(format!("another requirement is named {name:?}")))),
                false => {
                    read_requirement(&node, cell.as_ref().map(Workcell::robot), folder).map_err(|error| (name, error))
                }
            });
        }
        Ok(Requirements { cell, all, meshes: MeshOptions::default() })
    }

    /// With options for the meshes of the scenes that requirements are over.
    #[must_use]
    pub fn with_meshes(self, meshes: MeshOptions) -> Self {
        Requirements { meshes, ..self }
    }
}

fn read_robot(fields: &Fields, folder: &Path) -> Result<Option<RobotModel>, ReadError> {
    let Some(node) = fields.get("robot") else { return Ok(None) };
    if let Json::Object(_) = node.value() {
        return Robot::from_json(&node.value().to_string(), folder).map(Some).map_err(|error| error.within("/robot"));
    }
    let mut packages = Packages::of_environment();
    if let Some(node) = fields.get("packages") {
        let named = node.fields()?;
        for name in named.keys() {
            packages = packages.with(name, folder.join(named.need(name)?.text()?));
        }
    }
    let links = ["adaptive", "hull", "parts", "mesh"];
    let meshes = match fields.get("links").map(|node| node.one_of(&links)).transpose()? {
        Some("hull") => MeshUse::Hull,
        Some("parts") => MeshUse::Parts,
        Some("mesh") => MeshUse::Triangles,
        _ => MeshUse::Adaptive,
    };
    let options = UrdfOptions { packages, meshes, ..UrdfOptions::default() };
    let model = Robot::from_file(&folder.join(node.text()?), &options)?;
    match fields.get("srdf") {
        Some(srdf) => Ok(Some(model.with_srdf(Srdf::from_file(&folder.join(srdf.text()?))?))),
        None => Ok(Some(model)),
    }
}

fn read_world(fields: &Fields, robot: &Robot, folder: &Path) -> Result<Vec<Obstacle>, ReadError> {
    match fields.get("scene") {
        None => Ok(Vec::new()),
        Some(node) => match node.value() {
            Json::Object(_) => robot
                .world_of_json(&node.value().to_string(), &MeshFiles::relative_to(folder))
                .map_err(|error| error.within("/scene")),
            _ => robot.world_of_file(&folder.join(node.text()?)),
        },
    }
}

fn read_requirement(node: &Node, robot: Option<&Robot>, folder: &Path) -> Result<Requirement, ReadError> {
    let fields = node.object(&REQUIREMENT)?;
    let name = fields.need("name")?.text()?.to_string();
    let at_least = fields.get("at_least").map_or(Ok(0.0), |node| node.number())?;
    let mut pairs = Vec::new();
    if let Some(list) = fields.get("pairs") {
        for pair in list.list()? {
            let names: Vec<String> = match pair.value() {
                Json::List(_) => pair.list()?.map(|name| name.text().map(String::from)).collect::<Result<_, _>>()?,
                _ => vec![pair.text()?.to_string()],
            };
            if names.is_empty() || names.len() > 2 {
                return Err(pair.error(format!("expected one name or two, got {}", names.len())));
            }
            pairs.push(names);
        }
    }
    let over = read_over(&fields, robot, folder)?;
    Ok(Requirement { name, pairs, at_least, over, text: node.value().to_string() })
}

fn read_over(fields: &Fields, robot: Option<&Robot>, folder: &Path) -> Result<Over, ReadError> {
    let need = || robot.ok_or_else(|| fields.node().error("ranges and paths need a \"robot\" of the file"));
    let Some(node) = fields.get("over") else { return JointBox::whole(need()?).map(Over::Ranges) };
    let over = node.object(&["ranges", "path", "scene"])?;
    match (over.get("ranges"), over.get("path"), over.get("scene")) {
        (Some(ranges), None, None) => JointBox::read(need()?, &ranges, &need()?.no_rest()).map(Over::Ranges),
        (None, Some(path), None) => read_path(&path, need()?, folder).map(Over::Path),
        (None, None, Some(scene)) => Ok(Over::Scene(folder.join(scene.text()?))),
        _ => Err(node.error("expected one of \"ranges\", \"path\" and \"scene\"")),
    }
}

/// The configurations of a list, or of a file as `robot check` reads it, with a single path.
fn read_path(node: &Node, robot: &Robot, folder: &Path) -> Result<Vec<Vec<f64>>, ReadError> {
    let rest = robot.no_rest();
    if let Json::List(_) = node.value() {
        return node.list()?.map(|q| robot.read_configuration(&q, &rest)).collect();
    }
    let file = folder.join(node.text()?);
    let here = |error: ReadError| error.within(file.display());
    let text =
        std::fs::read_to_string(&file).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    let lines = match PathFormat::of(&file, &text) {
        PathFormat::JsonLines => text,
        format => path_lines(&text, format, "path").map_err(here)?,
    };
    let mut lines = lines.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Err(here(ReadError::new("expected a single path")));
    };
    let json = Json::parse(line).map_err(here)?;
    let item = Node::root(&json, "");
    let points = item.object(&["id", "path"]).and_then(|fields| fields.need("path")).map_err(here)?;
    points.list().map_err(here)?.map(|q| robot.read_configuration(&q, &rest).map_err(here)).collect()
}
