"""Random sequences of calls, right and wrong ones: each is answered, or refused by an error of Python."""

from __future__ import annotations

import math
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import clearance
import numpy as np
import pytest

cl: Any = clearance  # most of the calls below are wrong

# A million by hand: CLEARANCE_CALLS=1000000 python -m pytest bindings/python/tests/test_sequences.py
CALLS = int(os.environ.get("CLEARANCE_CALLS", 3000))
ODD: list[Any] = [0, -1, math.nan, math.inf, -math.inf, 1e300, -1e300, 5e-324, 1e-160, -0.0]
ODD += ["1", None, {}, [1], 2**70, np.float32(0.5)]
ARM = """<robot name="arm"><link name="base"/>
<link name="hand"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.25"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/></joint></robot>"""
CORNERS, FACES = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


class Caller:
    """Bodies, scenes and robots of a sequence, and calls about them."""

    def __init__(self, seed: int, arm: Any) -> None:
        self.random = random.Random(seed)
        meshes = [cl.Mesh(CORNERS, FACES), cl.Mesh(CORNERS, FACES[:3])]
        self.bodies: list[Any] = [cl.Sphere(0.5), cl.Box((1, 1, 1)), *meshes]
        self.scene, self.arm = cl.Scene(), arm
        self.watch = self.scene.watch()

    def number(self) -> Any:
        return self.random.choice(ODD) if self.random.random() < 0.06 else self.random.randint(-900, 1100) / 500

    def numbers(self, count: int) -> Any:
        made = [self.number() for _ in range(count if self.random.random() < 0.97 else self.random.randint(0, 9))]
        return tuple(made) if self.random.random() < 0.5 else made

    def pose(self) -> Any:
        if self.random.random() < 0.05:
            wrong: list[Any] = [None, "pose", (1, 2), np.zeros(7), np.eye(4), np.full((4, 4), np.nan)]
            return self.random.choice(wrong)
        turned = {"rpy": self.numbers(3)} if self.random.random() < 0.3 else {}
        return cl.Pose(self.numbers(3), **turned)

    def body(self) -> Any:
        return self.random.choice(self.bodies)

    def name(self) -> Any:
        return self.random.choice(["a", "b", "c", "cop", "", 7])

    def make(self) -> None:
        kinds: list[Callable[[], Any]] = [
            lambda: cl.Sphere(self.number()),
            lambda: cl.Box(self.numbers(3)),
            lambda: cl.Ellipsoid(self.numbers(3)),
            lambda: cl.Capsule(self.number(), self.number()),
            lambda: cl.Cylinder(self.number(), self.number(), axis=self.random.choice("xyzw")),
            lambda: cl.Cone(self.number(), self.number()),
            lambda: cl.Halfspace(self.numbers(3), self.number()),
            lambda: cl.Hull([self.numbers(3) for _ in range(self.random.randint(0, 6))]),
            lambda: cl.Mesh([self.numbers(3) for _ in range(4)], FACES[: self.random.randint(0, 4)]),
            lambda: cl.Compound([(self.body(), self.pose()) for _ in range(self.random.randint(0, 2))]),
            lambda: cl.Shape.from_json({"kind": self.random.choice(["sphere", "shpere"]), "radius": self.number()}),
        ]
        made = self.random.choice(kinds)()
        if len(self.bodies) > 11:
            self.bodies.pop(self.random.randrange(12))
        self.bodies.append(made)

    def calls(self) -> dict[str, Callable[[], Any]]:
        def ask(question: Any) -> Callable[[], Any]:
            return lambda: question(self.body(), self.body(), self.pose())

        def motion() -> Any:
            return cl.Motion(self.pose(), linear=self.numbers(3), angular=self.numbers(3))

        def configuration() -> Any:
            return self.random.choice([[self.number()], {"turn": self.number()}, {"trun": 1}, self.numbers(2)])

        def count() -> Any:
            return self.random.choice([0, 1, 2, -1, 1.5])

        def asked() -> Any:
            return self.watch if self.random.random() < 0.5 else self.scene

        row = [0, 0, 0, 1, 0, 0, 0]
        return {
            "make": self.make,
            "signed_distance": ask(cl.signed_distance),
            "distance": ask(cl.distance),
            "intersects": ask(cl.intersects),
            "contact": ask(cl.contact),
            "gradient": ask(cl.gradient),
            "certify": ask(cl.certify),
            "within": lambda: cl.distance_within(self.body(), self.body(), self.pose(), max_distance=self.number()),
            "impact": lambda: cl.time_of_impact(self.body(), self.body(), self.pose(), motion()),
            "cast_ray": lambda: cl.cast_ray(self.body(), self.numbers(3), self.numbers(3)),
            "points": lambda: self.body().point_distances([self.numbers(3) for _ in range(3)]),
            "table": lambda: cl.signed_distances(self.body(), self.body(), [[*self.numbers(3), *row[3:]], row]),
            "add": lambda: self.scene.add(self.name(), self.body(), self.pose()),
            "remove": lambda: self.scene.remove(self.name()),
            "move": lambda: self.scene.move(self.name(), self.pose()),
            "closest": lambda: asked().closest(count()),
            "all_within": lambda: self.scene.within(self.number()),
            "contacts": lambda: self.watch.contacts(),
            "between": lambda: self.scene.between(self.name(), self.name()),
            "clearance": lambda: self.arm.clearance(configuration()),
            "edge": lambda: self.arm.edge([self.number()], [self.number()]),
            "configuration": lambda: self.arm.configuration({}, rest=self.random.choice(["up", "{}", '{"turn": 1}'])),
        }


def holds(found: Any) -> None:
    if isinstance(getattr(found, "lower", None), float) and isinstance(getattr(found, "upper", None), float):
        assert found.lower <= found.upper, found
        distance = getattr(found, "signed_distance", None)
        assert distance is None or found.lower <= distance <= found.upper, found


def test_any_sequence_of_calls_answers_or_refuses_each(tmp_path: Any) -> None:
    (tmp_path / "arm.urdf").write_text(ARM, encoding="utf-8")
    caller = Caller(int(os.environ.get("CLEARANCE_SEED", 1)), cl.Robot.from_urdf(tmp_path / "arm.urdf"))
    calls = caller.calls()
    answered, refused = Counter[str](), Counter[str]()
    for call in range(CALLS):
        name = caller.random.choice([*calls])
        try:
            holds(calls[name]())
            answered[name] += 1
        except (TypeError, ValueError, OverflowError, KeyError, AttributeError) as error:
            assert len(str(error)) > 2, f"call {call}, {name}: {error!r}"
            refused[name] += 1
        except BaseException as error:
            pytest.fail(f"call {call}, {name}: {type(error).__name__}: {error}")
    # Nothing is wrong with the contacts of a watch.
    lacking = [name for name in calls if not answered[name] or (name != "contacts" and not refused[name])]
    assert not lacking, (answered, refused)
