//! Bodies of the world that move: through waypoints in time, or at constant rates.

use clearance::query::motion::{LinearMotion, Rotating};
use clearance::{Pose3, Vec3, Vector};
use clearance_scene::json::Json;

use super::{TrajectoryError, refuse};
use crate::path::{Carry, POSE};

/// A pose of a body at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// Seconds.
    pub time: f64,
    /// In the world.
    pub pose: Pose3<f64>,
}

/// What a body does between two waypoints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Between {
    /// The origin of its frame moves straight, and it turns about that by the shorter way, both at constant rates.
    #[default]
    Twist,
    /// It moves straight without turning: waypoints must have one rotation.
    Linear,
}

/// The motion of a body, and how far its pose may deviate.
///
/// Before the first waypoint it stands at that, and after the last one there.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyMotion {
    /// The name of a body of the scene.
    pub name: String,
    pub(crate) stretches: Vec<BodyPiece>,
    /// Where it stands if nothing moves it; `None` for where the scene has it.
    pub(crate) still: Option<Pose3<f64>>,
    /// How far it may deviate: a translation along each axis of its own frame, then a rotation vector about its origin.
    pub(crate) uncertain: [f64; POSE],
    /// What it was read from.
    pub(crate) written: Option<Json>,
    /// What it was made of, in JSON.
    pub(crate) made: Vec<(String, Json)>,
}

/// A part of a motion at constant rates, between two times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyPiece {
    pub times: [f64; 2],
    carry: Carry,
    /// Where it is at the end.
    last: Pose3<f64>,
}

/// A list of numbers.
pub(super) fn numbers(all: &[f64]) -> Json {
    Json::List(all.iter().map(|value| Json::Number(*value)).collect())
}

fn waypoint(time: f64, pose: &Pose3<f64>) -> Json {
    let quaternion = pose.rotor().to_unit_wxyz();
    let translation = numbers(&<[f64; 3]>::from(pose.translation()));
    let at = vec![("translation".to_string(), translation), ("quaternion".into(), numbers(&quaternion))];
    Json::Object(vec![("time".into(), Json::Number(time)), ("pose".into(), Json::Object(at))])
}

impl BodyMotion {
    /// A body that stands where the scene has it; for one whose pose may deviate.
    pub fn still(name: impl Into<String>) -> Self {
        BodyMotion {
            name: name.into(),
            stretches: Vec::new(),
            still: None,
            uncertain: [0.0; POSE],
            written: None,
            made: Vec::new(),
        }
    }

    /// A body that moves through waypoints, whose times increase.
    pub fn through(name: impl Into<String>, waypoints: &[Waypoint], between: Between) -> Result<Self, TrajectoryError> {
        let name = name.into();
        let here = |what: String| refuse(format!("body {name:?}: {what}"));
        let Some(first) = waypoints.first() else { return here("a motion must have a waypoint".into()) };
        if let Some(point) = waypoints.iter().find(|point| !point.time.is_finite()) {
            return here(format!("times must be finite, got {}", point.time));
        }
        let mut stretches = Vec::new();
        for pair in waypoints.windows(2) {
            let [from, to] = [&pair[0], &pair[1]];
            if from.time >= to.time {
                return here(format!("times must increase, got {} s and {} s", from.time, to.time));
            }
            let way = to.pose.translation() - from.pose.translation();
            let turn = <Vec3<f64> as Rotating>::arc(&from.pose.rotor(), &to.pose.rotor());
            if between == Between::Linear && turn != Vec3::ZERO {
                return here(format!("a linear motion does not turn, got another rotation at {} s", to.time));
            }
            let motion = LinearMotion::new(from.pose, way, turn).map_err(|error| TrajectoryError(error.to_string()))?;
            stretches.push(BodyPiece {
                times: [from.time, to.time],
                carry: Carry::new(motion, [way, turn]),
                last: to.pose,
            });
        }
        let still = stretches.is_empty().then_some(first.pose);
        let between = if between == Between::Linear { "linear" } else { "twist" };
        let points = waypoints.iter().map(|point| waypoint(point.time, &point.pose)).collect();
        let made = vec![("motion".into(), Json::List(points)), ("between".into(), Json::Text(between.into()))];
        Ok(BodyMotion { stretches, still, made, ..Self::still(name.clone()) })
    }

