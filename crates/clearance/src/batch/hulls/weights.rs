//! The weights of nearest points: [`Simplex::weights`](crate::gjk::Simplex::weights) without branches.

use super::vector::{Point, choose, cross};
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real};

/// The weights of the first point, of the second where `two` holds and of the third where `three` does; null for others. And whether
/// they are precise: of needles and of what has no extent they are not.
#[inline(always)]
pub(super) fn weights<N: Number>([a, b, c]: [Point<N>; 3], [two, three]: [N::Mask; 2]) -> ([N; 3], N::Mask) {
    let number = |x: f64| a[0].like(N::Float::from_f64(x));
    let (zero, one) = (number(0.0), number(1.0));
    let (ab, bc, ca) = (minus(b, a), minus(c, b), minus(a, c));
    let (abab, bcbc, caca) = (dot(ab, ab), dot(bc, bc), dot(ca, ca));
    let on_edge = on_edge([a, b], ab, abab);
    // Seen from the corner opposite to the longest edge the other two edges are the shorter ones.
    let from_a = abab.at_most(bcbc) & caca.at_most(bcbc);
    let from_b = !from_a & abab.at_most(caca);
    let pick = |x, y, z| choose(from_a, x, choose(from_b, y, z));
    let ([p, q, r], sound) = from_corner(pick(a, b, c), pick(b, c, a), pick(c, a, b));
    let pick = |x, y, z| N::choose(from_a, x, N::choose(from_b, y, z));
    let on_face = [pick(p, r, q), pick(q, p, r), pick(r, q, p)];
    let flat = !three;
    let precise = (three & sound) | (flat & (!two | abab.above(zero)));
    let raw = [
        N::choose(three, on_face[0], N::choose(two, on_edge[0], one)),
        N::choose(three, on_face[1], N::choose(two, on_edge[1], zero)),
        N::choose(three, on_face[2], zero),
    ];
    let [x, y, z] = [raw[0].larger(zero), raw[1].larger(zero), raw[2].larger(zero)];
    let sum = x + y + z;
    ([x / sum, y / sum, z / sum], precise)
}

/// The weights of both ends in the foot of the origin on a line.
#[inline(always)]
fn on_edge<N: Number>([a, b]: [Point<N>; 2], along: Point<N>, squared: N) -> [N; 2] {
    let one = squared.like(N::Float::ONE);
    // Measured from the nearer end, which loses nothing to cancellation.
    let from_a = dot(a, a).at_most(dot(b, b));
    let part = N::choose(from_a, -dot(a, along), dot(b, along)) / squared;
    let t = N::choose(from_a, part, one - part);
    [one - t, t]
}

/// The weights of `a`, `b` and `c` in the origin's foot on their plane, from the edges at `a`, and whether these are no needle.
#[inline(always)]
fn from_corner<N: Number>(a: Point<N>, b: Point<N>, c: Point<N>) -> ([N; 3], N::Mask) {
    let one = a[0].like(N::Float::ONE);
    let (x, y) = (minus(b, a), minus(c, a));
    let m = cross(x, y);
    let mm = dot(m, m);
    let least = one.like(N::Float::power_of_two(-10)) * (dot(x, x) * dot(y, y));
    let (of_b, of_c) = (dot(m, cross(y, a)) / mm, dot(m, cross(a, x)) / mm);
    ([one - of_b - of_c, of_b, of_c], least.at_most(mm) & mm.above(one.like(N::Float::ZERO)))
}
