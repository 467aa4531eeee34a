//! OFF: vertices and polygons as text, as in Geomview, CGAL, libigl and ModelNet.
//!
//! `OFF` and the counts may share a line, as in some files of ModelNet. `COFF`, `NOFF` and `STOFF` add colours, normals
//! and texture coordinates to each vertex, which are left out; of `4OFF`, `nOFF` and binary files the points would be
//! others, so that they are refused.

use clearance::Vec3;

use super::budget::Budget;
use super::{Mesh, polygon, text};
use crate::error::ReadError;

pub(super) fn mesh(bytes: &[u8], budget: &mut Budget) -> Result<Mesh, ReadError> {
    let all = text::lines(text::unmarked(bytes)?);
    // Comments run to the end of a line, which may be empty then.
    let mut lines = all.filter_map(|(number, line)| {
        let line = line.split('#').next().unwrap_or("").trim().to_string();
        (!line.is_empty()).then_some((number, line))
    });
    let (number, first) = lines.next().ok_or_else(|| ReadError::new("holds no vertices"))?;
    let rest = header(&first).map_err(|error| error.within(format_args!("line {number}")))?;
    let (number, counts) = match rest {
        "" => lines.next().ok_or_else(|| ReadError::new("ends before the counts of vertices and faces"))?,
        counts => (number, counts.to_string()),
    };
    let [vertices, faces] = self::counts(&counts).map_err(|error| error.within(format_args!("line {number}")))?;
    // A vertex takes six bytes of text at least, a face eight.
    if vertices.saturating_mul(6).saturating_add(faces.saturating_mul(8)) > bytes.len() + 8 {
        return Err(ReadError::new(format!(
            "states {vertices} vertices and {faces} faces, more than the file can hold"
        )));
    }
    let mut mesh = Mesh::default();
    budget.place(vertices, faces)?;
    for i in 0..vertices {
        let (number, line) =
            lines.next().ok_or_else(|| ReadError::new(format!("ends after {i} of {vertices} vertices")))?;
        let vertex = vertex(&line).ok_or_else(|| refused(&line, "expected three numbers of a vertex"));
        mesh.vertices.push(vertex.map_err(|error| error.within(format_args!("line {number}")))?);
    }
    for i in 0..faces {
        let (number, line) = lines.next().ok_or_else(|| ReadError::new(format!("ends after {i} of {faces} faces")))?;
        let here = |error: ReadError| error.within(format_args!("line {number}"));
        let corners = corners(&line, vertices).map_err(here)?;
        mesh.triangles.extend(polygon::triangles(&mesh.vertices, &corners, budget).map_err(here)?);
    }
    match lines.next() {
        Some((number, line)) => {
            Err(refused(&line, "expected the end of the file").within(format_args!("line {number}")))
        }
        None => Ok(mesh),
    }
}

/// What comes after the word that begins the file.
fn header(line: &str) -> Result<&str, ReadError> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // "OFF490 518 0": ModelNet wrote no end of line.
    let (word, rest) = match word.strip_prefix("OFF") {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => ("OFF", &line[3..]),
        _ => (word, rest),
    };
    let known = word.strip_suffix("OFF").filter(|kind| kind.chars().all(|c| "STCN".contains(c)));
    known.ok_or_else(|| refused(line, "expected OFF, COFF, NOFF or STOFF"))?;
    match rest.trim() {
        "BINARY" => Err(ReadError::new("is binary OFF, expected text")),
        rest => Ok(rest),
    }
}

fn counts(line: &str) -> Result<[usize; 2], ReadError> {
    // The third is the number of edges, which many files leave zero or out.
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[vertices, faces] | &[vertices, faces, _]) => Ok([vertices, faces]),
        _ => Err(refused(line, "expected the numbers of vertices, faces and edges")),
    }
}

