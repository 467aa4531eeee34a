//! The witness contract: what every answer must keep, proven or refuted in 106 bits from the definitions alone.
//!
//! For unit `n`, `s(n) = min n·B − max n·A` is never above the signed distance; and any point of A is at least the
//! distance away from any point of B. So the reported normal and witness points enclose the truth by themselves, and
//! the reported bounds must be compatible with that enclosure.

use std::fmt;

use clearance::{Proximity, Real, Status, Vector};

use crate::model::Model;
use crate::number::{Number, Wide};
use crate::outside::outside;
use crate::spec::BodySpec;
use crate::triple::Triple;

/// Roundings of the scalar, relative to the largest coordinate, within which witnesses and planes must be right:
/// 10⁻¹⁴ in `f64`, 5.4·10⁻⁶ in `f32`.
pub const ROUNDINGS: f64 = 90.0;
/// Roundings of the size within which the normal of an answer must prove its lower bound: 10⁻¹³ in `f64`.
pub const PROVEN: f64 = 900.0;
/// Roundings by which the length of a normal may differ from 1.
const NORMAL_ROUNDINGS: f64 = 8.0;
/// Relative error of the referee's own evaluation, with ample reserve.
const REFEREE: f64 = 1e-27;

/// A broken clause, with the amount by which it is broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The clause.
    pub clause: &'static str,
    /// What was found.
    pub found: f64,
    /// What was allowed.
    pub allowed: f64,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {:e}, allowed {:e}", self.clause, self.found, self.allowed)
    }
}

impl std::error::Error for Violation {}

/// What an answer proves about the true signed distance, and how well it keeps its contract.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// `s(normal)`.
    pub lower: f64,
    /// The distance of the witness points with their errors; infinite for overlapping bodies.
    pub upper: f64,
    /// The largest coordinate of the pair, to which errors are relative.
    pub size: f64,
    /// `|witness_b − witness_a − distance·normal|`.
    pub identity: f64,
    /// How far the worse witness point is outside its body.
    pub outside: f64,
}

/// Two bodies, ready to judge answers about them.
#[derive(Clone, Debug)]
pub struct Referee {
    a: Model<Wide>,
    b: Model<Wide>,
    size: f64,
}

/// Judges one answer about two bodies, in the frame in which their poses are given.
pub fn check_proximity<V: Vector>(a: &BodySpec, b: &BodySpec, answer: &Proximity<V>) -> Result<Certificate, Violation> {
    Referee::new(a, b, V::DIM).check(answer)
}

/// Passes if `found ≤ allowed`; NaN never does.
pub(crate) fn require(clause: &'static str, found: f64, allowed: f64) -> Result<(), Violation> {
    if found <= allowed { Ok(()) } else { Err(Violation { clause, found, allowed }) }
}

impl Referee {
    /// A referee for two bodies in the plane or in space.
    pub fn new(a: &BodySpec, b: &BodySpec, dim: usize) -> Self {
        let offsets = a.pose.translation.iter().chain(&b.pose.translation).map(|c| c.abs());
        let far = offsets.fold(0.0, f64::max);
        let (a, b) = (Model::<Wide>::new(a, dim), Model::<Wide>::new(b, dim));
        let size = a.extent(dim).max(b.extent(dim)).value().max(far);
        Referee { a, b, size }
    }

    /// The largest coordinate of the pair, those of the poses included.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// `s(n)` of a direction of any length: a proven lower bound of the signed distance.
    pub fn plane(&self, n: Triple<Wide>) -> Wide {
        let (top, low) = (self.a.support(n).dot(n), self.b.support(-n).dot(n));
        (low - top) / n.norm()
    }

    /// All clauses: those of [`Referee::check_bounds`], and that the normal proves the lower bound, that it parts the
    /// bodies when they overlap, and that the witness points are on them.
    pub fn check<V: Vector>(&self, answer: &Proximity<V>) -> Result<Certificate, Violation> {
        self.check_within(answer, ROUNDINGS)
    }

    /// [`Referee::check`] with witness points within as many roundings of the size.
    pub fn check_within<V: Vector>(&self, answer: &Proximity<V>, roundings: f64) -> Result<Certificate, Violation> {
        let certificate = self.check_bounds(answer)?;
        let unit = V::Scalar::UNIT.to_f64() * self.size;
        require("each witness point lies on its body", certificate.outside, roundings * unit)?;
        let allowed = ROUNDINGS * unit;
        let lower = answer.bounds.lower.to_f64();
        let proven = PROVEN * V::Scalar::UNIT.to_f64() * self.size;
        require("the planes along the normal prove the lower bound", lower - certificate.lower, proven)?;
        let allowed = allowed + answer.bounds.width().to_f64();
        require("witness_b − witness_a = distance · normal", certificate.identity, allowed)?;
        if answer.status == Status::Overlapping {
            let short = answer.signed_distance.to_f64() - certificate.lower;
            require("moving b by the depth along the normal separates the bodies", short, allowed)?;
        }
        Ok(certificate)
    }

