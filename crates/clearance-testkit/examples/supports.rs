//! Supports of polytopes: `supports check MILLIONS` compares answers with scans over all vertices, `supports measure`
//! times them.

use std::hint::black_box;
use std::time::Instant;

use clearance::{Hint, Polytope, Real, Space, Support, Vec3, Vector};
use clearance_testkit::random::Random;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["check", millions] => match millions.parse::<u64>() {
            Ok(millions) => check(millions * 1_000_000),
            Err(_) => eprintln!("usage: supports check MILLIONS"),
        },
        ["prepare", count] => {
            let count = count.parse().unwrap_or(1000);
            black_box(Polytope::new(&ellipsoid::<f64>(count, &mut Random::new(1))).expect("finite points"));
        }
        ["measure"] => {
            println!(
                "| scalar | n | prepare, µs | bytes | random | dependent | hinted |\n|---|---|---|---|---|---|---|"
            );
            for n in [8, 12, 20, 24, 32, 50, 100, 200, 500, 1000, 2000, 5000, 10000] {
                measure::<f64>(n, "f64");
                measure::<f32>(n, "f32");
            }
        }
        _ => eprintln!("usage: supports check MILLIONS | supports measure | supports prepare COUNT"),
    }
}

fn point(random: &mut Random) -> Vec3<f64> {
    Vec3::from([(); 3].map(|()| random.uniform(-1.0, 1.0)))
}

fn rounded<T: Real>(p: Vec3<f64>) -> Vec3<T> {
    Vec3::from(<[f64; 3]>::from(p).map(T::from_f64))
}

/// Points of many kinds: spheres, lattices, prisms, slivers, needles, far away, nearly flat bowls.
fn points<T: Real>(kind: usize, n: usize, random: &mut Random) -> Vec<Vec3<T>> {
    let make = |i: usize, r: &mut Random| {
        let p = point(r);
        match kind {
            0 => p.normalized(),
            1 => Vec3::from([(); 3].map(|()| r.below(5) as f64 - 2.0)),
            2 => {
                let angle = (i / 2) as f64 / (n / 2) as f64 * std::f64::consts::TAU;
                Vec3::new(angle.cos(), angle.sin(), (i % 2) as f64)
            }
            3 => p.normalized().scaled_by(Vec3::new(1e-9, 1.0, 1.0)),
            4 => p.normalized().scaled_by(Vec3::new(1e-6, 1e-5, 1.0)),
            5 => p.normalized() + Vec3::new(1e7, -3e6, 5e5),
            _ => Vec3::new(p.x, p.y, (p.x * p.x + p.y * p.y) * 1e-7),
        }
    };
    (0..n).map(|i| rounded(make(i, random))).collect()
}

/// A direction at random, along an edge, across a face, or on or next to a border of cells.
fn direction<T: Real>(polytope: &Polytope<Vec3<T>>, random: &mut Random) -> Vec3<T> {
    let vertices = polytope.vertices();
    let [a, b, c] = [(); 3].map(|()| vertices[random.below(vertices.len())]);
    let dir = match random.below(6) {
        0 | 1 => rounded(point(random)),
        2 => b - a,
        3 => (b - a).normalized().cross((c - a).normalized()),
        kind => {
            let side = random.pick(&[8.0, 16.0, 24.0, 64.0]);
            let on = Vec3::from([(); 3].map(|()| random.below(2 * side as usize + 1) as f64 / side - 1.0));
            rounded(if kind == 4 { on } else { on + point(random) * 1e-15 })
        }
    };
    if dir.max_abs() > T::from_f64(1e-12) { dir } else { Vec3::axis(0) }
}

fn scanned<T: Real>(polytope: &Polytope<Vec3<T>>, dir: Vec3<T>) -> u32 {
    let mut best = (0, -T::INFINITY);
    for (i, &p) in polytope.vertices().iter().enumerate() {
        let height = dir.dot(p);
        if height > best.1 {
            best = (i as u32, height);
        }
    }
    best.0
}

