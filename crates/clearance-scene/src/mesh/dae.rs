//! COLLADA 1.4 and 1.5: the positions of every geometry that the scene places, by the transforms of its nodes.
//!
//! Read from the XML itself, in `f64`: a geometry that is placed twice counts twice, and one that no node places does
//! not count, as the format says.

use clearance::math::Rotor;
use clearance::{Rotor3, Vec3};
use roxmltree::{Document, Node};

use super::Vertices;
use super::placement::Placement;
use crate::error::ReadError;

/// Scene graphs of real files are a few levels deep; this ends the ones that contain themselves.
const DEEPEST: usize = 200;

pub(super) fn vertices(bytes: &[u8]) -> Result<Vertices, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::new("not valid UTF-8"))?;
    let document = Document::parse(text).map_err(|error| ReadError::new(format!("not valid XML: {error}")))?;
    let root = document.root_element();
    let unit = match path(root, &["asset", "unit"]).and_then(|unit| unit.attribute("meter")) {
        Some(meter) => number(meter).ok_or_else(|| ReadError::new(format!("unit meter is not a number: {meter:?}")))?,
        None => 1.0,
    };
    let mut scene = Scene { document: &document, vertices: Vertices::new() };
    match scene.shown()? {
        Some(shown) => scene.add_children(shown, &Placement::scale(Vec3::new(unit, unit, unit)), 0)?,
        None => return Err(ReadError::new("has no visual scene")),
    }
    Ok(scene.vertices)
}

struct Scene<'d> {
    document: &'d Document<'d>,
    vertices: Vertices,
}

impl<'d> Scene<'d> {
    /// The scene that the file shows: the one it names, or the only one.
    fn shown(&self) -> Result<Option<Node<'d, 'd>>, ReadError> {
        let root = self.document.root_element();
        match path(root, &["scene", "instance_visual_scene"]) {
            Some(instance) => self.target(instance, "url").map(Some),
            None => Ok(path(root, &["library_visual_scenes", "visual_scene"])),
        }
    }

    /// The element that an attribute like `url="#name"` points to.
    fn target(&self, from: Node<'d, 'd>, attribute: &str) -> Result<Node<'d, 'd>, ReadError> {
        let url = from.attribute(attribute).unwrap_or("");
        let id = url.strip_prefix('#').unwrap_or(url);
        let found = self.document.descendants().find(|node| node.attribute("id") == Some(id));
        found.ok_or_else(|| self.refusal(from, format!("{attribute} {url:?} points to nothing in the file")))
    }

    fn refusal(&self, node: Node<'d, 'd>, what: impl Into<String>) -> ReadError {
        let line = self.document.text_pos_at(node.range().start).row;
        ReadError::new(what).within(format_args!("line {line} (<{}>)", node.tag_name().name()))
    }

