//! What the marks of the picture mean.

use std::fmt::Write;

use clearance_pages::trace::{Phase, Trace};

/// The height of a row.
pub const ROW: f64 = 26.0;

/// The legend, and how many rows it takes.
pub fn legend(trace: &Trace, width: f64) -> (String, usize) {
    let epa = trace.frames.iter().any(|frame| frame.phase == Phase::Epa);
    let mut entries =
        vec![("a", "A"), ("b", "B"), ("difference", "A − B"), ("simplex", "simplex W"), ("arrow", "nearest point v")];
    entries.push(("support", "support point w"));
    entries.push(("plane", "support plane"));
    if epa {
        entries[3].1 = "simplex W, nearest edge";
        entries.push(("polygon", "polygon of EPA"));
    }
    if trace.radii != [0.0; 2] {
        entries.push(("ball", "radii of A and B"));
    }
    let (mut text, mut x, mut row) = (String::new(), 0.0, 0);
    for (class, name) in entries {
        let room = 44.0 + 7.4 * name.chars().count() as f64;
        if x + room > width {
            (x, row) = (0.0, row + 1);
        }
        let y = row as f64 * ROW;
        let mark = match class {
            "arrow" | "plane" => format!(r#"<path class="{class}" d="M{x} {} h24"/>"#, y + 9.0),
            "support" | "ball" => format!(r#"<circle class="{class}" cx="{}" cy="{}" r="6"/>"#, x + 12.0, y + 9.0),
            _ => format!(r#"<rect class="{class}" x="{}" y="{}" width="22" height="14"/>"#, x + 1.0, y + 2.0),
        };
        let _ = write!(text, r#"{mark}<text x="{}" y="{}">{name}</text>"#, x + 30.0, y + 13.5);
        x += room;
    }
    (text, row + 1)
}
