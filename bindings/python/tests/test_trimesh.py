"""The manager of trimesh: its own tests, and what is answered otherwise."""

from __future__ import annotations

import itertools
import logging
import sys
import types
import unittest
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import numpy.typing as npt
import pytest
from clearance import fcl
from clearance.trimesh import CollisionManager, from_trimesh, scene_from_trimesh, scene_to_collision, to_trimesh
from conftest import SEED, unit
from sdists import sdist

trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")

COINCIDENT = """            assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))
            assert g.np.isclose(c.depth, 1.0)
            assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))
"""
ANY_OF_SIX = """            assert g.np.abs(c.point - [5.0, 0.0, 0.0]).max() <= 0.5
            assert g.np.isclose(c.depth, 1.0)
            assert sorted(abs(c.normal)) == [0.0, 0.0, 1.0]
"""


def own_tests(source: Path, collision: Any) -> unittest.TestResult:
    """Runs trimesh's tests of collisions with a module in place of ``trimesh.collision``.

    Two cubes at the same place separate along any of six directions, all equally short: the one that FCL takes is no rule. Its meshes are no part of the
    source package: the cube is made, and the test of the scene is left out.
    """
    text = (source / "tests" / "test_collision.py").read_text()
    assert COINCIDENT in text
    text = text.replace(COINCIDENT, ANY_OF_SIX)
    generic: Any = types.ModuleType("generic")
    generic.unittest, generic.np, generic.log = unittest, np, logging.getLogger("trimesh")
    generic.random = np.random.default_rng(SEED).random
    generic.get_mesh = lambda name: {"unit_cube.STL": trimesh.creation.box()}[name]
    generic.trimesh = types.SimpleNamespace(collision=collision, creation=trimesh.creation, Scene=trimesh.Scene)
    module = types.ModuleType("test_collision_of_trimesh")
    return result_of(module, text, generic)


def result_of(module: types.ModuleType, text: str, generic: Any) -> unittest.TestResult:
    before = {name: sys.modules.get(name) for name in ("generic", "fcl")}
    sys.modules["generic"], sys.modules["fcl"] = generic, fcl
    try:
        exec(compile(text, "test_collision.py", "exec"), module.__dict__)
    finally:
        for name, old in before.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old
    result = unittest.TestResult()
    tests = unittest.TestSuite(
        test
        for suite in unittest.defaultTestLoader.loadTestsFromModule(module)
        for test in suite  # type: ignore[union-attr]
        if "test_scene" not in str(test)
    )
    tests.run(result)
    return result


def check(result: unittest.TestResult) -> None:
    assert result.testsRun == 4 and not result.skipped
    assert not [text for _, text in [*result.failures, *result.errors]]


def source() -> Path:
    return sdist(f"trimesh=={trimesh.__version__}")


def test_the_own_tests_of_trimesh_pass_with_this_manager() -> None:
    ours = types.SimpleNamespace(CollisionManager=CollisionManager, scene_to_collision=scene_to_collision)
    check(own_tests(source(), ours))


def test_the_own_tests_of_trimesh_pass_with_its_manager_on_these_names_of_fcl(monkeypatch: pytest.MonkeyPatch) -> None:
    import trimesh.collision as theirs

    monkeypatch.setattr(theirs, "fcl", fcl)
    check(own_tests(source(), theirs))


def at(*translation: float) -> npt.NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, 3] = translation
    return matrix


def test_a_scene_of_trimesh_becomes_a_manager_and_a_scene() -> None:
    scene = trimesh.Scene()
    for i, x in enumerate((0.0, 1.5, 4.0)):
        scene.add_geometry(trimesh.creation.icosphere(), node_name=f"ball{i}", transform=at(x, 0, 0))
    manager, objects = scene_to_collision(scene)
    assert manager.in_collision_internal(return_names=True) == (True, {("ball0", "ball1")})
    assert set(objects) == {"ball0", "ball1", "ball2"}
    ours = scene_from_trimesh(scene)
    assert [(met.a, met.b) for met in ours.contacts()] == [("ball0", "ball1")]
    scene.add_geometry(trimesh.creation.box(), node_name="flat", transform=np.diag([1.0, 1.0, 0.5, 1.0]))
    with pytest.raises(ValueError, match="flat: .*rotation matrix"):
        scene_from_trimesh(scene)


def random_mesh(rng: np.random.Generator, kind: int) -> Any:
    x, y, z = rng.uniform(0.4, 1.0, 3)
    made = [
        lambda: trimesh.creation.box((x, y, z)),
        lambda: trimesh.creation.icosphere(1, x),
        lambda: trimesh.creation.torus(x, x / 4, 8, 8),
        lambda: trimesh.creation.annulus(x / 2, x, y, sections=7),
    ]
    return made[kind % len(made)]()


def random_place(rng: np.random.Generator) -> npt.NDArray[np.float64]:
    pose = cl.Pose(rng.uniform(-2, 2, 3), quaternion_wxyz=unit(tuple(rng.normal(size=4))))
    return pose.matrix()


