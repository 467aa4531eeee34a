//! The words of ARCHITECTURE.md's glossary are used, and the first line of a comment stands alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words with a better one in the glossary.
const BANNED: [&str; 42] = [
    "told",
    "tell",
    "tells",
    "foretold",
    "settle",
    "settles",
    "settled",
    "standing",
    "home's",
    "guest",
    "guests",
    "parts bodies",
    "parts the bodies",
    "parts cores",
    "parts the cores",
    "so many",
    "nobody",
    "anybody",
    "somebody",
    "somebody else's",
    "get free",
    "gets free",
    "as ever",
    "clean peer",
    "way out",
    "go on",
    "goes on",
    "cut short",
    "leave open",
    "leaves open",
    "knows nothing",
    "as you like",
    "that must be there",
    "who asks",
    "asked of",
    "is asked",
    "are asked",
    "looks again",
    "a second look",
    "has come to",
    "at least so far",
    "at most so far",
];

/// Beginnings of a first line that need the name above them to be understood.
const DANGLING: [&str; 8] = ["Of ", "By ", "From ", "But ", "As ", "At ", "The same ", "That "];

/// Places that may keep a banned word: the end of a path, and the word. At most 20.
const ALLOWED: [(&str, &str); 1] = [
    // The name of a method of Python's files.
    ("clearance/table/store.py", "tell"),
];

/// The number of findings below a folder may only fall: lower it with them.
const CEILINGS: [(&str, usize); 5] = [
    ("crates/clearance/", 0),
    ("crates/clearance-world/", 0),
    ("crates/clearance-robot/", 0),
    ("docs/development/notebook.md", 45),
    ("", 0),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder that are written by hand, by their paths from the root.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    const PASSED: [&str; 8] =
        ["target", "node_modules", ".git", "__pycache__", "testdata", "record", "assets", "shots"];
    const ENDINGS: [&str; 12] = ["rs", "md", "py", "pyi", "rst", "h", "hpp", "cpp", "ts", "mjs", "html", "toml"];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !PASSED.contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ENDINGS.contains(&&*ending.to_string_lossy())) {
            found.push(path);
        }
    }
}

/// What people read of a line: of Rust its comment and its strings, of others all.
fn read_by_people(line: &str, rust: bool) -> String {
    if !rust {
        return line.to_lowercase();
    }
    let comment = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':')).map(|(at, _)| at);
    let (code, comment) = line.split_at(comment.unwrap_or(line.len()));
    let strings = code.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    format!("{strings} {comment}").to_lowercase()
}

/// Whether a phrase is in a text as whole words, not in a path.
fn holds(text: &str, phrase: &str) -> bool {
    let within = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_/'".contains(c));
    text.match_indices(phrase).any(|(at, _)| {
        let after = &text[at + phrase.len()..];
        !within(text[..at].chars().next_back()) && !within(after.chars().next()) && !after.starts_with(".rs")
    })
}

/// The first words of a comment that begins in this line, after another line.
fn first_line<'l>(line: &'l str, before: &str) -> Option<&'l str> {
    let kinds = ["/// ", "//! "];
    let kind = kinds.into_iter().find(|kind| line.trim_start().starts_with(kind))?;
    (!before.trim_start().starts_with(kind.trim_end())).then(|| &line.trim_start()[kind.len()..])
}

/// What is wrong in a file, one text for each.
fn findings(path: &str, text: &str) -> Vec<String> {
    let rust = path.ends_with(".rs");
    let mut found = Vec::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        // The glossary names the words that are not used.
        if path == "ARCHITECTURE.md" && before == "## Glossary" {
            break;
        }
        let read = read_by_people(line, rust);
        let number = number + 1;
        for word in BANNED.iter().filter(|word| holds(&read, word)) {
            if !ALLOWED.iter().any(|(end, allowed)| path.ends_with(end) && allowed == word) {
                found.push(format!("{path}:{number}: \"{word}\": {}", line.trim()));
            }
        }
        if rust && first_line(line, before).is_some_and(|first| DANGLING.iter().any(|start| first.starts_with(start))) {
            found.push(format!("{path}:{number}: the first line does not stand alone: {}", line.trim()));
        }
        before = line;
    }
    found
}

#[test]
fn the_words_are_those_of_the_glossary() {
    let root = root();
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    assert!(paths.len() > 500, "the sources are read");
    let mut counts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        // These lists, and copies that the site makes of other files.
        if name.ends_with("tests/words.rs")
            || name.ends_with("tests/help.rs")
            || (name.starts_with("docs/") && is_copy(&root, &name))
        {
            continue;
        }
        let area = CEILINGS.iter().find(|(area, _)| name.starts_with(area)).unwrap().0;
        let Ok(text) = fs::read_to_string(&path) else { continue };
        counts.entry(area).or_default().extend(findings(&name, &text));
    }
    assert!(ALLOWED.len() <= 20);
    for (area, ceiling) in CEILINGS {
        let found = counts.remove(area).unwrap_or_default();
        println!("{area:?}: {} findings, {ceiling} allowed", found.len());
        assert!(found.len() <= ceiling, "{} findings in {area:?}:\n{}", found.len(), found.join("\n"));
    }
}

/// Whether git ignores a page: docs/conf.py copied it from elsewhere.
fn is_copy(root: &Path, name: &str) -> bool {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap();
    ignored.lines().any(|line| line.strip_prefix('/') == Some(name))
}

#[test]
fn banned_words_and_dangling_lines_are_found() {
    let bad = "/// Of a ball.\nfn f() {} // nobody knows\nlet url = \"https://so/many\";\nlet s = \"told so\";\n/// A ball.\n/// Of radius 1.";
    let found = findings("x.rs", bad);
    assert_eq!(found.len(), 3, "{found:?}");
}
