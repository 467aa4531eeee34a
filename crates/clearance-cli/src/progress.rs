//! A progress bar on the terminal, and nothing anywhere else.

use std::io::{IsTerminal, stderr, stdout};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

/// How much of an input has been answered.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Progress over an input of a size in bytes, if known. Hidden if standard error is no terminal, or if the results
    /// go to one.
    pub fn of(size: Option<u64>, output: &Path) -> Self {
        if !stderr().is_terminal() || (output == Path::new("-") && stdout().is_terminal()) {
            return Progress { bar: ProgressBar::hidden() };
        }
        let (bar, template) = match size {
            Some(size) => (ProgressBar::new(size), "{bar:40} {percent:>3} %  {msg}  {eta} left"),
            None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Progress { bar: bar.with_style(style) }
    }

    /// Adds bytes that are answered, and sets the numbers of items and errors in all.
    pub fn add(&self, bytes: u64, done: u64, errors: u64) {
        self.bar.inc(bytes);
        let errors = if errors == 0 { String::new() } else { format!(", {errors} with errors") };
        self.bar.set_message(format!("{done} done{errors}"));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
