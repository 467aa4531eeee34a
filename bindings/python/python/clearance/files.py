"""Shapes from JSON and from mesh files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ._clearance import Pose, check_shape, mesh_file
from .combined import Affine, Compound, Hull, HullOf, Rounded, Sum
from .hints import hinted
from .manyparts import HeightField, Octree, PointCloud, Voxels
from .meshes import Mesh, scale_factors
from .pages import existing
from .shape import Shape
from .simple import Box, Capsule, Cone, Cylinder, Ellipsoid, Halfspace, Point, Segment, Sphere, Triangle


@hinted
def load_mesh(path: str | os.PathLike[str], scale: float | Sequence[float] = 1.0) -> Hull:
    """The convex hull of a mesh file's vertices: .obj, .stl, .ply, .dae, .glb or .gltf.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it cannot be read; names the file and what was expected.
    """
    vertices, _ = mesh_file(existing(path))
    return Hull(np.frombuffer(vertices).reshape(-1, 3) * scale_factors(scale))


def read_shape(source: str | dict[str, Any], folder: str) -> Shape:
    """The shape of a dict or JSON text; files are named relative to a folder."""
    # The reader of the format says what is wrong, with the place; what passes it can be built.
    check_shape(source, folder)
    return _build(json.loads(source) if isinstance(source, str) else source, folder)


def _build(tree: dict[str, Any], folder: str) -> Shape:
    kind = tree["kind"]
    if kind == "mesh":
        return cast(Shape, _mesh(tree, folder))
    if kind == "parts":
        return _parts(os.path.join(folder, tree["file"]), folder)
    if kind in ("hull_of", "compound"):
        parts = [(_build(part["shape"], folder), Pose.from_json(part.get("pose", {}))) for part in tree["parts"]]
        return cast(Shape, _KINDS[kind](parts))
    fields = {key: value for key, value in tree.items() if key != "kind"}
    if kind == "octree" and "file" in fields:
        rows = _array(os.path.join(folder, fields.pop("file")))
        if rows.ndim != 2 or rows.shape[1] != 4:
            raise ValueError(f"expected rows of 4 numbers, a center and a size, got the shape {rows.shape}")
        fields.update(centers=rows[:, :3], sizes=rows[:, 3])
    if kind in _LISTS:
        if "file" in fields:
            fields[_LISTS[kind]] = _array(os.path.join(folder, fields.pop("file")))
        return cast(Shape, _KINDS[kind](**fields))
    for key in ("shape", "a", "b"):
        if isinstance(fields.get(key), dict):
            fields[key] = _build(fields[key], folder)
    if kind == "hull":
        return Hull(fields["vertices"])
    shape: Shape = _KINDS[kind](**fields)
    return shape


def _parts(path: str, folder: str) -> Shape:
    """The union of the parts of a file that ``clearance decompose`` wrote."""
    if path.lower().endswith(".obj"):
        raise ValueError(f"{path}: parts in OBJ are for scenes and pair cases, expected .json")
    with open(path, encoding="utf-8") as file:
        return _build(json.load(file), folder)


def _mesh(tree: dict[str, Any], folder: str) -> Any:
    """The hull of a mesh, or the mesh as it is."""
    form = tree.get("as", "hull")
    if form == "parts":
        raise ValueError('"as": "parts" is for scenes and pair cases, expected "hull" or "mesh"')
    if "file" not in tree:
        mesh = Mesh(np.array(tree["vertices"], np.float64) * scale_factors(tree.get("scale", 1.0)), tree["triangles"])
        return mesh if form == "mesh" else Hull(mesh.vertices)
    path, scale = os.path.join(folder, tree["file"]), tree.get("scale", 1.0)
    return Mesh.from_file(path, scale) if form == "mesh" else load_mesh(path, scale)


def _array(path: str) -> Any:
    if not path.endswith(".npy"):
        raise ValueError(f"{path}: expected a NumPy array (.npy)")
    return np.load(existing(path), allow_pickle=False)


_LISTS = {"points": "points", "voxels": "cells", "heightfield": "heights"}
"""What a file holds in place of a key."""

_KINDS: dict[str, Any] = {
    "points": PointCloud,
    "voxels": Voxels,
    "octree": Octree,
    "heightfield": HeightField,
    "point": Point,
    "segment": Segment,
    "triangle": Triangle,
    "sphere": Sphere,
    "box": Box,
    "capsule": Capsule,
    "cylinder": Cylinder,
    "cone": Cone,
    "ellipsoid": Ellipsoid,
    "halfspace": Halfspace,
    "rounded": Rounded,
    "affine": Affine,
    "sum": Sum,
    "hull_of": HullOf,
    "compound": Compound,
}
