//! `clearance robot`: robots from files, and how far they are from themselves and their world.

mod answers;
mod approach;
mod approach_page;
mod check;
mod clearance;
mod configurations;
mod follow;
mod group;
mod items;
mod long_answer;
mod model;
mod monitor;
mod motion;
mod plan;
mod region;
mod report;
mod required;
mod roadmap;
mod show;
mod srdf;
mod sweep;
mod task;
mod times;
mod trajectory;
mod verify;

pub use items::json_number;
pub use model::{Package, package};
pub use sweep::{Sweep, named};

use crate::status::Status;

use clap::{Args, Subcommand};

/// Compute clearances, check and plan motions of a robot (URDF or DH table), with proofs
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Robot {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Show),
    Clearance(clearance::Clearance),
    Gradient(clearance::Gradient),
    Srdf(srdf::Srdf),
    Check(check::Check),
    Approach(approach::Approach),
    Verify(verify::Verify),
    Plan(plan::Plan),
    Task(task::Task),
    Follow(follow::Follow),
    Monitor(monitor::Monitor),
    Sweep(sweep::Sweep),
    Region(region::Region),
    CheckRegion(region::CheckRegion),
    Roadmap(roadmap::Roadmap),
}

impl Robot {
    /// Does what the subcommand says.
    pub fn run(self) -> anyhow::Result<Status> {
        match self.command {
            Command::Show(show) => show.run(),
            Command::Clearance(clearance) => clearance.run(),
            Command::Gradient(gradient) => gradient.run(),
            Command::Srdf(srdf) => srdf.run(),
            Command::Check(check) => check.run(),
            Command::Approach(approach) => approach.run(),
            Command::Verify(verify) => verify.run(),
            Command::Plan(plan) => plan.run(),
            Command::Task(task) => task.run(),
            Command::Follow(follow) => follow.run(),
            Command::Monitor(monitor) => monitor.run(),
            Command::Sweep(sweep) => sweep.run(),
            Command::Region(region) => region.run(),
            Command::CheckRegion(region) => region.run(),
            Command::Roadmap(roadmap) => roadmap.run(),
        }
    }
}
