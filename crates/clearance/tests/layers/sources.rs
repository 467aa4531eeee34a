//! The imports of a crate, file by file, each led to the file that defines what is imported.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A path of names: of a module, or of what is in it.
type Names = Vec<String>;

/// The source files of a crate without its tests, and which of them import which.
pub struct Sources {
    /// Relative to `src`, in the order of their names.
    pub files: Vec<String>,
    /// Pairs of the importing file and the defining one, both by their index; once each.
    pub imports: BTreeSet<[usize; 2]>,
    /// Imports of names at the root of the crate: what is imported, and where.
    pub through_root: Vec<String>,
}

/// One file.
struct File {
    path: String,
    module: Names,
    code: String,
}

impl Sources {
    /// Reads `src` below the folder of a crate.
    pub fn read(root: &Path) -> Self {
        let files = files(&root.join("src"));
        let modules: BTreeMap<&[String], usize> =
            files.iter().enumerate().map(|(i, file)| (&file.module[..], i)).collect();
        let exported = exported(&files, &modules);
        let mut sources = Sources {
            files: files.iter().map(|file| file.path.clone()).collect(),
            imports: BTreeSet::new(),
            through_root: Vec::new(),
        };
        for (i, file) in files.iter().enumerate() {
            for path in paths(file, &modules) {
                let (module, name) = split(&path, &modules);
                // What is exported from the root is for users; a macro is at the root wherever it is written.
                let is_root = module.is_empty() && !file.module.is_empty() && name.is_some_and(|name| name != "*");
                if is_root && name.is_some_and(|name| exported.contains_key(&(Vec::new(), name.clone()))) {
                    sources.through_root.push(format!("{}: {}", file.path, path.join("::")));
                }
                let at = definition(&path, &modules, &exported);
                // A module sees the file that it is a part of.
                let is_part = file.module.starts_with(&files[at].module);
                if at != i && !is_part {
                    sources.imports.insert([i, at]);
                }
            }
        }
        sources
    }
}

fn files(source: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut open = vec![source.to_path_buf()];
    while let Some(folder) = open.pop() {
        let mut entries: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(file(source, &path));
            }
        }
    }
    // Modules that are compiled for tests only may use everything.
    let tests: Vec<Names> = files.iter().flat_map(test_modules).collect();
    files.retain(|file| !tests.iter().any(|test| file.module.starts_with(test)));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn file(source: &Path, path: &Path) -> File {
    let inside = path.strip_prefix(source).unwrap();
    let mut module: Names = inside.with_extension("").iter().map(|part| part.to_str().unwrap().into()).collect();
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    let path_of_file = inside.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/");
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let is_tests =
        |i: usize| lines[i].trim() == "#[cfg(test)]" && lines.get(i + 1).is_some_and(|next| next.ends_with('{'));
    let end = (0..lines.len()).find(|&i| is_tests(i)).unwrap_or(lines.len());
    File { path: path_of_file, module, code: lines[..end].join("\n") }
}

/// Modules in files of their own that a file declares for tests only.
fn test_modules(file: &File) -> Vec<Names> {
    let lines: Vec<&str> = file.code.lines().map(str::trim).collect();
    let named = |line: &str| Some(line.strip_suffix(';')?.rsplit_once("mod ")?.1.to_string());
    lines
        .windows(2)
        .filter(|pair| pair[0].starts_with("#[cfg(") && pair[0].contains("test"))
        .filter_map(|pair| Some([&file.module[..], &[named(pair[1])?]].concat()))
        .collect()
}

