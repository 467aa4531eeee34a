//! Reads mesh files, shapes, poses and pair cases, with errors that say where and what was expected, and answers them.

mod answer;
mod below;
mod case;
mod deforming_case;
mod error;
mod file_kind;
mod held_files;
mod hull;
mod impact_result;
pub mod json;
mod kept_parts;
pub mod mesh;
mod mesh_files;
mod mesh_use;
mod motion_json;
mod points;
mod pose_json;
mod prepared;
mod range_case;
mod representation;
mod result;
mod scene;
mod shape_json;
mod stage;

pub use clearance_world::{closest, hint, sha256};

pub use answer::{Settings, WarmStarts, answer, answer_in};
pub use below::{Below, BelowInterval};
pub use case::{CaseLine, Precision, Query, known_dimension};
pub use error::ReadError;
pub use file_kind::file_kind;
pub use held_files::HeldFiles;
pub use hull::{HullResult, hull_error_line, hull_line};
pub use mesh_files::MeshFiles;
pub use mesh_use::{MeshOptions, MeshUse};
pub use motion_json::{Motions, ReadMotion, initial_overlap, motions};
pub use points::{NpyArray, PointList, PointRow, PointRows, read_npy};
pub use pose_json::{Placing, ReadRotation, pose};
pub use prepared::Prepared;
pub use representation::{Bodies, Representation, Represented, Tessellation, between_meshes};
pub use result::{Contact, Corner, Features, PairResult, error_line, result_line};
pub use scene::{
    AnyScene, Frame, FrameLine, OutsideRule, PairMargin, SceneBody, SceneFile, SceneGroup, WrittenBody, parse_scene,
    parse_scene_beside, read_scene, read_scene_beside, read_scene_with,
};
pub use shape_json::{PosedBody, ReadShape, body, factors, no_part, placed, placed_body, polygon, posed_body, shape};
pub use stage::{Answers, AnyStage, ApproachTime, ContactTime, Question, SceneRow, Stage};
