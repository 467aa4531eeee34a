//! `clearance mesh`: the properties of a mesh.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use clearance::Vec3;
use clearance_scene::mesh::read_mesh;
use clearance_world::{MeshReport, TriangleMesh};
use serde_json::json;

use crate::output::print;
use crate::report::block;

/// Inspect a mesh: whether it is closed, oriented and manifold, its components, self-intersections (exact), volume and
/// area
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Mesh {
    /// The mesh (.obj, .stl, .ply, .dae, .glb, .gltf)
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Mesh {
    /// Reads, looks and prints.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let start = Instant::now();
        let report = triangle_mesh(&self.input)?.report();
        print(&if self.json { object(&report) } else { text(&self.input, &report, start.elapsed()) })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The triangles of a mesh file.
pub fn triangle_mesh(path: &Path) -> anyhow::Result<TriangleMesh<Vec3<f64>>> {
    let mesh = read_mesh(path)?;
    anyhow::ensure!(!mesh.triangles.is_empty(), "{}: holds no triangles, expected a mesh with faces", path.display());
    TriangleMesh::new(&mesh.vertices, &mesh.triangles).with_context(|| path.display().to_string())
}

fn object(report: &MeshReport) -> String {
    let mut object = json!({
        "triangles": report.triangles,
        "vertices": report.vertices,
        "closed": report.closed,
        "oriented": report.oriented,
        "manifold": report.manifold,
        "components": report.components,
        "self_intersections": report.self_intersections,
    });
    if let Some(volume) = report.volume {
        object["volume"] = json!(volume);
    }
    object["area"] = json!(report.area);
    object["bounds"] = json!({
        "lower": <[f64; 3]>::from(report.bounds.lower),
        "upper": <[f64; 3]>::from(report.bounds.upper),
    });
    object.to_string() + "\n"
}

fn text(path: &Path, report: &MeshReport, time: Duration) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let said = |holds: bool, otherwise: String| if holds { "yes".to_string() } else { format!("no: {otherwise}") };
    let solid = match report.volume {
        Some(_) => "a solid, with an inside and an outside",
        None => "a surface: it has no inside",
    };
    let parts = match report.turned {
        0 => report.components.to_string(),
        turned => format!("{}   ({turned} of them inside out, turned around)", report.components),
    };
    let meetings = match report.self_intersections {
        0 => "none   (exact)".to_string(),
        count => format!("{}   (exact)", counted(count, "pair") + " of triangles"),
    };
    let Vec3 { x, y, z } = report.bounds.upper - report.bounds.lower;
    let mut rows = vec![
        ("file", path.display().to_string()),
        ("triangles", report.triangles.to_string()),
        ("vertices", report.vertices.to_string()),
        ("", String::new()),
        ("stands for", solid.to_string()),
        ("closed", said(report.closed, counted(report.open_edges, "open edge"))),
        ("oriented", said(report.oriented, "neighbours turn against each other".into())),
        ("manifold", said(report.manifold, "more than two triangles at an edge, or several fans at a vertex".into())),
        ("components", parts),
        ("self-intersections", meetings),
    ];
    if report.degenerate > 0 {
        rows.push(("degenerate", counted(report.degenerate, "triangle") + " without area"));
    }
    rows.push(("", String::new()));
    rows.extend(report.volume.map(|volume| ("volume", volume.to_string())));
    rows.push(("area", report.area.to_string()));
    rows.push(("size", format!("{x} x {y} x {z}")));
    rows.push(("from", vector(report.bounds.lower)));
    rows.push(("to", vector(report.bounds.upper)));
    rows.push(("time", format!("{:.1} ms", time.as_secs_f64() * 1e3)));
    block(&rows)
}

fn vector(v: Vec3<f64>) -> String {
    format!("[{}, {}, {}]", v.x, v.y, v.z)
}
