//! Floating-point expansions: a number as the exact sum of floats, sorted by magnitude and not overlapping.
//!
//! J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates (1997). Zeros are
//! dropped on the way, so the cost follows the digits that are there and not the worst case. Exact as long as nothing
//! under- or overflows, which callers ensure by [scaling](super::orient).

use crate::math::twofold::{quick_two_sum, two_product, two_sum};

/// Up to `N` terms, of increasing magnitude; none for zero.
pub(super) struct Expansion<const N: usize> {
    length: usize,
    terms: [f64; N],
}

impl<const N: usize> Expansion<N> {
    fn empty() -> Self {
        Expansion { length: 0, terms: [0.0; N] }
    }

    fn push(&mut self, term: f64) {
        if term != 0.0 {
            self.terms[self.length] = term;
            self.length += 1;
        }
    }

    fn terms(&self) -> &[f64] {
        &self.terms[..self.length]
    }

    /// The sign: the largest term outweighs the others together.
    pub fn sign(&self) -> i8 {
        self.terms().last().map_or(0, |&largest| if largest > 0.0 { 1 } else { -1 })
    }

    pub fn negated(mut self) -> Self {
        self.terms.iter_mut().for_each(|term| *term = -*term);
        self
    }

    /// The sum; `M ≥` the lengths together.
    pub fn plus<const K: usize, const M: usize>(&self, other: &Expansion<K>) -> Expansion<M> {
        let mut sum = Expansion::empty();
        let (mut left, mut right) = (self.terms(), other.terms());
        let mut smallest = || match (left, right) {
            ([l, rest @ ..], [r, ..]) if l.abs() < r.abs() => {
                left = rest;
                Some(*l)
            }
            (_, [r, rest @ ..]) => {
                right = rest;
                Some(*r)
            }
            ([l, rest @ ..], []) => {
                left = rest;
                Some(*l)
            }
            ([], []) => None,
        };
        let mut carry = smallest().unwrap_or(0.0);
        while let Some(term) = smallest() {
            let step = two_sum(carry, term);
            sum.push(step.lo);
            carry = step.hi;
        }
        sum.push(carry);
        sum
    }

    /// The product with one float; `M ≥ 2N`.
    pub fn scaled<const M: usize>(&self, factor: f64) -> Expansion<M> {
        let mut product = Expansion::empty();
        let mut carry = 0.0;
        for &term in self.terms() {
            let next = two_product(term, factor);
            let low = two_sum(carry, next.lo);
            let high = quick_two_sum(next.hi, low.hi);
            product.push(low.lo);
            product.push(high.lo);
            carry = high.hi;
        }
        product.push(carry);
        product
    }

    /// The product with a difference of two floats; `H ≥ 2N`, `M ≥ 4N`.
    pub fn times<const H: usize, const M: usize>(&self, factor: &Expansion<2>) -> Expansion<M> {
        let term = |i: usize| factor.terms().get(i).copied().unwrap_or(0.0);
        let low: Expansion<H> = self.scaled(term(0));
        let high: Expansion<H> = self.scaled(term(1));
        low.plus(&high)
    }
}

/// `a b`.
pub(super) fn product(a: f64, b: f64) -> Expansion<2> {
    let parts = two_product(a, b);
    let mut product = Expansion::empty();
    product.push(parts.lo);
    product.push(parts.hi);
    product
}

/// `a − b`.
pub(super) fn difference(a: f64, b: f64) -> Expansion<2> {
    let parts = two_sum(a, -b);
    let mut difference = Expansion::empty();
    difference.push(parts.lo);
    difference.push(parts.hi);
    difference
}
