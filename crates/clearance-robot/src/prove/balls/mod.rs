//! Edges of many configurations by the [balls](crate::cell::balls) in and about a robot's bodies: an inner ball in
//! contact proves a contact; outer balls farther away than they can move over an interval prove that there is none.
//!
//! A planner queries them before anything else ([`Sieve`]); what they do not decide, the bodies themselves do, that
//! pair only.

mod sieve;
mod solids;

pub(crate) use sieve::Sieve;
