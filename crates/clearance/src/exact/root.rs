//! Real roots of exact polynomials: which there are, in order, and the signs of other polynomials at them.
//!
//! The signed remainders `s₀ = p`, `s₁ = p′q`, `sᵢ₊₁ = −(sᵢ₋₁ mod sᵢ)` have `V(t)` changes of sign at `t`. For
//! `p(a) ≠ 0 ≠ p(b)` the difference `V(a) − V(b)` is the sum of the signs of `q` over the different roots of `p` in
//! `(a, b)`, whatever their multiplicity (C. Sturm 1829; A. Tarski 1951; S. Basu, R. Pollack, M.-F. Roy, Algorithms
//! in Real Algebraic Geometry, 2006, theorem 2.61). With `q = 1` it is their number. Remainders are taken up to
//! positive factors, and `p′q` modulo `p`, which changes neither the sum nor a sign. Halving isolates roots: it ends,
//! since different roots of a polynomial have a distance.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::number::{Exact, Leading};
use super::polynomial::Polynomial;
use super::rounding::{Rounded, round};

/// A real root of a polynomial.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// Has the root, and no other one between the ends. No end is a root, unless the ends are equal.
    polynomial: Polynomial,
    /// Around the root, or twice the root.
    ends: [Exact; 2],
    /// Adjacent floats around the root, or the root itself.
    bracket: Rounded<f64>,
}

/// The signed remainders of `p` and `p′q`.
struct Remainders(Vec<Polynomial>);

impl Remainders {
    fn new(p: &Polynomial, q: Option<&Polynomial>) -> Self {
        let derivative = p.derivative();
        let second = q.map_or(derivative.clone(), |q| (&derivative * q).remainder(p));
        let mut sequence = alloc::vec![p.clone(), second];
        while let [.., before, last] = &sequence[..]
            && !last.is_zero()
        {
            let next = before.remainder(last).scale(&-Exact::ONE);
            sequence.push(next);
        }
        sequence.pop();
        Remainders(sequence)
    }

    /// The changes of sign at `t`, zeros left out.
    fn variations(&self, t: &Exact) -> i32 {
        let (mut last, mut changes) = (0, 0);
        for sign in self.0.iter().map(|p| p.sign_at(t)).filter(|&sign| sign != 0) {
            changes += i32::from(sign == -last);
            last = sign;
        }
        changes
    }
}

impl Root {
    /// The first root of a polynomial in `[from, to]` that is accepted. The polynomial must not be zero.
    pub fn first(p: &Polynomial, [from, to]: [f64; 2], accepts: &mut dyn FnMut(&Root) -> bool) -> Option<Root> {
        let ends = [from, to].map(Exact::new);
        let at = |end: usize| p.sign_at(&ends[end]) == 0;
        if at(0) {
            let root = Root::at(ends[0].clone());
            if accepts(&root) {
                return Some(root);
            }
        }
        if from < to {
            let inner = p.without_root(&ends[0]).0.without_root(&ends[1]).0;
            if let Some(root) = Interval::new(&inner, [&ends[0], &ends[1]]).first(accepts) {
                return Some(root);
            }
            if at(1) {
                return Some(Root::at(ends[1].clone())).filter(|root| accepts(root));
            }
        }
        None
    }

    /// The only root in an interval at whose ends the polynomial has different signs.
    pub fn isolated(p: &Polynomial, interval: [f64; 2]) -> Root {
        let [from, to] = &interval.map(Exact::new);
        let start = p.sign_at(from);
        Root::between(p, [from, to], |x| match p.sign_at(x) {
            0 => Ordering::Equal,
            sign if sign == start => Ordering::Greater,
            _ => Ordering::Less,
        })
    }

    /// The only root in `(from, to)`, of which `compare(x)` says how it compares with a number between these.
    fn between(p: &Polynomial, [from, to]: [&Exact; 2], compare: impl Fn(&Exact) -> Ordering) -> Root {
        let bracket = round(guess(p, [from, to].map(Exact::to_real)), |x| {
            if x <= from {
                Ordering::Greater
            } else if x >= to {
                Ordering::Less
            } else {
                compare(x)
            }
        });
        let ends = [Exact::new(bracket.lower).max(from.clone()), Exact::new(bracket.upper).min(to.clone())];
        Root { polynomial: p.clone(), ends, bracket }
    }

    /// The root that is this number.
    pub fn at(number: Exact) -> Root {
        let bracket = number.round();
        Root { polynomial: Polynomial::new(Vec::new()), ends: [number.clone(), number], bracket }
    }

    /// The root between floats, or as one.
    pub fn bracket(&self) -> Rounded<f64> {
        self.bracket
    }

