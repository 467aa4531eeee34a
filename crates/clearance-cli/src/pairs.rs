//! `clearance pairs`: pair cases in, pair results out.

use crate::status::Status;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clearance_scene::json::Json;
use clearance_scene::{MeshFiles, MeshOptions, Precision, Settings, file_kind};

use crate::batch::{Batch, Track};
use crate::lines::Input;
use crate::output::{Done, Fingerprint, Output};
use crate::progress::Progress;
use crate::read_as::ReadMeshes;
use crate::settings::{QueryOptions, size};
use crate::table::TableOptions;
use crate::terminal::{say, say_notes};

/// The status when some cases had errors.
pub const SOME_ERRORS: u8 = 1;

/// Answer a file of pair cases: JSON Lines in, JSON Lines out, in order, in constant memory
///
/// One result line for each case. An invalid case yields a line with "error"; processing continues. Blank lines
/// are skipped. Keys that are not part of the format are carried along, unless a key of the result has that name.
///
/// Mesh files of a case are relative to the folder of FILE, or to the working directory for standard input.
///
/// A regular file OUT is written as OUT.part and gets its name when it is complete. An interrupt leaves OUT.part with
/// whole lines, and OUT.part.note, from which --resume continues.
///
/// A table FILE.parquet of pairs with --shapes is answered into Parquet files in the folder OUT by the Python package
/// clearance, where that is installed: `python -m clearance.table run`, with the options that both have.
/// CLEARANCE_PYTHON may name the Python.
#[derive(Args)]
pub struct Pairs {
    /// The cases, one JSON object per line; - is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    input: PathBuf,
    /// Output file; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Continue an interrupted run with the same cases and options; the results are those of an uninterrupted run
    #[arg(long, requires = "output", conflicts_with = "warm")]
    resume: bool,
    /// Number of threads, at most 4 for each processor [default: one for each processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// Pairs farther apart than this get "beyond": true and a proven "lower" bound instead of distances and witnesses
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = size)]
    max_distance: Option<f64>,
    /// Start each case from the answer of the line before if both have the same "track": faster for small motions;
    /// answers agree with those of a fresh start within their bounds
    #[arg(long)]
    warm: bool,
    /// Maximum number of contact points [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    contact_points: Option<NonZeroUsize>,
    /// Largest angle between a face and the contact plane, in radians, for the face to take part in a contact [default:
    /// 0.015625]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = size)]
    contact_tilt: Option<f64>,
    #[command(flatten)]
    meshes: ReadMeshes,
    #[command(flatten)]
    query: QueryOptions,
    #[command(flatten)]
    table: TableOptions,
}

