"""Scenes answer as their pairs do, one by one."""

from __future__ import annotations

import itertools
import json
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest
from conftest import random_poses

SHAPES = [cl.Box((0.5, 0.3, 0.2)), cl.Sphere(0.4), cl.Capsule(0.1, 0.5), cl.Cone(0.4, 0.3), cl.Rounded(cl.Hull(np.eye(3)), 0.1)]


def scene_of(seed: int, n: int) -> tuple[cl.Scene, dict[str, tuple[cl.Shape, cl.Pose]]]:
    scene, bodies = cl.Scene(), {}
    for i, row in enumerate(random_poses(np.random.default_rng(seed), n, 2.0)):
        shape, pose = SHAPES[i % len(SHAPES)], cl.Pose(row[:3], quaternion_wxyz=row[3:])
        bodies[f"body {i}"] = shape, pose
        scene.add(f"body {i}", shape, pose)
    return scene, bodies


def test_a_scene_answers_as_all_its_pairs() -> None:
    scene, bodies = scene_of(3, 25)
    pairs = {}
    for (a, (shape_a, pose_a)), (b, (shape_b, pose_b)) in itertools.combinations(bodies.items(), 2):
        pairs[a, b] = cl.signed_distance(shape_a, shape_b, pose_a=pose_a, pose_b=pose_b)
    order = sorted(pairs, key=lambda pair: pairs[pair].signed_distance)
    closest = scene.closest(5)
    assert [(near.a, near.b) for near in closest.pairs] == order[:5]
    for near in closest.pairs:
        found = pairs[near.a, near.b]
        assert (near.signed_distance, near.lower, near.upper) == (found.signed_distance, found.lower, found.upper)
        assert (near.normal, near.witness_a, near.witness_b) == (found.normal, found.witness_a, found.witness_b)
        assert near == scene.between(near.a, near.b) and near.status == found.status
    assert closest.lower <= pairs[order[0]].signed_distance <= closest.upper
    assert {(near.a, near.b) for near in scene.within(0.25).near} == {p for p in pairs if pairs[p].upper <= 0.25}
    assert {(meet.a, meet.b) for meet in scene.contacts()} == {p for p in pairs if pairs[p].collides}
    of_one = scene.closest(3, body="body 7").pairs
    assert all("body 7" in (near.a, near.b) for near in of_one) and len(of_one) == 3


def test_bodies_move_leave_and_ignore_each_other() -> None:
    scene = cl.Scene()
    scene.add("floor", cl.Box((5, 5, 0.5)), cl.Pose((0, 0, -0.5)), fixed=True)
    scene.add("wall", cl.Box((0.1, 5, 2)), fixed=True)
    scene.add("ball", cl.Sphere(0.5), (2, 0, 2, 1, 0, 0, 0), margin=0.25)
    assert scene.names == ["floor", "wall", "ball"] and len(scene) == 3 and "ball" in scene and list(scene) == scene.names
    assert [(near.a, near.b) for near in scene.closest(9).pairs] == [("wall", "ball"), ("floor", "ball")]
    scene.move("ball", cl.Pose((2, 0, 0.6)))
    assert [near.b for near in scene.within().near] == ["ball"] and scene.contacts() == []
    turned = np.eye(4)
    turned[:3, 3], turned[:2, :2] = (2, 0, 0.4), [[0.8, -0.6], [0.6, 0.8]]
    scene.move("ball", turned)
    assert scene.contacts() == [cl.Meeting("floor", "ball", True)]
    scene.ignore("floor", "ball")
    scene.set_margin("wall", "ball", 3)
    scene.move("ball", turned)
    assert scene.contacts() == [] and [near.a for near in scene.within().near] == ["wall"]
    scene.ignore("floor", "ball", False)
    assert len(scene.contacts()) == 1 and len(scene.closest(5, max_distance=0.5).pairs) == 1
    scene.remove("ball")
    assert scene.closest().pairs == () and len(scene) == 2
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: scene.add("wall", cl.Point()), "must have names of their own"),
        (lambda: scene.add("far", cl.Point(), margin=-1), "margin must be finite and not negative, got -1"),
        (lambda: scene.closest(0), "k must be at least 1, got 0"),
    ]
    for refused, text in cases:
        with pytest.raises(ValueError, match=text):
            refused()
    with pytest.raises(KeyError, match="there is no body 'ball"):
        scene.move("ball", cl.Pose())


