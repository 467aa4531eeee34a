//! Names of links and joints, each once.

use std::collections::HashSet;

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names(pub HashSet<String>);

impl Names {
    /// A name that is not taken: the given one, or the spare one for none, with a number behind it if need be.
    pub fn unused(&mut self, name: &str, spare: &str) -> String {
        let first = if name.is_empty() { spare } else { name };
        let numbered = (2..).map(|number: usize| format!("{first}:{number}"));
        let mut all = core::iter::once(first.to_string()).chain(numbered);
        // The names are endless.
        let found = all.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(found.clone());
        found
    }
}
