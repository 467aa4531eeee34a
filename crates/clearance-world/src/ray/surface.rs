//! The first triangle on a segment: down the mesh's tree in floats, with exact numbers where these do not decide.

use clearance::query::{Crossing, RayHit, RoughCrossing, RoughHit, SegmentEnclosure, crossing};
use clearance::{Bounds, Pose, Real, Shape, Space, Vec3, Vector};

use crate::body::Body;
use crate::inside::holds;
use crate::mesh::TriangleMesh;
use crate::tree::along::Slabs;

/// Triangles that a point may cross.
#[derive(Clone, Copy)]
pub(super) enum Surface<'s, V: Space> {
    Mesh(&'s TriangleMesh<V>),
    Triangle([V; 3]),
}

impl<'s, V: Space> Surface<'s, V> {
    /// `None` for bodies without triangles.
    pub fn of(body: &'s Body<V>) -> Option<Self> {
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
}

/// A segment in the world, and a surface at a pose that moves on a line in the same time.
pub(super) struct Sight<'s, V: Space> {
    pub surface: Surface<'s, V>,
    /// A triangle that does not count.
    pub past: Option<u32>,
    pub origin: V,
    /// How far the point and the surface move.
    pub displacements: [V; 2],
    pub pose: Pose<V>,
    /// The segment in the frame of the surface.
    pub segment: SegmentEnclosure,
    /// Whether [`crossing`] decides what the floats cannot.
    pub is_exact: bool,
}

/// What is first on a segment.
pub(super) enum First<V: Space> {
    /// Proven: the first hit of all, or one of several that rounding of the pose does not distinguish. Before `from`
    /// there is none.
    Hit { triangle: u32, hit: RayHit<V>, from: V::Scalar },
    /// Proven: no triangle.
    Miss,
    /// A triangle may be met at times in these bounds; none is before.
    Undecided { triangle: u32, time: Bounds<V::Scalar> },
}

impl<V: Space> Sight<'_, V> {
    /// The first triangle, and how many were looked at.
    pub fn first(&self) -> (First<V>, u32) {
        let mut search =
            HitSearch { sight: self, hits: Vec::new(), best: None, open: Vec::new(), limit: 1.0, looked: 0 };
        match self.surface {
            Surface::Mesh(mesh) => {
                mesh.tree().along(&Slabs::new(&self.segment), 1.0, |triangle, entry| search.look(triangle, entry));
            }
            Surface::Triangle(_) => drop(search.look(0, 0.0)),
        }
        let looked = search.looked;
        (search.finish(), looked)
    }

    /// How far the nominal point is from all true ones at most, at any time.
    fn off(&self) -> f64 {
        self.segment.off + self.segment.askew
    }

    fn exactly(&self, triangle: u32) -> Crossing<V> {
        crossing(self.origin, self.displacements, &self.pose, self.surface.corners(triangle))
    }

    /// A time soon after an undecided crossing at which the point is proven to be inside of the solid that the surface
    /// bounds.
    ///
    /// The nominal point is within its error of the true one, so both are inside if one is, unless the surface passes
    /// between them.
    fn inside_after(&self, time: f64, limit: f64) -> Option<f64> {
        let Surface::Mesh(mesh) = self.surface else { return None };
        if !mesh.is_solid() {
            return None;
        }
        let SegmentEnclosure { origin, way, .. } = self.segment;
        // What the point of a time rounds beside its own error.
        let error = (self.off() + 8.0 * f64::EPSILON * (origin.max_abs() + way.max_abs())) * 2.0;
        let step = error / way.max_abs();
        [8.0, 64.0, 512.0, 4096.0].into_iter().map(|steps| time + steps * step).take_while(|&t| t <= limit).find(|&t| {
            let at = origin + way * t;
            let point = V::from_fn(|k| V::Scalar::from_f64(at[k]));
            // The scalar's own rounding counts as well.
            let off = V::Scalar::from_f64(error + error) + V::Scalar::UNIT * V::Scalar::from_f64(4.0) * point.max_abs();
            holds(mesh, point, off) == Some(true)
        })
    }
}

/// The search for the first hit.
struct HitSearch<'s, V: Space> {
    sight: &'s Sight<'s, V>,
    best: Option<(u32, Met<V>)>,
    /// Others whose times overlap.
    hits: Vec<(u32, Met<V>)>,
    open: Vec<(u32, Bounds<f64>)>,
    /// The least upper end of a hit.
    limit: f64,
    looked: u32,
}

/// A hit by floats, or by exact numbers.
#[derive(Clone, Copy)]
enum Met<V: Space> {
    Rough(RoughHit),
    Exact(RayHit<V>),
}

impl<V: Space> Met<V> {
    fn time(&self) -> Bounds<f64> {
        match self {
            Met::Rough(hit) => hit.time,
            Met::Exact(hit) => Bounds { lower: hit.time.lower.to_f64(), upper: hit.time.upper.to_f64() },
        }
    }
}

