"""The statements of sql/ other than metrics: steps of a ranking, analyses of scores and judgments, reports."""

from collections.abc import Sequence
from typing import Any, Literal

from evalsql.catalog.literals import literal
from evalsql.catalog.measure import Measure
from evalsql.catalog.relations import kept, relation, relations_in, with_beneath
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import environment, expand
from evalsql.render.builtins import qualified
from evalsql.sqltext import identifier, quote, writes_sql

Made = Literal["table", "view", "type"]


@writes_sql
def ranking(name: str, folder: str = "ranking", **values: Any) -> str:
    """The SQL of a step of sql/ranking, or of another folder, with what its template asks for."""
    return expand(body_of(folder, name), **{"depth": None} | values)


def creation(name: str, made: Made = "table", folder: str = "ranking", **values: Any) -> str:
    """The statement that makes the table evalsql_<name>, a view or an ENUM of that name, of a file of sql/."""
    select = ranking(name, folder, **values)
    return table(name, f"enum ({select})" if made == "type" else select, made)


def table(name: str, select: str, made: Made = "table") -> str:
    """The statement that makes the table evalsql_<name>, or what else is made, of a query."""
    return f"create or replace temp {made} evalsql_{name} as {select}"


@writes_sql
def comparison(folder: str, name: str, udf: bool = True, clustered: bool = False, **values: Any) -> str:
    """The SQL of a file over the tables evalsql_... that hold the relations it reads."""
    body = expand(body_of(folder, name), udf=udf, clustered=clustered, **values)
    # of what it reads alone: DuckDB before 2 looks for the table even if nothing reads it
    tables = ", ".join(f"{each} as not materialized (from evalsql_{each})" for each in relations_in(body))
    return f"with {tables} from ({body})" if tables else body


@writes_sql
def comparison_macro(**values: Any) -> str:
    """A statement that creates a table macro over scores, or over rankings, from what its frame asks for."""
    return qualified(environment().get_template("frames/comparison_macro.sql").render(values).strip())


def report(name: str, measures: Sequence[Measure], **values: str) -> str:
    """A report of sql/reports over what an evaluation keeps, for some of its measures in the order given."""
    over = measures[0].metric.over if measures else None
    body = ranking(name, "reports", measures=columns(measures), over=over, **{"baseline": None} | values)
    return with_relations(body, measures)


def averages(curves: Sequence[Measure]) -> str:
    """The means of curves over queries, of sql/scores/runs/averages.sql."""
    return with_relations(ranking("averages", "scores"), curves)


def with_relations(body: str, measures: Sequence[Measure]) -> str:
    """SQL with the relations that it reads: those in tables of an evaluation, and what is made of them."""
    tables = kept() | {"scores", "points", "slices", "texts"}  # which frames and a table of queries fill

    def text_of(name: str) -> str:
        return f"from evalsql_{name}" if name in tables else ranking(name, "scores", measures=columns(measures))

    found = with_beneath(relations_in(body), text_of)
    parts = (f"{name} as {'not ' * (name in tables)}materialized ({text})" for name, text in found.items())
    return f"with {', '.join(parts)} from ({body})" if found else body


def columns(measures: Sequence[Measure]) -> list[dict[str, Any]]:
    """What templates ask of measures: their texts, columns of leaderboards, and parameters, as SQL writes them."""
    return [
        {
            "text": quote(str(measure)),
            "column": identifier(str(measure)),
            "summary": measure.metric.summary,
            "order": "asc" if measure.metric.better == "lower" else "desc",
            "sign": measure.metric.sign,
            "axis": quote(measure.metric.over) if measure.metric.over else "null",
            **{name: literal(measure.metric.parameters[name], value) for name, value in measure.values.items()},
        }
        for measure in measures
    ]


def ideal() -> str:
    """The report of the greedy and the exact ideal, over a table nugget_base, with $alpha and $k to bind."""
    return expand(body_of("reports/judgments", "ideal"), greedy_ideal=relation("greedy_ideal", udf=True))
