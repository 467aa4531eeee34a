//! Balls in and about a robot's bodies, and what they say of many configurations at once.
//!
//! Each body has a binary tree of *outer balls*, of which those of any level cover all of it, not only its surface, and
//! a few *inner balls* that lie in it. An inner ball in contact proves a contact; outer balls farther away than they
//! can move over an interval prove that there is none. Eight configurations stand side by side in `f32`, whose errors
//! are one constant per robot ([`chain`]).
//!
//! A planner queries them before anything else ([`Sieve`]); what they do not decide, the bodies themselves do, that
//! pair only.

mod chain;
mod cover;
mod lanes;
mod sieve;
mod solids;

pub(crate) use sieve::Sieve;
