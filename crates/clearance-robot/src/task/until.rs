//! Contact that is allowed until a height: a cup may overlap the table it stands on by less than a depth, until it is
//! lifted by a height, and again where it is put down.
//!
//! Nothing new is proven for it. A motion that begins or ends in contact is cut into stretches. Near the stand the pair
//! is allowed within the depth, and the origin of the link is kept in a tube about the segment from where it stands to
//! three quarters of the height above. Its radius is half the height, and its box reaches half a radius beyond the
//! segment, so it ends at the height. On all other stretches the pair is checked as any other. So a contact proves that
//! the link is below the height.

use clearance::{Pose3, Vec3, Vector};

use super::Task;
use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::certificate::TaskStep;
use crate::error::RobotError;
use crate::plan::{Goal, JointSpace, Line, NoPlan, PlanOptions, Target, Tip, line};
use crate::prove::time::{Checker, EdgeOptions, Found};

/// Up to where a contact is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Until {
    /// The origin of the link is less than this above where it stands, metres.
    pub height: f64,
    /// Which way is up, in the world; of any length but zero.
    pub up: Vec3<f64>,
}

/// A link that may touch a body of the world near where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stand {
    link: String,
    body: String,
    depth: Option<f64>,
    until: Until,
}

/// Part of the height that a link is lifted by, and radius of the tube: the box of the tube ends at the height.
const LIFT: f64 = 0.75;
const RADIUS: f64 = 0.5;

/// Samples of each edge of a motion that is cut.
const SAMPLES: u32 = 32;

/// A motion is cut where the link is farther than this part of the height from the faces of its box: near them the
/// proof takes long.
const ROOM: f64 = 0.02;

impl Stand {
    /// Whether it is about a pair of names, in either order.
    pub(super) fn is_about(&self, [a, b]: [&str; 2]) -> bool {
        [[a, b], [b, a]].contains(&[&self.link, &self.body])
    }

    /// Whether it is about a link or a body of a name.
    pub(super) fn names(&self, name: &str) -> bool {
        self.link == name || self.body == name
    }

    /// The name of its tube.
    fn name(&self) -> String {
        format!("{} stands on {}", self.link, self.body)
    }

    /// How far the link is lifted.
    fn lift(&self) -> Vec3<f64> {
        self.until.up.normalized() * (LIFT * self.until.height)
    }

    /// Where the origin of the link is while it may touch the body: near where it stands in a configuration.
    fn tube(&self, cell: &Workcell, q: &[f64]) -> Result<Constraint, RobotError> {
        let from = pose_of(cell, &self.link, q)?.translation();
        let (ends, radius) = ([from, from + self.lift()], RADIUS * self.until.height);
        Constraint::tube(self.name(), &self.link, Vec3::ZERO, ends, radius)
    }
}

