//! Shows what the crate answers and what the referee and the oracles say about the cases of a file.
//!
//! `cargo run --release -p clearance-testkit --example replay -- testdata/corpus/regressions/peers.jsonl [ID]`

use std::path::Path;

use clearance::{Options, Vec2, Vec3};
use clearance_testkit::case::{Case, read_file};
use clearance_testkit::make::World;
use clearance_testkit::number::Number;
use clearance_testkit::pairs::Pair;
use clearance_testkit::trial::Trial;

/// Support evaluations of branch and bound.
const EVALUATIONS: usize = 200_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, ids @ ..] = arguments.as_slice() else { panic!("replay FILE [ID ..]") };
    let cases = read_file(Path::new(file)).unwrap_or_else(|error| panic!("{error}"));
    for case in cases.iter().filter(|case| ids.is_empty() || ids.contains(&case.id)) {
        println!("{}: {}", case.id, case.note.as_deref().unwrap_or(&case.family));
        if case.dim == 3 {
            show::<Vec3<f64>>("f64", case);
            show::<Vec3<f32>>("f32", case);
        } else {
            show::<Vec2<f64>>("f64", case);
            show::<Vec2<f32>>("f32", case);
        }
    }
}

fn show<V: World>(precision: &str, case: &Case) {
    let pair = Pair::given(case.dim, case.a.clone(), case.b.clone());
    let trial = Trial::<V>::new(&pair);
    let answer = trial.answer(&Options::default());
    let truth = trial.truth(EVALUATIONS);
    println!("  {precision}: {answer:?}");
    println!("  truth [{:e}, {:e}], sign {:?}", truth.lower.value(), truth.upper.value(), truth.sign);
    println!("  contract  {:?}", trial.check_contract());
    println!("  agreement {:?}", trial.check_agreement());
    println!("  oracle    {:?}", truth.check(&answer));
}
