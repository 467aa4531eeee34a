//! The depth of two frusta (cylinders, cones) whose axes are nearly parallel, from two circles of directions.
//!
//! Of twins the depth is nearly the same along a ring of directions, where no polytope proves it. With `t` from the
//! centre of the home, A, to that of the other body, axes `a` and `b`, and ends `zᵢ`, radii `rᵢ` and `sⱼ`, the support
//! function of the difference is the largest of `fᵢⱼ(n) = n·(zᵢ a − t − zⱼ b) + rᵢ|n×a| + sⱼ|n×b|`.
//!
//! **Where it is least.** Let both have a common point that is `μ` inside of them in sum: then `h ≥ μ` in
//! all directions, and `h` is least on the circle of the normals of one of the sides, at an end, or where
//! two rims touch with one point each. There `h = fᵢⱼ`, whose Hessian on the sphere is `p t tᵀ + q u uᵀ − h`
//! with `x = |n×a|`, `y = |n×b|`, `p = rᵢ/x`, `q = sⱼ/y`, and unit `t`, `u` along `n×a`, `n×b`. It is not
//! negative only if `h ≤ min(p, q) |t×u|²`, since `pq|t×u|²` is the determinant of the first two terms and
//! their larger eigenvalue is at least `max(p, q)`. As `|t×u| = |n·(a×b)|/xy`, for `z = min(x, y)` that is
//! `z⁵ ≤ r |a×b|²/μ`: such directions, and those of the ends, are within `|n×a| ≤ z + |a×b|` of the axis. No
//! point `w` of the difference lets `h` be less than `|w·a|(1 − g²) − |w⊥|g` there; if that is more than
//! some height of the circles, the least one is on the circles.
//!
//! **On a circle**, `n = τ a + κ(e cos ψ + e′ sin ψ)`, the reference body's contribution is constant. With `β =
//! n·b`, `ρ = |n×b|` and `g = −t − zⱼ b`, `f″` is `g·n″ − s((β′² + ββ″)/ρ + β²β′²/ρ³)`, at most `κ|g⊥| +
//! s((κ²δ² + |β|κδ)/ρ₀ + β²κ²δ²/ρ₀³)` with `δ = |a×b|`: little, which is what makes arcs of `2w` with bounds `f
//! − |f′|w − f″w²/2` few.
//!
//! **Rounding**: that of the other frusta, see [`super`].

use alloc::vec::Vec;

use super::{ROUNDING, in_space};
use crate::difference::{Difference, Vertex};
use crate::dimension::Dimension;
use crate::epa::{Candidate, Penetration};
use crate::math::{Each, Matrix, Real, Vec3, Vector, sin_cos};
use crate::newton::{Lowest, tangents};
use crate::simplex::Simplex;
use crate::support::{Hint, SupportExt};

/// Axes at an angle whose sine is more than this are not nearly parallel; and less than the other, `64u` if that is
/// more, is as good as parallel: [the plane of both axes](crate::epa) proves more.
const TILT: [i32; 2] = [-36, -3];

/// Arcs of a circle to begin with.
const ARCS: u32 = 16;

/// The most arcs that are looked at on one circle: twins turned by 10⁻¹ to 10⁻¹² need 100 to 500.
const BUDGET: usize = 4096;

/// An arc is given up once nothing on it is lower than the lowest by more than this many roundings of the size.
const EQUAL: f64 = 8.0;

/// Directions are as good as the lowest within this many roundings of the size, and different from a cosine of 0.99 on.
const TIED: f64 = 32.0;

/// Steps of Newton's rule from the best arc to the least height.
const STEPS: u32 = 12;

/// A frustum, scaled, in the frame of A.
#[derive(Clone, Copy)]
struct Frustum<T> {
    center: Vec3<T>,
    axis: Vec3<T>,
    half_length: T,
    /// Radii of the ends at `−half_length` and at `half_length`.
    radii: [T; 2],
    /// Components of a unit normal of the side: the one along the axis, `τ`, and the one across, `κ`.
    side: [T; 2],
}

