//! `clearance scene`: the closest pairs, all within a distance, all contacts, or the first contact of many bodies.

mod frames;
mod table;

use crate::status::Status;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clearance_pages::ScenePage;
use clearance_scene::{AnyStage, Question, ReadError, SceneRow};

use crate::cad::{FromFile, ReadCad};
use crate::output::Output;
use crate::page::PageOptions;
use crate::pairs::summary;
use crate::read_as::ReadMeshes;
use crate::terminal::say_notes;
use frames::for_each_frame;

/// Query a scene of many bodies: closest pairs, pairs within a distance, contacts, the first contact of moving bodies,
/// or their closest approach
///
/// FILE is a scene in JSON (docs/reference/formats.md), a planning scene of MoveIt (.scene), a glTF or 3MF file (.gltf,
/// .glb, .3mf) whose nodes are the bodies, or STEP, IGES or BREP, whose parts are (read by the Python package clearance
/// with its extra cad). Bodies may be convex or not; every answer has proven bounds. Pairs of two fixed bodies and
/// ignored pairs are left out.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Scene {
    /// The scene
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The query
    #[arg(long, value_enum, default_value = "closest")]
    question: Asked,
    /// Number of pairs of `closest` [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    k: Option<u32>,
    /// Largest distance of `closest` and `within`; without it, `within` reports the pairs nearer than their margins
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = distance)]
    max_distance: Option<f64>,
    /// Largest distance of the bounds of `closest-approach` [default: 1e-6 of the bodies' size]
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = distance)]
    within: Option<f64>,
    /// Report all times at which pairs are within this distance, of `closest-approach`
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = distance)]
    below: Option<f64>,
    /// Only pairs of this body
    #[arg(long, value_name = "NAME")]
    body: Option<String>,
    /// Only this pair, even if it is ignored
    #[arg(long, value_name = "A,B", conflicts_with_all = ["body", "question", "k", "max_distance", "within", "below"])]
    pair: Option<String>,
    /// Frames of motion, one JSON object per line: {"time"?, "poses": {"name": pose, ..}}, each relative to the frame
    /// before
    #[arg(long, value_name = "FILE")]
    frames: Option<PathBuf>,
    /// Print one JSON object for each pair
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cad: ReadCad,
    #[command(flatten)]
    meshes: ReadMeshes,
    #[command(flatten)]
    page: PageOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Asked {
    /// The closest pairs, or the deepest
    Closest,
    /// All pairs within a distance
    Within,
    /// All pairs that intersect
    Contacts,
    /// The first contact of the bodies that have motions, over 0 ≤ t ≤ 1
    Toi,
    /// How near the bodies that have motions come to others, over 0 ≤ t ≤ 1
    ClosestApproach,
}

impl Asked {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().into())
    }
}

/// The query of every frame.
struct Wanted {
    question: Question,
    body: Option<usize>,
    pair: Option<[usize; 2]>,
}

