"""Ranges of motion of robots and assemblies."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import clearance as cl
import pytest

BALL = {"kind": "sphere", "radius": 0.25}
JOINT = {"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}
ARM = {"name": "arm", "shape": BALL, "pose": {"translation": [2, 0, 0]}, "joint": JOINT}
POST = {"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}}
WALL = {"name": "wall", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [-2.5, 0, 0]}}


def test_an_assembly_is_a_dict_a_file_or_a_robot(tmp_path: Path) -> None:
    assembly = {"bodies": [POST, ARM]}
    file = tmp_path / "assembly.json"
    file.write_text(json.dumps(assembly))
    robot = cl.Robot.from_file(file)
    answers = [cl.sweep(assembly, width=1e-9), cl.sweep(file, width=1e-9), robot.sweep(width=1e-9)]
    for found in answers:
        assert isinstance(found, cl.Range) and found == answers[0]
        assert found.lower <= 0.25 <= found.upper and found.upper - found.lower <= 1e-9 and found.collides is False
        assert abs(found.worst["arm"] - math.pi / 2) < 1e-3 and found.pair == ("arm", "post") and found.complete


def test_each_pair_collides_never_or_sometimes() -> None:
    rows = cl.sweep({"bodies": [POST, WALL, ARM]}, pairs=True)
    assert isinstance(rows, list)
    assert [(row.pair, row.verdict) for row in rows] == [(("arm", "wall"), "sometimes"), (("arm", "post"), "never")]
    assert rows[0].free_at is not None and rows[0].collides and rows[1].free_at is None
    held = cl.sweep({"bodies": [POST, WALL, ARM]}, ranges={"arm": [-1, 1]})
    assert isinstance(held, cl.Range) and held.collides is False
    few = cl.sweep({"bodies": [POST, ARM]}, width=0, cells=10)
    assert isinstance(few, cl.Range) and not few.complete and few.lower <= 0.25 <= few.upper


def test_a_certificate_of_a_range_is_verified_and_refused_for_another_world(tmp_path: Path) -> None:
    def robot_of(*bodies: dict[str, Any]) -> cl.Robot:
        (tmp_path / "assembly.json").write_text(json.dumps({"bodies": bodies}))
        return cl.Robot.from_file(tmp_path / "assembly.json")

    robot = robot_of(POST, ARM)
    found = robot.sweep(width=1e-6, certificate=True)
    assert isinstance(found, cl.Range) and found.certificate is not None
    verified = robot.verify(found.certificate)
    assert verified.valid and verified.clearance_lower is not None and abs(verified.clearance_lower - found.lower) < 1e-12
    other = robot_of({**POST, "pose": {"translation": [0, 3.1, 0]}}, ARM)
    assert not other.verify(found.certificate).valid
    hit = cl.sweep({"bodies": [WALL, ARM]}, certificate=True)
    assert isinstance(hit, cl.Range) and hit.collides and hit.certificate is None
    deep = cl.sweep({"bodies": [WALL, ARM]}, certificate=True, depth=True)
    assert isinstance(deep, cl.Range) and deep.certificate is not None
    with pytest.raises(ValueError, match="needs pairs=False"):
        cl.sweep({"bodies": [ARM]}, pairs=True, certificate=True)


def test_what_is_no_range_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match='no joint is named "amr"'):
        cl.sweep({"bodies": [ARM]}, ranges={"amr": [0, 1]})
    with pytest.raises(ValueError, match="width must be finite"):
        cl.sweep({"bodies": [ARM]}, width=-1)


def test_requirements_hold_or_do_not(tmp_path: Path) -> None:
    rows = [{"name": "fine", "at_least": 0.2}, {"name": "near", "at_least": 0.3}, {"name": "lost", "pairs": ["pots"]}]
    (tmp_path / "requirements.json").write_text(json.dumps({"robot": {"bodies": [POST, ARM]}, "requirements": rows}))
    fine, near, lost = cl.check_requirements(tmp_path / "requirements.json")
    assert fine.holds and near.result == "violated" and near.pair == ("arm", "post") and len(fine.digest) == 64
    assert not lost.holds and lost.error is not None and 'no link or body is named "pots"' in lost.error


def test_regions_are_free_and_those_of_others_are_proven_or_refuted(tmp_path: Path) -> None:
    file = tmp_path / "assembly.json"
    file.write_text(json.dumps({"bodies": [WALL, ARM]}))
    robot = cl.Robot.from_file(file)
    grown = robot.region([0.0])
    assert grown is not None and grown.sides["arm"][0] < -2 and grown.clearance_lower > 0
    verified = robot.verify(grown.certificate)
    assert verified.valid and verified.clearance_lower == grown.clearance_lower
    assert robot.region([math.pi]) is None
    assert robot.check_region([[1.0], [-1.0]], [1.0, 1.0]).result == "proven"
    refuted = robot.check_region([[-1.0]], [-1.0])
    assert refuted.result == "refuted" and refuted.collides_at is not None and robot.collides(refuted.collides_at)


def test_polytopes_hold_what_they_say_and_are_verified(tmp_path: Path) -> None:
    file = tmp_path / "assembly.json"
    rail = {"type": "prismatic", "axis": [1, 0, 0], "range": [0, 2], "name": "rail"}
    cart = {"name": "cart", "shape": BALL, "pose": {"translation": [0, -5, 0]}, "joint": rail}
    turn: Any = ARM["joint"]
    arm = {**ARM, "joint": {**turn, "parent": "cart"}}
    file.write_text(json.dumps({"bodies": [WALL, cart, arm]}))
    robot = cl.Robot.from_file(file)
    grown = robot.region([0.5, 0.2], polytope=True, cells=3000)
    assert grown is not None and grown.contains([0.5, 0.2]) and len(grown.a) == len(grown.b) > 0
    assert robot.verify(grown.certificate).valid
    assert robot.check_region(grown).result == "proven"

    half_spaces = grown.half_spaces()

    class HPolyhedron:
        """As Drake's."""

        def A(self) -> Any:
            return half_spaces[0]

        def b(self) -> Any:
            return half_spaces[1]

    assert robot.check_region(HPolyhedron()).result == "proven"
    with pytest.raises(ValueError, match="has no half width"):
        robot.region([0.5, 0.2], polytope=True, half=0.1)
    with pytest.raises(ValueError, match="expected 2 joint values"):
        grown.contains([0.5])


