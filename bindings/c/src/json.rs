//! Questions and answers as JSON texts, as the command reads and writes them.

use clearance_models::ReadRobot;
use clearance_scene::json::{Json, Node};
use clearance_scene::{
    AnyStage, CaseLine, MeshFiles, Question, ReadError, Settings, WarmStarts, answer, parse_scene, result_line,
};

use clearance_models::lines::LineQuestions;

use crate::checker::clearance_checker;
use crate::edge::EdgeQuestion;
use crate::refusal::{Answer, Refusal};
use crate::robot::refused;

/// The result line of a pair case.
pub fn pair(line: &str, folder: &str) -> Answer<String> {
    let answered = || -> Result<String, ReadError> {
        let case = CaseLine::parse(line)?;
        let found = answer(&case, &MeshFiles::relative_to(folder), &Settings::default(), &mut WarmStarts::default())?;
        Ok(result_line(&case, &found))
    };
    answered().map_err(Refusal::invalid)
}

/// The rows of a question about a scene, one JSON object a line.
pub fn scene(text: &str, question: &str, folder: &str) -> Answer<String> {
    let answered = || -> Result<String, ReadError> {
        let stage = AnyStage::new(parse_scene(text, &MeshFiles::relative_to(folder))?)?;
        let tree = Json::parse(question)?;
        let (question, body) = read(&Node::root(&tree, "/question"), &stage)?;
        let row = |row: &clearance_scene::SceneRow| {
            // A row has no map with keys that are no strings, which is all that serialisation refuses.
            serde_json::to_string(row).map_or(String::new(), |line| line + "\n")
        };
        Ok(stage.ask(question, body)?.iter().map(row).collect())
    };
    answered().map_err(Refusal::invalid)
}

/// The answer to a line about a robot.
pub fn robot(checker: &clearance_checker, line: &str, rest: Option<&str>, asked: &EdgeQuestion) -> Answer<String> {
    let robot = checker.robot();
    let rest = rest.map_or(Ok(robot.no_rest()), |rest| robot.rest(rest)).map_err(refused)?;
    let rest = checker.checker().cell().rest(rest);
    checker.about(|clearance| {
        LineQuestions { checker: checker.checker(), clearance, rest: &rest, options: asked.options() }
            .answer(line)
            .map_err(refused)
    })
}

fn read(node: &Node, stage: &AnyStage) -> Result<(Question, Option<usize>), ReadError> {
    let fields = node.object(&["question", "k", "max_distance", "within", "below", "body"])?;
    let max = fields.get("max_distance").map(|node| node.number()).transpose()?;
    let k = fields.get("k").map_or(Ok(1), |node| node.count())?;
    let body = fields.get("body").map(|node| stage.find(node.text()?)).transpose()?;
    let asked = ["closest", "within", "contacts", "toi", "closest_approach"];
    let question = match fields.need("question")?.one_of(&asked)? {
        "closest" => Question::Closest { k, max },
        "within" => Question::Within { max },
        "contacts" => Question::Contacts,
        "toi" => Question::FirstContact,
        _ => {
            let within = fields.get("within").map(|node| node.size()).transpose()?;
            Question::ClosestApproach { within, below: fields.get("below").map(|node| node.number()).transpose()? }
        }
    };
    Ok((question, body))
}
