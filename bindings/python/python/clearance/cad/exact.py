"""Solids that are a box, a cylinder, a cone or a sphere: bodies without triangles."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .deviation import Array
from .occ import edges_of, faces_of, module, numbers

ALIKE = 1e-12
"""What numbers of a file that are written with 15 digits differ by, relative to the size of the solid."""

Exact = tuple[dict[str, Any], Array]
"""A shape of the JSON format, in millimetres, and where it is: ``(3, 4)``."""


def exact(shape: Any) -> Optional[Exact]:
    """The shape that a solid is, if it is one."""
    if shape.ShapeType() != module("TopAbs").TopAbs_ShapeEnum.TopAbs_SOLID:
        return None
    faces = faces_of(shape)
    if len(faces) > 6:
        return None
    surfaces = [module("BRepAdaptor").BRepAdaptor_Surface(face) for face in faces]
    kinds = sorted(str(surface.GetType()).rpartition("_")[2] for surface in surfaces)
    outward = module("TopAbs").TopAbs_Orientation.TopAbs_FORWARD
    plane = module("GeomAbs").GeomAbs_SurfaceType.GeomAbs_Plane
    curved = [
        surface
        for face, surface in zip(faces, surfaces)
        if surface.GetType() != plane and face.Orientation() == outward and _whole_turn(surface)
    ]
    planes = [surface.Plane() for surface in surfaces if surface.GetType() == plane]
    if kinds == ["Plane"] * 6:
        return _box(shape)
    if not curved:
        return None
    if kinds == ["Sphere"]:
        return _sphere(curved[0])
    if kinds == ["Cylinder", "Plane", "Plane"]:
        return _cylinder(curved[0].Cylinder(), planes)
    if kinds == ["Cone", "Plane"]:
        return _cone(shape, curved[0].Cone(), planes[0])
    return None


def _whole_turn(surface: Any) -> bool:
    return bool(surface.LastUParameter() - surface.FirstUParameter() >= 2 * np.pi * (1 - ALIKE))


def _sphere(surface: Any) -> Optional[Exact]:
    ends = np.array([surface.FirstVParameter(), surface.LastVParameter()])
    if np.abs(ends - [-np.pi / 2, np.pi / 2]).max() > ALIKE:
        return None
    center = numbers(surface.Sphere().Location())
    return {"kind": "sphere", "radius": surface.Sphere().Radius()}, _frame(np.eye(3), np.array(center))


def _cylinder(cylinder: Any, planes: list[Any]) -> Optional[Exact]:
    origin, axis = np.array(numbers(cylinder.Location())), np.array(numbers(cylinder.Axis().Direction()))
    heights = [_height(origin, axis, plane) for plane in planes]
    if None in heights:
        return None
    least, most = sorted(height for height in heights if height is not None)
    shape = {"kind": "cylinder", "radius": cylinder.Radius(), "half_length": (most - least) / 2}
    return shape, _frame(_turned(axis), origin + axis * (least + most) / 2)


def _cone(shape: Any, cone: Any, plane: Any) -> Optional[Exact]:
    pointed = any(module("BRep").BRep_Tool.Degenerated_s(edge) for edge in edges_of(shape))
    apex, axis = np.array(numbers(cone.Apex())), np.array(numbers(cone.Axis().Direction()))
    base = _height(apex, axis, plane)
    if not pointed or base is None:
        return None
    # The apex of the format is at the positive end of the axis.
    upward = -axis if base > 0 else axis
    sizes = {"radius": abs(base) * float(np.tan(abs(cone.SemiAngle()))), "half_length": abs(base) / 2}
    return {"kind": "cone", **sizes}, _frame(_turned(upward), apex - upward * abs(base) / 2)


def _height(origin: Array, axis: Array, plane: Any) -> Optional[float]:
    """Where a plane across an axis meets it."""
    normal = np.array(numbers(plane.Axis().Direction()))
    if np.linalg.norm(np.cross(normal, axis)) > ALIKE:
        return None
    return float((np.array(numbers(plane.Location())) - origin) @ axis)


def _box(shape: Any) -> Optional[Exact]:
    tool, topods = module("BRep").BRep_Tool, module("TopoDS").TopoDS
    explorer, abs_ = module("TopExp"), module("TopAbs").TopAbs_ShapeEnum
    down = getattr(topods, "Vertex_s", None) or topods.Vertex
    points, each = [], explorer.TopExp_Explorer(shape, abs_.TopAbs_VERTEX)
    while each.More():
        points.append(numbers(tool.Pnt_s(down(each.Current()))))
        each.Next()
    corners = np.unique(np.array(points), axis=0)
    if len(corners) != 8:
        return None
    ways = corners[1:] - corners[0]
    lengths = np.linalg.norm(ways, axis=1)
    # The three edges at a corner are the shortest ways that are at right angles.
    order = np.argsort(lengths)
    first = ways[order[0]]
    axes = [first]
    for way in ways[order[1:]]:
        if len(axes) < 3 and all(
            abs(way @ known) <= ALIKE * np.linalg.norm(way) * np.linalg.norm(known) for known in axes
        ):
            axes.append(way)
    if len(axes) < 3:
        return None
    half = np.array([float(np.linalg.norm(axis)) / 2 for axis in axes])
    rotation = np.stack([axis / np.linalg.norm(axis) for axis in axes], 1)
    if np.linalg.det(rotation) < 0:
        rotation[:, 2] = -rotation[:, 2]
    center = corners.mean(0)
    local = (corners - center) @ rotation
    if np.abs(np.abs(local) - half).max() > ALIKE * lengths.max():
        return None
    return {"kind": "box", "half_extents": half.tolist()}, _frame(rotation, center)


def _turned(axis: Array) -> Array:
    """A rotation that takes z to a unit vector; the identity if it can."""
    if np.abs(axis - [0, 0, 1]).max() == 0:
        return np.eye(3)
    least = np.eye(3)[np.argmin(np.abs(axis))]
    x = np.cross(least, axis)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis], 1)


def _frame(rotation: Array, origin: Array) -> Array:
    return np.column_stack([rotation, origin])
