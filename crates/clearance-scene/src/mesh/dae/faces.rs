//! The faces of a mesh: lists of triangles or polygons, strips and fans, whose corners have an index for each of
//! several inputs.

use roxmltree::Node;

use super::super::{Mesh, fan};
use super::File;
use crate::error::ReadError;

/// Adds the triangles of an element, if it is one that holds faces.
pub fn add<'d>(file: &File<'d>, element: Node<'d, 'd>, mesh: &mut Mesh) -> Result<(), ReadError> {
    let kind = element.tag_name().name();
    if !matches!(kind, "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
        return Ok(());
    }
    let inputs = || element.children().filter(|child| child.tag_name().name() == "input");
    let offset = |input: Node| input.attribute("offset").unwrap_or("0").parse::<usize>().ok().filter(|&o| o < 1000);
    let mut stride = 1;
    let mut place = None;
    for input in inputs() {
        let offset = offset(input).ok_or_else(|| file.refusal(input, "offset is not a whole number below 1000"))?;
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") {
            place = Some(offset);
        }
    }
    let place = place.ok_or_else(|| file.refusal(element, "has no input with the semantic VERTEX"))?;
    let named = |name: &'static str| element.children().filter(move |child| child.tag_name().name() == name);
    let mut sizes = named("vcount").flat_map(|child| child.text().unwrap_or("").split_ascii_whitespace());
    let mut found = 0;
    // A polygon with holes has its outline in a <p> of its own; holes have no corners that its hull or parts could
    // lack.
    let lists =
        named("p").chain(named("ph").flat_map(|ph| ph.children().filter(|child| child.tag_name().name() == "p")));
    for list in lists {
        let words = list.text().unwrap_or("").split_ascii_whitespace().skip(place).step_by(stride);
        let mut corners = Vec::new();
        for word in words {
            corners.push(corner(word, mesh.vertices.len()).map_err(|what| file.refusal(list, what))?);
        }
        match kind {
            "triangles" => {
                let (triangles, rest) = corners.as_chunks();
                if !rest.is_empty() {
                    let what = format!("expected three corners for each triangle, got {} in all", corners.len());
                    return Err(file.refusal(element, what));
                }
                found += triangles.len();
                mesh.triangles.extend_from_slice(triangles);
            }
            "polygons" | "trifans" => mesh.triangles.extend(fan(&corners)),
            "tristrips" => mesh.triangles.extend(super::super::strip(&corners)),
            _ => {
                let mut rest = corners.as_slice();
                for size in sizes.by_ref() {
                    let split = size.parse().ok().and_then(|size: usize| rest.split_at_checked(size));
                    let Some((polygon, others)) = split else {
                        let what = format!("a polygon of {size:?} corners has only {}", rest.len());
                        return Err(file.refusal(element, what));
                    };
                    mesh.triangles.extend(fan(polygon));
                    rest = others;
                    found += 1;
                }
                if !rest.is_empty() {
                    return Err(file.refusal(element, format!("has {} corners more than its polygons", rest.len())));
                }
            }
        }
    }
    // Of the other kinds each list is one thing, and many files count something else.
    let counted = matches!(kind, "triangles" | "polylist");
    match element.attribute("count").and_then(|count| count.parse::<usize>().ok()).filter(|_| counted) {
        Some(count) if count != found => Err(file.refusal(element, format!("states {count} faces, but holds {found}"))),
        _ => Ok(()),
    }
}

fn corner(word: &str, count: usize) -> Result<u32, String> {
    let corner: Option<u32> = word.parse().ok();
    let corner = corner.filter(|&corner| (corner as usize) < count);
    corner.ok_or_else(|| format!("expected the number of one of {count} vertices, got {word:?}"))
}
