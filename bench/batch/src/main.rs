//! `batch [PASSES [CELL [PAIRS]]]`: many pairs at once beside the same pairs one by one, both from relative poses to
//! answers in memory.
//!
//! Of each cell 50 000 pairs, a thousand at a time into a list that is used again, as by a caller who looks at the
//! answers; the two take turns, and the medians of the thread time of a pair are printed, in nanoseconds. Hulls come in
//! few shapes, each two of them in some 3000 poses one after the other.

use std::error::Error;
use std::hint::black_box;

use cases::bodies::{pose, shape};
use cases::cells::{self, Kind, Regime};
use cases::place;
use clearance::batch;
use clearance::query::{distance, signed_distance};
use clearance::{Pose, Proximity, Real, Shape, Shape3, Space, Support, Vec3};
use cpu_time::ThreadTime;

fn main() -> Result<(), Box<dyn Error>> {
    let passes = std::env::args().nth(1).map_or(Ok(15), |text| text.parse())?;
    let wanted = std::env::args().nth(2).unwrap_or_default();
    // Of 20 000 the cache holds poses and shapes.
    let count = std::env::args().nth(3).map_or(Ok(usize::MAX), |text| text.parse())?;
    println!("{:24} {:>9} {:>9} {:>9} {:>6}", "cell", "question", "alone ns", "batch ns", "ratio");
    for plan in cells::all() {
        let kinds = [Kind::Box, Kind::Capsule, Kind::Hull(8), Kind::Hull(20), Kind::Hull(50)];
        if !plan.name.starts_with(&wanted)
            || [Regime::Spread, Regime::Track].contains(&plan.regime)
            || !kinds.iter().any(|&kind| plan.kinds == [kind; 2])
        {
            continue;
        }
        let hulls = matches!(plan.kinds[0], Kind::Hull(_));
        let plan = if hulls { plan.with_pools(HULLS) } else { plan };
        let mut cell = place::cell(&plan)?;
        cell.pairs.truncate(count);
        if hulls {
            cell.pairs.sort_by_key(|pair| pair.shapes);
        }
        measure::<f64>(&plan.name, &cell, passes)?;
        measure::<f32>(&plan.name, &cell, passes)?;
    }
    Ok(())
}

/// Hulls on either side.
const HULLS: usize = 4;

fn measure<T: Real>(name: &str, cell: &cases::Cell, passes: usize) -> Result<(), Box<dyn Error>>
where
    Vec3<T>: Space<Scalar = T>,
{
    let shapes = cell.shapes.iter().map(shape::<T>).collect::<Result<Vec<Shape3<T>>, _>>()?;
    let mut pairs = Vec::with_capacity(cell.pairs.len());
    for pair in &cell.pairs {
        let b_in_a = Pose::relative(&pose(&pair.places[0])?, &pose(&pair.places[1])?);
        pairs.push((pair.shapes.map(|i| i as usize), b_in_a));
    }
    let name = format!("{name} f{}", 8 * size_of::<T>());
    macro_rules! concrete {
        ($($kind:ident),+) => {
            match &shapes[pairs[0].0[0]] {
                $(Shape::$kind(first) => {
                    let known = shapes.iter().map(|s| if let Shape::$kind(s) = s { s.clone() } else { first.clone() });
                    report(&name, &known.collect::<Vec<_>>(), &pairs, passes);
                })+
                _ => return Err("no such kind in a batch".into()),
            }
        };
    }
    concrete!(Cuboid, Ball, Capsule, Polytope);
    Ok(())
}

/// Pairs whose answers are in memory at once.
const AT_ONCE: usize = 1000;

/// The numbers of two shapes and a pose.
type Listed<T> = ([usize; 2], Pose<Vec3<T>>);

fn report<T: Real, S: Support<Vec3<T>>>(name: &str, shapes: &[S], listed: &[Listed<T>], passes: usize)
where
    Vec3<T>: Space<Scalar = T>,
{
    let mut found: Vec<Proximity<Vec3<T>>> = Vec::with_capacity(AT_ONCE);
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..passes {
        for (way, times) in times.iter_mut().enumerate() {
            let start = ThreadTime::now();
            for some in listed.chunks(AT_ONCE) {
                let pairs = some.iter().map(|([a, b], b_in_a)| (&shapes[*a], &shapes[*b], b_in_a));
                match way {
                    0 => refill(&mut found, pairs.map(|(a, b, b_in_a)| distance(a, b, b_in_a))),
                    1 => batch::distances_into(pairs, &mut found),
                    2 => refill(&mut found, pairs.map(|(a, b, b_in_a)| signed_distance(a, b, b_in_a))),
                    _ => batch::signed_distances_into(pairs, &mut found),
                }
                black_box(&found);
            }
            times.push(start.elapsed());
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e9 / listed.len() as f64
    });
    for (question, times) in [("distance", &medians[..2]), ("signed", &medians[2..])] {
        println!("{name:24} {question:>9} {:9.1} {:9.1} {:6.2}", times[0], times[1], times[0] / times[1]);
    }
}

fn refill<R>(found: &mut Vec<R>, answers: impl Iterator<Item = R>) {
    found.clear();
    found.extend(answers);
}
