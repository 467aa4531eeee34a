"""Parts of CAD: the error of triangles, names, places, exact shapes, and reports with the distances of the CAD."""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path
from typing import Any, Callable

import clearance as cl
import numpy as np
import numpy.typing as npt
import pytest
from clearance.cad import deviation, lengths
from conftest import SEED

PLATE = Path(__file__).parents[3] / "testdata" / "cad" / "plate_and_pins.step"

Array = npt.NDArray[np.float64]

# In millimetres; the ring and the ball overlap, by 1.1473 at least.
DISTANCES = {
    ("plate", "pin_a"): 0.1,
    ("plate", "pin_b"): 0.02,
    ("plate", "ring"): 1.5,
    ("plate", "ball"): 0.25,
    ("pin_a", "pin_b"): 20.18,
    ("pin_a", "ring"): 0.6,
    ("pin_a", "ball"): 4.1,
    ("pin_b", "ring"): 14.58,
    ("pin_b", "ball"): 4.08,
    ("ring", "ball"): 8.5 - float(np.hypot(7, 2.25)) - 2 * (8.5 - float(np.hypot(7, 2.25))),
}

CUBE = np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], np.float64)
SIDES = np.array(
    [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ]
)


def inside(triangles: Array, rng: np.random.Generator, count: int = 400) -> Array:
    """Points of triangles, ``(n, count, 3)``."""
    weights = rng.dirichlet([0.6, 0.6, 0.6], count)
    return np.asarray(np.einsum("pc,tck->tpk", weights, triangles))


AXIS = np.array([2.0, -1, 2]) / 3
ORIGIN = np.array([0.5, -3, 2])


def turned(local: Array) -> Array:
    """Points of the frame of the axis in space."""
    x = np.cross(AXIS, [0, 0, 1])
    x /= np.linalg.norm(x)
    return np.asarray(ORIGIN + local @ np.stack([x, np.cross(AXIS, x), AXIS]))


def on_revolved(
    meridian: Callable[[Array], tuple[Array, Array]], spans: tuple[float, float], rng: np.random.Generator
) -> Array:
    """Small triangles with corners on a surface of revolution."""
    middle = rng.uniform(0, 2 * np.pi, (300, 1)), rng.uniform(0.2, 2, (300, 1))
    angle, along = (m + rng.uniform(-1, 1, (300, 3)) * span for m, span in zip(middle, spans))
    rho, z = meridian(along)
    return turned(np.stack([rho * np.cos(angle), rho * np.sin(angle), z], 2))


def across(points: Array) -> tuple[Array, Array]:
    """The distance from the axis, and the height."""
    height = (points - ORIGIN) @ AXIS
    return np.linalg.norm(points - ORIGIN - height[..., None] * AXIS, axis=-1), height


SURFACES: dict[str, tuple[Any, Any, Any]] = {
    "cylinder": (
        lambda t: (np.full_like(t, 1.5), t),
        lambda triangles: deviation.of_cylinder(triangles, ORIGIN, AXIS, 1.5),
        lambda points: np.abs(across(points)[0] - 1.5),
    ),
    "cone": (
        lambda t: (t * np.sin(0.4), t * np.cos(0.4)),
        lambda triangles: deviation.of_cone(triangles, ORIGIN, AXIS, 0.4),
        lambda points: np.abs(across(points)[0] * np.cos(0.4) - across(points)[1] * np.sin(0.4)),
    ),
    "sphere": (
        lambda t: (2 * np.sin(t), 2 * np.cos(t)),
        lambda triangles: deviation.of_sphere(triangles, ORIGIN, 2.0),
        lambda points: np.abs(np.linalg.norm(points - ORIGIN, axis=-1) - 2),
    ),
    "torus": (
        lambda t: (3 + np.cos(3 * t), np.sin(3 * t)),
        lambda triangles: deviation.of_torus(triangles, ORIGIN, AXIS, 3.0, 1.0),
        lambda points: np.abs(np.hypot(across(points)[0] - 3, across(points)[1]) - 1),
    ),
}


