//! Scenes of many bodies: read from JSON, moved by rows of numbers, queried in JSON.

use clearance::Options;
use clearance::query::{Impact, ToiOptions};
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{Frame, Placing, Question, Stage, initial_overlap, parse_scene};
use clearance_world::{Body, Key};

use crate::library::{Answer, Answered, Given, Library, Space, pose};

/// Numbers of a move: the place of the body in the file, and its pose.
const MOVE: usize = 8;

impl Library {
    /// A scene from its file's text. Input: the text.
    pub fn scene(&mut self, mut given: Given) -> Answered {
        let text = given.text()?;
        let file = parse_scene(&text, &self.mesh_files()).and_then(clearance_scene::AnyScene::into_space);
        let stage = file.and_then(|file| Stage::new(file, Options::default())).map_err(|error| error.to_string())?;
        Ok(Answer::Made(self.scenes.put(stage)))
    }

    /// The names of a scene's bodies and whether they are fixed, in the order of the file.
    pub fn scene_bodies(&self, scene: i32) -> Answered {
        let bodies = self.scenes.get(scene)?.file().bodies.iter();
        let all: Vec<_> = bodies.map(|body| serde_json::json!({"name": body.name, "fixed": body.fixed})).collect();
        Ok(Answer::Text(serde_json::Value::from(all).to_string()))
    }

    /// Moves bodies: all, or none if one of the rows is refused. Input: eight numbers a body, its place in the file and
    /// its pose.
    pub fn move_bodies(&mut self, scene: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get_mut(scene)?;
        let rows = given.floats()?;
        let mut frame = Frame { time: None, poses: Vec::new() };
        for (i, row) in rows.chunks(MOVE).enumerate() {
            let place = stage.file().bodies.get(row[0] as usize).filter(|_| row[0] >= 0.0 && row[0].fract() == 0.0);
            let body = place.ok_or_else(|| format!("row {i}: there is no body {}", row[0]))?;
            if body.fixed {
                return Err(format!("row {i}: the body {:?} is fixed", body.name));
            }
            let pose = pose(&row[1..]).map_err(|error| format!("row {i}, body {:?}: {error}", body.name))?;
            frame.poses.push((row[0] as usize, Placing { pose, matrix: None }));
        }
        stage.apply(&frame).map_err(|error| error.to_string())?;
        Ok(Answer::Done)
    }

    /// The rows of a question. Input: `{"ask": "closest" | "within" | "contacts" | "first_contact" |
    /// "closest_approach" | "pair", ..}`.
    pub fn ask_scene(&mut self, scene: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get_mut(scene)?;
        let text = given.text()?;
        let tree = Json::parse(&text).map_err(|error| error.to_string())?;
        let rows = rows(stage, &Node::root(&tree, "")).map_err(|error| error.to_string())?;
        serde_json::to_string(&rows).map(Answer::Text).map_err(|error| error.to_string())
    }

    /// The first body on a way: what moves is the body with a number, or a ray if that is 0. Inputs: its pose (of a ray
    /// the origin), and the displacement. Answers the place of the body in the file (-1 if the way is free), the part,
    /// 1 if it is proven to be hit, the time and its bounds, the normal and the point. For a body another input:
    /// `{"target_distance"?, "initial_overlap"?}`.
    pub fn cast(&self, scene: i32, body: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get(scene)?;
        let (start, way) = (given.floats()?, given.floats()?);
        let way: [f64; 3] = way.try_into().map_err(|_| "a displacement has 3 numbers")?;
        let cast = if body == 0 {
            let origin: [f64; 3] = start.try_into().map_err(|_| "an origin has 3 numbers")?;
            stage.world().cast_ray(origin.into(), way.into())
        } else {
            let wrong = || "what is cast must be convex and bounded".to_string();
            let shape = self.bodies.get(body)?.as_shape().ok_or_else(wrong)?;
            let options = cast_options(&given.text()?)?;
            stage.world().cast_body_with(&Body::new(shape.clone()), (pose(&start)?, way.into()), &options)
        };
        let cast = cast.map_err(|error| error.to_string())?;
        let Some(first) = cast.first else {
            let mut none = vec![f64::NAN; 12];
            none[0] = -1.0;
            return Ok(Answer::Numbers(none));
        };
        let place = match stage.world().key(first.body) {
            Some(Key::Id(place)) => *place as f64,
            _ => -1.0,
        };
        let (time, found) = match &first.impact {
            Impact::Hit(found) => (found.time, Some(found)),
            Impact::Undecided(found) => (cast.bracket.lower, Some(found)),
            Impact::NoContact { .. } => (cast.bracket.lower, None),
        };
        let is_hit = if matches!(first.impact, Impact::Hit(_)) { 1.0 } else { 0.0 };
        let mut row = vec![place, first.part.into(), is_hit, time, cast.bracket.lower, cast.bracket.upper];
        let vectors = found.map(|found| [found.proximity.normal, found.proximity.witness_a].map(<[f64; 3]>::from));
        row.extend(vectors.unwrap_or([[f64::NAN; 3]; 2]).as_flattened());
        Ok(Answer::Numbers(row))
    }
}

/// The options of a cast.
fn cast_options(text: &str) -> Result<ToiOptions<f64>, String> {
    let read = |tree: &Json| {
        let node = Node::root(tree, "");
        let fields = node.object(&["target_distance", "initial_overlap"])?;
        let target_distance = fields.get("target_distance").map_or(Ok(0.0), |node| node.size())?;
        let overlap = fields.get("initial_overlap").map(|node| initial_overlap(&node)).transpose()?;
        let (initial_overlap, query) = (overlap.unwrap_or_default(), Options::default());
        Ok(ToiOptions { target_distance, initial_overlap, query, ..ToiOptions::default() })
    };
    let tree = Json::parse(text).map_err(|error| error.to_string())?;
    read(&tree).map_err(|error: clearance_scene::ReadError| error.to_string())
}

fn rows(stage: &mut Stage<Space>, node: &Node) -> Result<Vec<clearance_scene::SceneRow>, clearance_scene::ReadError> {
    let fields = node.object(&["ask", "k", "max", "within", "below", "body", "a", "b"])?;
    let named = |fields: &Fields, key: &str, stage: &Stage<Space>| {
        let node = fields.need(key)?;
        let name = node.text()?;
        stage.file().find(name).ok_or_else(|| {
            let names: Vec<&str> = stage.file().bodies.iter().map(|body| body.name.as_str()).collect();
            node.error(format!("no body is named {name:?}{}", clearance_scene::hint(name, &names)))
        })
    };
    let max = fields.get("max").map(|node| node.number()).transpose()?;
    let asked = ["closest", "within", "contacts", "first_contact", "closest_approach", "pair"];
    let question = match fields.need("ask")?.one_of(&asked)? {
        "closest" => Question::Closest { k: fields.get("k").map_or(Ok(1), |node| node.count())?, max },
        "within" => Question::Within { max },
        "contacts" => Question::Contacts,
        "first_contact" => Question::FirstContact,
        "closest_approach" => {
            let within = fields.get("within").map(|node| node.size()).transpose()?;
            let below = fields.get("below").map(|node| node.number()).transpose()?;
            Question::ClosestApproach { within, below }
        }
        _ => {
            let [a, b] = [named(&fields, "a", stage)?, named(&fields, "b", stage)?];
            return Ok(vec![stage.pair(a, b)?]);
        }
    };
    let body = fields.get("body").map(|_| named(&fields, "body", stage)).transpose()?;
    stage.ask_again(question, body)
}