/// The first three numbers of a line; normals and colours follow.
fn vertex(line: &str) -> Option<Vec3<f64>> {
    let mut words = line.split_ascii_whitespace();
    let mut next = || words.next()?.parse().ok();
    Some(Vec3::new(next()?, next()?, next()?))
}

/// The corners of a face: their number, and as many indices from 0; colours follow.
fn corners(line: &str, vertices: usize) -> Result<Vec<u32>, ReadError> {
    let mut words = line.split_ascii_whitespace();
    let count: Option<usize> = words.next().and_then(|word| word.parse().ok());
    let count = count.ok_or_else(|| refused(line, "expected the number of corners of a face"))?;
    let corners: Vec<u32> = words.by_ref().take(count).map_while(|word| word.parse().ok()).collect();
    if corners.len() < count || count == 0 {
        return Err(refused(line, "expected a face of as many corners as it states"));
    }
    match corners.iter().find(|&&corner| corner as usize >= vertices) {
        Some(corner) => Err(ReadError::new(format!("a face has the vertex {corner}, expected one below {vertices}"))),
        None => Ok(corners),
    }
}

fn refused(line: &str, rule: &str) -> ReadError {
    let shown: String = line.chars().take(60).collect();
    ReadError::new(format!("{rule}, got {shown:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Mesh, String> {
        mesh(text.as_bytes(), &mut Budget::of(text.len())).map_err(|error| error.to_string())
    }

    const POINTS: &str = "0 0 0\n3 0 0\n3 3 0\n2 3 0\n2 1 0\n1 1 0\n1 3 0\n0 3 0\n";

    #[test]
    fn polygons_are_cut_by_ears_and_colours_are_left_out() {
        let text = format!("OFF # a U\n\n8 1 0\n{POINTS}8 0 1 2 3 4 5 6 7 0.5 0.5 0.5\n");
        let mesh = read(&text).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8, 6));
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|corner| mesh.vertices[corner as usize]);
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        };
        // A square of 3 less a slot of 1 by 2, each triangle with its front up.
        assert_eq!(mesh.triangles.iter().map(area).sum::<f64>() / 2.0, 7.0);
        assert!(mesh.triangles.iter().all(|t| area(t) > 0.0));
    }

    #[test]
    fn headers_are_those_that_files_have() {
        let body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
        for header in ["OFF\n3 1 0\n", "OFF 3 1 0\n", "OFF3 1 0\n", "# by hand\nCOFF\n3 1\n", "STCNOFF\n3 1 3\n"] {
            assert_eq!(read(&format!("{header}{body}")).unwrap().triangles, [[0, 1, 2]], "{header}");
        }
        for (header, why) in [
            ("4OFF\n3 1 0\n", "line 1: expected OFF, COFF, NOFF or STOFF, got \"4OFF\""),
            ("OFF BINARY\n", "line 1: is binary OFF, expected text"),
            ("OFF\n3 one 0\n", "line 2: expected the numbers of vertices, faces and edges, got \"3 one 0\""),
            ("OFF\n300 1 0\n", "states 300 vertices and 1 faces, more than the file can hold"),
        ] {
            assert_eq!(read(&format!("{header}{body}")).unwrap_err(), why);
        }
    }

    #[test]
    fn what_is_missing_or_left_over_is_refused_by_its_line() {
        for (body, why) in [
            ("3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "line 6: a face has the vertex 3, expected one below 3"),
            (
                "3 1 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n",
                "line 6: expected a face of as many corners as it states, got \"4 0 1 2\"",
            ),
            ("3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n", "line 4: expected three numbers of a vertex, got \"1 0\""),
            ("3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "line 7: expected the end of the file, got \"3 0 1 2\""),
            ("3 2 0\n0 0 0\n1 0 0\n0 1 0 # long enough\n3 0 1 2\n", "ends after 1 of 2 faces"),
        ] {
            assert_eq!(read(&format!("OFF\n{body}")).unwrap_err(), why);
        }
    }
}
