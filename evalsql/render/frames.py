"""SQL files in, SQL text out.

A user's value is bound by DuckDB in the batch frame and written as a literal of its type in the frames that must stand
alone.
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from evalsql.catalog.folder import names
from evalsql.catalog.gains import RELEVANCE_RULE
from evalsql.catalog.literals import literal
from evalsql.catalog.metric import Metric, Parameter
from evalsql.catalog.relations import by_subtopic, kept, priced, relation, relations_read, sampled, with_beneath
from evalsql.catalog.sqlfiles import APART, body_of, code_only
from evalsql.catalog.templates import environment, expand
from evalsql.render import checks
from evalsql.render.builtins import DIVISION, OPERATORS, qualified
from evalsql.render.guards import IN_USE, argument, called, columns_guard, fit_number, gains_guard, table_of
from evalsql.sqltext import NESTED, Sql, no_underscore, number_or_nan, quote, writes_sql

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure

RUNS = ("query_id", "doc_id", "score")  # the columns that a macro needs
QRELS = ("query_id", "doc_id", "relevance")
COSTS = ("query_id", "doc_id", "cost")
NO_COSTS = Sql(f"(select {', '.join(f'null as {column}' for column in COSTS)} where false)")
# the database that a macro over these tables reads: the one that its caller says, or has in use
DATABASE = Sql(f"coalesce(database, {IN_USE})")


def scores(metric: Metric, udf: bool = False, judged_only: bool = False, near: bool = False) -> str:
    """The batch frame: an insert into what an evaluation keeps, with $metric and the metric's parameters to bind."""
    # the folders that give other relations than those kept; where both do, near is made of what is left
    folders = ["near"] * near + ["condensed"] * judged_only
    others = frozenset().union(*map(names, folders))

    def other(name: str, folder: str) -> str:
        return expand(body_of(folder, name), scores=metric.needs_scores or "retrieved" in metric.reads)

    def bound(parameter: Parameter) -> str:
        return f"(${parameter.name}::{parameter.type})"

    def spelled_out(name: str) -> str | None:
        for folder in folders:
            if name in names(folder):
                text = other(name, folder)
                return Sql(text.replace("evalsql_", "condensed_")) if folder != folders[-1] else text
        return None if name in kept() else replace_parameters(metric, relation(name, udf=udf), bound)

    relations = with_beneath(relations_read(metric.body), spelled_out)
    if len(folders) > 1:
        left = ["near", *relations.keys() & set(names("near"))]
        relations = {f"condensed_{name}": other(name, "condensed") for name in left} | relations
    name = "scores" if metric.over is None else "points"
    text = frame(name, metric, body=replace_parameters(metric, metric.body, bound), relations=relations)
    # the tables by their own names: DuckDB takes longer where a common table expression calls them otherwise
    return rename(text, {name: f"evalsql_{name}" for name in kept() - others})


def query(measure: "Measure", runs: str = "runs", qrels: str = "qrels", costs: str | None = None) -> str:
    """A query that needs nothing but runs and qrels, with the measure's values written in it."""
    values = {name: literal(measure.metric.parameters[name], value) for name, value in measure.values.items()}
    return frame(
        "query",
        measure.metric,
        **prefixed(
            measure.metric,
            measure.metric.spell_out(measure.values),
            lambda parameter: values[parameter.name],
            judged_only=measure.judged_only,
        ),
        runs=runs,
        qrels=qrels,
        costs=NO_COSTS if costs is None else Sql(f"({NO_COSTS[1:-1]} union all by name from {costs})"),
        run="run",
        label=quote(str(measure)),
        guards=[DIVISION],
        ordered=True,
    )


