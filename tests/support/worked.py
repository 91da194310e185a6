"""The worked examples of a metric or curve, all of one setting in one database, and what a body gives for them."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import duckdb
from databases import new_database

import evalsql
from evalsql import udfs
from evalsql.catalog import relations
from evalsql.catalog.measure import Measure, make_measure
from evalsql.catalog.metric import Example, Metric, tolerance


@dataclass(frozen=True)
class Setting:
    """Examples with the same parameters, each a query, and the relations that the batch keeps of them."""

    measure: Measure
    examples: dict[str, Example]
    connection: duckdb.DuckDBPyConnection

    def holds(self, statement: str) -> bool:
        """Whether what fills the table of scores, or of points, gives what every example says."""
        values = {name: value for name, value in self.measure.bound.items() if f"${name}" in statement}
        try:
            given = self.connection.execute(f"{statement} returning *", values | {"metric": "m"})
            columns = [name for name, *_ in given.description]
            rows = [dict(zip(columns, row, strict=True)) for row in given.fetchall()]
        except duckdb.Error:
            return False
        over = self.measure.metric.over
        return all(
            said_by(example, over, [row for row in rows if row["query_id"] == query])
            for query, example in self.examples.items()
        )


def said_by(example: Example, over: str | None, rows: list[dict]) -> bool:
    """Whether rows have the value that an example says, or the values of its curve."""
    if not example.values:
        return [near(row["value"], example.value) for row in rows] == [True]
    rows = sorted(rows, key=lambda row: row["point"])
    points = axis(over, len(example.values))
    return all(
        len(rows) == len(said) and all(near(row[name], value) for row, value in zip(rows, said, strict=True))
        for name, said in (("point", points), ("value", example.values), ("ideal", example.ideal))
        if said
    )


def axis(over: str, count: int) -> list[float]:
    """Where a curve with so many points has them."""
    if over == "rank":
        return [place + 1 for place in range(count)]
    steps = count - 1 if over == "recall" else count  # a recall of 1 has a point, a p of 1 has none
    return [place / steps for place in range(count)]


def near(value: float | None, said: Decimal | float | None) -> bool:
    """Whether a value is what an example says, to the digits that it says."""
    if value is None or said is None:
        return value is said
    return math.isclose(value, float(said), rel_tol=0, abs_tol=tolerance(said))


def settings(metric: Metric) -> list[Setting]:
    """The examples of a metric by their parameters."""
    alike: dict[str, tuple[Measure, dict[str, Example]]] = {}
    for number, example in enumerate(metric.examples, start=1):
        measure = make_measure(metric.name, metric, example.arguments)
        alike.setdefault(str(measure), (measure, {}))[1][f"q{number}"] = example
    return [Setting(measure, examples, related(metric, examples)) for measure, examples in alike.values()]


# what an example that says one of these has is what a measure refuses in others: a relevance above top, say
OWN = ("top", "size", "gains")


def measures_of(metric: Metric) -> dict[str, Measure]:
    """What the examples of a metric or curve are examples of, those of the first example first."""
    found = [make_measure(metric.name, metric, example.arguments) for example in metric.examples]
    return {str(measure): measure for measure in found}


def examples_of(measure: Measure) -> dict[str, Example]:
    """The examples of a measure, by the name of a query for each."""
    metric, examples = measure.metric, enumerate(measure.metric.examples, start=1)
    alike = {n: each for n, each in examples if str(make_measure(metric.name, metric, each.arguments)) == str(measure)}
    return {f"{metric.name} {n}": each for n, each in alike.items()}


def unmet(measures: Sequence[Measure]) -> list[str]:
    """The examples that do not hold in an evaluation; measures are evaluated together as far as their data allow it."""
    alike: dict[tuple, list[Measure]] = defaultdict(list)
    for measure in measures:
        own = [f"{name} {measure.values[name]}" for name in OWN if measure.values.get(name)]
        highest = max(relevance for _, _, relevance, *_ in judged(examples_of(measure)))
        above = highest > (measure.values.get("top") or math.inf)
        by_score = measure.values.get("system") == "score"  # which is from 0 to 1
        alike[measure.metric.over, measure.metric.by_subtopic, above, by_score, *own].append(measure)
    return [line for group in alike.values() for line in unmet_together(group)]


def unmet_together(measures: list[Measure]) -> list[str]:
    """The same of measures whose judgments are alike; where what one refuses is among them, of each half."""
    over, by_subtopic = measures[0].metric.over, measures[0].metric.by_subtopic
    examples = {name: each for measure in measures for name, each in examples_of(measure).items()}
    connection = with_examples(examples, by_subtopic, duckdb.connect())
    if by_subtopic:
        udfs.register(connection)
    try:
        evaluation = evalsql.Evaluation(connection=connection, measures=[] if over else measures, costs="costs")
        found = evaluation.curve(measures) if over else evaluation.score(measures)
    except (evalsql.InputError, duckdb.Error) as error:
        if len(measures) == 1:
            return [f"{measures[0]}: {str(error).splitlines()[0]}"]
        half = len(measures) // 2
        return unmet_together(measures[:half]) + unmet_together(measures[half:])
    columns = [{over: "point"}.get(name, name) for name in found.columns]
    rows: dict[tuple, list[dict]] = defaultdict(list)
    for row in found.fetchall():
        given = dict(zip(columns, row, strict=True))
        rows[given["metric"], given["query_id"]].append(given)
    asked = [(measure, query, example) for measure in measures for query, example in examples_of(measure).items()]
    return [
        f"{measure}, {query}, {example.about}: {[row['value'] for row in rows[str(measure), query]]}"
        for measure, query, example in asked
        if not said_by(example, over, rows[str(measure), query])
    ]


def with_runs(examples: dict[str, Example], of: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyConnection:
    """A connection with the rankings of some examples as table runs."""
    connection = new_database(of)
    connection.execute(
        "create table runs as select 'run' as run, unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id,"
        " unnest($3::double[]) as score",
        columns(retrieved(examples)),
    )
    return connection


def with_examples(
    examples: dict[str, Example], subtopics: bool, of: duckdb.DuckDBPyConnection
) -> duckdb.DuckDBPyConnection:
    """The same in the instance of a connection, with their judgments as table qrels, by subtopic or not, and strata."""
    connection = with_runs(examples, of)
    rows = list(judged(examples))
    assert subtopics or not any(subtopic for query, *_, subtopic, _ in rows if query != "other")
    put_costs(connection, examples)
    connection.execute(
        "create table qrels as select unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id,"
        " unnest($3::double[]) as relevance, unnest($4::varchar[]) as stratum"
        + ", unnest($5::varchar[]) as subtopic"
        * subtopics,
        columns((*row[:3], row[4], *row[3:4][:subtopics]) for row in rows),
    )
    return connection


def related(metric: Metric, examples: dict[str, Example]) -> duckdb.DuckDBPyConnection:
    """A database with the relations of some examples."""
    connection = with_runs(examples)
    connection.execute(
        "create table subtopics as select *, greatest(relevance, 0) as gain, 1::double as weight,"
        " null::double as probability from (select unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id,"
        " unnest($3::double[]) as relevance, unnest($4::varchar[]) as subtopic, unnest($5::varchar[]) as stratum)",
        columns(judged(examples)),
    )
    put_costs(connection, examples)
    connection.execute("""
        create table qrels as
        select query_id, doc_id, max(relevance) as relevance, max(gain) as gain, any_value(stratum) as stratum
        from subtopics group by query_id, doc_id;
        create table evalsql_scores (run varchar, query_id varchar, metric varchar, value double);
        create table evalsql_points
            (run varchar, query_id varchar, metric varchar, point double, value double, ideal double);
    """)
    read = relations.with_beneath(metric.reads, relations.relation).keys() & relations.kept()
    for name in relations.with_beneath(sorted(read), relations.relation):
        body = relations.relation(name, runs="runs", qrels="qrels", subtopics="subtopics", costs="costs")
        connection.execute(f"create table {name} as {body}; create view evalsql_{name} as from {name}")
    return connection


def put_costs(connection: duckdb.DuckDBPyConnection, examples: dict[str, Example]) -> None:
    """A table costs of the documents of examples whose costs these say, and of one that nothing retrieves."""
    rows = [("other", "none", 3.0)]
    for query, example in examples.items():
        rows += [(query, f"d{place}", float(cost)) for place, cost in enumerate(example.costs) if cost != "?"]
    connection.execute(
        "create table costs as select unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id,"
        " unnest($3::double[]) as cost",
        columns(iter(rows)),
    )


def retrieved(examples: dict[str, Example]) -> Iterator[tuple[str, str, float]]:
    """Query, document and score of every document, and one of no example, so that there is a run in any case."""
    yield "other", "d", 1.0
    for query, example in examples.items():
        for place in range(len(example.ranking)):
            yield query, f"d{place}", float(example.scores[place] if example.scores else 1000 - place)


def judged(examples: dict[str, Example]) -> Iterator[tuple]:
    """Query, document, relevance, subtopic and stratum of every judgment."""
    yield "other", "d", 1.0, "1", "1"
    for query, example in examples.items():
        documents = [(f"d{place}", value) for place, value in enumerate(example.ranking)]
        documents += [(f"missed{place}", value) for place, value in enumerate(example.missed)]
        strata = example.strata or ["1"] * len(documents)
        for (doc, value), stratum in zip(documents, strata, strict=True):
            yield from ((query, *row, stratum) for row in judgments(doc, value))


def judgments(doc: str, value: Any) -> list[tuple[str, float, str | None]]:
    """The judgments of a document of an example: its name, relevance and subtopic."""
    if isinstance(value, list):
        value = dict.fromkeys(value, 1)
    if isinstance(value, dict):
        # one that is relevant to nothing is judged all the same
        return [(doc, float(relevance), subtopic) for subtopic, relevance in (value or {"0": 0}).items()]
    return [] if value == "?" else [(doc, float(value), None)]


def columns(rows: Iterator[tuple]) -> list[list]:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)]
