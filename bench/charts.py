"""The charts of docs/measured/performance.md."""
import os
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from cells import case  # noqa: E402

# The same file for the same record.
matplotlib.rcParams["svg.hashsalt"] = "clearance"
STYLE = {"marker": "o", "markersize": 3.5, "linewidth": 1.3}
COLOURS = ["#c0392b", "#7f8c8d", "#2980b9", "#8e44ad", "#16a085", "#d35400", "#b7950b"]
SCENES = {"F1": "hulls", "F2": "primitives", "F3": "tracking"}


def draw(record, peers, queries, folder):
    """Draws every chart that the record has figures for; yields titles and file names."""
    engines = [("clearance", lambda c, q: record.ours("f64", c, q))]
    engines += [(p, lambda c, q, p=p: record.best(p, c, q)) for p in peers if p in record.versions]
    for query, title in queries.items():
        for group, scene in SCENES.items():
            cells = [c for c, q in record.questions if q == query and c.startswith(group)]
            if cells:
                name = f"{scene}_{query}.svg"
                bars(engines, cells, query, f"{scene}: {title}", os.path.join(folder, name))
                yield f"{scene}: {title}", name
    for query, regime in (("dist", "near"), ("dist", "far"), ("bool", "near"), ("pen", "shallow"), ("pen", "deep")):
        sizes = [(int(m[1]), m[0]) for c, q in record.questions if q == query and (m := re.fullmatch(rf"F1_n(\d+)_{regime}", c))]
        if len(sizes) > 1:
            name = f"growth_{query}_{regime}.svg"
            title = f"growth with the vertices, {regime}: {queries[query]}"
            growth(engines, sizes, query, title, os.path.join(folder, name))
            yield title, name


def bars(engines, cells, query, title, path):
    """Time of every engine in every cell; pale where an answer was wrong."""
    engines = [(name, find) for name, find in engines if any(find(c, query) for c in cells)]
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.13 * len(cells) * (len(engines) + 1)))
    thickness = 1 / (len(engines) + 1)
    for k, (name, find) in enumerate(engines):
        for i, row in enumerate(find(c, query) for c in cells):
            if row:
                axes.barh(i + k * thickness, row["ns"], thickness, color=COLOURS[k], alpha=1 if row["clean"] else 0.25)
        axes.barh(0, 0, color=COLOURS[k], label=name)
    axes.set_yticks([i + 0.4 for i in range(len(cells))], [case(c) for c in cells])
    axes.margins(y=0.005)
    axes.invert_yaxis()
    axes.set_xscale("log")
    # After the bars, which it would cut off at the axis of an empty figure.
    axes.set_xlim(left=10)
    axes.set_xlabel("ns per query; pale: wrong answers or failures")
    finish(figure, axes, title, path)


def growth(engines, sizes, query, title, path):
    """Time against the number of vertices, correct engines only."""
    figure, axes = plt.subplots(figsize=(7, 4.5))
    for k, (name, find) in enumerate(engines):
        points = [(n, row["ns"]) for n, cell in sorted(sizes) if (row := find(cell, query)) and row["clean"]]
        if points:
            axes.plot(*zip(*points), label=name, color=COLOURS[k], **STYLE)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("vertices of each hull")
    axes.set_ylabel("ns per query")
    finish(figure, axes, title, path)


def finish(figure, axes, title, path):
    axes.set_title(title, fontsize=10)
    axes.grid(alpha=0.3, which="both", linewidth=0.5)
    axes.legend(fontsize=8, ncols=2)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