impl<V: Space> HitSearch<'_, V> {
    /// Looks at a triangle whose box is not entered before a time; the time after which no other matters.
    fn look(&mut self, triangle: u32, entry: f64) -> f64 {
        if self.sight.past == Some(triangle) {
            return self.limit;
        }
        self.looked += 1;
        let corners = self.sight.surface.corners(triangle).map(wide);
        match self.sight.segment.crossing(corners) {
            RoughCrossing::Miss => {}
            RoughCrossing::Hit(hit) => self.add(triangle, Met::Rough(hit)),
            RoughCrossing::Undecided(_) if self.sight.is_exact => {
                if let Crossing::Hit(hit) = self.sight.exactly(triangle) {
                    self.add(triangle, Met::Exact(hit));
                }
            }
            RoughCrossing::Undecided(time) => {
                let lower = time.lower.max(entry.max(0.0));
                if lower <= self.limit {
                    self.open.push((triangle, Bounds { lower, upper: time.upper.max(lower) }));
                }
            }
        }
        self.limit
    }

    fn add(&mut self, triangle: u32, met: Met<V>) {
        let time = met.time();
        if time.lower > self.limit {
            return;
        }
        self.limit = self.limit.min(time.upper);
        match &mut self.best {
            Some(best) if best.1.time().lower <= self.limit => self.hits.push((triangle, met)),
            best => *best = Some((triangle, met)),
        }
    }

    fn finish(mut self) -> First<V> {
        let limit = self.limit;
        self.open.retain(|(_, time)| time.lower <= limit);
        self.hits.retain(|(_, met)| met.time().lower <= limit);
        let hit = self.best.map(|best| self.first_hit(best));
        if self.open.is_empty() {
            return hit.map_or(First::Miss, |(triangle, hit)| First::Hit { triangle, hit, from: hit.time.lower });
        }
        self.resolve(hit)
    }

    /// The first of the hits whose times overlap, by exact numbers if there are such.
    fn first_hit(&self, best: (u32, Met<V>)) -> (u32, RayHit<V>) {
        let sharpen = |(triangle, met): (u32, Met<V>)| match met {
            Met::Exact(hit) => (triangle, hit),
            Met::Rough(rough) => match self.sight.is_exact.then(|| self.sight.exactly(triangle)) {
                Some(Crossing::Hit(hit)) => (triangle, hit),
                _ => (triangle, self.of_rough(&rough)),
            },
        };
        let mut first = sharpen(best);
        // What the others may be earlier by belongs to the bounds.
        let mut time = first.1.time;
        for &other in &self.hits {
            let other = sharpen(other);
            let key = |(triangle, hit): (u32, RayHit<V>)| (hit.time.lower, hit.nearest, triangle);
            time = Bounds { lower: time.lower.min(other.1.time.lower), upper: time.upper.min(other.1.time.upper) };
            if key(other) < key(first) {
                first = other;
            }
        }
        let nearest = first.1.nearest.clamp(time.lower, time.upper);
        (first.0, RayHit { time, nearest, ..first.1 })
    }

    fn of_rough(&self, rough: &RoughHit) -> RayHit<V> {
        let number = V::Scalar::from_f64;
        let time = outward(rough.time);
        let middle = number(rough.time.lower * 0.5 + rough.time.upper * 0.5);
        RayHit {
            time,
            nearest: middle.clamp(time.lower, time.upper),
            barycentric: rough.barycentric.map(number),
            normal: self.in_world(rough.normal),
        }
    }

    fn in_world(&self, normal: Vec3<f64>) -> V {
        let normal = normal.normalized();
        self.sight.pose.vector(V::from_fn(|k| V::Scalar::from_f64(normal[k]))).normalized()
    }

    /// The answer where the pose's errors leave some triangle open that may come first: by the inside of the solid
    /// behind it.
    fn resolve(self, hit: Option<(u32, RayHit<V>)>) -> First<V> {
        let (mut triangle, mut time) = self.open[0];
        for &(other, bounds) in &self.open {
            if (bounds.lower, other) < (time.lower, triangle) {
                triangle = other;
            }
            time = Bounds { lower: time.lower.min(bounds.lower), upper: time.upper.max(bounds.upper) };
        }
        let earliest = self.open.iter().fold(time.upper, |least, (_, bounds)| least.min(bounds.upper));
        if let Some(after) = self.sight.inside_after(earliest, self.limit) {
            let corners = self.sight.surface.corners(triangle).map(wide);
            let time = outward(Bounds { lower: time.lower, upper: after });
            let nearest = V::Scalar::from_f64(earliest).clamp(time.lower, time.upper);
            let across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let against = if across.dot(self.sight.segment.way) > 0.0 { -across } else { across };
            let barycentric = weights(&self.sight.segment, earliest, corners).map(V::Scalar::from_f64);
            let hit = RayHit { time, nearest, barycentric, normal: self.in_world(against) };
            return First::Hit { triangle, hit, from: time.lower };
        }
        match hit {
            Some((triangle, hit)) => {
                let open: Bounds<V::Scalar> = outward(time);
                First::Hit { triangle, hit, from: open.lower.min(hit.time.lower) }
            }
            None => First::Undecided { triangle, time: outward(time) },
        }
    }
}

/// Weights of the corners at the point of a time, rounded, not negative and of a sum of 1: by the areas around it.
fn weights(segment: &SegmentEnclosure, time: f64, [a, b, c]: [Vec3<f64>; 3]) -> [f64; 3] {
    let (at, normal) = (segment.origin + segment.way * time, (b - a).cross(c - a));
    let area = |p: Vec3<f64>, q: Vec3<f64>| (p - at).cross(q - at).dot(normal).max(0.0);
    let areas = [area(b, c), area(c, a), area(a, b)];
    let sum = areas[0] + areas[1] + areas[2];
    if sum > 0.0 { areas.map(|area| area / sum) } else { [1.0, 0.0, 0.0] }
}

/// Bounds in another scalar, rounded outward.
fn outward<T: Real>(bounds: Bounds<f64>) -> Bounds<T> {
    let (lower, upper) = (T::from_f64(bounds.lower), T::from_f64(bounds.upper));
    Bounds {
        lower: if lower.to_f64() > bounds.lower { lower.next_down() } else { lower },
        upper: if upper.to_f64() < bounds.upper { upper.next_up() } else { upper },
    }
}

/// A point in double precision, exactly.
fn wide<V: Vector>(v: V) -> Vec3<f64> {
    Vec3::from_fn(|k| if k < V::DIM { v[k].to_f64() } else { 0.0 })
}
