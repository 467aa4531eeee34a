//! A smooth piece of the difference that is known all over, not only where it was found: that of two inscribed bodies.

use super::{Evaluation, tangents};
use crate::difference::{Difference, Vertex};
use crate::math::{Each, Matrix, Real, Vector};
use crate::support::{Hint, Inscribed, SupportExt};

/// A body inside of A and one inside of B, each in its own frame: their difference is inside of that of the bodies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Round<V: Vector> {
    pub a: Inscribed<V>,
    pub b: Inscribed<V>,
}

/// A support point of an inscribed body, less the radius of the core, with the Hessian, scaled like the difference.
struct Bent<V: Vector> {
    point: V,
    hessian: V::Matrix,
}

impl<V: Vector> Round<V> {
    /// The inscribed body which reaches as far as the difference along a direction.
    pub fn find(m: &Difference<'_, V>, direction: V) -> Self {
        Round { a: m.a.inscribed_along(direction), b: m.b.inscribed_along(-m.turn().apply_transpose(direction)) }
    }

    /// Its own farthest point along `n + aside`, which need not be that of the difference; `n` is a unit vector, and
    /// what is aside of it may be less than its rounding.
    pub fn patch(&self, m: &Difference<'_, V>, [n, aside]: [V; 2]) -> Evaluation<V> {
        let back = |v: V| -m.turn().apply_transpose(v);
        let a = bent(&self.a, (m.a.radius(), m.frame.scale), [n, aside]);
        let b = bent(&self.b, (m.b.radius(), m.frame.scale), [back(n), back(aside)]);
        let vertex = Vertex { w: m.point(a.point, b.point), a: a.point, b: b.point, ids: [Hint::NONE; 2] };
        let curvature = V::Matrix::from_columns(|i| self.bend(m, &a, &b, V::axis(i)));
        Evaluation { vertex, direction: (n + aside).normalized(), curvature }
    }

    /// The point of the face along a unit direction that is nearest to a point, or nearly: the images that are flat
    /// there are used one after the other, as far as they reach.
    pub fn nearest_on_flat(&self, m: &Difference<'_, V>, n: V, to: V) -> Vertex<V> {
        let back = m.turn().apply_transpose(n);
        let mut a = bent(&self.a, (m.a.radius(), m.frame.scale), [n, V::ZERO]).point;
        let mut b = bent(&self.b, (m.b.radius(), m.frame.scale), [-back, V::ZERO]).point;
        for image in &self.a.images {
            let rest = to - m.point(a, b);
            a += combined(image, on_flat(&scaled(image, m.frame.scale), n, rest));
        }
        for image in &self.b.images {
            let rest = m.turn().apply_transpose(m.point(a, b) - to);
            b += combined(image, on_flat(&scaled(image, m.frame.scale), back, rest));
        }
        Vertex { w: m.point(a, b), a, b, ids: [Hint::NONE; 2] }
    }

    /// The normals next to a unit direction of those images that are flat, which other supports of theirs do not show.
    pub fn flat_normals(&self, m: &Difference<'_, V>, n: V) -> impl Iterator<Item = V> {
        let near = V::Scalar::ONE - V::Scalar::power_of_two(-5);
        let of_a = self.a.images.iter().map(|image| normal_of(&scaled(image, m.frame.scale)));
        let of_b = self.b.images.iter().map(|image| m.turn().apply(normal_of(&scaled(image, m.frame.scale))));
        let nearer = move |normal: V| if normal.dot(n) < V::Scalar::ZERO { -normal } else { normal };
        of_a.chain(of_b).map(nearer).filter(move |normal| normal.dot(n) > near)
    }

    fn bend(&self, m: &Difference<'_, V>, a: &Bent<V>, b: &Bent<V>, x: V) -> V {
        a.hessian.apply(x) + m.turn().apply(b.hessian.apply(m.turn().apply_transpose(x)))
    }
}

