"""Which parts of an assembly clash, touch or are too near? Bounds of the solids, though one of them is triangles.

With `pip install './bindings/python[cad]'` the first argument of `cl.assembly` may be a STEP file.
"""

import clearance as cl
import numpy as np


def prism(radius, half_length, sides):
    """A cylinder as triangles, and how far they are from it."""
    angles = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([radius * np.cos(angles), radius * np.sin(angles)], 1)
    vertices = np.concatenate([np.insert(ring, 2, z, axis=1) for z in (-half_length, half_length)])
    i, j = np.arange(sides), np.roll(np.arange(sides), -1)
    walls = [np.stack([i, j, j + sides], 1), np.stack([i, j + sides, i + sides], 1)]
    ends = [np.stack([0 * i, j, i], 1)[1:-1], np.stack([0 * i, i, j], 1)[1:-1] + sides]
    return vertices, np.concatenate(walls + ends), radius * (1 - np.cos(np.pi / sides))


vertices, triangles, error = prism(0.005, 0.02, 48)
pin = {
    "kind": "mesh",
    "vertices": vertices.tolist(),
    "triangles": triangles.tolist(),
    "tessellation": {"error": error, "proven": True},
}
block = {"kind": "box", "half_extents": [0.02, 0.02, 0.01]}
parts = [
    ("pin", pin, [0, 0, 0]),
    ("left", block, [-0.0251, 0, 0]),
    ("right", block, [0.0258, 0, 0]),
    ("rail", block, [0.0258, 0.0399, 0]),
]
scene = {"bodies": [{"name": name, "shape": shape, "pose": {"translation": at}} for name, shape, at in parts]}

bands = {
    "default": {"min": "0.5mm"},
    "pairs": [{"a": "pin", "b": "left", "max": "0.2mm"}],
    "ignore": [["left", "rail"]],
}
report = cl.assembly(scene, bands=bands)
for found in report:
    print(f"{found['a']}, {found['b']}: {found['band']}, {found['lower']:.3f} to {found['upper']:.3f} mm")
    if found["band"] == "clash":
        print(f"  {found['volume_lower']:.3f} to {found['volume_upper']:.3f} mm³ in common")

report.write("assembly.html")  # a page to turn and to choose pairs in; .csv and .json are tables
print(f"{report.parts} parts, {len(report)} pairs, all as they are to be: {report.holds}")

# Output:
# right, rail: clash, -0.100 to -0.100 mm
#   80.000 to 80.000 mm³ in common
# pin, left: ok, 0.089 to 0.111 mm
# pin, right: ok, 0.789 to 0.811 mm
# left, right: ok, 10.900 to 10.900 mm
# pin, rail: ok, 15.719 to 15.740 mm
# 4 parts, 5 pairs, all as they are to be: False
