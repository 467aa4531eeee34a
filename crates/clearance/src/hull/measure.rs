//! Volume, area, centroid, box and balls of a hull.
//!
//! Sums run over the cones from the first vertex over the triangles of the faces, whose volumes and areas have one
//! sign: nothing cancels but inside the single product of a slender cone, and those are computed to twice the
//! precision. Volumes and centroids are affine, so every axis is scaled by its own power of two; areas and radii are
//! scaled as a whole.

use alloc::vec::Vec;

use super::Hull;
use super::cloud::{lifted, two_factors};
use crate::math::twofold::{Two, TwoVec};
use crate::math::{Each, Real, Vec3, Vector};

type Twofold = TwoVec<Vec3<f64>>;

/// Bounds the components of a cross product of twofold vectors of length at most 2, by `2⁻⁹⁶` with room to spare.
const CROSS_ERROR: f64 = f64::EPSILON * f64::EPSILON * 256.0;

impl<V: Vector> Hull<V> {
    /// The volume; 0 for flat hulls and in the plane. Accurate to `1e-15`, relatively, unless the hull is thinner than
    /// `1e-13` of its size obliquely to the axes. Infinite or zero where it exceeds the range of `f64`.
    pub fn volume(&self) -> f64 {
        let exponents = self.exponents();
        let sixfold = Local::new(self, exponents).volume_moments(self).weight.value().max(0.0);
        times_power_of_two(sixfold / 6.0, exponents.iter().sum())
    }

    /// The area of the surface; of a polygon that of the polygon, counted once; 0 for segments and points. Infinite or
    /// zero where it exceeds the range of `f64`.
    pub fn area(&self) -> f64 {
        let e = self.exponent();
        let local = Local::new(self, [e; 3]);
        let twofold: f64 = self.faces().map(|corners| local.normal(corners).value().norm()).sum();
        times_power_of_two(twofold / 2.0, 2 * e)
    }

    /// The centroid of the solid, polygon, segment or point.
    pub fn centroid(&self) -> V {
        let exponents = if self.dimension == 2 { [self.exponent(); 3] } else { self.exponents() };
        let local = Local::new(self, exponents);
        let moments = match self.dimension {
            3 => local.volume_moments(self),
            2 => local.area_moments(self.face(0)),
            _ => local.vertex_moments(),
        };
        // Thinner than twice the precision resolves: any central point will do.
        let moments = if moments.weight.value() > 0.0 { moments } else { local.vertex_moments() };
        let mean = moments.weighted.scale(Two::new(1.0) / moments.weight).value();
        let (low, high) = self.bounding_box();
        V::from_fn(|k| {
            let coordinate = self.points[0][k].to_f64() + times_power_of_two(mean[k], exponents[k]);
            V::Scalar::from_f64(coordinate).clamp(low[k], high[k])
        })
    }

    /// The smallest and the largest coordinate along every axis.
    pub fn bounding_box(&self) -> (V, V) {
        let extreme = |k: usize, pick: fn(V::Scalar, V::Scalar) -> V::Scalar| {
            self.points.iter().map(|p| p[k]).reduce(pick).unwrap_or(V::Scalar::ZERO)
        };
        (V::from_fn(|k| extreme(k, Real::min)), V::from_fn(|k| extreme(k, Real::max)))
    }

    /// The radius of a ball around `center` that holds the hull, rounded upwards.
    pub fn outer_radius(&self, center: V) -> f64 {
        let apart = || self.points.iter().map(|&p| lifted(p) - lifted(center));
        let e = apart().map(|d| d.max_abs()).fold(0.0, f64::max).exponent() + 1;
        let largest = apart().map(|d| scaled(d, [e; 3]).norm()).fold(0.0, f64::max);
        // A difference, a square, two sums and a root are five roundings; coordinates that underflow are far below
        // them.
        times_power_of_two(largest * (1.0 + 4.0 * f64::EPSILON), e).next_up()
    }

    /// The radius of a ball around `center` inside the hull, rounded downwards; 0 if `center` is not inside, and for
    /// flat hulls.
    pub fn inner_radius(&self, center: V) -> f64 {
        if self.dimension < V::DIM {
            return 0.0;
        }
        let e = self.exponent();
        let local = Local::new(self, [e; 3]);
        let center = local.place(lifted(center), lifted(self.points[0]));
        let normals = self.faces().flat_map(|corners| {
            let sides = if V::DIM == 2 { corners.len() } else { 1 };
            let local = &local;
            (0..sides).map(move |i| {
                let normal = if V::DIM == 2 { local.side_normal(corners, i) } else { local.normal(corners) };
                (local.points[corners[i] as usize] - center, normal, corners.len() as f64)
            })
        });
        let depths = normals.map(|(to_face, normal, terms)| depth_below(to_face, normal, terms * CROSS_ERROR));
        times_power_of_two(depths.fold(f64::INFINITY, f64::min).max(0.0), e).next_down().max(0.0)
    }

