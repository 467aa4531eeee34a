//! Assemblies: scene files whose bodies have joints, as robots.
//!
//! Every body stands where the file says when all joints are at zero; a joint turns or slides it, and all that hangs on
//! it, about or along an axis of the world in that state. Bodies without a joint do not move: they are the world that
//! comes with the robot.

use std::collections::HashSet;
use std::path::Path;

use clearance::{Pose3, Vec3};
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{MeshFiles, pose};
use clearance_world::{Body, hint};

use crate::link_json::{link_shapes, posed};
use crate::loops;
use clearance_robot::{JointKind, JointSpec, LinkMesh, LinkShape, Mimic, Obstacle, Robot, RobotModel};
use clearance_scene::ReadError;

/// The keys of a body, and of its joint.
const BODY: [&str; 6] = ["name", "shape", "pose", "margin", "fixed", "joint"];
const JOINT: [&str; 7] = ["name", "type", "parent", "origin", "axis", "range", "mimic"];

/// See [`ReadRobot::from_assembly_json`](crate::ReadRobot::from_assembly_json).
pub(crate) fn read(text: &str, folder: &Path) -> Result<RobotModel, ReadError> {
    let json = Json::parse(text)?;
    let node = Node::root(&json, "");
    let fields = node.object(&["name", "dim", "bodies", "ignore", "loops"])?;
    if let Some(dim) = fields.get("dim")
        && dim.count()? != 3
    {
        return Err(dim.error("expected 3: bodies with joints are bodies in space"));
    }
    let bodies = fields.need("bodies")?;
    let files = MeshFiles::relative_to(folder);
    let mut all = Vec::new();
    for node in bodies.list()? {
        all.push(Entry::read(&node, &files)?);
    }
    let name = fields.get("name").map_or(Ok("assembly"), |node| node.text())?;
    let mut model = build(name, all)?;
    if let Some(list) = fields.get("ignore") {
        for pair in list.list()? {
            let names: Vec<&str> = pair.list()?.map(|name| name.text()).collect::<Result<_, _>>()?;
            let [a, b] = names[..] else { return Err(pair.error("expected the names of two bodies")) };
            model.check_names(&[a, b]).map_err(|error| pair.error(error.to_string()))?;
            model.robot.allow(a, b);
        }
    }
    if let Some(list) = fields.get("loops") {
        for node in list.list()? {
            loops::close(&mut model, &node, "bodies")?;
        }
    }
    Ok(model)
}

/// A body of the file.
enum Entry {
    Fixed(Obstacle),
    Moving(Moving),
}

/// A body with a joint.
struct Moving {
    name: String,
    shapes: Vec<LinkShape>,
    margin: f64,
    parent: Option<String>,
    origin: Vec3<f64>,
    joint: JointSpec,
    /// Where the joint is in the file.
    pointer: String,
}

impl Entry {
    fn read(node: &Node, files: &MeshFiles) -> Result<Self, ReadError> {
        let fields = node.object(&BODY)?;
        let name_node = fields.need("name")?;
        let name = name_node.text()?;
        if name.is_empty() {
            return Err(name_node.error("expected a name that is not empty"));
        }
        let margin = fields.get("margin").map_or(Ok(0.0), |node| node.size())?;
        let placing = fields.get("pose").map(|node| pose::<Vec3<f64>>(&node)).transpose()?;
        let fixed = fields.get("fixed").map_or(Ok(false), |node| node.bool())?;
        let Some(joint) = fields.get("joint") else {
            let (body, pose) = posed(&fields, files)?;
            return Ok(Entry::Fixed(Obstacle { margin, ..Obstacle::of(name, body, pose) }));
        };
        if fixed {
            return Err(node.error("a fixed body cannot have a joint"));
        }
        // The triangles of a mesh count in ranges of motion.
        let shapes = match posed(&fields, files)? {
            (Body::Mesh(mesh), pose) => vec![LinkShape::hull_of(LinkMesh::of(&mesh).exact(), mesh.hull(), pose)],
            _ => link_shapes(&fields, files)?,
        };
        let at = placing.map_or(Vec3::new(0.0, 0.0, 0.0), |placing| placing.pose.translation());
        Moving::read(&joint, (name, shapes, margin), at).map(Entry::Moving)
    }
}