    /// The sign of `q` just before the root; between the ends `q` must have no other one than this.
    pub fn sign_before(&self, q: &Polynomial) -> i32 {
        let [lower, upper] = &self.ends;
        if lower == upper { q.sign_before(lower) } else { q.without_root(lower).0.sign_at(lower) }
    }

    /// The sign of `q` at the root: −1, 0 or 1.
    ///
    /// For `t` between the ends `a` and `b`, both in `[0, 1]`, `|q(t) − q(a)| ≤ (b − a) Σ i |cᵢ|`, which decides all
    /// but ties and near ties; these are decided by signed remainders.
    pub fn sign_of(&self, q: &Polynomial) -> i32 {
        let [lower, upper] = &self.ends;
        let value = q.at(lower);
        if lower == upper || q.degree() == 0 {
            return value.sign();
        }
        let magnitude = |number: &Exact| number.clone().negated_if(number.sign() < 0);
        let slope = q.coefficients().iter().enumerate().fold(Exact::ZERO, |sum, (i, c)| {
            Exact::sum([(&sum, &Exact::ONE, false), (&Exact::new(i as f64), &magnitude(c), false)])
        });
        if magnitude(&value) > &slope * &(upper - lower) {
            return value.sign();
        }
        let remainders = Remainders::new(&self.polynomial, Some(q));
        remainders.variations(lower) - remainders.variations(upper)
    }
}

/// An interval with the remainders that count roots of a polynomial in it; the ends are no roots.
struct Interval<'e> {
    remainders: Remainders,
    ends: [&'e Exact; 2],
}

impl<'e> Interval<'e> {
    fn new(p: &Polynomial, ends: [&'e Exact; 2]) -> Self {
        Interval { remainders: Remainders::new(p, None), ends }
    }

    fn polynomial(&self) -> &Polynomial {
        &self.remainders.0[0]
    }

    fn first(&self, accepts: &mut dyn FnMut(&Root) -> bool) -> Option<Root> {
        let [a, b] = self.ends.map(|end| self.remainders.variations(end));
        self.first_of(self.ends, [a, b], accepts)
    }

    fn first_of(
        &self,
        [from, to]: [&Exact; 2],
        [a, b]: [i32; 2],
        accepts: &mut dyn FnMut(&Root) -> bool,
    ) -> Option<Root> {
        match a - b {
            0 => return None,
            1 => return Some(self.only([from, to], a)).filter(|root| accepts(root)),
            _ => {}
        }
        let middle = &(from + to) * &Exact::new(0.5);
        if self.polynomial().sign_at(&middle) != 0 {
            let m = self.remainders.variations(&middle);
            return self
                .first_of([from, &middle], [a, m], accepts)
                .or_else(|| self.first_of([&middle, to], [m, b], accepts));
        }
        let rest = self.polynomial().without_root(&middle).0;
        Interval::new(&rest, [from, &middle])
            .first(accepts)
            .or_else(|| Some(Root::at(middle.clone())).filter(|root| accepts(root)))
            .or_else(|| Interval::new(&rest, [&middle, to]).first(accepts))
    }

    /// The only root in `(from, to)`; `at_start` is the number of variations at `from`.
    fn only(&self, [from, to]: [&Exact; 2], at_start: i32) -> Root {
        let p = self.polynomial();
        let start = p.sign_at(from);
        let crosses = start != p.sign_at(to);
        Root::between(p, [from, to], |x| {
            let sign = p.sign_at(x);
            let ahead = if crosses { sign == start } else { self.remainders.variations(x) == at_start };
            match (sign, ahead) {
                (0, _) => Ordering::Equal,
                (_, true) => Ordering::Greater,
                (_, false) => Ordering::Less,
            }
        })
    }
}

/// A float near a root in an interval of non-negative times, of the polynomial with rounded coefficients.
///
/// Halves the floats and not the numbers, so that roots near zero are found too. What is wrong about it costs time
/// only.
fn guess(p: &Polynomial, [from, to]: [f64; 2]) -> f64 {
    let leading = || p.coefficients().iter().map(|c| (c.leading(), c.sign()));
    let top = leading().filter(|&(_, sign)| sign != 0).map(|(c, _)| c.exponent).max().unwrap_or(0);
    let rounded: Vec<f64> = leading()
        .map(|(c, sign)| Leading { exponent: c.exponent - top, ..c }.value::<f64>() * f64::from(sign))
        .collect();
    let value = |t: f64| rounded.iter().rev().fold(0.0, |sum, &c| sum * t + c);
    let (mut low, mut high) = (from.to_bits(), to.to_bits());
    let start = value(from) > 0.0;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if (value(f64::from_bits(middle)) > 0.0) == start { low = middle } else { high = middle }
    }
    f64::from_bits(low)
}
