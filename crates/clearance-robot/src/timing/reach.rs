//! The fastest motion along a path by reachability (H. Pham and Q.-C. Pham 2018).
//!
//! With the square `x` of the velocity along the path and the acceleration `u`, over an interval of the length `Δ` the
//! square is linear, `x + 2Δu` at its end, and a joint accelerates by `q' u + q'' x`. So the limits are linear in `x`
//! and `u`. Backwards, the greatest `x` from which the end can be reached is found for each interval; forwards, the
//! greatest `u` is taken that stays below. Where `q'` is linear and `q''` constant over an interval, as on lines and
//! parabolas, so is the acceleration of a joint, and its limits hold within the interval if they do at both ends. The
//! limit of a velocity counts the larger `q'` of both ends, so it holds within the interval too.

/// The largest magnitudes, one for each joint; infinite for a joint that does not move.
#[derive(Clone, Debug)]
pub(super) struct RateBounds {
    pub velocities: Vec<f64>,
    pub accelerations: Vec<f64>,
    /// Empty without limits of jerk.
    pub jerks: Vec<f64>,
}

/// The derivatives of a path by its length at an end of an interval.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub first: Vec<f64>,
    pub second: Vec<f64>,
}

/// An interval of a path.
#[derive(Clone, Debug)]
pub(super) struct PathInterval {
    pub length: f64,
    /// Where it begins and ends.
    pub ends: [Ends; 2],
    /// Whether the velocity must be zero there.
    pub stops: [bool; 2],
}

/// `u` times the first number plus `x` times the second is at most the third.
type Row = [f64; 3];

/// The squares of the velocities along the path at the ends of its intervals, from rest to rest: one more than these.
pub(super) fn fastest(intervals: &[PathInterval], limits: &RateBounds) -> Vec<f64> {
    let caps = caps(intervals, limits);
    let count = intervals.len();
    let rows: Vec<Vec<Row>> = intervals.iter().map(|interval| rows(interval, limits)).collect();
    let mut reachable = vec![0.0; count + 1];
    for i in (0..count).rev() {
        let own = rows[i].iter().copied().chain(arrival(&intervals[i], reachable[i + 1]));
        reachable[i] = caps[i].min(greatest_square(own));
    }
    let mut squares = vec![0.0; count + 1];
    for i in 0..count {
        let own = rows[i].iter().copied().chain(arrival(&intervals[i], reachable[i + 1]));
        let acceleration = greatest_acceleration(own, squares[i]);
        let next = squares[i] + 2.0 * intervals[i].length * acceleration;
        squares[i + 1] = next.clamp(0.0, reachable[i + 1]);
    }
    squares
}

/// The greatest squares that the velocities of the joints leave.
fn caps(intervals: &[PathInterval], limits: &RateBounds) -> Vec<f64> {
    let mut caps = vec![f64::INFINITY; intervals.len() + 1];
    for (i, PathInterval { ends: [start, end], stops, .. }) in intervals.iter().enumerate() {
        let mut cap = f64::INFINITY;
        for (joint, velocity) in limits.velocities.iter().enumerate() {
            let rate = start.first[joint].abs().max(end.first[joint].abs());
            if rate > 0.0 {
                cap = cap.min((velocity / rate) * (velocity / rate));
            }
        }
        for end in [0, 1] {
            caps[i + end] = caps[i + end].min(if stops[end] { 0.0 } else { cap });
        }
    }
    (caps[0], caps[intervals.len()]) = (0.0, 0.0);
    caps
}

/// The limits of accelerations over an interval, at both of its ends.
fn rows(interval: &PathInterval, limits: &RateBounds) -> Vec<Row> {
    let mut rows = Vec::with_capacity(4 * limits.accelerations.len());
    for (joint, &most) in limits.accelerations.iter().enumerate().filter(|(_, most)| most.is_finite()) {
        for (end, begin) in interval.ends.iter().zip([0.0, 2.0 * interval.length]) {
            let (p, c) = (end.first[joint], end.second[joint]);
            let slope = p + begin * c;
            rows.extend([[slope, c, most], [-slope, -c, most]]);
        }
    }
    rows
}

/// The square at the end of an interval is not below zero, and at most what the rest of the path can be reached from.
fn arrival(interval: &PathInterval, most: f64) -> [Row; 2] {
    let step = 2.0 * interval.length;
    [[step, 1.0, most], [-step, -1.0, 0.0]]
}

/// The greatest `x ≥ 0` for which some `u` is within all rows: each bound of `u` from above with each from below is a
/// bound of `x` (J. Fourier; T. Motzkin 1936).
fn greatest_square(rows: impl Iterator<Item = Row> + Clone) -> f64 {
    let mut most = f64::INFINITY;
    let mut bound = |slope: f64, height: f64| {
        if slope > 0.0 {
            most = most.min(height / slope);
        }
    };
    for [a, b, c] in rows.clone() {
        if a == 0.0 {
            bound(b, c);
        }
        if a > 0.0 {
            for [d, e, f] in rows.clone().filter(|row| row[0] < 0.0) {
                // (f − e x)/d ≤ u ≤ (c − b x)/a, with d below zero.
                bound(b / a - e / d, c / a - f / d);
            }
        }
    }
    most.max(0.0)
}

/// The greatest `u` within all rows for an `x`.
fn greatest_acceleration(rows: impl Iterator<Item = Row>, x: f64) -> f64 {
    rows.filter(|row| row[0] > 0.0).map(|[a, b, c]| (c - b * x) / a).fold(f64::INFINITY, f64::min)
}
