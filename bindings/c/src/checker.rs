//! Robots among bodies, ready for questions about configurations, with the structs of the header.

use std::ffi::c_char;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use ::clearance_robot::edge::Checker;
use ::clearance_robot::{Clearance, Robot, RobotClearance};
use core_crate::Vec3;

use crate::answer::clearance_proximity;
use crate::refusal::Answer;
use crate::robot::{clearance_robot, refused};
use crate::text::Names;

/// What a `clearance_checker *` points to. Nothing of it changes, so threads share it.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_checker {
    checker: Checker<'static>,
    /// The state before any query.
    fresh: RobotClearance<'static>,
    /// Those that no thread uses now.
    idle: Mutex<Vec<RobotClearance<'static>>>,
    names: Names,
}

/// Threads share a checker, as the header says.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<clearance_checker>();
};

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_robot_distance {
    lower: f64,
    upper: f64,
    margin: f64,
    padding: f64,
    hull_error: f64,
    a: *const c_char,
    b: *const c_char,
    proximity: clearance_proximity,
    collides: i32,
    reserved: i32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_robot_gradient {
    distance: clearance_robot_distance,
    differentiable: i32,
    complete: i32,
}

/// A gradient: what is known, the derivative, and all generators.
pub type Rates = (clearance_robot_gradient, Vec<f64>, Vec<Vec<f64>>);

impl clearance_checker {
    /// The robot among its bodies, as both are now.
    pub fn new(robot: &clearance_robot) -> Answer<Self> {
        let cell = robot.cell()?;
        let links = cell.robot().links().iter().map(|link| link.name.as_str());
        let constraints = cell.constraints().iter().map(|constraint| constraint.name.as_str());
        let bodies = cell.world().iter().map(|body| body.name.as_str());
        let names = Names::of(links.chain(bodies).chain(constraints));
        let checker = Checker::new(&cell).map_err(refused)?;
        let fresh = RobotClearance::new(&cell).map_err(refused)?;
        Ok(clearance_checker { checker, fresh, idle: Mutex::default(), names })
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        self.checker.robot()
    }

    /// What answers about motions.
    pub fn checker(&self) -> &Checker<'static> {
        &self.checker
    }

    /// A name as C reads it, as long as the checker lives.
    pub fn name(&self, name: &str) -> *const c_char {
        self.names.get(name)
    }

    /// Asks about a configuration, as if nothing had been asked before.
    pub fn about<T>(&self, ask: impl FnOnce(&mut RobotClearance<'static>) -> Answer<T>) -> Answer<T> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let mut asked = kept.unwrap_or_else(|| self.fresh.clone());
        asked.forget();
        let found = ask(&mut asked);
        idle().push(asked);
        found
    }

    /// The least distance.
    pub fn clearance(&self, q: &[f64]) -> Answer<clearance_robot_distance> {
        self.about(|asked| {
            let found = asked.at(q).map_err(refused)?;
            Ok(self.least(asked, found.as_ref()))
        })
    }

    /// Whether any pair is in contact: 1 or 0, or −1 if rounding leaves it open.
    pub fn collides(&self, q: &[f64]) -> Answer<i32> {
        self.about(|asked| Ok(open(asked.collides(q).map_err(refused)?)))
    }

    /// The least distance, and how it changes with the joints.
    pub fn gradient(&self, q: &[f64]) -> Answer<Rates> {
        self.about(|asked| {
            let Some(found) = asked.gradient_at(q).map_err(refused)? else {
                let distance = self.least(asked, None);
                let known = clearance_robot_gradient { distance, differentiable: 1, complete: 1 };
                return Ok((known, vec![0.0; q.len()], Vec::new()));
            };
            let known = clearance_robot_gradient {
                distance: self.least(asked, Some(&found.clearance)),
                differentiable: found.differentiable.into(),
                complete: found.complete.into(),
            };
            Ok((known, found.gradient.clone(), found.generators().cloned().collect()))
        })
    }

    fn least(&self, asked: &RobotClearance<'_>, found: Option<&Clearance>) -> clearance_robot_distance {
        let Some(found) = found else {
            return clearance_robot_distance {
                lower: f64::INFINITY,
                upper: f64::INFINITY,
                margin: 0.0,
                padding: 0.0,
                hull_error: 0.0,
                a: ptr::null(),
                b: ptr::null(),
                proximity: clearance_proximity::beyond(f64::INFINITY),
                collides: 0,
                reserved: 0,
            };
        };
        let [a, b] = asked.names(found.pair).map(|name| self.name(name));
        clearance_robot_distance {
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            margin: found.margin,
            padding: found.padding,
            hull_error: asked.hull_error(found).unwrap_or(0.0),
            a,
            b,
            proximity: clearance_proximity::of(&found.proximity.into()),
            collides: open(found.collides),
            reserved: 0,
        }
    }
}

/// What is proven: 1 or 0, or −1 for neither.
fn open(proven: Option<bool>) -> i32 {
    proven.map_or(-1, i32::from)
}

/// What is between two bodies as the struct has it.
pub fn proximity(found: &core_crate::Proximity<Vec3<f64>>) -> clearance_proximity {
    clearance_proximity::of(&(*found).into())
}
