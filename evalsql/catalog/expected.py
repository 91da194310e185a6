"""What metrics are expected to be where every order of tied documents is as likely: the files of sql/expected."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from jinja2 import TemplateError

from evalsql.catalog import relations
from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.heads import check_parameters, check_table, read_examples
from evalsql.catalog.listing import metric
from evalsql.catalog.measure import Measure
from evalsql.catalog.metric import Metric
from evalsql.catalog.sqlfiles import split_file
from evalsql.catalog.templates import expand
from evalsql.errors import CatalogError, InputError

FOLDER = "expected"
HEAD = {"name": str, "about": str, "formula": str, "cite": str, "example": list}


def has_expected(metric: Metric) -> bool:
    """Whether a metric has a file in sql/expected; no curve has one."""
    return metric.over is None and metric.name.lower() in names(FOLDER)


@cache
def expected(name: str) -> Metric:
    """A metric with the body, and the worked examples, of its file in sql/expected.

    A file without a body says that the metric is the same in every order, so that its own body holds.
    """
    file = f"{FOLDER}/{name}.sql"
    head, template = split_file(file, (sql_folder() / file).read_text(encoding="utf-8"))
    check_table(file, "the head", head, HEAD, ("name", "about", *(("formula", "example") if template else ())))
    found = metric(name)
    if found is None or head["name"] != found.name:
        raise CatalogError(f"{file}: is of {head['name']}; it must be called as the file of a metric in sql/metrics")
    if not template:
        return found
    try:
        body = expand(template)
    except TemplateError as error:
        raise CatalogError(f"{file}: a fragment in the body cannot be used: {error}") from None
    check_parameters(file, body, found.parameters, beneath=False)
    return replace(
        found,
        template=template,
        body=body,
        reads=relations.relations_read(body),
        needs_scores=True,
        examples=read_examples(file, head["example"], found.parameters, curve=False),
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
            there = sorted((expected(name).name for name in names(FOLDER)), key=str.lower)
            raise InputError(
                f"{measure} has no closed form of its mean over the orders of ties; those that have one are"
                f" {', '.join(there)}"
            )
