"""The names of python-fcl: its own tests, and what is answered otherwise."""

from __future__ import annotations

import itertools
import sys
import types
import unittest
from typing import Any

import clearance as cl
import numpy as np
import pytest
from clearance import fcl
from conftest import SEED, unit
from sdists import sdist

REQUIREMENT = "python-fcl==0.0.12"
"""The last release that has a source package with tests."""


def test_the_own_tests_of_python_fcl_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (sdist(REQUIREMENT) / "test" / "test_fcl.py").read_text()
    monkeypatch.setitem(sys.modules, "fcl", fcl)
    module = types.ModuleType("test_fcl_of_python_fcl")
    exec(compile(source, "test_fcl.py", "exec"), module.__dict__)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
    assert result.testsRun == 7 and not result.skipped
    assert not [text for _, text in [*result.failures, *result.errors]]


def at(*translation: float) -> fcl.Transform:
    return fcl.Transform(np.array(translation))


@pytest.mark.parametrize(
    ("geometry", "reach"),
    [
        (fcl.Box(1, 2, 3), (0.5, 1, 1.5)),
        (fcl.Sphere(0.7), (0.7, 0.7, 0.7)),
        (fcl.Ellipsoid(1, 2, 3), (1, 2, 3)),
        (fcl.Capsule(0.5, 3), (0.5, 0.5, 2)),
        (fcl.Cylinder(0.5, 3), (0.5, 0.5, 1.5)),
        (fcl.Cone(0.5, 3), (0.5, 0.5, 1.5)),
        (fcl.Convex(2 * np.vstack([np.eye(3), -np.eye(3)]), 0, []), (2, 2, 2)),
    ],
)
def test_geometries_are_as_large_as_those_of_fcl(geometry: fcl.CollisionGeometry, reach: tuple[float, ...]) -> None:
    body = geometry.body
    assert not isinstance(body, cl.Mesh)
    assert tuple(body.support(axis)[i] for i, axis in enumerate(np.eye(3))) == pytest.approx(reach)
    assert np.allclose(geometry.aabb_center, 0)


def test_a_cone_stands_on_its_base() -> None:
    probe = fcl.CollisionObject(fcl.Sphere(0.25), at(0, 0, 2))
    assert fcl.distance(fcl.CollisionObject(fcl.Cone(1, 2)), probe) == pytest.approx(0.75)  # the apex at z = 1


def test_a_field_that_is_set_counts_in_the_next_query() -> None:
    box, ball = fcl.Box(2, 2, 2), fcl.CollisionObject(fcl.Sphere(1), at(0, 0, 5.5))
    o = fcl.CollisionObject(box)
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([o, ball])
    assert fcl.distance(o, ball) == 3.5
    box.side = [2, 2, 10]
    data = fcl.DistanceData()
    manager.distance(data, fcl.defaultDistanceCallback)
    assert (fcl.distance(o, ball), data.result.min_distance) == (-1.0, -1.0)
    with pytest.raises(ValueError, match="half extent must not be negative, got -1"):
        box.side = [2, 2, -2]
    assert tuple(box.side) == (2, 2, 10)


def test_overlap_is_minus_one_unless_signed_distances_are_enabled() -> None:
    a, b = fcl.CollisionObject(fcl.Sphere(1)), fcl.CollisionObject(fcl.Sphere(1), at(1.5, 0, 0))
    assert fcl.distance(a, b) == -1.0
    result = fcl.DistanceResult()
    assert fcl.distance(a, b, fcl.DistanceRequest(True, enable_signed_distance=True), result) == -0.5
    assert np.allclose(result.nearest_points, [(1, 0, 0), (0.5, 0, 0)]) and result.o2 is b.geometry
    b.setTranslation([2, 0, 0])
    assert fcl.distance(a, b) == 0.0


@pytest.mark.parametrize(("z", "expected"), [(3.25, 1.0), (-2.0, 2.25), (1.0, -0.75), (1.5, -0.75), (0.25, 0.0)])
def test_a_plane_is_touched_from_both_sides(z: float, expected: float) -> None:
    """The plane z = 1.25 and a ball of radius 1."""
    plane, ball = fcl.CollisionObject(fcl.Plane(np.array([0.0, 0, 2]), 2.5)), fcl.CollisionObject(fcl.Sphere(1), at(0, 0, z))
    request = fcl.DistanceRequest(enable_signed_distance=True)
    for pair in ((plane, ball), (ball, plane)):
        assert fcl.distance(*pair, request) == pytest.approx(expected)
        assert (fcl.collide(*pair) > 0) == (expected <= 0)


