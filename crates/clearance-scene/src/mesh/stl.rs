//! STL, binary and ASCII: triangles without shared corners, so equal ones are merged.

use std::collections::HashSet;
use std::io::Cursor;

use clearance::Vec3;

use super::Vertices;
use crate::error::ReadError;

pub(super) fn vertices(bytes: &[u8]) -> Result<Vertices, ReadError> {
    let refused = |error| ReadError::new(format!("not a valid STL file: {error}"));
    let mut bytes = Cursor::new(bytes);
    let mut vertices = Vertices::new();
    let mut known = HashSet::new();
    for triangle in stl_io::create_stl_reader(&mut bytes).map_err(refused)? {
        for corner in triangle.map_err(refused)?.vertices {
            let [x, y, z] = corner.0;
            if known.insert([x, y, z].map(f32::to_bits)) {
                vertices.push(Vec3::new(x.into(), y.into(), z.into()));
            }
        }
    }
    Ok(vertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One triangle with a repeated corner, under a header that begins like an ASCII file.
    fn binary() -> Vec<u8> {
        let mut file = b"solid but binary".to_vec();
        file.resize(80, b' ');
        file.extend(1u32.to_le_bytes());
        for number in [0.0f32, 0.0, 1.0, 0.5, 0.25, 0.125, 0.5, 0.25, 0.125, -1.0, 2.0, 3.0] {
            file.extend(number.to_le_bytes());
        }
        file.extend([0, 0]);
        file
    }

    #[test]
    fn binary_files_may_begin_with_solid() {
        assert_eq!(vertices(&binary()).unwrap(), [Vec3::new(0.5, 0.25, 0.125), Vec3::new(-1.0, 2.0, 3.0)]);
    }

    #[test]
    fn truncated_files_are_refused() {
        let file = binary();
        let error = vertices(&file[..file.len() - 10]).unwrap_err().to_string();
        assert!(error.starts_with("not a valid STL file: "), "{error}");
    }
}
