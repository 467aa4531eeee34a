//! Features in files: `{"kind": "edge", "vertices": [2, 5], "weights": [0.25, 0.75]}`, checked when they are read.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Feature;
use crate::math::Real;
use crate::support::FeatureKind;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored<T> {
    kind: FeatureKind,
    vertices: Vec<u32>,
    weights: Vec<T>,
}

impl<T: Real + Serialize> Serialize for Feature<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (vertices, weights) = (self.vertices().to_vec(), self.weights().to_vec());
        Stored { kind: self.kind(), vertices, weights }.serialize(serializer)
    }
}

impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for Feature<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::<T>::deserialize(deserializer)?;
        let count = stored.vertices.len();
        if count > 3 || stored.weights.len() != count {
            return Err(D::Error::custom("a feature must have at most 3 vertices and a weight for each"));
        }
        let (mut vertices, mut weights) = ([0; 3], [T::ZERO; 3]);
        vertices[..count].copy_from_slice(&stored.vertices);
        weights[..count].copy_from_slice(&stored.weights);
        Ok(Feature::known(stored.kind, count as u8, vertices, weights))
    }
}

#[cfg(test)]
mod tests {
    use crate::proximity::Proximity;
    use crate::{Accuracy, Cuboid, Options, Pose2, Vec2, query};

    #[test]
    fn an_answer_survives_a_file() {
        let square = Cuboid::from_half_extents(Vec2::new(1.0f64, 1.0)).unwrap();
        let found = query::signed_distance(&square, &square, &Pose2::from_angle(0.5, Vec2::new(3.0, 0.25)).unwrap());
        let text = serde_json::to_string(&found).unwrap();
        assert!(text.contains(r#""status":"separated""#) && text.contains(r#""kind":"vertex""#), "{text}");
        assert_eq!(serde_json::from_str::<Proximity<Vec2<f64>>>(&text).unwrap(), found);
        let broken = text.replace(r#""weights":[1.0]"#, r#""weights":[]"#);
        assert!(serde_json::from_str::<Proximity<Vec2<f64>>>(&broken).is_err());
    }

    #[test]
    fn options_that_are_not_given_are_the_defaults() {
        let options: Options<f64> = serde_json::from_str(r#"{"accuracy": "tight"}"#).unwrap();
        assert_eq!(options, Options { accuracy: Accuracy::Tight, ..Options::default() });
        assert!(serde_json::from_str::<Options<f64>>(r#"{"acuracy": "tight"}"#).is_err());
    }
}
