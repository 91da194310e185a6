"""Files of sql/scores and sql/ranking over a few rows: at edges that whole comparisons seldom meet."""

from typing import Any

import duckdb
import pytest

from evalsql.render import statements
from evalsql.sqltext import Sql


def over(tables: dict[str, str], statement: str, **bound: Any) -> list[tuple]:
    """The rows of a statement over tables, of each of which the rows are said in SQL."""
    connection = duckdb.connect()
    for name, rows in tables.items():
        connection.execute(f"create table evalsql_{name} as {rows}")
    return connection.execute(statement, bound or None).fetchall()


def made(name: str, tables: dict[str, str], bound: dict[str, Any] | None = None, **values: Any) -> list[tuple]:
    """The rows of a file of sql/scores."""
    return over(tables, statements.comparison("scores", name, **values), **bound or {})


STANDINGS = """
    from (values ('AP', 'a', 1, true), ('AP', 'b', 2, true), ('AP', 'c', 3, false)) as t (metric, run, place, baseline)
"""


@pytest.mark.parametrize(
    ("against", "pairs"),
    {"all": ["ab", "ac", "bc"], "best": ["ab", "ac"], "baseline": ["ab", "ca", "cb"]}.items(),
)
def test_runs_are_opposed_to_others_and_never_to_themselves(against: str, pairs: list[str]) -> None:
    tables = {"standings": STANDINGS, "baselines": f"select run from ({STANDINGS}) where baseline"}
    assert sorted(row[1] + row[2] for row in made("opposed", tables, against=against)) == pairs


@pytest.mark.parametrize(("baseline", "pairs"), [(None, ["ab", "ac", "bc"]), ("a", ["ab", "ca", "cb"])])
def test_which_runs_are_opposed_may_be_said_in_the_end(baseline: str | None, pairs: list[str]) -> None:
    tables = {"standings": STANDINGS, "baselines": f"select run from ({STANDINGS}) where baseline"}
    rows = made("opposed", tables, {"baseline": baseline}, against="either")
    assert sorted(row[1] + row[2] for row in rows) == pairs


def test_two_runs_are_orderings() -> None:
    means = "from (values ('AP', 'a', 0.5, 1), ('AP', 'b', 0.25, 1), ('P', 'a', 0.5, 2), ('P', 'b', 0.75, 2))"
    means += " as t (metric, run, value, place)"
    rows = made("orderings", {"means": means, "other_means": means}, against="first", there="means")
    assert sorted((row[3], *row[-2:]) for row in rows) == [("a", 1, 2), ("b", 2, 1)]


@pytest.mark.parametrize(("others", "p_value"), [([0.0, 0.0], 1), ([0.0, -1.0], 1), ([-1.0, -2.0], 0)])
def test_a_bootstrap_p_value_is_at_most_1(others: list[float], p_value: float) -> None:
    drawn = ", ".join(f"('AP', 'b', {place}, {0.25 * (place + 1) + each})" for place, each in enumerate(others))
    tables = {
        "suite_standings": """
            from (values ('AP', 'a', 0.25, 1, 1), ('AP', 'b', 0.0, 2, 2))
                as t (metric, run, macro_mean, mean_rank, place)
        """,
        "suite_drawn": f"""
            from (values ('AP', 'a', 0, 0.25), ('AP', 'a', 1, 0.5), {drawn}) as t (metric, run, resample, macro_mean)
        """,
    }
    ((*_, p_bootstrap, _, _, _),) = made("suite_neighbours", tables, {"confidence": 0.95})
    assert p_bootstrap == p_value


def test_a_run_without_a_mean_has_no_rank() -> None:
    tables = {
        "suite_picks": "select 'AP' as metric, 0 as resample, 0 as slot, 1 as number, [1] as places",
        "suite_lines": """
            from (values ('AP', 1, 'a', [0.5::double]), ('AP', 1, 'b', [null::double]), ('AP', 1, 'c', [0.25::double]))
                as lines (metric, number, run, line) cross join (select 1 as sign)
        """,
    }
    assert sorted(made("suite_drawn", tables)) == [("AP", 0, "a", 0.5, 1), ("AP", 0, "c", 0.25, 2)]


