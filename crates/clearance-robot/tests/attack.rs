//! Random edges of random robots, against kinematics of their own: turning, endless, sliding and mimicking joints,
//! padding, held bodies, margins, and links whose hulls are not what they are.

use std::sync::Arc;

use clearance::query::signed_distance;
use clearance::{Ball, Capsule, Cuboid, Polytope, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_robot::edge::{Checker, EdgeOptions, Found, Mode};
use clearance_robot::random::Random;
use clearance_robot::{JointKind, JointSpec, LinkMesh, LinkShape, Mimic, Obstacle, Robot, Workcell};

/// A rigid map by its quaternion (w, x, y, z) and where it takes the origin, composed in plain floats.
#[derive(Clone, Copy)]
struct Rigid {
    q: [f64; 4],
    t: [f64; 3],
}

impl Rigid {
    const HERE: Rigid = Rigid { q: [1.0, 0.0, 0.0, 0.0], t: [0.0; 3] };

    fn random(random: &mut Random, size: f64) -> Self {
        let q: [f64; 4] = core::array::from_fn(|_| random.between(-1.0, 1.0));
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        Rigid { q: q.map(|x| x / norm), t: core::array::from_fn(|_| random.between(-size, size)) }
    }

    fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
        [
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ]
    }

    fn turn(&self, v: [f64; 3]) -> [f64; 3] {
        let [w, x, y, z] = self.q;
        let all = Self::product(Self::product(self.q, [0.0, v[0], v[1], v[2]]), [w, -x, -y, -z]);
        [all[1], all[2], all[3]]
    }

    /// First `inner`, then this.
    fn then(&self, inner: &Rigid) -> Rigid {
        let moved = self.turn(inner.t);
        Rigid { q: Self::product(self.q, inner.q), t: core::array::from_fn(|k| self.t[k] + moved[k]) }
    }

    fn pose(&self) -> Pose3<f64> {
        Pose3::new(Rotor3::from_wxyz(self.q).unwrap(), self.t.into()).unwrap()
    }
}

/// What a link is: its shapes, and those that its mesh consists of where a hull stands for it.
struct Solid {
    at: Rigid,
    exact: Vec<(Shape3<f64>, Rigid)>,
    /// How much larger parts of a mesh may be.
    grown: f64,
    /// A point that the hull holds and the mesh does not.
    notch: Option<[f64; 3]>,
}

struct Link {
    name: String,
    parent: usize,
    origin: Rigid,
    axis: [f64; 3],
    slides: bool,
    /// The variable that moves it, with its factor and offset.
    drive: (usize, f64, f64),
    solid: Solid,
    padding: f64,
}

/// A robot as this test knows it; the first link stands in the world, and a held body has no joint.
struct Model {
    links: Vec<Link>,
    held: Option<(usize, Solid)>,
    world: Vec<(Solid, f64)>,
    variables: usize,
    /// A configuration in which a ball is in the notch of a link, if there is one.
    start: Vec<f64>,
}

fn shape(random: &mut Random, size: f64) -> (Shape3<f64>, Solid, Option<Arc<LinkMesh>>, Pose3<f64>) {
    let at = Rigid::random(random, 0.3 * size);
    let half = |random: &mut Random| random.between(0.2, 1.0) * size;
    if random.unit() < 0.35 {
        let (corners, triangles, boxes) = bracket(random, 2.0 * size);
        let diagonal = corners.iter().fold(0.0, |most: f64, p| most.max(p.norm()));
        let hull: Shape3<f64> = Polytope::new(&corners).unwrap().into();
        let [y, z] = [0.5 * (corners[4].y + corners[3].y), 0.0];
        let notch = Some([0.5 * (corners[4].x + corners[5].x), y, z]);
        let solid = Solid { at, exact: boxes, grown: 0.04 * diagonal, notch };
        return (hull, solid, Some(Arc::new(LinkMesh::new(corners, triangles))), at.pose());
    }
    let shape: Shape3<f64> = match random.below(3) {
        0 => Ball::new(half(random)).unwrap().into(),
        1 => Cuboid::from_half_extents(Vec3::from_fn(|_| half(random))).unwrap().into(),
        _ => Capsule::between(Vec3::new(0.0, 0.0, -size), Vec3::new(0.0, 0.0, size), 0.3 * size).unwrap().into(),
    };
    (shape.clone(), Solid { at, exact: vec![(shape, Rigid::HERE)], grown: 0.0, notch: None }, None, at.pose())
}

