//! The sources keep the order given in ARCHITECTURE.md: each module of the core imports earlier ones only. In every
//! crate no more than two files import each other, and files are imported from where they define something, not through
//! the root of the crate.
//!
//! A file's modules may use what it defines itself; such imports are not counted.

mod graph;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sources::Sources;

/// The modules from the bottom to the top.
const ORDER: [&str; 33] = [
    "error",
    "math",
    "best_first",
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
    "goal",
    "simplex",
    "solution",
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
    "prelude",
    "lib",
];

/// What may be left of a crate's tangles; these numbers may only fall.
struct Limits {
    /// Below the root of the repository.
    folder: &'static str,
    /// Circles of more than two files.
    circles: usize,
    /// Imports of a folder's entries that run against its best order.
    back: usize,
    /// Imports through the root of the crate.
    through_root: usize,
    /// Files beside the folder that they are the head of, in place of `mod.rs` in it.
    beside: usize,
}

const LIMITS: [Limits; 10] = [
    Limits { folder: "crates/clearance", circles: 0, back: 11, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-world", circles: 0, back: 2, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-scene", circles: 0, back: 2, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-models", circles: 0, back: 0, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-robot", circles: 0, back: 6, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-classic", circles: 0, back: 0, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-pages", circles: 0, back: 1, through_root: 0, beside: 0 },
    Limits { folder: "crates/clearance-cli", circles: 0, back: 0, through_root: 0, beside: 0 },
    Limits { folder: "bindings/python", circles: 1, back: 2, through_root: 0, beside: 0 },
    Limits { folder: "bindings/c", circles: 0, back: 1, through_root: 0, beside: 0 },
];

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn modules_of_the_core_import_only_earlier_ones() {
    let Sources { files, imports, .. } = Sources::read(Path::new(env!("CARGO_MANIFEST_DIR")));
    let module = |file: usize| files[file].split('/').next().unwrap().trim_end_matches(".rs");
    let place = |file: usize| {
        let found = ORDER.iter().position(|other| *other == module(file));
        found.unwrap_or_else(|| panic!("module {} has no place in the order", module(file)))
    };
    for &[from, to] in imports.iter().filter(|[from, to]| module(*from) != module(*to)) {
        assert!(place(to) < place(from), "{} imports {}, which comes later", files[from], files[to]);
    }
    assert!(imports.len() > 300, "only {} imports seen", imports.len());
}

#[test]
fn files_of_a_crate_do_not_import_each_other_in_circles() {
    let mut wrong = Vec::new();
    for limits in &LIMITS {
        let root = repository().join(limits.folder);
        if !root.exists() {
            continue; // The crate alone, without its repository.
        }
        let Sources { files, imports, through_root } = Sources::read(&root);
        let circles: Vec<_> =
            graph::circles(files.len(), &imports).into_iter().filter(|circle| circle.len() > 2).collect();
        let inside = |[from, to]: [usize; 2], circle: &[usize]| circle.contains(&from) && circle.contains(&to);
        let edges = |circle: &Vec<usize>| {
            let inside = imports.iter().filter(|&&edge| inside(edge, circle));
            inside.map(|&[from, to]| format!("\n    {} -> {}", files[from], files[to])).collect::<String>()
        };
        let named: String = circles.iter().map(|circle| edges(circle) + "\n").collect();
        let back = back(limits.folder, &files, &imports);
        let found = [circles.len(), back, through_root.len()];
        println!("{}: {} imports, {found:?} circles, back, through the root", limits.folder, imports.len());
        let most = [limits.circles, limits.back, limits.through_root];
        if found.iter().zip(most).any(|(found, most)| *found > most) {
            wrong.push(format!("{}: {found:?}, at most {most:?}\n  {named}\n  {through_root:?}", limits.folder));
        } else if found != most {
            println!("  lower the limits of {} to {found:?}", limits.folder);
        }
    }
    assert!(
        wrong.is_empty(),
        "circles of files, imports that run back up, imports through the root:\n{}",
        wrong.join("\n")
    );
}

/// How many imports between the entries of one folder run against its best order, printed folder by folder.
fn back(krate: &str, files: &[String], imports: &BTreeSet<[usize; 2]>) -> usize {
    /// The entries of a folder by name, and which of them import which.
    type Folder = (Vec<String>, BTreeSet<[usize; 2]>);
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    let stem = |file: usize| files[file].trim_end_matches(".rs").trim_end_matches("/mod");
    for &[from, to] in imports {
        let (from, to): (Vec<&str>, Vec<&str>) = (stem(from).split('/').collect(), stem(to).split('/').collect());
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        // One of them is the file that the other's folder belongs to.
        let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) else { continue };
        let (entries, edges) = folders.entry(from[..shared].join("/")).or_default();
        let [a, b] = [a, b].map(|name| {
            entries.iter().position(|known| known == name).unwrap_or_else(|| {
                entries.push(name.to_string());
                entries.len() - 1
            })
        });
        edges.insert([a, b]);
    }
    let mut sum = 0;
    for (folder, (entries, edges)) in &folders {
        let back = graph::against_order(entries.len(), edges);
        if back > 0 {
            println!("  {krate}/src/{folder}: {back} of {} imports run back up", edges.len());
        }
        sum += back;
    }
    sum
}

#[test]
fn the_head_of_a_folder_is_its_mod_rs() {
    for limits in &LIMITS {
        let root = repository().join(limits.folder);
        if !root.exists() {
            continue; // The crate alone, without its repository.
        }
        let Sources { files, .. } = Sources::read(&root);
        let is_head = |file: &&String| {
            let folder = format!("{}/", file.trim_end_matches(".rs"));
            files.iter().any(|other| other.starts_with(&folder))
        };
        let beside: Vec<_> = files.iter().filter(is_head).collect();
        assert!(beside.len() <= limits.beside, "{}: beside their folders: {beside:?}", limits.folder);
    }
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
