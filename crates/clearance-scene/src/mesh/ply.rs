//! PLY, ASCII and binary of both byte orders: the element `vertex` with scalar properties `x`, `y`, `z`.

use std::io::BufReader;

use clearance::Vec3;
use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

use super::Vertices;
use crate::error::ReadError;

/// The coordinates of a vertex; missing ones stay NaN. Elements of other kinds pass through it unread.
struct Corner([f64; 3]);

impl PropertyAccess for Corner {
    fn new() -> Self {
        Corner([f64::NAN; 3])
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|&axis| axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match value {
            Property::Char(v) => v.into(),
            Property::UChar(v) => v.into(),
            Property::Short(v) => v.into(),
            Property::UShort(v) => v.into(),
            Property::Int(v) => v.into(),
            Property::UInt(v) => v.into(),
            Property::Float(v) => v.into(),
            Property::Double(v) => v,
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

pub(super) fn vertices(bytes: &[u8]) -> Result<Vertices, ReadError> {
    let refused = |error: &dyn std::fmt::Display| ReadError::new(format!("not a valid PLY file: {error}"));
    let parser = Parser::<Corner>::new();
    let mut reader = Reader::new(BufReader::new(bytes));
    let header = parser.read_header(&mut reader).map_err(|e| refused(&e))?;
    for (name, element) in &header.elements {
        // Elements before the vertices are read to get past them; those after are of no interest.
        let read = parser.read_payload_for_element(&mut reader, element, &header);
        let elements = read.map_err(|e| refused(&e))?;
        if name == "vertex" {
            if let Some(axis) = ["x", "y", "z"].iter().find(|&&axis| !element.properties.contains_key(axis)) {
                return Err(ReadError::new(format!("element \"vertex\" has no property {axis:?}")));
            }
            return Ok(elements.iter().map(|Corner([x, y, z])| Vec3::new(*x, *y, *z)).collect());
        }
    }
    Err(ReadError::new("has no element \"vertex\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "element vertex 2\nproperty double x\nproperty float y\nproperty short z\nend_header\n";

    #[test]
    fn ascii_and_binary_files_read_alike() {
        let ascii = format!("ply\nformat ascii 1.0\n{HEADER}0.1 2.5 -3\n4 5 6\n");
        let mut binary = format!("ply\nformat binary_big_endian 1.0\n{HEADER}").into_bytes();
        for (x, y, z) in [(0.1f64, 2.5f32, -3i16), (4.0, 5.0, 6)] {
            binary.extend(x.to_be_bytes());
            binary.extend(y.to_be_bytes());
            binary.extend(z.to_be_bytes());
        }
        let expected = [Vec3::new(0.1, 2.5, -3.0), Vec3::new(4.0, 5.0, 6.0)];
        assert_eq!(vertices(ascii.as_bytes()).unwrap(), expected);
        assert_eq!(vertices(&binary).unwrap(), expected);
    }

    #[test]
    fn a_missing_axis_is_refused() {
        let flat = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n";
        assert_eq!(vertices(flat.as_bytes()).unwrap_err().to_string(), r#"element "vertex" has no property "z""#);
        let none = "ply\nformat ascii 1.0\nend_header\n";
        assert_eq!(vertices(none.as_bytes()).unwrap_err().to_string(), r#"has no element "vertex""#);
    }
}
