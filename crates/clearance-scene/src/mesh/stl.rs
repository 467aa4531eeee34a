//! STL, binary and ASCII: triangles without shared corners, so equal ones are merged.

use std::collections::HashMap;

use clearance::Vec3;

use super::{Mesh, end_group, text};
use crate::error::ReadError;

/// The header and the count of a binary file.
const HEAD: usize = 84;

/// A binary triangle: a normal and three corners of three `f32`, and two bytes.
const RECORD: usize = 50;

pub(super) fn mesh(bytes: &[u8]) -> Result<Mesh, ReadError> {
    let stated = bytes.get(80..HEAD).and_then(|count| count.first_chunk()).map(|&count| u32::from_le_bytes(count));
    let expected = stated.map(|count| HEAD as u64 + u64::from(count) * RECORD as u64);
    if expected == Some(bytes.len() as u64) {
        return Ok(binary(bytes[HEAD..].as_chunks::<RECORD>().0));
    }
    // Binary headers may begin with the word as well, but the rest of such a file is no text.
    let text = text::unmarked(bytes)?;
    let solid = text.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    if solid && !bytes.contains(&0) {
        return ascii(text);
    }
    Err(ReadError::new(match (stated, expected) {
        (Some(count), Some(expected)) => {
            format!(
                "a binary STL file of {count} triangles has 84 + 50 · {count} = {expected} bytes, got {}",
                bytes.len()
            )
        }
        _ => format!("an STL file begins with \"solid\" or has at least {HEAD} bytes, got {}", bytes.len()),
    }))
}

/// Corners by their numbers in order of appearance.
#[derive(Default)]
struct Corners {
    mesh: Mesh,
    known: HashMap<[u64; 3], u32>,
}

impl Corners {
    fn number(&mut self, corner: [f64; 3]) -> u32 {
        let vertices = &mut self.mesh.vertices;
        *self.known.entry(corner.map(f64::to_bits)).or_insert_with(|| {
            vertices.push(Vec3::from(corner));
            vertices.len() as u32 - 1
        })
    }
}

fn binary(records: &[[u8; RECORD]]) -> Mesh {
    let mut corners = Corners::default();
    corners.mesh.triangles.reserve_exact(records.len());
    for record in records {
        let numbers = record[12..48].as_chunks::<4>().0;
        let number = |i: usize| f64::from(f32::from_le_bytes(numbers[i]));
        let triangle = [0, 3, 6].map(|i| corners.number([number(i), number(i + 1), number(i + 2)]));
        corners.mesh.triangles.push(triangle);
    }
    corners.mesh
}

fn ascii(bytes: &[u8]) -> Result<Mesh, ReadError> {
    let mut corners = Corners::default();
    let (mut name, mut from, mut open) = (String::new(), 0, false);
    let mut facet = Vec::new();
    for (number, line) in text::lines(bytes) {
        let refused = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let mut words = line.split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        match word.to_ascii_lowercase().as_str() {
            "solid" => (name, from, open) = (line.trim()[5..].trim().into(), corners.mesh.triangles.len(), true),
            "vertex" => {
                let mut next = || words.next()?.parse::<f64>().ok();
                let corner = (|| Some([next()?, next()?, next()?]))();
                let corner = corner.ok_or_else(|| refused("expected three numbers after \"vertex\"".into()))?;
                facet.push(corners.number(corner));
            }
            "endfacet" => {
                let triangle = facet.as_slice().try_into();
                let count = facet.len();
                corners
                    .mesh
                    .triangles
                    .push(triangle.map_err(|_| refused(format!("expected a facet of 3 vertices, got {count}")))?);
                facet.clear();
            }
            "endsolid" => {
                end_group(&mut corners.mesh, &name, from);
                open = false;
            }
            "facet" | "outer" | "endloop" => {}
            other => return Err(refused(format!("expected a statement of ASCII STL, got {:?}", shortened(other)))),
        }
    }
    if open || !facet.is_empty() {
        return Err(ReadError::new("ends before \"endsolid\""));
    }
    Ok(corners.mesh)
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One triangle with a repeated corner, under a header that begins like an ASCII file.
    fn file() -> Vec<u8> {
        let mut file = b"solid but binary".to_vec();
        file.resize(80, b' ');
        file.extend(1u32.to_le_bytes());
        for number in [0.0f32, 0.0, 1.0, 0.5, 0.25, 0.125, 0.5, 0.25, 0.125, -1.0, 2.0, 3.0] {
            file.extend(number.to_le_bytes());
        }
        file.extend([0, 0]);
        file
    }

    fn refusal(bytes: &[u8]) -> String {
        mesh(bytes).unwrap_err().to_string()
    }

    #[test]
    fn binary_files_may_begin_with_solid() {
        let mesh = mesh(&file()).unwrap();
        assert_eq!(mesh.vertices, [Vec3::new(0.5, 0.25, 0.125), Vec3::new(-1.0, 2.0, 3.0)]);
        assert_eq!(mesh.triangles, [[0, 0, 1]]);
    }

    #[test]
    fn a_count_that_does_not_fit_the_length_is_refused_with_both_numbers() {
        let mut low = file();
        low.extend_from_slice(&file()[84..]);
        let rule = "a binary STL file of 1 triangles has 84 + 50 · 1 = 134 bytes, got";
        assert_eq!(refusal(&low), format!("{rule} 184"));
        assert_eq!(refusal(&file()[..124]), format!("{rule} 124"));
        low[80..84].fill(0xff);
        assert!(refusal(&low).contains("= 214748364834 bytes, got 184"));
        assert_eq!(refusal(b"ABC"), "an STL file begins with \"solid\" or has at least 84 bytes, got 3");
    }

    #[test]
    fn truncated_ascii_files_are_refused() {
        let text = "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0.1 0\n\
                    endloop\nendfacet\nendsolid a b\n";
        let whole = mesh(text.as_bytes()).unwrap();
        assert_eq!((whole.triangles.len(), &*whole.groups[0].name, whole.vertices[2].y), (1, "a b", 0.1));
        assert_eq!(refusal(&text.as_bytes()[..text.len() - 14]), "ends before \"endsolid\"");
        let flat = text.replace("vertex 0 0 0\n", "");
        assert_eq!(refusal(flat.as_bytes()), "line 7: expected a facet of 3 vertices, got 2");
    }
}
