//! Polytopes in files, by serde: what was prepared is read back and checked, so that no file gives a wrong polytope.
//!
//! Neither the hull nor the lists of the cells are made again: that the neighbours are those of the hull is [decided](super::surface)
//! by exact signs around vertices, edges and faces, and the lists are [proved](super::prover), both in about linear time.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::candidates::half_extent;
use super::cells::Cells;
use super::grid::Grid;
use super::links::Links;
use super::pool::Pool;
use super::prover;
use super::surface::Surface;
use super::{Lookup, Polytope};
use crate::error::ShapeError;
use crate::hull::lifted;
use crate::math::{Real, Vector};

/// What a file holds: numbers of any precision as `f64`, which keeps them exactly.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    dimension: usize,
    /// Components of the vertices, one vertex behind the other.
    vertices: Vec<f64>,
    /// Empty if the vertices are the first input points.
    input_ids: Vec<u32>,
    /// For each vertex how many neighbours it has and which, in their order.
    neighbours: Vec<u32>,
    cells: Option<StoredCells>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCells {
    side: u32,
    lists: Pool,
}

impl<V: Vector> Polytope<V> {
    fn stored(&self) -> Stored {
        let vertices = self.vertices.iter().map(|&v| self.anchor + v);
        let cells = match &self.lookup {
            Lookup::Scan(_) => None,
            Lookup::Cells(cells) => Some(StoredCells { side: cells.grid().side(), lists: cells.pool().clone() }),
        };
        Stored {
            dimension: V::DIM,
            vertices: vertices.flat_map(|v| (0..V::DIM).map(move |k| v[k].to_f64())).collect(),
            input_ids: self.input_ids.clone(),
            neighbours: self.neighbour_lists(),
            cells,
        }
    }

    fn neighbour_lists(&self) -> Vec<u32> {
        let around =
            |vertex: u32| core::iter::once(self.links.around(vertex).count() as u32).chain(self.links.around(vertex));
        (0..self.vertices.len() as u32).flat_map(around).collect()
    }

    fn from_stored(stored: Stored) -> Result<Self, String> {
        if stored.dimension != V::DIM {
            return Err(format!("dimension must be {}, got {}", V::DIM, stored.dimension));
        }
        let number = |x: &f64| Some(V::Scalar::from_f64(*x)).filter(|rounded| rounded.to_f64() == *x);
        let numbers: Option<Vec<V::Scalar>> = stored.vertices.iter().map(number).collect();
        let numbers = numbers.ok_or("coordinates must be finite numbers of the precision that is read")?;
        if numbers.len() % V::DIM != 0 {
            return Err(format!("coordinates must come by {}, got {}", V::DIM, numbers.len()));
        }
        let points: Vec<V> = numbers.chunks_exact(V::DIM).map(|p| V::from_fn(|k| p[k])).collect();
        for &point in &points {
            ShapeError::check_point("vertex coordinate", point).map_err(|error| error.to_string())?;
        }
        if points.is_empty() || points.len() >= u32::MAX as usize {
            return Err(format!("vertices must be 1 or more, got {}", points.len()));
        }
        let lifted: Vec<_> = points.iter().map(|&p| lifted(p)).collect();
        let surface = Surface::new(&lifted, &stored.neighbours)?;
        surface.check()?;
        let links = Links::of_lists(&surface.starts, &surface.neighbours);
        let mut polytope = Self::assembled(&points, checked_ids(stored.input_ids, points.len())?, links);
        match stored.cells {
            None => polytope.prepare(),
            Some(StoredCells { side, lists }) => {
                let grid = Grid::new(side, half_extent(&polytope.vertices));
                let cells = Cells::stored(grid, lists, points.len())?;
                prover::check(&cells, &polytope.vertices, polytope.reach, &polytope.links)?;
                polytope.lookup = Lookup::Cells(cells);
            }
        }
        Ok(polytope)
    }
}

fn checked_ids(ids: Vec<u32>, vertices: usize) -> Result<Vec<u32>, String> {
    if !ids.is_empty() && (ids.len() != vertices || !ids.is_sorted_by(|a, b| a < b)) {
        return Err("input ids must ascend, one for each vertex".into());
    }
    Ok(ids)
}

