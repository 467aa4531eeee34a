//! A point that moves on a straight line beside a mesh or a triangle: decided triangle by triangle, the nearest boxes
//! first.
//!
//! A point has no depth in a triangle, so bounds of distances prove no contact of the two; the signs of four
//! orientations do ([`clearance::query::crossing`]). Where the pose is known to an error only, they hold for all poses
//! within it.

mod surface;

use clearance::query::{Encounter, Impact, Overlap, RayHit, SegmentEnclosure, Status, ToiOptions};
use clearance::{Bounds, Feature, Pose, Proximity, Real, Segment, Shape, ShapeError, Space};

use crate::between::between;
use crate::body::Body;
use crate::inside::holds;
use crate::meeting::Moving;
use crate::mesh::TriangleMesh;
use crate::parts::Placed;
use crate::threads::each;
use surface::{First, Sight, Surface};

/// Where a segment first meets a surface of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit<V: Space> {
    /// The triangle, of those at one time that of the least index.
    pub triangle: u32,
    /// When, and where on the triangle.
    pub hit: RayHit<V>,
}

impl<V: Space> TriangleMesh<V> {
    /// Where the segment from `origin` to `origin + displacement` first meets the surface, in the frame of the mesh;
    /// `None` proves that it meets no triangle. Exact: a segment through an edge or a vertex meets the triangles there.
    ///
    /// Of the surface, whether the mesh is solid or not: from inside, the segment hits the wall. As a [`Body`] of a
    /// pair or of a scene a solid mesh is hit at time 0 from there. Fails if a number is not finite or above
    /// [`Real::LARGEST`].
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::TriangleMesh;
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Vec3::from);
    /// let sail = TriangleMesh::new(&corners, &[[0, 1, 2]])?;
    /// let found = sail.cast_ray(Vec3::new(1.0, 2.0, -1.0), Vec3::new(0.0, 0.0, 4.0))?.unwrap();
    /// assert_eq!((found.triangle, found.hit.nearest, found.hit.barycentric), (0, 0.25, [0.25, 0.25, 0.5]));
    /// assert_eq!(found.hit.normal, Vec3::new(0.0, 0.0, -1.0));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn cast_ray(&self, origin: V, displacement: V) -> Result<Option<SurfaceHit<V>>, ShapeError> {
        self.cast_ray_past(None, origin, displacement)
    }

    /// [`cast_ray`](Self::cast_ray) without one triangle, such as the one that the ray begins on.
    pub(crate) fn cast_ray_past(
        &self,
        past: Option<u32>,
        origin: V,
        displacement: V,
    ) -> Result<Option<SurfaceHit<V>>, ShapeError> {
        let origin = ShapeError::check_point("origin of a ray", origin)?;
        let displacement = ShapeError::check_point("displacement of a ray", displacement)?;
        let displacements = [displacement, V::ZERO];
        let segment = SegmentEnclosure::in_frame(origin, displacements, &Pose::IDENTITY);
        // Nothing is rounded on the way to a frame that is the same.
        let segment = SegmentEnclosure { off: 0.0, askew: 0.0, ..segment };
        let surface = Surface::Mesh(self);
        let sight = Sight { surface, past, origin, displacements, pose: Pose::IDENTITY, segment, is_exact: true };
        Ok(match sight.first().0 {
            First::Hit { triangle, hit, .. } => Some(SurfaceHit { triangle, hit }),
            First::Miss | First::Undecided { .. } => None,
        })
    }

    /// Many [rays](Self::cast_ray), each from an origin by a displacement, on as many threads as there are, with the
    /// bits of one alone.
    pub fn cast_rays(&self, rays: &[[V; 2]]) -> Vec<Result<Option<SurfaceHit<V>>, ShapeError>> {
        each(rays, |&[origin, displacement]| self.cast_ray(origin, displacement))
    }
}

/// A point and a surface of triangles whose frame moves on a line as well.
pub(crate) struct Ray<'s, V: Space> {
    sight: Sight<'s, V>,
    body: &'s Body<V>,
    /// How far the point may be from where it is said to be.
    off: V::Scalar,
    /// Whether the mesh is the first body.
    swapped: bool,
}

