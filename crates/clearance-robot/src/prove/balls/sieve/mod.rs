//! Whether an edge may be free, by balls at a few configurations, eight at once, and by the bodies themselves where
//! balls do not decide.
//!
//! The edge is evaluated in the middle of eight intervals, far apart first. A pair is free over an interval if its
//! outer balls are farther apart than they may come nearer: a centre that moves at `v` in the middle of an interval of
//! half length `h`, on a path of which no second derivative is larger than `B`, is within `|v|h + Bh²/2` of where it
//! was. An inner ball in contact refuses the edge. Where outer balls meet, the bodies are checked at that
//! configuration. What is then open is halved until balls move no farther than a small part of the robot's reach: the
//! rest is taken on trust.

use std::sync::Arc;

use clearance::enclosure;
use clearance::query::Within;
use clearance::{Pose3, Vec3, Vector};
use fearless_simd::Level;

use super::solids::LaneSolid;
use crate::bound::moving::frame_poses;
use crate::cell::ask;
use crate::cell::balls::chain::{BallChain, LaneBall, Poses};
use crate::cell::balls::lanes::{
    LANES, Lane, Lane3, cross, dot, each, in_wide_registers, least, minus, not_above_zero, three,
};
use crate::cell::bodies::{Body, Stage};
use crate::cell::crowd::Crowd;
use crate::kinematics::compose;
use crate::model::link_mesh::Detail;
use crate::path::Configuration;

/// Intervals in which balls move by less than this part of the robot's reach are not halved.
const FINEST: f64 = 1.0 / 128.0;

/// The number of inner balls of each of two links that are compared with one another.
const INNER_PAIRS: usize = 4;

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

/// What one look at a batch keeps, allocated once.
#[derive(Default)]
struct LookBuffers {
    /// The pairs that the balls about whole bodies do not decide.
    near: Vec<(usize, Pair)>,
    /// Those of which balls meet: the lanes that are open and those where they meet, and where they overlap most.
    meeting: Vec<(usize, u8, u8, usize)>,
    /// For each of these: the lanes that stay open, and those that are still to be tested.
    open: Vec<(u8, u8)>,
}

/// Eight configurations.
#[derive(Default)]
struct Batch {
    poses: Poses,
    /// Centres of outer balls, of those nodes whose stamp is that of the batch.
    centers: Vec<Lane3>,
    stamps: Vec<u32>,
    stamp: u32,
    /// For each body: how far its points may move over half the interval.
    ways: Vec<Lane>,
    times: [f64; LANES],
    half: f32,
    /// What errors of speeds add to a way.
    slack: f32,
    /// For each frame, what bends of paths add to it, with that.
    bends: Vec<f32>,
}

/// The query of one pair: about the balls of the hulls that its bodies represent.
#[derive(Clone, Copy)]
struct Pair {
    /// The places of two bodies of the chain, or of one and, behind them, a body of the world.
    bodies: [usize; 2],
    margin: f32,
    /// How much nearer the bodies may come over half the interval by the bends of their paths.
    bend: f32,
    /// Whether the bodies are what the balls are made of: inner balls of hulls say nothing of what is inside of them.
    is_hull: bool,
}

/// What balls do not decide of a pair: lanes that are not proven free over their intervals, and those where outer balls
/// meet.
#[derive(Clone, Copy, Default)]
struct OpenLanes {
    lanes: u8,
    meeting: u8,
    /// The lane where balls overlap most, and by how much.
    deepest: usize,
    depth: f32,
}

/// The poses of a robot's frames.
type Moment = Vec<Pose3<f64>>;

/// What two bodies show in a configuration.
enum Nearness {
    Contact,
    /// They may touch within the interval.
    Near,
    Free,
}

/// A ball about all that a body meets.
type Around = enclosure::Ball<Vec3<f64>>;

