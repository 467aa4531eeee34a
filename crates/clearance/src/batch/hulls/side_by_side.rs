//! The lanes of a register and the runs in them.

use fearless_simd::{Level, Simd};

use super::super::lane::{Lanes, Wide, on_registers};
use super::Start;
use super::run::{Outcome, Run, step};
use crate::math::Number;
use crate::options::Options;

/// The most lanes of any register.
const WIDEST: usize = 8;

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// The bounds have met or a vertex has returned.
    Apart,
    /// The origin is inside of the points.
    Inside,
    /// The nearest point is within rounding of the origin.
    Contact,
}

/// The end of a run of plain steps, before anything is made sharper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended<T> {
    /// The numbers of the vertices of the first `count` points, the oldest first.
    pub ids: [[u32; 2]; 4],
    pub count: usize,
    pub nearest: [T; 3],
    pub squared: T,
    pub lower: T,
    pub axis: [T; 3],
    pub iterations: u32,
    pub stop: Stop,
}

/// Takes the plain steps of all runs, with the instructions of a level; gives the end of each, or none if it takes more than
/// that. The vertices are those of A and of B, at least one each.
pub fn solve<T: Wide>(
    level: Level,
    vertices: [&[[T; 3]]; 2],
    starts: &[Start<T>],
    done: &mut dyn FnMut(usize, Option<Ended<T>>),
) {
    on_registers!(level, simd => solve_with(simd, vertices, starts, done));
}

/// The numbers of the runs in the lanes, in memory.
type Held<T> = [[T; WIDEST]; Run::<()>::NUMBERS];

#[inline(always)]
fn solve_with<S: Simd, T: Wide>(
    simd: S,
    vertices: [&[[T; 3]]; 2],
    starts: &[Start<T>],
    done: &mut dyn FnMut(usize, Option<Ended<T>>),
) {
    let Some(first) = starts.first() else { return };
    let lanes = Lanes::<S, T>::COUNT;
    let relative = Lanes::from_fn(simd, |_| Options::<T>::default().relative);
    let mut held: Held<T> = [[T::ZERO; WIDEST]; Run::<()>::NUMBERS];
    let mut owners = [None; WIDEST];
    let mut next = 0;
    for (k, owner) in owners.iter_mut().enumerate().take(lanes) {
        // Lanes without a run repeat the first one.
        put(simd, &mut held, k, starts.get(next).unwrap_or(first));
        *owner = (next < starts.len()).then_some(next);
        next += 1;
    }
    let mut running = starts.len().min(lanes);
    while running > 0 {
        let run = Run::from_numbers(|i| Lanes::load(simd, &held[i]));
        let outcome = step(run, relative, vertices);
        outcome.run.numbers(|i, number| number.store(&mut held[i][..lanes]));
        let stopped = outcome.apart | outcome.inside | outcome.contact | outcome.open;
        if stopped == 0 {
            continue;
        }
        for (k, owner) in owners.iter_mut().enumerate().take(lanes) {
            let Some(number) = *owner else { continue };
            if stopped & 1 << k == 0 {
                continue;
            }
            let ended = if outcome.open & 1 << k == 0 { Some(end(&outcome, &held, k)) } else { None };
            done(number, ended);
            *owner = (next < starts.len()).then_some(next);
            match starts.get(next) {
                Some(start) => put(simd, &mut held, k, start),
                None => running -= 1,
            }
            next += 1;
        }
    }
}

/// Begins a run in a lane. Whole registers are written: one that is loaded after a part of it was written waits for that.
#[inline(always)]
fn put<S: Simd, T: Wide>(simd: S, held: &mut Held<T>, k: usize, start: &Start<T>) {
    let lane = Lanes::<S, T>::from_fn(simd, |i| if i == k { T::ONE } else { T::ZERO });
    let chosen = lane.above(lane.like(T::ZERO));
    start.numbers(|i, number| {
        Lanes::choose(chosen, lane.like(number), Lanes::load(simd, &held[i]))
            .store(&mut held[i][..Lanes::<S, T>::COUNT]);
    });
}

/// The end of the run in a lane.
#[inline(always)]
fn end<S: Simd, T: Wide>(outcome: &Outcome<Lanes<S, T>>, held: &Held<T>, k: usize) -> Ended<T> {
    let run = Run::from_numbers(|i| held[i][k]);
    let mut ids = [[0; 2]; 4];
    let mut count = run.count.whole() as usize;
    for (i, ids) in ids.iter_mut().enumerate().take(count) {
        *ids = [0, 1].map(|side| run.points[count - 1 - i].ids[side].whole());
    }
    let inside = outcome.inside & 1 << k != 0;
    if inside {
        ids[count] = [0, 1].map(|side| outcome.newest.ids[side].lane(k).whole());
        count += 1;
    }
    let stop = match outcome.contact & 1 << k != 0 {
        _ if inside => Stop::Inside,
        true => Stop::Contact,
        false => Stop::Apart,
    };
    Ended {
        ids,
        count,
        nearest: run.nearest,
        squared: run.squared,
        lower: run.lower,
        axis: run.axis,
        iterations: run.iterations.whole(),
        stop,
    }
}
