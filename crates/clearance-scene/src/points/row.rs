//! The answer about one point, with the keys of the format.

use clearance::{Real, Space};
use clearance_world::{Body, Key, PointDistance, Scene};
use serde::Serialize;
use serde_json::value::RawValue;

use super::PointList;
use crate::error::ReadError;
use crate::result::numbers;
use crate::shape_json::ReadShape;
use crate::stage::{AnyStage, Stage};

/// What is known of a point and a body, or of a point and the nearest body of a scene. Coordinates are those of the
/// body's frame, or of the world.
#[derive(Clone, Debug, Serialize)]
pub struct PointRow {
    /// Its name, or its number in the file, counted from 0.
    pub id: Box<RawValue>,
    /// The nearest body of a scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Negative inside; `null` where parts of a compound overlap: only the bounds are known there.
    pub signed_distance: Option<f64>,
    /// Proven not to be above the true signed distance.
    pub lower: f64,
    /// Proven not to be below the true signed distance.
    pub upper: f64,
    /// Whether the point is in the body; `null` if the body encloses nothing, or if the bounds cannot decide.
    pub inside: Option<bool>,
    /// Whether the body is a surface, which has no inside.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub surface: bool,
    /// The nearest point of the border.
    pub nearest: Vec<f64>,
    /// The gradient of the signed distance, of length 1.
    pub normal: Vec<f64>,
    /// The triangle of the nearest point, if the body is a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    /// The part that has the nearest point, if the body is a compound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    /// Whether the nearest point is proven to be the only one.
    pub unique: bool,
    /// Other bodies of the scene that may be as near.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<String>,
}

/// A point that has no answer.
#[derive(Serialize)]
struct ErrorLine<'e> {
    id: Box<RawValue>,
    error: &'e str,
}

/// Answers in the order of the points.
pub type PointRows = Vec<Result<PointRow, ReadError>>;

impl PointList {
    /// The answers of one body.
    pub fn ask<V: ReadShape>(&self, body: &Body<V>) -> PointRows {
        self.rows(body.point_distances(&self.vectors::<V>()), |row, found| {
            PointRow::new(self.raw_id(row), &found, body)
        })
    }

    /// The answers of a scene: the nearest body of each point.
    pub fn ask_scene(&self, stage: &AnyStage) -> PointRows {
        match stage {
            #[cfg(feature = "plane")]
            AnyStage::Plane(stage) => self.ask_stage(stage),
            AnyStage::Space(stage) => self.ask_stage(stage),
        }
    }

    fn ask_stage<V: ReadShape>(&self, stage: &Stage<V>) -> PointRows {
        let world: &Scene<V> = stage.world();
        if world.is_empty() {
            return self.points.iter().map(|_| Err(ReadError::new("the scene has no bodies"))).collect();
        }
        // Keys are places in the file.
        let name = |id| match world.key(id) {
            Some(&Key::Id(place)) => stage.file().bodies[place as usize].name.clone(),
            _ => String::new(),
        };
        self.rows(world.point_distances(&self.vectors::<V>()), |row, found| {
            let found = found?;
            let body = world.get(found.body)?.body();
            let own = PointRow::new(self.raw_id(row), &found.distance, body)?;
            Some(PointRow { body: Some(name(found.body)), ties: found.ties.into_iter().map(name).collect(), ..own })
        })
    }

    /// A line of JSON for each point.
    pub fn line(&self, row: usize, answer: &Result<PointRow, ReadError>) -> String {
        let written = match answer {
            Ok(answer) => serde_json::to_string(answer),
            Err(error) => {
                let error = error.to_string();
                self.raw_id(row).map_or(Ok(String::new()), |id| serde_json::to_string(&ErrorLine { id, error: &error }))
            }
        };
        // Neither has keys that are no strings, which is all that serialisation refuses.
        written.unwrap_or_default()
    }

    fn rows<T, E: std::fmt::Display>(
        &self,
        found: Vec<Result<T, E>>,
        row: impl Fn(usize, T) -> Option<PointRow>,
    ) -> PointRows {
        let mut unread = self.errors.iter().peekable();
        let answered = found.into_iter().enumerate().map(|(number, answer)| {
            if let Some((_, error)) = unread.next_if(|(at, _)| *at == number) {
                return Err(error.clone());
            }
            let answer = answer.map_err(|error| ReadError::new(error.to_string()))?;
            row(number, answer).ok_or_else(|| ReadError::new("the scene has no bodies"))
        });
        answered.collect()
    }

    fn raw_id(&self, row: usize) -> Option<Box<RawValue>> {
        RawValue::from_string(self.id(row)).ok()
    }

    fn vectors<V: Space>(&self) -> Vec<V> {
        self.points.iter().map(|point| V::from_fn(|k| V::Scalar::from_f64(point[k]))).collect()
    }
}

impl PointRow {
    fn new<V: Space>(id: Option<Box<RawValue>>, found: &PointDistance<V>, body: &Body<V>) -> Option<Self> {
        let (is_mesh, has_parts) = (body.kind() == "mesh", body.has_parts());
        Some(PointRow {
            id: id?,
            body: None,
            signed_distance: found.signed_distance.map(Real::to_f64),
            lower: found.bounds.lower.to_f64(),
            upper: found.bounds.upper.to_f64(),
            inside: found.inside,
            surface: found.surface,
            nearest: numbers(found.nearest),
            normal: numbers(found.normal),
            triangle: is_mesh.then_some(found.part),
            part: (has_parts && !is_mesh).then_some(found.part),
            unique: found.unique,
            ties: Vec::new(),
        })
    }
}
