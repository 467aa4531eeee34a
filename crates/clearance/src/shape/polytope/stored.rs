//! Polytopes in files, by serde: what was prepared is read back and checked, so that no file gives a wrong polytope.
//!
//! The vertices must be the corners of their hull, and the edges its edges, exactly. The lists of the cells are not made again but
//! proved, in time proportional to their length: a cell's list is right if every vertex outside it that is a neighbour of one of
//! its candidates is beaten in the whole cell by one of the list. For the vertices above any plane are connected by edges, so a
//! vertex outside that comes out highest, or within rounding of it, would have such a neighbour on the way to the list's best.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::candidates::Prover;
use super::cells::Cells;
use super::{Lookup, Polytope};
use crate::hull::convex_hull;
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
    cells: Option<Cells>,
}

impl<V: Vector> Polytope<V> {
    fn stored(&self) -> Stored {
        let vertices = self.vertices.iter().map(|&v| self.anchor + v);
        let cells = match &self.lookup {
            Lookup::Scan(_) => None,
            Lookup::Cells(cells) => Some(cells.clone()),
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
        let hull = convex_hull(&points).map_err(|error| error.to_string())?;
        if hull.vertices().len() != points.len() {
            return Err(format!(
                "vertices must be corners of their hull, {} of {} are",
                hull.vertices().len(),
                points.len()
            ));
        }
        let mut polytope = Self::without_lookup(&hull);
        if stored.neighbours != polytope.neighbour_lists() {
            return Err("neighbours must be those of the hull of the vertices".into());
        }
        polytope.input_ids = checked_ids(stored.input_ids, points.len())?;
        match stored.cells {
            None => polytope.prepare(),
            Some(cells) => {
                cells.check::<V>(points.len())?;
                Prover::new(&polytope.vertices, polytope.reach).check::<V>(&cells, &polytope.links)?;
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

    #[test]
    fn an_error_says_what_is_wrong() {
        let error = |text: &str| serde_json::from_str::<Polytope<Vec2<f64>>>(text).unwrap_err().to_string();
        let start = r#"{"dimension":2,"vertices":[0,0,1,0,0,1],"input_ids":[]"#;
        assert!(
            error(&format!(r#"{start},"neighbours":[2,1,2,2,0,1,2,0,1],"cells":null}}"#))
                .starts_with("polytope: neighbours must")
        );
        assert!(
            error(
                &start.replace("0,1]", "2,0]").replace("]\"", "").replace("[]", r#"[],"neighbours":[],"cells":null}"#)
            )
            .contains("corners of their hull, 2 of 3")
        );
        assert!(error(r#"{"dimension":3}"#).contains("missing field"));
    }
}
