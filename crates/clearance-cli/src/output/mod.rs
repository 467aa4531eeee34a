//! Where results go: whole lines only, and a file appears under its name when it is complete, whatever ends the
//! program.

mod note;
mod place;

pub use note::{Done, Fingerprint};

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::signals::on_interrupt;
use crate::terminal::say;
use place::{Place, place};

/// How much work a program that is killed without notice may lose.
const NOTED: Duration = Duration::from_secs(1);

/// A file in the making, a pipe, or the standard output.
pub struct Output {
    sink: Arc<Mutex<Sink>>,
}

struct Sink {
    to: Box<dyn Write + Send>,
    /// The unfinished file and the name that it gets in the end.
    part: Option<(PathBuf, PathBuf)>,
    done: Done,
    /// When the note was written.
    noted: Option<Instant>,
}

impl Output {
    /// Opens the standard output for `-`, and else a file that must be none of the `inputs`. A regular file is written
    /// as `PATH.part` until [`finish`](Self::finish); pipes and devices are written as they are.
    pub fn open(path: &Path, inputs: &[&Path]) -> anyhow::Result<Self> {
        let unwritable = || format!("{}: cannot be written", path.display());
        let (to, part): (Box<dyn Write + Send>, _) = match place(path, inputs)? {
            Place::Standard => (Box::new(io::stdout()), None),
            Place::Stream => (Box::new(OpenOptions::new().write(true).open(path).with_context(unwritable)?), None),
            Place::File { part, target } => {
                let file = locked(&part, OpenOptions::new().write(true).create(true).truncate(false))?;
                file.set_len(0).with_context(|| format!("{}: cannot be written", part.display()))?;
                (Box::new(file), Some((part, target)))
            }
        };
        Ok(Output::new(to, part, Done::default()))
    }

    /// Opens a file that an interrupted run left unfinished, after the lines that its note counts; a new one if there
    /// is no such file.
    pub fn reopen(path: &Path, inputs: &[&Path]) -> anyhow::Result<(Self, Done)> {
        let Place::File { part, target } = place(path, inputs)? else {
            anyhow::bail!("{}: cannot be resumed, expected a regular file", path.display());
        };
        if !part.exists() {
            return Ok((Output::open(path, inputs)?, Done::default()));
        }
        let unwritable = || format!("{}: cannot be written", part.display());
        let mut file = locked(&part, OpenOptions::new().write(true))?;
        let done = Done::read(&part)?;
        let length = file.metadata().with_context(unwritable)?.len();
        anyhow::ensure!(
            length >= done.bytes,
            "{}: holds {length} bytes, expected at least the {} of its note",
            part.display(),
            done.bytes
        );
        file.set_len(done.bytes).and_then(|()| file.seek(SeekFrom::End(0))).with_context(unwritable)?;
        Ok((Output::new(Box::new(file), Some((part, target)), done), done))
    }

    fn new(to: Box<dyn Write + Send>, part: Option<(PathBuf, PathBuf)>, done: Done) -> Self {
        Output { sink: Arc::new(Mutex::new(Sink { to, part, done, noted: None })) }
    }

    /// Lets an interrupt end the program between two writes, never within one; an unfinished file keeps a note of what
    /// is done.
    pub fn end_whole_on_interrupt(&self) -> anyhow::Result<()> {
        let sink = Arc::clone(&self.sink);
        on_interrupt(move || {
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            sink.leave();
            // No line may follow the note.
            std::mem::forget(sink);
        })
    }

    /// Writes whole lines; false once the reader is gone.
    pub fn write(&self, lines: &str) -> anyhow::Result<bool> {
        self.lock().write(lines.as_bytes())
    }

    /// Writes the lines of some cases, after which `done` is done; false once the reader is gone.
    pub fn write_cases(&self, lines: &str, done: Done) -> anyhow::Result<bool> {
        let mut sink = self.lock();
        if sink.noted.is_none() {
            // Before there are lines that no note counts.
            sink.note();
        }
        let read = sink.write(lines.as_bytes())?;
        sink.done = Done { bytes: sink.done.bytes, ..done };
        if sink.noted.is_none_or(|noted| noted.elapsed() >= NOTED) {
            sink.note();
        }
        Ok(read)
    }

    /// Gives a complete file its name.
    pub fn finish(self) -> anyhow::Result<()> {
        let mut sink = self.lock();
        let Some((part, target)) = sink.part.take() else { return Ok(()) };
        let unnamed = || format!("{}: cannot be renamed to {}", part.display(), target.display());
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&part, old.permissions()).with_context(unnamed)?;
        }
        fs::rename(&part, &target).with_context(unnamed)?;
        Done::forget(&part);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Output {
    /// A run that failed leaves its unfinished file for `--resume`, unless it holds nothing.
    fn drop(&mut self) {
        let mut sink = self.lock();
        match &sink.part {
            Some((part, _)) if sink.done.cases == 0 => {
                // It was made by this run; if it cannot be removed, it stays as it is.
                let _ = fs::remove_file(part);
                Done::forget(part);
            }
            Some(_) => sink.note(),
            None => {}
        }
        sink.part = None;
    }
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<bool> {
        match self.to.write_all(bytes).and_then(|()| self.to.flush()) {
            Ok(()) => {
                self.done.bytes += bytes.len() as u64;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).context("cannot write the results"),
        }
    }

    fn note(&mut self) {
        self.noted = Some(Instant::now());
        if let Some((part, _)) = &self.part {
            self.done.save(part);
        }
    }

    /// Reports what is done, to people and to `--resume`.
    fn leave(&mut self) {
        self.note();
        if let Some((part, _)) = &self.part {
            say(&format!("interrupted: {} cases are done, in {}", self.done.cases, part.display()));
        }
    }
}

/// Opens an unfinished file that no other run is writing: two would mix their lines.
fn locked(part: &Path, how: &OpenOptions) -> anyhow::Result<File> {
    loop {
        let file = how.open(part).with_context(|| format!("{}: cannot be written", part.display()))?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            anyhow::bail!("{}: is being written by another run", part.display());
        }
        // Where files cannot be locked, the second run is not seen. A file that its run has just renamed is the result
        // of that run.
        if is_still_at(&file, part) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let [opened, found] = [file.metadata().ok(), fs::metadata(path).ok()]
        .map(|metadata| metadata.map(|metadata| (metadata.dev(), metadata.ino())));
    opened == found
}

/// Elsewhere an open file cannot be renamed.
#[cfg(not(unix))]
fn is_still_at(_: &File, _: &Path) -> bool {
    true
}

/// Writes a whole file, or to the standard output for `-`.
pub fn write_whole(path: &Path, inputs: &[&Path], bytes: &[u8]) -> anyhow::Result<()> {
    let output = Output::open(path, inputs)?;
    output.lock().write(bytes)?;
    output.finish()
}

/// Writes a text to the standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    write_whole(Path::new("-"), &[], text.as_bytes())
}
