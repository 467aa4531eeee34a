//! Task files: a robot plans to a body, takes hold of it, carries it and lets it go.

use clearance_robot::certificate::{Subject, TaskStep};
use clearance_robot::edge::{Checker, Contact, Found};
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::task::{Task, Until};
use clearance_robot::timing::TimingOptions;
use clearance_robot::{JointGroup, RateLimits, Rest, RobotError, Workcell};
use clearance_scene::ReadError;
use clearance_scene::json::{Fields, Json, Node};
use serde_json::{Value, json};

use crate::constraints::constraint;
use crate::goal::{ReadGoal, read_arc, read_target};
use crate::lines::{json_number, violation_text, with_id};
use crate::read_robot::ReadRobot;

/// What came of a task file.
pub struct TaskRun {
    /// What is proven: all steps, or those before the first one that failed.
    pub task: Task,
    /// An object for each of these steps, as [`robot task`](run_task) answers.
    pub steps: Vec<Value>,
    /// The first step that failed, by its place in the file, and why.
    pub failed: Option<(usize, String)>,
}

impl TaskRun {
    /// The trajectories of motions that have times, a line of JSON for each with the place of its step as its id.
    pub fn trajectories(&self) -> impl Iterator<Item = String> {
        self.task.steps().iter().enumerate().filter_map(|(place, step)| {
            let TaskStep::Motion(motion) = step else { return None };
            let Subject::Trajectory(Value::Object(keys)) = &motion.subject else { return None };
            Some(with_id(&place.to_string(), keys.clone()))
        })
    }

    /// What is known of all steps: `{"solved": true, "path", "clearance_lower"}`, or `{"solved": false, "step",
    /// "reason"}`.
    pub fn summary(&self) -> Value {
        match &self.failed {
            Some((place, why)) => json!({"solved": false, "step": place, "reason": why}),
            None => {
                let lower = json_number(self.task.lower());
                json!({"solved": true, "path": self.task.path(), "clearance_lower": lower})
            }
        }
    }
}

/// How a task is run.
#[derive(Clone, Debug, Default)]
pub struct TaskOptions {
    /// The planner's settings, for each plan.
    pub plan: PlanOptions,
    /// If motions shall be trajectories: the limits of their joints, and how they are made.
    pub times: Option<(RateLimits, TimingOptions)>,
}

/// Does what a task file says, in a cell: `{"start": q, "steps": [..]}`. A step is one of
///
/// - `{"plan": {"goal": q}}`, or with `"goals"` or `"goal_pose"`: as in problems of `robot plan`;
/// - `{"move": q}`: straight to a configuration, or with an object of joints, which may be those of any group;
/// - `{"line": {"link", "point"?, "pose"}, "radius": metres}`: a tip straight to a pose, within a radius of the line;
/// - `{"arc": {"link", "point"?, "via", "pose"}, "radius": metres}`: a tip on an arc through a point to a pose, within
///   a radius of the arc; or `{"link", "point"?, "center", "axis", "angle", "axes"?}` about a line, with axes that
///   `"turn"` with the arc, are `"still"` or are `"free"`;
/// - `{"attach": {"body", "link", "touch"?: [name, ..]}}`, `{"detach": body}`: what a link holds;
/// - `{"allow": [a, b], "depth"?: metres}`, `{"forbid": [a, b]}`: which pairs are checked, and how deep they may be;
///   with `"until": metres` and `"up"?: [x, y, z]` they may only until the link is that height above where it stands;
/// - `{"keep": constraint}`, `{"relax": name}`: what holds on all motions in between.
///
/// A `"plan"` may have a `"group"` beside it: the joints that it moves, in place of those of the cell. `rest` gives the
/// values of joints that `"start"` does not name. Errors are of the file; a step that cannot be proven ends the run.
pub fn run_task(text: &str, cell: &Workcell, rest: &Rest, options: &TaskOptions) -> Result<TaskRun, ReadError> {
    let json = Json::parse(text)?;
    let fields = Node::root(&json, "");
    let fields = fields.object(&["id", "start", "steps"])?;
    let start = fields.need("start")?;
    let q = cell.robot().read_configuration(&start, rest)?;
    let mut task = Task::new(cell, &q).map_err(|error| start.error(error.to_string()))?;
    if let Some((limits, timing)) = &options.times {
        task.set_times(limits.clone(), *timing);
    }
    let mut run = Run { task, group: cell.group().cloned(), options: &options.plan, steps: Vec::new() };
    for (i, step) in fields.need("steps")?.list()?.enumerate() {
        if let Some(why) = run.step(&step)? {
            return Ok(TaskRun { task: run.task, steps: run.steps, failed: Some((i, why)) });
        }
    }
    Ok(TaskRun { task: run.task, steps: run.steps, failed: None })
}

