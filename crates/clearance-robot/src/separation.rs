//! Separation distances of standards, as functions of their terms: no term has a default.
//!
//! Metres, seconds and metres per second. Results are rounded up. Whether a formula is the right one for a machine, and
//! which numbers enter it, is for its risk assessment to say; a [monitor](crate::monitor) proves how near things come,
//! not that a distance is enough.
//!
//! ISO 13855:2010, *Safety of machinery: positioning of safeguards with respect to the approach speeds of parts of the
//! human body*; ISO/TS 15066:2016, *Collaborative robots*, 5.5.4.2.3.
//!
//! A monitor bounds three of the terms by sets instead: what `S_h`, `S_r` and `S_s` represent is the reach of the
//! bodies that are watched and the intervals of the joints. The other three are margins: `C + Z_d` of a body that is
//! watched, `Z_r` as errors of positions.

use clearance::Real;

use crate::error::RobotError;

/// `S = K T + C` (ISO 13855:2010, formula 1): how far a safeguard has to be from the hazard, m. `K` is the speed of
/// approach, m/s; `T` how long the whole system needs to stop from when the safeguard acts, s; `C` how far a body may
/// get in before it acts, m.
///
/// ```
/// use clearance_robot::separation::approach_distance;
/// // A hand at 2 m/s, a stop within 0.18 s, a light curtain that lets 0.128 m through: 0.36 + 0.128.
/// assert!((approach_distance(2.0, 0.18, 0.128).unwrap() - 0.488).abs() < 1e-12);
/// ```
pub fn approach_distance(speed: f64, time: f64, intrusion: f64) -> Result<f64, RobotError> {
    each([("the speed of approach", speed), ("the stopping time", time), ("the intrusion", intrusion)])?;
    finite(speed * time + intrusion)
}

/// `C` of a vertical light curtain by the size of what it detects, `d`, m (ISO 13855:2010, 6.2.3): `8 (d − 0.014)`, not
/// below 0, for `d ≤ 0.04`; 0.85 for `d ≤ 0.07`. Coarser ones are refused.
///
/// ```
/// use clearance_robot::separation::light_curtain_intrusion;
/// // 30 mm: 8 · 16 mm.
/// assert!((light_curtain_intrusion(0.03).unwrap() - 0.128).abs() < 1e-12);
/// assert_eq!(light_curtain_intrusion(0.05).unwrap(), 0.85);
/// ```
pub fn light_curtain_intrusion(detected: f64) -> Result<f64, RobotError> {
    each([("the detected size", detected)])?;
    match detected {
        _ if detected <= 0.04 => Ok(up(8.0 * (detected - 0.014).next_up().max(0.0))),
        _ if detected <= 0.07 => Ok(0.85),
        _ => {
            Err(RobotError::new(format!("the detected size of a light curtain must be at most 0.07 m, got {detected}")))
        }
    }
}

/// `C` of a horizontal field at a height above the floor, m (ISO 13855:2010, 6.3): `1.2 − 0.4 H`, not below 0.85.
/// Fields higher than 1 m are refused.
///
/// ```
/// use clearance_robot::separation::field_intrusion;
/// // At 0.25 m: 1.2 − 0.1.
/// assert!((field_intrusion(0.25).unwrap() - 1.1).abs() < 1e-12);
/// assert_eq!(field_intrusion(1.0).unwrap(), 0.85);
/// ```
pub fn field_intrusion(height: f64) -> Result<f64, RobotError> {
    each([("the height of the field", height)])?;
    if height > 1.0 {
        return Err(RobotError::new(format!("the height of a field must be at most 1 m, got {height}")));
    }
    Ok(up(1.2 - 0.4 * height).max(0.85))
}

/// The terms of the protective separation distance, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProtectiveSeparation {
    /// `S_h`: how far the person moves until the robot has stopped, [`person_travel`].
    pub person: f64,
    /// `S_r`: how far the robot moves until it reacts, [`reaction_travel`].
    pub reaction: f64,
    /// `S_s`: how far the robot moves while it stops, [`stopping_travel`] or what its manufacturer gives.
    pub stopping: f64,
    /// `C`: how far a part of a body may get into the field before it is seen.
    pub intrusion: f64,
    /// `Z_d`: how far the seen position of the person may deviate.
    pub person_error: f64,
    /// `Z_r`: how far the position of the robot may deviate.
    pub robot_error: f64,
}

