//! A query that shows what it does: for teaching, drawing and looking for the reason.

use super::request::{Depth, Event, Memory, Request, Termination};
use super::steps;
use super::warm::WarmStart;
use crate::dimension::Dimension;
use crate::math::Real;
use crate::options::Options;
use crate::proximity::Proximity;
use crate::solution::Solvers;
use crate::support::{Bodies, Placement};

/// The signed distance with everything that the query does shown to `observer`.
pub(crate) fn observed<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    observer: &mut dyn FnMut(Event<'_, V>),
) -> Proximity<V> {
    let request = Request { solvers: Solvers::STEPS, ..Request::new(Depth::Wanted, V::Scalar::INFINITY, options) };
    let (mut termination, b_in_a) = (Termination::default(), bodies.way());
    // Who keeps the polytope sees it grow.
    let memory = &mut Memory { warm: &mut WarmStart::new(), kept: Some(&mut None) };
    let pair = (&bodies.a, &bodies.b, &b_in_a);
    let mut found = steps::solve(pair, &request, memory, &mut termination, &mut Some(&mut *observer));
    observer(Event::Solved(termination.solver));
    let open = !found.proven;
    if let Placement::World([pose_a, _]) = bodies.placement {
        found.place(pose_a);
    }
    bodies.placed(|a, b| {
        found.settle(&termination, a, b);
        if open && found.proven {
            observer(Event::Decided);
        }
        found.finish(&termination, options, a, b);
    });
    found.assert_enclosed();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose2, Rotor2, Vec2, Vector};
    use crate::query::{Pair, Status, signed_distance};
    use crate::shape::{Ball, Cuboid, Ellipsoid, Shape2};
    use crate::solution::Solver;

    /// Counts of steps, finishes, expansions and decisions, the answer, and the one without an observer.
    fn watch(
        a: &Shape2<f64>,
        b: &Shape2<f64>,
        at: Vec2<f64>,
    ) -> ([usize; 4], Proximity<Vec2<f64>>, Proximity<Vec2<f64>>) {
        let b_in_a = Pose2::new(Rotor2::from_angle(0.4).unwrap(), at).unwrap();
        let mut seen = [0; 4];
        let found = Pair::new(a, b, &b_in_a).observed(|event| match event {
            Event::Step(step) => {
                seen[0] += 1;
                let mut sum = Vec2::ZERO;
                for (sample, weight) in step.simplex().zip(step.weights()) {
                    assert!((sample.a - sample.b - sample.w).norm() <= 1e-15);
                    sum += sample.w * weight;
                }
                assert!((sum - step.nearest()).norm() <= 1e-12, "the weights give the nearest point");
                assert!(step.lower() <= step.upper());
            }
            Event::Finish(_) => seen[1] += 1,
            Event::Expansion(growth) => {
                seen[2] += 1;
                assert!(growth.floor() <= growth.ceiling() + 1e-12);
                assert!((growth.direction().norm() - 1.0).abs() <= 1e-15);
            }
            Event::Solved(solver) => assert_ne!(solver, Solver::Formula),
            Event::Decided => seen[3] += 1,
        });
        (seen, found, signed_distance(a, b, &b_in_a))
    }

    #[test]
    fn events_come_from_every_part_that_worked() {
        let bar: Shape2<f64> = Cuboid::from_half_extents(Vec2::new(2.0, 0.5)).unwrap().into();
        let egg: Shape2<f64> = Ellipsoid::from_radii(Vec2::new(0.75, 0.5)).unwrap().into();
        let disc: Shape2<f64> = Ball::new(0.5).unwrap().into();
        let (apart, found, unseen) = watch(&bar, &egg, Vec2::new(1.0, 3.0));
        assert!(found.status == Status::Separated && apart[0] > 2 && apart[1..] == [1, 0, 0], "{apart:?}");
        assert_eq!(found, unseen, "the same steps");
        let (deep, found, unseen) = watch(&bar, &egg, Vec2::new(1.0, 0.25));
        assert!(found.status == Status::Overlapping && deep[1] == 1 && deep[2] >= 2 && deep[3] == 0, "{deep:?}");
        assert_eq!(found, unseen, "the same steps");
        let (touching, found, unseen) = watch(&bar, &disc, Vec2::new(1.0, 1.0));
        assert!(found.status == Status::Touching && touching[1] == 1 && touching[3] == 1, "{touching:?}");
        assert_eq!(
            (found.signed_distance, found.status),
            (unseen.signed_distance, unseen.status),
            "steps and formula agree"
        );
    }
}
