//! Questions about robots and their answers as lines of JSON, as the command and C read and write them.

mod configuration;
mod motion;

pub use configuration::{ConfigurationClearance, ConfigurationLine, ConstraintLine, Named, Rates};
pub use motion::{add_bad_edges, add_repairs, beyond_limits, edge_keys, points, violation_keys, violation_text};

use clearance_scene::json::{Json, Node};
use serde_json::{Map, Value};

use crate::read_robot::ReadRobot;
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::path::Path;
use clearance_robot::{Rest, RobotClearance};
use clearance_scene::ReadError;

/// A JSON object.
pub type Object = Map<String, Value>;

/// A number for JSON, which has none that are not finite.
pub fn json_number(value: f64) -> Value {
    serde_json::Number::from_f64(value).map_or(Value::Null, Value::Number)
}

/// The entries of what is an object.
pub fn object(json: Value) -> Object {
    match json {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

/// An object as a line with `"id"` first, without its end.
pub fn with_id(id: &str, keys: Object) -> String {
    let rest = Value::Object(keys).to_string();
    match rest.strip_prefix('{') {
        Some(rest) if rest != "}" => format!("{{\"id\":{id},{rest}"),
        _ => format!("{{\"id\":{id}}}"),
    }
}

/// The `"id"` of an item as it was given.
pub fn id_of(node: &Node) -> Option<String> {
    node.fields().ok().and_then(|fields| fields.get("id").map(|id| id.value().to_string()))
}

/// What answers lines: both for the same robot in the same world.
pub struct LineQuestions<'q, 'r> {
    /// About motions.
    pub checker: &'q Checker<'r>,
    /// About configurations.
    pub clearance: &'q mut RobotClearance<'r>,
    /// The joints that a line does not name.
    pub rest: &'q Rest,
    /// How motions are checked.
    pub options: EdgeOptions,
}

impl LineQuestions<'_, '_> {
    /// The answer to a line: of `{"id", "q"}` that of `clearance robot clearance --json`, of `{"id", "from", "to"}` and
    /// `{"id", "path"}` that of `clearance robot check --json`. It does not depend on the lines before.
    ///
    /// ```
    /// use clearance::{Ball, Pose3};
    /// use clearance_models::lines::LineQuestions;
    /// use clearance_robot::edge::{Checker, EdgeOptions};
    /// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, Workcell};
    /// let hand = LinkShape::new(Ball::new(0.25).unwrap(), Pose3::IDENTITY);
    /// let slide = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(slide).build().unwrap();
    /// let cup = [Obstacle::new("cup", Ball::new(0.25).unwrap(), Pose3::from_xyz(2.0, 0.0, 0.0).unwrap())];
    /// let (checker, mut clearance) = (Checker::new(&Workcell::new(&robot, &cup).unwrap()).unwrap(), RobotClearance::new(&Workcell::new(&robot, &cup).unwrap()).unwrap());
    /// let mut lines = LineQuestions {
    ///     checker: &checker, clearance: &mut clearance, rest: &robot.no_rest(), options: EdgeOptions::default(),
    /// };
    /// let line = lines.answer(r#"{"id": 7, "q": [0.5]}"#).unwrap();
    /// assert!(line.starts_with(r#"{"id":7,"collides":false,"signed_distance":1.0,"#));
    /// assert!(lines.answer(r#"{"from": [0], "to": [3]}"#).unwrap().contains(r#""result":"hit""#));
    /// ```
    pub fn answer(&mut self, line: &str) -> Result<String, ReadError> {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        if node.fields()?.get("q").is_some() { self.configuration(&node) } else { Ok(self.motion(&node)?) }
    }

    fn configuration(&mut self, node: &Node) -> Result<String, ReadError> {
        let robot = self.checker.robot();
        let q = robot.read_configuration(&node.object(&["id", "q"])?.need("q")?, self.rest)?;
        self.clearance.forget();
        let least = self.clearance.at(&q)?;
        let found = ConfigurationClearance::of(self.clearance, least.as_ref());
        let beyond_limits = robot.names_beyond_limits(&q).into_iter().map(String::from).collect();
        let constraints = ConstraintLine::all(self.checker.cell(), &q)?;
        let (id, found) = (id_of(node), Some(found));
        let line = ConfigurationLine { id, found, beyond_limits, constraints, ..Default::default() };
        Ok(line.line())
    }

    fn motion(&mut self, node: &Node) -> Result<String, ReadError> {
        let robot = self.checker.robot();
        let points = points(robot, node, self.rest)?;
        let path = Path::through(&points, robot.dof()).map_err(|error| node.error(error.to_string()))?;
        let edge = self.checker.path_with_first_contact(&path, &self.options);
        let mut keys = edge_keys(&edge, robot);
        motion::add_limits(&mut keys, robot, &points);
        // Repairs know no constraints.
        let is_repaired = self.checker.cell().constraints().is_empty() && node.fields()?.get("path").is_some();
        if !edge.is_free() && is_repaired {
            self.clearance.forget();
            let bad = self.checker.bad_edges(&points, self.options.margin)?;
            let repaired = self.checker.repair(&points, self.options.margin, self.clearance)?;
            add_bad_edges(&mut keys, &bad);
            add_repairs(&mut keys, &repaired);
        }
        Ok(with_id(&id_of(node).unwrap_or("null".into()), keys) + "\n")
    }
}
