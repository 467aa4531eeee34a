//! The compiled part of the Python package `clearance`: shapes, poses, questions and batches. What is simpler in Python
//! is there, in `python/clearance`.

use pyo3::prelude::*;

mod approach;
mod ask;
mod assembly;
mod batch;
mod build;
mod case;
mod certificate;
mod command;
mod configurations;
mod deforming;
mod error;
mod features;
mod hull;
mod interrupt;
mod json;
mod mesh;
mod model;
mod monitor;
mod motion;
mod moving;
mod numbers;
mod options;
mod pages;
mod pair;
mod plan;
mod points;
mod pose;
mod proximity;
mod question;
mod ranges;
mod rays;
mod roadmap;
mod robot;
mod scene;
mod scene_rows;
mod shape;
mod solids;
mod strike;
mod track;
mod trajectory;
mod uncertain;
mod walk;
mod watch;

/// The compiled part of the package.
#[pymodule]
mod _clearance {
    #[pymodule_export]
    use crate::approach::{
        robot_approach, robot_episodes, robot_times_below, trajectory_approach, trajectory_times_below,
    };
    #[pymodule_export]
    use crate::ask::{contact, contacts, distance, distance_within, gradient, intersects, signed_distance};
    #[pymodule_export]
    use crate::assembly::assembly_report;
    #[pymodule_export]
    use crate::batch::{signed_distance_ranges, signed_distances, smoothed_distances, times_of_impact};
    #[pymodule_export]
    use crate::case::answer_case;
    #[pymodule_export]
    use crate::certificate::certify;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::configurations::{
        robot_clearances, robot_collisions, robot_edges, robot_gradients, robot_pairs, robot_smoothed, robot_text,
    };
    #[pymodule_export]
    use crate::deforming::DeformingMesh;
    #[pymodule_export]
    use crate::features::first_contacts;
    #[pymodule_export]
    use crate::hull::hull_facts;
    #[pymodule_export]
    use crate::mesh::{Mesh, mesh_decompose, mesh_file, mesh_report, mesh_thickness};
    #[pymodule_export]
    use crate::monitor::MonitorTicks;
    #[pymodule_export]
    use crate::motion::{robot_follow, robot_inverse, robot_proposals, robot_task};
    #[pymodule_export]
    use crate::moving::{cast, closest_approach, pose_at, time_of_impact, times_below};
    #[pymodule_export]
    use crate::options::check_options;
    #[pymodule_export]
    use crate::pages::{play_page, robot_page, scene_page};
    #[pymodule_export]
    use crate::plan::{robot_certificate, robot_not_checked, robot_plan, robot_verify};
    #[pymodule_export]
    use crate::points::{distance_grid, point_distances, scene_point_distances, winding_numbers};
    #[pymodule_export]
    use crate::pose::{Pose, as_pose};
    #[pymodule_export]
    use crate::proximity::{_restore, Proximity};
    #[pymodule_export]
    use crate::ranges::{requirements, robot_check_region, robot_region, robot_sweep};
    #[pymodule_export]
    use crate::rays::{mesh_cast_rays, scene_cast_rays};
    #[pymodule_export]
    use crate::roadmap::Roadmap;
    #[pymodule_export]
    use crate::robot::{Cell, Robot};
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::shape::{Shape, check_shape};
    #[pymodule_export]
    use crate::strike::{
        scene_cast, scene_closest_approach, scene_contact, scene_contacts_of, scene_depth, scene_time_of_impact,
        scene_times_below,
    };
    #[pymodule_export]
    use crate::track::Track;
    #[pymodule_export]
    use crate::trajectory::{
        robot_times, trajectory_at, trajectory_check, trajectory_file, trajectory_limits, trajectory_scale,
        trajectory_verify,
    };
    #[pymodule_export]
    use crate::uncertain::distance_range;
    #[pymodule_export]
    use crate::walk::{scene_casts, scene_push_out, scene_walk};
    #[pymodule_export]
    use crate::watch::Watch;
}
