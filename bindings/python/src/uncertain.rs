//! Pairs whose poses are known to boxes.

use clearance::Pose3;
use clearance_world::{Intersect, PoseBox, RangeOptions, signed_distance_range};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::pose::PoseArgument;
use crate::robot::length;
use crate::shape::Shape;

/// Translations along the axes of a body's frame, and rotations about them.
pub type Sizes = ([f64; 3], [f64; 3]);
/// Bounds of all signed distances, those that are attained, the number of cells, and whether the bodies intersect.
type Range = ((f64, f64), (f64, f64), u32, &'static str);

/// A pose that may be off by sizes, or what is wrong with them.
pub fn pose_box(pose: Pose3<f64>, (translation, rotation): Sizes) -> Result<PoseBox, String> {
    if let Some(size) = translation.iter().chain(&rotation).find(|size| !(**size >= 0.0 && size.is_finite())) {
        return Err(format!("must be finite and not negative, got {size}"));
    }
    let turn = rotation.iter().map(|size| size * size).sum::<f64>().sqrt();
    if turn >= core::f64::consts::PI {
        return Err(format!("must turn by less than half a turn, got {turn}"));
    }
    Ok(PoseBox { pose, translation, rotation })
}

/// The signed distances of two shapes that are anywhere in the boxes of their poses; options are the relative width and
/// the maximum number of cells.
#[pyfunction]
#[pyo3(name = "signed_distance_range")]
pub fn distance_range(
    a: &Bound<'_, Shape>,
    b: &Bound<'_, Shape>,
    poses: (Option<Bound<'_, PyAny>>, Option<Bound<'_, PyAny>>),
    sizes: (Sizes, Sizes),
    options: (f64, u32),
) -> PyResult<Range> {
    let side = |what: &str, pose: Option<Bound<'_, PyAny>>, sizes: Sizes| {
        let pose = match pose {
            Some(pose) => PoseArgument::new(what, &pose)?.placing().pose,
            None => Pose3::IDENTITY,
        };
        pose_box(pose, sizes).map_err(|wrong| value_error(format!("{what} {wrong}")))
    };
    let [at_a, at_b] = [side("uncertain_a", poses.0, sizes.0)?, side("uncertain_b", poses.1, sizes.1)?];
    let (first, second) = (a.get().part()?, b.get().part()?);
    let wanted = RangeOptions { relative: length("relative", options.0)?, max_cells: options.1 };
    let found = a.py().detach(|| signed_distance_range((&first, &at_a), (&second, &at_b), &wanted));
    let word = match found.intersect() {
        Intersect::Never => "never",
        Intersect::Always => "always",
        Intersect::Maybe => "maybe",
    };
    let ends = |bounds: clearance::Bounds<f64>| (bounds.lower, bounds.upper);
    Ok((ends(found.bounds), ends(found.attained), found.cells, word))
}
