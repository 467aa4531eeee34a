"""Winding numbers of a million points around a sphere of 200 000 triangles with holes, beside libigl: `python winding.py [POINTS]`; needs libigl.

Prints CPU seconds, and how many numbers of libigl's exact sum (of 2000 points) lie outside of the bounds.
"""

import sys
import time

import clearance as cl
import igl
import numpy as np


def sphere(n: int) -> tuple[np.ndarray, np.ndarray]:
    """A sphere of radius 1 of n times 2n squares, each cut in two."""
    theta, phi = np.meshgrid(np.linspace(0, np.pi, n + 1), np.arange(2 * n) * np.pi / n, indexing="ij")
    vertices = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=-1).reshape(-1, 3)
    i, j = (index.ravel() for index in np.meshgrid(np.arange(n), np.arange(2 * n), indexing="ij"))
    a, b, c, d = i * 2 * n + j, (i + 1) * 2 * n + j, (i + 1) * 2 * n + (j + 1) % (2 * n), i * 2 * n + (j + 1) % (2 * n)
    return vertices, np.concatenate([np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)])


def timed(what: str, call):
    start = time.process_time()
    found = call()
    print(f"{what}: {time.process_time() - start:.2f} CPU s")
    return found


def main() -> None:
    random = np.random.default_rng(1)
    vertices, triangles = sphere(224)
    triangles = triangles[random.random(len(triangles)) > 0.002]
    points = random.uniform(-1.2, 1.2, (int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, 3))
    scan = cl.Mesh(vertices, triangles)
    scan.point_distances(points[:1], sign="winding")
    print(f"{len(triangles)} triangles, {scan.report().open_edges} open edges, {len(points)} points")
    timed("winding numbers, bounds 0.25 wide", lambda: scan.winding_numbers(points, width=0.25))
    found = timed("signed distances with it", lambda: scan.point_distances(points, sign="winding"))
    timed("the same without a sign", lambda: scan.point_distances(points))
    fast = timed("igl.fast_winding_number", lambda: igl.fast_winding_number(vertices, triangles, points))
    some = random.integers(0, len(points), 2000)
    exact = timed("igl.winding_number of 2000", lambda: igl.winding_number(vertices, triangles, points[some]))
    bounds = scan.winding_numbers(points[some])
    outside = ((exact < bounds[:, 0] - 1e-9) | (exact > bounds[:, 1] + 1e-9)).sum()
    other = ((exact > 0.5) != (found.inside[some] == 1)).sum()
    print(f"exact numbers outside of the bounds: {outside}; other signs: {other}; undecided points: {(found.inside == -1).sum()}")
    print(f"widest bounds {np.ptp(bounds, axis=1).max():.1e}; largest error of the fast number {np.abs(fast[some] - exact).max():.1e}")


if __name__ == "__main__":
    main()
