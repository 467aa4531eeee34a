"""Importing the package is quick: it reads a file when one of its names is first asked for."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys

import clearance as cl
import pytest


def modules_after(program: str) -> set[str]:
    """What a fresh process has imported of the package, and of what is slow to import, beyond NumPy."""
    code = f"import sys, numpy; before = set(sys.modules); {program}; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(run.stdout.split())


def test_the_package_alone_imports_its_compiled_part_and_nothing_else() -> None:
    assert modules_after("import clearance") == {"__future__", "clearance", "clearance._clearance"}


def test_shapes_and_questions_import_no_dataclasses() -> None:
    found = modules_after("import clearance as cl; cl.distance(cl.Box((1, 1, 2)), cl.Hull([[3, 0, 0]]), cl.Pose())")
    assert {"clearance.simple", "clearance.combined", "clearance.vectors"} <= found
    assert found.isdisjoint({"clearance.values", "clearance.robots", "clearance.scenes", "dataclasses", "json"})


def test_every_public_name_is_the_one_of_its_file() -> None:
    compiled = {"Pose", "Proximity", "Track", "distance", "distance_within", "intersects", "signed_distance"}
    assert set(cl.__all__) == compiled | set(cl._HOME_OF)
    for name, home in cl._HOME_OF.items():
        assert getattr(cl, name) is getattr(importlib.import_module(f"clearance.{home}"), name)
    assert set(cl.__all__) <= set(dir(cl))


def test_a_star_import_brings_all_names() -> None:
    names: dict[str, object] = {}
    exec("from clearance import *", names)
    assert set(cl.__all__) <= set(names)


def test_a_value_is_unpickled_where_its_file_was_not_imported_yet() -> None:
    text = pickle.dumps(cl.Rounded(cl.Box((1, 2, 3)), 0.25)), pickle.dumps(cl.Options(relative=0.5))
    program = f"import pickle; a, b = map(pickle.loads, {text!r}); print(a, b)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.startswith("Rounded(Box((1.0, 2.0, 3.0)), 0.25) Options(relative=0.5,")


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'clearance' has no attribute 'Spheer'"):
        getattr(cl, "Spheer")
