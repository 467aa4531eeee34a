//! What questions cost here and in parry: nanoseconds of processor time, the least of ten passes over 1000 pairs.

use clearance_parry::ClearanceDispatcher;
use cpu_time::ThreadTime;
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher};
use parry3d::shape::{Shape, SharedShape};

const PAIRS: usize = 1000;

/// Numbers from -1 to 1.
fn numbers(mut state: u64) -> impl FnMut() -> f32 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f32) / (1u64 << 30) as f32 - 1.0
    }
}

fn poses(far: f32) -> Vec<Pose> {
    let mut number = numbers(5);
    let mut vector = move || Vector::new(number(), number(), number());
    (0..PAIRS).map(|_| Pose::from_parts(vector() * far, Rotation::from_scaled_axis(vector() * 3.0))).collect()
}

fn least(mut pass: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = ThreadTime::now();
        pass();
        begin.elapsed().as_secs_f64() * 1e9 / PAIRS as f64
    };
    (0..10).map(time).fold(f64::INFINITY, f64::min)
}

fn distance(dispatcher: &dyn QueryDispatcher, shape: &dyn Shape, poses: &[Pose]) -> f64 {
    least(|| {
        let sum: f32 = poses.iter().map(|pose| dispatcher.distance(pose, shape, shape).expect("known").distance).sum();
        assert!(sum.is_finite());
    })
}

fn manifold(dispatcher: &dyn PersistentQueryDispatcher, shape: &dyn Shape, poses: &[Pose]) -> f64 {
    least(|| {
        for pose in poses {
            let mut manifold = ContactManifold::<(), ()>::new();
            let found = dispatcher.contact_manifold_convex_convex(pose, shape, shape, None, None, 0.1, &mut manifold);
            assert!(found.is_ok());
        }
    })
}

fn main() {
    let mut number = numbers(9);
    let mut points = |count: usize| -> Vec<Vector> {
        (0..count).map(|_| Vector::new(number(), number(), number()).normalize() * 0.5).collect()
    };
    let hulls = [8, 20, 100].map(|count| SharedShape::convex_hull(&points(count)).expect("a hull"));
    let [small, middle, large] = hulls;
    let shapes = [
        ("balls", SharedShape::ball(0.5)),
        ("cuboids", SharedShape::cuboid(0.5, 0.3, 0.4)),
        ("capsules", SharedShape::capsule_y(0.4, 0.2)),
        ("cylinders", SharedShape::cylinder(0.4, 0.3)),
        ("cones", SharedShape::cone(0.4, 0.3)),
        ("hulls of 8", small),
        ("hulls of 20", middle),
        ("hulls of 100", large),
    ];
    println!("| two | distance | parry | manifold | parry |\n|---|---:|---:|---:|---:|");
    for (name, shape) in &shapes {
        let (apart, near) = (poses(1.5), poses(0.5));
        let [ours, theirs] =
            [distance(&ClearanceDispatcher, &**shape, &apart), distance(&DefaultQueryDispatcher, &**shape, &apart)];
        let [our_contacts, their_contacts] =
            [manifold(&ClearanceDispatcher, &**shape, &near), manifold(&DefaultQueryDispatcher, &**shape, &near)];
        println!("| {name} | {ours:.0} | {theirs:.0} | {our_contacts:.0} | {their_contacts:.0} |");
    }
}
