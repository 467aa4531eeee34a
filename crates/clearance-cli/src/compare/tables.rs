//! Tables 2 and 3 with what the paper had no room for.

use clearance_classic::comparison::{Contender, Cost};
use serde_json::json;

use super::text::aligned;
use super::{Row, Table};

/// The contenders of the paper.
const PAPER: usize = 4;

/// A number of a contender; the least of the first `starred` contenders gets a star.
struct Measure {
    title: &'static str,
    digits: usize,
    starred: usize,
    value: fn(&Cost) -> Option<f64>,
}

const MEASURES: [Measure; 6] = [
    Measure {
        title: "time of a query, µs (* fastest of the four of the paper)",
        digits: 2,
        starred: PAPER,
        value: |c| Some(c.time * 1e6),
    },
    Measure {
        title: "time in the support function, %",
        digits: 0,
        starred: 0,
        value: |c| Some(100.0 * c.support_time / c.time),
    },
    Measure { title: "iterations", digits: 2, starred: 0, value: |c| Some(c.iterations) },
    Measure { title: "support evaluations", digits: 2, starred: 0, value: |c| Some(c.supports) },
    Measure { title: "scalar products with vertices", digits: 1, starred: 0, value: |c| c.products },
    Measure { title: "wrong distances, of all queries", digits: 0, starred: 0, value: |c| Some(f64::from(c.wrong)) },
];

/// One block for each measure.
pub fn text(table: &Table) -> String {
    let names = Contender::ALL.map(Contender::name);
    let head = [&["vertices"], &names[..]].concat();
    let block = |measure: &Measure| {
        let rows: Vec<Vec<String>> = table.rows.iter().map(|row| cells(row, measure)).collect();
        format!("{}\n{}\n", measure.title, aligned(&head, &rows))
    };
    let worst = table.rows.iter().flat_map(|row| &row.costs).fold(0.0f64, |worst, cost| worst.max(cost.deviation));
    let blocks: String = MEASURES.iter().map(block).collect();
    format!("{}\n\n{blocks}largest difference of a distance from the core's: {worst:.1e}\n\n", table.title)
}

fn cells(row: &Row, measure: &Measure) -> Vec<String> {
    let starred = row.costs.iter().take(measure.starred).filter_map(measure.value);
    let least = starred.fold(f64::INFINITY, f64::min);
    let cell = |(i, cost): (usize, &Cost)| match (measure.value)(cost) {
        None => "-".into(),
        Some(value) if i < measure.starred && value == least => format!("*{value:.*}", measure.digits),
        Some(value) => format!("{value:.*}", measure.digits),
    };
    let name = format!("{}/{}", row.counts[0], row.counts[1]);
    std::iter::once(name).chain(row.costs.iter().enumerate().map(cell)).collect()
}

/// One JSON object for each contender of each row.
pub fn lines(table: &Table) -> String {
    let of_row = |row: &Row| {
        let line = |cost: &Cost| {
            let object = json!({
                "table": table.name,
                "vertices": row.counts,
                "algorithm": cost.contender.name(),
                "time": cost.time,
                "support_time": cost.support_time,
                "iterations": cost.iterations,
                "supports": cost.supports,
                "products": cost.products,
                "wrong": cost.wrong,
                "deviation": cost.deviation,
            });
            format!("{object}\n")
        };
        row.costs.iter().map(line).collect::<String>()
    };
    table.rows.iter().map(of_row).collect()
}
