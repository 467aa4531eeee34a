"""A trajectory through the regions of `clearance robot roadmap` by Drake's optimisation over graphs of convex sets (T. Marcucci and others 2023).

    python drake_gcs.py ROADMAP START GOAL [OUT]

ROADMAP is the file of `--regions`; START and GOAL are configurations as JSON lists. Prints the length and the regions, and writes OUT, a path for `clearance robot check`. Every region is free, and so is a segment with both
ends in one: what Drake finds needs no proof but that. Needs `pip install drake`.
"""
import json
import sys
import time

import numpy as np
from pydrake.geometry.optimization import GraphOfConvexSetsOptions, HPolyhedron, Point
from pydrake.planning import GcsTrajectoryOptimization


def half_spaces(region):
    """All rows, those of the box included."""
    n = len(region["box"])
    rows, limits = [*region.get("A", [])], [*region.get("b", [])]
    for i, (low, high) in enumerate(region["box"]):
        for sign, limit in ((1.0, high), (-1.0, -low)):
            rows.append([sign if i == j else 0.0 for j in range(n)])
            limits.append(limit)
    return HPolyhedron(np.array(rows), np.array(limits))


def main(roadmap, start, goal, out=None):
    with open(roadmap) as file:
        regions = [half_spaces(region) for region in json.load(file)["regions"]]
    start, goal = (np.array(json.loads(text), float) for text in (start, goal))
    graph = GcsTrajectoryOptimization(len(start))
    free = graph.AddRegions(regions, 1)
    source, target = graph.AddRegions([Point(start)], 0), graph.AddRegions([Point(goal)], 0)
    graph.AddEdges(source, free)
    graph.AddEdges(free, target)
    graph.AddPathLengthCost()
    options = GraphOfConvexSetsOptions()
    options.convex_relaxation, options.max_rounded_paths = True, 10
    begin = time.process_time()
    trajectory, result = graph.SolvePath(source, target, options)
    seconds = time.process_time() - begin
    if not result.is_success():
        sys.exit("no trajectory")
    times = [trajectory.segment(i).start_time() for i in range(trajectory.get_number_of_segments())]
    points = [trajectory.value(t).flatten().tolist() for t in (*times, trajectory.end_time())]
    points = [q for i, q in enumerate(points) if i == 0 or max(abs(a - b) for a, b in zip(q, points[i - 1])) > 0]
    length = sum(float(np.linalg.norm(np.subtract(a, b))) for a, b in zip(points, points[1:]))
    print(f"{len(regions)} regions, {len(points) - 1} segments, length {length:.4f}, {seconds:.2f} s")
    if out:
        with open(out, "w") as file:
            file.write(json.dumps({"id": "gcs", "path": points}) + "\n")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
