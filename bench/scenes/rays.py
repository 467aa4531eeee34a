"""Rays against meshes: ours, embree by embreex, and trimesh's own, on the same rays.

Needs `pip install trimesh embreex rtree` and the Python package. Processor time of one thread; the least of three passes, interleaved. What a
library misses or adds is counted beside ours, whose every answer is proven.

`python bench/scenes/rays.py [SUBDIVISIONS] [RAYS]`: by default 6 subdivisions of an icosahedron, 81 920 triangles, and 20 000 rays.
"""

import sys
import time

import numpy as np
import trimesh
from trimesh.ray import ray_pyembree, ray_triangle

import clearance as cl

level, count = (int(text) for text in (*sys.argv[1:], *("6", "20000")[len(sys.argv) - 1 :]))
sphere = trimesh.creation.icosphere(level)
mesh = cl.Mesh(sphere.vertices, sphere.faces)
random = np.random.default_rng(7)
origins = random.normal(size=(count, 3))
origins *= 3 / np.linalg.norm(origins, axis=1, keepdims=True)
aims = random.uniform(-1.1, 1.1, (count, 3))
# A third of the rays goes through vertices.
aims[::3] = sphere.vertices[random.integers(len(sphere.vertices), size=len(aims[::3]))]
ways = (aims - origins) * 2
embree, own = ray_pyembree.RayMeshIntersector(sphere), ray_triangle.RayMeshIntersector(sphere)
engines = {
    "clearance": lambda: mesh.cast_rays(origins, ways, threads=1).hit,
    "embree": lambda: embree.intersects_first(origins, ways) >= 0,
}
if count <= 1000:
    engines["trimesh"] = lambda: own.intersects_any(origins, ways)
least, found = dict.fromkeys(engines, np.inf), {}
for _ in range(3):
    for name, ask in engines.items():
        start = time.process_time()
        found[name] = ask()
        least[name] = min(least[name], time.process_time() - start)
for name, seconds in least.items():
    beside = found["clearance"]
    print(f"{name}: {1e6 * seconds / count:.2f} us a ray, {np.sum(beside & ~found[name])} missed, {np.sum(~beside & found[name])} added")
