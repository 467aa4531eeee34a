"""A cloth of 10^5 triangles falls onto a body of 10^5, one step: the largest free step here and by ipctk, and first contacts, in CPU time of one thread.

`OMP_NUM_THREADS=1 meshes.py [CELLS]`, with CELLS squares along a side (default 224). Needs the package clearance and `pip install ipctk`.
"""

import sys
import time

import ipctk
import numpy as np

import clearance as cl


def sheet(cells: int, height: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A square of side 1 with a height at each vertex."""
    side = np.linspace(0, 1, cells + 1)
    u, w = np.meshgrid(side, side, indexing="ij")
    i, j = np.meshgrid(np.arange(cells), np.arange(cells), indexing="ij")
    a = (i * (cells + 1) + j).ravel()
    faces = np.concatenate([np.stack([a, a + cells + 1, a + 1], 1), np.stack([a + cells + 2, a + 1, a + cells + 1], 1)])
    return np.stack([u.ravel(), w.ravel(), height.ravel()], 1), faces


def timed(name: str, ask: object) -> object:
    """The least CPU time of three rounds."""
    least, found = float("inf"), None
    for _ in range(3):
        start = time.process_time()
        found = ask()
        least = min(least, time.process_time() - start)
    print(f"{name:34} {least * 1e3:9.1f} ms")
    return found


def main() -> None:
    cells = int(sys.argv[1]) if len(sys.argv) > 1 else 224
    random = np.random.default_rng(57)
    side = np.linspace(0, 1, cells + 1)
    hills = 0.05 * np.sin(9 * side)[:, None] * np.cos(7 * side)[None] + random.normal(0, 1e-4, (cells + 1, cells + 1))
    body, faces = sheet(cells, hills)
    turn = np.array([[0.96, -0.28, 0], [0.28, 0.96, 0], [0, 0, 1.0]])
    start = sheet(cells, 0.12 + random.normal(0, 1e-4, hills.shape))[0] @ turn.T
    end = start - (0.004, 0.002, 0.09) + random.normal(0, 1e-4, start.shape)
    print(f"two meshes of {len(faces)} triangles")

    still, cloth = cl.DeformingMesh(body, faces), cl.DeformingMesh(start, faces)
    timed("clearance: step set, boxes refitted", lambda: cloth.set_step(start, end))
    ours = timed("clearance: max_step", lambda: cloth.max_step(still))
    timed("clearance: first contact", lambda: cloth.first_contact(still))
    own = timed("clearance: max_step of the cloth", lambda: cloth.max_step())

    both, all_faces = np.concatenate([start, body]), np.concatenate([faces, faces + len(start)])
    mesh = ipctk.CollisionMesh(both, ipctk.edges(all_faces), all_faces)
    moved = np.concatenate([end, body])
    for name, method in (("additive", ipctk.AdditiveCCD()), ("tight inclusion", ipctk.TightInclusionCCD())):
        ask = lambda method=method: ipctk.compute_collision_free_stepsize(mesh, both, moved, narrow_phase_ccd=method)  # noqa: E731
        theirs = timed(f"ipctk: {name}, cloth and both", ask)
        print(f"    {theirs:.9f}; here {min(ours, own):.9f}")


if __name__ == "__main__":
    main()
