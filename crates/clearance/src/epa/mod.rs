//! Penetration by signed hull growth: EPA (G. van den Bergen 2001) that cannot fail.
//!
//! The depth is `min h(n)` over unit directions, `h` the support function of the difference. A polytope inside the
//! difference gives a lower bound, the smallest *signed* distance of its facets from the origin; each support plane
//! gives an upper one. The support point along the normal of the nearest facet either proves that facet final or grows
//! the polytope.
//!
//! **Departures.** Distances are signed, so the origin need not be inside to begin: any simplex does, and one that
//! rounding has put beside the origin is overtaken, not an error. Which facets a new point sees is decided by exact
//! orientation signs of the computed points, so the polytope is a convex hull in exact arithmetic: no inverted facet,
//! no gap, no limit on its size. A difference without volume has depth zero, found on the way to the first simplex.
//! Curved cores get second-order steps ([`crate::newton`]) from the best facet, which give the upper bound; the
//! polytope then only has to prove it.
//!
//! **Termination.** Each growth adds a new vertex of the difference; polytopes have finitely many. Curved cores end by
//! tolerance or by [`Options::max_expansions`](crate::Options::max_expansions), with valid bounds either way.

mod cached_polytope;
mod cap;
mod cover;
mod curved;
pub(crate) mod dim2;
pub(crate) mod dim3;
mod facets;
mod flat;
mod grow;
mod horizon;
mod kink;
mod least;
mod memory;
mod meridian;
mod penetration;
mod plane;
mod queue;
mod revolution;
mod trace;

pub(crate) use cached_polytope::CachedPolytope;
pub use grow::Grow;
pub(crate) use least::least_planes;
pub(crate) use meridian::{Meridian, in_plane_of_axes};
pub(crate) use penetration::{Candidate, Penetration};
pub use trace::Expansion;
pub(crate) use trace::Watch;

use crate::contact::{Contact, at_depth, enough, settled};
use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::newton::{Evaluation, Lowest};
use crate::simplex::Simplex;
use crate::support::Hint;
use flat::{complement, orthonormal};

/// A facet of the growing polytope.
#[derive(Clone, Copy, Debug)]
pub struct Facet<V: Vector> {
    pub index: usize,
    /// Its vertices' numbers; two in the plane.
    pub corners: [u32; 3],
    /// Outward and unit.
    pub normal: V,
    /// The signed distance of its plane from the origin.
    pub distance: V::Scalar,
    /// Never above the distance of the exact plane through the computed points.
    pub floor: V::Scalar,
    /// Normal and distance are as good as twofold precision makes them.
    pub refined: bool,
    /// Refined, which has not turned it by more than rounding turns a direction: its support point is still the one it
    /// was.
    pub steady: bool,
}

/// The plane of a facet.
#[derive(Clone, Copy)]
pub struct Seen<V: Vector> {
    /// Outward and unit.
    pub normal: V,
    /// The signed distance of its plane from the origin.
    pub distance: V::Scalar,
    /// Never above the distance of the exact plane.
    pub floor: V::Scalar,
}

/// The dimension's part: a convex polytope of computed points, exact in its topology.
pub trait Growth<V: Vector>: Sized {
    /// The polytope of D + 1 points; `None` if they are not affinely independent. Neither they nor others to come are
    /// farther from the origin than `reach` but for rounding.
    fn new(points: &[Vertex<V>], reach: V::Scalar) -> Option<Self>;
    /// Whether `w` is outside the flat through at most D points, exactly.
    fn independent(flat: &[Vertex<V>], w: V) -> bool;
    /// The facet with the lowest floor, which stays part of the polytope.
    fn nearest(&mut self) -> Option<Facet<V>>;
    /// Computes normal and distance of the facet that [`nearest`](Self::nearest) has just given in twofold precision,
    /// which may change its place in the queue.
    fn refine(&mut self, facet: usize);
    /// Takes the facet that [`nearest`](Self::nearest) has just given out of the queue; it stays part of the polytope.
    fn retire(&mut self, facet: usize);
    /// Grows by a point if it lies strictly beyond the facet.
    fn insert(&mut self, facet: usize, point: Vertex<V>) -> bool;
    /// All facets.
    fn facets(&self) -> impl Iterator<Item = Facet<V>>;
    /// The plane of a facet with these corners, and the same as good as twofold precision makes it.
    fn plane(corners: [V; 3]) -> Seen<V>;
    fn fine_plane(corners: [V; 3]) -> Seen<V>;
    /// The vertices by their numbers.
    fn points(&self) -> &[Vertex<V>];
}

/// The penetration of two cores by growth, from any simplex of their difference and the unit direction of a low support
/// plane; polytopes leave what they have grown in `kept`.
pub(crate) fn grown<V: Grow>(
    m: &Difference<'_, V>,
    (seed, known): (&Simplex<V>, V),
    goal: &Goal<V::Scalar>,
    kept: Option<&mut CachedPolytope>,
    watch: &mut Watch<'_, V>,
) -> Penetration<V> {
    let mut run = Run::new(m);
    if !m.polytopal {
        // The lowest plane of the search before, with what is to be known of its point.
        run.support(known);
    }
    match run.start(seed) {
        Ok(mut hull) if m.polytopal => run.expand_to_facet(&mut hull, goal, kept, watch),
        Ok(hull) => run.expand_to_tolerance(hull, goal, watch),
        Err((normal, points)) => run.flat(normal, seed, &points),
    }
}