impl Moving {
    fn read(
        node: &Node,
        (name, shapes, margin): (&str, Vec<LinkShape>, f64),
        at: Vec3<f64>,
    ) -> Result<Self, ReadError> {
        let fields = node.object(&JOINT)?;
        let kind_node = fields.need("type")?;
        let kind = kind_node.one_of(&["revolute", "continuous", "prismatic", "fixed"])?;
        let kind = JointKind::from_name(kind).unwrap_or(JointKind::Fixed);
        let vector = |node: Node| node.numbers::<3>().map(Vec3::from);
        let origin = fields.get("origin").map_or(Ok(at), vector)?;
        let called = fields.get("name").map_or(Ok(name), |node| node.text())?;
        let mut joint = JointSpec::new(called, kind, "", name);
        if kind.moves() {
            joint = joint.axis(vector(fields.need("axis")?)?);
        }
        match (fields.get("range"), kind) {
            (Some(range), JointKind::Revolute | JointKind::Prismatic) => {
                let [low, high] = range.numbers::<2>()?;
                joint = joint.limited(low, high);
            }
            (Some(range), _) => return Err(range.error("a joint that is fixed or turns without end has no range")),
            (None, JointKind::Revolute | JointKind::Prismatic) => {
                fields.need("range")?;
            }
            (None, _) => {}
        }
        if let Some(mimic) = fields.get("mimic") {
            joint = joint.mimicking(read_mimic(&mimic)?);
        }
        let parent = fields.get("parent").map(|node| node.text().map(String::from)).transpose()?;
        Ok(Moving { name: name.into(), shapes, margin, parent, origin, joint, pointer: node.pointer() })
    }
}

fn read_mimic(node: &Node) -> Result<Mimic, ReadError> {
    let fields: Fields = node.object(&["joint", "multiplier", "offset"])?;
    let number = |key, rest| fields.get(key).map_or(Ok(rest), |node| node.number());
    let joint = fields.need("joint")?.text()?.into();
    Ok(Mimic { joint, multiplier: number("multiplier", 1.0)?, offset: number("offset", 0.0)? })
}

