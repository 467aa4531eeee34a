//! The distance sub-algorithm of [`gjk::dim3`](crate::gjk::dim3) without branches: the same operations in the same order, of which each
//! lane chooses.

use super::super::frame::each;
use super::vector::{Point, cross, reject, times};
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real};

/// The feature nearest to the origin of at most four points, the newest first. It always holds the newest.
pub(super) struct Reduced<N: Number> {
    pub point: Point<N>,
    pub squared: N,
    /// The places of the other points that it rests on, the newer one first: 1 to 3, 0 for none.
    pub places: [N; 2],
    /// Whether the direction of `point` is known.
    pub sound: N::Mask,
    /// The origin is certainly inside of the tetrahedron.
    pub inside: N::Mask,
}

/// A nearest point with the places of what it rests on beside the newest point.
#[derive(Clone, Copy)]
struct Near<N: Number> {
    point: Point<N>,
    squared: N,
    places: [N; 2],
    sound: N::Mask,
}

impl<N: Number> Near<N> {
    #[inline(always)]
    fn new(point: Point<N>, places: [N; 2], sound: N::Mask) -> Self {
        Near { point, squared: dot(point, point), places, sound }
    }

    /// `first` where the claim holds, else `second`.
    #[inline(always)]
    fn choose(claim: N::Mask, first: Self, second: Self) -> Self {
        let pick = |x, y| N::choose(claim, x, y);
        Near {
            point: each(|i| pick(first.point[i], second.point[i])),
            squared: pick(first.squared, second.squared),
            places: [pick(first.places[0], second.places[0]), pick(first.places[1], second.places[1])],
            sound: claim & first.sound | !claim & second.sound,
        }
    }

    /// `other` where it is nearer and the claim holds.
    #[inline(always)]
    fn nearer(self, claim: N::Mask, other: Self) -> Self {
        Self::choose(claim & self.squared.above(other.squared), other, self)
    }
}

/// An edge from the newest point.
#[derive(Clone, Copy)]
struct Edge<N: Number> {
    along: Point<N>,
    squared: N,
    /// Whether the origin lies on the edge's side of the newest point.
    ahead: N::Mask,
    /// The nearest point of the newest point and the edge.
    near: Near<N>,
    place: N,
}

impl<N: Number> Edge<N> {
    #[inline(always)]
    fn new(a: Point<N>, end: Point<N>, place: f64) -> Self {
        let zero = a[0].like(N::Float::ZERO);
        let place = zero.like(N::Float::from_f64(place));
        let along = minus(end, a);
        let ahead = zero.above(dot(along, a));
        let sound = zero.at_most(zero);
        let squared = dot(along, along);
        let on_edge = Near::new(reject(a, along, squared), [place, zero], sound);
        let near = Near::choose(ahead, on_edge, Near::new(a, [zero; 2], sound));
        Edge { along, squared, ahead, near, place }
    }
}

/// A face between two edges.
struct Face<N: Number> {
    normal: Point<N>,
    near: Near<N>,
}

impl<N: Number> Face<N> {
    /// Voronoi regions of the newest point, both edges and the face.
    #[inline(always)]
    fn new(a: Point<N>, ab: &Edge<N>, ac: &Edge<N>) -> Self {
        let zero = a[0].like(N::Float::ZERO);
        let normal = cross(ab.along, ac.along);
        let (beyond_ab, beyond_ac) = (dot(cross(normal, ab.along), a), dot(cross(ac.along, normal), a));
        let squared = dot(normal, normal);
        let area = squared.above(zero);
        let inside = beyond_ab.at_most(zero) & beyond_ac.at_most(zero) & area;
        let sound = (zero.like(N::Float::power_of_two(-20)) * (ab.squared * ac.squared)).at_most(squared);
        let foot = Near::new(times(normal, dot(normal, a) / squared), [ab.place, ac.place], sound);
        let on_ab = beyond_ab.above(zero) & ab.ahead;
        let on_ac = beyond_ac.above(zero) & ac.ahead;
        // Beyond both edges, or of a triangle without area, the nearer edge.
        let second = on_ac & !on_ab | !(on_ab & !on_ac) & ab.near.squared.above(ac.near.squared);
        let corner = Near::new(a, [zero; 2], area | !area);
        let border = Near::choose(!on_ab & !on_ac & area, corner, Near::choose(second, ac.near, ab.near));
        Face { normal, near: Near::choose(inside, foot, border) }
    }
}

/// The nearest feature of the first `count` points, which are at least one; the others must be finite. `error` bounds the error of each
/// point.
#[inline(always)]
pub(super) fn nearest<N: Number>([a, b, c, d]: [Point<N>; 4], count: N, error: N) -> Reduced<N> {
    let number = |x: f64| count.like(N::Float::from_f64(x));
    let zero = number(0.0);
    let always = zero.at_most(zero);
    let ab = Edge::new(a, b, 1.0);
    let at_most_two = count.at_most(number(2.0));
    let mut inside = !always;
    let mut best = ab.near;
    if N::any(!at_most_two) {
        let ac = Edge::new(a, c, 2.0);
        let abc = Face::new(a, &ab, &ac);
        best = Near::choose(at_most_two, best, abc.near);
        let solid = count.above(number(3.0));
        if N::any(solid) {
            let ad = Edge::new(a, d, 3.0);
            let (acd, adb) = (Face::new(a, &ac, &ad), Face::new(a, &ad, &ab));
            let volume = dot(abc.normal, ad.along);
            let sign = number(1.0).with_sign(volume);
            let uncertain = determinant_error([a, b, c, d], error);
            let thick = volume.magnitude().above(uncertain);
            // Whether the origin is certainly behind a face that holds a.
            let behind = |face: &Face<N>| (-sign * dot(face.normal, a)).above(uncertain);
            let (behind_abc, behind_acd, behind_adb) = (behind(&abc), behind(&acd), behind(&adb));
            let behind_all = thick & behind_abc & behind_acd & behind_adb;
            let height = sign * dot(cross(minus(c, b), minus(d, b)), b);
            inside = solid & behind_all & height.above(uncertain);
            // Behind all three with only the face opposite to a uncertain, the origin is as good as on that face: look at all.
            let all = !thick | behind_all;
            let nowhere = Near { squared: zero.like(N::Float::INFINITY), ..abc.near };
            let front = Near::choose(all | !behind_abc, abc.near, nowhere);
            let front = front.nearer(all | !behind_acd, acd.near).nearer(all | !behind_adb, adb.near);
            best = Near::choose(solid, front, best);
        }
    }
    let best = Near::choose(count.at_most(number(1.0)), Near::new(a, [zero; 2], always), best);
    Reduced { point: best.point, squared: best.squared, places: best.places, sound: best.sound, inside }
}

/// A bound on the error of the determinant of any three of the points.
#[inline(always)]
fn determinant_error<N: Number>([a, b, c, d]: [Point<N>; 4], error: N) -> N {
    let number = |x: f64| error.like(N::Float::from_f64(x));
    let squared = dot(a, a).larger(dot(b, b)).larger(dot(c, c)).larger(dot(d, d));
    let unit = error.like(N::Float::UNIT);
    squared * (number(6.0) * error + number(72.0) * unit * squared.root())
}
