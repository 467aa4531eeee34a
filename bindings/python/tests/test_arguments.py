"""Errors of wrong arguments name the argument, what it must be and what it is, at every public callable."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest
from clearance.arguments import fits, words
from clearance.hints import shown

# What the errors of Python and of the bindings say in words of their own.
LEAKS = re.compile(r"failed to extract|cannot be converted|positional argument|object is not|unsupported|has no attribute|not supported")


class Odd:
    """What no function takes."""

    def __repr__(self) -> str:
        return "<odd>"


def arm(folder: Path) -> cl.Robot:
    """An arm of one link."""
    file = folder / "arm.json"
    ball = {"kind": "sphere", "radius": 0.25}
    row = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}
    file.write_text(__import__("json").dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
    return cl.Robot.from_dh(file)


def scene() -> cl.Scene:
    made = cl.Scene()
    made.add("cup", cl.Sphere(1))
    made.add("table", cl.Box((1, 1, 1)), cl.Pose((0, 0, 5)))
    return made


def mesh() -> cl.Mesh:
    return cl.Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


def callables(folder: Path) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions, constructors of what users make, and methods of what they hold."""
    made = [
        *("Affine", "Box", "Capsule", "Compound", "Cone", "Cylinder", "Ellipsoid", "Halfspace", "HeightField", "Hull", "HullOf"),
        *("Mesh", "Monitor", "Motion", "Octree", "Options", "PointCloud", "Rounded", "Segment", "Sphere", "Sum", "Trajectory"),
        *("Triangle", "Voxels", "Watch"),
    ]
    for name in cl.__all__:
        item = getattr(cl, name)
        if inspect.isfunction(item) or name in made:
            yield name, item
    held = [arm(folder), scene(), mesh(), cl.Box((1, 2, 3)), scene().watch(), cl.Motion(cl.Pose()), cl.Scene]
    for one in [*held, cl.Robot, cl.Mesh, cl.Motion, cl.Box, cl.Shape]:
        kind = one if isinstance(one, type) else type(one)
        for name, value in inspect.getmembers(one, callable):
            static = inspect.getattr_static(kind, name, None)
            if not name.startswith("_") and isinstance(one, type) == isinstance(static, (classmethod, staticmethod)):
                if inspect.isfunction(getattr(value, "__func__", value)):
                    yield f"{kind.__name__}.{name}", value


