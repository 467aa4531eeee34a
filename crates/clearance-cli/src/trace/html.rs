//! A trace as a page of its own.

use super::record::Trace;

/// The page, built from `viewer/`, with a place for the data.
const PAGE: &str = include_str!("../../assets/trace.html");

/// Where the data go.
const PLACE: &str = "{{trace}}";

/// The page with a trace in it.
pub fn page(trace: &Trace) -> anyhow::Result<String> {
    // No text of the data can end the script element that holds it.
    let data = serde_json::to_string(trace)?.replace('<', "\\u003c");
    Ok(PAGE.replacen(PLACE, &data, 1))
}