def test_a_body_inside_of_a_closed_mesh_is_in_contact_with_it() -> None:
    room = fcl.BVHModel()
    corners = np.array(list(itertools.product((-2.0, 2.0), repeat=3)))
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    room.beginModel(12, 8)
    room.addSubModel(corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])
    room.endModel()
    assert fcl.collide(fcl.CollisionObject(room), fcl.CollisionObject(fcl.Sphere(0.25))) == 1
    assert (room.num_tries_(), room.buildState()) == (12, 2)


def test_contacts_of_a_box_on_a_box_are_its_four_corners() -> None:
    table, brick = fcl.CollisionObject(fcl.Box(4, 4, 1)), fcl.CollisionObject(fcl.Box(1, 2, 0.5), at(0.25, 0, 0.625))
    result = fcl.CollisionResult()
    assert fcl.collide(table, brick, fcl.CollisionRequest(100, True), result) == 4
    assert sorted(tuple(contact.pos) for contact in result.contacts) == [
        (x, y, 0.4375) for x in (-0.25, 0.75) for y in (-1.0, 1.0)
    ]
    for contact in result.contacts:
        assert tuple(contact.normal) == (0, 0, 1) and contact.penetration_depth == 0.125
        assert (contact.o1, contact.o2, contact.b1, contact.b2) == (table.geometry, brick.geometry, -1, -1)
    assert fcl.collide(table, brick, fcl.CollisionRequest(2, True), result) == 2 and len(result.contacts) == 6
    assert fcl.collide(table, brick) == 1


@pytest.mark.parametrize(
    ("kind", "time"),
    [
        # A rod along x, 4 long, moves 8 upwards and turns by a right angle about y; a ball at z = 6 hangs over its end.
        (fcl.CCDMotionType.CCDM_TRANS, (6 - 0.5 - 0.25) / 8),
        (fcl.CCDMotionType.CCDM_LINEAR, None),
        (fcl.CCDMotionType.CCDM_SCREW, None),
    ],
)
def test_times_of_contact_are_those_of_the_motion(kind: int, time: float | None) -> None:
    rod = fcl.CollisionObject(fcl.Box(4, 0.5, 0.5))
    ball = fcl.CollisionObject(fcl.Sphere(0.5), at(1.75, 0, 6))
    end = fcl.Transform([np.cos(np.pi / 4), 0, np.sin(np.pi / 4), 0], [0, 0, 8])
    result = fcl.ContinuousCollisionResult()
    found = fcl.continuousCollide(rod, end, ball, ball.getTransform(), fcl.ContinuousCollisionRequest(ccd_motion_type=kind), result)
    if time is not None:
        assert found == pytest.approx(time) and result.is_collide and result.time_of_contact == found
        return
    make = cl.Motion.along_line if kind == fcl.CCDMotionType.CCDM_LINEAR else cl.Motion.along_screw
    there = make(cl.Pose(), end.pose)
    poses = np.linspace(0, 1, 2000)
    apart = [cl.signed_distance(rod.body, ball.body, pose_a=there.at(t), pose_b=ball.pose).lower > 0 for t in poses]
    first = 1.0 if all(apart) else poses[apart.index(False)]
    assert abs(found - first) <= 1 / 1999 and result.is_collide == (not all(apart))


def test_the_graze_that_a_straight_path_misses_takes_time_one() -> None:
    box, ball = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Sphere(0.5), at(0, 3, 5))
    result = fcl.ContinuousCollisionResult()
    assert fcl.continuousCollide(box, fcl.Transform(), ball, at(0, 3, -5), None, result) == 1.0
    assert not result.is_collide


def random_objects(rng: np.random.Generator, count: int) -> list[fcl.CollisionObject]:
    made: list[fcl.CollisionObject] = []
    for i in range(count):
        x, y, z = rng.uniform(0.3, 1.2, 3)
        kinds = [fcl.Box(x, y, z), fcl.Sphere(x), fcl.Capsule(x / 2, y), fcl.Cone(x, z), fcl.Ellipsoid(x, y, z)]
        turn = fcl.Transform(np.array(unit(tuple(rng.normal(size=4)))), rng.uniform(-3, 3, 3))
        made.append(fcl.CollisionObject(kinds[i % len(kinds)], turn))
    return made