struct Run<'o> {
    task: Task,
    /// The group of plans that name none.
    group: Option<JointGroup>,
    options: &'o PlanOptions,
    steps: Vec<Value>,
}

/// The words for steps.
const STEPS: [&str; 10] = ["plan", "move", "line", "arc", "attach", "detach", "allow", "forbid", "keep", "relax"];

impl Run<'_> {
    /// Takes a step; why it failed, if it did.
    fn step(&mut self, node: &Node) -> Result<Option<String>, ReadError> {
        let fields = node.object(&[&STEPS[..], &["group", "depth", "until", "up", "radius"]].concat())?;
        let given: Vec<&str> = STEPS.into_iter().filter(|key| fields.get(key).is_some()).collect();
        let [kind] = given[..] else {
            return Err(node.error(format!("expected one of {STEPS:?}, got {given:?}")));
        };
        let beside = [
            ("group", &["plan"][..]),
            ("depth", &["allow"]),
            ("until", &["allow"]),
            ("up", &["allow"]),
            ("radius", &["line", "arc"]),
        ];
        for (key, of) in beside {
            if let Some(beside) = fields.get(key).filter(|_| !of.contains(&kind)) {
                let of = of.iter().map(|of| format!("{of:?}")).collect::<Vec<_>>().join(" and ");
                return Err(beside.error(format!("a step {kind:?} has no {key:?}: it belongs to {of}")));
            }
        }
        let content = fields.need(kind)?;
        match kind {
            "plan" => return self.plan(&content, &fields),
            "move" => return self.straight(&content),
            "line" | "arc" => return self.curve(kind, &content, &fields.need("radius")?),
            "attach" => self.attach(&content)?,
            "detach" => {
                self.task.detach(content.text()?).map_err(|error| content.error(error.to_string()))?;
                self.steps.push(json!({"step": kind, "body": content.text()?}));
            }
            "keep" => {
                let kept = constraint(&content)?;
                let name = kept.name.clone();
                self.task.keep(kept).map_err(|error| content.error(error.to_string()))?;
                self.steps.push(json!({"step": kind, "constraint": name}));
            }
            "relax" => {
                self.task.relax(content.text()?).map_err(|error| content.error(error.to_string()))?;
                self.steps.push(json!({"step": kind, "constraint": content.text()?}));
            }
            _ => self.rule(kind, &content, &fields)?,
        }
        Ok(None)
    }

    fn attach(&mut self, node: &Node) -> Result<(), ReadError> {
        let own = node.object(&["body", "link", "touch"])?;
        let (body, link, touch) = (own.need("body")?, own.need("link")?, own.get("touch"));
        let touch = touch.as_ref().map_or(Ok(Vec::new()), names)?;
        let done = self.task.attach(body.text()?, link.text()?, &touch);
        done.map_err(|error| node.error(error.to_string()))?;
        self.steps.push(json!({"step": "attach", "body": body.text()?, "link": link.text()?}));
        Ok(())
    }

    /// Allows or forbids a pair.
    fn rule(&mut self, kind: &str, node: &Node, beside: &Fields) -> Result<(), ReadError> {
        let [a, b] = names(node)?[..] else { return Err(node.error("expected two names")) };
        let depth = beside.get("depth").map(|depth| depth.number()).transpose()?;
        let until = until(beside)?;
        let done = match until {
            Some(until) => self.task.allow_until(a, b, depth, until),
            None if kind == "allow" => self.task.allow(a, b, depth),
            None => self.task.forbid(a, b),
        };
        done.map_err(|error| node.error(error.to_string()))?;
        let mut line = json!({"step": kind, "pair": [a, b]});
        depth.into_iter().for_each(|depth| line["depth"] = json_number(depth));
        until.into_iter().for_each(|until| line["until"] = json_number(until.height));
        self.steps.push(line);
        Ok(())
    }

    fn plan(&mut self, node: &Node, beside: &Fields) -> Result<Option<String>, ReadError> {
        node.object(&["goal", "goals", "goal_pose"])?;
        let here = |error: RobotError| node.error(error.to_string());
        let group = match beside.get("group") {
            Some(names) => {
                let found = self.task.cell().robot().group(names.text()?);
                Some(found.map_err(|error| names.error(error.to_string()))?)
            }
            None => self.group.clone(),
        };
        self.task.set_group(group);
        let (cell, q) = (self.task.cell().clone(), self.task.at().to_vec());
        let goal = Goal::read(node, cell.robot(), &cell.rest(cell.robot().rest_at(&q)))?;
        let before = self.count();
        if let Err(why) = self.task.plan(&goal, self.options).map_err(here)? {
            return Ok(Some(Checker::new(&cell).map_err(here)?.reason(&why, &q, &goal)));
        }
        self.moved("plan", before);
        Ok(None)
    }

    fn straight(&mut self, node: &Node) -> Result<Option<String>, ReadError> {
        let (cell, before) = (self.task.cell(), self.count());
        let robot = cell.robot();
        // Lists have the values of the group; an object may name any joint.
        let rest = robot.rest_at(self.task.at());
        let rest = if matches!(node.value(), Json::List(_)) { cell.rest(rest) } else { rest };
        let to = robot.read_configuration(node, &rest)?;
        let edge = self.task.follow(&[to]).map_err(|error| node.error(error.to_string()))?;
        if edge.is_free() {
            self.moved("move", before);
            return Ok(None);
        }
        Ok(Some(not_free(&edge)))
    }

    /// Moves a tip on a straight line or an arc.
    fn curve(&mut self, kind: &str, node: &Node, radius: &Node) -> Result<Option<String>, ReadError> {
        let (before, robot, radius) = (self.count(), self.task.cell().robot(), radius.number()?);
        let found = match kind {
            "line" => read_target(node, robot).map(|target| self.task.line(&target, radius)),
            _ => read_arc(node, robot).map(|arc| self.task.arc(&arc, radius)),
        };
        let found = found?.map_err(|error| node.error(error.to_string()))?;
        Ok(match found {
            None => Some(format!("the {kind} leaves what the robot reaches within its limits, free of contact")),
            Some(Found::Free { .. }) => {
                self.moved(kind, before);
                None
            }
            Some(found) => Some(not_free(&found)),
        })
    }

    /// How many configurations and steps there are.
    fn count(&self) -> [usize; 2] {
        [self.task.path().len(), self.task.steps().len()]
    }

    /// A line for the motions that were added.
    fn moved(&mut self, kind: &str, [path, steps]: [usize; 2]) {
        let mut line = json!({"step": kind, "path": self.task.path()[path - 1..]});
        let durations: Vec<f64> = self.task.steps()[steps..].iter().filter_map(duration).collect();
        if !durations.is_empty() {
            line["duration"] = json_number(durations.iter().sum());
        }
        self.steps.push(line);
    }
}

