"""What grows faster than its input: each row of the table is a command, run on some data, twice and four times as much.

A row is at one place, with what its data is and how much of it there is first. The seconds of a command on next to no
data, which are those of the start, are taken off before two sizes are compared.
"""

import gzip
import subprocess
import sys
from collections.abc import Callable
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import duckdb

from benchmarks.measure import Figures, measure

SEED = 20261122
TIMES = (1, 2, 4)
LEAST = 2  # as good as nothing
TINY = 3
PAIRS = "pairs are asked for: 2 is what they grow by"


class Row(NamedTuple):
    """What is run at several sizes.

    Attributes:
        title: what is done.
        of: what there is more of.
        size: how much at first.
        command: what makes data of a size in a folder, and gives the command.
        note: what is to be said where it may grow faster than its input.
    """

    title: str
    of: str
    size: int
    command: Callable[[Path, int], list[str]]
    note: str = ""


class Grown(NamedTuple):
    """A row, and what its command took on next to no data and at each size."""

    row: Row
    start: Figures
    taken: tuple[Figures, ...]


def evalsql(*arguments: str | Path) -> list[str]:
    """The command line of evalsql in this checkout."""
    return [sys.executable, "-m", "evalsql", *map(str, arguments)]


def drawn(*names: str) -> str:
    """In SQL, a number from 0 to 1 that looks drawn by chance, for columns of numbers; the same on every machine."""
    return f"(md5_number_lower(concat_ws(':', {SEED}, {', '.join(names)})) >> 11::ubigint) / pow(2, 53)"


def write(select: str, file: Path, options: str = "") -> Path:
    """Writes what a query gives."""
    with duckdb.connect() as connection:
        connection.execute(f"copy ({select}) to '{file}' {options}")
    return file


def ranked(
    folder: Path, runs: int, queries: int, documents: int, judged: int | None = None, grades: str = "2"
) -> tuple[Path, Path]:
    """Runs in one file in order, and judgments of the first documents of each query, all of them where None."""
    rows = f"range({runs}) as runs(a), range({queries}) as queries(q), range({documents}) as documents(d)"
    select = f"""
        select printf('run%05d', a) as run, printf('q%07d', q) as query_id, printf('d%07d', d) as doc_id,
            round(100 * {drawn("a", "q", "d")}, 6) as score
        from {rows} order by a, q, score desc, doc_id desc
        """
    known = documents if judged is None else judged
    judgments = f"""
        select printf('q%07d', q) as query_id, printf('d%07d', d) as doc_id,
            floor({grades} * {drawn("q", "d")})::bigint as relevance
        from range({queries}) as queries(q), range({known}) as documents(d)
        """
    return write(select, folder / "runs.parquet"), write(judgments, folder / "qrels.parquet")


def scored(folder: Path, runs: int, queries: int, measures: int = 1) -> Path:
    """Scores of runs, query by query, some of them tied."""
    select = f"""
        select printf('run%05d', a) as run, printf('q%07d', q) as query_id, printf('m%02d', m) as metric,
            round({drawn("m", "q")} / 2 + {drawn("m", "a", "q")} / 2, 4) as value
        from range({runs}) as runs(a), range({queries}) as queries(q), range({measures}) as measures(m)
        """
    return write(select, folder / "scores.parquet")


def one_ranking(folder: Path, documents: int, measure: str, grades: str) -> list[str]:
    """One query."""
    runs, qrels = ranked(folder, 1, 1, documents, grades=grades)
    return evalsql("evaluate", runs, "-q", qrels, "-m", measure, "--format", "csv")


def many_runs(folder: Path, size: int, *command: str, queries: int = 50, documents: int = 100) -> list[str]:
    """A command over many runs in a file."""
    runs, qrels = ranked(folder, size, queries, documents, judged=30)
    return evalsql(command[0], runs, "-q", qrels, *command[1:])


def many_queries(folder: Path, size: int) -> list[str]:
    """Many queries of few documents."""
    runs, qrels = ranked(folder, 1, size, 5, judged=3)
    return evalsql("evaluate", runs, "-q", qrels, "-m", "nDCG@10", "-m", "AP", "--format", "csv")


