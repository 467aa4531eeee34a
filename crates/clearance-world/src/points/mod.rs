//! Points and bodies: signed distances with bounds, nearest points and normals, of one point or of millions, and fields
//! of them on grids.

mod batch;
mod compound;
mod grid;
mod scene;

pub use grid::{DistanceGrid, GridError};
pub use scene::NearestBody;

use clearance::enclosure::Aabb;
use clearance::query::{self, Proximity, Status};
use clearance::{Bounds, Halfspace, Point, Pose, Real, Shape, ShapeError, Space, Vec3, Vector};

use crate::body::Body;
use crate::mesh::{OnSurface, Scratch, TriangleMesh};

/// How far a point is from a body, and where the body is nearest.
///
/// Outside of the body the signed distance is the distance. Inside it is minus the depth: the distance from the nearest
/// point that is not inside; of a solid mesh, minus the distance from the nearest triangle, which is the same unless
/// triangles lie within the solid. A mesh that is not closed is a surface: it has no inside, and the distance is that
/// of the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointDistance<V: Vector> {
    /// Negative inside. `None` deep in a compound, where parts overlap so that the bounds are all that is known; and
    /// where the winding number that decides the sign is too near to a half.
    pub signed_distance: Option<V::Scalar>,
    /// `lower ≤ true signed distance ≤ upper`, rounding included.
    pub bounds: Bounds<V::Scalar>,
    /// Whether the closed body contains the point, proven: of a solid mesh by exact signs. `None` where rounding leaves
    /// it open, and for a surface; of a mesh that is [signed by winding](TriangleMesh::signed_by_winding), whether its
    /// winding number is above a half.
    pub inside: Option<bool>,
    /// Whether the body is a surface, without an inside.
    pub surface: bool,
    /// The point of the border that is nearest, up to rounding.
    pub nearest: V,
    /// The unit vector along which the signed distance grows by 1: its gradient at the point. On a surface, the normal
    /// of its triangle.
    pub normal: V,
    /// The triangle or the part that has the nearest point; 0 for shapes and halfspaces.
    pub part: u32,
    /// Whether the nearest point is proven to be the only one, up to directions that differ by 2⁻¹⁶; else the gradient
    /// may jump here, and the normal is that of one side.
    pub unique: bool,
}

impl<V: Space> Body<V> {
    /// The signed distance of the body from a point in its frame, with bounds, the nearest point and the normal.
    ///
    /// Fails if a coordinate is not finite or above [`Real::LARGEST`]. About a microsecond for a large mesh.
    ///
    /// ```
    /// use clearance::{Cuboid, Vec3};
    /// use clearance_world::Body;
    /// let brick = Body::new(Cuboid::from_half_extents(Vec3::new(3.0, 2.0, 1.0))?);
    /// let found = brick.point_distance(Vec3::new(2.5, 0.5, 0.25))?;
    /// assert_eq!((found.signed_distance, found.inside), (Some(-0.5), Some(true))); // 0.5 below a face
    /// assert_eq!(found.normal, Vec3::new(1.0, 0.0, 0.0));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn point_distance(&self, point: V) -> Result<PointDistance<V>, ShapeError> {
        self.point_distance_from(point, &mut Scratch::default())
    }

    /// The body, with a mesh that is [signed by winding](TriangleMesh::signed_by_winding) if it is one.
    pub fn signed_by_winding(self) -> Self {
        match self {
            Body::Mesh(mesh) => Body::mesh((*mesh).clone().signed_by_winding()),
            other => other,
        }
    }

    /// [`point_distance`](Self::point_distance), sooner if the last point was near.
    pub(crate) fn point_distance_from(&self, point: V, scratch: &mut Scratch) -> Result<PointDistance<V>, ShapeError> {
        check(point)?;
        match self {
            Body::Convex(shape) => of_shape(shape, point),
            Body::Halfspace(half) => of_halfspace(half, point),
            Body::Compound(_) | Body::Many(_) => compound::distance(self, point),
            Body::Mesh(mesh) => Ok(of_mesh(mesh, point, scratch)),
        }
    }
}

/// Refuses a point that no pose could be at.
fn check<V: Vector>(point: V) -> Result<(), ShapeError> {
    let what = "coordinate of a point";
    for value in (0..V::DIM).map(|k| point[k]) {
        if !value.is_finite() {
            return Err(ShapeError::NotFinite { what, value: value.to_f64() });
        }
        if value.abs() > V::Scalar::LARGEST {
            return Err(ShapeError::TooLarge { what, value: value.to_f64(), limit: V::Scalar::LARGEST.to_f64() });
        }
    }
    Ok(())
}

