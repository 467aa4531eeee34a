//! All facets of the difference of two small polytopes, from the overlay of their Gauss maps, and the lowest among them.
//!
//! A facet of `A − B` is a face of A with B's vertex farthest against its normal, a face of B likewise, or the parallelogram of two edges
//! whose arcs cross on the sphere (S. Gottschalk, M. C. Lin, D. Manocha 1996; D. Gregorius, The separating axis test between convex
//! polyhedra, 2013). With `e` the direction of A's edge, `l × r` of its left and right normals, `f` that of B's and `−l'`, `−r'` its normals
//! on the sphere, the arcs cross if `f` has `l` and `r` on different sides, `e` has `l'` and `r'` on different sides, and `l'` is on
//! the side of `e` that `l` is of `f`, which tells the crossing from its antipode. These are signs of products of edges with
//! normals, one bit each: a word per face of A over B's edges, and one per edge of A over both sides of B's edges.
//!
//! **Completeness.** The products err by less than `ρ + 24u`, with `ρ` of the rotation: `6u` for each of the two vectors, `6u` for turning
//! one, `3u` for the product. If all magnitudes are larger, all signs are those of the exact polytopes, no arc ends on another,
//! and the list is complete. Else nothing is claimed.
//!
//! **Heights** err by what [`Overlay`] allows for faces. The cross product of two directions errs by `κ = ρ + 24u` at most, so at an
//! angle of sine `s` the normal errs by `2κ/s`, half of the tilt that is allowed, and the height by that times the size.

use super::lowest::{Facet, Lowest};
use crate::gauss::{Blocks, EDGE_BLOCKS, GaussMap, HALF, VERTEX_BLOCKS};
use crate::math::{Block, Kernel, Quad, Real, SIDE_BY_SIDE};

/// Two Gauss maps and the pose of B in A's frame; lengths are the user's.
pub(super) struct Overlay<'m, T> {
    pub maps: [&'m GaussMap<T>; 2],
    /// The columns of B's rotation.
    pub turn: [[T; 3]; 3],
    pub offset: [T; 3],
    /// `ρ`.
    pub rotation_error: T,
    /// By how much the points of the difference may be off.
    pub point_error: T,
    /// None of them is farther from the origin.
    pub size: T,
}

impl<T: Real> Kernel<T> for Overlay<'_, T> {
    /// `None` if not all signs are certain.
    type Output = Option<Lowest<T>>;

    #[inline(always)]
    fn run<Q: Quad<T>>(self, token: Q::Token) -> Option<Lowest<T>> {
        let [a, b] = self.maps;
        let (mut normals, mut directions) = (Blocks::empty(b.faces.count), Blocks::empty(b.edges.count));
        self.turn::<Q, _>(token, &b.faces, &mut normals);
        self.turn::<Q, _>(token, &b.edges, &mut directions);
        let (mut of_faces, mut of_edges) = ([[0; SIDE_BY_SIDE]; _], [[0; SIDE_BY_SIDE]; _]);
        let certain = |least: Q| least.above(Q::splat(token, self.kappa())) == (1 << SIDE_BY_SIDE) - 1;
        let in_their_block = |word, block, bits| word | u64::from(bits) << (SIDE_BY_SIDE * block);
        if !certain(signs::<T, Q, _, _>(token, (&a.faces, &directions), &mut of_faces, in_their_block)) {
            return None;
        }
        let last = b.sides.len() - 1;
        let sides_of = |word, block: usize, bits| word | b.sides[block.min(last)][bits as usize % (1 << SIDE_BY_SIDE)];
        if !certain(signs::<T, Q, _, _>(token, (&a.edges, &normals), &mut of_edges, sides_of)) {
            return None;
        }
        let mut lowest = Lowest::none();
        let (mut points, mut moved) = (Blocks::empty(b.vertices.count), a.vertices);
        self.turn::<Q, _>(token, &b.vertices, &mut points);
        for block in &mut points.blocks {
            shift::<T, Q>(token, block, self.offset);
        }
        heights::<T, Q, _, _>(token, (&a.faces, &a.offsets), &points, |face, height| {
            lowest.offer(height, self.of_face(), || (Facet::OfA(face), a.faces.get(face)));
        });
        for block in &mut moved.blocks {
            shift::<T, Q>(token, block, negative(self.offset));
        }
        heights::<T, Q, _, _>(token, (&normals, &b.offsets), &moved, |face, height| {
            lowest.offer(height, self.of_face(), || (Facet::OfB(face), negative(normals.get(face))));
        });
        self.cross(&directions, &points, [of_faces.as_flattened(), of_edges.as_flattened()], &mut lowest);
        Some(lowest)
    }
}

