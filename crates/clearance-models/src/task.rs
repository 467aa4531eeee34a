//! The task of a planner as a JSON object: which tip, from where, and how it is to move.

use clearance::Vec3;
use clearance_scene::json::{Fields, Json, Node};

use crate::read_robot::ReadRobot;
use clearance_robot::edge::Checker;
use clearance_robot::plan::{
    Potential, Run, Sign, Tip, TipPath, Variant, VelocityOptions, follow, tip_velocity, velocity_step,
};
use clearance_robot::{Rest, Robot};
use clearance_scene::ReadError;

/// The keys of all tasks, of those of one planner, and of the variant `"closed"`.
const COMMON: [&str; 4] = ["tip", "start", "planner", "step"];
const POTENTIAL: [&str; 5] = ["stages", "variant", "k", "d0", "as_printed"];
const VELOCITY: [&str; 2] = ["goal", "duration"];
const CLOSED: [&str; 1] = ["feedback"];

/// Maximum number of steps.
const MOST_STEPS: f64 = 1e6;

/// `K` of the variant `"closed"`, per second.
const FEEDBACK: f64 = 5.0;

/// Faster than this the goal is not approached, metres per second.
const FASTEST: f64 = 1.0;

/// A required motion: `{"tip": {"link", "point"?}, "start": q, "stages": [{"velocity": [x, y, z], "duration": s}, ..],
/// "planner"?: "potential" or "velocity", "variant"?: "published" or "closed", "k"?, "d0"?, "step"?, "feedback"?,
/// "as_printed"?}`, or with the planner `"velocity"` `{"goal": [x, y, z], "duration": s}` instead of `"stages"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    tip: Tip,
    start: Vec<f64>,
    motion: Motion,
}

/// Who moves the tip.
#[derive(Clone, Debug, PartialEq)]
enum Motion {
    /// The planner of the paper, along velocities.
    Potential { path: TipPath, options: Potential },
    /// The velocity controller, towards a point.
    Velocity { goal: [f64; 3], duration: f64, options: VelocityOptions },
}

impl Task {
    /// The task of a JSON text. A key of the other planner is an error, since it would change nothing.
    pub fn read(text: &str, robot: &Robot, rest: &Rest) -> Result<Self, ReadError> {
        let json = Json::parse(text)?;
        let root = Node::root(&json, "");
        let fields = root.object(&[&COMMON[..], &POTENTIAL, &VELOCITY, &CLOSED].concat())?;
        let planner = fields.get("planner").map_or(Ok("potential"), |word| word.one_of(&["potential", "velocity"]))?;
        let motion = if planner == "velocity" { controlled(&fields)? } else { published(&fields)? };
        let place = fields.need("tip")?;
        let place = place.object(&["link", "point"])?;
        let point = place.get("point").map_or(Ok([0.0; 3]), |point| point.numbers())?;
        let tip = Tip { link: robot.read_link(&place.need("link")?)?, point: Vec3::from(point) };
        Ok(Task { tip, start: robot.read_configuration(&fields.need("start")?, rest)?, motion })
    }

    /// The motion; it ends where it is if the checker is stopped.
    ///
    /// It says nothing of contacts on the way of the paper's planner: [`Run::proof`] does.
    pub fn run(&self, checker: &Checker) -> Result<Run, ReadError> {
        match &self.motion {
            Motion::Potential { path, options } => follow(checker, &self.tip, path, &self.start, options),
            Motion::Velocity { goal, duration, options } => self.controlled(checker, (*goal, *duration), options),
        }
    }

    /// The velocity controller towards the goal, until the time is over.
    fn controlled(
        &self,
        checker: &Checker,
        (goal, duration): ([f64; 3], f64),
        options: &VelocityOptions,
    ) -> Result<Run, ReadError> {
        let (mut run, mut q) = (Run::default(), self.start.clone());
        run.push(0.0, &q, checker.tip_place(&self.tip, &q));
        for i in 0..(duration / options.step).ceil() as u32 {
            if checker.is_stopped() {
                break;
            }
            let velocity = tip_velocity(checker, &q, &self.tip, goal, FASTEST);
            let step = velocity_step(checker, &q, &self.tip, velocity, options);
            q = step.map_err(|error| ReadError::new(error.to_string()))?.configuration;
            run.push(f64::from(i + 1) * options.step, &q, checker.tip_place(&self.tip, &q));
        }
        Ok(run)
    }
}

/// The task of the paper's planner.
fn published(fields: &Fields) -> Result<Motion, ReadError> {
    refuse(fields, &VELOCITY, "is for the planner \"velocity\", and the planner is \"potential\"")?;
    let usual = Potential::default();
    let variant = fields.get("variant").map_or(Ok("published"), |word| word.one_of(&["published", "closed"]))?;
    if variant == "published" {
        refuse(fields, &CLOSED, "is for the variant \"closed\", and the variant is \"published\"")?;
    }
    let feedback = number_or(fields, "feedback", FEEDBACK)?;
    let step = positive_or(fields, "step", usual.step)?;
    let list = fields.need("stages")?;
    let stages = list.list()?.map(|stage| read_stage(&stage)).collect::<Result<Vec<_>, _>>()?;
    let path = TipPath { stages };
    check_duration(&list, path.duration(), step)?;
    let as_printed = fields.get("as_printed").map_or(Ok(false), |word| word.bool())?;
    let options = Potential {
        influence: positive_or(fields, "d0", usual.influence)?,
        gain: number_or(fields, "k", usual.gain)?,
        step,
        sign: if as_printed { Sign::AsPrinted } else { Sign::Right },
        variant: if variant == "closed" { Variant::Closed { feedback } } else { Variant::Published },
        ..usual
    };
    Ok(Motion::Potential { path, options })
}

