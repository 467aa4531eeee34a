//! The numbers of a PLY file, one after the other.

use super::header::{Encoding, Kind};
use crate::error::ReadError;

/// Reads numbers; the end of the file is an error.
pub struct Values<'a> {
    encoding: Encoding,
    rest: &'a [u8],
}

impl<'a> Values<'a> {
    pub fn new(encoding: Encoding, rest: &'a [u8]) -> Self {
        Values { encoding, rest }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next number: an `f64` holds all of them exactly.
    pub fn number(&mut self, kind: Kind) -> Result<f64, ReadError> {
        if self.encoding == Encoding::Ascii {
            return self.word();
        }
        Ok(match kind {
            Kind::I8 => f64::from(i8::from_le_bytes(self.bytes()?)),
            Kind::U8 => f64::from(u8::from_le_bytes(self.bytes()?)),
            Kind::I16 => f64::from(i16::from_le_bytes(self.bytes()?)),
            Kind::U16 => f64::from(u16::from_le_bytes(self.bytes()?)),
            Kind::I32 => f64::from(i32::from_le_bytes(self.bytes()?)),
            Kind::U32 => f64::from(u32::from_le_bytes(self.bytes()?)),
            Kind::F32 => f64::from(f32::from_le_bytes(self.bytes()?)),
            Kind::F64 => f64::from_le_bytes(self.bytes()?),
        })
    }

    /// The length of the next list.
    pub fn count(&mut self, kind: Kind) -> Result<usize, ReadError> {
        let count = self.number(kind)?;
        if count >= 0.0 && count.fract() == 0.0 {
            return Ok(count as usize);
        }
        Err(ReadError::new(format!("expected the length of a list, got {count}")))
    }

    /// Goes past the next list.
    pub fn skip(&mut self, count: Kind, kind: Kind) -> Result<(), ReadError> {
        (0..self.count(count)?).try_for_each(|_| self.number(kind).map(drop))
    }

    /// Refuses what comes after the last number: a header that states fewer elements than the file holds is wrong, and
    /// so is the mesh.
    pub fn end(&self) -> Result<(), ReadError> {
        let rest = if self.encoding == Encoding::Ascii { self.rest.trim_ascii_start() } else { self.rest };
        if rest.is_empty() {
            return Ok(());
        }
        Err(ReadError::new(format!("holds {} bytes more than its header states", rest.len())))
    }

    /// In little-endian order.
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let (bytes, rest) = self.rest.split_first_chunk::<N>().ok_or_else(end)?;
        self.rest = rest;
        let mut bytes = *bytes;
        if self.encoding == Encoding::BigEndian {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn word(&mut self) -> Result<f64, ReadError> {
        let text = self.rest.trim_ascii_start();
        let length = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(length);
        self.rest = rest;
        if word.is_empty() {
            return Err(end());
        }
        let word = String::from_utf8_lossy(word);
        word.parse().map_err(|_| {
            let shown: String = word.chars().take(40).collect();
            ReadError::new(format!("expected a number, got {shown:?}"))
        })
    }
}

fn end() -> ReadError {
    ReadError::new("the file ends here")
}