    /// For each axis an exponent `e` such that the hull is shorter than `2ᵉ` along it.
    fn exponents(&self) -> [i32; 3] {
        let (low, high) = self.bounding_box();
        let size = lifted(high) - lifted(low);
        [0, 1, 2].each(|k| size[k].exponent() + 1)
    }

    fn exponent(&self) -> i32 {
        self.exponents().into_iter().fold(i32::MIN, i32::max)
    }
}

/// A lower bound of the distance from a point to the plane at `to_plane` from it, whose normal errs by `normal_error`.
fn depth_below(to_plane: Twofold, normal: Twofold, normal_error: f64) -> f64 {
    let (height, length, far) = (normal.dot(to_plane).value(), normal.value().norm(), to_plane.value().norm());
    let u = f64::EPSILON;
    (height * (1.0 - u) - far * (u * length + normal_error)) / (length * (1.0 + 4.0 * u) + normal_error)
}

/// The sum of weights and the weighted sum of points.
struct Moments {
    weight: Two<f64>,
    weighted: Twofold,
}

impl Moments {
    const NONE: Self = Moments { weight: Two::ZERO, weighted: TwoVec { hi: Vec3::ZERO, lo: Vec3::ZERO } };

    fn add(self, weight: Two<f64>, point: Twofold) -> Self {
        Moments { weight: self.weight + weight, weighted: self.weighted + point.scale(weight) }
    }
}

/// The vertices seen from the first one, exactly, in units of a power of two along each axis.
struct Local {
    points: Vec<Twofold>,
    exponents: [i32; 3],
}

impl Local {
    fn new<V: Vector>(hull: &Hull<V>, exponents: [i32; 3]) -> Self {
        let mut local = Local { points: Vec::new(), exponents };
        let first = lifted(hull.points[0]);
        local.points = hull.points.iter().map(|&p| local.place(lifted(p), first)).collect();
        local
    }

    fn place(&self, point: Vec3<f64>, origin: Vec3<f64>) -> Twofold {
        let TwoVec { hi, lo } = TwoVec::difference(point, origin);
        TwoVec { hi: scaled(hi, self.exponents), lo: scaled(lo, self.exponents) }
    }

    fn corner(&self, vertex: u32) -> Twofold {
        self.points[vertex as usize]
    }

    /// The triangles of a face.
    fn fan(&self, corners: &[u32]) -> impl Iterator<Item = [Twofold; 3]> {
        let first = self.corner(corners[0]);
        corners[1..].windows(2).map(move |pair| [first, self.corner(pair[0]), self.corner(pair[1])])
    }

    /// A normal as long as twice the area of the face.
    fn normal(&self, corners: &[u32]) -> Twofold {
        self.fan(corners).map(|[a, b, c]| (b - a).cross(c - a)).fold(Moments::NONE.weighted, |sum, n| sum + n)
    }

    /// The outward normal of side `i` of a polygon in the plane.
    fn side_normal(&self, corners: &[u32], i: usize) -> Twofold {
        let side = self.corner(corners[(i + 1) % corners.len()]) - self.corner(corners[i]);
        let along_z = TwoVec::new(<Vec3<f64> as Vector>::axis(2));
        side.cross(along_z)
    }

    /// Six times the volume and 24 times its moments, over 4.
    fn volume_moments<V: Vector>(&self, hull: &Hull<V>) -> Moments {
        hull.faces()
            .flat_map(|corners| self.fan(corners))
            .fold(Moments::NONE, |moments, [a, b, c]| moments.add(a.dot(b.cross(c)), (a + b + c).scale(Two::new(0.25))))
    }

    fn area_moments(&self, corners: &[u32]) -> Moments {
        self.fan(corners).fold(Moments::NONE, |moments, [a, b, c]| {
            let twofold = (b - a).cross(c - a).value().norm();
            moments.add(Two::new(twofold), (a + b + c).scale(Two::new(1.0) / Two::new(3.0)))
        })
    }

    fn vertex_moments(&self) -> Moments {
        self.points.iter().fold(Moments::NONE, |moments, &p| moments.add(Two::new(1.0), p))
    }
}

/// A vector in units of `2ᵉ` along each axis.
fn scaled(v: Vec3<f64>, exponents: [i32; 3]) -> Vec3<f64> {
    <Vec3<f64> as Vector>::from_fn(|k| times_power_of_two(v[k], -exponents[k]))
}

/// `x · 2ᵉ` for `|e| < 4000`, without intermediate over- or underflow.
fn times_power_of_two(x: f64, e: i32) -> f64 {
    let (first, second) = two_factors(e / 2);
    let (third, fourth) = two_factors(e - e / 2);
    x * first * second * third * fourth
}
