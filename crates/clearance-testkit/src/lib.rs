//! What the tests of `clearance` share: cases, models, oracles, generators, and the contract that every answer keeps.
//!
//! Nothing here uses the algorithms under test: [`model`] evaluates support mappings from their definitions in 106
//! bits, [`exact`] decides polytopes in rational numbers by trying every direction that can matter, [`sweep`] encloses
//! the signed distance of any bodies by branch and bound over all directions, and [`contract`] judges an answer by what
//! its own normal and witness points prove. [`pairs`] draws the situations, [`trial`] puts a pair through every query.

pub mod accuracy;
pub mod case;
pub mod contract;
pub mod course;
pub mod courses;
pub mod derivatives;
pub mod differences;
pub mod directed;
pub mod exact;
pub mod flaws;
pub mod judge;
pub mod make;
pub mod model;
pub mod number;
pub mod outside;
pub mod pairs;
pub mod random;
pub mod shapes;
pub mod spec;
pub mod surfaces;
pub mod survey;
pub mod swarm;
pub mod sweep;
pub mod touching;
pub mod trial;
pub mod triple;
pub mod twins;
