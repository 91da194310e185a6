"""Files of sql/scores and sql/ranking over a few rows, at edges that whole comparisons seldom meet, and corrections."""

from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from matrices import as_table
from scipy import stats
from statsmodels.stats.multitest import multipletests

import evalsql
from evalsql.catalog.conventions import NONE
from evalsql.comparing.methods import formulas, names
from evalsql.render import statements
from evalsql.sqltext import Sql


def over(tables: dict[str, str], statement: str, **bound: Any) -> list[tuple]:
    """The rows of a statement over tables, of each of which the rows are said in SQL."""
    connection = duckdb.connect()
    for name, rows in tables.items():
        connection.execute(f"create table evalsql_{name} as {rows}")
    return connection.execute(statement, bound or None).fetchall()


def made(name: str, tables: dict[str, str], bound: dict[str, Any] | None = None, **values: Any) -> list[tuple]:
    return over(tables, statements.comparison("scores", name, **values), **bound or {})


STANDINGS = """
    from (values ('AP', 'a', 1, true), ('AP', 'b', 2, true), ('AP', 'c', 3, false)) as t (metric, run, place, baseline)
"""


def test_runs_are_opposed_to_others_and_never_to_themselves() -> None:
    tables = {"standings": STANDINGS, "baselines": f"select run from ({STANDINGS}) where baseline"}
    for against, bound, pairs in (
        ("all", None, ["ab", "ac", "bc"]),
        ("best", None, ["ab", "ac"]),
        ("baseline", None, ["ab", "ca", "cb"]),
        # which may be said in the end
        ("either", {"baseline": None}, ["ab", "ac", "bc"]),
        ("either", {"baseline": "a"}, ["ab", "ca", "cb"]),
    ):
        assert sorted(row[1] + row[2] for row in made("opposed", tables, bound, against=against)) == pairs, against


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
    given = {"variant": 0, "metric": Sql("'AP'"), "summary": "mean", "of_all": False, "convention": NONE}
    assert made("mean_by_convention", tables, **given) == [(0.5,)]


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
    variances = statements.comparison("scores", "variances", p_values=False)
    (found,) = over({"blocks": blocks}, f"select error_df, error_variance, run_f, query_f from ({variances})")
    assert found == (0, None, None, None)


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


CORRECTIONS = {
    "bonferroni": "bonferroni",
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "sidak": "sidak",
    "holm_sidak": "holm-sidak",
    "benjamini_hochberg": "fdr_bh",
    "benjamini_yekutieli": "fdr_by",
}


def corrected(families: list[list], correction: str, familywise: bool = False) -> list[list]:
    """P-values of one test of measures, corrected beside those of another test and of other measures."""
    rows = [
        (f"m{number:03}", f"r{place:04}", "b", "t", familywise, 0.0, p)
        for number, p_values in enumerate(families)
        for place, p in enumerate(p_values)
    ]
    # each is a family of its own
    others = [("another", *rest[:-1], 0.5) for _, *rest in rows]
    others += [(*row[:3], "another", *row[4:-1], 0.25) for row in [*rows, *others]]
    columns = ("metric", "run", "other", "test", "familywise", "statistic", "p_value")
    connection = duckdb.connect()
    connection.register("evalsql_tested", pa.table(dict(zip(columns, zip(*rows, *others, strict=True), strict=True))))
    select = statements.comparison("scores", "corrected", correction=correction, corrections=formulas())
    found = connection.execute(
        f"select list(p_corrected order by run) from ({select}) where metric <> 'another' and test = 't'"
        " group by metric order by metric"
    ).fetchall()
    return [list(p) for (p,) in found]


def long_corrections_are_those_of_statsmodels_and_scipy() -> None:
    drawn = [np.random.default_rng(size).random(size) ** 4 for size in (1, 2, 5, 60)]
    families = [*drawn, *(p_values.round(2) for p_values in drawn), np.array([1e-300, 1e-30, 1e-17, 0, 1, 1, 0.3])]
    for correction, name in CORRECTIONS.items():
        found = corrected([p_values.tolist() for p_values in families], correction)
        for mine, p_values in zip(found, families, strict=True):
            with np.errstate(divide="ignore"):  # at the logarithm of 0
                expected = multipletests(p_values, method=name)[1]
            assert mine == pytest.approx(expected.tolist(), rel=1e-12)
            if correction.startswith("benjamini"):
                expected = stats.false_discovery_control(p_values, method=name.removeprefix("fdr_"))
                assert mine == pytest.approx(expected.tolist(), rel=1e-12)
        # what all pairs together are tested by is not corrected again
        assert corrected([[0.01, 0.02]], correction, familywise=True) == [[0.01, 0.02]]
    assert set(names("corrections")) == {"none", *CORRECTIONS}
    assert corrected([[0.01, 0.02]], "none") == [[0.01, 0.02]]
    # what has no p-value is not counted
    assert corrected([[0.01, None, 0.02]], "bonferroni") == [[0.02, None, 0.04]]
    for correction in ("hommel", "sidak", "holm_sidak"):
        ((one, none, two),) = corrected([[0.01, None, 0.02]], correction)
        assert ([[one, two]], none) == (corrected([[0.01, 0.02]], correction), None)


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_what_has_no_value_changes_nothing() -> None:
    drawn, measures = np.random.default_rng(2), ["AP", "GMAP", "ESL", "NumRet"]
    rows = [
        (run, f"q{query:02}", metric, float(drawn.integers(5)) / 4 if drawn.random() < 0.9 else None)
        for metric in measures
        for run in "abcd"
        for query in range(20)
    ]
    rows = [(*ids, None if ids[::2] == ("d", "GMAP") and ids[1] > "q00" else value) for *ids, value in rows]
    queries = pa.table({"query_id": [f"q{query:02}" for query in range(20)], "kind": ["x", "y", "y", None] * 5})

    def table(kept: list[tuple], named: str | None = None) -> pa.Table:
        return as_table(("x", *row[1:]) if named else row for row in kept if named in (None, row[0]))

    def found(kept: list[tuple]) -> list:
        every, sides = {"runs": table(kept), "measures": measures}, (table(kept, "a"), table(kept, "b"))
        full = table([row for row in kept if row[::2] != ("d", "GMAP")])
        pairs = ["paired_t", "wilcoxon", "sign", "randomisation", "bootstrap"]
        together = ["tukey", "conover", "randomised_tukey", "nemenyi"]
        gated = (
            {"margin": "20%", "unchanged": True, "slices": queries},
            {"margin": "20%", "better": True, "test": "bootstrap", "resamples": 200},
            {"at_least": 0.3, "worst_loss": 0.5, "losing": 0.2},
        )
        asked = [
            evalsql.compare(**every, test=pairs, slices=queries, resamples=200),
            evalsql.compare(**every, test=together, resamples=200),
            evalsql.correlate(**every),
            *evalsql.analyse_queries(**every, slices=queries).values(),
            evalsql.standardize(**every),
            *evalsql.categories(**every, best=["a"]).values(),
            evalsql.experiment(**every, baseline="a"),
            *(
                evalsql.discriminate(full, measures=measures, method=each, trials=50)
                for each in ("power", "levels", "stability", "swaps")
            ),
            *(evalsql.gate(*sides, measures=["AP", "GMAP", "ESL"], **rules) for rules in gated),
        ]
        return [each.fetchall() for each in asked]

    assert repr(found(rows)) == repr(found([row for row in rows if row[3] is not None]))
