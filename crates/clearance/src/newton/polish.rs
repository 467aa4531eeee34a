//! The last digits of a lowest support plane and of the points that bear it, from inscribed bodies.
//!
//! A descent asks the difference, which at a kink answers with one of the pieces that meet there, whichever rounding
//! likes; and where the surface is nearly flat even the next representable direction is supported somewhere else. An
//! inscribed body is known all over: each of a few is evaluated at the same direction, so its model has no error but
//! rounding, and the last steps are not rounded to directions: what they turn is kept beside the direction.

use alloc::vec::Vec;

use super::{Evaluation, Lowest, Model, Round, least, tangents};
use crate::difference::{Difference, Vertex};
use crate::math::{Real, Vector};
use crate::simplex::{Reduce, convex};

/// The most bodies: three bear a minimum, the others border on it.
const MOST: usize = 8;

/// The most steps.
const STEPS: u32 = 32;

/// The tangent of the largest step.
const FARTHEST: f64 = 0.25;

/// Steps that are kept beside the direction: each brings as many digits again.
const LAST: u32 = 3;

/// A lowest plane with the points that bear it.
pub(crate) struct Polished<V: Vector> {
    pub plane: Lowest<V>,
    pub points: Vec<Vertex<V>>,
    pub evaluations: u32,
}

/// Descends from a plane to the local minimum of the support function over the inscribed bodies that are found on the
/// way. `None` where it does not come to rest.
pub(crate) fn polished<V: Reduce>(m: &Difference<'_, V>, start: Lowest<V>) -> Option<Polished<V>> {
    let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.frame.size;
    let still = V::Scalar::UNIT.sqrt() * V::Scalar::power_of_two(-8);
    let mut rounds = Vec::with_capacity(MOST);
    let mut evaluations = 0;
    let mut reach = V::Scalar::from_f64(FARTHEST);
    let (mut normal, mut aside) = (start.normal, V::ZERO);
    let mut patches = asked(m, &mut rounds, normal).1;
    let mut last = 0;
    for _ in 0..STEPS {
        evaluations += 1;
        let center = Lowest { normal: (normal + aside).normalized(), height: highest(&patches) };
        let basis = tangents(center.normal);
        let models: Vec<_> = patches.iter().map(|patch| Model::new(patch, &center, &basis, true)).collect();
        let minimum = least(&models, 0, V::DIM - 1, reach)?;
        let turn = basis[0] * minimum.x[0] + basis[1] * minimum.x[1];
        let length = turn.norm();
        let bearing = &minimum.pieces[..minimum.count];
        if residual(&center, bearing, &patches) <= rounding || length <= still && last == LAST {
            evaluations += 1;
            if !join(&mut rounds, Round::find(m, center.normal)) {
                let points = bearing.iter().map(|&i| patches[i].vertex).collect();
                return Some(Polished { plane: center, points, evaluations });
            }
            // Another body reaches as far there.
            patches = rounds.iter().map(|round| round.patch(m, [normal, aside])).collect();
            last = 0;
            continue;
        }
        if length <= still {
            last += 1;
            aside += turn;
            patches = rounds.iter().map(|round| round.patch(m, [normal, aside])).collect();
            continue;
        }
        let next = (center.normal + turn).normalized();
        let (is_new, there) = asked(m, &mut rounds, next);
        let height = highest(&there);
        if height <= center.height + rounding {
            (normal, aside, patches) = (next, V::ZERO, there);
        } else if is_new {
            // What was found there corrects the model here.
            patches = rounds.iter().map(|round| round.patch(m, [normal, aside])).collect();
        } else {
            reach = length * V::Scalar::from_f64(0.25);
            if reach <= still {
                return None;
            }
        }
    }
    None
}

/// The patches of all bodies along a direction, the one that reaches farthest there included, and whether that one is
/// new.
fn asked<V: Vector>(m: &Difference<'_, V>, rounds: &mut Vec<Round<V>>, direction: V) -> (bool, Vec<Evaluation<V>>) {
    let is_new = join(rounds, Round::find(m, direction));
    (is_new, rounds.iter().map(|round| round.patch(m, [direction, V::ZERO])).collect())
}

/// Takes a body in, in place of the oldest if there are too many; false if it is there already.
fn join<V: Vector>(rounds: &mut Vec<Round<V>>, round: Round<V>) -> bool {
    let is_new = !rounds.contains(&round);
    if is_new {
        if rounds.len() == MOST {
            rounds.remove(0);
        }
        rounds.push(round);
    }
    is_new
}

/// How far the points that bear a plane are from its projection of the origin, in sum: what says that it is lowest also
/// along a ring of equal heights, where steps do not end.
fn residual<V: Reduce>(plane: &Lowest<V>, bearing: &[usize], patches: &[Evaluation<V>]) -> V::Scalar {
    let mut points = [V::ZERO; 3];
    points.iter_mut().zip(bearing).for_each(|(point, &i)| *point = patches[i].vertex.w);
    let weights = convex(V::barycentric_of(points, bearing.len()));
    let sum =
        points.into_iter().zip(weights).take(bearing.len()).fold(V::ZERO, |sum, (point, weight)| sum + point * weight);
    (sum - plane.normal * plane.height).norm()
}

fn highest<V: Vector>(patches: &[Evaluation<V>]) -> V::Scalar {
    patches.iter().fold(-V::Scalar::INFINITY, |top, patch| top.max(patch.direction.dot(patch.vertex.w)))
}
