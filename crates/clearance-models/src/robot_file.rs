//! Files of robots, whatever their format.

use std::path::Path;

use clearance::{Pose3, Vec3};
use clearance_robot::{Robot, RobotModel, Srdf};
use clearance_scene::json::{Json, Node};
use clearance_scene::{ReadError, pose};

use crate::srdf::ReadSrdf;
use crate::urdf::UrdfOptions;
use crate::{dh, mjcf, sdf, urdf, xml};

/// See [`ReadRobot::from_file`](crate::ReadRobot::from_file).
pub(crate) fn from_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let read = || {
        let text = xml::read_text(path)?;
        of_text(&text, is_json, folder, options)
    };
    read().map_err(|error| error.within(path.display()))
}

/// See [`ReadRobot::from_text`](crate::ReadRobot::from_text).
pub(crate) fn from_text(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    of_text(text, text.trim_start().starts_with('{'), folder, options)
}

fn of_text(text: &str, is_json: bool, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    if is_json { of_json(text, folder, options) } else { of_xml(text, folder, options) }
}

/// The robot on the base that the options name.
pub(crate) fn on_base(model: RobotModel, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    match options.base {
        Some(base) => Ok(model.on_base(base).map_err(|error| error.within("base"))?),
        None => Ok(model),
    }
}

fn of_json(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    let has_robots = |(key, _): &(String, Json)| key == "robots";
    match Json::parse(text) {
        Ok(Json::Object(entries)) if entries.iter().any(has_robots) => of_several(text, folder, options),
        _ => on_base(dh::read(text, folder)?, options),
    }
}

fn of_xml(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    let root = xml::parse(text, "<robot>, <mujoco> or <sdf>", None)?;
    match root.name() {
        "mujoco" => mjcf::read_element(root, folder, options),
        "sdf" => on_base(sdf::read_element(&root, folder, options)?, options),
        "robot" => on_base(urdf::read_element(&root, folder, options)?, options),
        name => {
            let what =
                format!("expected <robot> (URDF), <mujoco> (MJCF) or <sdf> as the root of a robot file, got <{name}>");
            Err(root.refusal(what))
        }
    }
}

/// The robots of a JSON text as one, `{"robots": [{"name", "file", "srdf", "base": pose}, ..]}`, whose files are named
/// relative to a folder.
pub(crate) fn of_several(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    let json = Json::parse(text)?;
    let root = Node::root(&json, "");
    let fields = root.object(&["version", "name", "robots"])?;
    let name = fields.get("name").map_or(Ok("cell"), |node| node.text())?;
    let mut models = Vec::new();
    for node in fields.need("robots")?.list()? {
        let own = node.object(&["name", "file", "srdf", "base"])?;
        let file = own.need("file")?;
        let read = from_file(&folder.join(file.text()?), options);
        let mut model = read.map_err(|error| file.error(error.to_string()))?;
        if let Some(srdf) = own.get("srdf") {
            let rows = Srdf::from_file(&folder.join(srdf.text()?)).map_err(|error| srdf.error(error.to_string()))?;
            model = model.with_srdf(rows);
        }
        let base =
            own.get("base").map_or(Ok(Pose3::IDENTITY), |node| Ok::<_, ReadError>(pose::<Vec3<f64>>(&node)?.pose))?;
        models.push((own.need("name")?.text()?.to_string(), model, base));
    }
    let robots: Vec<_> = models.iter().map(|(name, model, base)| (name.as_str(), &model.robot, *base)).collect();
    let mut together = RobotModel::from(Robot::together(name, &robots)?);
    for (prefix, model, _) in models {
        together.notes.extend(model.notes.iter().map(|note| format!("{prefix}: {note}")));
        together.fixtures.extend(model.fixtures);
    }
    Ok(together)
}
