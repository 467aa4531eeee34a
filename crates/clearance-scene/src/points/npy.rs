//! Arrays of numbers in NumPy's format `.npy`, versions 1 to 3 (numpy.lib.format): a magic word, a header in Python's
//! syntax, then the numbers.

use std::path::Path;

use super::PointList;
use crate::error::ReadError;

/// An array of numbers, the last index fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct NpyArray {
    /// How many entries there are along each axis.
    pub shape: Vec<usize>,
    /// All numbers as `f64`; booleans are 0 and 1.
    pub values: Vec<f64>,
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// The array of a file.
pub fn read_npy(path: &Path) -> Result<NpyArray, ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")));
    bytes.and_then(|bytes| array(&bytes)).map_err(|error| error.within(path.display()))
}

/// Rows of coordinates.
pub(super) fn points(bytes: &[u8], dim: usize) -> Result<PointList, ReadError> {
    let NpyArray { shape, values } = array(bytes)?;
    if !(shape.len() == 2 && shape[1] == dim) {
        return Err(ReadError::new(format!("expected an array of shape (n, {dim}), got {}", shown(&shape))));
    }
    let point = |row: &[f64]| [row[0], row[1], if dim == 3 { row[2] } else { 0.0 }];
    Ok(PointList::of_points(values.chunks_exact(dim).map(point).collect()))
}

fn shown(shape: &[usize]) -> String {
    let words: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("({}{})", words.join(", "), if shape.len() == 1 { "," } else { "" })
}

pub(super) fn array(bytes: &[u8]) -> Result<NpyArray, ReadError> {
    let cut = || ReadError::new("ends within its header, expected a file of numpy.save");
    if !bytes.starts_with(MAGIC) {
        return Err(ReadError::new("expected a file of numpy.save, which begins with \\x93NUMPY"));
    }
    let wide = *bytes.get(6).ok_or_else(cut)? > 1;
    let (length, start) = match wide {
        false => (usize::from(u16::from_le_bytes(field(bytes, 8).ok_or_else(cut)?)), 10),
        true => (u32::from_le_bytes(field(bytes, 8).ok_or_else(cut)?) as usize, 12),
    };
    let header = bytes.get(start..start + length).ok_or_else(cut)?;
    let header = std::str::from_utf8(header).map_err(|_| ReadError::new("has a header that is not text"))?;
    let kind = quoted(entry(header, "descr")?)?;
    let fortran = entry(header, "fortran_order")?.starts_with("True");
    let shape = tuple(entry(header, "shape")?)?;
    let count = shape.iter().try_fold(1usize, |count, &n| count.checked_mul(n));
    let numbers = &bytes[start + length..];
    let read = reader(kind)
        .ok_or_else(|| ReadError::new(format!("expected numbers like <f8, <f4, <i4 or |b1, got {kind:?}")))?;
    let values: Vec<f64> = (read.all)(numbers, read.big);
    let expected = count.filter(|&count| numbers.len() == count.saturating_mul(read.size));
    if expected.is_none() {
        let what = format!("expected {} numbers of {} bytes, got {} bytes", shown(&shape), read.size, numbers.len());
        return Err(ReadError::new(what));
    }
    let values = if fortran && shape.len() > 1 { transposed(&values, &shape) } else { values };
    Ok(NpyArray { shape, values })
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

/// What stands behind a key of the header.
fn entry<'h>(header: &'h str, key: &str) -> Result<&'h str, ReadError> {
    let found =
        [format!("'{key}':"), format!("\"{key}\":")].iter().find_map(|quoted| header.split_once(quoted.as_str()));
    found.map(|(_, rest)| rest.trim_start()).ok_or_else(|| ReadError::new(format!("has no {key:?} in its header")))
}

fn quoted(text: &str) -> Result<&str, ReadError> {
    let inner = text.strip_prefix(['\'', '"']).and_then(|rest| rest.split(['\'', '"']).next());
    inner.ok_or_else(|| ReadError::new("expected one kind of numbers, got a structured array"))
}

fn tuple(text: &str) -> Result<Vec<usize>, ReadError> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(inner, _)| inner);
    let words = inner.map(|inner| inner.split(',').map(str::trim).filter(|word| !word.is_empty()));
    let numbers = words.and_then(|words| words.map(|word| word.parse().ok()).collect());
    numbers.ok_or_else(|| ReadError::new("has no shape in its header"))
}

/// How numbers of one kind are read.
struct Reader {
    size: usize,
    big: bool,
    all: ReadAll,
}

/// Reads the bytes of numbers, whose highest byte comes first or last.
type ReadAll = fn(&[u8], bool) -> Vec<f64>;

macro_rules! numbers {
    ($kind:ty) => {
        |bytes: &[u8], big: bool| {
            let chunks = bytes.chunks_exact(size_of::<$kind>());
            let one = |chunk: &[u8]| {
                let mut bytes = [0; size_of::<$kind>()];
                bytes.copy_from_slice(chunk);
                if big { <$kind>::from_be_bytes(bytes) as f64 } else { <$kind>::from_le_bytes(bytes) as f64 }
            };
            chunks.map(one).collect()
        }
    };
}

fn reader(kind: &str) -> Option<Reader> {
    let big = kind.starts_with('>');
    let (size, all): (usize, ReadAll) = match kind.trim_start_matches(['<', '>', '|', '=']) {
        "f8" => (8, numbers!(f64)),
        "f4" => (4, numbers!(f32)),
        "i8" => (8, numbers!(i64)),
        "i4" => (4, numbers!(i32)),
        "i2" => (2, numbers!(i16)),
        "i1" => (1, numbers!(i8)),
        "u4" => (4, numbers!(u32)),
        "u2" => (2, numbers!(u16)),
        "u1" | "b1" => (1, numbers!(u8)),
        _ => return None,
    };
    Some(Reader { size, big, all })
}

/// Numbers whose first index is fastest, with the last one fastest.
fn transposed(values: &[f64], shape: &[usize]) -> Vec<f64> {
    let place = |mut number: usize| {
        // The indices, from the last one on; the stride of each is the product of the sizes before it.
        let mut place = 0;
        for axis in (0..shape.len()).rev() {
            let stride: usize = shape[..axis].iter().product();
            place += number % shape[axis] * stride;
            number /= shape[axis];
        }
        place
    };
    (0..values.len()).map(|number| values[place(number)]).collect()
}
