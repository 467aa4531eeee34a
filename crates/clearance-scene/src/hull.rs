//! The convex hull of a mesh or of listed points, with the keys of the format.

use std::fmt;

#[cfg(feature = "plane")]
use clearance::Vec2;
use clearance::hull::{Hull, convex_hull};
use clearance::{Real, Space, Vec3, Vector};
use serde::Serialize;

use crate::case::{CaseLine, known_dimension};
use crate::error::ReadError;
use crate::json::{Json, Node};
use crate::pose_json::vectors;

/// A convex hull; all numbers of vertices are those of the input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HullResult {
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub dimension: usize,
    /// The extreme input points, ascending; of equal points the lowest.
    pub vertices: Vec<u32>,
    /// The corners of every face, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// The ends of every edge.
    pub edges: Vec<[u32; 2]>,
    /// 0 for flat hulls.
    pub volume: f64,
    /// Area of the surface; of a polygon its own.
    pub area: f64,
    /// Centroid of the solid, polygon, segment or point.
    pub centroid: Vec<f64>,
    /// The extreme points themselves; of the plane with z = 0.
    #[serde(skip)]
    pub points: Vec<Vec3<f64>>,
    /// How many points there were.
    #[serde(skip)]
    pub given: usize,
}

/// All keys of a hull line, and those of its input.
const KEYS: [&str; 9] = ["id", "dimension", "vertices", "faces", "edges", "volume", "area", "centroid", "error"];

impl HullResult {
    /// The hull of some points.
    pub fn of<V: Space>(points: &[V]) -> Result<Self, ReadError> {
        let hull: Hull<V> = convex_hull(points).map_err(|error| ReadError::new(error.to_string()))?;
        let given = hull.vertices();
        let numbers = |v: V| (0..V::DIM).map(|i| v[i].to_f64()).collect::<Vec<f64>>();
        let point = |v: &V| Vec3::from_fn(|i| if i < V::DIM { v[i].to_f64() } else { 0.0 });
        Ok(HullResult {
            dimension: hull.dimension(),
            vertices: given.to_vec(),
            faces: hull.faces().map(|face| face.iter().map(|&i| given[i as usize]).collect()).collect(),
            edges: hull.edges().iter().map(|edge| edge.map(|i| given[i as usize])).collect(),
            volume: hull.volume(),
            // A sum over no faces is -0.
            area: hull.area() + 0.0,
            centroid: numbers(hull.centroid()),
            points: hull.points().iter().map(point).collect(),
            given: points.len(),
        })
    }

    /// The hull of the `vertices` of a JSON object, in the plane if the first one has two numbers.
    pub fn of_case(case: &CaseLine) -> Result<Self, ReadError> {
        case.id()?;
        let tree = case.need("vertices")?;
        let node = Node::root(&tree, "/vertices");
        let flat = matches!(&tree, Json::List(list) if matches!(list.first(), Some(Json::List(v)) if v.len() == 2));
        let hull = match known_dimension(if flat { 2 } else { 3 }).map_err(|error| error.within("/vertices"))? {
            #[cfg(feature = "plane")]
            2 => Self::of(&vectors::<Vec2<f64>>(&node)?),
            _ => Self::of(&vectors::<Vec3<f64>>(&node)?),
        };
        hull.map_err(|error| error.within("/vertices"))
    }

    /// Where a vertex stands among [`points`](Self::points).
    pub(crate) fn position(&self, id: u32) -> usize {
        self.vertices.partition_point(|&known| known < id)
    }
}

impl fmt::Display for HullResult {
    /// One JSON object.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The hull as a line of JSON without its end: the name first, foreign keys last.
pub fn hull_line(case: &CaseLine, hull: &HullResult) -> String {
    crate::result::line(case, &hull.to_string(), &KEYS)
}

/// The line of an input without a hull; see [`error_line`](crate::error_line).
pub fn hull_error_line(case: Option<&CaseLine>, error: &ReadError) -> String {
    crate::result::refused(case, error, &["error", "vertices"])
}
