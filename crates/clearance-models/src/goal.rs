//! Goals of plans in JSON.

use clearance::Vec3;
use clearance_robot::plan::{Goal, Target, Tip};
use clearance_robot::{Rest, Robot};
use clearance_scene::json::Node;
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

pub(crate) fn read_target(node: &Node, robot: &Robot) -> Result<Target, ReadError> {
    let fields = node.object(&["link", "point", "pose"])?;
    let point = fields.get("point").map_or(Ok([0.0; 3]), |point| point.numbers())?;
    let tip = Tip { link: robot.read_link(&fields.need("link")?)?, point: Vec3::from(point) };
    let place = fields.need("pose")?;
    let oriented = place.fields()?.keys().any(|key| key != "translation");
    Ok(Target { tip, pose: pose::<Vec3<f64>>(&place)?.pose, oriented })
}
