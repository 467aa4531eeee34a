//! What a query costs: time, iterations, support evaluations, scalar products, and the share of time in the support
//! mapping.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use clearance::math::Rotor;
use clearance::support::{Core, Outline, SupportExt, Vertices};
use clearance::{Hint, Pose, Pose3, Real, Rotor3, ShapeError, Support, Vec3};

use super::contender::{Body, Contender, Memory};
use super::random::Random;

/// The vertex counts of Table 2, at rest.
pub const TABLE_2: [[usize; 2]; 10] =
    [[8, 8], [10, 20], [20, 30], [30, 40], [40, 50], [50, 60], [100, 120], [150, 180], [200, 240], [250, 300]];

/// The vertex counts of Table 3, on the move.
pub const TABLE_3: [[usize; 2]; 8] =
    [[10, 20], [20, 30], [30, 40], [40, 50], [50, 60], [100, 120], [150, 180], [200, 240]];

/// Positions of a path of Table 3.
const POSITIONS: usize = 10;
/// The step between two of them, in radii of the balls.
const STEP: f64 = 1.0;
/// The turn between two of them: 10 degrees.
const TURN: f64 = core::f64::consts::PI / 18.0;

/// How pairs are drawn and timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Pairs of polytopes for each row.
    pub pairs: usize,
    /// The distance between the centres of the unit balls.
    pub apart: f64,
    /// Where the random numbers start.
    pub seed: u64,
    /// All queries of a row are repeated for at least so long; the fastest round counts, as noise only adds.
    pub time: Duration,
}

impl Default for Setting {
    /// 5√3 apart, as in the paper.
    fn default() -> Self {
        Setting { pairs: 100, apart: 5.0 * 3f64.sqrt(), seed: 1, time: Duration::from_millis(20) }
    }
}

/// What one query of a contender costs, on the average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Whose.
    pub contender: Contender,
    /// In seconds.
    pub time: f64,
    /// The part of that time in the support mappings.
    pub support_time: f64,
    /// Iterations of the loop.
    pub iterations: f64,
    /// Evaluations of the support mapping of the difference.
    pub supports: f64,
    /// Scalar products with vertices; unknown of the core.
    pub products: Option<f64>,
    /// How many of the distances differ from the core's by more than 1024 roundings of the distance of the centres.
    pub wrong: u32,
    /// The largest difference.
    pub deviation: f64,
}

/// A row of Table 2: pairs at rest, each checked once, without memory.
pub fn at_rest(counts: [usize; 2], setting: &Setting) -> Result<Vec<Cost>, ShapeError> {
    let paths = paths(counts, setting, 1)?;
    Ok(Contender::ALL.into_iter().map(|contender| cost(contender, &paths, setting)).collect())
}

/// A row of Table 3: one body goes through ten positions, by a unit step and a turn of ten degrees each; every
/// contender remembers its last vertices.
pub fn tracked(counts: [usize; 2], setting: &Setting) -> Result<Vec<Cost>, ShapeError> {
    let paths = paths(counts, setting, POSITIONS)?;
    Ok(Contender::ALL.into_iter().map(|contender| cost(contender, &paths, setting)).collect())
}

/// Two bodies and the poses of the second one.
struct Path {
    bodies: [Body; 2],
    poses: Vec<Pose3<f64>>,
}

fn paths(counts: [usize; 2], setting: &Setting, positions: usize) -> Result<Vec<Path>, ShapeError> {
    let mut random = Random::new(setting.seed);
    let path = |_| {
        let mut body = |count| Body::new(&(0..count).map(|_| random.direction()).collect::<Vec<_>>());
        let bodies = [body(counts[0])?, body(counts[1])?];
        let mut place = (random.rotor(), random.direction() * setting.apart);
        let mut poses = Vec::new();
        for _ in 0..positions {
            poses.push(Pose::new(place.0, place.1)?);
            let turn = Rotor3::from_axis_angle(random.direction(), TURN).unwrap();
            place = (place.0.then(&turn), place.1 + random.direction() * STEP);
        }
        Ok(Path { bodies, poses })
    };
    (0..setting.pairs).map(path).collect()
}

/// The mean cost of a query along the paths.
fn cost(contender: Contender, paths: &[Path], setting: &Setting) -> Cost {
    let queries = paths.iter().map(|path| path.poses.len()).sum::<usize>() as f64;
    let products = |paths: &[Path]| -> u64 { paths.iter().flat_map(|path| &path.bodies).map(Body::products).sum() };
    let (before, [mut iterations, mut supports]) = (products(paths), [0.0; 2]);
    let (mut wrong, mut deviation) = (0, 0.0f64);
    for path in paths {
        let mut memory = Memory::default();
        for pose in &path.poses {
            let asked = contender.ask([&path.bodies[0], &path.bodies[1]], pose, &mut memory);
            iterations += f64::from(asked.iterations);
            supports += f64::from(asked.supports);
            let truth = Contender::Core.ask([&path.bodies[0], &path.bodies[1]], pose, &mut Memory::default());
            let difference = (asked.distance - truth.distance).abs();
            wrong += u32::from(difference > 1024.0 * f64::UNIT * setting.apart);
            deviation = deviation.max(difference);
        }
    }
    let made = (products(paths) - before) as f64;
    Cost {
        contender,
        time: fastest(setting.time, || paths.iter().for_each(|path| follow(contender, path))) / queries,
        support_time: support_time(contender, paths, setting) / queries,
        iterations: iterations / queries,
        supports: supports / queries,
        products: (contender != Contender::Core).then_some(made / queries),
        wrong,
        deviation,
    }
}

