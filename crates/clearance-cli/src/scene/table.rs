//! Answers about pairs as people read them.

use clearance_scene::{Below, BelowInterval, SceneRow};

use crate::report::{padded, represented, tessellated};

/// One line a pair, with a head; a word where there is none.
pub fn table(rows: &[SceneRow], frame: Option<usize>) -> String {
    let title = frame.map_or(String::new(), |frame| format!("frame {frame}\n"));
    if rows.is_empty() {
        return title + "no pair\n";
    }
    let head = ["a", "b", "status", "signed distance", "lower", "upper", ""].map(String::from).to_vec();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(cells)).collect();
    let as_much = if rows.iter().any(|row| row.contact_time.is_some()) { "as early" } else { "as close" };
    let ties: String = rows.first().map_or(String::new(), |row| {
        row.ties.iter().map(|[a, b]| format!("{as_much}, up to the bounds: {a}, {b}\n")).collect()
    });
    title + &padded(&lines) + &ties + &rows.iter().filter_map(|row| row.below.as_ref().map(below)).collect::<String>()
}

/// All times at which pairs are within a distance.
fn below(Below { distance, intervals }: &Below) -> String {
    if intervals.is_empty() {
        return format!("never within {distance}\n");
    }
    let line = |found: &BelowInterval| {
        let [a, b] = found.pair.clone().unwrap_or_default();
        let open = if found.proven { "" } else { ", possibly" };
        format!("within {distance} from t = {} to {}: {a}, {b}{open}\n", found.t[0], found.t[1])
    };
    intervals.iter().map(line).collect()
}

fn cells(row: &SceneRow) -> Vec<String> {
    let part = |name: &str, part: Option<u32>| part.map_or(name.to_string(), |part| format!("{name} [{part}]"));
    let mut notes = Vec::new();
    notes.extend(row.contact_time.map(|time| format!("at t = {} to {}", time.toi_lower, time.toi_upper)));
    notes.extend(
        row.approach.map(|at| format!("at t = {}, at no other than {} to {}", at.time, at.times[0], at.times[1])),
    );
    notes.extend(row.local_depth.map(|depth| format!("deepest parts {depth}")));
    let bodies = &row.bodies;
    notes.extend(bodies.surface.then(|| "surface".to_string()));
    notes.extend(tessellated(bodies));
    let sides = [
        (&row.a, bodies.as_a, bodies.error_a, bodies.welded_a),
        (&row.b, bodies.as_b, bodies.error_b, bodies.welded_b),
    ];
    for (name, form, error, welded) in sides {
        notes.extend(form.zip(error).map(|(form, error)| format!("{name}: {}", represented(form, error, welded))));
    }
    notes.extend((row.within_margin == Some(true)).then(|| "within margin".to_string()));
    vec![
        part(&row.a, row.part_a),
        part(&row.b, row.part_b),
        row.status.into(),
        row.signed_distance.map_or("-".into(), |distance| distance.to_string()),
        row.lower.to_string(),
        row.upper.to_string(),
        notes.join(", "),
    ]
}