@pytest.mark.parametrize("seed", range(SEED, SEED + 6))
def test_managers_answer_as_all_pairs_do_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    objects, others = random_objects(rng, 12), random_objects(rng, 5)
    manager, other = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    other.registerObjects(others)
    objects[3].setTranslation(rng.uniform(-3, 3, 3))  # no update is needed
    signed = fcl.DistanceRequest(enable_signed_distance=True)
    queries: list[tuple[tuple[Any, ...], list[tuple[fcl.CollisionObject, fcl.CollisionObject]]]] = [
        ((), list(itertools.combinations(objects, 2))),
        ((others[0],), [(o, others[0]) for o in objects]),
        ((other,), list(itertools.product(objects, others))),
    ]
    mix = []
    for given, pairs in queries:
        seen: list[frozenset[int]] = []

        def noted(a: fcl.CollisionObject, b: fcl.CollisionObject, data: list[frozenset[int]]) -> bool:
            data.append(frozenset((id(a), id(b))))
            return False

        manager.collide(*given, seen, noted)
        expected = {frozenset((id(a), id(b))) for a, b in pairs if fcl.collide(a, b)}
        assert set(seen) == expected and len(seen) == len(expected), seed
        data = fcl.DistanceData(signed)
        manager.distance(*given, data, fcl.defaultDistanceCallback)
        assert data.result.min_distance == min(fcl.distance(a, b, signed) for a, b in pairs), seed
        mix.append(len(expected))
    assert 0 < mix[0] < 66, f"seed {seed}: {mix}"


def test_a_distance_callback_may_skip_pairs() -> None:
    """The search continues to the next pair as long as that may be nearer than what was said."""
    objects = [fcl.CollisionObject(fcl.Sphere(1), at(x, 0, 0)) for x in (0, 3, 7, 12)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    seen = []

    def skip_first(a: fcl.CollisionObject, b: fcl.CollisionObject, data: None) -> tuple[bool, float]:
        seen.append((objects.index(a), objects.index(b)))
        return False, float("inf") if objects[0] in (a, b) else fcl.distance(a, b)

    manager.distance(None, skip_first)
    assert seen == [(0, 1), (1, 2)]


def test_a_collision_callback_ends_the_search() -> None:
    objects = [fcl.CollisionObject(fcl.Sphere(1), at(0.1 * i, 0, 0)) for i in range(4)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    calls: list[int] = []
    manager.collide(calls, lambda a, b, data: data.append(1) or True)
    assert calls == [1] and (manager.size(), manager.empty(), len(manager.getObjects())) == (4, False, 4)
    manager.unregisterObject(objects[0])
    manager.unregisterObject(objects[0])
    assert manager.size() == 3
    manager.clear()
    assert manager.empty()


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda: fcl.Transform(np.diag([1.0, 1, 2])), "matrix"),
        (lambda: fcl.Transform([1, 2]), r"expected a rotation of shape \(3, 3\) or \(4,\), got shape \(2,\)"),
        (lambda: fcl.Transform(1, 2, 3), "got 3 arguments"),
        (lambda: fcl.CollisionObject(), "expected a geometry of a kind, such as Box, got None"),
        (lambda: fcl.BVHModel().addTriangle([0, 0, 0], [1, 0, 0], [0, 1, 0]), "between beginModel and endModel"),
        (lambda: fcl.CollisionObject(fcl.BVHModel()).body, "a model must have triangles, got none"),
        (lambda: fcl.OcTree(0.1), "OcTree: hand occupied cells over as Boxes"),
        (lambda: fcl.CollisionObject(fcl.Plane(np.array([0.0, 0, 1]), 0)).body, "a Plane is a body of pairs only"),
    ],
)
def test_what_cannot_be_used_is_named(wrong: Any, text: str) -> None:
    with pytest.raises((ValueError, NotImplementedError), match=text):
        wrong()


def test_costs_splines_and_two_planes_are_refused() -> None:
    ball = fcl.CollisionObject(fcl.Sphere(1))
    plane = fcl.CollisionObject(fcl.Plane(np.array([0.0, 0, 1]), 0))
    with pytest.raises(ValueError, match="costs are not computed"):
        fcl.collide(ball, ball, fcl.CollisionRequest(enable_cost=True))
    with pytest.raises(ValueError, match="ccd_motion_type must be"):
        spline = fcl.ContinuousCollisionRequest(ccd_motion_type=fcl.CCDMotionType.CCDM_SPLINE)
        fcl.continuousCollide(ball, fcl.Transform(), ball, fcl.Transform(), spline)
    with pytest.raises(ValueError, match="two planes have no distance"):
        fcl.distance(plane, plane)


def test_all_names_of_python_fcl_are_there() -> None:
    theirs = pytest.importorskip("fcl", reason="python-fcl is not installed")
    assert {name for name in theirs.__all__ if name not in fcl.__all__} == set()
