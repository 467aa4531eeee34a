//! The distance sub-algorithm of [`gjk::dim3`](crate::gjk::dim3) without branches: the same operations in the same order, of which each
//! lane chooses.

use super::vector::{Point, choose, cross, reject, times};
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real};

/// The feature nearest to the origin of two to four points, the newest first. It always holds the newest.
pub(super) struct Reduced<N: Number> {
    pub point: Point<N>,
    pub squared: N,
    pub rest: Rest<N>,
    /// Whether the direction of `point` is known.
    pub sound: N::Mask,
    /// The origin is certainly inside of the tetrahedron.
    pub inside: N::Mask,
    /// Whether the origin is inside takes another look.
    pub unclear: N::Mask,
}

/// What a feature rests on beside the newest point: nothing; the second, third or fourth point, told as 1 to 3; or of these the second and
/// third, the third and fourth, or the fourth and second, told as 4 to 6.
#[derive(Clone, Copy)]
pub(super) struct Rest<N>(N);

impl<N: Number> Rest<N> {
    /// How many points the feature has.
    #[inline(always)]
    pub fn count(self) -> N {
        let number = |x: f64| self.0.like(N::Float::from_f64(x));
        let more = |x: f64| N::choose(self.0.above(number(x)), number(1.0), number(0.0));
        number(1.0) + more(0.5) + more(3.5)
    }

    /// Whether the first of the two, or the one, is the third point of all, and whether it is the fourth.
    #[inline(always)]
    pub fn first(self) -> [N::Mask; 2] {
        let number = |x: f64| self.0.like(N::Float::from_f64(x));
        let place = N::choose(self.0.above(number(3.5)), self.0 - number(3.0), self.0);
        [place.above(number(1.5)), place.above(number(2.5))]
    }
}

/// A nearest point with what it rests on.
#[derive(Clone, Copy)]
struct Near<N: Number> {
    point: Point<N>,
    squared: N,
    rest: N,
    sound: N::Mask,
}

impl<N: Number> Near<N> {
    #[inline(always)]
    fn new(point: Point<N>, rest: N, sound: N::Mask) -> Self {
        Near { point, squared: dot(point, point), rest, sound }
    }