/// The penetration of two frusta with nearly parallel axes: `None` for others, for those that do not surely overlap,
/// for those that are least deep along their axes, and where it is not proven to rounding.
pub(crate) fn nearly_parallel<V: Dimension>(m: &Difference<'_, V>) -> Option<Penetration<V>> {
    let number = V::Scalar::from_f64;
    let u = V::Scalar::UNIT;
    let both = NearlyParallel::of(m)?;
    let error = number(ROUNDING + 8.0) * u * m.frame.size + m.rotation_error * m.frame.size;
    let inside = both.common_margin() - error - m.frame.point_error;
    if !(inside > V::Scalar::ZERO) {
        return None;
    }
    let equal = number(EQUAL) * u * m.frame.size;
    let NearlyParallel { a, b } = both;
    let (of_a, of_b) = (SideNormals::new(&a, &b), SideNormals::new(&b, &a));
    let (on_a, on_b) = (of_a?.least(equal)?, of_b?.least(equal)?);
    let (least, outward) = if on_b.height < on_a.height { (&on_b, -on_b.normal) } else { (&on_a, on_a.normal) };
    let floor = on_a.floor.min(on_b.floor);
    if !(both.height_near_axis(inside) > floor + error + equal) {
        return None;
    }
    let lowest = Candidate::plane(m, V::from_fn(|i| outward[i]).normalized());
    if !Candidate::is_sharp(m, lowest.height, floor) {
        return None;
    }
    let tied = [&on_a, &on_b]
        .into_iter()
        .any(|found| found.tied && found.height <= least.height + number(TIED) * u * m.frame.size);
    let (touching, evaluations) = (Simplex::new(both.touching(m, &lowest)), on_a.evaluations + on_b.evaluations + 1);
    Candidate { lowest, touching, floor: floor - error, evaluations, tied }.settled(m)
}

/// Two frusta with nearly parallel axes.
struct NearlyParallel<T> {
    a: Frustum<T>,
    b: Frustum<T>,
}

impl<T: Real> NearlyParallel<T> {
    fn of<V: Dimension<Scalar = T>>(m: &Difference<'_, V>) -> Option<Self> {
        if V::DIM != 3 {
            return None;
        }
        let a = Frustum::of(m.a.form().frustum()?, m.frame.scale, |v| in_space(v), Vec3::ZERO)?;
        let b = Frustum::of(
            m.b.form().frustum()?,
            m.frame.scale,
            |v| in_space(m.turn().apply(v)),
            in_space(m.scaled_offset()),
        )?;
        let thick = a.half_length.min(b.half_length) > T::UNIT * m.frame.size;
        let tilt = a.axis.cross(b.axis).norm();
        let [least, most] = TILT.each(T::power_of_two);
        let askew = tilt > least.max(T::from_f64(64.0) * T::UNIT) && tilt < most;
        (thick && askew).then_some(NearlyParallel { a, b })
    }

    /// How far a point is inside of both in sum, at most; of some points on both axes.
    fn common_margin(&self) -> T {
        let mut most = -T::INFINITY;
        for body in [&self.a, &self.b] {
            for k in -7..=7 {
                let at = body.center + body.axis * (body.half_length * T::from_f64(f64::from(k) / 8.0));
                let (in_a, in_b) = (self.a.margin(at), self.b.margin(at));
                if in_a.min(in_b) > T::ZERO {
                    most = most.max(in_a + in_b);
                }
            }
        }
        most
    }

    /// No height is less in directions near the axis: those of the ends, and those in which two rims can touch with one
    /// point each, if no height at all is less than `inside`.
    fn height_near_axis(&self, inside: T) -> T {
        let NearlyParallel { a, b } = self;
        let tilt = a.axis.cross(b.axis).norm() + T::from_f64(4.0) * T::UNIT;
        let radius = a.radii[0].max(a.radii[1]).max(b.radii[0]).max(b.radii[1]);
        let fifth = radius * tilt * tilt / inside;
        let mut near = T::ONE;
        let power = |x: T| x * x * x * x * x;
        while near > T::UNIT && power(near * T::HALF) > fifth {
            near *= T::HALF;
        }
        let g = near + tilt;
        let sign = T::ONE.copysign(a.axis.dot(b.axis));
        let least = [T::ONE, -T::ONE].each(|way| {
            let top = a.center + a.axis * (a.half_length * way);
            let bottom = b.center - b.axis * (b.half_length * way * sign);
            let w = top - bottom;
            let level = w.dot(a.axis) * way;
            level * (T::ONE - g * g) - (w - a.axis * w.dot(a.axis)).norm() * g
        });
        least[0].min(least[1])
    }

