"""OpenCASCADE, imported when it is needed, with what to install where it is missing."""

from __future__ import annotations

from typing import Any

MISSING = "STEP, IGES and BREP files are read by OpenCASCADE: pip install './bindings/python[cad]'"


def module(name: str) -> Any:
    """A module of OpenCASCADE, such as ``"gp"``.

    Raises
    ------
    ModuleNotFoundError
        If OpenCASCADE is not installed; says what to install.
    """
    from importlib import import_module

    try:
        return import_module(f"OCP.{name}")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING, name=error.name) from None


def labels() -> Any:
    """An empty sequence of labels; version 8 of OpenCASCADE has it under another name."""
    older = getattr(module("TDF"), "TDF_LabelSequence", None)
    return older() if older else module("collections").Sequence_TDF_Label()


def faces_of(shape: Any) -> list[Any]:
    """The faces of a shape, each as often as it occurs."""
    return _of_kind(shape, "FACE", "Face")


def edges_of(shape: Any) -> list[Any]:
    """The edges of a shape, each as often as it occurs: the seam of a face twice, in both directions."""
    return _of_kind(shape, "EDGE", "Edge")


def solids_of(shape: Any) -> list[Any]:
    """The solids of a shape."""
    return _of_kind(shape, "SOLID", "Solid")


def _of_kind(shape: Any, kind: str, cast: str) -> list[Any]:
    abs_, explorer = module("TopAbs"), module("TopExp")
    topods = module("TopoDS").TopoDS
    down = getattr(topods, f"{cast}_s", None) or getattr(topods, cast)
    found, each = [], explorer.TopExp_Explorer(shape, getattr(abs_.TopAbs_ShapeEnum, f"TopAbs_{kind}"))
    while each.More():
        found.append(down(each.Current()))
        each.Next()
    return found


def numbers(point: Any) -> tuple[float, float, float]:
    """The coordinates of a point or direction."""
    return point.X(), point.Y(), point.Z()


def matrix(location: Any) -> list[list[float]]:
    """The rows of a location's rotation and translation, ``(3, 4)``."""
    transform = location.Transformation()
    return [[transform.Value(row, column) for column in (1, 2, 3, 4)] for row in (1, 2, 3)]
