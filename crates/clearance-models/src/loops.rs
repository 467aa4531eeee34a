//! Loops of joints in JSON.

use std::path::Path;

use clearance::Vec3;
use clearance_robot::RobotModel;
use clearance_scene::ReadError;
use clearance_scene::json::{Json, Node};
use clearance_world::hint;

/// Closes the loops of a file.
pub(crate) fn close_of_file(model: &mut RobotModel, path: &Path) -> Result<(), ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let text =
        std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    close_all(model, &text).map_err(here)
}

/// Closes the loops of a text: `{"loops": [{"links": [name, name], "point": [x, y, z], "drive": joint}, ..]}`.
pub(crate) fn close_all(model: &mut RobotModel, text: &str) -> Result<(), ReadError> {
    let json = Json::parse(text)?;
    for node in Node::root(&json, "").object(&["loops"])?.need("loops")?.list()? {
        close(model, &node, "links")?;
    }
    Ok(())
}

/// Closes a loop, whose links stand under a key. A body that does not move is one with the world.
pub(crate) fn close(model: &mut RobotModel, node: &Node, key: &str) -> Result<(), ReadError> {
    let fields = node.object(&[key, "point", "drive"])?;
    let given = fields.need(key)?;
    let names: Vec<&str> = given.list()?.map(|name| name.text()).collect::<Result<_, _>>()?;
    let [a, b] = names[..] else { return Err(given.error("expected two names")) };
    model.check_names(&[a, b]).map_err(|error| given.error(error.to_string()))?;
    let point = Vec3::from(fields.need("point")?.numbers::<3>()?);
    let drive = fields.need("drive")?;
    let robot = &model.robot;
    let known: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
    let Some(variable) = known.iter().position(|name| drive.text() == Ok(*name)) else {
        let hint = hint(drive.text()?, &known);
        return Err(drive.error(format!("no joint with a value is named {:?}{hint}", drive.text()?)));
    };
    model.close_loop([a, b], point, variable)
}
