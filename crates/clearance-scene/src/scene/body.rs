//! A body of a scene: what it is, where it is, and how it moves.

use clearance::shape::{Halfspace, Shape};
use clearance::{Pose, ShapeError, Vec3, Vector};
use clearance_world::{DecomposeOptions, TriangleMesh, decompose};

use clearance::query::motion::LinearMotion;

use crate::error::ReadError;
use crate::json::Node;
use crate::mesh::read_mesh;
use crate::mesh_files::MeshFiles;
use crate::motion_json::motion_of;
use crate::pose_json::{Placing, pose};
use crate::shape_json::{Body, Part, ReadShape, body, placed, scale};

/// A body as its file describes it.
#[derive(Clone, Debug)]
pub struct SceneBody<V: ReadShape> {
    /// Its name, which no other body has.
    pub name: String,
    /// What it is, in its own frame.
    pub form: Form<V>,
    /// Where it is.
    pub placing: Placing<V>,
    /// The place of its group in the list of groups.
    pub group: Option<usize>,
    /// How near others may come; not negative.
    pub margin: V::Scalar,
    /// Whether it never moves.
    pub fixed: bool,
    /// How it moves over 0 ≤ t ≤ 1.
    pub motion: Option<LinearMotion<V>>,
}

/// What a body is.
#[derive(Clone, Debug)]
pub enum Form<V: ReadShape> {
    /// One bounded convex shape.
    Convex(Shape<V>),
    /// All points below a plane.
    Halfspace(Halfspace<V>),
    /// The union of convex parts: one or more.
    Parts(Vec<Part<V>>),
    /// Triangles as they are.
    Mesh(MeshBody),
}

/// The triangles of a mesh file in the body's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshBody {
    /// Its corners.
    pub vertices: Vec<Vec3<f64>>,
    /// The places of three corners each.
    pub triangles: Vec<[u32; 3]>,
}

impl<V: ReadShape> SceneBody<V> {
    /// A convex body's shape and rigid pose, as of [`placed`].
    pub fn placed(&self, shape: Shape<V>) -> Result<(Shape<V>, Pose<V>), ShapeError> {
        placed(shape, &self.placing)
    }
}

/// The keys of a body.
const KEYS: [&str; 7] = ["name", "shape", "pose", "group", "margin", "fixed", "motion"];

/// Reads a body; its group is looked up by `group`.
pub(super) fn scene_body<V: ReadShape>(
    node: &Node,
    files: &MeshFiles,
    mut group: impl FnMut(&Node) -> Result<usize, ReadError>,
) -> Result<SceneBody<V>, ReadError> {
    let fields = node.object(&KEYS)?;
    let name_node = fields.need("name")?;
    let name = name_node.text()?;
    if name.is_empty() {
        return Err(name_node.error("expected a name that is not empty"));
    }
    let identity = Placing { pose: Pose::IDENTITY, matrix: None };
    let placing = fields.get("pose").map_or(Ok(identity), |node| pose(&node))?;
    let fixed = fields.get("fixed").map_or(Ok(false), |node| node.bool())?;
    let motion = fields.get("motion").map(|node| motion_of(&node, &placing.pose)).transpose()?;
    if let (true, Some(_)) = (fixed, &motion) {
        return Err(node.error("a fixed body cannot have a motion"));
    }
    Ok(SceneBody {
        name: name.into(),
        form: form(&fields.need("shape")?, files)?,
        placing,
        group: fields.get("group").map(|node| group(&node)).transpose()?,
        margin: fields.get("margin").map_or(Ok(0.0), |node| node.size()).map(clearance::Real::from_f64)?,
        fixed,
        motion,
    })
}

fn form<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Form<V>, ReadError> {
    let fields = node.fields()?;
    if fields.need("kind")?.text()? == "mesh" {
        match fields.get("as").map_or(Ok("hull"), |node| node.one_of(&["hull", "mesh", "parts"]))? {
            "mesh" => return mesh::<V>(node, &["kind", "file", "scale", "as"], files).map(Form::Mesh),
            "parts" => return parts(node, files),
            _ => {}
        }
    }
    Ok(match body(node, files)? {
        Body::Bounded(shape) => Form::Convex(shape),
        Body::Halfspace(half) => Form::Halfspace(half),
        Body::Compound(parts) => Form::Parts(parts),
    })
}

/// Convex parts that contain a mesh.
fn parts<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Form<V>, ReadError> {
    let fields = node.fields()?;
    let MeshBody { vertices, triangles } =
        mesh::<V>(node, &["kind", "file", "scale", "as", "error", "max_parts"], files)?;
    let refused = |error: ShapeError| node.error(error.to_string());
    let whole = TriangleMesh::new(&vertices, &triangles).map_err(refused)?;
    let wanted = fields.get("error").map(|node| Ok((node.size()?, node))).transpose()?;
    let default = DecomposeOptions::of(&whole);
    let options = DecomposeOptions {
        error: wanted.as_ref().map_or(default.error, |(error, _)| *error),
        max_parts: fields.get("max_parts").map_or(Ok(default.max_parts), |node| node.count())?,
    };
    let found = decompose(&whole, &options).map_err(refused)?;
    if let Some((error, node)) = wanted
        && found.error.upper > error
    {
        let (count, upper) = (found.parts.len(), found.error.upper);
        return Err(
            node.error(format!("must be within reach of \"max_parts\", got {error}: {count} parts are within {upper}"))
        );
    }
    let shapes = V::parts(&found).ok_or_else(|| node.error(NEEDS_SPACE))?.map_err(refused)?;
    Ok(Form::Parts(shapes.into_iter().map(|shape| Part { shape, pose: Pose::IDENTITY }).collect()))
}

const NEEDS_SPACE: &str = "this kind needs \"dim\": 3";

/// The triangles of a mesh shape that may have these keys.
fn mesh<V: ReadShape>(node: &Node, keys: &[&str], files: &MeshFiles) -> Result<MeshBody, ReadError> {
    let fields = node.object(keys)?;
    if V::DIM != 3 {
        return Err(node.error(NEEDS_SPACE));
    }
    let scale = fields.get("scale").map_or(Ok(Vec3::new(1.0, 1.0, 1.0)), |node| scale(&node))?;
    let file = fields.need("file")?;
    let mesh = read_mesh(&files.path(file.text()?)).map_err(|error| error.within(file.pointer()))?;
    // A mirror turns the corners of a triangle around, so that its front stays its front.
    let mirrored = scale.x * scale.y * scale.z < 0.0;
    let turned = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
    Ok(MeshBody {
        vertices: mesh.vertices.into_iter().map(|v| v.scaled_by(scale)).collect(),
        triangles: mesh.triangles.into_iter().map(turned).collect(),
    })
}