    /// `first` where the claim holds, else `second`.
    #[inline(always)]
    fn choose(claim: N::Mask, first: Self, second: Self) -> Self {
        Near {
            point: choose(claim, first.point, second.point),
            squared: N::choose(claim, first.squared, second.squared),
            rest: N::choose(claim, first.rest, second.rest),
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
struct Edge<N: Number> {
    along: Point<N>,
    squared: N,
    /// Whether the origin lies on the edge's side of the newest point.
    ahead: N::Mask,
    /// The nearest point of the newest point and the edge.
    near: Near<N>,
}

impl<N: Number> Edge<N> {
    #[inline(always)]
    fn new(corner: Near<N>, end: Point<N>, rest: f64) -> Self {
        let a = corner.point;
        let zero = a[0].like(N::Float::ZERO);
        let along = minus(end, a);
        let ahead = zero.above(dot(along, a));
        let squared = dot(along, along);
        let on_edge = Near::new(reject(a, along, squared), zero.like(N::Float::from_f64(rest)), corner.sound);
        Edge { along, squared, ahead, near: Near::choose(ahead, on_edge, corner) }
    }
}

/// A face between two edges.
struct Face<N: Number> {
    normal: Point<N>,
    /// `normal·a`.
    height: N,
    near: Near<N>,
}

impl<N: Number> Face<N> {
    /// Voronoi regions of the newest point, both edges and the face.
    #[inline(always)]
    fn new(corner: Near<N>, ab: &Edge<N>, ac: &Edge<N>, rest: f64) -> Self {
        let a = corner.point;
        let zero = a[0].like(N::Float::ZERO);
        let normal = cross(ab.along, ac.along);
        let (beyond_ab, beyond_ac) = (dot(cross(normal, ab.along), a), dot(cross(ac.along, normal), a));
        let (squared, height) = (dot(normal, normal), dot(normal, a));
        let area = squared.above(zero);
        let inside = beyond_ab.at_most(zero) & beyond_ac.at_most(zero) & area;
        let sound = (zero.like(N::Float::power_of_two(-20)) * (ab.squared * ac.squared)).at_most(squared);
        let foot = Near::new(times(normal, height / squared), zero.like(N::Float::from_f64(rest)), sound);
        let on_ab = beyond_ab.above(zero) & ab.ahead;
        let on_ac = beyond_ac.above(zero) & ac.ahead;
        // Beyond both edges, or of a triangle without area, the nearer edge.
        let second = on_ac & !on_ab | !(on_ab & !on_ac) & ab.near.squared.above(ac.near.squared);
        let at_corner = !on_ab & !on_ac & area;
        let border = Near::choose(at_corner, corner, Near::choose(second, ac.near, ab.near));
        Face { normal, height, near: Near::choose(inside, foot, border) }
    }
}

/// The nearest feature of the first two points, the third where `three` holds, and the fourth where `four` does too; those that do not
/// count must be finite. `error` bounds the error of each point.
#[inline(always)]
pub(super) fn nearest<N: Number>([a, b, c, d]: [Point<N>; 4], [three, four]: [N::Mask; 2], error: N) -> Reduced<N> {
    let number = |x: f64| error.like(N::Float::from_f64(x));
    let zero = number(0.0);
    let corner = Near::new(a, zero, zero.at_most(zero));
    let (ab, ac, ad) = (Edge::new(corner, b, 1.0), Edge::new(corner, c, 2.0), Edge::new(corner, d, 3.0));
    let abc = Face::new(corner, &ab, &ac, 4.0);
    let (acd, adb) = (Face::new(corner, &ac, &ad, 5.0), Face::new(corner, &ad, &ab, 6.0));

    let volume = dot(abc.normal, ad.along);
    let sign = number(1.0).with_sign(volume);
    let uncertain = determinant_error([a, b, c, d], error);
    let solid = volume.magnitude().above(uncertain);
    // How far the origin is behind a face that holds a, times twice its area.
    let depths = [-sign * abc.height, -sign * acd.height, -sign * adb.height];
    let (behind_abc, behind_acd) = (depths[0].above(uncertain), depths[1].above(uncertain));
    let behind_adb = depths[2].above(uncertain);
    let inside = solid & behind_abc & behind_acd & behind_adb;
    let opposite = sign * dot(cross(minus(c, b), minus(d, b)), b);
    let certain = inside & opposite.above(uncertain);
    let maybe = depths[0].above(zero) & depths[1].above(zero) & depths[2].above(zero) & opposite.above(zero);
    // Behind all three with only the face opposite to a uncertain, the origin is as good as on that face: look at all.
    let all = !solid | inside;
    let nowhere = Near { squared: zero.like(N::Float::INFINITY), ..abc.near };
    let front = Near::choose(all | !behind_abc, abc.near, nowhere);
    let front = front.nearer(all | !behind_acd, acd.near).nearer(all | !behind_adb, adb.near);

    let best = Near::choose(four, front, Near::choose(three, abc.near, ab.near));
    Reduced {
        point: best.point,
        squared: best.squared,
        rest: Rest(best.rest),
        sound: best.sound,
        inside: four & certain,
        unclear: four & maybe & !certain,
    }
}

/// A bound on the error of the determinant of any three of the points.
#[inline(always)]
fn determinant_error<N: Number>([a, b, c, d]: [Point<N>; 4], error: N) -> N {
    let number = |x: f64| error.like(N::Float::from_f64(x));
    let squared = dot(a, a).larger(dot(b, b)).larger(dot(c, c)).larger(dot(d, d));
    let unit = error.like(N::Float::UNIT);
    squared * (number(6.0) * error + number(72.0) * unit * squared.root())
}
