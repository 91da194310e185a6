"""Every worked example of every metric and curve holds in an evaluation; test_examples.py has the first of each."""

import pytest
from worked import measures_of, unmet

import evalsql


@pytest.mark.parametrize("folder", ["metrics", "curves"])
def test_every_worked_example_holds(folder: str) -> None:
    metrics = evalsql.metrics() if folder == "metrics" else evalsql.curves()
    failed = unmet([measure for metric in metrics.values() for measure in measures_of(metric).values()])
    assert not failed, "\n".join(failed)