@pytest.mark.parametrize("kind", SURFACES)
def test_no_point_of_a_triangle_is_farther_from_its_surface_than_the_bound(kind: str) -> None:
    meridian, bound, distance = SURFACES[kind]
    rng = np.random.default_rng(SEED)
    for spans in [(0.2, 0.05), (0.02, 0.15), (0.1, 0.1)]:
        triangles = on_revolved(meridian, spans, rng)
        bounds, sampled = bound(triangles), distance(inside(triangles, rng)).max(1)
        assert np.isfinite(bounds).all()
        assert (sampled <= bounds).all()
        # Not wider than twice what is found, in the middle of many.
        assert np.median(bounds / sampled) < 2


def test_corners_beside_the_surface_count() -> None:
    triangles = np.array([[[1, 0, 0], [0, 1, 0], [0, 0, 0.25]]])
    assert deviation.of_plane(triangles, np.zeros(3), np.array([0.0, 0, 1]))[0] == pytest.approx(0.25, abs=1e-12)
    ends = np.array([[[1.5, 0, 0], [1.5, 0, 1], [1.5, 0.001, 0]]])
    assert deviation.of_cylinder(ends, np.zeros(3), np.array([0.0, 0, 1]), 1.0)[0] == pytest.approx(0.5, abs=1e-3)


def test_a_triangle_across_the_axis_is_not_bounded() -> None:
    across_axis = np.array([[[1.0, 0, 0], [-0.5, 0.9, 0], [-0.5, -0.9, 0]]])
    up = np.array([0.0, 0, 1])
    assert np.isinf(deviation.of_cylinder(across_axis, np.zeros(3), up, 1.0)).all()
    assert np.isinf(deviation.of_torus(across_axis, np.zeros(3), up, 3.0, 1.0)).all()
    assert np.isinf(deviation.of_cone(across_axis, np.zeros(3), up, 0.4)).all()


def test_lengths_have_units() -> None:
    assert [lengths.metres("x", text) for text in ("2.5mm", "1 in", "3um", "0.25m", 0.5)] == [
        0.0025,
        0.0254,
        3e-06,
        0.25,
        0.5,
    ]
    with pytest.raises(ValueError, match="tolerance must be a length such as 0.01mm"):
        lengths.metres("tolerance", "5 furlongs")
    with pytest.raises(ValueError, match="tolerance must be positive"):
        lengths.metres("tolerance", 0.0)


def test_bounds_of_a_mesh_count_its_tessellation() -> None:
    cube = cl.Mesh(CUBE, SIDES, tessellation=0.125)
    aside = cl.Pose((4, 0, 0))
    found = cl.signed_distance(cube, cl.Sphere(0.5), aside)
    assert 2.375 - 1e-12 < found.lower <= 2.375 and 2.625 <= found.upper < 2.625 + 1e-12
    assert pickle.loads(pickle.dumps(cube)) == cube != cl.Mesh(CUBE, SIDES)
    assert cube.to_json()["tessellation"] == {"error": 0.125, "proven": False}
    for refused in (lambda: cl.distance(cube, cube, aside), lambda: cube.point_distances([(3.0, 0, 0)])):
        with pytest.raises(ValueError, match="a mesh with a tessellation is for signed_distance"):
            refused()
    with pytest.raises(ValueError, match="tessellation must be finite and not negative, got -1"):
        cl.Mesh(CUBE, SIDES, tessellation=-1)


def test_scenes_count_tessellations_and_refuse_what_does_not() -> None:
    scene = cl.Scene()
    scene.add("a", cl.Mesh(CUBE, SIDES))
    scene.add("b", cl.Mesh(CUBE, SIDES, tessellation=0.125, tessellation_proven=True), cl.Pose((2.5, 0, 0)))
    scene.add("c", cl.Mesh(CUBE, SIDES, tessellation=0.25), cl.Pose((4.75, 0, 0)))
    between = scene.between("b", "c")
    assert (between.status, between.collides, between.signed_distance) == (cl.Status.UNDECIDED, None, None)
    assert between.upper == pytest.approx(0.625, abs=1e-12)
    first = scene.closest(3)
    assert [(near.a, near.b) for near in first.pairs][:2] == [("a", "b"), ("b", "c")]
    assert first.lower <= between.lower and first.upper == min(near.upper for near in first.pairs)
    assert [(near.a, near.b) for near in scene.closest(1, body="c").pairs] == [("b", "c")]
    within = scene.within(0.5)
    assert ([near.b for near in within.near], [near.b for near in within.undecided]) == ([], ["b", "c"])
    assert [(met.a, met.b, met.proven) for met in scene.contacts()] == [("b", "c", False)]
    for refused in (
        lambda: scene.depth("a", "b"),
        lambda: scene.point_distances([(9.0, 0, 0)]),
        lambda: cl.Watch(scene).closest(),
    ):
        with pytest.raises(
            ValueError, match="a scene with tessellations answers closest, within, between and contacts"
        ):
            refused()
    scene.remove("b")
    scene.remove("c")
    assert scene.point_distances([(3.0, 0, 0)]).signed_distance[0] == 2


