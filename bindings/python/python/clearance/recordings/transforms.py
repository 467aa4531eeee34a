"""Bodies that move, of ROS bags: messages of transforms (``tf2_msgs/TFMessage``), by the library rosbags."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

import numpy as np

from ..hints import hinted
from ..pages import File, existing
from .bags import library

TRANSFORMS = ("tf2_msgs/msg/TFMessage", "tf/msg/tfMessage")

UNIT = 1e-3
"""A quaternion is made of unit length if it is so within this; another one is no rotation."""

Motion = dict[str, Any]
"""``{"motion": [{"time", "pose"}, ..]}``, as the bodies of a :class:`clearance.Trajectory` are given."""


@hinted
def read_transforms(
    file: File, frame: str, *, topic: str = "/tf", start_ns: Optional[int] = None
) -> dict[str, Motion]:
    """How the frames move that a bag gives relative to ``frame``: poses in time, as of the bodies of a trajectory.

    Needs ``pip install clearance[ros]``.

    Parameters
    ----------
    file : path
        ``.mcap``, ``.db3``, ``.bag``, or the folder of a ROS 2 bag.
    frame : str
        The frame of the world: the root link of the robot, as a rule. Transforms relative to other frames are left out.
    topic : str
    start_ns : int, optional
        The time that is zero, in nanoseconds since 1970: that of the joints, :attr:`Recording.start_ns`. By default the
        first stamp.

    Raises
    ------
    ValueError
        For a topic without transforms of that frame, times that do not increase, and quaternions that are no rotations.
    """
    reader, typestore = library()
    path = Path(existing(file))
    stamped: dict[str, list[tuple[int, list[float], list[float]]]] = {}
    parents: set[str] = set()
    with reader([path], default_typestore=typestore) as bag:
        wanted = [found for found in bag.connections if found.topic == topic and found.msgtype in TRANSFORMS]
        if not wanted:
            topics = ", ".join(sorted(f"{found.topic} ({found.msgtype})" for found in bag.connections)) or "none"
            raise ValueError(f"{path.name}: no topic {topic!r} with transforms; its topics: {topics}")
        for number, (connection, _, raw) in enumerate(bag.messages(connections=wanted), 1):
            for found in bag.deserialize(raw, connection.msgtype).transforms:
                parents.add(found.header.frame_id)
                if found.header.frame_id == frame:
                    label = f"{path.name}, {topic}, message {number}, {found.child_frame_id}"
                    stamped.setdefault(found.child_frame_id, []).append(_pose(label, found))
    if not stamped:
        known = ", ".join(sorted(parents)) or "none"
        what = f"no transform is relative to {frame!r}; those that are there are to {known}"
        raise ValueError(f"{path.name}, {topic}: {what}")
    zero = min(poses[0][0] for poses in stamped.values()) if start_ns is None else start_ns
    return {child: _motion(f"{path.name}, {topic}, {child}", poses, zero) for child, poses in stamped.items()}


def _pose(label: str, found: Any) -> tuple[int, list[float], list[float]]:
    stamp, at, turn = found.header.stamp, found.transform.translation, found.transform.rotation
    translation = [float(at.x), float(at.y), float(at.z)]
    quaternion = np.array([turn.w, turn.x, turn.y, turn.z], dtype=np.float64)
    norm = float(np.linalg.norm(quaternion))
    if not np.isfinite(translation).all() or not abs(norm - 1) <= UNIT:
        expected = "expected a finite translation and a quaternion of unit length"
        raise ValueError(f"{label}: {expected}, got {translation} and the length {norm:g}")
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec), translation, (quaternion / norm).tolist()


def _motion(label: str, poses: list[tuple[int, list[float], list[float]]], zero: int) -> Motion:
    times = [stamp for stamp, _, _ in poses]
    for place, (before, after) in enumerate(zip(times, times[1:]), 2):
        if after <= before:
            back = (before - after) * 1e-9
            raise ValueError(f"{label}, transform {place}: the time goes back by {back:g} s; times must increase")
    return {
        "motion": [
            {"time": (stamp - zero) * 1e-9, "pose": {"translation": translation, "quaternion": quaternion}}
            for stamp, translation, quaternion in poses
        ]
    }
