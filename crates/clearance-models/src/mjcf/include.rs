//! Included files, put in the places of their `<include>`.

use std::path::{Path, PathBuf};

use crate::xml::{self, Element};
use clearance_scene::ReadError;

/// The largest number of included files.
const MOST_FILES: usize = 1000;

/// An element with all that it includes. Files are relative to the folder of the main file; one that is not there may
/// lie beside the file that includes it.
pub(super) fn expanded(root: Element, folder: &Path) -> Result<Element, ReadError> {
    let mut reader = Reader { main: folder, files: Vec::new(), count: 0 };
    reader.expand(root, folder)
}

struct Reader<'p> {
    main: &'p Path,
    /// Those that are being read, each included by the one before.
    files: Vec<PathBuf>,
    count: usize,
}

impl Reader<'_> {
    fn expand(&mut self, mut element: Element, folder: &Path) -> Result<Element, ReadError> {
        for child in std::mem::take(&mut element.children) {
            if child.name() == "include" {
                element.children.extend(self.included(&child, folder)?);
            } else {
                element.children.push(self.expand(child, folder)?);
            }
        }
        Ok(element)
    }

    /// The elements of an included file.
    fn included(&mut self, include: &Element, folder: &Path) -> Result<Vec<Element>, ReadError> {
        let name = include.need("file")?;
        let tried = [self.main.join(name), folder.join(name)];
        let Some(path) = tried.iter().find(|path| path.is_file()) else {
            let [first, second] = tried.each_ref().map(|path| path.display().to_string());
            let tried = if first == second { first } else { format!("{first}, {second}") };
            return Err(include.refusal(format!("{name:?} was not found; tried {tried}")));
        };
        self.count += 1;
        if self.files.contains(path) || self.count > MOST_FILES {
            let what = if self.files.contains(path) { "includes itself" } else { "more than 1000 files are included" };
            return Err(include.refusal(format!("{name:?}: {what}")));
        }
        let here = |error: ReadError| error.within(path.display());
        let root =
            xml::read_text(path).and_then(|text| xml::parse(&text, "<mujocoinclude>", Some(path))).map_err(here)?;
        if !["mujoco", "mujocoinclude"].contains(&root.name()) {
            let what = format!("expected <mujocoinclude> as the root of an included file, got <{}>", root.name());
            return Err(root.refusal(what));
        }
        self.files.push(path.clone());
        let root = self.expand(root, path.parent().unwrap_or(Path::new("")));
        self.files.pop();
        Ok(root?.children)
    }
}