impl<T: Real> Overlay<'_, T> {
    fn kappa(&self) -> T {
        self.rotation_error + T::from_f64(24.0) * T::UNIT
    }

    /// Tilt and error of a face: the offset, two moves and a product, `12u` in all, of vectors that are off by no more than `κ`.
    #[inline(always)]
    fn of_face(&self) -> [T; 2] {
        [self.kappa(), self.point_error + (self.kappa() + T::from_f64(12.0) * T::UNIT) * self.size]
    }

    /// Tilt and error of a parallelogram, with the inverse of the sine.
    #[inline(always)]
    fn across(&self, inverse: T) -> [T; 2] {
        let tilt = T::from_f64(4.0) * self.kappa() * inverse;
        [tilt, self.point_error + (tilt + T::from_f64(12.0) * T::UNIT) * self.size]
    }

    /// Vectors of B as A sees them.
    #[inline(always)]
    fn turn<Q: Quad<T>, const N: usize>(&self, token: Q::Token, of_b: &Blocks<T, N>, turned: &mut Blocks<T, N>) {
        let splat = |x: T| Q::splat(token, x);
        let [u, v, w] = &self.turn;
        for (turned, block) in turned.blocks.iter_mut().zip(of_b.used()) {
            let load = |k: usize| Q::load(token, &block[k]);
            let (x, y, z) = (load(0), load(1), load(2));
            for k in 0..3 {
                (x * splat(u[k]) + y * splat(v[k]) + z * splat(w[k])).store(&mut turned[k]);
            }
        }
    }

    /// Looks at the parallelograms of all arcs that cross.
    #[inline(always)]
    fn cross(
        &self,
        directions: &Blocks<T, EDGE_BLOCKS>,
        points: &Blocks<T, VERTEX_BLOCKS>,
        [of_faces, of_edges]: [&[u64]; 2],
        lowest: &mut Lowest<T>,
    ) {
        let [a, b] = self.maps;
        for (i, (arc, &sides)) in a.arcs.iter().zip(of_edges).enumerate().take(a.edges.count) {
            let [left, right] = [of_faces[arc.sides[0] as usize], of_faces[arc.sides[1] as usize]];
            let mut crossed = (left ^ right) & !(left ^ sides) & !(right ^ sides >> HALF);
            crossed &= (1 << HALF) - 1;
            if crossed == 0 {
                continue;
            }
            let (e, p) = (a.edges.get(i), a.vertices.get(arc.ends[0] as usize));
            while crossed != 0 {
                let j = crossed.trailing_zeros() as usize % HALF;
                crossed &= crossed - 1;
                let (f, q) = (directions.get(j), points.get(b.arcs[j].ends[0] as usize));
                let normal = if left >> j & 1 == 1 { cross(e, f) } else { cross(f, e) };
                let inverse = T::ONE / product(normal, normal).sqrt();
                let height = product(normal, [p[0] - q[0], p[1] - q[1], p[2] - q[2]]) * inverse;
                lowest.offer(height, self.across(inverse), || (Facet::Across(*arc, b.arcs[j]), normal));
            }
        }
    }
}

/// Moves points.
#[inline(always)]
fn shift<T: Real, Q: Quad<T>>(token: Q::Token, points: &mut Block<T>, by: [T; 3]) {
    for k in 0..3 {
        (Q::load(token, &points[k]) + Q::splat(token, by[k])).store(&mut points[k]);
    }
}

/// A word for each of some vectors, made of the signs of its products with others: a bit is set for each of four that is positive.
/// Returns the least magnitudes.
#[inline(always)]
fn signs<T: Real, Q: Quad<T>, const M: usize, const N: usize>(
    token: Q::Token,
    (ones, fours): (&Blocks<T, M>, &Blocks<T, N>),
    words: &mut [[u64; SIDE_BY_SIDE]; M],
    with: impl Fn(u64, usize, u32) -> u64,
) -> Q {
    let (zero, mut least) = (Q::splat(token, T::ZERO), Q::splat(token, T::INFINITY));
    for (block, words) in ones.used().iter().zip(words) {
        // Two at a time, so that what is common is done once for both.
        for lane in [0, 2] {
            let both = [lane_of::<T, Q>(token, block, lane), lane_of::<T, Q>(token, block, lane + 1)];
            let mut bits = [0; 2];
            for (number, four) in fours.used().iter().enumerate() {
                for (one, bits) in both.iter().zip(&mut bits) {
                    let product = dot::<T, Q>(token, *one, four);
                    *bits = with(*bits, number, product.above(zero));
                    least = least.smaller(product.magnitude());
                }
            }
            words[lane..lane + 2].copy_from_slice(&bits);
        }
    }
    least
}

/// Visits the heights of faces with these offsets, by their numbers, over the lowest of the points along their normals.
#[inline(always)]
fn heights<T: Real, Q: Quad<T>, const M: usize, const N: usize>(
    token: Q::Token,
    (normals, offsets): (&Blocks<T, M>, &[[T; SIDE_BY_SIDE]; M]),
    points: &Blocks<T, N>,
    mut visit: impl FnMut(usize, T),
) {
    for (number, (block, offsets)) in normals.used().iter().zip(offsets).enumerate() {
        let mut low = Q::splat(token, T::INFINITY);
        for points in points.used() {
            for lane in 0..SIDE_BY_SIDE {
                low = low.smaller(dot::<T, Q>(token, lane_of::<T, Q>(token, points, lane), block));
            }
        }
        let mut heights = [T::ZERO; SIDE_BY_SIDE];
        (Q::load(token, offsets) - low).store(&mut heights);
        let first = SIDE_BY_SIDE * number;
        for (lane, &height) in heights.iter().enumerate().take(normals.count - first) {
            visit(first + lane, height);
        }
    }
}

/// One of the vectors of a block, four times.
#[inline(always)]
fn lane_of<T: Real, Q: Quad<T>>(token: Q::Token, block: &Block<T>, lane: usize) -> [Q; 3] {
    [Q::splat(token, block[0][lane]), Q::splat(token, block[1][lane]), Q::splat(token, block[2][lane])]
}

#[inline(always)]
fn dot<T: Real, Q: Quad<T>>(token: Q::Token, [x, y, z]: [Q; 3], block: &Block<T>) -> Q {
    x * Q::load(token, &block[0]) + y * Q::load(token, &block[1]) + z * Q::load(token, &block[2])
}

#[inline(always)]
fn product<T: Real>(v: [T; 3], w: [T; 3]) -> T {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

#[inline(always)]
fn cross<T: Real>(v: [T; 3], w: [T; 3]) -> [T; 3] {
    [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]
}

#[inline(always)]
fn negative<T: Real>(v: [T; 3]) -> [T; 3] {
    [-v[0], -v[1], -v[2]]
}
