//! Shapes of the kind `parts`: the union of the convex parts of a file, as `clearance decompose` writes it.

use std::any::TypeId;
use std::path::Path;

use clearance::shape::{Polytope, Shape};
use clearance::{Pose, ShapeError, Vec3};
use clearance_world::Body;

use super::dimension::NEEDS_SPACE;
use super::{ReadShape, body};
use crate::error::ReadError;
use crate::json::{Json, Node};
use crate::mesh::read_mesh;
use crate::mesh_files::{BodyKey, MeshFiles};

/// The union of the parts of a file. What was read once is kept, within the limit of [`MeshFiles`].
pub(super) fn file<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let fields = node.object(&["kind", "file"])?;
    let name = fields.need("file")?;
    let path = files.path(name.text()?);
    let key = BodyKey { path: path.clone(), space: TypeId::of::<V>(), reading: None };
    if let Some(known) = files.body(&key) {
        return Ok(known.0);
    }
    let made = match path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase().as_str() {
        "json" => compound(&path, files),
        "obj" => hulls(&path),
        _ => return Err(name.error(format!("expected a file of parts (.json or .obj), got {:?}", name.text()?))),
    };
    let (made, size) = made.map_err(|error| error.within(path.display()).within(name.pointer()))?;
    Ok(files.keep(key, size, (made, None)).0)
}

/// A compound in JSON, and how many letters it has.
fn compound<V: ReadShape>(path: &Path, files: &MeshFiles) -> Result<(Body<V>, usize), ReadError> {
    let text = std::fs::read_to_string(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")))?;
    let tree = Json::parse(&text)?;
    let node = Node::root(&tree, "");
    node.fields()?.need("kind")?.one_of(&["compound"])?;
    Ok((body(&node, files)?, text.len()))
}

/// The hulls of the objects of an OBJ file, and how many points they have.
fn hulls<V: ReadShape>(path: &Path) -> Result<(Body<V>, usize), ReadError> {
    let sets = read_mesh(path)?.point_sets();
    let size = sets.iter().map(Vec::len).sum();
    Ok((union::<V>(sets.iter().map(Vec::as_slice))?, size))
}

/// The union of the hulls of some points.
pub(super) fn union<'p, V: ReadShape>(sets: impl Iterator<Item = &'p [Vec3<f64>]>) -> Result<Body<V>, ReadError> {
    let refused = |error: ShapeError| ReadError::new(error.to_string());
    let hull = |points: &[Vec3<f64>]| {
        let corners = V::corners(points).ok_or_else(|| ReadError::new(NEEDS_SPACE))?;
        Ok(Shape::from(Polytope::new(&corners).map_err(refused)?))
    };
    let shapes: Vec<Shape<V>> = sets.map(hull).collect::<Result<_, ReadError>>()?;
    Body::compound(shapes.into_iter().map(|shape| (shape, Pose::IDENTITY))).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse_scene;
    use clearance::hull::convex_hull;

    #[test]
    fn a_scene_names_a_file_of_parts() {
        let folder = std::env::temp_dir().join(format!("clearance-file-of-parts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let cube = |x: f64| {
            let corner = |i: usize| Vec3::new(x + (i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64);
            convex_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
        };
        let parts = [cube(0.0), cube(3.0)];
        std::fs::write(folder.join("gate.json"), crate::mesh::parts_json(&parts)).unwrap();
        std::fs::write(folder.join("gate.obj"), crate::mesh::parts_obj(&parts)).unwrap();
        std::fs::write(folder.join("ball.json"), r#"{"kind": "sphere", "radius": 1}"#).unwrap();
        let read = |file: &str| {
            let text = format!(
                r#"{{"bodies": [{{"name": "gate", "shape": {{"kind": "parts", "file": "{file}"}}}},
                    {{"name": "ball", "shape": {{"kind": "sphere", "radius": 0.25}}, "pose": {{"translation": [2, 0.5, 0.5]}}}}]}}"#
            );
            parse_scene(&text, &MeshFiles::relative_to(&folder))
        };
        for file in ["gate.json", "gate.obj"] {
            let stage = crate::AnyStage::new(read(file).unwrap()).unwrap();
            let row = stage.pair(0, 1).unwrap();
            // A quarter of the way between both posts is free on either side: 0.75 from each.
            assert_eq!((row.signed_distance, row.status), (Some(0.75), "separated"), "{file}");
        }
        let refusal = |file: &str| read(file).map(|_| ()).unwrap_err().to_string();
        assert!(
            refusal("gate.stl")
                .contains(r#"/bodies/0/shape/file: expected a file of parts (.json or .obj), got "gate.stl""#)
        );
        assert!(refusal("ball.json").contains(r#"expected "compound", got "sphere""#), "{}", refusal("ball.json"));
        assert!(refusal("none.json").contains("cannot be read: "), "{}", refusal("none.json"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
