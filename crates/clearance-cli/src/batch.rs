//! Many cases at once, on all threads; the answers keep the order of the cases.

use clearance_scene::{CaseLine, MeshFiles, ReadError, Settings, WarmStarts, answer, error_line, result_line};
use rayon::prelude::*;

use crate::guard::guarded;
use crate::lines::Line;

/// How the cases of one input are answered.
pub struct Batch {
    /// What messages call the input.
    pub input: String,
    /// Where its mesh files lie.
    pub files: MeshFiles,
    /// How cases are answered.
    pub settings: Settings,
}

/// The last case's track, and what its answer hands on to the next case of that track.
#[derive(Clone, Default)]
pub struct Track {
    name: Option<String>,
    warm: WarmStarts,
}

/// The result lines of some cases.
pub struct Answers {
    /// The lines, each with its end.
    pub text: String,
    /// How many of them are errors.
    pub errors: usize,
}

impl Batch {
    /// The answers to some lines, each on its own.
    pub fn answers(&self, lines: &[Line]) -> Answers {
        join(lines.par_iter().map(|line| self.answer(line, &mut WarmStarts::default())).collect())
    }

    /// The answers to the lines after those that `last` ended with: lines with the same track as the line before them
    /// begin where that one's answer ended. Different tracks run in parallel.
    pub fn tracked_answers(&self, lines: &[Line], last: &mut Track) -> Answers {
        let named: Vec<(Option<String>, &Line)> = lines.par_iter().map(|line| (track(line), line)).collect();
        let runs: Vec<_> = named.chunk_by(|(a, _), (b, _)| a.is_some() && a == b).collect();
        let answered: Vec<(Vec<Answer>, Track)> = runs
            .into_par_iter()
            .enumerate()
            .map(|(i, run)| {
                let name = run[0].0.clone();
                let continued = i == 0 && name.is_some() && name == last.name;
                let mut track = if continued { last.clone() } else { Track { name, ..Track::default() } };
                (run.iter().map(|(_, line)| self.answer(line, &mut track.warm)).collect(), track)
            })
            .collect();
        if let Some((_, track)) = answered.last() {
            *last = track.clone();
        }
        join(answered.into_iter().flat_map(|(answers, _)| answers).collect())
    }

    fn answer(&self, line: &Line, warm: &mut WarmStarts) -> Answer {
        let here = |error: ReadError| error.within(format_args!("line {}", line.number)).within(&self.input);
        let text = line.text().map_err(|error| error_line(None, &here(error)))?;
        let case = CaseLine::parse(text).map_err(|error| error_line(None, &here(error)))?;
        let found = guarded(|| answer(&case, &self.files, &self.settings, warm)).unwrap_or_else(|fault| {
            *warm = WarmStarts::default();
            Err(fault)
        });
        match found {
            Ok(result) => Ok(result_line(&case, &result)),
            Err(error) => Err(error_line(Some(&case), &here(error))),
        }
    }
}

/// A result line, or an error line.
type Answer = Result<String, String>;

fn join(answered: Vec<Answer>) -> Answers {
    let mut answers = Answers { text: String::new(), errors: 0 };
    for answer in answered {
        answers.errors += usize::from(answer.is_err());
        answers.text.push_str(answer.as_ref().unwrap_or_else(|error| error));
        answers.text.push('\n');
    }
    answers
}

fn track(line: &Line) -> Option<String> {
    let text = std::str::from_utf8(&line.bytes).ok()?;
    CaseLine::parse(text).ok()?.track().map(str::to_string)
}
