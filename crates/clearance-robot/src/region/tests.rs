use super::*;
use crate::bound::parameter_box::JointBox;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::certificate::testing::{cells, rows, sides};
use crate::certificate::{self, CellNode, Certificate};
use crate::prove::range::RangeOfMotion;
use crate::prove::range::testing::{Branches, at, chain, planar_arm};
use crate::random::Random;
use crate::{Robot, RobotClearance};
use clearance::Ball;
use dashu_ratio::RBig;

/// An arm of two joints in the plane with a ball at its tip, 2 from the first axis when it is straight, and a post at
/// (0, 2).
fn arm() -> (Robot, Vec<Obstacle>) {
    (planar_arm(), vec![Obstacle::new("post", Ball::new(0.3).unwrap(), at(0.0, 2.0))])
}

#[test]
fn nothing_collides_in_a_grown_box_and_its_certificate_holds() {
    let mut random = Random::new(4220);
    let (mut grown, mut tight) = (0, 0);
    for _ in 0..30 {
        let Branches { robot, world } = chain(&mut random);
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let q: Vec<f64> = (0..robot.dof()).map(|_| random.between(-1.0, 1.0)).collect();
        let options = GrowOptions { most: 1.0, cells: 200, ..GrowOptions::default() };
        let Some(found) = range.free_box(&q, &options).unwrap() else { continue };
        grown += 1;
        let least = found.verify(range.cell()).unwrap();
        let text = found.to_line("box");
        let read = Certificate::read(&text).unwrap();
        assert_eq!(read.verify(range.cell()).unwrap(), least);
        let over = JointBox::new(found.subject.sides().to_vec()).unwrap();
        assert!(over.contains(&q) && least > 0.0);
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let mut nearest = f64::INFINITY;
        for _ in 0..300 {
            let side = |side: &[f64; 2]| {
                if random.below(2) == 0 { side[random.below(2)] } else { random.between(side[0], side[1]) }
            };
            let q: Vec<f64> = over.sides().iter().map(side).collect();
            if let Some(found) = clearance.at(&q).unwrap() {
                assert_eq!(found.collides, Some(false), "seed 4220: {q:?}");
                nearest = nearest.min(found.bounds.upper);
            }
        }
        tight += usize::from(nearest < 0.05);
    }
    assert!(grown > 8 && tight > 2, "{grown} {tight}");
}

#[test]
fn a_changed_certificate_is_refused_by_what_was_changed() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    // Wide enough to be cut.
    let over = JointBox::new(vec![[-1.3, 0.9], [-1.0, 1.0]]).unwrap();
    let options = GrowOptions::default();
    let Ok(found) = range.prove_region(&over, &Polytope::default(), &options).unwrap() else { panic!() };
    assert!(found.verify(range.cell()).is_ok());
    let count = found.proofs.cells()[0].len();
    assert!(count > 3, "{count}");
    let leaf = found.proofs.cells()[0].iter().position(|node| matches!(node, CellNode::Axis { .. })).unwrap();
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut other = found.clone();
        change(&mut other);
        other.verify(range.cell()).unwrap_err().to_string()
    };
    assert!(refused(&|c| drop((c.pairs.remove(0), cells(c).remove(0)))).starts_with("the list lacks the pair"));
    assert!(refused(&|c| drop(cells(c)[0].pop())).ends_with("cells are missing"));
    assert!(refused(&|c| cells(c)[0].push(found.proofs.cells()[0][leaf].clone())).ends_with("more cells than cuts"));
    assert!(refused(&|c| sides(c)[0][1] += 1.0).contains("claims"));
    let with_leaf = |c: &mut Certificate, change: &dyn Fn(&mut [f64; 3], &mut String, &mut f64)| {
        if let CellNode::Axis { axis, frame, bound, .. } = &mut cells(c)[0][leaf] {
            change(axis, frame, bound);
        }
    };
    assert!(refused(&|c| with_leaf(c, &|axis, _, _| *axis = axis.map(|x| -x))).contains("claims"));
    assert!(refused(&|c| with_leaf(c, &|_, _, bound| *bound += 1.0)).contains("claims"));
    assert!(refused(&|c| with_leaf(c, &|_, _, bound| *bound = -1.0)).contains("not above the margin"));
    assert!(refused(&|c| with_leaf(c, &|_, frame, _| *frame = "wrist".into())).contains("no frame of the pair"));
    assert!(refused(&|c| cells(c)[0][0] = CellNode::Cut("elbow".into(), 7.0)).contains("is cut at 7"));
    assert!(refused(&|c| c.digests.robot.push('0')).ends_with("another robot"));
    let moved = vec![Obstacle::new("post", Ball::new(0.3).unwrap(), at(0.0, 2.0 + 1e-9))];
    let other = Workcell::new(&robot, &moved).unwrap();
    assert!(found.verify(&other).unwrap_err().to_string().ends_with("another scene"));
}

