//! Scene files as JSON.

use std::collections::HashMap;
use std::path::Path;

use clearance::Vec3;

use super::body::{SceneBody, scene_body};
use super::groups::{Groups, Named, PairRules};
use super::{AnyScene, SceneFile, gltf, moveit};
use crate::case::known_dimension;
use crate::error::ReadError;
use crate::file_kind::file_kind;
use crate::json::{Fields, Json, Node};
use crate::mesh::{Format, read_mesh_scene};
use crate::mesh_files::MeshFiles;
use crate::mesh_use::MeshOptions;
use crate::shape_json::ReadShape;
use clearance_world::hint;

/// The scene of a file: of JSON, whose mesh files are relative to its folder, of the nodes of a glTF or 3MF file, or of
/// a planning scene of MoveIt (`.scene`).
pub fn read_scene(path: &Path) -> Result<AnyScene, ReadError> {
    read_scene_beside(path, &[])
}

/// The scene of a file, whose `ignore` and `margins` may also name what stands beside it, such as the links of a robot.
pub fn read_scene_beside(path: &Path, outside: &[&str]) -> Result<AnyScene, ReadError> {
    read_scene_with(path, outside, MeshOptions::default())
}

/// [`read_scene_beside`], with options for all meshes.
pub fn read_scene_with(path: &Path, outside: &[&str], options: MeshOptions) -> Result<AnyScene, ReadError> {
    if matches!(Format::of(path), Some(Format::Gltf | Format::ThreeMf)) {
        return gltf::scene(read_mesh_scene(path)?, path, &options).map_err(|error| error.within(path.display()));
    }
    let here = |error: ReadError| error.within(path.display());
    if let Some(kind) = file_kind(path) {
        return Err(here(ReadError::new(format!(
            "{kind}; expected a scene in JSON, a glTF or 3MF file, or a .scene of MoveIt"
        ))));
    }
    let bytes = std::fs::read(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| here(ReadError::new("not valid UTF-8")))?;
    let files = MeshFiles::relative_to(path.parent().unwrap_or(Path::new(""))).with(options);
    let read = if is_planning_scene(path) { scene_of } else { parse_scene_beside };
    read(text, &files, outside).map_err(here)
}

fn is_planning_scene(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("scene"))
}

/// The scene of a text of MoveIt, with notes of what is not as it says.
pub(super) fn scene_of(text: &str, files: &MeshFiles, outside: &[&str]) -> Result<AnyScene, ReadError> {
    let (json, notes) = moveit::scene(text)?;
    let mut found: SceneFile<Vec3<f64>> = scene(&Node::root(&json, "").fields()?, files, outside)?;
    found.notes.extend(notes);
    Ok(AnyScene::Space(found))
}

/// The scene of a JSON text.
///
/// ```
/// use clearance_scene::{AnyScene, MeshFiles, parse_scene};
/// let text = r#"{"bodies": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "margin": 0.125}]}"#;
/// let AnyScene::Space(scene) = parse_scene(text, &MeshFiles::relative_to(""))? else { panic!("in space") };
/// assert_eq!((scene.find("ball"), scene.margin(0, 0)), (Some(0), 0.25));
/// # Ok::<(), clearance_scene::ReadError>(())
/// ```
pub fn parse_scene(text: &str, files: &MeshFiles) -> Result<AnyScene, ReadError> {
    parse_scene_beside(text, files, &[])
}

