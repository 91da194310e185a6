"""What people see of a database: tables and views in which ids are texts, and no twins of singular and plural."""

import duckdb
from built import ask

OF_BI_TOOLS = {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN"}


def test_tables_that_people_read_have_no_enum(either: duckdb.DuckDBPyConnection) -> None:
    # one of thousands of queries fills the screen of describe, and of every tool's list of columns
    kinds = ask(either, "select distinct data_type from duckdb_columns() where not internal and schema_name = 'main'")
    assert {kind for (kind,) in kinds} <= OF_BI_TOOLS
    assert ask(either, "select type_name from duckdb_types() where not internal and schema_name = 'main'") == []


def test_what_is_listed_has_no_twins(either: duckdb.DuckDBPyConnection) -> None:
    names = [name for (name,) in ask(either, "select name from (show all tables) where schema = 'main'")]
    assert [name for name in names if f"{name}s" in names] == []
    assert not {"comparison", "judged", "topics", "evalsql_sources"} & set(names)


def test_rows_are_in_the_order_of_bytes(either: duckdb.DuckDBPyConnection) -> None:
    for name, column in (("run_summary", "run"), ("query_summary", "query_id")):
        ids = [each for (each,) in ask(either, f"select {column} from {name}")]
        assert ids == sorted(ids)
