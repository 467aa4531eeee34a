//! Two rims that touch with one point each: the least distances of two circles.
//!
//! Where the support points of both cylinders are points `p` and `q` of rims, the support function `h` of the
//! difference is smooth, and at a least value `w = p − q = h d`. With `n` and `t` the unit vectors from the middle of
//! the reference rim to `p` and along the rim, `e` and `s` those of the guest's rim at `q`, `a` and `o` the axes
//! outward, and `ρ`, `α` how far `p` is from the guest's axis and above its end, so that `w = α o + (ρ − r) e`:
//! * `w` is across both rims, `g = t·w = 0`, and both bodies are on their sides of the plane: `α ≤ 0`, `ρ ≤ r`, `n·w ≥
//!   0`, `w·a ≥ 0`;
//! * the Hessian of `h` on the sphere, `R/|a×d| t tᵀ + r/|o×d| s sᵀ − h`, is not negative. Its trace and determinant
//!   have that only if `h |a×d| ≤ R` and `h |o×d| ≤ r`: neither point is beyond the other's axis, so `q` is the nearest
//!   to `p` on its rim. And then the determinant's sign is that of `g′ = R (1 − r/ρ (t·s)²) − n·w`, the derivative by
//!   the angle of `p`.
//!
//! So the distance `D` from `p` to the guest's rim, of which `(D²/2)′ = R g`, is least there: what is to be found are
//! least values in one variable. Only arcs of the reference rim count on which `−D ≤ α ≤ 0`. They are halved until one
//! of the conditions fails on all of an arc, or `g′ > 0`, so that there is one at most, which Newton's steps find. As
//! `D²/2` is convex on such an arc, a small `g` at the point found bounds how much less it may be.
//!
//! **How much changes on an arc** of half an angle `η`, `ω = Rη` wide on each side: `α`, `ρ` and `D` by `ω`; with `ρ ≥
//! ρ₀` there, `k = r/ρ₀`, `s′ = −e R (t·s)/ρ`, and orthonormal `n`, `t`, `a`, whose products with `s` are at most `1/2`
//! by twos: `n·w` by `η (D + ω + R k/2)`, `w·a` by `η R k/2`, `t·s` by `η (1 + R/2ρ₀)`.
//!
//! **Rounding.** `w` errs by `20uS`, its direction across the guest's axis by that over `ρ`: `g` by `20uS (1 + r/ρ)`.

mod place;

use super::ROUNDING;
use super::search::TIED;
use crate::math::{Real, Vec2, Vec3, Vector};
use place::Place;

/// The most arcs of rims that are looked at.
const ARCS: u32 = 256;

/// Arcs that wait while others are halved: four for each pair of rims, and one for each halving.
const WAITING: usize = 48;

/// The most pairs of points that are kept: two circles have no more than four least distances, and two pairs of rims
/// are rarely near.
const FOUND: usize = 8;

/// Newton's steps from a point where the slope changes its sign near.
const STEPS: u32 = 8;

/// The length of an eighth of a circle over that of its chord, rounded up: how much longer arcs are at most.
const BULGE: f64 = 1.0262;

/// The reference rim, about the last coordinate axis, and one of the other body.
#[derive(Clone, Copy)]
pub(super) struct Rims<T> {
    /// Height of the reference rim along the axis.
    pub level: T,
    pub home: T,
    /// The middle of the guest's rim, its axis away from the body, and its radius.
    pub middle: Vec3<T>,
    pub outward: Vec3<T>,
    pub guest: T,
    pub size: T,
}

/// A direction of a least height where two rims touch, outward of the home.
#[derive(Clone, Copy)]
pub(super) struct RimTouch<T> {
    pub normal: Vec3<T>,
    /// The height is not less, but for rounding.
    pub floor: T,
}

/// All pairs of points of two rims with a least height below a bound.
pub(super) struct Touches<T> {
    pub found: [Option<RimTouch<T>>; FOUND],
    pub evaluations: u32,
}

/// A part of a rim of the home.
#[derive(Clone, Copy)]
struct RimArc<T> {
    rims: usize,
    ends: [Vec2<T>; 2],
}

/// The least heights below `bound`, and those that are as low as the lowest; `None` if an arc is neither excluded nor
/// understood.
pub(super) fn touches<T: Real>(pairs: &[Rims<T>; 4], mut bound: T) -> Option<Touches<T>> {
    let mut open = [RimArc { rims: 0, ends: [Vec2::ZERO; 2] }; WAITING];
    let mut count = 0;
    for (rims, pair) in pairs.iter().enumerate() {
        pair.arcs(bound, |ends| {
            open[count] = RimArc { rims, ends };
            count += 1;
        });
    }
    let (mut found, mut number) = ([None; FOUND], 0);
    for evaluations in 0..ARCS {
        if count == 0 {
            return Some(Touches { found, evaluations });
        }
        count -= 1;
        let RimArc { rims, ends: [from, to] } = open[count];
        let pair = &pairs[rims];
        let middle = (from + to).normalized();
        let chord = (middle - from).norm().max((to - middle).norm());
        match pair.seen(&pair.place(middle), chord, bound) {
            Sight::Nothing => {}
            Sight::One(rise) => {
                if let Some(touch) = pair.settled(middle, [from, to], rise)? {
                    bound = bound.min(touch.floor + T::from_f64(TIED + ROUNDING) * T::UNIT * pair.size);
                    *found.get_mut(number)? = Some(touch);
                    number += 1;
                }
            }
            Sight::Unknown => {
                for ends in [[from, middle], [middle, to]] {
                    *open.get_mut(count)? = RimArc { rims, ends };
                    count += 1;
                }
            }
        }
    }
    None
}