fn of_shape<V: Space>(shape: &Shape<V>, point: V) -> Result<PointDistance<V>, ShapeError> {
    Ok(of_proximity(&query::signed_distance(shape, &Point::new(), &Pose::from_translation(point)?)))
}

fn of_halfspace<V: Space>(half: &Halfspace<V>, point: V) -> Result<PointDistance<V>, ShapeError> {
    Ok(of_proximity(&query::signed_distance(half, &Point::new(), &Pose::from_translation(point)?)))
}

/// The answer of a convex body and a point.
fn of_proximity<V: Space>(found: &Proximity<V>) -> PointDistance<V> {
    PointDistance {
        signed_distance: Some(found.signed_distance),
        bounds: found.bounds,
        inside: found.proven.then_some(found.status != Status::Separated),
        surface: false,
        nearest: found.witness_a,
        normal: found.normal,
        part: 0,
        unique: found.unique,
    }
}

fn of_mesh<V: Space>(mesh: &TriangleMesh<V>, point: V, scratch: &mut Scratch) -> PointDistance<V> {
    let Some(found) = mesh.on_surface(point, scratch) else { return of_far_mesh(mesh, point) };
    let surface = !mesh.is_solid();
    let inside = match (surface, mesh.is_signed_by_winding()) {
        (false, _) => Some(found.touches || is_enclosed(mesh, point)),
        (true, true) => {
            if found.touches {
                Some(true)
            } else {
                mesh.winds_around(point)
            }
        }
        (true, false) => None,
    };
    let found = signed(&found, surface, inside);
    // Inside or outside is not proven.
    if surface && mesh.is_signed_by_winding() && inside.is_none() { unsigned(found) } else { found }
}

fn is_enclosed<V: Space>(mesh: &TriangleMesh<V>, point: V) -> bool {
    mesh.bounds().contains(&Aabb::at(point)) && mesh.winding(point) != 0
}

/// A distance whose sign is not known.
fn unsigned<V: Space>(found: PointDistance<V>) -> PointDistance<V> {
    let Bounds { upper, .. } = found.bounds;
    PointDistance { signed_distance: None, bounds: Bounds { lower: -upper, upper }, ..found }
}

/// The signed distance by the distance from the surface.
fn signed<V: Space>(found: &OnSurface, surface: bool, inside: Option<bool>) -> PointDistance<V> {
    let is_below = inside == Some(true) && !found.touches;
    let Bounds { lower, upper } = rounded_outward::<V::Scalar>(found.bounds);
    let (distance, direction) = (V::Scalar::from_f64(found.distance), from_spatial::<V>(found.direction));
    PointDistance {
        signed_distance: Some(if is_below { -distance } else { distance }),
        bounds: if is_below { Bounds { lower: -upper, upper: -lower } } else { Bounds { lower, upper } },
        inside,
        surface,
        nearest: from_spatial(found.at),
        normal: if is_below { -direction } else { direction },
        part: found.triangle,
        // The distance from a surface has an edge on it.
        unique: found.unique && !(surface && found.touches),
    }
}

/// A mesh beside which squares of lengths overflow: the point is outside of its box.
fn of_far_mesh<V: Space>(mesh: &TriangleMesh<V>, point: V) -> PointDistance<V> {
    // The point is the first body.
    let (part, found) = mesh.nearest_triangle(point);
    let surface = !mesh.is_solid();
    // From far away no surface winds around a point.
    let is_signed = !surface || mesh.is_signed_by_winding();
    let convex = of_proximity(&found.swapped());
    PointDistance { part, surface, inside: is_signed.then_some(false), unique: false, ..convex }
}

fn from_spatial<V: Vector>(v: Vec3<f64>) -> V {
    V::from_fn(|k| V::Scalar::from_f64(v[k]))
}

/// Bounds in the body's precision.
fn rounded_outward<T: Real>(bounds: Bounds<f64>) -> Bounds<T> {
    let (lower, upper) = (T::from_f64(bounds.lower), T::from_f64(bounds.upper));
    Bounds {
        lower: if lower.to_f64() > bounds.lower { lower.next_down() } else { lower },
        upper: if upper.to_f64() < bounds.upper { upper.next_up() } else { upper },
    }
}
