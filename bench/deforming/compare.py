"""First contacts of deforming features beside ipctk, query by query in one run: `compare.py QUERIES PROGRAM [DISTANCE]`.

QUERIES has lines of `kind` (0 vertex and face, 1 edges), 24 coordinates and the truth (0 or 1); PROGRAM is the built example
`time_first_contacts` of the crate `clearance`. Needs `pip install ipctk`. The least of five rounds is a query's own time.
"""

import subprocess
import sys
import tempfile
import time

import ipctk
import numpy as np


def ours(lines: list[list[str]], program: str, distance: str) -> tuple[list[float], list[bool]]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(" ".join(line[:25]) + "\n" for line in lines))
        file.flush()
        rows = subprocess.run([program, file.name, distance], check=True, capture_output=True, text=True).stdout
    fields = [row.split() for row in rows.splitlines()]
    return [float(f[0]) for f in fields], [f[1] == "1" for f in fields]


def theirs(lines: list[list[str]], method: object, distance: float) -> tuple[list[float], list[bool]]:
    times, hits = [], []
    for line in lines:
        points = [np.array(line[1 + 3 * i : 4 + 3 * i], dtype=float) for i in range(8)]
        ask = method.edge_edge_ccd if line[0] == "1" else method.point_triangle_ccd
        least = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            hit = ask(*points, distance)[0]
            least = min(least, time.perf_counter() - start)
        times.append(least * 1e6)
        hits.append(bool(hit))
    return times, hits


def report(name: str, times: list[float], hits: list[bool], truth: list[bool]) -> None:
    missed = sum(t and not h for t, h in zip(truth, hits, strict=True))
    false = sum(h and not t for t, h in zip(truth, hits, strict=True))
    sorted_times = sorted(times)
    n = len(times)
    print(f"{name:16} missed {missed:4} false {false:4}  median {sorted_times[n // 2]:9.2f}  p99 {sorted_times[n * 99 // 100]:11.2f}"
          f"  worst {sorted_times[-1]:11.2f} us")


def main() -> None:
    name, program, *rest = sys.argv[1:]
    distance = rest[0] if rest else "0"
    with open(name) as file:
        lines = [line.split() for line in file]
    truth = [line[25] == "1" for line in lines]
    report("clearance", *ours(lines, program, distance), truth)
    report("additive", *theirs(lines, ipctk.AdditiveCCD(), float(distance)), truth)
    report("tight inclusion", *theirs(lines, ipctk.TightInclusionCCD(), float(distance)), truth)


if __name__ == "__main__":
    main()
