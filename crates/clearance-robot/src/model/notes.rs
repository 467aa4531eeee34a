//! What was read with a reservation or left aside, one line a kind.

/// Maximum number of names that are listed of a kind.
const NAMED: usize = 3;

/// Remarks by kind, in the order in which kinds were first seen.
#[derive(Clone, Debug, Default)]
pub struct Notes(Vec<(String, Vec<String>)>);

impl Notes {
    /// One more remark of a kind, about what has a name.
    pub fn add(&mut self, kind: impl Into<String>, name: impl Into<String>) {
        let (kind, name) = (kind.into(), name.into());
        match self.0.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, names)) => names.push(name),
            None => self.0.push((kind, vec![name])),
        }
    }

    /// A line for each kind: how many there are, and the first few by name.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().map(|(kind, names)| line(kind, names)).collect()
    }
}

fn line(kind: &str, names: &[String]) -> String {
    let mut shown: Vec<String> = Vec::new();
    for name in names.iter().filter(|name| !name.is_empty()).map(|name| format!("{name:?}")) {
        if shown.len() < NAMED && !shown.contains(&name) {
            shown.push(name);
        }
    }
    let more = if names.len() > shown.len() && !shown.is_empty() { ", .." } else { "" };
    let shown = if shown.is_empty() { String::new() } else { format!(" ({}{more})", shown.join(", ")) };
    format!("{} {kind}{shown}", names.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_one_line_with_a_count_and_the_first_names() {
        let mut notes = Notes::default();
        notes.add("x", "a");
        notes.add("unnamed", "");
        ["b", "c", "d"].iter().for_each(|name| notes.add("x", *name));
        notes.add("unnamed", "");
        assert_eq!(notes.lines(), ["4 x (\"a\", \"b\", \"c\", ..)", "2 unnamed"]);
    }
}