type Bracket = (Vec<Vec3<f64>>, Vec<[u32; 3]>, Vec<(Shape3<f64>, Rigid)>);

/// A U by its corners and triangles, and as the three boxes that it consists of.
fn bracket(random: &mut Random, size: f64) -> Bracket {
    let (a, b) = (random.between(-0.4, -0.1) * size, random.between(0.1, 0.4) * size);
    let (foot, high) = (random.between(-0.4, -0.1) * size, random.between(0.1, 0.4) * size);
    let (left, right, bottom, top) = (-0.5 * size, 0.5 * size, -0.5 * size, 0.5 * size);
    let outline =
        [[left, bottom], [right, bottom], [right, top], [b, top], [b, foot], [a, foot], [a, top], [left, top]];
    let level = |z: f64| outline.map(|[x, y]| Vec3::new(x, y, z));
    let caps = [[0, 1, 4], [0, 4, 5], [1, 2, 4], [2, 3, 4], [0, 5, 7], [5, 6, 7]];
    let mut triangles: Vec<[u32; 3]> = caps.iter().flat_map(|&[a, b, c]| [[a + 8, b + 8, c + 8], [a, c, b]]).collect();
    for i in 0..8 {
        let next = (i + 1) % 8;
        triangles.extend([[i, next, next + 8], [i, next + 8, i + 8]]);
    }
    let solid = |x: [f64; 2], y: [f64; 2]| {
        let half = Vec3::new(0.5 * (x[1] - x[0]), 0.5 * (y[1] - y[0]), high);
        let at = Rigid { t: [0.5 * (x[0] + x[1]), 0.5 * (y[0] + y[1]), 0.0], ..Rigid::HERE };
        (Shape3::from(Cuboid::from_half_extents(half).unwrap()), at)
    };
    let boxes =
        vec![solid([left, right], [bottom, foot]), solid([left, a], [bottom, top]), solid([b, right], [bottom, top])];
    ([level(-high), level(high)].concat(), triangles, boxes)
}

impl Model {
    fn random(random: &mut Random) -> (Self, Robot, Vec<Obstacle>) {
        let count = 3 + random.below(4);
        let mut model = Model { links: Vec::new(), held: None, world: Vec::new(), variables: 0, start: Vec::new() };
        let mut builder = Robot::builder("random");
        let mut driven: Vec<(String, usize)> = Vec::new();
        for i in 0..=count {
            let name = format!("l{i}");
            let (hull, solid, mesh, pose) = shape(random, 0.12);
            builder = builder.link(name.clone(), vec![LinkShape { mesh, ..LinkShape::new(hull, pose) }]);
            let parent = if i < 2 || random.unit() < 0.8 { i.max(1) - 1 } else { random.below(i - 1) };
            let mut origin = Rigid::random(random, 0.1);
            origin.t[2] += 0.4;
            let axis = Rigid::random(random, 1.0).turn([0.0, 0.0, 1.0]);
            let kind = [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic][random.below(3)];
            let mut drive = (model.variables, 1.0, 0.0);
            if i > 0 {
                let joint = JointSpec::new(format!("j{i}"), kind, format!("l{parent}"), name.clone());
                let mut joint = joint.axis(axis.into()).at(origin.pose());
                joint = if kind == JointKind::Continuous { joint } else { joint.limited(-2.0, 2.0) };
                if !driven.is_empty() && random.unit() < 0.25 {
                    let (leader, variable) = driven[random.below(driven.len())].clone();
                    drive = (variable, random.between(-1.2, 1.2), random.between(-0.3, 0.3));
                    joint = joint.mimicking(Mimic { joint: leader, multiplier: drive.1, offset: drive.2 });
                } else {
                    driven.push((format!("j{i}"), model.variables));
                    model.variables += 1;
                }
                builder = builder.joint(joint);
            }
            let padding = if random.unit() < 0.2 { random.between(0.0, 0.02) } else { 0.0 };
            let slides = kind == JointKind::Prismatic;
            model.links.push(Link { name, parent, origin, axis, slides, drive, solid, padding });
        }
        let mut robot = builder.build().unwrap();
        for link in &model.links {
            robot.pad_named(&link.name, link.padding).unwrap();
        }
        if random.unit() < 0.5 {
            let (hull, solid, mesh, pose) = shape(random, 0.06);
            robot
                .attach("tool", vec![LinkShape { mesh, ..LinkShape::new(hull, pose) }], (count, Pose3::IDENTITY), &[])
                .unwrap();
            model.held = Some((count, solid));
        }
        model.start = (0..model.variables).map(|_| random.between(-1.9, 1.9)).collect();
        let mut world = Vec::new();
        for i in 0..5 {
            let size = random.between(0.05, 0.3);
            let at = if i == 4 { model.in_a_notch() } else { Rigid::random(random, 1.2) };
            let size = if i == 4 { 0.01 } else { size };
            let shape: Shape3<f64> = match i % 2 {
                0 if i < 4 => Cuboid::from_half_extents(Vec3::new(size, 0.3 * size, size)).unwrap().into(),
                _ => Ball::new(size).unwrap().into(),
            };
            let margin = if i == 3 { 0.01 } else { 0.0 };
            world.push(Obstacle { margin, ..Obstacle::new(format!("body {i}"), shape.clone(), at.pose()) });
            model.world.push((Solid { at, exact: vec![(shape, Rigid::HERE)], grown: 0.0, notch: None }, margin));
        }
        (model, robot, world)
    }

