use clearance::query;
use clearance::{Bounds, Point as Dot, Pose3, Triangle, Vec3, Vector};
use clearance_testkit::random::Random;

use super::*;
use crate::many::BOX;

/// Walls or gaps of a mesh with about some number of samples.
fn measured(mesh: &TriangleMesh<Point>, side: ThicknessSide, samples: usize) -> Thickness {
    mesh.thickness(&ThicknessOptions { side, samples, within: None }).unwrap()
}

fn holds(found: Option<Bounds<f64>>, truth: f64) -> bool {
    found.is_some_and(|found| found.lower <= truth && truth <= found.upper && found.upper - found.lower < 1e-9)
}

fn corners(half: f64) -> impl Iterator<Item = Point> {
    (0..8).map(move |i: usize| Point::from_fn(|k| if i >> k & 1 == 1 { half } else { -half }))
}

/// A box with walls 1 thick around a hollow 8 wide.
fn hollow() -> TriangleMesh<Point> {
    let points: Vec<Point> = corners(5.0).chain(corners(4.0)).collect();
    let inner = BOX.map(|[a, b, c]| [a + 8, c + 8, b + 8]);
    TriangleMesh::new(&points, &[BOX, inner].concat()).unwrap()
}

/// A bracket like a U: prongs 2 thick with a gap of 2.5 between them, on a foot 1 high; 3 deep.
fn bracket() -> TriangleMesh<Point> {
    let outline = [[0.0, 0.0], [6.5, 0.0], [6.5, 4.0], [4.5, 4.0], [4.5, 1.0], [2.0, 1.0], [2.0, 4.0], [0.0, 4.0]];
    let points: Vec<Point> = [0.0, 3.0].into_iter().flat_map(|z| outline.map(|[x, y]| Vec3::new(x, y, z))).collect();
    let front = [[0u32, 1, 4], [0, 4, 5], [0, 5, 6], [0, 6, 7], [1, 2, 3], [1, 3, 4]];
    let mut triangles: Vec<[u32; 3]> = front.iter().map(|[a, b, c]| [a + 8, b + 8, c + 8]).collect();
    triangles.extend(front.iter().map(|&[a, b, c]| [a, c, b]));
    for i in 0..8 {
        let j = (i + 1) % 8;
        triangles.extend([[i, j, j + 8], [i, j + 8, i + 8]]);
    }
    TriangleMesh::new(&points, &triangles).unwrap()
}

#[test]
fn a_hollow_box_has_walls_of_its_thickness_and_no_gap_outside_but_its_hollow() {
    let mesh = hollow();
    let walls = measured(&mesh, ThicknessSide::Wall, 2000);
    assert!(walls.samples.len() > 1900 && walls.samples.len() < 2100, "{}", walls.samples.len());
    assert!(holds(walls.least_ray().unwrap().ray, 1.0) && holds(walls.least_ball().unwrap().ball, 1.0));
    // Beside the hollow the way through is the whole box.
    let whole = walls.samples.iter().filter(|sample| holds(sample.ray, 10.0)).count();
    assert!(whole > 100, "{whole}");
    let gaps = measured(&mesh, ThicknessSide::Gap, 2000);
    for sample in &gaps.samples {
        // The first twelve triangles are the outside.
        let expected = sample.triangle >= 12;
        assert_eq!((sample.ray.is_some(), sample.ball.is_some()), (expected, expected), "{sample:?}");
        assert!(!expected || holds(sample.ray, 8.0) && holds(sample.ball, 8.0), "{sample:?}");
    }
    let areas: f64 = gaps.samples.iter().map(|sample| sample.area).sum();
    assert!((areas - 984.0).abs() < 1e-9, "{areas}");
}

#[test]
fn a_bracket_has_its_gap_between_its_prongs() {
    let mesh = bracket();
    assert!(mesh.is_solid() && (mesh.volume().unwrap() - 3.0 * (6.5 * 4.0 - 2.5 * 3.0)).abs() < 1e-12);
    let gaps = measured(&mesh, ThicknessSide::Gap, 1000);
    let (ray, ball) = (gaps.least_ray().unwrap(), gaps.least_ball().unwrap());
    assert!(holds(ray.ray, 2.5) && holds(ball.ball, 2.5), "{ray:?} {ball:?}");
    // All that face another side are in the slot; the floor of it is open above.
    for sample in gaps.samples.iter().filter(|sample| sample.ray.is_some()) {
        assert!((sample.at.x - 2.0).abs() < 1e-9 || (sample.at.x - 4.5).abs() < 1e-9, "{sample:?}");
    }
    let walls = measured(&mesh, ThicknessSide::Wall, 1000);
    assert!(holds(walls.least_ray().unwrap().ray, 1.0), "{:?}", walls.least_ray());
    let shares = walls.histogram(11);
    let area: f64 = shares.iter().map(|share| share.area).sum();
    assert!((area - mesh.area()).abs() < 1e-9 && shares.len() == 11, "{area}");
    assert!(holds(
        Some(Bounds { lower: shares[0].from, upper: shares[0].from }),
        walls.least_ray().unwrap().ray.unwrap().upper
    ));
    // The foot from below, under the slot, is the thinnest: at least its 2.5 by 3.
    assert!(shares[0].area >= 7.5, "{shares:?}");
    let near = mesh.thickness(&ThicknessOptions { side: ThicknessSide::Gap, samples: 100, within: Some(2.0) }).unwrap();
    assert!(near.least_ray().is_none() && near.least_ball().is_none() && near.histogram(4).is_empty());
}