    /// Points that touch with a plane of the difference, next to the projection of the origin.
    fn touching<V: Dimension<Scalar = T>>(&self, m: &Difference<'_, V>, plane: &Lowest<V>) -> Vertex<V> {
        let normal = in_space(plane.normal);
        let gap = normal * plane.height;
        let mut p = self.a.farthest(normal, self.b.center);
        let mut q = p - gap;
        for _ in 0..2 {
            q = self.b.farthest(-normal, p - gap);
            p = self.a.farthest(normal, q + gap);
        }
        let in_b = m.turn().apply_transpose(V::from_fn(|i| (q - self.b.center)[i]));
        m.placed(&Vertex {
            w: V::ZERO,
            a: V::from_fn(|i| p[i]) * m.frame.unscale,
            b: in_b * m.frame.unscale,
            ids: [Hint::NONE; 2],
        })
    }
}

impl<T: Real> Frustum<T> {
    fn of<V: Vector<Scalar = T>>(
        frustum: (V, T, [T; 2]),
        scale: T,
        place: impl Fn(V) -> Vec3<T>,
        center: Vec3<T>,
    ) -> Option<Self> {
        let (axis, half_length, radii) = frustum;
        let (half_length, radii) = (half_length * scale, radii.each(|radius| radius * scale));
        let (taper, length) = (radii[0] - radii[1], half_length * T::TWO);
        let slant = (taper * taper + length * length).sqrt();
        Some(Frustum { center, axis: place(axis), half_length, radii, side: [taper / slant, length / slant] })
    }

    /// How far a point is inside, but for rounding; negative outside.
    fn margin(&self, at: Vec3<T>) -> T {
        let from = at - self.center;
        let level = from.dot(self.axis);
        let aside = (from - self.axis * level).norm();
        let [along, across] = self.side;
        let side = (along * self.half_length + across * self.radii[1]) - (along * level + across * aside);
        side.min(self.half_length - level.abs())
    }

    /// The point nearest to `p` of those farthest along a unit direction that is not along the axis: of a line of the
    /// side, or of a rim.
    fn farthest(&self, n: Vec3<T>, p: Vec3<T>) -> Vec3<T> {
        let level = n.dot(self.axis);
        let across = n - self.axis * level;
        let rim = across * (T::ONE / across.norm());
        let [low, high] = [0, 1].each(|end| {
            let z = if end == 0 { -self.half_length } else { self.half_length };
            self.center + self.axis * z + rim * self.radii[end]
        });
        let (line, difference) = (high - low, n.dot(high - low));
        if difference.abs() > T::from_f64(64.0) * T::UNIT * (self.half_length + self.radii[0].max(self.radii[1])) {
            return if difference > T::ZERO { high } else { low };
        }
        low + line * ((p - low).dot(line) / line.norm_squared()).clamp(T::ZERO, T::ONE)
    }
}

/// The directions of the normals of the reference body's side.
struct SideNormals<T> {
    /// `τ a`, `κ e` and `κ e′`.
    frame: [Vec3<T>; 3],
    /// Height of the reference body.
    height: T,
    guest: Vec3<T>,
    /// For each end of the other body `g`, `s` and the bound of `f″`.
    ends: [(Vec3<T>, T, T); 2],
}

/// What is known of a circle.
struct LeastOnCircle<T> {
    /// Outward of the home.
    normal: Vec3<T>,
    height: T,
    floor: T,
    tied: bool,
    evaluations: u32,
}

/// Height, slope and bend at an angle, for each end of the other body.
type Heights<T> = [[T; 3]; 2];

impl<T: Real> SideNormals<T> {
    /// `None` if the guest's axis is nearly one of the directions.
    fn new(home: &Frustum<T>, guest: &Frustum<T>) -> Option<Self> {
        let [along, across] = home.side;
        let [e, f] = tangents(home.axis);
        let tilt = home.axis.cross(guest.axis).norm();
        let level = along.abs() * home.axis.dot(guest.axis).abs() + across * tilt;
        let rest = T::ONE - level * level;
        if !(rest > T::power_of_two(-6)) {
            return None;
        }
        let rho = rest.sqrt();
        let turned = across * tilt;
        let offset = guest.center - home.center;
        let ends = [0, 1].each(|end| {
            let z = if end == 0 { -guest.half_length } else { guest.half_length };
            let (g, s) = (-offset - guest.axis * z, guest.radii[end]);
            let bend = (turned * turned + level * turned) / rho + level * level * turned * turned / (rho * rho * rho);
            let aside = across * (g - home.axis * g.dot(home.axis)).norm();
            // A thousandth for rounding, which is relative.
            (g, s, (aside + s * bend) * (T::ONE + T::power_of_two(-10)))
        });
        let frame = [home.axis * along, e * across, f * across];
        Some(SideNormals { frame, height: along * home.half_length + across * home.radii[1], guest: guest.axis, ends })
    }

