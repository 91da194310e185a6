"""Scores of an evaluation: a leaderboard, the scores of every query, and a leaderboard of each slice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import typer

from evalsql.answers import Answer
from evalsql.catalog.conventions import caption, clause
from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import Measure, as_measures, with_residuals
from evalsql.catalog.trec_measures import at_level
from evalsql.cli import notices
from evalsql.cli.command import TABLES, Drawing, Output
from evalsql.cli.options import DECIMALS, DEFAULT_MEASURES
from evalsql.cli.printing import how_many, say_json, write_csv
from evalsql.cli.tables import Marked, Table, slice_name, small_note
from evalsql.comparing.methods import title
from evalsql.comparing.trials import Trials, components
from evalsql.connections import fetch_all
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.trec_eval.lines import by_query
from evalsql.words import either, plural, said

if TYPE_CHECKING:
    from evalsql.cli.command import Plot
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import Sliced
    from evalsql.spark.gather import Gathered

SCORES = ("run", "query_id", "metric", "value")
SLICED = ("attribute", "slice", "queries", "small", "run")
LACKING = """
    select min(valued), max(valued), sum(queries - valued)
    from (select run, count(value) as valued, count(*) as queries from evalsql_scores where metric = ? group by run)
"""
Row = Mapping[str, Any]
ONE_TRIAL = Trials()


def place_of(row: Row, metric: str) -> tuple[str, ...]:
    """The run and measure of a row, and its attribute and slice if it is of one."""
    sliced = [row[name] for name in ("attribute", "slice") if row.get(name) is not None]
    return (row["run"], metric, *sliced)


@dataclass(frozen=True)
class View:
    """What is to be seen of scores."""

    measures: Sequence[Measure]
    order: str  # the measure that runs are in the order of, as text, or "run" for their names
    top: int | None  # how many runs; all if None, but in a table on a terminal no more than can be looked at
    decimals: int  # of a value in a table
    ranges: bool  # whether values have their residuals beside them
    ci: str | None  # what intervals of means are made by, if these are shown
    per_query: bool  # whether the scores of every query are shown too
    slices: "Sliced | None"  # what leaderboards of slices are of
    format: str  # how they are printed
    clusters: Mapping[str, Any]  # the clusters of queries, and how their table is read, as by_clusters takes them

    @property
    def computed(self) -> list[Measure]:
        """The measures, and those that tables need beside them."""
        return with_residuals(self.measures) if self.format in TABLES else [*self.measures]


def view_of(
    scoring: Mapping[str, Any], plot: "Plot | None", look: Mapping[str, Any], format: str, clusters: Any = None
) -> View:
    """What a line asks of scores; reads the slices."""
    from evalsql.scoring.slices import read_slices

    if plot is not None and plot.picture == "slices":
        plot.refuse_highlight("slices")
        if look["slices"] is None:
            raise InputError("--picture slices needs --slices")
    convention = scoring["convention"]
    measures = read_measures(look["measure"] or DEFAULT_MEASURES, look["rel"], convention)
    if not any(each.residual for each in measures):
        notices.say_idle("no measure here has a residual, as RBP has", ranges=look["ranges"] and format in TABLES)
    return View(
        measures=measures,
        order=sorted_by(look["sort"], measures, convention),
        decimals=DECIMALS if look["decimals"] is None else look["decimals"],
        slices=read_slices(look["slices"], look["by"] or (), scoring),
        format=format,
        clusters={"given": clusters, **{name: scoring.get(name) for name in ("settings", "columns")}},
        **{name: look[name] for name in ("top", "ranges", "ci", "per_query")},
    )


class Scored:
    """The scores of an evaluation, wherever it was made, and what is to be seen of them."""

    def __init__(self, evaluation: "Evaluation | Gathered", view: View, trials: Trials = ONE_TRIAL) -> None:
        self.evaluation, self.view = evaluation, view
        self.measures, self.per_query, self.top = view.measures, view.per_query, view.top
        if view.format == "trec":
            refuse_names(evaluation, view.per_query)
        doubts = [] if view.slices is None else view.slices.put(evaluation.connection)
        self.problems = [*evaluation.warnings, *trials.problems, *doubts]
        self.trials, self.passes = trials.about, bool(trials.about) and not trials.averaged
        self.intervals = {} if view.ci is None else self.read_intervals(view.ci)
        self.components = self.read_components() if trials.averaged else []

    @property
    def contents(self) -> dict[str, Any]:
        """What a command shows of them, as Shown takes it."""
        printers = {"csv": self.print_csv, "json": self.print_json, "trec": self.print_trec}
        answer = Answer({}, self.problems, self.about)
        return {
            "answer": answer,
            "tables": self.tables(),
            "part": "scores",
            "printers": printers,
            "picture": self.picture,
        }

    def report(self, name: str, measures: Sequence[Measure] = ()) -> list[dict[str, Any]]:
        """The rows of a report of sql/reports."""
        measures = measures or self.measures
        places = {str(measure): str(place) for place, measure in enumerate(measures)}
        text = statements.report(name, measures, sort=places.get(self.view.order, self.view.order))
        found = self.evaluation.connection.execute(text)
        names = [column for column, *_ in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def read_intervals(self, name: str) -> dict[tuple[str, ...], dict[str, Any]]:
        """The interval of each mean, by run and measure, and of a slice by its attribute and name too."""
        from evalsql.comparing.clusters import by_clusters
        from evalsql.comparing.means import decide_means, put_means
        from evalsql.comparing.scores import ready

        scores = ready(self.evaluation.connection, None, [*map(str, self.measures)], (), "")
        decided = decide_means(name)
        scores = by_clusters(scores, interval=decided.interval, **self.view.clusters)
        self.problems += scores.warnings
        self.clusters = scores.about
        rows = put_means(scores, decided, bool(self.view.slices)).to_pylist()
        return {place_of(row, row["metric"]): row for row in rows}

    def read_components(self) -> list[dict[str, Any]]:
        """What shares of the variance runs, queries and trials have, of each measure."""
        from evalsql.comparing.scores import ready

        return components(ready(self.evaluation.connection, None, [*map(str, self.measures)], (), "").connection)

    def variance(self, short: Mapping[str, str], runs: int) -> Iterator[Table | str]:
        """A row per measure: where the variance lies, and how far the interval of a mean reaches with more trials."""
        shares = {"runs": "of_runs", "queries": "of_queries", "runs x queries": "of_both", "trials": "of_trials"}
        reaches = {"\u00b1": "margin", "\u00b1 twice": "margin_twice", "\u00b1 any number": "margin_most"}
        columns: dict[str, Any] = {"measure": lambda row: short[row["metric"]]}
        for head, name in {**shares, "trials x queries": "of_rest"}.items():
            columns[head] = lambda row, name=name: "-" if row[name] is None else f"{100 * row[name]:.0f}%"
        columns |= {
            head: lambda row, name=name: dotted(row[name], self.view.decimals) for head, name in reaches.items()
        }
        about = "Where the variance of a score lies"
        margins = "\u00b1: the 95% interval of a run's mean, if queries and trials are both samples"
        several = min(row["runs"] for row in self.components)
        of = f"Of the {plural(several, 'run')} with several trials.\n" if several < runs else ""
        yield Table(
            self.components,
            columns,
            title=f"\n{about}",
            note=f"{of}{margins}; with twice as many trials; with any number of trials.",
            label="components",
        )

    def interval(self, measure: Measure, row: Row) -> str:
        """The interval of a mean, as its cell says it."""
        limits = self.intervals.get(place_of(row, str(measure)), {})
        symmetric = self.view.ci == "student" and measure.metric.summary == "mean"
        return in_cell(limits.get("lower"), limits.get("upper"), symmetric, self.view.decimals)

    def value(self, measure: Measure, value: float | None, decimals: int | None = None) -> str:
        """A value as tables show it: without decimals if it is a count, a dash if there is none."""
        digits = 0 if measure.metric.summary == "sum" else self.view.decimals if decimals is None else decimals
        return "-" if value is None else f"{value:z.{digits}f}"

    def tables(self) -> Iterator[Table | str]:
        """The leaderboard with its best values marked, before it the scores of every query, below it the slices."""
        every = [*map(str, with_residuals(self.measures))]
        board = self.report("scores/leaderboard", with_residuals(self.measures))
        short = headings(self.measures, self.evaluation.convention)
        heads = {short[str(each)] + " +residual" * self.has_range(each): each for each in self.measures}
        if self.per_query:
            runs = {row["run"] for row in board[: how_many(self.top)]}
            scores = by_query(self.evaluation.connection, with_residuals(self.measures))
            rows = [
                {"run": run, "query_id": query, **dict(zip(every, values, strict=True))}
                for (run, query), values in scores
                if run in runs
            ]
            plain = {head: lambda row, each=each: self.plain(each, row) for head, each in heads.items()}
            about = "The scores of each query."
            yield Table(rows, {"run": "run", "query_id": "query_id", **plain}, texts=2, paper=about, label="scores")
            yield ""
        best = {str(each): self.best(each, board) for each in self.measures}
        columns = {head: lambda row, each=each: self.marked(each, row, best) for head, each in heads.items()}
        agreed = caption(self.evaluation.convention, left_out(self.measures, self.evaluation.convention))
        yield Table(
            board,
            {"run": "run", **columns},
            note=f"Means {self.evaluation.coverage}{self.trials}.{{best}}{self.notes(short)}{agreed}",
            beside="" if self.view.ranges or self.passes else self.doubts(short, board),
            label="evaluation",
            top=self.top,
            noun="run",
        )
        if self.components:
            yield from self.variance(short, len(board))
        if self.view.slices:
            yield from self.slices(short, [row["run"] for row in board])

    def has_range(self, measure: Measure) -> bool:
        return self.view.ranges and measure.residual is not None

    def residual(self, measure: Measure, row: Row) -> str:
        """What stands behind a value."""
        return f" +{self.value(measure, row[str(measure.residual)])}" if self.has_range(measure) else ""

    def plain(self, measure: Measure, row: Row) -> str:
        return self.value(measure, row[str(measure)]) + self.residual(measure, row)

    def marked(self, measure: Measure, row: Row, best: Mapping[str, str]) -> Marked:
        """The same, marked if it is the best of its column."""
        text = self.value(measure, row[str(measure)])
        return Marked(text, text == best[str(measure)], after=self.residual(measure, row) + self.interval(measure, row))

    def best(self, measure: Measure, board: Sequence[Row]) -> str:
        """The best value of a leaderboard as it is shown; nothing if there is none, or no other."""
        pick = {"higher": max, "lower": min}.get(measure.metric.better)
        values = [row[str(measure)] for row in board if row[str(measure)] is not None]
        return self.value(measure, pick(values)) if pick and len(values) > 1 else ""

    def notes(self, short: Mapping[str, str]) -> str:
        """Notes below a leaderboard: the meaning of second numbers, and values left out of a mean."""
        notes = ""
        if any(map(self.has_range, self.measures)):
            notes += "\n+residual: the increase if every unjudged document were relevant."
        if self.intervals:
            from evalsql.comparing.clusters import effect

            notes += f"\nEach mean has its 95% confidence interval beside it: {title('intervals', self.view.ci or '')}"
            notes += f"{self.clusters and '; '}{self.clusters}{effect(self.intervals.values())}."
        counts = [short[str(each)] for each in self.measures if each.metric.summary == "sum"]
        notes += f"\n{', '.join(counts)}: added up over the queries." if counts else ""
        for each in self.measures:
            if each.metric.when_empty is not None:
                continue
            ((fewest, most, lacking),) = fetch_all(self.evaluation.connection, LACKING, [str(each)])
            counted = plural(most, "query") if fewest == most else f"{fewest} to {most} queries"
            notes += f"\n{short[str(each)]}: over the {counted} of each run where it has a value." if lacking else ""
        return notes

    def doubts(self, short: Mapping[str, str], board: Sequence[Row]) -> str:
        """A line about the measures whose order unjudged documents could change, with their largest residuals."""
        raised = []
        for each in (measure for measure in self.measures if measure.residual):
            pairs = [(row[str(each)], row[str(each.residual)]) for row in board]
            pairs = sorted((pair for pair in pairs if None not in pair), reverse=True)
            if any(rest > above - value for (above, _), (value, rest) in pairwise(pairs)):
                raised.append(f"{short[str(each)]} by up to {max(rest for _, rest in pairs):.{self.view.decimals}f}")
        listed = ", ".join(raised)
        return f"\nUnjudged documents could raise {listed}, and change the order (--ranges shows it)." if raised else ""

    def slices(self, short: Mapping[str, str], order: Sequence[str]) -> Iterator[Table | str]:
        """A table for each attribute and measure: a row per run, in the leaderboard's order, a column per slice."""
        number, any_small = 0, False
        for attribute, rows in groupby(self.slice_rows(), key=itemgetter("attribute")):
            values: dict[str, dict[str, Row]] = {}
            for row in rows:
                values.setdefault(slice_name(row["slice"], row["queries"]), {})[row["run"]] = row
            small = any(name.endswith("~)") for name in values)
            any_small = any_small or small
            runs = [{"run": run} for run in order if any(run in each for each in values.values())]
            for measure in self.measures:
                number += 1
                columns = {
                    name: lambda row, measure=measure, means=means: self.of_slice(measure, means.get(row["run"]))
                    for name, means in values.items()
                }
                about = f"{short[str(measure)]} by {attribute}"
                yield Table(
                    runs,
                    {"run": "run", **columns},
                    title=f"\n{about}",
                    paper=f"{about}; in parentheses: the number of queries." + f" {small_note()}" * small,
                    label=f"slices-{number}",
                    top=self.top,
                    noun="run",
                )
        yield "\nIn parentheses: the number of queries." + f" {small_note()}" * any_small

    def of_slice(self, measure: Measure, row: Row | None) -> str:
        """A mean over the queries of a slice, and its interval; a dash if the run has none of them."""
        return "-" if row is None else self.value(measure, row[str(measure)]) + self.interval(measure, row)

    def slice_rows(self) -> list[dict[str, Any]]:
        """The rows of the report of slices, of the runs that are asked for."""
        kept = {row["run"] for row in self.report("scores/leaderboard")[: self.top]}
        return [row for row in self.report("slices/leaderboard") if row["run"] in kept]

    def parts(self) -> dict[str, list[dict[str, Any]]]:
        """The rows with all digits: the leaderboard, and slices and scores of every query if these are asked for."""
        parts = {"leaderboard": self.report("scores/leaderboard")[: self.top]}
        runs = {row["run"] for row in parts["leaderboard"]}
        if self.intervals:
            parts["intervals"] = [row for row in self.intervals.values() if row["run"] in runs]
        if self.components:
            parts["components"] = self.components
        if self.view.slices:
            parts["slices"] = self.slice_rows()
        if self.per_query:
            parts["scores"] = [row for row in self.report("scores/per_query") if row["run"] in runs]
        return parts

    @property
    def about(self) -> str:
        """What means are over."""
        return f"means {self.evaluation.coverage}{self.trials}{clause(self.evaluation.convention)}"

    def print_json(self) -> None:
        """One object: the coverage, the leaderboard, and slices and scores."""
        about = {"convention": self.evaluation.convention, "coverage": asdict(self.evaluation.coverage)}
        better = {str(measure): measure.metric.better for measure in self.measures}
        say_json(about | {"better": better} | self.parts())

    def print_csv(self) -> None:
        """The leaderboard, with a row for each slice too, or the score of every query."""
        parts, names = self.parts(), [*map(str, self.measures)]
        header, rows = ["run", *names], parts["leaderboard"]
        if self.per_query:
            header, rows = [*SCORES], parts["scores"]
        elif self.view.slices:
            sliced = [{**row, "small": str(row["small"]).lower()} for row in parts["slices"]]
            header, rows = [*SLICED, *names], [dict.fromkeys(SLICED) | row for row in rows] + sliced
        if self.intervals and not self.per_query:
            ends = (column for name in names for column in (name, f"{name} lower", f"{name} upper"))
            header = [*header[: -len(names)], *ends]
            rows = [{**row, **self.limits_of(row)} for row in rows]
        # no caption says what a convention sets, so the names do
        short = {} if self.evaluation.convention else headings(self.measures, None)
        write_csv([short.get(name, name) for name in header], ([row[name] for name in header] for row in rows))
        notices.note(self.about)

    def limits_of(self, row: Row) -> dict[str, float | None]:
        """The limits of each mean of a row, as columns."""
        found = {name: self.intervals.get(place_of(row, name), {}) for name in map(str, self.measures)}
        return {f"{name} {end}": each.get(end) for name, each in found.items() for end in ("lower", "upper")}

    def print_trec(self) -> None:
        """A line for each measure and query, or all of them, under the names of trec_eval: measure, query, value."""
        names = [f"{each.name_in('trec_eval') or each!s:<22}" for each in self.measures]

        def lines(query: str, values: Sequence[float | None]) -> Iterator[str]:
            for name, measure, value in zip(names, self.measures, values, strict=True):
                if value is not None:
                    yield f"{name}\t{query}\t{self.value(measure, value, 4)}\n"

        scores = by_query(self.evaluation.connection, self.measures) if self.per_query else iter(())
        # both are in the order of runs
        queries = groupby(scores, key=lambda each: each[0][0])
        board = sorted(tuple(row.values()) for row in self.report("scores/leaderboard"))
        of, of_run = next(queries, (None, ()))
        for run, *means in board:
            if of == run:
                for (_, query), values in of_run:
                    typer.echo("".join(lines(query, values)), nl=False)
                of, of_run = next(queries, (None, ()))
            typer.echo(f"{'runid':<22}\tall\t{run}")
            typer.echo("".join(lines("all", means)), nl=False)
        notices.note(self.about)

    def picture(self, plot: "Plot") -> Drawing:
        """What --plot draws."""
        report = "slices/scores" if plot.picture == "slices" else "scores/per_query"
        rows = self.evaluation.connection.sql(statements.report(report, self.measures)).to_arrow_table()
        if plot.picture == "slices":
            return "slices", [rows], {}
        look: dict[str, Any] = {}
        if self.intervals and plot.picture != "distributions":
            import pyarrow as pa

            whole = [row for row in self.intervals.values() if row.get("slice") is None]
            method = title("intervals", self.view.ci or "") + (", by clusters" if self.clusters else "")
            look = {"intervals": pa.Table.from_pylist(whole), "method": method}
        return plot.picture or "leaderboard", (rows, self.measures), look

    def write(self, output: Output, runs: Sequence[Any], qrels: str, options: Mapping[str, Any]) -> None:
        """Writes the scores of every query into a file, with a note of the evaluation if they are labeled."""
        from dataclasses import replace

        from evalsql.files.duckdb_table import with_convention
        from evalsql.files.history import note_of
        from evalsql.files.write import write

        evaluation, mode = self.evaluation, output.mode
        select = with_convention(statements.report("scores/per_query", self.measures), evaluation.convention)
        if mode.labelled:
            copied = {"copied": getattr(evaluation, "copied", {})}
            mode = replace(mode, note=note_of(runs, qrels, evaluation.convention, {**options, **copied}))
        write(evaluation.connection, select, output.path, mode=mode)