def test_a_roadmap_is_saved_read_and_answers_only_for_its_robot(tmp_path: Path) -> None:
    def robot(post: dict[str, Any]) -> cl.Robot:
        file = tmp_path / "assembly.json"
        file.write_text(json.dumps({"bodies": [post, ARM]}))
        return cl.Robot.from_file(file)

    near = {**POST, "pose": {"translation": [0, 2, 0]}}
    roadmap = cl.Roadmap(robot(near))
    assert roadmap.cover([[-2.5], [0.5]], cells=2000) is None and len(roadmap) > 0
    assert roadmap.cover([[0.5], [2.5]], cells=2000) is not None
    route = roadmap.route([-2.0], [0.25])
    assert isinstance(route, cl.Route) and route.path[0] == (-2.0,) and route.path[-1] == (0.25,)
    assert route.length >= 2.25 and route.clearance_lower > 0
    assert roadmap.region(route.regions[0]).contains(route.path[0])
    assert roadmap.route([-2.0], [math.pi / 2]) is None
    roadmap.save(tmp_path / "roadmap.json")
    again = cl.Roadmap(robot(near), tmp_path / "roadmap.json")
    assert len(again) == len(roadmap) and again.overlaps == roadmap.overlaps
    assert again.route([-2.0], [0.25]) == route
    other = cl.Roadmap(robot(POST), tmp_path / "roadmap.json")
    with pytest.raises(ValueError, match="another scene"):
        other.route([-2.0], [0.25])
    text = (tmp_path / "roadmap.json").read_text()
    (tmp_path / "roadmap.json").write_text(text.replace("0.", "1.", 1))
    with pytest.raises(ValueError, match="roadmap was changed"):
        cl.Roadmap(robot(near), tmp_path / "roadmap.json")
    with pytest.raises(ValueError, match="expected a region below"):
        roadmap.region(99)
