//! glTF 2.0, text and binary: every mesh that the scene places, by the transforms of its nodes.
//!
//! Positions are vectors of `f32`, triangles are lists, strips or fans, with indices or without. Sparse accessors,
//! morph targets, skins and compressed geometry are refused: the shape would not be what is stored.

mod accessor;
mod document;
mod primitive;
mod walk;

use std::path::Path;

use super::budget::Budget;
use super::scene::MeshScene;
use super::text;
use crate::error::ReadError;
use accessor::Buffers;
use document::Document;
use walk::Walk;

/// Extensions without which positions or indices cannot be read.
const GEOMETRY: [&str; 4] =
    ["KHR_draco_mesh_compression", "KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_meshopt_compression"];

pub(super) fn scene(bytes: &[u8], folder: Option<&Path>, budget: &mut Budget) -> Result<MeshScene, ReadError> {
    let (json, chunk) = chunks(bytes)?;
    let json = std::str::from_utf8(json).map_err(|_| refused("its JSON is not valid UTF-8"))?;
    let document: Document = document::parse(json, "")?;
    for name in &document.required.0 {
        let name = name.get().trim_matches('"');
        if GEOMETRY.contains(&name) {
            return Err(ReadError::new(format!("needs the extension {name}, which is not supported")));
        }
    }
    let buffers = Buffers::new(&document, chunk, folder);
    Walk::new(&document, buffers, budget).scene()
}

fn refused(what: impl Into<String>) -> ReadError {
    ReadError::new(format!("not a valid glTF file: {}", what.into()))
}

/// The JSON text and the binary chunk: a `.gltf` file is all JSON.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), ReadError> {
    let Some(rest) = bytes.strip_prefix(b"glTF") else { return Ok((text::unmarked(bytes)?, None)) };
    let word = |at: usize| rest.get(at..at + 4).and_then(|w| w.first_chunk()).map(|&w| u32::from_le_bytes(w));
    let (Some(version), Some(length)) = (word(0), word(4)) else { return Err(refused("ends within its header")) };
    if version != 2 {
        return Err(refused(format!("version {version}, expected 2")));
    }
    if length as usize != bytes.len() {
        return Err(refused(format!("states a length of {length} bytes, got {}", bytes.len())));
    }
    let (mut at, mut json, mut binary) = (8, None, None);
    while at < rest.len() {
        let (Some(length), Some(kind)) = (word(at), word(at + 4)) else { return Err(refused("ends within a chunk")) };
        let (from, length) = (at + 8, length as usize);
        let contents = rest.get(from..).and_then(|rest| rest.get(..length));
        let contents = contents.ok_or_else(|| {
            refused(format!("a chunk states a length of {length} bytes, {} are left", rest.len() - from))
        })?;
        match &kind.to_le_bytes() {
            b"JSON" => json = json.or(Some(contents)),
            b"BIN\0" => binary = binary.or(Some(contents)),
            _ => {}
        }
        at = from + length;
    }
    Ok((json.ok_or_else(|| refused("has no JSON chunk"))?, binary))
}

#[cfg(test)]
mod tests;