def many_measures(folder: Path, size: int) -> list[str]:
    """One run, and a measure with many cutoffs."""
    runs, qrels = ranked(folder, 1, 50, 100, judged=30)
    asked = [text for cutoff in range(1, size + 1) for text in ("-m", f"P@{cutoff}")]
    return evalsql("evaluate", runs, "-q", qrels, *asked, "--format", "csv")


def many_files(folder: Path, size: int, suffix: str) -> list[str]:
    """One file per run: .parquet, .run (TREC text) or .run.gz."""
    _, qrels = ranked(folder, 1, 3, 10, judged=5)
    each = [(f"run{a:05d}", q, d, 10 - d + a / 1e6) for a in range(size) for q in range(3) for d in range(10)]
    for start in range(0, len(each), 30):
        rows = each[start : start + 30]
        file = folder / f"file{start // 30:05d}{suffix}"
        if suffix == ".parquet":
            lines = ", ".join(f"('{run}', 'q{q:07d}', 'd{d:07d}', {score}::double)" for run, q, d, score in rows)
            write(f"from (values {lines}) as rows(run, query_id, doc_id, score)", file)
        else:
            text = "".join(f"q{q:07d} Q0 d{d:07d} {d + 1} {score:.6f} {run}\n" for run, q, d, score in rows)
            file.write_bytes(gzip.compress(text.encode()) if suffix.endswith(".gz") else text.encode())
    return evalsql("evaluate", folder / f"file*{suffix}", "-q", qrels, "-m", "AP", "--format", "csv")


def of_scores(folder: Path, runs: int, queries: int, *command: str, measures: int = 1) -> list[str]:
    """A command over a table of scores."""
    return evalsql(command[0], scored(folder, runs, queries, measures), *command[1:], "--format", "csv")


def two_runs(*command: str) -> Callable[[Path, int], list[str]]:
    """A command over the scores of two runs for many queries."""
    return lambda folder, size: of_scores(folder, 2, size, *command)


def macro(folder: Path, size: int) -> list[str]:
    """Alpha-nDCG in DuckDB alone, to the last document."""
    runs, _ = ranked(folder, 1, 1, size)
    judgments = f"""
        select 'q0000000' as query_id, printf('d%07d', d) as doc_id, s::varchar as subtopic,
            ({drawn("d", "s")} < 0.2)::bigint as relevance
        from range({size}) as documents(d), range(5) as subtopics(s)
        """
    qrels = write(judgments, folder / "subtopics.parquet")
    return [sys.executable, "-m", "benchmarks.peers.macro", "alpha_ndcg", str(qrels), str(runs)]


def built(folder: Path, runs: int, queries: int) -> list[str]:
    """A database."""
    given, qrels = ranked(folder, runs, queries, 20, judged=10)
    return evalsql("build", folder / "built.duckdb", given, "-q", qrels, "-m", "AP")


