//! Bodies that move on straight lines without turning: one box passes another in the frame of the first.

use clearance::enclosure::{Aabb, Axis, Gap, PosedBoxes, point_in_frame};
use clearance::query::Impact;
use clearance::query::motion::Course;
use clearance::{Pose, Real, Shape, Space, Support};

use super::bodies::Sides;
use super::points::Points;
use crate::arrivals::Arrivals;
use crate::body::Body;
use crate::mesh;
use crate::tree::arrive::Approach;

/// The second body moves by a displacement in the frame of the first, in which it does not turn.
pub(super) struct Straight<'s, V: Space> {
    sides: Sides<'s, V>,
    /// Start poses, and displacements, in the common frame.
    poses: [Pose<V>; 2],
    ways: [V; 2],
    /// In the frame of the first body.
    displacement: V,
    b_in_a: Pose<V>,
    second: Second<V>,
    /// Boxes that are so near are at the target.
    near: V::Scalar,
    /// Seen along the normal of the first contact so far.
    front: Option<Front<V>>,
    pub arrivals: Arrivals<V, [u32; 2]>,
    limit: V::Scalar,
    asked: u32,
    pub work: u32,
    /// No signed distance of what begins in contact and is none, or was asked, is below this.
    pub least: V::Scalar,
}

/// An axis of the common frame, seen from both bodies.
struct Front<V: Space> {
    axis: Axis<V>,
    in_a: Axis<V>,
    /// Its opposite.
    in_b: Axis<V>,
    /// How far the second body reaches along that, if it is one shape.
    bottom: Option<(V::Scalar, V::Scalar)>,
    /// How fast heights come nearer, at most.
    closing: V::Scalar,
}

/// Where the boxes of the second body are.
enum Second<V: Space> {
    Boxes(PosedBoxes<V>),
    /// A box around the core of one shape.
    Core(Aabb<V>),
}

impl<'s, V: Space> Straight<'s, V> {
    /// `None` for bodies that turn or of which nothing is known.
    pub fn new(sides: Sides<'s, V>, limit: V::Scalar) -> Option<Self> {
        let straight = |course: Option<Course<V>>| course.filter(|course| !course.turns).map(|course| course.way);
        let [a, b] = sides.both;
        let ways = [straight(a.motion.course())?, straight(b.motion.course())?];
        let poses = [a, b].map(|side| side.motion.pose_at(V::Scalar::ZERO));
        let turned = Pose::computed(*poses[0].matrix(), V::ZERO, poses[0].rotation_error(), V::Scalar::ZERO);
        let relative = ways[1] - ways[0];
        let (displacement, off) = point_in_frame(&turned, relative);
        // The difference rounds by `u` of itself.
        let off = off + V::Scalar::TWO * V::Scalar::UNIT * length(relative);
        // At every time the bodies are where the nominal displacement says, but for this.
        let b_in_a = Pose::relative(&poses[0], &poses[1]).widened(V::Scalar::ZERO, off);
        let mut near = sides.options.target_distance;
        let second = match b.body {
            Body::Convex(shape) => {
                near = (near + shape.outline().radius).next_up();
                Second::Core(core(shape, &b_in_a))
            }
            _ => Second::Boxes(PosedBoxes::new(&b_in_a, b.tree.bounds().reach_from_frame())),
        };
        Some(Straight {
            sides,
            poses,
            ways,
            displacement,
            b_in_a,
            second,
            near,
            front: None,
            arrivals: Arrivals::new(),
            limit,
            asked: 0,
            work: 0,
            least: V::Scalar::INFINITY,
        })
    }

    fn front(&self, axis: Axis<V>) -> Front<V> {
        let relative = self.ways[1] - self.ways[0];
        let off = axis.height_error(length(relative)) + V::Scalar::from_f64(2.0) * V::Scalar::UNIT * length(relative);
        let (in_a, in_b) = (axis.in_frame(&self.poses[0]), -axis.in_frame(&self.poses[1]));
        let bottom = match self.sides.both[1].body {
            Body::Convex(shape) => Some(Points::Shape(shape).height(&in_b)),
            _ => None,
        };
        Front { in_a, in_b, bottom, closing: off - axis.direction.dot(relative), axis }
    }

