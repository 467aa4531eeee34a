//! A trace as people read it in a terminal.

use std::fmt::Write;

use clap::builder::styling::{AnsiColor, Style};

use clearance_pages::outline::Place;
use clearance_pages::trace::{Corner, Frame, Phase, Trace};

/// The styles of the parts of a report; none of them without colours.
struct Palette {
    head: Style,
    support: Style,
    decision: Style,
    faint: Style,
}

impl Palette {
    fn new(colours: bool) -> Self {
        if !colours {
            let plain = Style::new();
            return Palette { head: plain, support: plain, decision: plain, faint: plain };
        }
        Palette {
            head: Style::new().bold(),
            support: AnsiColor::Cyan.on_default(),
            decision: AnsiColor::Yellow.on_default(),
            faint: Style::new().dimmed(),
        }
    }
}

fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The width of the labels.
const LABEL: usize = 10;

/// The whole run: a head, a block for each step, the answer.
pub fn report(trace: &Trace, colours: bool) -> String {
    let palette = Palette::new(colours);
    let mut text = String::new();
    let mut line = |label: &str, value: &str| {
        let label = painted(palette.faint, &format!("{label:<LABEL$}"));
        let _ = writeln!(text, "{label}{value}");
    };
    line("case", &painted(palette.head, &trace.case));
    line("algorithm", &format!("{}: {}", trace.algorithm, trace.about));
    if trace.radii != [0.0; 2] {
        let [a, b] = trace.radii;
        line("radii", &format!("{a} (A), {b} (B): the steps see the cores, the radii come off at the end"));
    }
    for frame in &trace.frames {
        text.push('\n');
        text.push_str(&block(frame, trace.dim, &palette));
    }
    text.push('\n');
    text.push_str(&answer(trace, &palette));
    text
}

/// The lines of a step.
fn block(frame: &Frame, dim: usize, palette: &Palette) -> String {
    let mut rows: Vec<(&str, String)> = Vec::new();
    let part = if frame.phase == Phase::Epa { "facet" } else { "simplex" };
    for (i, corner) in frame.simplex.iter().enumerate() {
        let weight = corner.weight.map_or(String::new(), |weight| format!("  weight {}", number(weight).trim_start()));
        rows.push((if i == 0 { part } else { "" }, format!("{}{weight}", named(corner, dim))));
    }
    let inside = frame.support.is_none() && frame.simplex.len() > dim;
    let nearest = if inside { "holds the origin".into() } else { places(frame.nearest, dim) };
    rows.push(("nearest", format!("{:name$}{nearest}", "", name = NAME)));
    if let Some(direction) = frame.direction {
        rows.push(("asked", format!("{:name$}{}  {}", "", places(direction, dim), frame.means, name = NAME)));
    }
    if let Some(support) = &frame.support {
        rows.push(("support", painted(palette.support, &named(support, dim))));
    }
    rows.push(("bounds", bounds(frame)));
    rows.push(("", painted(palette.decision, &frame.decision)));
    if let Some(repeats) = frame.repeated() {
        rows.push(("", painted(palette.decision, &repeats)));
    }
    let head = match frame.polytope {
        Some(ref polytope) => format!("EPA {:>3}   {} facets", frame.number, polytope.facets.len()),
        None if frame.support.is_none() => format!("{} end", frame.phase.name()),
        None => format!("{} {:>3}", frame.phase.name(), frame.number),
    };
    let mut text = painted(palette.head, &head) + "\n";
    for (label, value) in rows {
        let label = painted(palette.faint, &format!("{label:<LABEL$}"));
        text.push_str(format!("  {label}{value}").trim_end());
        text.push('\n');
    }
    text
}

/// The width of a point's name.
const NAME: usize = 5;

/// A point with its name and its sources.
fn named(corner: &Corner, dim: usize) -> String {
    let source = corner.vertices.map_or(String::new(), |[a, b]| format!("  = A{a} - B{b}"));
    format!("{:<NAME$}{}{source}", format!("w{}", corner.name), places(corner.w, dim))
}

fn bounds(frame: &Frame) -> String {
    match (frame.lower, frame.upper) {
        (Some(lower), Some(upper)) => format!("{} .. {}   gap {:.1e}", exact(lower), exact(upper), upper - lower),
        (Some(lower), None) => format!("at least {}", exact(lower)),
        (None, Some(upper)) => format!("at most {}", exact(upper)),
        (None, None) => "none".into(),
    }
}

fn answer(trace: &Trace, palette: &Palette) -> String {
    let (outcome, dim) = (&trace.outcome, trace.dim);
    let mut rows = vec![("answer", painted(palette.head, &outcome.status))];
    rows.push(("distance", exact(outcome.distance)));
    if let Some([lower, upper]) = outcome.bounds {
        rows.push(("bounds", format!("{} .. {}   gap {:.1e}", exact(lower), exact(upper), upper - lower)));
    }
    rows.extend(outcome.normal.map(|normal| ("normal", places(normal, dim))));
    if let Some([a, b]) = outcome.witnesses {
        rows.extend([("on A", places(a, dim)), ("on B", places(b, dim))]);
    }
    rows.push(("supports", outcome.evaluations.to_string()));
    rows.extend(outcome.solver.map(|solver| ("solver", solver.to_string())));
    rows.extend(
        outcome
            .reference
            .map(|core| ("core", format!("{}   (this one is off by {:.1e})", exact(core), outcome.distance - core))),
    );
    let label = |label: &str| painted(palette.faint, &format!("{label:<LABEL$}"));
    rows.iter().map(|(name, value)| format!("{}{value}\n", label(name))).collect()
}

/// Coordinates in columns.
fn places(place: Place, dim: usize) -> String {
    let numbers: Vec<String> = place[..dim].iter().map(|&x| number(x)).collect();
    format!("({})", numbers.join(", "))
}

/// All digits.
pub fn exact(x: f64) -> String {
    if x == 0.0 || (1e-5..1e16).contains(&x.abs()) { x.to_string() } else { format!("{x:e}") }
}

/// Seven digits: people compare points, and `--json` has all digits.
fn number(x: f64) -> String {
    let magnitude = x.abs();
    if magnitude == 0.0 {
        format!("{:>11}", "0")
    } else if (1e-3..1e4).contains(&magnitude) {
        format!("{x:>11.6}")
    } else {
        format!("{x:>11.3e}")
    }
}
