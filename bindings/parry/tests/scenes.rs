//! rapier runs on clearance: a stack, a box on a triangle mesh, a fast bullet. Each twice, with the same bits; nothing
//! is not a number, nothing tunnels. `SCENE_STEPS` says how many steps; the time of each is printed beside that of
//! parry's own dispatcher.

use std::time::Duration;

use clearance_parry::ClearanceDispatcher;
use cpu_time::ThreadTime;
use parry3d::query::{DefaultQueryDispatcher, QueryDispatcher};
use rapier3d::prelude::*;

/// A scene of rapier.
struct Scene {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    narrow: NarrowPhase,
}

impl Scene {
    fn new(ours: bool) -> Self {
        let narrow = if ours {
            NarrowPhase::with_query_dispatcher(ClearanceDispatcher.chain(DefaultQueryDispatcher))
        } else {
            NarrowPhase::new()
        };
        Scene { bodies: RigidBodySet::new(), colliders: ColliderSet::new(), narrow }
    }

    fn fixed(&mut self, collider: ColliderBuilder, at: Vector) {
        let body = self.bodies.insert(RigidBodyBuilder::fixed().translation(at));
        self.colliders.insert_with_parent(collider, body, &mut self.bodies);
    }

    fn moving(&mut self, body: RigidBodyBuilder, collider: ColliderBuilder) -> RigidBodyHandle {
        // A body that sleeps shows nothing.
        let body = self.bodies.insert(body.can_sleep(false));
        self.colliders.insert_with_parent(collider, body, &mut self.bodies);
        body
    }

    /// Steps, and what `check` says of the bodies after each; a digest of all poses at the end.
    fn run(mut self, steps: usize, mut check: impl FnMut(usize, &RigidBodySet)) -> (u64, Duration) {
        let (mut pipeline, mut islands, mut broad) =
            (PhysicsPipeline::new(), IslandManager::new(), BroadPhaseBvh::new());
        let (mut joints, mut multibodies, mut soft) =
            (ImpulseJointSet::new(), MultibodyJointSet::new(), SoftBodySet::new());
        // Contacts are queried in every step, also of bodies that hardly move.
        let parameters =
            IntegrationParameters { normalized_contact_recycle_distance: 0.0, ..IntegrationParameters::default() };
        let mut ccd = CCDSolver::new();
        let begin = ThreadTime::now();
        for step in 0..steps {
            pipeline.step(
                Vector::new(0.0, -9.81, 0.0),
                &parameters,
                &mut islands,
                &mut broad,
                &mut self.narrow,
                &mut self.bodies,
                &mut self.colliders,
                &mut joints,
                &mut multibodies,
                &mut soft,
                &mut ccd,
                &(),
                &(),
            );
            for (_, body) in self.bodies.iter() {
                let at = body.translation();
                assert!([at.x, at.y, at.z].iter().all(|x| x.is_finite()), "step {step}: {at:?}");
            }
            check(step, &self.bodies);
        }
        let mut digest = 0xcbf2_9ce4_8422_2325_u64;
        for (_, body) in self.bodies.iter() {
            let (at, turn) = (body.translation(), body.rotation());
            for number in [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w] {
                digest = (digest ^ u64::from(number.to_bits())).wrapping_mul(0x100_0000_01b3);
            }
        }
        (digest, begin.elapsed())
    }
}

fn steps() -> usize {
    std::env::var("SCENE_STEPS").map_or(1500, |text| text.parse().expect("a number of steps"))
}

/// Runs a scene twice with clearance and once with parry.
fn twice(name: &str, steps: usize, scene: impl Fn(bool) -> (u64, Duration)) {
    let (first, time) = scene(true);
    let (second, _) = scene(true);
    assert_eq!(first, second, "{name}: the same bits");
    let (other, theirs) = scene(false);
    assert_ne!(first, other, "{name}: the contacts are those of clearance");
    let micro = |time: Duration| time.as_secs_f64() * 1e6 / steps as f64;
    println!("{name}: {steps} steps, {:.1} us a step, with parry's own {:.1} us", micro(time), micro(theirs));
}

#[test]
fn a_stack_stands() {
    let steps = steps();
    twice("stack", steps, |ours| {
        let mut scene = Scene::new(ours);
        scene.fixed(ColliderBuilder::cuboid(10.0, 0.5, 10.0), Vector::new(0.0, -0.5, 0.0));
        let boxes: Vec<RigidBodyHandle> = (0..8)
            .map(|i| {
                let body = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 0.5 + i as f32, 0.0));
                scene.moving(body, ColliderBuilder::cuboid(0.5, 0.5, 0.5))
            })
            .collect();
        scene.run(steps, |step, bodies| {
            for (i, &handle) in boxes.iter().enumerate() {
                let at = bodies[handle].translation();
                let off = (at.y - (0.5 + i as f32)).abs().max(at.x.abs()).max(at.z.abs());
                assert!(off < 0.1, "step {step}: box {i} is at {at:?}");
            }
        })
    });
}