    /// Until when points of either body are farther apart than the target along an axis; infinite if for all times.
    /// Heights change at a constant rate, as neither body turns.
    fn clear_until(&self, top: &Points<'_, V>, bottom: impl Fn() -> Points<'s, V>, front: &Front<V>) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let heights = [top.height(&front.in_a), front.bottom.unwrap_or_else(|| bottom().height(&front.in_b))];
        let gap = Gap::of_heights(&front.axis, self.poses.each_ref(), heights);
        let start = gap.beyond(self.sides.options.target_distance).lower();
        if !(start > zero) {
            zero
        } else if front.closing > zero {
            start / front.closing * (V::Scalar::ONE - V::Scalar::from_f64(8.0) * V::Scalar::UNIT)
        } else {
            V::Scalar::INFINITY
        }
    }

    /// A vector in the frame of the first body from one item to the other at a time, nearly along the shortest segment;
    /// to a shape, to its center.
    fn along(&self, [i, j]: [u32; 2], time: V::Scalar) -> V {
        let [a, b] = self.sides.both.map(|side| side.body);
        let moved = |point: V| self.b_in_a.point(point) + self.displacement * time;
        let others = match b {
            Body::Mesh(mesh) => mesh.corners(j).map(moved),
            Body::Convex(shape) => [moved(shape.outline().anchor + shape.outline().center); 3],
            _ => return V::ZERO,
        };
        match a {
            Body::Mesh(mesh) => mesh::between_triangles(mesh.corners(i), others),
            _ => V::ZERO,
        }
    }
}

/// An upper bound of the length: the sum of the absolute components, rounded up.
fn length<V: Space>(v: V) -> V::Scalar {
    (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + v[k].abs())
        * (V::Scalar::ONE + V::Scalar::UNIT * V::Scalar::from_f64(4.0))
}

/// A box around the core of a shape, which reaches less far than the shape by the radius along every axis.
fn core<V: Space>(shape: &Shape<V>, pose: &Pose<V>) -> Aabb<V> {
    let (all, radius) = (Aabb::of(shape, pose), shape.outline().radius);
    let shrunk = Aabb {
        lower: V::from_fn(|k| (all.lower[k] + radius).next_down()),
        upper: V::from_fn(|k| (all.upper[k] - radius).next_up()),
    };
    // Ends that rounding exchanges belong to a point.
    Aabb {
        lower: V::from_fn(|k| shrunk.lower[k].min(shrunk.upper[k])),
        upper: V::from_fn(|k| shrunk.lower[k].max(shrunk.upper[k])),
    }
}

impl<V: Space> Approach<V> for Straight<'_, V> {
    fn arrival(&mut self, [a, b]: [&Aabb<V>; 2], _: V::Scalar) -> V::Scalar {
        let time = match &self.second {
            Second::Boxes(posing) => posing.of(b).arrival_within(self.displacement, a, self.near),
            Second::Core(core) => core.arrival_within(self.displacement, a, self.near),
        };
        let (limit, done) = (self.limit(), V::Scalar::INFINITY);
        match &self.front {
            Some(front) if time <= limit => {
                let until = self.clear_until(&Points::Box(*a), || Points::Box(*b), front);
                if until > limit { done } else { time }
            }
            _ => time,
        }
    }

    fn meet(&mut self, items: [u32; 2], from: V::Scalar, waits: u32) -> V::Scalar {
        let (done, limit) = (V::Scalar::INFINITY, self.limit());
        let [a, b] = self.sides.both;
        let top = a.points(items[0]);
        let until = |front: &Front<V>| self.clear_until(&top, || b.points(items[1]), front);
        if self.front.as_ref().is_some_and(|front| until(front) > limit) {
            return done;
        }
        // The first is queried at once: its contact leaves most others out.
        if self.asked > 0 {
            let mut later = from;
            for _ in 0..NEWTON {
                let Some(axis) = Axis::along(self.poses[0].vector(self.along(items, later))) else { break };
                let clear = until(&self.front(axis));
                if clear > limit {
                    return done;
                }
                if !(clear > later) {
                    break;
                }
                later = clear;
            }
            if later > from && waits == 0 {
                return later;
            }
        }
        if let Some(lower) = self.sides.rest(items, &self.poses) {
            self.least = self.least.min(lower);
            return done;
        }
        self.asked += 1;
        let impact = self.sides.ask(items);
        match &impact {
            Impact::NoContact { lower, iterations } => {
                (self.least, self.work) = (self.least.min(*lower), self.work + iterations);
            }
            Impact::Hit(encounter) | Impact::Undecided(encounter) => {
                self.work += encounter.iterations;
                let is_first = encounter.bracket.upper < limit;
                if is_first && matches!(impact, Impact::Hit(_)) {
                    self.front = Axis::along(encounter.proximity.normal).map(|axis| self.front(axis));
                }
            }
        }
        self.arrivals.add(V::Scalar::ZERO, items, impact);
        done
    }

    fn limit(&self) -> V::Scalar {
        self.limit.min(self.arrivals.limit())
    }
}

