//! Products of poses that keep what is exact.

use clearance::Pose3;

/// [`Pose3::then`], but what is exactly where its frame is keeps the frame's pose.
pub fn compose(outer: &Pose3<f64>, inner: &Pose3<f64>) -> Pose3<f64> {
    if *inner == Pose3::IDENTITY {
        return *outer;
    }
    if *outer == Pose3::IDENTITY { *inner } else { outer.then(inner) }
}
