//! Where a plan shall lead: to one of several configurations, or to a pose of a link.

use clearance::Vec3;
use clearance_scene::json::Node;
use clearance_scene::pose;

use super::follow::potential::Tip;
use super::inverse::{InverseOptions, Target, inverse};
use super::space::JointSpace;
use crate::configuration::Rest;
use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::prove::time::Checker;
use crate::random::Random;

/// Where a plan shall lead.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// To one of these configurations.
    Configurations(Vec<Vec<f64>>),
    /// To a configuration that brings a tip to a target.
    Tip(Target),
}

/// The number of configurations that are looked for at a target: the arm may reach one of them where it does not reach
/// another.
const CONFIGURATIONS: u64 = 4;

/// The number of starts of each search but the first, which begins at the start of the plan.
const STARTS: u32 = 10;

impl Goal {
    /// One configuration.
    pub fn at(q: Vec<f64>) -> Self {
        Goal::Configurations(vec![q])
    }

    /// The goal of a problem: its `"goal": q`, `"goals": [q, ..]`, or `"goal_pose": {"link", "point"?: [x, y, z],
    /// "pose"}`, of which a pose with a translation only leaves the link's axes free.
    pub fn read(problem: &Node, robot: &Robot, rest: &Rest) -> Result<Self, RobotError> {
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

fn read_target(node: &Node, robot: &Robot) -> Result<Target, RobotError> {
    let fields = node.object(&["link", "point", "pose"])?;
    let point = fields.get("point").map_or(Ok([0.0; 3]), |point| point.numbers())?;
    let tip = Tip { link: robot.read_link(&fields.need("link")?)?, point: Vec3::from(point) };
    let place = fields.need("pose")?;
    let oriented = place.fields()?.keys().any(|key| key != "translation");
    Ok(Target { tip, pose: pose::<Vec3<f64>>(&place)?.pose, oriented })
}

impl Checker<'_> {
    /// The configurations of a goal; none of a target if no free one within the limits was found.
    pub(super) fn configurations(&self, goal: &Goal, start: &[f64], seed: u64) -> Result<Vec<Vec<f64>>, RobotError> {
        let target = match goal {
            Goal::Configurations(all) => return Ok(all.clone()),
            Goal::Tip(target) => target,
        };
        let space = JointSpace::of(self.robot());
        let first = InverseOptions { seed, ..InverseOptions::default() };
        let Some(found) = inverse(self, target, start, &first)? else { return Ok(Vec::new()) };
        let mut all = vec![found];
        for k in 1..CONFIGURATIONS {
            let seed = seed.wrapping_add(k);
            let guess = space.sample(&mut Random::new(seed));
            let options = InverseOptions { seed, starts: STARTS, ..InverseOptions::default() };
            let is_new = |q: &Vec<f64>| all.iter().all(|other| space.distance(q, other) > SAME);
            all.extend(inverse(self, target, &guess, &options)?.filter(is_new));
        }
        Ok(all)
    }
}

/// Configurations nearer to one another than this, radians, are one goal.
const SAME: f64 = 0.1;