/// Steps towards the arrival of two items, each by the axis between them where the last one led.
const NEWTON: usize = 3;

#[cfg(test)]
mod tests {
    use clearance::math::Rotor;
    use clearance::query::ToiOptions;
    use clearance::query::motion::LinearMotion;
    use clearance::{Cuboid, Pose3, Rotor3, Vec3};

    use super::super::Moving;
    use super::super::bodies::{Side, Sides};
    use super::Straight;
    use crate::body::Body;

    /// `Rᵀ v` for the rotation of a rotor, in double precision: `v + 2 (u × (u × v) − w u × v) / |q|²`.
    fn turned_back(rotor: &Rotor3<f32>, v: Vec3<f32>) -> [f64; 3] {
        let [w, x, y, z] = rotor.quaternion().map(f64::from);
        let squared = w * w + x * x + y * y + z * z;
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let v = [v.x, v.y, v.z].map(f64::from);
        let once = cross([x, y, z], v);
        let twice = cross([x, y, z], once);
        [0, 1, 2].map(|i| v[i] + 2.0 * (twice[i] - w * once[i]) / squared)
    }

    #[test]
    fn the_error_of_a_displacement_is_part_of_the_relative_pose() {
        let body = Body::new(Cuboid::from_half_extents(Vec3::new(0.5f32, 0.25, 1.0)).unwrap());
        let options = ToiOptions::default();
        let mut rounded = 0;
        for k in 1..200 {
            let number = |f: f32| (k as f32 * f).sin();
            let rotor = Rotor3::from_wxyz([number(0.7), number(1.3), number(2.1), number(2.9)]).unwrap();
            let way = Vec3::new(100.0 * number(3.3), 70.0 * number(4.1), 90.0 * number(5.7));
            // Both at one place, of which nothing rounds.
            let start = Pose3::new(rotor, Vec3::new(0.0, 0.0, 0.0)).unwrap();
            let motions = [Vec3::new(0.0, 0.0, 0.0), way].map(|way| LinearMotion::straight(start, way).unwrap());
            let both = motions.each_ref().map(|motion| Side::new(Moving { body: &body, motion }));
            let sides = Sides { both: both.each_ref(), swapped: false, options: &options, resting: &[] };
            let straight = Straight::new(sides, 1.0).unwrap();
            let exact = turned_back(&rotor, way);
            let squares = (0..3).map(|i| (f64::from(straight.displacement[i]) - exact[i]).powi(2));
            let (error, counted) = (squares.sum::<f64>().sqrt(), f64::from(straight.b_in_a.translation_error()));
            assert!(error <= counted, "{error:e} is not within {counted:e}: {rotor:?} {way:?}");
            rounded += u32::from(error > 0.0);
        }
        assert!(rounded > 100, "{rounded} displacements are rounded");
    }
}
