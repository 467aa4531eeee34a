//! The least signed distance of many pairs: balls first, then the pairs that are left, nearest first.

use clearance::query::Within;
use clearance::{Bounds, Proximity, Status, Vec3};

use super::{Clearance, RobotClearance, posed};
use crate::cell::ask;
use crate::cell::piece::Piece;
use crate::error::RobotError;
use crate::model::link_mesh::{Detail, LinkMesh};

impl RobotClearance<'_> {
    /// The least signed distance in a configuration, less the margins; `None` if there are no pairs.
    ///
    /// By inclusion, the signed distance of two bodies is at least that of balls around them. A pair whose balls are
    /// farther apart than the least upper bound found so far is not evaluated. The others are evaluated in the order of
    /// the balls, and only whether they are nearer.
    ///
    /// Links in contact are as deep in something as their hulls at most: a depth of triangles is no bound from below.
    pub fn at(&mut self, q: &[f64]) -> Result<Option<Clearance>, RobotError> {
        self.with_hulls()?;
        let mut found = self.least_at(q)?;
        let of_hulls = found.as_ref().map_or(f64::INFINITY, |found| found.bounds.lower);
        while let Some(Clearance { bounds, pair, .. }) = found {
            let (now, before) = (self.stage.stands_for(pair), self.closer.clone());
            if bounds.lower > 0.0 || !self.look_closer(pair)? {
                break;
            }
            if now.detail == Detail::Hull
                && self.fill(now.bodies)
                && let Some(upper) = self.contact_of(now.bodies, q)?
            {
                self.with_closer(before)?;
                return Ok(found.map(|found| in_contact(found, upper, of_hulls)));
            }
            found = self.least_at(q)?;
        }
        Ok(found.map(|found| self.of_the_bodies(found, of_hulls)))
    }

    /// What is found of links in contact, with the lower bound of all hulls. Shapes that only contain a body prove
    /// nothing from above, and parts of a body nothing from below, as hulls do.
    fn of_the_bodies(&self, mut found: Clearance, of_hulls: f64) -> Clearance {
        if found.collides == Some(true) && self.is_stand_in(found.pair) {
            found.collides = None;
            found.bounds.upper = f64::INFINITY;
            (found.proximity.status, found.proximity.proven) = (Status::Undecided, false);
            found.proximity.bounds.upper = f64::INFINITY;
        }
        if !self.closer.is_empty() && found.proximity.bounds.lower <= 0.0 {
            found.lower_to(of_hulls);
        }
        found
    }

    /// The least upper bound of the signed distances of what represents a pair of hulls in a configuration, if one of
    /// them proves contact.
    fn contact_of(&mut self, hulls: [usize; 2], q: &[f64]) -> Result<Option<f64>, RobotError> {
        self.place(q)?;
        self.bound_pairs();
        self.collect(0.0);
        let mut least = None;
        for k in 0..self.order.len() {
            let pair = self.order[k].1;
            if self.stage.stands_for(pair).bodies == hulls
                && let Some(found) = self.within(pair, 0.0)
                && found.bounds.upper <= 0.0
            {
                least = Some(least.unwrap_or(0.0_f64).min(found.bounds.upper));
            }
        }
        Ok(least)
    }

    /// Whether both bodies of a pair of hulls fill them, but for small dents.
    fn fill(&self, hulls: [usize; 2]) -> bool {
        let own = hulls.into_iter().filter(|&body| body < self.stage.hulls());
        own.into_iter().all(|body| self.robot().mesh_of(body).is_none_or(LinkMesh::fills_its_hull))
    }

    /// Whether a contact of a pair is one of shapes that only contain a body.
    fn is_stand_in(&self, pair: usize) -> bool {
        self.others.is_some() && self.stage.is_stand_in(self.robot(), pair)
    }

    /// The least of the shapes as they stand.
    pub(super) fn least_at(&mut self, q: &[f64]) -> Result<Option<Clearance>, RobotError> {
        self.place(q)?;
        self.bound_pairs();
        let last = self.last.filter(|&pair| self.is_followed(pair));
        let Some(first) = last.or_else(|| self.nearest_by_balls()) else { return Ok(None) };
        let mut best = None;
        self.ask(first, &mut best);
        self.collect(best.as_ref().map_or(f64::INFINITY, |best| best.bounds.upper));
        for k in 0..self.order.len() {
            let (bound, pair) = self.order[k];
            if best.as_ref().is_some_and(|best: &Clearance| bound > best.bounds.upper) {
                break;
            }
            if pair != first {
                self.ask(pair, &mut best);
            }
        }
        if let (Some(_), Some(best)) = (self.last, &best) {
            self.list_nearby(best.bounds.upper);
        }
        self.last = best.as_ref().map(|best| best.pair);
        if let Some(best) = &mut best {
            best.collides = match best.bounds {
                // What is farther than a margin, which is not negative, is apart.
                Bounds { lower, .. } if lower > 0.0 => Some(false),
                _ if best.proximity.bounds.upper <= best.padding => Some(true),
                _ => self.contact().0,
            };
        }
        Ok(best)
    }

    /// Whether any pair is in contact in a configuration, or as near as its padding; margins of the scene aside. True
    /// and false are proven; `None` if rounding leaves it open.
    ///
    /// Ends at the first contact. Cheaper than [`at`](Self::at), since only pairs whose balls meet are evaluated.
    pub fn collides(&mut self, q: &[f64]) -> Result<Option<bool>, RobotError> {
        self.with_hulls()?;
        loop {
            self.place(q)?;
            self.bound_pairs();
            let (answer, pair) = self.contact();
            match pair {
                Some(pair) if self.look_closer(pair)? => {}
                Some(pair) if self.is_stand_in(pair) => return Ok(None),
                _ => return Ok(answer),
            }
        }
    }

    /// Whether any pair is in contact in the configuration that was placed and bounded last, and a pair that is or may
    /// be.
    fn contact(&mut self) -> (Option<bool>, Option<usize>) {
        self.collect(0.0);
        if let Some(k) = self.last.and_then(|last| self.order.iter().position(|&(_, pair)| pair == last)) {
            self.order.swap(0, k);
        }
        let mut answer = (Some(false), None);
        for k in 0..self.order.len() {
            let pair = self.order[k].1;
            let padding = self.stage.padding(pair);
            if let Some(found) = self.within(pair, padding) {
                if found.bounds.upper <= padding {
                    self.last = Some(pair);
                    return (Some(true), Some(pair));
                }
                if found.bounds.lower <= padding {
                    answer = (None, Some(pair));
                }
            }
        }
        answer
    }

    /// All pairs of links whose hulls are proven to be in contact in a configuration, or as near as their padding, in
    /// the order of the links.
    pub fn all_contacts(&mut self, q: &[f64]) -> Result<Vec<[usize; 2]>, RobotError> {
        self.with_hulls()?;
        self.place(q)?;
        self.bound_pairs();
        self.collect(0.0);
        let mut contacts = Vec::new();
        for k in 0..self.order.len() {
            let pair = self.order[k].1;
            let links = self.stage.pair(pair).map(|part| part.owner);
            if self.stage.is_with_world(pair) || contacts.contains(&links) {
                continue;
            }
            let (poses, padding) = (self.poses_of(pair), self.stage.padding(pair));
            if let Within::Near(found) = ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], padding)
                && found.bounds.upper <= padding
            {
                contacts.push(links);
            }
        }
        contacts.sort_unstable();
        Ok(contacts)
    }

    /// All pairs that may attain the least, or an upper bound of it: those that are not proven to be above.
    pub(super) fn active(&mut self, least: &Clearance) -> Vec<usize> {
        // Of links in contact the bounds are wider than the distance of the hulls that represent them here.
        let is_refined = self.others.is_some() && least.collides == Some(true);
        let value = (least.proximity.signed_distance - least.margin).next_up();
        let upper = if is_refined { least.bounds.upper.min(value) } else { least.bounds.upper };
        self.collect(upper);
        let candidates: Vec<usize> = self.order.iter().map(|&(_, pair)| pair).collect();
        let mut active: Vec<usize> = candidates
            .into_iter()
            .filter(|&pair| {
                let (poses, margin) = (self.poses_of(pair), self.margin(pair));
                let max = (upper + margin).next_up().max(0.0);
                match ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], max) {
                    Within::Near(found) => found.bounds.lower - margin <= upper,
                    Within::Beyond { .. } => false,
                }
            })
            .collect();
        active.sort_by_key(|&pair| (pair != least.pair, pair));
        active
    }

    /// The signed distance of a pair if it may be at most `max`.
    fn within(&mut self, pair: usize, max: f64) -> Option<Proximity<Vec3<f64>>> {
        let (bodies, count) = self.stage.own_bodies(pair);
        let bodies = &bodies[..count];
        if self.memory.is_beyond(pair, bodies, max) {
            return None;
        }
        self.pose(pair);
        let (parts, poses) = (self.stage.pair(pair), posed(&self.stage, &self.poses, pair));
        let size = self.size_of(bodies);
        let found = ask::within_warm(parts, poses, max, self.memory.warm(pair, bodies, size));
        // The answer for what a mesh encloses is no distance.
        if parts.iter().all(|part| matches!(part.piece, Piece::Convex(_))) {
            self.memory.note(
                pair,
                bodies,
                match &found {
                    Within::Near(found) => found.bounds.lower,
                    Within::Beyond { lower } => *lower,
                },
            );
        }
        match found {
            Within::Near(found) => Some(found),
            Within::Beyond { .. } => None,
        }
    }

    /// Asks a pair whether it is nearer than the best so far, and keeps the bounds of the least of both.
    fn ask(&mut self, pair: usize, best: &mut Option<Clearance>) {
        let (margin, padding) = (self.margin(pair), self.stage.padding(pair));
        // A pair that is proven farther away changes neither bound. Depths are compared, so nothing below zero is a
        // maximum.
        let max = best.as_ref().map_or(f64::INFINITY, |best| (best.bounds.upper + margin).next_up().max(0.0));
        let Some(proximity) = self.within(pair, max) else { return };
        let Bounds { lower, upper } = proximity.bounds;
        let bounds = match margin {
            0.0 => proximity.bounds,
            _ => Bounds { lower: (lower - margin).next_down(), upper: (upper - margin).next_up() },
        };
        match best {
            None => *best = Some(Clearance { bounds, pair, proximity, margin, padding, collides: None }),
            Some(best) => {
                let least =
                    Bounds { lower: best.bounds.lower.min(bounds.lower), upper: best.bounds.upper.min(bounds.upper) };
                if proximity.signed_distance - margin < best.proximity.signed_distance - best.margin {
                    *best = Clearance { bounds, pair, proximity, margin, padding, collides: None };
                }
                best.bounds = least;
            }
        }
    }
}

impl Clearance {
    /// Lowers the bounds from below to a clearance of hulls.
    fn lower_to(&mut self, of_hulls: f64) {
        self.bounds.lower = self.bounds.lower.min(of_hulls);
        self.proximity.bounds.lower = self.proximity.bounds.lower.min((of_hulls + self.margin).next_down());
    }
}

/// What is found of hulls that their meshes fill, with the upper bound of the meshes, which are in contact: as deep as
/// the hulls, up to that bound.
fn in_contact(mut found: Clearance, upper: f64, of_hulls: f64) -> Clearance {
    found.lower_to(of_hulls);
    found.collides = Some(true);
    found.proximity.bounds.upper = upper;
    found.bounds.upper = (upper - found.margin).next_up();
    found
}
