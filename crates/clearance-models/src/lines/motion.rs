//! Edges and paths: the items, and what is known of them.

use clearance_scene::ReadError;
use clearance_scene::json::Node;
use serde_json::{Value, json};

use super::{Object, json_number, object};
use crate::read_robot::ReadRobot;
use clearance_robot::edge::{Contact, Found, Violation};
use clearance_robot::{BadEdge, Repair, Repaired, Rest, Robot};

/// The configurations of an item, `{"id", "from": q, "to": q}` or `{"id", "path": [q, ..]}`.
pub fn points(robot: &Robot, node: &Node, rest: &Rest) -> Result<Vec<Vec<f64>>, ReadError> {
    let fields = node.object(&["id", "from", "to", "path"])?;
    match (fields.get("from"), fields.get("to"), fields.get("path")) {
        (Some(from), Some(to), None) => read_all(robot, [from, to].into_iter(), rest),
        (None, None, Some(list)) => read_all(robot, list.list()?, rest),
        _ => Err(node.error("expected \"from\" and \"to\", or a list \"path\"")),
    }
}

/// Configurations, of which the first says where stands what is not named of the others and not in the group.
fn read_all<'n>(
    robot: &Robot,
    points: impl Iterator<Item = Node<'n>>,
    rest: &Rest,
) -> Result<Vec<Vec<f64>>, ReadError> {
    let mut all: Vec<Vec<f64>> = Vec::new();
    for point in points {
        let rest = all.first().map_or(rest.clone(), |first| rest.at_start(first));
        all.push(robot.read_configuration(&point, &rest)?);
    }
    Ok(all)
}

/// What is known of a motion.
pub fn edge_keys(edge: &Found, robot: &Robot) -> Object {
    match edge {
        Found::Free { lower, .. } => object(json!({"result": "free", "clearance_lower": json_number(*lower)})),
        Found::Hit(contact) | Found::Undecided(contact) => contact_keys(edge.name(), contact, robot),
        Found::Violated(violation) => violation_keys(edge.name(), violation),
    }
}

/// Where a constraint is violated, or not proven to hold.
pub fn violation_keys(result: &str, violation: &Violation) -> Object {
    let Violation { constraint, time, value, limit, .. } = violation;
    object(json!({
        "result": result, "t_lower": time.lower, "t_upper": time.upper, "constraint": constraint,
        "value": json_number(*value), "limit": json_number(*limit),
    }))
}

/// Where a constraint is violated, for people; `unit` is that of the times.
pub fn violation_text(result: &str, violation: &Violation, unit: &str) -> String {
    let Violation { constraint, time, value, limit, .. } = violation;
    let between = format!("between {}{unit} and {}{unit}", time.lower, time.upper);
    format!("{result}, the constraint {constraint:?} {between}: {value} is not below {limit}")
}

fn contact_keys(result: &str, contact: &Contact, robot: &Robot) -> Object {
    let Contact { pair, time, proximity, .. } = contact;
    let mut keys = object(json!({
        "result": result, "t_lower": time.lower, "t_upper": time.upper, "pair": pair,
        "signed_distance": json_number(proximity.signed_distance),
        "normal": <[f64; 3]>::from(proximity.normal),
        "witness_a": <[f64; 3]>::from(proximity.witness_a), "witness_b": <[f64; 3]>::from(proximity.witness_b),
    }));
    let padding = contact.padding(robot);
    if padding != 0.0 {
        keys.insert("padded_distance".into(), json_number(proximity.signed_distance - padding));
    }
    keys
}

/// The joints that are outside of their limits somewhere on a path: then they are at one of its configurations.
pub fn beyond_limits<'r>(robot: &'r Robot, points: &[Vec<f64>]) -> Vec<&'r str> {
    let mut outside: Vec<&str> = Vec::new();
    for name in points.iter().flat_map(|q| robot.names_beyond_limits(q)) {
        if !outside.contains(&name) {
            outside.push(name);
        }
    }
    outside
}

pub(super) fn add_limits(keys: &mut Object, robot: &Robot, points: &[Vec<f64>]) {
    let outside = beyond_limits(robot, points);
    if !outside.is_empty() {
        keys.insert("beyond_limits".into(), json!(outside));
    }
}

/// Adds all edges of a path that are not proven free.
pub fn add_bad_edges(keys: &mut Object, bad: &[BadEdge]) {
    keys.insert("edges".into(), bad.iter().map(bad_edge_keys).collect());
}

fn bad_edge_keys(edge: &BadEdge) -> Value {
    let time = edge.contact.time;
    let mut keys = json!({
        "edge": edge.edge, "result": if edge.hit { "hit" } else { "undecided" },
        "t_lower": time.lower, "t_upper": time.upper, "pair": edge.contact.pair,
    });
    if let Some(deepest) = &edge.deepest {
        keys["deepest"] = json!({
            "t": deepest.time, "pair": deepest.pair,
            "signed_distance": json_number(deepest.proximity.signed_distance),
            "lower": json_number(deepest.least.lower), "upper": json_number(deepest.least.upper),
        });
    }
    keys
}

/// Adds the changes that were found, and the path with them if it is proven free.
pub fn add_repairs(keys: &mut Object, repaired: &Repaired) {
    if repaired.repairs.is_empty() {
        return;
    }
    keys.insert("repairs".into(), repaired.repairs.iter().map(repair_keys).collect());
    if repaired.free {
        keys.insert("repaired_path".into(), json!(repaired.path));
    }
}

fn repair_keys(repair: &Repair) -> Value {
    let place = if repair.inserted { "after" } else { "waypoint" };
    json!({place: repair.waypoint, "q": repair.q, "moved": repair.moved})
}
