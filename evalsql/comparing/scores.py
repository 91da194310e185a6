"""Scores to be compared, and the relations of sql/scores that are made of them, in temporary tables."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from evalsql import interrupts, udfs
from evalsql.arguments import known_run
from evalsql.catalog.folder import names
from evalsql.catalog.measure import Measure, Measures, parse_measure
from evalsql.catalog.metric import Metric
from evalsql.connections import Connection, cursor_of, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.render import statements
from evalsql.sqltext import quote
from evalsql.words import first_few, plural, said

if TYPE_CHECKING:
    import pyarrow as pa

LARGEST, SMALLEST = 1e100, 1e-100  # the squares of what is larger or smaller may have no double
Against = Literal["all", "best", "baseline"]
Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True)
class Scores:
    """Scores, ready to be compared."""

    # where the temporary table evalsql_scores (run, query_id, metric, value) is, and evalsql_asked, the measures:
    # metric, place (from 1, in the order asked) and sign (1, or -1 if a lower value is better)
    connection: Connection
    measures: tuple[str, ...]  # the measures, as texts, in the order asked
    warnings: tuple[Problem, ...]  # what looks wrong about the inputs, but can be used
    about: str  # what the scores are of, for a caption
    udf: bool  # whether the connection has the Python functions of the tests; a gate by t does without, and macros do
    # which values of each measure are better: higher, lower or neither
    better: Mapping[str, Better] = field(default_factory=dict, hash=False)
    # what tables that people read call the measures, if that is not the text
    headings: Mapping[str, str] = field(default_factory=dict, hash=False)
    clustered: bool = False  # whether intervals and tests are by the clusters of evalsql_clusters

    def make(
        self,
        *names: str,
        folder: str = "scores",
        into: str | None = None,
        values: Mapping[str, Any] | None = None,
        **parts: Any,
    ) -> None:
        """Makes relations of a folder of sql/, in this order."""
        for name in names:
            select = statements.comparison(folder, name, self.udf, self.clustered, **parts)
            self.execute(statements.table(into or name, select), values or {})

    def rows(self, folder: str, name: str, values: Mapping[str, Any] | None = None) -> list[tuple]:
        """What a file of sql/ says of the relations."""
        return self.execute(statements.comparison(folder, name, self.udf, self.clustered), values or {}).fetchall()

    def report(self, folder: str, name: str, **parts: Any) -> "pa.Table":
        """The same, as a table."""
        return self.connection.sql(
            statements.comparison(folder, name, self.udf, self.clustered, **parts)
        ).to_arrow_table()

    def fetch(self, name: str) -> "pa.Table":
        """The rows of a relation that was made."""
        return self.connection.sql(f"from evalsql_{name}").to_arrow_table()

    def execute(self, statement: str, values: Mapping[str, Any]) -> Connection:
        """Runs a statement with those of the values that it asks for."""
        asked = {name: value for name, value in values.items() if f"${name}" in statement}
        interrupts.look()
        return self.connection.execute(statement, asked)

    def runs(self) -> list[str]:
        """The names of the runs, in their order."""
        return [
            run for (run,) in fetch_all(self.connection, "select distinct run from evalsql_scores order by run asc")
        ]

    def line_up(self) -> list[str]:
        """Makes the relations compared and standings, and gives the runs."""
        runs = self.runs()
        if len(runs) < 2:
            there = f"only one run, {said(runs[0])}," if runs else "no run"
            raise InputError(f"there is {there} where two or more were expected")
        self.make("compared", "standings")
        if not fetch_all(self.connection, "select 1 from evalsql_standings limit 1"):
            raise InputError(f"no run has a value of {' or '.join(self.measures)}")
        self.refuse_sizes()
        return runs

    def refuse_sizes(self) -> None:
        """Refuses values of evalsql_compared whose squares no double can hold."""
        beyond = fetch_all(
            self.connection,
            "select metric, run, query_id, value from evalsql_compared where abs(value) > ? order by all asc limit 1",
            [LARGEST],
        )
        for metric, run, query, value in beyond:
            text = f"{metric} of run {said(run)} is {value:g} for query {said(query)}"
            raise InputError(f"{text}; at most {LARGEST:g} can be compared")
        below = fetch_all(
            self.connection,
            "select metric, max(abs(value)) as most from evalsql_compared"
            " group by metric having most > 0 and most < ? order by metric asc limit 1",
            [SMALLEST],
        )
        for metric, most in below:
            raise InputError(f"no value of {metric} is beyond {most:g}; at least {SMALLEST:g} can be compared")

    def refuse_fractions(self, what: str) -> None:
        """Refuses values of evalsql_compared other than 0 and 1."""
        found = "select metric, run, query_id, value from evalsql_compared where value not in (0, 1)"
        for metric, run, query, value in fetch_all(self.connection, f"{found} order by all asc limit 1"):
            raise InputError(
                f"{what} is for measures whose values are 0 or 1, such as Success@10; {metric} of run {said(run)} is"
                f" {value:g} for query {said(query)}"
            )

    def oppose(self, baseline: str | Sequence[str] | None = None, best: bool = False) -> None:
        """Makes the relations that tests read: which runs are compared, and their differences."""
        if baseline is not None and best:
            raise InputError("runs are compared with a baseline or with the best run, not with both")
        baselines = as_baselines(baseline)
        if baseline is not None and not baselines:
            raise InputError("the list of baselines is empty; name a run, or give None to compare all with all")
        runs = self.line_up()
        for each in baselines:
            known_run(each, "baseline ", runs)
        against: Against = "best" if best else ("baseline" if baselines else "all")
        if baselines:
            self.make("baselines", against=against, values={"baseline": baselines})
        self.make("opposed", against=against)
        self.make("aligned", "pairs", "blocks", "variances", "rank_sums")

    @contextmanager
    def of_slices(self) -> Iterator[None]:
        """Puts the relations of scores aside, as evalsql_whole_..., and those of each slice in their place."""
        kept = {"slices", "texts", "attributes", "sliced", "clusters"}
        made = [f"evalsql_{name}" for name in (*names("scores"), "comparisons") if name not in kept]

        def there() -> list[str]:
            found = "select table_name from duckdb_tables() where temporary and list_contains(?::varchar[], table_name)"
            return [name for (name,) in fetch_all(self.connection, found, [made])]

        whole = there()
        for name in whole:
            self.connection.execute(f"alter table {name} rename to {name.replace('evalsql_', 'evalsql_whole_', 1)}")
        try:
            self.make("sliced")
            self.make("slice_asked", into="asked")
            self.make("slice_scores", into="scores")
            yield
        finally:
            for name in there():
                self.connection.execute(f"drop table {name}")
            for name in whole:
                self.connection.execute(f"alter table {name.replace('evalsql_', 'evalsql_whole_', 1)} rename to {name}")

    def doubts(self) -> list[Problem]:
        """Pairs of runs that were to be compared, and have no query in common."""
        apart = fetch_all(
            self.connection,
            "select run, other, count(*) over () from evalsql_opposed"
            " anti join evalsql_pairs using (metric, run, other) order by run asc, other asc limit 1",
        )
        return [
            Problem(
                "warning",
                "pairs without a common query",
                f"{plural(count, 'pair')} without a query that both runs have a value for, left out (first:"
                f" {said(run)} and {said(other)})",
                count,
            )
            for run, other, count in apart
        ]

    def standardize(self, reference: Sequence[str] = ()) -> "Scores":
        """Makes the relation standardised, and gives the scores with standardized ones in their place."""
        reference = [reference] if isinstance(reference, str) else list(reference or ())
        runs = self.runs()
        for run in reference:
            known_run(run, "reference ", runs)
        self.make("standardised", values={"reference": reference})
        put_scores(self.connection, "select run, query_id, metric, value from evalsql_standardised")
        by = f"the {plural(len(set(reference)), 'reference run')}" if reference else "all runs"
        found, named = replace(self, about=f"{self.about}, standardized by {by}"), sorted(set(reference or runs))
        if len(named) > 1:
            return found
        text = f"one run, {said(named[0])}, has no standard deviation, so that every score is 0.5"
        return replace(found, warnings=(*self.warnings, Problem("warning", "one reference run", text)))


def as_baselines(baseline: str | Sequence[str] | None) -> list[str]:
    """One baseline or several, as a list."""
    if baseline is not None and not isinstance(baseline, Sequence):
        raise InputError(f"baseline must be the name of a run, or several, not {baseline!r}")
    return [baseline] if isinstance(baseline, str) else list(baseline or ())


def put_scores(connection: Connection, select: str) -> None:
    """Makes evalsql_scores of a query with columns run, query_id, metric and value."""
    connection.execute(statements.creation("scores", folder="scores"))
    connection.execute(f"insert into evalsql_scores {select}")


def ready(
    connection: Connection,
    own: Connection | None,
    measures: Sequence[str],
    warnings: Sequence[Problem],
    about: str,
    functions: bool = True,
    headings: Mapping[str, str] | None = None,
    lower: Measures = (),
) -> Scores:
    """Scores with their measures noted, and the functions of the tests, for which they leave the user's connection."""
    better = directions(measures, lower)
    if own is not None and functions:
        rows, connection = connection.sql("from evalsql_scores").to_arrow_table(), cursor_of(None)
        connection.register("evalsql_given", rows)
        put_scores(connection, "from evalsql_given")
        connection.unregister("evalsql_given")
    asked = [
        {
            "text": quote(text),
            "sign": -1 if better[text] == "lower" else 1,
            **(
                {"summary": known.summary, "low": known.range[0], "high": known.range[1]}
                if (known := head(text))
                else {}
            ),
        }
        for text in measures
    ]
    connection.execute(statements.creation("asked", folder="scores", measures=asked))
    if functions:
        udfs.put_on(connection, "statistics")
    return Scores(connection, tuple(measures), tuple(warnings), about, functions, better, headings or {})