def test_an_assembly_is_a_table_of_bands(tmp_path: Path) -> None:
    ball = {"kind": "sphere", "radius": 0.01}
    bodies = [
        {"name": name, "shape": ball, "pose": {"translation": [x, 0, 0]}}
        for name, x in (("<a>", 0), ("b", 0.0205), ("c", 0.06))
    ]
    bands = {"default": {"min": "1mm"}, "ignore": [["<a>", "c"]]}
    report = cl.assembly({"bodies": bodies}, bands=bands)
    assert (report.parts, len(report), report.holds, report.counts["too near"]) == (3, 2, False, 1)
    near = report.findings[0]
    assert near["lower"] <= 0.5 <= near["upper"] and near["upper"] - near["lower"] < 1e-9
    assert "&lt;a&gt;" in report._repr_html_()
    for end in ("csv", "json", "html"):
        report.write(tmp_path / f"report.{end}")
    assert (tmp_path / "report.csv").read_text().startswith("a,b,band,")
    assert json.loads((tmp_path / "report.json").read_text())["findings"][0]["band"] == "too near"
    with pytest.raises(ValueError, match="expected a name that ends with .csv, .json or .html"):
        report.write(tmp_path / "report.xlsx")
    with pytest.raises(ValueError, match="bands.*unknown key"):
        cl.assembly({"bodies": bodies}, bands={"defualt": {}})
    (tmp_path / "scene.json").write_text(json.dumps({"bodies": bodies}))
    assert cl.assembly(tmp_path / "scene.json", within="2mm").counts["ok"] == 1


# What follows needs OpenCASCADE.


@pytest.fixture(scope="module")
def parts() -> dict[str, cl.cad.Part]:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    return {part.name: part for part in cl.cad.read(PLATE, tolerance="0.1mm")}


def test_parts_have_names_shapes_and_proven_errors(parts: dict[str, cl.cad.Part]) -> None:
    assert list(parts) == ["plate", "pin_a", "pin_b", "ring", "ball"]
    shapes = {name: part.shape and part.shape["kind"] for name, part in parts.items()}
    assert shapes == {"plate": None, "pin_a": "cylinder", "pin_b": "cylinder", "ring": None, "ball": "sphere"}
    pin = parts["pin_a"]
    assert pin.shape and pin.shape["radius"] == pytest.approx(0.0049, abs=1e-15)
    assert pin.pose[:, 3] == pytest.approx([-0.015, 0, 0.005], abs=1e-15)
    for name in ("plate", "ring"):
        part = parts[name]
        assert part.proven and part.closed and part.stated() == {}
        assert 1e-6 < part.error < 1e-4


def test_triangles_and_faces_are_within_the_error_of_each_other(parts: dict[str, cl.cad.Part]) -> None:
    ring, rng = parts["ring"], np.random.default_rng(SEED)
    points = inside(ring.vertices[ring.triangles], rng, 20).reshape(-1, 3) * 1000
    away = np.abs(np.hypot(np.hypot(points[:, 0] + 15, points[:, 1]) - 8, points[:, 2] - 12) - 2.5)
    error = ring.error * 1000
    assert 0.5 * error < away.max() <= error
    # And back: points of the torus from the mesh.
    u, v = rng.uniform(0, 2 * np.pi, (2, 500))
    rho = 8 + 2.5 * np.cos(v)
    torus = np.stack([rho * np.cos(u) - 15, rho * np.sin(u), 12 + 2.5 * np.sin(v)], 1) / 1000
    found = cl.Mesh(ring.vertices, ring.triangles).point_distances(torus)
    assert np.abs(found.signed_distance).max() <= ring.error