/// The robot: its links have the frames of the world when all joints are at zero, so no number of the file is rounded.
fn build(name: &str, all: Vec<Entry>) -> Result<RobotModel, ReadError> {
    let (mut fixtures, mut moving) = (Vec::new(), Vec::new());
    for entry in all {
        match entry {
            Entry::Fixed(obstacle) => fixtures.push(obstacle),
            Entry::Moving(body) => moving.push(body),
        }
    }
    let names: Vec<&str> = fixtures
        .iter()
        .map(|body: &Obstacle| body.name.as_str())
        .chain(moving.iter().map(|body| body.name.as_str()))
        .collect();
    let mut seen = HashSet::new();
    if let Some(twice) = names.iter().find(|name| !seen.insert(**name)) {
        return Err(ReadError::new(format!("two bodies are named {twice:?}")).within("/bodies"));
    }
    let mut root = "world".to_string();
    while seen.contains(root.as_str()) {
        root.push('_');
    }
    let mut builder = Robot::builder(name).link(&root, Vec::new());
    let mut beside = Vec::new();
    for body in &moving {
        let here = |error: ReadError| error.within(&body.pointer);
        let parent = match &body.parent {
            None => &root,
            Some(parent) if fixtures.iter().any(|fixed| fixed.name == *parent) => {
                beside.push([body.name.clone(), parent.clone()]);
                &root
            }
            Some(parent) if moving.iter().any(|other| other.name == *parent) => parent,
            Some(parent) => {
                let hint = hint(parent, &names);
                let what = ReadError::new(format!("no body is named {parent:?}{hint}"));
                return Err(what.within(format_args!("{}/parent", body.pointer)));
            }
        };
        let at = |v: Vec3<f64>| Pose3::from_translation(v).map_err(|error| here(ReadError::new(error.to_string())));
        let joint = body.joint.clone().on(parent).at(at(body.origin)?).followed_by(at(-body.origin)?);
        builder = builder.link(&body.name, body.shapes.clone()).joint(joint);
    }
    let mut robot = builder.build()?;
    for body in moving.iter().filter(|body| body.margin != 0.0) {
        robot.pad_named(&body.name, body.margin)?;
    }
    beside.into_iter().for_each(|[body, parent]| robot.allow(body, parent));
    Ok(RobotModel { fixtures, ..robot.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_robot::Workcell;
    use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};

    fn read_bodies(bodies: &str) -> Result<RobotModel, String> {
        super::read(&format!(r#"{{"bodies": [{bodies}]}}"#), "".as_ref()).map_err(|error| error.to_string())
    }

    const POST: &str =
        r#"{"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}}"#;
    const ARM: &str = r#"{"name": "arm", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2, 0, 0]},
        "joint": {"type": "continuous", "axis": [0, 0, 2], "origin": [0, 0, 7]}}"#;
    const SLIDE: &str = r#"{"name": "slide", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2, 0, 1]},
        "joint": {"type": "prismatic", "axis": [0, 0, 1], "range": [0, 0.5], "parent": "arm"}}"#;

    #[test]
    fn bodies_turn_about_axes_of_the_world_and_carry_what_hangs_on_them() {
        let model = read_bodies(&[POST, ARM, SLIDE].join(",")).unwrap();
        let robot = &model.robot;
        let placement = robot.place(&[core::f64::consts::FRAC_PI_2, 0.25]).unwrap();
        let slide = robot.link_named("slide").unwrap();
        let center = robot.link_pose(&placement, slide).point(robot.links()[slide].shapes[0].pose.translation());
        assert!(
            (center.x.abs() < 1e-14) && (center.y - 2.0).abs() < 1e-14 && (center.z - 1.25).abs() < 1e-14,
            "{center:?}"
        );
        let range = RangeOfMotion::new(&Workcell::new(&model, &[]).unwrap()).unwrap();
        let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
        let least = range.least(&JointBox::whole(robot).unwrap(), &options).unwrap();
        // The arm's ball at (0, 2) and the post; arm and slide are joined.
        assert!(least.lower <= 0.25 && 0.25 <= least.upper && least.complete, "{least:?}");
    }

    #[test]
    fn a_parent_that_does_not_move_may_be_touched() {
        let hinge = ARM.replace(r#""origin""#, r#""parent": "post", "origin""#).replace("[2, 0, 0]", "[0, 2.5, 0]");
        let robot = read_bodies(&[POST, &hinge].join(",")).unwrap().robot;
        assert!(!robot.asks_about_body(robot.link_named("arm").unwrap(), "post"));
        assert!(read_bodies(&[POST, ARM].join(",")).unwrap().robot.asks_about_body(1, "post"));
    }

    #[test]
    fn what_is_no_assembly_is_refused_by_name() {
        let refusal = |bodies: &str| read_bodies(bodies).unwrap_err();
        assert_eq!(refusal(&[ARM, ARM].join(",")), "/bodies: two bodies are named \"arm\"");
        let lost = SLIDE.replace("\"arm\"}", "\"amr\"}");
        let expected = "/bodies/1/joint/parent: no body is named \"amr\" (did you mean \"arm\"?)";
        assert_eq!(refusal(&[ARM, &lost].join(",")), expected);
        assert!(refusal(&SLIDE.replace(r#""range": [0, 0.5], "#, "")).contains("range"));
        assert!(refusal(&ARM.replace("continuous", "screw")).starts_with("/bodies/0/joint/type"));
    }
}
