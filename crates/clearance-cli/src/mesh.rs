//! `clearance mesh`: the properties of a mesh.

use crate::status::Status;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use clearance::Vec3;
use clearance_scene::mesh::{read_mesh, triangles_text};
use clearance_world::{MeshReport, Repaired, TriangleMesh, repaired};
use serde_json::json;

use crate::output::{print, write_whole};
use crate::report::{block, rounded_up};
use crate::terminal::say;
use crate::thickness::Measured;

/// Inspect a mesh: whether it is closed, oriented and manifold, its components, self-intersections (exact), volume and
/// area
///
/// With --thickness, how thick its walls are and how near it comes to itself across the outside.
///
/// With --repair, a mesh is written whose vertices are welded and whose triangles are turned alike, without duplicates
/// and triangles without area.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Mesh {
    /// The mesh (.obj, .stl, .ply, .off, .dae, .glb, .gltf, .3mf)
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Measure walls and gaps at samples of the surface of a closed mesh instead: along the normal to the next
    /// triangle, and by the largest ball that touches the sample and holds no triangle that faces it
    #[arg(long, conflicts_with = "repair")]
    thickness: bool,
    /// About how many samples, spread by area; each triangle has at least one [default: the centroid of each]
    #[arg(long, value_name = "N", requires = "thickness")]
    samples: Option<usize>,
    /// The largest wall or gap to look for [default: as long as the mesh]
    #[arg(long, value_name = "LENGTH", value_parser = crate::settings::size, requires = "thickness")]
    within: Option<f64>,
    /// Write a mesh with welded vertices, without duplicates and triangles without area, whose triangles are turned
    /// alike; and report what was done
    #[arg(long, requires = "output")]
    repair: bool,
    /// The repaired mesh (.obj or .ply)
    #[arg(short, long, value_name = "OUT", requires = "repair")]
    output: Option<PathBuf>,
    /// The largest distance of vertices that are made one [default: 0, equal ones]
    #[arg(long, value_name = "LENGTH", value_parser = crate::settings::size)]
    weld: Option<f64>,
}

impl Mesh {
    /// Reads, looks and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let start = Instant::now();
        if let (true, Some(output)) = (self.repair, &self.output) {
            return self.run_repair(output);
        }
        let mesh = triangle_mesh(&self.input)?;
        let (mesh, made) = match self.weld {
            None => (mesh, None),
            Some(length) => {
                let made = repaired(mesh.vertices(), mesh.triangles(), length)?;
                (TriangleMesh::new(&made.vertices, &made.triangles)?, Some(made))
            }
        };
        if self.thickness {
            let measured = Measured::new(&mesh, self.samples.unwrap_or(0), self.within).with_context(|| {
                format!("{}: the mesh is not closed, expected a solid, which has walls", self.input.display())
            })?;
            print(&if self.json { measured.object() } else { measured.text(&self.input) })?;
            return Ok(Status::SUCCESS);
        }
        let report = mesh.report();
        let made = made.as_ref();
        print(&if self.json { object(&report, made) } else { text(&self.input, (&report, made), start.elapsed()) })?;
        Ok(Status::SUCCESS)
    }

    /// Repairs, writes and says what was done.
    fn run_repair(&self, output: &Path) -> anyhow::Result<Status> {
        let mesh = read_mesh(&self.input)?;
        let made = repaired(&mesh.vertices, &mesh.triangles, self.weld.unwrap_or(0.0));
        let made = made.with_context(|| self.input.display().to_string())?;
        let text = triangles_text(&made.vertices, &made.triangles, output)?;
        write_whole(output, &[&self.input], text.as_bytes())?;
        print(&if self.json { repair_object(&made) } else { repair_text(output, &made) })?;
        Ok(Status::SUCCESS)
    }
}

fn repair_object(made: &Repaired) -> String {
    let object = json!({
        "triangles": made.triangles.len(), "vertices": made.vertices.len(), "welded": made.welded, "error": made.error,
        "duplicates": made.duplicates, "degenerate": made.degenerate, "turned": made.turned,
        "open_edges": made.open_edges, "solid": made.is_solid,
    });
    object.to_string() + "\n"
}

fn moved(made: &Repaired) -> String {
    format!("{} vertices, moved by up to {}", made.welded, rounded_up(made.error))
}

fn repair_text(output: &Path, made: &Repaired) -> String {
    block(&[
        ("file", output.display().to_string()),
        ("triangles", made.triangles.len().to_string()),
        ("vertices", made.vertices.len().to_string()),
        ("", String::new()),
        ("welded", moved(made)),
        ("duplicates", format!("{} triangles left out", made.duplicates)),
        ("degenerate", format!("{} triangles without area left out", made.degenerate)),
        ("turned", format!("{} triangles turned around", made.turned)),
        ("open edges", made.open_edges.to_string()),
        ("solid", if made.is_solid { "yes" } else { "no: it is a surface, and nothing is inside of it" }.into()),
    ])
}

/// The triangles of a mesh file.
pub fn triangle_mesh(path: &Path) -> anyhow::Result<TriangleMesh<Vec3<f64>>> {
    let mesh = read_mesh(path)?;
    mesh.notes.iter().for_each(|note| say(&format!("note: {}: {note}", path.display())));
    anyhow::ensure!(!mesh.triangles.is_empty(), "{}: holds no triangles, expected a mesh with faces", path.display());
    TriangleMesh::new(&mesh.vertices, &mesh.triangles).with_context(|| path.display().to_string())
}

fn object(report: &MeshReport, welded: Option<&Repaired>) -> String {
    let mut object = json!({
        "triangles": report.triangles,
        "vertices": report.vertices,
        "closed": report.closed,
        "oriented": report.oriented,
        "manifold": report.manifold,
        "components": report.components,
        "self_intersections": report.self_intersections,
        "open_edges": report.open_edges,
    });
    if let Some(made) = welded {
        object["welded"] = json!(made.welded);
        object["weld_error"] = json!(made.error);
    }
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

fn text(path: &Path, (report, welded): (&MeshReport, Option<&Repaired>), time: Duration) -> String {
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
    rows.extend(welded.map(|made| ("welded", moved(made))));
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