#[test]
fn regions_of_others_are_proven_refuted_or_shrunk() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = GrowOptions::default();
    // |shoulder| + |elbow| ≤ r: the tip is near the post at (0, 2) only when the shoulder is near π/2.
    let limits = JointBox::whole(&robot).unwrap();
    let diamond = |r: f64| {
        let rows = vec![vec![1.0, 1.0], vec![1.0, -1.0], vec![-1.0, 1.0], vec![-1.0, -1.0]];
        Polytope::new(rows, vec![r; 4], 2).unwrap()
    };
    let small = range.check_polytope(&diamond(1.1), &limits, &options).unwrap();
    let Foreign::Proven(certificate) = small else { panic!("{small:?}") };
    assert!(certificate.verify(range.cell()).unwrap() > 0.0);
    // The box about it is not free where the diamond is not: cells depend on rows, by being outside or by multipliers.
    let mut wider = certificate.clone();
    *rows(&mut wider).1 = vec![9.0; 4];
    let why = wider.verify(range.cell()).unwrap_err().to_string();
    assert!(why.contains("not outside of row") || why.contains("claims"), "{why}");
    let large = range.check_polytope(&diamond(1.7), &limits, &options).unwrap();
    let Foreign::Refuted { at: q, part } = large else { panic!("{large:?}") };
    assert!(diamond(1.7).holds(&q));
    assert_eq!(
        RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap().at(&q).unwrap().unwrap().collides,
        Some(true)
    );
    let (scale, certificate) = part.unwrap();
    assert!(scale > 0.5 && scale < 1.0 && certificate.verify(range.cell()).unwrap() > 0.0, "{scale}");
    // Rows that leave nothing.
    let none = Polytope::new(vec![vec![1.0, 0.0]], vec![-4.0], 2).unwrap();
    assert!(range.check_polytope(&none, &limits, &options).is_err());
}

#[test]
fn polytopes_bound_boxes_and_know_what_is_in_them() {
    let mut random = Random::new(4221);
    let within = JointBox::new(vec![[-1.0, 1.0]; 3]).unwrap();
    for _ in 0..50 {
        let rows: Vec<Vec<f64>> = (0..6).map(|_| (0..3).map(|_| random.between(-1.0, 1.0)).collect()).collect();
        let b = (0..6).map(|_| random.between(0.05, 0.5)).collect();
        let polytope = Polytope::new(rows, b, 3).unwrap();
        let tight = polytope.bounding(&within).unwrap();
        let mut q = polytope.inside(&within).unwrap();
        let start = q.clone();
        for _ in 0..100 {
            assert!(polytope.holds(&q) && tight.contains(&q), "seed 4221: {q:?} {tight:?}");
            q = polytope.hit_and_run(&within, &q, &mut random);
        }
        assert_ne!(q, start);
        assert!(polytope.scaled(&start, 0.5).holds(&start));
    }
}

#[test]
fn nothing_collides_in_a_grown_polytope_and_each_leaf_keeps_its_bound() {
    let mut random = Random::new(4222);
    let (mut grown, mut with_rows, mut leaves) = (0, 0, 0);
    for _ in 0..14 {
        let Branches { robot, world } = chain(&mut random);
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let q: Vec<f64> = (0..robot.dof()).map(|_| random.between(-1.0, 1.0)).collect();
        let options = GrowOptions { most: 1.0, cells: 200, polytope_cells: 1500, ..GrowOptions::default() };
        let Some(found) = range.free_polytope(&q, &options).unwrap() else { continue };
        grown += 1;
        let least = found.verify(range.cell()).unwrap();
        let read = Certificate::read(&found.to_line("polytope")).unwrap();
        assert_eq!(read.verify(range.cell()).unwrap(), least);
        let polytope =
            Polytope::new(found.subject.rows().0.to_vec(), found.subject.rows().1.to_vec(), robot.dof()).unwrap();
        let over = JointBox::new(found.subject.sides().to_vec()).unwrap();
        assert!(polytope.holds(&q) && over.contains(&q));
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let mut at = q.clone();
        for _ in 0..300 {
            at = polytope.hit_and_run(&over, &at, &mut random);
            if let Some(found) = clearance.at(&at).unwrap() {
                assert!(found.collides == Some(false) && found.bounds.upper >= least, "seed 4222: {at:?} {found:?}");
            }
        }
        // What a leaf claims holds in its part of the region, whose configurations are sought by steps from its middle.
        let pairs: Vec<_> = range.all_pairs().into_iter().map(|place| range.refinable(place)).collect();
        let evaluator = range.evaluator(&pairs);
        for (pair, cells) in found.proofs.cells().iter().enumerate() {
            for (place, cell) in certificate::leaves(found.subject.joints(), found.subject.sides(), cells) {
                let CellNode::Axis { bound, rows, .. } = &cells[place] else { continue };
                let own = JointBox::new(cell).unwrap();
                let Some(mut at) = polytope.inside(&own) else { continue };
                leaves += 1;
                with_rows += usize::from(!rows.is_empty());
                for _ in 0..4 {
                    at = polytope.hit_and_run(&own, &at, &mut random);
                    let values: Vec<f64> =
                        pairs[pair].chain.frames.variables.iter().map(|&variable| at[variable]).collect();
                    let (_, found) = evaluator.clearance(crate::prove::range::PairNodes::whole(pair), &values);
                    assert!(found.bounds.upper >= *bound, "seed 4222: {at:?} {bound} {found:?}");
                }
            }
        }
    }
    assert!(grown > 3 && with_rows > 20 && leaves > 200, "{grown} {with_rows} {leaves}");
}

