//! A judge of first contacts that shares nothing with the library: rationals of another crate, all roots of all
//! polynomials that may change the answer, zeros by greatest common divisors, and other signs by halving.

use core::cmp::Ordering;

use clearance::Vec3;
use clearance::query::deforming::{FeaturePair, MovingFeatures};
use dashu_int::Sign;
use dashu_ratio::RBig;

type Polynomial = Vec<RBig>;
pub type Path = [Polynomial; 3];

pub fn rational(value: f64) -> RBig {
    RBig::try_from(value).unwrap()
}

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(|c| *c == RBig::ZERO) {
        p.pop();
    }
    p
}

fn minus(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let at = |p: &Polynomial, i: usize| p.get(i).cloned().unwrap_or(RBig::ZERO);
    trimmed((0..a.len().max(b.len())).map(|i| at(a, i) - at(b, i)).collect())
}

fn times(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut product = vec![RBig::ZERO; (a.len() + b.len()).max(1) - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    trimmed(product)
}

fn plus(a: &Polynomial, b: &Polynomial) -> Polynomial {
    minus(a, &minus(&Vec::new(), b))
}

pub fn value(p: &Polynomial, t: &RBig) -> RBig {
    p.iter().rev().fold(RBig::ZERO, |sum, c| sum * t + c)
}

fn sign(value: &RBig) -> i32 {
    match (*value == RBig::ZERO, value.sign()) {
        (true, _) => 0,
        (_, Sign::Positive) => 1,
        (_, Sign::Negative) => -1,
    }
}

fn divide(a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
    let (mut rest, mut quotient) = (a.clone(), vec![RBig::ZERO; (a.len() + 1).saturating_sub(b.len())]);
    while rest.len() >= b.len() {
        let (shift, factor) = (rest.len() - b.len(), rest.last().unwrap() / b.last().unwrap());
        for (i, c) in b.iter().enumerate() {
            rest[shift + i] -= &factor * c;
        }
        quotient[shift] = factor;
        rest = trimmed(rest);
    }
    (trimmed(quotient), rest)
}

fn common_divisor(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (a.clone(), b.clone());
    while !b.is_empty() {
        (a, b) = (b.clone(), divide(&a, &b).1);
    }
    a
}

fn derivative(p: &Polynomial) -> Polynomial {
    trimmed(p.iter().enumerate().skip(1).map(|(i, c)| c * RBig::from(i as u32)).collect())
}

/// A polynomial without multiple roots, and an interval in which it has one, or the root twice.
#[derive(Clone)]
pub struct Root {
    p: Polynomial,
    pub low: RBig,
    pub high: RBig,
}

/// An upper bound of the number of roots in `(a, b)`, sharp for 0 and 1: changes of sign of the Bernstein coefficients.
fn descartes(p: &Polynomial, a: &RBig, b: &RBig) -> usize {
    // (1 + s)ⁿ p((a + b s) / (1 + s)), by Horner's rule in two polynomials.
    let (numerator, denominator) = (vec![a.clone(), b.clone()], vec![RBig::ONE, RBig::ONE]);
    let (mut sum, mut power): (Polynomial, Polynomial) = (Vec::new(), vec![RBig::ONE]);
    for c in p.iter().rev() {
        sum = plus(&times(&sum, &numerator), &times(&vec![c.clone()], &power));
        power = times(&power, &denominator);
    }
    let signs: Vec<i32> = sum.iter().map(sign).filter(|&s| s != 0).collect();
    signs.windows(2).filter(|w| w[0] != w[1]).count()
}

fn half(a: &RBig, b: &RBig) -> RBig {
    (a + b) / RBig::from(2)
}

fn roots_between(p: &Polynomial, a: RBig, b: RBig, found: &mut Vec<Root>) {
    match descartes(p, &a, &b) {
        0 => {}
        1 => found.push(Root { p: p.clone(), low: a, high: b }),
        _ => {
            let middle = half(&a, &b);
            roots_between(p, a, middle.clone(), found);
            if value(p, &middle) == RBig::ZERO {
                found.push(Root { p: p.clone(), low: middle.clone(), high: middle.clone() });
            }
            roots_between(p, middle, b, found);
        }
    }
}

/// All roots in `[0, 1]`.
fn roots(p: &Polynomial) -> Vec<Root> {
    let mut found = Vec::new();
    if p.len() < 2 {
        return found;
    }
    let simple = divide(p, &common_divisor(p, &derivative(p))).0;
    for end in [RBig::ZERO, RBig::ONE] {
        if value(&simple, &end) == RBig::ZERO {
            found.push(Root { p: simple.clone(), low: end.clone(), high: end });
        }
    }
    roots_between(&simple, RBig::ZERO, RBig::ONE, &mut found);
    found
}

impl Root {
    fn halve(&mut self) {
        let middle = half(&self.low, &self.high);
        let at = sign(&value(&self.p, &middle));
        if at == 0 {
            (self.low, self.high) = (middle.clone(), middle);
        } else if descartes(&self.p, &self.low, &middle) == 1 {
            self.high = middle;
        } else {
            self.low = middle;
        }
    }

    fn sign_of(&mut self, q: &Polynomial) -> i32 {
        let common = common_divisor(&self.p, q);
        if q.is_empty() || self.holds(&common) {
            return 0;
        }
        loop {
            if self.low == self.high {
                return sign(&value(q, &self.low));
            }
            let ends = [&self.low, &self.high].map(|t| sign(&value(q, t)));
            if descartes(q, &self.low, &self.high) == 0 && ends[0] == ends[1] && ends[0] != 0 {
                return ends[0];
            }
            self.halve();
        }
    }

    /// Whether a divisor of the polynomial has the root.
    fn holds(&self, divisor: &Polynomial) -> bool {
        if self.low == self.high {
            return value(divisor, &self.low) == RBig::ZERO;
        }
        divisor.len() > 1 && descartes(divisor, &self.low, &self.high) == 1
    }

    fn narrow(&mut self, width: &RBig) {
        while &self.high - &self.low > *width {
            self.halve();
        }
    }
}

fn path(from: Vec3<f64>, to: Vec3<f64>) -> Path {
    [0, 1, 2].map(|k| trimmed(vec![rational(from[k]), rational(to[k]) - rational(from[k])]))
}

pub fn paths(features: &MovingFeatures) -> [Path; 4] {
    [0, 1, 2, 3].map(|i| path(features.start[i], features.end[i]))
}

fn between(a: &Path, b: &Path) -> Path {
    [0, 1, 2].map(|k| minus(&b[k], &a[k]))
}

fn cross(a: &Path, b: &Path) -> Path {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        minus(&times(&a[i], &b[j]), &times(&a[j], &b[i]))
    })
}

