//! glTF 2.0, text and binary: the positions of every mesh that the scene places, by the transforms of its nodes.
//!
//! Every accessor is checked against its buffer before it is read, since the library indexes without looking.

use std::path::Path;

use clearance::math::{Mat3, Matrix, Rotor, Vector};
use clearance::{Rotor3, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::scene::Transform;
use gltf::{Accessor, Gltf, Node, Semantic, buffer};

use super::Vertices;
use super::placement::Placement;
use crate::error::ReadError;

/// Scene graphs of real files are a few levels deep; this ends the ones that contain themselves.
const DEEPEST: usize = 200;

pub(super) fn vertices(bytes: &[u8], path: &Path) -> Result<Vertices, ReadError> {
    let Gltf { document, mut blob } = Gltf::from_slice(bytes).map_err(|error| refused(error.to_string()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let buffers: Result<Vec<_>, _> = document.buffers().map(|b| contents(&b, &mut blob, folder)).collect();
    let mut scene = Scene { buffers: buffers?, vertices: Vertices::new() };
    let Some(shown) = document.default_scene().or_else(|| document.scenes().next()) else {
        return Err(ReadError::new("has no scene"));
    };
    for node in shown.nodes() {
        scene.add(&node, &Placement::IDENTITY, 0)?;
    }
    Ok(scene.vertices)
}

fn refused(what: impl Into<String>) -> ReadError {
    ReadError::new(format!("not a valid glTF file: {}", what.into()))
}

/// The bytes of a buffer: the binary chunk, a `data:` address, or a file beside the glTF file.
fn contents(buffer: &gltf::Buffer, blob: &mut Option<Vec<u8>>, folder: &Path) -> Result<Vec<u8>, ReadError> {
    let bytes = match buffer.source() {
        buffer::Source::Bin => blob.take().ok_or_else(|| refused("the binary chunk is missing"))?,
        buffer::Source::Uri(uri) => match uri.strip_prefix("data:") {
            Some(data) => embedded(data).ok_or_else(|| refused("a data address is not base64"))?,
            None => {
                let file = folder.join(uri.replace("%20", " "));
                std::fs::read(&file)
                    .map_err(|error| ReadError::new(format!("cannot be read: {error}")).within(file.display()))?
            }
        },
    };
    if bytes.len() < buffer.length() {
        let (index, length) = (buffer.index(), buffer.length());
        return Err(refused(format!("buffer {index} has {} bytes, expected {length}", bytes.len())));
    }
    Ok(bytes)
}

/// The bytes of `media/type;base64,TEXT`.
fn embedded(data: &str) -> Option<Vec<u8>> {
    let (_, text) = data.split_once(";base64,")?;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, count) = (bits << 6 | u32::from(six), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

struct Scene {
    buffers: Vec<Vec<u8>>,
    vertices: Vertices,
}

impl Scene {
    fn add(&mut self, node: &Node, outer: &Placement, depth: usize) -> Result<(), ReadError> {
        if depth > DEEPEST {
            return Err(refused(format!("nodes nested more than {DEEPEST} levels deep")));
        }
        let placed = placement(node.transform())?.inside(outer);
        for primitive in node.mesh().into_iter().flat_map(|mesh| mesh.primitives()) {
            let Some(accessor) = primitive.get(&Semantic::Positions) else { continue };
            self.check(&accessor)?;
            let reader = primitive.reader(|buffer| self.buffers.get(buffer.index()).map(Vec::as_slice));
            let Some(positions) = reader.read_positions() else { continue };
            let place = |[x, y, z]: [f32; 3]| placed.apply(Vec3::new(x.into(), y.into(), z.into()));
            self.vertices.extend(positions.map(place));
        }
        node.children().try_for_each(|child| self.add(&child, &placed, depth + 1))
    }

    /// That the accessor holds vectors of f32 inside of its buffer.
    fn check(&self, accessor: &Accessor) -> Result<(), ReadError> {
        let index = accessor.index();
        if accessor.data_type() != DataType::F32 || accessor.dimensions() != Dimensions::Vec3 {
            return Err(refused(format!("accessor {index} of positions must hold vectors of 3 f32")));
        }
        if accessor.sparse().is_some() {
            return Err(ReadError::new(format!("accessor {index} is sparse, which is not supported for positions")));
        }
        let view = accessor.view().ok_or_else(|| refused(format!("accessor {index} has no buffer view")))?;
        let stride = view.stride().unwrap_or(accessor.size());
        let steps = accessor.count().saturating_sub(1).checked_mul(stride);
        let end = steps.and_then(|steps| steps.checked_add(accessor.offset())?.checked_add(accessor.size()));
        let inside = end.is_some_and(|end| end <= view.length())
            && view.offset().checked_add(view.length()).is_some_and(|end| end <= view.buffer().length());
        if inside { Ok(()) } else { Err(refused(format!("accessor {index} reaches beyond its buffer"))) }
    }
}

fn placement(transform: Transform) -> Result<Placement, ReadError> {
    match transform {
        Transform::Matrix { matrix } => {
            let column = |i: usize| Vec3::from_fn(|row| matrix[i][row].into());
            Ok(Placement::new(Mat3::from_columns(column), column(3)))
        }
        Transform::Decomposed { translation, rotation: [x, y, z, w], scale } => {
            let rotor = Rotor3::new([w, x, y, z].map(f64::from));
            let rotor = rotor.ok_or_else(|| refused("a node's rotation is not a quaternion"))?;
            let turned = Placement::new(rotor.matrix(), Vec3::from(translation.map(f64::from)));
            Ok(Placement::scale(Vec3::from(scale.map(f64::from))).inside(&turned))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One triangle (1,0,0) (0,2,0) (0,0,3) under two nodes; `length` is the declared length of the buffer.
    fn file(length: usize, children: &str) -> String {
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"translation": [10, 0, 0], "rotation": [0, 0, 1, 1], "children": [{children}]}},
                      {{"mesh": 0, "scale": [1, 2, 1]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 2, 3]}}],
            "bufferViews": [{{"buffer": 0, "byteLength": {length}}}],
            "buffers": [{{"byteLength": {length}, "uri": "data:application/octet-stream;base64,{DATA}"}}]}}"#
        )
    }
    const DATA: &str = "AACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBA";

    fn read(text: &str) -> Result<Vertices, String> {
        vertices(text.as_bytes(), Path::new("part.gltf")).map_err(|error| error.to_string())
    }

    #[test]
    fn node_transforms_apply_from_the_inside_out() {
        let expected = [Vec3::new(10.0, 1.0, 0.0), Vec3::new(6.0, 0.0, 0.0), Vec3::new(10.0, 0.0, 3.0)];
        for (got, want) in read(&file(36, "1")).unwrap().iter().zip(expected) {
            assert!((*got - want).norm() < 1e-14, "{got:?} {want:?}");
        }
    }

    #[test]
    fn buffers_that_are_too_short_are_refused() {
        assert_eq!(read(&file(40, "1")).unwrap_err(), "not a valid glTF file: buffer 0 has 36 bytes, expected 40");
        assert_eq!(read(&file(32, "1")).unwrap_err(), "not a valid glTF file: accessor 0 reaches beyond its buffer");
    }

    #[test]
    fn loops_are_refused() {
        assert_eq!(read(&file(36, "0")).unwrap_err(), "not a valid glTF file: nodes nested more than 200 levels deep");
    }
}
