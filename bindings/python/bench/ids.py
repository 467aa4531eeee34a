"""What it costs to check that each id comes once: seconds and memory of ``check --unique-ids`` beside ``check``.

    python bench/ids.py [--rows 1e7]      ids that count up, and the same ids in random order
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from clearance import table

SCRIPT = """
import sys, time
from clearance import table
from tables import peak
start = time.process_time()
table.check(sys.argv[1], unique_ids=sys.argv[2] == "unique")
print(f"{sys.argv[3]}: {time.process_time() - start:.1f} s of CPU time, {peak()} MB at most")
"""


def write(path: Path, ids: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    """Balls that are apart, by a million rows."""
    pose = pa.FixedSizeListArray.from_arrays(pa.array(np.tile([3.0, 0, 0, 1, 0, 0, 0], 1_000_000)), 7)
    place = pa.array(np.zeros(1_000_000, dtype=np.int32))
    schema = pa.schema({"id": pa.int64(), "a": pa.int32(), "b": pa.int32(), "b_in_a": pose.type})
    with pq.ParquetWriter(path, schema, use_dictionary=["b_in_a"]) as writer:
        for first in range(0, len(ids), 1_000_000):
            part = pa.array(ids[first : first + 1_000_000])
            columns = [part, *(column.slice(0, len(part)) for column in (place, place, pose))]
            writer.write_table(pa.table(columns, schema=schema), row_group_size=table.ROWS_PER_SLICE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=lambda text: int(float(text)), default=10_000_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        up = np.arange(given.rows)
        for order, ids in (("counting up", up), ("in random order", np.random.default_rng(1).permutation(up))):
            write(folder / "rows.parquet", ids)
            table.run(folder / "rows.parquet", folder / order, {"ball": cl.Sphere(1)})
            for how in ("plain", "unique"):
                label = f"{given.rows} ids {order}, {how}"
                here = Path(__file__).parent
                subprocess.run([sys.executable, "-c", SCRIPT, str(folder / order), how, label], check=True, cwd=here)
