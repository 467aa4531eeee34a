//! Numbers in buffers. Every accessor is checked against its view, and every view against its buffer, before it is
//! read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use clearance::Vec3;

use super::super::base64::embedded;
use super::super::budget::Budget;
use super::document::{Accessor, Buffer, Document, View};
use super::refused;
use crate::error::ReadError;

/// The buffers of a file, read when they are first needed.
pub struct Buffers<'a> {
    document: &'a Document<'a>,
    chunk: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    /// Contents by the index of the buffer.
    embedded: HashMap<usize, Rc<[u8]>>,
    files: HashMap<PathBuf, Rc<[u8]>>,
}

/// Numbers in their buffer, checked to lie inside of it.
struct Stored<'a> {
    bytes: Contents<'a>,
    first: usize,
    stride: usize,
    count: usize,
}

/// The bytes of a buffer.
enum Contents<'a> {
    Chunk(&'a [u8]),
    Kept(Rc<[u8]>),
}

impl Contents<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Contents::Chunk(bytes) => bytes,
            Contents::Kept(bytes) => bytes,
        }
    }
}

impl<'a> Buffers<'a> {
    pub fn new(document: &'a Document<'a>, chunk: Option<&'a [u8]>, folder: Option<&'a Path>) -> Self {
        Buffers { document, chunk, folder, embedded: HashMap::new(), files: HashMap::new() }
    }

    /// The vectors of an accessor of positions.
    pub fn positions(&mut self, index: usize, budget: &mut Budget) -> Result<Vec<Vec3<f64>>, ReadError> {
        let accessor = self.accessor(index)?;
        if accessor.component_type != 5126 || accessor.shape != "VEC3" {
            return Err(refused(format!("accessor {index} of positions must hold vectors of 3 f32")));
        }
        let stored = self.stored(index, &accessor, 12, budget)?;
        budget.place(stored.count, 0)?;
        let bytes = stored.bytes.bytes();
        let vector = |i: usize| {
            let from = stored.first + i * stored.stride;
            let numbers = bytes[from..from + 12].as_chunks::<4>().0;
            Vec3::from([0, 1, 2].map(|k| f64::from(f32::from_le_bytes(numbers[k]))))
        };
        Ok((0..stored.count).map(vector).collect())
    }

    /// The numbers of an accessor of vectors of `N`: of floats, or of bytes or shorts that represent numbers from -1
    /// to 1.
    pub fn vectors<const N: usize>(&mut self, index: usize, budget: &mut Budget) -> Result<Vec<[f64; N]>, ReadError> {
        let accessor = self.accessor(index)?;
        let size = match (accessor.component_type, accessor.shape.strip_prefix("VEC").map(str::parse::<usize>)) {
            (5126, Some(Ok(count))) if count == N => 4,
            (5120, Some(Ok(count))) if count == N && accessor.normalized => 1,
            (5122, Some(Ok(count))) if count == N && accessor.normalized => 2,
            _ => {
                let rule = format!("must hold vectors of {N} f32, or of {N} normalized i8 or i16");
                return Err(refused(format!("accessor {index} of instances {rule}")));
            }
        };
        let stored = self.stored(index, &accessor, N * size, budget)?;
        budget.take(stored.count.saturating_mul(size_of::<[f64; N]>()))?;
        let bytes = stored.bytes.bytes();
        let number = |at: usize| match *bytes.get(at..at + size).unwrap_or(&[]) {
            [a] => (f64::from(a as i8) / 127.0).max(-1.0),
            [a, b] => (f64::from(i16::from_le_bytes([a, b])) / 32767.0).max(-1.0),
            [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => f64::NAN,
        };
        let vector = |i: usize| std::array::from_fn(|k| number(stored.first + i * stored.stride + k * size));
        Ok((0..stored.count).map(vector).collect())
    }

    /// The whole numbers of an accessor of indices.
    pub fn indices(&mut self, index: usize, budget: &mut Budget) -> Result<Vec<u32>, ReadError> {
        let accessor = self.accessor(index)?;
        let size = match (accessor.component_type, accessor.shape.as_ref()) {
            (5121, "SCALAR") => 1,
            (5123, "SCALAR") => 2,
            (5125, "SCALAR") => 4,
            _ => return Err(refused(format!("accessor {index} of indices must hold single u8, u16 or u32"))),
        };
        let stored = self.stored(index, &accessor, size, budget)?;
        budget.take(stored.count.saturating_mul(4))?;
        let bytes = stored.bytes.bytes();
        let number = |i: usize| {
            let from = stored.first + i * stored.stride;
            let mut number = [0; 4];
            number[..size].copy_from_slice(&bytes[from..from + size]);
            u32::from_le_bytes(number)
        };
        Ok((0..stored.count).map(number).collect())
    }

    fn accessor(&self, index: usize) -> Result<Accessor<'a>, ReadError> {
        let accessor: Accessor = self.document.accessors.read(index, "accessor")?;
        if accessor.sparse.is_some() {
            return Err(ReadError::new(format!("accessor {index} is sparse, which is not supported")));
        }
        Ok(accessor)
    }

