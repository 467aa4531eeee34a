"""Scenes, robots and plans write the pages of the command, and mistakes get a hint."""

from __future__ import annotations

import base64
import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest

PANDA = Path(__file__).parents[3] / "testdata/robots/panda"
READY = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]


def data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture
def scene() -> cl.Scene:
    scene = cl.Scene()
    scene.add("table", cl.Halfspace((0, 0, 1), 0.0), fixed=True)
    scene.add("cup", cl.Cylinder(0.04, 0.05), cl.Pose((0, 0, 0.051)))
    scene.add("die", cl.Box((0.01, 0.01, 0.01)), cl.Pose((0.2, 0, 0.01)))
    return scene


def test_the_page_of_a_scene_has_its_bodies_and_closest_pairs(scene: cl.Scene, tmp_path: Path) -> None:
    scene.to_html(tmp_path / "scene.html", k=2)
    shown = data((tmp_path / "scene.html").read_text(encoding="utf-8"))
    assert [body["name"] for body in shown["bodies"]] == ["table", "cup", "die"] and shown["bodies"][0]["plane"]
    first = scene.closest().pairs[0]
    rows = shown["frames"][0]["rows"]
    assert len(rows) == 2 and (rows[0]["a"], rows[0]["b"]) == (first.a, first.b) and rows[0]["lower"] == first.lower
    assert shown["made"]["command"] == "Scene.to_html" and shown["made"]["version"] == cl.__version__


def test_a_page_is_opened_in_the_browser(scene: cl.Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    scene.show()
    assert len(opened) == 1 and opened[0].startswith("file:")


def test_a_robot_shows_its_states_and_its_plans(tmp_path: Path) -> None:
    robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "boxes.json")
    robot.to_html(tmp_path / "robot.html")
    shown = data((tmp_path / "robot.html").read_text(encoding="utf-8"))
    samples = shown["paths"][0]["samples"]
    assert [sample["name"] for sample in samples] == ["joints at zero", "default"] and len(shown["obstacles"]) == 20
    robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf")
    plan = robot.plan(READY, [0.5, *READY[1:]])
    plan.to_html(tmp_path / "plan.html")
    path = data((tmp_path / "plan.html").read_text(encoding="utf-8"))["paths"][0]
    assert path["result"] == "free" and path["intervals"]


def contents(page: Path) -> dict[str, bytes]:
    files = data(page.read_text(encoding="utf-8"))["files"]
    return {file["name"]: base64.b64decode(file["contents"]) for file in files}


def test_a_page_to_play_with_holds_the_files_and_what_they_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "play.html"
    mesh = Path(__file__).parents[3] / "testdata/meshes/box.stl"
    case = {"a": {"shape": {"kind": "mesh", "file": "meshes/box.stl"}}, "b": {"shape": {"kind": "point"}}}
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes/box.stl").write_bytes(mesh.read_bytes())
    (tmp_path / "case.jsonl").write_text(json.dumps(case) + "\nnot read\n", encoding="utf-8")
    cl.play(tmp_path / "case.jsonl", html=page)
    held = contents(page)
    assert list(held) == ["meshes/box.stl", "case.jsonl"] and held["meshes/box.stl"] == mesh.read_bytes()
    assert json.loads(held["case.jsonl"]) == case
    cl.play(PANDA / "panda.urdf", PANDA / "panda.srdf", PANDA / "boxes.json", html=page)
    assert list(contents(page))[-3:] == ["robot.urdf", "panda.srdf", "boxes.json"]
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    cl.play()
    assert len(opened) == 1 and opened[0].startswith("file:")
    with pytest.raises(FileNotFoundError, match="no/such.stl"):
        cl.play("no/such.stl", html=page)
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    with pytest.raises(ValueError, match=r"notes\.txt: expected a mesh file, a robot"):
        cl.play(tmp_path / "notes.txt", html=page)


def test_notebooks_draw_the_pages(scene: cl.Scene) -> None:
    assert scene._repr_html_().startswith("<iframe srcdoc=")
    unsolved = cl.Plan(reason="the start collides")
    assert "<code>" in unsolved._repr_html_()
    with pytest.raises(ValueError, match="the start collides"):
        unsolved.show()


def test_missing_files_are_the_errors_of_python() -> None:
    for read in (cl.load_mesh, cl.Mesh.from_file, cl.Robot.from_urdf, cl.Robot.from_dh, cl.Scene.from_file):
        with pytest.raises(FileNotFoundError, match="no/such.stl"):
            read("no/such.stl")


def test_names_of_other_libraries_get_a_hint() -> None:
    for name, meant in (("Ball", "Sphere"), ("Cuboid", "Box"), ("signed_distnace", "signed_distance")):
        with pytest.raises(AttributeError, match=f"did you mean '{meant}'"):
            getattr(cl, name)
    found = cl.signed_distances(cl.Sphere(1), cl.Sphere(1), np.array([[3.0, 0, 0, 1, 0, 0, 0]]))
    assert found["signed_distance"][0] == 1
    with pytest.raises(KeyError, match="ask for it by columns="):
        found["witness_a"]
