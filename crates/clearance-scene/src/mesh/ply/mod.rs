//! PLY, ASCII and binary of both byte orders: the element `vertex` with scalar properties `x`, `y`, `z`, and the lists
//! `vertex_indices` (or `vertex_index`) of the element `face`.

mod header;
mod values;

use clearance::Vec3;

use super::budget::Budget;
use super::{Mesh, polygon};
use crate::error::ReadError;
use header::{Element, Header, Kind};
use values::Values;

pub(super) fn mesh(bytes: &[u8], budget: &mut Budget) -> Result<Mesh, ReadError> {
    let header = Header::read(bytes)?;
    let mut values = Values::new(header.encoding, &bytes[header.length..]);
    let mut mesh = None;
    for element in &header.elements {
        match (element.name.as_str(), &mut mesh) {
            ("vertex", _) => {
                mesh = Some(Mesh { vertices: vertices(element, &mut values)?, ..Mesh::default() });
            }
            // Other elements are read to get past them.
            ("face", Some(mesh)) => triangles(element, &mut values, mesh, budget)?,
            ("face", None) => return Err(ReadError::new("element \"face\" stands before element \"vertex\"")),
            _ => skip(element, &mut values)?,
        }
    }
    let mesh = mesh.ok_or_else(|| ReadError::new("has no element \"vertex\""))?;
    values.end()?;
    Ok(mesh)
}

fn vertices(element: &Element, values: &mut Values) -> Result<Vec<Vec3<f64>>, ReadError> {
    let axes = ["x", "y", "z"];
    for axis in axes {
        match element.properties.iter().find(|property| property.name == axis) {
            None => return Err(ReadError::new(format!("element \"vertex\" has no property {axis:?}"))),
            Some(property) if property.count.is_some() => {
                return Err(ReadError::new(format!(
                    "property {axis:?} of the element \"vertex\" is a list, expected a number"
                )));
            }
            Some(_) => {}
        }
    }
    // A vertex takes at least a byte for each of its numbers, whatever the header says.
    let mut vertices = Vec::with_capacity(element.count.min(values.left() / 3 + 1));
    for index in 0..element.count {
        let mut vertex = [f64::NAN; 3];
        for property in &element.properties {
            let read = match property.count {
                None => values.number(property.kind).map(|number| {
                    if let Some(k) = axes.iter().position(|&axis| axis == property.name) {
                        vertex[k] = number;
                    }
                }),
                Some(count) => values.skip(count, property.kind),
            };
            read.map_err(|error| error.within(format_args!("vertex {index} of {}", element.count)))?;
        }
        vertices.push(Vec3::from(vertex));
    }
    Ok(vertices)
}

fn triangles(element: &Element, values: &mut Values, mesh: &mut Mesh, budget: &mut Budget) -> Result<(), ReadError> {
    for index in 0..element.count.min(if element.properties.is_empty() { 0 } else { usize::MAX }) {
        let here = |error: ReadError| error.within(format_args!("face {index} of {}", element.count));
        for property in &element.properties {
            match property.count {
                Some(count) if matches!(property.name.as_str(), "vertex_indices" | "vertex_index") => {
                    let corners = corners(values, count, property.kind, mesh.vertices.len()).map_err(here)?;
                    // The list of triangles grows by doubling, so that it holds up to three times what is in it.
                    budget.place(0, corners.len().saturating_sub(2).saturating_mul(3))?;
                    mesh.triangles.extend(polygon::triangles(&mesh.vertices, &corners, budget).map_err(here)?);
                }
                Some(count) => values.skip(count, property.kind).map_err(here)?,
                None => values.number(property.kind).map(drop).map_err(here)?,
            }
        }
    }
    Ok(())
}

/// The numbers of a polygon's vertices.
fn corners(values: &mut Values, count: Kind, kind: Kind, vertices: usize) -> Result<Vec<u32>, ReadError> {
    let count = values.count(count)?;
    let mut corners = Vec::with_capacity(count.min(values.left()));
    for _ in 0..count {
        let number = values.number(kind)?;
        if !(number >= 0.0 && number < vertices as f64 && number.fract() == 0.0) {
            return Err(ReadError::new(format!("expected the number of one of {vertices} vertices, got {number}")));
        }
        corners.push(number as u32);
    }
    Ok(corners)
}

