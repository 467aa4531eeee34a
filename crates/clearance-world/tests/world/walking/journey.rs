//! Long walks in a level of stairs, slopes, thin walls and corners.

use clearance::{Axial, Capsule, Pose3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, Scene, TriangleMesh, Walk, WalkOptions};

use super::level::{PLOT, level};

type V = Vec3<f64>;

const RADIUS: f64 = 0.3;
const HALF: f64 = 0.6;

fn person() -> Shape3<f64> {
    Capsule::along(Axial { axis: 2, radius: RADIUS, half_length: HALF }).unwrap().into()
}

/// The distance from an upright capsule to a triangle, by arithmetic of this test: the distance from its segment to the
/// triangle, minus the radius.
fn apart(foot: V, triangle: &[V; 3]) -> f64 {
    let (p, q) = (foot + Vec3::new(0.0, 0.0, RADIUS), foot + Vec3::new(0.0, 0.0, RADIUS + 2.0 * HALF));
    let mut least = point_triangle(p, triangle).min(point_triangle(q, triangle));
    for k in 0..3 {
        least = least.min(segments(p, q, triangle[k], triangle[(k + 1) % 3]));
    }
    // A segment through the triangle: its crossing point is in it.
    let n = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    let (a, b) = (n.dot(p - triangle[0]), n.dot(q - triangle[0]));
    if a * b <= 0.0 && a != b {
        least = least.min(point_triangle(p + (q - p) * (a / (a - b)), triangle));
    }
    least - RADIUS
}

fn point_triangle(p: V, [a, b, c]: &[V; 3]) -> f64 {
    let (u, v, w) = (*b - *a, *c - *a, p - *a);
    let (uu, uv, vv, wu, wv) = (u.dot(u), u.dot(v), v.dot(v), w.dot(u), w.dot(v));
    let det = uu * vv - uv * uv;
    let (s, t) = ((vv * wu - uv * wv) / det, (uu * wv - uv * wu) / det);
    if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
        return (w - u * s - v * t).norm();
    }
    [(*a, *b), (*b, *c), (*c, *a)].iter().fold(f64::INFINITY, |least, &(from, to)| {
        let (d, w) = (to - from, p - from);
        least.min((w - d * (w.dot(d) / d.dot(d)).clamp(0.0, 1.0)).norm())
    })
}

/// Ericson 2005, 5.1.9.
fn segments(p: V, q: V, a: V, b: V) -> f64 {
    let (d, e, r) = (q - p, b - a, p - a);
    let (dd, ee, f, c, de) = (d.dot(d), e.dot(e), e.dot(r), d.dot(r), d.dot(e));
    let det = dd * ee - de * de;
    let s = if det > 1e-14 * dd * ee { ((de * f - c * ee) / det).clamp(0.0, 1.0) } else { 0.0 };
    let t = (de * s + f) / ee;
    let (s, t) = if t < 0.0 {
        ((-c / dd).clamp(0.0, 1.0), 0.0)
    } else if t > 1.0 {
        (((de - c) / dd).clamp(0.0, 1.0), 1.0)
    } else {
        (s, t)
    };
    (p + d * s - a - e * t).norm()
}

fn triangles(mesh: &TriangleMesh<V>) -> Vec<[V; 3]> {
    mesh.triangles().iter().map(|t| t.map(|i| mesh.vertices()[i as usize])).collect()
}

/// The least distance along a path, at samples less than the skin apart.
fn least_along(path: &[V], triangles: &[[V; 3]], skin: f64) -> f64 {
    let mut least = f64::INFINITY;
    for ends in path.windows(2) {
        let count = ((ends[1] - ends[0]).norm() / (0.8 * skin)).ceil().max(1.0) as usize;
        let middle = (ends[0] + ends[1]) * 0.5;
        let reach = HALF + RADIUS + 0.1 + (ends[1] - ends[0]).norm();
        let near: Vec<&[V; 3]> = triangles
            .iter()
            .filter(|t| {
                (0..3).all(|k| {
                    let (low, high) =
                        t.iter().fold((f64::INFINITY, -f64::INFINITY), |(l, h), p| (l.min(p[k]), h.max(p[k])));
                    low <= middle[k] + reach && high >= middle[k] - reach
                })
            })
            .collect();
        for i in 0..=count {
            let center = ends[0] + (ends[1] - ends[0]) * (i as f64 / count as f64);
            let foot = center - Vec3::new(0.0, 0.0, HALF + RADIUS);
            least = near.iter().fold(least, |least, triangle| least.min(apart(foot, triangle)));
        }
    }
    least
}

/// One who walks at random: mostly at a person's speed, at times as fast as a bullet.
struct Walker {
    random: Random,
    heading: f64,
    fall: f64,
}

impl Walker {
    fn displacement(&mut self) -> V {
        if self.random.below(25) == 0 {
            self.heading = self.random.uniform(-3.2, 3.2);
        }
        let speed = if self.random.below(25) == 0 { 2.5 } else { 0.05 };
        let jump = self.random.below(60) == 0;
        let rise = if jump { 0.3 } else { -self.fall };
        Vec3::new(self.heading.cos() * speed, self.heading.sin() * speed, rise)
    }

