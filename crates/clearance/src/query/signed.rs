//! Signed distance: GJK on the cores, hull growth where they meet, radii added at the end.

use super::proximity::{Bounds, Feature, Proximity, Status};
use super::settle::settle;
use super::warm::WarmStart;
use crate::difference::Difference;
use crate::epa::{self, Penetration};
use crate::gjk::{self, Closest, End, Simplex, Step};
use crate::math::{Pose, Real, Vector};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Depth {
    /// The depth if they overlap.
    Wanted,
    /// Only that they do.
    Unwanted,
}

/// The answer in A's frame, before any exact decision.
pub(super) struct Answer<V: Vector> {
    pub proximity: Proximity<V>,
    /// The lower bound of the signed distance exceeds the wanted maximum.
    pub beyond: bool,
    /// The iteration limit ended the run, so the bounds are wide for want of work, not of precision.
    pub cut_short: bool,
}

impl<V: Space> Answer<V> {
    /// The answer, settled by exact arithmetic if the bounds leave the status open; in the frame of the poses, A's pose being
    /// the identity.
    pub fn settled<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        a: (&A, &Pose<V>),
        b: (&B, &Pose<V>),
    ) -> Proximity<V> {
        let mut found = self.proximity;
        if !found.proven && !self.cut_short {
            settle(&mut found, a, b);
        }
        found
    }
}

pub(super) fn answer<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
    (depth, max): (Depth, V::Scalar),
    warm: &mut WarmStart<V>,
    observe: impl FnMut(&Step<V>),
) -> Answer<V> {
    let m = Difference::new(a, b, b_in_a);
    let radius = a.radius() + b.radius();
    let goal = gjk::Goal {
        relative: options.relative,
        absolute: options.absolute * m.scale,
        cutoff: (max + radius) * m.scale * (V::Scalar::ONE + V::Scalar::from_f64(4.0) * V::Scalar::UNIT),
        max_iterations: options.max_iterations,
    };
    let closest = gjk::closest(&m, warm.start(&m), &goal, observe);
    warm.remember(&closest.simplex, &closest);
    let pair = Pair { m, radius: [a.radius(), b.radius()] };
    match closest.end {
        End::Apart | End::Beyond | End::Limit => Answer {
            proximity: pair.apart(&closest),
            beyond: closest.end == End::Beyond,
            cut_short: closest.end == End::Limit,
        },
        End::Inside if depth == Depth::Unwanted => {
            Answer { proximity: pair.inside(&closest), beyond: false, cut_short: false }
        }
        End::Inside | End::Contact => {
            let goal = pair.growth_goal(options);
            let found = epa::penetration(&pair.m, &closest.simplex, &goal);
            Answer { proximity: pair.overlapping(&closest, &found), beyond: false, cut_short: false }
        }
    }
}

