//! A run of the core, recorded.

use clearance::query::{End, Event, Expansion, Finish, Means, Pair, Sample, Step};
use clearance::{Pose, Proximity, Real, Shape, Space, Status, Vector};

use super::record::{Corner, Frame, Outcome, Phase, Polytope, vector};
use super::recorder::{Recorder, same_points, weigh, weighted};
use crate::outline::place;

/// Runs the core on two bodies with world poses.
pub fn record<V: Space>(a: (&Shape<V>, &Pose<V>), b: (&Shape<V>, &Pose<V>)) -> (Vec<Frame>, Outcome) {
    let b_in_a = Pose::relative(a.1, b.1);
    let mut recorder = Recorder::new(a.0, b.0, a.1);
    let (mut exact, mut solver) = (false, None);
    let found = Pair::new(a.0, b.0, &b_in_a).observed(|event| match event {
        Event::Step(step) => take_step(&mut recorder, &step),
        Event::Finish(finish) => take_finish(&mut recorder, &finish),
        Event::Expansion(expansion) => take_expansion(&mut recorder, &expansion),
        Event::Solved(by) => solver = Some(by.name()),
        Event::Decided => exact = true,
    });
    let outcome = Outcome { solver, ..outcome(&recorder, &found, exact) };
    (recorder.frames, outcome)
}

fn take_step<V: Space>(recorder: &mut Recorder<V>, step: &Step<V>) {
    let simplex: Vec<Corner> =
        step.simplex().zip(step.weights()).map(|(s, weight)| recorder.corner(s, Some(weight))).collect();
    recorder.decide(&simplex);
    let means = match step.means {
        Means::Nearest => "from the nearest point to the origin",
        Means::Curvature => "predicted by the curvature (second-order step)",
        Means::Projections => "across the nearest points of both bodies",
    };
    let support = recorder.corner(step.support(), None);
    recorder.frames.push(Frame {
        phase: Phase::Gjk,
        number: step.iteration,
        simplex,
        nearest: recorder.vector(step.nearest()),
        direction: Some(recorder.vector(step.direction())),
        means,
        support: Some(support),
        lower: Some(step.lower().to_f64()),
        upper: Some(step.upper().to_f64()),
        polytope: None,
        decision: String::new(),
        repeats: 0,
    });
}

fn take_finish<V: Space>(recorder: &mut Recorder<V>, finish: &Finish<V>) {
    let reason = match finish.end {
        End::Apart => "ends: no point of the difference lies before the support plane",
        End::Beyond => "ends: farther than wanted",
        End::Inside => "ends: the simplex holds the origin",
        End::Contact => "ends: the origin is closer than rounding can decide",
        End::Limit => "ends: iteration limit",
    };
    let weights = finish.weights();
    let simplex: Vec<Corner> = finish.simplex().zip(weights).map(|(s, w)| recorder.corner(s, Some(w))).collect();
    if let Some(last) = recorder.frames.last_mut()
        && same_points(&last.simplex, &simplex)
    {
        last.decision = reason.into();
        return;
    }
    recorder.decide(&simplex);
    let nearest = weighted(&simplex);
    recorder.frames.push(Frame {
        phase: Phase::Gjk,
        number: finish.iterations,
        nearest,
        simplex,
        direction: None,
        means: "",
        support: None,
        lower: Some(finish.lower().to_f64()),
        upper: Some(if finish.end == End::Inside { 0.0 } else { vector(nearest).norm() }),
        polytope: None,
        decision: reason.into(),
        repeats: 0,
    });
}

fn take_expansion<V: Space>(recorder: &mut Recorder<V>, step: &Expansion<V>) {
    let samples: Vec<Sample<V>> = step.points().collect();
    let points: Vec<Corner> = samples.iter().map(|&sample| recorder.corner(sample, None)).collect();
    let mut simplex: Vec<Corner> = step.facet()[..V::DIM].iter().map(|&i| points[i as usize].clone()).collect();
    if let Some(last) = recorder.frames.last_mut()
        && let Some(before) = &last.polytope
    {
        let grown = before.points.len() < points.len();
        last.decision = match (grown, same_points(&last.simplex, &simplex)) {
            (true, _) => "grows by the support point".into(),
            (false, true) => "the same facet again, its plane in twofold precision".into(),
            (false, false) => "final, but the foot of the origin may lie on another facet as near".into(),
        };
    }
    let direction = recorder.vector(step.direction());
    let (floor, ceiling) = (step.floor().to_f64(), step.ceiling().to_f64());
    let nearest = place(vector(direction) * floor);
    weigh(&mut simplex, nearest);
    let support = recorder.corner(step.support(), None);
    let number = recorder.loop_evaluations() + step.evaluations;
    recorder.frames.push(Frame {
        phase: Phase::Epa,
        number,
        nearest,
        simplex,
        direction: Some(direction),
        means: "the normal of the nearest facet",
        support: Some(support),
        lower: Some(-ceiling),
        upper: Some(-floor),
        polytope: Some(Polytope {
            names: points.iter().map(|c| c.name).collect(),
            points: points.into_iter().map(|c| c.w).collect(),
            facets: step.facets().map(|corners| corners[..V::DIM].to_vec()).collect(),
        }),
        decision: "ends: no point of the difference lies beyond the facet".into(),
        repeats: 0,
    });
}

fn outcome<V: Space>(recorder: &Recorder<V>, found: &Proximity<V>, exact: bool) -> Outcome {
    let status = match found.status {
        Status::Separated => "separated",
        Status::Touching => "touching",
        Status::Overlapping => "overlapping",
        Status::Undecided => "undecided",
    };
    let how = match (exact, found.proven) {
        (true, _) => "decided by exact arithmetic",
        (_, true) => "proven",
        _ => "within rounding",
    };
    Outcome {
        status: format!("{status} ({how})"),
        distance: found.signed_distance.to_f64(),
        bounds: Some([found.bounds.lower.to_f64(), found.bounds.upper.to_f64()]),
        normal: Some(recorder.vector(found.normal)),
        witnesses: Some([found.witness_a, found.witness_b].map(|p| recorder.point(p))),
        evaluations: found.iterations,
        solver: None,
        reference: None,
    }
}
