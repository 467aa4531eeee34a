//! Items of an input, one JSON object a line, each with an answer or an error of its own.

use crate::status::Status;
use std::path::{Path, PathBuf};

use clap::Args;
use clearance_models::ReadRobot;
pub use clearance_models::lines::{Object, json_number, object};
use clearance_models::lines::{id_of, with_id};
use clearance_robot::{Rest, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::{Json, Node};
use serde_json::Value;

use crate::guard::guarded;
use crate::lines::{Input, Line};
use crate::output::{Done, Output};
use crate::pairs::summary;
use crate::progress::Progress;

/// Where answers go, and how.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Answers {
    /// Output file; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Print one JSON object for each item
    #[arg(long)]
    pub json: bool,
}

/// What an item answers: an object with `"id"` first, and whether it is all that was asked for.
pub struct Answer {
    /// The keys behind `"id"`.
    pub keys: Object,
    /// What people read.
    pub text: String,
}

/// A line of the input.
pub struct Item<'i> {
    /// Its JSON.
    pub node: Node<'i>,
    /// The line itself.
    pub text: &'i str,
    /// What it is called: its `"id"`, or the number of its line.
    pub name: String,
}

/// Answers all lines of an input, in order.
pub fn answer_all(
    input: &Path,
    answers: &Answers,
    answer: impl FnMut(&Item) -> Result<Answer, ReadError>,
) -> anyhow::Result<Status> {
    answer_lines((input, Input::open(input)?), answers, answer)
}

/// [`answer_all`] of lines that were read from a file, or made of it.
pub fn answer_lines(
    (input, mut lines): (&Path, Input),
    answers: &Answers,
    mut answer: impl FnMut(&Item) -> Result<Answer, ReadError>,
) -> anyhow::Result<Status> {
    let progress = Progress::of(lines.size(), &answers.output);
    let output = Output::open(&answers.output, &[input])?;
    output.end_whole_on_interrupt()?;
    let (name, mut done, mut taken) = (lines.name().to_string(), Done::default(), 0);
    while let Some(line) = lines.next_line(&mut taken)? {
        done.cases += 1;
        let (id, found) = answered(&line, &mut answer);
        let text = match found {
            Ok(found) if answers.json => with_id(&id.to_string(), found.keys),
            Ok(found) => format!("{}: {}", shown(&id, &line), found.text),
            Err(error) => {
                done.errors += 1;
                let error = error.within(format_args!("line {}", line.number)).within(&name);
                if answers.json {
                    with_id(&id.to_string(), [("error".into(), error.to_string().into())].into_iter().collect())
                } else {
                    error.to_string()
                }
            }
        };
        if !output.write_cases(&(text + "\n"), done)? {
            return Ok(Status::SUCCESS);
        }
        progress.add(std::mem::take(&mut taken), done.cases, done.errors);
    }
    progress.finish();
    output.finish()?;
    Ok(summary(done.errors, done.cases, "items"))
}

/// Reads all lines of an input; the first one that cannot be used ends it.
pub fn read_all(input: &Path, mut read: impl FnMut(&Item) -> Result<(), ReadError>) -> anyhow::Result<()> {
    let mut lines = Input::open(input)?;
    let (name, mut taken) = (lines.name().to_string(), 0);
    while let Some(line) = lines.next_line(&mut taken)? {
        let (_, found) =
            answered(&line, &mut |item| read(item).map(|()| Answer { keys: Object::new(), text: String::new() }));
        found.map_err(|error| error.within(format_args!("line {}", line.number)).within(&name))?;
    }
    Ok(())
}

/// The id of a line, and its answer.
fn answered(
    line: &Line,
    answer: &mut impl FnMut(&Item) -> Result<Answer, ReadError>,
) -> (Value, Result<Answer, ReadError>) {
    let parsed = line.text().and_then(|text| Ok((text, Json::parse(text)?)));
    let (text, json) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return (Value::Null, Err(error)),
    };
    let node = Node::root(&json, "");
    let id = id_of(&node).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
    let item = Item { name: shown(&id, line), text, node };
    let found = guarded(|| answer(&item)).and_then(|answer| answer);
    (id, found)
}

fn shown(id: &Value, line: &Line) -> String {
    match id {
        Value::Null => line.number.to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The start and the goal of a problem; what stands still is as at the start.
pub fn ends(robot: &Robot, problem: &Node, rest: &Rest) -> Result<[Vec<f64>; 2], ReadError> {
    let fields = problem.fields()?;
    let start = robot.read_configuration(&fields.need("start")?, rest)?;
    let goal = robot.read_configuration(&fields.need("goal")?, &rest.at_start(&start))?;
    Ok([start, goal])
}
