//! `clearance completions` and `clearance man`: what shells and manual readers take.

use crate::status::Status;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::output::print;

/// Print the completion script of a shell
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Write the manual pages into a folder
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Manual {
    /// The folder, for instance ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, mut command: Command) -> anyhow::Result<Status> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "clearance", &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(Status::SUCCESS)
    }
}

impl Manual {
    /// Writes a page for the command and each of its verbs.
    pub fn run(self, command: Command) -> anyhow::Result<Status> {
        let unwritable = || format!("{}: cannot be written", self.folder.display());
        std::fs::create_dir_all(&self.folder).with_context(unwritable)?;
        clap_mangen::generate_to(command, &self.folder).with_context(unwritable)?;
        Ok(Status::SUCCESS)
    }
}