/// What a file names: paths from the root of the crate, with one name after that of a module at least.
fn paths(file: &File, modules: &BTreeMap<&[String], usize>) -> Vec<Names> {
    let mut found = Vec::new();
    for (at, _) in file.code.match_indices("crate::") {
        expand(&file.code[at + "crate::".len()..], &[], &mut found);
    }
    for (at, _) in file.code.match_indices("super::") {
        if file.code[..at].ends_with("super::") {
            continue;
        }
        let mut rest = &file.code[at..];
        let mut base = &file.module[..];
        while let Some(next) = rest.strip_prefix("super::") {
            (rest, base) = (next, &base[..base.len().saturating_sub(1)]);
        }
        expand(rest, base, &mut found);
    }
    // Modules that the file itself declares.
    for line in file.code.lines().map(str::trim) {
        let Some((_, rest)) =
            line.split_once("use ").filter(|(before, _)| before.is_empty() || before.starts_with("pub"))
        else {
            continue;
        };
        let rest = rest.strip_prefix("self::").unwrap_or(rest);
        let first: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if modules.contains_key(&[&file.module[..], &[first]].concat()[..]) {
            let at = file.code.find(rest).unwrap();
            expand(&file.code[at..], &file.module, &mut found);
        }
    }
    found
}

/// The paths of a tree of imports: `a::{b, c::{self, d}}`.
fn expand(text: &str, base: &[String], found: &mut Vec<Names>) {
    let text = text.trim_start();
    if let Some(list) = text.strip_prefix('{') {
        let (mut depth, mut begin) = (0, 0);
        for (i, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    if !list[begin..i].trim().is_empty() {
                        expand(&list[begin..i], base, found);
                    }
                    begin = i + 1;
                    if c == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '*').collect();
    let rest = &text[name.len()..];
    let path = if name == "self" { base.to_vec() } else { [base, &[name]].concat() };
    match rest.strip_prefix("::") {
        // A turbofish ends the path.
        Some(next) if !next.starts_with('<') => expand(next, &path, found),
        _ => found.push(path),
    }
}

/// The longest module that a path begins with, and the name that follows.
fn split<'p>(path: &'p [String], modules: &BTreeMap<&[String], usize>) -> (&'p [String], Option<&'p String>) {
    let length = (0..=path.len()).rev().find(|&n| modules.contains_key(&path[..n])).unwrap_or(0);
    (&path[..length], path.get(length))
}

/// Where the names come from that modules export from others.
fn exported(files: &[File], modules: &BTreeMap<&[String], usize>) -> BTreeMap<(Names, String), Names> {
    let mut exported = BTreeMap::new();
    for file in files {
        for (at, _) in file.code.match_indices("pub") {
            let statement = &file.code[at..];
            let Some(end) = statement.find(';') else { continue };
            let Some(at_use) = statement[..end].find("use ").filter(|&n| n < 16 && !statement[..n].contains('\n'))
            else {
                continue;
            };
            let tree = statement[at_use + 4..end].trim();
            let (tree, base) = match (tree.strip_prefix("crate::"), tree.strip_prefix("self::")) {
                (Some(rest), _) => (rest, Vec::new()),
                (_, Some(rest)) => (rest, file.module.clone()),
                _ if tree.starts_with("super::") => {
                    (&tree[7..], file.module[..file.module.len().saturating_sub(1)].to_vec())
                }
                _ => (tree, file.module.clone()),
            };
            let mut paths = Vec::new();
            expand(&format!("{tree}\n"), &base, &mut paths);
            for path in paths {
                // A name from another crate leads nowhere.
                let (module, _) = split(&path, modules);
                if module.len() >= base.len().max(1) {
                    exported.insert((file.module.clone(), path.last().cloned().unwrap_or_default()), path);
                }
            }
        }
    }
    exported
}

/// The file in which what a path names is defined.
fn definition(
    path: &[String],
    modules: &BTreeMap<&[String], usize>,
    exported: &BTreeMap<(Names, String), Names>,
) -> usize {
    let mut path = path.to_vec();
    // No export leads through more than a few others.
    for _ in 0..8 {
        let (module, name) = split(&path, modules);
        let Some(target) = name.and_then(|name| exported.get(&(module.to_vec(), name.clone()))) else { break };
        if *target == path {
            break;
        }
        path.clone_from(target);
    }
    modules[split(&path, modules).0]
}
