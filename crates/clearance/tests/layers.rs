//! The sources keep their order: a module imports only its own layer and earlier ones.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top; modules of one line know each other. A file may stand above its folder: the exact decision
/// speaks of the statuses and bounds of the queries.
const LAYERS: [&[&str]; 11] = [
    &["math", "error", "exact", "foot", "support"],
    &["options"],
    &["hull"],
    &["shape"],
    // The hooks of `space` tie the algorithms to their parts for each dimension.
    &["polygon"],
    &["difference", "contact", "face", "space", "gjk", "newton", "epa"],
    &["frustum"],
    &["closed_form", "tight"],
    &["query", "exact/decide"],
    &["motion"],
    &["batch"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The modules that a source names after `crate::`, outside of comments and of its tests.
fn imports(source: &str) -> Vec<String> {
    let body = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code = body.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut found = Vec::new();
    for line in code {
        for rest in line.split("crate::").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            found.push(name);
        }
    }
    found
}

#[test]
fn modules_import_only_earlier_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        // Test modules and the crate's root may use everything.
        if parts.contains(&"tests") || ["lib", "random"].contains(&parts[0]) {
            continue;
        }
        let own = (1..=parts.len()).rev().find_map(|end| layer(&parts[..end].join("/")));
        let own = own.unwrap_or_else(|| panic!("{} is in no layer", parts[0]));
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            let Some(other) = layer(&import) else { continue };
            assert!(other <= own, "{} imports {import} of a later layer", path.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} imports seen");
}