def test_a_watch_answers_as_its_scene_to_the_last_bit() -> None:
    rng = np.random.default_rng(11)
    scene, bodies = scene_of(5, 60)
    watch = scene.watch()
    assert isinstance(watch, cl.Watch) and watch.scene is scene
    reported = 0
    for step in range(12):
        moved = list(rng.choice(list(bodies), 5, replace=False))
        poses = np.array([[*bodies[name][1].translation, *bodies[name][1].quaternion_wxyz] for name in moved])
        poses[:, :3] += rng.normal(scale=0.02, size=(5, 3))
        bodies.update((name, (bodies[name][0], cl.Pose(row[:3], quaternion_wxyz=row[3:]))) for name, row in zip(moved, poses))
        scene.move_many(moved, poses)
        if step == 6:
            scene.remove("body 3")
            bodies.pop("body 3")
            scene.add("new", cl.Sphere(0.7))
            scene.ignore("body 1", "body 2")
        assert watch.closest(4) == scene.closest(4) and watch.closest(2, max_distance=-0.1) == scene.closest(2, max_distance=-0.1)
        assert watch.closest(3, body="body 7") == scene.closest(3, body="body 7")
        assert watch.within(0.1) == scene.within(0.1) and watch.within() == scene.within()
        assert watch.contacts() == scene.contacts()
        assert watch.between("body 1", "body 2") == scene.between("body 1", "body 2")
        reported += len(scene.contacts())
    pairs = 12 * 60 * 59 // 2
    assert reported > 100 and 100 < watch.asked < pairs
    with pytest.raises(KeyError, match="there is no body"):
        watch.closest(body="body 3")
    with pytest.raises(ValueError, match="k must be at least 1, got 0"):
        watch.closest(0)


def test_many_bodies_are_added_and_moved_as_one_by_one() -> None:
    rows = random_poses(np.random.default_rng(17), 40, 2.0)
    names, shapes = [f"n{i}" for i in range(40)], [SHAPES[i % len(SHAPES)] for i in range(40)]
    at_once, one_by_one = cl.Scene(), cl.Scene()
    at_once.add_many(names, shapes, rows, margin=0.125)
    for name, shape, row in zip(names, shapes, rows):
        one_by_one.add(name, shape, row, margin=0.125)
    assert at_once.names == names and at_once.closest(9) == one_by_one.closest(9)
    moved = random_poses(np.random.default_rng(18), 40, 2.0)
    at_once.move_many(names, moved)
    matrices = [cl.Pose(row[:3], quaternion_wxyz=row[3:]).matrix() for row in moved[:20]]
    for scene in (at_once, one_by_one):
        scene.move_many(names, [cl.Pose(row[:3], quaternion_wxyz=row[3:]) for row in moved])
        scene.move_many(names[:20], np.array(matrices))
    assert at_once.within() == one_by_one.within() and at_once.closest(5) == one_by_one.closest(5)
    # One wrong row leaves all as it was.
    before = at_once.closest(5)
    wrong = moved.copy()
    wrong[17, 3:] *= 0.5
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: at_once.move_many(names, wrong), ValueError, r"poses\[17\]: quaternion must be of unit length within 1e-6, got norm 0.5"),
        (lambda: at_once.move_many(["n1", "none"], moved[:2]), KeyError, "there is no body"),
        (lambda: at_once.move_many(names, moved[:2]), ValueError, "expected as many poses as names, got 2 and 40"),
        (lambda: at_once.add_many(["x", "x"], cl.Point(), moved[:2]), ValueError, '"x" is taken'),
        (lambda: at_once.add_many(["x", "n3"], cl.Point(), moved[:2]), ValueError, '"n3" is taken'),
        (lambda: at_once.add_many(["x", "y"], shapes[:3], moved[:2]), ValueError, "shapes must be one or 2, got 3"),
        (lambda: at_once.add_many(["x", "y"], cl.Point(), wrong[16:18]), ValueError, r"poses\[1\]: quaternion"),
        (lambda: at_once.add_many(["x", "y"], cl.Point(), moved[:2], margin=-1), ValueError, "margin must be finite and not negative, got -1"),
    ]
    for refused, kind, text in cases:
        with pytest.raises(kind, match=text):
            refused()
    assert at_once.closest(5) == before and len(at_once) == 40 and "x" not in at_once
    empty = cl.Scene()
    empty.add_many([], [], np.zeros((0, 7)))
    empty.move_many([], np.zeros((0, 7)))
    assert len(empty) == 0


