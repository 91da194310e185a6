"""What is timed, and what is compared with what."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.workloads import W1, W2, W3, W4, Workload, growing

SEVEN = ("nDCG@10", "AP", "P@10", "RR", "RBP(p=0.8)", "R@100", "Bpref")
THIRTY = (
    *SEVEN,
    *(f"nDCG@{k}" for k in (5, 20, 100, 1000)),
    *(f"P@{k}" for k in (5, 20, 100, 1000)),
    *(f"R@{k}" for k in (10, 20, 1000)),
    *("AP(rel=2)", "AP@100", "RBP(p=0.5)", "RBP(p=0.95)", "RR@10", "Rprec", "Success@1", "Success@10"),
    *("Q", "DCG@10", "CG@10", "sDCG@10"),
)
What = Literal["wall", "cpu", "peak"]


class Tool(NamedTuple):
    """A command that is timed."""

    label: str
    command: tuple[str, ...]
    inside: bool = False  # it times a part of itself
    prints: Literal["json", "csv", "trec_eval"] = "json"  # its means


class Ratio(NamedTuple):
    """What is said of two tools of a group."""

    ours: str
    theirs: str
    of: tuple[What, ...] = ("wall", "cpu", "peak")
    times: int = 1  # their seconds, so many times


class Group(NamedTuple):
    """Tools that take turns on the same workload."""

    title: str
    workload: Workload | None
    tools: Callable[[Path], list[Tool]]
    ratios: tuple[Ratio, ...] = ()


def evalsql(label: str, qrels: Path, *runs: Path, measures: tuple[str, ...] = SEVEN) -> Tool:
    """The command line of evalsql in this checkout."""
    asked = [text for measure in measures for text in ("-m", measure)]
    files = ("-q", str(qrels), *map(str, runs))
    # its table would show residuals too, which are measures that nobody else computes
    return Tool(label, (sys.executable, "-m", "evalsql", "evaluate", *files, *asked, "--format", "csv"), prints="csv")


def peer(label: str, name: str, *arguments: Path | str, inside: bool = False) -> Tool:
    """One of benchmarks/peers; a pattern stands for all files that match."""
    given: list[str] = []
    for each in map(Path, arguments):
        given += sorted(map(str, each.parent.glob(each.name))) if "*" in each.name else [str(each)]
    return Tool(label, (sys.executable, "-m", f"benchmarks.peers.{name}", *given), inside)


def help_page(folder: Path) -> list[Tool]:
    """The start of the program alone."""
    return [Tool("evalsql --help", (sys.executable, "-m", "evalsql", "--help"))]


def small(folder: Path) -> list[Tool]:
    """One run of fifty queries."""
    return [
        evalsql("evalsql, Parquet", folder / "qrels.parquet", folder / "runs.parquet"),
        peer("pytrec_eval, text", "pytrec_eval", folder / "qrels.txt", folder / "text" / "*.run"),
    ]


def any_order(folder: Path) -> list[Tool]:
    """Rows in order, in no order, and as text."""
    return [
        *small(folder),
        evalsql("evalsql, Parquet shuffled", folder / "qrels.parquet", folder / "shuffled.parquet"),
        evalsql("evalsql, text", folder / "qrels.txt", folder / "text" / "*.run"),
    ]


def track(folder: Path) -> list[Tool]:
    """The runs of a track, and many measures."""
    files = folder / "qrels.parquet", folder / "runs.parquet"
    return [*any_order(folder), evalsql("evalsql, Parquet, thirty measures", *files, measures=THIRTY)]


def passages(folder: Path) -> list[Tool]:
    """Many queries, and every peer."""
    return [
        *any_order(folder),
        peer("ir_measures, text", "ir_measures", folder / "qrels.txt", folder / "text" / "*.run"),
        peer("ranx, Parquet", "ranx", folder / "qrels.parquet", folder / "runs.parquet"),
    ]


def passages_inside(folder: Path) -> list[Tool]:
    """What DuckDB takes to read the same rows."""
    runs = folder / "runs.parquet"
    return [
        peer("evalsql, in process", "in_process", folder / "qrels.parquet", runs, *SEVEN, inside=True),
        peer("DuckDB reads and hashes the columns", "hashing", runs, inside=True),
    ]


def first_runs(runs: int, folder: Path) -> list[Tool]:
    """The first files of a workload that has one a run."""
    files = sorted((folder / "runs").glob("*.parquet"))[:runs]
    return [evalsql("evalsql, Parquet", folder / "qrels.parquet", *files)]


def large(folder: Path) -> list[Tool]:
    """All files, and the first."""
    labels = {"evalsql, all runs": W4.runs, "evalsql, the first run": 1}
    return [first_runs(runs, folder)[0]._replace(label=label) for label, runs in labels.items()]


def subtopics(folder: Path) -> list[Tool]:
    """Alpha-nDCG."""
    text = (folder / "subtopics.txt", folder / "text" / f"{W1.tag(0)}.run")
    parquet = (folder / "subtopics.parquet", folder / "runs.parquet", "alpha_nDCG@20")
    return [
        peer("evalsql, Parquet", "in_process", *parquet, inside=True),
        peer("pyndeval, text", "pyndeval", *text, inside=True),
    ]


AGAINST_TEXT = tuple(Ratio(f"evalsql, {form}", "pytrec_eval, text") for form in ("Parquet", "Parquet shuffled", "text"))
GROUPS = {
    "help": Group("start-up", None, help_page),
    "W1": Group("W1", W1, small, AGAINST_TEXT[:1]),
    "W2": Group(
        "W2",
        W2,
        track,
        (*AGAINST_TEXT, Ratio("evalsql, Parquet, thirty measures", "evalsql, Parquet")),
    ),
    "W3": Group(
        "W3",
        W3,
        passages,
        (*AGAINST_TEXT, Ratio("evalsql, text", "ir_measures, text"), Ratio("evalsql, Parquet", "ranx, Parquet")),
    ),
    "W3-inside": Group(
        "W3, in process",
        W3,
        passages_inside,
        (Ratio("evalsql, in process", "DuckDB reads and hashes the columns", ("wall", "cpu")),),
    ),
    "W4": Group(
        "W4",
        W4,
        large,
        (Ratio("evalsql, all runs", "evalsql, the first run", times=W4.runs),),
    ),
    "D1": Group(
        "D1, in process",
        W1,
        subtopics,
        (Ratio("evalsql, Parquet", "pyndeval, text", ("wall", "cpu")),),
    ),
}
# ever more rows, those up to ten million as text too; each with how many runs of its workload it reads
GROWTH = [
    *((1, Group(f"{queries * 1000:,} rows", growing(queries), small)) for queries in (1000, 3000, 10_000)),
    *((runs, Group(f"{runs * 10_000_000:,} rows", W4, partial(first_runs, runs))) for runs in (3, 10)),
]
