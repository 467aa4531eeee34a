//! `clearance robot clearance` and `clearance robot gradient`.

use std::process::ExitCode;

use clap::Args;
use clearance_robot::{Clearance as Least, ClearanceGradient, Robot, RobotClearance, RobotError};

use super::answers::{Answer, Found, Rates};
use super::configurations::{Configurations, Question};
use super::named::Named;

/// Compute the clearance of configurations: the smallest signed distance of a robot from itself and its world, with proven bounds
///
/// With --padding, "collides" is of the padded links: it is true where the signed distance is at most the pair's padding.
/// JSON Lines in; with --json, JSON Lines out, in order. Links are convex hulls of their collision meshes. Pairs that an SRDF disables are
/// left out, and so are links that no joint moves against the world.
#[derive(Args)]
pub struct Clearance {
    #[command(flatten)]
    configurations: Configurations,
}

/// Compute the clearance with its derivative by the joints; where it is not differentiable, all generators
#[derive(Args)]
pub struct Gradient {
    #[command(flatten)]
    configurations: Configurations,
}

impl Clearance {
    /// Answers all configurations.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.configurations.run(&Distance)
    }
}

impl Gradient {
    /// Answers all configurations.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.configurations.run(&Derivative)
    }
}

struct Distance;

impl Question for Distance {
    fn answer(&self, clearance: &mut RobotClearance, q: &[f64]) -> Result<Answer, RobotError> {
        let least = clearance.at(q)?;
        Ok(found(clearance, least.as_ref(), None))
    }
}

struct Derivative;

impl Question for Derivative {
    fn answer(&self, clearance: &mut RobotClearance, q: &[f64]) -> Result<Answer, RobotError> {
        let gradient = clearance.gradient_at(q)?;
        let rates = gradient.as_ref().map(|gradient| rates(clearance.robot(), gradient));
        Ok(found(clearance, gradient.as_ref().map(|gradient| &gradient.clearance), rates))
    }
}

fn found(clearance: &RobotClearance, least: Option<&Least>, gradient: Option<Rates>) -> Answer {
    let Some(least) = least else {
        return Answer { found: Some(Found { collides: Some(false), ..Found::default() }), ..Answer::default() };
    };
    let proximity = &least.proximity;
    // Bounds of the least, which other pairs may attain; with margins, bounds of the pair.
    let bounds = if least.margin == 0.0 { least.bounds } else { proximity.bounds };
    let found = Found {
        collides: least.collides,
        signed_distance: Some(proximity.signed_distance),
        padded_distance: clearance.has_padding().then_some(proximity.signed_distance - least.padding),
        lower: Some(bounds.lower),
        upper: Some(bounds.upper),
        pair: Some(clearance.names(least.pair).map(String::from)),
        normal: Some(proximity.normal.into()),
        witness_a: Some(proximity.witness_a.into()),
        witness_b: Some(proximity.witness_b.into()),
        within_margin: clearance.has_margins().then_some(least.bounds.lower <= 0.0),
        gradient,
    };
    Answer { found: Some(found), ..Answer::default() }
}

fn rates(robot: &Robot, gradient: &ClearanceGradient) -> Rates {
    let named = |rates: &Vec<f64>| {
        let names = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone());
        Named(names.zip(rates.iter().copied()).collect())
    };
    let generators = if gradient.differentiable { Vec::new() } else { gradient.generators().map(named).collect() };
    Rates { gradient: named(&gradient.gradient), differentiable: gradient.differentiable, generators }
}
