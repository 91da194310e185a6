"""The statements of sql/ that are no metric: steps of a ranking, what is made of scores and judgments, reports."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from evalsql.catalog.measure import Measure
from evalsql.catalog.relations import relation
from evalsql.catalog.sqlfiles import body_of, code_only
from evalsql.catalog.templates import environment, expand
from evalsql.render.builtins import qualified
from evalsql.render.literals import literal
from evalsql.sqltext import quote

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


def report(name: str, measures: Sequence[Measure], **values: str) -> str:
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