    /// Where a notch is in the start; far away if there is none.
    fn in_a_notch(&self) -> Rigid {
        let frames = self.frames(&self.start);
        let of = |(link, frame): (&Link, &Rigid)| {
            Some(frame.then(&link.solid.at).then(&Rigid { t: link.solid.notch?, ..Rigid::HERE }))
        };
        let moved = self.links.iter().zip(&frames).skip(1);
        moved.filter_map(of).next_back().unwrap_or(Rigid { t: [9.0; 3], ..Rigid::HERE })
    }

    fn frames(&self, q: &[f64]) -> Vec<Rigid> {
        let mut frames = vec![Rigid::HERE];
        for link in &self.links[1..] {
            let (variable, factor, offset) = link.drive;
            let value = factor * q[variable] + offset;
            let [x, y, z] = link.axis;
            let moved = if link.slides {
                Rigid { t: [x * value, y * value, z * value], ..Rigid::HERE }
            } else {
                let (s, c) = (0.5 * value).sin_cos();
                Rigid { q: [c, s * x, s * y, s * z], ..Rigid::HERE }
            };
            frames.push(frames[link.parent].then(&link.origin).then(&moved));
        }
        frames
    }

    /// All pairs that must stay apart: their names, signed distances, margins, and how much larger what stands for a
    /// mesh may be.
    fn pairs(&self, q: &[f64]) -> Vec<([String; 2], f64, f64, f64)> {
        let frames = self.frames(q);
        let held = self.held.iter().map(|(link, solid)| ("tool".to_string(), *link, frames[*link], solid, 0.0));
        let links = self.links.iter().zip(&frames).enumerate();
        let own: Vec<(String, usize, Rigid, &Solid, f64)> = links
            .map(|(i, (link, frame))| (link.name.clone(), i, *frame, &link.solid, link.padding))
            .chain(held)
            .collect();
        let mut all = Vec::new();
        for (i, a) in own.iter().enumerate() {
            for b in &own[i + 1..] {
                let is_neighbour = if b.0 == "tool" { b.1 == a.1 } else { self.links[b.1].parent == a.1 };
                if !is_neighbour {
                    all.push(beside((&a.0, a.2, a.3, a.4), (&b.0, b.2, b.3, b.4)));
                }
            }
        }
        for a in own.iter().filter(|a| a.1 > 0) {
            for (i, (solid, margin)) in self.world.iter().enumerate() {
                all.push(beside((&a.0, a.2, a.3, a.4), (&format!("body {i}"), Rigid::HERE, solid, *margin)));
            }
        }
        all
    }
}

type Placed<'p> = (&'p str, Rigid, &'p Solid, f64);

