//! How thick the walls of a solid mesh are, and how far its surface is from itself across the outside.
//!
//! At samples of the surface, two lengths each with bounds: that of the ray along the normal to where it next meets
//! the surface, and the diameter of the largest ball that touches the surface at the sample, see [`ball`]. A ball is
//! held by triangles that face the sample alone, so that the faces beside an edge do not make a wall thin there. Each
//! value is proven for its sample; between samples nothing is.

mod ball;
mod samples;

#[cfg(test)]
mod tests;

use clearance::{Bounds, Real, Vec3, Vector};

use crate::mesh::TriangleMesh;
use crate::threads::each;
use ball::Balls;
use samples::{Sample, samples};

type Point = Vec3<f64>;

/// Which way lengths are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThicknessSide {
    /// Through the solid: the thickness of its walls.
    #[default]
    Wall,
    /// Across the outside: the gap between two places of the surface that face each other.
    Gap,
}

/// What is measured of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThicknessOptions {
    /// Which way.
    pub side: ThicknessSide,
    /// How many samples there are about, spread by area; at least one a triangle. With 0, the centroid of each.
    pub samples: usize,
    /// Lengths above this are not looked for; `None` looks as far as the mesh is long.
    pub within: Option<f64>,
}

/// What was measured at a point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThicknessAt {
    /// The triangle of the sample.
    pub triangle: u32,
    /// The sample: a point of the triangle but for the rounding of its coordinates.
    pub at: Point,
    /// The direction of the ray, of length 1: along the normal of the triangle to the side that is measured.
    pub along: Point,
    /// The area of the triangle by the number of its samples.
    pub area: f64,
    /// Bounds of the length of the ray from the sample to the next triangle; `None` if it meets none.
    pub ray: Option<Bounds<f64>>,
    /// The triangle that it meets.
    pub ray_triangle: Option<u32>,
    /// Bounds of the diameter of the largest ball that touches the sample on that side, is no longer than the ray and
    /// holds no point of a triangle that faces the sample; `None` if nothing holds it.
    pub ball: Option<Bounds<f64>>,
    /// The triangle that holds it.
    pub ball_triangle: Option<u32>,
}

/// The walls or gaps of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Thickness {
    /// In the order of triangles.
    pub samples: Vec<ThicknessAt>,
}

/// A stretch of lengths and the area of the samples whose rays have such lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThicknessShare {
    /// The least length.
    pub from: f64,
    /// The length that is above all; of the last stretch the greatest one.
    pub to: f64,
    /// The area of its samples.
    pub area: f64,
}

impl Thickness {
    /// The sample with the shortest ray.
    pub fn least_ray(&self) -> Option<&ThicknessAt> {
        least(&self.samples, |sample| sample.ray)
    }

    /// The sample with the smallest ball.
    pub fn least_ball(&self) -> Option<&ThicknessAt> {
        least(&self.samples, |sample| sample.ball)
    }

    /// The lengths of rays from the least to the greatest in stretches of one width, each with its area. Empty without
    /// rays.
    pub fn histogram(&self, stretches: usize) -> Vec<ThicknessShare> {
        let lengths = || self.samples.iter().filter_map(|sample| Some((sample.ray?.upper, sample.area)));
        let [low, high] = [f64::min, f64::max].map(|of| lengths().map(|(length, _)| length).reduce(of));
        let (Some(low), Some(high)) = (low, high) else { return Vec::new() };
        let stretches = if high > low { stretches.max(1) } else { 1 };
        let end = |i: usize| if i == stretches { high } else { low + (high - low) * i as f64 / stretches as f64 };
        let mut shares: Vec<ThicknessShare> =
            (0..stretches).map(|i| ThicknessShare { from: end(i), to: end(i + 1), area: 0.0 }).collect();
        for (length, area) in lengths() {
            let place = shares.partition_point(|share| share.to <= length).min(stretches - 1);
            shares[place].area += area;
        }
        shares
    }
}

fn least(samples: &[ThicknessAt], bounds: impl Fn(&ThicknessAt) -> Option<Bounds<f64>>) -> Option<&ThicknessAt> {
    let upper = |sample: &ThicknessAt| bounds(sample).map_or(f64::INFINITY, |bounds| bounds.upper);
    let found = samples.iter().min_by(|a, b| upper(a).total_cmp(&upper(b)));
    found.filter(|sample| bounds(sample).is_some())
}

impl TriangleMesh<Point> {
    /// The thickness of the walls of a solid mesh, or the gaps across its outside, at samples of its surface; `None`
    /// for a mesh that is not solid. Triangles without area have no sample.
    ///
    /// Some microseconds a sample; with the feature `rayon` on all threads, with the same bits.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::{ThicknessOptions, TriangleMesh};
    /// // A plate, 8 by 6 by 0.5.
    /// let corner = |i: usize| Vec3::new([0.0, 8.0][i & 1], [0.0, 6.0][i >> 1 & 1], [0.0, 0.5][i >> 2]);
    /// let faces = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2],
    ///     [2, 4, 6], [1, 3, 5], [3, 7, 5]];
    /// let plate = TriangleMesh::new(&(0..8).map(corner).collect::<Vec<_>>(), &faces)?;
    /// let found = plate.thickness(&ThicknessOptions::default()).unwrap();
    /// let [ray, ball] = [found.least_ray().unwrap().ray.unwrap(), found.least_ball().unwrap().ball.unwrap()];
    /// assert!(ray.lower <= 0.5 && 0.5 <= ray.upper && ray.upper - ray.lower < 1e-12);
    /// assert!(ball.lower <= 0.5 && 0.5 <= ball.upper && ball.upper - ball.lower < 1e-12);
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn thickness(&self, options: &ThicknessOptions) -> Option<Thickness> {
        if !self.is_solid() {
            return None;
        }
        let within = options.within.unwrap_or_else(|| self.bounds().extent().norm());
        let balls = Balls::new(self, options.side);
        let samples = samples(self, options);
        let samples = each(&samples, |sample| self.thickness_at(sample, within, &balls));
        Some(Thickness { samples })
    }

    fn thickness_at(&self, sample: &Sample, within: f64, balls: &Balls) -> ThicknessAt {
        let &Sample { triangle, at, along, area } = sample;
        let way = along * within;
        // A ray that cannot be cast is one that meets nothing.
        let hit = self.cast_ray_past(Some(triangle), at, way).ok().flatten();
        let length = way.norm();
        // The length rounds by 4u, its product by u.
        let ray = hit.map(|found| Bounds {
            lower: found.hit.time.lower * length * (1.0 - 8.0 * f64::UNIT),
            upper: found.hit.time.upper * length * (1.0 + 8.0 * f64::UNIT),
        });
        let ray_triangle = hit.map(|found| found.triangle);
        let (ball, ball_triangle) = balls.largest(self, sample, (ray, ray_triangle), within);
        ThicknessAt { triangle, at, along, area, ray, ray_triangle, ball, ball_triangle }
    }
}
