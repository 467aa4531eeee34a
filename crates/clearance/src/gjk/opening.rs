//! How a run on polytopes begins that knows nothing: with the vertex along a first direction, and what the plane of the next one
//! says of it.
//!
//! That vertex is the nearest feature of most pairs that are far apart. Then the answer is made of it at once, bit by bit that of the
//! run from the same direction; else the run goes on from here.

use super::{Closest, End, Facing, Finish, Goal, Lens, Means, Simplex, Step, robust};
use crate::difference::{Difference, Vertex};
use crate::math::{Real, Vector};
use crate::space::Space;
use crate::support::{Hint, Support};

/// One support evaluation.
pub(crate) struct First<V: Vector> {
    vertex: Vertex<V>,
    /// Its direction, from B to A, and what its plane proves: see [`Closest::lower`].
    axis: V,
    pub lower: V::Scalar,
}

/// Two of them.
pub(crate) struct Opening<V: Vector> {
    /// The first vertex, with its length and the square of that.
    pub vertex: Vertex<V>,
    pub length: V::Scalar,
    squared: V::Scalar,
    /// The one that lies farthest against it.
    next: Vertex<V>,
    /// See [`Closest::lower`] and [`Closest::axis`].
    pub lower: V::Scalar,
    axis: V,
}

impl<V: Space> First<V> {
    /// Along a direction from B to A.
    #[inline(always)]
    pub fn along<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(m: &Difference<'_, V, A, B>, axis: V) -> Self {
        let vertex = m.support(-axis, [Hint::NONE; 2]);
        First { vertex, axis, lower: axis.dot(vertex.w) / axis.norm() - m.plane_error }
    }

    /// The run from here.
    #[inline(always)]
    pub fn closest(&self) -> Closest<V> {
        Closest::from_simplex(Simplex::new(self.vertex), self.axis, self.lower, 1)
    }

    /// A search that ends here.
    #[inline(always)]
    pub fn facing(&self, end: End, iterations: u32) -> Facing<V> {
        let First { vertex, axis, lower } = *self;
        Facing { vertex, upper: V::Scalar::INFINITY, end, lower, axis, iterations }
    }

    /// Looks against the vertex; `None` if that is so near that its direction says little.
    #[inline(always)]
    pub fn opening<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        m: &Difference<'_, V, A, B>,
        observe: impl FnOnce(Step<'_, V>),
    ) -> Option<Opening<V>> {
        let vertex = self.vertex;
        let (v, squared) = (vertex.w, vertex.w.norm_squared());
        if !(squared > V::Scalar::power_of_two(-20) * m.size * m.size) {
            return None;
        }
        let next = m.support(-v, [Hint::NONE; 2]);
        let length = squared.sqrt();
        let bound = v.dot(next.w) / length - m.plane_error;
        let (lower, axis) = if bound > self.lower { (bound, v) } else { (self.lower, self.axis) };
        observe(Step {
            iteration: Opening::<V>::ITERATIONS,
            means: Means::Nearest,
            simplex: &Simplex::new(vertex),
            point: next,
            direction: -v,
            lower,
            lens: Lens::new(m),
        });
        Some(Opening { vertex, length, squared, next, lower, axis })
    }
}

impl<V: Space> Opening<V> {
    /// Support evaluations of an opening.
    pub const ITERATIONS: u32 = 2;

    /// Whether nothing is nearer than the vertex: the run would end here.
    #[inline(always)]
    pub fn holds<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        m: &Difference<'_, V, A, B>,
        goal: &Goal<V::Scalar>,
        observe: impl FnOnce(Finish<'_, V>),
    ) -> bool {
        let holds = goal.is_met(m, (self.length, self.lower), || self.next.same(&self.vertex));
        if holds {
            let (simplex, lens) = (&Simplex::new(self.vertex), Lens::new(m));
            observe(Finish { end: End::Apart, iterations: Self::ITERATIONS, simplex, lower: self.lower, lens });
        }
        holds
    }

    /// Takes the second vertex to a run with the first one, where that lies: it is a large value. Its nearest point, with the squared
    /// length.
    #[inline(always)]
    pub fn extend<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &self,
        m: &Difference<'_, V, A, B>,
        closest: &mut Closest<V>,
    ) -> (V, V::Scalar) {
        (closest.lower, closest.axis, closest.iterations) = (self.lower, self.axis, Self::ITERATIONS);
        let simplex = &mut closest.simplex;
        simplex.push(self.next);
        match V::nearest(simplex, self.next.w, m.point_error) {
            Some(nearest) if nearest.squared < self.squared && simplex.satisfies_kkt(&nearest) => {
                simplex.keep(nearest);
                (nearest.point, nearest.squared)
            }
            _ => {
                reduce_robustly(simplex, self.squared);
                (simplex.nearest, simplex.squared)
            }
        }
    }
}

/// The same where the plain step does not know the nearest feature.
#[cold]
#[inline(never)]
fn reduce_robustly<V: Space>(simplex: &mut Simplex<V>, squared: V::Scalar) {
    let nearest = robust::nearest(simplex);
    simplex.keep(if nearest.squared < squared { nearest } else { robust::nearest_with_newest(simplex) });
}
