//! glTF 2.0, text and binary: every mesh that the scene places, by the transforms of its nodes.
//!
//! Positions are vectors of `f32`, triangles are lists, strips or fans, with indices or without. Sparse accessors,
//! morph targets, skins and files that require an extension beyond a list are refused: the shape would not be
//! what is stored. Instances of meshes are nodes of their own.

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

/// The extension that copies the mesh of a node.
const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// Extensions that a file may require: instances, which are read, and what says nothing of shapes. Materials
/// (`KHR_materials_` and more) belong to them.
const SUPPORTED: [&str; 10] = [
    INSTANCING,
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
    "EXT_lights_image_based",
    "EXT_lights_ies",
];

/// The beginning of the names of extensions of materials.
const MATERIALS: &str = "KHR_materials_";

pub(super) fn scene(bytes: &[u8], folder: Option<&Path>, budget: &mut Budget) -> Result<MeshScene, ReadError> {
    let (json, chunk) = chunks(bytes)?;
    let json = std::str::from_utf8(json).map_err(|_| refused("its JSON is not valid UTF-8"))?;
    let document: Document = document::parse(json, "")?;
    if let Some(name) = unknown(&document.required).next() {
        let list = SUPPORTED.join(", ");
        return Err(ReadError::new(format!("requires the extension {name}, expected one of {MATERIALS}.., {list}")));
    }
    let notes = unknown(&document.used).map(|name| format!("uses the extension {name}, which is not read").into());
    let notes: Vec<Box<str>> = notes.collect();
    budget.take(notes.iter().map(|note| note.len()).sum())?;
    let buffers = Buffers::new(&document, chunk, folder);
    Ok(MeshScene { notes, ..Walk::new(&document, buffers, budget).scene()? })
}

/// The names of extensions that are not read and may say something of shapes.
fn unknown<'d>(names: &'d document::Texts<'_>) -> impl Iterator<Item = &'d str> {
    let names = names.0.iter().map(|name| name.get().trim_matches('"'));
    names.filter(|name| !SUPPORTED.contains(name) && !name.starts_with(MATERIALS))
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
