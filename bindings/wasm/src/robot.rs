//! Robots: read once with their meshes and their world, then queried for configurations.

use std::path::Path;

use clearance::Pose3;
use clearance_models::{MeshUse, Packages, ReadJointBox, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{Checker, Contact, EdgeOptions, Found, Mode, TOLERANCE, Violation};
use clearance_robot::path::Path as JointPath;
use clearance_robot::range::{JointBox, LeastClearance, RangeOfMotion, RangeOptions};
use clearance_robot::{Base, Robot, RobotClearance, Srdf, Workcell};
use clearance_scene::json::{Json, Node};
use serde_json::{Value, json};

use crate::library::{Answer, Answered, Given, Library, pose};

/// A robot in its world, ready for questions.
pub struct Arm {
    pub(crate) cell: Workcell,
    notes: Vec<String>,
    asked: RobotClearance<'static>,
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Arm {
    /// Reads `{"urdf", "srdf"?, "scene"?, "links"?, "ignore_mimic"?, "base"?, "limits"?, "allow"?, "padding"?}`:
    /// `urdf`, `srdf` and `scene` are texts of files.
    fn read(node: &Node, library: &Library) -> Result<Self, String> {
        let keys = ["urdf", "srdf", "scene", "links", "ignore_mimic", "base", "limits", "allow", "padding"];
        let fields = node.object(&keys).map_err(text)?;
        let meshes = match fields.get("links") {
            None => MeshUse::default(),
            Some(node) => match node.one_of(&["adaptive", "hull", "parts", "mesh"]).map_err(text)? {
                "hull" => MeshUse::Hull,
                "parts" => MeshUse::Parts,
                "mesh" => MeshUse::Triangles,
                _ => MeshUse::Adaptive,
            },
        };
        let ignore_mimic = fields.get("ignore_mimic").is_some_and(|node| node.bool().unwrap_or(false));
        let base = match fields.get("base") {
            None => None,
            Some(node) => Base::from_name(node.one_of(&["fixed", "planar", "floating"]).map_err(text)?),
        };
        let options = UrdfOptions { packages: Packages::held(library.held.clone()), ignore_mimic, meshes, base };
        let urdf = fields.need("urdf").map_err(text)?;
        let within = |what: &str, error: String| format!("{what}: {error}");
        let mut model = Robot::from_urdf(urdf.text().map_err(text)?, Path::new(""), &options)
            .map_err(|error| within("urdf", error.to_string()))?;
        if let Some(node) = fields.get("srdf") {
            let srdf = Srdf::parse(node.text().map_err(text)?).map_err(|error| within("srdf", error.to_string()))?;
            model = model.with_srdf(srdf);
        }
        if let Some(limits) = fields.get("limits") {
            let joints = limits.fields().map_err(text)?;
            for joint in joints.keys() {
                let node = joints.need(joint).map_err(text)?;
                let ends: Vec<f64> =
                    node.list().and_then(|ends| ends.map(|end| end.number()).collect()).map_err(text)?;
                let [low, high] = ends[..] else { return Err(text(node.error("expected [low, high]"))) };
                model.robot.set_limits(joint, [low, high]).map_err(|error| within("limits", error.to_string()))?;
            }
        }
        for node in fields.get("allow").iter().flat_map(|list| list.list()).flatten() {
            let names: Vec<&str> = node.list().and_then(|all| all.map(|name| name.text()).collect()).map_err(text)?;
            let [a, b] = names[..] else { return Err(text(node.error("expected the names of two links"))) };
            model.robot.allow_named(a, b).map_err(text)?;
        }
        if let Some(padding) = fields.get("padding") {
            let links = padding.fields().map_err(text)?;
            for link in links.keys() {
                let length = links.need(link).and_then(|node| node.size()).map_err(text)?;
                model.robot.pad_named(link, length).map_err(text)?;
            }
        }
        let world = match fields.get("scene") {
            None => Vec::new(),
            Some(scene) => {
                let scene = scene.text().map_err(text)?;
                let read = model.robot.world_of_json(scene, &library.mesh_files());
                read.map_err(|error| within("scene", error.to_string()))?
            }
        };
        let cell = Workcell::new(&model, &world).map_err(text)?;
        Self::new(cell, model.notes)
    }

    fn new(cell: Workcell, notes: Vec<String>) -> Result<Self, String> {
        let asked = RobotClearance::new(&cell).map_err(text)?;
        Ok(Arm { cell, notes, asked })
    }

    /// What a page or a program wants to know of a robot.
    fn about(&self) -> Value {
        let robot = self.cell.robot();
        let joint = |&place: &usize| {
            let joint = &robot.joints()[place];
            let limits = joint.limits.map(|limits| [limits.lower, limits.upper]);
            json!({"name": joint.name, "kind": joint.kind.name(), "limits": limits})
        };
        let links: Vec<&str> = robot.links().iter().map(|link| link.name.as_str()).collect();
        let states = robot.srdf().map_or(&[][..], |srdf| &srdf.states).iter().map(|state| &state.name);
        json!({
            "name": robot.name(),
            "joints": robot.variables().iter().map(joint).collect::<Vec<_>>(),
            "links": links,
            "states": states.collect::<Vec<_>>(),
            "world": self.cell.world().iter().map(|body| &body.name).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

/// Numbers of a pose.
pub(crate) fn seven(pose: &Pose3<f64>) -> [f64; 7] {
    let (at, turn) = (pose.translation(), pose.rotor().to_wxyz());
    [at.x, at.y, at.z, turn[0], turn[1], turn[2], turn[3]]
}

impl Library {
    /// A robot in its world. Input: what [`Arm::read`] reads.
    pub fn robot(&mut self, mut given: Given) -> Answered {
        let input = given.text()?;
        let tree = Json::parse(&input).map_err(text)?;
        let arm = Arm::read(&Node::root(&tree, ""), self)?;
        Ok(Answer::Made(self.robots.put(arm)))
    }

    /// Moves a body of a robot's world, by its place in it. Input: its pose.
    pub fn move_obstacle(&mut self, robot: i32, body: i32, mut given: Given) -> Answered {
        let to = pose(&given.floats()?)?;
        let arm = self.robots.get(robot)?;
        let count = arm.cell.world().len();
        let place = usize::try_from(body).ok().filter(|&place| place < count);
        let place = place.ok_or_else(|| format!("the robot's world has {count} bodies, there is no body {body}"))?;
        let mut world = arm.cell.world().to_vec();
        world[place].pose = to;
        // A pose that is refused leaves the robot as it is.
        let moved = Arm::new(arm.cell.with_world(&world).map_err(text)?, arm.notes.clone())?;
        *self.robots.get_mut(robot)? = moved;
        Ok(Answer::Done)
    }

    /// Joints that have values, links, states and notes of a robot, as JSON.
    pub fn about_robot(&self, robot: i32) -> Answered {
        Ok(Answer::Text(self.robots.get(robot)?.about().to_string()))
    }

    /// The clearance of configurations. Input: their values, one after the other. Answers 15 numbers each: whether it
    /// collides (1, 0, NaN if not decided), the signed distance of the nearest pair, bounds of the least of `signed
    /// distance - margin`, its margin, normal, both witness points, how much farther the meshes of the pair's hulls may
    /// be (NaN if it is of bodies as they are); and -1 as the first if there is no pair. The names of the last pair are
    /// a question of their own.
    pub fn clearances(&mut self, robot: i32, mut given: Given) -> Answered {
        let values = given.floats()?;
        let mut rows = Vec::new();
        let Arm { cell, asked, .. } = self.robots.get_mut(robot)?;
        let dof = cell.robot().dof();
        if dof == 0 || values.len() % dof != 0 {
            return Err(format!("a configuration has {dof} values, got {} in all", values.len()));
        }
        for q in values.chunks_exact(dof) {
            let Some(found) = asked.at(q).map_err(text)? else {
                rows.extend([-1.0, f64::INFINITY, f64::INFINITY, f64::INFINITY, 0.0]);
                rows.extend([f64::NAN; 10]);
                continue;
            };
            let near = &found.proximity;
            let collides = found.collides.map_or(f64::NAN, |yes| if yes { 1.0 } else { 0.0 });
            rows.extend([collides, near.signed_distance, found.bounds.lower, found.bounds.upper, found.margin]);
            for v in [near.normal, near.witness_a, near.witness_b] {
                rows.extend(<[f64; 3]>::from(v));
            }
            rows.push(asked.hull_error(&found).unwrap_or(f64::NAN));
        }
        Ok(Answer::Numbers(rows))
    }

    /// The names of the nearest pair of a configuration, as JSON; `null` if there is no pair. Input: its values.
    pub fn nearest_pair(&mut self, robot: i32, mut given: Given) -> Answered {
        let q = given.floats()?;
        let asked = &mut self.robots.get_mut(robot)?.asked;
        let found = asked.at(&q).map_err(text)?;
        let names = found.map(|found| asked.names(found.pair).map(String::from));
        Ok(Answer::Text(json!(names).to_string()))
    }

    /// The poses of all links, seven numbers each. Input: the values of a configuration.
    pub fn link_poses(&self, robot: i32, mut given: Given) -> Answered {
        let robot = self.robots.get(robot)?.cell.robot();
        let placement = robot.place(&given.floats()?).map_err(text)?;
        let poses = (0..robot.links().len()).flat_map(|link| seven(&robot.link_pose(&placement, link)));
        Ok(Answer::Numbers(poses.collect()))
    }

    /// Whether straight segments between configurations are free of contact, proven, as JSON. Input: their values.
    pub fn check_path(&self, robot: i32, mut given: Given) -> Answered {
        let cell = &self.robots.get(robot)?.cell;
        let robot = cell.robot();
        let values = given.floats()?;
        let points: Vec<Vec<f64>> = values.chunks(robot.dof().max(1)).map(<[f64]>::to_vec).collect();
        let path = JointPath::through(&points, robot.dof()).map_err(text)?;
        let checker = Checker::new(cell).map_err(text)?;
        let mode = Mode::LeastClearance { tolerance: TOLERANCE };
        let edge = checker.path_with_first_contact(&path, &EdgeOptions { mode, ..EdgeOptions::default() });
        let result = edge.name();
        let answer = match edge {
            Found::Free { lower, .. } => json!({"result": result, "lower": lower}),
            Found::Violated(Violation { time, constraint, .. }) => {
                json!({"result": result, "time": [time.lower, time.upper], "constraint": constraint})
            }
            Found::Hit(Contact { time, pair, .. }) | Found::Undecided(Contact { time, pair, .. }) => {
                json!({"result": result, "time": [time.lower, time.upper], "pair": pair})
            }
        };
        Ok(Answer::Text(answer.to_string()))
    }

    /// The least clearance over all that joints can do. Input: `{"ranges"?, "width"?, "cells"?, "depth"?, "pairs"?}`.
    pub fn range(&self, robot: i32, mut given: Given) -> Answered {
        let cell = &self.robots.get(robot)?.cell;
        let robot = cell.robot();
        let input = given.text()?;
        let tree = Json::parse(&input).map_err(text)?;
        let root = Node::root(&tree, "");
        let fields = root.object(&["ranges", "width", "cells", "depth", "pairs"]).map_err(text)?;
        let over = match fields.get("ranges") {
            None => JointBox::whole(robot),
            Some(node) => JointBox::read(robot, &node, &robot.no_rest()),
        };
        let default = RangeOptions::default();
        let options = RangeOptions {
            width: fields.get("width").map_or(Ok(default.width), |node| node.size()).map_err(text)?,
            cells: fields.get("cells").map_or(Ok(default.cells), |node| node.count()).map_err(text)?,
            stop_at_contact: !fields.get("depth").map_or(Ok(false), |node| node.bool()).map_err(text)?,
            ..default
        };
        let (over, range) = (over.map_err(text)?, RangeOfMotion::new(cell).map_err(text)?);
        let least = |found: &LeastClearance| {
            let LeastClearance { lower, upper, worst, pair, cells, complete } = found;
            let number = |x: f64| if x.is_finite() { Value::from(x) } else { Value::Null };
            json!({
                "lower": number(*lower), "upper": number(*upper), "worst": worst, "pair": pair, "cells": cells,
                "complete": complete, "collides": found.collides(),
            })
        };
        let answer = if fields.get("pairs").map_or(Ok(false), |node| node.bool()).map_err(text)? {
            let each = range.each(&over, &options).map_err(text)?.into_iter().map(|found| {
                let mut row = least(&found.least);
                row["pair"] = json!(found.pair);
                row["verdict"] = json!(found.verdict.name());
                row
            });
            Value::from(each.collect::<Vec<_>>())
        } else {
            least(&range.least(&over, &options).map_err(text)?)
        };
        Ok(Answer::Text(answer.to_string()))
    }
}
