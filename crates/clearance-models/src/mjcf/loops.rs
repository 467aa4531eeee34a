//! `<equality><connect>`: a point of one body that stays at a point of another closes a loop.
//!
//! One such constraint is kept, if its loop has one parameter: the driving joint and two or three that follow. The
//! driving joint is the first one of the loop that an actuator moves, else the loop's first one.

use clearance::Vec3;

use crate::xml::Element;
use clearance_robot::{Notes, Pin, RobotModel};
use clearance_scene::ReadError;

/// The only active `<connect>` between bodies that are named, if there is just one.
pub(super) fn only_connect(root: &Element) -> Option<&Element> {
    let all = || root.children_named("equality").flat_map(|section| section.children_named("connect"));
    let mut active = all().filter(|connect| connect.attribute("active") != Some("false"));
    let first = active.next().filter(|connect| connect.attribute("body1").is_some())?;
    active.next().is_none().then_some(first)
}

/// Closes the loop of a `<connect>`; what is no loop of one parameter is a note.
pub(super) fn close(model: &mut RobotModel, root: &Element, connect: &Element) -> Result<(), ReadError> {
    let robot = &mut model.robot;
    let link = |key: &str| -> Result<usize, ReadError> {
        let name = connect.attribute(key).unwrap_or(&robot.links()[0].name);
        robot.link_named(name).ok_or_else(|| connect.refusal(format!("{key}: no body is named {name:?}")))
    };
    let links = [link("body1")?, link("body2")?];
    let anchor = Vec3::from(connect.numbers::<3>("anchor")?.unwrap_or_default());
    let frames = links.map(|link| robot.links()[link].frame);
    let common = robot.common_frame(frames[0], frames[1]);
    let variable = |&frame: &usize| robot.joints()[robot.frames()[frame].joint].drive.variable;
    let up = frames.map(|frame| robot.frames_to(frame, common));
    let mut variables: Vec<usize> = up.iter().flatten().filter_map(variable).collect();
    variables.sort_unstable();
    variables.dedup();
    // The bodies stand together when all joints are at their references.
    let referred = references(root);
    if !(3..=4).contains(&variables.len()) || !referred.is_empty() {
        let mut notes = Notes::default();
        notes.add("equality constraints <connect> not kept", connect.given_name());
        model.notes.extend(notes.lines());
        return Ok(());
    }
    let placement = robot.place(&vec![0.0; robot.dof()])?;
    let [first, second] = links.map(|link| robot.link_pose(&placement, link));
    let at = first.point(anchor);
    let points = [anchor, clearance::enclosure::point_in_frame(&second, at).0];
    let name = |variable: usize| robot.joints()[robot.variables()[variable]].name.as_str();
    let actuators =
        root.children_named("actuator").flat_map(Element::children).filter_map(|one| one.attribute("joint"));
    let moved: Vec<&str> = actuators.collect();
    let driven = variables.iter().copied().find(|&variable| moved.contains(&name(variable)));
    let Some(drive) = driven.or(variables.first().copied()) else { return Ok(()) };
    let [a, b] = links.map(|link| robot.links()[link].name.clone());
    robot.allow(&a, &b);
    robot.add_pin(Pin { links, points, drive });
    Ok(())
}

/// The joints of the file with a reference other than zero.
fn references(element: &Element) -> Vec<&Element> {
    let own = element
        .children()
        .filter(|child| child.name() == "joint" && child.attribute("ref").is_some_and(|text| text.trim() != "0"));
    own.chain(element.children().flat_map(references)).collect()
}
