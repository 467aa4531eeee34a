//! Goals of plans in JSON.

use clearance::Vec3;
use clearance_robot::plan::{Arc, ArcAxes, ArcCurve, Goal, Target, Tip};
use clearance_robot::{Rest, Robot};
use clearance_scene::json::{Fields, Node};
use clearance_scene::{ReadError, pose};

use crate::read_robot::ReadRobot;

/// Goals of plans from JSON.
pub trait ReadGoal: Sized {
    /// The goal of a problem: its `"goal": q`, `"goals": [q, ..]`, or `"goal_pose": {"link", "point"?: [x, y, z],
    /// "pose"}`, of which a pose with a translation only leaves the link's axes free.
    fn read(problem: &Node, robot: &Robot, rest: &Rest) -> Result<Self, ReadError>;
}

impl ReadGoal for Goal {
    fn read(problem: &Node, robot: &Robot, rest: &Rest) -> Result<Self, ReadError> {
        let fields = problem.fields()?;
        match (fields.get("goal"), fields.get("goals"), fields.get("goal_pose")) {
            (Some(goal), None, None) => Ok(Goal::at(robot.read_configuration(&goal, rest)?)),
            (None, Some(goals), None) => {
                let all: Vec<_> =
                    goals.list()?.map(|goal| robot.read_configuration(&goal, rest)).collect::<Result<_, _>>()?;
                if all.is_empty() {
                    Err(goals.error("expected at least one configuration"))
                } else {
                    Ok(Goal::Configurations(all))
                }
            }
            (None, None, Some(target)) => Ok(Goal::Tip(read_target(&target, robot)?)),
            _ => Err(problem.error("expected one of \"goal\", \"goals\" and \"goal_pose\"")),
        }
    }
}

/// An arc: `{"link", "point"?, "via": [x, y, z], "pose"}` through a point to a pose, or `{"link", "point"?, "center",
/// "axis", "angle", "axes"?}` about a line.
pub(crate) fn read_arc(node: &Node, robot: &Robot) -> Result<Arc, ReadError> {
    if node.fields()?.get("via").is_some() {
        let fields = node.object(&["link", "point", "via", "pose"])?;
        let target = of_target(&fields, robot)?;
        let (via, to) = (Vec3::from(fields.need("via")?.numbers()?), target.pose.translation());
        let axes = if target.oriented { ArcAxes::To(target.pose.rotor()) } else { ArcAxes::Free };
        return Ok(Arc { tip: target.tip, curve: ArcCurve::Via { via, to }, axes });
    }
    let fields = node.object(&["link", "point", "center", "axis", "angle", "axes"])?;
    let vector = |key: &str| fields.need(key)?.numbers().map(Vec3::from);
    let curve =
        ArcCurve::About { center: vector("center")?, axis: vector("axis")?, angle: fields.need("angle")?.number()? };
    let axes = match fields.get("axes").map(|axes| axes.one_of(&["turn", "still", "free"])).transpose()? {
        Some("still") => ArcAxes::Still,
        Some("free") => ArcAxes::Free,
        _ => ArcAxes::Turning,
    };
    Ok(Arc { tip: read_tip(&fields, robot)?, curve, axes })
}

fn read_tip(fields: &Fields, robot: &Robot) -> Result<Tip, ReadError> {
    let point = fields.get("point").map_or(Ok([0.0; 3]), |point| point.numbers())?;
    Ok(Tip { link: robot.read_link(&fields.need("link")?)?, point: Vec3::from(point) })
}

pub(crate) fn read_target(node: &Node, robot: &Robot) -> Result<Target, ReadError> {
    of_target(&node.object(&["link", "point", "pose"])?, robot)
}

fn of_target(fields: &Fields, robot: &Robot) -> Result<Target, ReadError> {
    let tip = read_tip(fields, robot)?;
    let place = fields.need("pose")?;
    let oriented = place.fields()?.keys().any(|key| key != "translation");
    Ok(Target { tip, pose: pose::<Vec3<f64>>(&place)?.pose, oriented })
}
