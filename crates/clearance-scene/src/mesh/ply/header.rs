//! What the header of a PLY file says.

use super::super::text;
use crate::error::ReadError;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Ascii,
    LittleEndian,
    BigEndian,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "char" | "int8" => Kind::I8,
            "uchar" | "uint8" => Kind::U8,
            "short" | "int16" => Kind::I16,
            "ushort" | "uint16" => Kind::U16,
            "int" | "int32" => Kind::I32,
            "uint" | "uint32" => Kind::U32,
            "float" | "float32" => Kind::F32,
            "double" | "float64" => Kind::F64,
            _ => return None,
        })
    }
}

/// A number, or a list of them if the type of its length is given.
#[derive(Debug)]
pub struct Property {
    pub name: String,
    pub kind: Kind,
    pub count: Option<Kind>,
}

/// `count` items with the same properties.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub count: usize,
    pub properties: Vec<Property>,
}

/// All that stands before the numbers.
#[derive(Debug)]
pub struct Header {
    pub encoding: Encoding,
    pub elements: Vec<Element>,
    /// Where the numbers begin in the file.
    pub length: usize,
}

/// Real headers have a dozen elements and properties in all; the memory of longer ones would not be bounded by the
/// file's length.
const LONGEST: usize = 1000;

impl Header {
    pub fn read(file: &[u8]) -> Result<Self, ReadError> {
        let bytes = text::unmarked(file)?;
        let mut rest = bytes;
        let mut line = |number: usize| -> Result<&[u8], ReadError> {
            let end = rest.iter().position(|&b| b == b'\n');
            let end =
                end.ok_or_else(|| ReadError::new("ends within its header").within(format_args!("line {number}")))?;
            let line = &rest[..end];
            rest = &rest[end + 1..];
            Ok(line.trim_ascii())
        };
        if line(1).ok() != Some(b"ply") {
            return Err(ReadError::new("a PLY file begins with the line \"ply\""));
        }
        let (mut encoding, mut elements) = (None, Vec::<Element>::new());
        for number in 2.. {
            if number > LONGEST {
                return Err(ReadError::new(format!("its header has more than {LONGEST} lines")));
            }
            let line = String::from_utf8_lossy(line(number)?);
            let shown: String = line.chars().take(60).collect();
            let refused = |rule: &str| {
                ReadError::new(format!("expected {rule}, got {shown:?}")).within(format_args!("line {number}"))
            };
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                ["end_header"] => break,
                [] | ["comment" | "obj_info", ..] => {}
                ["format", name, "1.0"] => encoding = Some(named(name).ok_or_else(|| refused("a format of PLY"))?),
                ["element", name, count] => {
                    let count = count.parse().map_err(|_| refused("a whole number of elements"))?;
                    elements.push(Element { name: name.into(), count, properties: Vec::new() });
                }
                ["property", ..] => {
                    let element = elements.last_mut().ok_or_else(|| refused("an element before its properties"))?;
                    element.properties.push(property(&words).ok_or_else(|| refused("a property with a known type"))?);
                }
                _ => return Err(refused("\"format\", \"element\", \"property\", \"comment\" or \"end_header\"")),
            }
        }
        let encoding = encoding.ok_or_else(|| ReadError::new("its header states no format"))?;
        Ok(Header { encoding, elements, length: file.len() - rest.len() })
    }
}

fn named(format: &str) -> Option<Encoding> {
    Some(match format {
        "ascii" => Encoding::Ascii,
        "binary_little_endian" => Encoding::LittleEndian,
        "binary_big_endian" => Encoding::BigEndian,
        _ => return None,
    })
}

fn property(words: &[&str]) -> Option<Property> {
    match *words {
        ["property", "list", count, kind, name] => {
            Some(Property { name: name.into(), kind: Kind::named(kind)?, count: Some(Kind::named(count)?) })
        }
        ["property", kind, name] => Some(Property { name: name.into(), kind: Kind::named(kind)?, count: None }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Header::read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn headers_are_refused_by_line() {
        assert_eq!(refusal("solid\n"), "a PLY file begins with the line \"ply\"");
        assert_eq!(refusal("ply\nformat ascii 1.0\n"), "line 3: ends within its header");
        assert_eq!(refusal("ply\nend_header\n"), "its header states no format");
        assert_eq!(
            refusal("ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\n"),
            r#"line 4: expected a property with a known type, got "property half x""#
        );
    }
}
