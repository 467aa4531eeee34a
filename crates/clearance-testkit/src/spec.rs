//! Shapes and poses as data, in the JSON of the project's pair cases.
//!
//! A specification is what the tests start from: the crate under test builds its shapes from it, and the oracles build
//! their own models from the same numbers, so neither sees the other's work.

use serde::{Deserialize, Serialize};

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// First.
    X,
    /// Second.
    Y,
    /// Third.
    Z,
}

/// A convex shape in its own frame; vectors have two or three numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are those of the format")]
pub enum ShapeSpec {
    /// The origin.
    Point {},
    /// The points between two points.
    Segment { a: Vec<f64>, b: Vec<f64> },
    /// The hull of three points.
    Triangle { vertices: [Vec<f64>; 3] },
    /// A ball or disc about the origin.
    Sphere { radius: f64 },
    /// An axis-aligned box about the origin.
    Box { half_extents: Vec<f64> },
    /// A segment along an axis, dilated.
    Capsule {
        radius: f64,
        half_length: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A solid cylinder.
    Cylinder {
        radius: f64,
        half_length: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A solid cone: apex at `+half_length`.
    Cone {
        radius: f64,
        half_length: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// An axis-aligned ellipsoid or ellipse.
    Ellipsoid { radii: Vec<f64> },
    /// The hull of any points.
    Hull { vertices: Vec<Vec<f64>> },
    /// A shape dilated by a ball.
    Rounded { radius: f64, shape: Box<ShapeSpec> },
    /// The image under `x ↦ matrix·x + translation`, rows of the matrix one after the other.
    Affine {
        matrix: Vec<Vec<f64>>,
        #[serde(default = "unmoved")]
        translation: Vec<f64>,
        shape: Box<ShapeSpec>,
    },
    /// A Minkowski sum.
    Sum { a: Box<ShapeSpec>, b: Box<ShapeSpec> },
    /// The hull of several posed shapes.
    HullOf { parts: Vec<BodySpec> },
    /// What a shape covers on its way along a translation.
    Swept { motion: Vec<f64>, shape: Box<ShapeSpec> },
}

/// A rotation by an unnormalised quaternion `[w, x, y, z]`, then a translation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseSpec {
    /// Two or three numbers.
    pub translation: Vec<f64>,
    /// `q v q⁻¹` turns `v`; in the plane `[w, 0, 0, z]`.
    #[serde(default = "unturned")]
    pub quaternion: [f64; 4],
}

/// Zeros for any dimension.
fn unmoved() -> Vec<f64> {
    vec![0.0; 3]
}

fn unturned() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}

/// A posed shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodySpec {
    /// The shape.
    pub shape: ShapeSpec,
    /// Where it is.
    pub pose: PoseSpec,
}

/// The corners of an axis-aligned box.
pub(crate) fn corners(half_extents: &[f64]) -> Vec<Vec<f64>> {
    let signed = |k: usize, i: usize| if k >> i & 1 == 0 { half_extents[i] } else { -half_extents[i] };
    (0..1 << half_extents.len()).map(|k| (0..half_extents.len()).map(|i| signed(k, i)).collect()).collect()
}

impl Axis {
    /// 0, 1 or 2.
    pub fn index(self) -> usize {
        self as usize
    }
    /// The given axis, or the format's default: z in space, y in the plane.
    pub fn or_default(axis: Option<Axis>, dim: usize) -> Axis {
        axis.unwrap_or(if dim == 3 { Axis::Z } else { Axis::Y })
    }
}

impl PoseSpec {
    /// The pose that changes nothing.
    pub fn identity(dim: usize) -> Self {
        PoseSpec { translation: vec![0.0; dim], quaternion: unturned() }
    }
}

impl ShapeSpec {
    /// The name of the kind in the format.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point {} => "point",
            Self::Segment { .. } => "segment",
            Self::Triangle { .. } => "triangle",
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::Hull { .. } => "hull",
            Self::Rounded { .. } => "rounded",
            Self::Affine { .. } => "affine",
            Self::Sum { .. } => "sum",
            Self::HullOf { .. } => "hull_of",
            Self::Swept { .. } => "swept",
        }
    }

    /// Every length passed through `length` and every pure number through `number`.
    pub fn map(&self, length: &dyn Fn(f64) -> f64, number: &dyn Fn(f64) -> f64) -> Self {
        let point = |p: &Vec<f64>| p.iter().map(|&c| length(c)).collect::<Vec<_>>();
        let inner = |shape: &ShapeSpec| Box::new(shape.map(length, number));
        match self {
            Self::Point {} => Self::Point {},
            Self::Segment { a, b } => Self::Segment { a: point(a), b: point(b) },
            Self::Triangle { vertices } => Self::Triangle { vertices: vertices.each_ref().map(point) },
            Self::Sphere { radius } => Self::Sphere { radius: length(*radius) },
            Self::Box { half_extents } => Self::Box { half_extents: point(half_extents) },
            Self::Capsule { radius, half_length, axis } => {
                Self::Capsule { radius: length(*radius), half_length: length(*half_length), axis: *axis }
            }
            Self::Cylinder { radius, half_length, axis } => {
                Self::Cylinder { radius: length(*radius), half_length: length(*half_length), axis: *axis }
            }
            Self::Cone { radius, half_length, axis } => {
                Self::Cone { radius: length(*radius), half_length: length(*half_length), axis: *axis }
            }
            Self::Ellipsoid { radii } => Self::Ellipsoid { radii: point(radii) },
            Self::Hull { vertices } => Self::Hull { vertices: vertices.iter().map(point).collect() },
            Self::Rounded { radius, shape } => Self::Rounded { radius: length(*radius), shape: inner(shape) },
            Self::Affine { matrix, translation, shape } => Self::Affine {
                matrix: matrix.iter().map(|row| row.iter().map(|&e| number(e)).collect()).collect(),
                translation: point(translation),
                shape: inner(shape),
            },
            Self::Sum { a, b } => Self::Sum { a: inner(a), b: inner(b) },
            Self::HullOf { parts } => {
                Self::HullOf { parts: parts.iter().map(|part| part.map(length, number)).collect() }
            }
            Self::Swept { motion, shape } => Self::Swept { motion: point(motion), shape: inner(shape) },
        }
    }
}

impl BodySpec {
    /// Every length passed through `length` and every pure number through `number`.
    pub fn map(&self, length: &dyn Fn(f64) -> f64, number: &dyn Fn(f64) -> f64) -> Self {
        let translation = self.pose.translation.iter().map(|&c| length(c)).collect();
        let pose = PoseSpec { translation, quaternion: self.pose.quaternion.map(number) };
        BodySpec { shape: self.shape.map(length, number), pose }
    }
    /// All lengths times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        self.map(&|length| length * factor, &|number| number)
    }
    /// All numbers rounded to `f32`.
    pub fn rounded_to_f32(&self) -> Self {
        let round = |x: f64| x as f32 as f64;
        self.map(&round, &round)
    }
}
