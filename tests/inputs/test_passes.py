"""What is read together where runs are too many to be looked at all at once."""

import duckdb
from refused import RUN
from written import put

from evalsql.inputs.passes import plan


def test_text_is_planned_by_its_size_in_bytes(tmp_path):
    files = [str(put(tmp_path / f"{name}.run", RUN * 10)) for name in "ab"]

    def planned(size: int) -> list[list[str]]:
        return [[part.given.path for part in parts] for parts in plan(duckdb.connect(), files, tmp_path, None, size)]

    assert planned(1) == [[path] for path in files]
    assert planned(1000) == [files]