fn follow(contender: Contender, path: &Path) {
    let mut memory = Memory::default();
    for pose in &path.poses {
        black_box(contender.ask([&path.bodies[0], &path.bodies[1]], pose, &mut memory));
    }
}

/// The seconds of the fastest of several rounds.
fn fastest(time: Duration, mut round: impl FnMut()) -> f64 {
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < time || best == Duration::MAX {
        let before = Instant::now();
        round();
        best = best.min(before.elapsed());
    }
    best.as_secs_f64()
}

/// The time of the support evaluations alone: all of them are recorded, then repeated without anything else.
fn support_time(contender: Contender, paths: &[Path], setting: &Setting) -> f64 {
    match contender {
        Contender::Original | Contender::Liu => repeated(contender, paths, setting, |body| &body.scanned),
        Contender::Cameron | Contender::LiuCameron => repeated(contender, paths, setting, |body| &body.climbed),
        Contender::Core => repeated(contender, paths, setting, |body| &body.polytope),
    }
}

fn repeated<S: Support<Vec3<f64>>>(
    contender: Contender,
    paths: &[Path],
    setting: &Setting,
    shape: impl Fn(&Body) -> &S,
) -> f64 {
    let mut questions = Vec::new();
    for path in paths {
        let recorded = [0, 1].map(|side| Recorded { shape: shape(&path.bodies[side]), questions: RefCell::default() });
        let mut memory = Memory::default();
        for pose in &path.poses {
            contender.ask_shapes((&recorded[0], &recorded[1], pose), &mut memory);
        }
        questions.extend(recorded.map(|recorded| (recorded.shape, recorded.questions.into_inner())));
    }
    fastest(setting.time, || {
        for (shape, questions) in &questions {
            questions.iter().for_each(|&(dir, hint)| {
                black_box(shape.support_from(dir, hint));
            });
        }
    })
}

/// A shape that records its search directions.
struct Recorded<'s, S> {
    shape: &'s S,
    questions: RefCell<Vec<(Vec3<f64>, Hint)>>,
}

impl<S: Support<Vec3<f64>>> Support<Vec3<f64>> for Recorded<'_, S> {
    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        self.support_from(dir, Hint::NONE).0
    }
    fn support_from(&self, dir: Vec3<f64>, hint: Hint) -> (Vec3<f64>, Hint) {
        self.questions.borrow_mut().push((dir, hint));
        self.shape.support_from(dir, hint)
    }
    #[inline]
    fn outline(&self) -> Outline<Vec3<f64>> {
        Outline { anchor: self.shape.anchor(), center: self.shape.center(), ..Outline::new(self.shape.reach()) }
    }
    #[inline]
    fn core(&self) -> Core<'_, Vec3<f64>> {
        Core {
            vertices: (self.count() > 0).then_some(self as &dyn Vertices<Vec3<f64>>),
            curved: None,
            fine: None,
            ..Core::UNKNOWN
        }
    }
}

impl<S: Support<Vec3<f64>>> Vertices<Vec3<f64>> for Recorded<'_, S> {
    fn count(&self) -> u32 {
        self.shape.vertex_count()
    }
    fn corner(&self, id: u32) -> Vec3<f64> {
        self.shape.vertex(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick() -> Setting {
        Setting { pairs: 12, time: Duration::ZERO, ..Setting::default() }
    }

    #[test]
    fn every_contender_tells_the_cores_distance() {
        for counts in [[8, 8], [40, 50], [200, 240]] {
            for cost in at_rest(counts, &quick()).unwrap().into_iter().chain(tracked(counts, &quick()).unwrap()) {
                assert!(cost.deviation < 1e-12, "{cost:?}");
            }
        }
    }

    #[test]
    fn climbing_looks_at_fewer_vertices_the_more_there_are_and_fewer_still_on_the_move() {
        let products =
            |costs: Vec<Cost>| costs.into_iter().take(4).map(|cost| cost.products.unwrap()).collect::<Vec<_>>();
        let [small, large] = [[8, 8], [250, 300]].map(|counts| products(at_rest(counts, &quick()).unwrap()));
        assert!(small[2] < 2.0 * small[0] && 4.0 * large[2] < large[0], "{small:?} {large:?}");
        let moving = products(tracked([250, 300], &quick()).unwrap());
        assert!(2.0 * moving[2] < large[2], "{moving:?} {large:?}");
    }
}
