//! Robots: read once, queried for one configuration or for many on threads.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clearance_models::{ReadRobot, WriteRobot, constraints};
use clearance_robot::edge::{Checker, EdgeOptions, Found, Mode, Violation};
use clearance_robot::path::Path;
use clearance_robot::{Clearance, ClearanceGradient, Rest, RobotClearance, RobotError, Workcell};
use clearance_scene::json::Node;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::json;
use crate::model::{Model, world};
use crate::numbers::{Triple, triple};
use crate::pose::Pose;

/// Configurations that a thread takes at a time: about a millisecond of work for an arm.
const SHARE: usize = 32;

/// Time that the proof of a segment may take on the thread of the caller, where no signal ends it.
const SHORT: Duration = Duration::from_millis(20);

/// Segments of paths that are proven on the thread of the caller: with two searches each, below the fifth of a second
/// within which Ctrl-C ends work.
const FEW: usize = 4;

/// A robot and its world; see `clearance.Robot`. What queries prepare is kept.
#[pyclass(frozen, subclass, module = "clearance._clearance", name = "Robot")]
pub struct Robot {
    pub cell: Workcell,
    /// The values of joints that a configuration does not name: none but those that are not in the group of the cell.
    pub rest: Rest,
    /// The remarks of the reader.
    notes: Vec<String>,
    checker: OnceLock<Checker<'static>>,
    /// The preparation of configuration queries, one for each thread that queried at one time.
    queries: Mutex<Vec<RobotClearance<'static>>>,
}

