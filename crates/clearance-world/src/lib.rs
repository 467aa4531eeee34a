//! Scenes of many bodies, convex or not, at rest or moving, with proven bounds on every answer.
//!
//! [`Scene`] holds bodies and answers questions about all of them: the closest pair or the deepest, all contacts, all
//! pairs within a distance. A [`Body`] is a shape, a halfspace, a [`Compound`] or a [`TriangleMesh`]; [`BodyPair`] and
//! [`MovingBodies`] ask about two of them, and [`Between`] is the answer. [`Aabb`] encloses a body at a pose, rounding
//! included; [`Tree`] holds such boxes and leads a question to the few that matter. A [`TriangleMesh`] is a surface,
//! and a solid if it is closed; [`decompose`](decompose()) finds convex parts that contain it.

mod answer;
mod arrivals;
mod ask;
mod between;
mod body;
mod cache;
pub mod compound;
mod contact_id;
mod convex;
mod curve;
mod decompose;
mod deforming;
mod depth;
mod error;
mod filter;
mod halfspace;
mod input_error;
mod inside;
mod key;
mod many;
mod meeting;
mod mesh;
mod object;
mod pair;
mod parts;
mod points;
mod ray;
mod refusal;
mod resident;
mod scene;
mod sha256;
mod sort;
mod spelling;
mod stop;
mod surfaces;
mod thickness;
mod threads;
pub mod tree;
mod uncertain;
mod volume;
mod walk;

pub use clearance::enclosure::{Aabb, reach_from_frame};

pub use answer::Between;
pub use ask::{
    Arrival, Cast, Closest, ClosestTo, Contact, Earliest, Near, NearTo, PairTimesBelow, SceneApproach, Struck, Within,
};
pub use body::Body;
pub use cache::Watch;
pub use clearance::best_first::{BestFirst, Entry};
pub use compound::Compound;
pub use contact_id::{ContactId, Touched, contact_ids};
pub use decompose::{
    DecomposeOptions, Decomposition, HullError, Judgement, Part, decompose, error_of, hull_error, judge,
};
pub use deforming::{DeformingMesh, MeshContact, MeshFeatures};
pub use depth::{Depth, DepthBudget};
pub use error::SceneError;
pub use input_error::InputError;
pub use key::{BodyId, Key};
pub use many::ManyParts;
pub use meeting::{BodiesApproach, TimesBelow};
pub use mesh::{MeshReport, Nearest, Repaired, TriangleMesh, repaired};
pub use object::Object;
pub use pair::{BodiesWithin, BodyContact, BodyPair, Meeting, MovingBodies};
pub use points::{DistanceGrid, GridError, NearestBody, PointDistance};
pub use ray::SurfaceHit;
pub use refusal::Refusal;
pub use scene::Scene;
pub use sha256::sha256;
pub use spelling::{closest, hint};
pub use stop::Task;
pub use thickness::{Thickness, ThicknessAt, ThicknessOptions, ThicknessShare, ThicknessSide};
pub use tree::Tree;
pub use uncertain::{DistanceRange, Intersect, PoseBox, RangeOptions, signed_distance_range};
pub use walk::{Ground, PushOut, Walk, WalkHit, WalkOptions};
