//! Eight configurations at once: where balls are, and how far they may move.

use super::Sieve;
use crate::cell::balls::chain::{BallChain, Poses};
use crate::cell::balls::lanes::{LANES, Lane, Lane3, cross, dot, each, in_wide_registers, three};

/// Eight configurations.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) poses: Poses,
    /// Centres of outer balls, of those nodes whose stamp is that of the batch.
    pub(super) centers: Vec<Lane3>,
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    /// For each body: how far its points may move over half the interval.
    pub(super) ways: Vec<Lane>,
    pub(super) times: [f64; LANES],
    pub(super) half: f32,
    /// What errors of speeds add to a way.
    pub(super) slack: f32,
    /// For each frame, what bends of paths add to it, with that.
    pub(super) bends: Vec<f32>,
}

/// The query of one pair: about the balls of the hulls that its bodies represent.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The places of two bodies of the chain, or of one and, behind them, a body of the world.
    pub(super) bodies: [usize; 2],
    pub(super) margin: f32,
    /// How much nearer the bodies may come over half the interval by the bends of their paths.
    pub(super) bend: f32,
    /// Whether the bodies are what the balls are made of: inner balls of hulls say nothing of what is inside of them.
    pub(super) is_hull: bool,
}

impl Sieve<'_> {
    /// Places the configurations of a batch; false if they are beyond what errors are bounded for.
    pub(super) fn place(&mut self, ends: [&[f64]; 2], times: &[f64]) -> bool {
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
    pub(super) fn bound_ways(&mut self, half: f64) {
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

    /// How much nearer the bodies of a pair may come over half the interval of a lane.
    pub(super) fn way(&self, pair: &Pair, lane: usize) -> f32 {
        let own = |body: usize| self.batch.ways.get(body).map_or(0.0, |way| way[lane]);
        own(pair.bodies[0]) + own(pair.bodies[1])
    }

    /// The query of a pair, with a quick bound of what bends of paths add to a way: those that the world sees.
    #[inline(always)]
    pub(super) fn pair(&self, place: usize) -> Pair {
        let Pair { bodies, .. } = self.pairs[place];
        let bend = |body: usize| self.chain.bodies.get(body).map_or(0.0, |body| self.batch.bends[body.frame]);
        Pair { bend: bend(bodies[0]) + bend(bodies[1]), ..self.pairs[place] }
    }

    /// The bend of two links as the last frame that carries both sees it: what moves both of them does not count.
    #[inline(always)]
    pub(super) fn own_bend(&self, place: usize) -> f32 {
        let pair = &self.stage.pairs()[place];
        let Pair { bodies, .. } = self.pairs[place];
        let bend = |body: usize| self.chain.bend(&self.rates, self.chain.bodies[body].frame, pair.frames.common);
        let half = f64::from(self.batch.half);
        (0.5 * half * half * (bend(bodies[0]) + bend(bodies[1]))) as f32 + 2.0 * self.batch.slack
    }

    /// The centre of an outer ball in all lanes.
    #[inline(always)]
    pub(super) fn center(&mut self, body: usize, node: usize) -> &Lane3 {
        let (known, batch) = (&self.chain.bodies[body], &mut self.batch);
        let place = known.first + node;
        if batch.stamps[place] != batch.stamp {
            batch.stamps[place] = batch.stamp;
            batch.centers[place] = BallChain::point(&batch.poses, known.frame, &known.nodes[node].center);
        }
        &batch.centers[place]
    }
}
