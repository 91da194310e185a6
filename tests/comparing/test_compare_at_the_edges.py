"""Comparisons of what is unusual, such as many queries, no values and rounding, and what is said of them."""

import csv
import io
import json

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from command import TINY
from in_process import output, refusal
from matrices import by_measure, by_test, scored_matrices, scored_matrix
from statsmodels.stats.power import TTestPower

import evalsql
from evalsql import udfs
from evalsql.catalog.sqlfiles import body_of
from evalsql.cli.show.paper import latex
from evalsql.comparing import choices
from evalsql.comparing.compare import DRAWING, decide
from evalsql.comparing.findings import method, sentence
from evalsql.errors import InputError, InputWarning
from evalsql.render import statements
from evalsql.udfs import resampling
from evalsql.udfs.power import queries_needed

RNG = np.random.default_rng(6)
each_way = pytest.mark.parametrize("udf", [True, False], ids=["Python", "SQL"])


def scores(values: np.ndarray, metric: str = "nDCG@10") -> pa.Table:
    """Scores of runs a, b, ..., a column each."""
    queries, runs = values.shape
    return pa.table({
        "run": list("abcdefgh"[:runs]) * queries,
        "query_id": np.repeat([f"q{i}" for i in range(queries)], runs),
        "metric": [metric] * values.size,
        "value": pa.array([None if np.isnan(each) else each for each in values.ravel()], pa.float64()),
    })  # fmt: skip


def compared(table: pa.Table, **options) -> list[dict]:
    relation = evalsql.compare(table, **options)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def stored(folder, table: pa.Table) -> str:
    path = str(folder / "scores.parquet")
    duckdb.from_arrow(table).write_parquet(path)
    return path


@each_way
def test_signs_of_more_queries_than_a_double_has_powers_of_two(udf: bool) -> None:
    ((_, p),) = by_test(scored_matrix(RNG.random((1100, 2))), "randomisation", udf=udf, resamples=50).values()
    assert 0 < p <= 1


def test_draws_are_made_once_for_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampling, "CHUNK", 1000)
    calls = []
    drawn = resampling.drawn
    monkeypatch.setattr(resampling, "drawn", lambda *given: calls.append(1) or drawn(*given))
    lists, resamples, seed = (
        pa.chunked_array([column]) for column in ([list(RNG.normal(size=100)) for _ in range(5)], [40] * 5, [0] * 5)
    )
    resampling.bootstrap_means(lists, resamples, seed)
    assert len(calls) == 4


def test_a_list_without_differences_is_refused() -> None:
    with duckdb.connect() as connection:
        udfs.put_on(connection, "statistics")
        for call in ("randomisation([], 9, 0)", "bootstrap([], 9, 0)", "bootstrap_means([], 9, 0)"):
            with pytest.raises(duckdb.Error, match="there are no differences in a list"):
                connection.execute(f"select evalsql_{call}").fetchall()


def test_queries_needed_where_scipy_gives_up() -> None:
    effects = np.geomspace(0.02, 2, 300)
    found = queries_needed(effects, np.full(300, 0.05), np.full(300, 0.8))
    assert (np.diff(found) <= 0).all()
    for effect in (0.11021884157969333, 0.4376934413291358):
        (place,) = queries_needed(np.array([effect]), np.array([0.05]), np.array([0.8]))
        assert TTestPower().power(effect, place, 0.05) >= 0.8 > TTestPower().power(effect, place - 1, 0.05)


def test_no_table_is_named_that_is_not_read() -> None:
    # DuckDB before 2 looks for the table of a common table expression even where nothing reads it
    for folder, name, table in (
        ("scores", "variances", "effects"),
        ("significance", "tukey", "means"),
        ("intervals", "bca", "means"),
        ("significance", "paired_t", "given"),
    ):
        assert f"from evalsql_{table})" not in statements.comparison(folder, name, udf=False)


ONE = np.round(RNG.random(40), 3)


@each_way
@pytest.mark.parametrize("test", ["paired_t", "bootstrap"])
def long_rounding_is_no_difference(test: str, udf: bool) -> None:
    others = {"constant": ONE + 0.1, "none": ONE * (1 + 2e-16 * RNG.integers(0, 2, 40))}
    found = scored_matrices({name: np.stack([ONE, other], axis=1) for name, other in others.items()})
    said = by_measure(found, test, udf=udf, resamples=100)
    assert {name: p for name, pairs in said.items() for _, p in pairs.values()} == {"constant": 0, "none": 1}


def test_wins_ties_and_losses_of_effects_are_all_the_queries() -> None:
    one, other = [0.5] * 6, [0.6, 0.4, 0.3, 0.2, 0.5, 0.5]
    (row,) = compared(scores(np.stack([one, other], axis=1)))
    sides = {"a": row["wins"], "b": row["losses"]} if row["run"] == "a" else {"a": row["losses"], "b": row["wins"]}
    assert (sides, row["ties"]) == ({"a": 3, "b": 1}, 2)


def test_rounding_has_no_size() -> None:
    (row,) = compared(scores(np.stack([ONE, ONE + 0.1], axis=1)))
    assert row["d"] is row["queries_needed"] is None
    assert row["detectable"] == 0


