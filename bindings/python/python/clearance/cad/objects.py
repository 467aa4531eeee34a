"""Objects of CadQuery, build123d and FreeCAD as named parts."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from typing import Any

from . import files
from .files import Placed
from .occ import module


# The attributes by which objects of CadQuery, build123d and FreeCAD have a shape.
KNOWN = ("wrapped", "Shape", "combine", "part", "exportBrep")


def of_object(source: Any) -> list[Placed]:
    """The parts of an object with a shape of OpenCASCADE: a tree of named objects, or one shape.

    Raises
    ------
    TypeError
        If it has no such shape.
    """
    parts = _tree(source, [])
    if parts:
        return parts
    raise TypeError(f"expected a file, or an object of CadQuery, build123d or FreeCAD with a shape, got {source!r}")


def _tree(source: Any, path: list[str]) -> list[Placed]:
    if type(source).__module__.startswith("cadquery") and hasattr(source, "toCompound"):
        return _assembly(source, path, module("TopLoc").TopLoc_Location())
    children = [child for child in getattr(source, "children", None) or () if _shape(child) is not None]
    if children:
        names = _numbered([_label(child) for child in children])
        return [part for name, child in zip(names, children) for part in _tree(child, [*path, name])]
    shape = _shape(source)
    return [] if shape is None else files.of_shape("/".join(path) or _label(source), shape)


def _assembly(source: Any, path: list[str], at: Any) -> list[Placed]:
    """An assembly of CadQuery: a shape of its own, and members."""
    at = at * source.loc.wrapped
    found = []
    shape = _shape(source.obj) if source.obj is not None else None
    if shape is not None:
        found += files.of_shape("/".join(path) or source.name, shape.Moved(at))
    names = _numbered([child.name for child in source.children])
    return found + [part for name, child in zip(names, source.children) for part in _assembly(child, [*path, name], at)]


def _label(source: Any) -> str:
    return str(getattr(source, "label", "") or getattr(source, "Label", "") or "part").replace("/", "_")


def _numbered(names: list[str]) -> list[str]:
    often, seen = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name}:{seen[name]}" if often[name] > 1 else name)
    return numbered


def _shape(source: Any) -> Any:
    """The shape of OpenCASCADE inside of an object, or None."""
    # What has none needs no OpenCASCADE to say so.
    if not type(source).__module__.startswith("OCP") and not any(hasattr(source, name) for name in KNOWN):
        return None
    shape_of = module("TopoDS").TopoDS_Shape
    if isinstance(source, shape_of):
        return source
    if hasattr(source, "combine") and hasattr(source, "vals"):
        # What a workplane of CadQuery holds.
        source = source.combine().val() if len(source.vals()) > 1 else source.val()
    if hasattr(source, "part") and not hasattr(source, "wrapped"):
        # A builder of build123d.
        source = source.part
    for inner in ("wrapped", "Shape"):
        shape = getattr(source, inner, None)
        if isinstance(shape, shape_of):
            return shape
        if inner == "Shape" and hasattr(shape, "exportBrep"):
            return _through_file(shape)
    return _through_file(source) if hasattr(source, "exportBrep") else None


def _through_file(shape: Any) -> Any:
    """A shape of FreeCAD, whose own OpenCASCADE is another copy of the library."""
    handle, name = tempfile.mkstemp(suffix=".brep")
    os.close(handle)
    try:
        shape.exportBrep(name)
        read = module("TopoDS").TopoDS_Shape()
        module("BRepTools").BRepTools.Read_s(read, name, module("BRep").BRep_Builder())
    finally:
        os.remove(name)
    return read
