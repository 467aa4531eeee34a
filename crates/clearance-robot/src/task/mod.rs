//! Tasks: a robot plans to a body, takes hold of it, carries it and lets it go, with every motion proven.

mod until;

pub use until::Until;

use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::certificate::{Certificate, TaskStep};
use crate::error::RobotError;
use crate::model::group::JointGroup;
use crate::path::Path;
use crate::plan::{Arc, Chords, Goal, Line, NoPlan, PlanOptions, Target, chord, line, tip_pose};
use crate::prove::time::{Checker, EdgeOptions, Found, Mode, TOLERANCE};
use crate::timing::{TimingOptions, timed};
use crate::trajectory::RateLimits;
use until::Stand;

/// A task that was proven up to here: where the robot is, what it holds, and the steps that led there.
///
/// A step that cannot be proven changes nothing, so that another one can be tried. The
/// [certificate](Self::certificate) has all steps with the proofs of all motions, and holds in the cell in which the
/// task begins.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::plan::{Goal, PlanOptions};
/// use clearance_robot::task::Task;
/// use clearance_robot::{JointKind, JointSpec, Obstacle, Robot, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_xyz(x, y, 0.0).unwrap();
/// let up = Vec3::new(0.0, 0.0, 1.0);
/// let turn = JointSpec::new("turn", JointKind::Revolute, "base", "hand").axis(up).limited(-3.0, 3.0);
/// let robot = Robot::builder("arm").link("base", vec![]).link("hand", vec![]).joint(turn).build().unwrap();
/// let ball = Ball::new(0.25).unwrap();
/// let world = [Obstacle::new("cup", ball, at(2.0, 0.0)), Obstacle::new("post", ball, at(0.0, 3.0))];
/// let cell = Workcell::new(robot, &world).unwrap();
/// let mut task = Task::new(&cell, &[0.0]).unwrap();
/// task.attach("cup", "hand", &[]).unwrap();
/// let quarter = Goal::at(vec![core::f64::consts::FRAC_PI_2]);
/// task.plan(&quarter, &PlanOptions::default()).unwrap().unwrap();
/// task.detach("cup").unwrap();
/// // The cup was carried from (2, 0) to (0, 2), where it is a half metre from the post.
/// assert!(task.lower() <= 0.5 && task.cell().world()[1].name == "cup");
/// assert_eq!(task.certificate().unwrap().verify(&cell).unwrap(), task.lower());
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    /// The cell in which it begins, and where.
    first: (Workcell, Vec<f64>),
    cell: Workcell,
    q: Vec<f64>,
    steps: Vec<TaskStep>,
    /// All configurations up to here.
    path: Vec<Vec<f64>>,
    lower: f64,
    /// The limits of motions that are trajectories.
    times: Option<(RateLimits, TimingOptions)>,
    /// What may touch where it stands.
    stands: Vec<Stand>,
    /// The cell of each motion.
    cells: Vec<Workcell>,
}

impl Task {
    /// A task without steps. Refuses what is no configuration.
    pub fn new(cell: &Workcell, start: &[f64]) -> Result<Self, RobotError> {
        cell.robot().check_configuration(start)?;
        let (first, q) = ((cell.clone(), start.to_vec()), start.to_vec());
        let (steps, path, lower) = (Vec::new(), vec![q.clone()], f64::INFINITY);
        Ok(Task {
            first,
            cell: cell.clone(),
            q,
            steps,
            path,
            lower,
            times: None,
            stands: Vec::new(),
            cells: Vec::new(),
        })
    }

    /// The robot with what it holds now, in the world as it is now.
    pub fn cell(&self) -> &Workcell {
        &self.cell
    }

    /// Where the robot is now.
    pub fn at(&self) -> &[f64] {
        &self.q
    }

    /// The steps up to here.
    pub fn steps(&self) -> &[TaskStep] {
        &self.steps
    }

    /// The motions up to here, each with the cell in which it is proven: what is held then, and what may touch.
    pub fn motions(&self) -> impl Iterator<Item = (&Workcell, &Certificate)> {
        let motions = self.steps.iter().filter_map(|step| match step {
            TaskStep::Motion(motion) => Some(&**motion),
            _ => None,
        });
        self.cells.iter().zip(motions)
    }

