"""SQL files in, SQL text out.

A user's value is bound by DuckDB in the batch frame and written as a literal of its type in the frames that must stand
alone.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from evalsql.builtins import OPERATORS, qualified
from evalsql.literals import literal, quote
from evalsql.macros import IN_USE, argument, called, columns_guard, gains_guard, table_of
from evalsql.metric import BY_SUBTOPIC, Metric, Parameter
from evalsql.sqlfiles import APART, body_of, code_only
from evalsql.templates import environment, expand

if TYPE_CHECKING:
    from evalsql.measure import Measure

RUNS = ("query_id", "doc_id", "score")  # the columns that a macro needs
QRELS = ("query_id", "doc_id", "relevance")
RELATIONS = ("retrieved", "judged", "recall_base", "topics", "ranks", *BY_SUBTOPIC)  # each may read those before it
# of them, those that an evaluation keeps in tables
STORED = ("retrieved", "judged", "recall_base", "topics", "nugget_base", "nuggets")
# the database that a macro over these tables reads: the one that its caller says, or has in use
DATABASE = f"coalesce(database, {IN_USE})"
# what is made of scores to compare them, in sql/comparisons; each may read those before it
COMPARED = (
    *("asked", "scores", "standardised", "compared", "standings", "opposed", "differences", "pairs", "blocks"),
    *("variances", "rank_sums", "categories"),
    *("contrasts", "effects", "limits", "tested", "corrected", "comparisons", "subset_means"),
    *("means", "other_means", "orderings", "swept", "rankings"),
)
# what is made of judgments to describe them, in sql/descriptions
DESCRIBED = ("given", "described", "crossed")
# what pools of judgments are made of, and what scores by them show, in sql/pools
POOLED = (
    *("pool_runs", "pool_qrels", "pool_contributors", "pool_teams", "contributed", "pool_conditions"),
    *("pool_scores", "pool_asked", "moved", "taus"),
)


@cache
def bare_words(text: str) -> frozenset[str]:
    """The words of SQL that are not parameters, in lower case."""
    return frozenset(re.findall(r"\w+", re.sub(r"\$\w+", " ", code_only(text)).lower()))


def relations_read(body: str) -> tuple[str, ...]:
    """The relations whose names stand in a body; topics always, since it says which queries are scored."""
    return tuple(name for name in RELATIONS if name in bare_words(body) or name == "topics")


def relations_beneath(body: str, kept: Container[str] = ()) -> tuple[str, ...]:
    """The relations that a body reads, and those that they read, save what is only read by those that are kept."""
    found = set(relations_read(body))
    for name in reversed(RELATIONS):
        if name in found and name not in kept:
            found.update(other for other in RELATIONS if other != name and other in bare_words(relation(name)))
    return tuple(name for name in RELATIONS if name in found)


def scores(metric: Metric, udf: bool = False) -> str:
    """The batch frame: an insert into what an evaluation keeps, with $metric and the metric's parameters to bind.

    Args:
        metric: what to compute.
        udf: whether the connection has the functions of evalsql.udfs.
    """

    def bound(parameter: Parameter) -> str:
        return f"(${parameter.name}::{parameter.type})"

    relations = {
        name: replace_parameters(metric, relation(name, udf=udf), bound)
        for name in relations_beneath(metric.body, STORED)
        if name not in STORED
    }
    name = "scores" if metric.over is None else "points"
    text = frame(name, metric, body=replace_parameters(metric, metric.body, bound), relations=relations)
    # the tables by their own names: DuckDB takes longer where a common table expression calls them otherwise
    return rename(text, {name: f"evalsql_{name}" for name in STORED})


def query(measure: "Measure", runs: str = "runs", qrels: str = "qrels") -> str:
    """A query that needs nothing but runs and qrels, with the measure's values written in it.

    Args:
        measure: what to compute.
        runs: what to read runs from, as SQL: a table's name or a quoted path.
        qrels: what to read judgments from, likewise.
    """
    values = {name: literal(measure.metric.parameters[name], value) for name, value in measure.values.items()}
    return frame(
        "query",
        measure.metric,
        **prefixed(
            measure.metric,
            expand(measure.metric.template, measure.values),
            lambda parameter: values[parameter.name],
        ),
        runs=runs,
        qrels=qrels,
        run="run",
        label=quote(str(measure)),
        ordered=True,
    )


def macro(metric: Metric) -> str:
    """A statement that creates a table macro, `ndcg(runs := 'runs', qrels := 'qrels', k := 10)`.

    A curve's is called `ndcg_curve`. A literal given to a macro is a DECIMAL, so a DOUBLE parameter is written
    `(p + 0e0)`: the same bits as when bound.
    """
    values = called(metric)
    values["guards"] += [columns_guard(metric.name, "runs", RUNS, "score"), OPERATORS]
    statement = frame(
        "macro",
        metric,
        **prefixed(metric, metric.body, argument),
        **values,
        runs=table_of("runs", ("run", *RUNS)),
        qrels=table_of("qrels", QRELS),
        run="coalesce(run, runs)",
        qrels_guards=[columns_guard(metric.name, "qrels", QRELS, "relevance"), gains_guard(metric.name)],
    )
    return qualified(statement)


def stored(metric: Metric, mark: str, *, by_subtopic: bool = True, retrieved: str = "runs") -> str:
    """A statement that creates a table macro over the relations that an analysis database keeps, `ndcg(k := 10)`.

    Args:
        metric: what to compute.
        mark: the view that shows that a database is the one of the macro.
        by_subtopic: whether the judgments of the database are by subtopic; where not, a macro that needs them says so.
        retrieved: the table or view in which every document that was retrieved stands.
    """
    needs = f"evalsql: {metric.name} needs judgments by subtopic, and those of this database are not"
    refused = [f"error({quote(needs)})::boolean"] if metric.by_subtopic and not by_subtopic else []
    tables = {name: retrieved if name == "retrieved" else name for name in STORED}
    values = called(metric) | {"stored": True, "tables": [f"_es_{name}" for name in tables]}
    values |= {"database": DATABASE, "mark": quote(mark)}
    values["guards"] = [*refused, *values["guards"], OPERATORS]
    return qualified(frame("stored", metric, **prefixed(metric, metric.body, argument, tables), **values))


def frame(name: str, metric: Metric, **values: Any) -> str:
    """A frame of sql/frames around a metric."""
    empty = "null" if metric.when_empty is None else metric.when_empty
    defaults = {"name": metric.name, "over": metric.over, "when_empty": empty, "guards": [], "qrels_guards": []}
    defaults |= {"ordered": False, "stored": False, "fit": None}
    return environment().get_template(f"frames/{name}.sql").render(defaults | values).strip()


def replace_parameters(metric: Metric, text: str, write: Callable[[Parameter], str]) -> str:
    """SQL with each `$name` written anew, save in texts and comments."""

    def written(found: re.Match) -> str:
        return write(metric.parameters[found["name"]]) if found["name"] else found[0]

    return re.sub(rf"{APART.pattern}|\$(?P<name>\w+)", written, text, flags=re.DOTALL)


def prefixed(
    metric: Metric, body: str, write: Callable[[Parameter], str], tables: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The body and the relations of a metric for a frame that stands alone.

    There they are common table expressions, whose names would hide a user's tables of the same name from the inputs;
    so the names get a prefix. Some relations may stand in tables, others are spelled out.
    """
    kept = tables or {}

    def spelled_out(name: str) -> str:
        if name in kept:
            kept_in = {"table": kept[name], "database": DATABASE}
            return environment().get_template("frames/kept.sql").render(name=name, **kept_in).strip()
        return replace_parameters(metric, relation(name), write)

    texts = {name: spelled_out(name) for name in relations_beneath(body, kept)}
    own = {name for text in texts.values() for name in re.findall(r"(\w+) as \(", code_only(text))} | texts.keys()
    names = {name: f"_es_{name}" for name in own}
    return {
        "by_subtopic": any(name in BY_SUBTOPIC for name in texts),
        "body": rename(replace_parameters(metric, body, write), names),
        "relations": {rename(name, names): rename(text, names) for name, text in texts.items()},
    }


