//! Motions of robots: whether they are free, their certificates, and what verifies them.

use std::ffi::c_char;
use std::ptr;

use ::clearance_robot::certificate::{self, Certificate, Subject};
use ::clearance_robot::edge::{EdgeOptions, Found, Mode, TOLERANCE, Violation};
use ::clearance_robot::path::Path;
use ::clearance_robot::timing::{TimingOptions, timed};
use ::clearance_robot::{Execution, RateLimits, Rest, Trajectory};
use clearance_models::ReadRobot;
use core_crate::Bounds;

use crate::answer::clearance_proximity;
use crate::checker::{clearance_checker, proximity};
use crate::refusal::{Answer, Refusal};
use crate::robot::refused;

const FREE: i32 = 0;
const HIT: i32 = 1;
const VIOLATED: i32 = 2;
const UNDECIDED: i32 = -2;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_edge_options {
    size: u32,
    max_intervals: u32,
    margin: f64,
    tolerance: f64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_edge {
    outcome: i32,
    off: i32,
    time_lower: f64,
    time_upper: f64,
    a: *const c_char,
    b: *const c_char,
    proximity: clearance_proximity,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_verified {
    lower: f64,
    pairs: usize,
    valid: i32,
    reserved: i32,
}

/// The options of a question about a motion: for the first contact, and for the least clearance if that is wanted.
pub struct EdgeQuestion {
    first: EdgeOptions,
    least: Option<EdgeOptions>,
}

impl clearance_edge_options {
    /// No margin, and the usual tolerance.
    pub fn defaults() -> Self {
        let size = size_of::<Self>() as u32;
        clearance_edge_options { size, max_intervals: 0, margin: 0.0, tolerance: TOLERANCE }
    }

    /// The options of the prover.
    pub fn read(&self) -> Answer<EdgeQuestion> {
        let default = EdgeOptions::default();
        let max_intervals = if self.max_intervals == 0 { default.max_intervals } else { self.max_intervals };
        let first =
            EdgeOptions { mode: Mode::FirstHit, max_intervals, margin: length("margin", self.margin)?, ..default };
        if self.tolerance.is_nan() {
            return Ok(EdgeQuestion { first, least: None });
        }
        let mode = Mode::LeastClearance { tolerance: length("tolerance", self.tolerance)? };
        Ok(EdgeQuestion { first, least: Some(EdgeOptions { mode, ..first }) })
    }
}

impl EdgeQuestion {
    /// In one: the least clearance if that is wanted.
    pub fn options(&self) -> EdgeOptions {
        self.least.unwrap_or(self.first)
    }
}

/// A length that is not negative.
pub fn length(what: &str, value: f64) -> Answer<f64> {
    match value >= 0.0 && value.is_finite() {
        true => Ok(value),
        false => Err(Refusal::invalid(format!("{what} must be finite and not negative, got {value}"))),
    }
}

/// Straight segments between the rows of a list.
pub fn path(points: &[f64], dof: usize) -> Answer<Path> {
    let points: Vec<Vec<f64>> = points.chunks(dof.max(1)).map(<[f64]>::to_vec).collect();
    Path::through(&points, dof).map_err(|error| Refusal::invalid(format!("points: {error}")))
}

impl clearance_checker {
    /// What is known of a path; the line of its certificate if one is wanted and it is free.
    pub fn path(
        &self,
        points: &[f64],
        asked: &EdgeQuestion,
        certify: bool,
    ) -> Answer<(clearance_edge, Option<String>)> {
        let path = path(points, self.robot().dof())?;
        let checker = self.checker();
        let ask = |options: &EdgeOptions| match certify {
            true => checker.certify(&path, options),
            false => (checker.path(&path, options), None),
        };
        let (edge, certificate) = match asked.least.as_ref().map(ask) {
            None => ask(&asked.first),
            Some(free @ (Found::Free { .. }, _)) => free,
            // When the first contact is, not when it was seen.
            Some(_) => (checker.path(&path, &asked.first), None),
        };
        let line = certificate.map(|certificate| certificate.to_line("path"));
        // The least distance that was seen on a path is no bound that was asked for.
        Ok(match &edge {
            Found::Free { lower, .. } => (clearance_edge::free(*lower, f64::INFINITY), line),
            found => (self.found(found), line),
        })
    }

    /// Whether the straight segment between two configurations is proven free by more than a margin.
    pub fn is_free(&self, from: &[f64], to: &[f64], margin: f64) -> Answer<bool> {
        let robot = self.robot();
        [("from", from), ("to", to)]
            .into_iter()
            .try_for_each(|(what, q)| robot.check_configuration(q).map_err(|error| refused(error).about(what)))?;
        let options = EdgeOptions { margin: length("margin", margin)?, ..EdgeOptions::default() };
        Ok(self.checker().is_free(from, to, &options))
    }

    /// What is known of a trajectory in JSON; the line of its certificate if one is wanted and it is free.
    pub fn trajectory(
        &self,
        (text, rest): (&str, Option<&str>),
        asked: &EdgeQuestion,
        certify: bool,
    ) -> Answer<(clearance_edge, Option<String>)> {
        let trajectory = self.read_trajectory(text, rest)?;
        let execution = Execution::new(self.checker().cell(), &trajectory).map_err(refused)?;
        let options = asked.least.as_ref().unwrap_or(&asked.first);
        let found =
            if certify { execution.certify(options) } else { execution.check(options).map(|found| (found, None)) };
        let (found, certificate) = found.map_err(refused)?;
        Ok((self.found(&found), certificate.map(|certificate| certificate.to_line("trajectory"))))
    }

    /// The fastest trajectory along a path within limits, in JSON, what is known of it, and the line of its certificate
    /// if it is free.
    pub fn times(
        &self,
        points: &[f64],
        rates: [Option<&[f64]>; 3],
        deviation: f64,
    ) -> Answer<(clearance_edge, String, Option<String>)> {
        let rows: Vec<Vec<f64>> = points.chunks(self.robot().dof().max(1)).map(<[f64]>::to_vec).collect();
        let (limits, options) = timing(rates, deviation)?;
        let found = timed(self.checker(), &rows, &limits, &options).map_err(refused)?;
        let line = found.certificate.map(|certificate| certificate.to_line("trajectory"));
        Ok((self.found(&found.executed), found.trajectory.to_json(self.robot()).to_string(), line))
    }

    /// What is known of a motion.
    fn found(&self, found: &Found) -> clearance_edge {
        let (outcome, contact) = match found {
            Found::Free { lower, upper } => return clearance_edge::free(*lower, *upper),
            Found::Hit(contact) => (HIT, contact),
            Found::Undecided(contact) => (UNDECIDED, contact),
            Found::Violated(violation) => return self.violated(violation),
        };
        let [a, b] = contact.pair.each_ref().map(|name| self.name(name));
        let (Bounds { lower: time_lower, upper: time_upper }, proximity) =
            (contact.time, proximity(&contact.proximity));
        clearance_edge { outcome, off: contact.off.into(), time_lower, time_upper, a, b, proximity }
    }

    /// Where a constraint is violated, or may be: of distances nothing is said.
    fn violated(&self, violation: &Violation) -> clearance_edge {
        let outcome = if violation.is_proven { VIOLATED } else { UNDECIDED };
        let Bounds { lower: time_lower, upper: time_upper } = violation.time;
        let (a, b) = (self.name(&violation.constraint), ptr::null());
        let proximity = clearance_proximity::beyond(f64::NEG_INFINITY).below(f64::INFINITY);
        clearance_edge { outcome, off: 0, time_lower, time_upper, a, b, proximity }
    }

    /// The rest of configurations, of a state or a configuration in JSON.
    pub fn rest(&self, rest: Option<&str>) -> Answer<Rest> {
        let robot = self.robot();
        let rest = rest.map_or(Ok(robot.no_rest()), |rest| robot.rest(rest));
        Ok(self.checker().cell().rest(rest.map_err(|error| refused(error.within("rest")))?))
    }

    fn read_trajectory(&self, text: &str, rest: Option<&str>) -> Answer<Trajectory> {
        Trajectory::from_json(text, self.robot(), &self.rest(rest)?).map_err(refused)
    }

    /// What a certificate proves, or why it is refused. With a path it must be about that one.
    pub fn verify(&self, certificate: &str, points: Option<&[f64]>) -> Answer<(clearance_verified, Option<String>)> {
        let certificate = Certificate::read(certificate).map_err(refused)?;
        let Some(points) = points else { return Ok(self.verified(&certificate, Ok(()))) };
        if !matches!(certificate.subject, Subject::Path { .. }) {
            let what = certificate.subject.name();
            let why = format!("the certificate of a {what} is about no path: points must be null");
            return Err(Refusal::invalid(why));
        }
        let path = path(points, self.robot().dof())?;
        Ok(self.verified(&certificate, certificate.check_path(&path)))
    }

    /// What the certificate of a trajectory proves, or why it is refused. With a trajectory it must be about that one.
    pub fn verify_trajectory(
        &self,
        certificate: &str,
        about: Option<&str>,
    ) -> Answer<(clearance_verified, Option<String>)> {
        let certificate = Certificate::read(certificate).map_err(refused)?;
        if !matches!(certificate.subject, Subject::Trajectory(_)) {
            let what = certificate.subject.name();
            return Err(Refusal::invalid(format!("expected the certificate of a trajectory, got that of a {what}")));
        }
        let about = about.map(|text| self.read_trajectory(text, None)).transpose()?;
        let robot = self.robot();
        let is_about = about.map_or(Ok(()), |trajectory| certificate.check_trajectory(&trajectory, robot));
        Ok(self.verified(&certificate, is_about))
    }

    /// What a certificate proves if it is about what it must be about.
    fn verified(
        &self,
        certificate: &Certificate,
        is_about: Result<(), certificate::Refusal>,
    ) -> (clearance_verified, Option<String>) {
        let pairs = certificate.pairs.len();
        match is_about.and_then(|()| certificate.verify(self.checker().cell())) {
            Ok(lower) => (clearance_verified { lower, pairs, valid: 1, reserved: 0 }, None),
            Err(why) => (clearance_verified { lower: f64::NAN, pairs, valid: 0, reserved: 0 }, Some(why.to_string())),
        }
    }
}

impl clearance_edge {
    fn free(lower: f64, upper: f64) -> Self {
        let proximity = clearance_proximity::beyond(lower).below(upper);
        let [time_lower, time_upper] = [f64::NAN; 2];
        clearance_edge { outcome: FREE, off: 0, time_lower, time_upper, a: ptr::null(), b: ptr::null(), proximity }
    }
}

/// Limits of velocities, accelerations and jerks, of which what is no number is none, and how paths are rounded.
pub fn timing(rates: [Option<&[f64]>; 3], deviation: f64) -> Answer<(RateLimits, TimingOptions)> {
    let given = |list: Option<&[f64]>| {
        list.map_or(Vec::new(), |list| list.iter().map(|limit| Some(*limit).filter(|limit| !limit.is_nan())).collect())
    };
    let [velocities, accelerations, jerks] = rates.map(given);
    let limits = RateLimits { velocities, accelerations, jerks, ..RateLimits::default() };
    Ok((limits, TimingOptions { deviation: length("deviation", deviation)?, ..TimingOptions::default() }))
}
