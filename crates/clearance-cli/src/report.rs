//! Answers as people read them.

use std::path::Path;
use std::time::Duration;

use crate::terminal::Tone;
use clearance_scene::json::Json;
use clearance_scene::{Bodies, CaseLine, Contact, HullResult, PairResult};

/// The longest shape that is shown as it was given.
const SHOWN: usize = 90;

/// What is said of a body that represents a mesh: the word of its form, its error, welded vertices and open edges.
pub fn represented(form: &str, error: f64, welded: Option<[usize; 2]>) -> String {
    let error = rounded_up(error);
    match (form, welded) {
        (_, Some([vertices, open])) => {
            format!("{vertices} vertices welded, moved by up to {error}; {open} open edges remain")
        }
        ("hull", None) => format!("read as its convex hull, up to {error} from the mesh"),
        _ => format!("read as convex parts that contain it, up to {error} from the mesh"),
    }
}

/// What is said of triangles in place of curved faces.
pub fn tessellated(bodies: &Bodies) -> Option<String> {
    let error = rounded_up(bodies.tessellation?);
    let basis = if bodies.tessellation_proven == Some(true) { "proven" } else { "stated" };
    Some(format!("tessellation: bounds are wider by {error} ({basis})"))
}

/// What is said of answers that involve surfaces.
pub const SURFACE: &str = "a mesh is not closed: its surface alone counts, and nothing is inside of it";

/// A block of labelled lines about two sides of a pair and what was found of them.
pub fn report([a, b]: [&Json; 2], result: &PairResult, time: Duration) -> String {
    let mut rows = vec![("A", part(a)), ("B", part(b))];
    for (label, side) in [("pose of A", a), ("pose of B", b)] {
        rows.extend(entry(side, "pose").map(|pose| (label, pose.to_string())));
    }
    rows.push(("", String::new()));
    let status = format!("{}{}", result.status, if result.exact { " (proven)" } else { "" });
    rows.push(("status", Tone::of(result.status).paint(&status)));
    if let Some(distance) = result.signed_distance {
        let meaning = match result.status {
            "separated" => "apart",
            "overlapping" => "penetration depth, with a minus sign",
            "undecided" => "rounding cannot decide whether there is a common point",
            _ => "a common point, and no depth",
        };
        rows.extend(distance.map(|distance| ("signed distance", format!("{distance}   ({meaning})"))));
        rows.extend(result.local_depth.map(|depth| ("local depth", format!("{depth}   (of the deepest parts)"))));
    }
    if let (Some(lower), Some(upper)) = (result.lower, result.upper) {
        rows.push(("proven bounds", format!("{lower} to {upper}   ({:.1e} wide)", upper - lower)));
    }
    for (label, part) in [("part of A", result.part_a), ("part of B", result.part_b)] {
        rows.extend(part.map(|part| (label, part.to_string())));
    }
    if let Some(contact) = &result.contact {
        rows.extend(contact_rows(contact));
    }
    if let Some(iterations) = result.iterations {
        rows.push(("iterations", iterations.to_string()));
    }
    rows.push(("time", format!("{:.1} µs", time.as_secs_f64() * 1e6)));
    let bodies = &result.bodies;
    if bodies.surface {
        rows.push(("surface", SURFACE.into()));
    }
    rows.extend(tessellated(bodies).map(|text| ("note", text)));
    let sides =
        [("A", bodies.as_a, bodies.error_a, bodies.welded_a), ("B", bodies.as_b, bodies.error_b, bodies.welded_b)];
    for (side, form, error, welded) in sides {
        let note = |(form, error)| ("note", format!("{side}: {}", represented(form, error, welded)));
        rows.extend(form.zip(error).map(note));
    }
    block(&rows)
}

/// Labelled lines, one below the other.
pub fn block(rows: &[(&str, String)]) -> String {
    let width = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    rows.iter().map(|(label, text)| format!("{label:width$}  {text}").trim_end().to_string() + "\n").collect()
}

/// Cells in columns, one line a row.
#[cfg(feature = "full")]
pub fn padded(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let line = |cells: &Vec<String>| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        padded.join("  ").trim_end().to_string() + "\n"
    };
    lines.iter().map(line).collect()
}

fn contact_rows(contact: &Contact) -> Vec<(&'static str, String)> {
    let feature = |kind: &str, vertices: &[u32]| match vertices {
        [] => kind.to_string(),
        [vertex] => format!("{kind} {vertex}"),
        _ => format!("{kind} of the vertices {}", vertices.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
    };
    let mut rows = vec![
        ("normal, A to B", vector(&contact.normal)),
        ("witness on A", vector(&contact.witness_a)),
        ("witness on B", vector(&contact.witness_b)),
    ];
    if let Some(features) = &contact.features {
        rows.push(("feature of A", feature(features.feature_a, &features.feature_vertices_a)));
        rows.push(("feature of B", feature(features.feature_b, &features.feature_vertices_b)));
    }
    rows
}

/// Columns of ten digits: people compare vectors, and `--json` has all digits.
fn vector(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|&n| column(n)).collect();
    format!("[{}]", numbers.join(", "))
}

