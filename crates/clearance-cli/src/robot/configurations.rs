//! Configurations as JSON Lines: `{"id": .., "q": [..] or {"joint": value, ..}}`.

use crate::status::Status;
use std::path::PathBuf;

use clap::Args;
use clearance_models::ReadRobot;
use clearance_models::lines::ConstraintLine;
use clearance_pages::{RobotPage, Sample, Verdict};
use clearance_robot::{Rest, Robot, RobotClearance, RobotError};
use clearance_scene::json::{Json, Node};
use rayon::prelude::*;

use crate::guard::guarded;
use crate::lines::{Input, Line};
use crate::output::Output;
use crate::page::PageOptions;
use crate::pairs::SOME_ERRORS;
use crate::progress::Progress;
use crate::settings::OWN;

use super::answers::{self, Answer};
use super::model::{ModelOptions, WorldOptions};

/// Configurations of a robot in a world.
#[derive(Args)]
pub struct Configurations {
    #[command(flatten)]
    model: ModelOptions,
    /// One `{"id": .., "q": [values] or {"joint": value, ..}}` per line; - is the standard input
    #[arg(value_name = "CONFIGS", default_value = "-", help_heading = OWN)]
    configurations: PathBuf,
    #[command(flatten)]
    world: WorldOptions,
    /// Print one JSON object for each configuration
    #[arg(long, help_heading = OWN)]
    json: bool,
    #[command(flatten)]
    page: PageOptions,
}

/// A query about a configuration.
pub trait Question: Sync {
    /// The answer to a configuration.
    fn answer(&self, clearance: &mut RobotClearance, q: &[f64]) -> Result<Answer, RobotError>;
}

impl Configurations {
    /// Answers all configurations of the input, in order.
    pub fn run(&self, question: &impl Question) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let (robot, rest) = (cell.robot(), self.world.rest(&cell)?);
        let clearance = RobotClearance::new(&cell)?;
        let mut input = Input::open(&self.configurations)?;
        let standard = PathBuf::from("-");
        let output = Output::open(&standard, &[])?;
        output.end_whole_on_interrupt()?;
        let progress = Progress::of(input.size(), &standard);
        let mut samples = Vec::new();
        let (mut count, mut errors, mut colliding) = (0, 0, 0);
        // A page has all rows; beside it one line is enough.
        let brief = self.page.wanted() && !self.json;
        if !self.json && !brief {
            output.write(&answers::heading(robot, &clearance))?;
        }
        loop {
            let chunk = input.next_chunk()?;
            if chunk.lines.is_empty() {
                break;
            }
            let reader = Reader { robot, rest: &rest, input: input.name(), world: &self.world };
            let answered: Vec<Answer> = chunk
                .lines
                .par_iter()
                .map_with(clearance.clone(), |clearance, line| reader.answer(line, clearance, question))
                .collect();
            errors += answered.iter().filter(|answer| answer.error.is_some()).count() as u64;
            count += chunk.lines.len() as u64;
            let text: String =
                answered.iter().map(|answer| if self.json { answer.line() } else { answers::row(answer) }).collect();
            if !brief && !self.page.takes_output() && !output.write(&text)? {
                return Ok(Status::SUCCESS);
            }
            colliding += answered.iter().filter(|answer| answers::collides(answer)).count();
            if self.page.wanted() {
                shown(robot, &answered, &mut samples)?;
            }
            progress.add(chunk.bytes, count, errors);
        }
        progress.finish();
        if brief && !self.page.takes_output() {
            output.write(&format!("{count} configurations, {colliding} not free, {errors} with errors\n"))?;
        }
        self.page.write(&[&self.configurations], |made| {
            let mut page = RobotPage::new(robot, cell.world());
            page.add("configurations", samples, Verdict::default());
            page.html(made)
        })?;
        output.finish()?;
        Ok(if errors == 0 { Status::SUCCESS } else { Status(SOME_ERRORS) })
    }
}

/// Adds what a page shows of answers; those that are errors are left out.
fn shown(robot: &Robot, answered: &[Answer], samples: &mut Vec<Sample>) -> Result<(), RobotError> {
    for answer in answered {
        if let (Some(q), Some(found)) = (&answer.q, &answer.found) {
            let mut sample = Sample::new(robot, samples.len() as f64, q, answers::nearest(found))?;
            sample.name = Some(answers::name(answer).unwrap_or_else(|| format!("configuration {}", samples.len() + 1)));
            sample.collides = Some(found.collides);
            samples.push(sample);
        }
    }
    Ok(())
}

/// What reading a configuration needs.
struct Reader<'r> {
    robot: &'r Robot,
    rest: &'r Rest,
    input: &'r str,
    world: &'r WorldOptions,
}

impl Reader<'_> {
    /// The answer to a line; what is wrong with it is in the answer.
    fn answer(&self, line: &Line, clearance: &mut RobotClearance, question: &impl Question) -> Answer {
        let here = |error: RobotError| error.within(format_args!("line {}", line.number)).within(self.input);
        let json = match line.text().and_then(Json::parse) {
            Ok(json) => json,
            Err(error) => return Answer::failed(None, &here(error)),
        };
        let node = Node::root(&json, "");
        let id = node.fields().ok().and_then(|fields| fields.get("id").map(|id| id.value().to_string()));
        // The same answer whatever was asked before, on any number of threads.
        clearance.forget();
        let answered = guarded(|| {
            self.configuration(&node).and_then(|q| {
                let mut given = [q];
                let clamped = self.world.clamp(self.robot, &mut given);
                let [q] = given;
                let mut answer = Answer { clamped, ..question.answer(clearance, &q)? };
                answer.beyond_limits = self.robot.names_beyond_limits(&q).into_iter().map(String::from).collect();
                answer.constraints = ConstraintLine::all(clearance.cell(), &q)?;
                answer.q = Some(q);
                Ok(answer)
            })
        });
        match answered.and_then(|answer| answer) {
            Ok(answer) => Answer { id, ..answer },
            Err(error) => Answer::failed(id, &here(error)),
        }
    }

    fn configuration(&self, node: &Node) -> Result<Vec<f64>, RobotError> {
        let fields = node.object(&["id", "q"])?;
        self.robot.read_configuration(&fields.need("q")?, self.rest)
    }
}
