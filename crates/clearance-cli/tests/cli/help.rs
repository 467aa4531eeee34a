//! The help of every verb: an imperative first sentence, plain words, and options that say what they do.

use std::collections::BTreeSet;

use crate::run::run;

/// What a first sentence begins with.
const VERBS: [&str; 23] = [
    "Answer",
    "Check",
    "Compare",
    "Compute",
    "Cover",
    "Cut",
    "Decompose",
    "Draw",
    "Find",
    "Follow",
    "Inspect",
    "List",
    "Move",
    "Plan",
    "Play",
    "Print",
    "Prove",
    "Query",
    "Replay",
    "Report",
    "Show",
    "Verify",
    "Write",
];

/// Words with a better one in ARCHITECTURE.md's glossary, and words about the wishes of developers.
const BANNED: [&str; 14] = [
    "ask",
    "asked",
    "asks",
    "tell",
    "tells",
    "told",
    "nobody",
    "anybody",
    "so many",
    "as you like",
    "wanted",
    "goal of",
    "settle",
    "corner",
];

/// The help of a verb: its lines.
fn help(verb: &[String]) -> Vec<String> {
    let arguments: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
    let run = run(&arguments, "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""), "{verb:?}");
    run.lines
}

/// The verbs below one, by the list in its help.
fn below(verb: &[String], lines: &[String]) -> Vec<Vec<String>> {
    let list = lines.iter().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.trim().is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(|name| verb.iter().cloned().chain([name.to_string()]).collect()).collect()
}

/// All verbs with their help.
fn all() -> Vec<(Vec<String>, Vec<String>)> {
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(verb) = open.pop() {
        let lines = help(&verb);
        open.extend(below(&verb, &lines));
        found.push((verb, lines));
    }
    found
}

/// Whether a line has a phrase as whole words.
fn holds(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    let within = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_-".contains(c));
    line.match_indices(phrase)
        .any(|(at, _)| !within(line[..at].chars().next_back()) && !within(line[at + phrase.len()..].chars().next()))
}

#[test]
fn help_begins_with_an_imperative_and_uses_plain_words() {
    let all = all();
    assert!(all.len() > 15, "{} verbs", all.len());
    let mut faults = Vec::new();
    for (verb, lines) in &all {
        let first = lines[0].split_whitespace().next().unwrap_or_default();
        if !VERBS.contains(&first) {
            faults.push(format!("{verb:?} begins with {first:?}: {}", lines[0]));
        }
        for line in lines {
            faults.extend(
                BANNED.iter().filter(|word| holds(line, word)).map(|word| format!("{verb:?}: {word:?}: {line}")),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a line is the head of an option or of an argument.
fn is_entry(line: &str) -> bool {
    let start = line.trim_start();
    let option = start.starts_with("--") || start.starts_with('-') && !start.starts_with("- ");
    (2..8).contains(&(line.len() - start.len())) && (option || start.starts_with('<') || start.starts_with('['))
}

#[test]
fn every_option_says_what_it_does_and_common_ones_stand_together() {
    let all = all();
    // A block that verbs share has the same options in the same order everywhere, and none of a verb's own.
    for heading in ["Accuracy:", "Meshes:", "Robot:", "World:", "Workcell:", "Output:", "Page:"] {
        let mut blocks = BTreeSet::new();
        for (_, lines) in &all {
            let block = lines.iter().skip_while(|line| *line != heading).skip(1);
            let block = block.take_while(|line| line.is_empty() || line.starts_with(' '));
            let names: Vec<&String> = block.filter(|line| is_entry(line)).collect();
            if !names.is_empty() {
                blocks.insert(names);
            }
        }
        assert_eq!(blocks.len(), 1, "{heading} {blocks:?}");
    }
    for (verb, lines) in &all {
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| is_entry(line)) {
            let said = line.trim_start().split("  ").nth(1).is_some_and(|rest| !rest.trim().is_empty());
            let below = lines.get(place + 1).is_some_and(|next| next.starts_with("          "));
            assert!(said || below, "{verb:?}: {line}");
        }
    }
}
