"""Tables of scores with one row per query and a column for each metric, as RAGAS and others write them."""

from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest
from in_process import invoke, refusal
from written import put

from evalsql import InputError, compare

ROWS: dict[str, Any] = {
    "user_input": ["what?", "007", "2024-01-01"],
    "retrieved_contexts": ["['a, b']", "['c']", '["d"]'],
    "faithfulness": [0.5, None, 1.0],
    "relevancy": [0.9, 0.8, 0.1],
    "latency": [12, 10, 11],
    "passed": [True, False, True],
}
FRAME = pd.DataFrame(ROWS)
WRITERS = {
    "csv": lambda path: FRAME.to_csv(path),
    "tsv": lambda path: FRAME.to_csv(path, sep="\t", index=False, na_rep="nan"),
    "jsonl": lambda path: FRAME.to_json(path, orient="records", lines=True),
    "json": lambda path: FRAME.to_json(path, orient="records"),
    "parquet": lambda path: FRAME.to_parquet(path),
    "duckdb": lambda path: duckdb.connect(path).execute("create table t as from FRAME").close(),
    "pandas": lambda path: None,
    "polars": lambda path: None,
}
ZERO = pd.DataFrame({"user_input": ROWS["user_input"], "faithfulness": 0, "relevancy": 0, "latency": 0, "passed": 0})


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("form", WRITERS)
def test_columns_of_numbers_are_metrics(tmp_path, form):
    path = str(tmp_path / f"x.{form}")
    WRITERS[form](path)
    given = {"pandas": FRAME, "polars": pl.DataFrame(ROWS), "duckdb": f"{path}::t"}.get(form, path)
    rows = compare({"x": given, "zero": ZERO}, baseline="zero").fetchall()
    assert {(row[0], row[3], round(row[6], 12)) for row in rows} == {
        ("faithfulness", 2, 0.75),
        ("relevancy", 3, 0.6),
        ("latency", 3, 11.0),
        ("passed", 3, round(2 / 3, 12)),
    }
    texts = compare({"x": given, "zero": ZERO}, measures=["relevancy"], queries=["007", "2024-01-01"]).fetchall()
    assert [row[3] for row in texts] == [2]  # ids stay as they are written


def test_what_is_a_query_and_what_a_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.csv", "run,sample_id,question,f1\nx,1,what,0.5\nx,2,why,0.25\ny,1,what,0.5\ny,2,why,1\n")
    shown = invoke("compare", "a.csv", "--format", "csv").stdout.splitlines()
    assert shown[1].startswith("f1,y,x,2,0.75,0.375,")
    put(tmp_path / "b.csv", "name,f1\na,0.5\n")
    assert "no column query_id (or qid" in refusal("compare", "b.csv")
    put(tmp_path / "c.csv", "query_id,text\na,b\n")
    assert "no column metric" in refusal("compare", "c.csv")
    put(tmp_path / "d.csv", "run,query_id,f1,f2\nx,a,1,1\nx,b,n/a,2\ny,a,2,1\ny,b,3,2\n")
    said = "d.csv: column f1 is not read as a metric, since 'n/a' in it is not a number"
    assert said in invoke("compare", "d.csv").stderr
    with pytest.raises(InputError, match="value is inf; a finite number was expected"):
        compare({"x": pd.DataFrame({"query_id": ["a"], "f1": [float("inf")]}), "y": ZERO})
    put(tmp_path / "e.csv", "query_id,doc_id,f1\na,b,1\n")
    assert "no column metric" in refusal("compare", "e.csv")
