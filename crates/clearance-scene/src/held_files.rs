//! Files in memory, for machines without a file system: a browser holds what was dropped on its page.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::error::ReadError;

/// Files by their names, such as `arm/meshes/hand.stl`.
///
/// A name that none of them has stands for the file whose name ends most like it, if one alone does: files that were
/// dropped one by one have lost their folders.
///
/// ```
/// use clearance_scene::HeldFiles;
/// use std::path::Path;
/// let files = HeldFiles::new([("hand.stl", b"..".to_vec()), ("left/finger.stl", vec![]), ("right/finger.stl", vec![])]);
/// assert_eq!(files.find(Path::new("arm/meshes/hand.stl")), Some(Path::new("hand.stl")));
/// assert_eq!(files.find(Path::new("arm/./right/finger.stl")), Some(Path::new("right/finger.stl")));
/// assert_eq!(files.find(Path::new("finger.stl")), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct HeldFiles(Arc<BTreeMap<PathBuf, Arc<[u8]>>>);

impl HeldFiles {
    /// Files with their contents.
    pub fn new(files: impl IntoIterator<Item = (impl AsRef<Path>, Vec<u8>)>) -> Self {
        HeldFiles(Arc::new(files.into_iter().map(|(name, bytes)| (plain(name.as_ref()), bytes.into())).collect()))
    }

    /// The file that a name stands for.
    pub fn find(&self, name: &Path) -> Option<&Path> {
        let name = plain(name);
        if let Some((known, _)) = self.0.get_key_value(&name) {
            return Some(known);
        }
        let alike = |known: &Path| {
            let ends = known.components().rev().zip(name.components().rev());
            ends.take_while(|(a, b)| a == b).count()
        };
        let most = self.0.keys().map(|known| alike(known)).max().filter(|&most| most > 0)?;
        let mut best = self.0.keys().filter(|known| alike(known) == most);
        let first = best.next()?;
        if best.next().is_some() { None } else { Some(first) }
    }

    /// The contents of the file that a name stands for.
    pub fn read(&self, name: &Path) -> Result<Arc<[u8]>, ReadError> {
        let found = self.find(name).and_then(|known| self.0.get(known)).cloned();
        found.ok_or_else(|| ReadError::new(self.missing(name)))
    }

    /// Says that no file has a name, and which there are.
    pub fn missing(&self, name: &Path) -> String {
        const SHOWN: usize = 5;
        let mut names: Vec<String> = self.0.keys().take(SHOWN).map(|known| format!("{known:?}")).collect();
        match self.0.len() {
            0 => names.push("none".into()),
            count if count > SHOWN => names.push(format!("and {} more", count - SHOWN)),
            _ => {}
        }
        format!("{name:?} is not among the given files: {}", names.join(", "))
    }
}

/// A name without `.`, and without `..` where the folder before it is known; slashes for backslashes.
fn plain(name: &Path) -> PathBuf {
    let name = name.to_string_lossy().replace('\\', "/");
    let mut plain = PathBuf::new();
    for component in Path::new(&name).components() {
        match component {
            Component::Normal(part) => plain.push(part),
            Component::ParentDir => {
                plain.pop();
            }
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_two_files_could_be_is_none_of_them_and_the_error_lists_what_there_is() {
        let files = HeldFiles::new([("a/x.stl", vec![1]), ("b/x.stl", vec![2])]);
        assert_eq!(files.read(Path::new("/robots/b/../b/x.stl")).unwrap()[..], [2]);
        let error = files.read(Path::new("c/x.stl")).unwrap_err().to_string();
        assert_eq!(error, r#""c/x.stl" is not among the given files: "a/x.stl", "b/x.stl""#);
        let none = HeldFiles::default().read(Path::new("x.stl")).unwrap_err().to_string();
        assert_eq!(none, r#""x.stl" is not among the given files: none"#);
    }
}