fn beside((a, at, first, margin): Placed, (b, other, second, more): Placed) -> ([String; 2], f64, f64, f64) {
    let (at, other) = (at.then(&first.at), other.then(&second.at));
    let mut least = f64::INFINITY;
    for (shape, place) in &first.exact {
        for (against, there) in &second.exact {
            let b_in_a = Pose3::relative(&at.then(place).pose(), &other.then(there).pose());
            least = least.min(signed_distance(shape, against, &b_in_a).signed_distance);
        }
    }
    ([a.to_string(), b.to_string()], least, margin + more, first.grown + second.grown)
}

/// What two programs of kinematics may differ by, metres.
const SAME: f64 = 1e-9;

/// Free edges, edges that hit, and free ones with a pair that was looked at more closely.
fn attack(robots: u32, edges: u32, samples: u32, seed: u64) -> [u32; 3] {
    let (mut random, mut counts) = (Random::new(seed), [0; 3]);
    for _ in 0..robots {
        let (model, robot, world) = Model::random(&mut random);
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        for edge in 0..edges {
            // Every third one near the notch, and short.
            let (near, size) = if edge % 3 == 0 { (0.02, 0.05) } else { (4.0, 0.6) };
            let around = |x: &f64, random: &mut Random| (x + random.between(-near, near)).clamp(-1.9, 1.9);
            let from: Vec<f64> = model.start.iter().map(|x| around(x, &mut random)).collect();
            let to: Vec<f64> = from.iter().map(|x| (x + random.between(-size, size)).clamp(-2.0, 2.0)).collect();
            let at = |t: f64| -> Vec<f64> { from.iter().zip(&to).map(|(a, b)| a + t * (b - a)).collect() };
            let path = clearance_robot::path::Path::through(&[from.clone(), to.clone()], from.len()).unwrap();
            let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
            let (edge, certificate) = checker.certify(&path, &options);
            // Without a certificate less is computed.
            let known = checker.path(&path, &options);
            let until = match &known {
                Found::Hit(contact) => contact.time.lower,
                _ => 1.0,
            };
            let least = if let Found::Free { lower, .. } = known { lower } else { f64::NEG_INFINITY };
            // In contact at once, nothing is free.
            for _ in 0..if until > 0.0 { samples } else { 0 } {
                let q = at(until * random.unit());
                for (names, distance, margin, _) in model.pairs(&q) {
                    assert!(
                        distance > margin - SAME && distance >= least - SAME,
                        "seed {seed}: {names:?} are {distance} apart at {q:?}, free until {until}, proven {least}"
                    );
                }
            }
            assert_eq!(matches!(known, Found::Free { .. }), certificate.is_some(), "seed {seed}: {known:?}, {edge:?}");
            match edge {
                Found::Free { lower, .. } => {
                    counts[0] += 1;
                    counts[2] += u32::from(certificate.is_some_and(|certificate| !certificate.closer.is_empty()));
                    for _ in 0..samples {
                        let q = at(random.unit());
                        for (names, distance, margin, _) in model.pairs(&q) {
                            assert!(
                                distance > margin - SAME && distance >= lower - SAME,
                                "seed {seed}: {names:?} are {distance} apart at {q:?}, proven {lower}"
                            );
                        }
                    }
                }
                Found::Hit(contact) => {
                    counts[1] += 1;
                    let pairs = model.pairs(&at(contact.time.upper));
                    let found = pairs.iter().find(|(names, ..)| *names == contact.pair);
                    let (names, distance, margin, grown) = found.unwrap_or_else(|| panic!("{:?}", contact.pair));
                    assert!(*distance <= margin + grown + SAME, "seed {seed}: {names:?} are {distance} apart");
                }
                found => panic!("seed {seed}: {found:?}"),
            }
        }
    }
    counts
}

#[test]
fn no_proven_edge_has_a_contact_and_each_hit_is_one() {
    let counts = attack(40, 10, 8, 5);
    assert!(counts.iter().all(|&count| count > 12), "{counts:?}");
}

/// 10⁵ edges, an hour: `cargo test --release -p clearance-robot --test attack -- --ignored --nocapture`.
#[test]
#[ignore = "the long form: a hundred thousand edges, an hour"]
fn no_proven_edge_of_a_hundred_thousand_has_a_contact() {
    println!("free, hit, free with a closer look: {:?}", attack(5_000, 20, 20, 6));
}
