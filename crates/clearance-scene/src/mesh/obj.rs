//! Wavefront OBJ: the `v` statements, whether or not a face uses them, in the order of the file.
//!
//! General OBJ libraries give the corners of faces, renumbered and without the points that no face uses, while a
//! convex hull is of all points and its answers name them by their number in the file.

use clearance::Vec3;

use super::Vertices;
use crate::error::ReadError;

pub(super) fn vertices(bytes: &[u8]) -> Result<Vertices, ReadError> {
    let mut vertices = Vertices::new();
    for (number, line) in bytes.split(|&b| b == b'\n').enumerate() {
        // Names and comments may be in any encoding; numbers are ASCII.
        let line = String::from_utf8_lossy(line);
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("v") {
            continue;
        }
        let vertex = vertex(words).ok_or_else(|| {
            let error = ReadError::new(format!("expected three numbers after \"v\", got {:?}", line.trim()));
            error.within(format_args!("line {}", number + 1))
        })?;
        vertices.push(vertex);
    }
    Ok(vertices)
}

/// `x y z [w]`, or `x y z r g b` of files with colours; `w` other than 1 belongs to rational curves and is not a scale.
fn vertex<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Vec3<f64>> {
    let mut next = || words.next()?.parse().ok();
    Some(Vec3::new(next()?, next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_without_faces_count() {
        let text = b"# caf\xe9\r\nv 0.1 -2 3e-1\r\nvn 0 0 1\nv\t4 5 6 0.5 0.5 0.5\nl 1 2\n";
        assert_eq!(vertices(text).unwrap(), [Vec3::new(0.1, -2.0, 0.3), Vec3::new(4.0, 5.0, 6.0)]);
    }

    #[test]
    fn a_short_vertex_is_refused_with_its_line() {
        let error = vertices(b"v 1 2 3\nv 1 2\n").unwrap_err().to_string();
        assert_eq!(error, r#"line 2: expected three numbers after "v", got "v 1 2""#);
    }
}
