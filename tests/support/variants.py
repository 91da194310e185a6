"""Settings of a metric to try: its defaults, and parameters at other values."""

from collections.abc import Iterator
from functools import cache

import evalsql
from evalsql.catalog import listing
from evalsql.catalog.gains import GAINS
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Metric, Parameter

OTHERS = (2.0, 0.5, 3.0, 0.25)  # the first that a parameter takes, and is not its default, stands for all others
CUTOFFS = (1, 5, 1000)


def others(parameter: Parameter) -> tuple:
    """Values of a parameter other than its default."""
    if parameter.type == GAINS:
        return ({1: 0.5, 2: 0.25, 3: 1},)
    if parameter.cutoff:
        return CUTOFFS
    if parameter.name == "top":
        return (5.0 if parameter.default == 4 else 4.0,)  # no relevance of the fixtures is above
    if parameter.name == "min_rel":
        return (0.5,)  # it is to be below max_rel
    if parameter.name == "size":
        return (1e6,)  # a collection is larger than what is known of it
    if parameter.one_of:
        # the scores of the fixtures are not from 0 to 1, and a collection needs a size too
        return tuple(value for value in parameter.one_of if value not in (parameter.default, "score", "collection"))
    if parameter.name == "points" and parameter.type == "VARCHAR":
        return (".25,.5,1",)
    fine = (value for value in OTHERS if value in parameter.within and value != parameter.default)
    value = next(fine)
    return (int(value) if parameter.type == "INTEGER" else value,)


def variants(metric: Metric) -> Iterator[evalsql.Measure]:
    """The metric in several settings: its defaults, each parameter alone, and all of them with each cutoff."""
    required = {name: others(p)[0] for name, p in metric.parameters.items() if p.required}
    yield make_measure(metric.name, metric, required)
    for name, parameter in metric.parameters.items():
        for value in others(parameter):
            if value != required.get(name):
                size = {"size": 1e6} if name == "rest" else {}  # of what is neither retrieved nor relevant
                yield make_measure(metric.name, metric, required | size | {name: value})
    together = {name: others(p)[0] for name, p in metric.parameters.items()}
    for cutoff in CUTOFFS if metric.cutoff and len(together) > 1 else ():
        yield make_measure(metric.name, metric, together | {metric.cutoff: cutoff})


def all_variants() -> list[evalsql.Measure]:
    """Every metric of the catalog in several settings, each once."""
    found = {str(measure): measure for metric in evalsql.metrics().values() for measure in variants(metric)}
    return list(found.values())


def representative(metric: Metric) -> bool:
    """Whether a metric or curve stands for those that read the same relations."""
    return metric.name in longest("curves" if metric.over else "metrics")


@cache
def longest(folder: str) -> set[str]:
    """Of each set of relations read, the metric with the longest body."""
    found = sorted(listing.metrics(folder).values(), key=lambda metric: len(metric.body))
    return set({metric.reads: metric.name for metric in found}.values())
