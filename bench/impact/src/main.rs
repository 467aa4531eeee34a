//! Times of impact beside parry's nonlinear cast: `impact [CASES.jsonl] [MOTIONS A FAMILY]`.
//!
//! First the certified cases of a file, then random boxes by the families of the test kit. Truth of a certified case is
//! its time; of random boxes the bracket that `clearance` proves, which `cargo run -p clearance-testkit --example
//! motions` judges by a search of its own. *Missed*: no contact where there is one, or one that is late by more than
//! 1e-6 of the motion. *False*: a contact where there is none, or one that is early by as much. Contacts that last from
//! the start, and grazes that are not decided, are left out.

mod peer;

use std::error::Error;

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, MovingPair};
use clearance::{Pose3, Shape3, Vec3};
use clearance_testkit::course::Course;
use clearance_testkit::courses::FAMILIES;
use clearance_testkit::make::body;
use clearance_testkit::random::Random;
use clearance_testkit::spec::{BodySpec, PoseSpec, ShapeSpec};
use cpu_time::ThreadTime;
use serde_json::Value;

/// In units of the motion: an answer that is off by more is none.
const LATE: f64 = 1e-6;

/// A body that moves over the unit of time.
pub struct Moving {
    body: BodySpec,
    pivot: Vec<f64>,
    linear: Vec<f64>,
    angular: Vec<f64>,
}

/// Two bodies with the bracket of their first contact, if they have one.
struct Question {
    bodies: [Moving; 2],
    truth: Option<[f64; 2]>,
}

/// What one engine did with a family.
#[derive(Default)]
struct Row {
    asked: usize,
    contacts: usize,
    missed: usize,
    wrong: usize,
    errors: Vec<f64>,
    seconds: f64,
}

impl Row {
    fn note(&mut self, truth: Option<[f64; 2]>, found: Option<f64>) {
        self.asked += 1;
        self.contacts += usize::from(truth.is_some());
        match (truth, found) {
            (None, None) => {}
            (None, Some(_)) => self.wrong += 1,
            (Some(_), None) => self.missed += 1,
            (Some([lower, upper]), Some(t)) => {
                let (early, late) = (lower - t, t - upper);
                self.wrong += usize::from(early > LATE);
                self.missed += usize::from(late > LATE);
                self.errors.push(early.max(late).max(0.0));
            }
        }
    }

    fn print(mut self, family: &str, engine: &str) {
        self.errors.sort_by(f64::total_cmp);
        let at = |share: f64| self.errors.get((share * (self.errors.len() as f64 - 1.0)) as usize).copied();
        let number = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.1e}"));
        println!(
            "| {family} | {engine} | {} | {} | {} | {} | {} | {} | {:.1} |",
            self.asked,
            self.contacts,
            self.missed,
            self.wrong,
            number(at(0.5)),
            number(at(1.0)),
            self.seconds * 1e6 / self.asked.max(1) as f64
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.get(1).map_or(Ok(20_000), |word| word.parse())?;
    println!(
        "| motions | by | asked | contacts | missed | false | error, median | worst | µs |\n|---|---|---:|---:|---:|---:|---:|---:|---:|"
    );
    let file = words.first().map_or("testdata/corpus/toi.jsonl", String::as_str);
    let text = std::fs::read_to_string(file)?;
    let cases = text.lines().map(|line| certified(&serde_json::from_str(line)?)).collect::<Result<Vec<_>, _>>()?;
    compare("certified", &cases.into_iter().flatten().collect::<Vec<_>>())?;
    for family in FAMILIES {
        let draw = |i: u64| family.courses(&mut Random::new(0xD1CE << 32 ^ (family as u64) << 56 ^ i));
        let questions: Vec<_> = (0..count).filter_map(|i| of_courses(&draw(i))).collect();
        compare(&format!("{family:?}"), &questions)?;
    }
    Ok(())
}

/// Both engines on the questions that parry can be asked.
fn compare(family: &str, questions: &[Question]) -> Result<(), Box<dyn Error>> {
    let (mut ours, mut theirs) = (Row::default(), Row::default());
    for Question { bodies: [a, b], truth } in questions {
        let (Some(peer_a), Some(peer_b)) = (peer::Body::new(a), peer::Body::new(b)) else { continue };
        let (pair, started) = ((loaded(a)?, loaded(b)?), ThreadTime::now());
        let found = time_of(&answered(&pair.0, &pair.1));
        ours.seconds += started.elapsed().as_secs_f64();
        ours.note(*truth, found);
        let started = ThreadTime::now();
        let found = peer::time_of_impact(&peer_a, &peer_b)?;
        theirs.seconds += started.elapsed().as_secs_f64();
        theirs.note(*truth, found);
    }
    ours.print(family, "clearance");
    theirs.print(family, "parry");
    Ok(())
}

type Loaded = (Shape3<f64>, LinearMotion<Vec3<f64>>);

fn loaded(moving: &Moving) -> Result<Loaded, Box<dyn Error>> {
    let (shape, start): (_, Pose3<f64>) = body(&moving.body)?;
    let vector = |v: &[f64]| Vec3::new(v[0], v[1], v[2]);
    let motion = LinearMotion::about(vector(&moving.pivot), start, vector(&moving.linear), vector(&moving.angular))?;
    Ok((shape, motion))
}

fn answered(a: &Loaded, b: &Loaded) -> Impact<Vec3<f64>> {
    MovingPair::new((&a.0, &a.1), (&b.0, &b.1)).time_of_impact()
}

/// The time that `clearance` reports; of a graze that it does not decide, the last one that is proven to be free.
fn time_of(impact: &Impact<Vec3<f64>>) -> Option<f64> {
    impact.encounter().map(|found| found.bracket.lower)
}

/// A certified case of space, unless it begins in contact or is a graze.
fn certified(case: &Value) -> Result<Option<Question>, Box<dyn Error>> {
    let expect = &case["expect"];
    if case["dim"] != 3 || expect["initial_overlap"] == true || expect["borderline"] == true {
        return Ok(None);
    }
    let side = |side: &str| -> Result<Moving, Box<dyn Error>> {
        let body: BodySpec = serde_json::from_value(case[side].clone())?;
        let vector = |key: &str| match case["motion"][side].get(key) {
            Some(given) => serde_json::from_value(given.clone()),
            None => Ok(vec![0.0; 3]),
        };
        let pivot = body.pose.translation.clone();
        Ok(Moving { linear: vector("linear")?, angular: vector("angular")?, body, pivot })
    };
    let truth = expect["toi"].as_str().map(|digits| digits.parse::<f64>()).transpose()?.map(|time| [time; 2]);
    Ok(Some(Question { bodies: [side("a")?, side("b")?], truth }))
}

/// Boxes with the bracket that is proven of them.
fn of_courses(courses: &[Course; 2]) -> Option<Question> {
    let moving = |course: &Course| Moving {
        body: BodySpec {
            shape: ShapeSpec::Box { half_extents: course.half.to_vec() },
            pose: PoseSpec { translation: course.center.to_vec(), quaternion: course.rotation },
        },
        pivot: course.pivot.to_vec(),
        linear: course.linear.to_vec(),
        angular: course.angular.to_vec(),
    };
    let bodies = [moving(&courses[0]), moving(&courses[1])];
    let truth = match answered(&loaded(&bodies[0]).ok()?, &loaded(&bodies[1]).ok()?) {
        Impact::NoContact { .. } => None,
        Impact::Hit(found) if !found.initial => Some([found.bracket.lower, found.bracket.upper]),
        _ => return None,
    };
    Some(Question { bodies, truth })
}