fn check(count: u64) {
    let mut random = Random::new(0x5c4e);
    let (mut checked, mut wrong, mut round) = (0, 0, 0);
    while checked < count {
        let n = [5, 9, 20, 24, 25, 40, 64, 128, 300, 1000][round % 10];
        let kind = round / 10 % 7;
        wrong += check_one::<f64>(&points(kind, n, &mut random), 6000, &mut random);
        wrong += check_one::<f32>(&points(kind, n, &mut random), 4000, &mut random);
        (checked, round) = (checked + 10_000, round + 1);
    }
    println!("{checked} supports of {} polytopes checked, {wrong} differ from a scan", 2 * round);
    assert!(wrong == 0);
}

fn check_one<T: Real>(points: &[Vec3<T>], count: usize, random: &mut Random) -> u64
where
    Vec3<T>: Space<Scalar = T>,
{
    let polytope = Polytope::new(points).expect("finite points");
    let mut wrong = 0;
    let mut hint = Hint::NONE;
    for i in 0..count {
        let dir = direction(&polytope, random);
        let hinted = i % 2 == 1;
        let (found, id) = polytope.support_from(dir, if hinted { hint } else { Hint::NONE });
        let scan = scanned(&polytope, dir);
        wrong += u64::from(id != Hint::vertex(scan) || found != polytope.vertices()[scan as usize]);
        hint = if random.once_in(4) { Hint::vertex(random.below(polytope.vertices().len()) as u32) } else { id };
    }
    wrong
}

fn ellipsoid<T: Real>(n: usize, random: &mut Random) -> Vec<Vec3<T>> {
    let axes = Vec3::new(0.5, 0.4, 0.3);
    (0..n).map(|_| rounded(point(random).normalized().scaled_by(axes))).collect()
}

/// Times in ns: independent random directions, each depending on the answer before, and hinted ones that turn by 0.002
/// rad.
fn measure<T: Real>(n: usize, name: &str)
where
    Vec3<T>: Space<Scalar = T>,
{
    let mut random = Random::new(n as u64);
    let cloud = ellipsoid::<T>(n, &mut random);
    let prepare = best_of(7, || {
        black_box(Polytope::new(black_box(&cloud)).expect("finite points"));
    });
    let polytope = Polytope::new(&cloud).expect("finite points");
    let dirs: Vec<Vec3<T>> = (0..4000).map(|_| rounded(point(&mut random).normalized())).collect();
    let mut turning = Vec::with_capacity(dirs.len());
    let mut dir = point(&mut random).normalized();
    for _ in &dirs {
        dir = (dir + point(&mut random) * 0.002).normalized();
        turning.push(rounded::<T>(dir));
    }
    let random = best_of(300, || {
        black_box(dirs.iter().fold(Vec3::ZERO, |sum, &dir| sum + polytope.support(dir)));
    });
    let tiny = T::from_f64(1e-30);
    let dependent = best_of(150, || {
        let mut last = Vec3::ZERO;
        dirs.iter().for_each(|&dir| last = polytope.support(dir + last * tiny));
        black_box(last);
    });
    let hinted = best_of(150, || {
        let mut hint = Hint::NONE;
        turning.iter().for_each(|&dir| hint = polytope.support_from(dir, hint).1);
        black_box(hint);
    });
    let each = |seconds: f64| format!("{:.1}", seconds * 1e9 / dirs.len() as f64);
    let (bytes, prepare) = (polytope.bytes(), prepare * 1e6);
    println!("| {name} | {n} | {prepare:.0} | {bytes} | {} | {} | {} |", each(random), each(dependent), each(hinted));
}

/// The shortest of `runs` runs, in seconds.
fn best_of(runs: usize, mut run: impl FnMut()) -> f64 {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..runs).map(timed).fold(f64::INFINITY, f64::min)
}
