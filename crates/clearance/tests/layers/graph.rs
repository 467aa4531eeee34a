//! Circles of files, and imports against the best order of a folder.

use std::collections::BTreeSet;

/// Groups of nodes of which each imports all others, by way of others perhaps; of more than one node, the largest
/// first.
pub fn circles(nodes: usize, edges: &BTreeSet<[usize; 2]>) -> Vec<Vec<usize>> {
    let mut reaches = vec![vec![false; nodes]; nodes];
    edges.iter().for_each(|&[from, to]| reaches[from][to] = true);
    for k in 0..nodes {
        let through = reaches[k].clone();
        for row in &mut reaches {
            if row[k] {
                row.iter_mut().zip(&through).for_each(|(reach, more)| *reach |= more);
            }
        }
    }
    let mut seen = vec![false; nodes];
    let mut found = Vec::new();
    for i in 0..nodes {
        if seen[i] || !reaches[i][i] {
            continue;
        }
        let circle: Vec<usize> = (0..nodes).filter(|&j| reaches[i][j] && reaches[j][i]).collect();
        circle.iter().for_each(|&j| seen[j] = true);
        found.push(circle);
    }
    found.sort_by_key(|circle| core::cmp::Reverse(circle.len()));
    found
}

/// How many edges run from an earlier node to a later one in an order that leaves few of them: imported nodes first, by
/// the rule of Eades, Lin and Smyth (A fast and effective heuristic for the feedback arc set problem, 1993).
pub fn against_order(nodes: usize, edges: &BTreeSet<[usize; 2]>) -> usize {
    let mut left: BTreeSet<usize> = (0..nodes).collect();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let degree = |node: usize, side: usize| {
            edges.iter().filter(|edge| edge[side] == node && left.contains(&edge[1 - side])).count()
        };
        // What imports nothing that is left comes first, what nothing imports comes last.
        let next = if let Some(&node) = left.iter().find(|&&node| degree(node, 0) == 0) {
            first.push(node);
            node
        } else if let Some(&node) = left.iter().find(|&&node| degree(node, 1) == 0) {
            last.push(node);
            node
        } else {
            let most = |&&node: &&usize| degree(node, 1) as isize - degree(node, 0) as isize;
            let node = *left.iter().max_by_key(most).unwrap();
            first.push(node);
            node
        };
        left.remove(&next);
    }
    first.extend(last.iter().rev());
    let place = |node: usize| first.iter().position(|&other| other == node);
    edges.iter().filter(|&&[from, to]| place(from) < place(to)).count()
}

#[test]
fn circles_and_imports_against_the_order_are_counted() {
    let edges = |list: &[[usize; 2]]| list.iter().copied().collect::<BTreeSet<_>>();
    let chain = edges(&[[2, 1], [1, 0], [2, 0]]);
    assert_eq!((circles(3, &chain).len(), against_order(3, &chain)), (0, 0));
    let ring = edges(&[[0, 1], [1, 2], [2, 0], [3, 0]]);
    assert_eq!((circles(4, &ring), against_order(4, &ring)), (vec![vec![0, 1, 2]], 1));
}
