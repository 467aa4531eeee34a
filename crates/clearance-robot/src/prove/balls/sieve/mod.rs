//! Whether an edge may be free, by balls at a few configurations, eight at once, and by the bodies themselves where
//! balls do not decide.
//!
//! The edge is evaluated in the middle of eight intervals, far apart first. A pair is free over an interval if its
//! outer balls are farther apart than they may come nearer: a centre that moves at `v` in the middle of an interval of
//! half length `h`, on a path of which no second derivative is larger than `B`, is within `|v|h + Bh²/2` of where it
//! was. An inner ball in contact refuses the edge. Where outer balls meet, the bodies are checked at that
//! configuration. What is then open is halved until balls move no farther than a small part of the robot's reach: the
//! rest is taken on trust.

mod ball_pairs;
mod batch;
mod look;

use std::sync::Arc;

use clearance::enclosure;
use clearance::{Vec3, Vector};
use fearless_simd::Level;

use self::batch::{Batch, Pair};
use self::look::LookBuffers;
use super::solids::LaneSolid;
use crate::cell::balls::chain::BallChain;
use crate::cell::balls::lanes::{LANES, in_wide_registers};
use crate::cell::bodies::{Body, Stage};
use crate::cell::crowd::Crowd;
use crate::model::link_mesh::Detail;

/// Intervals in which balls move by less than this part of the robot's reach are not halved.
const FINEST: f64 = 1.0 / 128.0;

/// The number of pairs that refused edges last and are tested before all others.
const AGAIN: usize = 8;

/// A sieve for the edges of a robot among bodies.
pub(crate) struct Sieve<'s> {
    stage: &'s Stage,
    chain: Arc<BallChain>,
    /// What is known of each body of the world.
    solids: Vec<Option<LaneSolid>>,
    /// Intervals in which balls move by less are not halved.
    finest: f32,
    /// All pairs, those first that refused an edge last; among many bodies the robot's own only.
    order: Vec<usize>,
    /// All pairs, without their bends.
    pairs: Vec<Pair>,
    rates: Vec<f64>,
    batch: Batch,
    /// Nodes of both trees that are still to be tested.
    stack: Vec<[usize; 2]>,
    looks: LookBuffers,
    level: Level,
}

/// A ball about all that a body meets.
type Around = enclosure::Ball<Vec3<f64>>;

impl<'s> Sieve<'s> {
    /// For a stage and the balls of its robot's bodies.
    pub fn new(stage: &'s Stage, chain: Arc<BallChain>) -> Self {
        let world = &stage.bodies()[stage.own().len()..];
        let solid = |body: &Body| LaneSolid::new(&body.part.piece, &body.part.pose, chain.reach);
        let solids = world.iter().map(solid).collect();
        let batch = Batch {
            centers: vec![[[0.0; LANES]; 3]; chain.count],
            stamps: vec![0; chain.count],
            ways: vec![[0.0; LANES]; chain.bodies.len()],
            ..Batch::default()
        };
        let order = (0..stage.crowd().map_or(stage.pairs().len(), Crowd::own_pairs)).collect();
        let pair = |place: usize| {
            let (bodies, detail) = stage.stands_for(place);
            let margin = (stage.pairs()[place].margin as f32).next_up();
            Pair { bodies, margin, bend: 0.0, is_hull: detail == Detail::Hull }
        };
        let pairs = (0..stage.pairs().len()).map(pair).collect();
        let (rates, stack, looks, level) = (Vec::new(), Vec::new(), LookBuffers::default(), Level::new());
        Sieve { stage, chain, solids, finest: 0.0, order, pairs, rates, batch, stack, looks, level }
    }

    /// Whether an edge may be free; `None` if it is not for balls to say. Each step of care looks four times as
    /// closely.
    pub fn may_be_free(&mut self, from: &[f64], to: &[f64], care: u32) -> Option<bool> {
        let ends = [from, to];
        self.finest = (self.chain.reach * FINEST * 0.25f64.powi(care as i32)) as f32;
        self.chain.rates(&mut self.rates, ends);
        let mut half = 0.5 / LANES as f64;
        let mut intervals: Vec<f64> = (0..LANES).map(|i| (2 * i + 1) as f64 * half).collect();
        if !self.place(ends, &intervals) {
            return None;
        }
        if self.is_refused_again() {
            return Some(false);
        }
        self.bound_ways(half);
        let mut pairs = std::mem::take(&mut self.order);
        let listed = pairs.len();
        self.add_crowd(&mut pairs);
        let mut open = (Vec::new(), Vec::new());
        let refused = self.look(&pairs, (ends, LANES), &mut open);
        pairs.truncate(listed);
        self.order = pairs;
        if let Some(refused) = refused {
            self.remember(refused);
            return Some(false);
        }
        while !open.0.is_empty() {
            let (times, mut pairs) = std::mem::take(&mut open);
            pairs.sort_unstable();
            pairs.dedup();
            intervals.clear();
            intervals.extend(times.iter().flat_map(|time| [time - 0.5 * half, time + 0.5 * half]));
            half *= 0.5;
            for times in intervals.chunks(LANES) {
                if !self.place(ends, times) {
                    return None;
                }
                self.bound_ways(half);
                if let Some(refused) = self.look(&pairs, (ends, times.len()), &mut open) {
                    self.remember(refused);
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Brings a pair to the front.
    fn remember(&mut self, pair: usize) {
        if let Some(place) = self.order.iter().position(|&other| other == pair) {
            self.order[..=place].rotate_right(1);
        }
    }

    /// Whether inner balls refuse the edge by one of the pairs that refused edges last: where most edges are refused,
    /// it mostly is one of these.
    fn is_refused_again(&mut self) -> bool {
        let found = in_wide_registers(
            self.level,
            #[inline(always)]
            || self.first_refused(),
        );
        found.into_iter().for_each(|place| self.remember(place));
        found.is_some()
    }

    #[inline(always)]
    fn first_refused(&self) -> Option<usize> {
        for &place in self.order.iter().take(AGAIN) {
            let pair = &self.pairs[place];
            if pair.is_hull && self.meet(pair) && self.is_refused(pair) {
                return Some(place);
            }
        }
        None
    }

    /// Adds the pairs with bodies of a crowded world that are near any of the first configurations.
    fn add_crowd(&mut self, pairs: &mut Vec<usize>) {
        if let Some(crowd) = self.stage.crowd() {
            let around: Vec<Around> = (0..self.chain.bodies.len()).map(|body| self.around(body)).collect();
            let hull = |body: usize| self.stage.bodies()[body].part.stands_for.map_or(body, |(hull, _)| hull);
            pairs.extend(crowd.within(0.0, |body| around[hull(body)]));
        }
    }

    /// A ball about a body over all intervals of the batch.
    fn around(&mut self, body: usize) -> Around {
        let (margin, radius) =
            (self.stage.bodies()[body].part.margin, f64::from(self.chain.bodies[body].nodes[0].radius));
        let centers = *self.center(body, 0);
        let at = |i: usize| Vec3::from_fn(|k| f64::from(centers[k][i]));
        let center = (0..LANES).fold(Vec3::ZERO, |sum, i| sum + at(i) * (1.0 / LANES as f64));
        let far = (0..LANES).map(|i| (at(i) - center).norm() + f64::from(self.batch.ways[body][i]));
        Around { center, radius: (far.fold(0.0, f64::max) + radius + margin) * (1.0 + 1e-6) }
    }
}

#[cfg(test)]
mod tests;