impl ProtectiveSeparation {
    /// `S_p = S_h + S_r + S_s + C + Z_d + Z_r` (ISO/TS 15066:2016, formula 1): the robot has to stop if the person is
    /// nearer, m.
    ///
    /// ```
    /// use clearance_robot::separation::*;
    /// // Reaction 0.1 s, stop within 0.3 s; the person walks at 1.6 m/s, the robot towards them at 1 m/s and brakes evenly.
    /// let terms = ProtectiveSeparation {
    ///     person: person_travel(1.6, 0.1, 0.3).unwrap(),     // 0.64
    ///     reaction: reaction_travel(1.0, 0.1).unwrap(),      // 0.1
    ///     stopping: stopping_travel(1.0, 1.0 / 0.3).unwrap(), // 0.15
    ///     intrusion: 0.1,
    ///     person_error: 0.05,
    ///     robot_error: 0.01,
    /// };
    /// assert!((terms.distance().unwrap() - 1.05).abs() < 1e-12);
    /// ```
    pub fn distance(&self) -> Result<f64, RobotError> {
        let terms = [
            ("S_h", self.person),
            ("S_r", self.reaction),
            ("S_s", self.stopping),
            ("C", self.intrusion),
            ("Z_d", self.person_error),
            ("Z_r", self.robot_error),
        ];
        each(terms)?;
        finite(terms.iter().map(|(_, term)| term).sum())
    }
}

/// `S_h = v_h (T_r + T_s)`, m: of a person who is no faster than `v_h`, m/s, until the robot has reacted and stopped,
/// s. The standard's `v_h` is 1.6 m/s if it is not measured.
pub fn person_travel(speed: f64, reaction: f64, stopping: f64) -> Result<f64, RobotError> {
    each([("the speed of the person", speed), ("the time of reaction", reaction), ("the stopping time", stopping)])?;
    finite(up(reaction + stopping) * speed)
}

/// `S_r = v_r T_r`, m: of a robot that comes nearer by no more than `v_r`, m/s, for the time of reaction, s.
pub fn reaction_travel(speed: f64, reaction: f64) -> Result<f64, RobotError> {
    each([("the speed of the robot", speed), ("the time of reaction", reaction)])?;
    finite(speed * reaction)
}

/// `S_s = v² / (2 a)`, m: of a robot that brakes from `v`, m/s, with a deceleration of at least `a`, m/s², along its
/// way.
pub fn stopping_travel(speed: f64, deceleration: f64) -> Result<f64, RobotError> {
    each([("the speed of the robot", speed), ("the deceleration", deceleration)])?;
    if deceleration == 0.0 {
        return Err(RobotError::new("the deceleration must be positive, got 0"));
    }
    finite(speed * speed / (2.0 * deceleration))
}

/// A result of few sums, products and quotients of numbers that are not negative, rounded up.
fn up(x: f64) -> f64 {
    x * (1.0 + 16.0 * f64::UNIT)
}

fn finite(x: f64) -> Result<f64, RobotError> {
    if x.is_finite() { Ok(up(x)) } else { Err(RobotError::new(format!("the distance must be finite, got {x}"))) }
}

fn each<const N: usize>(terms: [(&str, f64); N]) -> Result<(), RobotError> {
    match terms.iter().find(|(_, term)| !(*term >= 0.0 && term.is_finite())) {
        Some((name, term)) => Err(RobotError::new(format!("{name} must be finite and not negative, got {term}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_are_no_lengths_or_times_are_refused_by_name() {
        let text = |found: Result<f64, RobotError>| found.unwrap_err().to_string();
        assert_eq!(
            text(approach_distance(-1.0, 0.1, 0.0)),
            "the speed of approach must be finite and not negative, got -1"
        );
        assert_eq!(
            text(person_travel(1.6, f64::NAN, 0.1)),
            "the time of reaction must be finite and not negative, got NaN"
        );
        assert_eq!(text(stopping_travel(1.0, 0.0)), "the deceleration must be positive, got 0");
        assert_eq!(
            text(light_curtain_intrusion(0.1)),
            "the detected size of a light curtain must be at most 0.07 m, got 0.1"
        );
        assert_eq!(text(field_intrusion(1.5)), "the height of a field must be at most 1 m, got 1.5");
        let terms = ProtectiveSeparation {
            person: 0.1,
            reaction: 0.1,
            stopping: f64::INFINITY,
            intrusion: 0.0,
            person_error: 0.0,
            robot_error: 0.0,
        };
        assert_eq!(text(terms.distance()), "S_s must be finite and not negative, got inf");
    }

    #[test]
    fn distances_are_rounded_up() {
        // 0.1 · 0.3 + 0.2 in exact numbers is at most what comes out.
        let exact = dashu_ratio::RBig::try_from(0.1).unwrap() * dashu_ratio::RBig::try_from(0.3).unwrap()
            + dashu_ratio::RBig::try_from(0.2).unwrap();
        let found = dashu_ratio::RBig::try_from(approach_distance(0.1, 0.3, 0.2).unwrap()).unwrap();
        assert!(found >= exact);
    }
}
