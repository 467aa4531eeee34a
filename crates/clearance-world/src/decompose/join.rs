//! Parts are joined while their common hull is near enough to the mesh.

use crate::sort::sort_by;
use std::collections::BTreeMap;

use clearance::{ShapeError, Vector};

use super::DecomposeOptions;
use super::error::{Error, Goal, SHARE, largest};
use super::field::Field;
use super::part::{FINE, Part};

/// Maximum number of boxes that decide whether a union is near enough; else it is not taken.
const BOXES: usize = 1500;

/// A common hull of two parts and the volume that it adds to theirs.
struct Union {
    added: f64,
    part: Part,
    /// Known when it was asked for, and whether it was at most what was allowed then.
    asked: Option<(Error, f64)>,
}

/// Parts whose boxes are farther apart, as a share of the mesh's size, are joined only if there is nothing else to join.
const NEAR: f64 = 0.01;

/// Joins parts to as few as the error allows, at most `max_parts`: the pair whose hull adds the least volume is joined first.
pub(super) fn joined(
    field: &mut Field,
    pieces: Vec<(Part, Error)>,
    options: &DecomposeOptions,
) -> Result<Vec<(Part, Error)>, ShapeError> {
    let size = field.mesh().bounds().extent().max_abs();
    let worst = pieces.iter().fold(0.0, |worst: f64, (_, error)| worst.max(error.bounds.upper));
    let mut parts: BTreeMap<u32, (Part, Error)> = (0..).zip(pieces).collect();
    let mut next = parts.len() as u32;
    let mut reach = NEAR * size;
    let mut unions = all_unions(&parts, reach)?;
    let wanted = options.error.max(FINE * size);
    // If there are too many, an error that the parts have anyway is no worse for one more of them.
    let mut at_most = wanted.max(worst);
    loop {
        let allowed = if parts.len() > options.max_parts { at_most } else { wanted };
        let goal = Goal { enough: allowed, too_much: allowed, width: FINE * size, share: SHARE, boxes: BOXES };
        match cheapest(field, &mut unions, &goal) {
            Some(pair) => {
                let Some(Union { part, asked: Some((error, _)), .. }) = unions.remove(&pair) else { break };
                parts.retain(|i, _| !pair.contains(i));
                unions.retain(|both, _| !both.iter().any(|i| pair.contains(i)));
                let keys: Vec<u32> = parts.keys().copied().collect();
                parts.insert(next, (part, error));
                for i in keys {
                    unions.extend(union(&parts, [i, next], reach)?);
                }
                next += 1;
            }
            None if parts.len() <= options.max_parts => break,
            None if !unions.is_empty() => at_most *= 1.25,
            None => {
                reach = f64::INFINITY;
                unions = all_unions(&parts, reach)?;
            }
        }
    }
    Ok(parts.into_values().collect())
}

fn all_unions(parts: &BTreeMap<u32, (Part, Error)>, reach: f64) -> Result<BTreeMap<[u32; 2], Union>, ShapeError> {
    let keys: Vec<u32> = parts.keys().copied().collect();
    let mut unions = BTreeMap::new();
    for (at, &i) in keys.iter().enumerate() {
        for &j in &keys[..at] {
            unions.extend(union(parts, [j, i], reach)?);
        }
    }
    Ok(unions)
}

/// The common hull of two parts; none for parts that are too far apart.
fn union(
    parts: &BTreeMap<u32, (Part, Error)>,
    pair: [u32; 2],
    reach: f64,
) -> Result<Option<([u32; 2], Union)>, ShapeError> {
    let [Some((a, _)), Some((b, _))] = pair.map(|i| parts.get(&i)) else { return Ok(None) };
    if !a.bounds().is_within(b.bounds(), reach) {
        return Ok(None);
    }
    let part = a.joined(b)?;
    let added = part.volume() - a.volume() - b.volume();
    Ok(Some((pair, Union { added, part, asked: None })))
}

/// The union that adds the least volume among those that are near enough.
fn cheapest(field: &mut Field, unions: &mut BTreeMap<[u32; 2], Union>, goal: &Goal) -> Option<[u32; 2]> {
    let mut order: Vec<(f64, [u32; 2])> = unions.iter().map(|(&pair, union)| (union.added, pair)).collect();
    sort_by(&mut order, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, pair)| pair).find(|pair| {
        let Some(union) = unions.get_mut(pair) else { return false };
        // A union that was too far off, or not decided, is not asked again unless more is allowed now.
        let known = union.asked.filter(|&(error, then)| {
            error.bounds.upper <= goal.enough || error.bounds.lower > goal.enough || goal.enough <= then
        });
        let (error, _) =
            *union.asked.insert(known.unwrap_or_else(|| (largest(&[&union.part], field, goal), goal.enough)));
        error.bounds.upper <= goal.enough
    })
}
