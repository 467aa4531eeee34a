//! The entries that C calls, and the only place where its pointers become references.
//!
//! The contract of every entry is that of the header: a pointer is null, which is refused, or it points to as many
//! aligned values as the header says, which are not written to during the call; `out` pointers are to memory that is
//! the caller's alone. What a caller breaks of this no library can see. A value is written after everything else has
//! gone well, so a refused call writes nothing.

/// Declares entries that free what another entry handed over.
macro_rules! frees {
    ($($name:ident($type:ty);)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(handle: *mut $type) {
            // SAFETY: it came from an entry that hands such a thing over, and the caller uses it no more.
            unsafe { free(handle) }
        }
    )+};
}

/// Declares entries that write the defaults of options.
macro_rules! defaults {
    ($($name:ident($type:ident);)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(out: *mut $type) {
            // SAFETY: the contract of every entry, see the module.
            status_of(|| unsafe { put("options", out, $type::defaults()) });
        }
    )+};
}

mod checker;
mod deforming;
mod derivative;
mod monitor;
mod pointers;
mod robot;
mod scene;
mod walk;

use std::ffi::{c_char, c_void};

use clearance_world::Body;
use core_crate::support::Outline;
use core_crate::{Pose3, Shape3, ShapeError, Support, Vec3};

use crate::answer::{Pair, clearance_options, clearance_pose, clearance_proximity, clearance_ready_pose};
use crate::batch;
use crate::contact::{self, clearance_contact_point};
use crate::motion::{self, clearance_approach, clearance_impact, clearance_motion};
use crate::point::{self, clearance_point_distance};
use crate::refusal::{Answer, Refusal, last_error, status_of};
use crate::shape::{self, clearance_shape};
use pointers::*;

/// Declares entries that make a shape from numbers, arrays of numbers and other shapes.
macro_rules! constructors {
    ($($name:ident($($argument:ident: $type:ty),*) => $build:expr;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type,)* out: *mut *mut clearance_shape) -> i32 {
            // SAFETY: the contract of every entry, see the module.
            status_of(|| unsafe { put_new(out, || { $build }) })
        }
    )+};
}

constructors! {
    clearance_point_new() => shape::point();
    clearance_segment_new(a: *const [f64; 3], b: *const [f64; 3]) => shape::segment(*get("a", a)?, *get("b", b)?);
    clearance_triangle_new(vertices: *const [f64; 9]) => shape::triangle(*get("vertices", vertices)?);
    clearance_sphere_new(radius: f64) => shape::sphere(radius);
    clearance_box_new(half_extents: *const [f64; 3]) => shape::cuboid(*get("half_extents", half_extents)?);
    clearance_ellipsoid_new(radii: *const [f64; 3]) => shape::ellipsoid(*get("radii", radii)?);
    clearance_capsule_new(radius: f64, half_length: f64, axis: i32) => shape::capsule(radius, half_length, axis);
    clearance_cylinder_new(radius: f64, half_length: f64, axis: i32) => shape::cylinder(radius, half_length, axis);
    clearance_cone_new(radius: f64, half_length: f64, axis: i32) => shape::cone(radius, half_length, axis);
    clearance_halfspace_new(normal: *const [f64; 3], offset: f64) => shape::halfspace(*get("normal", normal)?, offset);
    clearance_hull_new(points: *const [f64; 3], count: usize) => shape::hull(list("points", points, count)?);
    clearance_rounded_new(shape: *const clearance_shape, radius: f64) => shape::rounded(get("shape", shape)?, radius);
    clearance_affine_new(shape: *const clearance_shape, matrix: *const [f64; 9], translation: *const [f64; 3]) =>
        shape::affine(get("shape", shape)?, *get("matrix", matrix)?, *get("translation", translation)?);
    clearance_sum_new(a: *const clearance_shape, b: *const clearance_shape) => shape::sum(get("a", a)?, get("b", b)?);
    clearance_mesh_new(path: *const c_char) => shape::mesh(text("path", path)?);
    clearance_mesh_hull_new(path: *const c_char) => shape::mesh_hull(text("path", path)?);
    clearance_triangles_new(vertices: *const [f64; 3], vertex_count: usize, triangles: *const [u32; 3], count: usize) =>
        shape::triangles(list("vertices", vertices, vertex_count)?, list("triangles", triangles, count)?);
    clearance_points_new(points: *const [f64; 3], count: usize, radius: f64) =>
        shape::points(list("points", points, count)?, radius);
    clearance_voxels_new(cells: *const [i32; 3], count: usize, size: f64, origin: *const [f64; 3]) =>
        shape::voxels(list("cells", cells, count)?, size, *get("origin", origin)?);
    clearance_height_field_new(heights: *const f64, rows: usize, columns: usize, size: *const [f64; 2], thickness: f64) => {
        let count = rows.checked_mul(columns).ok_or_else(|| Refusal::out_of_range("heights do not fit into memory"))?;
        shape::height_field(list("heights", heights, count)?, columns, *get("size", size)?, thickness)
    };
    clearance_compound_new(parts: *const *const clearance_shape, poses: *const clearance_pose, count: usize) => {
        let parts = list("parts", parts, count)?.iter().map(|&part| get("parts", part)).collect::<Answer<Vec<_>>>()?;
        shape::compound(&parts, list("poses", poses, count)?)
    };
    clearance_json_new(json: *const c_char) => shape::json(text("text", json)?);
}

