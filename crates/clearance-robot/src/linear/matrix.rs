//! A dense matrix, by rows.

use super::dot;

/// A dense matrix, by rows.
///
/// ```
/// use clearance_robot::linear::Matrix;
/// let m = Matrix::from_rows(2, &[&[1.0, 2.0], &[3.0, 4.0]]);
/// assert_eq!(m.times(&[1.0, -1.0]), [-1.0, -1.0]);
/// assert_eq!(m.transpose_times(&[1.0, 0.0]), [1.0, 2.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub fn zero(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, entries: vec![0.0; rows * columns] }
    }

    /// Ones on the diagonal.
    pub fn identity(size: usize) -> Self {
        let mut identity = Self::zero(size, size);
        (0..size).for_each(|i| *identity.at_mut(i, i) = 1.0);
        identity
    }

    /// A matrix of rows of `columns` numbers each; shorter rows are filled with zeros, longer ones are cut.
    pub fn from_rows(columns: usize, rows: &[&[f64]]) -> Self {
        let mut matrix = Self::zero(rows.len(), columns);
        for (i, row) in rows.iter().enumerate() {
            row.iter().take(columns).enumerate().for_each(|(j, &entry)| *matrix.at_mut(i, j) = entry);
        }
        matrix
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// An entry.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.columns + column]
    }
    /// An entry to be written.
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.columns + column]
    }
    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }
    /// Rows and columns exchanged.
    pub fn transpose(&self) -> Self {
        let mut turned = Self::zero(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                *turned.at_mut(j, i) = self.at(i, j);
            }
        }
        turned
    }
    /// `M x`.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows).map(|i| dot(self.row(i), x)).collect()
    }
    /// `Mᵀ y`.
    pub fn transpose_times(&self, y: &[f64]) -> Vec<f64> {
        (0..self.columns).map(|j| (0..self.rows).map(|i| self.at(i, j) * y[i]).sum()).collect()
    }
}
