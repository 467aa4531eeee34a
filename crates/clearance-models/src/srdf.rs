//! SRDF files.

use std::path::Path;

use clearance_robot::{DisabledPair, EndEffector, Group, GroupState, Notes, Srdf, VirtualJoint};
use clearance_scene::ReadError;

use crate::xml::{self, Element};

/// Srdf data from SRDF files.
pub trait ReadSrdf: Sized {
    /// The content of an SRDF file.
    fn from_file(path: &Path) -> Result<Self, ReadError>;

    /// The content of an SRDF text. What is not kept is noted; a URDF text is refused.
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
        if root.children().any(|element| ["link", "joint"].contains(&element.name())) {
            return Err(root.refusal("expected an SRDF file, got the links and joints of a URDF file"));
        }
        let (mut srdf, mut notes) = (Srdf::default(), Notes::default());
        for element in root.children() {
            let text = |name: &str| element.need(name).map(String::from);
            match element.name() {
                "group" => srdf.groups.push(group(element, &mut notes)?),
                "group_state" => srdf.states.push(state(element)?),
                "end_effector" => srdf.end_effectors.push(EndEffector {
                    name: text("name")?,
                    group: text("group")?,
                    parent_link: text("parent_link")?,
                }),
                "virtual_joint" => {
                    let joint =
                        VirtualJoint { name: text("name")?, kind: text("type")?, child_link: text("child_link")? };
                    if joint.kind != "fixed" {
                        notes.add(
                            format!("{} virtual joints of the SRDF, held at their origins", joint.kind),
                            &joint.name,
                        );
                    }
                    srdf.virtual_joints.push(joint);
                }
                "passive_joint" => {
                    let name = text("name")?;
                    notes.add("passive joints of the SRDF, which planners do not move", &name);
                    srdf.passive.push(name);
                }
                "disable_collisions" => srdf.disabled.push(DisabledPair {
                    links: [text("link1")?, text("link2")?],
                    reason: element.attribute("reason").unwrap_or("").into(),
                }),
                "enable_collisions" => srdf.enabled.push([text("link1")?, text("link2")?]),
                "disable_default_collisions" => srdf.quiet.push(text("link")?),
                other => notes
                    .add(format!("<{other}> of the SRDF, which is not read"), element.attribute("name").unwrap_or("")),
            }
        }
        Ok(Srdf { notes: notes.lines(), ..srdf })
    }
}

fn group(element: &Element, notes: &mut Notes) -> Result<Group, ReadError> {
    let mut group = Group { name: element.need("name")?.into(), ..Group::default() };
    for child in element.children() {
        match child.name() {
            "link" => group.links.push(child.need("name")?.into()),
            "joint" => group.joints.push(child.need("name")?.into()),
            "chain" => group.chains.push([child.need("base_link")?.into(), child.need("tip_link")?.into()]),
            "group" => group.groups.push(child.need("name")?.into()),
            other => notes.add(format!("<{other}> of groups of the SRDF, which is not read"), &group.name),
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
        assert_eq!(srdf.notes, ["1 <something> of the SRDF, which is not read"]);
    }

    #[test]
    fn what_is_not_kept_is_noted_and_a_urdf_file_is_refused() {
        let srdf = Srdf::parse(
            r#"<robot name="r"><passive_joint name="castor"/><virtual_joint name="floor" type="planar" parent_frame="map" child_link="base"/>
            <virtual_joint name="bolt" type="fixed" parent_frame="map" child_link="base"/><group name="g"><sphere/></group></robot>"#,
        );
        let expected = [
            r#"1 passive joints of the SRDF, which planners do not move ("castor")"#,
            r#"1 planar virtual joints of the SRDF, held at their origins ("floor")"#,
            r#"1 <sphere> of groups of the SRDF, which is not read ("g")"#,
        ];
        assert_eq!(srdf.unwrap().notes, expected);
        let urdf = "<robot name=\"r\">\n<link name=\"a\"/></robot>";
        let refusal = Srdf::parse(urdf).unwrap_err().to_string();
        assert!(refusal.ends_with("expected an SRDF file, got the links and joints of a URDF file"), "{refusal}");
    }

    #[test]
    fn wrong_numbers_name_their_line() {
        let text = "<robot>\n<group_state name=\"s\">\n<joint name=\"j\" value=\"NaN\"/></group_state></robot>";
        let refusal = Srdf::parse(text).unwrap_err().to_string();
        assert_eq!(refusal, "line 3 (<joint> \"j\"): value: expected a finite number, got \"NaN\"");
    }
}
