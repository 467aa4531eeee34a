//! Where elements are: positions, and turns in the five forms of MJCF.

use clearance::math::{Mat3, Matrix};
use clearance::{Pose3, Real, Rotor3, ShapeError, Vec3, Vector};

use super::compiler::Compiler;
use super::defaults::TURNS;
use crate::xml::Element;
use clearance_robot::kinematics::{LARGEST_ANGLE, compose};
use clearance_scene::ReadError;

/// Where a squared sine is below this, MuJoCo takes two directions for parallel.
const PARALLEL: f64 = 1e-14;

/// The pose of an element with `pos` and at most one of the turns.
pub(super) fn pose(element: &Element, compiler: &Compiler) -> Result<Pose3<f64>, ReadError> {
    let position = Vec3::from(element.numbers::<3>("pos")?.unwrap_or_default());
    let place = |pose: Result<Pose3<f64>, ShapeError>| pose.map_err(|error| element.refusal(error.to_string()));
    let mut given = TURNS.iter().filter(|name| element.attribute(name).is_some());
    let (first, second) = (given.next(), given.next());
    if let (Some(first), Some(second)) = (first, second) {
        return Err(element.refusal(format!("expected one rotation, got both {first} and {second}")));
    }
    let moved = place(Pose3::from_translation(position))?;
    let Some(name) = first else { return Ok(moved) };
    let refused = |what: &str| element.refusal(format!("{name}: {what}"));
    let direction = |v: Vec3<f64>| match v != Vec3::ZERO {
        true => Ok(v.normalized()),
        false => Err(refused("expected a direction, got zero")),
    };
    let turn = match *name {
        "quat" => {
            let quat = element.numbers::<4>(name)?.unwrap_or_default();
            let rotor = Rotor3::from_wxyz(quat).map_err(|error| refused(&error.to_string()))?;
            return place(Pose3::new(rotor, position));
        }
        "axisangle" => {
            let [x, y, z, angle] = element.numbers::<4>(name)?.unwrap_or_default();
            let angle = angle_of(element, name, compiler.radians(angle))?;
            direction(Vec3::new(x, y, z))?;
            return place(Pose3::from_axis_angle(Vec3::new(x, y, z), angle, position));
        }
        "euler" => return euler(element, compiler, &moved),
        "xyaxes" => {
            let [x, y] = halves(element.numbers::<6>(name)?.unwrap_or_default());
            let x = direction(x)?;
            let y = direction(y - x * x.dot(y))?;
            let columns = [x, y, x.cross(y)];
            // Each column is off by a few roundings of numbers up to 1.
            place(Pose3::from_matrix(&Mat3::from_columns(|i| columns[i]), Vec3::ZERO))?.widened(16.0 * f64::UNIT, 0.0)
        }
        _ => from_z_to(direction(Vec3::from(element.numbers::<3>(name)?.unwrap_or_default()))?),
    };
    Ok(compose(&moved, &turn))
}

/// The turns of `euler` by the compiler's sequence: about the axes of the frame that is turned, or about those of the
/// parent.
fn euler(element: &Element, compiler: &Compiler, moved: &Pose3<f64>) -> Result<Pose3<f64>, ReadError> {
    let angles = element.numbers::<3>("euler")?.unwrap_or_default();
    let mut all = Pose3::IDENTITY;
    for ((axis, of_parent), angle) in compiler.eulerseq.into_iter().zip(angles) {
        let angle = angle_of(element, "euler", compiler.radians(angle))?;
        if angle != 0.0 {
            let turn = Pose3::from_axis_angle(Vec3::axis(axis), angle, Vec3::ZERO);
            let turn = turn.map_err(|error| element.refusal(error.to_string()))?;
            all = if of_parent { compose(&turn, &all) } else { compose(&all, &turn) };
        }
    }
    Ok(compose(moved, &all))
}

fn angle_of(element: &Element, name: &str, angle: f64) -> Result<f64, ReadError> {
    match angle.abs() <= LARGEST_ANGLE {
        true => Ok(angle),
        false => Err(element.refusal(format!("{name}: must be within {LARGEST_ANGLE:e} rad of zero, got {angle}"))),
    }
}

/// Two vectors of six numbers.
pub(super) fn halves([a, b, c, d, e, f]: [f64; 6]) -> [Vec3<f64>; 2] {
    [Vec3::new(a, b, c), Vec3::new(d, e, f)]
}

/// The least turn from the z axis to a unit direction; about x if that is opposite. Where both are parallel to 10⁻⁷ it
/// is none, as in MuJoCo.
///
/// The quaternion is `(1 + z, −y, x, 0)` but for its length, for `z < 0` with `(x² + y²) / (1 − z)` in the place of
/// `1 + z`. The direction is off by 2u, its first entry by as much and two roundings: 16u for the turn, which is
/// twice that of the quaternion, has room.
pub(super) fn from_z_to(direction: Vec3<f64>) -> Pose3<f64> {
    let Vec3 { x, y, z } = direction;
    let aside = x * x + y * y;
    let quaternion = if aside < PARALLEL {
        if z > 0.0 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0, 0.0] }
    } else if z >= 0.0 {
        [1.0 + z, -y, x, 0.0]
    } else {
        [aside / (1.0 - z), -y, x, 0.0]
    };
    let turn = Rotor3::from_wxyz(quaternion).and_then(|rotor| Pose3::new(rotor, Vec3::ZERO));
    let off = if aside < PARALLEL { 0.0 } else { 16.0 * f64::UNIT };
    turn.map_or(Pose3::IDENTITY, |turn| turn.widened(off, 0.0))
}
