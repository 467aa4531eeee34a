//! What the balls of two bodies show, or those of one and a body of the world.

use super::Sieve;
use super::batch::Pair;
use crate::cell::balls::chain::{BallChain, LaneBall};
use crate::cell::balls::lanes::{Lane, Lane3, cross, dot, each, least, minus, not_above_zero, three};

/// The number of inner balls of each of two links that are compared with one another.
const INNER_PAIRS: usize = 4;

/// What balls do not decide of a pair: lanes that are not proven free over their intervals, and those where outer balls
/// meet.
#[derive(Clone, Copy, Default)]
pub(super) struct OpenLanes {
    pub(super) lanes: u8,
    pub(super) meeting: u8,
    /// The lane where balls overlap most, and by how much.
    pub(super) deepest: usize,
    pub(super) depth: f32,
}

impl Sieve<'_> {
    /// What two outer balls do not decide, or one and a body of the world.
    #[inline(always)]
    pub(super) fn open_by(&mut self, pair: &Pair, [node, other]: [usize; 2]) -> OpenLanes {
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
    pub(super) fn meet(&self, pair: &Pair) -> bool {
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
    pub(super) fn is_refused(&self, pair: &Pair) -> bool {
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
    pub(super) fn descend(&mut self, pair: &Pair) -> OpenLanes {
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
