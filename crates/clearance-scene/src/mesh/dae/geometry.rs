//! The mesh of a geometry, in its own frame.

use clearance::Vec3;
use roxmltree::Node;

use super::super::Mesh;
use super::super::budget::Budget;
use super::{File, faces, number, path};
use crate::error::ReadError;

/// The positions and faces of a geometry, if it holds a mesh.
pub fn mesh<'d>(file: &File<'d>, geometry: Node<'d, 'd>, budget: &Budget) -> Result<Option<Mesh>, ReadError> {
    let Some(source) = path(geometry, &["mesh"]) else { return Ok(None) };
    let Some(inputs) = path(source, &["vertices"]) else { return Ok(None) };
    let vertices = positions(file, inputs)?;
    let mut mesh = Mesh { vertices, ..Mesh::default() };
    for element in source.children() {
        faces::add(file, element, &mut mesh, budget)?;
    }
    Ok(Some(mesh))
}

/// Follows vertices → input POSITION → source → accessor → float_array.
fn positions<'d>(file: &File<'d>, inputs: Node<'d, 'd>) -> Result<Vec<Vec3<f64>>, ReadError> {
    let position = inputs.children().find(|input| input.attribute("semantic") == Some("POSITION"));
    let position = position.ok_or_else(|| file.refusal(inputs, "has no input with the semantic POSITION"))?;
    let source = file.target(position, "source")?;
    let accessor = path(source, &["technique_common", "accessor"]);
    let accessor = accessor.ok_or_else(|| file.refusal(source, "has no accessor"))?;
    let whole = |name, default| match accessor.attribute(name).map(str::parse::<usize>) {
        None => Ok(default),
        Some(Ok(value)) => Ok(value),
        Some(Err(_)) => Err(file.refusal(accessor, format!("{name} is not a whole number"))),
    };
    let (stride, offset, count) = (whole("stride", 1)?, whole("offset", 0)?, whole("count", 0)?);
    let array = file.target(accessor, "source")?;
    let text = array.text().unwrap_or("");
    let available = text.split_ascii_whitespace().count().saturating_sub(offset);
    if stride < 3 || count.checked_mul(stride).is_none_or(|needed| needed > available) {
        let what = format!("{count} positions of stride {stride} do not fit the {available} numbers of the array");
        return Err(file.refusal(accessor, what));
    }
    let mut words = text.split_ascii_whitespace().skip(offset);
    let mut vertices = Vec::with_capacity(count);
    for _ in 0..count {
        let mut vertex = [f64::NAN; 3];
        for (k, word) in words.by_ref().take(stride).enumerate() {
            if let Some(coordinate) = vertex.get_mut(k) {
                let parsed =
                    number(word).ok_or_else(|| file.refusal(array, format!("expected a number, got {word:?}")));
                *coordinate = parsed?;
            }
        }
        vertices.push(Vec3::from(vertex));
    }
    Ok(vertices)
}
