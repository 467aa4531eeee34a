//! The verifier: what a certificate claims is computed again, by supports and kinematics only.
//!
//! It shares with the prover: configurations and rates of segments (`path`), poses and bounds of motion (`bound`), the
//! gap along an axis and the two bounds of a gap over an interval (`least_over`) or a cell (`prove/range/along.rs`),
//! the readers of robot and scene, and the supports of the shapes. It shares no distance, no ball, no search, and
//! nothing of what the certificate says: pairs are listed anew from robot and scene.

use std::collections::{HashMap, HashSet};

use super::format::{CloserPair, Digests};
use super::refusal::{Refusal, refuse};
use super::{Certificate, Proofs, Subject, VERSION, stretches};
use crate::cell::stage::Closer;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::link_mesh::Detail;
use crate::model::robot::Robot;
use crate::path::{Cubic, Path};
use crate::prove::range::RangeOfMotion;
use crate::prove::time::Checker;
use crate::prove::time::execution::Execution;
use crate::trajectory::Trajectory;

impl Certificate {
    /// A proven lower bound, if the certificate holds for this robot, these bodies and these margins: of all signed
    /// distances over the path, the trajectory, the motions of the task or the polytope; of all clearances over the
    /// box. A task is checked in the cell in which it begins.
    pub fn verify(&self, cell: &Workcell) -> Result<f64, Refusal> {
        match &self.subject {
            Subject::Path { .. } => self.verify_path(&Checker::new(cell)?),
            Subject::Trajectory(_) => {
                self.check_version()?;
                let execution = self.execution(cell);
                let execution = execution.or_else(|error| refuse(format!("the trajectory: {error}")))?;
                self.verify_stretches(&execution.checker()?, execution.path())
            }
            Subject::Task { start, steps } => {
                self.check_version()?;
                self.verify_steps(cell, start, steps)
            }
            Subject::Box { .. } | Subject::Polytope { .. } => {
                self.check_version()?;
                let checker = Checker::new(cell)?;
                let labels = checker.stage().all_labels();
                self.digests.compare(&Digests::of(checker.stage(), None, &labels))?;
                let places = compare_pairs(&self.pairs, &labels)?;
                self.verify_cells(&RangeOfMotion::new(cell)?, &places)
            }
        }
    }

    /// [`verify`](Self::verify) of a path by a checker of its pairs.
    pub(crate) fn verify_path(&self, checker: &Checker) -> Result<f64, Refusal> {
        self.check_version()?;
        self.verify_stretches(checker, &self.read_path(checker.robot().dof())?)
    }

    fn check_version(&self) -> Result<(), Refusal> {
        match self.version {
            VERSION => Ok(()),
            other => refuse(format!("expected version {VERSION}, got {other}")),
        }
    }

    /// The least bound of all stretches of a motion.
    fn verify_stretches(&self, checker: &Checker, path: &Path) -> Result<f64, Refusal> {
        let Proofs::Stretches { cells, entries } = &self.proofs else {
            return refuse("a motion is proven by stretches of time, not by cells");
        };
        let closer = self.read_closer(checker)?;
        let finer = if closer == checker.closer() { None } else { checker.with_closer(closer) };
        let stage = finer.as_ref().unwrap_or(checker).stage();
        let labels = stage.all_labels();
        self.digests.compare(&Digests::of(stage, Some(path), &labels))?;
        let places = compare_pairs(&self.pairs, &labels)?;
        // Older ones do not list the parts of links either.
        let is_old = self.closer.is_empty() || self.closer.iter().any(CloserPair::is_old);
        let lists_none = self.finer.is_empty() && is_old;
        if !lists_none && self.finer != stage.finer_bodies() {
            return refuse("the finer shapes are not those of this robot");
        }
        self.verify_constraints(checker, path)?;
        stretches::least(stage, path, &places, cells, entries)
    }

    /// Refuses a certificate that is not about this very path: that of a harmless path proves nothing of another one.
    pub fn check_path(&self, path: &Path) -> Result<(), Refusal> {
        let own = self.read_path(path.at(0.0).values.len())?;
        let (count, given) = (own.len(), path.len());
        if count != given {
            return refuse(format!("the certificate is about another path: of {count} segments, not {given}"));
        }
        match own.segments().iter().zip(path.segments()).position(|(own, given)| own != given) {
            Some(i) => refuse(format!("the certificate is about another path: segment {i} differs")),
            None => Ok(()),
        }
    }

