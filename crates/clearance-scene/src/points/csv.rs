//! Points as rows of text: with a header that names `x`, `y` and `z`, or the first numbers of each row.

use super::PointList;
use crate::error::ReadError;

const AXES: [&str; 3] = ["x", "y", "z"];

pub(super) fn points(text: &str, dim: usize) -> Result<PointList, ReadError> {
    let rows = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut rows = rows.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#')).peekable();
    let first = rows.peek().map_or("", |(_, row)| row);
    let separator = [';', '\t', ','].into_iter().find(|&sign| first.contains(sign)).unwrap_or(' ');
    let words = |row: &'_ str| -> Vec<String> {
        let unquoted = |word: &str| word.trim().trim_matches('"').to_string();
        match separator {
            ' ' => row.split_whitespace().map(unquoted).collect(),
            sign => fields(row, sign).into_iter().map(unquoted).collect(),
        }
    };
    let header = words(first);
    let has_header = header.iter().any(|word| word.parse::<f64>().is_err());
    let place = |name: &str| header.iter().position(|word| word.eq_ignore_ascii_case(name));
    let columns: Vec<usize> = if has_header {
        rows.next();
        let missing = |name: &str| ReadError::new(format!("expected a column {name:?}, got {}", header.join(", ")));
        AXES[..dim].iter().map(|name| place(name).ok_or_else(|| missing(name))).collect::<Result<_, _>>()?
    } else {
        (0..dim).collect()
    };
    let id = if has_header { place("id") } else { None };
    let mut found = PointList::default();
    for (number, row) in rows {
        let row = words(row);
        let here = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let mut point = [0.0; 3];
        let mut wrong = None;
        for (axis, &column) in columns.iter().enumerate() {
            match row.get(column).map(|word| (word, word.parse())) {
                Some((_, Ok(value))) => point[axis] = value,
                Some((word, Err(_))) => wrong = Some(format!("expected a number, got {word:?}")),
                None => wrong = Some(format!("expected {} values, got {}", column + 1, row.len())),
            }
        }
        let name = id.and_then(|column| row.get(column)).filter(|word| !word.is_empty()).map(|word| {
            match word.parse::<i64>() {
                Ok(number) => number.to_string(),
                Err(_) => crate::json::Json::Text(word.clone()).to_string(),
            }
        });
        found.push(name, wrong.map_or(Ok(point), |what| Err(here(what))));
    }
    Ok(found)
}

/// The fields of a row: a separator between quotes is a part of its field.
fn fields(row: &str, separator: char) -> Vec<&str> {
    let (mut found, mut start, mut quoted) = (Vec::new(), 0, false);
    for (at, sign) in row.char_indices() {
        if sign == '"' {
            quoted = !quoted;
        } else if sign == separator && !quoted {
            found.push(&row[start..at]);
            start = at + separator.len_utf8();
        }
    }
    found.push(&row[start..]);
    found
}
