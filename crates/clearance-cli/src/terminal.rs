//! What the command says beside the results, and its colours where a terminal shows them.

use std::io::{Write, stderr, stdout};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::builder::Styles;

/// How help and refusals look.
pub const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// One line on standard error, which may be closed.
pub fn say(line: &str) {
    let name = AnsiColor::Green.on_default().bold();
    let _ = writeln!(AutoStream::auto(stderr()), "{name}clearance:{name:#} {line}");
}

/// Prints what was read and is left out of the answers.
pub fn say_notes(notes: &[String]) {
    notes.iter().for_each(|note| say(&format!("note: {note}")));
}

/// What a word of an answer means to its reader.
#[derive(Clone, Copy)]
pub enum Tone {
    /// Proven free.
    Good,
    /// In contact, or an error.
    Bad,
    /// Not decided.
    Open,
}

impl Tone {
    /// The tone of a status, of a pair or of a configuration.
    pub fn of(status: &str) -> Self {
        match status {
            "separated" | "free" => Tone::Good,
            "undecided" => Tone::Open,
            _ => Tone::Bad,
        }
    }

    /// The text in its colour where the standard output is a terminal with colours, else as it is.
    pub fn paint(self, text: &str) -> String {
        let colour = match self {
            Tone::Good => AnsiColor::Green,
            Tone::Bad => AnsiColor::Red,
            Tone::Open => AnsiColor::Yellow,
        };
        let style: Style = colour.on_default();
        if colours() { format!("{style}{text}{style:#}") } else { text.into() }
    }
}

/// Whether the standard output shows colours: a terminal, and neither `NO_COLOR` nor a dumb one.
pub fn colours() -> bool {
    AutoStream::choice(&stdout()) != ColorChoice::Never
}