def test_means_of_0_differ_by_nothing() -> None:
    (row,) = compared(scores(np.zeros((5, 2))))
    assert row["band"] == "small"


def test_what_cannot_be_compared_is_refused(tmp_path) -> None:
    none = stored(tmp_path, scores(np.full((3, 2), np.nan), "AP"))
    assert refusal("compare", none) == "no run has a value of AP"
    large = stored(tmp_path, scores(np.array([[1e200, 1], [1, 0]]), "AP"))
    assert "value is 1e+200; a number of at most 1e+100 was expected" in refusal("compare", large)
    small = stored(tmp_path, scores(np.array([[1e-200, 2e-200], [2e-200, 5e-200]]), "AP"))
    assert refusal("compare", small) == "no value of AP is beyond 5e-200; at least 1e-100 can be compared"


def test_a_measure_without_a_value_and_few_samples_are_warned_of() -> None:
    given = pa.concat_tables([scores(np.array([[0.1, 0.2], [0.3, 0.1]]), "AP"), scores(np.full((2, 2), np.nan), "RR")])
    with pytest.warns(InputWarning) as said:
        evalsql.compare(given, test="bootstrap", resamples=99)
    assert sorted(str(each.message) for each in said) == [
        "bootstrap drew 99 samples, too few to go by; 100 or more were expected",
        "no run has a value of RR",
    ]
    for test in choices.names("significance"):  # all that draw are known to
        draws = "$resamples" in body_of("significance", test)
        assert (test in DRAWING) == draws, test


def test_standardising_by_one_run_is_warned_of() -> None:
    given = scores(np.array([[0.1, 0.2], [0.3, 0.1]]), "AP")
    with pytest.warns(InputWarning, match="one run, a, has no standard deviation, so that every score is 0.5"):
        evalsql.standardise(given, reference="a")


def test_what_is_of_judgments_is_not_taken_with_scores(tmp_path) -> None:
    path = stored(tmp_path, scores(RNG.random((3, 2))))
    for name, value in {
        "population": "intersection",
        "subtopics": "no",
        "convention": "ntcireval",
        "gains": "g",
    }.items():
        assert f"{name} is for runs and judgments" in refusal("compare", path, f"--{name}", value)


@pytest.mark.parametrize("values", [{"seed": 10**20}, {"resamples": 10**20}, {"alpha": 1e-300}])
def test_numbers_out_of_range(values: dict) -> None:
    with pytest.raises(InputError, match=next(iter(values))):
        decide(**values)


def long_a_measure_of_one_run(tmp_path) -> None:
    values = RNG.random((4, 3))
    only = scores(values[:, :1], "A")
    path = stored(tmp_path, pa.concat_tables([only, scores(values, "B")]))
    assert "A: no two runs have a value for the same query." in output("compare", path)
    assert "over 3 pairs" in output("compare", path, "--format", "markdown")


def test_a_level_is_shown_as_it_is_and_not_rounded_to_1() -> None:
    assert method(decide(alpha=0.99999999), 1).endswith("alpha 0.99999999")
    assert method(decide(alpha=1 - 0.95), 1).endswith("alpha 0.05")
    with pytest.raises(InputError, match=r"alpha must be at most 1 - 1e-12, not 0.9999999999999999"):
        decide(alpha=0.9999999999999999)


def test_a_caption_is_of_the_test_that_marks() -> None:
    assert method(decide(["sign", "paired_t"]), 3) == "sign test, Holm-corrected over 3 pairs, alpha 0.05"


def row_of(**values) -> dict:
    row = {"metric": "ASL", "run": "a", "other": "b", "difference": -1.5, "lower": None, "upper": None, "test": "sign"}
    return (
        row
        | {
            "logarithm": False,
            "d": None,
            "p_value": 0.01,
            "p_corrected": 0.01,
            "significant": False,
            "wins": 1,
            "losses": 9,
        }
        | values
    )


def test_a_difference_in_a_sentence_is_of_the_higher_mean_from_the_lower() -> None:
    said = sentence(row_of(), decide("sign"), 1, better="lower")
    assert said.startswith("b - a = 1.500 on ASL, not significant")


def test_ranks_that_gainsay_the_means_are_no_win() -> None:
    said = sentence(row_of(difference=0.2, significant=True, metric="AP"), decide("sign"), 1)
    assert said.startswith("a and b differ on AP: a is ahead by the mean, b on more queries (sign test")
    said = sentence(row_of(difference=0.2, significant=True, metric="AP", wins=9, losses=1), decide("sign"), 1)
    assert said.startswith("a beats b on AP")


def test_latex_has_the_signs_its_fonts_lack() -> None:
    assert latex("a<b>|c") == r"a\textless{}b\textgreater{}\textbar{}c"


def long_csv_says_true_as_a_file_does(tmp_path) -> None:
    path = tmp_path / "out.csv"
    (said,) = csv.DictReader(io.StringIO(output("compare", *TINY, "-m", "AP", "--format", "csv", "-o", path)))
    (written,) = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    assert said["significant"] == written["significant"] == "true"
    assert json.loads(output("compare", *TINY, "-m", "AP", "--format", "json"))["comparisons"][0]["significant"] is True
