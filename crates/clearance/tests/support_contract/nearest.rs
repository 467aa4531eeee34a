//! The points nearest to a given one, for the shapes that know them.

use clearance::SupportExt;
use clearance::{Projection, Real, Support, Vec2, Vec3, Vector};

use crate::body::Dimension;
use crate::random::Random;
use crate::{Case, SEED, long_of};

/// Points about a body, some of them close to it.
fn points_about<V: Dimension>(case: &Case<'_, V>, random: &mut Random) -> Vec<V> {
    let reach = case.shape.reach();
    (0..12)
        .map(|i| {
            let way = random.direction::<V>().normalized();
            let from = case.shape.support(random.direction::<V>());
            let far = V::Scalar::from_f64(random.unit()) * V::Scalar::power_of_two(if i % 3 == 0 { -12 } else { 1 });
            from + way * (far * reach)
        })
        .collect()
}

fn check_feet<V: Dimension>(depth: usize, count: usize) {
    println!("seed {SEED}");
    let mut random = Random::new(SEED + 100 + depth as u64);
    let mut found = 0;
    for _ in 0..count {
        let body = random.body::<V>(depth);
        let case = Case::<V>::new(&body, 1.0);
        let (error, doubt) = (case.length(case.shape.support_error()).0, case.doubt());
        let checks: Vec<_> = (0..12).map(|_| long_of(random.direction::<V>().normalized(), 1.0)).collect();
        for p in points_about(&case, &mut random) {
            let Some(foot) = case.shape.nearest(p) else { continue };
            found += 1;
            let place = case.place(foot.point);
            for &d in &checks {
                let above = case.above(place, d);
                assert!(above <= error + doubt, "{body:?} from {p:?}: {above:e} outside, {error:e}");
            }
            let way = p - foot.point;
            // Of a shorter way rounding decides the direction.
            let rounding = V::Scalar::UNIT.to_f64() * 64.0 * (case.shape.reach() + p.norm()).to_f64();
            if way.norm().to_f64() > rounding {
                let below = -case.above(place, long_of(way.normalized(), 1.0));
                let slack = error + rounding / way.norm().to_f64() * case.shape.reach().to_f64();
                assert!(below <= slack + doubt, "{body:?} from {p:?}: {below:e} nearer");
            }
        }
    }
    println!("{found} feet");
    assert!(found > 4 * count / (1 + depth), "only {found} feet");
}

#[test]
fn feet_lie_in_the_core_and_are_nearest() {
    check_feet::<Vec3<f64>>(0, 2000);
    check_feet::<Vec3<f64>>(2, 1000);
    check_feet::<Vec3<f32>>(0, 2000);
    check_feet::<Vec2<f64>>(0, 1000);
}

/// The way of the foot when the point moves, by differences; `None` where they disagree, at the border of a feature.
fn moved(shape: &impl Support<Vec3<f64>>, p: Vec3<f64>, way: Vec3<f64>) -> Option<Vec3<f64>> {
    let step = 1e-6;
    let at = |t: f64| shape.nearest(p + way * t).map(|foot| foot.point);
    let (before, here, after) = (at(-step)?, at(0.0)?, at(step)?);
    let (left, right) = ((here - before) * (1.0 / step), (after - here) * (1.0 / step));
    let wide = (at(3.0 * step)? - at(-3.0 * step)?) * (1.0 / (6.0 * step));
    let middle = (left + right) * 0.5;
    ((left - right).norm() <= 1e-4 && (middle - wide).norm() <= 1e-4).then_some(middle)
}

#[test]
fn feet_move_as_they_say() {
    println!("seed {SEED}");
    let mut random = Random::new(SEED + 200);
    let (mut smooth, mut bent) = (0, 0);
    for _ in 0..3000 {
        let body = random.body::<Vec3<f64>>(1);
        let case = Case::<Vec3<f64>>::new(&body, 1.0);
        if !(1e-3..1e3).contains(&case.shape.reach()) {
            continue;
        }
        for p in points_about(&case, &mut random).into_iter().skip(1) {
            let Some(Projection { directions, rates, point }) = case.shape.nearest(p) else { continue };
            let way = random.direction::<Vec3<f64>>().normalized();
            let Some(expected) = moved(&case.shape, p, way) else { continue };
            if (p - point).norm() < 1e-3 * case.shape.reach() {
                continue;
            }
            let shown = directions[0] * (rates[0] * directions[0].dot(way))
                + directions[1] * (rates[1] * directions[1].dot(way));
            assert!(
                (shown - expected).norm() <= 1e-3,
                "{body:?} from {p:?} along {way:?}: {shown:?}, not {expected:?}"
            );
            smooth += 1;
            bent += usize::from(rates.iter().any(|&rate| rate > 0.0 && rate < 1.0));
        }
    }
    println!("{smooth} feet, {bent} of them on a bend");
    assert!(smooth > 3000 && bent > 300, "{smooth} feet, {bent} on a bend");
}