    /// A lower bound of all signed distances in all motions up to here; infinite without any.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// Plans move the joints of a group from here on; all joints without one.
    pub fn set_group(&mut self, group: Option<JointGroup>) {
        self.cell = self.cell.with_group_or_none(group);
    }

    /// Motions are [trajectories](timed) from rest to rest within limits from here on, and proven as such.
    pub fn set_times(&mut self, limits: RateLimits, options: TimingOptions) {
        self.times = Some((limits, options));
    }

    /// Moves to a goal by a [plan](Checker::plan). What may touch [until a height](Self::allow_until) is lifted first,
    /// and put down from above.
    pub fn plan(&mut self, goal: &Goal, options: &PlanOptions) -> Result<Result<(), NoPlan>, RobotError> {
        if self.stands.is_empty() {
            return self.plan_freely(goal, options);
        }
        let before = self.clone();
        let done = self.plan_from_stand(goal, options);
        if !matches!(done, Ok(Ok(()))) {
            *self = before;
        }
        done
    }

    /// Moves to a goal by a plan in the cell as it is.
    fn plan_freely(&mut self, goal: &Goal, options: &PlanOptions) -> Result<Result<(), NoPlan>, RobotError> {
        let cell = self.cell.clone();
        let checker = Checker::new(&cell)?;
        match checker.plan(&self.q, goal, options)? {
            Ok(mut found) => {
                let path = found.plan.path.clone();
                self.moved(&checker, &path, || Ok((found.certify(&checker)?, found.lower))).map(Ok)
            }
            Err(why) => Ok(Err(why)),
        }
    }

    /// Moves straight through configurations, if that is proven free; joints of any group may move. Where contact is
    /// allowed [until a height](Self::allow_until), times in what is not free are those of its stretch.
    pub fn follow(&mut self, points: &[Vec<f64>]) -> Result<Found, RobotError> {
        if self.stands.is_empty() { self.straight(points) } else { self.follow_from_stand(points) }
    }

