"""DataFrames of Spark: scores and judgments are brought to this machine, runs are sent where they can be scored."""

from collections.abc import Callable

import pyarrow as pa
import pytest
from refused import refusal
from tiny import FILES, QRELS, QRELS_FILE, RUNS, expected, scores

from evalsql import InputError, build_database, compare
from evalsql.inputs.objects import is_of_spark


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
def test_judgments_may_be_a_frame_of_spark(frame: Frame) -> None:
    assert scores([*FILES[:2]], frame(QRELS)) == expected()


def test_spark_computes_them_once(values: pa.Table) -> None:
    frame = Spark4(values)
    compare(frame)
    assert frame.asked == 1


@FRAMES
def test_runs_of_spark_are_refused_with_where_to_go(frame: Frame) -> None:
    runs = frame(RUNS)
    said = (
        "is a DataFrame of Spark; evalsql.spark.evaluate scores runs where they are, and .toArrow() (.toPandas() before"
        " Spark 4) brings those that fit to this machine"
    )
    assert refusal(runs, QRELS_FILE) == f"frame 1 of the runs: {said}"
    with pytest.raises(InputError) as refused:
        compare({"mine": runs}, QRELS_FILE, "AP")
    assert str(refused.value) == f"mine: {said}"


def test_a_database_is_built_from_a_frame_of_spark(values: pa.Table, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("evalsql.database.writing.put_macros_of_scores", lambda *given, **options: None)
    build_database(tmp_path / "e.duckdb", Spark4(values))
    again = compare(f"{tmp_path}/e.duckdb::scores").fetchall()
    assert again == compare(values).fetchall()


def test_only_its_own_dataframes_are_taken_for_such() -> None:
    assert not is_of_spark(pa.table({"a": [1]}))
    other = type("DataFrame", (), {"__module__": "pandas.core.frame"})
    assert not is_of_spark(other())
