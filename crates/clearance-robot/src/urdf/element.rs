//! An XML element, with refusals that name its line.

use clearance::{Pose3, Vec3};
use roxmltree::Node;

use crate::RobotError;
use crate::kinematics::{LARGEST_ANGLE, origin};

/// An element of a URDF or SRDF file.
#[derive(Clone, Copy)]
pub(crate) struct Element<'d>(pub Node<'d, 'd>);

impl<'d> Element<'d> {
    /// Its name, without a namespace.
    pub fn name(self) -> &'d str {
        self.0.tag_name().name()
    }
    /// The elements in it.
    pub fn children(self) -> impl Iterator<Item = Element<'d>> {
        self.0.children().filter(Node::is_element).map(Element)
    }
    /// The elements in it with a name.
    pub fn children_named(self, name: &'static str) -> impl Iterator<Item = Element<'d>> {
        self.children().filter(move |child| child.name() == name)
    }
    /// The first element in it with a name.
    pub fn child(self, name: &str) -> Option<Element<'d>> {
        self.children().find(|child| child.name() == name)
    }

    /// An attribute, if it is given.
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.0.attribute(name)
    }
    /// An attribute that must be given.
    pub fn need(self, name: &str) -> Result<&'d str, RobotError> {
        self.attribute(name).ok_or_else(|| self.refusal(format!("missing attribute {name:?}")))
    }
    /// An attribute of exactly `N` numbers.
    pub fn numbers<const N: usize>(self, name: &str) -> Result<Option<[f64; N]>, RobotError> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let expected = || {
            let what = if N == 1 { "a finite number".into() } else { format!("{N} finite numbers") };
            self.refusal(format!("{name}: expected {what}, got {text:?}"))
        };
        let mut numbers = [0.0; N];
        let mut words = text.split_ascii_whitespace();
        for number in &mut numbers {
            let word = words.next().ok_or_else(expected)?;
            *number = word.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(expected)?;
        }
        if words.next().is_some() { Err(expected()) } else { Ok(Some(numbers)) }
    }
    /// A single number, if it is given.
    pub fn number(self, name: &str) -> Result<Option<f64>, RobotError> {
        Ok(self.numbers::<1>(name)?.map(|[value]| value))
    }
    /// A number that must be given, and must not be negative.
    pub fn size(self, name: &str) -> Result<f64, RobotError> {
        self.need(name)?;
        match self.number(name)? {
            Some(value) if value < 0.0 => Err(self.refusal(format!("{name}: must not be negative, got {value}"))),
            value => Ok(value.unwrap_or(0.0)),
        }
    }

    /// The pose of the `<origin>` in it; the identity if there is none.
    pub fn origin(self) -> Result<Pose3<f64>, RobotError> {
        let Some(element) = self.child("origin") else { return Ok(Pose3::IDENTITY) };
        let [xyz, rpy] = [element.numbers::<3>("xyz")?, element.numbers::<3>("rpy")?].map(Option::unwrap_or_default);
        if let Some(angle) = rpy.iter().find(|angle| angle.abs() > LARGEST_ANGLE) {
            return Err(element.refusal(format!("rpy: must be within {LARGEST_ANGLE:e} of zero, got {angle}")));
        }
        origin(Vec3::from(xyz), rpy).map_err(|error| element.refusal(error.to_string()))
    }

    /// An error that names the element's line, and its name where it has one.
    pub fn refusal(self, what: impl Into<String>) -> RobotError {
        let line = self.0.document().text_pos_at(self.0.range().start).row;
        let name = self.attribute("name").map_or(String::new(), |name| format!(" {name:?}"));
        RobotError::new(what).within(format_args!("line {line} (<{}>{name})", self.name()))
    }
}
