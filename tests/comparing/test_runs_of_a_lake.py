"""Two runs of folders of a hive are chosen by name; files of other runs are not taken for runs without rows."""

import duckdb
from in_process import invoke
from written import put

ROWS = "select unnest(['1', '2']) as query_id, unnest(['a', 'b']) as doc_id, 1.0 as score"


def test_one_run_of_each_date_is_compared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "q.txt", "1 0 a 1\n2 0 b 1\n")
    for date in ("26", "27"):
        for run, rows in {"simA": ROWS, "simB": ROWS, "simC": f"{ROWS} limit 0"}.items():
            folder = tmp_path / f"dt={date}" / f"run={run}"
            folder.mkdir(parents=True)
            duckdb.sql(rows).write_parquet(str(folder / "part-0.parquet"))
    line = ("gate", "dt=27", "--baseline", "dt=26", "--qrels", "q.txt", "-m", "RR", "--margin", "0.1")
    shown = invoke(*line, "--run", "simB", "--baseline-run", "simA")
    assert "Means over 2 judged queries. " in shown.stdout
    assert "holds no rows" not in shown.stderr
    shown = invoke(*line, "--run", "simC", "--baseline-run", "simA")
    assert "Means over 2 judged queries; 2 run/query pairs without results scored as empty rankings. " in shown.stdout
    assert "dt=27/run=simC/part-0.parquet: holds no rows of run simC" in shown.stderr
    assert "part-0," not in shown.stderr


def test_a_column_of_an_expression_is_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "q.txt", "1 0 a 1\n2 0 b 1\n")
    duckdb.sql(f"select *, 'x' as run, '26' as dt, '1' as split from ({ROWS})").write_parquet("r.parquet")
    line = ("evaluate", "r.parquet", "--qrels", "q.txt", "-m", "RR", "--columns", "runs.run=run || '@' || dt")
    shown = invoke(*line, "--format", "csv")
    assert shown.stdout.splitlines()[1] == "x@26,1.0"
    assert "'dt'" not in shown.stderr
    assert "the runs have a column 'split', which was not used" in shown.stderr
