"""DataFrames of Spark: scores and judgments are brought to this machine, runs are sent where they can be scored."""

from collections.abc import Callable

import pyarrow as pa
import pytest
from tiny import expected

from evalsql import compare, correlate, standardise


class Spark4:
    """What Spark 4 gives: it knows its columns, and counts how often its rows are asked for."""

    columns = ()

    def __init__(self, rows: pa.Table) -> None:
        self.rows, self.asked = rows, 0

    def __getattr__(self, name: str) -> None:
        raise AttributeError(name)  # no column is called so

    def toArrow(self) -> pa.Table:
        self.asked += 1
        return self.rows


class Spark3:
    """What Spark 3 gives."""

    columns = ()

    def __init__(self, rows: pa.Table) -> None:
        self.rows = rows

    def toPandas(self) -> object:
        return self.rows.to_pandas()


for each, module in ((Spark4, "pyspark.sql.connect.dataframe"), (Spark3, "pyspark.sql.dataframe")):
    each.__name__, each.__module__ = "DataFrame", module

FRAMES = pytest.mark.parametrize("frame", [Spark4, Spark3], ids=["4", "3"])

Frame = Callable[[pa.Table], object]


@pytest.fixture(scope="module")
def values() -> pa.Table:
    """The scores of the tiny collection."""
    columns = ("run", "query_id", "metric", "value")
    return pa.table(dict(zip(columns, map(list, zip(*expected(), strict=True)), strict=True)))


@FRAMES
def test_scores_may_be_a_frame_of_spark(frame: Frame, values: pa.Table) -> None:
    for question in (compare, correlate, standardise):
        assert question(frame(values)).fetchall() == question(values).fetchall()
