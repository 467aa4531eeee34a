//! Rotations, rigid maps and segments in plain floats.

use clearance::math::Matrix;
use clearance::{Pose3, Vec3, Vector};

/// A rigid map: the columns of its rotation, and its translation.
#[derive(Clone, Copy, Debug)]
pub struct Rigid {
    pub columns: [[f64; 3]; 3],
    pub translation: [f64; 3],
}

impl Rigid {
    /// No motion.
    pub const STILL: Rigid =
        Rigid { columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3] };

    /// The map of a pose.
    pub fn of(pose: &Pose3<f64>) -> Self {
        Rigid { columns: [0, 1, 2].map(|i| pose.matrix().column(i).into()), translation: pose.translation().into() }
    }
    /// The map by a rotation vector, then a translation.
    pub fn turned(vector: [f64; 3], translation: [f64; 3]) -> Self {
        let angle = dot(vector, vector).sqrt();
        let axis = if angle > 0.0 { vector.map(|v| v / angle) } else { [0.0; 3] };
        let (s, c) = angle.sin_cos();
        let image = |i: usize| {
            let mut e = [0.0; 3];
            e[i] = 1.0;
            let (along, across) = (dot(axis, e) * (1.0 - c), cross(axis, e));
            [0, 1, 2].map(|k| c * e[k] + s * across[k] + along * axis[k])
        };
        Rigid { columns: [image(0), image(1), image(2)], translation }
    }
    /// The image of a direction.
    pub fn vector(&self, v: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|k| (0..3).map(|i| self.columns[i][k] * v[i]).sum())
    }
    /// The image of a point.
    pub fn point(&self, p: [f64; 3]) -> [f64; 3] {
        add(self.vector(p), self.translation)
    }
    /// Another one first.
    pub fn then(&self, inner: &Rigid) -> Rigid {
        Rigid { columns: inner.columns.map(|column| self.vector(column)), translation: self.point(inner.translation) }
    }
    /// The inverse.
    pub fn inverse(&self) -> Rigid {
        let columns = [0, 1, 2].map(|i| [0, 1, 2].map(|k| self.columns[k][i]));
        let turned = Rigid { columns, translation: [0.0; 3] };
        Rigid { translation: turned.vector(self.translation).map(|x| -x), ..turned }
    }
    /// The rotation vector of its rotation, below half a turn.
    pub fn rotation_vector(&self) -> [f64; 3] {
        let m = &self.columns;
        let twice = [m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]];
        let (sine, cosine) = (0.5 * dot(twice, twice).sqrt(), 0.5 * (m[0][0] + m[1][1] + m[2][2] - 1.0));
        let angle = sine.atan2(cosine);
        if sine == 0.0 { [0.0; 3] } else { twice.map(|x| 0.5 * x * angle / sine) }
    }
}

/// A vector of the library.
pub fn vec3(v: [f64; 3]) -> Vec3<f64> {
    Vec3::from_fn(|i| v[i])
}
pub fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] + b[k])
}
pub fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The distance of two segments (C. Ericson, Real-Time Collision Detection, 2005, 5.1.9).
pub fn segments([p1, q1]: [[f64; 3]; 2], [p2, q2]: [[f64; 3]; 2]) -> f64 {
    let (d1, d2, r) = (sub(q1, p1), sub(q2, p2), sub(p1, p2));
    let (a, e, f, c, b) = (dot(d1, d1), dot(d2, d2), dot(d2, r), dot(d1, r), dot(d1, d2));
    let denominator = a * e - b * b;
    let mut s = if denominator > 0.0 { ((b * f - c * e) / denominator).clamp(0.0, 1.0) } else { 0.0 };
    let mut t = if e > 0.0 { (b * s + f) / e } else { 0.0 };
    if !(0.0..=1.0).contains(&t) || e == 0.0 {
        t = t.clamp(0.0, 1.0);
        s = if a > 0.0 { ((b * t - c) / a).clamp(0.0, 1.0) } else { 0.0 };
    }
    let at = |p: [f64; 3], d: [f64; 3], x: f64| add(p, d.map(|v| v * x));
    let way = sub(at(p1, d1, s), at(p2, d2, t));
    dot(way, way).sqrt()
}
