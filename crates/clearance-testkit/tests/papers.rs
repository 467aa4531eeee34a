//! The papers do not rot: every path that a page or a comment names is there, and every link leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files and folders of the repository but what is built, by their paths from the root.
fn tree(folder: &Path, root: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if ["target", "node_modules", ".git", "__pycache__", "work"].contains(&name.as_str()) {
            continue;
        }
        found.push(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
        if path.is_dir() {
            tree(&path, root, found);
        }
    }
}

struct Repository {
    root: PathBuf,
    all: Vec<String>,
}

impl Repository {
    fn read() -> Self {
        let root = root();
        let mut all = Vec::new();
        tree(&root, &root, &mut all);
        Repository { root, all }
    }

    fn files(&self, ending: &str) -> impl Iterator<Item = (&String, String)> {
        let written = self.all.iter().filter(move |path| path.ends_with(ending) && !self.is_copy(path));
        written.filter_map(|path| Some((path, fs::read_to_string(self.root.join(path)).ok()?)))
    }

    /// Whether git ignores a page: docs/conf.py copied it from elsewhere.
    fn is_copy(&self, name: &str) -> bool {
        let ignored = fs::read_to_string(self.root.join(".gitignore")).unwrap();
        ignored.lines().any(|line| line.strip_prefix('/') == Some(name))
    }

    /// Whether a path is one from the root, from a folder, or the end of one.
    fn has(&self, path: &str, folder: &str) -> bool {
        let path = path.trim_start_matches("./").trim_end_matches('/');
        let end = format!("/{path}");
        self.root.join(path).exists()
            || self.root.join(folder).join(path).exists()
            || self.all.iter().any(|known| known.ends_with(&end))
    }
}

/// A link from a folder as a path from the root.
fn resolved(folder: &str, link: &str) -> String {
    let mut path: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    for name in link.split('/') {
        match name {
            ".." => drop(path.pop()),
            "." => (),
            name => path.push(name),
        }
    }
    path.join("/")
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path of this repository: words with slashes between them whose last one has a known ending, or which ends with a
/// slash.
fn is_path(text: &str) -> bool {
    const ENDINGS: [&str; 11] = ["rs", "py", "md", "toml", "json", "jsonl", "ts", "mjs", "svg", "png", "list"];
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let known = text.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    let starts = ["crates/", "docs/", "bench/", "bindings/", "viewer/", "testdata/", "fuzz/", "examples/", ".ci/"];
    plain && !text.starts_with(['/', '.']) && (text.ends_with(".rs") || known && text.contains('/'))
        || plain && starts.iter().any(|start| text.starts_with(start))
}

/// What stands between backticks, outside of blocks.
fn quoted(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            found.extend(line.split('`').skip(1).step_by(2).map(String::from));
        }
    }
    found
}

/// Names of files that users choose, that programs write, or that are elsewhere.
const EXAMPLES: [&str; 10] = [
    "cases.jsonl",
    "results.jsonl",
    "scene.json",
    "world.json",
    "parts.json",
    "shapes.jsonl",
    "_manifest.json",
    "package-lock.json",
    "bench/work/venv",
    "robots/xarm_description/README.md",
];

#[test]
fn every_path_that_a_page_names_is_there() {
    let repository = Repository::read();
    let mut lost = Vec::new();
    for (page, text) in repository.files(".md") {
        // History names what is gone.
        if page.ends_with("CHANGELOG.md") || page.ends_with("development/notebook.md") {
            continue;
        }
        for word in quoted(&text) {
            let word = word.split([':', '#']).next().unwrap_or_default();
            if is_path(word) && !EXAMPLES.contains(&word) && !repository.has(word, folder(page)) {
                lost.push(format!("{page}: `{word}`"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn every_link_of_a_page_leads_to_a_file() {
    let repository = Repository::read();
    let mut lost = Vec::new();
    for (page, text) in repository.files(".md") {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let local = !path.is_empty() && !path.contains("://") && !path.contains(' ');
            let target = repository.root.join(folder(page)).join(path);
            // Sphinx finds pages without their ending. A page that docs/build writes is not there in a clean clone.
            let written = repository.is_copy(&resolved(folder(page), path));
            if local && (written || !target.exists() && !target.with_extension("rst").exists()) {
                lost.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn every_module_of_the_libraries_has_its_place_in_the_architecture() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut lost = Vec::new();
    for package in
        ["clearance", "clearance-world", "clearance-scene", "clearance-robot", "clearance-models", "clearance-classic"]
    {
        for entry in fs::read_dir(root().join("crates").join(package).join("src")).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().replace(".rs", "");
            let named = [format!("`{name}`"), format!("`{name}/"), format!("`{name}.rs")];
            if name != "lib" && !named.iter().any(|name| text.contains(name)) {
                lost.push(format!("{package}: {name}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn every_mutation_finds_its_text_once() {
    let list = fs::read_to_string(root().join(".ci/mutations.list")).unwrap();
    let mut lost = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').collect();
        let &[name, _, file, text, replacement, _] = &fields[..] else { panic!("expected six fields: {line}") };
        let count = fs::read_to_string(root().join(file)).unwrap_or_default().matches(text).count();
        if count != 1 || text == replacement {
            lost.push(format!("{name}: {count} places with {text:?} in {file}"));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn every_source_that_a_comment_names_is_there() {
    let repository = Repository::read();
    let mut lost = Vec::new();
    for (source, text) in repository.files(".rs") {
        for line in text.lines().filter_map(|line| Some(&line[line.find("//")?..])) {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || "_-./".contains(c)));
            for word in words.map(|word| word.trim_end_matches('.')).filter(|word| is_path(word)) {
                if !EXAMPLES.contains(&word) && !word.contains("..") && !repository.has(word, folder(source)) {
                    lost.push(format!("{source}: {word}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
