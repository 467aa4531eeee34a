//! The archive of a 3MF file: a zip file whose relationships name its model.

use std::io::{Cursor, Read};

use roxmltree::Document;
use zip::ZipArchive;

use crate::error::ReadError;

/// The relationship that names the model of the whole file.
const MODEL: &str = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

/// Largest ratio of all that is unpacked to the length of the file: XML of meshes shrinks to a tenth.
const GROWTH: u64 = 50;

/// Small files may unpack to this much.
const FREE: u64 = 1 << 20;

pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Number of bytes that may still be unpacked.
    left: u64,
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let zip = ZipArchive::new(Cursor::new(bytes));
        let zip = zip.map_err(|error| ReadError::new(format!("not a valid zip archive: {error}")))?;
        Ok(Archive { zip, left: FREE + GROWTH * bytes.len() as u64 })
    }

    /// The path of the model that the file is about.
    pub fn root_model(&mut self) -> Result<String, ReadError> {
        let text = self.text("/_rels/.rels")?;
        let xml =
            Document::parse(&text).map_err(|error| ReadError::new(format!("_rels/.rels: not valid XML: {error}")))?;
        let target = xml
            .descendants()
            .find(|node| node.attribute("Type") == Some(MODEL))
            .and_then(|node| node.attribute("Target"));
        target.map(String::from).ok_or_else(|| ReadError::new("_rels/.rels names no 3D model"))
    }

    /// A file of the archive, by its path from the root.
    pub fn text(&mut self, path: &str) -> Result<String, ReadError> {
        let name = path.trim_start_matches('/');
        let here = |what: String| ReadError::new(what).within(name);
        let entry = self.zip.by_name(name).map_err(|error| here(format!("cannot be unpacked: {error}")))?;
        let mut text = String::new();
        // One byte more than may be, to see whether there are more.
        let read = entry.take(self.left + 1).read_to_string(&mut text);
        read.map_err(|error| here(format!("cannot be unpacked: {error}")))?;
        self.left = self
            .left
            .checked_sub(text.len() as u64)
            .ok_or_else(|| here(format!("unpacks to more than {GROWTH} times the length of the file")))?;
        Ok(text)
    }
}