def test_compounds_are_bodies_of_scenes() -> None:
    cup = cl.Compound([(cl.Box((1, 1, 0.1)), (0, 0, -1, 1, 0, 0, 0)), (cl.Box((0.1, 1, 1)), (-1, 0, 0, 1, 0, 0, 0)), (cl.Box((0.1, 1, 1)), (1, 0, 0, 1, 0, 0, 0))])
    scene = cl.Scene()
    scene.add("cup", cup)
    scene.add("ball", cl.Sphere(0.5), cl.Pose((0.2, 0, 0)))
    inside = scene.between("cup", "ball")
    assert inside.signed_distance is not None and abs(inside.signed_distance - 0.2) < 1e-14 and inside.part_a == 2
    scene.move("ball", cl.Pose((0.7, 0, 0)))
    touching = scene.between("cup", "ball")
    assert touching.collides and touching.signed_distance is None and touching.local_depth is not None
    # The base and both walls are as near to the origin as each other.
    assert cl.signed_distance(cup, cl.Point(), cl.Pose()).signed_distance == pytest.approx(0.9, abs=1e-14)


def test_scenes_come_from_files(tmp_path: Path) -> None:
    source = {
        "bodies": [
            {"name": "a", "shape": {"kind": "box", "half_extents": [1, 1, 1]}, "group": "fixtures"},
            {"name": "b", "shape": {"kind": "sphere", "radius": 1}, "pose": {"translation": [1.5, 0, 0]}, "group": "fixtures"},
            {"name": "c", "shape": {"kind": "sphere", "radius": 1}, "pose": {"translation": [4, 0, 0]}, "margin": 0.75},
        ],
        "groups": {"fixtures": {"ignores": ["fixtures"]}},
    }
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(source))
    for scene in (cl.Scene.from_json(source), cl.Scene.from_json(json.dumps(source)), cl.Scene.from_file(path)):
        assert [(near.a, near.b) for near in scene.closest(3).pairs] == [("b", "c"), ("a", "c")]
        assert [(near.a, near.b) for near in scene.within().near] == [("b", "c")]
    path.write_text('{"bodies": [{"name": "a"}]}')
    with pytest.raises(ValueError, match='scene.json, /bodies/0: missing key "shape"'):
        cl.Scene.from_file(path)


def cube(half: float) -> cl.Mesh:
    corners = np.array(list(itertools.product((-half, half), repeat=3)))
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return cl.Mesh(corners, [triangle for a, b, c, d in faces for triangle in ((a, b, c), (a, c, d))])


def test_halfspaces_and_meshes_are_bodies_of_scenes() -> None:
    scene = cl.Scene()
    scene.add("floor", cl.Halfspace((0, 0, 1), 0.5), fixed=True)
    scene.add("block", cube(1), cl.Pose((0, 0, 2)))
    scene.add("ball", cl.Sphere(0.25), cl.Pose((2, 0, 2)))
    # The block ends at z = 1 and x = 1, the ball at z = 1.75 and x = 1.75.
    expected = {("floor", "block"): 0.5, ("block", "ball"): 0.75, ("floor", "ball"): 1.25}
    found = {(near.a, near.b): near for near in scene.closest(3).pairs}
    assert {pair: near.signed_distance for pair, near in found.items()} == pytest.approx(expected, abs=1e-12)
    triangle = found["block", "ball"].part_a
    assert np.all(cube(1).vertices[cube(1).triangles[triangle], 0] == 1)
    scene.move("ball", cl.Pose((0.25, 0, 2)))
    inside = scene.between("block", "ball")
    # A ball of 1/4 whose center is 3/4 below the face is 1 deep: the mesh is solid, and convex.
    assert inside.collides and inside.signed_distance == pytest.approx(-1, abs=1e-12) and inside.lower <= -1 <= inside.upper
    scene.move("floor", cl.Pose((0, 0, 1)))
    assert {(meet.a, meet.b) for meet in scene.contacts()} == {("floor", "block"), ("block", "ball")}


