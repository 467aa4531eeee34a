//! Motions along a rounded path with limits of jerk, by scalar motions over [its length](super::scurve).
//!
//! With the derivatives `q', q'', q'''` of a path by its length and `v, a, j` of the length by time, a joint has the
//! velocity `q'v`, the acceleration `q'a + q''v²` and the jerk `q'j + 3q''va + q'''v³`. The path is cut into
//!
//! - nodes: stops, and blends that are passed at constant velocity, so that `q'v`, `q''v²` and `q'''v³` alone count;
//! - sections between them: lines, with or without gentle blends. Over a section the limits of `v, a, j` are constant:
//!   on lines those of the joints by `q'`, which nothing exceeds; with blends `q''v²` and `q'''v³` may be a share of
//!   them, and `3q''va` half of what is left of a jerk.
//!
//! All second derivatives are zero between sections and nodes, and `a` is too. Points are at all places where a third
//! derivative jumps, joined by quintics: over lines, and over blends of constant velocity, these are the motion
//! exactly.

use core::ops::Range;

use super::apart::{apart, shortest};
use super::corner::GENTLE;
use super::piece::PathPiece;
use super::reach::RateBounds;
use super::rounded::Rounded;
use super::scurve::{self, Limits, Phase};
use crate::trajectory::TimedPoint;

/// Quintics that a cubic of the path is followed by where the velocity changes along it.
const PARTS: u32 = 4;

/// Shares of the limits that are for the curvature where velocities change along blends: the fastest is taken.
const SHARES: [f64; 3] = [0.25, 0.5, 0.8];

/// Halvings of the duration of a phase.
const HALVINGS: usize = 60;

/// The points of a motion along a rounded path, from rest to rest. Velocities change along gentle blends, or along
/// lines only: whichever is faster.
pub(super) fn fastest(rounded: &Rounded, limits: &RateBounds) -> Vec<TimedPoint> {
    let lines_only = Motion::of(rounded, limits, (f64::INFINITY, 1.0)).points();
    let end = |points: &[TimedPoint]| points.last().map_or(0.0, |point| point.time);
    let curved = SHARES.map(|share| Motion::of(rounded, limits, (GENTLE, share)).points());
    curved.into_iter().fold(lines_only, |best, next| if end(&next) < end(&best) { next } else { best })
}

/// A part of a path that is passed at one velocity: a stop if that is zero, which has no pieces.
struct Node {
    pieces: Range<usize>,
    velocity: f64,
}

/// A part of a path over which the velocity changes.
struct Section {
    pieces: Range<usize>,
    limits: Limits,
}

/// What a path is cut into: a section between each two nodes.
struct Motion<'r> {
    pieces: &'r [PathPiece],
    shortest: f64,
    nodes: Vec<Node>,
    sections: Vec<Section>,
}

/// The largest derivatives by the length over some pieces, of each joint, from the first to the third.
struct Derivatives([Vec<f64>; 3]);

impl Derivatives {
    /// Derivatives of a cubic have their largest values at their control points: of the first there are three, and the
    /// other ones are at the ends.
    fn of(pieces: &[PathPiece], joints: usize) -> Self {
        let mut most = [1, 2, 3].map(|_| vec![0.0f64; joints]);
        for piece in pieces {
            for (order, most) in (1..).zip(&mut most) {
                for values in [0.0, piece.length].map(|s| piece.derivative(s, order)) {
                    most.iter_mut().zip(values).for_each(|(most, value)| *most = most.max(value.abs()));
                }
            }
            if let [_, a, b, _] = &piece.controls[..] {
                let middle = a.iter().zip(b).map(|(a, b)| 3.0 * (b - a).abs() / piece.length);
                most[0].iter_mut().zip(middle).for_each(|(most, value)| *most = most.max(value));
            }
        }
        Derivatives(most)
    }

    /// For each joint that moves: the derivatives, and the limits.
    fn joints<'a>(&'a self, limits: &'a RateBounds) -> impl Iterator<Item = ([f64; 3], [f64; 3])> + 'a {
        let all = 0..limits.velocities.len();
        let of = |joint: usize| self.0.each_ref().map(|order| order[joint]);
        let own = |joint: usize| [limits.velocities[joint], limits.accelerations[joint], limits.jerks[joint]];
        all.map(move |joint| (of(joint), own(joint))).filter(|(derivatives, _)| derivatives[0] > 0.0)
    }

    /// The greatest velocity whose curvature uses a share of the limits of accelerations and jerks.
    fn velocity(&self, limits: &RateBounds, share: f64) -> f64 {
        // A quotient by zero is infinite: no limit.
        let of = |([p, c, k], [velocity, acceleration, jerk]): ([f64; 3], [f64; 3])| {
            (velocity / p).min((share * acceleration / c).sqrt()).min((share * jerk / k).cbrt())
        };
        self.joints(limits).map(of).fold(f64::INFINITY, f64::min)
    }

