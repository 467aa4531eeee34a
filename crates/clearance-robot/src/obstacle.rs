//! The world that a robot moves in: bodies that do not move.

use std::sync::Arc;

use clearance::{Halfspace, Pose3, Shape3, Vec3};
use clearance_scene::{Form, MeshBody, SceneFile};
use clearance_world::TriangleMesh;

use crate::error::RobotError;

/// A convex body of the world, or a part of one.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The name of the body.
    pub name: String,
    /// Which part of the body it is; 0 for a body of one part.
    pub part: usize,
    /// What it is.
    pub solid: Solid,
    /// Where it is.
    pub pose: Pose3<f64>,
    /// How much nearer it counts as than it is.
    pub margin: f64,
    /// What holds against links by name.
    pub rules: Vec<LinkRule>,
}

/// What holds between a body and a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkRule {
    /// The link's name.
    pub link: String,
    /// The margin of the pair, in place of the sum of both margins; `None` if the pair is not asked about.
    pub margin: Option<f64>,
}

/// A convex set, or what is inside of a closed mesh.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all obstacles are bounded")]
#[non_exhaustive]
pub enum Solid {
    /// A bounded shape.
    Convex(Shape3<f64>),
    /// All points below a plane: a floor.
    Halfspace(Halfspace<Vec3<f64>>),
    /// What a closed mesh encloses, next to its triangles, which are parts of their own: a body that meets none of them and has a point outside is
    /// outside.
    Interior(Arc<TriangleMesh<Vec3<f64>>>),
}

impl Obstacle {
    /// A bounded body.
    pub fn new(name: impl Into<String>, shape: impl Into<Shape3<f64>>, pose: Pose3<f64>) -> Self {
        let (name, solid) = (name.into(), Solid::Convex(shape.into()));
        Obstacle { name, part: 0, solid, pose, margin: 0.0, rules: Vec::new() }
    }

    /// A mesh: its triangles, and what they enclose if it is closed.
    pub fn mesh(name: &str, mesh: TriangleMesh<Vec3<f64>>, pose: Pose3<f64>) -> Vec<Self> {
        let part = |part, solid| Obstacle { name: name.into(), part, solid, pose, margin: 0.0, rules: Vec::new() };
        let count = mesh.triangles().len();
        let mut all: Vec<Self> = (0..count).map(|i| part(i, Solid::Convex(mesh.shape(i as u32)))).collect();
        if mesh.is_solid() {
            all.push(part(count, Solid::Interior(Arc::new(mesh))));
        }
        all
    }
}

/// The bodies of a scene file where they are at rest; compounds part by part, meshes that are not their hulls by triangles. The scene's rules may
/// name [links](clearance_scene::read_scene_beside).
pub fn obstacles(scene: &SceneFile<Vec3<f64>>) -> Result<Vec<Obstacle>, RobotError> {
    let mut all = Vec::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let refused = |what: String| RobotError::new(what).within(format_args!("/bodies/{i} ({:?})", body.name));
        let mut add = |part, solid, pose| {
            all.push(Obstacle { name: body.name.clone(), part, solid, pose, margin: body.margin, rules: Vec::new() });
        };
        match &body.form {
            Form::Convex(shape) => {
                let (shape, pose) = body.placed(shape.clone()).map_err(|error| refused(error.to_string()))?;
                add(0, Solid::Convex(shape), pose);
            }
            Form::Halfspace(half) => add(0, Solid::Halfspace(*half), body.placing.pose),
            Form::Parts(parts) => {
                for (j, part) in parts.iter().enumerate() {
                    let pose = crate::kinematics::compose(&body.placing.pose, &part.pose);
                    add(j, Solid::Convex(part.shape.clone()), pose);
                }
            }
            Form::Mesh(MeshBody { vertices, triangles }) => {
                let mesh = TriangleMesh::new(vertices, triangles).map_err(|error| refused(error.to_string()))?;
                let parts = Obstacle::mesh(&body.name, mesh, body.placing.pose);
                all.extend(parts.into_iter().map(|part| Obstacle { margin: body.margin, ..part }));
            }
        }
    }
    for rule in &scene.outside {
        let rule_of = LinkRule { link: rule.other.clone(), margin: rule.margin };
        let name = &scene.bodies[rule.body].name;
        all.iter_mut().filter(|part| part.name == *name).for_each(|part| part.rules.push(rule_of.clone()));
    }
    Ok(all)
}