def test_further_copies_of_a_document_alone_are_added() -> None:
    tables = {
        "told_qrels": "from (values (1, 'q', 'd', 2, 1), (2, 'q', 'd', 1, 2), (3, 'q', 'e', 0, 1))"
        " as t (n, query_id, doc_id, relevance, copy)",
        "told": "from (values ('q', 'd', 1), ('q', 'd', 2), ('q', 'e', 1)) as t (query_id, doc_id, copy)",
    }
    assert sorted(made("told_copies", tables)) == [("q", "copy 2 of d", 2), ("q", "d", 2), ("q", "e", 0)]


def test_a_mean_by_convention_is_of_what_was_scored_as_it_is() -> None:
    tables = {
        "tried": "from (values ('q', 'AP', 0, 0.5), ('q', 'AP', 1, 1.0), ('q', 'P', 0, 0.0))"
        " as t (query_id, metric, variant, value)",
        "told_queries": "select 'q' as query_id, true as answered",
    }
    assert made("mean_by_convention", tables, metric=Sql("'AP'"), answered=False, summary="mean") == [(0.5,)]


def test_wins_ties_and_losses_of_paired_runs_are_all_the_queries() -> None:
    pair = "'AP' as metric, 'a' as run, 'b' as other"
    tables = {
        "contrasts": f"select {pair}, 9 as queries, 1 as mean, 2 as other_mean, 3 as difference, 4 as change,"
        " 5 as base, 5 as wins, 1 as losses",
        "limits": f"select {pair}, 0 as lower, 1 as upper",
        "tested": f"select {pair}, 0 as statistic, 1 as p_value",
    }
    assert made("paired", tables) == [("AP", "a", "b", 9, 1, 2, 3, 0, 1, 80, 5, 3, 1, 0, 1)]


def test_what_is_the_same_in_each_slice_has_no_interactions() -> None:
    slices = "select 'lang' as attribute, 1 as attribute_place, unnest(['de', 'de', 'en', 'en']) as slice,"
    values = "unnest(['q1', 'q2', 'q3', 'q4']) as query_id"
    tables = {
        "slices": f"{slices} {values}",
        "compared": f"select 'AP' as metric, 'a' as run, unnest([0.5, 0.25, 0.5, 0.25]) as value, {values} union all"
        f" select 'AP', 'b', unnest([0.25, 0.25, 0.25, 0.25]), {values}",
        "blocks": f"select null::varchar as metric, null::varchar as run, 0.5 as value, {values} limit 0",
        "opposed": "select 'AP' as metric, 'a' as run, 'b' as other",
    }
    ((*_, statistic, df, error_df, p_value),) = made("interactions", tables, udf=False)
    assert (statistic, df, error_df, p_value) == (0, 1, 2, 1)


def test_one_query_has_no_error_variance() -> None:
    blocks = "from (values ('AP', 'a', 'q', 0.5), ('AP', 'b', 'q', 0.25)) as t (metric, run, query_id, value)"
    connection = duckdb.connect()
    connection.execute(f"create table evalsql_blocks as {blocks}")
    found = connection.sql(statements.comparison("scores", "variances", p_values=False))
    assert found.select("error_df, error_variance, run_f, query_f").fetchall() == [(0, None, None, None)]


def test_a_digest_counts_rows_that_are_there_twice() -> None:
    none = ", ".join(
        f"null as {name}" for name in ("gain", "subtopic", "iteration", "weight", "probability", "stratum")
    )
    found = set()
    for docs in (["d"], ["d", "e", "e"], ["e", "e", "d"]):
        rows = f"select 'q' as query_id, unnest({docs}) as doc_id, 1 as relevance, {none}, 'frame' as file"
        statement = statements.ranking("digests", kinds=["qrels"], tables=Sql("['frame']"))
        ((*_, digest),) = over({"qrels": rows}, statement)
        found.add(digest)
    assert len(found) == 2


def test_a_row_counts_as_the_one_before_only_if_its_number_says_so() -> None:
    rows = "from (values (1, 3::double), (2, 2.0), (5, 1.5), (4, 1.0), (6, 1.0)) as t (n, score)"
    statement = statements.ranking("not_below", runs=Sql(f"({rows})"), by_number=False)
    assert over({}, statement) == [(1, False, False), (5, False, False), (4, False, False), (6, False, False)]
