//! Configurations as files write them: lists of values, or values by name with a rest.

use clearance_robot::{Joint, JointGroup, JointKind, Rest, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::{Json, Node};
use clearance_world::hint;

/// The rest of a group state of the SRDF, or of a configuration in JSON (a list, or an object of joints). A state
/// that several groups have is that of all of them together.
pub(crate) fn rest(robot: &Robot, text: &str) -> Result<Rest, ReadError> {
    let mut values = vec![None; robot.dof()];
    let states = robot.srdf().map_or(&[][..], |srdf| &srdf.states);
    let named: Vec<_> = states.iter().filter(|state| state.name == text).collect();
    for state in &named {
        for (name, value) in &state.values {
            // States may name joints of other models of the same robot.
            if let Some(joint) = robot.joint_named(name) {
                set(robot, &mut values, joint, *value).map_err(|what| ReadError::new(what).within(text))?;
            }
        }
    }
    if !named.is_empty() {
        return Ok(Rest::new(values));
    }
    if !text.trim_start().starts_with(['[', '{']) {
        let known: Vec<String> = states.iter().map(|state| format!("{:?}", state.name)).collect();
        let known =
            if known.is_empty() { "the robot has none".into() } else { format!("there are {}", known.join(", ")) };
        return Err(ReadError::new(format!(
            "expected the name of a group state or a configuration, got {text:?}; {known}"
        )));
    }
    let json = Json::parse(text)?;
    let node = Node::root(&json, "");
    read_values(robot, &node, (&mut values, None))?;
    Ok(Rest::new(values))
}

/// The configuration of a JSON value: a list of the values of all variables, or of those of the rest's group, or an
/// object of joints, of which the rest gives those that are not named. A value for a joint that does not move is
/// accepted if it is 0, or the offset of what it mimics.
pub(crate) fn read(robot: &Robot, node: &Node, rest: &Rest) -> Result<Vec<f64>, ReadError> {
    let mut values = rest.values().to_vec();
    read_values(robot, node, (&mut values, rest.group()))?;
    let missing: Vec<usize> = (0..robot.dof()).filter(|&variable| values[variable].is_none()).collect();
    if !missing.is_empty() {
        return Err(node.error(robot.without_values(&missing)));
    }
    let q: Vec<f64> = values.into_iter().flatten().collect();
    robot.check_configuration(&q).map_err(|error| node.error(error.to_string()))?;
    Ok(q)
}

fn read_values(
    robot: &Robot,
    node: &Node,
    (values, group): (&mut [Option<f64>], Option<&JointGroup>),
) -> Result<(), ReadError> {
    if let Json::List(list) = node.value() {
        let of_group = group.filter(|group| list.len() == group.variables().len());
        if list.len() != robot.dof() && of_group.is_none() {
            let group = group.map_or(String::new(), |group| {
                let (count, names) = (group.variables().len(), names(robot, group.variables()));
                format!("the {count} values of {names} (group {:?}), or ", group.name())
            });
            let all: Vec<usize> = (0..robot.dof()).collect();
            let what = format!("expected {group}the {} values of {}", robot.dof(), names(robot, &all));
            return Err(node.error(format!("{what}, got {}", list.len())));
        }
        for (place, value) in node.list()?.enumerate() {
            let variable = of_group.map_or(place, |group| group.variables()[place]);
            values[variable] = Some(value.number()?);
        }
        return Ok(());
    }
    let fields = node.fields().map_err(|_| node.error("expected a list of joint values, or an object of joints"))?;
    for name in fields.keys() {
        let value = fields.need(name)?;
        let Some(joint) = robot.joint_named(name) else {
            let names: Vec<&str> = robot.joints().iter().map(|joint| joint.name.as_str()).collect();
            let hint = hint(name, &names);
            return Err(node.error(format!("no joint is named {name:?}{hint}")));
        };
        set(robot, values, joint, value.number()?).map_err(|what| value.error(what))?;
    }
    Ok(())
}

/// Sets the value of a joint, or checks that of one that has none of its own.
fn set(robot: &Robot, values: &mut [Option<f64>], place: usize, value: f64) -> Result<(), String> {
    let joint = &robot.joints()[place];
    if let Some(variable) = robot.variables().iter().position(|&joint| joint == place) {
        values[variable] = Some(value);
        return Ok(());
    }
    match (&joint.mimic, joint.drive.variable) {
        (Some(mimic), Some(_)) => Err(format!(
            "joint {:?} follows {:?} and has no value of its own, unless mimics are ignored",
            joint.name, mimic.joint
        )),
        _ if value == 0.0 || value == joint.drive.offset => Ok(()),
        _ => Err(format!("joint {:?} does not move: expected {}, got {value}", joint.name, at_rest(joint))),
    }
}

/// The names of the joints of some values.
fn names(robot: &Robot, variables: &[usize]) -> String {
    let name = |&variable: &usize| robot.joints()[robot.variables()[variable]].name.as_str();
    variables.iter().map(name).collect::<Vec<&str>>().join(", ")
}

fn at_rest(joint: &Joint) -> String {
    if joint.kind == JointKind::Fixed || joint.drive.offset == 0.0 {
        "0".into()
    } else {
        format!("0 or {}", joint.drive.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadRobot, ReadSrdf};
    use clearance_robot::{JointSpec, Mimic, Srdf};

    fn gripper() -> Robot {
        let joint = |name: &str, kind, child: &str| JointSpec::new(name, kind, "base", child);
        let mimic = Mimic { joint: "left".into(), multiplier: -1.0, offset: 0.0 };
        let builder =
            ["base", "a", "b", "c", "d"].iter().fold(Robot::builder("g"), |builder, name| builder.link(*name, vec![]));
        let state =
            "<robot name=\"g\"><group_state name=\"open\"><joint name=\"left\" value=\"0.04\"/></group_state></robot>";
        builder
            .joint(joint("turn", JointKind::Continuous, "a"))
            .joint(joint("right", JointKind::Prismatic, "b").mimicking(mimic))
            .joint(joint("left", JointKind::Prismatic, "c"))
            .joint(joint("glue", JointKind::Fixed, "d"))
            .build()
            .unwrap()
            .with_srdf(Srdf::parse(state).unwrap())
    }
    fn read(text: &str, rest: &str) -> Result<Vec<f64>, String> {
        let robot = gripper();
        let rest = if rest.is_empty() { Ok(robot.no_rest()) } else { robot.rest(rest) };
        let json = Json::parse(text).unwrap();
        rest.and_then(|rest| robot.read_configuration(&Node::root(&json, "/q"), &rest))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn lists_and_names_give_the_variables_in_order() {
        assert_eq!(read("[0.5, 0.02]", ""), Ok(vec![0.5, 0.02]));
        assert_eq!(read(r#"{"left": 0.02, "turn": 0.5, "glue": 0}"#, ""), Ok(vec![0.5, 0.02]));
        assert_eq!(read(r#"{"turn": 0.5}"#, "open"), Ok(vec![0.5, 0.04]));
        assert_eq!(read(r#"{"turn": 0.5}"#, r#"{"left": 0.01}"#), Ok(vec![0.5, 0.01]));
    }

    #[test]
    fn a_list_of_a_groups_values_leaves_the_others_where_they_stand() {
        let robot = gripper();
        let of = |text: &str, rest: Rest| {
            let json = Json::parse(text).unwrap();
            robot.read_configuration(&Node::root(&json, "/q"), &rest).map_err(|error| error.to_string())
        };
        let group = robot.group("left").unwrap();
        let rest = || robot.rest("{\"turn\": 0.25}").unwrap().of_group(&group, &robot);
        assert_eq!(of("[0.03]", rest()), Ok(vec![0.25, 0.03]));
        assert_eq!(of("[0.5, 0.03]", rest()), Ok(vec![0.5, 0.03]));
        assert_eq!(of("[0.03]", rest().at_start(&[0.75, 0.0])), Ok(vec![0.75, 0.03]));
        assert_eq!(of("[0.03]", robot.no_rest().of_group(&group, &robot)), Ok(vec![0.0, 0.03]));
        let refused = of("[]", rest()).unwrap_err();
        let expected = "/q: expected the 1 values of left (group \"left\"), or the 2 values of turn, left, got 0";
        assert_eq!(refused, expected);
    }

    #[test]
    fn what_is_missing_unknown_or_not_free_is_named() {
        let refusal = |text, rest| read(text, rest).unwrap_err();
        let missing = r#"/q: no value for "left", and no rest that gives it one: use --rest (in Python rest=) "#;
        let missing = format!(r#"{missing}open or '{{"left": 0}}'"#);
        assert_eq!(refusal(r#"{"turn": 1}"#, ""), missing);
        // No group state gives both a value.
        let rest = r#"use --rest (in Python rest=) '{"turn": 0, "left": 0}'"#;
        let missing = format!(r#"/q: no value for "turn", "left", and no rest that gives them one: {rest}"#);
        assert_eq!(refusal("{}", ""), missing);
        assert_eq!(refusal("[1]", ""), "/q: expected the 2 values of turn, left, got 1");
        assert_eq!(refusal(r#"{"trun": 1}"#, "open"), r#"/q: no joint is named "trun" (did you mean "turn"?)"#);
        assert_eq!(
            refusal(r#"{"right": 1}"#, "open"),
            r#"/q/right: joint "right" follows "left" and has no value of its own, unless mimics are ignored"#
        );
        assert_eq!(refusal(r#"{"glue": 1}"#, "open"), r#"/q/glue: joint "glue" does not move: expected 0, got 1"#);
        assert_eq!(
            refusal("[1e7, 0]", ""),
            r#"/q: the value of joint "turn" must be within 1e6 of zero, got 10000000.0"#
        );
        let state = refusal("[1, 0]", "shut");
        assert_eq!(state, r#"expected the name of a group state or a configuration, got "shut"; there are "open""#);
    }
}
