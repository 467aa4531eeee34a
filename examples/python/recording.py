"""How near did the arm come, in every episode of a data set? LeRobot data, in degrees, against the table that it stood on."""

import json
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet

import clearance as cl

# Two episodes of 300 frames as LeRobot writes them: the second one reaches lower.
folder = Path(tempfile.mkdtemp())
(folder / "meta").mkdir()
(folder / "data" / "chunk-000").mkdir(parents=True)
feature = {"dtype": "float32", "shape": [2], "names": ["shoulder.pos", "elbow.pos"]}
(folder / "meta" / "info.json").write_text(json.dumps({"fps": 30, "features": {"observation.state": feature}}))
frame = np.arange(300)
reach = np.sin(np.pi * frame / 299)
states = np.concatenate([np.stack([60 - drop * reach, -40 * reach], axis=1) for drop in (40, 55)])
columns = {
    "episode_index": np.repeat([0, 1], 300),
    "frame_index": np.tile(frame, 2),
    "timestamp": np.tile(frame / 30, 2).astype(np.float32),
    "observation.state": pa.array(states.astype(np.float32).tolist(), pa.list_(pa.float32())),
}
parquet.write_table(pa.table(columns), folder / "data" / "chunk-000" / "file-000.parquet")

# The arm: two links of 0.3 m, a hand of radius 0.04 m at the end, its shoulder 0.2 m above the table.
rows = [{"theta": 0, "d": 0, "a": 0.3, "alpha": 0, "type": "revolute"} for _ in range(2)]
hand = {"link": 2, "shape": {"kind": "sphere", "radius": 0.04}}
(folder / "arm.json").write_text(json.dumps({"dh": rows, "shapes": [hand]}))
table = {"name": "table", "fixed": True, "shape": {"kind": "halfspace", "normal": [0, 1, 0], "offset": -0.2}}
arm = cl.Robot.from_dh(folder / "arm.json", scene={"bodies": [table]})

for episode in cl.recordings.read_lerobot(folder):
    motion = episode.trajectory(arm, names={"shoulder": "joint1", "elbow": "joint2"}, degrees=True)
    found = arm.closest_approach(motion)
    low = [f"{near.t_lower:.2f} to {near.t_upper:.2f} s" for near in arm.times_below(motion, 0.15, within=1e-5)]
    print(f"{episode.name}: {found.upper:.4f} m at {found.time:.1f} s; within 0.15 m: {', '.join(low) or 'never'}")

# Output:
# file-000.parquet, episode 0: 0.1600 m at 5.0 s; within 0.15 m: never
# file-000.parquet, episode 1: 0.0141 m at 5.0 s; within 0.15 m: 3.01 to 6.95 s
