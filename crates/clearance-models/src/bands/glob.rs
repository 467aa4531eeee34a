//! Names by patterns: `*` is any text, `?` any letter.

/// A pattern of names.
#[derive(Clone, Debug)]
pub(super) struct Glob(Vec<char>);

impl Glob {
    pub fn new(pattern: &str) -> Self {
        Glob(pattern.chars().collect())
    }

    /// Whether a name matches; of a path such as `gearbox/shaft:1` the last name is enough.
    pub fn matches(&self, name: &str) -> bool {
        let last = name.rsplit('/').next().unwrap_or(name);
        self.fits(name) || self.fits(last)
    }

    fn fits(&self, name: &str) -> bool {
        let (pattern, name) = (&self.0, name.chars().collect::<Vec<_>>());
        let (mut p, mut n, mut star) = (0, 0, None);
        while n < name.len() {
            if p < pattern.len() && pattern[p] == '*' {
                star = Some((p, n));
                p += 1;
            } else if p < pattern.len() && (pattern[p] == '?' || pattern[p] == name[n]) {
                (p, n) = (p + 1, n + 1);
            } else if let Some((at, from)) = star {
                // The last star takes one letter more.
                star = Some((at, from + 1));
                (p, n) = (at + 1, from + 1);
            } else {
                return false;
            }
        }
        pattern[p..].iter().all(|&letter| letter == '*')
    }
}
