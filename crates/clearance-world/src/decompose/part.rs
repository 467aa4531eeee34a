//! A convex part: its hull, and planes that hold it.
//!
//! **Containment.** The true corners are within `e` of the computed ones. If the hull of these holds a ball of radius
//! `r` about `m`, growing it about `m` by the factor `1 + e/r` moves every supporting plane out by at least `e`, so
//! that the grown hull contains the hull of the true corners. Growing rounds again: `e` counts that, too. Where the
//! hull is too flat for that, every corner stands for the eight of its box. Where nothing was rounded, nothing is
//! moved.

use clearance::enclosure::Aabb;
use clearance::hull::{Hull, convex_hull};
use clearance::{Real, ShapeError, Vec3, Vector};

use super::clip::Corner;

/// Hulls that hold a ball of this multiple of the error are grown; the factor then stays within the last digits of a
/// float.
const ROOMY: f64 = 1e6;

/// So close to the mesh that nothing is gained by cutting, as a share of its size.
pub(super) const FINE: f64 = 1e-4;

/// A convex part with planes that hold it.
#[derive(Clone, Debug)]
pub struct Part {
    hull: Hull<Vec3<f64>>,
    /// Directions with the largest product of any point of the part, rounded up.
    planes: Vec<(Vec3<f64>, f64)>,
    bounds: Aabb<Vec3<f64>>,
    /// The mean of the corners: inside, up to rounding.
    middle: Vec3<f64>,
    /// Volume of the hull, rounded: to compare parts by.
    volume: f64,
}

impl Part {
    /// The hull of points. Fails without any, and if one is not finite or too large.
    pub fn new(points: &[Vec3<f64>]) -> Result<Self, ShapeError> {
        let hull = convex_hull(points)?;
        let bounds = hull.points().iter().fold(Aabb::empty(), |all, &p| all.union(&Aabb::at(p)));
        let planes = directions(&hull).into_iter().map(|n| (n, above(n, hull.points()))).collect();
        let count = hull.points().len() as f64;
        let middle = hull.points().iter().fold(Vec3::ZERO, |sum, &p| sum + p * (1.0 / count));
        let volume = volume(&hull, middle);
        Ok(Part { hull, planes, bounds, middle, volume })
    }

    /// A hull that contains that of the true corners.
    pub(super) fn around(corners: &[Corner]) -> Result<Self, ShapeError> {
        let largest =
            |pick: fn(&Corner) -> Vec3<f64>| corners.iter().fold(0.0, |most: f64, c| most.max(pick(c).max_abs()));
        let computed: Vec<Vec3<f64>> = corners.iter().map(|corner| corner.at).collect();
        let part = Part::new(&computed)?;
        let error = largest(|corner| corner.error);
        if error == 0.0 {
            return Ok(part);
        }
        // A corner of a box is √3 errors away; the sums and the product of growing round by less than 8u of the size.
        let size = largest(|corner| corner.at);
        let error = 2.0 * error + 16.0 * f64::UNIT * size;
        let middle = part.middle;
        let room = part.room_around(middle);
        if part.hull.dimension() == 3 && room > ROOMY * error {
            let factor = 1.0 + 2.0 * error / room;
            let grown: Vec<Vec3<f64>> = part.hull.points().iter().map(|&p| middle + (p - middle) * factor).collect();
            return Part::new(&grown);
        }
        let boxed = corners.iter().flat_map(|corner| {
            let moved = |i: u8| {
                Vec3::from_fn(|k| {
                    let (at, error) = (corner.at[k], corner.error[k]);
                    match (error == 0.0, i >> k & 1) {
                        (true, _) => at,
                        (_, 0) => (at - error).next_down(),
                        _ => (at + error).next_up(),
                    }
                })
            };
            (0..8).map(moved)
        });
        Part::new(&boxed.collect::<Vec<_>>())
    }

    /// The hull of two parts.
    pub(super) fn joined(&self, other: &Self) -> Result<Self, ShapeError> {
        let points: Vec<Vec3<f64>> = self.hull.points().iter().chain(other.hull.points()).copied().collect();
        Part::new(&points)
    }

    /// Its convex hull.
    pub fn hull(&self) -> &Hull<Vec3<f64>> {
        &self.hull
    }
    /// The box around it.
    pub fn bounds(&self) -> &Aabb<Vec3<f64>> {
        &self.bounds
    }

    /// A point inside, up to rounding.
    pub(super) fn middle(&self) -> Vec3<f64> {
        self.middle
    }

    /// The volume, rounded: to compare parts by.
    pub(super) fn volume(&self) -> f64 {
        self.volume
    }

    /// Directions with the largest product of any point of the part, rounded up: the normals of its faces, and those of
    /// flat parts' edges.
    pub fn planes(&self) -> &[(Vec3<f64>, f64)] {
        &self.planes
    }

    /// Whether a point is below all planes, up to rounding.
    pub(super) fn holds(&self, p: Vec3<f64>) -> bool {
        self.planes.iter().all(|&(n, most)| n.dot(p) <= most)
    }

    /// Whether no point of the part is in a box of a center and half sizes: proven by one of the planes.
    pub(super) fn misses(&self, center: Vec3<f64>, half: Vec3<f64>) -> bool {
        self.planes.iter().any(|&(n, most)| {
            let near = n.dot(center) - n.abs().dot(half);
            near - rounding(n, center.abs() + half) > most
        })
    }

