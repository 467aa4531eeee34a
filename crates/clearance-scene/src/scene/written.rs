//! Bodies of scenes in other formats, as the JSON of scenes.

use clearance::Pose3;

use crate::json::Json;

/// A body of one or more shapes, as a file of another format has it.
///
/// ```
/// use clearance::{Pose3, Vec3};
/// use clearance_scene::WrittenBody;
/// use clearance_scene::json::Json;
/// let shape = Json::parse(r#"{"kind": "sphere", "radius": 0.5}"#).unwrap();
/// let at = Pose3::from_translation(Vec3::new(1.0, 0.0, 0.0)).unwrap();
/// let body = WrittenBody { name: "ball".into(), pose: at, parts: vec![(shape, at)] };
/// let scene = WrittenBody::scene([body]);
/// assert!(scene.to_string().contains(r#""translation": [2, 0, 0]"#));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBody {
    /// Its name.
    pub name: String,
    /// Where its frame is.
    pub pose: Pose3<f64>,
    /// Its shapes as JSON has them, each with its pose in the frame.
    pub parts: Vec<(Json, Pose3<f64>)>,
}

impl WrittenBody {
    /// The scene of bodies in JSON. Shapes that are convex are one compound; others, as meshes, are bodies of their
    /// own, `NAME`, `NAME:2` and so on.
    pub fn scene(bodies: impl IntoIterator<Item = WrittenBody>) -> Json {
        dict([("bodies", Json::List(bodies.into_iter().flat_map(WrittenBody::json).collect()))])
    }

    fn json(self) -> Vec<Json> {
        let WrittenBody { name, pose, parts } = self;
        let body = |name: String, shape: Json, pose: &Pose3<f64>| {
            dict([("name", Json::Text(name)), ("shape", shape), ("pose", posed(pose))])
        };
        if parts.len() > 1 && parts.iter().all(|(shape, _)| is_part(shape)) {
            let part = |(shape, at): (Json, Pose3<f64>)| dict([("shape", shape), ("pose", posed(&at))]);
            let parts = Json::List(parts.into_iter().map(part).collect());
            return vec![body(name, dict([("kind", Json::Text("compound".into())), ("parts", parts)]), &pose)];
        }
        let named = |i: usize| if i == 0 { name.clone() } else { format!("{name}:{}", i + 1) };
        let place = |own: &Pose3<f64>| match (pose == Pose3::IDENTITY, *own == Pose3::IDENTITY) {
            (true, _) => *own,
            (_, true) => pose,
            _ => pose.then(own),
        };
        parts.into_iter().enumerate().map(|(i, (shape, at))| body(named(i), shape, &place(&at))).collect()
    }
}

/// Whether a shape can be a part of a compound.
fn is_part(shape: &Json) -> bool {
    let Json::Object(keys) = shape else { return false };
    let whole = [Json::Text("mesh".into()), Json::Text("halfspace".into())];
    keys.iter().all(|(key, value)| key != "kind" || !whole.contains(value))
}

/// An object of distinct keys.
pub(super) fn dict<const N: usize>(keys: [(&str, Json); N]) -> Json {
    Json::Object(keys.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

/// A list of numbers.
pub(super) fn list(numbers: &[f64]) -> Json {
    Json::List(numbers.iter().copied().map(Json::Number).collect())
}

fn posed(pose: &Pose3<f64>) -> Json {
    let (at, turn) = (<[f64; 3]>::from(pose.translation()), pose.rotor().to_unit_wxyz());
    dict([("translation", list(&at)), ("quaternion", list(&turn))])
}