    /// The limits over a section.
    fn limits(&self, limits: &RateBounds, (share, shortest): (f64, f64)) -> Limits {
        let v = self.velocity(limits, share);
        let least = |of: &dyn Fn([f64; 3], [f64; 3]) -> f64| {
            self.joints(limits).map(|(derivatives, own)| of(derivatives, own)).fold(f64::INFINITY, f64::min)
        };
        let acceleration = least(&|[p, c, k], [_, most, jerk]| {
            let across = 0.5 * (jerk - k * v * v * v) / (3.0 * c * v);
            ((most - c * v * v) / p).min(across)
        });
        let jerk = least(&|[p, c, k], [_, _, most]| (most - 3.0 * c * v * acceleration - k * v * v * v) / p);
        Limits { velocity: v, acceleration, jerk, shortest }
    }
}

impl<'r> Motion<'r> {
    /// The motion whose velocity changes along blends of a cosine from `gentle` on, whose curvature has a share.
    fn of(rounded: &'r Rounded, limits: &RateBounds, (gentle, share): (f64, f64)) -> Self {
        let (pieces, shortest) = (&rounded.pieces[..], shortest(rounded, limits));
        let stop = |at: usize| Node { pieces: at..at, velocity: 0.0 };
        let mut motion = Motion { pieces, shortest, nodes: vec![stop(0)], sections: Vec::new() };
        let (mut from, mut i) = (0, 0);
        while i < pieces.len() {
            let is_line = pieces[i].is_line();
            let next = i + if is_line { 1 } else { 2 };
            let node = match is_line {
                true => (pieces[i].ends_at_rest || next == pieces.len()).then(|| stop(next)),
                false => (turn(&pieces[i..next]) < gentle).then(|| motion.blend(i..next, limits)),
            };
            if let Some(node) = node {
                motion.close(from..node.pieces.start, node, (limits, share));
                from = next;
            }
            i = next;
        }
        motion.settle();
        motion
    }

    /// A blend that is passed at constant velocity, as fast as its limits and the shortest interval allow.
    fn blend(&self, pieces: Range<usize>, limits: &RateBounds) -> Node {
        let own = &self.pieces[pieces.clone()];
        let velocity = Derivatives::of(own, limits.velocities.len()).velocity(limits, 1.0);
        Node { velocity: velocity.min(own[0].length / self.shortest), pieces }
    }

    /// Adds a section, which has no length between two blends that meet, and the node after it.
    fn close(&mut self, pieces: Range<usize>, node: Node, (limits, share): (&RateBounds, f64)) {
        let still = Limits { velocity: 0.0, acceleration: 1.0, jerk: 1.0, shortest: self.shortest };
        let own = &self.pieces[pieces.clone()];
        let made = Derivatives::of(own, limits.velocities.len());
        let limits = if own.is_empty() { still } else { made.limits(limits, (share, self.shortest)) };
        self.sections.push(Section { pieces, limits });
        self.nodes.push(node);
    }

    fn length(&self, section: &Section) -> f64 {
        self.pieces[section.pieces.clone()].iter().map(|piece| piece.length).sum()
    }

    /// Slows the nodes to velocities that can be passed to from both sides.
    fn settle(&mut self) {
        for (k, section) in self.sections.iter().enumerate() {
            let most = if section.pieces.is_empty() { f64::INFINITY } else { section.limits.velocity };
            self.nodes[k..k + 2].iter_mut().for_each(|node| node.velocity = node.velocity.min(most));
        }
        let count = self.sections.len();
        for (k, [from, to]) in (0..count).map(|k| (k, [k, k + 1])).chain((0..count).rev().map(|k| (k, [k + 1, k]))) {
            let section = &self.sections[k];
            let most = scurve::reach(self.nodes[from].velocity, self.length(section), &section.limits);
            self.nodes[to].velocity = self.nodes[to].velocity.min(most);
        }
    }

    /// The points of the motion, none nearer in time to the next than half of the shortest interval.
    fn points(&self) -> Vec<TimedPoint> {
        let start = self.pieces.first().map_or(Vec::new(), |piece| piece.at(0.0));
        let still = vec![0.0; start.len()];
        let mut points = vec![TimedPoint::at(0.0, start).with_velocities(still.clone()).with_accelerations(still)];
        let mut time = 0.0;
        for (section, nodes) in self.sections.iter().zip(self.nodes.windows(2)) {
            let ends = [nodes[0].velocity, nodes[1].velocity];
            let over = Over::new(self, section, ends);
            points.extend(over.places().into_iter().map(|place| over.point(time, &place)));
            time += over.duration;
            for piece in &self.pieces[nodes[1].pieces.clone()] {
                time += piece.length / ends[1];
                points.push(point(time, (piece, piece.length), [ends[1], 0.0]));
            }
        }
        apart(points, 0.5 * self.shortest)
    }
}

