//! Robots from Denavit-Hartenberg tables.
//!
//! Standard (J. Denavit and R. S. Hartenberg 1955): `A_i = Rz(θ) Tz(d) Tx(a) Rx(α)`, so joint `i` turns about the z
//! axis of frame `i − 1`. Modified (J. J. Craig 1986): `A_i = Rx(α) Tx(a) Rz(θ) Tz(d)`, with the `α` and `a` of the
//! link before; it turns about the z axis of frame `i`.

use std::path::Path;

use clearance::{Pose3, Vec3};
use clearance_scene::json::{Json, Node};
use clearance_scene::{MeshFiles, pose};

use crate::assembly;
use crate::link_json::link_shapes;
use clearance_robot::kinematics::{LARGEST_ANGLE, origin};
use clearance_robot::{JointKind, JointSpec, Limits, LinkShape, Robot, RobotModel};
use clearance_scene::ReadError;

/// How the rows of a table are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// The joint first, then the link.
    #[default]
    Standard,
    /// The link before first, then the joint.
    Modified,
}

/// A row of a table: radians and lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct DhRow {
    /// About z; a revolute joint's value is added to it.
    pub theta: f64,
    /// Along z; a prismatic joint's value is added to it.
    pub d: f64,
    /// Along x.
    pub a: f64,
    /// About x.
    pub alpha: f64,
    /// Whether the joint slides.
    pub prismatic: bool,
    /// The joint's name; `joint1`, `joint2`, ... if it is empty.
    pub name: String,
    /// The least and the greatest value.
    pub limits: Option<Limits>,
}

/// See [`ReadRobot::from_dh`](crate::ReadRobot::from_dh).
pub(crate) fn of_rows(
    name: &str,
    rows: &[DhRow],
    convention: Convention,
    shapes: Vec<(usize, LinkShape)>,
) -> Result<Robot, ReadError> {
    build(name, rows, convention, shapes, Extras::default())
}

/// See [`ReadRobot::from_dh_file`](crate::ReadRobot::from_dh_file).
pub(crate) fn read_file(path: &Path) -> Result<RobotModel, ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let text =
        std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    read(&text, path.parent().unwrap_or(Path::new(""))).map_err(here)
}

/// See [`ReadRobot::from_json`](crate::ReadRobot::from_json).
pub(crate) fn read(text: &str, folder: &Path) -> Result<RobotModel, ReadError> {
    let json = Json::parse(text)?;
    let is_assembly = Node::root(&json, "").fields().is_ok_and(|fields| fields.get("bodies").is_some());
    if is_assembly { assembly::read(text, folder) } else { Ok(read_table(text, folder)?.into()) }
}

/// See [`ReadRobot::from_dh_json`](crate::ReadRobot::from_dh_json).
pub(crate) fn read_table(text: &str, folder: &Path) -> Result<Robot, ReadError> {
    let json = Json::parse(text)?;
    let node = Node::root(&json, "");
    let fields = node.object(&["name", "dh", "shapes", "convention", "limits", "base", "tip"])?;
    let table = fields.need("dh")?;
    let mut convention = fields.get("convention").map(|node| read_convention(&node)).transpose()?;
    let mut rows = Vec::new();
    for row in table.list()? {
        rows.push(read_row(&row, &mut convention)?);
    }
    if let Some(limits) = fields.get("limits") {
        let count = limits.list()?.len();
        if count != rows.len() {
            return Err(limits.error(format!("expected limits of {} joints, got {count}", rows.len())));
        }
        for (row, node) in rows.iter_mut().zip(limits.list()?) {
            row.limits = read_limits(&node)?;
        }
    }
    let files = MeshFiles::relative_to(folder);
    let mut shapes = Vec::new();
    if let Some(list) = fields.get("shapes") {
        for node in list.list()? {
            let (link, on_link) = read_shapes(&node, rows.len(), &files)?;
            shapes.extend(on_link.into_iter().map(|shape| (link, shape)));
        }
    }
    let frame = |key| fields.get(key).map(|node| pose::<Vec3<f64>>(&node).map(|placing| placing.pose)).transpose();
    let extras = Extras { base: frame("base")?.unwrap_or_default(), tip: frame("tip")? };
    let name = fields.get("name").map_or(Ok("robot"), |node| node.text())?;
    build(name, &rows, convention.unwrap_or_default(), shapes, extras)
}

