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

/// The command as it can be pasted into a shell where the files are; a page is passed on, so absolute paths lose their
/// folders.
pub fn command_line() -> String {
    let words = crate::ARGUMENTS.get().into_iter().flatten().skip(1);
    let words = words.map(|word| quoted(without_folder(&word.to_string_lossy())));
    std::iter::once("clearance".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word of the shell.
fn quoted(word: String) -> String {
    match word.chars().all(|c| c.is_alphanumeric() || "-_./=,:+".contains(c)) {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A word, or the value of `--option=value`, without the folders of an absolute path.
fn without_folder(word: &str) -> String {
    let (option, value) = match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (&word[..=option.len()], value),
        _ => ("", word),
    };
    let path = Path::new(value);
    match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if path.is_absolute() => format!("{option}{name}"),
        _ => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_no_folder_of_the_machine() {
        let root = std::env::temp_dir();
        let file = root.join("my parts").join("plate.stl");
        let file = file.to_str().unwrap();
        assert_eq!(quoted(without_folder(file)), "plate.stl");
        assert_eq!(without_folder(&format!("--scene={file}")), "--scene=plate.stl");
        for kept in ["parts/plate.stl", "--within=0.1", "-", "0.5", "--links", "a=/b"] {
            assert_eq!(without_folder(kept), kept);
        }
        assert_eq!((quoted("sunken box".into()), quoted("it's".into())), ("'sunken box'".into(), r"'it'\''s'".into()));
    }
}
