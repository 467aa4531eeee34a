//! Turns what an algorithm sees in A's frame into frames of the world.

use clearance::SupportExt;
use clearance::query::Sample;
use clearance::{Pose, Real, Shape, Space, Vec3, Vector};

use super::record::{Corner, Frame, Names, Phase, vector};
use crate::outline::{Place, place};

/// The frames so far.
pub struct Recorder<'s, V: Vector> {
    a: &'s Shape<V>,
    b: &'s Shape<V>,
    pose_a: &'s Pose<V>,
    names: Names,
    /// In order.
    pub frames: Vec<Frame>,
}

impl<'s, V: Space> Recorder<'s, V> {
    /// Nothing yet of two bodies, the pose being that of A in the world.
    pub fn new(a: &'s Shape<V>, b: &'s Shape<V>, pose_a: &'s Pose<V>) -> Self {
        Recorder { a, b, pose_a, names: Names::default(), frames: Vec::new() }
    }

    /// A point of A's frame in the world.
    pub fn point(&self, p: V) -> Place {
        place(self.pose_a.point(p))
    }

    /// A direction or a difference of A's frame in the world.
    pub fn vector(&self, v: V) -> Place {
        place(self.pose_a.vector(v))
    }

    /// A point of the difference with its name.
    pub fn corner(&mut self, sample: Sample<V>, weight: Option<V::Scalar>) -> Corner {
        let w = self.vector(sample.w);
        let vertices = match (sample.ids[0].id(), sample.ids[1].id()) {
            (Some(i), Some(j)) => Some([self.a.input_id(i), self.b.input_id(j)]),
            _ => None,
        };
        let (a, b) = (self.point(sample.a), self.point(sample.b));
        Corner { name: self.names.of(w), w, a, b, vertices, weight: weight.map(Real::to_f64) }
    }

    /// Completes the last step of GJK by what the next simplex shows.
    pub fn decide(&mut self, next: &[Corner]) {
        let Some(frame) = self.frames.last_mut() else { return };
        let taken = frame.support.as_ref().is_some_and(|support| next.iter().any(|c| c.name == support.name));
        let dropped: Vec<String> = frame.dropped(next).iter().map(|name| format!("w{name}")).collect();
        let known = |support: &&Corner| frame.simplex.iter().any(|corner| corner.name == support.name);
        if let Some(support) = frame.support.as_ref().filter(known) {
            frame.decision = format!("continues, though w{} is in the simplex already", support.name);
            return;
        }
        frame.decision = match (taken, dropped.is_empty()) {
            (true, true) => "continues with all points".into(),
            (true, false) => format!("continues without {}", dropped.join(", ")),
            (false, _) => "a support plane; the simplex stays".into(),
        };
    }

    /// The support evaluations of the distance loop.
    pub fn loop_evaluations(&self) -> u32 {
        self.frames.iter().rfind(|frame| frame.phase == Phase::Gjk).map_or(0, |frame| frame.number)
    }
}

/// Whether two simplices have the same points.
pub fn same_points(a: &[Corner], b: &[Corner]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name)
}

/// The weighted sum of some points.
pub fn weighted(corners: &[Corner]) -> Place {
    let mut sum = [0.0; 3];
    for corner in corners {
        (0..3).for_each(|i| sum[i] += corner.weight.unwrap_or(0.0) * corner.w[i]);
    }
    sum
}

/// Gives the corners of a facet their weights in a point of its line or plane, for people.
pub fn weigh(corners: &mut [Corner], foot: Place) {
    let w: Vec<_> = corners.iter().map(|corner| vector(corner.w)).collect();
    let foot = vector(foot);
    let weights = match w[..] {
        [p, q] => {
            let t = (foot - p).dot(q - p) / (q - p).norm_squared();
            vec![1.0 - t, t]
        }
        [p, q, r] => {
            let normal = (q - p).cross(r - p);
            let share = |a: Vec3<f64>, b: Vec3<f64>| normal.dot((a - foot).cross(b - foot)) / normal.norm_squared();
            vec![share(q, r), share(r, p), share(p, q)]
        }
        _ => vec![1.0; corners.len()],
    };
    corners.iter_mut().zip(weights).for_each(|(corner, weight)| corner.weight = Some(weight));
}
