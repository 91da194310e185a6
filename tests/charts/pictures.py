"""Charts under test: scores to draw, and the rows, panels and words that a chart draws."""

from typing import Any

import pyarrow as pa


def scores_of(values: dict[str, list[float]], metric: str = "AP") -> pa.Table:
    """A table of scores: those of each run, for queries q0, q1, ..."""
    lines = [(run, f"q{place}", metric, value) for run, line in values.items() for place, value in enumerate(line)]
    return pa.table(dict(zip(("run", "query_id", "metric", "value"), zip(*lines, strict=True), strict=True)))


def drawn(chart: Any) -> list[dict[str, Any]]:
    """The rows that a chart draws, as Vega-Lite gets them."""
    return [row for rows in spec_of(chart)["datasets"].values() for row in rows]


def spec_of(chart: Any) -> dict[str, Any]:
    """What Vega-Lite gets. That it is valid is tested once for each chart, since it takes longer than all else."""
    return chart.to_dict(validate=False)


def panels(chart: Any) -> list[dict]:
    """The specification of each panel."""
    spec = spec_of(chart)
    return spec.get("concat", [spec])


def subtitle(chart: Any) -> str:
    return " ".join(spec_of(chart)["title"]["subtitle"])
