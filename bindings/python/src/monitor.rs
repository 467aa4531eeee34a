//! How near a robot may come within its horizon, tick by tick.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clearance_models::MonitorSetup;
use clearance_robot::monitor::{Least, Monitor as Ticks, Sample, Seen, Stop, Verdict};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::pose::Pose;
use crate::robot::Robot;

/// Bounds and the pair.
type Kind = Option<(f64, f64, (String, String))>;
/// The verdict, the reason of a fault, the kinds, the horizon, whether it is complete, support evaluations.
type Reading = (&'static str, Option<String>, (Kind, Kind, Kind), f64, bool, u32);

/// A monitor that is set up; see `clearance.Monitor`.
#[pyclass(frozen, module = "clearance._clearance", name = "MonitorTicks")]
pub struct MonitorTicks {
    ticks: Mutex<Ticks>,
    names: Vec<String>,
}

#[pymethods]
impl MonitorTicks {
    #[new]
    fn new(robot: &Bound<'_, Robot>, setup: &str, folder: &str) -> PyResult<Self> {
        let robot = robot.get();
        let setup = MonitorSetup::from_json(setup, robot.robot(), Path::new(folder)).map_err(value_error)?;
        let cell = &robot.cell;
        let ticks = Ticks::new(cell, &setup.watched, setup.options).map_err(value_error)?;
        let names = ticks.watched().map(String::from).collect();
        Ok(MonitorTicks { ticks: Mutex::new(ticks), names })
    }

    /// The names of the bodies that are watched.
    fn watched(&self) -> Vec<String> {
        self.names.clone()
    }

    /// A reading of joints, their rates, and the bodies, each with its time.
    fn tick(
        &self,
        times: (f64, f64),
        joints: (Vec<f64>, Vec<f64>),
        bodies: Vec<(f64, Pose)>,
        stop: Option<(Vec<f64>, f64)>,
    ) -> Reading {
        let ((now, taken), (configuration, velocity)) = (times, joints);
        let seen: Vec<Seen> =
            bodies.iter().map(|(taken, pose)| Seen { taken: *taken, pose: pose.placing.pose }).collect();
        let sample = Sample {
            now,
            taken,
            configuration: &configuration,
            velocity: &velocity,
            bodies: &seen,
            stop: stop.as_ref().map(|(configuration, time)| Stop { configuration, time: *time }),
        };
        // A panic leaves what is kept for the next tick, which no answer depends on.
        let mut ticks = self.ticks.lock().unwrap_or_else(PoisonError::into_inner);
        let found = ticks.tick(&sample);
        let kind = |least: &Least| {
            let [a, b] = ticks.names(least.pair?);
            Some((least.lower, least.upper, (a.to_string(), b.to_string())))
        };
        let reason = match found.verdict {
            Verdict::Fault(fault) => Some(fault.to_string()),
            Verdict::Free | Verdict::Close => None,
        };
        let kinds = (kind(&found.watched), kind(&found.own), kind(&found.world));
        (found.verdict.name(), reason, kinds, found.horizon, found.complete, found.evaluations)
    }
}