impl<V: Vector> Serialize for Polytope<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.stored().serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Polytope<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_stored(Stored::deserialize(deserializer)?)
            .map_err(|error| D::Error::custom(format!("polytope: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;
    use super::*;
    use crate::hull::convex_hull;
    use crate::math::{Vec2, Vec3};
    use crate::random::Random;

    fn check<V: Vector>(seed: u64) -> u32 {
        let mut random = Random(seed);
        let mut refused = 0;
        for kind in 0..8 {
            for n in [1, 3, 20, 60, 400] {
                let polytope = Polytope::<V>::new(&points(kind, n, &mut random)).unwrap();
                let text = serde_json::to_string(&polytope).unwrap();
                assert_eq!(serde_json::from_str::<Polytope<V>>(&text).unwrap(), polytope);
                for _ in 0..6 {
                    refused += check_corrupted(&polytope, &text, &mut random) as u32;
                }
            }
        }
        refused
    }

    /// One digit is changed. Whatever is read then must be a right polytope.
    fn check_corrupted<V: Vector>(polytope: &Polytope<V>, text: &str, random: &mut Random) -> bool {
        let mut bytes = text.as_bytes().to_vec();
        let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
        bytes[digits[random.below(digits.len() as u64) as usize]] = b'0' + random.below(10) as u8;
        let Ok(read) = serde_json::from_slice::<Polytope<V>>(&bytes) else { return true };
        let again = Polytope::from_hull(
            &convex_hull(&read.vertices().iter().map(|&v| read.anchor + v).collect::<Vec<_>>()).unwrap(),
        );
        assert_eq!(read.links, again.links);
        for dir in super::super::tests::directions(polytope, 300, random) {
            assert_eq!(read.best(dir, crate::Hint::NONE), again.best(dir, crate::Hint::NONE), "{dir:?}");
        }
        false
    }

    #[test]
    fn files_give_the_same_polytope_or_an_error() {
        let refused = [check::<Vec3<f64>>(31), check::<Vec3<f32>>(32), check::<Vec2<f64>>(33)];
        assert!(refused.iter().all(|&count| count > 20), "{refused:?}");
    }

    /// Surfaces that are convex wherever one looks from nearby, but not those of hulls.
    #[test]
    fn neighbours_that_wind_twice_or_leave_vertices_out_are_refused() {
        let refuse = |vertices: &[[f64; 3]], neighbours: &[&[u32]]| {
            let points: Vec<Vec3<f64>> = vertices.iter().map(|&p| Vec3::from(p)).collect();
            let lists: Vec<u32> = neighbours
                .iter()
                .flat_map(|list| core::iter::once(list.len() as u32).chain(list.iter().copied()))
                .collect();
            Surface::new(&points, &lists).and_then(|surface| surface.check()).is_err()
        };
        // A tetrahedron, right and inside out, and with a vertex that nobody knows.
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.25, 0.25, 0.25]];
        let right: [&[u32]; 5] = [&[1, 3, 2], &[0, 2, 3], &[0, 3, 1], &[0, 1, 2], &[]];
        let inside_out: [&[u32]; 4] = [&[1, 2, 3], &[0, 3, 2], &[0, 1, 3], &[0, 2, 1]];
        let refused =
            [refuse(&corners[..4], &right[..4]), refuse(&corners[..4], &inside_out), refuse(&corners, &right)];
        assert!(refused == [false, true, true] || refused == [true, false, true], "{refused:?}");
        assert!(!refuse(&corners[..4], &right[..4]), "the right one");
        // A five-pointed star is locally convex and winds twice; so is the pyramid over it.
        let star = |i: usize| {
            let (sin, cos) = crate::math::sin_cos(i as f64 * 0.4 * core::f64::consts::TAU);
            [cos, sin, 0.0]
        };
        let mut points: Vec<[f64; 3]> = (0..5).map(star).collect();
        let cycle: [&[u32]; 5] = [&[1, 4], &[0, 2], &[1, 3], &[2, 4], &[0, 3]];
        assert!(refuse(&points, &cycle));
        let pentagon: Vec<[f64; 3]> = [0, 3, 1, 4, 2].map(|i| points[i]).into();
        assert!(!refuse(&pentagon, &cycle));
        points.push([0.0, 0.0, 1.0]);
        let pyramid: [&[u32]; 6] = [&[1, 5, 4], &[0, 2, 5], &[1, 3, 5], &[2, 4, 5], &[0, 5, 3], &[0, 1, 2, 3, 4]];
        assert!(refuse(&points, &pyramid));
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        let error = |text: &str| serde_json::from_str::<Polytope<Vec2<f64>>>(text).unwrap_err().to_string();
        let start = r#"{"dimension":2,"vertices":[0,0,1,0,0,1],"input_ids":[]"#;
        assert!(
            error(&format!(r#"{start},"neighbours":[2,1,2,2,0,1,2,0,1],"cells":null}}"#))
                .starts_with("polytope: neighbours of vertex 1 must")
        );
        assert!(
            error(
                &start.replace("0,1]", "2,0]").replace("]\"", "").replace("[]", r#"[],"neighbours":[],"cells":null}"#)
            )
            .contains("neighbours of vertex 0 must")
        );
        assert!(error(r#"{"dimension":3}"#).contains("missing field"));
    }
}
