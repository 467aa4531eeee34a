"""Points and bodies: arrays against simple formulas, and the bits of one by one."""

from pathlib import Path

import numpy as np
import pytest

import clearance as cl

CORNER = cl.Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


def test_balls_and_boxes_have_the_distances_of_their_formulas() -> None:
    points = np.random.default_rng(5).uniform(-2, 2, (500, 3))
    found = cl.Sphere(1).point_distances(points)
    exact = np.linalg.norm(points, axis=1) - 1
    assert np.all((found.lower <= exact + 1e-15) & (exact <= found.upper + 1e-15))
    assert 20 < (found.inside == 1).sum() < 480
    assert np.allclose(found.normal, points / np.linalg.norm(points, axis=1)[:, None], atol=1e-9)
    assert np.allclose(found.nearest, points - found.normal * found.signed_distance[:, None], atol=1e-12)
    q = np.abs(points) - (1, 0.5, 0.25)
    box = np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(axis=1), 0)
    assert np.allclose(cl.Box((1, 0.5, 0.25)).signed_distance(points), box, atol=1e-14)


def test_many_points_of_a_mesh_have_the_bits_of_one_by_one() -> None:
    points = np.random.default_rng(6).uniform(-1, 5, (300, 3))
    many = CORNER.point_distances(points)
    for i in range(0, 300, 17):
        one = CORNER.point_distances(points[i])
        assert one.signed_distance[0].tobytes() == many.signed_distance[i].tobytes()
        assert one.nearest.tobytes() == many.nearest[i].tobytes()
        assert CORNER.signed_distance(points[i]) == many.signed_distance[i]
    inside = (points > 0).all(axis=1) & (points.sum(axis=1) < 9)
    assert (CORNER.contains(points) == inside).all() and 20 < inside.sum() < 280
    assert (many.upper - many.lower).max() < 1e-13 * 9


def test_a_point_that_is_not_finite_does_not_hurt_the_others() -> None:
    found = CORNER.point_distances([(1, 2, 0.5), (np.nan, 0, 0)])
    assert found.signed_distance[0] == -0.5 and np.isnan(found.signed_distance[1])
    assert found.errors == {1: "coordinate of a point must be finite, got NaN"}
    with pytest.raises(ValueError, match=r"points\[1\]: coordinate of a point must be finite"):
        CORNER.signed_distance([(1, 2, 0.5), (np.nan, 0, 0)])
    with pytest.raises(ValueError, match=r"points must have the shape \(n, 3\)"):
        CORNER.nearest([(1, 2)])


def test_a_mesh_that_is_not_closed_has_no_inside() -> None:
    sheet = cl.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    found = sheet.point_distances([(0.25, 0.25, -2)])
    assert found.signed_distance[0] == 2 and found.inside[0] == -1 and found.surface[0]
    with pytest.raises(ValueError, match="surface"):
        sheet.contains([(0.25, 0.25, -2)])


def test_a_winding_number_gives_an_open_mesh_a_sign() -> None:
    corners = np.array([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], float)
    open_corner = cl.Mesh(corners, [(0, 2, 1), (0, 1, 3), (0, 3, 2)])
    points = np.random.default_rng(5).uniform(-4, 9, (400, 3))
    bounds = open_corner.winding_numbers(points)

    def solid_angle(p: np.ndarray) -> float:
        total = 0.0
        for triangle in open_corner.triangles:
            a, b, c = open_corner.vertices[triangle] - p
            x, y, z = (np.linalg.norm(v) for v in (a, b, c))
            total += 2 * np.arctan2(a @ np.cross(b, c), x * y * z + (a @ b) * z + (b @ c) * x + (c @ a) * y)
        return total / (4 * np.pi)

    exact = np.array([solid_angle(p) for p in points])
    assert (bounds[:, 0] - 1e-12 <= exact).all() and (exact <= bounds[:, 1] + 1e-12).all()
    assert np.ptp(bounds, axis=1).max() < 1e-9
    found = open_corner.point_distances(points, sign="winding")
    assert (found.inside == (exact > 0.5)).all() and 5 < found.inside.sum() < 200
    assert (np.sign(found.signed_distance) == np.where(exact > 0.5, -1, 1)).all()
    assert open_corner.point_distances(points).inside.tolist() == [-1] * 400
    with pytest.raises(ValueError, match="sign must be None or \"winding\", got 'parity'"):
        open_corner.point_distances(points, sign="parity")
    with pytest.raises(ValueError, match="width must not be negative"):
        open_corner.winding_numbers(points, width=-1)


def test_a_compound_and_a_halfspace_answer_by_the_same_names() -> None:
    dumbbell = cl.Compound([(cl.Sphere(1), cl.Pose((-2, 0, 0))), (cl.Sphere(1), cl.Pose((2, 0, 0)))])
    found = dumbbell.point_distances([(0.5, 0, 0), (2.25, 0, 0)])
    assert found.signed_distance.tolist() == [0.5, -0.75] and found.part.tolist() == [1, 1]
    assert cl.Halfspace((0, 0, 1), 0.5).signed_distance((7, 7, 2)) == 1.5


