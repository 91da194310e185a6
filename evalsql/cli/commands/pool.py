"""`evalsql pool`: judgments from another pool, and how scores and system rankings move."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Row, Table, by, grid, in_brief, same
from evalsql.errors import InputError, Problem
from evalsql.words import plural

if TYPE_CHECKING:
    from evalsql.judgments.pool import Pool


@command("Studies", pictures=("pool",), without=("queries", "costs"))
def pool(
    runs: list[str],
    qrels: str,
    measure: list[str] | None = None,
    depth: str | None = None,
    from_: list[str] | None = None,
    output: Annotated[Path | None, o.checked_output(trec=True)] = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Re-score runs as if the pool had been shallower or had fewer runs."""
    from evalsql.judgments.pool import pool

    depths = whole_numbers(depth)
    if depths is None and not from_:
        raise InputError("which pool? --depth 10 takes the first 10 documents of each run, --from RUN those of one run")
    if output is not None and depths is not None and len(depths) > 1:
        raise InputError("-o writes the judgments of one pool; give one --depth")
    whole = pool.answer(runs, qrels, measure or o.DEFAULT_MEASURES, depth=depths, from_runs=from_, **scoring)
    answer = replace(whole, tables={name: rows for name, rows in whole.tables.items() if name != "judgments"})
    if output is not None:
        answer = replace(answer, problems=[*answer.problems, *left_out(whole, output)])

    def write() -> Sequence[Problem]:
        from evalsql.connections import open_own
        from evalsql.files import convert

        with open_own(scoring.get("settings") or {}) as connection:
            connection.register("evalsql_qrels", whole.tables["judgments"])
            return convert.save(connection, "qrels", output) if output is not None else ()

    notes = [] if output is None else [f"wrote {output}"]
    shown = tables(answer.headed())
    deep = len({*answer.tables["summary"]["depth"].to_pylist()}) > 1
    picture, look = ("pool", {}) if deep else ("pool_shift", {"other": "the pool"})
    return Shown(answer=answer, tables=shown, what="means", write=write, picture=picture, look=look, notes=notes)


def left_out(answer: "Pool", output: Path) -> list[Problem]:
    """The warning about queries that the file of judgments lacks; refuses a file without any."""
    if not answer.tables["judgments"]:
        raise InputError(f"{output}: the pool holds no judged document, so there is nothing to write")
    text = f"{output}: {plural(answer.lost, 'judged query')} without a judgment in the pool, not in the file"
    return [Problem("warning", "queries left out", text, answer.lost)] if answer.lost else []


def whole_numbers(text: str | None) -> list[int] | None:
    """Whole numbers with commas between."""
    try:
        return None if text is None else [int(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--depth must be a whole number, or several with commas between, not {text!r}") from None


def tables(answer: Answer, left_out: str | None = None) -> Iterator[Table | str]:
    """One table for each measure, or two if there are pools of several depths, and what the means are over."""
    about = f"Means {answer.about}."
    for number, (metric, totals) in enumerate(by(answer.tables["summary"].to_pylist(), "metric")):
        if number:
            yield ""
        rows = [row for row in answer.tables["runs"].to_pylist() if row["metric"] == metric]
        if len(totals) == 1:
            yield of_runs(metric, rows, totals[0], left_out, about)
        else:
            yield of_depths(metric, totals, about)
            yield ""
            yield of_runs_and_depths(metric, rows, [row["depth"] for row in totals], about)
    yield f"\n{about}"


def of_runs(metric: str, rows: Sequence[Row], total: Row, left_out: str | None, about: str) -> Table:
    """One row per run, by all judgments and by those of the pool, and what can be said of all."""
    ids = same("run team" if left_out == "team" else "run")
    columns = {
        **ids,
        headed("all judgments", rows): scored("score", "residual"),
        headed("left out" if left_out else "pool", rows): scored("pooled", "pooled_residual"),
        **{"difference": "difference:+z.4f", "position": "place", "then": "pooled_place"},
    }
    what = (
        "Left out: without the judgments that only it contributed; then: its position among the others as they were."
        if left_out
        else f"In the pool: {total['judged']} judged documents, {total['relevant']} of them relevant."
    )
    tau, mean, most, places = (in_brief(total[name]) for name in ("tau", "mean_change", "max_change", "max_places"))
    changes = f"tau {tau}; change of a score: mean {mean}, largest {most}; of a position: largest {places}."
    paper = f"{metric}. {what} {changes[0].upper()}{changes[1:]} {about}"
    return Table(rows, columns, title=metric, note=f"{what}\n{changes}", paper=paper, texts=len(ids), label="pool")


def of_depths(metric: str, totals: Sequence[Row], about: str) -> Table:
    columns = {
        **same("depth judged relevant tau"),
        **{"mean change": "mean_change", "largest": "max_change"},
        headed("mean score", totals): scored("pooled", "pooled_residual"),
    }
    everything = {"pooled": totals[0]["score"], "pooled_residual": totals[0]["residual"]}
    last = dict.fromkeys(totals[0], "") | {"depth": "all", **everything}
    paper = f"{metric} by the depth of the pool. {about}"
    return Table([*totals, last], columns, title=metric, paper=paper, texts=0, label="depths")


def of_runs_and_depths(metric: str, rows: Sequence[Row], depths: Sequence[int | None], about: str) -> Table:
    pooled, everything = scored("pooled", "pooled_residual"), scored("score", "residual")
    lines = [[run, *map(pooled, some), everything(some[0])] for run, some in by(rows, "run")]
    header = ["run", *map(str, depths), headed("all judgments", rows)]
    return grid(header, lines, paper=f"{metric} of each run by the depth of the pool. {about}", label="runs")


def headed(name: str, rows: Sequence[Row]) -> str:
    """The heading of a column of scores, which says if they have residuals."""
    return f"{name} +residual" if any(row["residual"] is not None for row in rows) else name


def scored(value: str, residual: str) -> Callable[[Row], str]:
    """A column of scores, each with its residual if it has one."""
    return lambda row: in_brief(row[value]) + (f" +{row[residual]:z.4f}" if row[residual] is not None else "")
