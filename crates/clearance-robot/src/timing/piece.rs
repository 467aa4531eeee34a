//! A piece of a rounded path.

use crate::path::polar;

/// A line, a parabola or a cubic by its control points, over its length; a curve over that of the edges it takes.
#[derive(Clone, Debug)]
pub(super) struct PathPiece {
    pub controls: Vec<Vec<f64>>,
    pub length: f64,
    /// Whether the robot must stop where it begins, since the direction jumps there.
    pub starts_at_rest: bool,
    pub ends_at_rest: bool,
}

impl PathPiece {
    /// A piece between places where the robot need not stop.
    pub fn new(controls: Vec<Vec<f64>>, length: f64) -> Self {
        PathPiece { controls, length, starts_at_rest: false, ends_at_rest: false }
    }

    /// Whether it is straight.
    pub fn is_line(&self) -> bool {
        self.controls.len() == 2
    }

    /// The configuration at a length.
    pub fn at(&self, s: f64) -> Vec<f64> {
        if s == self.length {
            return self.controls[self.controls.len() - 1].clone();
        }
        self.derivative(s, 0)
    }

    /// A derivative by the length there, of an order from 0 to 3.
    pub fn derivative(&self, s: f64, order: usize) -> Vec<f64> {
        let (x, count) = (s / self.length, self.controls.len());
        let of = |joint: usize| {
            let mut row: Vec<f64> = self.controls.iter().map(|point| point[joint]).collect();
            for step in 0..order.min(count) {
                let scale = (count - 1 - step) as f64 / self.length;
                row = row.windows(2).map(|pair| scale * (pair[1] - pair[0])).collect();
            }
            if row.is_empty() { 0.0 } else { polar(&row, [x, x], 0) }
        };
        (0..self.controls[0].len()).map(of).collect()
    }
}
