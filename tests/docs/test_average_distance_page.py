"""Every query of docs/average_distance.md gives the result that stands below it, and counts what the measures count."""

from collections.abc import Callable, Iterator

import duckdb
import pages
import pytest
from places import FIXTURES

import evalsql
from evalsql.render import frames

PAPER = FIXTURES / "papers" / "della_mea_mizzaro_2004"
BLOCKS = pages.blocks("average_distance.md")
TABLE, MIXED, SETS = (BLOCKS[number][0] for number in (1, 2, 4))


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macro that the page asks for."""
    with duckdb.connect() as connection:
        connection.execute(frames.macro(evalsql.metrics()["ADM"]))
        yield connection


def test_every_query_gives_the_result_shown(connection: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection, "average_distance.md") == 3
    assert len(BLOCKS) == 5


def changed(sql: str, *changes: tuple[str, str]) -> str:
    """A query with some of its text replaced."""
    for old, new in changes:
        assert old in sql
        sql = sql.replace(old, new)
    return sql


def with_table_1(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the tables runs and qrels of the paper's table 1."""
    read = "select {} from read_csv('{}', header = false, delim = ' ', all_varchar = true)"
    columns = "column5 as run, column0 as query_id, column2 as doc_id, column4::double as score"
    connection.execute("create table runs as " + read.format(columns, PAPER / "*.run"))
    columns = "column0 as query_id, column2 as doc_id, column3::double as relevance"
    connection.execute("create table qrels as " + read.format(columns, PAPER / "qrels.txt"))


def test_with_one_threshold_the_table_is_figure_2(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(BLOCKS[0][0])
    sql = changed(TABLE, ("[0, 0.5, 0.9]", "[0, 0.5]"), ("[0, 0.8, 0.91]", "[0, 0.8]"))
    given = "top=3,length=100,system_threshold=0.8"
    names = [f"Threshold{name}({given})" for name in "PR"] + [f"Fallout({given})", "Generality(top=3)"]
    # one query, so that the table of all queries is that of the measures
    connection.execute("delete from runs where query_id <> '101'; delete from qrels where query_id <> '101'")
    cells = {(run, users > 0, its > 0): count for run, users, its, count in connection.execute(sql).fetchall()}
    evaluation = evalsql.Evaluation(connection=connection, measures=names)
    values = {name: {run: value for run, _, _, value in evaluation.score(name).fetchall()} for name in names}
    for run in ("splade+ce", "bm25-title"):
        beta, alpha, delta, gamma = (cells[run, u, s] for u, s in [(1, 1), (0, 1), (1, 0), (0, 0)])
        expected = [
            beta / (alpha + beta),
            beta / (beta + delta),
            alpha / (alpha + gamma),
            (beta + delta) / (alpha + beta + gamma + delta),
        ]
        assert [values[name][run] for name in names] == pytest.approx(expected, rel=0, abs=1e-12)


def test_the_bands_of_the_table_hold_every_document_once(connection: duckdb.DuckDBPyConnection) -> None:
    with_table_1(connection)
    sql = changed(TABLE, ("/ 3 as urs", "as urs"), ("('splade+ce'), ('bm25-title')", "('IRS1'), ('IRS3')"))
    sql = changed(sql, ("[0, 0.5, 0.9]", "[0, 0.2, 0.4, 0.8, 0.9]"), ("[0, 0.8, 0.91]", "[0, 0.98, 0.99, 1]"))
    cells = {(run, users, its): count for run, users, its, count in connection.execute(sql).fetchall() if count}
    d1, d2, d3 = 0.8, 0.4, 0
    assert {(run, float(u), float(s)): count for (run, u, s), count in cells.items()} == {
        **{("IRS1", d1, 1): 1, ("IRS1", d2, 0.99): 1, ("IRS1", d3, 0.98): 1},
        **{("IRS3", d3, 1): 1, ("IRS3", d1, 0.99): 1, ("IRS3", d2, 0.98): 1},
    }
    assert len(connection.execute(sql).fetchall()) == 2 * 5 * 4


def test_a_mixed_score_is_three_parts_judgment_and_one_part_best_runs(connection: duckdb.DuckDBPyConnection) -> None:
    with_table_1(connection)
    connection.execute("insert into runs values ('IRS3', 'D', 'unjudged', 0.1), ('IRS3', 'E', 'unjudged', 0.1)")
    connection.execute("insert into qrels values ('D', 'missed', 0.6)")
    best = ("('splade+ce'), ('dense+ce'), ('bm25+ce')", "('IRS1'), ('IRS3')")
    connection.execute(changed(MIXED, ("/ 3 as urs", "as urs"), best))
    found = {(query, doc): value for query, doc, value in connection.execute("from mixed").fetchall()}
    assert found == {
        ("D", "d1"): pytest.approx((3 * 0.8 + (1 + 0.99) / 2) / 4),
        ("D", "d2"): pytest.approx((3 * 0.4 + (0.99 + 0.98) / 2) / 4),
        ("D", "d3"): pytest.approx((3 * 0.1 + (0.98 + 1) / 2) / 4),
        ("D", "unjudged"): pytest.approx((0.97 + 0) / 2 / 4),
        ("D", "missed"): pytest.approx(3 * 0.6 / 4),
    }


def test_the_document_sets_of_one_relevant_document_of_two(
    connection: duckdb.DuckDBPyConnection, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    small = ranking([3, 0, 0], missed=[3])
    small.execute(frames.macro(evalsql.metrics()["ADM"]))
    rows = small.execute(changed(SETS, ("length := 100", "length := 1000"))).fetchall()
    assert [mean for _, _, mean, *_ in rows] == [0.2508, 0.3343, 0.5, 0.5, 0.9997]
