"""Scores made on the spot: a row a query, a column a run."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from evalsql import render
from evalsql.comparison import decide, oppose
from evalsql.scored import Scored, scored


def scored_matrix(values: Sequence | np.ndarray, names: Sequence[str] | None = None, **options) -> Scored:
    """The scores of a matrix, of a measure m; what is None or nan is no value. Runs are called a, b, c, ..."""
    matrix = np.array(values, dtype=float)
    queries, runs = matrix.shape
    names = names or [chr(ord("a") + place) if runs <= 26 else f"run{place:03}" for place in range(runs)]
    table = pa.table(
        {
            "run": [names[run] for _ in range(queries) for run in range(runs)],
            "query_id": [f"q{query:05}" for query in range(queries) for _ in range(runs)],
            "metric": ["m"] * matrix.size,
            "value": pa.array(matrix.ravel(), from_pandas=True),
        }
    )
    return scored(table, None, **options)


def by_test(found: Scored, test: str, *, udf: bool = True, **options) -> dict[tuple[str, str], tuple]:
    """The statistic and the p-value of a test for each pair of runs, whichever of the two is named first."""
    oppose(found)
    values = decide(test, **options).values
    select = render.comparison("significance", test, udf)
    asked = {name: value for name, value in values.items() if f"${name}" in select}
    rows = found.connection.execute(f"select run, other, statistic, p_value from ({select})", asked).fetchall()
    return {(min(run, other), max(run, other)): (statistic, p) for run, other, statistic, p in rows}