def test_meshes_are_values(tmp_path: Path) -> None:
    block = cube(0.5)
    assert block.is_solid and block.volume == pytest.approx(1) and block.area == pytest.approx(6)
    assert pickle.loads(pickle.dumps(block)) == block and hash(cube(0.5)) == hash(block) and cube(0.25) != block
    assert repr(block) == "<Mesh of 12 triangles, solid>"
    open_box = cl.Mesh(block.vertices, block.triangles[:10])
    assert not open_box.is_solid and open_box.volume is None and repr(open_box) == "<Mesh of 10 triangles, a surface>"
    (tmp_path / "corner.obj").write_text("v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    assert cl.Mesh.from_file(tmp_path / "corner.obj", scale=2).volume == 8 * 121.5
    cases: list[tuple[Any, Any, str]] = [
        ([(0, 0)], [(0, 0, 0)], r"vertices must have the shape \(n, 3\), got \(1, 2\)"),
        (np.eye(3), [(0, 1, 3)], "triangles must name vertices from 0 to 2, got 0 to 3"),
        (np.eye(3), [(0.5, 1, 2)], r"triangles must be integers of the shape \(m, 3\), got float64"),
        (np.eye(3), np.zeros((0, 3), dtype=int), "triangles of a mesh"),
        (np.full((3, 3), np.inf), [(0, 1, 2)], "finite"),
    ]
    for vertices, triangles, text in cases:
        with pytest.raises(ValueError, match=text):
            cl.Mesh(vertices, triangles)


def test_scene_files_have_meshes_and_halfspaces(tmp_path: Path) -> None:
    (tmp_path / "corner.obj").write_text("v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    bodies = [
        {"name": "floor", "shape": {"kind": "halfspace", "normal": [0, 0, 1], "offset": -1}},
        {"name": "corner", "shape": {"kind": "mesh", "file": "corner.obj", "as": "mesh"}},
    ]
    near = cl.Scene.from_json({"bodies": bodies}, tmp_path).between("floor", "corner")
    assert near.signed_distance == pytest.approx(1, abs=1e-12) and near.proven


def tube(inner: float, outer: float, half: float, sides: int = 24) -> tuple[list[list[float]], list[list[int]]]:
    """A tube, or with a small hole nearly a rod: vertices and triangles."""
    angles = [2 * math.pi * i / sides for i in range(sides)]
    rings = [(outer, -half), (outer, half), (inner, half), (inner, -half)]
    vertices = [[radius * math.cos(angle), radius * math.sin(angle), z] for radius, z in rings for angle in angles]
    triangles = []
    for r, i in itertools.product(range(4), range(sides)):
        a, b = r * sides + i, r * sides + (i + 1) % sides
        c, d = (r + 1) % 4 * sides + (i + 1) % sides, (r + 1) % 4 * sides + i
        triangles += [[a, b, c], [a, c, d]]
    return vertices, triangles


def test_a_pin_in_a_hole_is_apart_at_every_door(tmp_path: Path) -> None:
    plate, pin = tube(5.1, 12, 2), tube(4, 5, 6)
    # Between the middles of facets, side by side.
    gap = 0.1 * math.cos(math.pi / 24)
    kinds = [{"kind": "mesh", "vertices": vertices, "triangles": triangles} for vertices, triangles in (plate, pin)]
    meshes = cl.Mesh(*plate), cl.Mesh(*pin)
    shapes = cl.Shape.from_json(kinds[0]), cl.Shape.from_json(kinds[1])
    bodies = [{"name": name, "shape": kind} for name, kind in zip(["plate", "pin"], kinds)]
    scene = cl.Scene.from_json({"bodies": bodies}, tmp_path)
    case = cl.answer_case({"a": {"shape": kinds[0]}, "b": {"shape": kinds[1]}})
    pairs = [cl.signed_distance(meshes[0], meshes[1], cl.Pose()), cl.signed_distance(shapes[0], shapes[1], cl.Pose())]
    near = scene.between("plate", "pin")
    bounds = [(row.lower, row.upper) for row in pairs] + [(near.lower, near.upper), (case["lower"], case["upper"])]
    assert all(gap - 1e-9 < lower <= gap + 1e-14 and gap - 1e-14 <= upper < gap + 1e-9 for lower, upper in bounds), bounds
    assert case["collides"] is False and all(mesh.is_solid for mesh in meshes)


def test_casts_and_first_contacts_are_those_of_all_bodies() -> None:
    scene, bodies = scene_of(11, 20)
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(40):
        origin = rng.normal(size=3) * 4
        way = rng.normal(size=3) * 0.7 - 2 * origin  # through the middle
        found = scene.cast_ray(origin, way)
        probe = cl.Capsule(0.05, 0.1)
        struck = scene.cast(probe, cl.Pose(origin), way)
        for answer, shape in ((found, cl.Point()), (struck, probe)):
            motion = cl.Motion(cl.Pose(origin), linear=way)
            alone = {name: cl.time_of_impact(body, shape, pose, motion) for name, (body, pose) in bodies.items()}
            times = {name: impact.time for name, impact in alone.items() if impact.time is not None}
            if not times:
                assert answer.body is None and answer.impact.outcome == "miss"
                continue
            hits += 1
            first = min(times.values())
            assert answer.body in {name for name in times if times[name] <= first + 1e-12}
            lower, upper = answer.impact.time_lower, answer.impact.time_upper
            assert lower is not None and upper is not None and lower - 1e-12 <= first <= upper + 1e-12
    assert hits > 30


def test_the_first_contact_of_moving_bodies_is_the_earliest_pair() -> None:
    scene, bodies = cl.Scene(), {}
    rng = np.random.default_rng(8)
    for i in range(10):
        bodies[f"b{i}"] = SHAPES[i % len(SHAPES)], cl.Pose((3.0 * i, *rng.normal(size=2) * 0.2))
        scene.add(f"b{i}", *bodies[f"b{i}"])
    motions = {f"b{i}": cl.Motion(bodies[f"b{i}"][1], linear=(5.0 - i, 0, 0), angular=(0, 0, 1)) for i in (1, 4, 8)}
    found = scene.time_of_impact(motions)
    times = {}
    for a, b in itertools.combinations(bodies, 2):
        if a in motions or b in motions:
            ways = [motions[name] if name in motions else bodies[name][1] for name in (a, b)]
            impact = cl.time_of_impact(bodies[a][0], bodies[b][0], ways[0], ways[1])
            times[a, b] = impact.time if impact.time is not None else 2.0
    first = min(times, key=lambda pair: times[pair])
    assert (found.a, found.b) == first and found.impact.time == pytest.approx(times[first], abs=1e-9) and found.ties == ()
    scene.move("b0", cl.Pose((0, 0, 50)))
    assert scene.time_of_impact({"b0": cl.Motion(cl.Pose((0, 0, 50)), linear=(0, 0, 1))}).a is None
    with pytest.raises(KeyError, match="stranger"):
        scene.time_of_impact({"stranger": cl.Pose()})
    with pytest.raises(ValueError, match="target_distance"):
        scene.time_of_impact(motions, target_distance=-1)


def test_contact_points_and_depths_of_parts() -> None:
    scene = cl.Scene()
    slab = {"shape": {"kind": "box", "half_extents": [2, 2, 0.25]}}
    wall = {"shape": {"kind": "box", "half_extents": [0.25, 2, 2]}, "pose": {"translation": [-1.75, 0, 1.75]}}
    scene.add("corner", cl.Shape.from_json({"kind": "compound", "parts": [slab, wall]}))
    scene.add("crate", cl.Box((0.5, 0.5, 0.5)), cl.Pose((-1.125, 0, 0.625)))
    points = scene.contact("corner", "crate").points
    assert len(points) == 4 and all(abs(point.signed_distance + 0.125) < 1e-12 for point in points)
    depth = scene.depth("corner", "crate")
    # Out of the slab by 1/8 upwards and out of the wall by 1/8 sideways: neither alone parts the two.
    assert depth.lower <= math.hypot(0.125, 0.125) <= depth.upper <= depth.lower * 1.02
    assert scene.depth("crate", "corner").upper == pytest.approx(depth.upper, rel=0.02)
    with pytest.raises(ValueError, match="relative"):
        scene.depth("corner", "crate", relative=2)
    scene.add("floor", cl.Halfspace((0, 0, 1), -5))
    assert scene.between("floor", "crate").signed_distance == pytest.approx(5.125, abs=1e-12)
