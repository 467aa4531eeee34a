//! The commands that README and the pages show run, and print what is shown.
#![cfg(unix)]

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command of a page, and what the page says that it prints; nothing where the page does not say.
struct Shown {
    page: String,
    command: String,
    output: Vec<String>,
}

/// The pages for users.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("README.md"), root.join("docs/gallery.md"), root.join("docs/recipes.md")];
    for folder in ["docs/guide", "docs/reference", "docs/python"] {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        found.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    found.sort();
    found
}

/// The fenced blocks of a page.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in text.lines() {
        match (line.starts_with("```"), &mut open) {
            (true, None) => open = Some(Vec::new()),
            (true, Some(_)) => found.extend(open.take()),
            (false, Some(block)) => block.push(line),
            (false, None) => (),
        }
    }
    found
}

/// The commands of a page: lines after `$ ` with the lines that follow, and those that cargo runs with the block that
/// follows.
fn shown(page: &str, text: &str) -> Vec<Shown> {
    const BY_CARGO: [&str; 2] = ["cargo run --release -- ", "cargo run --release --no-default-features -- "];
    let blocks = blocks(text);
    let mut found: Vec<Shown> = Vec::new();
    for (place, block) in blocks.iter().enumerate() {
        if let [line] = block[..]
            && let Some(by_cargo) = BY_CARGO.into_iter().find(|by_cargo| line.contains(by_cargo))
        {
            let output = blocks[place + 1].iter().map(|line| line.to_string()).collect();
            found.push(Shown { page: page.into(), command: line.replace(by_cargo, "clearance "), output });
        } else if block.first().is_some_and(|line| line.starts_with("$ ")) {
            for line in block {
                match line.strip_prefix("$ ") {
                    Some(command) => {
                        found.push(Shown { page: page.into(), command: command.into(), output: Vec::new() });
                    }
                    None => found.last_mut().unwrap().output.push(line.to_string()),
                }
            }
        }
    }
    found
}

impl Shown {
    /// Whether it is a command of this package that reads no file of the reader's own.
    fn can_run(&self) -> bool {
        let mut words = self.command.split_whitespace().peekable();
        let mut before = "";
        let ours = self.command.starts_with("clearance ") || self.command.contains("| clearance ");
        // CAD files need Python with OpenCASCADE; its tests run these commands.
        ours && !self.command.contains('~')
            && !self.command.contains(".step")
            && words.all(|word| {
                let written = ["-o", "--html", "--certificate"].contains(&std::mem::replace(&mut before, word));
                let ending = word.rsplit_once('.').map(|(_, ending)| ending);
                let file =
                    ending.is_some_and(|ending| ["stl", "obj", "urdf", "srdf", "json", "jsonl"].contains(&ending));
                written || !file || word.starts_with("testdata/") || word.starts_with("docs/")
            })
    }

    /// Runs it in a folder; what is wrong with the exit status or with what it prints.
    fn fault(&self, folder: &Path) -> Option<String> {
        let program = Path::new(env!("CARGO_BIN_EXE_clearance"));
        let path = format!("{}:{}", program.parent().unwrap().display(), env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        let run = shell.args(["-c", &self.command]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
        let run = run.output().unwrap();
        let printed = String::from_utf8(run.stdout).unwrap();
        let printed: Vec<&str> = printed.lines().collect();
        // How long a query took is another number each time.
        let same = |(printed, shown): (&&str, &String)| {
            *printed == shown || printed.starts_with("time  ") && shown.starts_with("time  ")
        };
        let as_shown =
            self.output.is_empty() || printed.len() == self.output.len() && printed.iter().zip(&self.output).all(same);
        let complaint = String::from_utf8_lossy(&run.stderr);
        (!run.status.success() || !as_shown)
            .then(|| format!("{}: {}\n{}\n{complaint}", self.page, self.command, printed.join("\n")))
    }
}

#[test]
fn commands_of_the_pages_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = env::temp_dir().join(format!("clearance-pages-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for name in ["testdata", "docs"] {
        symlink(root.join(name), folder.join(name)).unwrap();
    }
    let mut tried = 0;
    let mut compared = 0;
    let mut faults = Vec::new();
    for page in pages(&root) {
        let name = page.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        for shown in shown(&name, &fs::read_to_string(&page).unwrap()).iter().filter(|shown| shown.can_run()) {
            tried += 1;
            compared += usize::from(!shown.output.is_empty());
            faults.extend(shown.fault(&folder));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{tried} commands, the output of {compared} is shown");
    assert!(tried >= 10 && compared >= 5, "{tried} commands, the output of {compared} is shown");
}

#[test]
fn a_page_that_shows_another_output_is_found() {
    let page = "```\necho | cargo run --release -- hull --nonsense\n```\n```\nout\n```\n```console\n$ clearance --version\nclearance 9\n```";
    let found = shown("page.md", page);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].command.as_str(), found[0].output.len()), ("echo | clearance hull --nonsense", 1));
    for shown in found {
        assert!(shown.can_run() && shown.fault(&env::temp_dir()).is_some(), "{}", shown.command);
    }
    let own = Shown { page: String::new(), command: "clearance distance a.stl b.stl".into(), output: Vec::new() };
    assert!(!own.can_run());
}
