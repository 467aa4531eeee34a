//! Motions of the two bodies of a case from JSON.

use clearance::query::Overlap;
use clearance::query::motion::{LinearMotion, Rotating};
use clearance::{Pose, Real, Vec2, Vec3};

use crate::error::ReadError;
use crate::json::{Fields, Json, Node};
use crate::pose_json::vector;

/// A dimension whose motions can be read.
pub trait ReadMotion: Rotating {
    /// An angular displacement: a rotation vector, in the plane an angle or a list of it alone.
    fn angular(node: &Node) -> Result<Self::Angular, ReadError>;
}

impl<T: Real> ReadMotion for Vec2<T> {
    fn angular(node: &Node) -> Result<T, ReadError> {
        let angle = match node.value() {
            Json::List(_) => node.numbers().map(|[angle]| angle),
            _ => node.number(),
        };
        angle.map(T::from_f64)
    }
}

impl<T: Real> ReadMotion for Vec3<T> {
    fn angular(node: &Node) -> Result<Vec3<T>, ReadError> {
        vector(node)
    }
}

/// How the bodies of a case move, and what counts as contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motions<V: Rotating> {
    /// Motion of A.
    pub a: LinearMotion<V>,
    /// Motion of B.
    pub b: LinearMotion<V>,
    /// The signed distance that counts as contact, if it is given.
    pub target_distance: Option<V::Scalar>,
    /// What bodies in contact at the start mean, if it is given.
    pub initial_overlap: Option<Overlap>,
    /// How near the bounds of a closest approach come, if it is given.
    pub within: Option<V::Scalar>,
    /// The distance of which a closest approach reports all times within it, if it is given.
    pub below: Option<V::Scalar>,
}

/// The motions of an object like `{"a": {"linear": [..], "angular": [..]}, "b": {..}}`; what is not given is zero.
pub fn motions<V: ReadMotion>(node: &Node, starts: [&Pose<V>; 2]) -> Result<Motions<V>, ReadError> {
    let fields = node.object(&["a", "b", "target_distance", "initial_overlap", "within", "below"])?;
    let [a, b] = [("a", starts[0]), ("b", starts[1])].map(|(side, start)| motion(&fields, side, start));
    let length = |key| fields.get(key).map(|node| node.size().map(V::Scalar::from_f64)).transpose();
    let (target_distance, within) = (length("target_distance")?, length("within")?);
    let below = fields.get("below").map(|node| node.number().map(V::Scalar::from_f64)).transpose()?;
    let overlap = fields.get("initial_overlap").map(|node| initial_overlap(&node)).transpose()?;
    Ok(Motions { a: a?, b: b?, target_distance, initial_overlap: overlap, within, below })
}

/// What it means that bodies are in contact at the start: `"counts"`, `"ignored"` or `"only_approaching"`.
pub fn initial_overlap(node: &Node) -> Result<Overlap, ReadError> {
    Ok(match node.one_of(&["counts", "ignored", "only_approaching"])? {
        "ignored" => Overlap::Ignored,
        "only_approaching" => Overlap::OnlyApproaching,
        _ => Overlap::Counts,
    })
}

fn motion<V: ReadMotion>(sides: &Fields, side: &str, start: &Pose<V>) -> Result<LinearMotion<V>, ReadError> {
    match sides.get(side) {
        Some(node) => motion_of(&node, start),
        None => still(start).map_err(|error| sides.node().error(error.to_string())),
    }
}

fn still<V: ReadMotion>(start: &Pose<V>) -> Result<LinearMotion<V>, clearance::ShapeError> {
    LinearMotion::new(*start, V::ZERO, V::STILL)
}

/// The motion of an object `{"linear": [..], "angular": [..]}`; what is not given is zero.
pub(crate) fn motion_of<V: ReadMotion>(node: &Node, start: &Pose<V>) -> Result<LinearMotion<V>, ReadError> {
    let fields = node.object(&["linear", "angular"])?;
    let linear = fields.get("linear").map_or(Ok(V::ZERO), |node| vector(&node))?;
    let angular = fields.get("angular").map_or(Ok(V::STILL), |node| V::angular(&node))?;
    LinearMotion::new(*start, linear, angular).map_err(|error| node.error(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vector;
    use clearance::query::motion::Motion;

    fn read<V: ReadMotion>(text: &str) -> Result<Motions<V>, String> {
        let start = Pose::IDENTITY;
        motions(&Node::root(&Json::parse(text).unwrap(), "/motion"), [&start; 2]).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_given_stays() {
        let found = read::<Vec3<f64>>(r#"{"b": {"linear": [1, 2, 3]}}"#).unwrap();
        assert_eq!(found.a.pose_at(1.0), Pose::IDENTITY);
        assert_eq!(found.b.pose_at(0.5).translation(), Vec3::new(0.5, 1.0, 1.5));
        assert_eq!((found.target_distance, found.within, found.below), (None, None, None));
    }

    #[test]
    fn the_plane_turns_by_one_angle() {
        let found = read::<Vec2<f64>>(r#"{"a": {"angular": [3.141592653589793]}}"#).unwrap();
        assert!((found.a.pose_at(0.5).point(Vec2::new(1.0, 0.0)) - Vec2::new(0.0, 1.0)).max_abs() < 1e-15);
        assert_eq!(read::<Vec2<f64>>(r#"{"a": {"angular": 3.141592653589793}}"#).unwrap(), found);
        let refused = read::<Vec2<f64>>(r#"{"a": {"angular": [0, 0, 1]}}"#).unwrap_err();
        assert_eq!(refused, "/motion/a/angular: expected a list of 1 numbers, got a list of 3");
    }

    #[test]
    fn an_overlap_at_the_start_has_three_meanings() {
        let found = read::<Vec3<f64>>(r#"{"initial_overlap": "only_approaching"}"#).unwrap();
        assert_eq!(found.initial_overlap, Some(Overlap::OnlyApproaching));
        let refused = read::<Vec3<f64>>(r#"{"initial_overlap": "aproaching"}"#).unwrap_err();
        assert!(refused.starts_with("/motion/initial_overlap: "), "{refused}");
    }

    #[test]
    fn a_target_is_a_distance() {
        let refused = read::<Vec3<f64>>(r#"{"target_distance": -0.5}"#).unwrap_err();
        assert_eq!(refused, "/motion/target_distance: must not be negative, got -0.5");
    }
}