    fn after(&mut self, walk: &Walk<V>) {
        self.fall = if walk.floor.is_some() { 0.01 } else { (self.fall + 0.003).min(1.0) };
    }
}

/// Walks in `n` by `n` plots and checks each walk; how often which things happened.
fn journey(
    n: usize,
    mesh: TriangleMesh<V>,
    (steps, seed): (usize, u64),
    check: impl Fn(&Walk<V>) -> f64,
) -> [usize; 6] {
    let body = Body::new(person());
    let mut scene = Scene::new();
    scene.add("level", Body::mesh(mesh)).unwrap();
    let options = WalkOptions::default();
    let middle = (n / 2) as f64 * PLOT;
    let mut pose = Pose3::from_xyz(middle, middle, HALF + RADIUS + 0.011).unwrap();
    let mut walker = Walker { random: Random::new(seed + 1), heading: 0.5, fall: 0.01 };
    let (mut counts, mut plots) = ([0; 6], std::collections::BTreeSet::new());
    for step in 0..steps {
        let displacement = walker.displacement();
        let walk = scene.move_and_slide(&body, (pose, displacement), &options).unwrap();
        let what = || format!("seed {seed} step {step} at {:?} by {displacement:?}: {walk:?}", pose.translation());
        let least = check(&walk);
        assert!(walk.clearance > options.skin - 1e-6 && least >= walk.clearance - 3e-14, "{least}: {}", what());
        // Across `up` it moves forward, or along what it met; never back, but where it slides down.
        let across = Vec3::new(displacement.x, displacement.y, 0.0);
        if displacement.z <= 0.0 && walk.floor.is_some() && walk.translation.z > -1e-3 {
            let forward = walk.translation.dot(across) / across.norm();
            assert!(forward >= -options.skin, "{forward} {}", what());
        }
        assert!(walk.translation.norm() <= displacement.norm() * 1.6 + 2.0 * options.step_height, "{}", what());
        counts[0] += usize::from(walk.floor.is_some());
        counts[1] += usize::from(walk.translation.z > 0.01 && displacement.z < 0.0);
        counts[2] += usize::from(walk.hits.len() > 1);
        counts[3] += usize::from(across.norm() > 1.0 && walk.translation.norm() < 0.5 * across.norm());
        counts[4] += usize::from(walk.remaining.norm() > 0.01);
        let at = walk.pose.translation();
        plots.insert(((at.x / PLOT) as i32, (at.y / PLOT) as i32));
        let inside = |x: f64| x > RADIUS && x < n as f64 * PLOT - RADIUS;
        assert!(inside(at.x) && inside(at.y) && at.z > HALF + RADIUS, "{}", what());
        pose = walk.pose;
        walker.after(&walk);
    }
    counts[5] = plots.len();
    counts
}

#[test]
fn no_walk_in_a_level_comes_nearer_than_the_skin_or_through_a_thin_wall() {
    let mut total = [0; 6];
    for seed in 3..8 {
        let mesh = level(4, 1.0, seed).mesh();
        let all = triangles(&mesh);
        let counts = journey(4, mesh, (1500, seed), |walk| least_along(&walk.path, &all, 0.01));
        println!("seed {seed}: on floor, rose, several hits, stopped, blocked, plots: {counts:?}");
        (0..6).for_each(|k| total[k] += counts[k]);
    }
    assert!(total[0] > 4500 && total[1..5].iter().all(|&count| count > 100) && total[5] > 40, "{total:?}");
}

/// `STEPS=1000000 cargo test -p clearance-world --test world -- --ignored a_million`, with samples at every 64th walk.
#[test]
#[ignore = "the long form: a million walks, a minute"]
fn a_million_walks_in_a_level_of_82_000_triangles() {
    let steps = std::env::var("STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(1_000_000);
    let mesh = level(16, 0.4, 17).mesh();
    let (count, all) = (mesh.triangles().len(), triangles(&mesh));
    let (turn, spent) = (std::cell::Cell::new(0u32), std::cell::Cell::new(0.0));
    let start = std::time::Instant::now();
    let counts = journey(16, mesh, (steps, 17), |walk| {
        turn.set(turn.get() + 1);
        if !turn.get().is_multiple_of(64) {
            return walk.clearance;
        }
        let start = std::time::Instant::now();
        let least = least_along(&walk.path, &all, 0.01);
        spent.set(spent.get() + start.elapsed().as_secs_f64());
        least
    });
    let each = (start.elapsed().as_secs_f64() - spent.get()) / steps as f64 * 1e6;
    println!(
        "{count} triangles, {steps} walks, {each:.1} us each; on floor, rose, several hits, stopped, blocked, plots: {counts:?}"
    );
    assert!(count >= 81_920, "{count} triangles");
}
