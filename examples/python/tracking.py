"""Follow the distance of two bodies that move a little at a time, each answer started from the one before."""

import math

import clearance as cl
import numpy as np

rng = np.random.default_rng(1)
rock, pebble = (cl.Hull(rng.normal(size=(200, 3)) * size) for size in (1.0, 0.3))

track = cl.Track()
least, when = math.inf, 0
for frame in range(360):
    angle = math.radians(frame)
    pose = cl.Pose((4.5 * math.cos(angle), 4.5 * math.sin(angle), 0), rpy=(0, angle, 0))
    found = track.signed_distance(rock, pebble, pose)
    if found.upper < least:
        least, when = found.upper, frame

# The same number without the track, within the bounds of both.
angle = math.radians(when)
fresh = cl.signed_distance(rock, pebble, cl.Pose((4.5 * math.cos(angle), 4.5 * math.sin(angle), 0), rpy=(0, angle, 0)))
print(f"least distance {least:.6f} in frame {when}, agrees: {fresh.lower <= least}")

# Output:
# least distance 0.232826 in frame 216, agrees: True