    /// A body that is at a pose at a time, and moves at constant rates in the world from then on, until another time:
    /// metres and radians a second.
    pub fn at_rates(
        name: impl Into<String>,
        first: Waypoint,
        until: f64,
        [linear, angular]: [Vec3<f64>; 2],
    ) -> Result<Self, TrajectoryError> {
        let name = name.into();
        let duration = until - first.time;
        if !(duration > 0.0 && duration.is_finite()) {
            return refuse(format!(
                "body {name:?}: a motion must end after it begins, got {} s and {until} s",
                first.time
            ));
        }
        let [way, turn] = [linear * duration, angular * duration];
        let motion = LinearMotion::new(first.pose, way, turn)
            .map_err(|error| TrajectoryError(format!("body {name:?}: {error}")))?;
        let last = clearance::query::motion::Motion::pose_at(&motion, 1.0);
        let stretch = BodyPiece { times: [first.time, until], carry: Carry::new(motion, [way, turn]), last };
        let rates = vec![
            ("linear".to_string(), numbers(&<[f64; 3]>::from(linear))),
            ("angular".to_string(), numbers(&<[f64; 3]>::from(angular))),
        ];
        let points = Json::List(vec![waypoint(first.time, &first.pose)]);
        let made = vec![("motion".into(), points), ("velocity".into(), Json::Object(rates))];
        Ok(BodyMotion { stretches: vec![stretch], made, ..Self::still(name) })
    }

    /// With a pose that may deviate: by a translation of up to so much along each axis of the body's frame, and by a
    /// rotation vector about its origin.
    pub fn uncertain(self, translation: [f64; 3], rotation: [f64; 3]) -> Result<Self, TrajectoryError> {
        let mut uncertain = [0.0; POSE];
        uncertain[..3].copy_from_slice(&translation);
        uncertain[3..].copy_from_slice(&rotation);
        match uncertain.iter().find(|size| !(**size >= 0.0 && size.is_finite())) {
            Some(size) => refuse(format!("body {:?}: a pose may be off by no negative size, got {size}", self.name)),
            None => Ok(BodyMotion { uncertain, written: None, ..self }),
        }
    }

    /// It in JSON: as it was read, or with rotations as unit quaternions, which rounds those that were given otherwise.
    pub(crate) fn to_json(&self) -> Json {
        if let Some(written) = &self.written {
            return written.clone();
        }
        let mut entries = self.made.clone();
        if self.uncertain.iter().any(|size| *size > 0.0) {
            let sizes = |part: &[f64]| numbers(part);
            let both = [("translation", &self.uncertain[..3]), ("rotation", &self.uncertain[3..])];
            let both = both.into_iter().map(|(key, part)| (key.to_string(), sizes(part))).collect();
            entries.push(("uncertain".into(), Json::Object(both)));
        }
        Json::Object(entries)
    }

    pub(crate) fn breaks(&self) -> impl Iterator<Item = f64> {
        self.stretches.iter().flat_map(|stretch| stretch.times)
    }

    /// What it does between two times that lie in one of its stretches; `scene` is where the scene has it.
    pub(crate) fn between(&self, [start, end]: [f64; 2], scene: &Pose3<f64>) -> Carry {
        let Some(first) = self.stretches.first() else { return Carry::Still(self.still.unwrap_or(*scene)) };
        if end <= first.times[0] {
            return first.carry.beginning();
        }
        for stretch in &self.stretches {
            let [begin, stop] = stretch.times;
            if start >= begin && end <= stop {
                let place = |time: f64| if time == stop { 1.0 } else { (time - begin) / (stop - begin) };
                return stretch.carry.part([start, end].map(place));
            }
        }
        Carry::Still(self.stretches[self.stretches.len() - 1].last)
    }
}
