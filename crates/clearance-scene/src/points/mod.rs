//! Points from files, and the rows that answer them.
//!
//! JSON Lines of `[x, y, z]` or `{"id": .., "point": [x, y, z]}`, CSV, NumPy's `.npy`, and the vertices of mesh files.

mod csv;
mod lines;
mod npy;
mod row;

pub use npy::{NpyArray, read_npy};
pub use row::{PointRow, PointRows};

use std::path::Path;

use crate::error::ReadError;
use crate::file_kind::file_kind;
use crate::mesh::{is_mesh_file, read_vertices};

/// Points in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointList {
    /// Coordinates; in the plane the third is zero. Not a number where a row has no point.
    pub points: Vec<[f64; 3]>,
    /// The name of each row as JSON; empty if no row has one.
    pub ids: Vec<Option<String>>,
    /// Rows that are no points, ascending, and why.
    pub errors: Vec<(usize, ReadError)>,
}

impl PointList {
    /// The points of a file whose extension names the format; a file without a known one holds JSON Lines.
    pub fn read(path: &Path, dim: usize) -> Result<Self, ReadError> {
        let read = || std::fs::read(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")));
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        let found = match extension.as_str() {
            "npy" => read().and_then(|bytes| npy::points(&bytes, dim)),
            "csv" | "tsv" | "txt" => read().and_then(|bytes| csv::points(text(&bytes)?, dim)),
            "parquet" => {
                Err(ReadError::new("Parquet is read by `clearance points` alone, expected .jsonl, .csv, .npy or .ply"))
            }
            _ if is_mesh_file(path) => {
                // Its error names the file.
                let vertices = read_vertices(path)?;
                return Ok(Self::of_points(vertices.into_iter().map(<[f64; 3]>::from).collect()));
            }
            _ if file_kind(path).is_some() => {
                let kind = file_kind(path).unwrap_or_default();
                Err(ReadError::new(format!("{kind}; expected points in .jsonl, .csv, .npy, .parquet or a mesh file")))
            }
            _ => read().and_then(|bytes| Ok(Self::parse(text(&bytes)?, dim))),
        };
        found.map_err(|error| error.within(path.display()))
    }

    /// The points of JSON Lines. A line that cannot be used does not hurt the others.
    pub fn parse(text: &str, dim: usize) -> Self {
        lines::points(text, dim)
    }

    /// The points of CSV: columns `x`, `y`, `z` and perhaps `id`, or the first numbers of each row. A row that cannot
    /// be used does not hurt the others.
    pub fn parse_csv(text: &str, dim: usize) -> Result<Self, ReadError> {
        csv::points(text, dim)
    }

    /// Points without names.
    pub fn of_points(points: Vec<[f64; 3]>) -> Self {
        PointList { points, ..PointList::default() }
    }

    /// The name of a row as JSON: its own, or its number, counted from 0.
    pub fn id(&self, row: usize) -> String {
        self.ids.get(row).cloned().flatten().unwrap_or_else(|| row.to_string())
    }

    fn push(&mut self, id: Option<String>, point: Result<[f64; 3], ReadError>) {
        let row = self.points.len();
        if id.is_some() || !self.ids.is_empty() {
            self.ids.resize(row, None);
            self.ids.push(id);
        }
        self.points.push(*point.as_ref().unwrap_or(&[f64::NAN; 3]));
        self.errors.extend(point.err().map(|error| (row, error)));
    }
}

fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|_| ReadError::new("not valid UTF-8"))
}

#[cfg(test)]
mod tests;
