//! `clearance robot`: robots from files, and how far they are from themselves and their world.

mod answers;
mod check;
mod clearance;
mod configurations;
mod follow;
mod items;
mod model;
mod named;
mod page;
mod plan;
mod replay;
mod show;
mod srdf;
mod verify;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Robots from URDF files or DH tables: what they are, and their clearances with proof
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
    Verify(verify::Verify),
    Plan(plan::Plan),
    Follow(follow::Follow),
}

impl Robot {
    /// Does what the subcommand says.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Show(show) => show.run(),
            Command::Clearance(clearance) => clearance.run(),
            Command::Gradient(gradient) => gradient.run(),
            Command::Srdf(srdf) => srdf.run(),
            Command::Check(check) => check.run(),
            Command::Verify(verify) => verify.run(),
            Command::Plan(plan) => plan.run(),
            Command::Follow(follow) => follow.run(),
        }
    }
}