fn dot(a: &Path, b: &Path) -> Polynomial {
    (0..3).fold(Vec::new(), |sum, k| plus(&sum, &times(&a[k], &b[k])))
}

struct OnEdge {
    across: Path,
    along: Polynomial,
}

/// Everything whose sign may matter.
pub struct Judge {
    volume: Polynomial,
    normal: Path,
    /// The conditions of a crossing, times the squared normal.
    inside: Vec<Polynomial>,
    edges: Vec<OnEdge>,
}

impl Judge {
    pub fn new(features: &MovingFeatures) -> Self {
        let p = paths(features);
        let side = |i: usize, j: usize| between(&p[i], &p[j]);
        let on_edge = |v: usize, a: usize, b: usize| OnEdge {
            across: cross(&side(v, a), &side(v, b)),
            along: dot(&side(v, a), &side(v, b)),
        };
        if features.pair == FeaturePair::VertexFace {
            let normal = cross(&side(1, 2), &side(1, 3));
            let area = |i: usize, j: usize| dot(&cross(&side(0, i), &side(0, j)), &normal);
            return Judge {
                volume: dot(&side(0, 1), &normal),
                inside: vec![area(1, 2), area(2, 3), area(3, 1)],
                edges: vec![on_edge(0, 1, 2), on_edge(0, 2, 3), on_edge(0, 1, 3)],
                normal,
            };
        }
        let normal = cross(&side(0, 1), &side(2, 3));
        // Both ends of one edge are not on one side of the other: the products are not positive.
        let across = |edge: [usize; 2], end: usize| dot(&cross(&side(edge[0], edge[1]), &side(edge[0], end)), &normal);
        let split = |edge: [usize; 2], ends: [usize; 2]| {
            minus(&Vec::new(), &times(&across(edge, ends[0]), &across(edge, ends[1])))
        };
        Judge {
            volume: dot(&side(0, 2), &normal),
            inside: vec![split([0, 1], [2, 3]), split([2, 3], [0, 1])],
            edges: vec![on_edge(0, 2, 3), on_edge(1, 2, 3), on_edge(2, 0, 1), on_edge(3, 0, 1)],
            normal,
        }
    }