/// With `y = Eᵀn`, `h = c·n + Σ |y| + (r − radius)` has the gradient `c + Σ E y/|y| + (r − radius) n` and the Hessian
/// `Σ E (I − y yᵀ/|y|²) Eᵀ/|y| + (r − radius)(I − n nᵀ)`. Where `y` is nothing but rounding the middle of the image
/// stands for it. Of a long image with a short `y` a rounding of `n` moves the point by far; `Eᵀ aside` added to `Eᵀn`
/// does not round like that.
fn bent<V: Vector>(body: &Inscribed<V>, (radius, scale): (V::Scalar, V::Scalar), [n, aside]: [V; 2]) -> Bent<V> {
    let ball = body.ball - radius;
    let mut point = body.center + (n + aside) * ball;
    let ball = ball * scale;
    let mut columns = [0, 1, 2].each(|i| if i < V::DIM { (V::axis(i) - n * n[i]) * ball } else { V::ZERO });
    for image in &body.images {
        let lengths = scaled(image, scale);
        let y = lengths.each(|column| column.dot(n) + column.dot(aside));
        let length = (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]).sqrt();
        let inverse = V::Scalar::ONE / length;
        if !inverse.is_finite() || is_flat(&lengths, n) && aside == V::ZERO {
            continue;
        }
        let y = y.each(|part| part * inverse);
        point += combined(image, y);
        let farthest = combined(&lengths, y);
        // The columns of E (I − y yᵀ), which lose no digits to a difference of large products.
        let rest = [0, 1, 2].each(|k| lengths[k] - farthest * y[k]);
        for (i, column) in columns.iter_mut().enumerate().take(V::DIM) {
            *column += combined(&rest, [0, 1, 2].each(|k| lengths[k][i] * inverse));
        }
    }
    let hessian = V::Matrix::from_columns(|i| columns[i]);
    let finite = (0..V::DIM).all(|i| columns[i].is_finite());
    Bent { point, hessian: if finite { hessian } else { V::Matrix::from_columns(|_| V::ZERO) } }
}

/// The unit normal of an image that is flat; zero for others. In space across the two columns that span most.
fn normal_of<V: Vector>(image: &[V; 3]) -> V {
    let across = |x: V, y: V| match V::DIM {
        2 => V::from_fn(|i| if i == 0 { -x[1] } else { x[0] }),
        _ => V::from_fn(|i| x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3]),
    };
    let all = [across(image[0], image[1]), across(image[1], image[2]), across(image[2], image[0])];
    let most = all.into_iter().fold(V::ZERO, |most, v| if v.norm_squared() > most.norm_squared() { v } else { most });
    let normal = most.normalized();
    if is_flat(image, normal) { normal } else { V::ZERO }
}

/// Whether an image has nothing but rounding along a unit direction.
fn is_flat<V: Vector>(image: &[V; 3], n: V) -> bool {
    let longest = image.iter().fold(V::Scalar::ZERO, |longest, column| longest.max(column.norm()));
    let rounding = V::Scalar::from_f64(32.0) * V::Scalar::UNIT * longest;
    image.iter().all(|column| column.dot(n).abs() <= rounding)
}

/// The `z` with `|z| ≤ 1` whose `E z`, of an image that is flat across `n`, has the same place across `n` as a point,
/// or lies towards it. With `T` the rows of `E` along two tangents, `z = Tᵀ (T Tᵀ)⁻¹ ρ` is the shortest solution of `T
/// z = ρ`. Zero for other images.
fn on_flat<V: Vector>(image: &[V; 3], n: V, to: V) -> [V::Scalar; 3] {
    let zero = [V::Scalar::ZERO; 3];
    if !is_flat(image, n) {
        return zero;
    }
    let basis = tangents(n);
    let rows = basis.each(|t| image.each(|column| column.dot(t)));
    let product = |x: [V::Scalar; 3], y: [V::Scalar; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let (p, q, r) = (product(rows[0], rows[0]), product(rows[0], rows[1]), product(rows[1], rows[1]));
    let (x, y) = (to.dot(basis[0]), to.dot(basis[1]));
    let determinant = p * r - q * q;
    let [s, t] = if V::DIM == 2 {
        [x / p, V::Scalar::ZERO]
    } else {
        [(r * x - q * y) / determinant, (p * y - q * x) / determinant]
    };
    let z = [0, 1, 2].each(|k| rows[0][k] * s + rows[1][k] * t);
    let length = product(z, z).sqrt();
    if !length.is_finite() {
        return zero;
    }
    let shrink = V::Scalar::ONE / length.max(V::Scalar::ONE);
    z.each(|part| part * shrink)
}

fn scaled<V: Vector>(image: &[V; 3], scale: V::Scalar) -> [V; 3] {
    image.each(|column| column * scale)
}

fn combined<V: Vector>(columns: &[V; 3], weights: [V::Scalar; 3]) -> V {
    columns[0] * weights[0] + columns[1] * weights[1] + columns[2] * weights[2]
}
