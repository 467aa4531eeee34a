use crate::cell::obstacle::Obstacle;
use std::sync::Arc;

use clearance::{Ball, Vec3, Vector};
use clearance_world::TriangleMesh;

use super::*;
use crate::bound::parameter_box::JointBox;
use crate::cell::workcell::Workcell;
use crate::certificate::testing::{cells, lower, sides};
use crate::prove::range::RangeOptions;
use crate::prove::range::testing::{Branches, at, chain, planar_arm};
use crate::random::Random;
use crate::{Robot, RobotClearance};

/// The lower bound of a range.
fn claimed(certificate: &Certificate) -> f64 {
    let Subject::Box { lower, .. } = certificate.subject else { panic!("{certificate:?}") };
    lower
}

/// Enough work for all of these.
const CELLS: usize = 400_000;

fn certified(robot: &Robot, world: &[Obstacle], over: &JointBox, options: &RangeOptions) -> (f64, Certificate) {
    let range = RangeOfMotion::new(&Workcell::new(robot, world).unwrap()).unwrap();
    let least = range.least(over, options).unwrap();
    assert!(least.complete, "{least:?}");
    let found = range.certify(over, (least.lower, CELLS)).unwrap().unwrap();
    assert!(claimed(&found) <= least.lower && claimed(&found) >= least.lower - 1e-12, "{} {least:?}", claimed(&found));
    assert_eq!(found.verify(range.cell()).unwrap(), claimed(&found));
    let read = Certificate::read(&found.to_line("range")).unwrap();
    assert_eq!(read.verify(range.cell()).unwrap(), claimed(&found));
    (least.upper, found)
}

#[test]
fn no_clearance_of_random_chains_is_below_a_certified_one_whether_they_collide_or_not() {
    let mut random = Random::new(4260);
    let (mut free, mut deep) = (0, 0);
    for _ in 0..16 {
        let Branches { robot, world } = chain(&mut random);
        let q: Vec<f64> = (0..robot.dof()).map(|_| random.between(-1.0, 1.0)).collect();
        let over = JointBox::about(&robot, &q, 0.1).unwrap();
        let options = RangeOptions { width: 0.02, stop_at_contact: false, ..RangeOptions::default() };
        let (_, found) = certified(&robot, &world, &over, &options);
        if claimed(&found) > 0.0 {
            free += 1
        } else {
            deep += 1
        }
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        for _ in 0..200 {
            let side = |side: &[f64; 2]| match random.below(2) {
                0 => side[random.below(2)],
                _ => random.between(side[0], side[1]),
            };
            let q: Vec<f64> = over.sides().iter().map(side).collect();
            let Some(at) = clearance.at(&q).unwrap() else { continue };
            assert!(at.bounds.upper >= claimed(&found), "seed 4260: {q:?} {} {}", at.bounds.upper, claimed(&found));
        }
    }
    assert!(free > 3 && deep > 3, "{free} {deep}");
}