#[test]
fn a_polytope_is_larger_than_a_box_and_its_changed_certificate_is_refused() {
    let (robot, world) = arm();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let seed = [0.9, 0.3];
    let options = GrowOptions { polytope_cells: 4000, ..GrowOptions::default() };
    let found = range.free_polytope(&seed, &options).unwrap().unwrap();
    let boxed = range.free_box(&seed, &options).unwrap().unwrap();
    let polytope = Polytope::new(found.subject.rows().0.to_vec(), found.subject.rows().1.to_vec(), 2).unwrap();
    let area: f64 = boxed.subject.sides().iter().map(|[low, high]| high - low).product();
    let mut random = Random::new(4223);
    let over = JointBox::new(found.subject.sides().to_vec()).unwrap();
    let whole: f64 = over.sides().iter().map(|[low, high]| high - low).product();
    let point = |random: &mut Random| -> Vec<f64> {
        over.sides().iter().map(|side| random.between(side[0], side[1])).collect()
    };
    let share = (0..20_000).filter(|_| polytope.holds(&point(&mut random))).count() as f64 / 20_000.0;
    assert!(share * whole > 1.2 * area, "{} {area}", share * whole);
    type Change<'c> = &'c dyn Fn(&mut Vec<(usize, f64)>, &mut Certificate);
    let place = |c: &Certificate| -> (usize, usize) {
        let with_rows = |node: &CellNode| matches!(node, CellNode::Axis { rows, .. } if !rows.is_empty());
        let found = c.proofs.cells().iter().enumerate().find_map(|(i, p)| Some((i, p.iter().position(with_rows)?)));
        found.unwrap()
    };
    let (pair, cell) = place(&found);
    let refused = |change: Change| {
        let mut other = found.clone();
        let CellNode::Axis { rows, .. } = &other.proofs.cells()[pair][cell] else { panic!() };
        let mut rows = rows.clone();
        change(&mut rows, &mut other);
        if let CellNode::Axis { rows: own, .. } = &mut cells(&mut other)[pair][cell] {
            *own = rows;
        }
        other.verify(range.cell()).unwrap_err().to_string()
    };
    assert!(refused(&|rows, _| rows[0].1 = -rows[0].1).contains("multipliers of at least 0"));
    assert!(refused(&|rows, _| rows[0].1 = f64::NAN).contains("multipliers of at least 0"));
    assert!(refused(&|rows, _| rows[0].0 = 99).contains("rows of A"));
    assert!(refused(&|rows, _| rows.clear()).contains("claims"));
    // A row that leaves more, or another one.
    let row = match &found.proofs.cells()[pair][cell] {
        CellNode::Axis { rows, .. } => rows[0].0,
        _ => unreachable!(),
    };
    assert!(refused(&|_, c| rows(c).1[row] += 0.1).contains("claims"));
    assert!(refused(&|_, c| rows(c).0[row].iter_mut().for_each(|a| *a = -*a)).contains("claims"));
    assert!(refused(&|_, c| drop((rows(c).0.pop(), rows(c).1.pop()))).contains(":"));
}

#[test]
fn what_a_polytope_holds_is_in_it_in_exact_numbers() {
    let q = |x: f64| RBig::try_from(x).unwrap();
    let mut random = Random::new(4223);
    let (mut held, mut beyond) = (0, 0);
    for round in 0..2000 {
        let mut draw = || (0..7).map(|_| random.between(-3.0, 3.0)).collect::<Vec<f64>>();
        let (row, at) = (draw(), draw());
        let exact = row.iter().zip(&at).fold(RBig::ZERO, |sum, (a, x)| sum + q(*a) * q(*x));
        // The rounded sum, and a few roundings beside it.
        let side = exact.to_f64().value() * (1.0 + f64::from(round % 21 - 10) * f64::EPSILON);
        let polytope = Polytope::new(vec![row], vec![side], 7).unwrap();
        let sides: Vec<[f64; 2]> = at.iter().map(|&x| [x, x]).collect();
        let (holds, is_beyond) = (polytope.holds(&at), polytope.is_beyond(0, &sides));
        assert!(!holds || exact <= q(side), "seed 4223, {round}");
        assert!(!is_beyond || exact > q(side), "seed 4223, {round}");
        held += u32::from(holds);
        beyond += u32::from(is_beyond);
    }
    assert!(held + beyond < 2000, "{held} {beyond}");
}
