"""What each measure is called where a name must be a word: nDCG@10 is ndcg_10."""

import re
from collections.abc import Sequence

from evalsql.catalog.measure import Measure
from evalsql.sqltext import quote


def column_names(measures: Sequence[Measure], taken: Sequence[str] = ("run", "query_id")) -> list[str]:
    """A name for the column of each measure: lower case, words joined by _, each once."""
    names: list[str] = []
    for measure in measures:
        name = first = re.sub(r"\W+", "_", str(measure).lower()).strip("_")
        number = 1
        while name in (*taken, *names):
            number += 1
            name = f"{first}_{number}"
        names.append(name)
    return names


def wide(measures: Sequence[Measure]) -> list[dict[str, str]]:
    """What a wide view asks of each measure: its text, its column, and how it is summarised and ordered."""
    return [
        {
            "text": quote(str(measure)),
            "column": f'"{name}"',
            "summary": {"mean": "avg", "sum": "sum"}[measure.metric.summary],
            "order": "asc" if measure.metric.better == "lower" else "desc",
        }
        for measure, name in zip(measures, column_names(measures), strict=True)
    ]