    fn touch_at(&self, root: &mut Root) -> bool {
        if root.sign_of(&self.volume) != 0 {
            return false;
        }
        if self.normal.iter().any(|p| root.sign_of(p) != 0) {
            return self.inside.iter().all(|p| root.sign_of(p) >= 0);
        }
        self.edges.iter().any(|edge| edge.across.iter().all(|p| root.sign_of(p) == 0) && root.sign_of(&edge.along) <= 0)
    }

    /// The first contact: narrower than 2⁻¹³⁰⁰, or a number.
    pub fn first(&self) -> Option<Root> {
        let zero = Root { p: Vec::new(), low: RBig::ZERO, high: RBig::ZERO };
        let mut candidates = vec![zero];
        if self.volume.is_empty() {
            for edge in &self.edges {
                edge.across.iter().chain([&edge.along]).for_each(|p| candidates.extend(roots(p)));
            }
        } else {
            candidates.extend(roots(&self.volume));
        }
        let mut hits: Vec<Root> =
            candidates.into_iter().filter_map(|mut root| self.touch_at(&mut root).then_some(root)).collect();
        let width = RBig::ONE / RBig::from(dashu_int::UBig::ONE << 90);
        hits.iter_mut().for_each(|root| root.narrow(&width));
        hits.into_iter().min_by(|a, b| if a.low < b.low { Ordering::Less } else { Ordering::Greater })
    }
}

/// The squared distance at a time, by all parts of the features.
pub fn squared_distance(features: &MovingFeatures, t: &RBig) -> RBig {
    let p: Vec<Path> =
        paths(features).iter().map(|path| [0, 1, 2].map(|k| trimmed(vec![value(&path[k], t)]))).collect();
    let number = |p: Polynomial| p.first().cloned().unwrap_or(RBig::ZERO);
    let side = |i: usize, j: usize| between(&p[i], &p[j]);
    let mut least: Option<RBig> = None;
    let mut offer = |squared: RBig| {
        if least.as_ref().is_none_or(|known| squared < *known) {
            least = Some(squared);
        }
    };
    let vertex_face = features.pair == FeaturePair::VertexFace;
    let edges: &[[usize; 3]] =
        if vertex_face { &[[0, 1, 2], [0, 2, 3], [0, 3, 1]] } else { &[[0, 2, 3], [1, 2, 3], [2, 0, 1], [3, 0, 1]] };
    for &[v, a, b] in edges {
        let (edge, from) = (side(a, b), side(a, v));
        let (squared, along) = (number(dot(&edge, &edge)), number(dot(&edge, &from)));
        offer(number(dot(&from, &from)));
        offer(number(dot(&side(v, b), &side(v, b))));
        if along >= RBig::ZERO && along <= squared && squared != RBig::ZERO {
            offer(number(dot(&from, &from)) - &along * &along / squared);
        }
    }
    let judge = Judge::new(&MovingFeatures { ..*features });
    let at = |p: &Polynomial| value(p, t);
    let normal = judge.normal.each_ref().map(at);
    let size = normal.iter().fold(RBig::ZERO, |sum, c| sum + c * c);
    let inside =
        if vertex_face { judge.inside.iter().all(|p| at(p) >= RBig::ZERO) } else { lines_are_closest_inside(&p) };
    if size != RBig::ZERO && inside {
        let volume = at(&judge.volume);
        offer(&volume * &volume / size);
    }
    least.unwrap()
}

/// Whether the closest points of two lines are on both edges, by the normal equations.
fn lines_are_closest_inside(p: &[Path]) -> bool {
    let number = |p: Polynomial| p.first().cloned().unwrap_or(RBig::ZERO);
    let (u, v, w) = (between(&p[0], &p[1]), between(&p[2], &p[3]), between(&p[2], &p[0]));
    let [a, b, c, d, e] = [dot(&u, &u), dot(&u, &v), dot(&v, &v), dot(&u, &w), dot(&v, &w)].map(number);
    let whole = &a * &c - &b * &b;
    if whole == RBig::ZERO {
        return false;
    }
    let (s, r) = ((&b * &e - &c * &d) / &whole, (&a * &e - &b * &d) / &whole);
    [s, r].iter().all(|x| *x >= RBig::ZERO && *x <= RBig::ONE)
}