#[test]
fn a_changed_certificate_is_refused_by_what_was_changed() {
    let robot = planar_arm();
    let world = vec![Obstacle { margin: 0.01, ..Obstacle::new("post", Ball::new(0.3).unwrap(), at(0.0, 2.5)) }];
    let over = JointBox::new(vec![[-1.3, 2.0], [-1.0, 1.0]]).unwrap();
    let options = RangeOptions { width: 1e-6, ..RangeOptions::default() };
    let (upper, found) = certified(&robot, &world, &over, &options);
    // The tip at (0, 2): 2.5 less 2, both radii and the margin.
    assert!(
        claimed(&found) <= 0.09 && upper >= 0.09 && upper - claimed(&found) <= 1.1e-6,
        "{} {upper}",
        claimed(&found)
    );
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let is_axis = |node: &CellNode| matches!(node, CellNode::Axis { .. });
    let leaf = found.proofs.cells()[0].iter().position(is_axis).unwrap();
    assert!(found.proofs.cells()[0].len() > 3);
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut other = found.clone();
        change(&mut other);
        other.verify(range.cell()).unwrap_err().to_string()
    };
    let with_leaf = |c: &mut Certificate, change: &dyn Fn(&mut [f64; 3], &mut f64)| {
        if let CellNode::Axis { axis, bound, .. } = &mut cells(c)[0][leaf] {
            change(axis, bound);
        }
    };
    assert!(refused(&|c| drop((c.pairs.remove(0), cells(c).remove(0)))).starts_with("the list lacks the pair"));
    assert!(refused(&|c| drop(cells(c)[0].pop())).ends_with("cells are missing"));
    assert!(refused(&|c| sides(c)[0][1] += 1.0).contains("claims"));
    assert!(refused(&|c| *lower(c) += 1e-6).contains("is below"));
    assert!(refused(&|c| with_leaf(c, &|axis, _| *axis = axis.map(|x| -x))).contains("claims"));
    assert!(refused(&|c| with_leaf(c, &|_, bound| *bound += 1.0)).contains("claims"));
    assert!(refused(&|c| with_leaf(c, &|_, bound| *bound = claimed(&found))).contains("is below"));
    assert!(refused(&|c| c.digests.robot.push('0')).ends_with("another robot"));
    assert!(refused(&|c| c.digests.margins.push('0')).ends_with("another list of margins"));
    assert!(refused(&|c| c.version = 0).contains("expected version 1, got 0"));
    assert!(refused(&|c| drop(c.pairs.remove(0))).contains("lacks the pair"));
    assert!(refused(&|c| drop(cells(c).remove(0))).contains("pairs are listed, and"));
    let other = vec![Obstacle::new("post", Ball::new(0.3).unwrap(), at(0.0, 2.5))];
    assert!(found.verify(&Workcell::new(&robot, &other).unwrap()).is_err());
}

#[test]
fn what_is_outside_of_a_closed_mesh_is_certified_above_zero_only() {
    let robot = planar_arm();
    let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 0 { -0.2 } else { 0.2 });
    let corners: Vec<Vec3<f64>> = (0..8).map(corner).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Arc::new(TriangleMesh::new(&corners, &triangles).unwrap());
    let post = |y: f64| vec![Obstacle::mesh("post", mesh.clone(), at(0.0, y))];
    let over = JointBox::new(vec![[1.4, 1.7], [-0.1, 0.1]]).unwrap();
    let options = RangeOptions { width: 1e-3, ..RangeOptions::default() };
    let (_, found) = certified(&robot, &post(2.5), &over, &options);
    assert!((claimed(&found) - 0.2).abs() < 1e-2, "{}", claimed(&found));
    // A region of the same is proven too.
    let range = RangeOfMotion::new(&Workcell::new(&robot, &post(2.5)).unwrap()).unwrap();
    let region = range.prove_box(&over, &crate::region::GrowOptions::default()).unwrap().unwrap();
    assert!(region.verify(range.cell()).unwrap() > 0.0);
    let mut low = found.clone();
    *lower(&mut low) = -0.1;
    assert!(low.verify(range.cell()).unwrap_err().to_string().contains("only above zero"));
    // Of a mesh that is met nothing is known, whatever the margin of another one.
    let mut both = post(2.15);
    both.push(Obstacle { name: "far".into(), margin: 0.5, ..post(9.0)[0].clone() });
    let deep = RangeOptions { stop_at_contact: false, cells: 2000, ..options };
    let met = RangeOfMotion::new(&Workcell::new(&robot, &both).unwrap()).unwrap().least(&over, &deep).unwrap();
    assert!(met.lower == f64::NEG_INFINITY && met.upper < 0.0 && met.upper > -0.5, "{met:?}");
    // Within the mesh neither.
    let inside = post(2.0);
    let range = RangeOfMotion::new(&Workcell::new(&robot, &inside).unwrap()).unwrap();
    assert!(range.certify(&over, (0.05, 1000)).unwrap().is_none());
    assert!(range.certify(&over, (f64::NEG_INFINITY, 1000)).is_err());
}