    fn direction(&self, angle: f64) -> [Vec3<T>; 3] {
        let (sin, cos) = sin_cos(angle);
        let (sin, cos) = (T::from_f64(sin), T::from_f64(cos));
        let [along, e, f] = self.frame;
        let turning = e * cos + f * sin;
        [along + turning, f * cos - e * sin, -turning]
    }

    fn heights(&self, angle: f64) -> Heights<T> {
        let [n, first, second] = self.direction(angle);
        let [level, slope, bend] = [n, first, second].each(|v| v.dot(self.guest));
        let rho = n.cross(self.guest).norm();
        self.ends.each(|(g, s, _)| {
            let turn = level * slope / rho;
            [
                self.height + g.dot(n) + s * rho,
                g.dot(first) - s * turn,
                g.dot(second) - s * ((slope * slope + level * bend) + turn * turn) / rho,
            ]
        })
    }

    /// The least height, with a floor that is lower by `equal` at most.
    fn least(&self, equal: T) -> Option<LeastOnCircle<T>> {
        let step = core::f64::consts::TAU / f64::from(ARCS);
        let mut open: Vec<f64> = (0..ARCS).map(|k| step * (f64::from(k) + 0.5)).collect();
        let mut wide = step * 0.5;
        let (mut best, mut floor) = ((T::INFINITY, 0.0), T::INFINITY);
        let mut seen: Vec<(T, f64)> = Vec::new();
        while !open.is_empty() {
            if seen.len() + open.len() > BUDGET {
                return None;
            }
            let w = T::from_f64(wide);
            let bounds: Vec<T> = open
                .iter()
                .map(|&angle| {
                    let heights = self.heights(angle);
                    let top = heights[0][0].max(heights[1][0]);
                    seen.push((top, angle));
                    if top < best.0 {
                        best = (top, angle);
                    }
                    let low = |end: usize| {
                        let [height, slope, _] = heights[end];
                        height - w * (slope.abs() + T::HALF * self.ends[end].2 * w)
                    };
                    low(0).max(low(1))
                })
                .collect();
            best = self.polished(best.0, best.1, wide);
            let level = best.0 - equal;
            wide *= 0.5;
            let mut next = Vec::new();
            for (&angle, &bound) in open.iter().zip(&bounds) {
                if bound >= level {
                    floor = floor.min(bound);
                } else {
                    next.extend([angle - wide, angle + wide]);
                }
            }
            open = next;
        }
        let [normal, ..] = self.direction(best.1);
        let near = best.0 + equal * T::from_f64(TIED / EQUAL);
        let apart = |angle: f64| self.direction(angle)[0].dot(normal) < T::from_f64(0.99);
        let tied = seen.iter().any(|&(height, angle)| height <= near && apart(angle));
        Some(LeastOnCircle { normal, height: best.0, floor: floor.min(best.0), tied, evaluations: seen.len() as u32 })
    }

    /// The least height near an angle: where the slope is zero, or where both ends of the other body are equally far.
    fn polished(&self, mut top: T, mut angle: f64, wide: f64) -> (T, f64) {
        for _ in 0..STEPS {
            let heights = self.heights(angle);
            let high = usize::from(heights[1][0] > heights[0][0]);
            let ([height, slope, bend], [other, other_slope, _]) = (heights[high], heights[1 - high]);
            // Downhill the other end becomes the farther one: the least height is where they are equal.
            let kink = (other - height) / (slope - other_slope);
            let smooth = if bend > T::ZERO { -slope / bend } else { T::INFINITY };
            let crosses = slope * other_slope < T::ZERO && kink * slope <= T::ZERO;
            let step = if crosses && !(smooth.abs() < kink.abs()) { kink } else { smooth }.to_f64();
            if !(step.abs() <= 2.0 * wide) || step == 0.0 {
                break;
            }
            let next = self.heights(angle + step);
            let there = next[0][0].max(next[1][0]);
            if there > top {
                break;
            }
            (top, angle) = (there, angle + step);
        }
        (top, angle)
    }
}

#[cfg(test)]
mod tests;
