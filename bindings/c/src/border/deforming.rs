//! The entries of what deforms. The contract of every entry is that of the header, see [`super`].

use core_crate::query::deforming::FeaturePair;

use super::*;
use crate::deforming::{self, clearance_deforming_mesh, clearance_feature_contact, clearance_mesh_contact};

type Mesh = *const clearance_deforming_mesh;

frees! {
    clearance_deforming_mesh_free(clearance_deforming_mesh);
}

/// Declares entries that answer many pairs of features.
macro_rules! features {
    ($($name:ident => $pair:expr;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            points: *const [f64; 24],
            count: usize,
            distance: f64,
            out: *mut clearance_feature_contact,
        ) -> i32 {
            // SAFETY: the contract of every entry, see the module.
            status_of(|| unsafe {
                let points = list("points", points, count)?;
                deforming::first_contacts($pair, points, distance, list_mut("out", out, count)?)
            })
        }
    )+};
}

features! {
    clearance_vertex_face => FeaturePair::VertexFace;
    clearance_edge_edge => FeaturePair::EdgeEdge;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_new(
    vertices: *const [f64; 3],
    vertex_count: usize,
    triangles: *const [u32; 3],
    count: usize,
    out: *mut *mut clearance_deforming_mesh,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe {
        let (vertices, triangles) = (list("vertices", vertices, vertex_count)?, list("triangles", triangles, count)?);
        put_new(out, || deforming::mesh(vertices, triangles))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_set_step(
    mesh: *mut clearance_deforming_mesh,
    start: *const [f64; 3],
    end: *const [f64; 3],
) -> i32 {
    // SAFETY: the contract of every entry, see the module; the header asks for as many positions as the mesh has
    // vertices.
    status_of(|| unsafe {
        let mesh = get_mut("mesh", mesh)?;
        let count = mesh.vertex_count();
        mesh.set_step(list("start", start, count)?, list("end", end, count)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_edges(
    mesh: Mesh,
    out: *mut [u32; 2],
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe { fill(get("mesh", mesh)?.edges(), out, capacity, count) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_first_contact(
    mesh: Mesh,
    other: Mesh,
    distance: f64,
    out: *mut clearance_mesh_contact,
    found: *mut i32,
) -> i32 {
    // SAFETY: the contract of every entry. Both pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let first = get("mesh", mesh)?.first_contact(other.as_ref(), distance)?;
        check_given("out", out)?;
        put("found", found, i32::from(first.is_some()))?;
        first.map_or(Ok(()), |first| put("out", out, first))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_contacts(
    mesh: Mesh,
    other: Mesh,
    distance: f64,
    out: *mut clearance_mesh_contact,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe { fill(&get("mesh", mesh)?.contacts(other.as_ref(), distance)?, out, capacity, count) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_deforming_mesh_max_step(mesh: Mesh, other: Mesh, distance: f64, out: *mut f64) -> i32 {
    // SAFETY: the contract of every entry, see the module.
    status_of(|| unsafe { put("out", out, get("mesh", mesh)?.max_step(other.as_ref(), distance)?) })
}
