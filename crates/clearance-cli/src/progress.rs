//! A progress bar on the terminal, and nothing anywhere else.

use std::io::{IsTerminal, stderr, stdout};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

/// How much of an input has been answered.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Progress over an input of a size in bytes, if known. Hidden if standard error is no terminal, or if the results go to one.
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

/// What is known of one long answer so far, on the terminal.
pub struct Spinner {
    bar: ProgressBar,
    calls: u64,
}

/// How many messages go by for one that is written.
const SELDOM: u64 = 64;

impl Spinner {
    /// Hidden if standard error is no terminal.
    pub fn new() -> Self {
        if !stderr().is_terminal() {
            return Spinner { bar: ProgressBar::hidden(), calls: 0 };
        }
        let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
        let bar = ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Spinner { bar, calls: 0 }
    }

    /// Shows a message now and then.
    pub fn say(&mut self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() && self.calls.is_multiple_of(SELDOM) {
            self.bar.set_message(message());
            self.bar.tick();
        }
        self.calls += 1;
    }

    /// Removes it.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