    /// Checks that `count` elements of a size lie inside the view and its buffer.
    fn stored(
        &mut self,
        index: usize,
        accessor: &Accessor,
        size: usize,
        budget: &mut Budget,
    ) -> Result<Stored<'a>, ReadError> {
        let view = accessor.buffer_view.ok_or_else(|| refused(format!("accessor {index} has no buffer view")))?;
        let view: View = self.document.views.read(view, "buffer view")?;
        let bytes = self.contents(view.buffer, budget)?;
        let stride = view.byte_stride.unwrap_or(size);
        if stride < size {
            return Err(refused(format!("accessor {index} has elements of {size} bytes in steps of {stride}")));
        }
        let steps = accessor.count.saturating_sub(1).checked_mul(stride);
        let end = steps.and_then(|steps| steps.checked_add(accessor.byte_offset)?.checked_add(size));
        let inside = end.is_some_and(|end| end <= view.byte_length)
            && view.byte_offset.checked_add(view.byte_length).is_some_and(|end| end <= bytes.bytes().len());
        if !inside && accessor.count > 0 {
            return Err(refused(format!("accessor {index} reaches beyond its buffer")));
        }
        Ok(Stored {
            bytes,
            first: view.byte_offset.saturating_add(accessor.byte_offset),
            stride,
            count: accessor.count,
        })
    }

    /// The bytes of a buffer: the binary chunk, a `data:` address, or a file beside the glTF file.
    fn contents(&mut self, index: usize, budget: &mut Budget) -> Result<Contents<'a>, ReadError> {
        let buffer: Buffer = self.document.buffers.read(index, "buffer")?;
        let contents = match &buffer.uri {
            None => Contents::Chunk(self.chunk.ok_or_else(|| refused("the binary chunk is missing"))?),
            Some(uri) => Contents::Kept(match uri.strip_prefix("data:") {
                Some(data) => self.data(index, data)?,
                None => self.file(uri, budget)?,
            }),
        };
        let length = contents.bytes().len();
        if length < buffer.byte_length {
            return Err(refused(format!("buffer {index} has {length} bytes, expected {}", buffer.byte_length)));
        }
        Ok(contents)
    }

    fn data(&mut self, index: usize, data: &str) -> Result<Rc<[u8]>, ReadError> {
        if let Some(known) = self.embedded.get(&index) {
            return Ok(Rc::clone(known));
        }
        let bytes: Rc<[u8]> = embedded(data).ok_or_else(|| refused("a data address is not base64"))?.into();
        self.embedded.insert(index, Rc::clone(&bytes));
        Ok(bytes)
    }

    fn file(&mut self, uri: &str, budget: &mut Budget) -> Result<Rc<[u8]>, ReadError> {
        let name = decoded(uri);
        let relative = Path::new(name.as_ref());
        let beside =
            relative.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir | Component::ParentDir));
        let Some(folder) = self.folder.filter(|_| beside && !uri.contains(':')) else {
            return Err(ReadError::new(format!("refers to {uri:?}, expected a file beside it")));
        };
        let file = folder.join(relative);
        if let Some(known) = self.files.get(&file) {
            return Ok(Rc::clone(known));
        }
        let refused = |what: String| ReadError::new(what).within(file.display());
        let about = std::fs::metadata(&file).map_err(|error| refused(format!("cannot be read: {error}")))?;
        if !about.is_file() {
            return Err(refused("expected a file".into()));
        }
        let bytes: Rc<[u8]> = std::fs::read(&file).map_err(|error| refused(format!("cannot be read: {error}")))?.into();
        budget.extend(bytes.len());
        self.files.insert(file, Rc::clone(&bytes));
        Ok(bytes)
    }
}

/// A name whose `%20` and the like are written out.
fn decoded(uri: &str) -> Cow<'_, str> {
    if !uri.contains('%') {
        return uri.into();
    }
    let bytes = uri.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&b| char::from(b).to_digit(16));
    let (mut name, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                name.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                name.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&name).into_owned().into()
}