#[test]
fn an_open_mesh_has_no_walls() {
    let sail = TriangleMesh::new(&corners(1.0).collect::<Vec<_>>(), &BOX[..11]).unwrap();
    assert_eq!(sail.thickness(&ThicknessOptions::default()), None);
}

/// A ring with dents.
fn ring(random: &mut Random) -> TriangleMesh<Point> {
    let (around, across) = (18, 10);
    let mut points = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let [u, v] = [i as f64 / around as f64, j as f64 / across as f64].map(|x| x * std::f64::consts::TAU);
            let small = random.uniform(0.3, 0.6);
            let out = 1.0 + small * v.cos();
            points.push(Vec3::new(out * u.cos(), out * u.sin(), small * v.sin()));
        }
    }
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    TriangleMesh::new(&points, &triangles).unwrap()
}

#[test]
fn every_value_agrees_with_all_triangles_one_by_one() {
    let (mut balls, mut rays, mut held) = (0, 0, 0);
    for seed in 0..6 {
        let mut random = Random::new(0x7411 + seed);
        let mesh = ring(&mut random);
        let side = [ThicknessSide::Wall, ThicknessSide::Gap][seed as usize % 2];
        let triangle = |i: u32| {
            let [a, b, c] = mesh.corners(i);
            Triangle::new(a, b, c).unwrap()
        };
        let distance = |i: u32, at: Point| {
            query::distance(&triangle(i), &Dot::new(), &Pose3::from_translation(at).unwrap()).signed_distance
        };
        let count = mesh.triangles().len() as u32;
        let size = mesh.bounds().extent().norm();
        for sample in measured(&mesh, side, 0).samples.iter().step_by(3) {
            // The ray, by signs of volumes.
            let first = (0..count).filter(|&i| i != sample.triangle).filter_map(|i| {
                let [a, b, c] = mesh.corners(i).map(|corner| corner - sample.at);
                let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| sample.along.dot(p.cross(q)));
                let normal = (b - a).cross(c - a);
                let time = normal.dot(a) / normal.dot(sample.along);
                let hits = sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0);
                (hits && time > 0.0).then_some(time)
            });
            let first = first.fold(f64::INFINITY, f64::min);
            match sample.ray {
                Some(ray) => assert!(ray.lower <= first + 1e-12 && first <= ray.upper + 1e-12, "{sample:?} {first}"),
                None => assert!(first > size * (1.0 - 1e-9), "{sample:?} {first}"),
            }
            rays += usize::from(sample.ray.is_some());
            let facing = |i: u32| {
                let [a, b, c] = mesh.corners(i);
                let out = (b - a).cross(c - a).normalized();
                let out = if side == ThicknessSide::Wall { out } else { -out };
                i != sample.triangle && out.dot(sample.along) > 0.5
            };
            let least = |radius: f64| {
                let centre = sample.at + sample.along * radius;
                (0..count).filter(|&i| facing(i)).map(|i| distance(i, centre)).fold(f64::INFINITY, f64::min)
            };
            let longest = sample.ray.map_or(size, |ray| ray.upper);
            let Some(ball) = sample.ball else {
                assert!(sample.ray.is_none() && least(0.5 * size) >= 0.5 * size - 1e-12, "{sample:?}");
                continue;
            };
            assert!(ball.upper <= longest * (1.0 + 1e-12) && ball.upper - ball.lower < 1e-9, "{sample:?}");
            let [lower, upper] = [0.5 * ball.lower, 0.5 * ball.upper];
            assert!(least(lower) >= lower - 1e-13, "{sample:?} {}", least(lower));
            let larger = upper * (1.0 + 1e-6);
            assert!(2.0 * larger > longest || least(larger) < larger, "{sample:?} {}", least(larger));
            balls += 1;
            held += usize::from(ball.upper < 0.99 * longest);
        }
    }
    assert!(balls > 400 && rays > 400 && held > 200, "{balls} {rays} {held}");
}
