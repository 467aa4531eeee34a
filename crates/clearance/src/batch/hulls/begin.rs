//! Where the runs begin: the frames of the pairs and the first point of each.

use fearless_simd::Simd;

use super::super::frame::{Frame, Setting, each};
use super::super::lane::{Lanes, Wide};
use super::Bodies;
use super::run::{Place, Proven, Run};
use super::step::{Goal, Reasons, look, support, tame};
use super::table::{Columns, Table, WIDEST};
use super::vector::choose;
use crate::closed_form::boxes::dot;
use crate::math::{Matrix, Number, Pose, Vec3};

/// Begins a run for each pose, like [`Closest::along`](crate::gjk::Closest::along), in the columns from the first on, and takes the first look.
#[inline(always)]
pub(super) fn begin<S: Simd, T: Wide>(
    simd: S,
    bodies: &Bodies<T>,
    poses: &[&Pose<Vec3<T>>],
    goal: Goal<T>,
    table: &mut Table<T>,
) {
    let lanes = Lanes::<S, T>::COUNT;
    for (first, some) in (0..).step_by(lanes).zip(poses.chunks(lanes)) {
        let frame = Frame::new(gather(simd, bodies, some), Lanes::power_to_one);
        let place = Place {
            turn: frame.given.turn,
            offset: frame.offset,
            scale: frame.scale,
            size: frame.size,
            point_error: frame.point_error,
            plane_error: frame.plane_error,
        };
        let number = |x: f64| frame.number(x);
        let [a, b] = &bodies.centers;
        let (a, b) = (each(|i| frame.size.like(a[i])), each(|i| frame.size.like(b[i])));
        let center = place.point(a, b);
        let zero = number(0.0);
        let [x, y, z] = center;
        let null = x.magnitude().larger(y.magnitude()).larger(z.magnitude()).at_most(zero);
        let axis = choose(null, [number(1.0), zero, zero], center);
        let corners = bodies.corners();
        let point = support(&place, axis, corners);
        let lower = dot(axis, point.w) / dot(axis, axis).root() - place.plane_error;
        let mut run = Run {
            points: [point; 3],
            count: number(1.0),
            nearest: point.w,
            squared: dot(point.w, point.w),
            next: point,
        };
        let first_proven = Proven { lower, axis, iterations: number(1.0) };
        let (proven, reasons) = look(&place, &mut run, &first_proven, goal, corners);
        let wild = Lanes::<S, T>::bits(!tame(axis));
        let beyond = Lanes::<S, T>::bits(lower.above(frame.size.like(goal.cutoff)));
        // A run that is beyond at its first point takes no look.
        let deep = Lanes::<S, T>::bits((frame.size * frame.size.like(goal.deepest)).above(lower));
        let open = wild | deep | reasons.open & !beyond;
        let reasons = Reasons { open, beyond: beyond | reasons.beyond, ..reasons };
        Columns { place, run, proven, offset: frame.given.offset }.store(table, first);
        (0..some.len()).for_each(|k| table.stops[first + k] = reasons.stop(k));
    }
}

/// The settings of some poses, one in each lane.
#[inline(always)]
fn gather<S: Simd, T: Wide>(simd: S, bodies: &Bodies<T>, poses: &[&Pose<Vec3<T>>]) -> Setting<Lanes<S, T>> {
    let mut chosen = [poses[0]; WIDEST];
    chosen[..poses.len()].copy_from_slice(poses);
    let rotation_error = Lanes::from_fn(simd, |k| chosen[k].rotation_error());
    let same = |[a, b]: [T; 2]| [rotation_error.like(a), rotation_error.like(b)];
    Setting {
        turn: each(|j| each(|i| Lanes::from_fn(simd, |k| chosen[k].matrix().column(j)[i]))),
        offset: each(|i| Lanes::from_fn(simd, |k| chosen[k].translation()[i])),
        rotation_error,
        offset_error: Lanes::from_fn(simd, |k| chosen[k].translation_error()),
        reach: same(bodies.reach),
        radius: same(bodies.radius),
        error: same(bodies.error),
    }
}
