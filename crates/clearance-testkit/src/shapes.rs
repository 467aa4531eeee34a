//! Random shapes of every kind, ordinary and degenerate.

use crate::random::Random;
use crate::spec::{BodySpec, PoseSpec, ShapeSpec};

/// The kinds of the format, those of space only first.
pub const KINDS: [&str; 15] = [
    "cylinder",
    "cone",
    "point",
    "segment",
    "triangle",
    "sphere",
    "box",
    "capsule",
    "ellipsoid",
    "hull",
    "rounded",
    "affine",
    "sum",
    "hull_of",
    "swept",
];

/// How ordinary the shapes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Sizes within a factor of five.
    Ordinary,
    /// Something is null: a thickness, a radius, a span.
    Flat,
    /// One thickness is smaller by up to six orders.
    Sliver,
    /// All numbers are small multiples of one half.
    Lattice,
}

/// The kinds that exist in a dimension.
pub fn kinds(dim: usize) -> &'static [&'static str] {
    if dim == 3 { &KINDS } else { &KINDS[2..] }
}

/// Draws shapes of one form.
#[derive(Debug)]
pub struct ShapeSource<'a> {
    /// Where the numbers come from.
    pub random: &'a mut Random,
    /// 2 or 3.
    pub dim: usize,
    /// How ordinary the shapes are.
    pub form: Form,
}

impl ShapeSource<'_> {
    /// A shape of a kind; combinators nest at most `depth` deep below it.
    pub fn shape(&mut self, kind: &str, depth: usize) -> ShapeSpec {
        match kind {
            "point" => ShapeSpec::Point {},
            "segment" => ShapeSpec::Segment { a: self.point(), b: self.point() },
            "triangle" => ShapeSpec::Triangle { vertices: self.triangle() },
            "sphere" => ShapeSpec::Sphere { radius: self.radius() },
            "box" => ShapeSpec::Box { half_extents: self.sizes() },
            "capsule" => ShapeSpec::Capsule { radius: self.radius(), half_length: self.size(), axis: None },
            "cylinder" => {
                let [radius, half_length] = self.two_sizes();
                ShapeSpec::Cylinder { radius, half_length, axis: None }
            }
            "cone" => {
                let [radius, half_length] = self.two_sizes();
                ShapeSpec::Cone { radius, half_length, axis: None }
            }
            "ellipsoid" => ShapeSpec::Ellipsoid { radii: self.sizes() },
            "hull" => ShapeSpec::Hull { vertices: self.cloud() },
            "rounded" => ShapeSpec::Rounded { radius: self.radius(), shape: self.inner(depth) },
            "affine" => {
                ShapeSpec::Affine { matrix: self.matrix(), translation: self.point(), shape: self.inner(depth) }
            }
            "sum" => ShapeSpec::Sum { a: self.inner(depth), b: self.inner(0) },
            "hull_of" => {
                let count = 2 + self.random.below(2);
                let parts = (0..count).map(|_| BodySpec { shape: *self.inner(depth), pose: self.pose() }).collect();
                ShapeSpec::HullOf { parts }
            }
            "swept" => ShapeSpec::Swept { motion: self.point(), shape: self.inner(depth) },
            _ => panic!("no shape of kind {kind}"),
        }
    }

    fn inner(&mut self, depth: usize) -> Box<ShapeSpec> {
        let all = kinds(self.dim);
        let plain = all.len() - 5;
        let kind = self.random.pick(if depth > 0 { all } else { &all[..plain] });
        Box::new(self.shape(kind, depth.saturating_sub(1)))
    }

    fn size(&mut self) -> f64 {
        match self.form {
            Form::Lattice => 0.5 * (1 + self.random.below(3)) as f64,
            _ => self.random.uniform(0.3, 1.5),
        }
    }

    fn radius(&mut self) -> f64 {
        if self.form == Form::Flat && self.random.once_in(4) { 0.0 } else { self.size() }
    }

    /// Sizes along the axes: for flat shapes one is null, for slivers one is tiny.
    fn sizes(&mut self) -> Vec<f64> {
        let mut sizes: Vec<f64> = (0..self.dim).map(|_| self.size()).collect();
        let thin = self.random.below(self.dim);
        sizes[thin] *= self.thickness();
        sizes
    }

    fn two_sizes(&mut self) -> [f64; 2] {
        let mut sizes = [self.size(), self.size()];
        sizes[self.random.below(2)] *= self.thickness();
        sizes
    }

    fn thickness(&mut self) -> f64 {
        match self.form {
            Form::Flat => 0.0,
            Form::Sliver => self.random.magnitude(-6.0, -1.0),
            _ => 1.0,
        }
    }

    fn point(&mut self) -> Vec<f64> {
        match self.form {
            Form::Lattice => (0..self.dim).map(|_| 0.5 * self.random.below(5) as f64 - 1.0).collect(),
            _ => (0..self.dim).map(|_| self.random.uniform(-1.0, 1.0)).collect(),
        }
    }

    fn pose(&mut self) -> PoseSpec {
        let quaternion = match self.form {
            Form::Lattice => self.random.quarter_turns(self.dim),
            _ => self.random.quaternion(self.dim),
        };
        PoseSpec { translation: self.point(), quaternion }
    }

    fn triangle(&mut self) -> [Vec<f64>; 3] {
        let [a, b] = [self.point(), self.point()];
        let third = self.point();
        let third = match self.form {
            // On the line of the others, or nearly.
            Form::Flat | Form::Sliver => {
                let (t, off) = (self.random.uniform(-0.5, 1.5), self.thickness());
                (0..self.dim).map(|i| a[i] + t * (b[i] - a[i]) + off * third[i]).collect()
            }
            _ => third,
        };
        [a, b, third]
    }

    /// Points on an ellipsoid, with some duplicate and some interior ones.
    fn cloud(&mut self) -> Vec<Vec<f64>> {
        let count = if self.random.once_in(8) { 40 } else { 1 + self.random.below(12) };
        let sizes = self.sizes();
        let mut points: Vec<Vec<f64>> = Vec::new();
        for _ in 0..count {
            let point = match self.random.below(8) {
                0 if !points.is_empty() => points[self.random.below(points.len())].clone(),
                1 => sizes.iter().map(|s| s * 0.25).collect(),
                _ => self.extreme(&sizes),
            };
            points.push(point);
        }
        points
    }

    fn extreme(&mut self, sizes: &[f64]) -> Vec<f64> {
        if self.form == Form::Lattice {
            return self.point();
        }
        let v = self.random.direction(self.dim);
        let norm = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        v.iter().zip(sizes).map(|(c, s)| c * s / norm).collect()
    }

    /// Uneven scales, shears and mirrors; flat forms get singular ones.
    fn matrix(&mut self) -> Vec<Vec<f64>> {
        let mut rows: Vec<Vec<f64>> = (0..self.dim).map(|_| self.point()).collect();
        let thickness = self.thickness();
        let first = rows[0].clone();
        let last = rows.last_mut().expect("two rows at least");
        if matches!(self.form, Form::Flat | Form::Sliver) {
            for (entry, other) in last.iter_mut().zip(first) {
                *entry = other + thickness * *entry;
            }
        }
        rows
    }
}
