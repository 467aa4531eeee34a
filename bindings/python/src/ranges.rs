//! Ranges of motion: the least clearance over a box of joint values.

use std::sync::atomic::AtomicBool;

use clearance_robot::range::{JointBox, LeastClearance, RangeOfMotion, RangeOptions, Verdict};
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

/// Bounds, the worst configuration, the pair, cells, whether it is complete; for a single pair the verdict and a free configuration.
type Row = (f64, f64, Vec<f64>, Option<(String, String)>, usize, bool, Option<(&'static str, Option<Vec<f64>>)>);

fn row(least: LeastClearance, verdict: Option<(&'static str, Option<Vec<f64>>)>) -> Row {
    let LeastClearance { lower, upper, worst, pair, cells, complete } = least;
    (lower, upper, worst, pair.map(Into::into), cells, complete, verdict)
}

/// The least clearance over ranges: of all pairs together, or of each.
#[pyfunction]
pub fn robot_sweep(
    robot: &Bound<'_, Robot>,
    ranges: Option<&Bound<'_, PyAny>>,
    work: Work,
    pairs: bool,
) -> PyResult<Vec<Row>> {
    let inner = robot.get();
    let over = match ranges {
        None => JointBox::whole(&inner.robot),
        Some(given) => {
            let tree = json::tree(given)?;
            JointBox::read(&inner.robot, &Node::root(&tree, "/ranges"))
        }
    };
    let (over, options) = (over.map_err(value_error)?, work.options()?);
    let stop = AtomicBool::new(false);
    let range = RangeOfMotion::new(&inner.robot, &inner.world).map_err(value_error)?.until(&stop);
    let answer = || {
        if !pairs {
            return range.least(&over, &options).map(|least| vec![row(least, None)]);
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
