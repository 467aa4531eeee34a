"""Importing the package is quick: it reads a file when one of its names is first asked for."""

from __future__ import annotations

import importlib
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import clearance as cl
import pytest
from clearance.names import FILE_OF


def modules_after(program: str) -> set[str]:
    """What a fresh process has imported of the package, and of what is slow to import, beyond NumPy."""
    code = f"import sys, numpy; before = set(sys.modules); {program}; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(run.stdout.split())


def test_the_package_alone_imports_its_compiled_part_and_its_names() -> None:
    assert modules_after("import clearance") == {"__future__", "clearance", "clearance._clearance", "clearance.names"}


def test_shapes_and_questions_import_no_dataclasses() -> None:
    found = modules_after("import clearance as cl; cl.distance(cl.Box((1, 1, 2)), cl.Hull([[3, 0, 0]]), cl.Pose())")
    assert {"clearance.simple", "clearance.combined", "clearance.vectors"} <= found
    assert found.isdisjoint({"clearance.values", "clearance.robots", "clearance.scenes", "dataclasses", "json"})


def test_every_public_name_is_the_one_of_its_file() -> None:
    compiled = {"Pose", "Proximity", "Track", "distance", "distance_within", "intersects", "signed_distance"}
    assert set(cl.__all__) == compiled | set(FILE_OF)
    for name, file in FILE_OF.items():
        assert getattr(cl, name) is getattr(importlib.import_module(f"clearance.{file}"), name)


def test_dir_offers_the_public_names_and_nothing_private() -> None:
    offered = set(dir(cl))
    assert set(cl.__all__) <= offered
    modules = {"cad", "derivatives", "fcl", "jax", "ompl", "recordings", "table", "torch", "trimesh"}
    assert offered - set(cl.__all__) == {"__version__", *modules}
    assert cl.__version__ and not any(name.startswith("_") for name in offered - {"__version__"})


def test_a_star_import_brings_all_names() -> None:
    names: dict[str, object] = {}
    exec("from clearance import *", names)
    assert set(cl.__all__) <= set(names)


def test_a_value_is_unpickled_where_its_file_was_not_imported_yet() -> None:
    text = pickle.dumps(cl.Rounded(cl.Box((1, 2, 3)), 0.25)), pickle.dumps(cl.Options(relative=0.5))
    program = f"import pickle; a, b = map(pickle.loads, {text!r}); print(a, b)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.startswith("Rounded(Box((1.0, 2.0, 3.0)), 0.25) Options(relative=0.5,")


def test_a_wrong_keyword_gets_a_hint() -> None:
    ball, any_cl = cl.Sphere(1), cast(Any, cl)  # a checker reports wrong keywords, too
    scene: Any = cl.Scene()
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: any_cl.signed_distance(ball, ball, pose=cl.Pose()), r"^signed_distance\(\) .* 'pose', did you mean 'b_in_a'\?$"),
        (lambda: any_cl.distance(ball, ball, b_to_a=cl.Pose()), "'b_to_a', did you mean 'b_in_a'"),
        (lambda: any_cl.intersects(ball, ball, cl.Pose(), options=cl.Options()), "'options', expected some of a, b, b_in_a"),
        (lambda: any_cl.distance_within(ball, ball, cl.Pose(), max_distance=1, option=1), "'option', did you mean 'options'"),
        (lambda: any_cl.contact(ball, ball, cl.Pose(), tlit=1), r"^contact\(\) .* 'tlit', did you mean 'tilt'"),
        (lambda: any_cl.signed_distances(ball, ball, cl.Pose(), thread=1), "'thread', did you mean 'threads'"),
        (lambda: any_cl.times_of_impact(ball, ball, cl.Pose(), velocity=1), "'velocity', expected some of a, b, poses"),
        (lambda: any_cl.Sphere(radus=1), r"^Sphere\(\) .* 'radus', did you mean 'radius'"),
        (lambda: any_cl.Box(size=(1, 1, 1)), "'size', did you mean 'half_extents'"),
        (lambda: any_cl.Cylinder(1, height=2), "'height', did you mean 'half_length'"),
        (lambda: any_cl.Box.from_size(half_extents=(1, 1, 1)), r"^Box.from_size\(\) .* 'half_extents', "),
        (lambda: any_cl.Pose(quaternion=(1, 0, 0, 0)), r"^Pose\(\) .* 'quaternion', did you mean 'quaternion_wxyz'"),
        (lambda: any_cl.Pose(position=(1, 0, 0)), "'position', did you mean 'translation'"),
        (lambda: any_cl.Motion(cl.Pose(), velocity=(1, 0, 0)), r"^Motion\(\) .* 'velocity', did you mean 'linear'"),
        (lambda: any_cl.Options(tolerance=1), r"^Options\(\) .* 'tolerance', expected some of relative, absolute"),
        (lambda: scene.closest(maximum_distance=1), r"^Scene.closest\(\) .* 'maximum_distance', did you mean 'max_distance'"),
        (lambda: any_cl.Robot.from_file("arm.urdf", sdrf="x"), "'sdrf', did you mean 'srdf'"),
    ]
    for call, text in wrong:
        with pytest.raises(TypeError, match=text):
            call()


def test_errors_from_inside_a_function_stay_as_they_are() -> None:
    with pytest.raises(TypeError, match=r"^Sphere\(\) needs radius$"):
        cl.Sphere()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="^a must be a shape") as caught:
        cl.signed_distances("ball", cl.Sphere(1), cl.Pose())  # type: ignore[arg-type]
    assert caught.value.__cause__ is None
    assert pickle.loads(pickle.dumps(cl.contact)) is cl.contact
    assert "tilt" in inspect.signature(cl.contact).parameters


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'clearance' has no attribute 'Spheer'"):
        getattr(cl, "Spheer")