def noted(folder: Path, nights: int, queries: int) -> list[str]:
    """The history of a run, whose values differ from night to night."""
    runs, qrels = ranked(folder, 1, queries, 5, judged=3)
    file = folder / "history.duckdb"
    subprocess.run(
        evalsql("evaluate", runs, "-q", qrels, "-m", "AP", "-o", file, "--append"),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with duckdb.connect(str(file)) as connection:
        for name, among in (
            ("evaluations", "evaluation + night as evaluation"),
            ("scores", f"round(value / 2 + {drawn('query_id', 'night')} / 2, 4) as value"),
        ):
            connection.execute(
                f"insert into {name} select {name}.* replace ({among}, evaluated_at + to_days(night) as evaluated_at)"
                f" from {name}, (select unnest(range(1, {nights}))::integer as night)"
            )
    return evalsql("log", file, "--regressions")


ROWS = (
    Row("NDPM", "judged documents", 50_000, lambda at, n: one_ranking(at, n, "NDPM", grades="1000")),
    Row("`compare --test wilcoxon`", "queries", 100_000, two_runs("compare", "--test", "wilcoxon")),
    Row("the same, bootstrap", "queries", 2000, two_runs("compare", "--test", "bootstrap", "--resamples", "2000")),
    Row("randomisation", "queries", 10_000, two_runs("compare", "--test", "randomisation", "--resamples", "2000")),
    Row(
        "`--interval bca`",
        "queries",
        2000,
        two_runs("compare", "--interval", "bca", "--resamples", "2000"),
    ),
    Row("`curve`", "runs", 80, lambda at, n: many_runs(at, n, "curve", "-m", "nDCG", queries=10)),
    Row("`curve`", "runs", 50, lambda at, n: many_runs(at, n, "curve", "-m", "nDCG")),
    Row("compressed TREC files", "files", 500, lambda at, n: many_files(at, n, ".run.gz")),
    Row("TREC files", "files", 1000, lambda at, n: many_files(at, n, ".run")),
    Row("Parquet files", "files", 500, lambda at, n: many_files(at, n, ".parquet")),
    Row(
        "`evaluate --format trec`",
        "runs",
        250,
        lambda at, n: many_runs(at, n, "evaluate", "--format", "trec", documents=20),
    ),
    Row("`correlate`", "runs", 5000, lambda at, n: of_scores(at, n, 2, "correlate", measures=2)),
    Row("alpha-nDCG as a macro", "documents", 1000, macro),
    Row("`build`", "queries", 5000, lambda at, n: built(at, 2, n)),
    Row("`build`", "runs", 50, lambda at, n: built(at, n, 50), PAIRS),
    Row("`compare`, all pairs", "runs", 125, lambda at, n: of_scores(at, n, 50, "compare"), PAIRS),
    Row(
        "`discriminate`",
        "runs",
        40,
        lambda at, n: of_scores(at, n, 50, "discriminate", "--resamples", "1000", measures=2),
        PAIRS,
    ),
    Row("`log --regressions`", "evaluations", 50, lambda at, n: noted(at, n, 1000)),
    Row("`log --regressions`", "queries", 2000, lambda at, n: noted(at, 30, n)),
    Row("`evaluate`", "queries", 50_000, many_queries),
    Row("`evaluate`, one query", "documents", 250_000, lambda at, n: one_ranking(at, n, "AP", grades="2")),
    Row("`evaluate`", "measures", 80, many_measures),
)


def grow(row: Row, folder: Path, tiny: bool, tell: Callable[[str], None]) -> Grown:
    """What a row takes at each size."""
    sizes = [LEAST, LEAST, *(times * (TINY if tiny else row.size) for times in TIMES)]
    taken = []
    for place, size in enumerate(sizes):
        tell(f"growth: {row.title}, {size:,} {row.of}")
        own = folder / str(place)
        own.mkdir(parents=True)
        taken.append(measure(row.command(own, size)))
    return Grown(row, min(taken[:2], key=lambda each: each.cpu), tuple(taken[2:]))


def grow_all(folder: Path, tiny: bool, tell: Callable[[str], None]) -> str:
    """The table of all rows, whose data is made in a folder and removed."""
    results = []
    for row in ROWS:
        with TemporaryDirectory(dir=folder) as own:
            results.append(grow(row, Path(own), tiny, tell))
    return table(results)


def exponent(grown: Grown) -> float | None:
    """By which power of the size the seconds grow, from the first to the last; none where the start hides them."""
    least, most = (max(each.cpu - grown.start.cpu, 0.0) for each in (grown.taken[0], grown.taken[-1]))
    return log2(most / least) / log2(TIMES[-1]) if least >= grown.start.cpu / 4 else None


def table(results: list[Grown]) -> str:
    """The table, as Markdown."""
    lines = ["| what | of what | n | CPU s at n, 2n, 4n | peak MiB | exponent | |", "|---|---|---|---|---|---|---|"]
    for grown in results:
        seconds = ", ".join(f"{each.cpu:.2f}" for each in grown.taken)
        peaks = ", ".join(f"{each.peak:.0f}" for each in grown.taken)
        power = exponent(grown)
        cells = [grown.row.title, grown.row.of, f"{grown.row.size:,}", seconds, peaks]
        cells += ["-" if power is None else f"{power:.2f}", grown.row.note]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