/// Where the robot stands, and a frame in the last link's.
#[derive(Default)]
struct Extras {
    base: Pose3<f64>,
    tip: Option<Pose3<f64>>,
}

fn build(
    name: &str,
    rows: &[DhRow],
    convention: Convention,
    shapes: Vec<(usize, LinkShape)>,
    extras: Extras,
) -> Result<Robot, ReadError> {
    let mut on_links: Vec<Vec<LinkShape>> = vec![Vec::new(); rows.len() + 1];
    for (link, shape) in shapes {
        let Some(place) = on_links.get_mut(link) else {
            return Err(ReadError::new(format!("expected a link from 0 to {}, got {link}", rows.len())));
        };
        place.push(shape);
    }
    let mut builder = Robot::builder(name).at(extras.base);
    for (i, shapes) in on_links.into_iter().enumerate() {
        builder = builder.link(format!("link{i}"), shapes);
    }
    for (i, row) in rows.iter().enumerate() {
        builder = builder.joint(joint(i, row, convention).map_err(|error| error.within(format_args!("/dh/{i}")))?);
    }
    if let Some(tip) = extras.tip {
        let last = format!("link{}", rows.len());
        builder = builder.link("tip", vec![]).joint(JointSpec::new("tip", JointKind::Fixed, last, "tip").at(tip));
    }
    builder.build()
}

fn joint(i: usize, row: &DhRow, convention: Convention) -> Result<JointSpec, ReadError> {
    for (what, value) in [("theta", row.theta), ("alpha", row.alpha)] {
        if !(value.abs() <= LARGEST_ANGLE) {
            return Err(ReadError::new(format!("{what} must be within {LARGEST_ANGLE:e} of zero, got {value}")));
        }
    }
    let refused = |error: clearance::ShapeError| ReadError::new(error.to_string());
    // Turns about an axis and ways along it are one screw, in any order.
    let about_z = origin(Vec3::new(0.0, 0.0, row.d), [0.0, 0.0, row.theta]).map_err(refused)?;
    let about_x = origin(Vec3::new(row.a, 0.0, 0.0), [row.alpha, 0.0, 0.0]).map_err(refused)?;
    let kind = match (row.prismatic, row.limits) {
        (true, _) => JointKind::Prismatic,
        (false, Some(_)) => JointKind::Revolute,
        (false, None) => JointKind::Continuous,
    };
    let name = if row.name.is_empty() { format!("joint{}", i + 1) } else { row.name.clone() };
    let spec = JointSpec::new(name, kind, format!("link{i}"), format!("link{}", i + 1)).axis(Vec3::new(0.0, 0.0, 1.0));
    let spec = match row.limits {
        Some(limits) => spec.limited(limits.lower, limits.upper),
        None => spec,
    };
    Ok(match convention {
        Convention::Standard => spec.at(about_z).followed_by(about_x),
        Convention::Modified => spec.at(clearance_robot::kinematics::compose(&about_x, &about_z)),
    })
}

fn read_row(node: &Node, convention: &mut Option<Convention>) -> Result<DhRow, ReadError> {
    let fields = node.object(&["theta", "d", "a", "alpha", "type", "convention", "name", "limits"])?;
    if let Some(node) = fields.get("convention") {
        let given = read_convention(&node)?;
        if *convention.get_or_insert(given) != given {
            return Err(node.error("expected one convention for the whole table"));
        }
    }
    let number = |key| fields.need(key)?.number();
    Ok(DhRow {
        theta: number("theta")?,
        d: number("d")?,
        a: number("a")?,
        alpha: number("alpha")?,
        prismatic: fields.need("type")?.one_of(&["revolute", "prismatic"])? == "prismatic",
        name: fields.get("name").map_or(Ok(""), |node| node.text())?.into(),
        limits: fields.get("limits").map_or(Ok(None), |node| read_limits(&node))?,
    })
}

