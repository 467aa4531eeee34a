//! `clearance robot clearance` and `clearance robot gradient`.

use crate::status::Status;

use clap::Args;
use clearance_robot::{Clearance as Least, RobotClearance, RobotError};

use super::answers::{Answer, ConfigurationClearance, Rates};
use super::configurations::{Configurations, Question};

/// Compute the clearance of configurations: the smallest signed distance of a robot from itself and its world, with
/// proven bounds
///
/// With --padding, "collides" is of the padded links: it is true where the signed distance is at most the pair's
/// padding. JSON Lines in; with --json, JSON Lines out, in order. Links are convex hulls of their collision meshes.
/// Pairs that an SRDF disables are left out, and so are links that no joint moves against the world.
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
    pub fn run(self) -> anyhow::Result<Status> {
        self.configurations.run(&Distance)
    }
}

impl Gradient {
    /// Answers all configurations.
    pub fn run(self) -> anyhow::Result<Status> {
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
        let rates = gradient.as_ref().map(|gradient| Rates::of(clearance.robot(), gradient));
        Ok(found(clearance, gradient.as_ref().map(|gradient| &gradient.clearance), rates))
    }
}

fn found(clearance: &RobotClearance, least: Option<&Least>, gradient: Option<Rates>) -> Answer {
    Answer {
        found: Some(ConfigurationClearance { gradient, ..ConfigurationClearance::of(clearance, least) }),
        ..Answer::default()
    }
}
