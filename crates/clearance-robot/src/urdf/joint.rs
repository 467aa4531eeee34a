//! Joints of URDF files.

use clearance::Vec3;

use super::UrdfOptions;
use super::element::Element;
use crate::{JointKind, JointSpec, Mimic, RobotBuilder, RobotError};

/// Adds the joint of an element.
pub(crate) fn joint(
    builder: RobotBuilder,
    element: Element,
    options: &UrdfOptions,
) -> Result<RobotBuilder, RobotError> {
    let name = element.need("name")?;
    let kind = element.need("type")?;
    let kind = JointKind::from_name(kind).ok_or_else(|| {
        let known = "\"revolute\", \"continuous\", \"prismatic\", \"fixed\", \"planar\" or \"floating\"";
        element.refusal(format!("type: expected {known}, got {kind:?}"))
    })?;
    let link = |which: &'static str| {
        let child = element.child(which).ok_or_else(|| element.refusal(format!("missing element <{which}>")));
        child.and_then(|child| child.need("link"))
    };
    let mut spec = JointSpec::new(name, kind, link("parent")?, link("child")?).at(element.origin()?);
    let mut builder = builder;
    if !kind.moves() {
        if kind != JointKind::Fixed {
            builder = builder.note(format!("joint {name:?} is {}: it is held at its origin", kind.name()));
        }
        return Ok(builder.joint(spec));
    }
    if let Some(axis) = element.child("axis")
        && let Some(xyz) = axis.numbers::<3>("xyz")?
    {
        if xyz == [0.0; 3] {
            return Err(axis.refusal(format!("expected an axis with a direction for joint {name:?}, got [0, 0, 0]")));
        }
        spec = spec.axis(Vec3::from(xyz));
    }
    if let Some(mimic) = element.child("mimic").filter(|_| !options.ignore_mimic) {
        spec = spec.mimicking(Mimic {
            joint: mimic.need("joint")?.into(),
            multiplier: mimic.number("multiplier")?.unwrap_or(1.0),
            offset: mimic.number("offset")?.unwrap_or(0.0),
        });
    }
    let limit = element.child("limit");
    if let Some(velocity) = limit.and_then(|limit| limit.number("velocity").transpose()).transpose()? {
        spec = spec.slower_than(velocity);
    }
    if kind != JointKind::Continuous {
        match limit.filter(|limit| limit.attribute("lower").is_some() || limit.attribute("upper").is_some()) {
            Some(limit) => {
                let [lower, upper] = [limit.number("lower")?, limit.number("upper")?].map(Option::unwrap_or_default);
                if lower > upper {
                    let what = format!("the lower limit must not exceed the upper one, got {lower} and {upper}");
                    return Err(limit.refusal(what).within(format_args!("joint {name:?}")));
                }
                spec = spec.limited(lower, upper);
            }
            None => builder = builder.note(format!("joint {name:?} is {} and has no limits", kind.name())),
        }
    }
    Ok(builder.joint(spec))
}
