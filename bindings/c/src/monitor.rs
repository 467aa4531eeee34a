//! Monitors of control loops, with the structs of the header.

use std::ffi::c_char;
use std::path::Path;
use std::ptr;

use ::clearance_robot::monitor::{Fault, Least, Monitor, Reading, Sample, Seen, Stop, Verdict};
use clearance_models::MonitorSetup;

use crate::answer::clearance_pose;
use crate::refusal::{Answer, Refusal};
use crate::robot::{clearance_robot, refused};
use crate::text::Names;

/// What a `clearance_monitor *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_monitor {
    monitor: Monitor,
    names: Names,
    watched: usize,
    /// The bodies of a tick; filled anew, so that a tick takes no memory.
    seen: Vec<Seen>,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_monitor_sample {
    pub size: u32,
    pub reserved: u32,
    pub now: f64,
    pub taken: f64,
    pub q: *const f64,
    pub velocity: *const f64,
    pub dof: usize,
    pub poses: *const clearance_pose,
    pub poses_taken: *const f64,
    pub pose_count: usize,
    pub stop_q: *const f64,
    pub stop_time: f64,
}

/// What a sample points to.
pub struct Pointed<'s> {
    pub q: &'s [f64],
    pub velocity: &'s [f64],
    pub poses: &'s [clearance_pose],
    pub poses_taken: &'s [f64],
    pub stop_q: Option<&'s [f64]>,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_separation {
    lower: f64,
    upper: f64,
    a: *const c_char,
    b: *const c_char,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_reading {
    verdict: i32,
    fault: i32,
    complete: i32,
    evaluations: u32,
    body: u32,
    reserved: u32,
    horizon: f64,
    watched: clearance_separation,
    own: clearance_separation,
    world: clearance_separation,
}

// As the header numbers them.
const FREE: i32 = 0;
const CLOSE: i32 = 1;
const FAULT: i32 = 2;
const FAULT_COUNT: i32 = 1;
const FAULT_NOT_FINITE: i32 = 2;
const FAULT_STALE_JOINTS: i32 = 3;
const FAULT_STALE_BODY: i32 = 4;
const FAULT_POSE: i32 = 5;
/// No body.
const NONE: u32 = u32::MAX;

impl clearance_monitor {
    /// A robot among its bodies, with a set-up in JSON whose meshes are named relative to a folder.
    pub fn new(robot: &clearance_robot, setup: &str, folder: &str) -> Answer<Self> {
        let setup = MonitorSetup::from_json(setup, robot.robot(), Path::new(folder)).map_err(refused)?;
        let cell = robot.cell()?;
        let monitor = Monitor::new(&cell, &setup.watched, setup.options).map_err(refused)?;
        let links = cell.robot().links().iter().map(|link| link.name.as_str());
        let bodies = cell.world().iter().map(|body| body.name.as_str());
        let names = Names::of(links.chain(bodies).chain(monitor.watched()));
        let watched = monitor.watched().len();
        Ok(clearance_monitor { monitor, names, watched, seen: Vec::with_capacity(watched) })
    }

    /// The name of a body that is watched.
    pub fn watched(&self, index: usize) -> Answer<*const c_char> {
        let wrong = || Refusal::out_of_range(format!("index must be below {}, got {index}", self.watched));
        self.monitor.watched().nth(index).map(|name| self.names.get(name)).ok_or_else(wrong)
    }

    /// How many bodies are watched.
    pub fn watched_count(&self) -> usize {
        self.watched
    }

    /// The reading of a sample; what is wrong with its numbers is a fault. Takes no memory.
    pub fn tick(&mut self, given: &clearance_monitor_sample, pointed: &Pointed) -> clearance_reading {
        if pointed.poses.len() != self.watched {
            return clearance_reading::fault(FAULT_COUNT, NONE);
        }
        self.seen.clear();
        for (&taken, pose) in pointed.poses_taken.iter().zip(pointed.poses) {
            let Some(pose) = pose.read_quietly() else {
                return clearance_reading::fault(FAULT_POSE, self.seen.len() as u32);
            };
            self.seen.push(Seen { taken, pose });
        }
        let sample = Sample {
            now: given.now,
            taken: given.taken,
            configuration: pointed.q,
            velocity: pointed.velocity,
            bodies: &self.seen,
            stop: pointed.stop_q.map(|configuration| Stop { configuration, time: given.stop_time }),
        };
        let found = self.monitor.tick(&sample);
        self.written(&found)
    }

    fn written(&self, found: &Reading) -> clearance_reading {
        let verdict = match found.verdict {
            Verdict::Free => FREE,
            Verdict::Close => CLOSE,
            Verdict::Fault(Fault::Count) => return clearance_reading::fault(FAULT_COUNT, NONE),
            Verdict::Fault(Fault::NotFinite) => return clearance_reading::fault(FAULT_NOT_FINITE, NONE),
            Verdict::Fault(Fault::StaleJoints) => return clearance_reading::fault(FAULT_STALE_JOINTS, NONE),
            Verdict::Fault(Fault::StaleBody(body)) => return clearance_reading::fault(FAULT_STALE_BODY, body),
        };
        let separation = |least: &Least| {
            let pair = least.pair.map(|pair| self.monitor.names(pair).map(|name| self.names.get(name)));
            let [a, b] = pair.unwrap_or([ptr::null(); 2]);
            clearance_separation { lower: least.lower, upper: least.upper, a, b }
        };
        clearance_reading {
            verdict,
            fault: 0,
            complete: i32::from(found.complete),
            evaluations: found.evaluations,
            body: NONE,
            reserved: 0,
            horizon: found.horizon,
            watched: separation(&found.watched),
            own: separation(&found.own),
            world: separation(&found.world),
        }
    }
}

impl clearance_reading {
    /// Nothing is known.
    fn fault(fault: i32, body: u32) -> Self {
        let unknown =
            clearance_separation { lower: f64::NEG_INFINITY, upper: f64::INFINITY, a: ptr::null(), b: ptr::null() };
        clearance_reading {
            verdict: FAULT,
            fault,
            complete: 0,
            evaluations: 0,
            body,
            reserved: 0,
            horizon: 0.0,
            watched: unknown,
            own: unknown,
            world: unknown,
        }
    }
}
