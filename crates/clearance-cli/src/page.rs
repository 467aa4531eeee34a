//! Whether a command writes a page, and where.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clearance_pages::Made;

use crate::output::write_whole;
use crate::terminal::say;

/// Whether to write a page, and where.
#[derive(Args)]
#[command(next_help_heading = "Page")]
pub struct PageOptions {
    /// Write a page that shows the answers and needs no network; - is the standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long, requires = "html")]
    open: bool,
}

impl PageOptions {
    /// Whether a page is written.
    pub fn wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Whether the page is the standard output, which then holds nothing else.
    pub fn takes_output(&self) -> bool {
        self.html.as_deref() == Some(Path::new("-"))
    }

    /// Writes the page, says so, and opens it if that was asked for; does nothing if no page is wanted.
    pub fn write<E>(&self, inputs: &[&Path], page: impl FnOnce(&Made) -> Result<String, E>) -> anyhow::Result<()>
    where
        anyhow::Error: From<E>,
    {
        let Some(path) = &self.html else { return Ok(()) };
        let page = page(&Made::by(command_line()))?;
        write_whole(path, inputs, page.as_bytes())?;
        if !self.takes_output() {
            say(&format!("wrote {} ({:.1} MB)", path.display(), page.len() as f64 / 1e6));
        }
        if self.open {
            open::that_detached(path).with_context(|| format!("{}: cannot be opened", path.display()))?;
        }
        Ok(())
    }
}

/// The command as it can be pasted into a shell.
pub fn command_line() -> String {
    let quoted = |word: String| match word.chars().all(|c| c.is_alphanumeric() || "-_./=,:+".contains(c)) {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("clearance".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
