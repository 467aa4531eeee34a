//! Constraints along paths, in JSON.

use std::path::Path;

use clearance_robot::Constraint;
use clearance_scene::ReadError;
use clearance_scene::json::{Json, Node};

/// The constraints of a file, `{"constraints": [{"name", "link", ..}, ..]}`.
///
/// ```
/// use clearance_models::constraints;
/// let text = r#"{"constraints": [{"name": "upright", "link": "cup", "axis": [0, 0, 1], "angle": 0.1}]}"#;
/// assert_eq!(constraints(text).unwrap()[0].limit(), 0.1);
/// ```
pub fn constraints(text: &str) -> Result<Vec<Constraint>, ReadError> {
    let json = Json::parse(text)?;
    let root = Node::root(&json, "");
    root.object(&["constraints"])?.need("constraints")?.list()?.map(|node| constraint(&node)).collect()
}

/// The constraints of a file by its name.
pub fn constraints_of_file(path: &Path) -> Result<Vec<Constraint>, ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let text =
        std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    constraints(&text).map_err(here)
}

/// A constraint as files and certificates have it.
pub(crate) fn constraint(node: &Node) -> Result<Constraint, ReadError> {
    serde_json::from_str(&node.value().to_string()).map_err(|error| {
        // The place is that of the node: a column of its text says nothing.
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        node.error(what)
    })
}
