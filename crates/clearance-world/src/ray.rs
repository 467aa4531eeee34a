//! A point that moves on a straight line beside a mesh or a triangle: decided exactly, triangle by triangle, the nearest boxes first.
//!
//! A point has no depth in a triangle, so bounds of distances prove no contact of the two; the signs of four orientations do
//! ([`clearance::query::crossing`]).

use clearance::enclosure::{Aabb, PosedBoxes};
use clearance::query::{Crossing, Encounter, Impact, Overlap, RayHit, Status, ToiOptions, crossing};
use clearance::{Bounds, Feature, Pose, Proximity, Real, Segment, Shape, Space};

use crate::between::between;
use crate::body::Body;
use crate::meeting::Moving;
use crate::mesh::TriangleMesh;
use crate::parts::Placed;

/// Triangles that a point may cross.
#[derive(Clone, Copy)]
enum Surface<'s, V: Space> {
    Mesh(&'s TriangleMesh<V>),
    Triangle([V; 3]),
}

impl<'s, V: Space> Surface<'s, V> {
    fn of(body: &'s Body<V>) -> Option<Self> {
        match body {
            Body::Mesh(mesh) => Some(Surface::Mesh(mesh)),
            Body::Convex(Shape::Triangle(triangle)) => Some(Surface::Triangle(triangle.corners())),
            _ => None,
        }
    }

    fn corners(&self, triangle: u32) -> [V; 3] {
        match self {
            Surface::Mesh(mesh) => mesh.corners(triangle),
            Surface::Triangle(corners) => *corners,
        }
    }

    fn bounds(&self) -> Aabb<V> {
        match self {
            Surface::Mesh(mesh) => mesh.bounds(),
            Surface::Triangle(corners) => corners.iter().fold(Aabb::empty(), |all, &c| all.union(&Aabb::at(c))),
        }
    }

    fn is_closed(&self) -> bool {
        matches!(self, Surface::Mesh(mesh) if mesh.is_solid())
    }
}

/// A point and a surface of triangles whose frame moves on a line as well.
pub(crate) struct Ray<'s, V: Space> {
    surface: Surface<'s, V>,
    body: &'s Body<V>,
    /// Where the point and the mesh are at the start.
    origin: V,
    pose: Pose<V>,
    /// How far they move.
    displacements: [V; 2],
    /// Whether the mesh is the first body.
    swapped: bool,
}

impl<'s, V: Space> Ray<'s, V> {
    /// A point and a mesh, in any order, that move on straight lines without turning; `None` for others.
    pub fn new(a: Moving<'s, V>, b: Moving<'s, V>, options: &ToiOptions<V::Scalar>) -> Option<Self> {
        let is_first_contact = options.target_distance == V::Scalar::ZERO && options.initial_overlap == Overlap::Counts;
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
        let is_exact = start.is_exact() && pose.is_exact() && is_first_contact && V::DIM == 3;
        is_exact.then(|| Ray { surface: triangles, body, origin: start.translation(), pose, displacements, swapped })
    }

    /// The first triangle that the point meets, and how; `None` if that is not decided exactly.
    pub fn cast(&self) -> Option<([u32; 2], Impact<V>)> {
        let relative = self.displacements[0] - self.displacements[1];
        let start = Aabb::at(self.origin);
        // The difference of the displacements rounds: the box holds the rest of the way.
        let slack = V::Scalar::TWO * V::Scalar::UNIT * (self.displacements[0].norm() + self.displacements[1].norm());
        let boxes = PosedBoxes::new(&self.pose, self.surface.bounds().reach_from_frame());
        let arrival = |bounds: &Aabb<V>| start.arrival(relative, &boxes.of(bounds).inflated(slack));
        let (mut first, mut limit, mut looked, mut open): (Option<(u32, RayHit<V>)>, _, _, _) =
            (None, V::Scalar::ONE, 0, false);
        let mut look = |triangle: u32| {
            looked += 1;
            match crossing(self.origin, self.displacements, &self.pose, self.surface.corners(triangle)) {
                Crossing::Hit(hit) => {
                    let is_before = |(other, known): (u32, RayHit<V>)| {
                        (hit.time.lower, hit.nearest, triangle) < (known.time.lower, known.nearest, other)
                    };
                    if first.is_none_or(is_before) {
                        first = Some((triangle, hit));
                        limit = hit.time.upper;
                    }
                }
                // The sides of flat triangles of a closed mesh are sides of others as well.
                Crossing::Open => open |= !self.surface.is_closed(),
                Crossing::Miss => {}
            }
            limit
        };
        match self.surface {
            Surface::Mesh(mesh) => mesh.tree().best_items(arrival, V::Scalar::ONE, |triangle, _| look(triangle)),
            Surface::Triangle(_) => drop(look(0)),
        }
        if open {
            return None;
        }
        let (parts, impact) = match first {
            Some((triangle, hit)) => ([0, triangle], Impact::Hit(self.encounter(&hit, looked))),
            None => ([0, 0], Impact::NoContact { lower: self.distance()?, iterations: looked }),
        };
        let [i, j] = parts;
        Some(if self.swapped { ([j, i], impact.swapped()) } else { (parts, impact) })
    }

    fn encounter(&self, hit: &RayHit<V>, iterations: u32) -> Encounter<V> {
        let way = self.displacements[0];
        let at = self.origin + way * hit.nearest;
        // Until the point is there from the last float before, and what the products round.
        let units = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let off = (way - self.displacements[1]).norm() * (hit.time.upper - hit.time.lower) * V::Scalar::TWO
            + units * (self.origin.norm() + way.norm());
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
        Encounter { time, bracket: hit.time, proximity, initial: is_initial, iterations }
    }

    /// A lower bound of the distance of a point that is proven to meet nothing: that of its way from the mesh. `None` if its way cannot be a shape.
    fn distance(&self) -> Option<V::Scalar> {
        let relative = self.displacements[0] - self.displacements[1];
        let way = Body::new(Segment::new(V::ZERO, relative).ok()?);
        let start = Pose::from_translation(self.origin).ok()?;
        let side = |body, pose| Placed { body, pose };
        let found = between(side(&way, &start), side(self.body, &self.pose), &clearance::Options::default());
        let rounding =
            V::Scalar::from_f64(4.0) * V::Scalar::UNIT * (self.displacements[0].norm() + self.displacements[1].norm());
        Some((found.bounds.lower - rounding).next_down().max(V::Scalar::ZERO))
    }
}
