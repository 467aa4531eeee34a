"""Recorded motions of robots: CSV files, ROS bags and LeRobot data sets, checked row by row, as trajectories.

A recording is what its file says: joints by their names, times in seconds. What is doubtful (times that go back or jump, values that are no
numbers, names that are no joints) is an error that names the file, the row and the column; nothing is guessed.

Examples
--------
>>> import pathlib, tempfile
>>> from clearance import recordings
>>> file = pathlib.Path(tempfile.mkdtemp(), "log.csv")
>>> _ = file.write_text("time,shoulder,elbow\\n0,0,0\\n0.5,10,20\\n1,20,40\\n")
>>> recording = recordings.read_csv(file)
>>> recording.joints, recording.times
(('shoulder', 'elbow'), array([0. , 0.5, 1. ]))
"""

from __future__ import annotations

from .bags import read_bag
from .csv import read_csv
from .lerobot import read_lerobot
from .recording import Gaps, Recording, TimeUnit
from .transforms import read_transforms

__all__ = ["Gaps", "Recording", "TimeUnit", "read_bag", "read_csv", "read_lerobot", "read_transforms"]
