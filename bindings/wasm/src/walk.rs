//! Characters in scenes: walks, pushes out of what overlaps, and contacts along all normals.

use clearance_scene::json::{Json, Node};
use clearance_scene::{ReadError, Stage};
use clearance_world::{BodyId, Key, WalkHit, WalkOptions};

use crate::library::{Answer, Answered, Given, Library, Space, pose};

impl Library {
    /// A walk of the body with a number. Inputs: its pose, the displacement, and `{"up"?, "skin"?, "max_slope"?,
    /// "step_height"?, "snap"?, "max_slides"?, "own"?}`. Answers where it is, its translation, what is left, the least
    /// clearance, 1 if it stands on something, and thirteen numbers a surface: that one first, if there is one, then
    /// those that stopped or turned it.
    pub fn move_and_slide(&self, scene: i32, body: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get(scene)?;
        let (start, way) = (given.floats()?, given.floats()?);
        let way: [f64; 3] = way.try_into().map_err(|_| "a displacement has 3 numbers")?;
        let options = read(stage, &given.text()?)?;
        let found = stage.world().move_and_slide(self.bodies.get(body)?, (pose(&start)?, way.into()), &options);
        let walk = found.map_err(|error| error.to_string())?;
        let vectors = [walk.pose.translation(), walk.translation, walk.remaining].map(<[f64; 3]>::from);
        let mut row = vectors.as_flattened().to_vec();
        row.extend([walk.clearance, if walk.floor.is_some() { 1.0 } else { 0.0 }]);
        for hit in walk.floor.iter().chain(&walk.hits) {
            row.extend(numbers(stage, hit));
        }
        Ok(Answer::Numbers(row))
    }

    /// A translation that frees the body with a number. Inputs: its pose, the largest length, and the options of a
    /// walk. Answers where it is then, the translation and the bounds of the least length; nothing if none was found.
    pub fn push_out(&self, scene: i32, body: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get(scene)?;
        let (start, length) = (given.floats()?, given.floats()?);
        let &[max_length] = length.as_slice() else { return Err("a length is one number".into()) };
        let options = read(stage, &given.text()?)?;
        let found = stage.world().push_out(self.bodies.get(body)?, pose(&start)?, max_length, &options);
        let Some(push) = found.map_err(|error| error.to_string())? else { return Ok(Answer::Numbers(Vec::new())) };
        let vectors = [push.pose.translation(), push.translation].map(<[f64; 3]>::from);
        let mut row = vectors.as_flattened().to_vec();
        row.extend([push.least.lower, push.least.upper]);
        Ok(Answer::Numbers(row))
    }

    /// The contacts of two bodies along all normals. Input: `{"a", "b", "within"}`, places in the file.
    pub fn contacts_of(&self, scene: i32, mut given: Given) -> Answered {
        let stage = self.scenes.get(scene)?;
        let tree = Json::parse(&given.text()?).map_err(|error| error.to_string())?;
        let (a, b, within) = pair(stage, &Node::root(&tree, "")).map_err(|error| error.to_string())?;
        let found = stage.world().contacts_of(a, b, within, &Default::default()).map_err(|error| error.to_string())?;
        let three = |v: Space| serde_json::json!(<[f64; 3]>::from(v));
        let rows = found.iter().map(|contact| {
            let points = contact.points.iter().map(|point| {
                serde_json::json!({
                    "signedDistance": point.distance,
                    "witnessA": three(point.witness_a),
                    "witnessB": three(point.witness_b),
                })
            });
            serde_json::json!({
                "signedDistance": contact.between.signed_distance,
                "normal": three(contact.between.proximity.normal),
                "parts": contact.between.parts,
                "points": points.collect::<Vec<_>>(),
            })
        });
        Ok(Answer::Text(serde_json::Value::from(rows.collect::<Vec<_>>()).to_string()))
    }
}

/// Two bodies by their places, and a distance.
fn pair(stage: &Stage<Space>, node: &Node) -> Result<(BodyId, BodyId, f64), ReadError> {
    let fields = node.object(&["a", "b", "within"])?;
    let body = |key: &str| {
        let node = fields.need(key)?;
        body_at(stage, &node)
    };
    Ok((body("a")?, body("b")?, fields.need("within")?.number()?))
}

fn body_at(stage: &Stage<Space>, node: &Node) -> Result<BodyId, ReadError> {
    let place = node.number()?;
    let id = if place >= 0.0 && place.fract() == 0.0 { stage.world().find(&Key::Id(place as u64)) } else { None };
    id.ok_or_else(|| node.error(format!("there is no body {place}")))
}

/// The options of a walk or a push.
fn read(stage: &Stage<Space>, text: &str) -> Result<WalkOptions<Space>, String> {
    let tree = Json::parse(text).map_err(|error| error.to_string())?;
    let options = || {
        let node = Node::root(&tree, "");
        let keys = ["up", "skin", "max_slope", "step_height", "snap", "max_slides", "own"];
        let (fields, default) = (node.object(&keys)?, WalkOptions::default());
        let number = |key: &str, value: f64| fields.get(key).map_or(Ok(value), |node| node.number());
        let slides = fields.get("max_slides").map(|node| node.count()).transpose()?;
        Ok(WalkOptions {
            up: fields.get("up").map_or(Ok(default.up), |node| node.numbers::<3>().map(Space::from))?,
            skin: number("skin", default.skin)?,
            max_slope: number("max_slope", default.max_slope)?,
            step_height: number("step_height", default.step_height)?,
            snap: number("snap", default.snap)?,
            max_slides: slides.map_or(default.max_slides, |count| count.try_into().unwrap_or(u32::MAX)),
            own: fields.get("own").map(|node| body_at(stage, &node)).transpose()?,
        })
    };
    options().map_err(|error: ReadError| error.to_string())
}

/// A surface in numbers: the place of its body, the part, what it is, the fraction, normal, point, normal of the floor.
fn numbers(stage: &Stage<Space>, hit: &WalkHit<Space>) -> [f64; 13] {
    let place = match stage.world().key(hit.body) {
        Some(Key::Id(place)) => *place as f64,
        _ => -1.0,
    };
    let [[a, b, c], [d, e, f], [g, h, i]] = [hit.normal, hit.point, hit.floor_normal].map(<[f64; 3]>::from);
    [place, hit.part.into(), f64::from(hit.ground as u8), hit.fraction, a, b, c, d, e, f, g, h, i]
}
