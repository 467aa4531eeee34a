//! Points with their times: rows of CSV with derivatives by name, and points of trajectory messages, as trajectories in
//! JSON.

use clearance_scene::json::Json;

use clearance_scene::ReadError;

/// The keys of a point, and the endings of columns for them.
const ORDERS: [(&str, &str); 3] = [("positions", ""), ("velocities", ".velocity"), ("accelerations", ".acceleration")];

/// The trajectory of a table with a column of times, as one JSON value.
pub(crate) fn csv_times(text: &str) -> Result<Vec<Json>, ReadError> {
    let rows = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut rows = rows.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#'));
    let (_, header) = rows.next().ok_or_else(|| ReadError::new("expected a header with \"time\" and joint names"))?;
    let separator = [';', '\t'].into_iter().find(|&sign| header.contains(sign)).unwrap_or(',');
    let words = |row: &'_ str| -> Vec<String> {
        row.split(separator).map(|word| word.trim().trim_matches('"').to_string()).collect()
    };
    let header = words(header);
    let is_time = |name: &String| super::csv::TIMES.iter().any(|word| name.eq_ignore_ascii_case(word));
    let time = header.iter().position(is_time).ok_or_else(|| ReadError::new("no column is named \"time\""))?;
    let joints: Vec<&String> = header
        .iter()
        .filter(|name| !is_time(name) && ORDERS[1..].iter().all(|(_, end)| !name.ends_with(end)))
        .collect();
    let column = |name: &str, end: &str| header.iter().position(|word| *word == format!("{name}{end}"));
    let mut points = Vec::new();
    for (number, row) in rows {
        let here = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let row = words(row);
        if row.len() != header.len() {
            return Err(here(format!("expected {} values, got {}", header.len(), row.len())));
        }
        let value = |at: usize| {
            row[at].parse().map(Json::Number).map_err(|_| here(format!("expected numbers, got {:?}", row[at])))
        };
        let mut point = vec![("time".to_string(), value(time)?)];
        for (key, end) in ORDERS {
            let columns: Vec<Option<usize>> = joints.iter().map(|name| column(name, end)).collect();
            let given = columns.iter().flatten().count();
            if given == joints.len() {
                let values = columns.into_iter().flatten().map(&value).collect::<Result<_, _>>()?;
                point.push((key.to_string(), Json::List(values)));
            } else if given > 0 {
                let missing = joints.iter().find(|name| column(name, end).is_none()).map_or("", |name| name.as_str());
                return Err(here(format!("some joints have columns {:?}, but {missing:?} has none", &end[1..])));
            }
        }
        points.push(Json::Object(point));
    }
    let names = joints.into_iter().map(|name| Json::Text(name.clone())).collect();
    Ok(vec![trajectory(names, points)])
}

/// A trajectory in JSON.
pub(super) fn trajectory(joints: Vec<Json>, points: Vec<Json>) -> Json {
    Json::Object(vec![("joints".to_string(), Json::List(joints)), ("points".to_string(), Json::List(points))])
}

/// A point of a message with its time; lists without entries are left out.
pub(super) fn point(json: &Json, count: usize) -> Result<Json, String> {
    let Json::Object(entries) = json else { return Err("expected an object with \"positions\"".into()) };
    let entry = |name: &str| entries.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let time = entry("time_from_start").ok_or("expected \"time_from_start\"")?;
    let mut point = vec![("time".to_string(), Json::Number(seconds(time)?))];
    for (key, _) in ORDERS {
        match entry(key) {
            Some(Json::List(list)) if list.len() == count => point.push((key.to_string(), Json::List(list.clone()))),
            Some(Json::List(list)) if !list.is_empty() => {
                return Err(format!("expected {count} {key}, got {}", list.len()));
            }
            _ if key == "positions" => return Err("expected a list of positions".into()),
            _ => {}
        }
    }
    Ok(Json::Object(point))
}

/// A duration of ROS, `{sec, nanosec}` or `{secs, nsecs}`, or a number of seconds: the double nearest to it.
fn seconds(json: &Json) -> Result<f64, String> {
    let entries = match json {
        Json::Number(seconds) => return Ok(*seconds),
        Json::Object(entries) => entries,
        _ => return Err("expected \"time_from_start\" with \"sec\" and \"nanosec\"".into()),
    };
    let part = |names: [&str; 2]| {
        let found = entries.iter().find(|(key, _)| names.contains(&key.as_str())).map(|(_, value)| value);
        match found {
            Some(Json::Number(value)) if value.fract() == 0.0 => Ok(*value),
            None => Ok(0.0),
            Some(_) => Err(format!("expected a whole number as {:?}", names[0])),
        }
    };
    let (whole, nano) = (part(["sec", "secs"])?, part(["nanosec", "nsecs"])?);
    // Decimals are read to the nearest double; a product and a sum would round twice.
    let text = if (0.0..1e9).contains(&nano) && whole >= 0.0 {
        format!("{whole:.0}.{nano:09.0}")
    } else {
        return Err(format!("expected a duration that is not negative, got {whole} s and {nano} ns"));
    };
    text.parse().map_err(|_| format!("expected a duration, got {text}"))
}