/// The caller's support mapping.
type SupportFn = unsafe extern "C" fn(*const c_void, *const f64, *mut f64);

/// A body of the caller's own.
struct Custom {
    support: SupportFn,
    user: *const c_void,
    reach: f64,
    error: f64,
}

// SAFETY: the header asks that `support` and `user` bear calls from every thread that uses the shape.
unsafe impl Send for Custom {}
// SAFETY: as above.
unsafe impl Sync for Custom {}

impl Support<Vec3<f64>> for Custom {
    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        let (direction, mut point): ([f64; 3], [f64; 3]) = (dir.into(), [0.0; 3]);
        // SAFETY: both point to three numbers; the header asks that `user` stays and that nothing is thrown.
        unsafe { (self.support)(self.user, direction.as_ptr(), point.as_mut_ptr()) };
        point.into()
    }
    fn outline(&self) -> Outline<Vec3<f64>> {
        Outline::curved(self.reach, self.error)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_custom_new(
    support: Option<SupportFn>,
    user: *const c_void,
    reach: f64,
    error: f64,
    out: *mut *mut clearance_shape,
) -> i32 {
    let build = || {
        let support = support.ok_or_else(|| Refusal::null("support"))?;
        for (what, value) in [("reach", reach), ("error", error)] {
            if !value.is_finite() {
                return Err(Refusal::invalid(ShapeError::NotFinite { what, value }));
            }
            if value < 0.0 {
                return Err(Refusal::invalid(ShapeError::Negative { what, value }));
            }
        }
        Ok(clearance_shape(Body::new(Shape3::custom(Custom { support, user, reach, error }))))
    };
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe { put_new(out, build) })
}

frees! {
    clearance_shape_free(clearance_shape);
    clearance_ready_pose_free(clearance_ready_pose);
}

defaults! {
    clearance_options_init(clearance_options);
}

type Shape = *const clearance_shape;
type Pose = *const clearance_pose;

/// Two shapes with the pose of the second in the frame of the first.
///
/// # Safety
/// As of [`get`].
unsafe fn pair<'p>(a: Shape, b: Shape, b_in_a: &'p Pose3<f64>) -> Answer<Pair<'p>> {
    // SAFETY: the caller's promise.
    let (a, b) = unsafe { (get("a", a)?, get("b", b)?) };
    Ok(Pair { a, b, pose_a: None, pose_b: b_in_a })
}

