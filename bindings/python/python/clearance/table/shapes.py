"""Shape tables: shapes with names, from JSON Lines, Parquet or Python, with a digest that names their content.

>>> import clearance as cl
>>> table = Shapes({"ball": cl.Sphere(0.5), "block": cl.Box((1, 1, 1))})
>>> table.names["block"], table.shapes[0]
(1, Sphere(0.5))
>>> table.text().splitlines()[0]
'{"name": "ball", "kind": "sphere", "radius": 0.5}'
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Union

from .._clearance import Shape as CompiledShape
from ..meshes import Mesh
from ..shape import Shape
from .errors import TableError

Body = Union[Shape, Mesh]
ShapesLike = Union["Shapes", str, "os.PathLike[str]", Mapping[str, Body], Sequence[Body]]
"""A shape table, its file, or shapes with or without names; shapes without names have their places as names."""


class Shapes:
    """Shapes in order, and the place of each name."""

    def __init__(self, shapes: Union[Mapping[str, Body], Iterable[tuple[str, Body]]]) -> None:
        given: Any = shapes.items() if isinstance(shapes, Mapping) else shapes
        pairs: list[tuple[str, Body]] = list(given)
        self.shapes: list[Body] = [shape for _, shape in pairs]
        self.names: dict[str, int] = {}
        for place, (name, shape) in enumerate(pairs):
            if not isinstance(shape, (CompiledShape, Mesh)):
                raise TypeError(f"shape {name!r}: expected a shape or a mesh, got {shape!r}")
            if self.names.setdefault(name, place) != place:
                raise TableError(f'a shape table has each name once, got "{name}" twice')
        if not pairs:
            raise TableError("a shape table has at least one shape, got none")

    @classmethod
    def of(cls, given: ShapesLike) -> Shapes:
        """The table of a file, of a mapping or of a sequence."""
        if isinstance(given, Shapes):
            return given
        if isinstance(given, (str, os.PathLike)):
            return cls.read(os.fspath(given))
        return cls(given if isinstance(given, Mapping) else ((str(i), shape) for i, shape in enumerate(given)))

    @classmethod
    def read(cls, path: str) -> Shapes:
        """Reads JSON Lines of shapes with ``"name"``, or a Parquet file of (name, json); meshes relative to its folder."""
        from .inputs import open_file

        folder = os.path.dirname(path)
        with open_file(path) as file:
            if not path.endswith(".parquet"):
                return cls.parse(file.read().decode(), folder, path)
            import pyarrow.parquet as pq

            rows = pq.read_table(file)
        if not {"name", "json"} <= set(rows.column_names):
            raise TableError(f"{path}: expected the columns name and json, got {', '.join(rows.column_names)}")
        pairs = zip(rows["name"].to_pylist(), rows["json"].to_pylist())
        return cls((str(name), _shape(json.loads(text), folder, f"{path}: {name}")) for name, text in pairs)

    @classmethod
    def parse(cls, text: str, folder: str, path: str) -> Shapes:
        """Reads JSON Lines; ``path`` is for errors."""
        pairs = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            where = f"{path}:{number}"
            try:
                tree = json.loads(line)
            except json.JSONDecodeError as error:
                raise TableError(f"{where}: expected a JSON object, {error}") from None
            if not isinstance(tree, dict) or not isinstance(tree.get("name"), str):
                raise TableError(f'{where}: expected an object with a "name" that is a string')
            name = tree.pop("name")
            pairs.append((name, _shape(tree, folder, where)))
        return cls(pairs)

    @classmethod
    def restore(cls, text: str, path: str) -> Shapes:
        """The table of a :meth:`text`, with its digest at hand; ``path`` is for errors."""
        table = cls.parse(text, ".", path)
        table.digest = _digest(text)
        return table

    def text(self) -> str:
        """JSON Lines of the whole table, with the vertices of what came from meshes: it depends on no other file."""
        lines = ({"name": name, **shape.to_json()} for name, shape in zip(self.names, self.shapes))
        return "".join(json.dumps(line) + "\n" for line in lines)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of :meth:`text`."""
        return _digest(self.text())

    def __len__(self) -> int:
        return len(self.shapes)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _shape(tree: Any, folder: str, where: str) -> Body:
    try:
        return Shape.from_json(tree, folder or ".")
    except (ValueError, TypeError) as error:
        raise TableError(f"{where}: {error}") from None
