"""Every way to write a pose means the rotation that it says."""

from __future__ import annotations

import copy
import pickle

import clearance as cl
import numpy as np
import pytest
from conftest import pasted, poses
from hypothesis import given
from scipy.spatial.transform import Rotation

HALF = 0.5**0.5


@given(poses)
def test_poses_survive_repr_json_pickle_and_copy(pose: cl.Pose) -> None:
    again = [
        pasted(repr(pose)), cl.Pose.from_json(pose.to_json()),
        pickle.loads(pickle.dumps(pose)), copy.copy(pose), copy.deepcopy(pose),
    ]  # fmt: skip
    assert all(other == pose and hash(other) == hash(pose) for other in again)


def test_all_forms_of_one_rotation_agree() -> None:
    rotation = Rotation.from_euler("xyz", [0.3, -0.7, 1.1])
    x, y, z, w = rotation.as_quat()
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation.as_matrix(), (1, 2, 3)
    forms = [
        cl.Pose((1, 2, 3), quaternion_wxyz=(w, x, y, z)),
        cl.Pose((1, 2, 3), quaternion_xyzw=(x, y, z, w)),
        cl.Pose((1, 2, 3), matrix=rotation.as_matrix()),
        cl.Pose((1, 2, 3), rpy=(0.3, -0.7, 1.1)),
        cl.Pose.from_rpy(0.3, -0.7, 1.1, (1, 2, 3)),
        cl.Pose.from_matrix(matrix),
        cl.Pose.from_matrix(np.asfortranarray(matrix)[:3]),
        cl.Pose.from_matrix(matrix.tolist()),
        cl.Pose.from_scipy(rotation, (1, 2, 3)),
        cl.Pose.from_json({"translation": [1, 2, 3], "rpy": [0.3, -0.7, 1.1]}),
        cl.Pose.from_json(f'{{"translation": [1, 2, 3], "quaternion": [{w}, {x}, {y}, {z}]}}'),
    ]
    for pose in forms:
        assert np.allclose(pose.matrix(), matrix, atol=1e-15), pose
        assert np.allclose(pose.quaternion_xyzw, [x, y, z, w], atol=1e-15), pose
        assert pasted(repr(pose)) == pose == pickle.loads(pickle.dumps(pose))


def test_what_stands_for_a_pose_is_read_as_one() -> None:
    a, b = cl.Box((1, 2, 3)), cl.Sphere(0.5)
    seven = np.array([4, 1, 0, HALF, 0, 0, HALF])
    pose = cl.Pose((4, 1, 0), quaternion_wxyz=seven[3:])
    expected = cl.signed_distance(a, b, pose)
    strided = np.zeros(14)
    strided[::2] = seven
    likes = [seven, seven.tolist(), tuple(seven), strided[::2], pose.to_json(), seven[::-1][::-1]]
    assert all(cl.signed_distance(a, b, like) == expected for like in likes)
    near = cl.signed_distance(a, b, pose.matrix())
    assert abs(near.signed_distance - expected.signed_distance) < 1e-14
    assert abs(cl.signed_distance(a, b, np.eye(3)).depth - 1.5) < 1e-14


def test_composition_and_inverse_follow_the_matrices() -> None:
    p, q = cl.Pose((1, 2, 3), rpy=(0.1, 0.2, 0.3)), cl.Pose((-1, 0.5, 2), rpy=(1, -2, 0.5))
    assert np.allclose((p @ q).matrix(), p.matrix() @ q.matrix(), atol=1e-15)
    assert np.allclose(p.inverse().matrix(), np.linalg.inv(p.matrix()), atol=1e-15)
    assert np.allclose(p.apply((1, 1, 1)), (p.matrix() @ [1, 1, 1, 1])[:3], atol=1e-15)


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"quaternion_wxyz": (0.5, 0, 0, 0)}, "quaternion must be of unit length within 1e-6, got norm 0.5"),
        ({"quaternion_wxyz": (float("nan"), 0, 0, 0)}, "unit length within 1e-6, got norm NaN"),
        ({"quaternion_wxyz": (1, 0, 0)}, "quaternion_wxyz must be 4 numbers, got 3"),
        ({"translation": (float("inf"), 0, 0)}, "pose translation must be finite, got inf"),
        ({"rpy": (0, 0, 0), "quaternion_wxyz": (1, 0, 0, 0)}, "expected one rotation, got several"),
        ({"matrix": np.diag([1, 1, -1])}, "must not mirror"),
        ({"matrix": 2 * np.eye(3)}, "columns must have length 1 within 1e-6"),
        ({"matrix": np.eye(2)}, "must be 3 numbers, got 2"),
    ],
)
def test_what_is_no_pose_is_refused_with_the_rule(arguments: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        cl.Pose(**arguments)  # type: ignore[arg-type]


def test_matrices_are_checked_whole() -> None:
    matrix = np.eye(4)
    matrix[3, 0] = 0.5
    with pytest.raises(ValueError, match="last row, must be 0 0 0 1"):
        cl.Pose.from_matrix(matrix)
    with pytest.raises(ValueError, match="4 x 4, 3 x 4 or 3 x 3, got 2 x 2"):
        cl.Pose.from_matrix(np.eye(2))
    with pytest.raises((TypeError, ValueError)):
        cl.signed_distance(cl.Point(), cl.Point(), "nowhere")
    with pytest.raises(TypeError):
        cl.signed_distance(cl.Point(), cl.Point(), 3)
