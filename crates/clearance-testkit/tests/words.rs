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

/// Phrases of the glossary's second half, in comments of a crate's sources: fewer than these stay.
const DIALECT: [&str; 9] = [
    "is off",
    "are off",
    "be off",
    "stands for",
    "stand for",
    "looked at",
    "looks more closely",
    "look more closely",
    "; none",
];

/// The number of lines with such a phrase may only fall: lower it with them.
const DIALECT_CEILINGS: [(&str, usize); 7] = [
    ("crates/clearance/src/", 69),
    ("crates/clearance-world/src/", 44),
    ("crates/clearance-robot/src/", 45),
    ("crates/clearance-models/src/", 21),
    ("crates/clearance-scene/src/", 12),
    ("crates/clearance-cli/src/", 13),
    ("", usize::MAX),
];

/// The longest line of a comment, but for tables and code.
const COLUMNS: usize = 120;

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

/// The comment of a line of Rust, in small letters.
fn comment_of(line: &str) -> Option<String> {
    let at = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'))?.0;
    // A phrase that begins with a semicolon is of whole words too.
    Some(line[at..].to_lowercase().replace(';', " ;"))
}

/// The lines of a Rust file whose comment has a phrase of [`DIALECT`].
fn dialect(path: &str, text: &str) -> Vec<String> {
    let has = |line: &str| comment_of(line).is_some_and(|comment| DIALECT.iter().any(|phrase| holds(&comment, phrase)));
    text.lines()
        .zip(1..)
        .filter(|(line, _)| has(line))
        .map(|(line, at)| format!("{path}:{at}: {}", line.trim()))
        .collect()
}

/// The lines of a Rust file that are comments and longer than [`COLUMNS`]; tables and code are as long as they must be.
fn too_long(path: &str, text: &str) -> Vec<String> {
    let (mut found, mut in_code) = (Vec::new(), false);
    for (line, number) in text.lines().zip(1..) {
        let Some(body) = line.trim_start().strip_prefix("//") else {
            in_code = false;
            continue;
        };
        let body = body.trim_start_matches(['/', '!']);
        in_code ^= body.trim_start().starts_with("```");
        let exempt = in_code || body.starts_with("     ") || body.trim_start().starts_with('|');
        if !exempt && line.chars().count() > COLUMNS {
            found.push(format!("{path}:{number}: {} columns", line.chars().count()));
        }
    }
    found
}

/// The lines of a C header or of a TypeScript declaration that have a comment and are longer than [`COLUMNS`].
fn too_long_in_header(path: &str, text: &str) -> Vec<String> {
    let (mut found, mut in_block) = (Vec::new(), false);
    for (line, number) in text.lines().zip(1..) {
        let has_comment = in_block || line.contains("/*") || line.contains("// ");
        in_block = match (line.rfind("/*"), line.rfind("*/")) {
            (Some(begin), end) => end.is_none_or(|end| end < begin),
            (None, end) => in_block && end.is_none(),
        };
        if has_comment && line.chars().count() > COLUMNS {
            found.push(format!("{path}:{number}: {} columns", line.chars().count()));
        }
    }
    found
}

/// All files that are written by hand, with their names from the root; without these lists, and copies that the site
/// makes of other files.
fn texts() -> Vec<(String, String)> {
    let root = root();
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    assert!(paths.len() > 500, "the sources are read");
    let named = paths.into_iter().filter_map(|path| {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let lists = name.ends_with("tests/words.rs") || name.ends_with("tests/cli/help.rs");
        let copy = name.starts_with("docs/") && is_copy(&root, &name);
        (!lists && !copy).then(|| Some((name, fs::read_to_string(&path).ok()?)))?
    });
    named.collect()
}

/// Fails where there are more findings below a folder than its ceiling; the first folder that a name begins with
/// counts.
fn check(ceilings: &[(&str, usize)], findings: impl Fn(&str, &str) -> Vec<String>) {
    let mut counts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, text) in texts() {
        let area = ceilings.iter().find(|(area, _)| name.starts_with(area)).unwrap().0;
        counts.entry(area).or_default().extend(findings(&name, &text));
    }
    for (area, ceiling) in ceilings {
        let found = counts.remove(area).unwrap_or_default();
        println!("{area:?}: {} findings, {ceiling} allowed", found.len());
        assert!(found.len() <= *ceiling, "{} findings in {area:?}:\n{}", found.len(), found.join("\n"));
    }
}

#[test]
fn the_words_are_those_of_the_glossary() {
    assert!(ALLOWED.len() <= 20);
    check(&CEILINGS, findings);
}

#[test]
fn the_dialect_of_comments_shrinks() {
    check(&DIALECT_CEILINGS, |name, text| if name.ends_with(".rs") { dialect(name, text) } else { Vec::new() });
}

#[test]
fn comments_have_at_most_120_columns() {
    let is_header = |name: &str| [".h", ".hpp", ".d.ts"].iter().any(|ending| name.ends_with(ending));
    check(&[("", 0)], |name, text| match name {
        _ if name.ends_with(".rs") => too_long(name, text),
        _ if is_header(name) => too_long_in_header(name, text),
        _ => Vec::new(),
    });
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
    let long = "x".repeat(COLUMNS);
    let lines = format!("// {long}\n/// | {long} |\n/// ```\n/// {long}\n/// ```\n/// {long}\nlet a = 1; // {long}");
    assert_eq!(too_long("x.rs", &lines).len(), 2, "the first and the last line that are comments alone");
    let header = format!("/* {long} */\n/* a\n * {long}\n */\nint x; // {long}\nint {long};");
    assert_eq!(too_long_in_header("x.h", &header).len(), 3, "all but the code");
    let phrases = "// A pose is off by 1.\nlet s = \"it stands for b\";\n/// The joint; none if it is fixed.";
    assert_eq!(dialect("x.rs", phrases).len(), 2);
}
