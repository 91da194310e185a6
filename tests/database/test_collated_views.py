"""The views of a database tell names apart that differ in case, whatever collation a client has set."""

from pathlib import Path

import duckdb
import pytest

import evalsql

VIEWS = ("leaderboard", "leaderboard_wide", "leaderboard_by_slice", "per_query", "history", "comparisons", "curves")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collated")
    ranks = [("a", "q", 1), ("a", "Q", 2), ("A", "q", 2), ("A", "Q", 3), ("A", "r", 1)]
    runs = ", ".join(f"('{run}', '{query}', 'd{place}', {-place})" for run, query, rank in ranks for place in (rank, 4))
    duckdb.execute(f"copy (from (values {runs}) as r(run, query_id, doc_id, score)) to '{folder}/runs.parquet'")
    judged = "('q', 'd1', 2), ('Q', 'd2', 1), ('Q', 'd4', 2), ('r', 'd4', 1)"
    duckdb.execute(f"copy (from (values {judged}) as q(query_id, doc_id, relevance)) to '{folder}/qrels.parquet'")
    kinds = "('q', 'x'), ('Q', 'X'), ('r', 'x'), ('s', 'X')"
    duckdb.execute(f"copy (from (values {kinds}) as k(query_id, kind)) to '{folder}/queries.parquet'")
    evalsql.build_database(
        folder / "eval.duckdb",
        f"{folder}/runs.parquet",
        f"{folder}/qrels.parquet",
        ["AP", "nDCG"],
        slices=f"{folder}/queries.parquet",
        by="kind",
    )
    return folder / "eval.duckdb"


@pytest.mark.quick(3)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("setting", ["default_collation = 'nocase'", "default_order = 'desc'"])
def test_a_view_has_the_same_rows_whatever_a_client_sets(view: str, setting: str, path: Path) -> None:
    with duckdb.connect(str(path), read_only=True) as connection:
        rows = connection.execute(f"from {view}").fetchall()
        connection.execute(f"set {setting}")
        assert connection.execute(f"from {view}").fetchall() == rows
    assert {"a", "A"} <= {cell for row in rows for cell in row}
