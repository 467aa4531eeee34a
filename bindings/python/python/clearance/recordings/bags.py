"""Recordings in ROS bags: messages of joint states and joint trajectories, by the library rosbags."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ..hints import hinted
from ..pages import File, existing
from .recording import Gaps, Recording, checked

STATE = "sensor_msgs/msg/JointState"
TRAJECTORIES = {
    "trajectory_msgs/msg/JointTrajectory": lambda message: [message],
    "moveit_msgs/msg/RobotTrajectory": lambda message: [message.joint_trajectory],
    "moveit_msgs/msg/DisplayTrajectory": lambda message: [part.joint_trajectory for part in message.trajectory],
}


@hinted
def read_bag(file: File, *, topic: Optional[str] = None, gaps: Gaps = "error") -> list[Recording]:
    """The recordings of a ROS bag: ``.mcap``, ``.db3``, ``.bag``, or the folder of a ROS 2 bag. Needs ``pip install clearance[ros]``.

    Messages ``JointState`` of one topic are one recording, with the times of their headers; each ``JointTrajectory``, also in messages of
    MoveIt, is a recording of its own.

    Parameters
    ----------
    file : path
    topic : str, optional
        Only this topic. By default all that have joints.
    gaps : {"error", "keep", "split"}
        What a jump in time is: an error, a straight line from one row to the next, or the end of a recording.

    Raises
    ------
    ValueError
        Names the topic, the message and the joint that is wrong.
    """
    reader, typestore = library()
    path = Path(existing(file))
    with reader([path], default_typestore=typestore) as bag:
        known = [found for found in bag.connections if found.msgtype == STATE or found.msgtype in TRAJECTORIES]
        wanted = [found for found in known if topic is None or found.topic == topic]
        if not wanted:
            topics = ", ".join(sorted(f"{found.topic} ({found.msgtype})" for found in bag.connections)) or "none"
            asked = "topic with joints" if topic is None else f"topic {topic!r} with joints"
            raise ValueError(f"{path.name}: no {asked}; its topics: {topics}")
        messages: dict[str, list[tuple[int, Any]]] = {found.topic: [] for found in wanted}
        types = {found.topic: found.msgtype for found in wanted}
        for connection, time, raw in bag.messages(connections=wanted):
            messages[connection.topic].append((time, bag.deserialize(raw, connection.msgtype)))
    made: list[Recording] = []
    for name, found in messages.items():
        label = f"{path.name}, {name}"
        if types[name] == STATE:
            made += checked(_states(label, found), "s", gaps)
        else:
            made += _trajectories(label, found, types[name], gaps)
    return made


def library() -> tuple[Any, Any]:
    """The reader of bags and the types of messages in bags that do not hold them."""
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise ImportError("ROS bags need the library rosbags: pip install 'clearance[ros]'") from None
    return AnyReader, get_typestore(Stores.LATEST)


def _seconds(stamp: Any) -> float:
    return float(stamp.sec) + float(stamp.nanosec) * 1e-9


def _states(label: str, found: list[tuple[int, Any]]) -> Recording:
    """The states of one topic: the joints of its first message, by their names."""
    if not found:
        raise ValueError(f"{label}: no messages")
    joints = tuple(found[0][1].name)
    # A bag counts seconds since 1970, of which a float keeps no microseconds: the first stamp is taken off before.
    zero = found[0][1].header.stamp
    times, rows = [], []
    for number, (_, message) in enumerate(found, 1):
        here = f"{label}, message {number}"
        values = dict(zip(message.name, message.position))
        if len(values) != len(message.name) or len(message.position) != len(message.name):
            raise ValueError(f"{here}: {len(message.name)} names and {len(message.position)} positions")
        if set(values) != set(joints):
            odd = sorted(set(values) ^ set(joints))
            raise ValueError(
                f"{here}: its joints differ from those of message 1 in {', '.join(odd)}; "
                "record each group of joints on a topic of its own"
            )
        stamp = message.header.stamp
        times.append(float(stamp.sec - zero.sec) + float(int(stamp.nanosec) - int(zero.nanosec)) * 1e-9)
        rows.append([float(values[joint]) for joint in joints])
    numbers, positions = np.arange(1, len(rows) + 1), np.array(rows).reshape(-1, len(joints))
    start = int(zero.sec) * 1_000_000_000 + int(zero.nanosec)
    return Recording(label, joints, np.array(times), positions, numbers, start)


def _trajectories(label: str, found: list[tuple[int, Any]], kind: str, gaps: Gaps) -> Iterator[Recording]:
    for number, (_, message) in enumerate(found, 1):
        for part in TRAJECTORIES[kind](message):
            times = np.array([_seconds(point.time_from_start) for point in part.points])
            rows = np.array([point.positions for point in part.points], dtype=np.float64)
            if len(rows) and rows.ndim != 2 or rows.size != len(times) * len(part.joint_names):
                raise ValueError(f"{label}, message {number}: points have not one position for each of {len(part.joint_names)} joints")
            positions = rows.reshape(len(times), len(part.joint_names))
            numbers = np.arange(1, len(times) + 1)
            recording = Recording(f"{label}, message {number}", tuple(part.joint_names), times, positions, numbers)
            # Points of a plan may be far apart.
            yield from checked(recording, "s", "keep" if gaps == "error" else gaps)
