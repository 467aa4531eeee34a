#!/usr/bin/env python3
"""Pairs of meshes beside coal and FCL: do they meet, how far apart are they, and what does the next pose cost?

usage: meshes.py FILE...     (needs numpy, coal, python-fcl, trimesh; builds the example `mesh_pairs` of clearance-scene)

The files in pairs: the first with the second, the third with the fourth. Meshes are centered and scaled to a longest side of 1. 60 random poses,
times of one thread. Distances are of poses that are apart: of the others the peers say nothing.
"""
import subprocess, sys, tempfile, time
from pathlib import Path

import coal, fcl, numpy as np, trimesh

ROOT = Path(__file__).resolve().parents[2]


def load(path):
    mesh = trimesh.load(path, force="mesh", process=True)
    return (mesh.vertices - mesh.bounding_box.centroid) / mesh.extents.max(), mesh.faces


def coal_mesh(vertices, faces):
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(faces), len(vertices))
    for face in faces:
        model.addTriangle(*(vertices[i] for i in face))
    model.endModel()
    return model


def fcl_mesh(vertices, faces):
    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(faces))
    model.addSubModel(vertices, faces)
    model.endModel()
    return model


def timed(ask, poses):
    start = time.thread_time()
    found = [ask(pose) for pose in poses]
    return (time.thread_time() - start) / max(len(poses), 1) * 1e6, np.array(found)


def compare(a, b):
    loaded = [load(path) for path in (a, b)]
    random = np.random.default_rng(5)
    lines = []
    for _ in range(60):
        q, d = random.normal(size=4), random.normal(size=3)
        lines.append((*(q / np.linalg.norm(q)), *(d / np.linalg.norm(d) * random.uniform(0.9, 1.6))))
    print(f"{Path(a).stem} {len(loaded[0][1])} / {Path(b).stem} {len(loaded[1][1])} triangles", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(" ".join(map(repr, map(float, line))) + "\n" for line in lines)
        file.flush()
        print("  clearance:", subprocess.run([ROOT / "target/release/examples/mesh_pairs", a, b, file.name],
                                             capture_output=True, text=True, check=True).stdout.strip(), flush=True)
    turn = [coal.Quaternion(*line[:4]).toRotationMatrix() for line in lines]
    ours, at = coal.Transform3s(), [coal.Transform3s(r, np.array(line[4:])) for r, line in zip(turn, lines)]
    x, y = (coal_mesh(*mesh) for mesh in loaded)
    met, hits = timed(lambda t: coal.collide(x, ours, y, t, coal.CollisionRequest(), coal.CollisionResult()) > 0, at)
    far = [i for i in range(len(lines)) if not hits[i]]
    took, found = timed(lambda i: coal.distance(x, ours, y, at[i], coal.DistanceRequest(), coal.DistanceResult()), far)
    print(f"  coal: contact {met:.1f} µs ({sum(hits)}), distance {took:.1f} µs (mean {found.mean():.9f})", flush=True)
    x, y = (fcl_mesh(*mesh) for mesh in loaded)
    pair = [(fcl.CollisionObject(x), fcl.CollisionObject(y, fcl.Transform(r, line[4:]))) for r, line in zip(turn, lines)]
    met, hits = timed(lambda p: fcl.collide(*p, fcl.CollisionRequest(), fcl.CollisionResult()) > 0, pair)
    took, found = timed(lambda i: fcl.distance(*pair[i], fcl.DistanceRequest(), fcl.DistanceResult()), far)
    print(f"  fcl: contact {met:.1f} µs ({sum(hits)}), distance {took:.1f} µs (mean {found.mean():.9f})", flush=True)


def main():
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "clearance-scene", "--example", "mesh_pairs"], cwd=ROOT, check=True)
    for a, b in zip(sys.argv[1::2], sys.argv[2::2]):
        compare(a, b)


if __name__ == "__main__":
    main()
