//! Limits of joints in the files of MoveIt.

use clearance_robot::{RateLimits, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::Json;

use crate::paths::documents;

/// Limits of rates from files.
pub trait ReadRateLimits: Sized {
    /// Those of a `joint_limits.yaml` of MoveIt: `joint_limits: {NAME: {has_velocity_limits: true, max_velocity: 2.0,
    /// ..}}`, also of accelerations and jerks. A limit whose `has_` is false does not count; joints that the robot does
    /// not have are left out.
    fn from_yaml(text: &str, robot: &Robot) -> Result<Self, ReadError>;
}

impl ReadRateLimits for RateLimits {
    fn from_yaml(text: &str, robot: &Robot) -> Result<Self, ReadError> {
        let documents = documents(text)?;
        let entry = |json: &'_ Json, key: &str| match json {
            Json::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone()),
            _ => None,
        };
        let Some(Json::Object(joints)) = documents.first().and_then(|json| entry(json, "joint_limits")) else {
            return Err(ReadError::new("expected an object \"joint_limits\""));
        };
        let limit = |variable: usize, what: &str| -> Result<Option<f64>, ReadError> {
            let name = &robot.joints()[robot.variables()[variable]].name;
            let Some((_, own)) = joints.iter().find(|(joint, _)| joint == name) else { return Ok(None) };
            match (entry(own, &format!("has_{what}_limits")), entry(own, &format!("max_{what}"))) {
                (Some(Json::Bool(false)), _) | (_, None) => Ok(None),
                (_, Some(Json::Number(size))) if size >= 0.0 => Ok(Some(size)),
                (_, Some(other)) => {
                    let what = format!("max_{what} of {name:?} must be a number that is not negative, got {other}");
                    Err(ReadError::new(what))
                }
            }
        };
        let all = |what: &str| (0..robot.dof()).map(|variable| limit(variable, what)).collect::<Result<_, _>>();
        let (velocities, accelerations, jerks) = (all("velocity")?, all("acceleration")?, all("jerk")?);
        Ok(RateLimits { velocities, accelerations, jerks, tolerance: 0.0 })
    }
}