    /// Adds all that a node holds; transforms come before contents and apply from the last to the first.
    fn add_children(&mut self, node: Node<'d, 'd>, outer: &Placement, depth: usize) -> Result<(), ReadError> {
        if depth > DEEPEST {
            return Err(self.refusal(node, format!("nodes nested more than {DEEPEST} levels deep")));
        }
        let mut placed = *outer;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "matrix" | "translate" | "rotate" | "scale" => placed = self.transform(child)?.inside(&placed),
                "node" => self.add_children(child, &placed, depth + 1)?,
                "instance_node" => self.add_children(self.target(child, "url")?, &placed, depth + 1)?,
                "instance_geometry" => self.add_geometry(self.target(child, "url")?, &placed)?,
                name @ ("lookat" | "skew" | "instance_controller") => {
                    return Err(self.refusal(child, format!("<{name}> is not supported in mesh files")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn transform(&self, node: Node<'d, 'd>) -> Result<Placement, ReadError> {
        Ok(match node.tag_name().name() {
            "matrix" => Placement::from_rows(&self.numbers(node)?),
            "translate" => Placement::translation(Vec3::from(self.numbers::<3>(node)?)),
            "scale" => Placement::scale(Vec3::from(self.numbers::<3>(node)?)),
            _ => {
                let [x, y, z, degrees] = self.numbers(node)?;
                let rotor = Rotor3::from_axis_angle(Vec3::new(x, y, z), degrees.to_radians());
                Placement::new(rotor.matrix(), Vec3::default())
            }
        })
    }

    fn numbers<const N: usize>(&self, node: Node<'d, 'd>) -> Result<[f64; N], ReadError> {
        let numbers = self.list(node)?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| self.refusal(node, format!("expected {N} numbers, got {count}")))
    }

    fn list(&self, node: Node<'d, 'd>) -> Result<Vec<f64>, ReadError> {
        let words = node.text().unwrap_or("").split_ascii_whitespace();
        words.map(|w| number(w).ok_or_else(|| self.refusal(node, format!("expected a number, got {w:?}")))).collect()
    }

    /// Follows geometry → mesh → vertices → input POSITION → source → accessor → float_array.
    fn add_geometry(&mut self, geometry: Node<'d, 'd>, placed: &Placement) -> Result<(), ReadError> {
        let Some(inputs) = path(geometry, &["mesh", "vertices"]) else { return Ok(()) };
        let position = inputs.children().find(|input| input.attribute("semantic") == Some("POSITION"));
        let position = position.ok_or_else(|| self.refusal(inputs, "has no input with the semantic POSITION"))?;
        let source = self.target(position, "source")?;
        let accessor = path(source, &["technique_common", "accessor"]);
        let accessor = accessor.ok_or_else(|| self.refusal(source, "has no accessor"))?;
        let numbers = self.list(self.target(accessor, "source")?)?;
        let whole = |name, default| match accessor.attribute(name).map(str::parse::<usize>) {
            None => Ok(default),
            Some(Ok(value)) => Ok(value),
            Some(Err(_)) => Err(self.refusal(accessor, format!("{name} is not a whole number"))),
        };
        let (stride, offset, count) = (whole("stride", 1)?, whole("offset", 0)?, whole("count", 0)?);
        let available = numbers.len().saturating_sub(offset);
        if stride < 3 || count.checked_mul(stride).is_none_or(|needed| needed > available) {
            let what = format!("{count} positions of stride {stride} do not fit the {available} numbers of the array");
            return Err(self.refusal(accessor, what));
        }
        let corners = numbers[offset..].chunks(stride).take(count);
        self.vertices.extend(corners.map(|c| placed.apply(Vec3::new(c[0], c[1], c[2]))));
        Ok(())
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The element reached by child names.
fn path<'d>(from: Node<'d, 'd>, names: &[&str]) -> Option<Node<'d, 'd>> {
    names.iter().try_fold(from, |node, name| node.children().find(|child| child.tag_name().name() == *name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vector;

    fn file(nodes: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\">\n\
             <asset><unit meter=\"0.5\"/><up_axis>Y_UP</up_axis></asset>\n\
             <library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array id=\"f\" count=\"6\">\
             1 2 3\n4 5 6</float_array><technique_common><accessor source=\"#f\" count=\"2\" stride=\"3\"/>\
             </technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>\
             </mesh></geometry></library_geometries>\n\
             <library_visual_scenes><visual_scene id=\"main\">\n{nodes}\n</visual_scene></library_visual_scenes>\n\
             <scene><instance_visual_scene url=\"#main\"/></scene></COLLADA>"
        )
    }

    #[test]
    fn node_transforms_apply_from_the_inside_out_and_the_unit_last() {
        let nodes = "<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate><node><scale>1 2 1</scale>\
                     <instance_geometry url=\"#g\"/></node></node>";
        let vertices = vertices(file(nodes).as_bytes()).unwrap();
        // (1, 2, 3) → scaled (1, 4, 3) → turned (−4, 1, 3) → moved (6, 1, 3) → half.
        let expected = [Vec3::new(3.0, 0.5, 1.5), Vec3::new(0.0, 2.0, 3.0)];
        for (got, want) in vertices.iter().zip(expected) {
            assert!((*got - want).norm() < 1e-15, "{got:?} {want:?}");
        }
    }

    #[test]
    fn a_geometry_counts_as_often_as_it_is_placed() {
        let instance = "<node><instance_geometry url=\"#g\"/></node>";
        assert_eq!(vertices(file(&instance.repeat(2)).as_bytes()).unwrap().len(), 4);
        assert_eq!(vertices(file("").as_bytes()).unwrap().len(), 0);
    }

    #[test]
    fn broken_references_and_loops_are_refused() {
        let refusal = |nodes: &str| vertices(file(nodes).as_bytes()).unwrap_err().to_string();
        let missing = refusal("<node><instance_geometry url=\"#h\"/></node>");
        assert_eq!(missing, r##"line 7 (<instance_geometry>): url "#h" points to nothing in the file"##);
        let looped = refusal("<node id=\"n\"><instance_node url=\"#n\"/></node>");
        assert_eq!(looped, "line 7 (<node>): nodes nested more than 200 levels deep");
    }
}