@pytest.mark.parametrize("seed", range(SEED, SEED + 5))
def test_the_manager_answers_as_all_pairs_do_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    manager, other = CollisionManager(), CollisionManager()
    placed: dict[str, tuple[Any, cl.Pose]] = {}
    for i in range(8):
        mesh, place = random_mesh(rng, i), random_place(rng)
        pose = cl.Pose.from_matrix(place)
        name, owner = f"{'abcdefgh'[i]}", manager if i < 5 else other
        owner.add_object(name, mesh, place)
        placed[name] = (from_trimesh(mesh), cl.Pose(pose.translation, quaternion_wxyz=pose.quaternion_wxyz))
    mine, theirs = list(placed)[:5], list(placed)[5:]

    def between(a: str, b: str) -> cl.Proximity:
        (body_a, pose_a), (body_b, pose_b) = placed[a], placed[b]
        return cl.signed_distance(body_a, body_b, pose_a=pose_a, pose_b=pose_b)

    inside, across = list(itertools.combinations(mine, 2)), list(itertools.product(mine, theirs))
    for pairs, collisions, distance in [
        (inside, manager.in_collision_internal(True), manager.min_distance_internal(None, True, True)),
        (across, manager.in_collision_other(other, True), manager.min_distance_other(other, True, True)),
    ]:
        met = {pair for pair in pairs if between(*pair).collides}
        assert collisions == (bool(met), met), seed
        least, names, data = distance
        assert least == pytest.approx(min(between(*pair).upper for pair in pairs), abs=1e-12), seed
        if least > 0:
            assert np.linalg.norm(data.point(names[0]) - data.point(names[1])) == pytest.approx(least), seed
    assert 0 < len([pair for pair in inside + across if between(*pair).collides]) < 25, seed


def test_names_and_points_of_contacts_are_those_of_their_objects() -> None:
    manager, cube = CollisionManager(), trimesh.creation.box()
    manager.add_object("a", cube)
    manager.add_object("b", trimesh.creation.torus(1, 0.25), at(0, 0, 9))
    hit, names, contacts = manager.in_collision_single(cube, at(0.75, 0, 0), return_names=True, return_data=True)
    assert (hit, names) == (True, {"a"}) and len(contacts) == 4
    for contact in contacts:
        assert contact.names == {"a", "__external"} and contact.index("a") == -1
        assert contact.depth == pytest.approx(0.25) and contact.point[0] == pytest.approx(0.375)
        assert tuple(contact.normal) == (1, 0, 0)
    ring = trimesh.creation.torus(1, 0.25)
    distance, name, data = manager.min_distance_single(cube, at(1, 0, 10), return_name=True, return_data=True)
    near = ring.triangles[data.index("b")] + (0, 0, 9)
    assert name == "b" and distance == pytest.approx(0.25)
    assert trimesh.triangles.closest_point([near], [data.point("b")])[0] == pytest.approx(data.point("b"), abs=1e-9)
    assert data.point("__external") == pytest.approx(data.point("b") + (0, 0, 0.25), abs=1e-9)


def test_a_body_in_the_inside_of_a_mesh_collides_and_has_a_negative_distance() -> None:
    """FCL finds no contact there: it takes meshes for surfaces."""
    manager = CollisionManager()
    manager.add_object("ring", trimesh.creation.torus(1, 0.3))
    crumb = trimesh.creation.box((0.1, 0.1, 0.1))
    assert manager.in_collision_single(crumb, at(1, 0, 0)) is True
    assert manager.min_distance_single(crumb, at(1, 0, 0)) < -0.2
    assert manager.in_collision_single(crumb) is False


def test_objects_are_replaced_moved_and_removed() -> None:
    manager, cube = CollisionManager(), trimesh.creation.box()
    manager.add_object("a", cube)
    handle = manager.add_object("b", cube, at(3, 0, 0).astype(np.float32))
    assert manager.min_distance_internal("b", return_names=True) == (2.0, ("a", "b"))
    handle.setTranslation([2, 0, 0])
    assert manager.min_distance_internal() == 1.0
    manager.set_transform("b", at(0, 0, 5))
    assert manager.min_distance_internal() == 4.0
    manager.add_object("b", cube, at(0.5, 0, 0))
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "b")})
    manager.remove_object("a")
    assert manager.in_collision_internal() is False
    assert manager.min_distance_internal(return_names=True, return_data=True) == (sys.float_info.max, None, None)
    with pytest.raises(ValueError, match="a not in collision manager!"):
        manager.remove_object("a")
    with pytest.raises(ValueError, match="a not in collision manager!"):
        manager.set_transform("a", np.eye(4))
    with pytest.raises(ValueError, match=r"transform must be \(4, 4\), got \(3, 3\)"):
        manager.add_object("c", cube, np.eye(3))
    with pytest.raises(ValueError, match="rotation matrix"):
        manager.add_object("c", cube, np.diag([2.0, 2, 2, 1]))


def test_meshes_there_and_back_are_the_same() -> None:
    ring = trimesh.creation.torus(1, 0.3)
    body = from_trimesh(ring)
    assert isinstance(body, cl.Mesh)
    back = to_trimesh(body)
    assert (back.triangles == ring.triangles).all() and len(back.vertices) == len(ring.vertices)
    cube = from_trimesh(trimesh.creation.box((1, 2, 3)))
    assert isinstance(cube, cl.Hull) and to_trimesh(cube).volume == pytest.approx(6) and to_trimesh(cube).is_watertight
    assert to_trimesh(cl.Box((0.5, 1, 1.5))).volume == pytest.approx(6)
    assert 4.1 < to_trimesh(cl.Sphere(1)).volume < 4 * np.pi / 3
    two = to_trimesh(cl.Compound([cl.Box((1, 1, 1)), (cl.Box((1, 1, 1)), cl.Pose((5, 0, 0)))]))
    assert two.volume == pytest.approx(16) and two.bounds.tolist() == [[-1, -1, -1], [6, 1, 1]]
    with pytest.raises(ValueError, match="unbounded"):
        to_trimesh(cl.Halfspace((0, 0, 1)))