#[test]
fn a_box_lies_on_a_mesh() {
    let steps = steps();
    twice("box on a mesh", steps, |ours| {
        let mut scene = Scene::new(ours);
        // A floor of 20 by 20 squares, a little bumpy.
        let side = 21u32;
        let height = |i: u32, k: u32| if (i * 7 + k * 3).is_multiple_of(5) { 0.02 } else { 0.0 };
        let points = (0..side * side).map(|n| (n / side, n % side));
        let points = points.map(|(i, k)| Vector::new(i as f32 - 10.0, height(i, k), k as f32 - 10.0)).collect();
        let squares = (0..(side - 1) * (side - 1)).map(|n| (n / (side - 1), n % (side - 1)));
        let triangles = squares.flat_map(|(i, k)| {
            let at = |di: u32, dk: u32| (i + di) * side + k + dk;
            [[at(0, 0), at(0, 1), at(1, 1)], [at(0, 0), at(1, 1), at(1, 0)]]
        });
        let floor = ColliderBuilder::trimesh(points, triangles.collect()).expect("a mesh");
        scene.fixed(floor, Vector::ZERO);
        let fall =
            RigidBodyBuilder::dynamic().translation(Vector::new(0.3, 2.0, 0.2)).linvel(Vector::new(1.0, 0.0, 0.5));
        let brick = scene.moving(fall, ColliderBuilder::cuboid(0.5, 0.25, 0.4));
        scene.run(steps, |step, bodies| {
            let at = bodies[brick].translation();
            assert!(at.y > 0.15, "step {step}: the box is at {at:?}");
        })
    });
}

#[test]
fn a_fast_bullet_does_not_tunnel() {
    let steps = steps();
    twice("bullet", steps, |ours| {
        let mut scene = Scene::new(ours);
        scene.fixed(ColliderBuilder::cuboid(60.0, 0.5, 10.0), Vector::new(0.0, -0.5, 0.0));
        for x in [-10.0, 10.0] {
            scene.fixed(ColliderBuilder::cuboid(0.01, 8.0, 8.0), Vector::new(x, 4.0, 0.0));
        }
        // 16 m a step, between two walls of 2 cm: without continuous collision detection it is gone after a step.
        let shot = RigidBodyBuilder::dynamic()
            .translation(Vector::new(0.0, 3.0, 0.0))
            .linvel(Vector::new(1000.0, 0.0, 0.0))
            .ccd_enabled(true);
        let bullet = scene.moving(shot, ColliderBuilder::ball(0.05).restitution(0.9).mass(0.01));
        let (mut bounces, mut speed) = (0, 1000.0_f32);
        let found = scene.run(steps, |step, bodies| {
            let at = bodies[bullet].translation();
            assert!(at.x.abs() < 10.1 && at.y > -0.1, "step {step}: the bullet is at {at:?}");
            let now = bodies[bullet].linvel().x;
            bounces += u32::from(now * speed < 0.0);
            speed = now;
        });
        assert!(bounces >= 5, "it bounced {bounces} times");
        found
    });
}

/// Bricks at rest on floors of several kinds, far from each other, turned at random; how far each creeps in the last
/// `steps` steps after it is at rest.
fn creep(floor: impl Fn() -> ColliderBuilder, count: usize, steps: usize) -> f32 {
    let mut scene = Scene::new(true);
    scene.fixed(floor(), Vector::ZERO);
    let side = (count as f64).sqrt().ceil() as usize;
    let mut bricks = Vec::new();
    for i in 0..count {
        let step = 18.0 / side as f32;
        let at = Vector::new((i / side) as f32 * step - 8.9, 0.0951, (i % side) as f32 * step - 8.87);
        let turn = Vector::new(0.0, 0.7 * i as f32, 0.0);
        let body = RigidBodyBuilder::dynamic().translation(at).rotation(turn);
        bricks.push(scene.moving(body, ColliderBuilder::cuboid(0.2, 0.095, 0.1)));
    }
    let settle = 60;
    let mut starts: Vec<Vector> = Vec::new();
    let mut farthest = 0.0f32;
    scene.run(settle + steps, |step, bodies| {
        let places = bricks.iter().map(|&handle| bodies[handle].translation());
        if step + 1 == settle {
            starts = places.collect();
        } else if step >= settle {
            for (at, start) in places.zip(&starts) {
                farthest = farthest.max((at - *start).length());
            }
        }
    });
    farthest
}

