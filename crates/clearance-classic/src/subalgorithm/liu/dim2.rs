//! The plane: lines of edges, and weights of two points (5).

use clearance::{Real, Vec3, Vector};

/// The values of the equation of the line through `edge` at the origin and at a point.
pub fn sides<T: Real>([p, q]: [Vec3<T>; 2], point: Vec3<T>) -> (T, T) {
    let edge = q - p;
    let value = |x: Vec3<T>| edge.cross(x - p).z;
    (value(Vec3::ZERO), value(point))
}

/// `λᵢ = Δᵢ/Δ` of the line through two points: `Δ₁ = X₂·X₂ − X₂·X₁`, `Δ₂ = X₁·X₁ − X₂·X₁`.
pub fn line_weights<T: Real>([x1, x2]: [Vec3<T>; 2]) -> [T; 2] {
    let mixed = x2.dot(x1);
    let (d1, d2) = (x2.dot(x2) - mixed, x1.dot(x1) - mixed);
    [d1 / (d1 + d2), d2 / (d1 + d2)]
}

/// The weights of the nearest point of the segment: of three variations of signs two are an end.
pub fn segment_weights<T: Real>(x: [Vec3<T>; 2]) -> [T; 2] {
    match line_weights(x) {
        [l1, _] if l1 < T::ZERO => [T::ZERO, T::ONE],
        [_, l2] if l2 < T::ZERO => [T::ONE, T::ZERO],
        both => both,
    }
}
