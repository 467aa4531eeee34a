//! The sources keep the order given in ARCHITECTURE.md: each module imports earlier ones only, so there is no circle.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top.
const ORDER: [&str; 29] = [
    "error",
    "math",
    "options",
    "projection",
    "exact",
    "support",
    "hull",
    "shape",
    "proximity",
    "decide",
    "frame",
    "difference",
    "enclosure",
    "simplex",
    "newton",
    "contact",
    "closed_form",
    "gjk",
    "epa",
    "dimension",
    "frustum",
    "tight",
    "solve",
    "motion",
    "manifold",
    "derivative",
    "query",
    "interop",
    "lib",
];

fn place(module: &str) -> usize {
    ORDER
        .iter()
        .position(|other| *other == module)
        .unwrap_or_else(|| panic!("module {module} has no place in the order"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// What a source names after `crate::`, outside of comments and of its tests; several between braces.
fn imports(source: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().take_while(|line| *line != "mod tests {").collect();
    let code: String = code.iter().filter(|line| !line.trim_start().starts_with("//")).copied().collect();
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list.split('}').next().unwrap_or_default().split(',').map(name)),
            None => found.push(name(rest)),
        }
    }
    found
}

#[test]
fn modules_import_only_earlier_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        // Test modules, and what only they use, may use everything; so may the crate's root.
        if parts.iter().any(|part| ["tests", "random", "constructed", "oracle", "lib"].contains(part)) {
            continue;
        }
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            if import == parts[0] || import == "random" {
                continue;
            }
            assert!(place(&import) < place(parts[0]), "{} imports {import}, which comes later", path.display());
            checked += 1;
        }
    }
    assert!(checked > 300, "only {checked} imports seen");
}

#[test]
fn the_order_is_that_of_architecture_md() {
    let Ok(text) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")) else {
        return; // The crate alone, without its repository.
    };
    let section =
        text.split("## The core").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a section on the core");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.collect::<Vec<_>>(), ORDER);
}