    /// The clauses that hold at any iteration limit: finite numbers, a unit normal, the identity of the witness points,
    /// ordered bounds that fit the status, and no bound that a plane or a pair of points refutes.
    pub fn check_bounds<V: Vector>(&self, answer: &Proximity<V>) -> Result<Certificate, Violation> {
        let unit = V::Scalar::UNIT.to_f64();
        let normal = Triple::<Wide>::from_vector(answer.normal);
        let (witness_a, witness_b) = (Triple::from_vector(answer.witness_a), Triple::from_vector(answer.witness_b));
        let distance = answer.signed_distance.to_f64();
        let finite = answer.normal.is_finite() && answer.witness_a.is_finite() && answer.witness_b.is_finite();
        require("all numbers are finite", if finite && distance.is_finite() { 0.0 } else { f64::NAN }, 0.0)?;
        let length = (normal.norm() - Wide::new(1.0)).abs().value();
        require("the normal has length one", length, NORMAL_ROUNDINGS * unit)?;
        let miss = witness_b - witness_a - normal * Wide::new(distance);
        let identity = miss.norm().value();
        // Where the bounds are wider than rounding, points of both bodies face each other only within the bounds.
        let (rounding, width) = (ROUNDINGS * unit * self.size, answer.bounds.width().to_f64());
        let off = if width > rounding { miss.dot(normal).abs().value() } else { identity };
        require("witness_b − witness_a = distance · normal", off, rounding + width)?;
        check_order(answer)?;
        let certificate = self.certificate(answer, normal, identity, witness_a, witness_b);
        let slack = REFEREE * self.size;
        let (lower, upper) = (answer.bounds.lower.to_f64(), answer.bounds.upper.to_f64());
        require("no plane is above the upper bound", certificate.lower - upper, slack)?;
        require("no pair of points is below the lower bound", lower - certificate.upper, slack)?;
        Ok(certificate)
    }

    /// What an answer proves, and how well it keeps its contract, without judging it.
    pub fn measured<V: Vector>(&self, answer: &Proximity<V>) -> Certificate {
        let normal = Triple::<Wide>::from_vector(answer.normal);
        let (witness_a, witness_b) = (Triple::from_vector(answer.witness_a), Triple::from_vector(answer.witness_b));
        let miss = witness_b - witness_a - normal * Wide::new(answer.signed_distance.to_f64());
        self.certificate(answer, normal, miss.norm().value(), witness_a, witness_b)
    }

    fn certificate<V: Vector>(
        &self,
        answer: &Proximity<V>,
        normal: Triple<Wide>,
        identity: f64,
        witness_a: Triple<Wide>,
        witness_b: Triple<Wide>,
    ) -> Certificate {
        let enough = V::Scalar::UNIT.to_f64() * self.size / 64.0;
        let out_a = outside(&self.a, witness_a, normal, enough);
        let out_b = outside(&self.b, witness_b, -normal, enough);
        let upper = if answer.status == Status::Overlapping {
            f64::INFINITY
        } else {
            ((witness_b - witness_a).norm() + Wide::new(out_a.upper) + Wide::new(out_b.upper)).value()
        };
        let lower = self.plane(normal).value();
        Certificate { lower, upper, size: self.size, identity, outside: out_a.lower.max(out_b.lower) }
    }
}

fn check_order<V: Vector>(answer: &Proximity<V>) -> Result<(), Violation> {
    let (lower, upper) = (answer.bounds.lower.to_f64(), answer.bounds.upper.to_f64());
    let distance = answer.signed_distance.to_f64();
    require("the lower bound is not above the distance", lower - distance, 0.0)?;
    require("the distance is not above the upper bound", distance - upper, 0.0)?;
    let wrong = |wrong: bool| if wrong { f64::NAN } else { 0.0 };
    let sign = match answer.status {
        Status::Separated => distance > 0.0,
        Status::Touching => distance == 0.0,
        Status::Overlapping => distance < 0.0,
        Status::Undecided => lower <= 0.0 && upper >= 0.0,
    };
    require("the status has the sign of the distance, or the bounds hold zero", wrong(!sign), 0.0)?;
    let undecided = answer.status == Status::Undecided;
    require("what is not proven is undecided, and nothing else", wrong(answer.proven == undecided), 0.0)?;
    let decided = "bounds of one sign decide the status";
    require(decided, wrong(lower > 0.0 && answer.status != Status::Separated), 0.0)?;
    require(decided, wrong(upper < 0.0 && answer.status != Status::Overlapping), 0.0)
}
