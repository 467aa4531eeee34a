//! What moves one link against another.

use clearance::{Pose3, Real, Vec3};

/// How a joint moves its child against its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// Turns about its axis, within limits.
    Revolute,
    /// Turns about its axis without end.
    Continuous,
    /// Slides along its axis.
    Prismatic,
    /// Does not move.
    Fixed,
    /// Moves in a plane: three joints of one value each take its place.
    Planar,
    /// Moves freely: six joints of one value each take its place.
    Floating,
    /// Turns about a point: three joints of one value each take its place.
    Spherical,
}

impl JointKind {
    /// The kind of a name as files write it, `"revolute"` for example.
    pub fn from_name(name: &str) -> Option<Self> {
        let of_one_value = [Self::Revolute, Self::Continuous, Self::Prismatic, Self::Fixed];
        let of_several = [Self::Planar, Self::Floating, Self::Spherical];
        of_one_value.into_iter().chain(of_several).find(|kind| kind.name() == name)
    }
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Fixed => "fixed",
            Self::Planar => "planar",
            Self::Floating => "floating",
            Self::Spherical => "spherical",
        }
    }
    /// Whether one value moves it.
    pub fn moves(self) -> bool {
        self.turns() || self == Self::Prismatic
    }
    /// Whether its value is an angle.
    pub fn turns(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous)
    }
}

/// The least and the greatest value of a joint, radians or metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least value.
    pub lower: f64,
    /// The greatest value.
    pub upper: f64,
}

/// A joint whose value follows another's: `multiplier · value + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The name of the joint that it follows.
    pub joint: String,
    /// The factor.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// A joint as it is given to a [builder](super::builder::RobotBuilder), with links by name.
#[derive(Clone, Debug)]
pub struct JointSpec {
    pub(crate) name: String,
    pub(crate) kind: JointKind,
    pub(crate) links: [String; 2],
    pub(crate) origin: Pose3<f64>,
    pub(crate) axis: Vec3<f64>,
    pub(crate) after: Pose3<f64>,
    pub(crate) limits: Option<Limits>,
    pub(crate) velocity: Option<f64>,
    pub(crate) mimic: Option<Mimic>,
}

impl JointSpec {
    /// A joint from link `parent` to link `child`, about or along x, at the parent's origin, without limits.
    pub fn new(name: impl Into<String>, kind: JointKind, parent: impl Into<String>, child: impl Into<String>) -> Self {
        JointSpec {
            name: name.into(),
            kind,
            links: [parent.into(), child.into()],
            origin: Pose3::IDENTITY,
            axis: Vec3::new(1.0, 0.0, 0.0),
            after: Pose3::IDENTITY,
            limits: None,
            velocity: None,
            mimic: None,
        }
    }
    /// With another parent link.
    pub fn on(mut self, parent: impl Into<String>) -> Self {
        self.links[0] = parent.into();
        self
    }
    /// How it moves.
    pub fn kind(&self) -> JointKind {
        self.kind
    }
    /// The link that it moves.
    pub fn child(&self) -> &str {
        &self.links[1]
    }
    /// Where the joint is in the parent's frame; the child's frame is there too when the value is zero.
    pub fn at(self, origin: Pose3<f64>) -> Self {
        JointSpec { origin, ..self }
    }
    /// About or along this axis of the joint's frame, of any length but zero.
    pub fn axis(self, axis: Vec3<f64>) -> Self {
        JointSpec { axis, ..self }
    }
    /// Where the child's frame is in the moved joint's frame: a DH table has a step behind its joints, a URDF has none.
    pub fn followed_by(self, after: Pose3<f64>) -> Self {
        JointSpec { after, ..self }
    }
    /// With a least and a greatest value.
    pub fn limited(self, lower: f64, upper: f64) -> Self {
        JointSpec { limits: Some(Limits { lower, upper }), ..self }
    }
    /// With a greatest rate, radians or metres a second.
    pub fn slower_than(self, velocity: f64) -> Self {
        JointSpec { velocity: Some(velocity), ..self }
    }
    /// Following another joint.
    pub fn mimicking(self, mimic: Mimic) -> Self {
        JointSpec { mimic: Some(mimic), ..self }
    }
}

