"""Recorded motions: what is read, and what is refused with its row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest
from clearance import recordings

HEADER = "time,shoulder,elbow\n"


def log(folder: Path, text: str) -> Path:
    file = folder / "log.csv"
    file.write_text(text)
    return file


def refusal(file: Path, **options: Any) -> str:
    with pytest.raises(ValueError) as raised:
        recordings.read_csv(file, **options)
    return str(raised.value)


@pytest.fixture
def arm(tmp_path: Path) -> cl.Robot:
    rows = [{"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute", "limits": [-1, 1]} for _ in range(2)]
    file = tmp_path / "arm.json"
    file.write_text(json.dumps({"dh": rows, "shapes": [{"link": 2, "shape": {"kind": "sphere", "radius": 0.25}}]}))
    return cl.Robot.from_dh(file)


def test_rows_of_numbers_are_read_with_their_names(tmp_path: Path) -> None:
    found = recordings.read_csv(log(tmp_path, "elbow,T,shoulder\n1,10,2\n\n# pause\n3,10.5,4\n"))
    assert found.joints == ("elbow", "shoulder") and list(found.times) == [0, 0.5] and list(found.rows) == [2, 5]
    assert found.positions.tolist() == [[1, 2], [3, 4]] and len(found) == 2


def test_what_is_wrong_is_named_with_its_row(tmp_path: Path) -> None:
    bad = {
        HEADER + "0,0,0\n0.1,nan,0\n": "log.csv, row 3, shoulder: expected a finite number, got nan",
        HEADER + "0,0,0\n0.1,0,x\n": "log.csv, row 3, elbow: expected a number, got 'x'",
        HEADER + "0,0,0\n0.1,0\n": "log.csv, row 3: expected 3 values, got 2",
        HEADER + "0,0,0\n0.2,0,0\n0.1,0,0\n": "log.csv, row 4: the time goes back by 0.1 s; times must increase",
        HEADER + "0,0,0\n0.2,0,0\n0.2,0,0\n": "log.csv, row 4: the time is that of the row before; times must increase",
        HEADER: "log.csv: no rows",
        "": "log.csv: expected a header and rows of numbers, got an empty file",
        "time,a,a\n0,0,0\n": "log.csv: two columns are named 'a'",
        "a,b\n0,0\n": 'log.csv: expected one column of times, got 0 among a, b; pass time=".."',
        HEADER + "0,0,0\n10000000,0,0\n": 'log.csv: rows are 1e+07 s apart; for other units pass time_unit="ns", "us" or "ms"',
    }
    for text, expected in bad.items():
        assert refusal(log(tmp_path, text)) == expected


def test_a_jump_in_time_is_an_error_or_what_the_user_says(tmp_path: Path) -> None:
    rows = [f"{0.01 * i},0,{i}\n" for i in range(10)] + [f"{5 + 0.01 * i},0,{i}\n" for i in range(10)]
    file = log(tmp_path, HEADER + "".join(rows))
    assert refusal(file).startswith("log.csv, row 12: the time jumps by 4.91 s where rows are 0.01 s apart; pass gaps=")
    assert len(recordings.read_csv(file, gaps="keep")) == 20
    assert "which is one recording" in refusal(file, gaps="split")
    assert refusal(file, time_unit="h") == "time_unit must be one of s, ms, us, ns, got 'h'"


def test_nanoseconds_since_1970_keep_their_steps(tmp_path: Path) -> None:
    zero = 1_795_000_000_123_456_789
    text = "stamp,a\n" + "".join(f"{zero + i * 1_000_001},0\n" for i in range(3))
    found = recordings.read_csv(log(tmp_path, text), time="stamp", time_unit="ns")
    assert np.allclose(found.times, [0, 0.001000001, 0.002000002], rtol=0, atol=1e-15)


def test_joints_are_found_by_name_and_doubts_are_said(tmp_path: Path, arm: cl.Robot) -> None:
    found = recordings.read_csv(log(tmp_path, "time,b,joint1,amps\n0,0,0,9\n1,30,-90,9\n"))
    with pytest.raises(ValueError, match="'b' is no joint of the robot, which has joint1, joint2; pass names="):
        found.trajectory(arm)
    with pytest.raises(ValueError, match="no column is named 'c', it has b, joint1, amps"):
        found.trajectory(arm, names={"c": "joint2"})
    with pytest.raises(ValueError, match="two columns are the joint 'joint1'"):
        found.trajectory(arm, names={"b": "joint1"}, ignore=["amps"])
    with pytest.warns(UserWarning, match=r"log.csv, row 3: joint1 is -1.5708, beyond its limits -1 to 1 \(in 1 of 2 rows\)"):
        made = found.trajectory(arm, names={"b": "joint2"}, ignore=["amps"], degrees=True)
    assert made.to_dict()["joints"] == ["joint2", "joint1"]
    assert made.to_dict()["points"][1]["positions"] == pytest.approx([np.pi / 6, -np.pi / 2])


def test_a_lerobot_data_set_has_its_episodes(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "meta").mkdir()
    (tmp_path / "data" / "chunk-000").mkdir(parents=True)
    feature = {"dtype": "float32", "shape": [2], "names": ["shoulder.pos", "elbow.pos"]}
    (tmp_path / "meta" / "info.json").write_text(json.dumps({"features": {"observation.state": feature}}))

    def write(state: list[Any]) -> None:
        columns = {
            "episode_index": [0, 0, 0, 1, 1, 1],
            "frame_index": [0, 1, 2] * 2,
            "timestamp": pyarrow.array([0.0, 1 / 30, 2 / 30] * 2, pyarrow.float32()),
            "observation.state": pyarrow.array(state, pyarrow.list_(pyarrow.float32())),
        }
        parquet.write_table(pyarrow.table(columns), tmp_path / "data" / "chunk-000" / "file-000.parquet")

    state = [[float(i), 0.5] for i in range(6)]
    write(state)
    first, second = recordings.read_lerobot(tmp_path)
    assert first.joints == ("shoulder", "elbow") and second.positions[:, 0].tolist() == [3, 4, 5]
    assert second.name == "file-000.parquet, episode 1" and second.times[-1] == pytest.approx(2 / 30, abs=1e-7)
    assert [found.name for found in recordings.read_lerobot(tmp_path, episodes=[1])] == [second.name]
    with pytest.raises(ValueError, match="no episode 7"):
        list(recordings.read_lerobot(tmp_path, episodes=[7]))
    with pytest.raises(ValueError, match="no feature 'action', it has observation.state"):
        list(recordings.read_lerobot(tmp_path, key="action"))
    write([*state[:4], [1.0], state[5]])
    with pytest.raises(ValueError, match="episode 1, frame 1: expected 2 values of observation.state, got 1"):
        list(recordings.read_lerobot(tmp_path))
    write([*state[:4], [float("nan"), 0.0], state[5]])
    with pytest.raises(ValueError, match="episode 1, row 1, shoulder: expected a finite number, got nan"):
        list(recordings.read_lerobot(tmp_path))


def test_a_bag_has_the_states_of_its_topics(tmp_path: Path) -> None:
    pytest.importorskip("rosbags")
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    types = store.types
    state, header, stamp = (
        types[name] for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    none = np.array([])

    def write(name: str, plugin: Any, messages: list[tuple[list[str], list[float]]]) -> Path:
        folder = tmp_path / name
        with Writer(folder, version=9, storage_plugin=plugin) as writer:
            topic = writer.add_connection("/joint_states", state.__msgtype__, typestore=store)
            for i, (names, values) in enumerate(messages):
                head = header(stamp=stamp(sec=1_795_000_000, nanosec=10_000_000 * i), frame_id="")
                message = state(header=head, name=names, position=np.array(values), velocity=none, effort=none)
                writer.write(topic, 10_000_000 * i + 7, store.serialize_cdr(message, state.__msgtype__))
        return folder

    messages = [(["a", "b"], [0.0, 1.0]), (["b", "a"], [1.5, 0.5]), (["a", "b"], [1.0, 2.0])]
    for plugin, ending in [(StoragePlugin.MCAP, "mcap"), (StoragePlugin.SQLITE3, "db3")]:
        folder = write(ending, plugin, messages)
        for file in (folder, next(folder.glob(f"*.{ending}"))):
            (found,) = recordings.read_bag(file)
            assert found.joints == ("a", "b") and found.positions.tolist() == [[0, 1], [0.5, 1.5], [1, 2]]
            assert np.allclose(found.times, [0, 0.01, 0.02], rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match=r"no topic '/arm' with joints; its topics: /joint_states \(sensor_msgs/msg/JointState\)"):
        recordings.read_bag(folder, topic="/arm")
    mixed = write("mixed", StoragePlugin.MCAP, [*messages, (["a", "grip"], [1.0, 2.0])])
    with pytest.raises(ValueError, match="message 4: its joints differ from those of message 1 in b, grip"):
        recordings.read_bag(mixed)


def test_a_bag_of_ros_1_has_states_and_transforms(tmp_path: Path, arm: cl.Robot) -> None:
    pytest.importorskip("rosbags")
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_types_from_msg, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC)
    name = "tf2_msgs/msg/TFMessage"
    store.register(get_types_from_msg("geometry_msgs/TransformStamped[] transforms", name))
    types = store.types
    transforms, state = types[name], types["sensor_msgs/msg/JointState"]
    header, stamp = types["std_msgs/msg/Header"], types["builtin_interfaces/msg/Time"]
    stamped, transform, vector, quaternion = (
        types[f"geometry_msgs/msg/{name}"] for name in ("TransformStamped", "Transform", "Vector3", "Quaternion")
    )
    none, second = np.array([]), 1_795_000_000
    file = tmp_path / "log.bag"

    def head(nanosec: int, frame: str) -> Any:
        return header(seq=0, stamp=stamp(sec=second, nanosec=nanosec), frame_id=frame)

    with Writer(file) as writer:
        joints = writer.add_connection("/joint_states", state.__msgtype__, typestore=store)
        tf = writer.add_connection("/tf", transforms.__msgtype__, typestore=store)
        for i in range(3):
            at = 10_000_000 * i
            values = {"position": np.array([0.1 * i, 0.0]), "velocity": none, "effort": none}
            message = state(header=head(at, ""), name=["joint1", "joint2"], **values)
            writer.write(joints, at, store.serialize_ros1(message, state.__msgtype__))
            level = quaternion(x=0.0, y=0.0, z=0.0, w=1.0)
            moved_on = transform(translation=vector(x=3.0 - i, y=0.0, z=0.0), rotation=level)
            all_of: Any = [
                stamped(header=head(at + 5_000_000, frame), child_frame_id=child, transform=moved_on)
                for frame, child in (("base", "cart"), ("cart", "lid"))
            ]
            writer.write(tf, at, store.serialize_ros1(transforms(transforms=all_of), transforms.__msgtype__))
    (found,) = recordings.read_bag(file)
    assert found.joints == ("joint1", "joint2") and found.positions[:, 0].tolist() == [0, 0.1, 0.2]
    assert found.start_ns == second * 1_000_000_000
    moved = recordings.read_transforms(file, "base", start_ns=found.start_ns)
    assert list(moved) == ["cart"]
    assert [at["time"] for at in moved["cart"]["motion"]] == pytest.approx([0.005, 0.015, 0.025])
    assert moved["cart"]["motion"][1]["pose"] == {"translation": [2.0, 0.0, 0.0], "quaternion": [1.0, 0.0, 0.0, 0.0]}
    assert "cart" in found.trajectory(arm, bodies=moved).to_dict()["bodies"]
    with pytest.raises(ValueError, match="no transform is relative to 'map'; those that are there are to base, cart"):
        recordings.read_transforms(file, "map")
    with pytest.raises(ValueError, match="no topic '/tf_static' with transforms; its topics: /joint_states"):
        recordings.read_transforms(file, "base", topic="/tf_static")