def without_values(connection: Connection) -> list[Problem]:
    """Warnings about measures without a value in any run."""
    found = fetch_all(
        connection,
        """
        select metric from evalsql_scores join evalsql_asked using (metric)
        group by metric, place having count(value) = 0 order by place asc
        """,
    )
    metrics = [metric for (metric,) in found]
    text = f"no run has a value of {first_few(metrics)}"
    return [Problem("warning", "measures without a value", text, len(metrics))] if metrics else []


def without_pairs(scores: Scores) -> Scores:
    """The same, with what is to be said of runs that have no value for a query that another has one for."""
    queries = plural(count(scores.connection, "query_id"), "query")
    pairs, runs, first = fetch_one(scores.connection, PAIRS_WITHOUT)
    if not pairs:
        return replace(scores, about=f"over {queries}")
    metric, run, query = map(said, first)
    text = f"{plural(pairs, 'run/query pair')} of {plural(runs, 'run')} without a value, left out"
    text += f" (first: {metric} of run {run}, query {query})"
    problem = Problem("warning", "pairs without a value", text, pairs)
    about = f"of each run over those of the {queries} that it has a value for"
    return replace(scores, about=about, warnings=(*scores.warnings, problem))


VALUED = "select run, query_id, metric from evalsql_scores join evalsql_asked using (metric) where value is not null"
PAIRS_WITHOUT = f"""
with valued as ({VALUED})
select count(distinct (run, query_id)), count(distinct run), min([metric, run, query_id])
from (select distinct run from evalsql_scores)
cross join (select distinct query_id, metric from valued)
anti join valued using (run, query_id, metric)
"""


def directions(measures: Sequence[str], lower: Measures) -> dict[str, Better]:
    """Which values of each measure are better: lower ones of those that the user names, else as its head says.

    Who names some means that of all others that evalsql does not know higher values are.
    """
    given = [lower] if isinstance(lower, str | Measure) else lower
    named = [name for each in map(str, given) for name in ([each] if each in measures else each.split(","))]
    for name in named:
        if name not in measures:
            raise InputError(f"lower: unknown measure {said(name)}; measures: {first_few(measures)}")
    unknown: Better = "higher" if named else "neither"
    known: dict[str, Better] = {text: each.better if (each := head(text)) else unknown for text in measures}
    known.update(dict.fromkeys(named, "lower"))
    return known


def head(measure: str) -> Metric | None:
    """The metric of a measure, or of a curve over a region of its ranks, nDCG@5-10, where evalsql knows it."""
    try:
        return parse_measure(re.sub(r"(@\d+)-\d+$", r"\1", measure)).metric
    except InputError:
        return None


def count(connection: Connection, column: str) -> int:
    """How many different values a column of the scores has, if these have a value."""
    return fetch_one(connection, f"select count(distinct {column}) from ({VALUED})")[0]
