"""What one machine says of the runs that are scored in Spark."""

from functools import cache
from typing import Any

from partitions import bits
from places import FIXTURES

import evalsql

TRACK = FIXTURES / "track"
FEW = ["nDCG@10", "AP", "alpha_nDCG@10"]


def one_machine(runs: Any, qrels: Any, measures: Any, **options: Any) -> tuple[list[tuple], list]:
    """The scores and the warnings of one machine."""
    evaluation = evalsql.Evaluation(str(runs), str(qrels), measures=measures, keep=False, **options)
    return bits(evaluation.score(measures).fetchall()), evaluation.warnings


@cache
def expected() -> tuple[list[tuple], list]:
    return one_machine(TRACK / "runs.parquet", TRACK / "subtopics.parquet", FEW)


def scores_of(rows: Any) -> list[tuple]:
    return bits([tuple(row) for row in rows.collect()])
