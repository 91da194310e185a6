"""What `evaluate` does with one collection: what is measured, how it is printed, and where its scores are written."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from evalsql.cli.notices import say_idle
from evalsql.cli.old import DECIMALS, refuse_of_tables
from evalsql.cli.outputs import Output
from evalsql.cli.plots import Plot
from evalsql.cli.suites import OF_SUITES
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure
    from evalsql.catalog.trec_measures import Line
    from evalsql.cli.show.rows import Look, Scored
    from evalsql.cli.show.trec import Style
    from evalsql.scoring.evaluation import Evaluation, Progress
    from evalsql.scoring.options import Options

PICTURES = ("leaderboard", "distributions", "slices")
TABLES = ("table", "markdown", "latex")  # of the formats
IDLE_REL = "each measure here says its own, or has none"


def read_measures(
    texts: Sequence[str], options: "Options", format: str, rel: float | None
) -> "tuple[list[Line], list[Measure]]":
    """What is measured: lines of trec_eval, where the format and the convention are its own, and the measures."""
    from evalsql.catalog.measure import as_measures, listed
    from evalsql.catalog.trec_measures import at_level, lines_of, version_of, with_level
    from evalsql.cli.show import trec

    convention = options.get("convention")
    lines: list[Line] = []
    if format == "trec" and version_of(convention):
        lines = lines_of(texts, str(convention), partial(as_measures, convention=convention))
    if rel is not None:
        if not 0 < rel < math.inf:
            raise InputError(f"--rel takes a finite number above 0, not {rel:g}")
        changed = [with_level(line, rel, options.get("population") == "qrels") for line in lines]
        say_idle(IDLE_REL, rel=lines and changed == lines and rel != 1)
        lines = changed
    if lines:
        return lines, trec.measures_of(lines)
    # each by itself: AP(rel=1) and AP are one measure until the other takes the level
    asked = [each for text in texts for piece in listed(text) for each in as_measures(piece, convention=convention)]
    if rel is None:
        return [], as_measures(asked)
    changed = [at_level(each, rel) for each in asked]
    say_idle(IDLE_REL, rel=changed == asked and rel != 1)
    return [], as_measures(changed)


def look_of(
    format: str,
    measures: "Sequence[Measure]",
    options: "Options",
    *,
    sort: str | None,
    top: int | None,
    decimals: int | None,
    ranges: bool,
    slices: str | None,
) -> "Look":
    """How scores are printed."""
    from evalsql.cli.show.rows import Look, sorted_by

    refuse_of_tables(format, TABLES, decimals=decimals, ranges=ranges or None)
    refuse_of_tables(format, (*TABLES, "csv", "json"), sort=sort, top=top)
    decimals = DECIMALS if decimals is None else decimals
    return Look(decimals, sorted_by(sort, measures, options.get("convention")), top, ranges, slices=slices is not None)


def trec_style(lines: "Sequence[Line]", options: "Options", *, per_query: bool, condensed: bool) -> "Style":
    """How lines of trec_eval are printed."""
    from evalsql.cli.show import trec

    complete = bool(lines) and trec.stops(str(options.get("convention")), options.get("population"))
    return trec.Style(per_query=per_query, complete=complete, condensed=condensed)


def evaluate_here(
    runs: Sequence[Any],
    qrels: str,
    wanted: "Sequence[Measure]",
    lines: "Sequence[Line]",
    given: Mapping[str, Any],
    tell: "Progress",
) -> "Evaluation":
    """An evaluation on this machine, with the scores of all that is wanted."""
    from evalsql.cli.show import trec
    from evalsql.scoring.evaluation import Evaluation

    keep = trec.reads_documents(lines)
    with trec.refusing(bool(lines)):
        evaluation = Evaluation(runs, qrels, **given, measures=wanted, keep=keep, progress=tell)
    if keep:
        evaluation.compute(wanted)
    return evaluation


def write_scores(
    evaluation: "Scored",
    measures: "Sequence[Measure]",
    output: Output,
    runs: Sequence[Any],
    qrels: str,
    given: Mapping[str, Any],
) -> None:
    """Writes the scores of measures into a file, with a note of what was evaluated where they are labelled."""
    from evalsql.files import write
    from evalsql.files.duckdb_table import with_convention
    from evalsql.render import statements

    select = with_convention(statements.report("scores/per_query", measures), evaluation.convention)
    mode = output.mode
    if mode.labelled:
        from evalsql.files.history import note_of

        copied = {"copied": getattr(evaluation, "copied", {})}  # which Spark does not have
        mode = replace(mode, note=note_of(runs, qrels, evaluation.convention, {**given, **copied}))
    write.write(evaluation.connection, select, output.path, mode=mode)


def draw(evaluation: "Scored", measures: "Sequence[Measure]", plot: Plot | None, chart: bool, top: int | None) -> None:
    """Draws scores: a small chart on standard output, and a picture in a file."""
    from evalsql import charts
    from evalsql.charts import data
    from evalsql.cli.show.tables import how_many
    from evalsql.cli.show.text_charts import print_bars
    from evalsql.render import statements

    rows = evaluation.connection.sql(statements.report("scores/per_query", measures)).to_arrow_table()
    if chart:
        print_bars(data.of_scores(data.scores_of(rows, measures), "leaderboard", {"confidence": 0.95}), how_many(top))
    if plot is not None and plot.picture == "slices":
        sliced = evaluation.connection.sql(statements.report("slices/scores", measures)).to_arrow_table()
        plot.draw(charts.slices(sliced, **plot.look))
    elif plot is not None:
        picture = charts.distributions if plot.picture == "distributions" else charts.leaderboard
        plot.draw(picture(rows, measures, named=plot.named, **plot.look))


def refuse_picture(plot: Plot | None, slices: str | None) -> None:
    """Refuses a picture of what is not asked for."""
    if plot is None or plot.picture is None:
        return
    if plot.picture in OF_SUITES:
        raise InputError(f"--picture {plot.picture} is of a suite; give --suite, or draw another one")
    if plot.picture == "slices":
        plot.refuse_highlight("slices")
        if slices is None:
            raise InputError("--picture slices shows each kind of query; --slices says which file has the kinds")


def refuse_sliced(slices: str | None, format: str, per_query: bool) -> None:
    """Refuses slices where nothing can show them."""
    if slices is None:
        return
    if format == "trec":
        raise InputError("--slices is not for --format trec, which has no place for slices")
    if per_query and format == "csv":
        raise InputError("--format csv prints the scores of --per-query or the means of --slices; leave one out")
