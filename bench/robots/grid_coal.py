"""Whether coal finds a contact on edges that are proven free: configurations of the grid of 1/4000 of each, by Pinocchio and coal on convex hulls.

    cargo run --release -p clearance-robot --example random_edges -- panda.urdf panda.srdf boxes.json 100000 1 0 free.jsonl
    python grid_coal.py free.jsonl WORK COUNT

COUNT configurations, spread evenly over the edges and at random over their grids. Prints how many were asked each ten thousand, and every contact.
"""
import json
import pathlib
import random
import sys

import numpy as np

from peers import coal_engine

GRID = 4000


def main(file, folder, count):
    work = pathlib.Path(folder)
    work.mkdir(parents=True, exist_ok=True)
    model, ask = coal_engine(work)
    with open(file) as lines:
        edges = [(np.array(edge["from"]), np.array(edge["to"])) for edge in map(json.loads, lines)]
    # The second finger mirrors the first.
    whole = [tuple(np.append(q, q[-1]) if len(q) < model.nq else q for q in edge) for edge in edges]
    numbers, contacts = random.Random(25), 0
    for i in range(int(count)):
        start, end = whole[i % len(whole)]
        x = numbers.randint(0, GRID) / GRID
        if ask["collides"](start + x * (end - start)):
            contacts += 1
            print(f"contact at {x} from {list(start)} to {list(end)}", flush=True)
        if (i + 1) % 10_000 == 0:
            print(f"{i + 1} configurations of {min(i + 1, len(whole))} edges, {contacts} in contact", flush=True)
    return contacts > 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: grid_coal.py FREE.jsonl WORK COUNT")
    sys.exit(main(*sys.argv[1:]))
