//! The case file: the shapes of a cell, its pairs, and what is true of each.
//!
//! Little-endian throughout; `u32` is written `n`, `f64` is written `x`:
//!
//! ```text
//! "cases001"  n steps  n shapes  n pairs
//! shape:  n kind  n numbers  x ...  n corners  n ...
//!         0 box: half extents   1 ball: radius   2 capsule  3 cylinder  4 cone: radius, half length
//!         5 ellipsoid: radii    6 hull: 3 per vertex; 3 corners per triangle, counter-clockwise from outside
//! pair:   n a  n b  x[7] pose of a  x[7] pose of b  x value  x lower  x upper
//! ```
//!
//! Axes are z, the apex of a cone is at the positive end; a pose is a unit quaternion `w x y z` and a translation.
//! `steps` is the length of the trajectories that the pairs form one after another, 1 if they have nothing to do with
//! each other. `value` is the signed distance and `lower ≤ truth ≤ upper` its certificate.

pub mod bodies;
pub mod cells;
pub mod certify;
mod codec;
pub mod judge;
pub mod place;
pub mod random;

/// A shape about the origin of its frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    Box([f64; 3]),
    Ball(f64),
    Capsule { radius: f64, half_length: f64 },
    Cylinder { radius: f64, half_length: f64 },
    Cone { radius: f64, half_length: f64 },
    Ellipsoid([f64; 3]),
    Hull { vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]> },
}

/// Where a frame lies in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Unit quaternion `w x y z`.
    pub rotation: [f64; 4],
    pub translation: [f64; 3],
}

/// The signed distance with its certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    pub value: f64,
    pub lower: f64,
    pub upper: f64,
}

/// Two shapes, by number, their places, and the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub shapes: [u32; 2],
    pub places: [Place; 2],
    pub truth: Truth,
}

/// All pairs of a cell; all `a` are of one kind, and so are all `b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Length of a trajectory.
    pub steps: u32,
    pub shapes: Vec<Solid>,
    pub pairs: Vec<Pair>,
}

impl Cell {
    /// The shapes of each pair, which a timed pass reads without the places that it has in the engine's own type.
    pub fn chosen(&self) -> Vec<[u32; 2]> {
        self.pairs.iter().map(|pair| pair.shapes).collect()
    }

    /// The shapes of the first pair, whose kinds are those of all pairs.
    pub fn kinds(&self) -> [&Solid; 2] {
        self.pairs[0].shapes.map(|i| &self.shapes[i as usize])
    }
}
