//! The columns of an answer, as parts that threads take from the front.

use clearance::query::{Impact, Smoothed};
use clearance::{Proximity, Vec3, Vector};
use clearance_world::{Between, DistanceRange, Intersect};
use numpy::PyReadwriteArrayDyn;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::proximity::{ERROR, OVERLAPPING, SEPARATED, TOUCHING, UNDECIDED, status_number};

/// An array of a column, borrowed for writing.
pub enum Borrowed<'py> {
    /// One number a row, or three.
    Numbers(PyReadwriteArrayDyn<'py, f64>),
    /// 1 separated, 0 touching, -1 overlapping, -128 refused.
    Status(PyReadwriteArrayDyn<'py, i8>),
    /// Whether the status is proven.
    Proven(PyReadwriteArrayDyn<'py, bool>),
}

/// Whether a column has three numbers a row.
pub fn is_vector(name: &str) -> bool {
    matches!(name, "normal" | "witness_a" | "witness_b")
}

/// The columns that are wanted, of some rows that follow one another.
#[derive(Default)]
pub struct Columns<'c> {
    count: usize,
    toi: Option<&'c mut [f64]>,
    toi_lower: Option<&'c mut [f64]>,
    toi_upper: Option<&'c mut [f64]>,
    signed_distance: Option<&'c mut [f64]>,
    lower: Option<&'c mut [f64]>,
    upper: Option<&'c mut [f64]>,
    attained_lower: Option<&'c mut [f64]>,
    attained_upper: Option<&'c mut [f64]>,
    normal: Option<&'c mut [f64]>,
    witness_a: Option<&'c mut [f64]>,
    witness_b: Option<&'c mut [f64]>,
    status: Option<&'c mut [i8]>,
    proven: Option<&'c mut [bool]>,
}

impl<'c> Columns<'c> {
    /// Columns from borrowed arrays by their names.
    pub fn new(borrowed: &'c mut [(String, Borrowed<'_>)], count: usize) -> PyResult<Self> {
        let mut columns = Columns { count, ..Columns::default() };
        for (name, array) in borrowed {
            match array {
                Borrowed::Status(array) => columns.status = Some(array.as_slice_mut().map_err(value_error)?),
                Borrowed::Proven(array) => columns.proven = Some(array.as_slice_mut().map_err(value_error)?),
                Borrowed::Numbers(array) => {
                    let place = match name.as_str() {
                        "toi" => &mut columns.toi,
                        "toi_lower" => &mut columns.toi_lower,
                        "toi_upper" => &mut columns.toi_upper,
                        "signed_distance" => &mut columns.signed_distance,
                        "lower" => &mut columns.lower,
                        "upper" => &mut columns.upper,
                        "attained_lower" => &mut columns.attained_lower,
                        "attained_upper" => &mut columns.attained_upper,
                        "normal" => &mut columns.normal,
                        "witness_a" => &mut columns.witness_a,
                        "witness_b" => &mut columns.witness_b,
                        _ => return Err(value_error(format!("there is no column {name:?}"))),
                    };
                    *place = Some(array.as_slice_mut().map_err(value_error)?);
                }
            }
        }
        Ok(columns)
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Takes the first rows away.
    pub fn take(&mut self, count: usize) -> Self {
        fn front<'c, T>(column: &mut Option<&'c mut [T]>, count: usize) -> Option<&'c mut [T]> {
            column.as_mut()?.split_off_mut(..count)
        }
        self.count -= count;
        Columns {
            count,
            toi: front(&mut self.toi, count),
            toi_lower: front(&mut self.toi_lower, count),
            toi_upper: front(&mut self.toi_upper, count),
            signed_distance: front(&mut self.signed_distance, count),
            lower: front(&mut self.lower, count),
            upper: front(&mut self.upper, count),
            attained_lower: front(&mut self.attained_lower, count),
            attained_upper: front(&mut self.attained_upper, count),
            normal: front(&mut self.normal, 3 * count),
            witness_a: front(&mut self.witness_a, 3 * count),
            witness_b: front(&mut self.witness_b, 3 * count),
            status: front(&mut self.status, count),
            proven: front(&mut self.proven, count),
        }
    }

    /// Writes the answer of a row.
    pub fn write(&mut self, row: usize, found: &Proximity<Vec3<f64>>) {
        put(&mut self.signed_distance, row, found.signed_distance);
        put(&mut self.lower, row, found.bounds.lower);
        put(&mut self.upper, row, found.bounds.upper);
        put(&mut self.status, row, status_number(found.status));
        put(&mut self.proven, row, found.proven);
        put_vector(&mut self.normal, row, found.normal.into());
        put_vector(&mut self.witness_a, row, found.witness_a.into());
        put_vector(&mut self.witness_b, row, found.witness_b.into());
    }

    /// Writes the answer of a row of bodies that may not be convex: no number where only the bounds are known.
    pub fn write_bodies(&mut self, row: usize, found: &Between<Vec3<f64>>) {
        self.write(row, &found.proximity);
        put(&mut self.signed_distance, row, found.signed_distance.unwrap_or(f64::NAN));
        put(&mut self.lower, row, found.bounds.lower);
        put(&mut self.upper, row, found.bounds.upper);
        put(&mut self.status, row, status_number(found.status()));
        put(&mut self.proven, row, found.collides.is_some());
    }

    /// Writes a smoothed distance; `lower` is as much below it as it may exceed the exact smoothed one.
    pub fn write_smoothed(&mut self, row: usize, found: &Smoothed<Vec3<f64>>) {
        let between = found.witness_b - found.witness_a;
        let normal = if found.distance > 0.0 { between * (1.0 / found.distance) } else { Vec3::ZERO };
        put(&mut self.signed_distance, row, found.distance);
        put(&mut self.lower, row, found.distance - found.gap);
        put(&mut self.upper, row, found.distance);
        put_vector(&mut self.normal, row, normal.into());
        put_vector(&mut self.witness_a, row, found.witness_a.into());
        put_vector(&mut self.witness_b, row, found.witness_b.into());
    }

    /// Writes the range of distances of bodies whose poses are boxes: separated in all of them, overlapping in all, or
    /// neither.
    pub fn write_range(&mut self, row: usize, found: &DistanceRange) {
        put(&mut self.lower, row, found.bounds.lower);
        put(&mut self.upper, row, found.bounds.upper);
        put(&mut self.attained_lower, row, found.attained.lower);
        put(&mut self.attained_upper, row, found.attained.upper);
        let status = match found.intersect() {
            Intersect::Never => SEPARATED,
            Intersect::Always => OVERLAPPING,
            Intersect::Maybe => UNDECIDED,
        };
        put(&mut self.status, row, status);
        put(&mut self.proven, row, status != UNDECIDED);
    }

    /// Writes when bodies first meet. A miss has a lower bound and no other number; the bounds of what is undecided
    /// hold zero.
    pub fn write_impact(&mut self, row: usize, found: &Impact<Vec3<f64>>) {
        let (encounter, decided) = match found {
            Impact::Hit(encounter) => (encounter, true),
            Impact::Undecided(encounter) => (encounter, false),
            Impact::NoContact { lower, .. } => {
                self.clear(row);
                put(&mut self.lower, row, *lower);
                put(&mut self.status, row, SEPARATED);
                return put(&mut self.proven, row, true);
            }
        };
        let bracket = &encounter.bracket;
        self.write(row, &encounter.proximity);
        // Of what is undecided, the last time that is proven free.
        put(&mut self.toi, row, if decided { encounter.time } else { bracket.lower });
        put(&mut self.toi_lower, row, bracket.lower);
        put(&mut self.toi_upper, row, bracket.upper);
        put(&mut self.proven, row, decided);
        if !decided {
            put(&mut self.lower, row, encounter.proximity.bounds.lower.min(0.0));
            put(&mut self.upper, row, encounter.proximity.bounds.upper.max(0.0));
            put(&mut self.status, row, UNDECIDED);
        } else if !encounter.initial {
            put(&mut self.status, row, TOUCHING);
        }
    }

    /// Marks a row that was refused: numbers that are not, status -128, not proven.
    pub fn refuse(&mut self, row: usize) {
        self.clear(row);
        put(&mut self.status, row, ERROR);
        put(&mut self.proven, row, false);
    }

    /// No numbers.
    fn clear(&mut self, row: usize) {
        let times = [&mut self.toi, &mut self.toi_lower, &mut self.toi_upper];
        let bounds = [&mut self.lower, &mut self.upper, &mut self.attained_lower, &mut self.attained_upper];
        for column in times.into_iter().chain([&mut self.signed_distance]).chain(bounds) {
            put(column, row, f64::NAN);
        }
        for column in [&mut self.normal, &mut self.witness_a, &mut self.witness_b] {
            put_vector(column, row, [f64::NAN; 3]);
        }
    }
}

fn put<T>(column: &mut Option<&mut [T]>, row: usize, value: T) {
    if let Some(column) = column {
        column[row] = value;
    }
}

fn put_vector(column: &mut Option<&mut [f64]>, row: usize, value: [f64; 3]) {
    if let Some(column) = column {
        column[3 * row..3 * row + 3].copy_from_slice(&value);
    }
}