fn column(number: f64) -> String {
    let magnitude = number.abs();
    // Fixed point where it shows six significant digits; so written, zero has no sign.
    if magnitude == 0.0 {
        format!("{:>14}", "0")
    } else if (1e-4..1e4).contains(&magnitude) {
        format!("{number:>14.9}")
    } else {
        format!("{number:>14.6e}")
    }
}

/// An upper bound in four digits, rounded up.
pub fn rounded_up(bound: f64) -> String {
    let shown: f64 = format!("{bound:.3e}").parse().expect("a number as it is printed");
    if shown >= bound || !bound.is_finite() {
        return shown.to_string();
    }
    // One more in the last of the four digits.
    let unit = 10f64.powi(bound.abs().log10().floor() as i32 - 3);
    let above: f64 = format!("{:.3e}", shown + unit).parse().expect("a number as it is printed");
    if above >= bound { above.to_string() } else { bound.to_string() }
}

/// What a side is: its file, or its shape as given if that is short.
fn part(side: &Json) -> String {
    let Some(shape) = entry(side, "shape") else { return String::new() };
    match (entry(shape, "kind"), entry(shape, "file")) {
        (Some(Json::Text(kind)), Some(Json::Text(file))) if kind == "mesh" => {
            let form = match entry(shape, "as") {
                Some(Json::Text(form)) if form == "mesh" => "triangles",
                Some(Json::Text(form)) if form == "parts" => "convex parts",
                Some(Json::Text(_)) => "convex hull",
                _ => return file.clone(),
            };
            format!("{file} (as {form})")
        }
        _ if shape.to_string().len() <= SHOWN => shape.to_string(),
        (Some(kind), _) => format!("a shape of kind {kind}"),
        (None, _) => "a shape".into(),
    }
}

fn entry<'j>(tree: &'j Json, key: &str) -> Option<&'j Json> {
    let Json::Object(entries) = tree else { return None };
    entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

/// A block of labelled lines about the hull of a file.
pub fn hull_report(file: &Path, hull: &HullResult, time: Duration) -> String {
    let kind = ["point", "segment", "polygon", "solid"][hull.dimension.min(3)];
    block(&[
        ("file", file.display().to_string()),
        ("points", hull.given.to_string()),
        ("", String::new()),
        ("hull", format!("a {kind} (dimension {})", hull.dimension)),
        ("vertices", hull.vertices.len().to_string()),
        ("faces", hull.faces.len().to_string()),
        ("edges", hull.edges.len().to_string()),
        ("volume", hull.volume.to_string()),
        ("area", hull.area.to_string()),
        ("centroid", vector(&hull.centroid)),
        ("time", format!("{:.1} ms with reading", time.as_secs_f64() * 1e3)),
    ])
}

/// The head of a table of hulls.
pub fn hull_head() -> String {
    let [id, dim, vertices, faces, edges] = ["id", "dim", "vertices", "faces", "edges"];
    format!("{id:<24} {dim:>3} {vertices:>8} {faces:>8} {edges:>8} {:>14} {:>14}\n", "volume", "area")
}

/// A row of a table of hulls; an input without a name is called by its line.
pub fn hull_row(case: &CaseLine, line: usize, hull: &HullResult) -> String {
    let id = case.id().ok().flatten().map_or_else(|| format!("line {line}"), |id| id.trim_matches('"').to_string());
    let counts = [hull.vertices.len(), hull.faces.len(), hull.edges.len()].map(|count| format!("{count:>8}"));
    format!("{id:<24} {:>3} {} {} {}", hull.dimension, counts.join(" "), column(hull.volume), column(hull.area))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up_to_four_digits() {
        let shown = [0.0, 2.0, 1.8027700405998173, 0.00024952534945033223, 0.99991, 1.0001, 123456.0].map(rounded_up);
        assert_eq!(shown, ["0", "2", "1.803", "0.0002496", "1", "1.001", "123500"]);
        let mut bound = 1e-9;
        while bound < 1e9 {
            let shown: f64 = rounded_up(bound).parse().unwrap();
            assert!(bound <= shown && shown <= bound * 1.0011, "{bound}: {shown}");
            bound *= 1.0371;
        }
    }

    #[test]
    fn numbers_stand_in_columns_of_one_width() {
        let widths: Vec<usize> = [0.0, -0.5, 1234.5, -3e-300, 1e300, -1e4].iter().map(|&n| column(n).len()).collect();
        assert_eq!(widths, [14; 6]);
    }
}
