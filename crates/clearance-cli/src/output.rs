//! Where results go: whole lines only, whatever ends the program.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;

/// The status of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// A file or the standard output.
pub struct Output {
    sink: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Output {
    /// Opens a file, or the standard output for `-`.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let sink: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stdout())
        } else {
            Box::new(File::create(path).with_context(|| format!("{}: cannot be written", path.display()))?)
        };
        Ok(Output { sink: Arc::new(Mutex::new(sink)) })
    }

    /// Lets an interrupt end the program between two calls of [`write`](Self::write), never within one.
    pub fn end_whole_on_interrupt(&self) -> anyhow::Result<()> {
        let sink = Arc::clone(&self.sink);
        let end = move || {
            let _whole = sink.lock();
            std::process::exit(INTERRUPTED);
        };
        ctrlc::set_handler(end).context("cannot handle interrupts")
    }

    /// Writes whole lines; false if nobody reads them any more.
    pub fn write(&self, lines: &str) -> anyhow::Result<bool> {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        match sink.write_all(lines.as_bytes()).and_then(|()| sink.flush()) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).context("cannot write the results"),
        }
    }
}
