"""Expected values of metrics if every order of tied documents is equally likely: the files of sql/expected."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from jinja2 import TemplateError

from evalsql.catalog import relations
from evalsql.catalog.definitions import definitions, find_definition
from evalsql.catalog.heads import check_parameters, check_table, read_examples
from evalsql.catalog.listing import metric, metrics
from evalsql.catalog.measure import Measure
from evalsql.catalog.metric import Metric, spell_out
from evalsql.errors import CatalogError, InputError

FOLDER = "expected"
HEAD = {"name": str, "about": str, "formula": str, "cite": str, "example": list}


def has_expected(metric: Metric) -> bool:
    """Whether a metric has a form in sql/expected, or no order of ties changes it; no curve has either."""
    return metric.over is None and (bool(metric.ties) or find_definition(metric.name, FOLDER) is not None)


@cache
def expected(name: str) -> Metric:
    """A metric with the body and the examples of its form in sql/expected, or itself if no order of ties changes it."""
    found = metric(name)
    if found is None:
        raise CatalogError(f"{FOLDER}: there is no metric {name}; a name there must be that of one in sql/metrics")
    if found.ties:
        return found
    place = find_definition(name, FOLDER)
    if place is None:
        raise CatalogError(f"{FOLDER}: there is no form of {name}")
    file = f"{place[0]}.sql"
    form = definitions(place[0])[place[1]]
    check_table(file, "the head", form.head, HEAD, ("name", "about", "formula", "example"))
    try:
        body = spell_out(form.body, found.fixed, found.literals)
    except TemplateError as error:
        raise CatalogError(f"{file}: a fragment in the body cannot be used: {error}") from None
    check_parameters(file, body, found.parameters, beneath=False)
    return replace(
        found,
        template=form.body,
        body=body,
        reads=relations.relations_read(body),
        needs_scores=True,
        examples=read_examples(file, form.head["example"], found.parameters, curve=False),
    )


def refuse_unexpected(measures: Iterable[Measure]) -> None:
    """Refuses measures whose expected value over the orders of ties has no form in sql/expected."""
    for measure in measures:
        if measure.metric.over:
            raise InputError(
                f"the curve {measure} has no mean over the orders of ties; ask for a metric at a few cutoffs, such as"
                " nDCG@10"
            )
        if not has_expected(measure.metric):
            there = sorted((each.name for each in metrics().values() if has_expected(each)), key=str.lower)
            raise InputError(
                f"{measure} has no closed form of its mean over the orders of ties; those that have one are"
                f" {', '.join(there)}"
            )