@pytest.mark.parametrize("tolerance", ["0.1mm", "0.01mm", "0.001mm"])
@pytest.mark.parametrize("shapes", [True, False])
def test_the_distances_of_the_cad_are_inside_of_the_bounds(tolerance: str, shapes: bool, tmp_path: Path) -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    if tolerance == "0.001mm" and not shapes:
        pytest.skip("a sphere of 60 000 triangles for each part: the same at 0.01 mm")
    cl.cad.write_scene(cl.cad.read(PLATE, tolerance=tolerance, shapes=shapes), tmp_path / "scene.json")
    report = cl.assembly(tmp_path / "scene.json")
    found = {(row["a"], row["b"]): row for row in report}
    assert set(found) == set(DISTANCES)
    for pair, distance in DISTANCES.items():
        row = found[pair]
        # The depth of the ring and the ball is not less than that of their nearest circles.
        assert row["lower"] <= distance <= row["upper"] or pair == ("ring", "ball") and row["lower"] <= distance, (
            pair,
            row,
        )
    assert found["ring", "ball"]["band"] == "clash"
    if tolerance == "0.001mm":
        assert report.counts == {"clash": 1, "too near": 0, "too far": 0, "undecided": 0, "touching or fit": 0, "ok": 9}
        narrow = [found[pair]["upper"] - found[pair]["lower"] for pair in DISTANCES if pair != ("ring", "ball")]
        assert max(narrow) < 0.005


def test_bounds_agree_with_opencascade() -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    from clearance.cad import files
    from OCP.BRepExtrema import BRepExtrema_DistShapeShape

    found = {(row["a"], row["b"]): row for row in cl.assembly(PLATE)}
    # All parts of this file are where their shapes are.
    placed = files.read(PLATE)
    for a, b in itertools.combinations(placed, 2):
        theirs = BRepExtrema_DistShapeShape(a.shape, b.shape)
        row = found[a.name, b.name]
        if theirs.InnerSolution():
            assert row["band"] == "clash"
        else:
            assert row["lower"] - 1e-7 <= theirs.Value() <= row["upper"] + 1e-7, (a.name, b.name)


def test_a_scene_of_cad_answers_with_names() -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    scene = cl.Scene.from_cad(PLATE)
    assert scene.names == ["plate", "pin_a", "pin_b", "ring", "ball"]
    near = scene.between("plate", "pin_a")
    assert near.lower <= 0.0001 <= near.upper < 0.00012 and near.lower > 0.00009
    assert scene.closest(1).pairs[0].b == "ball"


def test_shapes_of_opencascade_are_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    from OCP.BRep import BRep_Builder
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCone
    from OCP.BRepTools import BRepTools
    from OCP.gp import gp_Pnt
    from OCP.TopoDS import TopoDS_Compound

    builder, compound, nothing = BRep_Builder(), TopoDS_Compound(), TopoDS_Compound()
    builder.MakeCompound(compound)
    builder.MakeCompound(nothing)
    box = BRepPrimAPI_MakeBox(gp_Pnt(10, 20, 30), 2.0, 4, 6).Shape()
    cone = BRepPrimAPI_MakeCone(10.0, 0, 15).Shape()
    wire = BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(1, 0, 0)).Edge()
    for member in (box, cone, wire, nothing):
        builder.Add(compound, member)
    file = tmp_path / "set.brep"
    BRepTools.Write_s(compound, str(file))
    found = cl.cad.read(file)
    assert [part.name for part in found] == ["set:1", "set:2", "set:3", "set:4"]
    assert [part.problem for part in found] == [None, None, "has no faces", "has no faces"]
    assert found[0].shape and sorted(found[0].shape["half_extents"]) == pytest.approx([0.001, 0.002, 0.003], abs=1e-15)
    assert found[0].pose[:, 3] == pytest.approx([0.011, 0.022, 0.033], abs=1e-15)
    apex = (
        found[1].pose[:, :3] @ [0, 0, 1] * found[1].shape["half_length"] + found[1].pose[:, 3]
        if found[1].shape
        else None
    )
    assert apex == pytest.approx([0, 0, 0.015], abs=1e-15)
    assert cl.cad.main([str(file), "-o", str(tmp_path / "set.json")]) == 1
    said = capsys.readouterr().err
    assert "set:3: left out: it has no faces" in said and "(2 of 4 parts)" in said
    assert [body["name"] for body in json.loads((tmp_path / "set.json").read_text())["bodies"]] == ["set:1", "set:2"]
    with pytest.raises(ValueError, match="set:3: has no faces; set:4: has no faces"):
        cl.Scene.from_cad(file)
    assert cl.assembly(file).problems == {
        "set:3": ["left out: it has no faces"],
        "set:4": ["left out: it has no faces"],
    }