/// The cosine of the turn of a blend.
fn turn(blend: &[PathPiece]) -> f64 {
    let [start, end] = [(&blend[0], 0.0), (&blend[1], blend[1].length)].map(|(piece, s)| piece.derivative(s, 1));
    start.iter().zip(&end).map(|(a, b)| a * b).sum()
}

/// A point on a piece of the path, with the velocity and the acceleration along it.
fn point(time: f64, (piece, s): (&PathPiece, f64), [v, a]: [f64; 2]) -> TimedPoint {
    let (first, second) = (piece.derivative(s, 1), piece.derivative(s, 2));
    // Plus zero: readers of JSON may take -0 for the integer 0, which is another number to digests.
    let velocities = first.iter().map(|rate| rate * v + 0.0).collect();
    let accelerations = first.iter().zip(&second).map(|(rate, bend)| rate * a + bend * v * v + 0.0).collect();
    TimedPoint::at(time, piece.at(s)).with_velocities(velocities).with_accelerations(accelerations)
}

/// Time, length, velocity and acceleration along a section.
#[derive(Clone, Copy)]
struct Place {
    time: f64,
    s: f64,
    v: f64,
    a: f64,
}

impl Place {
    fn after(&self, t: f64, jerk: f64) -> Self {
        Place {
            time: self.time + t,
            s: self.s + self.v * t + self.a * t * t / 2.0 + jerk * t * t * t / 6.0,
            v: self.v + self.a * t + jerk * t * t / 2.0,
            a: self.a + jerk * t,
        }
    }
}

/// The motion over a section.
struct Over<'m> {
    pieces: &'m [PathPiece],
    length: f64,
    duration: f64,
    phases: Vec<Phase>,
    /// Where each phase begins, and the end.
    starts: Vec<Place>,
}

impl<'m> Over<'m> {
    fn new(motion: &'m Motion, section: &Section, ends: [f64; 2]) -> Self {
        let length = motion.length(section);
        let phases = if length > 0.0 { scurve::fastest(length, ends, &section.limits) } else { Vec::new() };
        let mut starts = vec![Place { time: 0.0, s: 0.0, v: ends[0], a: 0.0 }];
        for phase in &phases {
            starts.push(starts[starts.len() - 1].after(phase.duration, phase.jerk));
        }
        let last = starts.len() - 1;
        let duration = starts[last].time;
        starts[last] = Place { time: duration, s: length, v: ends[1], a: 0.0 };
        Over { pieces: &motion.pieces[section.pieces.clone()], length, duration, phases, starts }
    }

    /// Where a third derivative jumps, and places on curves between; all but the start.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.starts[1..].to_vec();
        let mut from = 0.0;
        for piece in self.pieces.iter().take(self.pieces.len() * usize::from(self.pieces.len() > 1)) {
            let count = if piece.is_line() { 1 } else { PARTS };
            let own = (1..=count).map(|k| from + piece.length * f64::from(k) / f64::from(count));
            places.extend(own.filter(|s| *s < self.length).map(|s| self.at(s)));
            from += piece.length;
        }
        places.sort_by(|a, b| a.time.total_cmp(&b.time));
        places
    }

    /// When a length is reached.
    fn at(&self, s: f64) -> Place {
        let phase = self.starts[1..self.phases.len()].partition_point(|start| start.s <= s);
        let (from, Phase { duration, jerk }) = (&self.starts[phase], self.phases[phase]);
        let [mut least, mut most] = [0.0, duration];
        for _ in 0..HALVINGS {
            let middle = 0.5 * (least + most);
            if from.after(middle, jerk).s < s { least = middle } else { most = middle }
        }
        Place { s, ..from.after(least, jerk) }
    }

    /// The point at a place.
    fn point(&self, start: f64, place: &Place) -> TimedPoint {
        let (mut from, mut at) = (0.0, 0);
        while at + 1 < self.pieces.len() && from + self.pieces[at].length <= place.s {
            from += self.pieces[at].length;
            at += 1;
        }
        let piece = &self.pieces[at];
        let s = if place.s == self.length { piece.length } else { (place.s - from).clamp(0.0, piece.length) };
        point(start + place.time, (piece, s), [place.v, place.a])
    }
}
