//! Paths in the files that planners write, as lines of JSON.
//!
//! Every format becomes the items that `robot check` reads anyway, `{"id", "path": [q, ..]}` with joints by name where
//! the file names them, so that one reader says what is wrong with a configuration.

mod csv;
mod degrees;
mod messages;
mod ompl;
mod timed;
#[cfg(feature = "yaml")]
mod yaml;

pub use degrees::csv_in_radians;
#[cfg(not(feature = "yaml"))]
pub(crate) use messages::documents;
pub(crate) use messages::trajectories as message_trajectories;
pub(crate) use timed::csv_times;
#[cfg(feature = "yaml")]
pub(crate) use yaml::documents;

use std::path::Path;

use clearance_scene::json::Json;

use clearance_scene::ReadError;

/// A format of files with paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFormat {
    /// Items of one line each: they are read as they are.
    JsonLines,
    /// Rows of joint values, with a header of joint names or without one.
    Csv,
    /// Trajectory messages of ROS and MoveIt in JSON.
    Json,
    /// Trajectory messages of ROS and MoveIt in YAML.
    Yaml,
    /// What OMPL prints of a geometric path, as states or as a matrix.
    Ompl,
}

impl PathFormat {
    /// The format of a file: by its extension, and where that leaves it open, by its text.
    pub fn of(path: &Path, text: &str) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        match extension.as_str() {
            "csv" | "tsv" => PathFormat::Csv,
            "yaml" | "yml" => PathFormat::Yaml,
            // A message may be written on many lines, items are not.
            "json" if Json::parse(text).is_ok_and(|json| !is_item(&json)) => PathFormat::Json,
            "txt" | "path" | "ompl" => PathFormat::Ompl,
            _ => PathFormat::JsonLines,
        }
    }
}

fn is_item(json: &Json) -> bool {
    let Json::Object(entries) = json else { return false };
    entries.iter().any(|(key, _)| ["from", "path", "id"].contains(&key.as_str()))
}

/// The paths of a text as lines of JSON, each with the id of the file, numbered if there are several.
pub fn path_lines(text: &str, format: PathFormat, id: &str) -> Result<String, ReadError> {
    let paths = match format {
        PathFormat::JsonLines => return Ok(text.into()),
        PathFormat::Csv => csv::paths(text)?,
        PathFormat::Json => messages::paths(&[Json::parse(text)?])?,
        PathFormat::Yaml => messages::paths(&documents(text)?)?,
        PathFormat::Ompl => ompl::paths(text)?,
    };
    let count = paths.len();
    let line = |(i, points): (usize, Vec<Json>)| {
        let id = if count == 1 { id.to_string() } else { format!("{id}#{}", i + 1) };
        let item = vec![("id".to_string(), Json::Text(id)), ("path".to_string(), Json::List(points))];
        format!("{}\n", Json::Object(item))
    };
    Ok(paths.into_iter().enumerate().map(line).collect())
}

/// The numbers of words, if all are.
fn numbers<'t>(words: impl Iterator<Item = &'t str>) -> Option<Vec<Json>> {
    words.map(|word| word.trim().parse().ok().map(Json::Number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, format: PathFormat) -> Result<String, String> {
        path_lines(text, format, "p").map_err(|error| error.to_string())
    }

    #[test]
    fn rows_with_and_without_names_are_paths() {
        let named = lines("time, j1, j2\n0, 0.5, 1e-3\n# later\n0.1, 1, 2\n", PathFormat::Csv).unwrap();
        assert_eq!(named, "{\"id\": \"p\", \"path\": [{\"j1\": 0.5, \"j2\": 0.001}, {\"j1\": 1, \"j2\": 2}]}\n");
        let several = lines("id;j\na;1\na;2\nb;3\nb;4\n", PathFormat::Csv).unwrap();
        assert_eq!(several.lines().count(), 2);
        assert!(several.starts_with("{\"id\": \"p#1\", \"path\": [{\"j\": 1}, {\"j\": 2}]}\n"));
        assert_eq!(lines("1,2\n3,4\n", PathFormat::Csv).unwrap(), "{\"id\": \"p\", \"path\": [[1, 2], [3, 4]]}\n");
        assert_eq!(lines("j1,j2\n1,2\n3\n", PathFormat::Csv).unwrap_err(), "line 3: expected 2 values, got 1");
        assert_eq!(lines("j1\n1\nx\n", PathFormat::Csv).unwrap_err(), "line 3: expected numbers, got \"x\"");
    }

    #[test]
    fn what_ompl_prints_is_read_both_ways() {
        let states = "Geometric path with 2 states\nRealVectorState [0 0.5]\nRealVectorState [1 -2e-3]\n\n";
        let expected = "{\"id\": \"p\", \"path\": [[0, 0.5], [1, -0.002]]}\n";
        assert_eq!(lines(states, PathFormat::Ompl).unwrap(), expected);
        assert_eq!(lines("0 0.5\n1 -0.002\n\n", PathFormat::Ompl).unwrap(), expected);
        let compound = "Geometric path with 2 states\nCompound state [\nSO2State [0]\nRealVectorState [0.5]\n]\n\
                        Compound state [\nSO2State [1]\nRealVectorState [-0.002]\n]\n";
        assert_eq!(lines(compound, PathFormat::Ompl).unwrap(), expected);
        let refused = lines("Geometric path with 1 states\nSO3State [0 0 0 1]\n", PathFormat::Ompl).unwrap_err();
        assert_eq!(refused, "line 2: expected RealVectorState or SO2State, got \"SO3State\"");
    }

    #[test]
    fn trajectory_messages_are_found_at_any_depth() {
        let expected =
            "{\"id\": \"p\", \"path\": [{\"a\": 0, \"b\": 1, \"c\": 7}, {\"a\": 0.5, \"b\": 2, \"c\": 7}]}\n";
        let yaml = "trajectory_start:\n  joint_state:\n    name: [c, a]\n    position: [7.0, 9]\ntrajectory:\n- joint_trajectory:\n    \
                    header: {frame_id: world}\n    joint_names: [a, b]\n    points:\n    - positions: [0, 1]\n      velocities: []\n    \
                    - positions: [0.5, 2.0]\n  multi_dof_joint_trajectory:\n    joint_names: []\n    points: []\n---\n";
        assert_eq!(lines(yaml, PathFormat::Yaml).unwrap(), expected);
        let json = "{\"joint_names\": [\"a\"], \"points\": [{\"positions\": [1]},\n {\"positions\": [2]}]}";
        assert_eq!(PathFormat::of(Path::new("x.json"), json), PathFormat::Json);
        assert_eq!(lines(json, PathFormat::Json).unwrap(), "{\"id\": \"p\", \"path\": [{\"a\": 1}, {\"a\": 2}]}\n");
        let short = "{\"joint_names\": [\"a\", \"b\"], \"points\": [{\"positions\": [1]}]}";
        assert_eq!(lines(short, PathFormat::Json).unwrap_err(), "/points/0/positions: expected 2 values, got 1");
        let base = "{\"multi_dof_joint_trajectory\": {\"joint_names\": [\"base\"], \"points\": [{}]}}";
        let refused = lines(base, PathFormat::Json).unwrap_err();
        assert_eq!(
            refused,
            "/multi_dof_joint_trajectory: joints of several values are held and cannot be moved by a path"
        );
        assert!(lines("a: 1", PathFormat::Yaml).unwrap_err().contains("no trajectory"));
    }
}