def test_a_grid_has_the_distances_of_its_points() -> None:
    field = CORNER.sdf_grid([(-1, -1, -1), (2, 2, 1)], 0.5)
    assert field.values.shape == (7, 7, 5) and field.error < 1e-13 * 9
    x, y, z = field.axes()
    points = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    assert np.array_equal(CORNER.signed_distance(points), field.values.ravel())
    with pytest.raises(ValueError, match="spacing must be positive"):
        CORNER.sdf_grid([(0, 0, 0), (1, 1, 1)], 0)


def test_a_scene_names_the_nearest_body() -> None:
    scene = cl.Scene()
    scene.add("mesh", CORNER, cl.Pose((0, 0, 10)))
    scene.add("ball", cl.Sphere(1))
    found = scene.point_distances([(0, 0, 4), (1, 1, 11), (np.inf, 0, 0)])
    assert found.bodies == ["ball", "mesh", None] and list(found.errors) == [2]
    assert found.inside.tolist()[:2] == [0, 1] and abs(found.signed_distance[0] - 3) < 1e-14


def test_clouds_voxels_and_height_fields_are_bodies_of_pairs_and_scenes() -> None:
    rng = np.random.default_rng(7)
    points = rng.uniform(-1, 1, (2000, 3))
    scan = cl.PointCloud(points, 0.01)
    asked = rng.uniform(-2, 2, (50, 3))
    truth = np.linalg.norm(points[None] - asked[:, None], axis=2).min(axis=1) - 0.01
    assert np.allclose(scan.signed_distance(asked), truth, atol=1e-13)
    found = cl.signed_distance(scan, cl.Sphere(0.5), cl.Pose((3, 0, 0)))
    assert abs(found.signed_distance - (np.linalg.norm(points - (3, 0, 0), axis=1).min() - 0.51)) < 1e-13
    blocks = cl.Voxels(np.ones((10, 10, 2), bool), 0.1, (0, 0, -0.2))
    ground = cl.HeightField(np.zeros((5, 5)), (4, 4), 1.0)
    scene = cl.Scene()
    scene.add("scan", scan, cl.Pose((0, 0, 5)))
    scene.add("blocks", blocks)
    scene.add("ground", ground, cl.Pose((0, 0, -3)))
    scene.add("ball", cl.Sphere(0.25), cl.Pose((0.5, 0.5, 0.5)))
    assert scene.between("blocks", "ball").signed_distance == pytest.approx(0.25, abs=1e-14)
    assert scene.between("ground", "ball").signed_distance == 3.25
    assert scene.point_distances([(0.5, 0.5, -0.1)]).bodies == ["blocks"]


def test_an_octree_is_the_cubes_that_its_leaves_are(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    sizes = 0.5 ** rng.integers(1, 5, 400)
    centers = sizes[:, None] * (np.floor(rng.uniform(-1, 1, (400, 3)) / sizes[:, None]) + 0.5)
    occupied = cl.Octree(centers, sizes)
    points = rng.uniform(-2, 2, (300, 3))
    outside = np.maximum(np.abs(points[:, None] - centers[None]) - sizes[None, :, None] / 2, 0)
    truth = np.linalg.norm(outside, axis=2).min(axis=1)
    apart = truth > 0
    assert 100 < apart.sum() < 300
    assert np.allclose(np.asarray(occupied.signed_distance(points))[apart], truth[apart], atol=1e-13)
    assert (np.asarray(occupied.contains(points)) == ~apart).all()
    np.save(tmp_path / "leaves.npy", np.column_stack([centers, sizes]))
    assert cl.Shape.from_json({"kind": "octree", "file": "leaves.npy"}, tmp_path) == occupied


def test_many_parts_are_equal_picklable_and_written_as_json() -> None:
    import pickle

    for body in (
        cl.PointCloud([(1, 2, 3)], 0.5),
        cl.Voxels([(0, 1, -2)], 0.25, (1, 0, 0)),
        cl.Octree([(1, 2, 3), (4, 5, 6)], [0.5, 0.25]),
        cl.HeightField([[0, 1], [2, 3]], (1, 2)),
    ):
        assert pickle.loads(pickle.dumps(body)) == body and hash(pickle.loads(pickle.dumps(body))) == hash(body)
        assert cl.Shape.from_json(body.to_json()) == body
    with pytest.raises(ValueError, match="cells must be integers"):
        cl.Voxels([(0.5, 0, 0)], 1)
    with pytest.raises(ValueError, match=r"sizes must have the shape \(1,\) or be one number, got \(2,\)"):
        cl.Octree([(0, 0, 0)], [1, 2])
    with pytest.raises(ValueError, match="size of an octree's cell is inconsistent: it must be positive"):
        cl.Octree([(0, 0, 0)], 0)
    with pytest.raises(ValueError, match="radius must not be negative"):
        cl.PointCloud([(0, 0, 0)], -1)
