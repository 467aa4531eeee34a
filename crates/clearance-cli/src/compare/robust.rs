//! The table of where each algorithm breaks.

use clearance_classic::Algorithm;
use clearance_classic::comparison::{Family, Outcome, Score};
use serde_json::json;

use super::text::aligned;

/// Failures of each algorithm in each family, by their kinds.
pub fn table(scores: &[Score], pairs: u32) -> String {
    let names = Family::ALL.map(Family::name);
    let head = [&["algorithm"], &names[..]].concat();
    let block = |precision: &str| {
        let row = |algorithm: Algorithm| {
            let cell = |family: Family| {
                let same =
                    |score: &&Score| (score.algorithm, score.precision, score.family) == (algorithm, precision, family);
                scores.iter().find(same).map_or("-".into(), failures)
            };
            std::iter::once(algorithm.name().into()).chain(Family::ALL.map(cell)).collect()
        };
        let rows: Vec<Vec<String>> = Algorithm::ALL.into_iter().map(row).collect();
        format!("{precision}\n{}\n", aligned(&head, &rows))
    };
    format!(
        "Failures in {pairs} pairs each, judged by the core in f64 (so its own row in f64 says nothing)\n\
         a = no answer: stuck or out of iterations; s = wrong side: apart for overlapping or the reverse;\n\
         d = distance or depth off by more than 1024 roundings of the pair's size\n\n{}{}",
        block("f64"),
        block("f32"),
    )
}

fn failures(score: &Score) -> String {
    let kinds = [(Outcome::NoAnswer, 'a'), (Outcome::WrongSide, 's'), (Outcome::Inexact, 'd')];
    let named = kinds.map(|(outcome, letter)| (score.count(outcome), letter));
    let shown: Vec<String> =
        named.into_iter().filter(|kind| kind.0 > 0).map(|(n, letter)| format!("{n}{letter}")).collect();
    if shown.is_empty() { "0".into() } else { shown.join(" ") }
}

/// One JSON object for each score.
pub fn lines(scores: &[Score]) -> String {
    let line = |score: &Score| {
        let object = json!({
            "algorithm": score.algorithm.name(),
            "precision": score.precision,
            "family": score.family.name(),
            "right": score.count(Outcome::Right),
            "inexact": score.count(Outcome::Inexact),
            "wrong_side": score.count(Outcome::WrongSide),
            "no_answer": score.count(Outcome::NoAnswer),
        });
        format!("{object}\n")
    };
    scores.iter().map(line).collect()
}
