#!/usr/bin/env python3
"""Two bumpy spheres of 81 920 triangles for `meshes.py`: bump1.obj and bump2.obj in a folder.

usage: bumpy.py FOLDER     (needs numpy and trimesh)

Icospheres of six subdivisions; the radius is 1 and the sum of 40 sine waves of 0.02 with wave numbers from 3 to 12.
"""
import sys
from pathlib import Path

import numpy as np, trimesh

for seed in (1, 2):
    random, sphere = np.random.default_rng(seed), trimesh.creation.icosphere(subdivisions=6)
    radius = np.ones(len(sphere.vertices))
    for _ in range(40):
        along = random.normal(size=3)
        wave = random.uniform(3, 12) * along / np.linalg.norm(along)
        radius += 0.02 * np.sin(sphere.vertices @ wave + random.uniform(0, 6.28))
    sphere.vertices = sphere.vertices * radius[:, None]
    sphere.export(Path(sys.argv[1]) / f"bump{seed}.obj")
