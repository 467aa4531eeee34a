//! One pair put through every query, and its answers judged: by the contract, against one another, and by the oracles.

use clearance::SupportExt;
use std::cmp::Ordering;

use clearance::math::Rotor;
use clearance::query;
use clearance::query::{WarmStart, Within, distance, distance_within, intersects, signed_distance};
use clearance::{Accuracy, Options, Pose, Proximity, Real, Shape, Status};

use crate::contract::{Certificate, Referee, Violation, require};
use crate::exact::{self, Polytope};
use crate::judge::{self, Bodies};
use crate::make::{World, body, pose};
use crate::model::Model;
use crate::number::{Number, Wide};
use crate::pairs::Pair;
use crate::spec::{BodySpec, PoseSpec};
use crate::sweep;

/// Polytopes of more points in all than this take the exact oracle too long.
const EXACT_POINTS: usize = 24;

/// A pair as the crate under test sees it: in the world, and once more in the frame of its first body.
#[derive(Debug)]
pub struct Trial<V: World> {
    dim: usize,
    specs: [BodySpec; 2],
    a: (Shape<V>, Pose<V>),
    b: (Shape<V>, Pose<V>),
    /// The second body in the first one's frame, as near to the world's pair as exact numbers allow.
    local: BodySpec,
    b_in_a: Pose<V>,
}

/// What an oracle knows of the signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Proven bounds.
    pub lower: Wide,
    /// Proven bounds.
    pub upper: Wide,
    /// The exact sign, for polytopes.
    pub sign: Option<Ordering>,
}

impl<V: World> Trial<V> {
    /// The pair in the precision of `V`: its numbers are rounded first, so that all see the same bodies.
    pub fn new(pair: &Pair) -> Self {
        let single = V::Scalar::UNIT.to_f64() > f64::EPSILON;
        let pair = if single { pair.rounded_to_f32() } else { pair.clone() };
        let make = |spec: &BodySpec| body::<V>(spec).unwrap_or_else(|error| panic!("{error}: {spec:?}"));
        let (a, b) = (make(&pair.a), make(&pair.b));
        let relative = Pose::relative(&a.1, &b.1);
        let translation = (0..pair.dim).map(|i| relative.translation()[i].to_f64()).collect();
        let quaternion = relative.rotor().quaternion().map(Real::to_f64);
        let local = BodySpec { shape: pair.b.shape.clone(), pose: PoseSpec { translation, quaternion } };
        let b_in_a = pose(&local.pose);
        Trial { dim: pair.dim, a, b, local, b_in_a, specs: [pair.a, pair.b] }
    }

    /// The bodies, in the numbers that the shapes were built from.
    pub fn specs(&self) -> [&BodySpec; 2] {
        self.specs.each_ref()
    }

    /// The signed distance in the world frame.
    pub fn answer(&self, options: &Options<V::Scalar>) -> Proximity<V> {
        query::Pair::in_world((&self.a.0, &self.a.1), (&self.b.0, &self.b.1)).options(*options).signed_distance()
    }

    /// The signed distance of the second body from the first one's side.
    pub fn answer_exchanged(&self) -> Proximity<V> {
        query::Pair::in_world((&self.b.0, &self.b.1), (&self.a.0, &self.a.1)).signed_distance()
    }

    /// The sum of both bodies' reaches, radii included.
    pub fn reach(&self) -> V::Scalar {
        let of = |shape: &Shape<V>| shape.reach() + shape.radius();
        of(&self.a.0) + of(&self.b.0)
    }

    /// What a world answer proves; see [`Referee::check_bounds`].
    pub fn certificate(&self, answer: &Proximity<V>) -> Result<Certificate, Violation> {
        Referee::new(&self.specs[0], &self.specs[1], self.dim).check_bounds(answer)
    }

