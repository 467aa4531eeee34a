//! What one batch shows of all pairs: by the balls, then by the bodies themselves where balls overlap.

use clearance::Pose3;
use clearance::query::Within;

use super::Sieve;
use super::batch::Pair;
use crate::bound::moving::frame_poses;
use crate::cell::ask;
use crate::cell::balls::lanes::{LANES, in_wide_registers};
use crate::kinematics::compose;
use crate::path::Configuration;

/// What one look at a batch keeps, allocated once.
#[derive(Default)]
pub(super) struct LookBuffers {
    /// The pairs that the balls about whole bodies do not decide.
    near: Vec<(usize, Pair)>,
    /// Those of which balls meet: the lanes that are open and those where they meet, and where they overlap most.
    meeting: Vec<(usize, u8, u8, usize)>,
    /// For each of these: the lanes that stay open, and those that are still to be tested.
    open: Vec<(u8, u8)>,
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

/// The middles of intervals that stay open, and the pairs that keep them open.
pub(super) type OpenTimes = (Vec<f64>, Vec<usize>);

impl Sieve<'_> {
    /// Looks at pairs in the configurations of the batch, of which `count` count: adds the times and pairs that stay
    /// open, or returns the pair that refuses the edge.
    pub(super) fn look(&mut self, pairs: &[usize], times: ([&[f64]; 2], usize), open: &mut OpenTimes) -> Option<usize> {
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
}
