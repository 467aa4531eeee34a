//! A trace as a page of its own.

use super::record::Trace;
use crate::page::fill;

/// The page, built from `viewer/`.
const PAGE: &str = include_str!("../../assets/trace.html");

/// The page with a trace in it.
pub fn page(trace: &Trace) -> anyhow::Result<String> {
    fill(PAGE, trace)
}
