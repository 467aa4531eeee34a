//! Hulls of flat sets: the monotone chain.
//!
//! A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions (1979), with exact turns. The plane may
//! lie anywhere in space: a projection along an axis that it is not parallel to keeps all orientations.

use alloc::vec::Vec;

use super::cloud::Cloud;

/// The corners of the hull, counter-clockwise seen from the positive end of the axis `along`.
pub(super) fn polygon(cloud: &Cloud, along: usize) -> Vec<u32> {
    let mut order: Vec<(f64, f64, u32)> = cloud.ids().map(|id| with_key(cloud, along, id)).collect();
    order.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(core::cmp::Ordering::Equal));
    // Of equal points the first one, which has the lowest id, stays.
    order.dedup_by(|later, first| (later.0, later.1) == (first.0, first.1));
    let mut corners = chain(cloud, along, order.iter().map(|point| point.2));
    let back = chain(cloud, along, order.iter().rev().map(|point| point.2));
    // Each chain ends where the other one begins.
    corners.pop();
    corners.extend(&back[..back.len() - 1]);
    corners
}

/// The ends of a collinear set.
pub(super) fn segment(cloud: &Cloud) -> [u32; 2] {
    let key = |id: u32| <[f64; 3]>::from(cloud.exact(id));
    let low = cloud.ids().reduce(|best, id| if key(id) < key(best) { id } else { best });
    let high = cloud.ids().reduce(|best, id| if key(id) > key(best) { id } else { best });
    [low.unwrap_or(0), high.unwrap_or(0)]
}

fn with_key(cloud: &Cloud, along: usize, id: u32) -> (f64, f64, u32) {
    let p = cloud.projected(along, id);
    (p.x, p.y, id)
}

/// The part of the boundary that turns left from the first to the last of the sorted points.
fn chain(cloud: &Cloud, along: usize, sorted: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut chain: Vec<u32> = Vec::new();
    for id in sorted {
        while let [.., before, last] = chain[..] {
            if cloud.orient_along(along, [before, last, id]) > 0 {
                break;
            }
            chain.pop();
        }
        chain.push(id);
    }
    chain
}
