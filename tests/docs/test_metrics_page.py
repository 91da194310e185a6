"""The page of metrics has a row for every metric and curve."""

from collections.abc import Iterable
from itertools import groupby

import pages

from evalsql.catalog.gains import GAINS
from evalsql.catalog.listing import curves, metrics
from evalsql.catalog.metric import Metric
from evalsql.cli.commands.metrics import default_of, range_of

METRICS_PAGE = "docs/reference/metrics.md"
EVERY = [*metrics().values(), *curves().values()]


def markdown(metrics: Iterable[Metric]) -> str:
    """A table for each family, one row per metric or curve."""
    parts = []
    for family, members in groupby(sorted(metrics, key=lambda metric: metric.family), key=lambda metric: metric.family):
        rows = "\n".join(map(markdown_row, members))
        head = "| measure | what it is | range | papers | in trec_eval |\n|---|---|---|---|---|"
        parts.append(f"## {family}\n\n{head}\n{rows}")
    return "\n\n".join(parts)


def markdown_row(metric: Metric) -> str:
    """A metric or curve as a row of a table."""
    title = f"{metric.title} (curve over {metric.over})" if metric.over else metric.title
    peers = ", ".join(f"`{name}`" for name in metric.peers.get("trec_eval", ()))
    return f"| `{usage(metric)}` | {title} | {range_of(metric)} | {'; '.join(metric.papers)} | {peers} |"


def usage(metric: Metric) -> str:
    """How a metric is written with all it takes: RBP(p=0.8,rel=1)@k."""
    inside = ",".join(
        p.name if p.type == GAINS else f"{p.name}={default_of(p)}" for p in metric.parameters.values() if not p.cutoff
    )
    return metric.name + (f"({inside})" if inside else "") + ("@k" if metric.cutoff else "")


def families() -> str:
    """A row for each family, with the names of its metrics and curves."""
    rows = ["| family | metrics | curves |", "|---|---|---|"]
    for family in sorted({each.family for each in EVERY}):
        members = [each for each in EVERY if each.family == family]
        of_kind = [", ".join(f"`{m.name}`" for m in members if bool(m.over) == curve) for curve in (False, True)]
        rows.append(pages.row(family, *of_kind))
    return "\n".join(rows)


def test_the_page_has_every_metric_and_curve() -> None:
    pages.fill(METRICS_PAGE, "metrics", markdown(EVERY))


def test_the_page_begins_with_the_families() -> None:
    pages.fill(METRICS_PAGE, "families", families())
