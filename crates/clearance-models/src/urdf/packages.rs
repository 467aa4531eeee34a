//! Mesh files by the names that robots give them: `package://`, `file://`, absolute and relative paths.

use std::path::{Path, PathBuf};

use clearance_scene::{HeldFiles, MeshFiles};
use roxmltree::Document;

/// Where packages are: named ones first, then what lies around the robot's file, then the paths of a ROS environment.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    named: Vec<(String, PathBuf)>,
    paths: Vec<PathBuf>,
    /// In place of the file system.
    held: Option<HeldFiles>,
}

impl Packages {
    /// Packages are looked for around the robot's file only.
    pub fn beside() -> Self {
        Packages::default()
    }
    /// Those of a ROS environment too: in the folders of `ROS_PACKAGE_PATH`, and in `share` of those of
    /// `AMENT_PREFIX_PATH`.
    pub fn of_environment() -> Self {
        let folders = |name| std::env::var_os(name).map_or(Vec::new(), |all| std::env::split_paths(&all).collect());
        let mut paths: Vec<PathBuf> = folders("ROS_PACKAGE_PATH");
        paths.extend(folders("AMENT_PREFIX_PATH").into_iter().map(|prefix| prefix.join("share")));
        Packages { paths, ..Packages::default() }
    }
    /// Files in memory, by their names in a robot's file or what these end in.
    pub fn held(files: HeldFiles) -> Self {
        Packages { held: Some(files), ..Packages::default() }
    }
    /// What reads the mesh files that are found.
    pub(crate) fn mesh_files(&self) -> MeshFiles {
        self.held.clone().map_or_else(|| MeshFiles::relative_to(""), MeshFiles::held)
    }
    /// With a package in a folder.
    pub fn with(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.named.push((name.into(), folder.into()));
        self
    }

    /// The file that a robot in `folder` names. The error lists all places that were tried.
    ///
    /// `package://NAME/REST` is tried in the folder that was given for NAME; then, for the robot's folder and each
    /// above it: in it if it has that name or a `package.xml` that says so, and in its child of that name; then in the
    /// paths of the environment. Names that are not found are tried with `%20` and its like decoded, and with slashes
    /// for backslashes.
    pub fn find(&self, name: &str, folder: &Path) -> Result<PathBuf, String> {
        if let Some(files) = &self.held {
            let found = spellings(name).iter().find_map(|spelling| files.find(Path::new(without_scheme(spelling))));
            return found.map(Path::to_path_buf).ok_or_else(|| files.missing(Path::new(name)));
        }
        let mut tried = Vec::new();
        for spelling in spellings(name) {
            for place in self.tried(&spelling, folder)? {
                if place.is_file() {
                    return Ok(place);
                }
                if !tried.contains(&place) {
                    tried.push(place);
                }
            }
        }
        let tried: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
        let hint = if name.starts_with("package://") { "; name its folder with --package NAME=DIR" } else { "" };
        Err(format!("{name:?} was not found; tried {}{hint}", tried.join(", ")))
    }

    /// The places that a name may mean, in the order in which they are tried.
    fn tried(&self, name: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
        // A letter before a colon is a drive, not a scheme.
        let Some((scheme, rest)) = name.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
            // Joining with an absolute path gives that path.
            return Ok(vec![folder.join(name)]);
        };
        match scheme {
            "package" | "model" => Ok(self.places(rest.trim_start_matches('/'), folder)),
            // file:///x, file://localhost/x and file:/x name /x; file://x names x.
            "file" => {
                let path = rest.strip_prefix("//").unwrap_or(rest);
                Ok(vec![folder.join(path.strip_prefix("localhost").unwrap_or(path))])
            }
            _ => Err(format!("{name:?}: {scheme}: is not supported, expected package:// or file://")),
        }
    }

    fn places(&self, rest: &str, folder: &Path) -> Vec<PathBuf> {
        let (package, file) = rest.split_once('/').unwrap_or((rest, ""));
        let named = self.named.iter().filter(|(name, _)| name == package);
        let mut places: Vec<PathBuf> = named.map(|(_, folder)| folder.join(file)).collect();
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        for above in absolute.ancestors() {
            if above.file_name().is_some_and(|name| name == package) || is_package(above, package) {
                places.push(above.join(file));
            }
            places.push(above.join(package).join(file));
        }
        places.extend(
            self.paths
                .iter()
                .filter(|path| path.file_name().is_some_and(|name| name == package))
                .map(|path| path.join(file)),
        );
        places.extend(self.paths.iter().map(|path| path.join(package).join(file)));
        places
    }
}

