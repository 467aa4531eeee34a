//! A run of an algorithm of the literature, recorded.

use clearance::query::{Sample, signed_distance};
use clearance::{Pose, Real, Shape, Space, Vector};
use clearance_classic::epa::{Expansion, Verdict};
use clearance_classic::gjk::{Decision, Step};
use clearance_classic::{Algorithm, Event, Vertex};

use clearance_pages::trace::{Corner, Frame, Outcome, Phase, Polytope, Recorder, vector, weigh};

/// Runs a published algorithm on two bodies with world poses.
pub fn record<V: Space>(
    algorithm: Algorithm,
    a: (&Shape<V>, &Pose<V>),
    b: (&Shape<V>, &Pose<V>),
) -> (Vec<Frame>, Outcome) {
    let b_in_a = Pose::relative(a.1, b.1);
    let mut recorder = Recorder::new(a.0, b.0, a.1);
    let found = algorithm.run((a.0, b.0, &b_in_a), |event| match event {
        Event::Step(step) => take_step(&mut recorder, step),
        Event::Expansion(expansion) => take_expansion(&mut recorder, expansion),
        // Only the core's own name shows these, and it has a recorder of its own.
        Event::Core(_) => {}
    });
    // Rounding may leave a polytope without facets, and then there is no step to say so.
    if let Some(last) = recorder.frames.last_mut().filter(|last| !found.regular && last.decision.starts_with("grows")) {
        last.decision = "ends without an answer: rounding leaves no facet".into();
    }
    let status = match found.distance.partial_cmp(&V::Scalar::ZERO) {
        _ if !found.regular => "no answer: the method ended irregularly",
        Some(std::cmp::Ordering::Greater) => "separated (not proven)",
        Some(std::cmp::Ordering::Less) => "overlapping (not proven)",
        Some(std::cmp::Ordering::Equal) => "touching (not proven)",
        None => "no answer: not a number",
    };
    let outcome = Outcome {
        solver: None,
        status: status.into(),
        distance: found.distance.to_f64(),
        bounds: None,
        normal: Some(recorder.vector(found.normal)),
        witnesses: Some([found.witness_a, found.witness_b].map(|p| recorder.point(p))),
        evaluations: found.supports,
        reference: Some(signed_distance(a.0, b.0, &b_in_a).signed_distance.to_f64()),
    };
    (recorder.frames, outcome)
}

fn sample<V>(vertex: &Vertex<V>) -> Sample<V>
where
    V: Vector,
{
    Sample { w: vertex.w, a: vertex.a, b: vertex.b, ids: vertex.ids }
}

fn take_step<V: Space>(recorder: &mut Recorder<V>, step: &Step<V>) {
    let kept = step.simplex.corners().iter().filter(|corner| corner.kept);
    let simplex: Vec<Corner> = kept.map(|c| recorder.corner(sample(&c.vertex), Some(c.lambda))).collect();
    recorder.decide(&simplex);
    let support = step.support.map(|vertex| recorder.corner(sample(&vertex), None));
    let decision = match step.decision {
        Decision::Advance => "continues",
        Decision::Optimal => "ends: the support plane is near enough",
        Decision::Reoccurred => "ends: the support point is in the simplex already",
        Decision::Separating => "ends: the support plane separates",
        Decision::Inside => "ends: the simplex holds the origin",
        Decision::Touching => "ends: the nearest point is the origin, but for rounding",
        Decision::Stuck => "ends without an answer: no case of the sub-algorithm fits",
        Decision::Limit => "ends without an answer: iteration limit",
    };
    let nearest = recorder.vector(step.nearest);
    let direction = support.as_ref().map(|_| recorder.vector(-step.nearest.normalized()));
    // The start and every later iteration ask once.
    recorder.frames.push(Frame {
        phase: Phase::Gjk,
        number: step.iteration + 1,
        simplex,
        nearest,
        direction,
        means: "from the nearest point to the origin",
        support,
        lower: finite(step.lower),
        upper: finite(step.upper),
        polytope: None,
        decision: decision.into(),
        repeats: 0,
    });
}

fn take_expansion<V: Space>(recorder: &mut Recorder<V>, step: &Expansion<V>) {
    let vertices = step.polytope.vertices();
    let points: Vec<Corner> = vertices.iter().map(|vertex| recorder.corner(sample(vertex), None)).collect();
    let facet = &step.polytope.facets()[step.facet];
    let mut simplex: Vec<Corner> = facet.corners().iter().map(|&i| points[i].clone()).collect();
    let nearest = recorder.vector(step.nearest);
    weigh(&mut simplex, nearest);
    let direction = recorder.vector(facet.normal);
    let support = recorder.corner(sample(&step.support), None);
    let decision = match step.verdict {
        Verdict::Expand => "grows by the support point",
        Verdict::Final => "ends: the facet is one of the difference",
        Verdict::Flat => "ends: the difference has no volume",
        Verdict::Stuck => "ends without an answer: no facet holds its own foot",
        Verdict::Limit => "ends without an answer: expansion limit",
    };
    let number = recorder.loop_evaluations() + step.iteration + 1;
    let corners = |facet: &clearance_classic::epa::Facet<V>| facet.corners().iter().map(|&i| i as u32).collect();
    recorder.frames.push(Frame {
        phase: Phase::Epa,
        number,
        nearest,
        simplex,
        direction: (vector(direction).norm() > 0.0).then_some(direction),
        means: "the normal of the nearest facet",
        support: Some(support),
        lower: finite(-step.upper),
        upper: finite(-step.lower),
        polytope: Some(Polytope {
            names: points.iter().map(|c| c.name).collect(),
            points: points.into_iter().map(|c| c.w).collect(),
            facets: step.polytope.facets().iter().map(corners).collect(),
        }),
        decision: decision.into(),
        repeats: 0,
    });
}

fn finite<T: Real>(x: T) -> Option<f64> {
    Some(x.to_f64()).filter(|x| x.is_finite())
}