fn read_stage(stage: &Node) -> Result<(Vec3<f64>, f64), ReadError> {
    let fields = stage.object(&["velocity", "duration"])?;
    Ok((Vec3::from(fields.need("velocity")?.numbers()?), fields.need("duration")?.size()?))
}

/// The task of the velocity controller.
fn controlled(fields: &Fields) -> Result<Motion, ReadError> {
    let others = [&POTENTIAL[..], &CLOSED].concat();
    refuse(fields, &others, "is for the planner \"potential\", and the planner is \"velocity\"")?;
    let usual = VelocityOptions::default();
    let options = VelocityOptions { step: positive_or(fields, "step", usual.step)?, ..usual };
    let time = fields.need("duration")?;
    let duration = time.number()?;
    check_duration(&time, duration, options.step)?;
    Ok(Motion::Velocity { goal: fields.need("goal")?.numbers()?, duration, options })
}

/// Refuses keys that say nothing here.
fn refuse(fields: &Fields, keys: &[&str], why: &str) -> Result<(), ReadError> {
    match keys.iter().find_map(|key| fields.get(key)) {
        Some(node) => Err(node.error(why)),
        None => Ok(()),
    }
}

fn check_duration(node: &Node, duration: f64, step: f64) -> Result<(), ReadError> {
    if duration > 0.0 && duration / step <= MOST_STEPS {
        return Ok(());
    }
    let rule = format!("must last longer than 0 s and at most {MOST_STEPS:e} steps");
    Err(node.error(format!("{rule}, got {duration:?} s in steps of {step:?}")))
}

fn number_or(fields: &Fields, key: &str, usual: f64) -> Result<f64, ReadError> {
    fields.get(key).map_or(Ok(usual), |node| node.number())
}

fn positive_or(fields: &Fields, key: &str, usual: f64) -> Result<f64, ReadError> {
    match (fields.get(key), number_or(fields, key, usual)?) {
        (Some(node), value) if value <= 0.0 => Err(node.error(format!("must be positive, got {value:?}"))),
        (_, value) => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_robot::{JointKind, JointSpec};

    fn refusal(text: &str) -> String {
        let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
        let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(turn).build().unwrap();
        let text = text.replace('\'', "\"").replace("OK", r#""tip": {"link": "arm"}, "start": [0.5]"#);
        Task::read(&text, &robot, &robot.no_rest()).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn unknown_names_are_told_with_the_nearest_one() {
        let stages = "'stages': [{'velocity': [0, 1, 0], 'duration': 1}]";
        assert!(refusal(&format!("{{OK, {stages}, 'plannr': 1}}")).ends_with(r#"(did you mean "planner"?)"#));
        assert_eq!(
            refusal(&format!("{{OK, {stages}, 'planner': 'potental'}}")),
            r#"/planner: expected "potential" or "velocity", got "potental" (did you mean "potential"?)"#
        );
        assert_eq!(
            refusal(&format!("{{'tip': {{'link': 'amr'}}, 'start': [0.5], {stages}}}")),
            r#"/tip/link: no link is named "amr" (did you mean "arm"?)"#
        );
        assert_eq!(
            refusal(&format!("{{'tip': {{'lnk': 'arm'}}, 'start': [0.5], {stages}}}")),
            r#"/tip: unknown key "lnk", expected "link", "point" (did you mean "link"?)"#
        );
    }

    #[test]
    fn keys_that_would_change_nothing_are_refused() {
        let stages = "'stages': [{'velocity': [0, 1, 0], 'duration': 1}]";
        assert_eq!(
            refusal(&format!("{{OK, {stages}, 'goal': [0, 0, 1]}}")),
            r#"/goal: is for the planner "velocity", and the planner is "potential""#
        );
        assert_eq!(
            refusal("{OK, 'planner': 'velocity', 'goal': [0, 0, 1], 'duration': 1, 'k': 3}"),
            r#"/k: is for the planner "potential", and the planner is "velocity""#
        );
        assert!(refusal(&format!("{{OK, {stages}, 'feedback': 1}}")).starts_with("/feedback: is for the variant"));
    }

    #[test]
    fn times_that_make_no_motion_are_refused_with_their_place() {
        let of =
            |duration: &str| refusal(&format!("{{OK, 'stages': [{{'velocity': [0, 1, 0], 'duration': {duration}}}]}}"));
        assert_eq!(of("-1"), "/stages/0/duration: must not be negative, got -1");
        let rule = "must last longer than 0 s and at most 1e6 steps";
        assert_eq!(of("0"), format!("/stages: {rule}, got 0.0 s in steps of 0.05"));
        assert_eq!(of("1e300"), format!("/stages: {rule}, got 1e300 s in steps of 0.05"));
        let step = refusal("{OK, 'planner': 'velocity', 'goal': [0, 0, 1], 'duration': 1, 'step': 0}");
        assert_eq!(step, "/step: must be positive, got 0.0");
        assert_eq!(refusal("{OK}"), r#"missing key "stages""#);
    }
}
