//! What queries promise, one file for each promise. They are one program because all ask the same questions of the same
//! shapes: the generic code behind them is compiled once, not fourteen times.

mod agreement;
mod batch;
mod casts;
mod closed_form;
mod contract;
mod corpus;
mod exact;
mod features;
mod gradient;
mod limits;
mod motions;
mod oracle;
mod peers;
mod public_types;
mod scale;
mod solvers;
mod twins;
