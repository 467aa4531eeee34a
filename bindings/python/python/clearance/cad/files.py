"""STEP, IGES and BREP files as named parts: shapes of OpenCASCADE where the file has them."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .occ import labels, module

KINDS = {".step": "STEP", ".stp": "STEP", ".iges": "IGES", ".igs": "IGES", ".brep": "BREP", ".brp": "BREP"}
"""The kinds of files, by the ends of their names."""

# Names that a writer makes up where the author gave none.
_MADE_UP = re.compile(r"(NAUO|=>\[)[\d:.\]]*|(SOLID|COMPOUND|SHELL|Open CASCADE .*)?$")


@dataclass(frozen=True)
class Placed:
    """A shape in its own frame, the path of its names (``gearbox/shaft:1``), and where it is, in millimetres."""

    name: str
    shape: Any
    rows: list[list[float]]


def read(path: str | os.PathLike[str]) -> list[Placed]:
    """The parts of a file.

    Raises
    ------
    ValueError
        If it is of no such kind or cannot be read; names the file.
    """
    file = Path(path)
    kind = KINDS.get(file.suffix.lower())
    if kind is None:
        raise ValueError(f"{file}: expected a STEP, IGES or BREP file ({', '.join(KINDS)})")
    if not file.is_file():
        raise FileNotFoundError(f"{file}: there is no such file")
    shapes = _brep(file) if kind == "BREP" else _document(file, kind)
    if not shapes:
        raise ValueError(f"{file}: holds no shape")
    return shapes


def _brep(file: Path) -> list[Placed]:
    shape, builder = module("TopoDS").TopoDS_Shape(), module("BRep").BRep_Builder()
    if not module("BRepTools").BRepTools.Read_s(shape, str(file), builder):
        raise ValueError(f"{file}: is no BREP file that OpenCASCADE reads")
    return of_shape(file.stem, shape)


def of_shape(name: str, shape: Any) -> list[Placed]:
    """A shape without names: the members of a compound are parts."""
    abs_, topods = module("TopAbs"), module("TopoDS")
    if shape.IsNull():
        return [Placed(name, shape, _IDENTITY)]
    if shape.ShapeType() != abs_.TopAbs_ShapeEnum.TopAbs_COMPOUND:
        return [_placed(name, shape)]
    each, members = topods.TopoDS_Iterator(shape), []
    while each.More():
        members.append(each.Value())
        each.Next()
    if len(members) < 2:
        return [_placed(name, members[0] if members else shape)]
    names = [f"{name}:{i}" for i in range(1, len(members) + 1)]
    return [part for label, member in zip(names, members) for part in of_shape(label, member)]


_IDENTITY = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]


def _placed(name: str, shape: Any) -> Placed:
    from .occ import matrix

    location = shape.Location()
    return Placed(name, shape.Located(module("TopLoc").TopLoc_Location()), matrix(location))


def _document(file: Path, kind: str) -> list[Placed]:
    """The parts of the assembly of a STEP or IGES file."""
    extended = module("TCollection").TCollection_ExtendedString
    document = module("TDocStd").TDocStd_Document(extended("XmlXCAF"))
    caf = module(f"{kind}CAFControl")
    reader = getattr(caf, f"{kind}CAFControl_Reader")()
    reader.SetNameMode(True)
    reader.SetColorMode(False)
    reader.SetLayerMode(False)
    status = reader.ReadFile(str(file))
    if status != module("IFSelect").IFSelect_ReturnStatus.IFSelect_RetDone:
        raise ValueError(f"{file}: is no {kind} file that OpenCASCADE reads ({str(status).rpartition('_')[2]})")
    if not reader.Transfer(document):
        raise ValueError(f"{file}: OpenCASCADE finds no shape in it")
    tool = module("XCAFDoc").XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    return _Walk(document, tool, file.stem).parts()


class _Walk:
    """The leaves of the tree of an assembly, with their paths and places."""

    def __init__(self, document: Any, tool: Any, stem: str) -> None:
        # The labels live as long as the document.
        self.document, self.tool, self.stem = document, tool, stem
        self.shapes = module("XCAFDoc").XCAFDoc_ShapeTool
        self.location = module("TopLoc").TopLoc_Location
        self.found: list[Placed] = []

    def parts(self) -> list[Placed]:
        free = labels()
        self.tool.GetFreeShapes(free)
        roots = _items(free)
        if len(roots) == 1 and self.shapes.IsAssembly_s(roots[0]):
            # The one assembly of a file would be the start of every name.
            self._members(roots[0], [], self.location())
        else:
            self._all(roots, [], self.location())
        return self.found

    def _members(self, assembly: Any, path: list[str], at: Any) -> None:
        members = labels()
        self.shapes.GetComponents_s(assembly, members)
        self._all(_items(members), path, at)

    def _all(self, labels: list[Any], path: list[str], at: Any) -> None:
        """Of equal names among siblings each has its number, from 1."""
        names = [self._name(label) for label in labels]
        often, seen = Counter(names), Counter[str]()
        for label, name in zip(labels, names):
            seen[name] += 1
            self._one(label, [*path, f"{name}:{seen[name]}" if often[name] > 1 else name], at)

    def _one(self, label: Any, path: list[str], at: Any) -> None:
        target = self._referred(label)
        if self.shapes.IsReference_s(label):
            at = at * self.shapes.GetLocation_s(label)
        if self.shapes.IsAssembly_s(target):
            return self._members(target, path, at)
        shape = self.shapes.GetShape_s(target)
        inner = self.location() if shape.IsNull() else shape.Location()
        from .occ import matrix

        bare = shape if shape.IsNull() else shape.Located(self.location())
        self.found.append(Placed("/".join(path), bare, matrix(at * inner)))

    def _referred(self, label: Any) -> Any:
        if not self.shapes.IsReference_s(label):
            return label
        target = module("TDF").TDF_Label()
        self.shapes.GetReferredShape_s(label, target)
        return target

    def _name(self, label: Any) -> str:
        """The name of the place in the assembly, or else of what is there; slashes are of paths."""
        for known in (label, self._referred(label)):
            name = _text(known)
            if not _MADE_UP.fullmatch(name):
                return name.replace("/", "_")
        return self.stem


def _items(sequence: Any) -> list[Any]:
    return [sequence.Value(i) for i in range(1, sequence.Length() + 1)]


def _text(label: Any) -> str:
    kind = module("TDataStd").TDataStd_Name
    name = kind()
    return name.Get().ToExtString().strip() if label.FindAttribute(kind.GetID_s(), name) else ""
