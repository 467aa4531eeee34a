//! Trajectories in other files, as the JSON that [`Trajectory::from_json`](clearance_robot::Trajectory::from_json)
//! reads: CSV, and trajectory messages of ROS and MoveIt.

use clearance_scene::json::Json;

use crate::paths::{PathFormat, csv_times, message_trajectories};
use clearance_scene::ReadError;

/// The trajectories of a text, each as a text in JSON.
///
/// CSV has a column `time`, one for each joint by its name, and optional ones `NAME.velocity` and `NAME.acceleration`.
/// Messages have the times of their points in `time_from_start`, whole seconds and nanoseconds, taken to the nearest
/// double.
pub fn trajectory_texts(text: &str, format: PathFormat) -> Result<Vec<String>, ReadError> {
    if let Some(own) = own(text) {
        return Ok(vec![own.to_string()]);
    }
    let found = match format {
        PathFormat::JsonLines => {
            return Ok(text.lines().filter(|line| !line.trim().is_empty()).map(String::from).collect());
        }
        PathFormat::Csv => csv_times(text)?,
        PathFormat::Json => message_trajectories(&[Json::parse(text)?])?,
        PathFormat::Yaml => message_trajectories(&crate::paths::documents(text)?)?,
        PathFormat::Ompl => {
            return Err(ReadError::new("what OMPL prints has no times: it is a path, not a trajectory"));
        }
    };
    Ok(found.into_iter().map(|json| json.to_string()).collect())
}

/// A text that is one trajectory in this program's own format.
fn own(text: &str) -> Option<Json> {
    let json = Json::parse(text).ok()?;
    let Json::Object(entries) = &json else { return None };
    let Some((_, Json::List(points))) = entries.iter().find(|(key, _)| key == "points") else { return None };
    let is_point = |json: &Json| matches!(json, Json::Object(keys) if keys.iter().any(|(key, _)| key == "time"));
    points.first().is_some_and(is_point).then_some(json)
}
