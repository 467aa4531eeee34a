//! Surfaces that are apart. Of two meshes: the pairs of triangles that may be the closest, each asked cold.
//!
//! The answer is the same wherever the search begins. Its limit is the least upper bound of all pairs, which no order
//! of search changes. All pairs within the limit and a slack are found, whatever else is. The slack is more than what
//! an answer's bounds are off, so that a pair beyond it, found or not, changes neither the least lower bound nor the
//! least signed distance. Most that are as close as the closest share a corner with it, or are parallel to it. They are
//! not asked one by one, but their hulls at once.

use clearance::enclosure::{Aabb, length_above};
use clearance::query::Pair;
use clearance::support::{Core, Hint, Outline, Vertices};
use clearance::{Options, Pose, Real, Space, Support};

use crate::body::Body;
use crate::convex::{decide, signed_distance};
use crate::mesh::TriangleMesh;
use crate::mesh::patches::{Front, Meshes, Near, Reach};
use crate::parts::{PartSearch, Placed, closest_parts};
use crate::tree::plane::Plane;

/// What a search leaves for the next pose of the same two bodies.
#[derive(Clone, Debug)]
pub(crate) struct Follow<V: Space> {
    front: Front,
    /// Pose of the second body in the frame of the first at the last search.
    pose: Option<Pose<V>>,
    /// The closest triangles then.
    closest: Option<[u32; 2]>,
}

impl<V: Space> Default for Follow<V> {
    fn default() -> Self {
        Follow { front: Front::default(), pose: None, closest: None }
    }
}

impl<V: Space> Follow<V> {
    /// The second body is at a pose in the frame of the first, whose search has a unit `1/scale`, a power of two.
    fn move_to(&mut self, second: &Body<V>, pose: Pose<V>, scale: f64) {
        if let Some(from) = &self.pose {
            self.front.travel(second.aabb(&Pose::IDENTITY).ball().travel(from, &pose).to_f64() * scale);
        }
        self.pose = Some(pose);
    }
}

/// The closest triangles of two meshes, or of a mesh and a shape, asked. `None` for other bodies, for bodies that meet
/// or may, and of two meshes where [`Reach`] says nothing.
pub(crate) fn apart<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    follow: &mut Follow<V>,
) -> Option<PartSearch<V>> {
    match (a.body, b.body) {
        (Body::Mesh(of_a), Body::Mesh(of_b)) => meshes_apart([a, b], [of_a, of_b], options, follow),
        (Body::Mesh(_), Body::Convex(_)) | (Body::Convex(_), Body::Mesh(_)) => {
            let search = closest_parts(a, b, options, V::Scalar::ZERO);
            search.apart.then_some(search)
        }
        _ => None,
    }
}

fn meshes_apart<V: Space>(
    [a, b]: [Placed<'_, V>; 2],
    meshes: [&TriangleMesh<V>; 2],
    options: &Options<V::Scalar>,
    follow: &mut Follow<V>,
) -> Option<PartSearch<V>> {
    let [of_a, of_b] = meshes;
    let ask = |[i, j]: [u32; 2]| signed_distance((&of_a.shape(i), a.pose), (&of_b.shape(j), b.pose), options);
    let meet = |[i, j]: [u32; 2]| decide((&of_a.shape(i), a.pose), (&of_b.shape(j), b.pose), options) != Some(false);
    let b_in_a = Pose::relative(a.pose, b.pose);
    let reach = meshes.map(|mesh| mesh.bounds().reach_from_frame());
    let patches = meshes.map(TriangleMesh::patches);
    let frames = patches.map(|patches| patches.frame);
    let at = Meshes { meshes, patches, reach: Reach::new(frames, &b_in_a, reach.map(V::Scalar::to_f64))? };
    follow.move_to(b.body, b_in_a, patches[0].frame.scale);
    let size = (reach[0] + reach[1] + length_above(b_in_a.translation())).to_f64();
    let slack = slack(size, options) * patches[0].frame.scale;
    let near = follow.front.search(&at, follow.closest, slack, meet)?;
    let &Near { triangles: first, bounds } =
        near.iter().reduce(|best, near| if near.bounds.upper < best.bounds.upper { near } else { best })?;
    follow.closest = Some(first);
    let within = bounds.upper + slack;

    let answer = ask(first);
    let along = a.pose.vector_back(answer.normal);
    let mut search = PartSearch::new(first, answer);
    let corners = |[i, j]: [u32; 2]| [of_a.corners(i), of_b.corners(j)];
    let plane = Plane::new(along, &b_in_a, reach)?;
    let level = |triangles: [u32; 2]| {
        let [of_a, of_b] = corners(triangles);
        plane.between_points(&of_a, &of_b)
    };
    // Products with corners that are as far away round by less.
    let lowest = level(first) - V::Scalar::from_f64(8.0) * V::Scalar::UNIT * (reach[0] + reach[1]);
    let mut beside = [Vec::new(), Vec::new()];
    for Near { triangles, bounds } in near.into_iter().filter(|near| near.triangles != first) {
        if bounds.upper <= within && level(triangles) >= lowest {
            let [of_a, of_b] = corners(triangles);
            beside[0].extend(of_a);
            beside[1].extend(of_b);
        } else {
            search.add(triangles, ask(triangles));
        }
    }
    if let [Some(near_a), Some(near_b)] = beside.map(Corners::new) {
        search.lower(
            Pair::in_world((&near_a, a.pose), (&near_b, b.pose)).options(*options).signed_distance().bounds.lower,
        );
    }
    search.apart.then_some(search)
}

/// More than four times what the bounds of an answer are apart, for bodies of a size that are no farther apart.
fn slack<T: Real>(size: f64, options: &Options<T>) -> f64 {
    4.0 * ((options.relative.to_f64() + 64.0 * T::UNIT.to_f64()) * size + options.absolute.to_f64())
}

/// The convex hull of some points: few, so that each is looked at.
struct Corners<V: Space> {
    points: Vec<V>,
    outline: Outline<V>,
}

impl<V: Space> Corners<V> {
    /// `None` without points.
    fn new(mut points: Vec<V>) -> Option<Self> {
        let bounds = points.iter().fold(Aabb::empty(), |all, &point| all.union(&Aabb::at(point)));
        let (&anchor, mut reach) = (points.first()?, V::Scalar::ZERO);
        for point in &mut points {
            *point = *point - anchor;
            reach = reach.max(length_above(*point));
        }
        // The differences round by a unit of the reach.
        let units = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let outline = Outline::new(reach + units * reach);
        let outline =
            Outline { anchor, center: bounds.center() - anchor, error: outline.error + units * reach, ..outline };
        Some(Corners { points, outline })
    }
}

impl<V: Space> Support<V> for Corners<V> {
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }

    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let (mut best, mut farthest) = (0, dir.dot(self.points[0]));
        for (number, &point) in self.points.iter().enumerate().skip(1) {
            let along = dir.dot(point);
            if along > farthest {
                (best, farthest) = (number, along);
            }
        }
        (self.points[best], Hint::vertex(best as u32))
    }

    fn outline(&self) -> Outline<V> {
        self.outline
    }

    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Space> Vertices<V> for Corners<V> {
    fn count(&self) -> u32 {
        self.points.len() as u32
    }

    fn corner(&self, id: u32) -> V {
        self.points[id as usize]
    }
}
