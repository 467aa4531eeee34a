//! The worked example of C. Marmolejo Rivas et al., Revisión del algoritmo GJK, section 4: two unit squares of space.

use clearance::SupportExt;
use clearance::{Hint, Polytope, Pose, Vec3, Vector};
use clearance_classic::Difference;
use clearance_classic::gjk::{Decision, Options, Start, Step, Termination, closest};
use clearance_classic::subalgorithm::Johnson;

type V = Vec3<f64>;

fn square(corner: f64) -> Polytope<V> {
    let far = corner + 1.0;
    let corners = [[corner, corner, 0.0], [far, corner, 0.0], [far, far, 0.0], [corner, far, 0.0]];
    Polytope::new(&corners.map(V::from)).unwrap()
}

/// The steps from a₀ − b₀ on, the first corners of both.
fn steps() -> (Vec<Step<V>>, f64) {
    let (a, b) = (square(0.0), square(2.0));
    let first = |shape: &Polytope<V>, corner: f64| {
        let place = V::new(corner, corner, 0.0);
        let is_there = |id: &u32| shape.vertices()[*id as usize] + shape.anchor() == place;
        Hint::vertex((0..4).find(is_there).unwrap())
    };
    let mut ids = [[Hint::NONE; 2]; 4];
    ids[0] = [first(&a, 0.0), first(&b, 2.0)];
    let options = Options { start: Start::Vertices(ids), termination: Termination::Optimality, ..Options::default() };
    let mut steps = Vec::new();
    let pose = Pose::IDENTITY;
    let found =
        closest(Difference::new((&a, &b, &pose)), Johnson { backup: false }, &options, |step| steps.push(*step));
    assert_eq!((found.witness_a, found.witness_b), (V::new(1.0, 1.0, 0.0), V::new(2.0, 2.0, 0.0)));
    (steps, found.last.upper)
}

/// `g = |v|² + h_K(−v)`.
fn gap(step: &Step<V>) -> f64 {
    step.nearest.dot(step.nearest) - step.nearest.dot(step.support.unwrap().w)
}

#[test]
fn every_intermediate_value_is_that_of_the_paper() {
    let (steps, distance) = steps();
    let [first, second] = steps[..] else { panic!("{} steps", steps.len()) };
    // 1. to 4.: v₀ = P₀ = a₀ − b₀, h_A(−v₀) = 4, h_B(v₀) = −8, g = 8 + 4 − 8 = 4 > 0.
    assert_eq!((first.nearest, first.nearest.dot(first.nearest)), (V::new(-2.0, -2.0, 0.0), 8.0));
    let s = first.support.unwrap();
    assert_eq!((s.a, s.b, s.w), (V::new(1.0, 1.0, 0.0), V::new(2.0, 2.0, 0.0), V::new(-1.0, -1.0, 0.0)));
    assert_eq!((-first.nearest.dot(s.a), first.nearest.dot(s.b), gap(&first)), (4.0, -8.0, 4.0));
    assert_eq!(first.decision, Decision::Advance);
    // 5. and 6.: of {y₁, y₂} only y₂ is kept, with weight 1.
    let weights: Vec<(f64, bool)> =
        second.simplex.corners().iter().map(|corner| (corner.lambda, corner.kept)).collect();
    assert_eq!(weights, [(0.0, false), (1.0, true)]);
    // 7. and 8.: v = (−1, −1, 0), g = 0, the distance √2.
    assert_eq!((second.nearest, gap(&second)), (V::new(-1.0, -1.0, 0.0), 0.0));
    assert_eq!((second.decision, distance), (Decision::Optimal, 2f64.sqrt()));
}

#[test]
fn the_gap_bounds_the_square_of_the_error() {
    // Theorem 1, 3: |v − v*|² ≤ g(v).
    let (steps, _) = steps();
    let truth = V::new(-1.0, -1.0, 0.0);
    for step in steps {
        assert!((step.nearest - truth).dot(step.nearest - truth) <= gap(&step));
    }
}
