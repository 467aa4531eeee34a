//! Scenes of many bodies, convex or not, at rest or moving, with proven bounds on every answer.
//!
//! [`Scene`] holds bodies and answers questions about all of them: the closest pair or the deepest, all contacts, all pairs within a distance.
//! [`Aabb`] encloses a shape at a pose, rounding included; [`Tree`] holds such boxes and leads a question to the few that matter; what is
//! between two [`Body`]s, convex or [`Compound`], is a [`Between`]. [`TriangleMesh`] is a surface, and a solid if it is closed;
//! [`decompose`] finds convex parts that contain it.

mod ask;
mod between;
mod body;
mod cache;
pub mod compound;
mod decompose;
mod depth;
mod error;
mod filter;
mod halfspace;
mod key;
mod mesh;
mod parts;
mod resident;
mod scene;
mod sort;
mod surfaces;
pub mod tree;

pub use clearance::enclosure::{Aabb, reach_from_frame};

pub use ask::{Arrival, Cast, Closest, ClosestTo, Contact, Earliest, Near, NearTo, Struck, Within};
pub use between::Between;
pub use body::{Body, Geometry};
pub use cache::Watch;
pub use compound::Compound;
pub use decompose::{DecomposeOptions, Decomposition, Judgement, Part, decompose, error_of, judge};
pub use depth::{Depth, DepthBudget};
pub use error::SceneError;
pub use key::{BodyId, Key};
pub use mesh::{MeshReport, Nearest, TriangleMesh};
pub use scene::Scene;
pub use tree::Tree;