def macro(metric: Metric) -> str:
    """A statement that creates a table macro, `ndcg(runs := 'runs', qrels := 'qrels', k := 10)`.

    A curve's is called `ndcg_curve`. A literal given to a macro is a DECIMAL, so a DOUBLE parameter is written
    a cast to it: the same bits as when bound.
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
        # a macro must name a table that is there; of the runs, it takes no row
        costs=table_of("coalesce(costs, runs)", COSTS),
        costs_given=Sql("costs is not null"),
        run=Sql("coalesce(run::varchar, runs)"),
        qrels_guards=[columns_guard(metric.name, "qrels", QRELS, "relevance"), gains_guard(metric.name)],
    )
    return qualified(statement)


def problems() -> str:
    """A statement that creates the table macro problems, which lists what is wrong with runs and qrels."""
    kinds = [("runs", Sql("a run was"), "score", Sql("a finite number was expected"))]
    kinds += [("qrels", Sql("judgments were"), "relevance", Sql(RELEVANCE_RULE))]
    text = environment().get_template("frames/problems.sql")
    given = {"table_of": table_of, "fit_number": fit_number, "number_or_nan": number_or_nan}
    given |= {"no_underscore": no_underscore, "nested": quote(NESTED)}
    return qualified(text.render(kinds=kinds, checks=checks.queries(), **given).strip())


def stored(
    metric: Metric, mark: str, *, by_subtopic: bool = True, sampled: bool = True, retrieved: str = "runs"
) -> str:
    """A statement that creates a table macro over the relations that an analysis database keeps, `ndcg(k := 10)`."""
    needs = f"evalsql: {metric.name} needs subtopic judgments, but this database has none"
    refused = [Sql(f"error({quote(needs)})::boolean")] if metric.by_subtopic and not by_subtopic else []
    if metric.sampled and not sampled:
        needs = f"evalsql: {metric.name} needs judgments with strata, but this database has none"
        refused.append(Sql(f"error({quote(needs)})::boolean"))
    # what is priced is made of two of the others
    tables = {name: f"internal.{name}" for name in kept() - {"priced"}} | {"retrieved": f"main.{retrieved}"}
    values = called(metric) | {"stored": True, "tables": [f"_es_{name}" for name in tables]}
    values |= {"database": DATABASE, "mark": quote(mark)}
    values["guards"] = [*refused, *values["guards"], OPERATORS]
    return qualified(frame("stored", metric, **prefixed(metric, metric.body, argument, tables), **values))


@writes_sql
def frame(name: str, metric: Metric, **values: Any) -> str:
    """A frame of sql/frames around a metric."""
    empty = "null" if metric.when_empty is None else metric.when_empty
    defaults = {"name": metric.name, "over": metric.over, "when_empty": empty, "guards": [], "qrels_guards": []}
    defaults |= {"ordered": False, "stored": False, "fit": None, "costs_given": None, "fit_number": fit_number}
    return environment().get_template(f"frames/{name}.sql").render(defaults | values).strip()


@writes_sql
def replace_parameters(metric: Metric, text: str, write: Callable[[Parameter], str]) -> str:
    """SQL with each `$name` replaced, except in texts and comments."""

    def written(found: re.Match) -> str:
        return write(metric.parameters[found["name"]]) if found["name"] else found[0]

    return re.sub(rf"{APART.pattern}|\$(?P<name>\w+)", written, text, flags=re.DOTALL)


def prefixed(
    metric: Metric,
    body: str,
    write: Callable[[Parameter], str],
    tables: Mapping[str, str] | None = None,
    judged_only: bool = False,
) -> dict[str, Any]:
    """The body and the relations of a metric for a frame that stands alone.

    There they are common table expressions, whose names would hide a user's tables of the same name from the inputs;
    so the names get a prefix. Some relations may stand in tables, others are spelled out.
    """

    def spelled_out(name: str) -> str:
        if tables and name in tables:
            kept_in = {"table": tables[name], "database": DATABASE}
            return environment().get_template("frames/kept.sql").render(name=name, **kept_in).strip()
        return replace_parameters(metric, relation(name, ranked="_es_ranked" if judged_only else None), write)

    texts = with_beneath(relations_read(body), spelled_out)
    own = {name for text in texts.values() for name in re.findall(r"(\w+) as \(", code_only(text))} | texts.keys()
    names = {name: f"_es_{name}" for name in own}
    return {
        "judged_only": judged_only,
        "by_subtopic": any(map(by_subtopic, texts)),
        "sampled": any(map(sampled, texts)),
        "priced": any(map(priced, texts)),
        "body": rename(replace_parameters(metric, body, write), names),
        "relations": {rename(name, names): rename(text, names) for name, text in texts.items()},
    }


@writes_sql
def rename(text: str, names: Mapping[str, str]) -> str:
    """SQL with other names for relations, save in texts and comments, and where the schema main is said."""
    pattern = rf"{APART.pattern}|(?<!main\.)\b(?P<name>{'|'.join(sorted(names))})\b"

    def written(found: re.Match) -> str:
        return names[found["name"].lower()] if found["name"] else found[0]

    return re.sub(pattern, written, text, flags=re.DOTALL | re.IGNORECASE)
