//! Measures every line of `docs/measured/accuracy.md` and writes the page.
//!
//! `cargo run --release -p clearance-testkit --example accuracy -- [PAIRS]`: PAIRS pairs for each line, 400 by default.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use clearance_testkit::accuracy::{Row, table};

fn main() {
    let count = std::env::args().nth(1).map_or(400, |text| text.parse().expect("a number of pairs"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let [double, single] = [table::<f64>(count), table::<f32>(count)];
    let page = root.join("docs/measured/accuracy.md");
    let text = fs::read_to_string(&page).expect("docs/measured/accuracy.md");
    let head = text.split("<!-- measured -->").next().expect("a head");
    let mut out = format!("{head}<!-- measured -->\n\n{count} pairs a line.\n");
    show(&mut out, "f64", &double);
    show(&mut out, "f32", &single);
    fs::write(page, out).expect("docs/measured/accuracy.md can be written");
}

fn show(out: &mut String, precision: &str, rows: &[Row]) {
    writeln!(out, "\n## {precision}\n").unwrap();
    writeln!(out, "| pair | situation | error, median | worst | width, median | worst | time, median |").unwrap();
    writeln!(out, "|---|---|---|---|---|---|---|").unwrap();
    for row in rows {
        let ([error, worst], [width, widest]) =
            (Row::median_and_worst(&row.errors), Row::median_and_worst(&row.widths));
        let time = Row::median_and_worst(&row.times)[0] * 1e6;
        let [a, b] = row.kinds;
        assert_eq!(row.wrong, 0, "{a}-{b} {:?}: bounds exclude the truth", row.regime);
        let number = |x: f64| if x < 1e4 { format!("{x:.1}") } else { format!("{x:.0e}") };
        let (error, worst, width, widest) = (number(error), number(worst), number(width), number(widest));
        let regime = format!("{:?}", row.regime).to_lowercase();
        writeln!(out, "| {a}, {b} | {regime} | {error} | {worst} | {width} | {widest} | {time:.1} µs |").unwrap();
    }
}
