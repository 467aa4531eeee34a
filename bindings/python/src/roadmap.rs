//! Roadmaps of free regions.

use std::path::PathBuf;

use clearance_models::{ReadRoadmap, WriteRoadmap};
use clearance_robot::range::RangeOfMotion;
use clearance_robot::region::GrowOptions;
use clearance_robot::roadmap;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::robot::Robot;

/// Free regions that overlap, of one robot.
#[pyclass(subclass, module = "clearance._clearance", name = "Roadmap")]
pub struct Roadmap {
    inner: roadmap::Roadmap,
    robot: Py<Robot>,
    /// The regions whose certificates were computed again here, with their bounds.
    proven: Vec<Option<f64>>,
}

/// The path, its regions and a lower bound of its clearance; none if there is no path.
type Routed = Option<(Vec<Vec<f64>>, Vec<usize>, f64)>;

/// The line of a certificate, the sides, the rows and a lower bound of the clearance.
type RegionRow = (String, Vec<(f64, f64)>, (Vec<Vec<f64>>, Vec<f64>), f64);

#[pymethods]
impl Roadmap {
    #[new]
    fn new(robot: Py<Robot>, file: Option<PathBuf>) -> PyResult<Self> {
        let inner = match file {
            None => roadmap::Roadmap::default(),
            Some(file) => {
                let here = |error: String| value_error(format!("{}: {error}", file.display()));
                let text = std::fs::read_to_string(&file).map_err(|error| here(format!("cannot be read: {error}")))?;
                roadmap::Roadmap::parse(&text).map_err(|error| here(error.to_string()))?
            }
        };
        let proven = vec![None; inner.len()];
        Ok(Roadmap { inner, robot, proven })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    /// How many pairs of regions overlap.
    #[getter]
    fn overlaps(&self) -> usize {
        self.inner.overlaps().len()
    }

    /// Covers a path: how many regions were added, and where in segments it is not covered from.
    fn _cover(
        &mut self,
        py: Python<'_>,
        path: Vec<Bound<'_, PyAny>>,
        work: (usize, u64),
    ) -> PyResult<(usize, Option<f64>)> {
        let robot = self.robot.get();
        let path = robot.points(&path)?;
        let options = GrowOptions { polytope_cells: work.0, seed: work.1, ..GrowOptions::default() };
        let inner = &mut self.inner;
        let found = py.detach(|| {
            let range = RangeOfMotion::new(&robot.cell)?;
            inner.cover(&range, &path, &options)
        });
        self.proven.resize(self.inner.len(), None);
        found.map_err(value_error)
    }

    /// A path through the regions, whose certificates are computed again the first time.
    fn _route(&mut self, py: Python<'_>, start: &Bound<'_, PyAny>, goal: &Bound<'_, PyAny>) -> PyResult<Routed> {
        let robot = self.robot.get();
        let ends = robot.points(&[start.clone(), goal.clone()])?;
        let Ok(route) = self.inner.route(&ends[0], &ends[1]) else { return Ok(None) };
        let mut lower = f64::INFINITY;
        for &region in &route.regions {
            lower = lower.min(self.bound(py, region)?);
        }
        Ok(Some((route.path, route.regions, lower)))
    }

    /// One region.
    fn _region(&mut self, py: Python<'_>, region: usize) -> PyResult<RegionRow> {
        let Some(certificate) = self.inner.certificate(region).cloned() else {
            return Err(value_error(format!("expected a region below {}, got {region}", self.inner.len())));
        };
        let sides = certificate.subject.sides().iter().map(|&[low, high]| (low, high)).collect();
        let rows = certificate.subject.rows();
        let rows = (rows.0.to_vec(), rows.1.to_vec());
        Ok((certificate.to_line(&format!("region {region}")), sides, rows, self.bound(py, region)?))
    }

    /// The names of the joints.
    #[getter]
    fn _variables(&self) -> Vec<String> {
        let robot = self.robot.get().robot();
        robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone()).collect()
    }

    /// The text of its file.
    fn _text(&self) -> String {
        self.inner.to_text()
    }
}

impl Roadmap {
    /// A lower bound of all clearances in a region, by its certificate; it is computed again the first time.
    fn bound(&mut self, py: Python<'_>, region: usize) -> PyResult<f64> {
        if let Some(bound) = self.proven[region] {
            return Ok(bound);
        }
        let (certificate, robot) = (self.inner.certificate(region), self.robot.get());
        let Some(certificate) = certificate else { return Err(value_error(format!("there is no region {region}"))) };
        let verified = py.detach(|| certificate.verify(&robot.cell));
        let bound = verified.map_err(|why| value_error(format!("region {region}: {why}")))?;
        self.proven[region] = Some(bound);
        Ok(bound)
    }
}
