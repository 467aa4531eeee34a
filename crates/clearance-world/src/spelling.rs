//! Which known word was probably meant by an unknown one.

/// What other libraries and formats call things, and the word of the formats here.
const SYNONYMS: [(&str, &str); 24] = [
    ("ball", "sphere"),
    ("disc", "sphere"),
    ("disk", "sphere"),
    ("circle", "sphere"),
    ("cuboid", "box"),
    ("cube", "box"),
    ("rectangle", "box"),
    ("convex", "hull"),
    ("convex_hull", "hull"),
    ("polytope", "hull"),
    ("polygon", "hull"),
    ("points", "vertices"),
    ("ellipse", "ellipsoid"),
    ("line", "segment"),
    ("plane", "halfspace"),
    ("minkowski_sum", "sum"),
    ("inflated", "rounded"),
    ("union", "compound"),
    ("size", "half_extents"),
    ("extents", "half_extents"),
    ("height", "half_length"),
    ("position", "translation"),
    ("xyz", "translation"),
    ("rotation", "quaternion"),
];

/// The word that an unknown one probably means: the word for what it is a synonym of, or the nearest one, if at most
/// one letter in three, and two at most, is wrong, missing, too many, or swapped with its neighbour.
pub fn closest<'w>(unknown: &str, words: &[&'w str]) -> Option<&'w str> {
    let lower = unknown.to_lowercase();
    let synonym = SYNONYMS.iter().find(|(other, word)| *other == lower && words.contains(word));
    if let Some(found) = synonym.and_then(|(_, word)| words.iter().find(|known| *known == word)) {
        return Some(found);
    }
    let allowed = (unknown.chars().count() / 3).clamp(1, 2);
    let near = words.iter().map(|word| (edits(&lower, word), *word));
    near.filter(|(edits, _)| *edits <= allowed).min_by_key(|(edits, _)| *edits).map(|(_, word)| word)
}

/// ` (did you mean "radius"?)`, or nothing.
pub fn hint(unknown: &str, words: &[&str]) -> String {
    closest(unknown, words).map_or(String::new(), |word| format!(" (did you mean {word:?}?)"))
}

/// The least number of letters to change, add, remove or swap with their neighbours (optimal string alignment).
fn edits(from: &str, to: &str) -> usize {
    let [from, to]: [Vec<char>; 2] = [from, to].map(|word| word.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let changed = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["shape", "pose", "radius", "half_extents", "cone", "box"];
        let meant = [("psoe", "pose"), ("radus", "radius"), ("Shape", "shape"), ("halfextents", "half_extents")];
        for (unknown, word) in meant {
            assert_eq!(closest(unknown, &words), Some(word));
        }
        assert_eq!(closest("Ball", &["box", "sphere"]), Some("sphere"));
        for unknown in ["ball", "x", "", "position"] {
            assert_eq!(closest(unknown, &words), None, "{unknown}");
        }
        assert_eq!((edits("ca", "ac"), edits("kitten", "sitting"), edits("", "abc")), (1, 3, 3));
    }
}
