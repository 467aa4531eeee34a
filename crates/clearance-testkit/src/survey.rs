//! Many random pairs judged in parallel: what broke, with the pair that broke it, and how good the rest was.

use std::thread;

use crate::pairs::{Mix, Pair};

/// What came of judging a range of pairs.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// What was drawn and answered.
    pub mix: Mix,
    /// A line for each failure, ready to be read by [`crate::case`] after the reason.
    pub failures: Vec<String>,
}

/// Seed of the pairs that every test run draws; `CLEARANCE_TEST_SEED` sets another.
pub fn seed() -> u64 {
    variable("CLEARANCE_TEST_SEED").unwrap_or(20_261_121)
}

/// How many pairs to draw: `default`, or in the proportion that `CLEARANCE_TEST_PAIRS` (in all) sets.
pub fn count(default: u64) -> u64 {
    const ALL: u64 = 40_000;
    variable("CLEARANCE_TEST_PAIRS").map_or(default, |pairs| (pairs * default).div_ceil(ALL))
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

/// Judges pairs `0..count` of the seed in `dim` dimensions on all processors. `judge` returns the outcome to count, or
/// why the pair fails.
pub fn survey(count: u64, dim: usize, judge: impl Fn(&Pair) -> Result<String, String> + Sync) -> Survey {
    survey_of(count, |seed, index| Pair::random(seed, index, dim), judge)
}

/// Surveys pairs drawn by seed and index.
pub fn survey_of(
    count: u64,
    draw: impl Fn(u64, u64) -> Pair + Sync,
    judge: impl Fn(&Pair) -> Result<String, String> + Sync,
) -> Survey {
    let (seed, threads) = (seed(), thread::available_parallelism().map_or(1, |n| n.get() as u64));
    let part = |thread: u64| {
        let mut survey = Survey::default();
        for index in (thread..count).step_by(threads as usize) {
            let pair = draw(seed, index);
            match judge(&pair) {
                Ok(outcome) => survey.mix.count(&pair, &outcome),
                Err(reason) => survey.failures.push(format!("{reason}\n  {}", pair.to_line(seed, index))),
            }
        }
        survey
    };
    let mut whole = Survey::default();
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn({
                    let part = &part;
                    move || part(thread)
                })
            })
            .collect();
        for part in parts {
            let part = part.join().expect("a judge panicked");
            whole.mix.merge(&part.mix);
            whole.failures.extend(part.failures);
        }
    });
    whole
}

impl Survey {
    /// Panics with the first failures, and their number, if there are any.
    pub fn assert_sound(&self) {
        let shown: Vec<_> = self.failures.iter().take(5).cloned().collect();
        assert!(shown.is_empty(), "seed {}, {} failures:\n{}", seed(), self.failures.len(), shown.join("\n"));
    }
}
