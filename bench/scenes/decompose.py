#!/usr/bin/env python3
"""Convex parts beside CoACD and V-HACD: CoACD with its defaults, the others with as many parts as it found.

usage: decompose.py MESH...     (needs numpy, coacd, vhacdx, trimesh; builds `clearance`)

Prints, for each: error found and proven upper bound as shares of the longest side, the sum of the parts' volumes over the mesh's, the share of
the surface that is in no part, and processor time.
"""
import json, resource, subprocess, sys, tempfile, time
from pathlib import Path

import coacd, numpy as np, trimesh, vhacdx

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / "target/release/clearance"


def write(path, parts):
    """An OBJ file with an object for each part."""
    with open(path, "w") as file:
        first = 1
        for i, (vertices, faces) in enumerate(parts):
            file.write(f"o part_{i}\n")
            file.writelines("v %r %r %r\n" % tuple(map(float, p)) for p in vertices)
            file.writelines("f %d %d %d\n" % tuple(int(k) + first for k in face) for face in faces)
            first += len(vertices)


def timed(ask):
    start = time.process_time()
    return ask(), time.process_time() - start


def v_hacd(mesh, count):
    faces = np.column_stack((np.full(len(mesh.faces), 3), mesh.faces)).ravel().astype(np.uint32)
    found = vhacdx.compute_vhacd(np.ascontiguousarray(mesh.vertices), faces, maxConvexHulls=count)
    return [(vertices, np.asarray(faces).reshape(-1, 4)[:, 1:]) for vertices, faces in found]


def judged(path, parts):
    with tempfile.NamedTemporaryFile(suffix=".obj") as file:
        write(file.name, parts)
        run = [COMMAND, "decompose", path, "--parts", "1", "--compare", file.name, "--json"]
        return json.loads(subprocess.run(run, capture_output=True, check=True).stdout)["compare"]


def line(name, found, seconds, size, volume):
    shares = [found["error"] / size, found["error_upper"] / size, found["volume_parts"] / volume, found.get("surface_outside", 0.0)]
    print(f"  {name}: {found['parts']} parts, error {shares[0]:.2%} to {shares[1]:.2%}, volume {shares[2]:.3f}, "
          f"surface left out {shares[3]:.2%}, {seconds:.1f} s", flush=True)


def main():
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "clearance-cli"], cwd=ROOT, check=True)
    coacd.set_log_level("error")
    for path in sys.argv[1:]:
        mesh = trimesh.load(path, force="mesh", process=True)
        size, volume = mesh.extents.max(), mesh.volume
        print(f"{Path(path).stem}: {len(mesh.faces)} triangles", flush=True)
        parts, seconds = timed(lambda: coacd.run_coacd(coacd.Mesh(mesh.vertices, mesh.faces), seed=0))
        line("CoACD", judged(path, parts), seconds, size, volume)
        others, took = timed(lambda: v_hacd(mesh, len(parts)))
        line("V-HACD", judged(path, others), took, size, volume)
        start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run = [COMMAND, "decompose", path, "--parts", str(len(parts)), "--json"]
        found = json.loads(subprocess.run(run, capture_output=True, check=True).stdout)
        line("clearance", found, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start, size, volume)


if __name__ == "__main__":
    main()
