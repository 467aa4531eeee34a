//! SRDF files.

use std::path::Path;

use clearance_robot::{DisabledPair, Group, GroupState, Srdf, Tip, VirtualJoint};
use clearance_scene::ReadError;

use crate::xml::{self, Element};

/// Srdf data from SRDF files.
pub trait ReadSrdf: Sized {
    /// The content of an SRDF file.
    fn from_file(path: &Path) -> Result<Self, ReadError>;

    /// The content of an SRDF text; elements that are not known are passed over.
    fn parse(text: &str) -> Result<Self, ReadError>;
}

impl ReadSrdf for Srdf {
    fn from_file(path: &Path) -> Result<Self, ReadError> {
        let here = |error: ReadError| error.within(path.display());
        xml::read_text(path).and_then(|text| Self::parse(&text)).map_err(here)
    }

    fn parse(text: &str) -> Result<Self, ReadError> {
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

fn group(element: &Element) -> Result<Group, ReadError> {
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

fn state(element: &Element) -> Result<GroupState, ReadError> {
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
