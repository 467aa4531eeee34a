//! Rotations from and to quaternions, the order of whose components is in the name.

use super::each::Each;
use super::real::Real;
use super::rotation::scaled_to_unit;
use super::rotor::{Rotor, Rotor3};
use crate::error::ShapeError;

impl<T: Real> Rotor3<T> {
    /// The rotation of the quaternion `w + x i + y j + z k` of any length but zero, scalar first: `nalgebra`'s `new`,
    /// Eigen, MuJoCo, Drake.
    pub fn from_wxyz(quaternion: [T; 4]) -> Result<Self, ShapeError> {
        scaled_to_unit(quaternion).map(Self::from_quaternion)
    }

    /// The rotation of a quaternion with the scalar last: glam, ROS, glTF, Bullet, SciPy.
    ///
    /// ```
    /// use clearance::{Rotor3, Vec3, Pose3};
    /// // Half a turn about z.
    /// let turn = Rotor3::from_xyzw([0.0, 0.0, 1.0, 0.0])?;
    /// let pose = Pose3::new(turn, Vec3::new(5.0, 0.0, 0.0))?;
    /// assert_eq!(pose * Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, -2.0, 3.0));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn from_xyzw([x, y, z, w]: [T; 4]) -> Result<Self, ShapeError> {
        Self::from_wxyz([w, x, y, z])
    }

    /// The quaternion as stored, scalar first; of any length.
    pub fn to_wxyz(&self) -> [T; 4] {
        self.quaternion()
    }

    /// The quaternion as stored, scalar last; of any length.
    pub fn to_xyzw(&self) -> [T; 4] {
        let [w, x, y, z] = self.quaternion();
        [x, y, z, w]
    }

    /// The quaternion of length 1, rounded, scalar first.
    pub fn to_unit_wxyz(&self) -> [T; 4] {
        // Components are scaled to a largest one in [1, 2), so the square neither over- nor underflows.
        let components = self.quaternion();
        let length = components.iter().fold(T::ZERO, |sum, &c| sum + c * c).sqrt();
        components.each(|c| c / length)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Rotor3, ShapeError};

    #[test]
    fn the_order_is_that_of_the_name() {
        let rotor = Rotor3::from_wxyz([1.0, 0.5, -0.25, 0.125]).unwrap();
        assert_eq!(rotor, Rotor3::from_xyzw([0.5, -0.25, 0.125, 1.0]).unwrap());
        assert_eq!((rotor.to_wxyz(), rotor.to_xyzw()), ([1.0, 0.5, -0.25, 0.125], [0.5, -0.25, 0.125, 1.0]));
        // 1 + 1/4 + 1/16 + 1/64 = 85/64.
        assert!((rotor.to_unit_wxyz()[0] - 8.0 / 85f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn what_is_no_rotation_is_refused() {
        assert_eq!(Rotor3::from_xyzw([0.0f32; 4]), Err(ShapeError::NoDirection { what: "quaternion" }));
        assert!(
            Rotor3::from_wxyz([1.0, f64::NAN, 0.0, 0.0]).unwrap_err().to_string().contains("must be finite, got NaN")
        );
    }
}
