"""What deforms: first contacts of features against fractions, meshes against all pairs of their features."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import clearance as cl

CORNERS = np.array([[0.0, 0, 0], [4, 0, 0], [0, 4, 0]])
QUERIES = Path(__file__).parents[3] / "testdata" / "ccd" / "queries.jsonl"


def falling(start: float, end: float) -> np.ndarray:
    """A vertex above a triangle on the floor."""
    vertex = np.array([[1.0, 1, start], [1, 1, end]])
    return np.stack([vertex, *(np.stack([corner, corner]) for corner in CORNERS)])


def test_heights_are_met_where_fractions_say() -> None:
    heights = [(3.0, -1.0), (0.1, -0.2), (1.0, 0.0), (0.0, 5.0), (3.0, 1.0)]
    found = cl.vertex_face(np.stack([falling(*pair) for pair in heights]))
    assert found.hit.tolist() == [True, True, True, True, False] and len(found) == 5
    for (start, end), lower, upper in zip(heights[:4], found.toi_lower, found.toi_upper):
        exact = Fraction(start) / (Fraction(start) - Fraction(end))
        assert Fraction(lower) <= exact <= Fraction(upper) and upper <= np.nextafter(lower, 2)
    assert np.isnan(found.toi_lower[4]) and found.status.tolist() == [0, 0, 0, 0, 1]
    assert found.weights[0].tolist() == [1, 0.5, 0.25, 0.25] and found.normal[0].tolist() == [0, 0, -1]


def test_public_queries_are_right_by_arrays_and_by_lines() -> None:
    cases = [json.loads(line) for line in QUERIES.read_text().splitlines()]
    for kind, ask in (("vertex_face", cl.vertex_face), ("edge_edge", cl.edge_edge)):
        some = [case for case in cases if case["kind"] == kind]
        points = np.array([case["points"] for case in some]).reshape(-1, 2, 4, 3).transpose(0, 2, 1, 3)
        found = ask(points, threads=2)
        assert found.hit.tolist() == [case["contact"] for case in some]
        for i in np.flatnonzero(found.hit)[:10]:
            line = cl.answer_case({"kind": "deforming", kind: some[i]["points"]})
            assert (line["toi_lower"], line["toi_upper"]) == (found.toi_lower[i], found.toi_upper[i])
            assert line["weights"] == found.weights[i].tolist() and line["feature_pair"] == [kind, 0]


def sheet(n: int) -> tuple[np.ndarray, np.ndarray]:
    places = np.array([[i, j, 0.0] for i in range(n + 1) for j in range(n + 1)])

    def at(i: int, j: int) -> int:
        return i * (n + 1) + j

    squares = [(i, j) for i in range(n) for j in range(n)]
    faces = [[at(i, j), at(i + 1, j), at(i, j + 1)] for i, j in squares]
    faces += [[at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)] for i, j in squares]
    return places, np.array(faces)


def test_meshes_meet_when_the_first_of_their_features_does() -> None:
    random = np.random.default_rng(57)
    places, faces = sheet(4)
    start, end = places + [0, 0, 1] + random.normal(0, 0.1, places.shape), places - [0, 0, 1] + random.normal(0, 0.1, places.shape)
    floor, cloth = cl.DeformingMesh(places, faces), cl.DeformingMesh(start, faces)
    assert cloth.first_contact(floor) is None and cloth.max_step(floor) == 1 and cloth.max_step() == 1
    cloth.move_to(end)
    all_pairs = [
        np.stack([np.stack([start, end], 1)[vertex], *np.stack([places, places], 1)[face]])
        for vertex in range(len(places))
        for face in faces
    ]
    vertices = cl.vertex_face(np.stack(all_pairs))
    found = cloth.contacts(floor)
    of_kind = found.kind == 0
    assert of_kind.sum() == vertices.hit.sum() > 10
    assert sorted(found.toi_lower[of_kind]) == sorted(vertices.toi_lower[vertices.hit])
    assert np.array_equal(cloth.start, start) and np.array_equal(cloth.end, end)
    first = cloth.first_contact(floor)
    assert first is not None and first.toi_lower == found.toi_lower[0] == cloth.max_step(floor)
    assert first.kind == ("vertex_face", "face_vertex", "edge_edge")[found.kind[0]] and (first.a, first.b) == (found.a[0], found.b[0])
    assert cloth.max_step(floor, 0.125) < cloth.max_step(floor)
    assert cloth.edges.shape == (len({frozenset(e) for f in faces.tolist() for e in zip(f, f[1:] + f[:1])}), 2)


def test_a_strip_that_folds_meets_itself() -> None:
    points = np.array([[0.0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [1.5, 0, 1], [1.5, 1, 1], [0.5, 0.25, 1], [0.5, 0.75, 1]])
    strip = cl.DeformingMesh(points, [[0, 2, 1], [3, 1, 2], [2, 4, 3], [5, 3, 4], [4, 6, 5], [7, 5, 6]])
    moved = points.copy()
    moved[6:, 2] = -3
    strip.move_to(moved)
    first = strip.first_contact()
    assert first is not None and first.toi_upper == strip.max_step() == 0.25


def test_what_is_refused_names_the_argument_the_rule_and_the_value() -> None:
    good = falling(3, -1)
    bad = np.stack([good, good])
    bad[1, 2, 0, 1] = np.nan
    with pytest.raises(ValueError, match=r"points\[1\]: coordinate of a moving point must be finite, got NaN"):
        cl.vertex_face(bad)
    with pytest.raises(ValueError, match=r"points must have the shape \(n, 4, 2, 3\), or \(4, 2, 3\) of one pair, got \(8, 3\)"):
        cl.edge_edge(np.zeros((8, 3)))
    with pytest.raises(ValueError, match="distance must not be negative, got -1"):
        cl.vertex_face(good, -1)
    with pytest.raises(TypeError, match="distance must be a number"):
        cl.vertex_face(good, "1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="triangles must name vertices from 0 to 2, got 0 to 3"):
        cl.DeformingMesh(CORNERS, [[0, 1, 3]])
    mesh = cl.DeformingMesh(CORNERS, [[0, 1, 2]])
    with pytest.raises(ValueError, match="a position for each vertex"):
        mesh.move_to(CORNERS[:2])
    with pytest.raises(ValueError, match="must be finite, got inf"):
        mesh.max_step(mesh, np.inf)