type Floor = Box<dyn Fn() -> ColliderBuilder>;

/// A flat floor of `side` by `side` squares from -10 to 10 m.
fn squares(side: u32) -> ColliderBuilder {
    let at = |i: u32| i as f32 * 20.0 / side as f32 - 10.0;
    let points = (0..=side).flat_map(|i| (0..=side).map(move |k| Vector::new(at(i), 0.0, at(k)))).collect();
    let first = (0..side).flat_map(|i| (0..side).map(move |k| (side + 1) * i + k));
    let triangles = first.flat_map(|i| [[i, i + 1, i + side + 2], [i, i + side + 2, i + side + 1]]).collect();
    ColliderBuilder::trimesh(points, triangles).expect("a mesh")
}

#[test]
fn bricks_do_not_creep_on_floors_of_many_parts() {
    let count = std::env::var("BRICKS").map_or(25, |text| text.parse().expect("a number of bricks"));
    let steps = std::env::var("BRICK_STEPS").map_or(240, |text| text.parse().expect("a number of steps"));
    let cells = (-20..20).flat_map(|i| (-20..20).map(move |k| Vector::new(i as f32 * 0.5, -0.5, k as f32 * 0.5)));
    let cells: Vec<Vector> = cells.collect();
    let tile = |at: &Vector| {
        (Pose::from_translation(*at + Vector::new(0.25, 0.25, 0.25)), SharedShape::cuboid(0.25, 0.25, 0.25))
    };
    let tiles: Vec<_> = cells.iter().map(tile).collect();
    let keys: Vec<IVector> = (-20..20).flat_map(|i| (-20..20).map(move |k| IVector::new(i, -1, k))).collect();
    let flat = Array2::repeat(41, 41, 0.0);
    let floors: [(&str, Floor); 4] = [
        ("mesh", Box::new(|| squares(80))),
        ("height field", Box::new(move || ColliderBuilder::heightfield(flat.clone(), Vector::new(20.0, 1.0, 20.0)))),
        ("compound", Box::new(move || ColliderBuilder::compound(tiles.clone()))),
        ("voxels", Box::new(move || ColliderBuilder::voxels(Vector::splat(0.5), &keys))),
    ];
    for (name, floor) in floors {
        let begin = ThreadTime::now();
        let farthest = creep(floor, count, steps);
        let micro = begin.elapsed().as_secs_f64() * 1e6 / (count * (60 + steps)) as f64;
        println!("{name}: {count} bricks, {steps} steps, {:.4} mm, {micro:.1} us a brick and step", 1e3 * farthest);
        assert!(farthest < 1e-3, "{name}: a brick creeps by {} mm", 1e3 * farthest);
    }
}

#[test]
fn a_brick_is_pushed_into_a_corner_and_stays_there() {
    let mut scene = Scene::new(true);
    // A floor that turns up into a wall at x = 4.
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    let (floor, wall) = (Vector::new(0.5, 0.0, 0.0), Vector::new(0.0, 0.5, 0.0));
    for (origin, along) in [(Vector::new(-4.0, 0.0, -4.0), floor), (Vector::new(4.0, 0.0, -4.0), wall)] {
        let first = points.len() as u32;
        points.extend(
            (0..17)
                .flat_map(|i| (0..17).map(move |k| (i, k)))
                .map(|(i, k)| origin + along * i as f32 + Vector::new(0.0, 0.0, 0.5) * k as f32),
        );
        for i in (0..16).flat_map(|i| (0..16).map(move |k| first + 17 * i + k)) {
            triangles.extend([[i, i + 1, i + 18], [i, i + 18, i + 17]]);
        }
    }
    scene.fixed(ColliderBuilder::trimesh(points, triangles).expect("a mesh"), Vector::ZERO);
    let thrown =
        RigidBodyBuilder::dynamic().translation(Vector::new(1.0, 0.26, 0.3)).linvel(Vector::new(6.0, 0.0, 0.4));
    let brick = scene.moving(thrown, ColliderBuilder::cuboid(0.4, 0.25, 0.3).friction(0.2));
    let mut farthest = 0.0f32;
    scene.run(300, |step, bodies| {
        let at = bodies[brick].translation();
        farthest = farthest.max(at.x);
        assert!(at.x < 3.7 && at.y > 0.2 && at.y < 0.45, "step {step}: the brick is at {at:?}");
        let is_in_corner = (at.x - 3.6).abs() < 5e-3 && (at.y - 0.25).abs() < 5e-3;
        assert!(step < 240 || is_in_corner, "step {step}: the brick is at {at:?}");
    });
    assert!(farthest > 3.55, "it never came to the wall: {farthest}");
}
