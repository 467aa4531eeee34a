//! What an SRDF file says about a robot: groups, named states, tips, and pairs that are not checked.

use std::path::Path;

use crate::error::RobotError;
use crate::xml::{self, Element};

/// An SRDF file as it is written, by names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Srdf {
    /// Named sets of links and joints.
    pub groups: Vec<Group>,
    /// Named values of joints.
    pub states: Vec<GroupState>,
    /// End effectors.
    pub tips: Vec<Tip>,
    /// Where the robot stands; the pose is not part of the file.
    pub virtual_joints: Vec<VirtualJoint>,
    /// Pairs of links that are not checked.
    pub disabled: Vec<DisabledPair>,
    /// Pairs that are checked although a rule for one of their links says otherwise.
    pub enabled: Vec<[String; 2]>,
    /// Links of which no pair is checked unless it is enabled.
    pub quiet: Vec<String>,
}

/// A named set of links and joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Links in it.
    pub links: Vec<String>,
    /// Joints in it.
    pub joints: Vec<String>,
    /// Base and tip link of chains in it.
    pub chains: Vec<[String; 2]>,
    /// Other groups in it.
    pub groups: Vec<String>,
}

/// Named values of the joints of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupState {
    /// Its name.
    pub name: String,
    /// The group that it is for.
    pub group: String,
    /// Joints and their values.
    pub values: Vec<(String, f64)>,
}

/// An end effector.
#[derive(Clone, Debug, PartialEq)]
pub struct Tip {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// The link that it is on.
    pub parent_link: String,
}

/// A joint between the world and the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct VirtualJoint {
    /// Its name.
    pub name: String,
    /// Its type: `"fixed"`, `"planar"` or `"floating"`.
    pub kind: String,
    /// The link of the robot.
    pub child_link: String,
}

/// A pair of links that is not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct DisabledPair {
    /// The links.
    pub links: [String; 2],
    /// Why, as the file says: `"Adjacent"`, `"Never"`, `"Always"`, `"Default"`, `"User"` or nothing.
    pub reason: String,
}

impl Srdf {
    /// What an SRDF file says.
    pub fn from_file(path: &Path) -> Result<Self, RobotError> {
        let here = |error: RobotError| error.within(path.display());
        xml::read_text(path).and_then(|text| Self::parse(&text)).map_err(here)
    }

    /// What an SRDF text says; elements that are not known are passed over.
    pub fn parse(text: &str) -> Result<Self, RobotError> {
        let root = xml::parse(text, "<robot>", None)?;
        if root.name() != "robot" {
            return Err(root.refusal(format!("expected <robot> as the root of an SRDF file, got <{}>", root.name())));
        }
        let mut srdf = Srdf::default();
        for element in root.children() {
            let text = |name: &str| element.need(name).map(String::from);
            match element.name() {
                "group" => srdf.groups.push(group(element)?),
                "group_state" => srdf.states.push(state(element)?),
                "end_effector" => srdf.tips.push(Tip {
                    name: text("name")?,
                    group: text("group")?,
                    parent_link: text("parent_link")?,
                }),
                "virtual_joint" => srdf.virtual_joints.push(VirtualJoint {
                    name: text("name")?,
                    kind: text("type")?,
                    child_link: text("child_link")?,
                }),
                "disable_collisions" => srdf.disabled.push(DisabledPair {
                    links: [text("link1")?, text("link2")?],
                    reason: element.attribute("reason").unwrap_or("").into(),
                }),
                "enable_collisions" => srdf.enabled.push([text("link1")?, text("link2")?]),
                "disable_default_collisions" => srdf.quiet.push(text("link")?),
                _ => {}
            }
        }
        Ok(srdf)
    }
}

fn group(element: &Element) -> Result<Group, RobotError> {
    let mut group = Group { name: element.need("name")?.into(), ..Group::default() };
    for child in element.children() {
        match child.name() {
            "link" => group.links.push(child.need("name")?.into()),
            "joint" => group.joints.push(child.need("name")?.into()),
            "chain" => group.chains.push([child.need("base_link")?.into(), child.need("tip_link")?.into()]),
            "group" => group.groups.push(child.need("name")?.into()),
            _ => {}
        }
    }
    Ok(group)
}

fn state(element: &Element) -> Result<GroupState, RobotError> {
    let mut values = Vec::new();
    for joint in element.children_named("joint") {
        // Joints of several values, which are held, list them all; the others have one.
        let value = joint.need("value")?;
        if value.split_ascii_whitespace().count() == 1 {
            values.push((joint.need("name")?.into(), joint.number("value")?.unwrap_or_default()));
        }
    }
    let group = element.attribute("group").unwrap_or("");
    Ok(GroupState { name: element.need("name")?.into(), group: group.into(), values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_states_and_groups_are_read() {
        let srdf = Srdf::parse(
            r#"<robot name="r"><group name="arm"><chain base_link="a" tip_link="c"/></group>
            <group_state name="home" group="arm"><joint name="j" value=" 1.5 "/><joint name="f" value="0 0 0 1"/></group_state>
            <disable_collisions link1="a" link2="b" reason="Never"/><something/></robot>"#,
        )
        .unwrap();
        assert_eq!(srdf.groups[0].chains, [["a".to_string(), "c".to_string()]]);
        assert_eq!(srdf.states[0].values, [("j".to_string(), 1.5)]);
        assert_eq!((srdf.disabled[0].reason.as_str(), &srdf.disabled[0].links[1][..]), ("Never", "b"));
    }

    #[test]
    fn wrong_numbers_name_their_line() {
        let text = "<robot>\n<group_state name=\"s\">\n<joint name=\"j\" value=\"NaN\"/></group_state></robot>";
        let refusal = Srdf::parse(text).unwrap_err().to_string();
        assert_eq!(refusal, "line 3 (<joint> \"j\"): value: expected a finite number, got \"NaN\"");
    }
}
