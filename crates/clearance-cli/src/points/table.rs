//! Answers as CSV, and as a structured array of NumPy.

use clearance_scene::{PointList, PointRow, PointRows};

/// A row for each point, its error in the last column. Words with commas are quoted.
pub fn csv(points: &PointList, rows: &PointRows) -> String {
    let dim = rows.iter().flatten().next().map_or(3, |row| row.nearest.len());
    let axes =
        |name: &str| ["x", "y", "z"][..dim].iter().map(|axis| format!("{name}_{axis}")).collect::<Vec<_>>().join(",");
    let mut text = format!(
        "id,signed_distance,lower,upper,inside,{},{},part,unique,body,error\n",
        axes("nearest"),
        axes("normal")
    );
    for (row, answer) in rows.iter().enumerate() {
        let id = quoted(points.id(row).trim_matches('"'));
        match answer {
            Ok(found) => {
                let numbers: Vec<String> = found.nearest.iter().chain(&found.normal).map(f64::to_string).collect();
                text += &format!(
                    "{id},{},{},{},{},{},{},{},{},\n",
                    found.signed_distance.map_or(String::new(), |distance| distance.to_string()),
                    found.lower,
                    found.upper,
                    found.inside.map_or(String::new(), |inside| inside.to_string()),
                    numbers.join(","),
                    part(found).map_or(String::new(), |part| part.to_string()),
                    found.unique,
                    found.body.as_deref().map_or(String::new(), quoted),
                );
            }
            Err(error) => {
                // From the signed distance to the body.
                text += &format!("{id}{}{}\n", ",".repeat(8 + 2 * dim), quoted(&error.to_string()));
            }
        }
    }
    text
}

fn part(found: &PointRow) -> Option<u32> {
    found.triangle.or(found.part)
}

fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.into() }
}

/// A structured array; numbers that do not exist are NaN or −1, `inside` is 1, 0, or −1 for unknown.
pub fn npy(rows: &PointRows) -> Vec<u8> {
    let dim = rows.iter().flatten().next().map_or(3, |row| row.nearest.len());
    let kinds = format!(
        "[('signed_distance', '<f8'), ('lower', '<f8'), ('upper', '<f8'), ('nearest', '<f8', ({dim},)), \
         ('normal', '<f8', ({dim},)), ('part', '<i4'), ('inside', '|i1'), ('unique', '|b1')]"
    );
    let mut header = format!("{{'descr': {kinds}, 'fortran_order': False, 'shape': ({},), }}", rows.len());
    // The numbers begin at a multiple of 64 bytes.
    header += &" ".repeat(63 - (header.len() + 10) % 64);
    header += "\n";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    for row in rows {
        add(&mut bytes, row.as_ref().ok(), dim);
    }
    bytes
}

fn add(bytes: &mut Vec<u8>, found: Option<&PointRow>, dim: usize) {
    let missing = vec![f64::NAN; dim];
    let numbers = found.map_or([f64::NAN; 3], |row| [row.signed_distance.unwrap_or(f64::NAN), row.lower, row.upper]);
    let (nearest, normal) = found.map_or((&missing, &missing), |row| (&row.nearest, &row.normal));
    for number in numbers.iter().chain(nearest).chain(normal) {
        bytes.extend(number.to_le_bytes());
    }
    let part = found.and_then(part).map_or(-1, |part| part as i32);
    bytes.extend(part.to_le_bytes());
    bytes.extend(found.and_then(|row| row.inside).map_or(-1i8, i8::from).to_le_bytes());
    bytes.push(u8::from(found.is_some_and(|row| row.unique)));
}
