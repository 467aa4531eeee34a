//! Ranges of joints in JSON.

use clearance_robot::range::JointBox;
use clearance_robot::{Rest, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::{Json, Node};
use clearance_world::hint;

/// Boxes of joint values from JSON.
pub trait ReadJointBox: Sized {
    /// The ranges of a JSON text: an object of joints with `[low, high]` or one value each; joints that are not named
    /// have their limits, or stand where the rest says if they are not in its [group](Rest::of_group).
    fn parse(robot: &Robot, text: &str, rest: &Rest) -> Result<Self, ReadError>;

    /// [`parse`](Self::parse) of a node.
    fn read(robot: &Robot, node: &Node, rest: &Rest) -> Result<Self, ReadError>;
}

impl ReadJointBox for JointBox {
    fn parse(robot: &Robot, text: &str, rest: &Rest) -> Result<Self, ReadError> {
        let json = Json::parse(text)?;
        Self::read(robot, &Node::root(&json, ""), rest)
    }

    fn read(robot: &Robot, node: &Node, rest: &Rest) -> Result<Self, ReadError> {
        let fields = node.fields().map_err(|_| node.error("expected an object of joints with [low, high] each"))?;
        let mut sides = rest.sides();
        for name in fields.keys() {
            let value = fields.need(name)?;
            let known: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
            let Some(variable) = known.iter().position(|other| *other == name) else {
                let hint = hint(name, &known);
                let what = match robot.joint_named(name) {
                    Some(_) => format!("joint {name:?} has no value of its own"),
                    None => format!("no joint is named {name:?}{hint}"),
                };
                return Err(node.error(what));
            };
            sides[variable] = Some(read_side(&value)?);
        }
        JointBox::of_sides(robot, sides)
    }
}

fn read_side(value: &Node) -> Result<[f64; 2], ReadError> {
    if let Json::List(list) = value.value() {
        if list.len() != 2 {
            return Err(value.error(format!("expected [low, high], got {} numbers", list.len())));
        }
        let both: Vec<f64> = value.list()?.map(|side| side.number()).collect::<Result<_, _>>()?;
        if !(both[0] <= both[1]) {
            return Err(value.error(format!("a range must not be empty, got {} to {}", both[0], both[1])));
        }
        return Ok([both[0], both[1]]);
    }
    let number = value.number().map_err(|_| value.error("expected [low, high] or a number"))?;
    Ok([number, number])
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_robot::{JointKind, JointSpec};

    #[test]
    fn ranges_that_are_none_are_refused_by_name() {
        let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
        let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(turn).build().unwrap();
        let refused = |text: &str| JointBox::parse(&robot, text, &robot.no_rest()).unwrap_err().to_string();
        assert_eq!(refused(r#"{"trun": [0, 1]}"#), r#"no joint is named "trun" (did you mean "turn"?)"#);
        assert_eq!(refused(r#"{"turn": [1, 0]}"#), "/turn: a range must not be empty, got 1 to 0");
        assert_eq!(refused(r#"{"turn": [1]}"#), "/turn: expected [low, high], got 1 numbers");
        assert_eq!(refused("[1]"), "expected an object of joints with [low, high] each");
        let single = JointBox::parse(&robot, r#"{"turn": 0.5}"#, &robot.no_rest()).unwrap();
        assert_eq!(single.sides(), [[0.5, 0.5]]);
        assert!(JointBox::new(vec![[0.0, f64::NAN]]).is_err());
    }
}
