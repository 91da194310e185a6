"""Charts under test: scores to draw, and the rows that a chart draws."""

from typing import Any

import pyarrow as pa


def scores_of(values: dict[str, list[float]], metric: str = "AP") -> pa.Table:
    """A table of scores: those of each run, for queries q0, q1, ..."""
    lines = [(run, f"q{place}", metric, value) for run, line in values.items() for place, value in enumerate(line)]
    return pa.table(dict(zip(("run", "query_id", "metric", "value"), zip(*lines, strict=True), strict=True)))


def drawn(chart: Any) -> list[dict[str, Any]]:
    """The rows that a chart draws, as Vega-Lite gets them."""
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]
