//! Answers for people: `{:.3}` sets the digits of every number.

use core::fmt::{self, Display, Formatter};

use crate::math::Vector;
use crate::proximity::{Bounds, Proximity, Status};

impl Display for Status {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Separated => "separated",
            Status::Touching => "touching",
            Status::Overlapping => "overlapping",
            Status::Undecided => "undecided",
        })
    }
}

impl<T: Display> Display for Bounds<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        Display::fmt(&self.lower, f)?;
        f.write_str(", ")?;
        Display::fmt(&self.upper, f)?;
        f.write_str("]")
    }
}

impl<V: Vector + Display> Display for Proximity<V> {
    /// Status, signed distance, bounds, normal and witness points in one line.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, signed distance ", self.status)?;
        Display::fmt(&self.signed_distance, f)?;
        f.write_str(" in ")?;
        Display::fmt(&self.bounds, f)?;
        f.write_str(", normal ")?;
        Display::fmt(&self.normal, f)?;
        f.write_str(", from ")?;
        Display::fmt(&self.witness_a, f)?;
        f.write_str(" to ")?;
        Display::fmt(&self.witness_b, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ball, Pose2, Status, Vec2, query};

    #[test]
    fn an_answer_is_one_line() {
        let ball = Ball::new(1.0).unwrap();
        let found = query::signed_distance(&ball, &ball, &Pose2::from_translation(Vec2::new(3.0, 4.0)).unwrap());
        let text = "separated, signed distance 3.0 in [3.0, 3.0], normal (0.6, 0.8), from (0.6, 0.8) to (2.4, 3.2)";
        assert_eq!(format!("{found:.1}"), text);
        assert_eq!(format!("{:>12}", Status::Touching), "    touching");
        assert_eq!(format!("{:?}", found.features[0]), "Feature { kind: Vertex, vertices: [0], weights: [1.0] }");
    }
}