/// A name without `package://` and its like.
fn without_scheme(name: &str) -> &str {
    match name.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => rest.trim_start_matches('/'),
        _ => name,
    }
}

fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The spellings of a name that are tried: as it is, with its escapes decoded, with slashes for backslashes.
fn spellings(name: &str) -> Vec<String> {
    let mut all = vec![name.to_string()];
    for spelling in [decoded(name), name.replace('\\', "/"), decoded(name).replace('\\', "/")] {
        if !all.contains(&spelling) {
            all.push(spelling);
        }
    }
    all
}

/// A name with `%` and two hexadecimal digits for bytes decoded; as it is if that is no UTF-8.
fn decoded(name: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), name.as_bytes());
    while let [first, after @ ..] = rest {
        let hexadecimal = |byte: u8| char::from(byte).to_digit(16);
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| name.into())
}

/// Whether a folder has a `package.xml` of that name.
fn is_package(folder: &Path, name: &str) -> bool {
    let Ok(text) = std::fs::read_to_string(folder.join("package.xml")) else { return false };
    let Ok(document) = Document::parse(&text) else { return false };
    let element = document.root_element().children().find(|child| child.tag_name().name() == "name");
    element.and_then(|element| element.text()).is_some_and(|text| text.trim() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_files_are_found_by_their_names_and_by_what_these_end_in() {
        let held = Packages::held(HeldFiles::new([("arm/meshes/a.stl", vec![]), ("two words.stl", vec![])]));
        let find = |name: &str| held.find(name, Path::new(""));
        for name in ["package://arm/meshes/a.stl", "a.stl", "file:///home/arm/meshes/a.stl", "..\\meshes\\a.stl"] {
            assert_eq!(find(name).unwrap(), Path::new("arm/meshes/a.stl"), "{name}");
        }
        assert_eq!(find("package://arm/two%20words.stl").unwrap(), Path::new("two words.stl"));
        let error = find("package://arm/b.stl").unwrap_err();
        let listed = r#"is not among the given files: "arm/meshes/a.stl", "two words.stl""#;
        assert_eq!(error, format!(r#""package://arm/b.stl" {listed}"#));
    }

    #[test]
    fn packages_are_found_by_name_by_folder_and_by_manifest() {
        let root = std::env::temp_dir().join(format!("clearance-packages-{}", std::process::id()));
        let make = |path: &str, text: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        make("arm/meshes/a.stl", "");
        make("arm/urdf/arm.urdf", "");
        make("odd/package.xml", "<package><name>gripper</name></package>");
        make("odd/urdf/b.stl", "");
        let urdf = root.join("arm/urdf");
        let find = |packages: &Packages, name: &str, folder: &Path| packages.find(name, folder);
        let beside = Packages::beside();
        let mesh = root.join("arm/meshes/a.stl");
        for name in ["package://arm/meshes/a.stl", "package://meshes/a.stl", "../meshes/a.stl"] {
            let found = find(&beside, name, &urdf).unwrap();
            assert_eq!(found.canonicalize().unwrap(), mesh.canonicalize().unwrap(), "{name}");
        }
        assert!(find(&beside, "package://gripper/urdf/b.stl", &root.join("odd/urdf")).is_ok());
        let named = Packages::beside().with("x", root.join("arm"));
        assert!(find(&named, "package://x/meshes/a.stl", &urdf).is_ok());
        assert!(find(&beside, &format!("file://{}", mesh.display()), &urdf).is_ok());
        make("arm/meshes/two words.stl", "");
        let spaced = root.join("arm/meshes/two words.stl");
        let one_slash = format!("file:{}", mesh.display());
        assert_eq!(find(&beside, &one_slash, &urdf).unwrap(), mesh);
        for name in ["package://arm/meshes/two%20words.stl", "..\\meshes\\two words.stl", "..\\meshes\\two%20words.stl"]
        {
            let found = find(&beside, name, &urdf).unwrap();
            assert_eq!(found.canonicalize().unwrap(), spaced.canonicalize().unwrap(), "{name}");
        }
        let missing = find(&named, "package://x/c.stl", &urdf).unwrap_err();
        let expected = format!("\"package://x/c.stl\" was not found; tried {}, ", root.join("arm/c.stl").display());
        assert!(missing.starts_with(&expected) && missing.ends_with("--package NAME=DIR"), "{missing}");
        let strange = find(&beside, "https://example.org/a.stl", &urdf).unwrap_err();
        assert_eq!(strange, "\"https://example.org/a.stl\": https: is not supported, expected package:// or file://");
        std::fs::remove_dir_all(&root).unwrap();
    }
}