    /// Judges the world answer, and the answer in A's frame about a pair that is given in that frame.
    pub fn check_contract(&self) -> Result<Certificate, Violation> {
        let referee = Referee::new(&self.specs[0], &self.specs[1], self.dim);
        let certificate = referee.check(&self.answer(&Options::default()))?;
        let still = BodySpec { pose: PoseSpec::identity(self.dim), ..self.specs[0].clone() };
        let local = signed_distance(&self.a.0, &self.b.0, &self.b_in_a);
        Referee::new(&still, &self.local, self.dim).check(&local)?;
        Ok(certificate)
    }

    /// Judges all that belongs to the world answer: the exchange, the generators of the gradient, the contact points.
    pub fn check_fields(&self) -> Result<(), Violation> {
        self.bodies().check()
    }

    fn bodies(&self) -> Bodies<'_, V> {
        Bodies { specs: self.specs.each_ref(), bodies: [(&self.a.0, &self.a.1), (&self.b.0, &self.b.1)] }
    }

    /// Whether all queries agree, also with the bodies exchanged and started warm.
    pub fn check_agreement(&self) -> Result<(), Violation> {
        let (a, b, b_in_a) = (&self.a.0, &self.b.0, &self.b_in_a);
        let first = signed_distance(a, b, b_in_a);
        let meets = first.status != Status::Separated;
        claim("intersects is the status of signed_distance", intersects(a, b, b_in_a) == meets)?;
        let apart = distance(a, b, b_in_a);
        claim("distance has the status of signed_distance", (apart.status != Status::Separated) == meets)?;
        let zero = apart.signed_distance == V::Scalar::ZERO;
        claim("distance is zero for bodies that are proven to meet", zero || !(meets && first.proven))?;
        if !meets {
            compatible("distance and signed_distance", &first, &apart)?;
        }
        let mut warm = WarmStart::new();
        let options = Options::default();
        for _ in 0..2 {
            let again = query::Pair::new(a, b, b_in_a).options(options).warm(&mut warm).signed_distance();
            compatible("a cold and a warm signed_distance", &first, &again)?;
            claim("a warm start keeps the status", !(first.proven && again.proven) || first.status == again.status)?;
        }
        self.check_within(&first)?;
        self.check_exchange()
    }

    /// In the world, where both poses are exact numbers in either order.
    fn check_exchange(&self) -> Result<(), Violation> {
        let first = self.answer(&Options::default());
        let (a, b) = ((&self.a.0, &self.a.1), (&self.b.0, &self.b.1));
        let meets = first.status != Status::Separated;
        claim(
            "intersects in the world is the status of signed_distance",
            query::Pair::in_world(a, b).intersects() == meets,
        )?;
        let swapped = self.answer_exchanged();
        compatible("signed_distance and its exchange", &first, &swapped)?;
        let same = !(first.proven && swapped.proven) || first.status == swapped.status;
        claim("a proven status survives the exchange of the bodies", same)?;
        self.check_tight(&first)
    }

    /// The answer in twofold numbers, and for polytopes the exact decision.
    fn check_tight(&self, first: &Proximity<V>) -> Result<(), Violation> {
        let tight = self.answer(&Options { accuracy: Accuracy::Tight, ..Options::default() });
        compatible("signed_distance and its tight form", first, &tight)?;
        let same = !(first.proven && tight.proven) || first.status == tight.status;
        claim("a proven status is that of the tight form", same)?;
        let (a, b) = ((&self.a.0, &self.a.1), (&self.b.0, &self.b.1));
        let certified = query::certify(a, b).is_none_or(|proof| proof.status() == first.status && first.proven);
        claim("what can be certified is proven, with that status", certified)
    }

    fn check_within(&self, first: &Proximity<V>) -> Result<(), Violation> {
        let (a, b, b_in_a) = (&self.a.0, &self.b.0, &self.b_in_a);
        let two = V::Scalar::TWO;
        let size = a.reach().max(b.reach());
        for max in
            [V::Scalar::ZERO, first.signed_distance / two, first.signed_distance * two, first.signed_distance + size]
        {
            match distance_within(a, b, b_in_a, max) {
                Within::Near(near) => {
                    compatible("distance_within and signed_distance", first, &near)?;
                    claim("a distance proven beyond the maximum is not near", near.bounds.lower <= max)?;
                }
                Within::Beyond { lower } => {
                    claim("a bound beyond the maximum is above it", lower > max)?;
                    claim("a bound beyond the maximum is below the upper bound", lower <= first.bounds.upper)?;
                }
            }
        }
        Ok(())
    }

    /// What the oracles say: the exact one for small polytopes, else branch and bound with a budget of support
    /// evaluations.
    pub fn truth(&self, evaluations: usize) -> Truth {
        let [a, b] = &self.specs;
        let polytopes = Polytope::new(a, self.dim).zip(Polytope::new(b, self.dim));
        if let Some((p, q)) = polytopes.filter(|(p, q)| p.points.len() + q.points.len() <= EXACT_POINTS) {
            let found = exact::signed_distance(&p, &q, self.dim);
            let value = found.value();
            let error = Wide::new(1e-27 * (value.abs().value() + exact::wide(&found.radii).value()));
            return Truth { lower: value - error, upper: value + error, sign: Some(found.sign()) };
        }
        let (a, b) = (Model::<f64>::new(a, self.dim), Model::<f64>::new(b, self.dim));
        let precision = 1e-12 * a.extent(self.dim).max(b.extent(self.dim));
        let found = sweep::signed_distance(&a, &b, self.dim, precision, evaluations);
        Truth { lower: Wide::new(found.lower), upper: Wide::new(found.upper), sign: None }
    }
}