/// A refusal of a row, whose number is written where the caller wants to know it.
///
/// # Safety
/// As of [`put`].
unsafe fn at_row(failed_row: *mut usize, row: usize, refusal: Refusal) -> Refusal {
    if !failed_row.is_null() {
        // SAFETY: the caller's promise.
        unsafe { failed_row.write(row) };
    }
    refusal
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_signed_distance(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    given: *const clearance_options,
    out: *mut clearance_proximity,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        put("out", out, pair.signed_distance_at_once(&options(given)?)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_ready_pose_new(pose: Pose, out: *mut *mut clearance_ready_pose) -> i32 {
    // SAFETY: the contract of every entry, see the module. The pose is freed by `clearance_ready_pose_free`.
    status_of(|| unsafe { put_new(out, || Ok(clearance_ready_pose(get("pose", pose)?.read()?))) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_ready_pose_set(ready: *mut clearance_ready_pose, pose: Pose) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        get_mut("ready", ready)?.0 = get("pose", pose)?.read()?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_signed_distance_ready(
    a: Shape,
    b: Shape,
    b_in_a: *const clearance_ready_pose,
    given: *const clearance_options,
    out: *mut clearance_proximity,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let pair = pair(a, b, &get("b_in_a", b_in_a)?.0)?;
        put("out", out, pair.signed_distance_at_once(&options(given)?)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_distance(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    given: *const clearance_options,
    out: *mut clearance_proximity,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        put("out", out, clearance_proximity::of(&pair.distance(&options(given)?)?))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_shape_is_surface(shape: Shape, out: *mut i32) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe { put("out", out, shape::is_surface(get("shape", shape)?).into()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_intersects(a: Shape, b: Shape, b_in_a: Pose, out: *mut i32) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        put("out", out, pair.intersects()?.into())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_distance_within(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    max_distance: f64,
    given: *const clearance_options,
    out: *mut clearance_proximity,
    beyond: *mut i32,
) -> i32 {
    // SAFETY: the contract of every entry, see the module. Both pointers are looked at before one of them is written
    // to.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        let (found, is_beyond) = pair.distance_within(max_distance, &options(given)?)?;
        check_given("out", out)?;
        put("beyond", beyond, is_beyond.into())?;
        put("out", out, found)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_signed_distance_in_world(
    a: Shape,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
    given: *const clearance_options,
    out: *mut clearance_proximity,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let (pose_a, pose_b) = (get("pose_a", pose_a)?.read()?, get("pose_b", pose_b)?.read()?);
        let pair = Pair { a: get("a", a)?, b: get("b", b)?, pose_a: Some(&pose_a), pose_b: &pose_b };
        put("out", out, clearance_proximity::of(&pair.signed_distance(&options(given)?)?))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_contact(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    given: *const clearance_options,
    out: *mut clearance_proximity,
    points: *mut clearance_contact_point,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry, see the module. All pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        let room = list_mut("points", points, capacity)?;
        let (proximity, found) = contact::contact(&pair, &options(given)?, capacity)?;
        check_given("out", out)?;
        put("count", count, found.len())?;
        put("out", out, proximity)?;
        room[..found.len()].copy_from_slice(&found);
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_time_of_impact(
    a: Shape,
    motion_a: *const clearance_motion,
    b: Shape,
    motion_b: *const clearance_motion,
    target_distance: f64,
    initial_overlap: i32,
    given: *const clearance_options,
    out: *mut clearance_impact,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let a = (get("a", a)?, get("motion_a", motion_a)?);
        let b = (get("b", b)?, get("motion_b", motion_b)?);
        let options = if given.is_null() { None } else { Some(options(given)?) };
        let options = motion::impact_options(target_distance, initial_overlap, options)?;
        put("out", out, motion::time_of_impact(a, b, options)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_closest_approach(
    a: Shape,
    motion_a: *const clearance_motion,
    b: Shape,
    motion_b: *const clearance_motion,
    within: f64,
    given: *const clearance_options,
    out: *mut clearance_approach,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let a = (get("a", a)?, get("motion_a", motion_a)?);
        let b = (get("b", b)?, get("motion_b", motion_b)?);
        let options = if given.is_null() { None } else { Some(options(given)?) };
        put("out", out, motion::closest_approach(a, b, within, options)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_signed_distances(
    a: Shape,
    b: Shape,
    poses: Pose,
    count: usize,
    threads: usize,
    out: *mut clearance_proximity,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry, see the module. The poses and the answers are different memory.
    status_of(|| unsafe {
        let shapes = [get("a", a)?, get("b", b)?];
        let poses = list("poses", poses, count)?;
        batch::signed_distances(shapes, poses, threads, list_mut("out", out, count)?)
            .map_err(|failed| at_row(failed_row, failed.row, failed.refusal))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_point_distances(
    shape: Shape,
    points: *const [f64; 3],
    count: usize,
    threads: usize,
    out: *mut clearance_point_distance,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry, see the module. The points and the answers are different memory.
    status_of(|| unsafe {
        let (shape, points) = (get("shape", shape)?, list("points", points, count)?);
        point::distances(shape, points, threads, list_mut("out", out, count)?)
            .map_err(|failed| at_row(failed_row, failed.row, failed.refusal))
    })
}

#[unsafe(no_mangle)]
extern "C" fn clearance_last_error() -> *const c_char {
    last_error()
}
