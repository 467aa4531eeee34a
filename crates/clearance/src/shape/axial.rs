//! What a round shape along a coordinate axis is made of, by name: two lengths in a list are swapped unseen.

/// The numbers of a [capsule](crate::Capsule::along), a [cylinder](crate::Cylinder::along) or a
/// [cone](crate::Cone::along) about the origin.
///
/// ```
/// use clearance::{Axial, Capsule, Vec3, query, Pose3};
/// let pill = Capsule::<Vec3<f64>>::along(Axial { axis: 2, radius: 0.5, half_length: 1.0 })?;
/// let above = Pose3::from_translation(Vec3::new(0.0, 0.0, 4.0))?;
/// // Each is 2 * (1 + 0.5) = 3 long, and the centres are 4 apart.
/// assert_eq!(query::signed_distance(&pill, &pill, &above).signed_distance, 1.0);
/// # Ok::<(), clearance::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axial<T> {
    /// The number of the coordinate axis: 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// Across the axis.
    pub radius: T,
    /// Half length of the straight part: half of a cylinder's or cone's height; a capsule is longer by its radius at
    /// either end.
    pub half_length: T,
}
