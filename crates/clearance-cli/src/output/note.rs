//! How far a run came, kept beside its unfinished file so that another run can continue.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::place::with_suffix;

/// What is done of a batch. Kept as one JSON object in `OUT.part.note`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// How many cases have their results in the file.
    pub cases: u64,
    /// How many of them are errors.
    pub errors: u64,
    /// The length of their results in bytes.
    pub bytes: u64,
    /// Hash of the options and of those cases.
    pub fingerprint: Fingerprint,
}

impl Done {
    /// Reads the note of an unfinished file.
    pub fn read(part: &Path) -> anyhow::Result<Self> {
        let path = with_suffix(part, ".note");
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{}: cannot be read, so {} cannot be resumed", path.display(), part.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{}: is no note of an interrupted run", path.display()))
    }

    /// Writes the note of an unfinished file. A note that cannot be written is no reason to stop.
    pub fn save(&self, part: &Path) {
        let (path, new) = (with_suffix(part, ".note"), with_suffix(part, ".note.new"));
        let Ok(text) = serde_json::to_string(self) else { return };
        let _ = fs::write(&new, text + "\n").and_then(|()| fs::rename(&new, &path));
    }

    /// Removes the note of a file that needs none.
    pub fn forget(part: &Path) {
        let _ = fs::remove_file(with_suffix(part, ".note"));
    }
}

/// A hash (FNV-1a, 64 bits) that detects another input or other options than those of the run before; no protection
/// against forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// With one more line.
    pub fn with(self, line: &[u8]) -> Self {
        line.iter()
            .chain(b"\n")
            .fold(self, |Fingerprint(hash), &byte| Fingerprint((hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        // The published hash of "foobar" is 85944171f73967e8; a line ends with a line feed.
        let bare = b"foobar".iter().fold(Fingerprint::default(), |Fingerprint(h), &b| {
            Fingerprint((h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
        });
        assert_eq!(bare, Fingerprint(0x8594_4171_f739_67e8));
        assert_ne!(Fingerprint::default().with(b"ab").with(b"c"), Fingerprint::default().with(b"a").with(b"bc"));
    }
}
