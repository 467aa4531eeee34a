//! Answers pair cases line by line: `cargo run -p clearance-scene --example answer -- [exact|tight] [f32] <
//! cases.jsonl`.

use std::io::{self, BufRead, Write};

use clearance::Accuracy;
use clearance_scene::{CaseLine, MeshFiles, Precision, Settings, WarmStarts, answer, error_line, result_line};

fn main() -> io::Result<()> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let says = |word: &str| given.iter().any(|argument| argument == word);
    let accuracy = match () {
        () if says("exact") => Accuracy::Exact,
        () if says("tight") => Accuracy::Tight,
        () => Accuracy::Rounded,
    };
    let precision = if says("f32") { Precision::F32 } else { Precision::F64 };
    let settings = Settings { accuracy, precision, ..Settings::default() };
    let files = MeshFiles::relative_to(".");
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let text = match CaseLine::parse(&line) {
            Err(error) => error_line(None, &error),
            Ok(case) => match answer(&case, &files, &settings, &mut WarmStarts::default()) {
                Ok(result) => result_line(&case, &result),
                Err(error) => error_line(Some(&case), &error),
            },
        };
        writeln!(output, "{text}")?;
    }
    Ok(())
}
