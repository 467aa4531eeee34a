//! Polytopes in files, by serde: their vertices and input ids; what belongs to a query is prepared again when they are read.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Polytope, Shapes};
use crate::math::Real;

/// A polytope as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    dimension: usize,
    /// Coordinates, vertex after vertex.
    vertices: Vec<f64>,
    /// Empty, or the place of each vertex in the list of points that the polytope was made of.
    input_ids: Vec<u32>,
}

impl<V: Shapes> Polytope<V> {
    fn stored(&self) -> Stored {
        let vertices = self.vertices.iter().map(|&v| self.anchor + v);
        Stored {
            dimension: V::DIM,
            vertices: vertices.flat_map(|v| (0..V::DIM).map(move |k| v[k].to_f64())).collect(),
            input_ids: self.input_ids.clone(),
        }
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
        let read = Self::new(&points).map_err(|error| error.to_string())?;
        if read.vertices.len() != points.len() {
            return Err(format!("{} of {} points are no vertices", points.len() - read.vertices.len(), points.len()));
        }
        Ok(Polytope { input_ids: checked_ids(stored.input_ids, points.len())?, ..read })
    }
}

/// The input ids, which ascend, or none.
fn checked_ids(ids: Vec<u32>, vertices: usize) -> Result<Vec<u32>, String> {
    if !ids.is_empty() && (ids.len() != vertices || !ids.is_sorted_by(|a, b| a < b)) {
        return Err("input ids must ascend, one for each vertex".into());
    }
    Ok(ids)
}

impl<V: Shapes> Serialize for Polytope<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.stored().serialize(serializer)
    }
}

impl<'de, V: Shapes> Deserialize<'de> for Polytope<V> {
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

    fn check<V: Shapes>(seed: u64) {
        let mut random = Random(seed);
        for kind in 0..8 {
            for n in [1, 3, 20, 60, 400] {
                let polytope = Polytope::<V>::new(&points(kind, n, &mut random)).unwrap();
                let text = serde_json::to_string(&polytope).unwrap();
                assert_eq!(serde_json::from_str::<Polytope<V>>(&text).unwrap(), polytope, "seed {seed}");
            }
        }
    }

    #[test]
    fn files_give_the_polytope_that_was_written() {
        check::<Vec3<f64>>(31);
        check::<Vec3<f32>>(32);
        check::<Vec2<f64>>(33);
    }

    #[test]
    fn broken_files_are_refused_with_the_rule() {
        let refuse = |text: &str| serde_json::from_str::<Polytope<Vec2<f64>>>(text).unwrap_err().to_string();
        let told = refuse(r#"{"dimension":3,"vertices":[],"input_ids":[]}"#);
        assert!(told.contains("dimension must be 2, got 3"), "{told}");
        let told = refuse(r#"{"dimension":2,"vertices":[0,0,1],"input_ids":[]}"#);
        assert!(told.contains("coordinates must come by 2, got 3"), "{told}");
        let told = refuse(r#"{"dimension":2,"vertices":[0,0,1,0,0,1,0.25,0.25],"input_ids":[]}"#);
        assert!(told.contains("1 of 4 points are no vertices"), "{told}");
        let told = refuse(r#"{"dimension":2,"vertices":[0,0,1,0,0,1],"input_ids":[4,2,7]}"#);
        assert!(told.contains("input ids must ascend"), "{told}");
    }
}
