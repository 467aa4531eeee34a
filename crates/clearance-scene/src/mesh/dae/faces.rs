//! The faces of a mesh: lists of triangles or polygons, strips and fans, whose corners have an index for each of
//! several inputs.

use roxmltree::Node;

use super::super::budget::Budget;
use super::super::{Mesh, fan, polygon, strip};
use super::File;
use crate::error::ReadError;

/// Adds the triangles of an element, if it is one that holds faces.
pub fn add<'d>(file: &File<'d>, element: Node<'d, 'd>, mesh: &mut Mesh, budget: &Budget) -> Result<(), ReadError> {
    let kind = element.tag_name().name();
    if !matches!(kind, "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
        return Ok(());
    }
    let faces = Faces { file, element, layout: Layout::of(file, element)?, budget };
    let mut found = 0;
    let mut sizes = named(element, "vcount").flat_map(|child| child.text().unwrap_or("").split_ascii_whitespace());
    for list in named(element, "p") {
        let corners = faces.corners(list, mesh)?;
        found += match kind {
            "triangles" => faces.add_triangles(&corners, mesh)?,
            "polylist" => faces.add_polygons(&corners, &mut sizes, found, mesh)?,
            "polygons" => faces.add_polygon(list, &corners, &[], mesh)?,
            "trifans" => {
                mesh.triangles.extend(fan(&corners));
                1
            }
            _ => {
                mesh.triangles.extend(strip(&corners));
                1
            }
        };
    }
    for with_holes in named(element, "ph") {
        let all = |name| named(with_holes, name).map(|list| faces.corners(list, mesh)).collect::<Result<Vec<_>, _>>();
        let (outlines, holes) = (all("p")?, all("h")?);
        let [outline] = &outlines[..] else {
            return Err(file.refusal(with_holes, format!("expected one <p>, got {}", outlines.len())));
        };
        faces.add_polygon(with_holes, outline, &holes, mesh)?;
    }
    // Of the other kinds each list is one thing, and many files count something else.
    let counted = matches!(kind, "triangles" | "polylist");
    match element.attribute("count").and_then(|count| count.parse::<usize>().ok()).filter(|_| counted) {
        Some(count) if count != found => Err(file.refusal(element, format!("states {count} faces, but holds {found}"))),
        _ => Ok(()),
    }
}

fn named<'d>(node: Node<'d, 'd>, name: &'static str) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// Where the number of a corner's vertex is among its indices.
struct Layout {
    place: usize,
    /// How many indices a corner has.
    stride: usize,
}

impl Layout {
    fn of<'d>(file: &File<'d>, element: Node<'d, 'd>) -> Result<Self, ReadError> {
        let offset = |input: Node| input.attribute("offset").unwrap_or("0").parse::<usize>().ok().filter(|&o| o < 1000);
        let (mut stride, mut place) = (1, None);
        for input in named(element, "input") {
            let offset = offset(input).ok_or_else(|| file.refusal(input, "offset is not a whole number below 1000"))?;
            stride = stride.max(offset + 1);
            if input.attribute("semantic") == Some("VERTEX") {
                place = Some(offset);
            }
        }
        let place = place.ok_or_else(|| file.refusal(element, "has no input with the semantic VERTEX"))?;
        Ok(Layout { place, stride })
    }
}

/// An element that holds faces.
struct Faces<'f, 'd> {
    file: &'f File<'d>,
    element: Node<'d, 'd>,
    layout: Layout,
    budget: &'f Budget,
}

impl<'d> Faces<'_, 'd> {
    /// The vertices of a list.
    fn corners(&self, list: Node<'d, 'd>, mesh: &Mesh) -> Result<Vec<u32>, ReadError> {
        let words = list.text().unwrap_or("").split_ascii_whitespace();
        let words = words.skip(self.layout.place).step_by(self.layout.stride);
        let corner = |word| corner(word, mesh.vertices.len()).map_err(|what| self.file.refusal(list, what));
        words.map(corner).collect()
    }

    fn add_triangles(&self, corners: &[u32], mesh: &mut Mesh) -> Result<usize, ReadError> {
        let (triangles, rest) = corners.as_chunks();
        if !rest.is_empty() {
            let what = format!("expected three corners for each triangle, got {} in all", corners.len());
            return Err(self.file.refusal(self.element, what));
        }
        mesh.triangles.extend_from_slice(triangles);
        Ok(triangles.len())
    }

    /// Adds polygons of the next sizes, after those before them.
    fn add_polygons<'s>(
        &self,
        corners: &[u32],
        sizes: &mut impl Iterator<Item = &'s str>,
        before: usize,
        mesh: &mut Mesh,
    ) -> Result<usize, ReadError> {
        let (mut rest, mut count) = (corners, 0);
        for size in sizes {
            let split = size.parse().ok().and_then(|size: usize| rest.split_at_checked(size));
            let Some((outline, others)) = split else {
                let what = format!("a polygon of {size:?} corners has only {}", rest.len());
                return Err(self.file.refusal(self.element, what));
            };
            let triangles = polygon::triangles(&mesh.vertices, outline, self.budget).map_err(|error| {
                let face = format!("face {}", before + count);
                self.file.refusal(self.element, error.within(face).to_string())
            })?;
            mesh.triangles.extend(triangles);
            rest = others;
            count += 1;
        }
        if !rest.is_empty() {
            let what = format!("has {} corners more than its polygons", rest.len());
            return Err(self.file.refusal(self.element, what));
        }
        Ok(count)
    }

    fn add_polygon(
        &self,
        place: Node<'d, 'd>,
        outline: &[u32],
        holes: &[Vec<u32>],
        mesh: &mut Mesh,
    ) -> Result<usize, ReadError> {
        let triangles = polygon::triangles_around(&mesh.vertices, outline, holes, self.budget);
        mesh.triangles.extend(triangles.map_err(|error| self.file.refusal(place, error.to_string()))?);
        Ok(1)
    }
}

fn corner(word: &str, count: usize) -> Result<u32, String> {
    let corner: Option<u32> = word.parse().ok();
    let corner = corner.filter(|&corner| (corner as usize) < count);
    corner.ok_or_else(|| format!("expected the number of one of {count} vertices, got {word:?}"))
}
