//! Bodies made of many parts: clouds of points, cells of a grid, height fields, from lists in the file or from files
//! beside it.

use clearance::{Real, ShapeError};
use clearance_world::{Body, ManyParts};

use super::ReadShape;
use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::mesh_files::MeshFiles;
use crate::points::{NpyArray, PointList, read_npy};
use crate::pose_json::vectors;

/// `{"kind": "points", "points" or "file", "radius"}`.
pub(super) fn points<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let fields = node.object(&["kind", "points", "file", "radius"])?;
    let centers: Vec<V> = match one_of(node, &fields, "points")? {
        Given::Here(list) => vectors(&list)?,
        Given::File(file) => {
            let found =
                PointList::read(&files.path(file.text()?), V::DIM).map_err(|error| error.within(file.pointer()))?;
            if let Some((_, error)) = found.errors.into_iter().next() {
                return Err(error.within(file.pointer()));
            }
            found.points.iter().map(|point| V::from_fn(|k| V::Scalar::from_f64(point[k]))).collect()
        }
    };
    let radius = V::Scalar::from_f64(fields.need("radius")?.size()?);
    made(node, ManyParts::points(centers, radius))
}

/// `{"kind": "voxels", "cells" or "file", "size", "origin"}`.
pub(super) fn voxels<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let fields = node.object(&["kind", "cells", "file", "size", "origin"])?;
    let cells = match one_of(node, &fields, "cells")? {
        Given::Here(list) => list.list()?.map(|cell| indices(&cell, V::DIM)).collect::<Result<Vec<_>, _>>()?,
        Given::File(file) => {
            let array = read_npy(&files.path(file.text()?)).map_err(|error| error.within(file.pointer()))?;
            occupied(&array, V::DIM).map_err(|error| error.within(file.pointer()))?
        }
    };
    let size = V::Scalar::from_f64(fields.need("size")?.size()?);
    let mut origin = [0.0; 3];
    if let Some(given) = fields.get("origin") {
        given.fill(&mut origin[..V::DIM])?;
    }
    made(node, ManyParts::voxels(&cells, size, V::from_fn(|k| V::Scalar::from_f64(origin[k]))))
}

/// `{"kind": "octree", "centers" or "file", "sizes"}`: one size for each middle, the last column of a file, or one for
/// all.
pub(super) fn octree<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let fields = node.object(&["kind", "centers", "file", "sizes"])?;
    let (centers, sizes): (Vec<V>, Vec<f64>) = match one_of(node, &fields, "centers")? {
        Given::Here(list) => {
            let centers: Vec<V> = vectors(&list)?;
            let sizes = fields.need("sizes")?;
            let sizes = match sizes.list() {
                Ok(each) => each.map(|size| size.size()).collect::<Result<Vec<_>, _>>()?,
                Err(_) => vec![sizes.size()?; centers.len()],
            };
            (centers, sizes)
        }
        Given::File(file) => {
            if let Some(sizes) = fields.get("sizes") {
                return Err(sizes.error("sizes stand in the last column of the file"));
            }
            let array = read_npy(&files.path(file.text()?)).map_err(|error| error.within(file.pointer()))?;
            leaves(&array).map_err(|error| error.within(file.pointer()))?
        }
    };
    let sizes: Vec<V::Scalar> = sizes.into_iter().map(V::Scalar::from_f64).collect();
    made(node, ManyParts::octree(centers, &sizes))
}

/// The rows of an array: a middle and a size.
fn leaves<V: ReadShape>(array: &NpyArray) -> Result<(Vec<V>, Vec<f64>), ReadError> {
    let columns = V::DIM + 1;
    if array.shape.len() != 2 || array.shape[1] != columns {
        let shape = &array.shape;
        return Err(ReadError::new(format!(
            "expected rows of {columns} numbers, a middle and a size, got the shape {shape:?}"
        )));
    }
    let rows = || array.values.chunks_exact(columns);
    let centers = rows().map(|row| V::from_fn(|k| V::Scalar::from_f64(row[k]))).collect();
    Ok((centers, rows().map(|row| row[V::DIM]).collect()))
}

