//! What the name of an output stands for.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of links to a file: what systems follow.
const LINKS: usize = 40;

/// Where results go.
pub enum Place {
    /// The standard output.
    Standard,
    /// A pipe or a device, which is written as it is.
    Stream,
    /// A regular file, which exists or does not: written as `part`, named `target` when it is complete.
    File {
        /// The unfinished file.
        part: PathBuf,
        /// The finished one.
        target: PathBuf,
    },
}

/// What a name stands for; refuses folders, and files that are read.
pub fn place(path: &Path, inputs: &[&Path]) -> anyhow::Result<Place> {
    if path == Path::new("-") {
        return Ok(Place::Standard);
    }
    let target = followed(path);
    if let Ok(metadata) = fs::metadata(&target) {
        anyhow::ensure!(!metadata.is_dir(), "{}: is a folder, expected a file", path.display());
        if !metadata.is_file() {
            return Ok(Place::Stream);
        }
    }
    let part = with_suffix(&target, ".part");
    for input in inputs {
        anyhow::ensure!(
            !same_file(input, &target) && !same_file(input, &part),
            "{}: is both the input and the output, expected two files",
            input.display()
        );
    }
    Ok(Place::File { part, target })
}

/// The name with some more letters.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The file that a link stands for, whether or not it exists.
fn followed(path: &Path) -> PathBuf {
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b && a.is_file())
}