    /// What the planes leave of a box, each by itself; none if one of them proves that no point of the part is in it.
    ///
    /// Of a plane `n·x ≤ d` and a box `[l, u]` let `s = d − min n·x`. If `s < 0`, nothing is left. Along an axis with
    /// `nₖ > 0`, `nₖ(xₖ − lₖ) ≤ n·x − min n·x ≤ s` leaves `xₖ ≤ lₖ + s/nₖ`, and the mirror image holds for `nₖ < 0`.
    /// Rounding of the products is in `s`; the quotient and the sum round once each.
    pub(super) fn clipped(&self, bounds: &Aabb<Vec3<f64>>) -> Option<Aabb<Vec3<f64>>> {
        let [mut lower, mut upper] = [bounds.lower, bounds.upper].map(|corner| [corner.x, corner.y, corner.z]);
        for &(n, most) in &self.planes {
            let least = Vec3::from_fn(|k| n[k] * if n[k] > 0.0 { lower[k] } else { upper[k] });
            let largest = Vec3::from_fn(|k| lower[k].abs().max(upper[k].abs()));
            let room = most - (least.x + least.y + least.z) + rounding(n, largest);
            if room < 0.0 {
                return None;
            }
            for k in 0..3 {
                let share = room / n[k].abs() * (1.0 + 2.0 * f64::EPSILON);
                if share < upper[k] - lower[k] && n[k] > 0.0 {
                    upper[k] = upper[k].min((lower[k] + share).next_up());
                } else if share < upper[k] - lower[k] {
                    lower[k] = lower[k].max((upper[k] - share).next_down());
                }
            }
        }
        Some(Aabb { lower: lower.into(), upper: upper.into() })
    }

    /// The point on the way from the middle of the part to `p` where it leaves the part, or `p`; up to rounding.
    pub(super) fn pulled_in(&self, p: Vec3<f64>) -> Vec3<f64> {
        let middle = self.middle;
        let way = p - middle;
        let share = self.planes.iter().fold(1.0, |share: f64, &(n, most)| {
            let (room, speed) = (most - n.dot(middle), n.dot(way));
            if speed > 0.0 { share.min((room / speed).max(0.0)) } else { share }
        });
        middle + way * share
    }

    /// The radius of a ball about a point of the part that the planes leave room for, rounded.
    fn room_around(&self, middle: Vec3<f64>) -> f64 {
        let room = |&(n, most): &(Vec3<f64>, f64)| (most - n.dot(middle)) / n.norm() * (1.0 - 1e-9);
        self.planes.iter().map(room).fold(f64::INFINITY, f64::min)
    }
}

/// A sixth of the sum of the determinants of each face's triangles, seen from `middle`; zero for flat hulls.
fn volume(hull: &Hull<Vec3<f64>>, middle: Vec3<f64>) -> f64 {
    if hull.dimension() < 3 {
        return 0.0;
    }
    let at = |id: u32| hull.points()[id as usize] - middle;
    let fan = |face: &[u32]| {
        let six = |w: &[u32]| at(face[0]).dot(at(w[0]).cross(at(w[1])));
        face[1..].windows(2).map(six).sum::<f64>()
    };
    hull.faces().map(fan).sum::<f64>() / 6.0
}

/// The rounding of a product of a direction and a point.
fn rounding(n: Vec3<f64>, p: Vec3<f64>) -> f64 {
    8.0 * f64::UNIT * n.abs().dot(p.abs()) + f64::MIN_POSITIVE
}

/// An upper bound of the products of a direction with some points.
fn above(n: Vec3<f64>, points: &[Vec3<f64>]) -> f64 {
    points.iter().fold(f64::NEG_INFINITY, |most, &p| most.max(n.dot(p) + rounding(n, p)))
}

/// The normals of faces; of flat hulls both normals, and those of the edges in the plane; of segments their direction
/// and four across it.
fn directions(hull: &Hull<Vec3<f64>>) -> Vec<Vec3<f64>> {
    let points = hull.points();
    let normal = |face: &[u32]| {
        let first = points[face[0] as usize];
        let side = |w: &[u32]| (points[w[0] as usize] - first).cross(points[w[1] as usize] - first);
        face.windows(2).map(side).fold(Vec3::ZERO, |sum, side| sum + side)
    };
    let along = |edge: &[u32; 2]| points[edge[1] as usize] - points[edge[0] as usize];
    let both = |n: Vec3<f64>| [n, -n];
    let found: Vec<Vec3<f64>> = match hull.dimension() {
        3 => hull.faces().map(normal).collect(),
        2 => {
            let normals: Vec<Vec3<f64>> = hull.faces().take(1).map(normal).collect();
            let across =
                hull.edges().iter().flat_map(|edge| normals.iter().flat_map(move |&n| both(along(edge).cross(n))));
            normals.iter().flat_map(|&n| both(n)).chain(across).collect()
        }
        _ => hull
            .edges()
            .iter()
            .flat_map(|edge| {
                let along = along(edge);
                let across = along.any_perpendicular();
                [along, across, along.cross(across)].into_iter().flat_map(both)
            })
            .collect(),
    };
    found.into_iter().map(|n| n.normalized()).filter(|n| n.is_finite() && n.max_abs() > 0.0).collect()
}