/// What is known of an arc.
enum Sight<T> {
    Nothing,
    /// One least distance at most: the slope rises by this and more for each radian.
    One(T),
    Unknown,
}

impl<T: Real> Rims<T> {
    /// Up to four arcs, none above a quarter, outside of which there is no least height below `bound`.
    fn arcs(&self, bound: T, mut found: impl FnMut([Vec2<T>; 2])) {
        let (zero, one) = (T::ZERO, T::ONE);
        let rounding = T::from_f64(ROUNDING) * T::UNIT * self.size;
        // The other rim, too, is partly between the reference end and as far below as the bound.
        let across = Vec2::new(self.outward.x, self.outward.y);
        let lean = across.norm();
        let depth = (self.level - self.middle.z).copysign((self.level - self.middle.z) * self.level);
        let reach = self.guest * lean + rounding;
        if depth < -reach || depth > bound + reach {
            return;
        }
        let middle = (Vec3::new(zero, zero, self.level) - self.middle).dot(self.outward);
        let swing = self.home * lean;
        // Of the direction in which the rim is highest, the cosines with the others.
        let [low, high] = [(-bound - middle - rounding) / swing, (rounding - middle) / swing];
        if low > one || high < -one {
            return;
        }
        let crest = across * (one / lean);
        let [low, high] = [low.max(-one), high.min(one)];
        let at = |cosine: T| (crest * cosine, crest.perpendicular() * ((one - cosine) * (one + cosine)).sqrt());
        let mut both = |low: T, high: T| {
            let ((x, y), (z, w)) = (at(high), at(low));
            found([x + y, z + w]);
            found([z - w, x - y]);
        };
        if low < zero && high > zero {
            both(low, zero);
            both(zero, high);
        } else {
            both(low, high);
        }
    }

    /// What the middle of an arc bounds on all of it, with the chord from there to its ends.
    fn seen(&self, at: &Place<T>, chord: T, bound: T) -> Sight<T> {
        let Rims { home, guest, .. } = *self;
        let small = T::from_f64(ROUNDING) * T::UNIT * self.size;
        let turn = chord * T::from_f64(BULGE);
        let wide = home * turn;
        let far = (at.distance - bound).max(at.above).max(at.aside - guest);
        if far > wide + small {
            return Sight::Nothing;
        }
        let near = at.aside - wide - small;
        if !(near > T::ZERO) {
            return Sight::Unknown;
        }
        let rounding = self.rounding(at);
        let up_changes = turn * home * T::HALF * guest / near;
        let out_changes = turn * (at.distance + wide) + up_changes;
        let outside = at.out + out_changes < -rounding || at.out - out_changes > home + rounding;
        if outside || at.up + up_changes < -rounding {
            return Sight::Nothing;
        }
        let along_changes = turn * (T::ONE + T::HALF * home / near) + small / near;
        let most = (at.along.abs() + along_changes).min(T::ONE);
        let least = (at.along.abs() - along_changes).max(T::ZERO);
        let low = home * (T::ONE - guest / near * most * most) - (at.out + out_changes);
        let high = home * (T::ONE - guest / (at.aside + wide) * least * least) - (at.out - out_changes);
        if high < -rounding || at.slope.abs() > low.abs().max(high.abs()) * turn + rounding {
            return Sight::Nothing;
        }
        if low > rounding { Sight::One(low) } else { Sight::Unknown }
    }

    /// The least distance on an arc where the slope rises: `Some(None)` if there is none, `None` if it is not resolved
    /// to rounding.
    fn settled(&self, middle: Vec2<T>, [from, to]: [Vec2<T>; 2], rise: T) -> Option<Option<RimTouch<T>>> {
        let mut d = middle;
        let mut at = self.place(d);
        for _ in 0..STEPS {
            let step = -at.slope / self.rise(&at);
            let next = (d + d.perpendicular() * step).normalized();
            let next = if from.cross(next) < T::ZERO {
                from
            } else if next.cross(to) < T::ZERO {
                to
            } else {
                next
            };
            let there = self.place(next);
            if !(there.slope.abs() < at.slope.abs()) {
                break;
            }
            (d, at) = (next, there);
        }
        let rounding = self.rounding(&at);
        let left = at.slope.abs() + rounding;
        // As far as the least distance may be from here, none of these changes faster.
        let rate = self.home * (T::ONE + self.guest / at.aside) + at.distance;
        let slack = T::from_f64(ROUNDING) * T::UNIT * self.size + left / rise * rate;
        let beside = [(at.above, T::ZERO), (at.aside, self.guest), (-at.out, T::ZERO), (-at.up, T::ZERO)];
        let outside = beside.iter().any(|&(value, limit)| value > limit + slack);
        if outside || (d == from && at.slope > rounding) || (d == to && at.slope < -rounding) {
            return Some(None);
        }
        let less = self.home * left * left / (rise * at.distance);
        (less <= rounding).then(|| Some(RimTouch { normal: self.normal(&at), floor: at.distance - less }))
    }
}
