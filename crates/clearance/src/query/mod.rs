//! The questions one can ask of two shapes; every one is answered by the same machinery.

mod proximity;

pub use proximity::{Bounds, Feature, FeatureKind, Proximity, Status};
