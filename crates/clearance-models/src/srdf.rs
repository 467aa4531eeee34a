//! SRDF files.

use std::path::Path;

use clearance::{Pose3, Rotor3, Vec3};
use clearance_robot::{DisabledPair, EndEffector, Group, GroupState, Notes, Srdf, VirtualJoint, roll_pitch_yaw};
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
                "virtual_joint" => srdf.virtual_joints.push(VirtualJoint {
                    name: text("name")?,
                    kind: text("type")?,
                    parent_frame: element.attribute("parent_frame").unwrap_or("world").into(),
                    child_link: text("child_link")?,
                }),
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
        let (name, text) = (joint.need("name")?, joint.need("value")?);
        let own = match text.split_ascii_whitespace().count() {
            1 => joint.number("value")?.into_iter().collect(),
            _ => joint.numbers_of("value", text)?,
        };
        values.extend(named_values(name, &own));
    }
    let group = element.attribute("group").unwrap_or("");
    Ok(GroupState { name: element.need("name")?.into(), group: group.into(), values })
}

/// The values of a joint by name, as MoveIt lists them: of a joint with one value that, of a planar joint x, y and
/// theta, of a floating one x, y, z and a quaternion x, y, z, w. Others are left out.
fn named_values(name: &str, values: &[f64]) -> Vec<(String, f64)> {
    match *values {
        [value] => vec![(name.into(), value)],
        [x, y, theta] => named(name, &[("x", x), ("y", y), ("theta", theta)]),
        [x, y, z, qx, qy, qz, qw] => pose_values(name, [x, y, z], [qw, qx, qy, qz]),
        _ => Vec::new(),
    }
}

/// The values of a floating joint; an empty list if the quaternion is zero.
pub(crate) fn pose_values(name: &str, [x, y, z]: [f64; 3], wxyz: [f64; 4]) -> Vec<(String, f64)> {
    let turns = turn_values(name, wxyz);
    if turns.is_empty() { turns } else { [named(name, &[("x", x), ("y", y), ("z", z)]), turns].concat() }
}

/// The values of a spherical joint; an empty list if the quaternion is zero.
pub(crate) fn turn_values(name: &str, wxyz: [f64; 4]) -> Vec<(String, f64)> {
    let pose = Rotor3::from_wxyz(wxyz).and_then(|rotor| Pose3::new(rotor, Vec3::new(0.0, 0.0, 0.0)));
    let turns = pose.map(|pose| roll_pitch_yaw(&pose));
    turns.map_or(Vec::new(), |[roll, pitch, yaw]| named(name, &[("roll", roll), ("pitch", pitch), ("yaw", yaw)]))
}

fn named(name: &str, values: &[(&str, f64)]) -> Vec<(String, f64)> {
    values.iter().map(|(coordinate, value)| (format!("{name}/{coordinate}"), *value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_states_and_groups_are_read() {
        let srdf = Srdf::parse(
            r#"<robot name="r"><group name="arm"><chain base_link="a" tip_link="c"/></group>
            <group_state name="home" group="arm"><joint name="j" value=" 1.5 "/><joint name="f" value="0 0 0 1"/>
            <joint name="p" value="1 2 0.5"/><joint name="v" value="1 2 3 0 0 7 7"/></group_state>
            <disable_collisions link1="a" link2="b" reason="Never"/><something/></robot>"#,
        )
        .unwrap();
        assert_eq!(srdf.groups[0].chains, [["a".to_string(), "c".to_string()]]);
        assert_eq!(srdf.states[0].values[0], ("j".to_string(), 1.5));
        // Four values are of no joint that is known; three are x, y and theta, seven a pose.
        assert_eq!(srdf.states[0].values.len(), 1 + 3 + 6);
        assert_eq!(srdf.states[0].values[3], ("p/theta".to_string(), 0.5));
        assert_eq!(srdf.states[0].values[6..8], [("v/z".to_string(), 3.0), ("v/roll".to_string(), 0.0)]);
        let (name, yaw) = &srdf.states[0].values[9];
        assert!(name == "v/yaw" && (yaw - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
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
