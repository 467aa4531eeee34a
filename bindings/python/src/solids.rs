//! Queries of scenes with triangles in place of solids: bounds are those of the solids, as the command has them.

use clearance::Vec3;
use clearance_scene::{Question, ReadError, SceneRow, Stage};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::numbers::Triple;
use crate::proximity::{OVERLAPPING, SEPARATED, TOUCHING, UNDECIDED};
use crate::scene_rows::{ClosestRows, Row};

/// A scene of solids that answers.
pub struct Solids(pub Stage<Vec3<f64>>);

impl Solids {
    /// The closest pairs, of all bodies or of one.
    pub fn closest(&self, k: usize, max_distance: f64, body: Option<usize>) -> PyResult<ClosestRows> {
        let max = Some(max_distance).filter(|max| max.is_finite());
        let rows = self.0.ask(Question::Closest { k, max }, body).map_err(value_error)?;
        let Some(first) = rows.first() else { return Ok((Vec::new(), f64::INFINITY, f64::INFINITY, Vec::new())) };
        let upper = rows.iter().map(|row| row.upper).fold(first.upper, f64::min);
        let mut lower = rows.iter().map(|row| row.lower).fold(first.lower, f64::min);
        for pair in &first.ties {
            lower = lower.min(self.between(pair).map_err(value_error)?.lower);
        }
        let ties = first.ties.iter().cloned().map(<(String, String)>::from).collect();
        Ok((rows.iter().map(made).collect(), lower, upper, ties))
    }

    /// The pairs within a distance or their margins, and those that may be.
    pub fn within(&self, max_distance: Option<f64>) -> PyResult<(Vec<Row>, Vec<Row>)> {
        let rows = self.0.ask(Question::Within { max: max_distance }, None).map_err(value_error)?;
        let file = self.0.file();
        let far = |row: &SceneRow| max_distance.unwrap_or_else(|| file.margin(row.places[0], row.places[1]));
        let (near, undecided): (Vec<&SceneRow>, Vec<&SceneRow>) = rows.iter().partition(|row| row.upper <= far(row));
        Ok((near.into_iter().map(made).collect(), undecided.into_iter().map(made).collect()))
    }

    /// The pairs with a common point or that may have one, and whether that is proven.
    pub fn contacts(&self) -> PyResult<Vec<((String, String), bool)>> {
        let rows = self.0.ask(Question::Contacts, None).map_err(value_error)?;
        Ok(rows.into_iter().map(|row| ((row.a, row.b), row.collides == Some(true))).collect())
    }

    /// What is between two bodies.
    pub fn between(&self, [a, b]: &[String; 2]) -> Result<SceneRow, ReadError> {
        let place = |name: &String| self.0.file().find(name).ok_or_else(|| ReadError::new(format!("no body {name:?}")));
        self.0.pair(place(a)?, place(b)?)
    }
}

/// A row as Python takes it.
pub fn made(row: &SceneRow) -> Row {
    let status = match row.status {
        "separated" => SEPARATED,
        "touching" => TOUCHING,
        "overlapping" => OVERLAPPING,
        _ => UNDECIDED,
    };
    let parts = (row.part_a.unwrap_or(0), row.part_b.unwrap_or(0));
    let numbers = (row.collides, status, row.signed_distance, row.lower, row.upper, row.local_depth, row.exact);
    let triple = |v: &[f64]| -> Triple { (v[0], v[1], v[2]) };
    let vectors = (triple(&row.normal), triple(&row.witness_a), triple(&row.witness_b));
    ((row.a.clone(), row.b.clone()), parts, numbers, vectors, row.bodies.surface)
}
