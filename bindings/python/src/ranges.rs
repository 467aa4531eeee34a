//! Ranges of motion: the least clearance over a box of joint values.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clearance_models::ReadJointBox;
use clearance_models::requirements::Requirements;
use clearance_robot::certificate::Certificate;
use clearance_robot::range::{JointBox, LeastClearance, RangeOfMotion, RangeOptions, Verdict};
use clearance_robot::region::{Foreign, GrowOptions, Polytope};
use clearance_robot::{RobotError, Workcell};
use clearance_scene::json::Node;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::json;
use crate::robot::{Robot, length};

/// How finely a range is answered, and with how much work.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Work {
    width: f64,
    cells: usize,
    /// Seconds.
    time_limit: Option<f64>,
    depth: bool,
    threads: usize,
}

impl Work {
    fn options(&self) -> PyResult<RangeOptions> {
        let seconds = self.time_limit.map(|seconds| length("time_limit", seconds)).transpose()?;
        Ok(RangeOptions {
            width: length("width", self.width)?,
            cells: self.cells,
            seconds: seconds.unwrap_or(f64::INFINITY),
            stop_at_contact: !self.depth,
            threads: self.threads,
            ..RangeOptions::default()
        })
    }
}

/// Bounds, the worst configuration, the pair, cells, whether it is complete; for a single pair the verdict and a free
/// configuration; the certificate.
type Row = (
    f64,
    f64,
    Vec<f64>,
    Option<(String, String)>,
    usize,
    bool,
    Option<(&'static str, Option<Vec<f64>>)>,
    Option<String>,
);

fn row(least: LeastClearance, verdict: Option<(&'static str, Option<Vec<f64>>)>) -> Row {
    let LeastClearance { lower, upper, worst, pair, cells, complete } = least;
    (lower, upper, worst, pair.map(Into::into), cells, complete, verdict, None)
}

/// The least clearance over ranges: `asked` is whether of each pair, else of all together, and whether with a
/// certificate.
#[pyfunction]
pub fn robot_sweep(
    robot: &Bound<'_, Robot>,
    ranges: Option<&Bound<'_, PyAny>>,
    work: Work,
    asked: (bool, bool),
) -> PyResult<Vec<Row>> {
    let (inner, (pairs, certificate)) = (robot.get(), asked);
    let over = match ranges {
        None => JointBox::of_sides(inner.robot(), inner.rest.sides()),
        Some(given) => {
            let tree = json::tree(given)?;
            JointBox::read(inner.robot(), &Node::root(&tree, "/ranges"), &inner.rest)
        }
    };
    let (over, options) = (over.map_err(value_error)?, work.options()?);
    let stop = AtomicBool::new(false);
    let range = RangeOfMotion::new(&inner.cell).map_err(value_error)?.until(&stop);
    let answer = || -> Result<Vec<Row>, RobotError> {
        if !pairs {
            let least = range.least(&over, &options)?;
            // Of a contact nothing is certified but how deep it is.
            let is_certified = certificate && !(options.stop_at_contact && least.collides() == Some(true));
            let proof = match is_certified {
                true => range.certify(&over, (least.lower, options.cells))?,
                false => None,
            };
            let mut answer = row(least, None);
            answer.7 = proof.map(|found| found.to_line("range"));
            return Ok(vec![answer]);
        }
        let named = |verdict: Verdict| match verdict {
            Verdict::Sometimes { free } => ("sometimes", Some(free)),
            other => (other.name(), None),
        };
        let table = range.each(&over, &options)?;
        Ok(table.into_iter().map(|found| row(found.least, Some(named(found.verdict)))).collect())
    };
    robot.py().detach(|| heeding_signals(&stop, answer))?.map_err(value_error)
}

/// What was found of a requirement: the result, bounds, the pair, and a configuration by the names of its
/// joints.
type Found = (&'static str, f64, Option<f64>, Option<(String, String)>, Vec<(String, f64)>);
/// The name, the clearance to keep, what was found or why it cannot be answered, the digest.
type Required = (String, f64, Option<Found>, Option<String>, String);

/// The answers to the requirements of a file.
#[pyfunction]
pub fn requirements(py: Python<'_>, file: PathBuf, work: Work) -> PyResult<Vec<Required>> {
    let options = work.options()?;
    let answers = py.detach(|| {
        Requirements::from_file(&file).map(|all| {
            let names = all.robot().map(|robot| {
                robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone()).collect::<Vec<_>>()
            });
            (names.unwrap_or_default(), all.answer(&options))
        })
    });
    let (names, answers) = answers.map_err(value_error)?;
    let one = |answer: clearance_models::requirements::Answer| {
        let (found, error) = match answer.found {
            Ok(found) => {
                let at = names.iter().cloned().zip(found.at).collect();
                (Some((found.outcome.name(), found.lower, found.upper, found.pair.map(Into::into), at)), None)
            }
            Err(error) => (None, Some(error.to_string())),
        };
        (answer.name, answer.at_least, found, error, answer.digest)
    };
    Ok(answers.into_iter().map(one).collect())
}

/// The sides of a region, its rows, a proven lower bound of the clearance in it, and the line of its certificate.
type FreeRegion = (Vec<(f64, f64)>, (Vec<Vec<f64>>, Vec<f64>), f64, String);

/// A free box about a configuration, grown, or of a half width; or a polytope.
#[pyfunction]
pub fn robot_region(
    robot: &Bound<'_, Robot>,
    q: &Bound<'_, PyAny>,
    half: Option<f64>,
    work: (bool, Option<usize>, u64),
) -> PyResult<Option<FreeRegion>> {
    let inner = robot.get();
    let q = inner.configuration(q)?;
    let half = half.map(|half| length("half", half)).transpose()?;
    let (polytope, cells, seed) = work;
    let mut options = GrowOptions { seed, ..GrowOptions::default() };
    let work = if polytope { &mut options.polytope_cells } else { &mut options.cells };
    *work = cells.unwrap_or(*work);
    let range = RangeOfMotion::new(&inner.cell).map_err(value_error)?;
    let found = robot.py().detach(|| match half {
        None if polytope => range.free_polytope(&q, &options),
        None => range.free_box(&q, &options),
        Some(half) => range.prove_box(&range.about(&q, half)?, &options),
    });
    found.map_err(value_error)?.map(|certificate| sides_of(&certificate, range.cell())).transpose()
}

fn sides_of(certificate: &Certificate, cell: &Workcell) -> PyResult<FreeRegion> {
    let lower = certificate.verify(cell).map_err(value_error)?;
    let sides = certificate.subject.sides().iter().map(|&[low, high]| (low, high)).collect();
    let (a, b) = certificate.subject.rows();
    Ok((sides, (a.to_vec(), b.to_vec()), lower, certificate.to_line("region")))
}

/// The result, the configuration that collides, the share that is decided, the scale and the certificate of what is
/// proven.
type Checked = (&'static str, Option<Vec<f64>>, Option<f64>, Option<f64>, Option<String>);

/// What is known of a polytope of joint values, or of those of the robot's group.
#[pyfunction]
pub fn robot_check_region(
    robot: &Bound<'_, Robot>,
    a: Vec<Vec<f64>>,
    b: Vec<f64>,
    effort: (usize, usize, u64),
) -> PyResult<Checked> {
    let inner = robot.get();
    let (samples, cells, seed) = effort;
    let of_group = |row: Vec<f64>| match inner.cell.group() {
        Some(group) if row.len() == group.variables().len() => group.whole(&row, &vec![0.0; inner.robot().dof()]),
        _ => row,
    };
    let a = a.into_iter().map(of_group).collect();
    let polytope = Polytope::new(a, b, inner.robot().dof()).map_err(value_error)?;
    let limits = JointBox::of_sides(inner.robot(), inner.rest.sides()).map_err(value_error)?;
    let options = GrowOptions { samples, cells, seed, ..GrowOptions::default() };
    let range = RangeOfMotion::new(&inner.cell).map_err(value_error)?;
    let found = robot.py().detach(|| range.check_polytope(&polytope, &limits, &options)).map_err(value_error)?;
    let line = |part: Option<(f64, Certificate)>| match part {
        Some((scale, certificate)) => (Some(scale), Some(certificate.to_line("region"))),
        None => (None, None),
    };
    Ok(match found {
        Foreign::Proven(certificate) => ("proven", None, None, Some(1.0), Some(certificate.to_line("region"))),
        Foreign::Refuted { at, part } => {
            let (scale, certificate) = line(part);
            ("refuted", Some(at), None, scale, certificate)
        }
        Foreign::Open { decided, part } => {
            let (scale, certificate) = line(part);
            ("open", None, Some(decided), scale, certificate)
        }
    })
}