@pytest.mark.parametrize("kind", ["loft", "extrusion"])
def test_triangles_of_splines_are_within_a_proven_error(kind: str) -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    from clearance.cad.tessellation import tessellated
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeVertex
    from OCP.BRepExtrema import BRepExtrema_DistShapeShape
    from OCP.gp import gp_Pnt

    shape, rng = splined(kind), np.random.default_rng(SEED)
    made = tessellated(shape, 0.2, 0.5)
    assert {face.kind for face in made.faces} == {"plane", "B-spline" if kind == "loft" else "extrusion"}
    assert made.proven and made.flaws == []
    chosen = made.triangles[rng.choice(len(made.triangles), 150)]
    shell = faces_in(shape)
    worst = 0.0
    for point in inside(made.vertices[chosen], rng, 2).reshape(-1, 3):
        vertex = BRepBuilderAPI_MakeVertex(gp_Pnt(*point)).Vertex()
        worst = max(worst, min(BRepExtrema_DistShapeShape(vertex, face).Value() for face in shell))
    assert 0.05 * made.error < worst <= made.error < 1.0


def faces_in(shape: Any) -> list[Any]:
    from clearance.cad.occ import faces_of

    return faces_of(shape)


def splined(kind: str) -> Any:
    """A solid about three leaves: between three outlines, or one along a line."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
    from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections
    from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
    from OCP.GeomAPI import GeomAPI_Interpolate
    from OCP.gp import gp_Pnt, gp_Vec

    try:
        from OCP.collections import HArray1_gp_Pnt
    except ImportError:
        # Before version 8.
        from OCP.TColgp import TColgp_HArray1OfPnt as HArray1_gp_Pnt

    def outline(radius: float, height: float) -> Any:
        angles = np.linspace(0, 2 * np.pi, 17)[:-1]
        points = HArray1_gp_Pnt(1, 16)
        for i, angle in enumerate(angles.tolist(), 1):
            rho = radius * (1 + 0.2 * np.cos(3 * angle))
            points.SetValue(i, gp_Pnt(float(rho * np.cos(angle)), float(rho * np.sin(angle)), height))
        made = GeomAPI_Interpolate(points, True, 1e-6)
        made.Perform()
        return BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(made.Curve()).Edge()).Wire()

    if kind == "extrusion":
        return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(outline(10, 0)).Face(), gp_Vec(0, 0, 20)).Shape()
    loft = BRepOffsetAPI_ThruSections(True)
    for radius, height in ((10, 0), (6, 10), (9, 25)):
        loft.AddWire(outline(radius, height))
    loft.Build()
    return loft.Shape()


def test_a_wide_disc_whose_side_is_turned_is_read() -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    cq = pytest.importorskip("cadquery", reason="cadquery is not installed")
    (part,) = cl.cad.read(cq.Workplane("XY", (0, 0, 40.2)).circle(25).extrude(2))
    # Its ends are wider than a turn in radians, and its side is no face that is turned outward.
    assert not part.problem and {face.kind for face in part.faces} == {"cylinder", "plane"}
    assert all(face.proven for face in part.faces) and (part.shape is None or part.shape["kind"] == "cylinder")


def test_an_assembly_of_cadquery_is_one_of_parts() -> None:
    cq = pytest.importorskip("cadquery", reason="CadQuery is not installed")
    plate = cq.Workplane().box(60, 40, 8).faces(">Z").workplane().hole(10)
    pin = cq.Workplane().cylinder(20, 4.9)
    there = cq.Location(cq.Vector(50, 0, 0))
    report = cl.assembly(cq.Assembly().add(plate, name="plate").add(pin, name="pin").add(pin, name="other", loc=there))
    found = {(row["a"], row["b"]): row for row in report}
    assert found["plate", "pin"]["lower"] <= 0.1 <= found["plate", "pin"]["upper"] < 0.11
    assert found["pin", "other"]["lower"] <= 40.2 <= found["pin", "other"]["upper"]


def test_a_tree_of_build123d_is_one_of_parts() -> None:
    b3d = pytest.importorskip("build123d", reason="build123d is not installed")
    plate = b3d.Box(60, 40, 8) - b3d.Cylinder(5, 20)
    plate.label = "plate"
    pins = [b3d.Cylinder(4.9, 20), b3d.Pos(50, 0, 0) * b3d.Cylinder(4.9, 20)]
    for pin in pins:
        pin.label = "pin"
    report = cl.assembly(b3d.Compound(label="whole", children=[plate, *pins]))
    found = {(row["a"], row["b"]): row for row in report}
    assert found["plate", "pin:1"]["lower"] <= 0.1 <= found["plate", "pin:1"]["upper"] < 0.11
    assert found["pin:1", "pin:2"]["lower"] <= 40.2 <= found["pin:1", "pin:2"]["upper"]


def test_files_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    broken = tmp_path / "broken.step"
    broken.write_text("no step at all")
    with pytest.raises(ValueError, match="broken.step: is no STEP file that OpenCASCADE reads"):
        cl.cad.read(broken)
    with pytest.raises(ValueError, match="part.stl: expected a STEP, IGES or BREP file"):
        cl.cad.read("part.stl")
    with pytest.raises(FileNotFoundError, match="none.step: there is no such file"):
        cl.cad.read("none.step")
    with pytest.raises(TypeError, match="expected a file, or an object of CadQuery, build123d or FreeCAD"):
        cl.cad.read(7)


def test_assemblies_in_assemblies_have_paths_and_places(tmp_path: Path) -> None:
    pytest.importorskip("OCP", reason="OpenCASCADE is not installed")
    file = nested(tmp_path)
    found = {part.name: part for part in cl.cad.read(file)}
    assert set(found) == {
        "gearbox:1/shaft",
        "gearbox:1/lid:1",
        "gearbox:1/lid:2",
        "gearbox:2/shaft",
        "gearbox:2/lid:1",
        "gearbox:2/lid:2",
    }
    place = {name: part.pose[:, 3].round(12).tolist() for name, part in found.items()}
    assert place["gearbox:1/lid:2"] == [0.0, 0.0, 0.05]
    assert place["gearbox:2/lid:1"] == [0.1, 0.0, 0.03]


def nested(folder: Path) -> Path:
    """A STEP file of two gearboxes 100 mm apart, each of a shaft and two lids at the heights 30 and 50."""
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeCylinder
    from OCP.gp import gp_Trsf, gp_Vec
    from OCP.STEPCAFControl import STEPCAFControl_Writer
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDataStd import TDataStd_Name
    from OCP.TDocStd import TDocStd_Document
    from OCP.TopLoc import TopLoc_Location
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    def at(x: float, z: float) -> Any:
        moved = gp_Trsf()
        moved.SetTranslation(gp_Vec(x, 0, z))
        return TopLoc_Location(moved)

    document = TDocStd_Document(TCollection_ExtendedString("XmlXCAF"))
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())

    def named(label: Any, name: str) -> Any:
        TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))
        return label

    shaft = named(tool.AddShape(BRepPrimAPI_MakeCylinder(5.0, 20).Shape(), False), "shaft")
    lid = named(tool.AddShape(BRepPrimAPI_MakeCylinder(9.0, 4).Shape(), False), "lid")
    gearbox = named(tool.NewShape(), "gearbox")
    named(tool.AddComponent(gearbox, shaft, at(0, 0)), "shaft")
    for height in (28, 48):
        named(tool.AddComponent(gearbox, lid, at(0, height)), "lid")
    whole = named(tool.NewShape(), "whole")
    for x in (0, 100):
        named(tool.AddComponent(whole, gearbox, at(x, 0)), "gearbox")
    tool.UpdateAssemblies()
    writer = STEPCAFControl_Writer()
    writer.Transfer(document)
    file = folder / "whole.step"
    writer.Write(str(file))
    return file