    /// Moves straight through configurations in the cell as it is.
    fn straight(&mut self, points: &[Vec<f64>]) -> Result<Found, RobotError> {
        let all: Vec<Vec<f64>> = core::iter::once(&self.q).chain(points).cloned().collect();
        let path = Path::through(&all, self.cell.robot().dof());
        let path = path.map_err(|error| RobotError::new(error.to_string()))?;
        let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: TOLERANCE }, ..EdgeOptions::default() };
        let cell = self.cell.clone();
        let checker = Checker::new(&cell)?;
        let (edge, certificate) = checker.certify(&path, &options);
        if let (Found::Free { lower, .. }, Some(certificate)) = (&edge, certificate) {
            self.moved(&checker, &all, || Ok((certificate, *lower)))?;
        }
        Ok(edge)
    }

    /// Moves a tip straight to a target, and proves that it stays within a radius of the segment all the way. The steps
    /// are a tube that is kept, a motion, and the tube relaxed. `None` if the line leaves what the robot reaches.
    ///
    /// ```
    /// use clearance::{Pose3, Vec3};
    /// use clearance_robot::plan::{Target, Tip};
    /// use clearance_robot::task::Task;
    /// use clearance_robot::{JointKind, JointSpec, Robot, Workcell};
    /// let slide = |name: &str, parent: &str, child: &str, axis: Vec3<f64>| {
    ///     JointSpec::new(name, JointKind::Prismatic, parent, child).axis(axis).limited(-5.0, 5.0)
    /// };
    /// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
    /// let links = Robot::builder("gantry").link("base", vec![]).link("bridge", vec![]).link("tool", vec![]);
    /// let links = links.joint(slide("x", "base", "bridge", x));
    /// let robot = links.joint(slide("y", "bridge", "tool", y)).build().unwrap();
    /// let tip = Tip { link: 2, point: Vec3::new(0.0, 0.0, 0.0) };
    /// let target = Target { tip, pose: Pose3::from_xyz(3.0, 4.0, 0.0).unwrap(), oriented: false };
    /// let mut task = Task::new(&Workcell::new(robot, &[]).unwrap(), &[0.0, 0.0]).unwrap();
    /// assert!(task.line(&target, 0.01).unwrap().unwrap().is_free());
    /// assert!((task.at()[0] - 3.0).abs() < 1e-6 && (task.at()[1] - 4.0).abs() < 1e-6);
    /// ```
    pub fn line(&mut self, target: &Target, radius: f64) -> Result<Option<Found>, RobotError> {
        if !self.stands.is_empty() {
            return self.line_from_stand(target, radius);
        }
        let made = line(&self.cell, &self.q, target, radius)?;
        self.in_tube(made)
    }

    /// Moves a tip on an arc of a circle, and proves that it stays within a radius of the arc all the way. The arc is
    /// covered by chords with tubes that lie within the radius: for each the steps are a tube that is kept, a motion,
    /// and the tube relaxed. `None` if the arc leaves what the robot reaches.
    ///
    /// ```
    /// use clearance::{Vec3, Vector};
    /// use clearance_robot::plan::{Arc, ArcAxes, ArcCurve, Tip};
    /// use clearance_robot::task::Task;
    /// use clearance_robot::{JointKind, JointSpec, Robot, Workcell};
    /// let slide = |name: &str, parent: &str, child: &str, axis: Vec3<f64>| {
    ///     JointSpec::new(name, JointKind::Prismatic, parent, child).axis(axis).limited(-5.0, 5.0)
    /// };
    /// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
    /// let links = Robot::builder("gantry").link("base", vec![]).link("bridge", vec![]).link("tool", vec![]);
    /// let links = links.joint(slide("x", "base", "bridge", x));
    /// let robot = links.joint(slide("y", "bridge", "tool", y)).build().unwrap();
    /// let mut task = Task::new(&Workcell::new(robot, &[]).unwrap(), &[2.0, 0.0]).unwrap();
    /// // Half of a circle about the origin, from (2, 0) by (0, 2) to (-2, 0).
    /// let curve = ArcCurve::About { center: Vec3::ZERO, axis: Vec3::axis(2), angle: core::f64::consts::PI };
    /// let arc = Arc { tip: Tip { link: 2, point: Vec3::ZERO }, curve, axes: ArcAxes::Free };
    /// assert!(task.arc(&arc, 0.05).unwrap().unwrap().is_free());
    /// assert!((task.at()[0] + 2.0).abs() < 1e-6 && task.at()[1].abs() < 1e-6);
    /// // Corners of chords are a little outside of the circle.
    /// assert!(task.path().iter().all(|q| (q[0].hypot(q[1]) - 2.0).abs() < 0.05));
    /// ```
    pub fn arc(&mut self, arc: &Arc, radius: f64) -> Result<Option<Found>, RobotError> {
        let began = tip_pose(&self.cell, &self.q, &arc.tip)?;
        let chords = Chords::of(began.translation(), &arc.curve, radius)?;
        let (mut next, mut least) = (self.clone(), [f64::INFINITY; 2]);
        for k in 0..chords.count {
            let made = chord((&next.cell, &next.q), (arc, &chords, k), (began.rotor(), radius))?;
            match next.in_tube(made)? {
                Some(Found::Free { lower, upper }) => least = [least[0].min(lower), least[1].min(upper)],
                other => return Ok(other),
            }
        }
        *self = next;
        let [lower, upper] = least;
        Ok(Some(Found::Free { lower, upper }))
    }

    /// Takes a motion in a tube that is proven, with the tube.
    fn in_tube(&mut self, made: Option<Line>) -> Result<Option<Found>, RobotError> {
        let Some(Line { cell, path, found, certificate }) = made else { return Ok(None) };
        if let (Found::Free { lower, .. }, Some(certificate), Some(tube)) =
            (&found, certificate, cell.constraints().last().cloned())
        {
            let (before, name) = (self.clone(), tube.name.clone());
            self.keep(tube)?;
            let cell = self.cell.clone();
            if let Err(error) = self.moved(&Checker::new(&cell)?, &path, || Ok((certificate, *lower))) {
                *self = before;
                return Err(error);
            }
            self.relax(&name)?;
        }
        Ok(Some(found))
    }

    /// A link takes hold of a body of the world, where both are now: [`Workcell::attach`].
    pub fn attach(&mut self, body: &str, link: &str, touch: &[&str]) -> Result<(), RobotError> {
        let made = TaskStep::attach(&self.cell, &self.q, [body, link], touch)?;
        self.stands.retain(|stand| !stand.names(body));
        self.changed(made)
    }

    /// The robot lets go of a body: [`Workcell::detach`].
    pub fn detach(&mut self, body: &str) -> Result<(), RobotError> {
        let made = TaskStep::detach(&self.cell, &self.q, body)?;
        self.stands.retain(|stand| !stand.names(body));
        self.changed(made)
    }

    /// Two links, or a link and a body, are not checked from here on: [`Workcell::allow`]; or, with a depth, a link and
    /// a body may overlap by less than it: [`Workcell::allow_within`].
    pub fn allow(&mut self, a: &str, b: &str, depth: Option<f64>) -> Result<(), RobotError> {
        let made = TaskStep::allow(&self.cell, [a, b], depth)?;
        self.stands.retain(|stand| !stand.is_about([a, b]));
        self.changed(made)
    }

    /// Two links, or a link and a body, are checked from here on: [`Workcell::forbid`].
    pub fn forbid(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        self.check(a, b)?;
        self.stands.retain(|stand| !stand.is_about([a, b]));
        Ok(())
    }

    /// A pair is checked from here on.
    fn check(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        let next = self.cell.forbid(a, b)?;
        self.changed((TaskStep::Forbid([a.into(), b.into()]), next))
    }

    /// A constraint holds on all motions from here on: [`Workcell::keep`].
    pub fn keep(&mut self, constraint: Constraint) -> Result<(), RobotError> {
        let made = TaskStep::keep(&self.cell, constraint)?;
        self.changed(made)
    }

    /// The constraint of a name need not hold from here on: [`Workcell::relax`].
    pub fn relax(&mut self, name: &str) -> Result<(), RobotError> {
        let next = self.cell.relax(name)?;
        self.changed((TaskStep::Relax(name.into()), next))
    }

    /// All configurations that the robot passes, straight from one to the next; trajectories round them.
    pub fn path(&self) -> &[Vec<f64>] {
        &self.path
    }

    /// The proof of all steps up to here, for the cell in which the task begins.
    pub fn certificate(&self) -> Result<Certificate, RobotError> {
        Certificate::of_task(&self.first.0, &self.first.1, &self.steps)
    }

    /// Adds a motion along a path that is proven free; with times, the trajectory along it.
    fn moved(
        &mut self,
        checker: &Checker,
        path: &[Vec<f64>],
        proven: impl FnOnce() -> Result<(Certificate, f64), RobotError>,
    ) -> Result<(), RobotError> {
        let stays = path.iter().all(|q| *q == path[0]);
        let (motion, lower) = match &self.times {
            Some((limits, options)) if !stays => {
                let found = timed(checker, path, limits, options)?;
                match (found.executed, found.certificate) {
                    (Found::Free { lower, .. }, Some(certificate)) => (certificate, lower),
                    _ => {
                        return Err(RobotError::new(
                            "the path is free, but the trajectory along it is not proven free",
                        ));
                    }
                }
            }
            _ => proven()?,
        };
        self.path.extend_from_slice(&path[1..]);
        self.q.clone_from(&path[path.len() - 1]);
        self.lower = self.lower.min(lower);
        self.steps.push(TaskStep::Motion(Box::new(motion)));
        self.cells.push(self.cell.clone());
        Ok(())
    }

    fn changed(&mut self, (step, cell): (TaskStep, Workcell)) -> Result<(), RobotError> {
        self.cell = cell;
        self.steps.push(step);
        Ok(())
    }
}
