use clearance::{Pose3, Rotor3, Vec2, Vec3};
use clearance_testkit::random::Random;

use super::*;

type Box3 = Aabb<Vec3<f64>>;

fn boxes(random: &mut Random, count: usize) -> Vec<Box3> {
    let side = (count as f64).cbrt();
    let mut draw = |low, high| Vec3::from_fn(|_| random.uniform(low, high));
    let mut found: Vec<Box3> = (0..count)
        .map(|_| {
            let lower = draw(0.0, side);
            Aabb { lower, upper: lower + draw(0.0, 0.7) }
        })
        .collect();
    // Some are equal, some are flat, one holds all.
    for i in (0..count).step_by(7) {
        found[i] = found[i / 2];
    }
    for i in (3..count).step_by(11) {
        found[i].upper = Vec3 { z: found[i].lower.z, ..found[i].upper };
    }
    if count > 5 {
        found[4] = Aabb { lower: Vec3::new(-1.0, -1.0, -1.0), upper: Vec3::new(side + 1.0, side + 1.0, side + 1.0) };
    }
    found
}

fn numbered(boxes: &[Box3]) -> Vec<(u32, Box3)> {
    (0..).zip(boxes.iter().copied()).collect()
}

/// Every link leads back, every box is the union of what it holds, every item is there once.
fn check(tree: &Tree<Vec3<f64>>) {
    let (mut open, mut items) = (vec![0u32], 0);
    while let Some(number) = open.pop() {
        for side in 0..2 {
            let (slot, node) = (Slot::of(number, side), &tree.nodes[number as usize]);
            match node.links[side].child() {
                Child::Node(inner) => {
                    assert_eq!(tree.parents[inner as usize], slot);
                    assert_eq!(tree.nodes[inner as usize].bounds(), node.boxes[side]);
                    open.push(inner);
                }
                Child::Item(item) => {
                    assert_eq!(tree.places[item as usize], slot);
                    items += 1;
                }
                Child::None => assert!(number == 0 && node.boxes[side] == Aabb::empty()),
            }
        }
    }
    assert_eq!(items, tree.len());
}

fn pairs(tree: &Tree<Vec3<f64>>, max: f64) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    tree.pairs_within(max, |a, b| found.push([a.min(b), a.max(b)]));
    found.sort();
    found
}

fn brute_force(boxes: &[Option<Box3>], max: f64) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for (i, a) in boxes.iter().enumerate() {
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            if let (Some(a), Some(b)) = (a, b)
                && a.is_within(b, max)
            {
                found.push([i as u32, j as u32]);
            }
        }
    }
    found
}

#[test]
fn a_built_tree_finds_the_pairs_that_brute_force_finds() {
    let mut random = Random::new(0x7e31);
    for count in [0, 1, 2, 3, 5, 17, 200] {
        let all = boxes(&mut random, count);
        let tree = Tree::build(numbered(&all));
        check(&tree);
        let known: Vec<_> = all.iter().copied().map(Some).collect();
        for max in [-0.1, 0.0, 0.3, 100.0] {
            assert_eq!(pairs(&tree, max), brute_force(&known, max), "{count} boxes within {max}");
        }
    }
}

#[test]
fn a_tree_that_changes_stays_whole_and_right() {
    let mut random = Random::new(0x7e32);
    let mut known: Vec<Option<Box3>> = vec![None; 60];
    let mut tree = Tree::new();
    for step in 0..2000 {
        let item = random.below(60);
        let bounds = boxes(&mut random, 1)[0];
        match random.below(3) {
            0 => {
                assert_eq!(tree.remove(item as u32), known[item].is_some());
                known[item] = None;
            }
            1 if known[item].is_some() => {
                assert!(tree.refit(item as u32, bounds));
                known[item] = Some(bounds);
            }
            _ => {
                tree.insert(item as u32, bounds);
                known[item] = Some(bounds);
            }
        }
        check(&tree);
        assert_eq!(tree.get(item as u32), known[item].as_ref());
        if step % 50 == 0 {
            assert_eq!(pairs(&tree, 0.1), brute_force(&known, 0.1), "step {step}");
        }
    }
    assert!((0..60).filter(|&item| tree.remove(item)).count() > 10);
    assert!(tree.is_empty() && tree.bounds() == Aabb::empty());
}

#[test]
fn the_best_bound_is_the_least_of_all_pairs() {
    let mut random = Random::new(0x7e33);
    for round in 0..50 {
        let all = boxes(&mut random, 2 + round);
        let tree = Tree::build(numbered(&all));
        let (mut best, mut visits) = (f64::INFINITY, 0);
        tree.closest_pairs(best, |_, _, bound| {
            (best, visits) = (best.min(bound), visits + 1);
            best
        });
        let bounds = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let least = bounds.map(|(i, j)| all[i].distance_bound(&all[j])).fold(f64::INFINITY, f64::min);
        assert_eq!(best, least);
        let here = Aabb::at(Vec3::new(random.uniform(-2.0, 4.0), 1.0, 0.5));
        let mut nearest = f64::INFINITY;
        tree.closest_items(&here, nearest, |_, bound| {
            nearest = nearest.min(bound);
            nearest
        });
        assert_eq!(nearest, all.iter().map(|b| b.distance_bound(&here)).fold(f64::INFINITY, f64::min));
        let mut found = Vec::new();
        tree.items_within(&here, 0.5, |item| found.push(item as usize));
        found.sort();
        let expected: Vec<usize> = (0..all.len()).filter(|&i| all[i].is_within(&here, 0.5)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn two_trees_in_turned_frames_have_no_pair_below_the_least() {
    let mut random = Random::new(0x7e34);
    for _ in 0..50 {
        let (ours, theirs) = (boxes(&mut random, 20), boxes(&mut random, 30));
        let [a, b] = [&ours, &theirs].map(|list| Tree::build(numbered(list)));
        let rotor = Rotor3::from_wxyz(random.quaternion(3)).unwrap();
        let pose = Pose3::new(rotor, Vec3::from_fn(|_| random.uniform(-9.0, 9.0))).unwrap();
        let mut best = f64::INFINITY;
        a.closest_between(&b, &pose, best, |_, _, bound| {
            best = best.min(bound);
            best
        });
        let all = ours.iter().flat_map(|a| theirs.iter().map(move |b| a.distance_bound(&b.posed(&pose))));
        assert_eq!(best, all.fold(f64::INFINITY, f64::min));
    }
}

#[test]
fn of_items_with_one_number_the_last_one_stays() {
    let at = |x: f32| Aabb::at(Vec2::new(x, 0.0));
    let tree: Tree<Vec2<f32>> = [(3, at(1.0)), (1, at(2.0)), (3, at(5.0))].into_iter().collect();
    assert_eq!((tree.len(), tree.get(3), tree.get(0)), (2, Some(&at(5.0)), None));
}
