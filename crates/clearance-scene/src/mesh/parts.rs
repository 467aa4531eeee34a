//! Convex parts as files: an OBJ file with an object for each, or a compound shape in JSON.

use std::fmt::Write;

use clearance::Vec3;
use clearance::hull::Hull;
use serde_json::json;

/// An OBJ file with an object `part_0`, `part_1`, .. for each part, with polygons and all digits: what is read back is
/// bit for bit the same.
pub fn parts_obj(parts: &[Hull<Vec3<f64>>]) -> String {
    let mut text = String::new();
    let mut first = 1;
    for (i, part) in parts.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "o part_{i}");
        for p in part.points() {
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        let all: Vec<u32> = (0..part.points().len() as u32).collect();
        // A segment is written as a triangle with two corners in one, so that it belongs to an object.
        let elements: Vec<Vec<u32>> = match part.dimension() {
            0 => vec![vec![0; 3]],
            1 => vec![vec![all[0], all[1], all[1]]],
            _ => part.faces().map(<[u32]>::to_vec).collect(),
        };
        for corners in elements {
            text.push('f');
            for corner in corners {
                let _ = write!(text, " {}", corner + first);
            }
            text.push('\n');
        }
        first += all.len() as u32;
    }
    text
}

/// A shape of the kind `compound`, whose parts are hulls, as one line of JSON.
pub fn parts_json(parts: &[Hull<Vec3<f64>>]) -> String {
    let hull = |part: &Hull<Vec3<f64>>| {
        let vertices: Vec<[f64; 3]> = part.points().iter().map(|&p| p.into()).collect();
        json!({ "shape": { "kind": "hull", "vertices": vertices } })
    };
    let parts: Vec<_> = parts.iter().map(hull).collect();
    json!({ "kind": "compound", "parts": parts }).to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Format, parse_mesh};
    use clearance::hull::convex_hull;

    #[test]
    fn parts_read_back_with_all_digits() {
        let points = [[0.1, 0.0, 0.0], [1.0 / 3.0, 0.0, 0.0], [0.1, 1e-9, 0.0], [0.1, 0.0, 7.0]].map(Vec3::from);
        let parts = [&points[..], &points[..3], &points[..2]].map(|points| convex_hull(points).unwrap());
        let mesh = parse_mesh(parts_obj(&parts).as_bytes(), Format::Obj).unwrap();
        let names: Vec<(&str, usize)> = mesh.groups.iter().map(|group| (&*group.name, group.triangles.len())).collect();
        assert_eq!(names, [("part_0", 4), ("part_1", 1), ("part_2", 1)]);
        assert_eq!(mesh.vertices[..4], points);
        assert!(
            parts_json(&parts)
                .starts_with(r#"{"kind":"compound","parts":[{"shape":{"kind":"hull","vertices":[[0.1,0.0,0.0],"#)
        );
    }
}
