//! Wavefront OBJ: all `v` statements, whether or not a face uses them, and the faces `f` by objects and groups.
//!
//! General OBJ libraries give the corners of faces, renumbered and without the points that no face uses, while a
//! convex hull is of all points and its answers name them by their number in the file.

use clearance::Vec3;

use super::budget::Budget;
use super::{Mesh, end_group, polygon, text};
use crate::error::ReadError;

pub(super) fn mesh(bytes: &[u8]) -> Result<Mesh, ReadError> {
    let budget = Budget::of(bytes.len());
    let mut mesh = Mesh::default();
    let mut group = (String::new(), 0);
    let mut corners = Vec::new();
    for (number, line) in text::lines(text::unmarked(bytes)?) {
        let here = |error: ReadError| error.within(format_args!("line {number}"));
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("v") => {
                let vertex = vertex(words).ok_or_else(|| refused(&line, "expected three numbers after \"v\""));
                mesh.vertices.push(vertex.map_err(here)?);
            }
            Some("f") => {
                corners.clear();
                for word in words {
                    corners.push(corner(word, mesh.vertices.len()).map_err(here)?);
                }
                mesh.triangles.extend(polygon::triangles(&mesh.vertices, &corners, &budget).map_err(here)?);
            }
            Some("o" | "g") => {
                end_group(&mut mesh, &group.0, group.1);
                group = (line.trim()[1..].trim().to_string(), mesh.triangles.len());
            }
            _ => {}
        }
    }
    end_group(&mut mesh, &group.0, group.1);
    Ok(mesh)
}

fn refused(line: &str, rule: &str) -> ReadError {
    let shown: String = line.trim().chars().take(60).collect();
    ReadError::new(format!("{rule}, got {shown:?}"))
}

/// `x y z [w]`, or `x y z r g b` of files with colours; `w` other than 1 belongs to rational curves and is not a scale.
fn vertex<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Vec3<f64>> {
    let mut next = || words.next()?.parse().ok();
    Some(Vec3::new(next()?, next()?, next()?))
}

/// The vertex of `7`, `7/1`, `7/1/2`, `7//2`, counted from 1, or from the last one if negative.
fn corner(word: &str, count: usize) -> Result<u32, ReadError> {
    let digits = word.split_once('/').map_or(word, |(vertex, _)| vertex);
    let index: Option<i64> = digits.parse().ok();
    let index = index.ok_or_else(|| refused(word, "expected the number of a vertex"))?;
    let place = if index < 0 { (count as i64).checked_add(index) } else { index.checked_sub(1) };
    let place = place.and_then(|place| u32::try_from(place).ok()).filter(|&place| (place as usize) < count);
    place.ok_or_else(|| ReadError::new(format!("a face has the vertex {index}, but {count} vertices precede it")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        mesh(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn points_without_faces_count() {
        let text = b"# caf\xe9\r\nv 0.1 -2 3e-1\r\nvn 0 0 1\nv\t4 5 6 0.5 0.5 0.5\nl 1 2\n";
        assert_eq!(mesh(text).unwrap().vertices, [Vec3::new(0.1, -2.0, 0.3), Vec3::new(4.0, 5.0, 6.0)]);
    }

    #[test]
    fn a_byte_order_mark_hides_no_vertex() {
        let mesh = mesh(b"\xef\xbb\xbfv 1 2 3\nv 4 5 6\n").unwrap();
        assert_eq!(mesh.vertices, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
    }

    #[test]
    fn polygons_are_cut_and_indices_may_count_back() {
        let points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
        let text = format!("{points}f 1/9/9 2//9 3/9 4\ng lid\nf -4 -2 \\\n-1\no empty\n");
        let mesh = mesh(text.as_bytes()).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [0, 2, 3]]);
        let names: Vec<(&str, _)> = mesh.groups.iter().map(|g| (&*g.name, g.triangles.clone())).collect();
        assert_eq!(names, [("", 0..2), ("lid", 2..3)]);
    }

    #[test]
    fn bad_statements_are_refused_with_their_line() {
        assert_eq!(refusal("v 1 2 3\nv 1 2\n"), r#"line 2: expected three numbers after "v", got "v 1 2""#);
        assert_eq!(refusal("v 1 2 3\nf 1 2 1\n"), "line 2: a face has the vertex 2, but 1 vertices precede it");
        assert_eq!(refusal("v 1 2 3\nf 0 1 1\n"), "line 2: a face has the vertex 0, but 1 vertices precede it");
        assert_eq!(refusal("f one two\n"), r#"line 1: expected the number of a vertex, got "one""#);
    }
}
