//! `clearance robot`: robots from files, and how far they are from themselves and their world.

mod answers;
mod clearance;
mod configurations;
mod model;
mod named;
mod show;
mod srdf;

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
}

impl Robot {
    /// Does what the subcommand says.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Show(show) => show.run(),
            Command::Clearance(clearance) => clearance.run(),
            Command::Gradient(gradient) => gradient.run(),
            Command::Srdf(srdf) => srdf.run(),
        }
    }
}
