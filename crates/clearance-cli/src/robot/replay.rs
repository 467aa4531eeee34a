//! A path that was checked as frames of a page: what the robot does, how near it comes, and what proves it.

use clearance_robot::RobotError;
use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Checker, Contact, Edge};
use clearance_robot::path::Path;

use super::page::{Interval, Nearest, Page, Sample, Told};
use crate::outline::place;

/// Pictures of a segment: a quarter of a second at 60 a second.
const STEPS: usize = 16;
/// At most so many pictures of a path; longer ones are shown in larger steps.
const MOST: usize = 1500;

/// Adds a path with what was found of it.
pub fn add(
    page: &mut Page,
    (id, path): (&str, &Path),
    edge: &Edge,
    certificate: Option<&Certificate>,
    checker: &Checker,
) -> Result<(), RobotError> {
    let count = (path.len() * STEPS).clamp(1, MOST);
    let time = |i: usize| i as f64 * path.len() as f64 / count as f64;
    let samples = (0..=count).map(|i| sample(checker, path, time(i))).collect::<Result<_, _>>()?;
    page.add(id, samples, told(edge, certificate));
    Ok(())
}

fn told(edge: &Edge, certificate: Option<&Certificate>) -> Told {
    let not_free = |result, contact: &Contact| Told {
        result: Some(result),
        t_lower: Some(contact.time.lower),
        t_upper: Some(contact.time.upper),
        pair: Some(contact.pair.clone()),
        ..Told::default()
    };
    match edge {
        Edge::Free { lower } => Told {
            result: Some("free"),
            clearance_lower: Some(*lower).filter(|lower| lower.is_finite()),
            intervals: certificate.map_or(Vec::new(), intervals),
            ..Told::default()
        },
        Edge::Hit(contact) => not_free("hit", contact),
        Edge::Undecided(contact) => not_free("undecided", contact),
    }
}

fn intervals(certificate: &Certificate) -> Vec<Interval> {
    let interval = certificate.entries.iter().map(|entry| Interval {
        pair: entry.pair.clone(),
        t0: entry.t0,
        t1: entry.t1,
        bound: entry.bound,
    });
    interval.collect()
}

fn sample(checker: &Checker, path: &Path, t: f64) -> Result<Sample, RobotError> {
    let q = path.at(t).values;
    let nearest = checker.nearest(&q)?.map(|(found, pair)| Nearest {
        lower: Some(found.bounds.lower),
        upper: Some(found.bounds.upper),
        pair: Some(pair),
        witness_a: Some(place(found.witness_a)),
        witness_b: Some(place(found.witness_b)),
    });
    Sample::new(checker.robot(), t, &q, nearest.unwrap_or_default())
}