/// Up to where a contact is allowed, if that is said; up is z.
fn until(beside: &Fields) -> Result<Option<Until>, ReadError> {
    let Some(height) = beside.get("until") else {
        return beside.get("up").map_or(Ok(None), |up| Err(up.error("a step without \"until\" has no \"up\"")));
    };
    let up = beside.get("up").map_or(Ok([0.0, 0.0, 1.0]), |up| up.numbers())?;
    Ok(Some(Until { height: height.number()?, up: up.into() }))
}

/// How long a motion with times takes, which begins at zero.
fn duration(step: &TaskStep) -> Option<f64> {
    let TaskStep::Motion(motion) = step else { return None };
    let Subject::Trajectory(trajectory) = &motion.subject else { return None };
    trajectory["points"].as_array()?.last()?["time"].as_f64()
}

/// Why a motion is not taken.
fn not_free(found: &Found) -> String {
    match found {
        Found::Free { .. } => String::new(),
        Found::Violated(violation) => violation_text(found.name(), violation, ""),
        Found::Hit(Contact { pair: [a, b], time, .. }) | Found::Undecided(Contact { pair: [a, b], time, .. }) => {
            format!("{}, {a} and {b} between {} and {}", found.name(), time.lower, time.upper)
        }
    }
}

fn names<'n>(node: &'n Node) -> Result<Vec<&'n str>, ReadError> {
    node.list()?.map(|name| name.text()).collect()
}