def rename(text: str, names: Mapping[str, str]) -> str:
    """SQL with other names for relations, save in texts and comments, and where the schema main is said."""
    pattern = rf"{APART.pattern}|(?<!main\.)\b(?P<name>{'|'.join(sorted(names))})\b"

    def written(found: re.Match) -> str:
        return names[found["name"].lower()] if found["name"] else found[0]

    return re.sub(pattern, written, text, flags=re.DOTALL | re.IGNORECASE)


@cache
def relation(
    name: str,
    runs: str = "_es_runs",
    qrels: str = "_es_qrels",
    subtopics: str = "_es_subtopics",
    udf: bool = False,
) -> str:
    """The SQL of a relation of sql/relations, over runs and judgments that stand in tables of these names.

    Args:
        name: the relation.
        runs: the table of runs.
        qrels: the table of judgments, one for a query and document.
        subtopics: the table of judgments by subtopic.
        udf: whether a greedy order is found by a Python function, which the connection must have, or in SQL.
    """
    greedy = "udf" if udf else "sql"
    return expand(body_of("relations", name), runs=runs, qrels=qrels, subtopics=subtopics, greedy=greedy)


@cache
def ranking(name: str, **values: str | int | bool | None) -> str:
    """The SQL of a step of sql/ranking, with what its template asks for."""
    return environment().from_string(body_of("ranking", name)).render({"depth": None} | values).strip()