fn skip(element: &Element, values: &mut Values) -> Result<(), ReadError> {
    for index in 0..if element.properties.is_empty() { 0 } else { element.count } {
        for property in &element.properties {
            let read = match property.count {
                None => values.number(property.kind).map(drop),
                Some(count) => values.skip(count, property.kind),
            };
            read.map_err(|error| error.within(format_args!("{} {index} of {}", element.name, element.count)))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "element vertex 3\nproperty double x\nproperty float y\nproperty short z\nelement face 1\n\
                          property uchar red\nproperty list uchar int vertex_indices\nend_header\n";

    fn read(bytes: &[u8]) -> Result<Mesh, String> {
        mesh(bytes, &mut Budget::of(bytes.len())).map_err(|error| error.to_string())
    }

    #[test]
    fn ascii_and_binary_files_read_alike() {
        let ascii = format!("ply\r\nformat ascii 1.0\r\n{HEADER}0.1 2.5 -3\n4 5 6\n7 8 9\n255 3 2 1 0\n");
        let mut binary = format!("ply\nformat binary_big_endian 1.0\ncomment caf\u{e9}\n{HEADER}").into_bytes();
        for (x, y, z) in [(0.1f64, 2.5f32, -3i16), (4.0, 5.0, 6), (7.0, 8.0, 9)] {
            binary.extend(x.to_be_bytes());
            binary.extend(y.to_be_bytes());
            binary.extend(z.to_be_bytes());
        }
        binary.extend([255, 3]);
        binary.extend([2i32, 1, 0].map(i32::to_be_bytes).as_flattened());
        let expected = [Vec3::new(0.1, 2.5, -3.0), Vec3::new(4.0, 5.0, 6.0), Vec3::new(7.0, 8.0, 9.0)];
        for file in [ascii.into_bytes(), binary] {
            let mesh = read(&file).unwrap();
            assert_eq!(mesh.vertices, expected);
            assert_eq!(mesh.triangles, [[2, 1, 0]]);
        }
    }

    #[test]
    fn a_missing_axis_is_refused() {
        let flat = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n";
        assert_eq!(read(flat.as_bytes()).unwrap_err(), r#"element "vertex" has no property "z""#);
        let none = "ply\nformat ascii 1.0\nend_header\n";
        assert_eq!(read(none.as_bytes()).unwrap_err(), r#"has no element "vertex""#);
    }

    #[test]
    fn a_file_that_holds_more_than_its_header_states_is_refused() {
        let ascii = format!("ply\nformat ascii 1.0\n{HEADER}0 0 0 1 1 1 2 2 2\n0 3 0 1 2\n");
        assert!(read(format!("{ascii}\n \r\n").as_bytes()).is_ok());
        assert_eq!(
            read(format!("{ascii}0 3 2 1 0\n").as_bytes()).unwrap_err(),
            "holds 10 bytes more than its header states"
        );
        let mut binary = format!("ply\nformat binary_little_endian 1.0\n{HEADER}").into_bytes();
        binary.extend([0; 3 * 14]);
        binary.extend([0, 3]);
        binary.extend([2i32, 1, 0].map(i32::to_le_bytes).as_flattened());
        assert!(read(&binary).is_ok());
        binary.push(b'\n');
        assert_eq!(read(&binary).unwrap_err(), "holds 1 bytes more than its header states");
        // Elements after the faces count.
        let after = HEADER.replace("end_header", "element edge 1\nproperty int a\nend_header");
        let edges = format!("ply\nformat ascii 1.0\n{after}0 0 0 1 1 1 2 2 2\n0 3 0 1 2\n");
        assert_eq!(read(edges.as_bytes()).unwrap_err(), "edge 0 of 1: the file ends here");
        assert!(read(format!("{edges}7\n").as_bytes()).is_ok());
    }

    #[test]
    fn counts_beyond_the_file_are_refused() {
        let huge = "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n\
                    property float y\nproperty float z\nend_header\n123456789012";
        assert_eq!(read(huge.as_bytes()).unwrap_err(), "vertex 1 of 4000000000: the file ends here");
        let empty = "ply\nformat ascii 1.0\nelement rock 4000000000\nend_header\n";
        assert_eq!(read(empty.as_bytes()).unwrap_err(), r#"has no element "vertex""#);
        let far = format!("ply\nformat ascii 1.0\n{HEADER}0 0 0 1 1 1 2 2 2\n0 3 0 1 3\n");
        let refusal = read(far.as_bytes()).unwrap_err();
        assert_eq!(refusal, "face 0 of 1: expected the number of one of 3 vertices, got 3");
    }
}