/// The middles of intervals that stay open, and the pairs that keep them open.
type OpenTimes = (Vec<f64>, Vec<usize>);

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

    /// Places the configurations of a batch; false if they are beyond what errors are bounded for.
    fn place(&mut self, ends: [&[f64]; 2], times: &[f64]) -> bool {
        let batch = &mut self.batch;
        // Lanes without a time of their own repeat the last one.
        batch.times = core::array::from_fn(|i| times[i.min(times.len() - 1)]);
        batch.stamp += 1;
        let chain = &self.chain;
        in_wide_registers(
            self.level,
            #[inline(always)]
            || chain.place(&mut batch.poses, ends, &batch.times),
        )
    }

    /// How far everything in the batch may move over intervals of a half length.
    fn bound_ways(&mut self, half: f64) {
        in_wide_registers(
            self.level,
            #[inline(always)]
            || self.bound_all_ways(half),
        );
    }

    #[inline(always)]
    fn bound_all_ways(&mut self, half: f64) {
        let (chain, rates, batch) = (&self.chain, &self.rates, &mut self.batch);
        chain.move_along(&mut batch.poses, rates);
        batch.half = half as f32;
        let moving: f64 = rates.iter().map(|rate| rate.abs()).sum();
        let slack = (4.0 * half * moving * chain.error) as f32;
        let bend = |frame: usize| (0.5 * half * half * chain.bend(rates, frame, 0)) as f32 + slack;
        batch.slack = slack;
        let frames = 0..batch.poses.shift.len();
        batch.bends.clear();
        batch.bends.extend(frames.map(bend));
        for (i, body) in chain.bodies.iter().enumerate() {
            let root = &body.nodes[0];
            let center = BallChain::point(&batch.poses, body.frame, &root.center);
            let [w, v] = &batch.poses.spin[body.frame];
            let turned = cross(w, &center);
            let speed: Lane3 = three(|k| each(|i| v[k][i] + turned[k][i]));
            let (square, spin, bend) = (dot(&speed, &speed), dot(w, w), batch.bends[body.frame]);
            batch.ways[i] = each(|i| 1.001 * batch.half * (square[i].sqrt() + spin[i].sqrt() * root.radius) + bend);
        }
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

    /// Looks at pairs in the configurations of the batch, of which `count` count: adds the times and pairs that stay
    /// open, or returns the pair that refuses the edge.
    fn look(&mut self, pairs: &[usize], times: ([&[f64]; 2], usize), open: &mut OpenTimes) -> Option<usize> {
        let mut looks = std::mem::take(&mut self.looks);
        let refused = self.look_with(&mut looks, pairs, times, open);
        self.looks = looks;
        refused
    }

    fn look_with(
        &mut self,
        LookBuffers { near, meeting: asked, open: stills }: &mut LookBuffers,
        pairs: &[usize],
        (ends, count): ([&[f64]; 2], usize),
        open: &mut OpenTimes,
    ) -> Option<usize> {
        let all = (0xffu32 >> (LANES - count)) as u8;
        near.clear();
        asked.clear();
        stills.clear();
        let refused = in_wide_registers(
            self.level,
            #[inline(always)]
            || self.screened(pairs, all, near),
        );
        if refused.is_some() {
            return refused;
        }
        let mut left = 0;
        for &(place, ref pair) in &*near {
            let found = in_wide_registers(
                self.level,
                #[inline(always)]
                || self.descend(pair),
            );
            let (lanes, meeting) = (found.lanes & all, found.meeting & all);
            if meeting != 0 {
                asked.push((place, lanes, meeting, found.deepest));
            } else if lanes != 0 {
                left |= self.kept(pair, lanes, (place, &mut open.1));
            }
        }
        // Where balls overlap most a contact is most likely: these are tested first.
        let mut moments: [Option<Moment>; LANES] = Default::default();
        for &(place, lanes, meeting, deepest) in &*asked {
            let first = if meeting >> deepest & 1 != 0 { 1 << deepest } else { 0 };
            stills.push((lanes & !meeting, meeting & !first));
            if first != 0 {
                let moment = moments[deepest].get_or_insert_with(|| self.moment(ends, deepest));
                match self.look_closely(moment, (place, deepest)) {
                    Nearness::Contact => return Some(place),
                    Nearness::Near => stills.last_mut().into_iter().for_each(|(still, _)| *still |= first),
                    Nearness::Free => {}
                }
            }
        }
        for (&(place, ..), &mut (ref mut still, rest)) in asked.iter().zip(stills) {
            for i in (0..LANES).filter(|i| rest >> i & 1 != 0) {
                let moment = moments[i].get_or_insert_with(|| self.moment(ends, i));
                match self.look_closely(moment, (place, i)) {
                    Nearness::Contact => return Some(place),
                    Nearness::Near => *still |= 1 << i,
                    Nearness::Free => {}
                }
            }
            left |= self.kept(&self.pair(place), *still, (place, &mut open.1));
        }
        open.0.extend((0..count).filter(|i| left >> i & 1 != 0).map(|i| self.batch.times[i]));
        None
    }

    /// Adds the pairs that the balls about whole bodies do not decide, or returns one that is refused.
    #[inline(always)]
    fn screened(&mut self, pairs: &[usize], all: u8, near: &mut Vec<(usize, Pair)>) -> Option<usize> {
        for &place in pairs {
            let mut pair = self.pair(place);
            let found = self.open_by(&pair, [0, 0]);
            if found.lanes & all == 0 {
                continue;
            }
            // Where a depth is allowed, balls that overlap refuse nothing.
            if found.meeting != 0 && pair.is_hull && pair.margin >= 0.0 && self.is_refused(&pair) {
                return Some(place);
            }
            if pair.bodies[1] < self.chain.bodies.len() {
                pair.bend = self.own_bend(place);
            }
            near.push((place, pair));
        }
        None
    }

    /// The open lanes of a pair whose intervals are worth halving; then the pair is kept.
    fn kept(&self, pair: &Pair, lanes: u8, (place, open_pairs): (usize, &mut Vec<usize>)) -> u8 {
        let long = |i: &usize| lanes >> i & 1 != 0 && self.way(pair, *i) > self.finest;
        let kept = (0..LANES).filter(long).fold(0, |mask, i| mask | 1 << i);
        if kept != 0 {
            open_pairs.push(place);
        }
        kept
    }

    /// How much nearer the bodies of a pair may come over half the interval of a lane.
    fn way(&self, pair: &Pair, lane: usize) -> f32 {
        let own = |body: usize| self.batch.ways.get(body).map_or(0.0, |way| way[lane]);
        own(pair.bodies[0]) + own(pair.bodies[1])
    }

    /// The frames in the configuration of a lane.
    fn moment(&self, [from, to]: [&[f64]; 2], lane: usize) -> Moment {
        let time = self.batch.times[lane];
        let q: Vec<f64> = from.iter().zip(to).map(|(a, b)| a + time * (b - a)).collect();
        frame_poses(self.stage.robot(), &Configuration::exact(&q))
    }

    /// What the bodies of a pair themselves show in the configuration of a lane.
    fn look_closely(&self, frames: &Moment, (place, lane): (usize, usize)) -> Nearness {
        let (bodies, margin) = (self.stage.pairs()[place].bodies, self.stage.pairs()[place].margin);
        let way = f64::from(self.way(&self.pairs[place], lane));
        let poses = bodies.map(|body| {
            let part = &self.stage.bodies()[body].part;
            if part.frame == 0 { part.pose } else { compose(&frames[part.frame], &part.pose) }
        });
        let parts = bodies.map(|body| &self.stage.bodies()[body].part);
        match ask::within(parts, poses.each_ref(), (margin + way).next_up().max(0.0)) {
            Within::Near(found) if found.bounds.lower <= margin => Nearness::Contact,
            Within::Near(found) if found.bounds.lower <= margin + way => Nearness::Near,
            _ => Nearness::Free,
        }
    }

    /// The query of a pair, with a quick bound of what bends of paths add to a way: those that the world sees.
    #[inline(always)]
    fn pair(&self, place: usize) -> Pair {
        let Pair { bodies, .. } = self.pairs[place];
        let bend = |body: usize| self.chain.bodies.get(body).map_or(0.0, |body| self.batch.bends[body.frame]);
        Pair { bend: bend(bodies[0]) + bend(bodies[1]), ..self.pairs[place] }
    }

    /// The bend of two links as the last frame that carries both sees it: what moves both of them does not count.
    #[inline(always)]
    fn own_bend(&self, place: usize) -> f32 {
        let pair = &self.stage.pairs()[place];
        let Pair { bodies, .. } = self.pairs[place];
        let bend = |body: usize| self.chain.bend(&self.rates, self.chain.bodies[body].frame, pair.frames.common);
        let half = f64::from(self.batch.half);
        (0.5 * half * half * (bend(bodies[0]) + bend(bodies[1]))) as f32 + 2.0 * self.batch.slack
    }

    /// The centre of an outer ball in all lanes.
    #[inline(always)]
    fn center(&mut self, body: usize, node: usize) -> &Lane3 {
        let (known, batch) = (&self.chain.bodies[body], &mut self.batch);
        let place = known.first + node;
        if batch.stamps[place] != batch.stamp {
            batch.stamps[place] = batch.stamp;
            batch.centers[place] = BallChain::point(&batch.poses, known.frame, &known.nodes[node].center);
        }
        &batch.centers[place]
    }

    /// What two outer balls do not decide, or one and a body of the world.
    #[inline(always)]
    fn open_by(&mut self, pair: &Pair, [node, other]: [usize; 2]) -> OpenLanes {
        let [a, b] = pair.bodies;
        let radius = self.chain.bodies[a].nodes[node].radius;
        let center = *self.center(a, node);
        let (apart, way) = match b.checked_sub(self.chain.bodies.len()) {
            Some(world) => {
                let Some(solid) = &self.solids[world] else {
                    return OpenLanes { lanes: 0xff, meeting: 0xff, deepest: 0, depth: 0.0 };
                };
                let (distance, taken) = (solid.distance(&center), radius + pair.margin + solid.error);
                (each(|i| distance[i] - taken), self.batch.ways[a])
            }
            None => {
                let taken = (radius + self.chain.bodies[b].nodes[other].radius + pair.margin) * 1.000_001;
                let offset = minus(self.center(b, other), &center);
                let square = dot(&offset, &offset);
                // Farther than both may move at all.
                let far = each(|i| {
                    let reach = taken + self.batch.ways[a][i] + self.batch.ways[b][i];
                    square[i] - 1.000_001 * (reach * reach)
                });
                if least(&far) > 0.0 {
                    return OpenLanes::default();
                }
                let distance = each(|i| square[i].sqrt());
                (each(|i| distance[i] * 0.999_999 - taken), self.approach(pair, (&center, &offset), &distance))
            }
        };
        let slack = each(|i| apart[i] - way[i]);
        if least(&slack) > 0.0 {
            return OpenLanes::default();
        }
        let (lanes, meeting) = (not_above_zero(&slack), not_above_zero(&apart));
        let (mut deepest, mut depth) = (0, 0.0);
        if meeting != 0 {
            for (i, apart) in apart.iter().enumerate() {
                if -apart > depth {
                    (deepest, depth) = (i, -apart);
                }
            }
        }
        OpenLanes { lanes, meeting, deepest, depth }
    }

    /// How much nearer two balls of the robot may come: along the line between their centres at the speed there, and by
    /// the bend of both paths seen from the frame that carries both. A distance is at least its projection to a fixed
    /// direction, and the distance of two points does not depend on the frame.
    #[inline(always)]
    fn approach(&self, pair: &Pair, (center, offset): (&Lane3, &Lane3), distance: &Lane) -> Lane {
        let frames = pair.bodies.map(|body| self.chain.bodies[body].frame);
        let [[w, v], [other_w, other_v]] = frames.map(|frame| &self.batch.poses.spin[frame]);
        let end: Lane3 = three(|k| each(|i| center[k][i] + offset[k][i]));
        let (first, second) = (cross(w, center), cross(other_w, &end));
        let speed: Lane3 = three(|k| each(|i| (other_v[k][i] + second[k][i]) - (v[k][i] + first[k][i])));
        let along = dot(&speed, offset);
        each(|i| 1.001 * self.batch.half * along[i].abs() / (distance[i] + f32::MIN_POSITIVE) + pair.bend)
    }

    /// Whether the balls about the whole bodies of a pair meet in any lane.
    #[inline(always)]
    fn meet(&self, pair: &Pair) -> bool {
        let root = |body: usize| {
            let ball = &self.chain.bodies[body].nodes[0];
            (BallChain::point(&self.batch.poses, self.chain.bodies[body].frame, &ball.center), ball.radius)
        };
        let (center, radius) = root(pair.bodies[0]);
        match pair.bodies[1].checked_sub(self.chain.bodies.len()) {
            Some(world) => self.solids[world].as_ref().is_some_and(|solid| least(&solid.distance(&center)) <= radius),
            None => {
                let (other, second) = root(pair.bodies[1]);
                let offset = minus(&other, &center);
                least(&dot(&offset, &offset)) <= (radius + second) * (radius + second)
            }
        }
    }

    /// Whether inner balls prove a pair in contact in any lane.
    #[inline(always)]
    fn is_refused(&self, pair: &Pair) -> bool {
        let [a, b] = pair.bodies;
        let known = &self.chain.bodies[a];
        let at = |frame: usize, ball: &LaneBall| BallChain::point(&self.batch.poses, frame, &ball.center);
        match b.checked_sub(self.chain.bodies.len()) {
            Some(world) => {
                let Some(solid) = self.solids[world].as_ref().filter(|solid| solid.is_exact) else { return false };
                for ball in &known.inner {
                    let distance = solid.distance(&at(known.frame, ball));
                    if least(&distance) < ball.radius - solid.error {
                        return true;
                    }
                }
                false
            }
            None => {
                let other = &self.chain.bodies[b];
                for ball in known.inner.iter().take(INNER_PAIRS) {
                    let center = at(known.frame, ball);
                    for second in other.inner.iter().take(INNER_PAIRS) {
                        let offset = minus(&at(other.frame, second), &center);
                        let radii = (ball.radius + second.radius) * 0.999_999;
                        if least(&dot(&offset, &offset)) < radii * radii {
                            return true;
                        }
                    }
                }
                false
            }
        }
    }

    /// What the leaves of both trees do not decide.
    #[inline(always)]
    fn descend(&mut self, pair: &Pair) -> OpenLanes {
        let [a, b] = pair.bodies;
        let mut found = OpenLanes::default();
        self.stack.push([0, 0]);
        while let Some(nodes) = self.stack.pop() {
            let open = self.open_by(pair, nodes);
            if open.lanes & !found.lanes == 0 && open.meeting & !found.meeting == 0 {
                continue;
            }
            let first = &self.chain.bodies[a].nodes[nodes[0]];
            let second = self.chain.bodies.get(b).map(|body| &body.nodes[nodes[1]]);
            let split = match second {
                Some(second) if second.children > 0 => first.children == 0 || second.radius > first.radius,
                _ => false,
            };
            if split {
                let next = second.map_or(0, |second| second.children as usize);
                self.stack.extend([[nodes[0], next], [nodes[0], next + 1]]);
            } else if first.children > 0 {
                let next = first.children as usize;
                self.stack.extend([[next, nodes[1]], [next + 1, nodes[1]]]);
            } else {
                found.lanes |= open.lanes;
                found.meeting |= open.meeting;
                if open.depth > found.depth {
                    (found.deepest, found.depth) = (open.deepest, open.depth);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
