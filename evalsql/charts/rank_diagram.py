"""The mean ranks of runs, with bars over those that do not differ: Demsar's diagram."""

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

from evalsql.charts import data, theme
from evalsql.comparing.scores import Scores
from evalsql.errors import InputError

MOST = 60  # runs
BESIDE = 0.27  # of the width that names may take at either side
ROW, BAR = 15, 6  # pixels from a name to the next, and from a bar to the next
TOP, ABOVE = 10, 16  # pixels from the axis to the first bar, and above the axis, where the critical difference is drawn


def ranked(scores: Scores, values: dict[str, Any]) -> dict[str, Any]:
    """Makes the ranks of the runs; finds the pairs that differ, by the first test of comparisons, if there are any."""
    runs = scores.runs()
    if not 2 <= len(runs) <= MOST:
        raise InputError(f"the diagram is of 2 to {MOST} runs, and there are {len(runs)}")
    scores.make("blocks", "rank_sums")
    values |= {"metric": scores.measures[0], "apart": None}
    if (given := values.pop("comparisons")) is not None:
        table = data.table_of(given, ("run", "other", "difference", "significant"), "compare")
        if "slice" in table.column_names:
            table = data.without_slices(table)
        metric = data.chosen(table, "metric", values["metric"])
        rows = [row for row in table.to_pylist() if row["metric"] == metric]
        differing = [row for row in rows if row["significant"] and row["test"] == rows[0]["test"]]
        values["apart"] = [[row["run"], row["other"]] for row in differing] or [["", ""]]
    return {}


def diagram(
    rows: data.Rows, look: theme.Look, names: Mapping[str, str | None], values: Mapping[str, Any]
) -> dict[str, Any]:
    """The axis, a line from the mean rank of each run to its name, and bars over groups."""
    short = theme.labels(sorted(row["run"] for row in rows), theme.longest_in(look, BESIDE))
    for row in rows:
        row["name"] = short[row["run"]]
    left = rows[: (len(rows) + 1) // 2]
    right = rows[len(left) :][::-1]  # the last run first, whose line is the shortest
    low, high = floor(rows[0]["mean_rank"]), ceil(rows[-1]["mean_rank"])
    high = max(high, low + 1)
    bars = bars_of(rows)
    beneath = TOP + BAR * (1 + max((bar["level"] for bar in bars), default=0)) + ROW / 2
    wide = max(theme.text_width(row["name"]) for row in rows) + 12
    rank = (high - low) / max(look.pixels - 2 * wide - 16, 60)  # of a pixel
    ends = [low - wide * rank, high + wide * rank]
    spokes = []
    for side, part in zip(ends, (left, right), strict=True):
        edge = low - 6 * rank if side < low else high + 6 * rank
        for place, row in enumerate(part):
            text = edge + (-4 if side < low else 4) * rank
            spokes.append(row | {"edge": edge, "y": beneath + ROW * place, "axis": 0, "text": text})
    height, size = beneath + ROW * len(left), rows[0]["critical_difference"]
    ticks = list(range(low, high + 1, 1 + (high - low) // 12))
    ruler = [{"from": low, "to": low + size, "y": -ABOVE / 2, "text": f"CD {size:.2f}"}]
    return {
        "spokes": spokes,
        "bars": bars,
        "ticks": ticks,
        "notches": [{"rank": each, "y": 0, "end": -4} for each in ticks],
        "rule": [{"from": low, "to": high, "y": 0}],
        "ruler": ruler if rows[0]["how"].startswith("Nemenyi") and size <= high - low else [],
        "across": ends,
        "down": [-ABOVE, height],
        "height": height + ABOVE,
    }


def bars_of(rows: data.Rows) -> data.Rows:
    """The bars over groups, each at the first level where it does not touch another."""
    levels: list[float] = []
    bars = []
    for row in rows:
        if row["begins"]:
            last = rows[row["reach"] - 1]["mean_rank"]
            level = next((place for place, end in enumerate(levels) if end < row["mean_rank"]), len(levels))
            levels[level : level + 1] = [last]
            bars.append({"from": row["mean_rank"], "to": last, "level": level, "y": TOP + BAR * level})
    return bars
