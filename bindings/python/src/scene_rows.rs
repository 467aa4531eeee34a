//! Answers about a scene as tuples that Python makes values of.

use clearance::Vec3;
use clearance_world::{Between, BodyId, Closest, Near, Within};

use pyo3::prelude::*;

use crate::interrupt::rows;
use crate::numbers::{Triple, triple};
use crate::proximity::status_number;

/// What is known of a pair: names, parts, status numbers and bounds, the vectors, and whether a body is a surface.
pub type Row = ((String, String), (u32, u32), Numbers, (Triple, Triple, Triple), bool);
/// Whether they collide, the status of the parts, the signed distance if there is one, the bounds, a local depth,
/// whether proven.
type Numbers = (Option<bool>, i8, Option<f64>, f64, f64, Option<f64>, bool);
/// The closest pairs, the bounds of the least signed distance, and pairs that may be as close.
pub type ClosestRows = (Vec<Row>, f64, f64, Vec<(String, String)>);
/// The pairs within a distance, and those that may be.
pub type WithinRows<'py> = (Vec<Bound<'py, PyAny>>, Vec<Bound<'py, PyAny>>);

/// Who knows the names of a scene's bodies.
pub trait Rows {
    fn name_of(&self, id: BodyId) -> String;

    /// Whether a body is a mesh that is not closed.
    fn is_surface(&self, id: BodyId) -> bool;

    /// Which bodies of a pair are.
    fn surfaces(&self, pair: [BodyId; 2]) -> [bool; 2] {
        pair.map(|id| self.is_surface(id))
    }

    fn row(&self, near: &Near<Vec3<f64>>) -> Row {
        let Between { parts, signed_distance, bounds, collides, proximity } = &near.between;
        let local_depth = signed_distance.is_none().then_some(-proximity.signed_distance);
        let status = match collides {
            _ if signed_distance.is_some() => status_number(proximity.status),
            Some(true) => crate::proximity::OVERLAPPING,
            Some(false) => crate::proximity::SEPARATED,
            None => crate::proximity::UNDECIDED,
        };
        let proven = collides.is_some() && (signed_distance.is_none() || proximity.proven);
        let numbers = (*collides, status, *signed_distance, bounds.lower, bounds.upper, local_depth, proven);
        let vectors = (triple(proximity.normal), triple(proximity.witness_a), triple(proximity.witness_b));
        let [a, b] = near.pair.map(|id| self.name_of(id));
        ((a, b), (parts[0], parts[1]), numbers, vectors, self.surfaces(near.pair).contains(&true))
    }

    fn pairs(&self, pairs: &[[BodyId; 2]]) -> Vec<(String, String)> {
        pairs.iter().map(|pair| pair.map(|id| self.name_of(id)).into()).collect()
    }

    fn closest_rows(&self, found: &Closest<Vec3<f64>>) -> ClosestRows {
        let rows = found.pairs.iter().map(|near| self.row(near)).collect();
        (rows, found.bounds.lower, found.bounds.upper, self.pairs(&found.ties))
    }

    fn within_rows<'py>(&self, py: Python<'py>, found: &Within<Vec3<f64>>) -> PyResult<WithinRows<'py>> {
        let made = |list: &[Near<Vec3<f64>>]| rows(py, list.iter().map(|near| self.row(near)));
        Ok((made(&found.near)?, made(&found.undecided)?))
    }
}
