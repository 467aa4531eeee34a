//! What `robot check` says of a path that is not free: every edge that is not, how deep, and what would free the path.

use std::fmt::Write;

use clearance_models::lines::{add_bad_edges, add_repairs};
use clearance_robot::edge::Checker;
use clearance_robot::{BadEdge, Repaired, Robot, RobotClearance, RobotError};

use super::items::Answer;

/// Adds all edges of a path that are not proven free to its answer, and the least repair that was found; returns the
/// repaired path if it is proven free.
pub fn add(
    answer: &mut Answer,
    points: &[Vec<f64>],
    margin: f64,
    (checker, clearance): (&Checker, &mut RobotClearance),
) -> Result<Option<Vec<Vec<f64>>>, RobotError> {
    clearance.forget();
    let bad = checker.bad_edges(points, margin)?;
    let repaired = checker.repair(points, margin, clearance)?;
    let robot = checker.robot();
    add_bad_edges(&mut answer.keys, &bad);
    for edge in &bad {
        answer.text += &edge_text(edge);
    }
    if repaired.repairs.is_empty() {
        return Ok(None);
    }
    add_repairs(&mut answer.keys, &repaired);
    answer.text += &repair_text(&repaired, robot);
    Ok(repaired.free.then_some(repaired.path))
}

fn edge_text(edge: &BadEdge) -> String {
    let [a, b] = &edge.contact.pair;
    let word = if edge.hit { "hits" } else { "is undecided" };
    let mut text = format!("\n  edge {} {word} from {:.6}: {a} and {b}", edge.edge, edge.contact.time.upper);
    if let Some(deepest) = &edge.deepest {
        let [a, b] = &deepest.pair;
        let distance = deepest.proximity.signed_distance;
        let _ = write!(text, "; least signed distance {distance:.6} at {:.6}, {a} and {b}", deepest.time);
    }
    text
}

fn repair_text(repaired: &Repaired, robot: &Robot) -> String {
    let mut text = String::new();
    for repair in &repaired.repairs {
        let what = if repair.inserted { "a new waypoint after" } else { "move waypoint" };
        let values = robot.variables().iter().zip(&repair.q);
        let values: Vec<String> =
            values.map(|(&joint, value)| format!("{} {value:.6}", robot.joints()[joint].name)).collect();
        let _ = write!(text, "\n  {what} {}, by {:.6}: {}", repair.waypoint, repair.moved, values.join(", "));
    }
    text + if repaired.free {
        "\n  with that the path is proven free"
    } else {
        "\n  with that the path is not free yet"
    }
}
