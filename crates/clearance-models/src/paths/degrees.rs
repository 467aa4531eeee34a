//! Rows of joint values in degrees.

use clearance_robot::{JointKind, Robot};

use super::csv::{IDS, TIMES, separator};

/// A text of CSV whose angles are in degrees, with radians in their place. Values of prismatic joints, times and words
/// that are no numbers stay as they are, for the reader to take or to refuse.
///
/// ```
/// use clearance_robot::{JointKind, JointSpec, Robot};
/// let joint = |name, kind, parent, child| JointSpec::new(name, kind, parent, child);
/// let robot = Robot::builder("r")
///     .joint(joint("turn", JointKind::Continuous, "base", "arm"))
///     .joint(joint("slide", JointKind::Prismatic, "arm", "hand"))
///     .link("base", vec![])
///     .link("arm", vec![])
///     .link("hand", vec![])
///     .build()
///     .unwrap();
/// let text = clearance_models::csv_in_radians("time,slide,turn\n2,0.5,180\n", &robot);
/// assert_eq!(text, "time,slide,turn\n2,0.5,3.141592653589793\n");
/// ```
pub fn csv_in_radians(text: &str, robot: &Robot) -> String {
    let is_data = |row: &str| !row.trim().is_empty() && !row.starts_with('#');
    let first = text.trim_start_matches('\u{feff}').lines().find(|row| is_data(row)).unwrap_or("");
    let sign = separator(first);
    let header: Vec<&str> = first.split(sign).map(|word| word.trim().trim_matches('"')).collect();
    let named = header.iter().any(|word| word.parse::<f64>().is_err());
    let turns: Vec<bool> = match named {
        true => header.iter().map(|name| is_angle(robot, name)).collect(),
        false => robot.variables().iter().map(|&joint| turns(&robot.joints()[joint].kind)).collect(),
    };
    let mut made = String::with_capacity(text.len());
    for row in text.lines() {
        if is_data(row) {
            let words: Vec<String> =
                row.split(sign).enumerate().map(|(i, word)| converted(word, turns.get(i))).collect();
            made += &words.join(&sign.to_string());
        } else {
            made += row;
        }
        made.push('\n');
    }
    made
}

fn is_angle(robot: &Robot, name: &str) -> bool {
    let is = |words: &[&str]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    let joint = robot.joint_named(name).filter(|_| !is(&IDS) && !is(&TIMES));
    joint.is_some_and(|joint| turns(&robot.joints()[joint].kind))
}

fn turns(kind: &JointKind) -> bool {
    matches!(kind, JointKind::Revolute | JointKind::Continuous)
}

fn converted(word: &str, turns: Option<&bool>) -> String {
    match word.trim().trim_matches('"').parse::<f64>() {
        Ok(degrees) if turns == Some(&true) => degrees.to_radians().to_string(),
        _ => word.into(),
    }
}
