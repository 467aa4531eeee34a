//! Hulls as mesh files.

use std::fmt::Write;
use std::path::Path;

use clearance::Vec3;
use clearance::math::Vector;

use crate::error::ReadError;
use crate::hull::HullResult;

/// The bytes of a mesh file of a hull, whose format is given by the extension of its name: `.obj` and `.ply` with
/// polygons in full precision, `.stl` (binary) with triangles in `f32`.
pub fn mesh_bytes(hull: &HullResult, path: &Path) -> Result<Vec<u8>, ReadError> {
    match path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase().as_str() {
        "obj" => Ok(obj(hull).into_bytes()),
        "ply" => Ok(ply(hull).into_bytes()),
        "stl" => stl(hull).map_err(|error| error.within(path.display())),
        _ => Err(ReadError::new("expected an output file (.obj, .stl, .ply or .json)").within(path.display())),
    }
}

/// The text of a file of triangles with all digits, `.obj` or `.ply` by the extension of its name.
pub fn triangles_text(vertices: &[Vec3<f64>], triangles: &[[u32; 3]], path: &Path) -> Result<String, ReadError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
    let mut text = match extension.as_str() {
        "obj" => String::new(),
        "ply" => format!(
            "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
             element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
            vertices.len(),
            triangles.len()
        ),
        _ => return Err(ReadError::new("expected an output file (.obj or .ply)").within(path.display())),
    };
    // Writing to a string cannot fail.
    let is_obj = extension == "obj";
    for p in vertices {
        let _ = writeln!(text, "{}{} {} {}", if is_obj { "v " } else { "" }, p.x, p.y, p.z);
    }
    for &[a, b, c] in triangles {
        let _ =
            if is_obj { writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1) } else { writeln!(text, "3 {a} {b} {c}") };
    }
    Ok(text)
}

fn obj(hull: &HullResult) -> String {
    let mut text = String::from("o hull\n");
    for p in &hull.points {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
    }
    for corners in elements(hull) {
        text.push_str(["p", "l", "f"][hull.dimension.min(2)]);
        for corner in corners {
            let _ = write!(text, " {}", corner + 1);
        }
        text.push('\n');
    }
    text
}

fn ply(hull: &HullResult) -> String {
    let faces = faces(hull);
    let mut text = format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uint uint vertex_indices\nend_header\n",
        hull.points.len(),
        faces.len()
    );
    for p in &hull.points {
        let _ = writeln!(text, "{} {} {}", p.x, p.y, p.z);
    }
    for corners in faces {
        let _ = write!(text, "{}", corners.len());
        for corner in corners {
            let _ = write!(text, " {corner}");
        }
        text.push('\n');
    }
    text
}

/// Binary: a header of 80 bytes, the count, and 50 bytes a triangle.
fn stl(hull: &HullResult) -> Result<Vec<u8>, ReadError> {
    let mut records = Vec::new();
    let mut count = 0u32;
    for corners in faces(hull) {
        let normal = normal(hull, &corners);
        for i in 1..corners.len() - 1 {
            let vertices = [corners[0], corners[i], corners[i + 1]].map(|corner| hull.points[corner]);
            for point in [normal].into_iter().chain(vertices) {
                records.extend([point.x, point.y, point.z].map(|c| (c as f32).to_le_bytes()).as_flattened());
            }
            records.extend([0, 0]);
            count += 1;
        }
    }
    if count == 0 {
        return Err(ReadError::new("a point or a segment has no triangles, expected .obj, .ply or .json"));
    }
    Ok([&[0; 80][..], &count.to_le_bytes(), &records].concat())
}

/// The unit normal of a face, by Newell's sum, which needs no choice of three corners.
fn normal(hull: &HullResult, corners: &[usize]) -> Vec3<f64> {
    let first = hull.points[corners[0]];
    let sides = corners.windows(2).map(|w| (hull.points[w[0]] - first).cross(hull.points[w[1]] - first));
    sides.fold(Vec3::ZERO, |sum, side| sum + side).normalized()
}

/// The faces by positions among the points.
fn faces(hull: &HullResult) -> Vec<Vec<usize>> {
    hull.faces.iter().map(|face| face.iter().map(|&id| hull.position(id)).collect()).collect()
}

/// The parts of the highest dimension: faces, or the segment, or the point.
fn elements(hull: &HullResult) -> Vec<Vec<usize>> {
    if hull.dimension >= 2 { faces(hull) } else { vec![(0..hull.points.len()).collect()] }
}
