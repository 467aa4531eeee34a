//! `clearance` behind its own interface: `engine-clearance f64|f32 FILE`.
//!
//! Variants: `static` calls the generic functions with the concrete types and the relative pose, `world` those that
//! take and answer in world coordinates, `any` and `any-world` are these with [`Shape3`], `warm` is `static` with the
//! answer to the last step of the trajectory as its start. Booleans are queried with world poses in all of them.
//! Options are the defaults.

use std::cell::Cell as Slot;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use cases::Cell;
use cases::bodies::{pose, shape};
use clearance::query::{Pair, WarmStart, distance, signed_distance};
use clearance::{Options, Pose3, Proximity, Real, Shape, Shape3, Space, Support, Vec3};
use measure::{Answer, Engine, serve, time};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_, "f64", file] => run::<f64>(&Cell::read(Path::new(file))?),
        [_, "f32", file] => run::<f32>(&Cell::read(Path::new(file))?),
        _ => Err("engine-clearance f64|f32 FILE".into()),
    }
}

fn run<T: Real>(cell: &Cell) -> Result<(), Box<dyn Error>>
where
    Vec3<T>: Space<Scalar = T>,
{
    let shapes = cell.shapes.iter().map(shape::<T>).collect::<Result<Vec<_>, _>>()?;
    let poses = cell.pairs.iter().map(|p| Ok([pose(&p.places[0])?, pose(&p.places[1])?]));
    let poses = poses.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let loaded = Loaded { cell, chosen: cell.chosen(), poses };
    let any = Pool { loaded: &loaded, a: &shapes, b: &shapes };
    let [a, b] = cell.pairs[0].shapes.map(|i| &shapes[i as usize]);
    // The concrete types of a cell, one arm for each pair of kinds that the cells have.
    macro_rules! concrete {
        ($($a:ident $b:ident),+) => {
            match (a, b) {
                $((Shape::$a(first_a), Shape::$b(first_b)) => {
                    let a = shapes.iter().map(|s| if let Shape::$a(s) = s { s.clone() } else { first_a.clone() });
                    let b = shapes.iter().map(|s| if let Shape::$b(s) = s { s.clone() } else { first_b.clone() });
                    let (a, b) = (a.collect::<Vec<_>>(), b.collect::<Vec<_>>());
                    let fixed = Pool { loaded: &loaded, a: &a, b: &b };
                    Ok(serve(&Both { fixed, any }, cell.pairs.len())?)
                })+
                _ => Err("no engine for these kinds".into()),
            }
        };
    }
    concrete!(
        Polytope Polytope, Cuboid Cuboid, Ball Cuboid, Capsule Capsule, Cylinder Cylinder, Cone Cuboid,
        Ellipsoid Ellipsoid, Cuboid Polytope
    )
}

/// The cell and its world poses.
struct Loaded<'c, T: Real> {
    cell: &'c Cell,
    chosen: Vec<[u32; 2]>,
    poses: Vec<[Pose3<T>; 2]>,
}

/// The shapes as one pair of types sees them; entries that are of the other side's kind are never asked for.
struct Pool<'c, T: Real, A, B> {
    loaded: &'c Loaded<'c, T>,
    a: &'c [A],
    b: &'c [B],
}

struct Both<'c, T: Real, A, B> {
    fixed: Pool<'c, T, A, B>,
    any: Pool<'c, T, Shape3<T>, Shape3<T>>,
}

impl<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>> Engine for Both<'_, T, A, B>
where
    Vec3<T>: Space<Scalar = T>,
{
    fn can(&self) -> Vec<[&'static str; 3]> {
        let variants = [["static", "a"], ["world", "world"], ["any", "a"], ["any-world", "world"], ["warm", "a"]];
        let all = ["bool", "dist", "pen"].into_iter().flat_map(|query| variants.map(|[v, frame]| [v, query, frame]));
        let steps = self.any.loaded.cell.steps;
        all.filter(|can| can[1] != "bool" || ["static", "any"].contains(&can[0]))
            .filter(|can| can[0] != "warm" || steps > 1)
            .collect()
    }

    fn pass(&self, variant: &str, query: &str, answers: &mut [Answer]) -> Duration {
        match variant {
            "any" => self.any.cold(query, answers),
            "any-world" => self.any.in_world(query, answers),
            "warm" => self.fixed.warm(query, answers),
            "world" => self.fixed.in_world(query, answers),
            _ => self.fixed.cold(query, answers),
        }
    }
}

impl<T: Real, A: Support<Vec3<T>>, B: Support<Vec3<T>>> Pool<'_, T, A, B>
where
    Vec3<T>: Space<Scalar = T>,
{
    fn cold(&self, query: &str, answers: &mut [Answer]) -> Duration {
        match query {
            "bool" => self.time(answers, |_, a, b| Answer::meet(Pair::in_world(a, b).intersects())),
            "dist" => self.time(answers, |_, a, b| told(&distance(a.0, b.0, &Pose3::relative(a.1, b.1)))),
            _ => self.time(answers, |_, a, b| told(&signed_distance(a.0, b.0, &Pose3::relative(a.1, b.1)))),
        }
    }

    fn in_world(&self, query: &str, answers: &mut [Answer]) -> Duration {
        let options = Options::default();
        match query {
            "dist" => self.time(answers, |_, a, b| told(&Pair::in_world(a, b).options(options).distance())),
            _ => self.time(answers, |_, a, b| told(&Pair::in_world(a, b).options(options).signed_distance())),
        }
    }

    fn warm(&self, query: &str, answers: &mut [Answer]) -> Duration {
        let steps = self.loaded.cell.steps as usize;
        let options = Options::default();
        let kept = Slot::new(WarmStart::new());
        let of = |i: usize| if i.is_multiple_of(steps) { WarmStart::new() } else { kept.get() };
        self.time(answers, |i, (a, pose_a), (b, pose_b)| {
            let mut warm = of(i);
            let b_in_a = Pose3::relative(pose_a, pose_b);
            let near = match query {
                "dist" => Pair::new(a, b, &b_in_a).options(options).warm(&mut warm).distance(),
                _ => Pair::new(a, b, &b_in_a).options(options).warm(&mut warm).signed_distance(),
            };
            kept.set(warm);
            told(&near)
        })
    }

    /// Asks about the bodies at their world poses.
    fn time(
        &self,
        answers: &mut [Answer],
        ask: impl Fn(usize, (&A, &Pose3<T>), (&B, &Pose3<T>)) -> Answer,
    ) -> Duration {
        time(answers, |i| {
            let [a, b] = self.loaded.chosen[i];
            let [pose_a, pose_b] = &self.loaded.poses[i];
            ask(i, (&self.a[a as usize], pose_a), (&self.b[b as usize], pose_b))
        })
    }
}

fn told<T: Real>(near: &Proximity<Vec3<T>>) -> Answer
where
    Vec3<T>: Space<Scalar = T>,
{
    // Nothing of the answer may be left out.
    let near = black_box(near);
    let n = near.normal;
    Answer { value: near.signed_distance.to_f64(), normal: [n.x.to_f64(), n.y.to_f64(), n.z.to_f64()] }
}
