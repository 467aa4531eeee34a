//! From what is known of two cores to the answer about the bodies.

use super::request::{Depth, Event, Observer, Termination, goal};
use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{self, CachedPolytope, Expansion, Penetration};
use crate::gjk::{self, CachedFeatures, Closest, End};
use crate::math::{Each, Real, Vector};
use crate::newton::Lowest;
use crate::options::Options;
use crate::proximity::{Bounds, Feature, Proximity, Status, status_of};
use crate::simplex::{Barycentric, Simplex};
use crate::support::{Hint, SupportExt};

/// Two bodies: their cores, and the radii of what is swept over them.
pub(crate) struct Swept<'s, V: Vector> {
    pub m: Difference<'s, V>,
    pub radius: [V::Scalar; 2],
}

impl<V: Dimension> Swept<'_, V> {
    pub(crate) fn goal(&self, max: V::Scalar, options: &Options<V::Scalar>) -> gjk::Goal<V::Scalar> {
        goal(&self.m, self.radius[0] + self.radius[1], max, options)
    }

    /// The answer from how GJK ended.
    #[inline(always)]
    pub fn ended(
        &self,
        closest: &Closest<V>,
        options: &Options<V::Scalar>,
        depth: Depth,
        (kept, termination): (Option<&mut CachedPolytope>, &mut Termination),
        observer: &mut Observer<'_, V>,
    ) -> Proximity<V> {
        match closest.end {
            End::Inside if depth != Depth::Wanted => self.inside(closest),
            End::Inside => self.grown(closest, options, kept, observer),
            End::Contact if depth != Depth::Unproven => self.grown(closest, options, kept, observer),
            End::Apart | End::Beyond | End::Limit | End::Contact => {
                termination.beyond = closest.end == End::Beyond;
                termination.cut_short = matches!(closest.end, End::Limit | End::Contact);
                self.apart(closest)
            }
        }
    }

    fn growth_goal(&self, options: &Options<V::Scalar>) -> epa::Goal<V::Scalar> {
        let m = &self.m;
        // Polytopes run to the exact facet; curved cores to the option, or to what rounding leaves.
        let floor = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.frame.size;
        let (relative, floor) = if m.polytopal {
            (V::Scalar::ZERO, V::Scalar::ZERO)
        } else {
            (options.relative, floor.max(options.curved_depth * m.frame.size))
        };
        epa::Goal {
            relative,
            absolute: floor.max(options.absolute * m.frame.scale),
            max_expansions: options.max_expansions,
        }
    }

    /// From what GJK knows of cores that are apart, or of a run that was cut short.
    pub(crate) fn apart(&self, closest: &Closest<V>) -> Proximity<V> {
        // By the number of points, so that what is made of them need not be written and read again.
        match closest.simplex.len() {
            1 => self.apart_at(closest, &Barycentric::at_point(&closest.simplex)),
            2 => self.apart_at(closest, &Barycentric::on_edge(&closest.simplex)),
            _ => self.apart_at(closest, &Barycentric::on_face(&closest.simplex)),
        }
    }

    #[inline(always)]
    fn apart_at(&self, closest: &Closest<V>, sum: &Barycentric<V>) -> Proximity<V> {
        let (lower, upper) = (closest.lower, self.m.frame.upper(sum.w.norm().min(closest.upper)));
        let length = closest.simplex.squared.sqrt();
        // Of polytopes the nearest point is known best; of curved cores, and of a run that ended on a bound, the best plane is.
        let by_plane = !self.m.polytopal || closest.end == End::Beyond || !self.has_direction(closest, length);
        let (normal, distance) = if by_plane {
            (-closest.axis.normalized(), closest.lower + self.m.frame.plane_error)
        } else {
            (closest.simplex.nearest * -(V::Scalar::ONE / length), length)
        };
        let core = Core { normal, distance: distance.max(lower).min(upper), lower, upper };
        if closest.end == End::Apart && self.is_askew(&core, sum.w) {
            let sum = if self.m.polytopal { self.on_edge(&core, sum, &closest.simplex) } else { *sum };
            if self.is_askew(&core, sum.w) {
                return self.straightened(core, closest.simplex, closest.iterations);
            }
            return self.assemble(&core, &sum, closest.iterations, true);
        }
        self.assemble(&core, sum, closest.iterations, true)
    }

    /// Whether the nearest point's direction is a good one: if it is the one that proves the bound, or if its plane proves as much. That of a
    /// point as short as its rounding never is.
    #[inline(always)]
    fn has_direction(&self, closest: &Closest<V>, length: V::Scalar) -> bool {
        let is_long = length > V::Scalar::power_of_two(-12) * self.m.frame.size;
        is_long & (closest.axis == closest.simplex.nearest)
            || length > V::Scalar::from_f64(16.0) * self.m.frame.point_error && self.proves_as_much(closest, length)
    }

    #[cold]
    #[inline(never)]
    fn proves_as_much(&self, closest: &Closest<V>, length: V::Scalar) -> bool {
        let axis = closest.simplex.nearest * (V::Scalar::ONE / length);
        let lower = axis.dot(self.m.support(-axis, [Hint::NONE; 2]).w) - self.m.frame.plane_error;
        lower >= closest.lower - enough(self.m.frame.size)
    }

    /// Whether points that are as near as wanted do not face each other: lengths feel that in second order only.
    #[inline(always)]
    pub(crate) fn is_askew(&self, core: &Core<V>, w: V) -> bool {
        let enough = enough(self.m.frame.size);
        (w + core.normal * core.distance).norm_squared() > enough * enough
    }

    /// The sum of the points, or of two of them if that is nearer to the projection of the origin: the weights of a needle are mostly rounding.
    #[cold]
    #[inline(never)]
    fn on_edge(&self, core: &Core<V>, sum: &Barycentric<V>, simplex: &Simplex<V>) -> Barycentric<V> {
        let (zero, one, projection) = (V::Scalar::ZERO, V::Scalar::ONE, core.normal * -core.distance);
        let mut best = *sum;
        for j in 1..simplex.len() {
            for i in 0..j {
                let edge = simplex.w(j) - simplex.w(i);
                let t = ((projection - simplex.w(i)).dot(edge) / edge.norm_squared()).max(zero).min(one);
                let mut both = Simplex::new(*simplex.point(i));
                both.push(*simplex.point(j));
                let found = Barycentric::with(&both, [one - t, t, zero]);
                if (found.w - projection).norm_squared() < (best.w - projection).norm_squared() {
                    best = found;
                }
            }
        }
        best
    }

    /// From such points, and others of the face that they are on.
    #[cold]
    #[inline(never)]
    pub(crate) fn straightened(&self, core: Core<V>, simplex: Simplex<V>, iterations: u32) -> Proximity<V> {
        let plane = Lowest { normal: core.normal, height: -core.distance };
        let (contact, evaluations) = settled(&self.m, plane, Contact::new(plane, simplex));
        let lower = core.lower.max(-contact.plane.height - self.m.frame.plane_error);
        let sum = Barycentric::new(&contact.simplex);
        let upper = core.upper.min(self.m.frame.upper(sum.w.norm()));
        let distance = core.distance.max(lower).min(upper);
        let core = Core { normal: contact.plane.normal, distance, lower, upper };
        self.assemble(&core, &sum, iterations + evaluations, true)
    }

    /// From the features that were nearest and still are.
    #[inline(always)]
    pub(crate) fn standing(&self, found: &CachedFeatures<V>) -> Proximity<V> {
        let sum = found.weighted(&self.m);
        let (lower, upper) = (found.lower, self.m.frame.upper(sum.w.norm()));
        let normal = found.nearest * -(V::Scalar::ONE / found.length);
        let core = Core { normal, distance: found.length.max(lower).min(upper), lower, upper };
        self.assemble(&core, &sum, 1, true)
    }

    /// From a polytope that is grown from where GJK ended.
    #[inline(never)]
    fn grown(
        &self,
        closest: &Closest<V>,
        options: &Options<V::Scalar>,
        kept: Option<&mut CachedPolytope>,
        observer: &mut Observer<'_, V>,
    ) -> Proximity<V> {
        let (goal, seed) = (self.growth_goal(options), (&closest.simplex, -closest.axis));
        let mut show;
        let mut watch: epa::Watch<'_, V> = None;
        if let Some(observer) = observer {
            show = |step: Expansion<'_, V>| observer(Event::Expansion(step));
            watch = Some(&mut show);
        }
        let found = epa::penetration(&self.m, seed, &goal, kept, &mut watch);
        self.overlapping(closest, &found)
    }

    /// From the grown polytope.
    pub(crate) fn overlapping(&self, closest: &Closest<V>, found: &Penetration<V>) -> Proximity<V> {
        let lower = closest.lower.max(-found.ceiling - self.m.frame.plane_error);
        let sum = Barycentric::with(&found.simplex, found.weights);
        let upper = if found.floor >= V::Scalar::ZERO {
            self.m.frame.point_error - found.floor
        } else {
            // Cores that turned out to be apart within rounding. Planes tell nothing from above; points of both do.
            let apart = sum.w.norm().min(Barycentric::new(&closest.simplex).w.norm());
            self.m.frame.upper(apart.min(closest.upper))
        };
        // The run before may have seen a plane that is lower than all of the growth: of needles, whose facets have no normals.
        let is_lower =
            self.m.polytopal && closest.lower > enough(self.m.frame.size) - found.ceiling - self.m.frame.plane_error;
        let normal = if is_lower { -closest.axis.normalized() } else { found.normal };
        let core = Core { normal, distance: (-found.height).max(lower).min(upper), lower, upper };
        let iterations = closest.iterations + found.evaluations;
        self.assemble(&core, &sum, iterations, !found.tied)
    }

    /// Cores that certainly overlap, by an amount that nobody asked for: a common point instead of the witness points.
    fn inside(&self, closest: &Closest<V>) -> Proximity<V> {
        let zero = V::Scalar::ZERO;
        let weights = V::inner_weights(&closest.simplex);
        let mut common = self.m.a.anchor();
        for (point, &weight) in closest.simplex.points().zip(&weights) {
            common += point.a * weight;
        }
        let radius = self.radius[0] + self.radius[1];
        Proximity {
            signed_distance: zero,
            normal: -closest.axis.normalized(),
            witness_a: common,
            witness_b: common,
            bounds: self.bounds(closest.lower, zero, radius),
            features: [Feature::SMOOTH; 2],
            unique: false,
            status: Status::Overlapping,
            proven: true,
            iterations: closest.iterations,
        }
    }

    /// Bounds of the bodies' signed distance in the user's lengths from those of the scaled cores.
    fn bounds(&self, lower: V::Scalar, upper: V::Scalar, radius: V::Scalar) -> Bounds<V::Scalar> {
        let [lower, upper] = self.m.frame.outward([lower, upper], radius);
        Bounds { lower, upper }
    }

    #[inline(always)]
    pub(crate) fn assemble(&self, core: &Core<V>, sum: &Barycentric<V>, iterations: u32, unique: bool) -> Proximity<V> {
        let features = [
            Feature::from_points(self.m.a, sum.ids[0], sum.weights, sum.count),
            Feature::from_points(self.m.b, sum.ids[1], sum.weights, sum.count),
        ];
        self.assembled(core, [sum.a, sum.b], features, iterations, unique)
    }

    /// From the witness points of the cores, each in its own frame.
    #[inline(always)]
    pub(crate) fn assembled(
        &self,
        core: &Core<V>,
        [a, b]: [V; 2],
        features: [Feature<V::Scalar>; 2],
        iterations: u32,
        unique: bool,
    ) -> Proximity<V> {
        let m = &self.m;
        let radius = self.radius[0] + self.radius[1];
        let bounds = self.bounds(core.lower, core.upper, radius);
        let distance = (core.distance * m.frame.unscale - radius).max(bounds.lower).min(bounds.upper);
        let witness_a = a + core.normal * self.radius[0];
        let witness_b = m.b_in_a(b) - core.normal * self.radius[1];
        let miss = (witness_b - witness_a - core.normal * distance) * V::Scalar::HALF;
        let enough = enough(m.frame.size);
        let [witness_a, witness_b] = if (miss * m.frame.scale).norm_squared() <= enough * enough {
            // Both points are right to rounding; their middle shares the error, and the contract holds by construction.
            let witness_a = witness_a + miss + m.a.anchor();
            [witness_a, witness_a + core.normal * distance]
        } else {
            let witness_points = [witness_a, witness_b].each(|point| point + m.a.anchor());
            askew(witness_points, miss, core.normal, distance, bounds.width())
        };
        let (status, proven) = status_of(&bounds);
        Proximity {
            signed_distance: distance,
            normal: core.normal,
            witness_a,
            witness_b,
            bounds,
            features,
            unique,
            status,
            proven,
            iterations,
        }
    }
}

/// Witness points that miss each other by more than rounding. They stay in their bodies where they face each other within the bounds; those of a
/// run that was cut short do not, and are moved to where they do.
#[cold]
#[inline(never)]
fn askew<V: Vector>(
    [witness_a, witness_b]: [V; 2],
    miss: V,
    normal: V,
    distance: V::Scalar,
    width: V::Scalar,
) -> [V; 2] {
    if (miss.dot(normal) * V::Scalar::TWO).abs() <= width {
        return [witness_a, witness_b];
    }
    let witness_a = witness_a + miss;
    [witness_a, witness_a + normal * distance]
}

/// The signed distance of the cores, scaled.
pub(crate) struct Core<V: Vector> {
    pub normal: V,
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
}
