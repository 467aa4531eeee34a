//! What is left of a proven distance when bodies have moved.

use crate::math::Real;
use crate::shape::rounding::units;

/// A lower bound of a distance that is used up as the bodies move.
///
/// **Lemma.** If no point of a body has moved by more than `μ` and none of another by more than `ν` since the signed
/// distance of the two, which are convex, was at least `s`, it is at least `s − μ − ν` now: each body lies in what it
/// was, swept by a ball of that radius, and the signed distance of the swept bodies is `s − μ − ν`. The same holds for
/// the distance of any two bodies that are apart.
///
/// ```
/// use clearance::enclosure::Budget;
/// let known = Budget { lower: 3.0, travel: 10.0 };
/// let left = known.left(11.5); // both bodies together have moved by 1.5 since
/// assert!(left <= 1.5 && left > 1.5 - 1e-13);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget<T> {
    /// The lower bound when it was proven.
    pub lower: T,
    /// How far both bodies together had [travelled](super::Ball::travel) then, in all their moves.
    pub travel: T,
}

impl<T: Real> Budget<T> {
    /// A lower bound of the distance when both bodies together have travelled by `travel` in all.
    ///
    /// Both differences and, in either number, a sum of two ways round by less than `u` of the terms each.
    pub fn left(&self, travel: T) -> T {
        let rounded = units::<T>(4) * (self.lower.abs() + travel + self.travel);
        self.lower - (travel - self.travel) - rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    #[test]
    fn what_is_left_is_below_the_exact_difference_and_near_it() {
        let mut random = Random(0xb0d6);
        let q = |x: f64| RBig::try_from(x).unwrap();
        for trial in 0..2000 {
            let mut number = || random.unit().abs() * [1e-3, 1.0, 1e3][trial % 3];
            let (lower, then, more) = (number(), [number(), number()], [number(), number()]);
            let known = Budget { lower, travel: then[0] + then[1] };
            let now = [then[0] + more[0], then[1] + more[1]];
            let left = known.left(now[0] + now[1]);
            let exact = q(lower) - (q(now[0]) - q(then[0])) - (q(now[1]) - q(then[1]));
            assert!(q(left) <= exact, "trial {trial}: {left}");
            let size = lower + 4.0 * (now[0] + now[1]);
            assert!(q(left + 8.0 * f64::UNIT * size) >= exact, "trial {trial}: {left}");
        }
    }
}
