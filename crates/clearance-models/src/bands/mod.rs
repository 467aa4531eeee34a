//! Bands of clearance: what the distance of each pair of parts is to be, and what is found of it.
//!
//! A pair is in one of six bands: `clash`, `too near`, `too far`, `undecided`, `touching or fit`, `ok`. The bounds of
//! the answer prove the first three and the last; `touching or fit` says that the parts are within the tessellation and
//! the tolerance of contact, where no distance is proven.

mod finding;
mod glob;
mod length;
mod read;
mod report;
#[cfg(test)]
mod tests;

pub use finding::{Band, Finding, Report};
pub use length::{Unit, length};
pub use report::{csv, digits, json, junit};

use glob::Glob;

/// What the distances of pairs are to be.
///
/// ```
/// use clearance_models::bands::{Band, Bands};
/// use clearance_scene::{MeshFiles, parse_scene};
/// let ball = |name: &str, x: f64| format!(
///     r#"{{"name": "{name}", "shape": {{"kind": "sphere", "radius": 0.01}}, "pose": {{"translation": [{x}, 0, 0]}}}}"#);
/// let scene = format!(r#"{{"bodies": [{}, {}, {}]}}"#, ball("a", 0.0), ball("b", 0.021), ball("c", 0.05));
/// let scene = parse_scene(&scene, &MeshFiles::relative_to(""))?;
/// let bands = Bands::parse(r#"{"default": {"min": "2mm"}, "ignore": [["a", "c"]]}"#)?;
/// let report = bands.report(scene, None)?;
/// let found: Vec<_> = report.findings.iter().map(|found| (&*found.row.a, &*found.row.b, found.band)).collect();
/// assert_eq!(found, [("a", "b", Band::TooNear), ("b", "c", Band::Ok)]);
/// # Ok::<(), clearance_scene::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bands {
    default: Limits,
    pairs: Vec<Rule>,
    ignore: Vec<[Glob; 2]>,
    /// Parts nearer than this touch, and overlaps that are not deeper are none, in metres.
    tolerance: f64,
}

/// What the distance of a pair is to be, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The least distance; 0 allows contact.
    pub min: f64,
    /// The largest distance, if there is a limit.
    pub max: Option<f64>,
    /// Whether the parts may touch, as screws in threads that overlap as drawn; `false` asks that they do not. Without
    /// it, they may touch and not overlap.
    pub contact: Option<bool>,
}

/// Limits of the pairs whose names match, in either order.
#[derive(Clone, Debug)]
struct Rule {
    names: [Glob; 2],
    limits: Limits,
}

/// Whether two names match two patterns, in either order.
fn matches([a, b]: &[Glob; 2], [first, second]: [&str; 2]) -> bool {
    a.matches(first) && b.matches(second) || a.matches(second) && b.matches(first)
}

impl Bands {
    /// The limits of a pair: those of the first rule whose names match, or else the default.
    pub fn limits(&self, names: [&str; 2]) -> Limits {
        self.pairs.iter().find(|rule| matches(&rule.names, names)).map_or(self.default, |rule| rule.limits)
    }

    /// Whether a pair is left out.
    pub fn ignores(&self, names: [&str; 2]) -> bool {
        self.ignore.iter().any(|pair| matches(pair, names))
    }
}
