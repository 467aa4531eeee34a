//! Trajectory messages: `JointTrajectory` of ROS, alone or in `RobotTrajectory`, `DisplayTrajectory` and goals of
//! MoveIt.

use clearance_scene::json::Json;

use super::timed;
use clearance_scene::ReadError;

/// The documents of a YAML text, which this build does not read.
#[cfg(not(feature = "yaml"))]
pub(crate) fn documents(_: &str) -> Result<Vec<Json>, ReadError> {
    Err(ReadError::new("YAML is not read: the library is built without its feature \"yaml\""))
}

/// The paths of all trajectories in some documents, in their order. Joints that a trajectory does not name have the
/// values of the `trajectory_start` beside it, if there is one.
pub(super) fn paths(documents: &[Json]) -> Result<Vec<Vec<Json>>, ReadError> {
    all(documents, |Message { names, points, start, place }| {
        let of = |(i, point): (usize, &Json)| {
            configuration(point, names, start)
                .map_err(|what| ReadError::new(what).within(format_args!("{place}/points/{i}/positions")))
        };
        (0..).zip(points.iter()).map(of).collect()
    })
}

/// The trajectories in some documents as JSON with times, in their order. Joints that they do not name stay at the
/// values of the `trajectory_start`.
pub(crate) fn trajectories(documents: &[Json]) -> Result<Vec<Json>, ReadError> {
    all(documents, |Message { names, points, start, place }| {
        let rest: Vec<_> =
            start.iter().filter(|(name, _)| !names.iter().any(|known| text(known).as_ref() == Some(name))).collect();
        let of = |(i, point): (usize, &Json)| {
            let found = timed::point(point, names.len()).map(|point| extended(point, &rest));
            found.map_err(|what| ReadError::new(what).within(format_args!("{place}/points/{i}")))
        };
        let points: Vec<Json> = (0..).zip(points.iter()).map(of).collect::<Result<_, ReadError>>()?;
        let mut names = names.to_vec();
        names.extend(rest.iter().map(|(name, _)| Json::Text(name.clone())));
        Ok(timed::trajectory(names, points))
    })
}

/// A point with joints that stand still.
fn extended(point: Json, rest: &[&(String, Json)]) -> Json {
    let Json::Object(entries) = point else { return point };
    let more = |(key, value): (String, Json)| match value {
        Json::List(mut list) => {
            let still = |value: &Json| if key == "positions" { value.clone() } else { Json::Number(0.0) };
            list.extend(rest.iter().map(|(_, value)| still(value)));
            (key, Json::List(list))
        }
        other => (key, other),
    };
    Json::Object(entries.into_iter().map(more).collect())
}

/// What `read` makes of all trajectories in some documents, in their order.
fn all<T>(documents: &[Json], read: impl Fn(&Message) -> Result<T, ReadError>) -> Result<Vec<T>, ReadError> {
    let mut found = Vec::new();
    let mut visit = |message: &Message| read(message).map(|made| found.push(made));
    documents.iter().try_for_each(|document| find(document, "", &[], &mut visit))?;
    if found.is_empty() {
        return Err(ReadError::new(
            "no trajectory: expected an object with \"joint_names\" and \"points\" at any depth",
        ));
    }
    Ok(found)
}

/// A trajectory message with the state that it starts from.
struct Message<'m> {
    names: &'m [Json],
    points: &'m [Json],
    start: &'m [(String, Json)],
    place: &'m str,
}

type Entries = Vec<(String, Json)>;

fn entry<'j>(entries: &'j Entries, name: &str) -> Option<&'j Json> {
    entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn list<'j>(entries: &'j Entries, name: &str) -> Option<&'j Vec<Json>> {
    match entry(entries, name) {
        Some(Json::List(list)) => Some(list),
        _ => None,
    }
}

fn find(
    json: &Json,
    place: &str,
    start: &[(String, Json)],
    visit: &mut dyn FnMut(&Message) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let entries = match json {
        Json::List(items) => {
            let mut items = (0..).zip(items);
            return items.try_for_each(|(i, item): (usize, &Json)| find(item, &format!("{place}/{i}"), start, visit));
        }
        Json::Object(entries) => entries,
        _ => return Ok(()),
    };
    if let (Some(names), Some(points)) = (list(entries, "joint_names"), list(entries, "points")) {
        if points.is_empty() {
            return Ok(());
        }
        if place.ends_with("multi_dof_joint_trajectory") {
            let what = "joints of several values are held and cannot be moved by a path";
            return Err(ReadError::new(what).within(place));
        }
        return visit(&Message { names, points, start, place });
    }
    let own = entry(entries, "trajectory_start").map(state).unwrap_or_default();
    let start = if own.is_empty() { start } else { &own };
    entries.iter().try_for_each(|(key, value)| find(value, &format!("{place}/{key}"), start, visit))
}

/// The names and positions of a `RobotState`.
fn state(json: &Json) -> Entries {
    let Json::Object(entries) = json else { return Entries::new() };
    let Some(Json::Object(joints)) = entry(entries, "joint_state") else { return Entries::new() };
    let (Some(names), Some(positions)) = (list(joints, "name"), list(joints, "position")) else {
        return Entries::new();
    };
    names.iter().zip(positions).filter_map(|(name, value)| Some((text(name)?, value.clone()))).collect()
}

fn text(json: &Json) -> Option<String> {
    match json {
        Json::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// The joint values of a point.
fn configuration(point: &Json, names: &[Json], start: &[(String, Json)]) -> Result<Json, String> {
    let Json::Object(entries) = point else { return Err("expected an object with \"positions\"".into()) };
    let positions = list(entries, "positions").ok_or("expected a list of positions")?;
    if positions.len() != names.len() {
        return Err(format!("expected {} values, got {}", names.len(), positions.len()));
    }
    let names: Option<Vec<String>> = names.iter().map(text).collect();
    let names = names.ok_or("expected joint_names that are strings")?;
    let mut all: Entries = names.into_iter().zip(positions.iter().cloned()).collect();
    for (name, value) in start {
        if entry(&all, name).is_none() {
            all.push((name.clone(), value.clone()));
        }
    }
    Ok(Json::Object(all))
}
