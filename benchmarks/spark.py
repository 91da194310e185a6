"""`python -m benchmarks.spark`: the same runs on one machine and on executors of Spark, which must agree to the bit.

It needs Java 17 and Linux. Each job is a process tree of its own. What was measured is added to benchmarks/spark.json,
of which the table in benchmarks/README.md is made.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import duckdb
import typer

from benchmarks import table
from benchmarks.comparisons import SEVEN
from benchmarks.measure import ROOT
from benchmarks.tree import measure
from benchmarks.workloads import W4, Workload, make

PAGE = ROOT / "benchmarks" / "README.md"
TAKEN = ROOT / "benchmarks" / "spark.json"
PLACE = re.compile(r"(<!-- spark: [^\n]* -->\n).*?(<!-- end of spark -->)", re.DOTALL)
MASTER = "local-cluster[2,1,1024]"  # two executors, processes of their own, with a core and a GiB each
ROW = "select run, query_id, metric, value::varchar as value from read_parquet('{}')"  # text has every bit


class Case(NamedTuple):
    """One process.

    Attributes:
        queries: of W4, whose ten runs have 1000 documents for each.
        options: of evalsql.spark.evaluate, for each of the jobs of a session; none on one machine.
        title: what the table calls it.
    """

    queries: int
    options: tuple[dict[str, Any], ...] = ()
    title: str = "one machine"

    @property
    def rows(self) -> int:
        """Of all runs."""
        return self.queries * W4.runs * W4.depth


def both(queries: int) -> list[Case]:
    """One machine, and Spark as it comes."""
    return [Case(queries), Case(queries, ({},), "Spark")]


def limited(memory: str) -> Case:
    """Ten million rows in two partitions, with little memory for each task."""
    options = {"partitions": 2, "settings": {"memory_limit": memory}}
    return Case(1000, (options,), f"Spark, 2 partitions, {memory}")


CUTS = tuple({"partitions": n, "salt": salt} for n in (1, 4, 7) for salt in (1, 3))
SETS: dict[str, list[Case]] = {
    "start": both(2),
    "1M": both(100),
    "10M": both(1000),
    "100M": both(10_000),
    "cuts": [Case(1000, CUTS, "Spark, six jobs: 1, 4, 7 partitions, salt 1, 3")],
    "memory": [limited(memory) for memory in ("128MB", "256MB", "1GB")],
}


def workload(queries: int) -> Workload:
    """The first queries of W4."""
    return W4._replace(name=f"w4_{queries}_runs", queries=W4.queries[:queries])


def run(case: Case, data: Path) -> dict[str, Any]:
    """What a case took; its scores must be those of one machine, which are made first."""
    folder = make(workload(case.queries), data)
    runs, qrels = folder / "runs", folder / "qrels.parquet"
    expected, out, printed = folder / "expected.parquet", folder / "spark", folder / "printed"
    about = {"title": case.title, "rows": case.rows}
    if not case.options:
        asked = [text for measure in SEVEN for text in ("-m", measure)]
        files = [*map(str, sorted(runs.glob("*.parquet"))), "-q", str(qrels), "-o", str(expected)]
        command = [sys.executable, "-m", "evalsql", "evaluate", *files, *asked, "--format", "csv"]
        return about | measure(command, printed)._asdict()
    shutil.rmtree(out, ignore_errors=True)
    places = {"runs": str(runs), "qrels": str(qrels), "out": str(out)}
    job = places | {"master": MASTER, "measures": SEVEN, "options": case.options}
    took = measure([sys.executable, "-m", "benchmarks.peers.spark", json.dumps(job)], printed)
    for place in range(len(case.options)):
        agree(expected, out / str(place))
    shutil.rmtree(out)
    return about | took._asdict() | json.loads(printed.read_text(encoding="utf-8"))


def agree(expected: Path, out: Path) -> None:
    """Stops where a score on Spark is not that of one machine, bit by bit."""
    ours, theirs = ROW.format(expected), ROW.format(out / "*.parquet")
    apart = f"from (({ours}) except all ({theirs})) select count(*)"
    for sql in (apart, apart.replace(ours, "?").replace(theirs, ours).replace("?", theirs)):
        ((differ,),) = duckdb.sql(sql).fetchall()
        if differ:
            raise RuntimeError(f"{differ:,} scores on Spark differ from those of one machine")
    ((rows,),) = duckdb.sql(f"select count(*) from ({theirs})").fetchall()
    if not rows:
        raise RuntimeError("there are no scores")


def section(taken: list[dict[str, Any]]) -> str:
    """The table, as Markdown."""
    lines = [
        table.where(),
        "",
        "| rows | where | wall s | CPU s | peak MiB | of a task | jobs, s | shuffled bytes a row |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in sorted(taken, key=lambda each: each["rows"]):
        jobs = each.get("jobs", [])
        cells = [
            f"{each['rows']:,}",
            each["title"],
            f"{each['wall']:.0f}",
            f"{each['cpu']:.1f}",
            f"{each['peak']:,.0f}",
        ]
        cells += [f"{each['largest']:,.0f}" if jobs else "", ", ".join(f"{job['wall']:.0f}" for job in jobs)]
        cells += [", ".join(f"{job['shuffled'] / each['rows']:.1f}" for job in jobs)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(
    only: Annotated[list[str] | None, typer.Option(help=f"A part: {', '.join(SETS)}; may be given again.")] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the data is kept.")] = ROOT / "benchmarks" / "data",
) -> None:
    """Time evalsql on Spark beside one machine."""
    for name in only or SETS:
        for case in SETS[name]:
            typer.echo(f"benchmarks: {case.rows:,} rows, {case.title}", err=True)
            took = run(case, data.resolve())
            typer.echo(json.dumps(took))
            taken = json.loads(TAKEN.read_text(encoding="utf-8")) if TAKEN.exists() else []
            same = [each for each in taken if (each["title"], each["rows"]) != (took["title"], took["rows"])]
            TAKEN.write_text(json.dumps([*same, took], indent=1) + "\n", encoding="utf-8")
    taken = json.loads(TAKEN.read_text(encoding="utf-8"))
    table.fill(PAGE, section(taken), PLACE)


if __name__ == "__main__":
    typer.run(main)
