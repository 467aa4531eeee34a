//! Bytes embedded in text.

/// The bytes of `media/type;base64,TEXT`.
pub(super) fn embedded(data: &str) -> Option<Vec<u8>> {
    let (_, text) = data.split_once(";base64,")?;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert_eq!(embedded("text/plain;base64,Zm9vYmE=").unwrap(), b"fooba");
        assert_eq!(embedded("text/plain;base64,Zm9v-mE="), None);
        assert_eq!(embedded("text/plain,foobar"), None);
    }
}
