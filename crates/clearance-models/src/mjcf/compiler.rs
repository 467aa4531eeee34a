//! Settings of the compiler, which hold for the whole file, wherever they stand.

use crate::xml::Element;
use clearance_scene::ReadError;

/// What `<compiler>` and `<option>` say about geometry and kinematics.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    pub degrees: bool,
    /// For each of three turns: its axis, and whether that is the parent's.
    pub eulerseq: [(usize, bool); 3],
    pub meshdir: String,
    pub strippath: bool,
    /// Joints with a range have limits if they do not say otherwise.
    pub autolimits: bool,
    /// Bodies do not collide with their parents.
    pub filterparent: bool,
}

impl Compiler {
    /// The settings of a file: of several that set one thing, the last one holds.
    pub fn of(root: &Element) -> Result<Self, ReadError> {
        let mut all = Compiler {
            degrees: true,
            eulerseq: [(0, false), (1, false), (2, false)],
            meshdir: String::new(),
            strippath: false,
            autolimits: true,
            filterparent: true,
        };
        for element in root.children_named("compiler") {
            all.read(element)?;
        }
        for flag in root.children_named("option").flat_map(|option| option.children_named("flag")) {
            if let Some(word) = flag.one_of("filterparent", &["enable", "disable"])? {
                all.filterparent = word == "enable";
            }
        }
        Ok(all)
    }

    fn read(&mut self, element: &Element) -> Result<(), ReadError> {
        if let Some(word) = element.one_of("angle", &["degree", "radian"])? {
            self.degrees = word == "degree";
        }
        if element.one_of("coordinate", &["local", "global"])? == Some("global") {
            return Err(element.refusal("coordinate: global coordinates are not supported"));
        }
        if let Some(sequence) = element.attribute("eulerseq") {
            self.eulerseq = euler_sequence(sequence).ok_or_else(|| {
                element.refusal(format!("eulerseq: expected three of x, y, z, X, Y, Z, got {sequence:?}"))
            })?;
        }
        for folder in [element.attribute("assetdir"), element.attribute("meshdir")].into_iter().flatten() {
            self.meshdir = folder.into();
        }
        let truth = |name: &str| Ok(element.one_of(name, &["true", "false"])?.map(|word| word == "true"));
        if let Some(value) = truth("strippath")? {
            self.strippath = value;
        }
        if let Some(value) = truth("autolimits")? {
            self.autolimits = value;
        }
        Ok(())
    }

    /// An angle in radians. Degrees are converted as MuJoCo converts them, and the rounded angle is what is meant.
    pub fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle * (core::f64::consts::PI / 180.0) } else { angle }
    }
}

fn euler_sequence(text: &str) -> Option<[(usize, bool); 3]> {
    let axis = |letter: char| Some(("xyz".find(letter.to_ascii_lowercase())?, letter.is_ascii_uppercase()));
    let all: Option<Vec<_>> = text.chars().map(axis).collect();
    all?.try_into().ok()
}
