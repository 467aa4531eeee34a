//! The JSON of a glTF file. Lists of objects are kept as text and read one by one, so that a tree of JSON is never in
//! memory.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::refused;
use crate::error::ReadError;
use crate::json::syntax_error;

#[derive(Deserialize)]
pub struct Document<'a> {
    #[serde(default)]
    pub scene: Option<usize>,
    #[serde(borrow, default)]
    pub scenes: Texts<'a>,
    #[serde(borrow, default)]
    pub nodes: Texts<'a>,
    #[serde(borrow, default)]
    pub meshes: Texts<'a>,
    #[serde(borrow, default)]
    pub accessors: Texts<'a>,
    #[serde(borrow, default, rename = "bufferViews")]
    pub views: Texts<'a>,
    #[serde(borrow, default)]
    pub buffers: Texts<'a>,
    #[serde(borrow, default, rename = "extensionsRequired")]
    pub required: Texts<'a>,
    #[serde(borrow, default, rename = "extensionsUsed")]
    pub used: Texts<'a>,
}

#[derive(Deserialize)]
pub struct Scene {
    #[serde(default)]
    pub nodes: Vec<u32>,
}

#[derive(Deserialize)]
pub struct Node<'a> {
    #[serde(borrow, default)]
    pub name: Cow<'a, str>,
    #[serde(default)]
    pub children: Vec<u32>,
    pub mesh: Option<usize>,
    pub skin: Option<IgnoredAny>,
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    #[serde(default)]
    pub extensions: NodeExtensions,
}

/// The extensions of nodes that are read.
#[derive(Default, Deserialize)]
pub struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub instancing: Option<Instancing>,
}

/// Where copies of a node's mesh are, in the frame of the node.
#[derive(Deserialize)]
pub struct Instancing {
    pub attributes: InstanceAttributes,
}

/// The accessors of all copies; other attributes are no transforms.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct InstanceAttributes {
    pub translation: Option<usize>,
    pub rotation: Option<usize>,
    pub scale: Option<usize>,
}

#[derive(Deserialize)]
pub struct Mesh<'a> {
    #[serde(borrow, default)]
    pub primitives: Texts<'a>,
}

#[derive(Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: Attributes,
    pub indices: Option<usize>,
    /// Triangles, if not said otherwise.
    pub mode: Option<u32>,
    pub targets: Option<IgnoredAny>,
}

#[derive(Default, Deserialize)]
pub struct Attributes {
    #[serde(rename = "POSITION")]
    pub position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor<'a> {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    pub count: usize,
    #[serde(default)]
    pub normalized: bool,
    #[serde(borrow, rename = "type")]
    pub shape: Cow<'a, str>,
    pub sparse: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer<'a> {
    pub byte_length: usize,
    #[serde(borrow)]
    pub uri: Option<Cow<'a, str>>,
}

/// Reads a piece of JSON; `place` says what it is, and is empty for the whole.
pub fn parse<'a, T: Deserialize<'a>>(text: &'a str, place: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        if place.is_empty() {
            syntax_error(text, &error, 0)
        } else {
            let what = error.to_string();
            refused(what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what)).within(place)
        }
    })
}

/// A list of objects or strings, each as its text.
#[derive(Default)]
pub struct Texts<'a>(pub Vec<&'a RawValue>);

impl<'a> Texts<'a> {
    /// The object at an index; `what` names the list in errors, as in `accessor 7 of 3`.
    pub fn read<T: Deserialize<'a>>(&self, index: usize, what: &str) -> Result<T, ReadError> {
        let text = self
            .0
            .get(index)
            .ok_or_else(|| refused(format!("refers to {what} {index}, but has only {}", self.0.len())))?;
        parse(text.get(), &format!("{what} {index}"))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Texts<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Vec<&'de RawValue>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element::<&RawValue>()? {
                    // Numbers would make the list sixteen times as long as its text.
                    if !item.get().starts_with(['{', '"']) {
                        return Err(A::Error::custom("expected a list of objects or of strings"));
                    }
                    list.push(item);
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(List).map(Texts)
    }
}
