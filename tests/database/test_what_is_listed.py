"""What people see of a database: the tables and views that matter to them, in which ids are texts."""

import duckdb
import pytest
from built import ask

OF_BI_TOOLS = {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP"}
MOST = 14


def test_tables_that_people_read_have_no_enum(either: duckdb.DuckDBPyConnection) -> None:
    # one of thousands of queries fills the screen of describe, and of every tool's list of columns
    kinds = ask(either, "select distinct data_type from duckdb_columns() where not internal and schema_name = 'main'")
    assert {kind for (kind,) in kinds} <= OF_BI_TOOLS
    assert ask(either, "select type_name from duckdb_types() where not internal and schema_name = 'main'") == []


def test_what_is_listed_is_short_and_has_no_twins(either: duckdb.DuckDBPyConnection) -> None:
    names = [name for (name,) in ask(either, "show tables")]
    assert len(set(names) - {"retrieved"}) <= MOST  # which is only there where runs stay in their files
    assert {"leaderboard", "comparisons", "scores", "measures", "macros"} <= set(names)
    assert [name for name in names if f"{name}s" in names] == []
    assert [name for name in names if name.startswith("evalsql_")] == []
    assert not {"comparison", "judged", "topics"} & set(names)


def test_what_is_not_listed_is_named_where_it_is_asked_for_by_habit(either: duckdb.DuckDBPyConnection) -> None:
    for name in ("evalsql_meta", "evalsql_macros", "evalsql_sources"):
        with pytest.raises(duckdb.CatalogException, match=rf'Did you mean "internal\.{name}"\?'):
            ask(either, f"from {name}")


def test_rows_are_in_the_order_of_bytes(either: duckdb.DuckDBPyConnection) -> None:
    for name, column in (("run_summary", "run"), ("query_summary", "query_id")):
        ids = [each for (each,) in ask(either, f"select {column} from {name}")]
        assert ids == sorted(ids)
