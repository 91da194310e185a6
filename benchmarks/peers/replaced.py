"""A database that is replaced while others read it: `python -m benchmarks.peers.replaced FOLDER READERS TIMES`.

The one run of each replacement finds one relevant document more in each query, so that a reader knows what it must see.
"""

import json
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import duckdb

QUERIES, DEPTH = 50, 100
MEASURE = f"P@{DEPTH}"
PAUSE = 0.1  # seconds, until a reader asks again whether the file was replaced
FILE, ENDED = "evaluated.duckdb", "ended"


def inputs(number: int) -> tuple[duckdb.DuckDBPyRelation, duckdb.DuckDBPyRelation]:
    """A run of this number, and judgments by which as many of its documents are relevant to each query."""
    rows = f"range({QUERIES}) as queries(q), range({DEPTH}) as documents(d)"
    documents = f"select '{number}' as run, q::varchar as query_id, d::varchar as doc_id, -d as score from {rows}"
    judgments = f"select q::varchar as query_id, d::varchar as doc_id, (d < {number})::int as relevance from {rows}"
    return duckdb.sql(documents), duckdb.sql(judgments)


def replace(path: Path, number: int) -> None:
    """Writes the database anew."""
    import evalsql  # which readers do without

    runs, qrels = inputs(number)
    evalsql.build_database(path, runs, qrels, [MEASURE], curves=[], force=True)


def look(folder: Path) -> int:
    """The number of the database that is there: of its scores, and, when another has replaced it, of all else in it."""
    file = folder / FILE
    found = version(file)
    with duckdb.connect(str(file), read_only=True) as connection:
        number = check(connection, "scores")
        while version(file) == found and not (folder / ENDED).exists():
            time.sleep(PAUSE)
        means = connection.sql("select run::int, round(value, 9) from leaderboard").fetchall()
        if check(connection, f"p(k := {DEPTH})") != number or means != [(number, number / DEPTH)]:
            raise RuntimeError(f"scores are of {number}, leaderboard is {means}")
    return number


def version(file: Path) -> tuple[int, int]:
    """What changes where a file is replaced."""
    known = file.stat()
    return known.st_ino, known.st_mtime_ns


def check(connection: duckdb.DuckDBPyConnection, scores: str) -> int:
    """The number of some scores, all of which must be of it."""
    select = f"select run::int, count(*), min(value), max(value) from {scores} group by run"
    (number, *found), *more = connection.sql(select).fetchall()
    if more or found != [QUERIES, number / DEPTH, number / DEPTH]:
        raise RuntimeError(f"{scores} has {found} of {number} and {more}")
    return number


def read(folder: Path) -> None:
    """Looks again and again, once more after the last replacement, and prints the numbers seen."""
    seen, last = [], False
    while not last:
        last = (folder / ENDED).exists()
        seen.append(look(folder))
    json.dump(seen, sys.stdout)


def main(folder: Path, readers: int, times: int) -> None:
    """Replace the database while others read it, and print how often they looked and what they saw."""
    replace(folder / FILE, 1)
    (folder / ENDED).unlink(missing_ok=True)
    command = [sys.executable, "-m", "benchmarks.peers.replaced", str(folder)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(readers)]
    for number in range(2, times + 2):
        replace(folder / FILE, number)
    (folder / ENDED).touch()
    printed = [process.communicate()[0] for process in processes]
    failed = sum(process.returncode != 0 for process in processes)
    seen = [json.loads(text) for text, process in zip(printed, processes, strict=True) if process.returncode == 0]
    back = sum(one > other for each in seen for one, other in pairwise(each))
    ends = {each[-1] for each in seen}
    found = {"looks": sum(map(len, seen)), "failed": failed, "back": back, "ends": sorted(ends)}
    json.dump(found | {"different": len({number for each in seen for number in each})}, sys.stdout)


if __name__ == "__main__":
    place, *counts = sys.argv[1:]
    main(Path(place), *map(int, counts)) if counts else read(Path(place))
