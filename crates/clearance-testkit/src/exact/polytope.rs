//! The vertices of a posed polytope in rational numbers.

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::number::{Number, Wide};
use crate::spec::{Axis, BodySpec, PoseSpec, ShapeSpec, corners};

type Point = [RBig; 3];

/// The hull of points, dilated by a ball.
#[derive(Clone, Debug)]
pub struct Polytope {
    /// The points, in the frame of the pair; not all of them need be extreme.
    pub points: Vec<Point>,
    /// Radius of the ball.
    pub radius: RBig,
}

impl Polytope {
    /// The polytope of a body, or nothing where the core is curved or an image has a radius of its own.
    pub fn new(body: &BodySpec, dim: usize) -> Option<Self> {
        let mut polytope = Self::local(&body.shape, dim)?;
        polytope.place(&body.pose);
        Some(polytope)
    }

    fn sharp(points: Vec<Point>) -> Self {
        Polytope { points, radius: RBig::ZERO }
    }

    fn local(shape: &ShapeSpec, dim: usize) -> Option<Self> {
        let list = |points: &[Vec<f64>]| Self::sharp(points.iter().map(|p| point(p)).collect());
        Some(match shape {
            ShapeSpec::Point {} => list(&[vec![]]),
            ShapeSpec::Segment { a, b } => list(&[a.clone(), b.clone()]),
            ShapeSpec::Triangle { vertices } => list(vertices),
            ShapeSpec::Hull { vertices } => list(vertices),
            ShapeSpec::Box { half_extents } => list(&corners(half_extents)),
            ShapeSpec::Sphere { radius } => Polytope { radius: rational(*radius), ..list(&[vec![]]) },
            ShapeSpec::Capsule { radius, half_length, axis } => {
                let end = |sign: f64| {
                    let mut end = vec![0.0; 3];
                    end[Axis::or_default(*axis, dim).index()] = sign * half_length;
                    end
                };
                Polytope { radius: rational(*radius), ..list(&[end(1.0), end(-1.0)]) }
            }
            ShapeSpec::Rounded { radius, shape } => {
                let inner = Self::local(shape, dim)?;
                Polytope { radius: inner.radius + rational(*radius), ..inner }
            }
            ShapeSpec::Affine { matrix, translation, shape } => {
                let inner = Self::local(shape, dim).filter(|inner| inner.radius == RBig::ZERO)?;
                let rows: Vec<Point> = matrix.iter().map(|row| point(row)).collect();
                let offset = point(translation);
                let image = |p: &Point| {
                    let row = |i: usize| rows.get(i).map_or(RBig::ZERO, |row| dot(row, p));
                    std::array::from_fn(|i| &offset[i] + row(i))
                };
                Self::sharp(inner.points.iter().map(image).collect())
            }
            ShapeSpec::Sum { a, b } => sum(&Self::local(a, dim)?, &Self::local(b, dim)?),
            ShapeSpec::Swept { motion, shape } => sum(&Self::local(shape, dim)?, &list(&[vec![], motion.clone()])),
            ShapeSpec::HullOf { parts } => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| Self::new(part, dim)).collect();
                let parts = parts.filter(|parts| parts.iter().all(|part| part.radius == RBig::ZERO))?;
                Self::sharp(parts.into_iter().flat_map(|part| part.points).collect())
            }
            ShapeSpec::Cylinder { .. } | ShapeSpec::Cone { .. } | ShapeSpec::Ellipsoid { .. } => return None,
        })
    }

    /// `q v q⁻¹ + t` with the quaternion as given, in exact numbers.
    fn place(&mut self, pose: &PoseSpec) {
        let [w, x, y, z] = pose.quaternion.map(rational);
        let norm = &w * &w + &x * &x + &y * &y + &z * &z;
        let two = RBig::from(2u8);
        let off = |p: &RBig, q: &RBig, r: &RBig, s: &RBig, sign: i8| {
            let second = if sign > 0 { r * s } else { -(r * s) };
            (p * q + second) * &two / &norm
        };
        let diagonal = |p: &RBig, q: &RBig| RBig::ONE - (p * p + q * q) * &two / &norm;
        let rows: [Point; 3] = [
            [diagonal(&y, &z), off(&x, &y, &w, &z, -1), off(&x, &z, &w, &y, 1)],
            [off(&x, &y, &w, &z, 1), diagonal(&x, &z), off(&y, &z, &w, &x, -1)],
            [off(&x, &z, &w, &y, -1), off(&y, &z, &w, &x, 1), diagonal(&x, &y)],
        ];
        let offset = point(&pose.translation);
        for p in &mut self.points {
            *p = std::array::from_fn(|i| dot(&rows[i], p) + &offset[i]);
        }
    }
}

fn sum(a: &Polytope, b: &Polytope) -> Polytope {
    let add = |p: &Point, q: &Point| std::array::from_fn(|i| &p[i] + &q[i]);
    let points = a.points.iter().flat_map(|p| b.points.iter().map(move |q| add(p, q))).collect();
    Polytope { points, radius: &a.radius + &b.radius }
}

fn point(components: &[f64]) -> Point {
    std::array::from_fn(|i| rational(components.get(i).copied().unwrap_or(0.0)))
}

fn rational(value: f64) -> RBig {
    RBig::try_from(value).expect("specifications hold finite numbers")
}

fn dot(a: &Point, b: &Point) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// `p − q`.
pub(super) fn difference(p: &Point, q: &Point) -> Point {
    std::array::from_fn(|i| &p[i] - &q[i])
}

/// The least number whose product with each of the numbers is an integer.
pub(super) fn common_denominator<'a>(numbers: impl Iterator<Item = &'a RBig>) -> IBig {
    let merge = |product: UBig, c: &RBig| {
        let shared = (&product).gcd(c.denominator());
        product * c.denominator() / shared
    };
    IBig::from(numbers.fold(UBig::ONE, merge))
}

/// A rational number to 106 bits.
pub fn wide(value: &RBig) -> Wide {
    let hi = value.to_f64().value();
    let rest = (value - rational(hi)).to_f64().value();
    Wide::new(hi) + Wide::new(rest)
}