def in_cell(lower: float | None, upper: float | None, symmetric: bool, decimals: int) -> str:
    """What a cell says of its mean's interval: +-.041 if the limits are as far from the mean, [.571, .653] else."""
    if lower is None or upper is None:
        return ""
    if symmetric:
        return f" \u00b1{dotted((upper - lower) / 2, decimals)}"
    return f" [{dotted(lower, decimals)}, {dotted(upper, decimals)}]"


def dotted(value: float, decimals: int) -> str:
    """A limit as tables show it: without the zero before the point."""
    text = f"{value:z.{decimals}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def read_measures(texts: Sequence[str], rel: float | None, convention: str | None) -> list[Measure]:
    """The measures, at a level of relevance if one is given."""
    from math import inf

    from evalsql.catalog.measure import listed

    if rel is not None and not 0 < rel < inf:
        raise InputError(f"--rel takes a finite number above 0, not {rel:g}")
    # each by itself: AP(rel=1) and AP are one measure until the other takes the level
    pieces = [piece for text in texts for piece in listed(text)]
    measures = [each for piece in pieces for each in as_measures(piece, convention=convention)]
    if rel is None:
        return as_measures(measures)
    changed = [at_level(each, rel) for each in measures]
    notices.say_idle("each measure here says its own, or has none", rel=changed == measures and rel != 1)
    return as_measures(changed)


