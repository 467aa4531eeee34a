//! Scenes as the bodies that a robot moves among.

use clearance::Vec3;
use clearance_robot::{LinkRule, Obstacle};
use clearance_scene::{ReadError, SceneFile};

/// The bodies of a scene file where they are at rest. The scene's rules may name
/// [links](clearance_scene::read_scene_beside).
pub fn obstacles(scene: &SceneFile<Vec3<f64>>) -> Result<Vec<Obstacle>, ReadError> {
    let mut all = Vec::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let refused = |what: String| ReadError::new(what).within(format_args!("/bodies/{i} ({:?})", body.name));
        if body.representation.is_some_and(|known| known.tessellation.is_some()) {
            return Err(refused(
                "a mesh with a \"tessellation\" is no obstacle; leave it out and add it to \"margin\"".into(),
            ));
        }
        let (points, pose) = body.placed().map_err(|error| refused(error.to_string()))?;
        all.push(Obstacle { margin: body.margin, ..Obstacle::of(body.name.clone(), points, pose) });
    }
    for rule in &scene.outside {
        all[rule.body].rules.push(LinkRule { link: rule.other.clone(), margin: rule.margin });
    }
    Ok(all)
}
