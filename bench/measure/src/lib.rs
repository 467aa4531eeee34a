//! What an engine does all day: it loads a case file, says what it can answer, and runs one timed pass per request.
//!
//! Standard output first gets one line, `{"can": [["variant", "query", "frame"], ...]}`. Each line on standard input,
//! `variant query path`, is one pass over all pairs; the answer is `{"ns": nanoseconds of thread time per query}`. The
//! answers of the pass go to `path`, four `f64` a pair: the value and the normal from A to B; not a number where the
//! engine failed, or has none. `-` writes none.
//!
//! The clock runs from world poses in the engine's own type to answers in memory: the relative pose is part of a query.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use cpu_time::ThreadTime;

/// What an engine says of one pair.
#[derive(Clone, Copy)]
pub struct Answer {
    /// Boolean: 1 or 0. Distance, depth: the signed distance as the engine sees it.
    pub value: f64,
    /// Unit, from A to B, in the frame that [`Engine::can`] names.
    pub normal: [f64; 3],
}

impl Answer {
    /// No answer.
    pub const FAILURE: Self = Answer { value: f64::NAN, normal: [f64::NAN; 3] };

    /// An answer without a direction.
    pub fn value(value: f64) -> Self {
        Answer { value, ..Self::FAILURE }
    }
    /// Whether the shapes meet.
    pub fn meet(meet: bool) -> Self {
        Self::value(if meet { 1.0 } else { 0.0 })
    }
}

/// An engine with the pairs of one cell loaded.
pub trait Engine {
    /// Variant, query (`bool`, `dist`, `pen`) and the frame of the normals (`a`, `world`).
    fn can(&self) -> Vec<[&'static str; 3]>;
    /// Answers all pairs.
    fn pass(&self, variant: &str, query: &str, answers: &mut [Answer]) -> Duration;
}

/// The thread time of one query after another, each by the number of its pair.
pub fn time(answers: &mut [Answer], query: impl Fn(usize) -> Answer) -> Duration {
    let start = ThreadTime::now();
    for (i, answer) in answers.iter_mut().enumerate() {
        *answer = query(i);
    }
    start.elapsed()
}

/// Serves requests until standard input ends.
pub fn serve(engine: &dyn Engine, pairs: usize) -> io::Result<()> {
    let mut answers = vec![Answer::FAILURE; pairs];
    let can: Vec<String> = engine.can().iter().map(|words| format!("{words:?}")).collect();
    say(&format!("{{\"can\": [{}]}}", can.join(", ")))?;
    for request in io::stdin().lines() {
        let request = request?;
        let [variant, query, path] = request.split(' ').collect::<Vec<_>>()[..] else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("a request is `variant query path`, got `{request}`"),
            ));
        };
        let took = engine.pass(variant, query, &mut answers);
        if path != "-" {
            let numbers = answers.iter().flat_map(|a| [a.value, a.normal[0], a.normal[1], a.normal[2]]);
            fs::write(path, numbers.flat_map(f64::to_le_bytes).collect::<Vec<u8>>())?;
        }
        say(&format!("{{\"ns\": {}}}", took.as_secs_f64() * 1e9 / pairs as f64))?;
    }
    Ok(())
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    out.flush()
}