impl Task {
    /// A link and a body of the world may touch from here on where the link stands at the beginning or at the end of a
    /// motion, within a depth if there is one, and until the link is a height above: [`Workcell::allow_within`].
    ///
    /// A motion that begins in contact is cut into two, one that ends in contact too into three; the robot stops where
    /// it is cut. On stretches near a stand the contact is allowed, and the link's origin is less than the height above
    /// where it stands, by more than a quarter of it not below, and at most 0.3 heights aside: proven as a constraint.
    /// On all others the pair is checked as any other. Plans lift the link first, and put it down from above. It ends
    /// when the pair is allowed or forbidden, and when the body is let go.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Vec3};
    /// use clearance_robot::task::{Task, Until};
    /// use clearance_robot::{JointKind, JointSpec, Obstacle, Robot, Workcell};
    /// let up = Vec3::new(0.0, 0.0, 1.0);
    /// let lift = JointSpec::new("lift", JointKind::Prismatic, "base", "hand").axis(up).limited(0.0, 1.0);
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![]).joint(lift).build().unwrap();
    /// let cube = |half: f64| Cuboid::from_half_extents(Vec3::new(half, half, half)).unwrap();
    /// let at = |z: f64| Pose3::from_xyz(0.0, 0.0, z).unwrap();
    /// // The cup stands on the table.
    /// let world = [Obstacle::new("cup", cube(0.125), at(0.625)), Obstacle::new("table", cube(0.5), at(0.0))];
    /// let mut task = Task::new(&Workcell::new(robot, &world).unwrap(), &[0.0]).unwrap();
    /// task.attach("cup", "hand", &[]).unwrap();
    /// task.allow_until("cup", "table", Some(0.001), Until { height: 0.02, up }).unwrap();
    /// assert!(task.follow(&[vec![0.5]]).unwrap().is_free());
    /// let steps: Vec<&str> = task.steps().iter().map(|step| step.name()).collect();
    /// assert_eq!(steps, ["attach", "forbid", "allow", "keep", "motion", "relax", "forbid", "motion"]);
    /// ```
    pub fn allow_until(&mut self, a: &str, b: &str, depth: Option<f64>, until: Until) -> Result<(), RobotError> {
        if !(until.height > 0.0 && until.height.is_finite()) {
            return Err(RobotError::new(format!("a height must be a positive length, got {}", until.height)));
        }
        if !(until.up.max_abs() > 0.0 && until.up.max_abs() < f64::INFINITY) {
            return Err(RobotError::new("the direction up must be finite and not zero"));
        }
        let [link, body] = self.cell.link_and_body(a, b)?;
        let stand = Stand { link: link.into(), body: body.into(), depth, until };
        // Refuses a depth that is none.
        leniently(&self.cell, [&stand])?;
        self.forbid(link, body)?; // and forgets what was said of the pair
        self.stands.push(stand);
        Ok(())
    }

    /// Moves straight through configurations; what touches at an end is allowed near there.
    pub(super) fn follow_from_stand(&mut self, points: &[Vec<f64>]) -> Result<Found, RobotError> {
        let whole = self.straight(points)?;
        let to = points.last().unwrap_or(&self.q);
        let [first, last] = [self.touching(&self.q)?, self.touching(to)?];
        if whole.is_free() || first.is_empty() && last.is_empty() {
            return Ok(whole);
        }
        let all: Vec<Vec<f64>> = core::iter::once(&self.q).chain(points).cloned().collect();
        let back: Vec<Vec<f64>> = all.iter().rev().cloned().collect();
        let end = (all.len() - 1) as f64;
        let leaves = self.leaves(&first, &all)?;
        let comes = (end - self.leaves(&last, &back)?).max(leaves);
        let (before, mut least) = (self.clone(), Found::NO_PAIR);
        for (from, to, stands, at) in
            [(0.0, leaves, &first, &all[0]), (leaves, comes, &Vec::new(), &all[0]), (comes, end, &last, &back[0])]
        {
            if from == to {
                continue;
            }
            let found = self.stretch(&part(&all, from, to), stands, at)?;
            let (Found::Free { lower, upper }, Found::Free { lower: a, upper: b }) = (&least, &found) else {
                *self = before;
                return Ok(found);
            };
            least = Found::Free { lower: lower.min(*a), upper: upper.min(*b) };
        }
        Ok(least)
    }

    /// Moves a tip straight to a target; what touches at an end is allowed near there.
    pub(super) fn line_from_stand(&mut self, target: &Target, radius: f64) -> Result<Option<Found>, RobotError> {
        let all = leniently(&self.cell, &self.stands)?;
        let Some(Line { cell, path, found, .. }) = line(&all, &self.q, target, radius)? else { return Ok(None) };
        let Some(tube) = cell.constraints().last().filter(|_| found.is_free()).cloned() else { return Ok(Some(found)) };
        let (before, name) = (self.clone(), tube.name.clone());
        self.keep(tube)?;
        let found = self.follow_from_stand(&path[1..]);
        if !found.as_ref().is_ok_and(Found::is_free) {
            *self = before;
            return found.map(Some);
        }
        self.relax(&name)?;
        found.map(Some)
    }

    /// Plans to a goal: first what touches is lifted, and if the goal touches, it is reached from above.
    pub(super) fn plan_from_stand(
        &mut self,
        goal: &Goal,
        options: &PlanOptions,
    ) -> Result<Result<(), NoPlan>, RobotError> {
        for _ in 0..self.stands.len() {
            let (near, at) = (self.touching(&self.q)?, self.q.clone());
            let Some(lowest) = lowest(&near) else { break };
            let Some(way) = self.rise(lowest, &at)? else { return Ok(Err(NoPlan::Start)) };
            if !self.stretch(&way[1..], &near, &at)?.is_free() {
                return Ok(Err(NoPlan::Start));
            }
        }
        let all = leniently(&self.cell, &self.stands)?;
        let goals = Checker::new(&all)?.configurations(goal, &self.q, options.seed)?;
        if goals.is_empty() {
            return Ok(Err(NoPlan::Pose));
        }
        let mut ways = Vec::new();
        for q in goals {
            let near = self.touching(&q)?;
            match lowest(&near) {
                None => ways.push(vec![q]),
                // Two links are not put down at once.
                Some(one) if near.iter().any(|other| other.link != one.link) => (),
                Some(one) => ways.extend(self.rise(one, &q)?),
            }
        }
        let above: Vec<Vec<f64>> = ways.iter().filter_map(|way| way.last().cloned()).collect();
        if above.is_empty() {
            return Ok(Err(NoPlan::Goal));
        }
        if let Err(why) = self.plan_freely(&Goal::Configurations(above), options)? {
            return Ok(Err(why));
        }
        let down = self.down(&ways)?;
        let Some(at) = down.last() else { return Ok(Ok(())) };
        let is_free = self.stretch(&down, &self.touching(at)?, at)?.is_free();
        Ok(if is_free { Ok(()) } else { Err(NoPlan::Goal) })
    }

    /// The way down from where the robot is: that which ends here, turned by as many full turns as the plan has made.
    fn down(&self, ways: &[Vec<Vec<f64>>]) -> Result<Vec<Vec<f64>>, RobotError> {
        let space = JointSpace::starting_at(&self.cell, &self.q)?;
        let far = |way: &&Vec<Vec<f64>>| way.last().map_or(f64::INFINITY, |q| space.distance(q, &self.q));
        let Some(way) = ways.iter().min_by(|a, b| far(a).total_cmp(&far(b))) else { return Ok(Vec::new()) };
        let last = &way[way.len() - 1];
        let turned =
            |q: &Vec<f64>| q.iter().zip(last).zip(&self.q).map(|((own, end), here)| own + (here - end)).collect();
        Ok(way.iter().rev().skip(1).map(turned).collect())
    }

    /// The stands that keep a configuration from being free.
    fn touching(&self, q: &[f64]) -> Result<Vec<Stand>, RobotError> {
        if Checker::new(&self.cell)?.is_free(q, q, &EdgeOptions::default()) {
            return Ok(Vec::new());
        }
        let touches = |stand: &&Stand| {
            let others = self.stands.iter().filter(|other| other != stand);
            Ok(!Checker::new(&leniently(&self.cell, others)?)?.is_free(q, q, &EdgeOptions::default()))
        };
        let found = self.stands.iter().map(|stand| Ok(touches(&stand)?.then(|| stand.clone())));
        Ok(found.collect::<Result<Vec<_>, RobotError>>()?.into_iter().flatten().collect())
    }

    /// The way from a configuration straight up, as far as the link is lifted.
    fn rise(&self, stand: &Stand, q: &[f64]) -> Result<Option<Vec<Vec<f64>>>, RobotError> {
        let from = pose_of(&self.cell, &stand.link, q)?;
        let pose = Pose3::new(from.rotor(), from.translation() + stand.lift());
        let pose = pose.map_err(|error| RobotError::new(error.to_string()))?;
        let tip = Tip { link: self.cell.robot().find_link(&stand.link)?, point: Vec3::ZERO };
        let target = Target { tip, pose, oriented: true };
        let found = line(&leniently(&self.cell, &self.stands)?, q, &target, RADIUS * stand.until.height)?;
        Ok(found.filter(|line| line.found.is_free()).map(|line| line.path))
    }

    /// The time, in edges, until which all links of stands are in their tubes about the start of a path; 0 of none.
    fn leaves(&self, stands: &[Stand], path: &[Vec<f64>]) -> Result<f64, RobotError> {
        let mut cell = self.cell.clone();
        for stand in stands {
            cell = cell.keep(stand.tube(&self.cell, &path[0])?)?;
        }
        let own = self.cell.constraints().len();
        let edges = (path.len() - 1) as u32;
        let (mut last, end) = (0.0, if stands.is_empty() { 0 } else { edges * SAMPLES });
        for sample in 1..=end {
            let time = f64::from(sample) / f64::from(SAMPLES);
            let values = cell.measured_constraints(&at(path, time))?;
            if values[own..].iter().zip(stands).any(|(own, stand)| own.value > -ROOM * stand.until.height) {
                break;
            }
            last = time;
        }
        Ok(last)
    }

    /// Moves along a path on which stands may touch, and their links are near where they stand in a configuration. A
    /// motion that is not free changes nothing.
    fn stretch(&mut self, path: &[Vec<f64>], stands: &[Stand], at: &[f64]) -> Result<Found, RobotError> {
        let (before, cell) = (self.clone(), self.cell.clone());
        for Stand { link, body, depth, .. } in stands {
            let made = TaskStep::allow(&self.cell, [link, body], *depth)?;
            self.changed(made)?;
        }
        for stand in stands {
            self.keep(stand.tube(&cell, at)?)?;
        }
        let found = self.straight(path);
        if !found.as_ref().is_ok_and(Found::is_free) {
            *self = before;
            return found;
        }
        for stand in stands {
            self.relax(&stand.name())?;
            self.check(&stand.link, &stand.body)?;
        }
        found
    }
}

