"""The base of all shapes: frozen values whose fields are those of the JSON format."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from ._clearance import Pose
from ._clearance import Shape as CompiledShape
from ._clearance import check_shape
from .fields import PointQueries
from .hints import hinted
from .names import named


@hinted
class Shape(CompiledShape, PointQueries):
    """A convex body in its own frame: frozen, hashable, comparable, picklable.

    Made by its kinds or by :meth:`from_json`. Lengths and radii may be zero: a sphere of radius 0 is a point.
    """

    __slots__ = ()
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        hinted(cls)

    @staticmethod
    def from_json(json: str | dict[str, Any], folder: str | os.PathLike[str] = ".") -> Shape:
        """The shape of a dict or JSON text of docs/reference/formats.md.

        A ``mesh`` is read from its file, named relative to ``folder``, and becomes the hull of its vertices.

        Raises
        ------
        ValueError
            Says where, as a JSON pointer, and what was expected.

        Examples
        --------
        >>> Shape.from_json({"kind": "sphere", "radius": 0.5})
        Sphere(0.5)
        >>> Shape.from_json('{"kind": "box", "half_extents": [1, 2]}')
        Traceback (most recent call last):
        ValueError: /half_extents: expected a list of 3 numbers, got a list of 2
        """
        from json import loads

        where = os.fspath(folder)
        # The reader of the format reports errors with their place; a tree that passes it can be built.
        check_shape(json, where)
        return shape_of(loads(json) if isinstance(json, str) else json, where)

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        """The shape of this kind of a tree whose format was checked; files are named relative to a folder."""
        fields = {key: value for key, value in tree.items() if key != "kind"}
        for key, value in fields.items():
            if isinstance(value, dict) and "kind" in value:
                fields[key] = shape_of(value, folder)
        return cls(**fields)

    def to_json(self) -> dict[str, Any]:
        """A dict that :meth:`from_json` reads back as an equal shape."""
        fields = zip(self._names, self._fields)
        return {"kind": self.kind, **{name: _json_of(value) for name, value in fields}}

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self._fields

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(field) for field in self._fields)})"

    def _repr_html_(self) -> str:
        from .pictures import of_shape

        return of_shape(self)


_CLASSES = {
    "affine": "Affine",
    "box": "Box",
    "capsule": "Capsule",
    "compound": "Compound",
    "cone": "Cone",
    "cylinder": "Cylinder",
    "ellipsoid": "Ellipsoid",
    "halfspace": "Halfspace",
    "heightfield": "HeightField",
    "hull": "Hull",
    "hull_of": "HullOf",
    "mesh": "Mesh",
    "octree": "Octree",
    "parts": "Compound",
    "point": "Point",
    "points": "PointCloud",
    "rounded": "Rounded",
    "segment": "Segment",
    "sphere": "Sphere",
    "sum": "Sum",
    "triangle": "Triangle",
    "voxels": "Voxels",
}
"""The public name of the class of each kind."""


def shape_of(tree: dict[str, Any], folder: str) -> Shape:
    """The shape of a tree whose format was checked: the class of its kind reads it, and is found by its public name."""
    shape: Shape = named(_CLASSES[tree["kind"]])._of_json(tree, folder)
    return shape


def _json_of(value: Any) -> Any:
    if isinstance(value, (Shape, Pose)):
        return value.to_json()
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], Shape):
            return {"shape": value[0].to_json(), "pose": value[1].to_json()}
        return [_json_of(item) for item in value]
    return value