impl Scene {
    /// Reads, answers and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        self.check()?;
        let FromFile { scene: file, incomplete } = self.cad.scene(&self.input, self.meshes)?;
        say_notes(file.notes());
        let mut stage = AnyStage::new(file).map_err(|error| error.within(self.input.display()))?;
        let wanted = self.wanted(&stage)?;
        let mut page = self.page.wanted().then(|| ScenePage::of_stage(self.title(), &stage));
        let output = Output::open(Path::new("-"), &[])?;
        // A page of many frames has all rows; beside it one line is enough.
        let silent = self.page.takes_output() || self.brief();
        let (mut frames, mut errors, mut least) = (0, 0, None);
        for_each_frame(self.frames.as_deref(), &mut stage, |stage, at| {
            let rows = at.and_then(|at| Ok((at, wanted.ask(stage, self.frames.is_some())?)));
            let text = match &rows {
                Ok((at, rows)) => self.shown(rows, at.frame),
                Err(error) if self.json => format!("{}\n", frames::error_line(frames, error)),
                Err(error) => format!("{error}\n"),
            };
            errors += u64::from(rows.is_err());
            if let Ok((_, rows)) = &rows {
                least = rows.iter().map(|row| (frames, row.clone())).chain(least.take()).min_by(nearer);
            }
            frames += 1;
            if let (Some(page), Ok((at, rows))) = (&mut page, rows) {
                page.add_stage(stage, at.time, rows);
            }
            // A page has all frames, whoever reads the rows.
            Ok(silent || output.write(&text)? || self.page.wanted())
        })?;
        if let (true, Some((frame, row))) = (self.brief(), least) {
            output.write(&format!("{frames} frames, the closest is {frame}\n{}", table::table(&[row], None)))?;
        }
        if let Some(page) = page {
            let inputs: Vec<&Path> = std::iter::once(self.input.as_path()).chain(self.frames.as_deref()).collect();
            self.page.write(&inputs, |made| page.html(made))?;
        }
        Ok(if incomplete { Status(1) } else { summary(errors, frames as u64, "frames") })
    }

    /// Whether the rows are in the page alone.
    fn brief(&self) -> bool {
        self.page.wanted() && !self.page.takes_output() && self.frames.is_some() && !self.json
    }

    fn shown(&self, rows: &[SceneRow], frame: Option<usize>) -> String {
        if !self.json {
            return table::table(rows, frame);
        }
        let line = |row: &SceneRow| {
            let row = SceneRow { frame, ..row.clone() };
            // A row has no map with keys that are no strings, which is all that serialisation refuses.
            serde_json::to_string(&row).map_or(String::new(), |line| line + "\n")
        };
        rows.iter().map(line).collect()
    }

    fn title(&self) -> String {
        self.input.file_stem().map_or_else(|| "scene".into(), |name| name.to_string_lossy().into_owned())
    }

    /// Refuses options that do not apply to the query.
    fn check(&self) -> Result<(), ReadError> {
        use Asked::{Closest, ClosestApproach, Contacts, Within};
        let options: [(&str, bool, &[Asked]); 7] = [
            ("--k", self.k.is_some(), &[Closest]),
            ("--max-distance", self.max_distance.is_some(), &[Closest, Within]),
            ("--within", self.within.is_some(), &[ClosestApproach]),
            ("--below", self.below.is_some(), &[ClosestApproach]),
            ("--body", self.body.is_some(), &[Closest, Within, Contacts]),
            ("--frames", self.frames.is_some(), &[Closest, Within, Contacts]),
            ("--html", self.page.wanted(), &[Closest, Within, Contacts]),
        ];
        let unused = options.iter().find(|(_, given, goes_with)| *given && !goes_with.contains(&self.question));
        let Some((option, _, goes_with)) = unused else { return Ok(()) };
        let names: Vec<String> = goes_with.iter().map(|asked| asked.name()).collect();
        let asked = self.question.name();
        Err(ReadError::new(format!("{option} goes with --question {}, got --question {asked}", names.join(" or "))))
    }

    /// The question, with names looked up.
    fn wanted(&self, stage: &AnyStage) -> Result<Wanted, ReadError> {
        let body = self.body.as_deref().map(|name| stage.find(name)).transpose()?;
        let pair = self.pair.as_deref().map(|pair| two(stage, pair)).transpose()?;
        if let Some([a, b]) = pair {
            // What cannot be asked in any frame is a mistake of the command line.
            stage.pair(a, b).map_err(|error| error.within("--pair"))?;
        }
        let question = match self.question {
            Asked::Closest => Question::Closest { k: self.k.unwrap_or(1) as usize, max: self.max_distance },
            Asked::Within => Question::Within { max: self.max_distance },
            Asked::Contacts => Question::Contacts,
            Asked::Toi => Question::FirstContact,
            Asked::ClosestApproach => Question::ClosestApproach { within: self.within, below: self.below },
        };
        Ok(Wanted { question, body, pair })
    }
}

impl Wanted {
    /// The answers; those of a frame use what is known from the frames before.
    fn ask(&self, stage: &mut AnyStage, several: bool) -> Result<Vec<SceneRow>, ReadError> {
        match self.pair {
            Some([a, b]) => stage.pair(a, b).map(|row| vec![row]),
            None if several => stage.ask_again(self.question, self.body),
            None => stage.ask(self.question, self.body),
        }
    }
}

/// Orders rows of frames by their signed distances, of which the upper bound is always known.
fn nearer(a: &(usize, SceneRow), b: &(usize, SceneRow)) -> std::cmp::Ordering {
    a.1.upper.total_cmp(&b.1.upper).then(a.0.cmp(&b.0))
}

/// Two names with a comma between them; names may hold commas.
fn two(stage: &AnyStage, pair: &str) -> Result<[usize; 2], ReadError> {
    let places = |at: usize| Some([stage.find(&pair[..at]).ok()?, stage.find(&pair[at + 1..]).ok()?]);
    let commas = pair.match_indices(',').map(|(at, _)| at);
    let found = commas.clone().find_map(places);
    match (found, pair.split_once(',')) {
        (Some([a, b]), _) if a == b => Err(ReadError::new(format!("--pair: expected two bodies, got {pair:?}"))),
        (Some(pair), _) => Ok(pair),
        (None, Some((a, b))) => Ok([stage.find(a)?, stage.find(b)?]),
        (None, None) => {
            Err(ReadError::new(format!("--pair: expected two names with a comma between them, got {pair:?}")))
        }
    }
}

/// Reads a finite number.
fn distance(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| "expected a finite number".into())
}
