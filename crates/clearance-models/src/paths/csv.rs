//! Rows of joint values.

use clearance_scene::json::Json;

use super::numbers;
use clearance_scene::ReadError;

/// Columns that distinguish paths.
pub(super) const IDS: [&str; 2] = ["id", "path"];

/// Columns of times, which no check of straight segments needs.
pub(super) const TIMES: [&str; 4] = ["time", "t", "time_from_start", "timestamp"];

/// What is between the values of a row.
pub(super) fn separator(row: &str) -> char {
    [';', '\t'].into_iter().find(|&sign| row.contains(sign)).unwrap_or(',')
}

/// The paths of a text: one, or one for each run of rows with one id.
pub(super) fn paths(text: &str) -> Result<Vec<Vec<Json>>, ReadError> {
    let rows = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut rows = rows.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#')).peekable();
    let first = rows.peek().map_or("", |(_, row)| row);
    let separator = separator(first);
    let words = |row: &'_ str| -> Vec<String> {
        row.split(separator).map(|word| word.trim().trim_matches('"').to_string()).collect()
    };
    let header = words(first);
    let named = header.iter().any(|word| word.parse::<f64>().is_err());
    if named {
        rows.next();
    }
    let mut paths: Vec<(Option<String>, Vec<Json>)> = Vec::new();
    for (number, row) in rows {
        let here = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let row = words(row);
        if row.len() != header.len() {
            return Err(here(format!("expected {} values, got {}", header.len(), row.len())));
        }
        let is = |name: &str, of: &[&str]| named && of.iter().any(|word| name.eq_ignore_ascii_case(word));
        let kept = |(name, _): &(&String, &String)| !is(name, &IDS) && !is(name, &TIMES);
        let columns: Vec<(&String, &String)> = header.iter().zip(&row).filter(kept).collect();
        let values = numbers(columns.iter().map(|(_, word)| word.as_str())).ok_or_else(|| {
            let odd = columns.iter().find(|(_, word)| word.parse::<f64>().is_err()).map_or("", |(_, word)| word);
            here(format!("expected numbers, got {odd:?}"))
        })?;
        let point = match named {
            true => Json::Object(columns.iter().map(|(name, _)| (*name).clone()).zip(values).collect()),
            false => Json::List(values),
        };
        let id = header.iter().zip(&row).find(|(name, _)| is(name, &IDS)).map(|(_, word)| word.clone());
        match paths.last_mut() {
            Some((last, points)) if *last == id => points.push(point),
            _ => paths.push((id, vec![point])),
        }
    }
    if paths.is_empty() {
        return Err(ReadError::new("expected rows of joint values"));
    }
    Ok(paths.into_iter().map(|(_, points)| points).collect())
}
