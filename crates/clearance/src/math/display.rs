//! Vectors and poses for people: `{:.3}` sets the digits of every number.

use core::fmt::{self, Display, Formatter};

use super::pose::Pose;
use super::rotor::Rotor;
use super::vector::{Vec2, Vec3, Vector};

/// Numbers between brackets, each as the formatter says.
pub(crate) fn list<T: Display>(numbers: &[T], brackets: [&str; 2], f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(brackets[0])?;
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        Display::fmt(number, f)?;
    }
    f.write_str(brackets[1])
}

impl<T: Display> Display for Vec2<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(&[&self.x, &self.y], ["(", ")"], f)
    }
}

impl<T: Display> Display for Vec3<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(&[&self.x, &self.y, &self.z], ["(", ")"], f)
    }
}

impl<V: Vector + Display> Display for Pose<V> {
    /// The translation and the quaternion `[w, x, y, z]`, which may have any length.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("translation ")?;
        Display::fmt(&self.translation(), f)?;
        f.write_str(", quaternion ")?;
        list(&self.rotor().quaternion(), ["[", "]"], f)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pose3, Rotor3, Vec2, Vec3};

    #[test]
    fn every_number_has_the_asked_digits() {
        assert_eq!(format!("{}", Vec2::new(0.5f32, -2.0)), "(0.5, -2)");
        assert_eq!(format!("{:.2}", Vec3::new(0.126, -2.0, 1e3)), "(0.13, -2.00, 1000.00)");
        let pose = Pose3::new(Rotor3::from_wxyz([1.0, 0.0, 0.0, 0.5]).unwrap(), Vec3::new(1.0, 2.5, 0.0)).unwrap();
        assert_eq!(format!("{pose}"), "translation (1, 2.5, 0), quaternion [1, 0, 0, 0.5]");
    }

    #[test]
    fn debug_of_a_pose_shows_no_zeros_that_are_not_its_numbers() {
        let moved = Pose3::from_xyz(1.0, 2.0, 3.0).unwrap();
        let shown = format!("{moved:?}");
        assert!(shown.contains("rotor") && !shown.contains("rest") && !shown.contains("error"), "{shown}");
        let shown = format!("{:?}", moved.widened(1e-9, 0.0));
        assert!(
            shown.contains("matrix") && !shown.contains("rotor") && shown.contains("rotation_error: 1e-9"),
            "{shown}"
        );
    }
}
