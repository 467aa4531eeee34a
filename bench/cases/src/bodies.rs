//! The solids and places of a case as `clearance` knows them, for the truth and for the judge.

use clearance::{
    Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope, Pose3, Real, Rotor3, Shape3, ShapeError, Space,
    Vec3,
};

use crate::{Place, Solid};

/// A vector of three numbers, rounded.
pub fn vector<T: Real>(p: [f64; 3]) -> Vec3<T> {
    let [x, y, z] = p.map(T::from_f64);
    Vec3::new(x, y, z)
}

/// The shape of a solid.
pub fn shape<T: Real>(solid: &Solid) -> Result<Shape3<T>, ShapeError>
where
    Vec3<T>: Space<Scalar = T>,
{
    let number = T::from_f64;
    Ok(match solid {
        Solid::Box(half) => Cuboid::from_half_extents(vector(*half))?.into(),
        Solid::Ball(radius) => Ball::new(number(*radius))?.into(),
        Solid::Capsule { radius, half_length } => {
            Capsule::along(Axial { radius: number(*radius), half_length: number(*half_length), axis: 2 })?.into()
        }
        Solid::Cylinder { radius, half_length } => {
            Cylinder::along(Axial { radius: number(*radius), half_length: number(*half_length), axis: 2 })?.into()
        }
        Solid::Cone { radius, half_length } => {
            Cone::along(Axial { radius: number(*radius), half_length: number(*half_length), axis: 2 })?.into()
        }
        Solid::Ellipsoid(radii) => Ellipsoid::from_radii(vector(*radii))?.into(),
        Solid::Hull { vertices, .. } => Polytope::new(&vertices.iter().map(|&p| vector(p)).collect::<Vec<_>>())?.into(),
    })
}

/// The pose of a place.
pub fn pose<T: Real>(place: &Place) -> Result<Pose3<T>, ShapeError> {
    let rotor = Rotor3::from_wxyz(place.rotation.map(T::from_f64));
    Pose3::new(rotor?, vector(place.translation))
}