/// The stand with the least height: its tube ends first.
fn lowest(stands: &[Stand]) -> Option<&Stand> {
    stands.iter().min_by(|a, b| a.until.height.total_cmp(&b.until.height))
}

/// The cell in which stands may touch.
fn leniently<'s>(cell: &Workcell, stands: impl IntoIterator<Item = &'s Stand>) -> Result<Workcell, RobotError> {
    stands.into_iter().try_fold(cell.clone(), |cell, Stand { link, body, depth, .. }| match depth {
        Some(depth) => cell.allow_within(link, body, *depth),
        None => cell.allow(link, body),
    })
}

/// Where a link is in a configuration.
fn pose_of(cell: &Workcell, link: &str, q: &[f64]) -> Result<Pose3<f64>, RobotError> {
    let robot = cell.robot();
    Ok(robot.link_pose(&robot.place(q)?, robot.find_link(link)?))
}

/// The configuration of a path at a time, in edges.
fn at(path: &[Vec<f64>], time: f64) -> Vec<f64> {
    let edge = (time.floor() as usize).min(path.len() - 2);
    let (x, from, to) = (time - edge as f64, &path[edge], &path[edge + 1]);
    if x == 1.0 {
        return to.clone();
    }
    from.iter().zip(to).map(|(a, b)| a + x * (b - a)).collect()
}

/// The configurations behind the first one of a part of a path.
fn part(path: &[Vec<f64>], from: f64, to: f64) -> Vec<Vec<f64>> {
    let between = (1..path.len()).filter(|place| from < *place as f64 && (*place as f64) < to);
    between.map(|place| path[place].clone()).chain([at(path, to)]).collect()
}