fn read_convention(node: &Node) -> Result<Convention, ReadError> {
    let modified = node.one_of(&["standard", "modified"])? == "modified";
    Ok(if modified { Convention::Modified } else { Convention::Standard })
}

/// `[lower, upper]`, or null for none.
fn read_limits(node: &Node) -> Result<Option<Limits>, ReadError> {
    if *node.value() == Json::Null {
        return Ok(None);
    }
    let [lower, upper] = node.numbers()?;
    if lower > upper {
        return Err(node.error(format!("the lower limit must not exceed the upper one, got {lower} and {upper}")));
    }
    Ok(Some(Limits { lower, upper }))
}

/// The shapes of a link, and its place.
fn read_shapes(node: &Node, links: usize, files: &MeshFiles) -> Result<(usize, Vec<LinkShape>), ReadError> {
    let fields = node.object(&["link", "shape", "pose"])?;
    let link_node = fields.need("link")?;
    let link = link_node.number()?;
    if link.fract() != 0.0 || !(0.0..=links as f64).contains(&link) {
        return Err(link_node.error(format!("expected a link from 0 to {links}, got {link}")));
    }
    Ok((link as usize, link_shapes(&fields, files)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tip(text: &str, q: &[f64]) -> [f64; 3] {
        let robot = read_table(text, Path::new("")).unwrap();
        let last = robot.links().len() - 1;
        robot.link_pose(&robot.place(q).unwrap(), last).translation().into()
    }
    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-15)
    }

    #[test]
    fn both_conventions_place_the_last_frame_as_their_products_say() {
        let half = "1.5707963267948966";
        let row = format!(r#"{{"theta": 0, "d": 0.5, "a": 2, "alpha": {half}, "type": "revolute"}}"#);
        let slide = r#"{"theta": 0, "d": 0.25, "a": 0, "alpha": 0, "type": "prismatic"}"#;
        // Standard: a quarter turn about z, up 0.5, 2 along the new x = y, then z turns to x: 0.25 + 1 along it.
        let standard = format!(r#"{{"dh": [{row}, {slide}]}}"#);
        assert!(near(tip(&standard, &[std::f64::consts::FRAC_PI_2, 1.0]), [1.25, 2.0, 0.5]));
        // Modified: first 2 along x and z turned to -y, then a turn about that and 0.5 along it, then 1.25 more.
        let modified = format!(r#"{{"convention": "modified", "dh": [{row}, {slide}]}}"#);
        assert!(near(tip(&modified, &[0.3, 1.0]), [2.0, -1.75, 0.0]));
    }

    #[test]
    fn a_base_moves_everything_and_a_tip_is_a_link() {
        let row = r#"{"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute", "name": "turn", "limits": [-1, 1]}"#;
        let text = format!(
            r#"{{"name": "r", "dh": [{row}], "base": {{"translation": [0, 0, 3]}}, "tip": {{"translation": [0.5, 0, 0]}}}}"#
        );
        assert!(near(tip(&text, &[0.0]), [1.5, 0.0, 3.0]));
        let robot = read_table(&text, Path::new("")).unwrap();
        assert_eq!((robot.joints()[0].name.as_str(), robot.joints()[0].kind), ("turn", JointKind::Revolute));
        assert_eq!(robot.links().iter().map(|link| link.name.as_str()).collect::<Vec<_>>(), ["link0", "link1", "tip"]);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let refusal = |text: &str| read_table(text, Path::new("")).unwrap_err().to_string();
        let row = r#"{"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute""#;
        let mixed = format!(r#"{{"dh": [{row}, "convention": "standard"}}, {row}, "convention": "modified"}}]}}"#);
        assert_eq!(refusal(&mixed), "/dh/1/convention: expected one convention for the whole table");
        let far = format!(r#"{{"dh": [{row}}}], "shapes": [{{"link": 2, "shape": {{"kind": "point"}}}}]}}"#);
        assert_eq!(refusal(&far), "/shapes/0/link: expected a link from 0 to 1, got 2");
        let empty = format!(r#"{{"dh": [{row}, "limits": [1, -1]}}]}}"#);
        assert_eq!(refusal(&empty), "/dh/0/limits: the lower limit must not exceed the upper one, got 1 and -1");
    }
}
