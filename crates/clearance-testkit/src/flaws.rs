//! How far each field of an answer is from right, of the size: what a directed search drives up and the judges allow.

use std::fs;
use std::time::Instant;

use clearance::Proximity;
use clearance::query::{self, Bounds, PoseGradient};

use crate::contract::Referee;
use crate::differences::Displaced;
use crate::make::body;
use crate::pairs::Pair;

/// What is wrong with the answers about a pair, each as a part of the size; infinite where a clause of the contract is
/// broken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flaws {
    /// The width of the bounds.
    pub width: f64,
    /// How far the worse witness point is outside its body.
    pub outside: f64,
    /// How far the separation along the normal is below the lower bound.
    pub excess: f64,
    /// How far the witness points are from facing each other along the normal, less the width of the bounds.
    pub askew: f64,
    /// The largest of these three of the generators of the gradient.
    pub gradient: f64,
    /// Processor time of the longest query in seconds.
    pub seconds: f64,
}

impl Flaws {
    /// The flaws of the answers in both orders, the worse of each. Enclosures without a common number break the
    /// contract.
    pub fn of<V: Displaced>(pair: &Pair) -> Option<Self> {
        let exchanged = Pair { a: pair.b.clone(), b: pair.a.clone(), ..*pair };
        let [one, other] = [bounds::<V>(pair)?, bounds::<V>(&exchanged)?];
        let worse = Self::of_order::<V>(pair)?.worse(Self::of_order::<V>(&exchanged)?);
        let agree = one.lower.max(other.lower) <= one.upper.min(other.upper);
        Some(if agree { worse } else { Flaws { outside: f64::INFINITY, ..worse } })
    }

    fn worse(self, other: Self) -> Self {
        Flaws {
            width: self.width.max(other.width),
            outside: self.outside.max(other.outside),
            excess: self.excess.max(other.excess),
            askew: self.askew.max(other.askew),
            gradient: self.gradient.max(other.gradient),
            seconds: self.seconds.max(other.seconds),
        }
    }

    /// The flaws in the given order; `None` for bodies that a constructor refuses.
    pub fn of_order<V: Displaced>(pair: &Pair) -> Option<Self> {
        let (a, b) = (body::<V>(&pair.a).ok()?, body::<V>(&pair.b).ok()?);
        let asked = query::Pair::in_world((&a.0, &a.1), (&b.0, &b.1));
        let started = spent();
        let found = asked.signed_distance();
        let seconds = spent() - started;
        let referee = Referee::new(&pair.a, &pair.b, V::DIM);
        let size = referee.size();
        let asked = query::Pair::in_world((&a.0, &a.1), (&b.0, &b.1));
        let gradient = of_generators(&referee, &asked.gradient());
        let width = found.bounds.width() / size;
        let Ok(certificate) = referee.check_bounds(&found) else {
            return Some(Flaws { width, outside: f64::INFINITY, seconds, gradient, ..Flaws::default() });
        };
        let excess = (found.bounds.lower - certificate.lower) / size;
        let askew = certificate.identity / size;
        Some(Flaws { width, outside: certificate.outside / size, excess, askew, gradient, seconds })
    }
}

/// The enclosure of the signed distance; `None` for bodies that a constructor refuses.
fn bounds<V: Displaced>(pair: &Pair) -> Option<Bounds<V::Scalar>> {
    let (a, b) = (body::<V>(&pair.a).ok()?, body::<V>(&pair.b).ok()?);
    Some(query::Pair::in_world((&a.0, &a.1), (&b.0, &b.1)).signed_distance().bounds)
}

/// Seconds that the thread has had a processor, where the system reports it; else those on the clock.
fn spent() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_ascii_whitespace().next()?.parse::<f64>().ok());
    thread_local! { static START: Instant = Instant::now(); }
    nanoseconds.map_or_else(|| START.with(|start| start.elapsed().as_secs_f64()), |spent| spent * 1e-9)
}

/// How far the worst generator of a gradient is from being one: its plane proves the lower bound, and its points are of
/// the bodies and face each other along it.
fn of_generators<V: Displaced>(referee: &Referee, found: &PoseGradient<V>) -> f64 {
    let mut worst: f64 = 0.0;
    for branch in &found.branches {
        for pair in &branch.pairs {
            let answer = Proximity { normal: branch.normal, witness_a: pair[0], witness_b: pair[1], ..found.proximity };
            let judged = referee.measured(&answer);
            let short = found.proximity.bounds.lower - judged.lower;
            // Where generators are not all, points of discs are sixteen that are near the border.
            let outside = if found.complete { judged.outside } else { 0.0 };
            worst = worst.max(short).max(outside).max(judged.identity);
        }
    }
    worst / referee.size()
}
