//! `clearance pairs`: pair cases in, pair results out.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use clearance_scene::{MeshFiles, Settings};

use crate::batch::{Batch, Track};
use crate::lines::Input;
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::{QueryOptions, size};

/// The status when some cases had errors.
pub const SOME_ERRORS: u8 = 1;

/// Answers pair cases: JSON Lines in, JSON Lines out, in order, streaming in constant memory
///
/// One result line for each case. A case that cannot be used gets a line with "error", and the others go on. Blank lines
/// are skipped. Keys that are not part of the format are carried along, unless a key of the result has that name.
///
/// Mesh files of a case are relative to the folder of FILE, or to the working directory for standard input.
#[derive(Args)]
pub struct Pairs {
    /// The cases, one JSON object per line; - is the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    input: PathBuf,
    /// Where the results go; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// How many threads answer [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Pairs farther apart than this get "beyond": true and a proven "lower" bound instead of distances and witnesses
    #[arg(long, value_name = "D", value_parser = size)]
    max_distance: Option<f64>,
    /// Start each case from the answer to the line before it if both have the same "track": faster for small motions;
    /// answers agree with cold ones within their bounds
    #[arg(long)]
    warm: bool,
    /// At most so many points of a "contact" [default: 4]
    #[arg(long, value_name = "N")]
    contact_points: Option<NonZeroUsize>,
    /// Faces tilted against the normal by up to this angle, in radians, belong to a "contact" [default: 0.015625]
    #[arg(long, value_name = "R", value_parser = size)]
    contact_tilt: Option<f64>,
    #[command(flatten)]
    query: QueryOptions,
}

impl Pairs {
    /// Answers all cases of the input.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut input = Input::open(&self.input)?;
        anyhow::ensure!(
            !same_file(&self.input, &self.output),
            "{}: is both the input and the output, expected two files",
            self.output.display()
        );
        let output = Output::open(&self.output)?;
        output.end_whole_on_interrupt()?;
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
        let batch = Batch {
            input: input.name().into(),
            files: MeshFiles::relative_to(input.folder()),
            settings: Settings {
                contact_points: self.contact_points.map(NonZeroUsize::get),
                contact_tilt: self.contact_tilt,
                ..self.query.settings(self.max_distance)
            },
        };
        let progress = Progress::of(input.size(), &self.output);
        let (mut track, mut cases, mut errors) = (self.warm.then(Track::default), 0, 0);
        loop {
            let chunk = input.next_chunk()?;
            if chunk.lines.is_empty() {
                break;
            }
            let answers = pool.install(|| match &mut track {
                Some(track) => batch.tracked_answers(&chunk.lines, track),
                None => batch.answers(&chunk.lines),
            });
            if !output.write(&answers.text)? {
                return Ok(ExitCode::SUCCESS);
            }
            cases += chunk.lines.len();
            errors += answers.errors;
            progress.add(chunk.bytes, cases, errors);
        }
        progress.finish();
        Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::from(SOME_ERRORS) })
    }
}

/// Whether two paths name one existing file, which writing the results would empty.
fn same_file(input: &Path, output: &Path) -> bool {
    matches!((input.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b && a.is_file())
}
