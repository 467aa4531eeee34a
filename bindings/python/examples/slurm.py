"""A table on a Slurm cluster, by dask-jobqueue. An example that was not tested: adapt queue, memory and paths to yours.

    pip install 'clearance[dask]' dask-jobqueue
    python slurm.py /shared/rows /shared/out /shared/shapes.jsonl

If the job of this script ends, start it again: it continues with the missing slices.
"""

from __future__ import annotations

import sys

from clearance import table
from dask.distributed import Client
from dask_jobqueue import SLURMCluster

if __name__ == "__main__":
    source, out, shapes = sys.argv[1:]
    # A worker of one thread needs less than 350 MB, whatever the size of the table.
    with SLURMCluster(cores=16, processes=16, memory="8GB", walltime="00:30:00") as cluster, Client(cluster) as client:
        cluster.adapt(minimum_jobs=1, maximum_jobs=8)
        print(table.run(source, out, shapes, client=client))
