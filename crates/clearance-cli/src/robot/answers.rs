//! The answer to a configuration, as a row of a table.

pub use clearance_models::lines::{ConfigurationClearance, ConfigurationLine as Answer, Rates};
use clearance_pages::Nearest;
use clearance_robot::{Robot, RobotClearance};

use crate::terminal::Tone;

/// What a page shows of an answer.
pub fn nearest(found: &ConfigurationClearance) -> Nearest {
    let ConfigurationClearance { lower, upper, witness_a, witness_b, .. } = *found;
    Nearest { lower, upper, pair: found.pair.clone(), witness_a, witness_b }
}

/// The id as people read it.
pub fn name(answer: &Answer) -> Option<String> {
    answer.id.as_deref().map(|id| id.trim_matches('"').into())
}

/// Whether it is not proven free.
pub fn collides(answer: &Answer) -> bool {
    answer.found.as_ref().is_some_and(|found| found.collides != Some(false))
}

/// The head of the table.
pub fn heading(robot: &Robot, clearance: &RobotClearance) -> String {
    let padded = if clearance.has_padding() {
        "\nfree and collides are of the padded links; distances are without padding"
    } else {
        ""
    };
    format!(
        "{}: {} joint values, {} pairs of convex bodies{padded}\n\n{:<16} {:<10} {:>18} {:>10}  pair\n",
        robot.name(),
        robot.dof(),
        clearance.pair_count(),
        "id",
        "",
        "signed distance",
        "width"
    )
}

/// A row of the table, and one for each rate.
pub fn row(answer: &Answer) -> String {
    let id = name(answer).unwrap_or_default();
    if let Some(error) = &answer.error {
        return format!("{id:<16} error: {error}\n");
    }
    let Some(found) = &answer.found else { return format!("{id:<16}\n") };
    let status = match found.collides {
        Some(true) => "collides",
        Some(false) => "free",
        None => "undecided",
    };
    let (Some(distance), Some(pair)) = (found.signed_distance, &found.pair) else {
        return format!("{id:<16} {} {:>18}\n", painted(status), "no pairs");
    };
    let width = found.upper.zip(found.lower).map_or(0.0, |(upper, lower)| upper - lower);
    let mut row = format!("{id:<16} {} {distance:>18.12} {width:>10.1e}  {} - {}", painted(status), pair[0], pair[1]);
    if let Some(error) = found.hull_error {
        row += &of_hulls(error);
    }
    if !answer.clamped.is_empty() {
        row += &format!("  (at their limits: {})", answer.clamped.join(", "));
    }
    if !answer.beyond_limits.is_empty() {
        row += &format!("  (beyond limits: {})", answer.beyond_limits.join(", "));
    }
    for own in answer.constraints.iter().filter(|own| own.holds != Some(true)) {
        let word = if own.holds.is_some() { "violated" } else { "undecided" };
        row += &format!("  ({word}: the constraint {:?}, {} is not below {})", own.name, own.value, own.limit);
    }
    row.push('\n');
    if let Some(rates) = &found.gradient {
        let several = if rates.differentiable { "" } else { "  (not differentiable: one of several)" };
        for (name, rate) in &rates.gradient.0 {
            row += &format!("{:<16} {name:<30} {rate:>18.12}\n", "");
        }
        row += several;
        row += if several.is_empty() { "" } else { "\n" };
    }
    row
}

/// What the distance of two links is about that are apart.
fn of_hulls(error: f64) -> String {
    match error.is_finite() {
        true => format!("  (of hulls, the meshes at most {error:.1e} farther)"),
        false => "  (of hulls, the meshes may be farther)".into(),
    }
}

/// A status in its colour, ten characters wide.
fn painted(status: &str) -> String {
    Tone::of(status).paint(&format!("{status:<10}"))
}