/// The polytope that shows the depth of two polytopal cores; `None` for a difference without volume.
pub(crate) fn polytope<V: Grow>(m: &Difference<'_, V>, seed: &Simplex<V>) -> Option<V::Growth> {
    let mut run = Run::new(m);
    let mut hull = run.start(seed).ok()?;
    let goal = Goal::within(V::Scalar::ZERO, V::Scalar::ZERO, u32::MAX);
    run.expand_to_facet(&mut hull, &goal, None, &mut None);
    Some(hull)
}

struct Run<'m, V: Vector> {
    m: &'m Difference<'m, V>,
    evaluations: u32,
    /// The lowest support plane.
    best: Option<Lowest<V>>,
    /// What curved support points know about themselves.
    patches: alloc::vec::Vec<Evaluation<V>>,
}

impl<'m, V: Grow> Run<'m, V> {
    fn new(m: &'m Difference<'m, V>) -> Self {
        Run { m, evaluations: 0, best: None, patches: alloc::vec::Vec::new() }
    }

    /// The first polytope, which holds the seed; or a normal of the flat that holds all of the difference, and points
    /// of it.
    fn start(&mut self, seed: &Simplex<V>) -> Result<V::Growth, (V, alloc::vec::Vec<Vertex<V>>)> {
        let mut corners = [*seed.newest(); 4];
        corners.iter_mut().zip(seed.points()).for_each(|(corner, point)| *corner = *point);
        if let Some(hull) = V::Growth::new(&corners[..seed.len()], self.m.frame.size) {
            return Ok(hull);
        }
        let mut points = alloc::vec::Vec::with_capacity(4);
        for point in seed.points() {
            if points.is_empty() || V::Growth::independent(&points, point.w) {
                points.push(*point);
            }
        }
        while points.len() <= V::DIM {
            match self.leave_flat(&points) {
                Ok(point) => points.push(point),
                Err(normal) => return Err((normal, points)),
            }
        }
        V::Growth::new(&points, self.m.frame.size).ok_or((V::axis(0), points))
    }

    /// The support point along a unit direction; remembers the lowest plane.
    fn support(&mut self, normal: V) -> Vertex<V> {
        self.evaluations += 1;
        let point = if self.m.polytopal {
            self.m.support(normal, [Hint::NONE; 2])
        } else {
            let patch = Evaluation::find(self.m, normal);
            self.patches.push(patch);
            patch.vertex
        };
        self.note(normal, point);
        point
    }

    /// The height of the difference along a unit direction; remembers the lowest plane, and nothing of the point.
    fn ask(&mut self, normal: V) {
        self.evaluations += 1;
        let point = self.m.support(normal, [Hint::NONE; 2]);
        self.note(normal, point);
    }

    fn note(&mut self, normal: V, point: Vertex<V>) {
        // The division only where rounding could let it decide.
        let along = normal.dot(point.w);
        let below = along - V::Scalar::from_f64(8.0) * V::Scalar::UNIT * along.abs();
        if self.best.is_none_or(|lowest| below < lowest.height) {
            let height = along / normal.norm();
            if self.best.is_none_or(|lowest| height < lowest.height) {
                self.best = Some(Lowest { normal, height });
            }
        }
    }

    /// A support point outside the flat of these points, or a normal along which the difference has no extent.
    fn leave_flat(&mut self, points: &[Vertex<V>]) -> Result<Vertex<V>, V> {
        let mut directions = [V::ZERO; 3];
        let spanned = orthonormal(points);
        let mut count = 0;
        for normal in complement(&spanned[..points.len() - 1]) {
            directions[count] = normal;
            count += 1;
        }
        for &normal in &directions[..count] {
            for direction in [normal, -normal] {
                let point = self.support(direction);
                if V::Growth::independent(points, point.w) {
                    return Ok(point);
                }
            }
        }
        Err(directions[0])
    }

    /// The contact, made as good as the points are.
    fn settled(&mut self, known: Contact<V>) -> Contact<V> {
        let (contact, evaluations) = settled(self.m, known.plane, known);
        self.evaluations += evaluations;
        contact
    }

    /// The answer for a difference without volume: it has no depth.
    fn flat(self, normal: V, seed: &Simplex<V>, points: &[Vertex<V>]) -> Penetration<V> {
        let height = normal.dot(points[0].w);
        let (normal, height) = if height > V::Scalar::ZERO { (-normal, -height) } else { (normal, height) };
        let plane = Lowest { normal, height };
        // A run ends on points that are near enough to one another; beside a body as small as that they are not.
        let seen = Contact::new(plane, *seed);
        let Contact { simplex, .. } = if seen.miss <= enough(self.m.frame.size) {
            seen
        } else {
            seen.nearer(at_depth(self.m, plane, height, seed).0)
        };
        Penetration {
            normal,
            height,
            ceiling: height,
            floor: height,
            simplex,
            weights: simplex.weights(),
            evaluations: self.evaluations,
            tied: true,
        }
    }
}

/// The simplex of a facet's corners.
fn corners<V: Vector>(facet: &Facet<V>, points: &[Vertex<V>]) -> Simplex<V> {
    let mut simplex = Simplex::new(points[facet.corners[0] as usize]);
    for &i in &facet.corners[1..V::DIM] {
        simplex.push(points[i as usize]);
    }
    simplex.nearest = facet.normal * facet.distance;
    simplex.squared = simplex.nearest.norm_squared();
    simplex
}