/// `{"kind": "heightfield", "heights" or "file", "size", "thickness"}`.
pub(super) fn heights<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let fields = node.object(&["kind", "heights", "file", "size", "thickness"])?;
    let array = match one_of(node, &fields, "heights")? {
        Given::Here(list) => rows(&list)?,
        Given::File(file) => read_npy(&files.path(file.text()?)).map_err(|error| error.within(file.pointer()))?,
    };
    let &[_, columns] = array.shape.as_slice() else {
        return Err(node.error(format!("expected heights in rows, got an array of {} axes", array.shape.len())));
    };
    let size = fields.need("size")?.numbers::<2>()?;
    let thickness = match fields.get("thickness") {
        Some(given) => given.size()?,
        None => default_thickness(&array.values, size),
    };
    let found = V::heights(&array.values, columns, size, thickness);
    made(node, found.ok_or_else(|| node.error("this kind needs \"dim\": 3"))?)
}

/// The difference of the heights and the longer side: whatever comes through the surface is in the body.
fn default_thickness(heights: &[f64], size: [f64; 2]) -> f64 {
    let (low, high) = heights.iter().fold((f64::INFINITY, -f64::INFINITY), |(low, high), &h| (low.min(h), high.max(h)));
    high - low + size[0].max(size[1])
}

enum Given<'n> {
    Here(Node<'n>),
    File(Node<'n>),
}

/// A list in the object, or the file that holds it.
fn one_of<'n>(node: &Node, fields: &Fields<'n>, key: &str) -> Result<Given<'n>, ReadError> {
    match (fields.get(key), fields.get("file")) {
        (Some(list), None) => Ok(Given::Here(list)),
        (None, Some(file)) => Ok(Given::File(file)),
        _ => Err(node.error(format!("expected either {key:?} or \"file\""))),
    }
}

fn made<V: ReadShape>(node: &Node, parts: Result<ManyParts<V>, ShapeError>) -> Result<Body<V>, ReadError> {
    parts.map(Body::many).map_err(|error| node.error(error.to_string()))
}

fn indices(cell: &Node, dim: usize) -> Result<[i32; 3], ReadError> {
    let mut numbers = [0.0; 3];
    cell.fill(&mut numbers[..dim])?;
    whole(numbers).ok_or_else(|| cell.error(format!("expected whole numbers, got {numbers:?}")))
}

fn whole(numbers: [f64; 3]) -> Option<[i32; 3]> {
    let is_whole = |x: &f64| x.fract() == 0.0 && x.abs() < f64::from(i32::MAX);
    numbers.iter().all(is_whole).then(|| numbers.map(|x| x as i32))
}

/// The cells that an array names: its rows, or the places of what is not zero if it has as many axes as space.
fn occupied(array: &NpyArray, dim: usize) -> Result<Vec<[i32; 3]>, ReadError> {
    let shape = &array.shape;
    if shape.len() == 2 && shape[1] == dim && dim == 3 {
        let rows = array.values.chunks_exact(dim).map(|row| whole([row[0], row[1], row[2]]));
        return rows.collect::<Option<_>>().ok_or_else(|| ReadError::new("expected whole numbers in every row"));
    }
    if shape.len() != dim {
        return Err(ReadError::new(format!(
            "expected cells in rows, or an array of {dim} axes, got {} axes",
            shape.len()
        )));
    }
    let place = |mut number: usize| {
        let mut cell = [0; 3];
        for axis in (0..dim).rev() {
            cell[axis] = (number % shape[axis]) as i32;
            number /= shape[axis];
        }
        cell
    };
    Ok((0..).zip(&array.values).filter(|(_, value)| **value != 0.0).map(|(number, _)| place(number)).collect())
}

/// Rows of numbers, all of one length.
fn rows(list: &Node) -> Result<NpyArray, ReadError> {
    let (mut values, mut columns, mut count) = (Vec::new(), None, 0);
    for row in list.list()? {
        let numbers: Vec<f64> = row.list()?.map(|node| node.number()).collect::<Result<_, _>>()?;
        if *columns.get_or_insert(numbers.len()) != numbers.len() {
            let expected = columns.unwrap_or(0);
            return Err(row.error(format!("expected {expected} numbers as in the first row, got {}", numbers.len())));
        }
        values.extend(numbers);
        count += 1;
    }
    Ok(NpyArray { shape: vec![count, columns.unwrap_or(0)], values })
}
