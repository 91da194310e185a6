"""All metrics, one by one, refuse as those of test_guards do."""

import duckdb
import pytest
from macro_calls import METRICS
from macro_refused import CHANGES, assert_refuses, assert_unfit, of_command_line, put_tables
from test_guards import tables, with_e  # noqa: F401

import evalsql


def test_every_macro_refuses(tables: duckdb.DuckDBPyConnection) -> None:
    for (metric,) in (each.values for each in METRICS):
        assert_refuses(put_tables(tables), metric)


@pytest.mark.parametrize("name", ["P", "NumRel", "alpha_nDCG"])
def test_what_is_not_fit_is_refused(name: str, tables: duckdb.DuckDBPyConnection) -> None:
    assert_unfit(tables, name)


def test_the_command_line_refuses_the_same(tables: duckdb.DuckDBPyConnection) -> None:
    for statement, _ in CHANGES.values():
        put_tables(tables).execute(statement)
        assert of_command_line(tables, evalsql.metrics()["P"])
