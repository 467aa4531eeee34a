//! SDF worlds as scenes: the links of their models as bodies, where the file places them.

use std::path::Path;

use clearance_robot::kinematics::compose;
use clearance_scene::json::Json;
use clearance_scene::{ReadError, WrittenBody};

use super::frames::Frames;
use super::pose::{numbers, pose, size, text};
use super::{Scope, nested};
use crate::urdf::Packages;
use crate::xml::{self, Element};

/// Elements of a world that say nothing of what stands in it.
const HARMLESS: &[&str] = &[
    "audio",
    "atmosphere",
    "gravity",
    "gui",
    "light",
    "magnetic_field",
    "physics",
    "plugin",
    "scene",
    "spherical_coordinates",
    "state",
    "wind",
];

/// The scene of an SDF text, in JSON: a body `MODEL::LINK` for each link, `MODEL` for a model with one.
///
/// Models that are included are refused, since they may stand in the way; planes are solid below.
pub(crate) fn scene(text: &str, folder: &Path) -> Result<Json, ReadError> {
    let root = xml::parse(text, "<sdf>", None)?;
    if root.name() != "sdf" {
        return Err(root.refusal(format!("expected <sdf> as the root of an SDF file, got <{}>", root.name())));
    }
    let mut models: Vec<&Element> = root.children_named("model").collect();
    for world in root.children_named("world") {
        for child in world.children() {
            match child.name() {
                "model" => models.push(child),
                "include" => {
                    return Err(child.refusal("included models are not supported: put the model into this file"));
                }
                name if HARMLESS.contains(&name) => {}
                name => {
                    let known = [&["model"], HARMLESS].concat();
                    return Err(child.refusal(xml::unknown("element", name, &known)));
                }
            }
        }
    }
    let bodies = models.into_iter().map(|model| bodies(model, folder)).collect::<Result<Vec<_>, _>>()?;
    Ok(WrittenBody::scene(bodies.into_iter().flatten()))
}

fn bodies(model: &Element, folder: &Path) -> Result<Vec<WrittenBody>, ReadError> {
    let name = model.need("name")?;
    let (base, relative_to) = pose(model)?;
    if relative_to.is_some_and(|frame| frame != "world") {
        return Err(model.refusal("a model's pose relative to another frame than the world is not supported"));
    }
    let mut scopes = Vec::new();
    nested(model, String::new(), &mut scopes)?;
    let frames = Frames::of(&scopes)?;
    let links: Vec<(String, &Element)> = scopes.iter().flat_map(links_of).collect();
    let mut all = Vec::new();
    for (link, element) in &links {
        let mut parts = Vec::new();
        for collision in element.children_named("collision") {
            let (at, relative_to) = pose(collision)?;
            if relative_to.is_some_and(|frame| frame != element.given_name()) {
                let what = "a collision's pose relative to another frame than its link is not supported";
                return Err(collision.refusal(what));
            }
            let Some(geometry) = collision.child("geometry")? else { continue };
            parts.extend(shape(geometry, folder)?.map(|shape| (shape, at)));
        }
        let name = if links.len() == 1 { name.to_string() } else { format!("{name}::{link}") };
        all.push(WrittenBody { name, pose: compose(&base, &frames.pose(link)?), parts });
    }
    Ok(all)
}

fn links_of<'e>(scope: &Scope<'e>) -> Vec<(String, &'e Element)> {
    let of = |link: &'e Element| (format!("{}{}", scope.prefix, link.given_name()), link);
    scope.model.children_named("link").map(of).collect()
}

/// The shape of a `<geometry>` in the JSON of scenes, or `None` for an empty one.
fn shape(geometry: &Element, folder: &Path) -> Result<Option<Json>, ReadError> {
    let Some(element) = geometry.children().next() else { return Ok(None) };
    let half = |name: &str| size(element, name).map(|size| 0.5 * size);
    let sizes = |name: &str| -> Result<[f64; 3], ReadError> {
        numbers::<3>(element, name)?.ok_or_else(|| element.refusal(format!("missing element <{name}>")))
    };
    let made = match element.name() {
        "empty" => return Ok(None),
        "box" => serde_json::json!({"kind": "box", "half_extents": sizes("size")?.map(|size| 0.5 * size)}),
        "sphere" => serde_json::json!({"kind": "sphere", "radius": size(element, "radius")?}),
        "ellipsoid" => serde_json::json!({"kind": "ellipsoid", "radii": sizes("radii")?}),
        kind @ ("cylinder" | "capsule" | "cone") => serde_json::json!({
            "kind": kind, "radius": size(element, "radius")?, "half_length": half("length")?, "axis": "z",
        }),
        "plane" => {
            let normal = numbers::<3>(element, "normal")?.unwrap_or([0.0, 0.0, 1.0]);
            serde_json::json!({"kind": "halfspace", "normal": normal, "offset": 0.0})
        }
        "mesh" => {
            if element.child("submesh")?.is_some() {
                return Err(element.refusal("parts of a mesh file are not supported: put it into a file of its own"));
            }
            let uri = text(element, "uri")?.ok_or_else(|| element.refusal("missing element <uri>"))?;
            let file = Packages::of_environment().find(uri, folder).map_err(|error| element.refusal(error))?;
            let scale = numbers::<3>(element, "scale")?.unwrap_or([1.0; 3]);
            serde_json::json!({"kind": "mesh", "file": file, "scale": scale})
        }
        name => {
            let known = ["box", "sphere", "ellipsoid", "cylinder", "capsule", "cone", "plane", "mesh", "empty"]
                .map(|name| format!("<{name}>"));
            return Err(element.refusal(format!("expected one of {}, got <{name}>", known.join(", "))));
        }
    };
    Json::parse(&made.to_string()).map(Some)
}