impl<'s, V: Space> Ray<'s, V> {
    /// A point and a mesh, in any order, that move on straight lines without turning; `None` for others.
    pub fn new(a: Moving<'s, V>, b: Moving<'s, V>, options: &ToiOptions<V::Scalar>) -> Option<Self> {
        let is_first_contact = options.target_distance == V::Scalar::ZERO && options.initial_overlap == Overlap::Counts;
        if V::DIM != 3 || !is_first_contact {
            return None;
        }
        let (point, surface, swapped) = match (a.body, b.body) {
            (Body::Convex(Shape::Point(_)), _) => (a, b, false),
            (_, Body::Convex(Shape::Point(_))) => (b, a, true),
            _ => return None,
        };
        let (triangles, body) = (Surface::of(surface.body)?, surface.body);
        let way =
            |moving: &Moving<'s, V>| moving.motion.course().filter(|course| !course.turns).map(|course| course.way);
        let displacements = [way(&point)?, way(&surface)?];
        let [start, pose] = [point, surface].map(|moving| moving.motion.pose_at(V::Scalar::ZERO));
        let (origin, off) = (start.translation(), start.translation_error());
        let mut segment = SegmentEnclosure::in_frame(origin, displacements, &pose);
        segment.off = (segment.off + off.to_f64()).next_up();
        if pose == Pose::IDENTITY && displacements[1] == V::ZERO {
            // Nothing is rounded on the way to a frame that is the same.
            (segment.off, segment.askew) = (off.to_f64(), 0.0);
        }
        let is_exact = off == V::Scalar::ZERO && pose.is_rational();
        let sight = Sight { surface: triangles, past: None, origin, displacements, pose, segment, is_exact };
        Some(Ray { sight, body, off, swapped })
    }

    /// The first triangle that the point meets, and how; `None` proves that it meets none.
    pub fn cast(&self) -> Option<([u32; 2], Impact<V>)> {
        let (first, looked) = self.sight.first();
        let (triangle, impact) = match first {
            First::Miss => return None,
            First::Hit { triangle, hit, from } => (triangle, Impact::Hit(self.encounter(&hit, from, looked))),
            First::Undecided { triangle, time } => {
                let hit = RayHit {
                    time,
                    nearest: time.lower,
                    barycentric: [V::Scalar::ZERO; 3],
                    normal: -self.relative().normalized(),
                };
                (triangle, Impact::Undecided(self.undecided(&hit, looked)))
            }
        };
        Some(if self.swapped { ([triangle, 0], impact.swapped()) } else { ([0, triangle], impact) })
    }

    /// Whether the start is not proven to be outside of the solid.
    pub fn may_begin_inside(&self) -> bool {
        let Surface::Mesh(mesh) = self.sight.surface else { return false };
        let segment = &self.sight.segment;
        let at = V::from_fn(|k| V::Scalar::from_f64(segment.origin[k]));
        // Rounded to the scalar.
        let off = V::Scalar::from_f64(segment.off).next_up() + V::Scalar::UNIT * V::Scalar::TWO * at.max_abs();
        mesh.is_solid() && holds(mesh, at, off) != Some(false)
    }

    fn relative(&self) -> V {
        self.sight.displacements[0] - self.sight.displacements[1]
    }

    fn encounter(&self, hit: &RayHit<V>, from: V::Scalar, iterations: u32) -> Encounter<V> {
        let way = self.sight.displacements[0];
        let at = self.sight.origin + way * hit.nearest;
        let bracket = Bounds { lower: from, upper: hit.time.upper };
        // Until the point is there from the first time that it may be, and what the products round.
        let units = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let off = self.relative().norm() * (bracket.upper - bracket.lower) * V::Scalar::TWO
            + units * (self.sight.origin.norm() + way.norm())
            + self.off;
        let (zero, time) = (V::Scalar::ZERO, hit.nearest);
        let is_initial = hit.time.upper == zero;
        let proximity = Proximity {
            signed_distance: zero,
            normal: -hit.normal,
            witness_a: at,
            witness_b: at,
            bounds: Bounds { lower: zero, upper: if is_initial { zero } else { off.next_up() } },
            features: [Feature::SMOOTH; 2],
            unique: false,
            status: Status::Touching,
            proven: true,
            iterations,
        };
        Encounter { time, bracket, proximity, initial: is_initial, iterations }
    }

    /// A crossing that the errors of a pose leave undecided.
    fn undecided(&self, hit: &RayHit<V>, iterations: u32) -> Encounter<V> {
        let found = self.encounter(hit, hit.time.lower, iterations);
        let proximity = Proximity { status: Status::Undecided, proven: false, ..found.proximity };
        Encounter { proximity, initial: false, ..found }
    }

    /// A lower bound of the distance of a point that is proven to meet nothing: that of its way from the mesh. Zero if
    /// its way cannot be a shape.
    pub fn distance(&self) -> V::Scalar {
        let Sight { origin, displacements, pose, .. } = &self.sight;
        let (way, start) = match (Segment::new(V::ZERO, self.relative()), Pose::from_translation(*origin)) {
            (Ok(way), Ok(start)) => (Body::new(way), start),
            _ => return V::Scalar::ZERO,
        };
        let side = |body, pose| Placed { body, pose };
        let found = between(side(&way, &start), side(self.body, pose), &clearance::Options::default());
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * (displacements[0].norm() + displacements[1].norm());
        (found.bounds.lower - rounding - self.off).next_down().max(V::Scalar::ZERO)
    }
}