    /// Refuses a certificate that is not about this very trajectory of a robot.
    pub fn check_trajectory(&self, trajectory: &Trajectory, robot: &Robot) -> Result<(), Refusal> {
        match &self.subject {
            own @ Subject::Trajectory(_) if *own == Subject::of_trajectory(trajectory, robot) => Ok(()),
            Subject::Trajectory(_) => refuse("the certificate is about another trajectory"),
            _ => refuse("the certificate is about no trajectory"),
        }
    }

    /// The trajectory that it is about, in a world.
    pub(super) fn execution(&self, cell: &Workcell) -> Result<Execution, RobotError> {
        let Subject::Trajectory(trajectory) = &self.subject else {
            return Err(RobotError::new("the certificate is about no trajectory"));
        };
        let robot = cell.robot();
        let trajectory = Trajectory::from_json(&trajectory.to_string(), robot, &robot.no_rest())?;
        Execution::new(cell, &trajectory)
    }

    fn read_path(&self, joints: usize) -> Result<Path, Refusal> {
        let Subject::Path { points, cubic } = &self.subject else { return refuse("the certificate is about no path") };
        let path = if *cubic {
            if !points.len().is_multiple_of(4) {
                return refuse(format!("a path of cubics must have 4 points for each, got {}", points.len()));
            }
            let cubic = |points: &[Vec<f64>]| Cubic::new(core::array::from_fn(|i| points[i].clone()));
            Path::of_cubics(points.chunks_exact(4).map(cubic).collect(), joints)
        } else {
            Path::through(points, joints)
        };
        path.or_else(|error| refuse(format!("the path is none: {error}")))
    }

    /// The pairs that finer shapes replace, in their order.
    fn read_closer(&self, checker: &Checker) -> Result<Vec<Closer>, Refusal> {
        let labels = checker.stage().hull_labels();
        let mut all = Vec::new();
        for closer @ CloserPair { pair, stands } in &self.closer {
            let is_old = closer.is_old();
            let bodies = pair.each_ref().map(|name| labels.iter().position(|label| label == name));
            let details = [0, usize::from(!is_old)].map(|i| Detail::from_name(&stands[i]));
            let ([Some(a), Some(b)], [Some(first), Some(second)]) = (bodies, details) else {
                return refuse(format!("{:?} and {:?} as {stands:?}: no such pair can be refined", pair[0], pair[1]));
            };
            let closer = Closer { bodies: [a, b], detail: first.max(second) };
            if !is_old && checker.stage().finely(closer).stands != [first, second] {
                return refuse(format!("{:?} and {:?} cannot be refined as {stands:?}", pair[0], pair[1]));
            }
            all.push(closer);
        }
        all.sort_unstable_by_key(|closer| closer.bodies);
        match all.windows(2).find(|pair| pair[0].bodies == pair[1].bodies) {
            Some(pair) => {
                let [a, b] = pair[0].bodies.map(|body| &labels[body]);
                refuse(format!("{a:?} and {b:?} are refined twice"))
            }
            None => Ok(all),
        }
    }
}

/// The indices of the pairs by name, if exactly those are listed that must stay apart.
pub(super) fn compare_pairs(
    listed: &[[String; 2]],
    wanted: &[[String; 2]],
) -> Result<HashMap<[String; 2], usize>, Refusal> {
    let mut places = HashMap::new();
    for (i, pair) in wanted.iter().enumerate() {
        if places.insert(pair.clone(), i).is_some() {
            return refuse(format!("two pairs are named {:?} and {:?}", pair[0], pair[1]));
        }
    }
    if let Some(pair) = listed.iter().find(|pair| !places.contains_key(*pair)) {
        return refuse(format!("the list has the pair {:?} and {:?}, which need not stay apart", pair[0], pair[1]));
    }
    let listed: HashSet<&[String; 2]> = listed.iter().collect();
    match wanted.iter().find(|pair| !listed.contains(pair)) {
        Some(pair) => refuse(format!("the list lacks the pair {:?} and {:?}", pair[0], pair[1])),
        None => Ok(places),
    }
}
