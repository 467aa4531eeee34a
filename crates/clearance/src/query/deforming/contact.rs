//! The first contact of two features: floats first, exact numbers where they leave it open.

use super::features::{Contact, MovingFeatures};
use super::{approach, exact, nearest, separation, sieve};
use crate::exact::Rounded;
use crate::proximity::{Bounds, Status};

impl MovingFeatures {
    /// The first time at which the features have a common point.
    pub fn first_contact(&self) -> Contact {
        self.first_contact_by(1.0)
    }

    /// [`first_contact`](Self::first_contact) if the lower bound of its time is at most `limit`, otherwise none. Later
    /// contacts cost less than with all of the motion.
    pub fn first_contact_by(&self, limit: f64) -> Contact {
        if !self.is_finite() {
            return Contact::UNDECIDED;
        }
        let found = match sieve::sieve(self, limit) {
            sieve::Sieved::Free => None,
            sieve::Sieved::Isolated(interval) => Some(exact::narrowed(self, interval)),
            sieve::Sieved::Open => exact::first_contact(self),
        };
        let found = found.filter(|found| found.time.lower <= limit);
        found.map_or(Contact::NONE, |found| self.touching(found.time, nearest::at_contact(self, &found)))
    }

    /// The first time at which the features are within `distance` of one another; a negative distance is never
    /// reached.
    ///
    /// ```
    /// use clearance::{Vec3, query::deforming::MovingFeatures};
    /// let at = |x: f64| [[0.0, 0.0, -1.0], [0.0, 0.0, 3.0], [x, -1.0, 0.0], [x, 1.0, 0.0]].map(Vec3::from);
    /// let contact = MovingFeatures::edge_edge(at(2.0), at(-2.0)).first_contact_within(0.5);
    /// assert!(contact.toi.contains(0.375) && contact.toi.width() < 1e-12);
    /// ```
    pub fn first_contact_within(&self, distance: f64) -> Contact {
        self.first_contact_within_by(distance, 1.0)
    }

    /// [`first_contact_within`](Self::first_contact_within) if the lower bound of its time is at most `limit`,
    /// otherwise none.
    pub fn first_contact_within_by(&self, distance: f64, limit: f64) -> Contact {
        if distance == 0.0 {
            return self.first_contact_by(limit);
        }
        if !self.is_finite() || !distance.is_finite() {
            return Contact::UNDECIDED;
        }
        if distance < 0.0 || sieve::are_apart(self, distance) {
            return Contact::NONE;
        }
        let time = match approach::approach(self, distance, limit) {
            approach::Approach::Never => None,
            approach::Approach::At(time) => Some(time),
            approach::Approach::Open { from } => separation::first_within(self, distance, from),
        };
        let time = time.filter(|time| time.lower <= limit);
        time.map_or(Contact::NONE, |time| self.touching(time, nearest::at_distance(self, time.nearest)))
    }

    fn touching(&self, time: Rounded<f64>, nearest: nearest::Nearest) -> Contact {
        let toi = Bounds { lower: time.lower, upper: time.upper };
        Contact { status: Status::Touching, toi, weights: nearest.weights, normal: nearest.normal }
    }
}