impl<V: World<Scalar = f64>> Trial<V> {
    /// Judges the gradient by differences; `None` where they are not sure.
    pub fn check_differences(&self) -> Option<Result<(), Violation>> {
        judge::check_differences(&self.bodies())
    }

    /// Judges the one-sided rates by differences; `None` where they are not sure.
    pub fn check_rates(&self) -> Option<Result<(), Violation>> {
        judge::check_rates(&self.bodies())
    }
}

impl Truth {
    /// Refutes an answer whose bounds exclude the truth or whose proven status is not the exact one.
    pub fn check<V: World>(&self, answer: &Proximity<V>) -> Result<(), Violation> {
        let (lower, upper) = (answer.bounds.lower.to_f64(), answer.bounds.upper.to_f64());
        let (below, above) = ((Wide::new(lower) - self.upper).value(), (self.lower - Wide::new(upper)).value());
        require("the lower bound is below the truth", below, 0.0)?;
        require("the upper bound is above the truth", above, 0.0)?;
        let right = self.status().is_none_or(|status| status == answer.status);
        claim("a proven status is the exact one", right || !answer.proven)
    }

    /// The status that the sign stands for, if it is known.
    pub fn status(&self) -> Option<Status> {
        let zero = Wide::new(0.0);
        let by_bounds = if self.lower > zero {
            Some(Ordering::Greater)
        } else if self.upper < zero {
            Some(Ordering::Less)
        } else {
            None
        };
        self.sign.or(by_bounds).map(|sign| match sign {
            Ordering::Greater => Status::Separated,
            Ordering::Equal => Status::Touching,
            Ordering::Less => Status::Overlapping,
        })
    }
}

fn claim(clause: &'static str, holds: bool) -> Result<(), Violation> {
    require(clause, if holds { 0.0 } else { f64::NAN }, 0.0)
}

/// Two enclosures of one truth have a common point.
fn compatible<V: World>(clause: &'static str, p: &Proximity<V>, q: &Proximity<V>) -> Result<(), Violation> {
    let gap = p.bounds.lower.max(q.bounds.lower).to_f64() - p.bounds.upper.min(q.bounds.upper).to_f64();
    require(clause, gap, 0.0)
}
