"""Where the hand of a Panda beside a shelf can be, and how much room the arm has there.

    python examples/panda_map.py rows rows.parquet --count 1e6
    python -m clearance.table run rows.parquet -o map --carry hand --robot panda.urdf --srdf panda.srdf --scene examples/panda_world.json
    python examples/panda_map.py draw map map.png

Rows are random configurations within the limits of the joints, with the place of the hand beside each. The picture shows the
vertical plane through the base and the middle of the shelf: of all configurations with the hand in a cell the greatest clearance,
and the pair that is nearest in most of those that are free. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import glob
import xml.etree.ElementTree as xml
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

Array = npt.NDArray[np.float64]
ROWS_AT_ONCE = 1 << 18
# Half the thickness of the plane that is shown, and the size of a cell, in metres.
HALF_THICKNESS, CELL = 0.05, 0.02
# The part of the plane that is shown: x, then z.
SHOWN = (-1.0, 1.0), (-0.4, 1.3)


def rotation(axis: Array, angle: Array) -> Array:
    """Rodrigues' formula for many angles: (n, 3, 3)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    turned: Array = np.eye(3) + s * cross + (1 - c) * (cross @ cross)
    return turned


class Chain:
    """The joints of a URDF file from its base to a link."""

    def __init__(self, urdf: str, tip: str) -> None:
        by_child = {}
        for joint in xml.parse(urdf).getroot().iter("joint"):
            child = joint.find("child")
            if child is not None:
                by_child[child.attrib["link"]] = joint
        self.joints: list[Any] = []
        while tip in by_child:
            self.joints.insert(0, by_child[tip])
            tip = next(by_child[tip].iter("parent")).attrib["link"]

    def tip(self, values: dict[str, Array], count: int) -> Array:
        """Where the origin of the last link is: (n, 3)."""
        place, turn = np.zeros((count, 3)), np.tile(np.eye(3), (count, 1, 1))
        for joint in self.joints:
            origin = joint.find("origin")
            xyz, rpy = (_numbers(origin.get(key) if origin is not None else None) for key in ("xyz", "rpy"))
            place = place + turn @ xyz
            for axis, angle in zip(np.eye(3)[::-1], rpy[::-1]):
                turn = turn @ rotation(axis, np.array([angle]))
            if joint.get("type") in ("revolute", "continuous"):
                axis_node = joint.find("axis")
                turn = turn @ rotation(_numbers(axis_node.get("xyz")), values[joint.get("name")])
        return place


def _numbers(text: str | None) -> Array:
    return np.array([float(x) for x in (text or "0 0 0").split()])


def write_rows(urdf: str, path: str, count: int, hand: str) -> None:
    """A table of configurations: ``q``, and ``hand``, where the hand is."""
    import clearance as cl

    robot = cl.Robot.from_urdf(urdf)
    limits = {joint.name: joint.limits or (-np.pi, np.pi) for joint in robot.joints}
    low, high = (np.array([limits[name][i] for name in robot.variables]) for i in (0, 1))
    chain, rng = Chain(urdf, hand), np.random.default_rng(1)
    fields = [("q", pa.list_(pa.float64(), len(low))), ("hand", pa.list_(pa.float32(), 3))]
    with pq.ParquetWriter(path, pa.schema(fields), use_dictionary=False) as writer:
        for first in range(0, count, ROWS_AT_ONCE):
            q = rng.uniform(low, high, (min(ROWS_AT_ONCE, count - first), len(low)))
            at = chain.tip(dict(zip(robot.variables, q.T)), len(q)).astype(np.float32)
            columns = [pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1]) for rows in (q, at)]
            writer.write_table(pa.table(dict(zip(("q", "hand"), columns)), schema=pa.schema(fields)))


def draw(folder: str, picture: str) -> None:
    """The plane of the shelf."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.patches as patches
    import matplotlib.pyplot as plt

    (left_end, right_end), (bottom, top) = SHOWN
    cells = round((top - bottom) / CELL), round((right_end - left_end) / CELL)
    best = np.full(cells, -np.inf)
    names: dict[str, int] = {}
    votes: dict[int, Any] = {}
    rows = shown = 0
    for path in sorted(glob.glob(f"{folder}/part-*.parquet")):
        part = pq.read_table(path, columns=["hand", "lower", "pair", "status"]).combine_chunks()
        at = part["hand"].combine_chunks().flatten().to_numpy().reshape(-1, 3)
        near = abs(at[:, 1]) < HALF_THICKNESS
        rows, shown = rows + len(at), shown + int(near.sum())
        x, z = (np.floor((at[near][:, i] - start) / CELL).astype(int) for i, start in ((0, left_end), (2, bottom)))
        kept = (x >= 0) & (x < cells[1]) & (z >= 0) & (z < cells[0])
        lower = part["lower"].to_numpy()[near][kept]
        np.maximum.at(best, (z[kept], x[kept]), lower)
        # One name for all links that are near the same body, and one for the arm's own pairs.
        pairs = part["pair"].combine_chunks().flatten().to_pylist()[1::2]
        kinds = np.array([names.setdefault(b if b in ("shelf", "floor") else "itself", len(names)) for b in pairs])[near][kept]
        for kind in range(len(names)):
            free = (kinds == kind) & (lower > 0)
            np.add.at(votes.setdefault(kind, np.zeros(cells, dtype=int)), (z[kept][free], x[kept][free]), 1)
    extent = (left_end, right_end, bottom, top)
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.4), sharey=True, constrained_layout=True)
    room = np.ma.masked_where(best <= 0, best)
    left.imshow(np.where(np.isfinite(best), 0.0, np.nan), origin="lower", extent=extent, cmap="gray", alpha=0.25)
    shades = left.imshow(100 * room, origin="lower", extent=extent, cmap="viridis")
    figure.colorbar(shades, ax=left, label="greatest clearance, proven, cm; gray: in contact")
    left.set(title=f"room of the arm, {rows:.1e} configurations, {shown} shown", xlabel="x, m", ylabel="z, m")
    stack = np.stack([votes[kind] for kind in range(len(names))])
    nearest = np.ma.masked_where(stack.sum(0) == 0, stack.argmax(0))
    colors = matplotlib.colormaps["Set2"].resampled(len(names))
    right.imshow(nearest, origin="lower", extent=extent, cmap=colors, vmin=-0.5, vmax=len(names) - 0.5, interpolation="nearest")
    for name, kind in names.items():
        right.plot([], [], "s", color=colors(kind), label=name)
    right.legend(title="what is nearest", loc="upper left")
    right.set(title="what the arm is nearest to", xlabel="x, m")
    for axes in (left, right):
        for z in (0.3, 0.7):
            axes.add_patch(patches.Rectangle((0.45, z - 0.01), 0.3, 0.02, color="black"))
        axes.axhline(-0.005, color="black", linewidth=1)
    figure.savefig(picture, dpi=80)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    rows = commands.add_parser("rows", help="write random configurations")
    rows.add_argument("path")
    rows.add_argument("--urdf", default="../../testdata/robots/panda/panda.urdf")
    rows.add_argument("--count", type=lambda text: int(float(text)), default=1_000_000)
    rows.add_argument("--hand", default="panda_hand", help="the link whose place is written")
    picture = commands.add_parser("draw", help="draw a table of answers")
    picture.add_argument("folder")
    picture.add_argument("picture")
    given = parser.parse_args()
    if given.command == "rows":
        write_rows(given.urdf, given.path, given.count, given.hand)
    else:
        draw(given.folder, given.picture)
