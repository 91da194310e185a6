"""Many evaluations in one process: `python -m benchmarks.peers.again TIMES THREADS RUNS QRELS`.

Threads take turns with a function of its own, an Evaluation that all share, and a connection of each. What the process
holds is looked at when half of the evaluations are done, and at the end.
"""

import ctypes
import gc
import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

import evalsql

MEASURES = ["AP", "nDCG@10"]
KINDS = 3


def evaluate(number: int, runs: str, qrels: str, shared: evalsql.Evaluation) -> list[tuple]:
    """The scores, by one of three ways."""
    if number % KINDS == 0:
        scores = evalsql.evaluate(runs, qrels, MEASURES)
    elif number % KINDS == 1:
        scores = shared.score(MEASURES)
    else:
        with duckdb.connect() as own:
            return sorted(evalsql.evaluate(runs, qrels, MEASURES, connection=own).fetchall())
    return sorted(scores.fetchall())


def held(folder: str) -> dict[str, float]:
    """What the process holds: memory in MiB, open files, threads, and what it left in the folder of temporary files."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what glibc keeps of freed memory is not held: of 32 threads it varies by 30 MiB
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "memory": pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
        "files": len(os.listdir("/proc/self/fd")),
        "threads": len(os.listdir("/proc/self/task")),
        "left": len(os.listdir(folder)),
    }


def main(times: int, threads: int, runs: str, qrels: str) -> None:
    """Evaluate, and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        shared = evalsql.Evaluation(runs, qrels)
        found, looks = set(), []
        for part in (range(times // 2), range(times // 2, times)):
            with ThreadPoolExecutor(threads) as pool:
                given = pool.map(lambda number: tuple(evaluate(number, runs, qrels, shared)), part)
                found |= set(given)
            looks.append(held(folder))
        tempfile.tempdir = None
    json.dump({"answers": len(found), "scores": sorted(map(list, min(found))), "held": looks}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
