//! The algorithms side by side: Tables 2 and 3 of J.-S. Liu et al., Geometric interpretation and comparisons of
//! enhancements of GJK algorithm, with the core beside them, and a table of where each algorithm breaks.
//!
//! Times are of this machine and this build; iterations, support evaluations and scalar products are the same
//! everywhere.

mod contender;
mod measure;
mod random;
mod robustness;

pub use contender::{Asked, Body, Contender, Memory};
pub use measure::{Cost, Setting, TABLE_2, TABLE_3, at_rest, tracked};
pub use random::Random;
pub use robustness::{Family, Outcome, Score, robustness};
