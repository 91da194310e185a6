"""Quick looks prove most inputs fit; what they must not miss, since the checks then look no further."""

import pytest
from refused import RUN_HEADER, WRITERS, refusal


@pytest.mark.parametrize("name", WRITERS)
def test_a_run_all_of_whose_ids_are_null(tmp_path, qrels, name):
    write, _ = WRITERS[name]
    for column in ("query_id", "doc_id"):
        rows = [tuple(None if ours == column else "1" for ours in RUN_HEADER)]
        said = refusal(write(tmp_path / f"{column}_{name}", RUN_HEADER, rows), qrels)
        assert f": {column} is " in said
