#!/usr/bin/env python3
"""How the cost of scenes grows from 1000 to a million bodies, drawn as docs/pictures/scenes-growth.svg.

usage: growth.py     (needs matplotlib; builds the example `crowd` of clearance-world)
"""
import re, subprocess
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
COUNTS = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000]
LINES = {
    "build": r"build ([\d.]+) ms",
    "all contacts": r"all contacts ([\d.]+) ms",
    "closest pair": r"closest pair ([\d.]+) ms: ",
    "1 % moved: contacts": r"moved: contacts ([\d.]+) ms",
    "1 % moved: closest pair": r", closest pair ([\d.]+) ms, each",
}


def main():
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "clearance-world", "--example", "crowd"], cwd=ROOT, check=True)
    crowd = ROOT / "target/release/examples/crowd"
    texts = [subprocess.run([crowd, str(n)], capture_output=True, text=True, check=True).stdout for n in COUNTS]
    for count, text in zip(COUNTS, texts):
        print(count, text, sep="\n")
    matplotlib.rcParams["svg.hashsalt"] = "clearance"
    figure, axes = plt.subplots(figsize=(7, 4))
    for name, pattern in LINES.items():
        each = [float(re.search(pattern, text)[1]) * 1e6 / n for n, text in zip(COUNTS, texts)]
        axes.plot(COUNTS, each, marker="o", markersize=3.5, linewidth=1.3, label=name)
    axes.set(xscale="log", yscale="log", xlabel="bodies", ylabel="ns of processor time a body")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(ROOT / "docs/pictures/scenes-growth.svg", bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()