def comparison(folder: str, name: str, udf: bool = True, **values: Any) -> str:
    """The SQL of a file that compares scores, over the tables that hold the relations of sql/comparisons.

    Args:
        folder: the folder of sql/ that the file is in, such as comparisons or significance.
        name: the file.
        udf: whether functions of statistics are Python's, which the connection must have, or written out in SQL.
        values: what else the file has in braces.
    """
    body = expand(body_of(folder, name), udf=udf, **values)
    # what it reads, save what it names itself: DuckDB before 2 looks for the table even where nothing reads it
    code = code_only(body).lower()
    read = set(re.findall(r"\b(?:from|join)\s+(\w+)", code)) - {name, *re.findall(r"\b(\w+) as \(", code)}
    tables = ", ".join(
        f"{each} as not materialized (from evalsql_{each})" for each in COMPARED + DESCRIBED + POOLED if each in read
    )
    return f"with {tables} from ({body})" if tables else body


def comparison_macro(**values: Any) -> str:
    """A statement that creates a table macro over scores, or over rankings, from what its frame asks for."""
    return qualified(environment().get_template("frames/comparison_macro.sql").render(values).strip())


def report(name: str, measures: Sequence["Measure"], **values: str) -> str:
    """A report of sql/reports over what an evaluation keeps, for some of its measures in the order given.

    Args:
        name: the report.
        measures: the measures, or, of a report of curves, the curves.
        values: what else the report writes into its SQL: literals, each quoted.
    """
    columns = [
        {
            "text": quote(str(measure)),
            "column": '"' + str(measure).replace('"', '""') + '"',
            "summary": {"mean": "avg", "sum": "sum"}[measure.metric.summary],
            "order": "asc" if measure.metric.better == "lower" else "desc",
            **{name: literal(measure.metric.parameters[name], value) for name, value in measure.values.items()},
        }
        for measure in measures
    ]
    names = {"measures": columns, "over": measures[0].metric.over if measures else None, "baseline": None} | values
    return environment().from_string(body_of("reports", name)).render(names).strip()


def ideal() -> str:
    """The report of the greedy and the exact ideal, over a table nugget_base, with $alpha and $k to bind."""
    return expand(body_of("reports", "ideal"), greedy_ideal=relation("greedy_ideal", udf=True))
