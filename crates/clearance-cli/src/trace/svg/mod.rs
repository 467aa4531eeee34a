//! A trace in the plane as one picture: the bodies, then the Minkowski difference once for each step.

mod legend;
mod panel;

use std::fmt::Write;

use legend::legend;
use panel::{Panel, SIZE, Window};

use super::text::exact;
use clearance_pages::outline::{Place, Solid};
use clearance_pages::trace::{Frame, Phase, Polytope, Trace};

const STYLE: &str = include_str!("style.css");

/// Panels in a row.
const COLUMNS: usize = 3;
/// Lines of text under a panel, and the height of one.
const CAPTION: [f64; 2] = [5.0, 19.0];
/// Letters that fit into a line there.
const WIDTH: usize = 46;
/// Between panels and around them.
const GAP: f64 = 14.0;
/// The height of the title.
const TITLE: f64 = 64.0;
/// Maximum number of steps that are drawn: the first ones and the last ones.
const STEPS: usize = 23;

const ORIGIN: Place = [0.0; 3];

/// The picture.
pub fn picture(trace: &Trace) -> String {
    let mut panels = vec![bodies(trace)];
    let window = difference_window(trace);
    let last = trace.frames.len().saturating_sub(7);
    for (i, frame) in trace.frames.iter().enumerate() {
        if trace.frames.len() > STEPS && (STEPS - 7..last).contains(&i) {
            if i + 1 == last {
                let count = last - (STEPS - 7);
                panels.push((String::new(), vec![format!("… {count} steps left out …")]));
            }
            continue;
        }
        panels.push((step(trace, frame, window), caption(frame)));
    }
    let height = SIZE[1] + CAPTION[0] * CAPTION[1] + GAP;
    let columns = panels.len().min(COLUMNS);
    let rows = panels.len().div_ceil(COLUMNS);
    let width = GAP + columns as f64 * (SIZE[0] + GAP);
    let (legend, legend_rows) = legend(trace, width - 2.0 * GAP);
    let total = TITLE + rows as f64 * height + legend_rows as f64 * legend::ROW + GAP;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="trace" viewBox="0 0 {width} {total}" width="{width}" height="{total}" role="img">
<title>{title}</title>
<style>
{STYLE}</style>
<rect class="ground" width="{width}" height="{total}"/>
<text class="title" x="{GAP}" y="30">{title}</text>
<text class="note" x="{GAP}" y="50">{about}</text>
"#,
        title = escaped(&trace.case),
        about = escaped(&format!("{}: {}", trace.algorithm, trace.about)),
    );
    for (i, (drawing, caption)) in panels.iter().enumerate() {
        let x = GAP + (i % COLUMNS) as f64 * (SIZE[0] + GAP);
        let y = TITLE + (i / COLUMNS) as f64 * height;
        let _ = writeln!(svg, r#"<g transform="translate({x} {y})"><svg width="{}" height="{}">"#, SIZE[0], SIZE[1]);
        let _ = writeln!(
            svg,
            r#"<rect class="frame" x="0.5" y="0.5" width="{}" height="{}" rx="6"/>"#,
            SIZE[0] - 1.0,
            SIZE[1] - 1.0
        );
        let _ = writeln!(svg, "{drawing}</svg>");
        for (line, text) in caption.iter().enumerate() {
            let y = SIZE[1] + CAPTION[1] * (line + 1) as f64;
            let class = if line == 0 { "head" } else { "note" };
            let _ = writeln!(svg, r#"<text class="{class}" x="2" y="{y}">{}</text>"#, escaped(text));
        }
        svg.push_str("</g>\n");
    }
    let _ = writeln!(svg, r#"<g transform="translate({GAP} {})">{legend}</g>"#, TITLE + rows as f64 * height + 6.0);
    svg + "</svg>\n"
}

/// The bodies in place with their witness points.
fn bodies(trace: &Trace) -> (String, Vec<String>) {
    let mut panel = Panel::new(Window::of(trace.bodies.iter().flat_map(|body| body.points.iter().copied())));
    for (i, class) in ["a", "b"].into_iter().enumerate() {
        panel.outline(class, &outline(&trace.bodies[i]));
        if let Some(core) = &trace.cores[i] {
            panel.outline(&format!("{class} core"), &outline(core));
        }
    }
    let [witness_a, witness_b] = trace.outcome.witnesses.unwrap_or([ORIGIN; 2]);
    if trace.outcome.witnesses.is_some() {
        // Separated: from A to B; overlapping: the escape translation of B.
        if trace.outcome.distance < 0.0 {
            panel.arrow(witness_b, witness_a)
        } else {
            panel.arrow(witness_a, witness_b)
        };
        panel.disc("tip", witness_a, 3.5);
        panel.disc("tip", witness_b, 3.5);
    }
    let middles = [0, 1].map(|i| middle(&trace.bodies[i].points));
    for (i, name) in ["A", "B"].into_iter().enumerate() {
        // Half way to the corner that is farthest from the other body.
        let away = |p: &&Place| (p[0] - middles[1 - i][0]).hypot(p[1] - middles[1 - i][1]);
        let far = trace.bodies[i].points.iter().max_by(|p, q| away(p).total_cmp(&away(q))).unwrap_or(&ORIGIN);
        let at = [0, 1, 2].map(|k| far[k] / 2.0 + middles[i][k] / 2.0);
        panel.text(name, at);
    }
    let outcome = &trace.outcome;
    let mut lines = vec!["the bodies and their witness points".to_string(), outcome.status.clone()];
    lines.push(format!("signed distance {}", exact(outcome.distance)));
    lines.push(format!("{} support evaluations", outcome.evaluations));
    (panel.finish(), lines)
}

/// All steps are drawn to one scale.
fn difference_window(trace: &Trace) -> Window {
    let reach: f64 = trace.radii.iter().sum();
    let corners = trace.frames.iter().flat_map(|frame| frame.simplex.iter().chain(&frame.support).map(|c| c.w));
    let ball = [[-reach, -reach, 0.0], [reach, reach, 0.0]];
    Window::of(trace.difference.points.iter().copied().chain(corners).chain(ball))
}

/// The difference with what a step sees.
fn step(trace: &Trace, frame: &Frame, window: Window) -> String {
    let mut panel = Panel::new(window);
    let centre = middle(&trace.difference.points);
    panel.outline("difference", &outline(&trace.difference));
    let reach: f64 = trace.radii.iter().sum();
    if reach > 0.0 {
        panel.disc("ball", ORIGIN, window.length(reach));
    }
    if let Some(polytope) = &frame.polytope {
        panel.outline("polygon", &around(polytope));
    }
    panel.outline("simplex", &frame.simplex.iter().map(|corner| corner.w).collect::<Vec<_>>());
    if let (Some(direction), Some(support)) = (frame.direction, &frame.support) {
        panel.line("plane", support.w, direction);
    }
    panel.origin();
    let inside = frame.support.is_none() && frame.simplex.len() > trace.dim;
    if !inside {
        panel.arrow(ORIGIN, frame.nearest);
    }
    for corner in &frame.simplex {
        panel.disc("corner", corner.w, 4.0);
    }
    if let Some(support) = &frame.support {
        panel.disc("support", support.w, 4.5);
    }
    panel.label("O", ORIGIN, frame.nearest);
    let mut named = Vec::new();
    for corner in frame.simplex.iter().chain(&frame.support) {
        if !named.contains(&corner.name) {
            named.push(corner.name);
            panel.label(&format!("w{}", corner.name), corner.w, centre);
        }
    }
    if !inside && frame.simplex.len() > 1 {
        panel.label("v", frame.nearest, frame.simplex[0].w);
    }
    panel.finish()
}

fn caption(frame: &Frame) -> Vec<String> {
    let names: Vec<String> = frame.simplex.iter().map(|corner| format!("w{}", corner.name)).collect();
    let part = if frame.phase == Phase::Epa { "nearest edge" } else { "W =" };
    let number = if frame.support.is_some() { frame.number.to_string() } else { "end".into() };
    let mut lines = vec![format!("{} {number} · {part} {{{}}}", frame.phase.name(), names.join(", "))];
    lines.extend(frame.support.as_ref().map(|support| {
        let source = support.vertices.map_or(String::new(), |[a, b]| format!(" = A{a} − B{b}"));
        format!("support point w{}{source}", support.name)
    }));
    lines.push(match (frame.lower, frame.upper) {
        (Some(lower), Some(upper)) => format!("{} ≤ d ≤ {}", short(lower), short(upper)),
        (None, Some(upper)) => format!("d ≤ {}", short(upper)),
        _ => String::new(),
    });
    let mut line = String::new();
    for word in frame.repeated().unwrap_or_else(|| frame.decision.clone()).split(' ') {
        if line.chars().count() + word.chars().count() >= WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        line = [line.as_str(), word].join(" ").trim_start().into();
    }
    lines.push(line);
    lines
}

fn short(x: f64) -> String {
    if x == 0.0 || (1e-3..1e5).contains(&x.abs()) { format!("{x:.6}") } else { format!("{x:.3e}") }
}

fn outline(solid: &Solid) -> Vec<Place> {
    match solid.faces.first() {
        Some(face) => face.iter().map(|&i| solid.points[i as usize]).collect(),
        None => solid.points.clone(),
    }
}

/// The corners of the polygon in order: edge by edge, whatever order they are kept in.
fn around(polytope: &Polytope) -> Vec<Place> {
    let mut edges: Vec<[u32; 2]> = polytope.facets.iter().filter_map(|f| f.get(..2)?.try_into().ok()).collect();
    let mut corners: Vec<u32> = edges.pop().into_iter().flatten().collect();
    while let Some(&end) = corners.last()
        && let Some(i) = edges.iter().position(|edge| edge.contains(&end))
    {
        let [from, to] = edges.swap_remove(i);
        corners.push(if from == end { to } else { from });
    }
    corners.iter().map(|&i| polytope.points[i as usize]).collect()
}

fn middle(points: &[Place]) -> Place {
    let mut sum = ORIGIN;
    points.iter().for_each(|p| (0..3).for_each(|i| sum[i] += p[i] / points.len() as f64));
    sum
}

/// Text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