def needed(call: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters that have no default."""
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(call).parameters.values()
    return [one for one in parameters if one.default is inspect.Parameter.empty and one.kind not in kinds]


def error_of(call: Callable[[], object]) -> str:
    with pytest.raises((TypeError, ValueError, KeyError)) as caught:
        call()
    return str(caught.value)


def test_a_wrong_value_is_named_with_what_it_must_be(tmp_path: Path) -> None:
    tried, bad = 0, []
    for name, call in callables(tmp_path):
        parameters = needed(call)
        if not parameters:
            continue
        odd = [Odd() for one in parameters if one.kind is not inspect.Parameter.KEYWORD_ONLY]
        named = {one.name: Odd() for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY}
        text = error_of(lambda call=call, odd=odd, named=named: call(*odd, **named))  # type: ignore[misc]
        if LEAKS.search(text) or "<odd>" not in text and name != "Robot.plan":  # which asks for a goal first
            bad.append((name, text))
        tried += 1
    assert bad == []
    assert tried > 60


def test_a_wrong_value_of_an_option_is_named(tmp_path: Path) -> None:
    robot, ball = arm(tmp_path), cl.Sphere(1)
    held: list[tuple[Any, str, tuple[Any, ...]]] = [
        *((robot, name, ([0.0],)) for name in ("region", "within_limits")),
        *((robot, name, ([[0.0], [1.0]],)) for name in ("check", "certificate")),
        *((robot, name, ()) for name in ("proposals", "sweep", "show")),
        *((scene(), name, ()) for name in ("closest", "within")),
        *((scene(), name, ("cup", "table")) for name in ("depth", "contact")),
        (cl, "time_of_impact", (ball, ball, cl.Pose(), cl.Pose((9, 0, 0)))),
        (cl, "cast", (ball, ball, cl.Pose((9, 0, 0)), (1, 0, 0))),
        (cl, "signed_distances", (ball, ball, np.zeros((1, 7)))),
    ]
    bad, tried = [], 0
    for owner, name, args in held:
        call = getattr(owner, name)
        for option in list(inspect.signature(call).parameters.values())[len(args) :]:
            if option.default is inspect.Parameter.empty or str(option.annotation) in ("Any", "bool", "Optional[bool]"):
                continue
            text = error_of(lambda call=call, args=args, key=option.name: call(*args, **{key: Odd()}))  # type: ignore[misc]
            if LEAKS.search(text) or option.name not in text:
                bad.append((name, option.name, text))
            tried += 1
    assert bad == []
    assert tried > 25


def test_too_many_values_and_missing_ones_are_counted_as_a_user_counts_them(tmp_path: Path) -> None:
    bad = []
    for name, call in callables(tmp_path):
        kinds = {one.kind for one in inspect.signature(call).parameters.values()}
        if inspect.Parameter.VAR_POSITIONAL not in kinds:
            text = error_of(lambda call=call: call(*range(40)))  # type: ignore[misc]
            if LEAKS.search(text) or not re.search(r"takes (at most \d+ values? by position, \w+|no value).*, got 40", text):
                bad.append((name, text))
        if needed(call):
            text = error_of(lambda call=call: call())  # type: ignore[misc]
            if LEAKS.search(text) or f"needs {needed(call)[0].name}" not in text:
                bad.append((name, text))
    assert bad == []


def test_what_leaked_before_is_clear(tmp_path: Path) -> None:
    any_cl: Any = cl
    box, bodies, robot = cl.Box((1, 1, 1)), scene(), arm(tmp_path)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: any_cl.distance(box, "ball"), r"^b must be a shape or a mesh, got 'ball'$"),
        (lambda: any_cl.Box(1, 1, 1), r"^Box\(\) takes at most 1 value by position, half_extents, got 3, did you mean Box\(\(1, 1, 1\)\)\?$"),
        (lambda: bodies.closest("cup"), r"^k must be a whole number, got 'cup'$"),  # type: ignore[arg-type]
        (lambda: any_cl.sweep(bodies), r"^assembly must be a Robot, .*, got <Scene of 2 bodies>$"),
        (lambda: robot.show([0.3, 0.5]), r"^path must be .*, got \[0.3, 0.5\]$"),  # type: ignore[list-item]
        (lambda: any_cl.Sphere("1"), r"^radius must be a number, got '1'$"),
        (lambda: any_cl.Box(("1", 1, 1)), r"^half_extents must be a number, got '1'$"),
        (lambda: bodies.within("near"), r"^max_distance must be a number, got 'near'$"),  # type: ignore[arg-type]
        (lambda: any_cl.sweep(robot, cells="many"), r"^cells must be a whole number, got 'many'$"),
    ]
    for call, text in wrong:
        with pytest.raises(TypeError, match=text):
            call()
    with pytest.raises(KeyError, match="there is no body 'cop', did you mean 'cup'"):
        bodies.move("cop", cl.Pose())
    with pytest.raises(KeyError, match="there is no body 'x', there are cup, table"):
        bodies.between("cup", "x")


def test_annotations_are_read_as_they_are_meant() -> None:
    from collections.abc import Mapping, Sequence
    from typing import Literal, Optional, Union

    import numpy.typing as npt

    assert fits(np.float32(2), float) and fits(True, float) and not fits("2", float) and not fits(1.5, int)
    assert fits([[0.0], np.zeros(1)], Sequence[Union[Sequence[float], npt.NDArray[Any]]]) and not fits([0.3], Sequence[Sequence[float]])
    assert fits(np.zeros((2, 3)), npt.ArrayLike) and not fits("abc", Union[Sequence[float], npt.ArrayLike])
    assert fits(None, Optional[int]) and not fits("fast", Literal["slow"]) and fits(("a", 1), tuple[str, int])
    assert not fits(("a",), tuple[str, int]) and not fits([1], Mapping[str, float])
    assert words(Optional[Sequence[float]]) == "a sequence of numbers or None"
    assert words(Union[float, npt.ArrayLike]) == "a number or an array of numbers"
    assert shown("x" * 200).endswith("...") and len(shown("x" * 200)) == 80
