//! Two boxes that move, and a judge of their time of impact that shares nothing with the queries under test.
//!
//! The judge's eyes are the fifteen separating axes of two boxes (S. Gottschalk, M. C. Lin, D. Manocha 1996): their
//! largest gap is positive exactly if the boxes are apart, and never above the distance. Its legs are steps of that gap
//! over the largest speed of any point (B. V. Mirtich 1996), so it passes no contact.

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, MovingPair, ToiOptions};
use clearance::{Cuboid, Pose3, Rotor3, Vec3};

use crate::triple::Triple;

/// A box whose pivot moves along a line while it turns about it; the displacements are over the unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Half extents.
    pub half: [f64; 3],
    /// Rotation at time 0, a quaternion of any length.
    pub rotation: [f64; 4],
    /// The centre at time 0.
    pub center: [f64; 3],
    /// The pivot at time 0.
    pub pivot: [f64; 3],
    /// Displacement of the pivot.
    pub linear: [f64; 3],
    /// Rotation vector.
    pub angular: [f64; 3],
}

/// A box somewhere: its centre and its axes, each as long as the half extent along it.
struct Place {
    center: Triple<f64>,
    axes: [Triple<f64>; 3],
}

impl Course {
    /// The shape of the crate under test.
    pub fn shape(&self) -> Cuboid<Vec3<f64>> {
        Cuboid::from_half_extents(vector(self.half)).expect("positive half extents")
    }

    /// The motion of the crate under test.
    pub fn motion(&self) -> LinearMotion<Vec3<f64>> {
        let rotor = Rotor3::from_wxyz(self.rotation).expect("a rotation");
        let start = Pose3::new(rotor, vector(self.center)).expect("a finite centre");
        LinearMotion::about(vector(self.pivot), start, vector(self.linear), vector(self.angular)).expect("finite rates")
    }

    /// The motion of a larger or a smaller box.
    pub fn scaled(self, factor: f64) -> Self {
        let [half, center, pivot, linear] =
            [self.half, self.center, self.pivot, self.linear].map(|lengths| lengths.map(|x| x * factor));
        Course { half, center, pivot, linear, ..self }
    }

    fn arm(&self) -> Triple<f64> {
        Triple(self.center) - Triple(self.pivot)
    }

    fn at(&self, t: f64) -> Place {
        let angular = Triple(self.angular);
        let (angle, axis) = (angular.norm() * t, angular.unit());
        let (sin, cos) = angle.sin_cos();
        let versine = 2.0 * (angle / 2.0).sin().powi(2);
        // Rodrigues' formula, with 1 − cos in the form that keeps its digits.
        let turned = |v: Triple<f64>| v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * versine);
        let [w, x, y, z] = self.rotation;
        let v = Triple([x, y, z]);
        let length = w * w + v.dot(v);
        let axes = std::array::from_fn(|i| {
            let e = Triple::axis(i);
            let rotated = (e * (w * w - v.dot(v)) + v * (2.0 * v.dot(e)) + v.cross(e) * (2.0 * w)) * (1.0 / length);
            turned(rotated) * self.half[i]
        });
        Place { center: Triple(self.pivot) + Triple(self.linear) * t + turned(self.arm()), axes }
    }

    /// No point of the box is faster.
    fn speed(&self) -> f64 {
        let reach = self.arm().norm() + Triple(self.half).norm();
        Triple(self.linear).norm() + Triple(self.angular).norm() * reach
    }

    fn extent(&self) -> f64 {
        let size = Triple(self.center).norm() + self.arm().norm() + Triple(self.half).norm();
        size + Triple(self.linear).norm()
    }
}

fn vector([x, y, z]: [f64; 3]) -> Vec3<f64> {
    Vec3::new(x, y, z)
}

/// The largest gap of the fifteen axes at a time: positive exactly if the boxes are apart, and not above their
/// distance.
pub fn separation(courses: &[Course; 2], t: f64) -> f64 {
    let [a, b] = [courses[0].at(t), courses[1].at(t)];
    let between = b.center - a.center;
    let gap = |axis: Triple<f64>| {
        let spread = |place: &Place| place.axes.iter().map(|x| axis.dot(*x).abs()).sum::<f64>();
        axis.dot(between).abs() - spread(&a) - spread(&b)
    };
    let faces = a.axes.iter().chain(&b.axes).map(|x| gap(x.unit())).fold(f64::NEG_INFINITY, f64::max);
    let edges = a.axes.iter().flat_map(|x| b.axes.iter().map(|y| x.unit().cross(y.unit())));
    // Nearly parallel edges add nothing to the faces that they lie in.
    edges.filter(|axis| axis.norm() > 1e-7).map(|axis| gap(axis.unit())).fold(faces, f64::max)
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// The boxes overlap at this time, before the answer's first contact.
    Missed(f64),
    /// They are apart where the answer proves a contact.
    False(f64),
}

/// The answer to two courses.
pub fn answer(courses: &[Course; 2]) -> Impact<Vec3<f64>> {
    let (shapes, motions) = (courses.map(|c| c.shape()), courses.map(|c| c.motion()));
    MovingPair::new((&shapes[0], &motions[0]), (&shapes[1], &motions[1]))
        .options(ToiOptions::default())
        .time_of_impact()
}

/// Judges an answer: the boxes must not overlap before the bracket, at no time, and must not be apart at its end.
///
/// Depths and gaps below 10⁻¹² of the lengths of the motion are beyond the judge's own rounding.
pub fn judge(courses: &[Course; 2], impact: &Impact<Vec3<f64>>) -> Result<(), Mistake> {
    let rounding = 1e-12 * (courses[0].extent() + courses[1].extent());
    let speed = courses[0].speed() + courses[1].speed();
    let end = impact.encounter().map_or(1.0, |found| found.bracket.lower);
    let mut time = 0.0;
    while time < end {
        let gap = separation(courses, time);
        if gap < -rounding {
            return Err(Mistake::Missed(time));
        }
        // At least a part of the smallest half extent, or grazing boxes would never be passed.
        time += gap.max(1e-7 * speed) / speed.max(f64::MIN_POSITIVE);
    }
    if let Impact::Hit(found) = impact
        && separation(courses, found.bracket.upper) > rounding
    {
        return Err(Mistake::False(found.bracket.upper));
    }
    Ok(())
}
