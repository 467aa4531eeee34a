"""Shapes are values: what goes in comes out, by repr, JSON, pickle and copy; what is wrong is named."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest
from conftest import pasted, shapes
from hypothesis import given

MESHES = Path(__file__).parents[3] / "testdata" / "meshes"


@given(shapes)
def test_every_shape_survives_repr_json_pickle_and_copy(shape: cl.Shape) -> None:
    again = [
        pasted(repr(shape)),
        cl.Shape.from_json(shape.to_json()),
        pickle.loads(pickle.dumps(shape)),
        copy.copy(shape),
        copy.deepcopy(shape),
    ]
    assert all(other == shape and hash(other) == hash(shape) and type(other) is type(shape) for other in again)


@given(shapes, shapes)
def test_shapes_are_equal_if_their_fields_are(a: cl.Shape, b: cl.Shape) -> None:
    assert (a == b) == (repr(a) == repr(b) or a.to_json() == b.to_json())
    assert a != "a shape" and len({a, a, b}) == (1 if a == b else 2)


def test_shapes_are_frozen() -> None:
    box = cl.Box((1, 2, 3))
    with pytest.raises(AttributeError):
        box.half_extents = (1, 1, 1)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        box.name = "crate"  # type: ignore[attr-defined]
    with pytest.raises(ValueError):
        cl.Hull([[0, 0, 0]]).points[0] = 1


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: cl.Box((1, -1, 1)), "box half extent must not be negative, got -1"),
        (lambda: cl.Box((1, 2)), "half_extents must be 3 numbers, got 2"),
        (lambda: cl.Sphere(float("nan")), "ball radius must be finite, got NaN"),
        (lambda: cl.Capsule(1, 2, "w"),  # type: ignore[arg-type]
         'capsule axis must be "x", "y" or "z", got "w"'),
        (lambda: cl.Hull(np.zeros((0, 3))), "must not be empty"),
        (lambda: cl.Hull([[1, 2]]), r"points must be an array of shape \(n, 3\), got \(1, 2\)"),
        (lambda: cl.Rounded(cl.Halfspace((0, 0, 1)), 1), "a halfspace is unbounded"),
        (lambda: cl.Halfspace((0, 0, 0)), "halfspace normal must not be zero"),
        (lambda: cl.Shape.from_json({"kind": "cube"}), "/kind: expected .* got \"cube\""),
        (lambda: cl.Shape.from_json({"kind": "sphere"}), 'missing key "radius"'),
        (lambda: cl.Shape.from_json("{"), "not valid JSON"),
        (lambda: cl.Shape.from_json({"kind": "sphere", "radius": float("nan")}), "expected a finite number"),
    ],
)
def test_what_is_wrong_is_named(make: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make()
    with pytest.raises(FileNotFoundError, match="missing.stl"):
        cl.load_mesh("missing.stl")


def test_what_is_of_the_wrong_kind_is_a_type_error() -> None:
    for make in (lambda: cl.Box(1), lambda: cl.Sum(cl.Point(), 3), lambda: cl.Sphere("wide")):  # type: ignore[arg-type]
        with pytest.raises((TypeError, ValueError)):
            make()


def test_points_of_a_hull_may_have_any_type_order_and_strides() -> None:
    points = np.arange(24.0).reshape(8, 3) ** 2 % 7
    hull = cl.Hull(points)
    others: list[Any] = [points.tolist(), np.asfortranarray(points), points.astype("f4"), points[::-1][::-1], points.astype(">f8")]
    assert all(cl.Hull(other) == hull for other in others)
    assert (hull.points == points).all()


@pytest.mark.parametrize("name", ["box.obj", "box.stl", "box.ply", "box.dae", "box.glb", "box.gltf"])
def test_meshes_are_their_hulls(name: str) -> None:
    hull = cl.load_mesh(MESHES / name)
    read = cl.Shape.from_json({"kind": "mesh", "file": name}, folder=MESHES)
    # A convex mesh is its hull; its corners come in the order of the hull's faces.
    assert isinstance(read, cl.Hull) and sorted(map(tuple, hull.points)) == sorted(map(tuple, read.points))
    larger = cl.load_mesh(MESHES / name, scale=2)
    assert larger.support((1, 1, 1)) == tuple(2 * x for x in hull.support((1, 1, 1)))


def test_notebooks_show_an_outline() -> None:
    assert "<svg" in cl.Cone(1, 2)._repr_html_() and "Cone(1.0, 2.0, &#x27;z&#x27;)" in cl.Cone(1, 2)._repr_html_()
    assert "Halfspace" in cl.Halfspace((0, 0, 1))._repr_html_()
    assert "<svg" in cl.Point()._repr_html_()
