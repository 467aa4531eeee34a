//! Boxes that fall on one another in rapier, with the distances and contacts of clearance.

use clearance_parry::ClearanceDispatcher;
use parry3d::query::{DefaultQueryDispatcher, QueryDispatcher};
use rapier3d::prelude::*;

fn main() {
    let mut bodies = RigidBodySet::new();
    let mut colliders = ColliderSet::new();
    // The one line that is different.
    let mut narrow_phase = NarrowPhase::with_query_dispatcher(ClearanceDispatcher.chain(DefaultQueryDispatcher));

    colliders.insert(ColliderBuilder::cuboid(5.0, 0.5, 5.0).translation(Vector::new(0.0, -0.5, 0.0)));
    let boxes: Vec<RigidBodyHandle> = (0..4)
        .map(|i| {
            let at = Vector::new(0.0, 0.75 + 1.25 * i as f32, 0.0);
            let body = bodies.insert(RigidBodyBuilder::dynamic().translation(at));
            colliders.insert_with_parent(ColliderBuilder::cuboid(0.5, 0.5, 0.5), body, &mut bodies);
            body
        })
        .collect();

    let (mut pipeline, mut islands, mut broad_phase) =
        (PhysicsPipeline::new(), IslandManager::new(), BroadPhaseBvh::new());
    let (mut joints, mut multibodies, mut soft) =
        (ImpulseJointSet::new(), MultibodyJointSet::new(), SoftBodySet::new());
    let (mut ccd, parameters, gravity) =
        (CCDSolver::new(), IntegrationParameters::default(), Vector::new(0.0, -9.81, 0.0));
    for _ in 0..300 {
        pipeline.step(
            gravity,
            &parameters,
            &mut islands,
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &mut joints,
            &mut multibodies,
            &mut soft,
            &mut ccd,
            &(),
            &(),
        );
    }
    for (i, &body) in boxes.iter().enumerate() {
        println!("box {i} rests at {:.2} m", bodies[body].translation().y);
    }
}

// Output:
// box 0 rests at 0.50 m
// box 1 rests at 1.50 m
// box 2 rests at 2.50 m
// box 3 rests at 3.50 m
