use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::prove::range::RangeOfMotion;
use crate::prove::range::testing::{at, planar_arm};
use crate::prove::time::Checker;
use crate::random::Random;
use crate::region::GrowOptions;
use crate::{Robot, RobotClearance};
use clearance::Ball;

/// An arm of two joints in the plane among three posts, and a path around one of them.
fn arm() -> (Robot, Vec<Obstacle>) {
    let post = |name: &str, x: f64, y: f64| Obstacle::new(name, Ball::new(0.3).unwrap(), at(x, y));
    (planar_arm(), vec![post("left", 0.0, 2.0), post("right", 1.9, 0.4), post("near", 0.3, -1.2)])
}

#[test]
fn routes_between_covered_configurations_are_free() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = GrowOptions { polytope_cells: 1500, ..GrowOptions::default() };
    let mut roadmap = Roadmap::default();
    let plan = crate::plan::PlanOptions::default();
    let found = checker.plan(&[-0.4, 0.1], &crate::plan::Goal::at(vec![2.4, -0.3]), &plan).unwrap().unwrap();
    let (added, left) = roadmap.cover(&range, &found.plan.path, &options).unwrap();
    assert!(added > 1 && left.is_none() && !roadmap.overlaps().is_empty(), "{added} {left:?}");
    let verify = |region: usize| roadmap.certificate(region).unwrap().verify(range.cell()).unwrap();
    assert!((0..added).all(|region| verify(region) > 0.0));
    let again = Roadmap::of(roadmap.certificates().cloned().collect(), roadmap.overlaps().to_vec()).unwrap();
    assert_eq!(again, roadmap);
    let mut random = Random::new(4230);
    let (mut routes, mut bends) = (0, 0);
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    for _ in 0..300 {
        let ends = [(); 2].map(|()| [random.between(-3.0, 3.0), random.between(-3.0, 3.0)]);
        let Ok(route) = again.route(&ends[0], &ends[1]) else { continue };
        routes += 1;
        bends += usize::from(route.path.len() > 2);
        assert_eq!(
            (route.path.first().unwrap()[..] == ends[0], route.path.last().unwrap()[..] == ends[1]),
            (true, true)
        );
        for (segment, &region) in route.path.windows(2).zip(&route.regions) {
            for t in 0..=20 {
                let q: Vec<f64> =
                    (0..2).map(|i| segment[0][i] + f64::from(t) / 20.0 * (segment[1][i] - segment[0][i])).collect();
                assert_eq!(clearance.collides(&q).unwrap(), Some(false), "seed 4230: {q:?} in {region}");
            }
        }
    }
    assert!(routes > 30 && bends > 5, "{routes} {bends}");
}

#[test]
fn what_was_changed_or_is_not_connected_is_said() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let mut roadmap = Roadmap::default();
    let options = GrowOptions { polytope_cells: 600, ..GrowOptions::default() };
    // On both sides of the post at (0, 2).
    assert!(roadmap.grow(&range, &[1.1, 0.0], &options).unwrap());
    assert!(roadmap.grow(&range, &[2.2, 0.0], &options).unwrap());
    assert!(!roadmap.grow(&range, &[core::f64::consts::FRAC_PI_2, 0.0], &options).unwrap());
    assert_eq!(roadmap.route(&[1.57, 0.0], &[2.2, 0.0]), Err(NoRoute::Start));
    assert_eq!(roadmap.route(&[1.1, 0.0], &[1.57, 0.0]), Err(NoRoute::Goal));
    let elsewhere = vec![Overlap { regions: [0, 1], at: vec![1.57, 0.0] }];
    let refused = Roadmap::of(roadmap.certificates().cloned().collect(), elsewhere).unwrap_err();
    assert_eq!(refused.to_string(), "[1.57, 0.0] is not in both regions 0 and 1");
    let mut none = world.clone();
    none.pop();
    let other = Workcell::new(&robot, &none).unwrap();
    assert!(roadmap.certificate(0).unwrap().verify(&other).is_err());
    assert!(roadmap.certificate(7).is_none());
}

#[test]
fn paths_that_start_and_end_at_limits_are_covered() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = GrowOptions { polytope_cells: 1500, ..GrowOptions::default() };
    // Both joints turn from -3 to 3.
    for path in [[vec![2.2, 0.0], vec![3.0, -0.7]], [vec![-2.5, 3.0], vec![-2.4, 2.6]], [vec![3.0; 2], vec![2.6, 2.1]]]
    {
        let mut roadmap = Roadmap::default();
        let (added, left) = roadmap.cover(&range, &path, &options).unwrap();
        assert!(left.is_none() && added <= 4, "{path:?}: {added} regions, {left:?}");
        let route = roadmap.route(&path[0], &path[1]).unwrap();
        for &region in &route.regions {
            assert!(roadmap.certificate(region).unwrap().verify(range.cell()).unwrap() > 0.0);
        }
    }
}