/// A joint of a robot.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name, which no other joint of the robot has.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The link that it is on.
    pub parent: usize,
    /// The link that it moves.
    pub child: usize,
    /// Where it is in the frame of the parent link.
    pub origin: Pose3<f64>,
    /// Unit, in the joint's frame, within `5u` of the given direction.
    pub axis: Vec3<f64>,
    /// The least and the greatest value, if there are any.
    pub limits: Option<Limits>,
    /// The greatest rate, if it is known.
    pub velocity: Option<f64>,
    /// The joint that it follows, if any.
    pub mimic: Option<Mimic>,
    /// Where its value comes from.
    pub drive: Drive,
}

/// Where the value of a joint comes from: `multiplier · q[variable] + offset`, or the offset alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// The place in a configuration; `None` for joints that never move.
    pub variable: Option<usize>,
    /// The factor: 1 for a joint that mimics none.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
    /// The errors of multiplier and offset where they are products of several mimics; zeros for one.
    pub(crate) errors: [f64; 2],
}

impl Drive {
    /// A joint that does not move.
    pub(crate) const STILL: Drive = Drive { variable: None, multiplier: 0.0, offset: 0.0, errors: [0.0; 2] };

    /// A joint whose value is a configuration's.
    pub(crate) fn own(variable: usize) -> Self {
        Drive { variable: Some(variable), multiplier: 1.0, ..Self::STILL }
    }

    /// The value, and how far it may be from the exact one.
    ///
    /// With the exact `m q + o`, the computed product rounds by `u |m q|`, the sum by `u` of itself, and products of
    /// multipliers have the errors that they state; `4u` for `1u` pays for the rounding of the bound.
    pub(crate) fn value(&self, q: &[f64]) -> (f64, f64) {
        self.value_by(|variable| q[variable])
    }

    /// [`value`](Self::value) with the values of the variables by their places.
    pub(crate) fn value_by(&self, of: impl Fn(usize) -> f64) -> (f64, f64) {
        let Some(variable) = self.variable else { return (self.offset, self.errors[1]) };
        let given = of(variable);
        if self.multiplier == 1.0 && self.offset == 0.0 {
            return (given, 0.0);
        }
        let u = f64::UNIT;
        let product = self.multiplier * given;
        let value = product + self.offset;
        let inherited = self.errors[0] * given.abs() + self.errors[1];
        (value, 4.0 * u * (product.abs() + value.abs()) + 1.01 * inherited)
    }

    /// The drive of a joint that follows the joint of `self`.
    pub(crate) fn followed(&self, mimic: &Mimic) -> Self {
        let u = f64::UNIT;
        let (m, offset) = (mimic.multiplier, mimic.multiplier * self.offset + mimic.offset);
        let direct = [0.0, 1.0].contains(&self.multiplier) && self.offset == 0.0;
        let product =
            if direct { [0.0; 2] } else { [(m * self.multiplier).abs(), (m * self.offset).abs() + offset.abs()] };
        let error = |i: usize| 4.0 * u * product[i] + 1.01 * m.abs() * self.errors[i];
        let multiplier = if self.variable.is_some() { m * self.multiplier } else { 0.0 };
        Drive { variable: self.variable, multiplier, offset, errors: [error(0), error(1)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mimic_of_a_mimic_follows_the_first() {
        let follow = |multiplier, offset| Mimic { joint: String::new(), multiplier, offset };
        // −2 (3 q + 0.5) + 4 = −6 q + 3.
        let drive = Drive::own(1).followed(&follow(3.0, 0.5)).followed(&follow(-2.0, 4.0));
        let (value, error) = drive.value(&[9.0, 0.25]);
        assert_eq!(value, 1.5);
        assert!(error > 0.0 && error < 1e-14, "{error:e}");
        assert_eq!(Drive::own(1).value(&[9.0, 0.25]), (0.25, 0.0));
        assert_eq!(Drive::STILL.followed(&follow(3.0, 0.5)).value(&[]), (0.5, 0.0));
    }
}
