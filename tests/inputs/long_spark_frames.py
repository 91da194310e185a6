"""DataFrames of Spark: scores and judgments are brought to this machine, runs are sent where they can be scored."""

import pyarrow as pa
from test_spark_frames import FRAMES, Frame, Spark3, Spark4, values  # noqa: F401

from evalsql import compare, correlate, standardise

for each, module in ((Spark4, "pyspark.sql.connect.dataframe"), (Spark3, "pyspark.sql.dataframe")):
    each.__name__, each.__module__ = "DataFrame", module


@FRAMES
def test_scores_may_be_a_frame_of_spark(frame: Frame, values: pa.Table) -> None:
    for question in (compare, correlate, standardise):
        assert question(frame(values)).fetchall() == question(values).fetchall()