/// A joint: name, kind, limits, parent and child link, whether it mimics another.
type Joint = (String, &'static str, Option<(f64, f64)>, String, String, Option<String>);
/// The numbers, the pair, normal and witness points.
pub type Least = (Numbers, (String, String), (Triple, Triple, Triple));
/// Collision, signed distance, bounds, margin, the distance minus the padding, how much farther meshes are than hulls.
type Numbers = (Option<bool>, f64, f64, f64, f64, Option<f64>, Option<f64>);
/// The result, the proven clearance of one that is free; else the bracket of the time, the pair, normal and witness
/// points.
pub type Checked = (&'static str, Option<f64>, Option<Hit>, Option<Broken>);
/// The bracket of the time, the constraint, its value and what that stays below.
pub type Broken = ((f64, f64), String, f64, f64);
type Hit = ((f64, f64), (String, String), (Triple, Triple, Triple));
/// A clearance, its gradient, the generators, whether it is differentiable, whether the generators are all.
type Rates = (Least, Vec<f64>, Vec<Vec<f64>>, bool, bool);

fn least(asked: &RobotClearance<'_>, found: &Clearance) -> Least {
    let proximity = &found.proximity;
    // Bounds of the least, which other pairs may attain; with margins these are those of the pair.
    let bounds = if found.margin == 0.0 { found.bounds } else { proximity.bounds };
    let padded = asked.has_padding().then_some(proximity.signed_distance - found.padding);
    let (distance, error) = (proximity.signed_distance, asked.hull_error(found));
    let numbers = (found.collides, distance, bounds.lower, bounds.upper, found.margin, padded, error);
    let vectors = (triple(proximity.normal), triple(proximity.witness_a), triple(proximity.witness_b));
    (numbers, asked.names(found.pair).map(String::from).into(), vectors)
}

/// What is known of an edge, as Python has it.
pub fn checked(edge: Found) -> Checked {
    let result = edge.name();
    let contact = match edge {
        Found::Free { lower, .. } => return (result, Some(lower), None, None),
        Found::Violated(violation) => return (result, None, None, Some(broken(violation))),
        Found::Hit(contact) | Found::Undecided(contact) => contact,
    };
    let proximity = &contact.proximity;
    let vectors = (triple(proximity.normal), triple(proximity.witness_a), triple(proximity.witness_b));
    (result, None, Some(((contact.time.lower, contact.time.upper), contact.pair.into(), vectors)), None)
}

/// Where a constraint is violated, as Python has it.
pub fn broken(Violation { time, constraint, value, limit, .. }: Violation) -> Broken {
    ((time.lower, time.upper), constraint, value, limit)
}

fn rates(asked: &RobotClearance<'_>, found: &ClearanceGradient) -> Rates {
    let generators = found.generators().cloned().collect();
    (least(asked, &found.clearance), found.gradient.clone(), generators, found.differentiable, found.complete)
}

impl Robot {
    /// A cell with the rest and the notes of this robot.
    fn made(&self, cell: Result<Workcell, RobotError>) -> PyResult<Cell> {
        Ok(Cell { cell: cell.map_err(value_error)?, rest: self.rest.clone(), notes: self.notes.clone() })
    }

    pub fn robot(&self) -> &clearance_robot::Robot {
        self.cell.robot()
    }

    /// Queries of batches.
    pub fn asked(&self) -> PyResult<RobotClearance<'static>> {
        RobotClearance::new(&self.cell).map_err(value_error)
    }

    /// A query about one configuration, by what an earlier one prepared; it is answered as if it were the first.
    fn query<T>(&self, ask: impl FnOnce(&mut RobotClearance<'static>) -> T) -> PyResult<T> {
        let kept = || self.queries.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = kept().pop();
        let mut asked = idle.map_or_else(|| self.asked(), Ok)?;
        asked.forget();
        let answer = ask(&mut asked);
        kept().push(asked);
        Ok(answer)
    }

    /// The checker of short proofs, which nothing stops.
    fn checker(&self) -> Result<&Checker<'static>, RobotError> {
        match self.checker.get() {
            Some(checker) => Ok(checker),
            None => {
                let checker = Checker::new(&self.cell)?;
                Ok(self.checker.get_or_init(|| checker))
            }
        }
    }

    /// All its numbers and those of its world.
    pub fn text(&self) -> String {
        format!("{:?}\n{:?}", self.robot(), self.cell.world().to_vec())
    }

    pub fn configuration(&self, q: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        self.configuration_on(q, &self.rest)
    }

    /// What a configuration does not name has the value of the rest, and a list may have the values of its group.
    pub fn configuration_on(&self, q: &Bound<'_, PyAny>, rest: &Rest) -> PyResult<Vec<f64>> {
        if let Ok(values) = q.extract::<Vec<f64>>()
            && (values.len() == self.robot().dof() || rest.group().is_none())
        {
            self.robot().check_configuration(&values).map_err(value_error)?;
            return Ok(values);
        }
        if q.is_instance_of::<PyFloat>() || q.is_instance_of::<PyInt>() {
            return Err(PyTypeError::new_err("a configuration must be a list of joint values, or an object of joints"));
        }
        let tree = json::tree(q)?;
        self.robot().read_configuration(&Node::root(&tree, ""), rest).map_err(value_error)
    }

    /// The rest of a text, a group state or a configuration; the robot's own without.
    pub fn rest_of(&self, text: Option<&str>) -> PyResult<Rest> {
        let Some(text) = text else { return Ok(self.rest.clone()) };
        let rest = self.robot().rest(text).map_err(|error| value_error(error.within("rest")))?;
        Ok(self.cell.rest(rest))
    }

    /// Configurations, of which the first says where stands what is not named of the others.
    pub fn points(&self, points: &[Bound<'_, PyAny>]) -> PyResult<Vec<Vec<f64>>> {
        let Some((first, others)) = points.split_first() else { return Ok(Vec::new()) };
        let mut all = vec![self.configuration(first)?];
        let rest = self.rest.at_start(&all[0]);
        for q in others {
            all.push(self.configuration_on(q, &rest)?);
        }
        Ok(all)
    }

    /// Straight segments between configurations.
    pub fn path(&self, points: &[Bound<'_, PyAny>]) -> PyResult<Path> {
        let points = self.points(points)?;
        Path::through(&points, self.robot().dof()).map_err(value_error)
    }
}

/// Where a robot is from: a file, or what was made of another one, with which it shares all that does not differ.
#[derive(FromPyObject)]
enum Source<'py> {
    Cell(Bound<'py, Cell>),
    File(PathBuf),
}

/// What a robot is made of.
#[pyclass(frozen, module = "clearance._clearance", name = "_Cell")]
pub struct Cell {
    cell: Workcell,
    rest: Rest,
    notes: Vec<String>,
}

/// A length that is not negative.
pub fn length(what: &str, value: f64) -> PyResult<f64> {
    match value >= 0.0 && value.is_finite() {
        true => Ok(value),
        false => Err(value_error(format!("{what} must be finite and not negative, got {value}"))),
    }
}

#[pymethods]
impl Robot {
    /// The robot of a file and a model in a scene, or of a cell.
    #[new]
    #[pyo3(signature = (source, model=None, scene=None))]
    fn new(source: Source<'_>, model: Option<Model>, scene: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (cell, rest, notes) = match (source, model) {
            (Source::Cell(made), None) => {
                let Cell { cell, rest, notes } = made.get();
                (cell.clone(), rest.clone(), notes.clone())
            }
            (Source::File(file), Some(model)) => {
                let model = model.read(&file)?;
                let bodies = world(scene, &model.robot)?;
                let cell = Workcell::new(&model, &bodies).map_err(value_error)?;
                let rest = cell.rest(cell.robot().no_rest());
                (cell, rest, model.notes)
            }
            _ => return Err(PyTypeError::new_err("a robot is of a file and a model, or of a cell")),
        };
        let robot = Robot { cell, rest, notes, checker: OnceLock::new(), queries: Mutex::default() };
        robot.asked()?;
        Ok(robot)
    }

    /// The cell in which a group moves, and where the other joints stand: a group state or a configuration.
    fn _with_group(&self, names: &str, rest: Option<&str>) -> PyResult<Cell> {
        let group = self.robot().group(names).map_err(value_error)?;
        let cell = self.cell.with_group(group);
        let rest = rest.map_or(Ok(cell.robot().no_rest()), |text| cell.robot().rest(text));
        let rest = cell.rest(rest.map_err(|error| value_error(error.within("rest")))?);
        Ok(Cell { cell, rest, notes: self.notes.clone() })
    }

    /// The cell in which a link holds a body of the world, where both are in a configuration.
    fn _with_held(&self, body: &str, link: &str, q: &Bound<'_, PyAny>, touch: Vec<String>) -> PyResult<Cell> {
        let touch: Vec<&str> = touch.iter().map(String::as_str).collect();
        self.made(self.cell.attach(body, link, &self.configuration(q)?, &touch))
    }

    /// The cell in which a body that is held stands where it is in a configuration.
    fn _without_held(&self, body: &str, q: &Bound<'_, PyAny>) -> PyResult<Cell> {
        self.made(self.cell.detach(body, &self.configuration(q)?))
    }

    /// The cell in which a pair is not checked, or may overlap by less than a depth.
    #[pyo3(signature = (a, b, depth))]
    fn _with_allowed(&self, a: &str, b: &str, depth: Option<f64>) -> PyResult<Cell> {
        self.made(depth.map_or_else(|| self.cell.allow(a, b), |depth| self.cell.allow_within(a, b, depth)))
    }

    fn _with_forbidden(&self, a: &str, b: &str) -> PyResult<Cell> {
        self.made(self.cell.forbid(a, b))
    }

    /// The cell in which a constraint holds on all of every motion.
    fn _with_constraint(&self, constraint: &str) -> PyResult<Cell> {
        let text = format!("{{\"constraints\": [{constraint}]}}");
        let [constraint] = &constraints(&text).map_err(value_error)?[..] else {
            return Err(value_error("expected one constraint"));
        };
        self.made(self.cell.keep(constraint.clone()))
    }

    /// The cell without the constraint of a name.
    fn _without_constraint(&self, name: &str) -> PyResult<Cell> {
        self.made(self.cell.relax(name))
    }

    /// The names of the constraints, their values in a configuration, what these stay below, and whether they do.
    fn _constraints(&self, q: &Bound<'_, PyAny>) -> PyResult<Vec<(String, f64, f64, Option<bool>)>> {
        let values = self.cell.constraint_values(&self.configuration(q)?).map_err(value_error)?;
        Ok(values.into_iter().map(|own| (own.name, own.value, own.limit, own.holds)).collect())
    }

    /// The names of the bodies of the world.
    fn _bodies(&self) -> Vec<String> {
        self.cell.world().iter().map(|body| body.name.clone()).collect()
    }

    /// The places of the values that planners move, in the order in which lists have them, and the values of the others
    /// where nothing else is said.
    fn _group(&self) -> (Vec<usize>, Vec<Option<f64>>) {
        let all = || (0..self.robot().dof()).collect();
        let moving = self.cell.group().map_or_else(all, |group| group.variables().to_vec());
        (moving, self.rest.values().to_vec())
    }

    /// The names of the groups of the SRDF.
    fn _groups(&self) -> Vec<String> {
        let groups = self.robot().srdf().map_or(&[][..], |srdf| &srdf.groups);
        groups.iter().map(|group| group.name.clone()).collect()
    }

    #[getter]
    fn name(&self) -> &str {
        self.robot().name()
    }

    fn _joints(&self) -> Vec<Joint> {
        let link = |place: usize| self.robot().links()[place].name.clone();
        let joint = |joint: &clearance_robot::Joint| {
            let limits = joint.limits.map(|limits| (limits.lower, limits.upper));
            let mimic = joint.mimic.as_ref().map(|mimic| mimic.joint.clone());
            (joint.name.clone(), joint.kind.name(), limits, link(joint.parent), link(joint.child), mimic)
        };
        self.robot().joints().iter().map(joint).collect()
    }

    fn _variables(&self) -> Vec<String> {
        self.robot().variables().iter().map(|&joint| self.robot().joints()[joint].name.clone()).collect()
    }

    fn _links(&self) -> Vec<String> {
        self.robot().links().iter().map(|link| link.name.clone()).collect()
    }

    fn _notes(&self) -> Vec<String> {
        let unknown =
            if self.cell.world().is_empty() { Vec::new() } else { self.robot().unknown_allowed(self.cell.world()) };
        let unknown = unknown.into_iter().map(|what| format!("allow: {what}"));
        self.notes.iter().cloned().chain(unknown).collect()
    }

    /// A configuration as the robot has it: the values of its variables in their order. What it does not name has the
    /// value that the rest gives, a group state or the text of a configuration.
    fn _configuration(&self, q: &Bound<'_, PyAny>, rest: Option<&str>) -> PyResult<Vec<f64>> {
        self.configuration_on(q, &self.rest_of(rest)?)
    }

    /// A configuration with the values that lie beyond a limit by at most a tolerance moved to it, and the names of
    /// their joints. What it does not name of the joints that stand still is as in the start, if there is one.
    fn _within_limits(
        &self,
        q: &Bound<'_, PyAny>,
        tolerance: f64,
        start: Option<Vec<f64>>,
    ) -> PyResult<(Vec<f64>, Vec<String>)> {
        let rest = start.map_or(self.rest.clone(), |start| self.rest.at_start(&start));
        let mut q = self.configuration_on(q, &rest)?;
        let tolerance = length("limit_tolerance", tolerance)?;
        let names = self.robot().clamp_to_limits(&mut q, tolerance).into_iter().map(String::from).collect();
        Ok((q, names))
    }

    /// The URDF of the robot, and the names and texts of its mesh files.
    fn _urdf(&self, prefix: &str) -> PyResult<(String, Vec<(String, String)>)> {
        let written = self.robot().to_urdf(prefix).map_err(value_error)?;
        Ok((written.text, written.meshes))
    }

    /// The names of the group states of the SRDF.
    fn _states(&self) -> Vec<String> {
        let states = self.robot().srdf().map_or(&[][..], |srdf| &srdf.states);
        states.iter().map(|state| state.name.clone()).collect()
    }

    /// The poses of all links in the world, in the order of `_links`.
    fn _link_poses(&self, q: &Bound<'_, PyAny>) -> PyResult<Vec<Pose>> {
        let placement = self.robot().place(&self.configuration(q)?).map_err(value_error)?;
        let pose = |link| self.robot().link_pose(&placement, link);
        (0..self.robot().links().len()).map(pose).map(|pose| Pose::computed(pose.rotor(), pose.translation())).collect()
    }

    fn _clearance(&self, q: &Bound<'_, PyAny>) -> PyResult<Option<Least>> {
        let q = self.configuration(q)?;
        let found = self.query(|asked| Ok(asked.at(&q)?.map(|found| least(asked, &found))))?;
        found.map_err(|error: RobotError| value_error(error))
    }

    fn _gradient(&self, q: &Bound<'_, PyAny>) -> PyResult<Option<Rates>> {
        let q = self.configuration(q)?;
        let found = self.query(|asked| Ok(asked.gradient_at(&q)?.map(|found| rates(asked, &found))))?;
        found.map_err(|error: RobotError| value_error(error))
    }

    fn _collides(&self, q: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        let q = self.configuration(q)?;
        self.query(|asked| asked.collides(&q))?.map_err(value_error)
    }

    /// Whether all pairs are proven to be farther apart than their margins.
    fn _is_free(&self, q: &Bound<'_, PyAny>) -> PyResult<bool> {
        let q = self.configuration(q)?;
        let apart = self.query(|asked| match asked.has_margins() {
            true => Ok(self.checker()?.is_free(&q, &q, &EdgeOptions::default())),
            false if !self.cell.constraints().is_empty() => {
                Ok(self.checker()?.is_free(&q, &q, &EdgeOptions::default()))
            }
            false => asked.collides(&q).map(|collides| collides == Some(false)),
        });
        apart?.map_err(|error: RobotError| value_error(error))
    }

    /// Whether the straight segments between configurations are free of contact, and how far from it at least.
    fn _check(
        &self,
        py: Python<'_>,
        path: Vec<Bound<'_, PyAny>>,
        margin: f64,
        tolerance: Option<f64>,
    ) -> PyResult<Checked> {
        let path = self.path(&path)?;
        let first = EdgeOptions { mode: Mode::FirstHit, margin: length("margin", margin)?, ..EdgeOptions::default() };
        let tolerance = tolerance.map(|tolerance| length("tolerance", tolerance)).transpose()?;
        if path.segments().len() <= FEW {
            let short = EdgeOptions { seconds: SHORT.as_secs_f64(), ..first };
            let begin = Instant::now();
            let found = py.detach(|| self.checker().map(|checker| check_path(checker, &path, &short, tolerance)));
            // What took as long may have been cut off.
            if begin.elapsed() < SHORT {
                return found.map(checked).map_err(value_error);
            }
        }
        let stop = AtomicBool::new(false);
        let work = || -> Result<Found, RobotError> {
            Ok(check_path(&Checker::new(&self.cell)?.until(&stop), &path, &first, tolerance))
        };
        py.detach(|| heeding_signals(&stop, work))?.map(checked).map_err(value_error)
    }

    /// The clearances of rows of configurations; none for a robot without pairs. Fails with the first row that is
    /// refused.
    fn _clearances(
        &self,
        py: Python<'_>,
        qs: PyReadonlyArray2<'_, f64>,
        threads: usize,
    ) -> PyResult<Vec<Option<Least>>> {
        if !qs.is_c_contiguous() || qs.shape()[1] != self.robot().dof() {
            let (rows, width) = (qs.shape()[0], qs.shape()[1]);
            let dof = self.robot().dof();
            return Err(value_error(format!("qs must be rows of {dof} joint values in C order, got {rows} x {width}")));
        }
        let (values, width) = (qs.as_slice().map_err(value_error)?, self.robot().dof().max(1));
        let asked = self.asked()?;
        py.detach(|| many(&asked, (values, width), threads))
    }

    fn __repr__(&self) -> String {
        let (links, dof) = (self.robot().links().len(), self.robot().dof());
        format!(
            "<Robot {:?}: {links} links, {dof} joint values, {} bodies>",
            self.robot().name(),
            self.cell.world().len()
        )
    }
}

/// The result for a path, with its least clearance to a tolerance on request.
pub fn check_path(checker: &Checker<'_>, path: &Path, first: &EdgeOptions, tolerance: Option<f64>) -> Found {
    let Some(tolerance) = tolerance else { return checker.path(path, first) };
    let least = EdgeOptions { mode: Mode::LeastClearance { tolerance }, ..*first };
    checker.path_with_first_contact(path, &least)
}

/// A block of rows: the place of its first, its values, and where its answers go.
type Block<'b> = (usize, &'b [f64], &'b mut [Option<Least>]);

fn many(asked: &RobotClearance<'_>, (values, width): (&[f64], usize), threads: usize) -> PyResult<Vec<Option<Least>>> {
    let mut answers: Vec<Option<Least>> = vec![None; values.len() / width];
    let blocks = values.chunks(SHARE * width).zip(answers.chunks_mut(SHARE)).enumerate();
    let blocks = Mutex::new(blocks.map(|(i, (values, answers))| (i * SHARE, values, answers)));
    let stop = AtomicBool::new(false);
    let refused: Mutex<Option<(usize, RobotError)>> = Mutex::default();
    let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut asked = asked.clone();
        while let Some(block) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
            if let Err(error) = answer(&mut asked, block, width) {
                let mut first = refused.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|(row, _)| error.0 < *row) {
                    *first = Some(error);
                }
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let on_threads = || thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    heeding_signals(&stop, on_threads)?;
    match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((row, error)) => Err(value_error(format!("qs[{row}]: {error}"))),
        None => Ok(answers),
    }
}

fn answer(
    asked: &mut RobotClearance<'_>,
    (first, values, answers): Block<'_>,
    width: usize,
) -> Result<(), (usize, RobotError)> {
    for (i, (q, answer)) in values.chunks(width).zip(answers).enumerate() {
        // Each row is answered as if it were the only one, whatever the threads.
        asked.forget();
        let found = asked.at(q).map_err(|error| (first + i, error))?;
        *answer = found.map(|found| least(asked, &found));
    }
    Ok(())
}
