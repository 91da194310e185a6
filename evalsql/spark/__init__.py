"""Evaluation on Apache Spark: the same metric files, run by DuckDB in Spark's tasks, over DataFrames.

import evalsql.spark

scores = evalsql.spark.evaluate(runs, qrels, ["nDCG@10", "AP"])
scores.write.parquet("scores")
evalsql.compare(scores, baseline="bm25")
"""

from evalsql.spark.evaluate import check as check
from evalsql.spark.evaluate import evaluate as evaluate
