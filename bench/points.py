#!/usr/bin/env python3
"""Signed distances of many points from a mesh beside igl, trimesh and Open3D, on one thread: bench/points.py [POINTS] [PEERS..].

Needs the package clearance, numpy, and those of the peers that are to be measured: libigl, trimesh with rtree and embreex, open3d. Times are seconds of the
processor; each library has the same points, in the same run, and half of them first to be warm.
"""

import os

for variable in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "TBB_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import clearance as cl


def icosphere(rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """An icosahedron whose sides are split ``rounds`` times: 20 * 4**rounds triangles with their corners on a sphere."""
    g = (1 + 5**0.5) / 2
    corners = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g)]
    corners += [(g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    points = [np.array(corner) / np.linalg.norm(corner) for corner in corners]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8)]
    faces += [(3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    for _ in range(rounds):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int) -> int:
            key = (min(a, b), max(a, b))
            if key not in middles:
                middles[key] = len(points)
                between = points[a] + points[b]
                points.append(between / np.linalg.norm(between))
            return middles[key]

        split = []
        for a, b, c in faces:
            d, e, f = middle(a, b), middle(b, c), middle(c, a)
            split += [(a, d, f), (d, b, e), (f, e, c), (d, e, f)]
        faces = split
    return np.array(points), np.array(faces)


def peers(vertices: np.ndarray, faces: np.ndarray) -> dict[str, Callable[[np.ndarray], np.ndarray]]:
    """Each library by its name, as a function from points to signed distances, negative inside."""
    mesh = cl.Mesh(vertices, faces)
    found: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "clearance": lambda points: mesh.point_distances(points).signed_distance,
    }
    try:
        import igl

        tree: Any = igl
        found["igl"] = lambda points: np.asarray(tree.signed_distance(points, vertices, faces)[0]).ravel()
    except ImportError:
        pass
    try:
        import trimesh

        solid = trimesh.Trimesh(vertices, faces, process=False)
        # Its sign is the opposite one.
        found["trimesh"] = lambda points: -trimesh.proximity.signed_distance(solid, points)
    except ImportError:
        pass
    try:
        import open3d

        scene = open3d.t.geometry.RaycastingScene(nthreads=1)
        scene.add_triangles(vertices.astype(np.float32), faces.astype(np.uint32))
        found["Open3D"] = lambda points: scene.compute_signed_distance(points.astype(np.float32), nthreads=1).numpy()
    except ImportError:
        pass
    return found


def measured(answer: Callable[[np.ndarray], np.ndarray], points: np.ndarray) -> tuple[float, np.ndarray]:
    answer(points[: len(points) // 2])
    start = time.process_time()
    distances = answer(points)
    return (time.process_time() - start) / len(points) * 1e6, distances


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    vertices, faces = icosphere(6)
    rng = np.random.default_rng(5)
    around = rng.uniform(-1.5, 1.5, (count, 3))
    near = rng.normal(size=(count, 3))
    near = near / np.linalg.norm(near, axis=1)[:, None] + rng.uniform(-1e-3, 1e-3, (count, 3))
    libraries = peers(vertices, faces)
    chosen = sys.argv[2:] or list(libraries)
    print(f"{len(faces)} triangles, {count} points; microseconds of one processor for each point")
    for name, points in (("in a box around", around), ("within 0.001 of the surface", near)):
        exact = cl.Mesh(vertices, faces).point_distances(points)
        widest = float((exact.upper - exact.lower).max())
        print(f"{name}: {int((exact.inside == 1).sum())} inside, bounds at most {widest:.1e} wide")
        for library in chosen:
            # The slow ones have fewer points.
            some = points[: min(count, 20_000)] if library == "trimesh" else points
            time_each, distances = measured(libraries[library], some)
            outside = (distances < exact.lower[: len(some)]) | (distances > exact.upper[: len(some)])
            wrong = (np.sign(distances) != np.sign(exact.signed_distance[: len(some)])).sum()
            error = np.abs(distances - exact.signed_distance[: len(some)]).max()
            print(
                f"  {library:<10} {time_each:8.2f} us, {int(wrong)} wrong signs, {int(outside.sum())} outside of the bounds,"
                f" largest difference {error:.1e}"
            )


if __name__ == "__main__":
    main()