struct Pair<'s, V: Vector, A: ?Sized, B: ?Sized> {
    m: Difference<'s, V, A, B>,
    radius: [V::Scalar; 2],
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Pair<'_, V, A, B> {
    fn growth_goal(&self, options: &Options<V::Scalar>) -> epa::Goal<V::Scalar> {
        let m = &self.m;
        // Polytopes run to the exact facet; curved cores to the option, or to what rounding leaves.
        let floor = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size;
        let (relative, floor) = if m.polytopal {
            (V::Scalar::ZERO, V::Scalar::ZERO)
        } else {
            (options.relative, floor.max(options.curved_depth * m.size))
        };
        epa::Goal { relative, absolute: floor.max(options.absolute * m.scale), max_expansions: options.max_expansions }
    }

    /// From what GJK knows of cores that are apart, or of a run that was cut short.
    fn apart(&self, closest: &Closest<V>) -> Proximity<V> {
        let simplex = &closest.simplex;
        let length = simplex.squared.sqrt();
        let (lower, upper) = (closest.lower, self.upper(closest.upper));
        // Of polytopes the nearest point is known best; of curved cores, and of a run that ended on a bound, the best plane is.
        let by_plane = !self.m.polytopal || closest.end == End::Beyond || !(length > V::Scalar::ZERO);
        let (toward, distance) =
            if by_plane { (closest.axis, closest.lower + self.m.plane_error) } else { (simplex.nearest, length) };
        let core = Core { normal: -toward.normalized(), distance: distance.max(lower).min(upper), lower, upper };
        self.assemble(core, simplex, closest.iterations, true)
    }

    /// From the grown polytope.
    fn overlapping(&self, closest: &Closest<V>, found: &Penetration<V>) -> Proximity<V> {
        let lower = closest.lower.max(-found.ceiling - self.m.plane_error);
        let by_floor = self.m.point_error - found.floor;
        // Cores that turned out to be apart within rounding: their distance is also below that of the simplex found.
        let upper = by_floor.min(self.upper(closest.upper));
        let core = Core { normal: found.normal, distance: (-found.height).max(lower).min(upper), lower, upper };
        let iterations = closest.iterations + found.evaluations;
        self.assemble(core, &found.simplex, iterations, !found.tied)
    }

    /// Cores that certainly overlap, by an amount that nobody asked for: a common point instead of the witness points.
    fn inside(&self, closest: &Closest<V>) -> Proximity<V> {
        let zero = V::Scalar::ZERO;
        let core = Core { normal: -closest.axis.normalized(), distance: zero, lower: closest.lower, upper: zero };
        let mut proximity = self.assemble(core, &closest.simplex, closest.iterations, false);
        let weights = V::inner_weights(&closest.simplex);
        let mut common = self.m.a.anchor();
        for (point, &weight) in closest.simplex.points().iter().zip(&weights) {
            common += point.a * weight;
        }
        (proximity.on_a, proximity.on_b, proximity.distance) = (common, common, zero);
        (proximity.status, proximity.proven) = (Status::Overlapping, true);
        proximity.features = [Feature::SMOOTH; 2];
        proximity
    }

    /// An upper bound of the cores' distance from the length of a weighted sum of points.
    fn upper(&self, length: V::Scalar) -> V::Scalar {
        let u = V::Scalar::UNIT;
        // Weights that add up to 1 only to rounding, three products and two sums: 6u of the largest point.
        let rounding = V::Scalar::from_f64(6.0) * u * self.m.size;
        length * (V::Scalar::ONE + V::Scalar::from_f64(4.0) * u) + self.m.point_error + rounding
    }

    fn assemble(&self, core: Core<V>, simplex: &Simplex<V>, iterations: u32, unique: bool) -> Proximity<V> {
        let m = &self.m;
        let back = V::Scalar::ONE / m.scale;
        let radius = self.radius[0] + self.radius[1];
        // Rounding of the sum of the radii, of the difference, and of the way back from subnormal scales.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let outward = |x: V::Scalar| rounding * (x.abs() * back + radius);
        let lower = core.lower * back - radius - outward(core.lower);
        let upper = core.upper * back - radius + outward(core.upper);
        let distance = (core.distance * back - radius).max(lower).min(upper);
        let weights = simplex.weights();
        let (mut on_a, mut on_b) = (V::ZERO, V::ZERO);
        for (point, &weight) in simplex.points().iter().zip(&weights) {
            on_a += point.a * weight;
            on_b += point.b * weight;
        }
        // Both witness points are right to rounding; their middle shares the error, and the contract holds by construction.
        let on_a = on_a + core.normal * self.radius[0];
        let on_b = m.b_in_a(on_b) - core.normal * self.radius[1];
        let half = V::Scalar::HALF;
        let miss = (on_b - on_a - core.normal * distance) * half;
        let on_a = on_a + miss + m.a.anchor();
        let side = |which: usize| {
            Feature::from_simplex(simplex.points().iter().zip(weights).map(move |(p, weight)| (p.ids[which], weight)))
        };
        let bounds = Bounds { lower, upper };
        let (status, proven) = status(&bounds, distance);
        Proximity {
            distance,
            normal: core.normal,
            on_a,
            on_b: on_a + core.normal * distance,
            bounds,
            features: [side(0), side(1)],
            unique,
            status,
            proven,
            iterations,
        }
    }
}

/// The signed distance of the cores, scaled.
struct Core<V: Vector> {
    normal: V,
    distance: V::Scalar,
    lower: V::Scalar,
    upper: V::Scalar,
}

/// What the bounds say of zero; bounds that hold zero leave it open, and closed bodies that cannot be told apart touch.
fn status<T: Real>(bounds: &Bounds<T>, distance: T) -> (Status, bool) {
    if bounds.lower > T::ZERO {
        return (Status::Separated, true);
    }
    if bounds.upper < T::ZERO {
        return (Status::Overlapping, true);
    }
    // A run that was cut short: zero is not just within rounding, so the estimate speaks.
    let coarse = bounds.width() > distance.abs();
    match distance {
        d if coarse || d == T::ZERO => (Status::Touching, false),
        d if d > T::ZERO => (Status::Separated, false),
        _ => (Status::Overlapping, false),
    }
}
