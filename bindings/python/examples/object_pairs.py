"""A table of pairs of objects, as data sets for learning are made of: which shapes, in which pose, how far apart.

    python examples/object_pairs.py pairs --count 1e6
    python -m clearance.table run pairs/rows.parquet -o distances --shapes pairs/shapes.jsonl --carry a,b
    python examples/object_pairs.py show distances

Fifty objects about as large as a hand: boxes, cylinders, capsules, cones, ellipsoids and hulls of 20 points. Each row puts one
beside another, so that about half of them overlap. Rows are sorted by the pair, which is quicker to answer than any order.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from clearance import table

ROWS_AT_ONCE = 1 << 18


def objects(rng: np.random.Generator) -> table.Shapes:
    """Fifty objects of 5 to 20 cm."""
    shapes: dict[str, cl.Shape] = {}
    for i in range(50):
        x, y, z = rng.uniform(0.025, 0.1, 3)
        shapes[f"object {i:02d}"] = (
            cl.Box((x, y, z)),
            cl.Cylinder(x, z),
            cl.Capsule(x, z),
            cl.Cone(x, z),
            cl.Ellipsoid((x, y, z)),
            cl.Hull(rng.normal(size=(20, 3)) * (x, y, z)),
        )[i % 6]
    return table.Shapes(shapes)


def write(folder: Path, count: int) -> None:
    """The shape table and the rows."""
    folder.mkdir(exist_ok=True)
    rng = np.random.default_rng(1)
    shapes = objects(rng)
    (folder / "shapes.jsonl").write_text(shapes.text())
    names = pa.array(list(shapes.names))
    kind = pa.dictionary(pa.int32(), pa.string())
    fields = [("id", pa.int64()), ("a", kind), ("b", kind), ("b_in_a", pa.list_(pa.float64(), 7))]
    with pq.ParquetWriter(folder / "rows.parquet", pa.schema(fields), use_dictionary=["a", "b"]) as writer:
        for first in range(0, count, ROWS_AT_ONCE):
            n = min(ROWS_AT_ONCE, count - first)
            pair = np.sort(rng.integers(0, len(shapes) ** 2, n))
            q = rng.normal(size=(n, 4))
            way = rng.normal(size=(n, 3))
            way *= rng.uniform(0.0, 0.3, (n, 1)) / np.linalg.norm(way, axis=1, keepdims=True)
            poses = np.column_stack([way, q / np.linalg.norm(q, axis=1, keepdims=True)])
            sides = [pa.DictionaryArray.from_arrays(pa.array(i.astype(np.int32)), names) for i in divmod(pair, len(shapes))]
            placed = pa.FixedSizeListArray.from_arrays(pa.array(poses.reshape(-1)), 7)
            columns = [pa.array(np.arange(first, first + n)), *sides, placed]
            writer.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields)))


def show(folder: Path) -> None:
    """How many rows overlap, and the closest pairs that are apart."""
    found = ds.dataset(sorted(map(str, folder.glob("part-*.parquet")))).to_table()
    for row in pc.value_counts(found["status"]).to_pylist():
        print(f"status {row['values']}: {row['counts']} rows")
    apart = found.filter(pc.greater(found["lower"], 0.0))
    for row in apart.take(pc.select_k_unstable(apart, 3, [("lower", "ascending")])).to_pylist():
        print(f"{row['a']}, {row['b']}: {row['lower']:.3e} to {row['upper']:.3e} m apart, row {row['id']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    pairs = commands.add_parser("pairs", help="write shapes and rows")
    pairs.add_argument("folder", type=Path, nargs="?", default=Path("pairs"))
    pairs.add_argument("--count", type=lambda text: int(float(text)), default=1_000_000)
    shown = commands.add_parser("show", help="summarise the answers")
    shown.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.command == "pairs":
        write(given.folder, given.count)
    else:
        show(given.folder)
