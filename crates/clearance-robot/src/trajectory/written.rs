//! Trajectories as JSON.

use clearance_scene::json::Json;

use super::body::numbers;
use super::{JerkPiece, JointPiece, Pace, Source, State, TimedPoint, Trajectory, Trapezoid};
use crate::model::robot::Robot;

fn object<const N: usize>(entries: [(&str, Option<Json>); N]) -> Json {
    let given = entries.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?)));
    Json::Object(given.collect())
}

impl Trajectory {
    /// The trajectory in JSON, for all values of a robot: what [`from_json`](Self::from_json) reads again.
    ///
    /// Rotations of bodies that were not read from JSON are written as unit quaternions, which rounds them.
    pub fn to_json(&self, robot: &Robot) -> Json {
        let names: Vec<&String> = robot.variables().iter().map(|&joint| &robot.joints()[joint].name).collect();
        let (kind, points, pieces) = match &self.source {
            Source::Points(points, kind) => (kind.name(), points.clone(), None),
            Source::Pieces(start, joints) => ("pieces", vec![first(*start, joints)], Some(joints)),
        };
        // From the start on it is that of all; the others begin at points.
        let start = self.span()[0];
        let tube_at =
            |time: f64| self.tubes.iter().rev().find(|(from, _)| *from == time).map(|(_, sizes)| numbers(sizes));
        let mut rows: Vec<Json> = Vec::new();
        for point in &points {
            let tube = if point.time == start { None } else { tube_at(point.time) };
            let list = |values: &Option<Vec<f64>>| values.as_deref().map(numbers);
            rows.push(object([
                ("time", Some(Json::Number(point.time))),
                ("positions", Some(numbers(&point.positions))),
                ("velocities", list(&point.velocities)),
                ("accelerations", list(&point.accelerations)),
                ("tube", tube),
            ]));
        }
        let pieces = pieces.map(|joints| {
            let of = |(name, (_, pieces)): (&&String, &(State, Vec<JointPiece>))| {
                ((*name).clone(), Json::List(pieces.iter().map(written).collect()))
            };
            Json::Object(names.iter().zip(joints).map(of).collect())
        });
        let bodies = self.bodies.iter().map(|body| (body.name.clone(), body.to_json())).collect();
        object([
            ("version", Some(Json::Number(1.0))),
            ("joints", Some(Json::List(names.iter().map(|name| Json::Text((*name).clone())).collect()))),
            ("interpolation", Some(Json::Text(kind.into()))),
            ("points", Some(Json::List(rows))),
            ("pieces", pieces),
            ("tube", tube_at(start)),
            ("bodies", (!self.bodies.is_empty()).then_some(Json::Object(bodies))),
        ])
    }
}

fn first(start: f64, joints: &[(State, Vec<JointPiece>)]) -> TimedPoint {
    let of = |part: fn(&State) -> f64| joints.iter().map(|(state, _)| part(state)).collect();
    TimedPoint::at(start, of(|state| state.position))
        .with_velocities(of(|state| state.velocity))
        .with_accelerations(of(|state| state.acceleration))
}

fn written(piece: &JointPiece) -> Json {
    let number = |value: f64| Some(Json::Number(value));
    match *piece {
        JointPiece::Jerk(JerkPiece { duration, acceleration, jerk }) => object([
            ("duration", number(duration)),
            ("acceleration", acceleration.map(Json::Number)),
            ("jerk", number(jerk)),
        ]),
        JointPiece::Trapezoid(Trapezoid { to, pace: Pace::Within { velocity, acceleration } }) => {
            object([("to", number(to)), ("velocity", number(velocity)), ("acceleration", number(acceleration))])
        }
        JointPiece::Trapezoid(Trapezoid { to, pace: Pace::Takes { duration, ramp } }) => {
            object([("to", number(to)), ("duration", number(duration)), ("ramp", number(ramp))])
        }
    }
}
