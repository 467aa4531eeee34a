//! Text of mesh files: byte order marks and lines.

use std::borrow::Cow;

use crate::error::ReadError;

/// The bytes after a UTF-8 byte order mark, if there is one; UTF-16 is refused.
pub(super) fn unmarked(bytes: &[u8]) -> Result<&[u8], ReadError> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ReadError::new("is text in UTF-16, expected UTF-8"));
    }
    Ok(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

/// The lines of a text with their numbers from 1, joined where one ends with a backslash. Names and comments may be in
/// any encoding; numbers are ASCII.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut rest = bytes;
    let mut next = 1;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (number, mut joined) = (next, None::<String>);
        loop {
            let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
            rest = rest.get(end + 1..).unwrap_or(&[]);
            next += 1;
            let continued = line.strip_suffix(b"\\");
            let text = String::from_utf8_lossy(continued.unwrap_or(line));
            let whole = match joined.take() {
                None => text,
                Some(before) => Cow::Owned(before + " " + &text),
            };
            if continued.is_none() || rest.is_empty() {
                return Some((number, whole));
            }
            joined = Some(whole.into_owned());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continued_lines_have_the_number_of_their_first() {
        let text = b"a\r\nb \\\nc\\\r\nd\n\ne\\";
        let lines: Vec<(usize, Cow<str>)> = lines(text).collect();
        let expected = [(1, "a"), (2, "b  c d"), (5, ""), (6, "e")];
        assert_eq!(lines, expected.map(|(number, line)| (number, Cow::from(line))));
    }

    #[test]
    fn marks_are_no_text() {
        assert_eq!(unmarked(b"\xef\xbb\xbfv 1 2 3").unwrap(), b"v 1 2 3");
        assert!(unmarked(b"\xff\xfev\0").unwrap_err().to_string().contains("UTF-16"));
    }
}