/// [`parse_scene`] of a scene whose rules may name others that are not in it.
pub fn parse_scene_beside(text: &str, files: &MeshFiles, outside: &[&str]) -> Result<AnyScene, ReadError> {
    let tree = Json::parse(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    let node = Node::root(&tree, "");
    let fields = node.object(&["dim", "bodies", "ignore", "groups", "margins"])?;
    let dim = fields.get("dim").map_or(Ok(3.0), |node| node.number())?;
    if dim == 2.0 {
        known_dimension(2).map_err(|error| error.within("/dim"))?;
    }
    match dim {
        #[cfg(feature = "plane")]
        2.0 => Ok(AnyScene::Plane(scene(&fields, files, outside)?)),
        3.0 => Ok(AnyScene::Space(scene(&fields, files, outside)?)),
        other => Err(ReadError::new(format!("expected 2 or 3, got {other}")).within("/dim")),
    }
}

fn scene<V: ReadShape>(fields: &Fields, files: &MeshFiles, outside: &[&str]) -> Result<SceneFile<V>, ReadError> {
    let mut groups = Groups::default();
    let mut bodies: Vec<SceneBody<V>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for node in fields.need("bodies")?.list()? {
        let body = scene_body(&node, files, |node| groups.of_body(node))?;
        if let Some(first) = places.insert(body.name.clone(), bodies.len()) {
            let name = node.fields()?.need("name")?;
            return Err(name.error(format!("{:?} is the name of body {first} already", body.name)));
        }
        bodies.push(body);
    }
    if let Some(rules) = fields.get("groups") {
        groups.read_rules(&rules)?;
    }
    let find = |node: &Node| named(node.text()?, &places, outside).map_err(|error| node.error(error.to_string()));
    let PairRules { ignore, margins, outside } = PairRules::read(fields, find)?;
    Ok(SceneFile { bodies, groups: groups.list, ignore, margins, outside, notes: files.notes() })
}

/// What has a name: a body, or else one beside the file; or an error that says what was probably meant.
fn named(name: &str, places: &HashMap<String, usize>, outside: &[&str]) -> Result<Named, ReadError> {
    if let Some(&place) = places.get(name) {
        return Ok(Named::Body(place));
    }
    if outside.contains(&name) {
        return Ok(Named::Outside(name.into()));
    }
    let mut names: Vec<&str> = places.keys().map(String::as_str).chain(outside.iter().copied()).collect();
    names.sort_unstable();
    Err(ReadError::new(format!("no body is named {name:?}{}", hint(name, &names))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::OutsideRule;
    use clearance_world::Body;

    fn read(text: &str) -> Result<AnyScene, ReadError> {
        parse_scene(text, &MeshFiles::relative_to(""))
    }

    fn refusal(text: &str) -> String {
        let Err(error) = read(text) else { panic!("an error is expected of {text}") };
        error.to_string()
    }

    const ROOM: &str = r#"{"bodies": [
        {"name": "table", "shape": {"kind": "box", "half_extents": [1, 2, 0.5]}, "fixed": true, "group": "room"},
        {"name": "cup", "shape": {"kind": "compound", "parts": [
            {"shape": {"kind": "sphere", "radius": 0.25}},
            {"shape": {"kind": "point"}, "pose": {"translation": [1, 2, 0]}}]}, "margin": 0.125},
        {"name": "lamp", "shape": {"kind": "point"}, "group": "room", "margin": 0.5, "motion": {"linear": [1, 0, 0]}}],
        "ignore": [["lamp", "cup"]], "groups": {"room": {"ignores": ["room"]}}, "margins": [["cup", "table", 0.75]]}"#;

    #[test]
    fn a_scene_is_read_with_its_rules() {
        let scene = read(ROOM).unwrap().into_space().unwrap();
        let [table, cup, lamp] = ["table", "cup", "lamp"].map(|name| scene.find(name).unwrap());
        let bits = scene.group_bits().unwrap();
        let by_groups = |a: usize, b: usize| bits[a].0 & bits[b].1 == 0;
        assert!(by_groups(table, lamp) && by_groups(lamp, table) && !by_groups(cup, lamp) && !by_groups(table, cup));
        assert_eq!(scene.ignore, [[cup, lamp]]);
        assert_eq!([scene.margin(table, cup), scene.margin(lamp, cup), scene.margin(table, lamp)], [0.75, 0.625, 0.5]);
        assert!(scene.bodies[table].fixed && scene.bodies[lamp].motion.is_some());
        let Body::Compound(compound) = &scene.bodies[cup].body else { panic!("a compound") };
        let places: Vec<[f64; 3]> = compound.posed_parts().iter().map(|(_, at)| at.translation().into()).collect();
        assert_eq!(places, [[0.0, 0.0, 0.0], [1.0, 2.0, 0.0]]);
    }

    #[test]
    fn rules_may_name_what_stands_beside_the_scene() {
        let rules = r#""margins": [["cup", "hand", 0.25], ["cup", "table", 0.75]], "ignore": [["hand", "lamp"]]}"#;
        let text = &ROOM[..ROOM.find("\"ignore\"").unwrap()];
        let read = |rest: &str| parse_scene_beside(&(text.to_string() + rest), &MeshFiles::relative_to(""), &["hand"]);
        let scene = read(rules).unwrap().into_space().unwrap();
        let [cup, lamp] = ["cup", "lamp"].map(|name| scene.find(name).unwrap());
        let rule = |body, margin| OutsideRule { body, other: "hand".into(), margin };
        assert_eq!(scene.outside, [rule(lamp, None), rule(cup, Some(0.25))]);
        assert_eq!((scene.margins.len(), scene.ignore.len()), (1, 0));
        let Err(error) = read(r#""ignore": [["hnad", "cup"]]}"#) else { panic!("an error is expected") };
        assert_eq!(error.to_string(), r#"/ignore/0/0: no body is named "hnad" (did you mean "hand"?)"#);
        let Err(error) = read(r#""ignore": [["hand", "hand"]]}"#) else { panic!("an error is expected") };
        assert_eq!(error.to_string(), r#"/ignore/0: expected the name of a body, got "hand" and "hand""#);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let body = |rest: &str| format!(r#"{{"bodies": [{{"name": "a", "shape": {{"kind": "point"}}{rest}]}}"#);
        let mistakes = [
            (
                body(r#"}, {"name": "a", "shape": {"kind": "point"}}"#),
                r#"/bodies/1/name: "a" is the name of body 0 already"#,
            ),
            (body(r#", "margin": -1}"#), "/bodies/0/margin: must not be negative, got -1"),
            (body(r#", "fixed": true, "motion": {}}"#), "/bodies/0: a fixed body cannot have a motion"),
            (
                body(r#", "poze": {}}"#),
                r#"/bodies/0: unknown key "poze", expected "name", "shape", "pose", "group", "margin", "fixed", "motion" (did you mean "pose"?)"#,
            ),
            (
                ROOM.replace(r#"[["lamp", "cup"]]"#, r#"[["lamp", "cupp"]]"#),
                r#"/ignore/0/1: no body is named "cupp" (did you mean "cup"?)"#,
            ),
            (ROOM.replace(r#"["lamp", "cup"]"#, r#"["cup"]"#), "/ignore/0: expected two names, got a list of 1"),
            (ROOM.replace(r#"["lamp", "cup"]"#, r#"["cup", "cup"]"#), "/ignore/0: expected two different bodies"),
            (
                ROOM.replace(r#"["room"]"#, r#"["rooms"]"#),
                r#"/groups/room/ignores/0: no group is named "rooms" (did you mean "room"?)"#,
            ),
            (
                ROOM.replace("0.75]]", r#"0.75], ["table", "cup", 1]]"#),
                "/margins/1: the pair has a margin already, by entry 0",
            ),
            (ROOM.replace("0.75]]", "\"x\"]]"), r#"/margins/0/2: expected a number, got "x""#),
            (r#"{"bodies": 7}"#.into(), "/bodies: expected a list, got 7"),
            (r#"{"dim": 4, "bodies": []}"#.into(), "/dim: expected 2 or 3, got 4"),
        ];
        for (text, expected) in mistakes {
            assert_eq!(refusal(&text), expected);
        }
    }
}
