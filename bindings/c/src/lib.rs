//! The C interface of clearance. The header is its documentation; `border/` alone touches pointers,
//! and everything behind it is safe.

mod answer;
mod batch;
#[allow(unsafe_code, reason = "the one place where C's pointers become references")]
mod border;
mod checker;
mod contact;
mod deforming;
mod derivative;
mod edge;
mod json;
mod monitor;
mod motion;
mod plan;
mod point;
mod refusal;
mod robot;
mod scene;
mod shape;
mod text;
mod walk;
