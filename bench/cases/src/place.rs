//! Puts the shapes of a plan into its regime and finds out what is true of them.

use clearance::query::signed_distance;
use clearance::{Pose3, Proximity, Shape3, ShapeError, SupportExt, Vec3, Vector};

use crate::bodies;
use crate::cells::{Plan, Regime};
use crate::random::Random;
use crate::{Cell, Pair, Place, Solid, Truth};

/// Length of a trajectory of [`Regime::Track`].
const STEPS: usize = 100;

/// Makes the cell of a plan; its name is the seed.
pub fn cell(plan: &Plan) -> Result<Cell, ShapeError> {
    let mut random = Random::of(&plan.name);
    let first_b = plan.pools[0];
    let kinds = plan.kinds.into_iter().zip(plan.pools).flat_map(|(kind, shapes)| std::iter::repeat_n(kind, shapes));
    let solids = kinds.map(|kind| kind.make(&mut random)).collect::<Result<Vec<Solid>, _>>()?;
    let shapes = solids.iter().map(bodies::shape).collect::<Result<Vec<_>, _>>()?;
    let steps = if plan.regime == Regime::Track { STEPS } else { 1 };
    let mut pairs = Vec::with_capacity(plan.pairs);
    while pairs.len() < plan.pairs {
        let chosen = [random.below(first_b), first_b + random.below(shapes.len() - first_b)];
        let situation = Situation { a: &shapes[chosen[0]], b: &shapes[chosen[1]] };
        let turn_of_a = random.direction();
        let origin: [f64; 3] = std::array::from_fn(|_| random.between(-2.0, 2.0));
        for b_in_a in situation.places(plan.regime, &mut random)? {
            pairs.push(pair(&situation, chosen, (turn_of_a, origin), &b_in_a)?);
        }
    }
    Ok(Cell { steps: steps as u32, shapes: solids, pairs })
}

/// The pair in the world, and the truth for the poses as they were rounded.
fn pair(
    situation: &Situation,
    chosen: [usize; 2],
    (turn_of_a, origin): ([f64; 4], [f64; 3]),
    b_in_a: &Place,
) -> Result<Pair, ShapeError> {
    let a = Place { rotation: turn_of_a, translation: origin };
    let in_world = bodies::pose::<f64>(&a)?;
    let moved = in_world.point(bodies::vector(b_in_a.translation));
    let b = Place { rotation: product(turn_of_a, b_in_a.rotation), translation: [moved.x, moved.y, moved.z] };
    let near = situation.at(&Pose3::relative(&in_world, &bodies::pose(&b)?));
    let truth = Truth { value: near.signed_distance, lower: near.bounds.lower, upper: near.bounds.upper };
    Ok(Pair { shapes: chosen.map(|i| i as u32), places: [a, b], truth })
}

/// The product of two quaternions, of length 1 again.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let q = [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
        a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1],
    ];
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

struct Situation<'s> {
    a: &'s Shape3<f64>,
    b: &'s Shape3<f64>,
}

impl Situation<'_> {
    fn at(&self, b_in_a: &Pose3<f64>) -> Proximity<Vec3<f64>> {
        signed_distance(self.a, self.b, b_in_a)
    }

    fn diameter(&self) -> f64 {
        let radius = |s: &Shape3<f64>| s.anchor().norm() + s.reach() + s.radius();
        radius(self.a) + radius(self.b)
    }

    /// One place of B in A's frame, or a trajectory.
    fn places(&self, regime: Regime, random: &mut Random) -> Result<Vec<Place>, ShapeError> {
        let (rotation, toward) = (random.direction(), random.direction());
        let diameter = self.diameter();
        let apart = match regime {
            Regime::Far => 3.0 * diameter,
            Regime::Near => self.solve(rotation, toward, 0.01 * diameter)?,
            Regime::Shallow => self.solve(rotation, toward, -0.01 * diameter)?,
            Regime::Deep => 0.3,
            Regime::Spread => random.between(2.05, 5.0),
            Regime::Track => self.solve(rotation, toward, random.between(0.02, 0.5) * diameter)?,
        };
        let start = Place { rotation, translation: toward.map(|x| x * apart) };
        if regime == Regime::Track { self.trajectory(start, random) } else { Ok(vec![start]) }
    }

    /// How far along `toward` B lies at signed distance `goal`: from outside by Newton's steps, which a convex function
    /// brings down without overshoot, halved towards the last place outside where overlap breaks convexity.
    fn solve(&self, rotation: [f64; 4], toward: [f64; 3], goal: f64) -> Result<f64, ShapeError> {
        let (mut inside, mut outside) = (0.0, self.diameter() + goal.max(0.0));
        let mut t = outside;
        // Bisection alone would need 20 steps for the tolerance.
        for _ in 0..60 {
            let near = self.at(&bodies::pose(&Place { rotation, translation: toward.map(|x| x * t) })?);
            let miss = near.signed_distance - goal;
            if miss.abs() <= 1e-3 * goal.abs() {
                break;
            }
            *if miss > 0.0 { &mut outside } else { &mut inside } = t;
            let step = t - miss / near.normal.dot(bodies::vector(toward));
            t = if inside < step && step < outside { step } else { (inside + outside) / 2.0 };
        }
        Ok(t)
    }

    fn trajectory(&self, start: Place, random: &mut Random) -> Result<Vec<Place>, ShapeError> {
        let diameter = self.diameter();
        let step = 0.01 * diameter;
        let half_angle = 0.5f64.to_radians();
        let spin: [f64; 3] = random.direction();
        let turn =
            [half_angle.cos(), spin[0] * half_angle.sin(), spin[1] * half_angle.sin(), spin[2] * half_angle.sin()];
        let mut heading: [f64; 3] = random.direction();
        let mut path = vec![start];
        while path.len() < STEPS {
            let last = path[path.len() - 1];
            let next = |heading: [f64; 3]| Place {
                rotation: product(turn, last.rotation),
                translation: std::array::from_fn(|i| last.translation[i] + heading[i] * step),
            };
            let near = self.at(&bodies::pose(&next(heading))?);
            if near.signed_distance < step || near.signed_distance > 0.5 * diameter {
                let away = if near.signed_distance < step { near.normal } else { -near.normal };
                heading = [away.x, away.y, away.z];
            }
            path.push(next(heading));
        }
        Ok(path)
    }
}
