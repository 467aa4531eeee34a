//! `cases list`, `cases make FOLDER CELL...`, `cases certify FILE COUNT`, `cases judge FILE QUERY FRAME PRECISION
//! ANSWERS`.

use std::error::Error;
use std::fs;
use std::path::Path;

use cases::certify::certify;
use cases::{Cell, cells, judge, place};

const USAGE: &str = "cases list | cases make FOLDER CELL... | cases certify FILE COUNT | cases judge FILE QUERY a|world f32|f64 ANSWERS";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => cells::all().iter().for_each(|plan| println!("{} {}", plan.name, plan.pairs)),
        ["make", folder, ref names @ ..] => make(Path::new(folder), names)?,
        ["certify", file, count] => print_certified(file, count.parse()?)?,
        ["judge", file, query, frame, precision, answers] => print_verdict(file, query, (frame, precision), answers)?,
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

fn make(folder: &Path, names: &[&str]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for plan in cells::all().iter().filter(|plan| names.contains(&plan.name.as_str())) {
        place::cell(plan)?.write(&folder.join(&plan.name))?;
    }
    Ok(())
}

fn print_certified(file: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let certified = certify(&Cell::read(Path::new(file))?, count);
    println!(
        "{file}: {} pairs, {} refuted, the oracle's enclosures at most {:.1e} wide",
        certified.pairs, certified.refuted, certified.widest
    );
    if certified.refuted > 0 { Err("the truth of a case is refuted".into()) } else { Ok(()) }
}

fn print_verdict(
    file: &str,
    query: &str,
    (frame, precision): (&str, &str),
    answers: &str,
) -> Result<(), Box<dyn Error>> {
    let frame = if frame == "a" { judge::Frame::OfA } else { judge::Frame::World };
    let precision = if precision == "f32" { judge::Precision::Single } else { judge::Precision::Double };
    let numbers = fs::read(answers)?
        .chunks_exact(8)
        .map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default()))
        .collect::<Vec<_>>();
    let v = judge::judge(&Cell::read(Path::new(file))?, query, (frame, precision), &numbers)?;
    println!(
        "{{\"pairs\": {}, \"failures\": {}, \"wrong\": {}, \"values\": {}, \"max_error\": {:.2e}, \"median_error\": {:.2e}, \"max_normal_excess\": {:.2e}, \"unclean\": {}}}",
        v.pairs, v.failures, v.wrong, v.values, v.max_error, v.median_error, v.max_normal_excess, v.unclean
    );
    Ok(())
}
