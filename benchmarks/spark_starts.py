"""`python -m benchmarks.spark_starts`: one small job of Spark again and again, each time in executors just started.

A prototype of evalsql on Spark once ended with status 1 for a reason that nobody saw. This looks for it: what fails, or
gives other scores than one machine, is kept with all that it said. It needs Java 17 and Linux.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.comparisons import SEVEN
from benchmarks.measure import ROOT
from benchmarks.spark import MASTER, agree, workload
from benchmarks.tree import measure
from benchmarks.workloads import make

TAKEN = ROOT / "benchmarks" / "spark_starts.json"
OPTIONS = {"partitions": 4, "salt": 3}  # several tasks an executor, and queries that are shared


def run(folder: Path, number: int) -> dict[str, Any]:
    """What a start took, or how it failed; its scores must be those of one machine."""
    out, printed = folder / f"spark_{number}", folder / f"printed_{number}"
    places = {"runs": str(folder / "runs"), "qrels": str(folder / "qrels.parquet"), "out": str(out)}
    job = places | {"master": MASTER, "measures": SEVEN, "options": [OPTIONS]}
    shutil.rmtree(out, ignore_errors=True)  # of a start that was interrupted
    try:
        took = measure([sys.executable, "-m", "benchmarks.peers.spark", json.dumps(job)], printed)
        agree(folder / "expected.parquet", out / "0")
    except RuntimeError as error:
        return {"failed": str(error)}
    for each in (printed, printed.with_suffix(".err")):
        each.unlink()
    return took._asdict()


def main(
    starts: Annotated[int, typer.Option(help="How many, with those that were noted before.")] = 50,
    queries: Annotated[int, typer.Option(help="Of W4, of 10,000 rows each.")] = 20,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the data is kept.")] = ROOT / "benchmarks" / "data",
) -> None:
    """Start evalsql on Spark again and again."""
    folder = make(workload(queries), data.resolve())
    asked = [text for each in SEVEN for text in ("-m", each)]
    files = [*map(str, sorted((folder / "runs").glob("*.parquet"))), "-q", str(folder / "qrels.parquet")]
    to = ["-o", str(folder / "expected.parquet"), "--format", "csv"]
    measure([sys.executable, "-m", "evalsql", "evaluate", *files, *to, *asked], folder / "printed")
    noted = json.loads(TAKEN.read_text(encoding="utf-8")) if TAKEN.exists() else {}
    taken = noted["starts"] if noted.get("rows") == queries * 10_000 else []
    for number in range(len(taken), starts):
        taken.append(run(folder, number))
        typer.echo(json.dumps(taken[-1]))
        TAKEN.write_text(json.dumps({"rows": queries * 10_000, "starts": taken}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