def sorted_by(text: str | None, measures: Sequence[Measure], convention: str | None) -> str:
    """What runs are in the order of: one of the measures, the first if none is named, or "run"."""
    if text in (None, "run"):
        return text or str(measures[0])
    names = [*map(str, measures)]
    try:
        wanted = [*map(str, as_measures([text], convention=convention))]
    except InputError:
        wanted = []
    if len(wanted) != 1 or wanted[0] not in names:
        raise InputError(f"--sort takes run or one of the measures, {either(names)}, not {text!r}")
    return wanted[0]


def refuse_names(evaluation: "Evaluation | Gathered", per_query: bool) -> None:
    """Refuses names that the lines of --format trec cannot hold, before anything is written."""
    unfit = r"regexp_matches(name, '[\p{Cc}\p{Zl}\p{Zp}]') or name = 'all' and what = 'query_id'"
    names = " union all ".join(
        f"select distinct '{what}' as what, {what} as name from evalsql_scores"
        for what in (["run", "query_id"] if per_query else ["run"])
    )
    found = fetch_all(evaluation.connection, f"from ({names}) where {unfit} order by what desc, name asc limit 1")
    for what, name in found:
        problem = "has a control character in it, such as a tab or a line break, which a line cannot hold"
        if name == "all":
            problem = "is what the lines about all queries have in its place"
        raise InputError(f"--format trec: {what} {said(name)} {problem}; --format csv and json take any name")