impl Pairs {
    /// Answers all cases of the input.
    pub fn run(self) -> anyhow::Result<Status> {
        if self.table.are_of(&self.input) {
            return self.hand_over();
        }
        refuse_others(&self.input)?;
        let mut input = Input::open(&self.input)?;
        let progress = Progress::of(input.size(), &self.output);
        let (output, mut done) = self.output(&mut input, &progress)?;
        output.end_whole_on_interrupt()?;
        let threads = self.threads.map_or(0, |threads| threads.get().min(most_threads()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
        let batch = self.batch(&input);
        let mut track = self.warm.then(Track::default);
        loop {
            let chunk = input.next_chunk()?;
            if chunk.lines.is_empty() {
                break;
            }
            let answers = pool.install(|| match &mut track {
                Some(track) => batch.tracked_answers(&chunk.lines, track),
                None => batch.answers(&chunk.lines),
            });
            done.cases += chunk.lines.len() as u64;
            done.errors += answers.errors as u64;
            done.fingerprint = chunk.lines.iter().fold(done.fingerprint, |seen, line| seen.with(&line.bytes));
            if !output.write_cases(&answers.text, done)? {
                return Ok(Status::SUCCESS);
            }
            progress.add(chunk.bytes, done.cases, done.errors);
        }
        progress.finish();
        output.finish()?;
        say_notes(&batch.files.notes());
        Ok(summary(done.errors, done.cases, "cases"))
    }

    /// Lets the Python package answer a table; refuses what it has no counterpart for.
    fn hand_over(&self) -> anyhow::Result<Status> {
        let Settings { precision, relative, max_distance, accuracy: _, contact_points, contact_tilt } = self.settings();
        let others = [
            ("--precision f32", precision != Precision::F64),
            ("--max-distance", max_distance.is_some()),
            ("--warm", self.warm),
            ("--contact-points", contact_points.is_some()),
            ("--contact-tilt", contact_tilt.is_some()),
            ("--as, --require-solid or --weld", self.meshes.options() != MeshOptions::default()),
        ];
        if let Some((name, _)) = others.iter().find(|(_, given)| *given) {
            anyhow::bail!("{}: a table takes no {name}", self.input.display());
        }
        let shared = [
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("accuracy", Some(self.query.accuracy_name())),
            ("relative-tolerance", relative.map(|relative| format!("{relative:?}"))),
            ("resume", self.resume.then(String::new)),
        ];
        self.table.run(&self.input, &self.output, &shared)
    }

    /// Where the results go, and what of them is there.
    fn output(&self, input: &mut Input, progress: &Progress) -> anyhow::Result<(Output, Done)> {
        let options = Fingerprint::default().with(self.options().as_bytes());
        if !self.resume {
            let output = Output::open(&self.output, &[&self.input])?;
            return Ok((output, Done { fingerprint: options, ..Done::default() }));
        }
        let (output, done) = Output::reopen(&self.output, &[&self.input])?;
        let (mut seen, mut taken) = (options, 0);
        for _ in 0..done.cases {
            let Some(line) = input.next_line(&mut taken)? else { break };
            seen = seen.with(&line.bytes);
        }
        anyhow::ensure!(
            done.cases == 0 || seen == done.fingerprint,
            "{}: was begun with other options, or other cases than the first {} of {}",
            self.output.display(),
            done.cases,
            input.name()
        );
        progress.add(taken, done.cases, done.errors);
        Ok((output, Done { fingerprint: seen, ..done }))
    }

    /// All options that the results depend on.
    fn options(&self) -> String {
        let settings = self.settings();
        format!("clearance {} {settings:?} {:?}", env!("CARGO_PKG_VERSION"), self.meshes.options())
    }

    fn settings(&self) -> Settings {
        Settings {
            contact_points: self.contact_points.map(NonZeroUsize::get),
            contact_tilt: self.contact_tilt,
            ..self.query.settings(self.max_distance)
        }
    }

    fn batch(&self, input: &Input) -> Batch {
        let files = MeshFiles::relative_to(input.folder()).with(self.meshes.options());
        Batch { input: input.name().into(), files, settings: self.settings() }
    }
}

/// Refuses files that hold no cases, with the command that takes them.
fn refuse_others(path: &Path) -> anyhow::Result<()> {
    let refused = |what: String| anyhow::anyhow!("{}: {what}; expected pair cases, an object a line", path.display());
    if let Some(kind) = file_kind(path) {
        return Err(refused(kind));
    }
    // A scene is one object of many lines, or of one.
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let text = if is_json { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
    match Json::parse(text.trim_start_matches('\u{feff}')) {
        Ok(Json::Object(entries)) if entries.iter().any(|(key, _)| key == "bodies") => {
            Err(refused(format!("is a scene: `clearance scene {}` takes it", path.display())))
        }
        _ => Ok(()),
    }
}

/// Four for each processor: more can only wait.
fn most_threads() -> usize {
    4 * std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The exit status of a batch; if some items have errors, standard error says how many.
pub fn summary(errors: u64, all: u64, items: &str) -> Status {
    if errors == 0 {
        return Status::SUCCESS;
    }
    say(&format!("{errors} of {all} {items} have errors"));
    Status(SOME_ERRORS)
}
