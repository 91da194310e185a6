"""Queries one by one: which are hard, who wins where, where the variance is; and categories of runs."""

import csv
import io
import json
import random
import re
from pathlib import Path

import command
import duckdb
import numpy as np
import pyarrow as pa
import pytest
from in_process import output, refusal
from written import put

import evalsql
from evalsql.render import statements

# q1 is hard for all, q3 easy; low is below the median on every query, and high above it
SCORES = {
    "high": {"q1": 0.2, "q2": 0.6, "q3": 0.9},
    "good": {"q1": 0.2, "q2": 0.75, "q3": 0.8},
    "mid": {"q1": 0.1, "q2": 0.4, "q3": 0.9},
    "low": {"q1": 0.0, "q2": 0.3, "q3": 0.5},
}


def table(scores: dict[str, dict[str, float | None]], metric: str = "AP") -> pa.Table:
    """Scores as `evalsql evaluate -o` writes them."""
    rows = [(run, query, metric, value) for run, of in scores.items() for query, value in of.items()]
    columns = zip(*rows, strict=True)
    return pa.table(dict(zip(("run", "query_id", "metric", "value"), columns, strict=True)))


def rows(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def test_the_hardest_query_comes_first() -> None:
    found = rows(evalsql.analyse_queries(table(SCORES))["queries"])
    assert [(row["query_id"], row["place"], row["runs"]) for row in found] == [("q1", 1, 4), ("q2", 2, 4), ("q3", 3, 4)]
    assert [row["best_run"] for row in found] == [None, "good", None]  # good and high tie, high and mid
    for row in found:
        values = [of[row["query_id"]] for of in SCORES.values()]
        expected = [np.mean(values), np.median(values), np.std(values, ddof=1), min(values), max(values)]
        names = ("mean", "median", "deviation", "lowest", "highest")
        assert [row[name] for name in names] == pytest.approx(expected, abs=1e-15)


def test_wins_ties_and_losses() -> None:
    found = {(row["run"], row["other"]): row for row in rows(evalsql.analyse_queries(table(SCORES))["wins"])}
    assert len(found) == 4 * 3
    for run, of in SCORES.items():
        for other in SCORES.keys() - {run}:
            values = [(of[query], SCORES[other][query]) for query in of]
            counts = [sum(a > b for a, b in values), sum(a == b for a, b in values), sum(a < b for a, b in values)]
            assert [found[run, other][name] for name in ("wins", "ties", "losses")] == counts
    assert list(dict.fromkeys(run for run, _ in found)) == ["good", "high", "mid", "low"]  # by their means, then names


def test_a_small_lead_wins_and_one_of_arithmetic_does_not() -> None:
    scores = {"a": {"q1": 0.1 + 0.2, "q2": 0.501}, "b": {"q1": 0.3, "q2": 0.5}}
    found = rows(evalsql.analyse_queries(table(scores))["wins"])
    assert [(row["run"], row["wins"], row["ties"], row["losses"]) for row in found] == [("a", 1, 1, 0), ("b", 0, 1, 1)]


def test_where_lower_is_better_all_turns_round() -> None:
    one, two = (evalsql.analyse_queries(table(SCORES, metric)) for metric in ("AP", "ASL"))
    assert [row["query_id"] for row in rows(two["queries"])] == ["q3", "q2", "q1"]
    assert [row["best_run"] for row in rows(two["queries"])] == ["low"] * 3
    ways = {(row["run"], row["other"]): (row["wins"], row["losses"]) for row in rows(one["wins"])}
    turned = {(row["run"], row["other"]): (row["losses"], row["wins"]) for row in rows(two["wins"])}
    assert ways == turned
    assert one["components"].project("* exclude metric").fetchall() == (
        two["components"].project("* exclude metric").fetchall()
    )


def made_up(runs: int, queries: int, seed: int) -> dict[str, dict[str, float | None]]:
    dice = random.Random(seed)
    ease = [dice.gauss(0.5, 0.2) for _ in range(queries)]
    return {
        f"r{run}": {f"q{query}": ease[query] + 0.05 * run + dice.gauss(0, 0.1) for query in range(queries)}
        for run in range(runs)
    }


def test_variance_components_by_their_definition() -> None:
    scores = made_up(5, 12, seed=4)
    x = np.array([[of[f"q{query}"] for query in range(12)] for of in scores.values()])
    m, n = x.shape
    left = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    squares = [m * ((x.mean(0) - x.mean()) ** 2).sum(), n * ((x.mean(1) - x.mean()) ** 2).sum(), (left**2).sum()]
    mse = squares[2] / ((m - 1) * (n - 1))
    variances = [(squares[0] / (n - 1) - mse) / m, (squares[1] / (m - 1) - mse) / n, mse]
    found = rows(evalsql.analyse_queries(table(scores))["components"])
    assert [(row["source"], row["df"]) for row in found] == [("query", 11), ("run", 4), ("interaction", 44)]
    assert [row["sum_of_squares"] for row in found] == pytest.approx(squares, abs=1e-12)
    assert [row["variance"] for row in found] == pytest.approx(variances, abs=1e-12)
    assert [row["share"] for row in found] == pytest.approx([v / sum(variances) for v in variances], abs=1e-12)


def test_variance_components_against_statsmodels() -> None:
    formula = pytest.importorskip("statsmodels.formula.api")
    anova = pytest.importorskip("statsmodels.stats.anova")
    scores = table(made_up(4, 9, seed=9))
    fitted = formula.ols("value ~ C(query_id) + C(run)", scores.to_pandas()).fit()
    expected = anova.anova_lm(fitted)
    found = rows(evalsql.analyse_queries(scores)["components"])
    assert [row["sum_of_squares"] for row in found] == pytest.approx(list(expected["sum_sq"]), abs=1e-12)
    assert [row["mean_square"] for row in found] == pytest.approx(list(expected["mean_sq"]), abs=1e-12)


def long_components_of_what_has_none() -> None:
    same = rows(evalsql.analyse_queries(table({run: {"q1": 0.1, "q2": 0.1, "q3": 0.1} for run in "abc"}))["components"])
    assert [(row["variance"], row["share"]) for row in same] == [(0, None)] * 3
    alone = rows(evalsql.analyse_queries(table({"a": SCORES["high"]}))["components"])
    assert {(row["variance"], row["share"]) for row in alone} == {(None, None)}
    one = rows(evalsql.analyse_queries(table({run: {"q1": of["q1"]} for run, of in SCORES.items()}))["components"])
    assert {(row["variance"], row["share"]) for row in one} == {(None, None)}


@pytest.mark.parametrize("given", [{"q1": None, "q2": 0.5, "q3": None}, {"q2": 0.5}])
def long_queries_without_a_value_are_left_out_and_told_of(given: dict) -> None:
    scores = table({**SCORES, "some": given})
    with pytest.warns(evalsql.InputWarning, match=re.escape(TOLD)):
        found = evalsql.analyse_queries(scores)
    for each in (evalsql.compare, evalsql.standardise, evalsql.discriminate):
        assert TOLD in [problem.text for problem in each.answer(scores).problems]
    more = pa.concat_tables([scores, table({"good": {f"q{query}": 0.1 for query in range(9)}}, "own")])
    for measures, about in (
        ("AP", "of each run over those of the 3 queries"),
        ("own", "of each run over those of the 9"),
    ):
        assert evalsql.analyse_queries.answer(more, None, measures).about.startswith(about)
    assert [(row["query_id"], row["runs"]) for row in rows(found["queries"])] == [("q1", 4), ("q2", 5), ("q3", 4)]
    assert {row["queries"] for row in rows(found["components"])} == {1}  # those that every run has a value for
    against = {row["other"]: row["wins"] for row in rows(found["wins"]) if row["run"] == "some"}
    assert against == {"good": 0, "high": 0, "mid": 1, "low": 1}


TOLD = "2 run/query pairs of 1 run without a value, left out (first: AP of run some, query q1)"


def long_runs_of_other_conventions_are_told_of_in_every_analysis_of_scores() -> None:
    one, two = (table({run: SCORES[run] for run in runs}) for runs in (("high", "good"), ("mid", "low")))
    given = pa.concat_tables(
        [one.append_column("convention", pa.array(["ndeval"] * len(one))), two], promote_options="default"
    )
    said = "run good has other conventions (ndeval) than run low (none named), with which it is compared"
    for each in (evalsql.compare, evalsql.standardise, evalsql.discriminate, evalsql.analyse_queries):
        assert next(problem.text for problem in each.answer(given).problems) == said


def long_categories_of_runs() -> None:
    found = evalsql.categories(table(SCORES), best=["mid"])
    assert {(row["run"], row["category"]) for row in rows(found["runs"])} == {
        ("high", "normal"),
        ("good", "normal"),
        ("mid", "best"),
        ("low", "worst"),
    }
    means = {run: sum(of.values()) / 3 for run, of in SCORES.items()}
    summary = rows(found["summary"])
    assert [(row["category"], row["runs"]) for row in summary] == [("best", 1), ("normal", 2), ("worst", 1)]
    normal = (means["high"] + means["good"]) / 2
    assert [row["mean"] for row in summary] == pytest.approx([means["mid"], normal, means["low"]], abs=1e-15)
    # named as best, a run is not the worst
    named = rows(evalsql.categories(table(SCORES), best=["low"])["runs"])
    assert {row["category"] for row in named} == {"best", "normal"}
    lower = rows(evalsql.categories(table(SCORES, "ASL"))["runs"])
    assert [row["run"] for row in lower if row["category"] == "worst"] == ["high"]
    assert lower[0]["run"] == "low"


def test_a_run_on_the_median_is_not_below_it() -> None:
    """Of three runs one is the median; sums of the same numbers in another order count as equal."""
    scores = {"a": {"q": 0.3}, "b": {"q": 0.1 + 0.2}, "c": {"q": 0.9}}
    assert {row["category"] for row in rows(evalsql.categories(table(scores))["runs"])} == {"normal"}


def test_best_runs_that_are_refused() -> None:
    with pytest.raises(evalsql.InputError, match="unknown best run none; runs: good, high"):
        evalsql.categories(table(SCORES), best=["none"])
    with pytest.raises(evalsql.InputError, match="must be a list of names"):
        evalsql.categories(table(SCORES), best="low")
    with pytest.raises(evalsql.InputError, match="must be a list of names, not None"):
        evalsql.categories(table(SCORES), best=None)


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def long_the_command_on_runs(tmp_path: Path) -> None:
    printed = output("queries", *command.TRACK, "-m", "AP", "--top", "2").splitlines()
    assert printed[0] == "AP: the hardest and the easiest queries"
    order = [row["query_id"] for row in rows(track()["queries"])]
    assert [line.split()[0] for line in printed[2:7]] == [*order[:2], "...", *order[-2:]]
    assert "Scores over 50 judged queries; 2 run/query pairs without results scored as empty rankings." in printed[-1]
    file = tmp_path / "wins.parquet"
    output("queries", *command.TRACK, "-m", "AP", "--part", "wins", "-o", file)
    assert duckdb.read_parquet(str(file)).fetchall() == track()["wins"].fetchall()


def track() -> dict[str, duckdb.DuckDBPyRelation]:
    return evalsql.analyse_queries(command.TRACK[0], command.TRACK[2], "AP")


def long_the_command_on_scores(tmp_path: Path) -> None:
    file = put(tmp_path / "scores.parquet", table(SCORES))
    everything = json.loads(output("queries", file, "--format", "json"))
    expected = evalsql.analyse_queries(table(SCORES))
    assert {name: [tuple(row.values()) for row in part] for name, part in everything.items()} == {
        name: relation.fetchall() for name, relation in expected.items()
    }
    found = list(csv.reader(io.StringIO(output("queries", file, "--part", "components", "--format", "csv"))))
    assert [row[1] for row in found] == ["source", "query", "run", "interaction"]
    matrix = [line.split() for line in command.output("queries", file, "--part", "wins").splitlines()[1:6]]
    assert matrix[0] == ["run", "1", "2", "3", "4"]
    assert matrix[1] == ["1", "good", "-", "1", "2", "3"]
    assert "there is no such file" in refusal("queries", tmp_path / "none.parquet")


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def test_the_convention_ends_the_sentence() -> None:
    said = output("queries", *command.TRACK, "--convention", "ntcireval", "--part", "components")
    assert said.endswith("scored as empty rankings; by the conventions of ntcireval: discount='jk' for nDCG.\n")


@pytest.mark.parametrize("option", ["population", "gains", "weights", "convention"])
def test_what_is_for_runs_is_refused_beside_scores(option: str) -> None:
    with pytest.raises(evalsql.InputError, match=f"{option} is for runs and judgments"):
        evalsql.analyse_queries(table(SCORES), **{option: "ndeval"})


def test_the_help_names_the_measures_of_the_command() -> None:
    for name, default in (("queries", "nDCG@10;"), ("categories", "nDCG@10, AP;"), ("compare", "nDCG@10, AP;")):
        assert f"[default: {default} without --qrels, all that RUNS have]" in " ".join(
            command.output(name, "-h").split()
        )


def test_names_that_a_file_makes_itself_are_no_relations() -> None:
    """DuckDB 1.4 looks for the tables of relations that nothing reads."""
    found = statements.comparison("significance", "mann_whitney")
    assert "from evalsql_standings" in found
    assert "evalsql_means" not in found
    assert "evalsql_tested" not in found
