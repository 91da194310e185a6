"""The contribution of each rank to a measure, as a query over the tables of an analysis database."""

import re

from evalsql.catalog.folder import names
from evalsql.catalog.literals import literal
from evalsql.catalog.measure import Measure
from evalsql.catalog.relations import condensed, kept, relation, relations_read, with_beneath
from evalsql.catalog.sqlfiles import body_of
from evalsql.catalog.templates import expand, words_of
from evalsql.render.frames import replace_parameters
from evalsql.sqltext import Sql, writes_sql

EVERY = {"retrieved", "priced", "sampled"}  # relations in which unjudged documents may count
SCORES = {"sum_score", "min_score", "max_score"}  # columns of topics
WHOLE = "whole_"  # before the name of a relation that must be without unjudged documents


def contributions(
    measure: Measure, *, depth: int, shown: str, retrieved: str = "runs", chosen: str | None = None
) -> str:
    """A query that says of each rank by how much the document there raises a measure."""
    metric = measure.metric
    values = {name: literal(metric.parameters[name], value) for name, value in measure.values.items()}
    template = metric.spell_out(measure.values)

    def written(text: str) -> str:
        return replace_parameters(metric, text, lambda parameter: values[parameter.name])

    def cut(name: str) -> str:
        return expand(body_of("cuts", name), retrieved=retrieved, scores=not SCORES.isdisjoint(words_of(template)))

    def spelled_out(name: str) -> str:
        if measure.judged_only and name in condensed():
            scores = metric.needs_scores or "retrieved" in metric.reads
            return Sql(expand(body_of("condensed", name), scores=scores).replace("evalsql_", WHOLE))
        if name in names("cuts"):
            return cut(name)
        if name in kept() and name != "priced":  # which is made of two of the others
            return Sql(f"select * from internal.{name}")
        return written(relation(name))

    relations = with_beneath(relations_read(template), spelled_out)
    read = sorted({name for text in relations.values() for name in re.findall(rf"\b{WHOLE}(\w+)", text)})
    return expand(
        body_of("reports/page", "query_contributions"),
        shown=shown,
        chosen=chosen,
        name=metric.name,
        when_empty="null" if metric.when_empty is None else metric.when_empty,
        retrieved=retrieved,
        # without the others, judged documents stand higher than here
        last=depth if measure.judged_only else min(depth, measure.cutoff),
        counts=counting(measure),
        relations={f"{WHOLE}{name}": cut(name) for name in read} | relations,
        formula=written(template),
    )


@writes_sql
def counting(measure: Measure) -> str:
    """The documents that can change a measure, as a condition of SQL; empty if all can."""
    metric = measure.metric
    # of documents with the same score, those that are not judged count as places
    every = not EVERY.isdisjoint(metric.reads) or metric.needs_scores or "num_ret" in words_of(metric.body)
    if every:
        return "relevance is not null" if measure.judged_only else ""
    return "relevance > 0" if metric.needs == "relevant" else "relevance is not null"
