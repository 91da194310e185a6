"""The recipes of docs/recipes.md that need nothing but DuckDB of Python; .ci/clients runs the others."""

import sys
from pathlib import Path

import duckdb
import recipes


def test_python_prints_what_is_shown(tmp_path: Path) -> None:
    folder = recipes.make_files(tmp_path)
    ((language, code, printed),) = recipes.sections()["Python"]
    assert language == "python"
    assert recipes.run([sys.executable, "-c", code], folder) == printed
    check_what_is_said_of_all_clients(folder)


def check_what_is_said_of_all_clients(folder: Path) -> None:
    """The page says what works through attach and what a listing has."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{folder}/eval.duckdb' as e (read_only)")
        assert len(connection.execute("from e.leaderboard").fetchall()) == 12 * 2
        data = ", ".join(f"{name} := '{folder}/fixtures/track/{name}.parquet'" for name in ("runs", "qrels"))
        live = connection.execute(f"from e.live.ndcg({data}, k := 10) order by all").fetchall()
        connection.execute("use e")
        assert connection.execute("from ndcg(k := 10) order by all").fetchall() == live
        assert connection.execute("select count(*) from macros where name = 'ndcg'").fetchone() == (1,)
        views = connection.execute(
            "select view_name, column_name from duckdb_views() join duckdb_columns()"
            " on view_name = table_name where not duckdb_views.internal"
        ).fetchall()
        assert views
        assert [name for name in views if "@" in name[1]] == []
