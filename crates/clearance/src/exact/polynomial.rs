//! Polynomials in one variable with exact coefficients, and vectors of them: paths that are polynomials in time.

use alloc::vec::Vec;
use core::ops::{Add, Mul, Sub};

use super::number::Exact;
use super::vector::ExactVector;

/// `Σ coefficients[i] tⁱ`; the last coefficient is not zero, and the zero polynomial has none.
#[derive(Clone, Debug)]
pub(crate) struct Polynomial {
    coefficients: Vec<Exact>,
}

impl Polynomial {
    /// The polynomial of these coefficients, that of the lowest power first.
    pub fn new(mut coefficients: Vec<Exact>) -> Self {
        while coefficients.last().is_some_and(Exact::is_zero) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    /// A constant.
    pub fn constant(value: Exact) -> Self {
        Self::new(alloc::vec![value])
    }

    pub fn coefficients(&self) -> &[Exact] {
        &self.coefficients
    }

    /// The degree; that of zero and of constants is 0.
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The value at `t`, by Horner's rule.
    pub fn at(&self, t: &Exact) -> Exact {
        let mut highest_first = self.coefficients.iter().rev();
        let Some(first) = highest_first.next() else { return Exact::ZERO };
        highest_first.fold(first.clone(), |sum, c| Exact::sum([(&sum, t, false), (c, &Exact::ONE, false)]))
    }

    /// −1, 0 or 1.
    pub fn sign_at(&self, t: &Exact) -> i32 {
        self.at(t).sign()
    }

    /// The sign just before `t`, where the polynomial may vanish; 0 for the zero polynomial.
    ///
    /// With `p(s) = (s − t)ᵏ r(s)` and `r(t) ≠ 0` it is `(−1)ᵏ` times that of `r(t)`.
    pub fn sign_before(&self, t: &Exact) -> i32 {
        let (rest, multiplicity) = self.without_root(t);
        let sign = rest.sign_at(t);
        if multiplicity % 2 == 1 { -sign } else { sign }
    }

    pub fn derivative(&self) -> Self {
        let term = |(i, c): (usize, &Exact)| c * &Exact::new(i as f64);
        Self::new(self.coefficients.iter().enumerate().skip(1).map(term).collect())
    }

    /// A positive multiple of the remainder of a division; the divisor must not be zero.
    ///
    /// Each step takes `|l| p − sgn(l) c tᵏ d`, with the leading coefficients `c` of what is left and `l` of the
    /// divisor.
    pub fn remainder(&self, divisor: &Self) -> Self {
        let (low, leading) = divisor.coefficients.split_at(divisor.degree());
        let (leading, turned) = (leading[0].clone(), leading[0].sign() < 0);
        let magnitude = leading.negated_if(turned);
        let mut rest = self.coefficients.clone();
        while rest.len() > low.len() {
            let Some(top) = rest.pop() else { break };
            let shift = rest.len() - low.len();
            for (i, c) in rest.iter_mut().enumerate() {
                *c = match i.checked_sub(shift) {
                    Some(k) => Exact::sum([(&magnitude, c, false), (&top, &low[k], !turned)]),
                    None => &magnitude * c,
                };
            }
            rest = Self::new(rest).coefficients;
        }
        Polynomial { coefficients: rest }
    }

    /// The polynomial divided by `(t − root)ᵏ` with the largest `k` that leaves no remainder, and that `k`.
    ///
    /// The divisor's leading coefficient is one, so no division of numbers is needed.
    pub fn without_root(&self, root: &Exact) -> (Self, usize) {
        let (mut rest, mut multiplicity) = (self.clone(), 0);
        while !rest.is_zero() && rest.sign_at(root) == 0 {
            let mut carry = Exact::ZERO;
            let mut quotient: Vec<Exact> = Vec::with_capacity(rest.degree());
            for c in rest.coefficients[1..].iter().rev() {
                carry = Exact::sum([(&carry, root, false), (c, &Exact::ONE, false)]);
                quotient.push(carry.clone());
            }
            quotient.reverse();
            (rest, multiplicity) = (Polynomial { coefficients: quotient }, multiplicity + 1);
        }
        (rest, multiplicity)
    }

    pub fn squared(&self) -> Self {
        self * self
    }

    /// The polynomial times a number.
    pub fn scale(&self, factor: &Exact) -> Self {
        Self::new(self.coefficients.iter().map(|c| c * factor).collect())
    }

    /// The sum of products, each with its sign: true to subtract it. A coefficient is one sum of products of numbers.
    fn sum_of_products(terms: &[(&Self, &Self, bool)]) -> Self {
        let length = |(a, b, _): &(&Self, &Self, bool)| (a.coefficients.len() + b.coefficients.len()).saturating_sub(1);
        let mut products = Vec::new();
        let coefficient = |power: usize| {
            products.clear();
            for &(a, b, subtract) in terms {
                let below = a.coefficients.iter().take(power + 1).enumerate();
                products.extend(below.filter_map(|(i, c)| Some((c, b.coefficients.get(power - i)?, subtract))));
            }
            Exact::sum_of(&products)
        };
        Self::new((0..terms.iter().map(length).max().unwrap_or(0)).map(coefficient).collect())
    }

    fn combine(&self, other: &Self, subtract: bool) -> Self {
        let at = |p: &'_ Self, i: usize| p.coefficients.get(i).cloned().unwrap_or(Exact::ZERO);
        let length = self.coefficients.len().max(other.coefficients.len());
        let sum = |i: usize| Exact::sum([(&at(self, i), &Exact::ONE, false), (&at(other, i), &Exact::ONE, subtract)]);
        Self::new((0..length).map(sum).collect())
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: Self) -> Polynomial {
        self.combine(other, false)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: Self) -> Polynomial {
        self.combine(other, true)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Self) -> Polynomial {
        Polynomial::sum_of_products(&[(self, other, false)])
    }
}

/// A vector whose components are polynomials in time.
#[derive(Clone, Debug)]
pub(crate) struct PolynomialVector {
    pub xyz: [Polynomial; 3],
}

impl PolynomialVector {
    /// The vector that is `from` at 0 and `to` at 1, and linear in time.
    pub fn linear(from: &ExactVector, to: &ExactVector) -> Self {
        let along = |i: usize| Polynomial::new(alloc::vec![from.xyz[i].clone(), &to.xyz[i] - &from.xyz[i]]);
        PolynomialVector { xyz: [along(0), along(1), along(2)] }
    }

    /// Scalar product.
    pub fn dot(&self, other: &Self) -> Polynomial {
        Polynomial::sum_of_products(&[0, 1, 2].map(|i| (&self.xyz[i], &other.xyz[i], false)))
    }

    /// Component `i` of the cross product.
    pub fn cross_component(&self, other: &Self, i: usize) -> Polynomial {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        Polynomial::sum_of_products(&[(&self.xyz[j], &other.xyz[k], false), (&self.xyz[k], &other.xyz[j], true)])
    }

    /// Cross product.
    pub fn cross(&self, other: &Self) -> Self {
        PolynomialVector { xyz: [0, 1, 2].map(|i| self.cross_component(other, i)) }
    }

    /// Squared length.
    pub fn norm_squared(&self) -> Polynomial {
        self.dot(self)
    }
}

impl Sub for &PolynomialVector {
    type Output = PolynomialVector;
    fn sub(self, other: Self) -> PolynomialVector {
        PolynomialVector { xyz: [0, 1, 2].map(|i| &self.xyz[i] - &other.xyz[i]) }
    }
}
