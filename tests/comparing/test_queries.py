"""Queries one by one: which are hard, who wins where, where the variance is; and categories of runs."""

import json
import random
import re
from pathlib import Path

import command
import duckdb
import numpy as np
import pyarrow as pa
import pytest
from command import TRACK
from in_process import output, refusal
from matrices import as_table
from written import put

import evalsql

# q1 is hard for all, q3 easy; low is below the median on every query, and high above it
SCORES = {
    "high": {"q1": 0.2, "q2": 0.6, "q3": 0.9},
    "good": {"q1": 0.2, "q2": 0.75, "q3": 0.8},
    "mid": {"q1": 0.1, "q2": 0.4, "q3": 0.9},
    "low": {"q1": 0.0, "q2": 0.3, "q3": 0.5},
}


def table(scores: dict[str, dict[str, float | None]], metric: str = "AP") -> pa.Table:
    return as_table((run, query, metric, value) for run, of in scores.items() for query, value in of.items())


def dictionaries(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return relation.to_arrow_table().to_pylist()


def analysed(scores: dict[str, dict[str, float | None]], part: str, metric: str = "AP") -> list[dict]:
    return dictionaries(evalsql.analyse_queries(table(scores, metric))[part])


def test_the_hardest_query_comes_first() -> None:
    found = analysed(SCORES, "queries")
    assert [(row["query_id"], row["place"], row["runs"]) for row in found] == [("q1", 1, 4), ("q2", 2, 4), ("q3", 3, 4)]
    assert [row["best_run"] for row in found] == [None, "good", None]  # good and high tie, high and mid
    for row in found:
        values = [of[row["query_id"]] for of in SCORES.values()]
        expected = [np.mean(values), np.median(values), np.std(values, ddof=1), min(values), max(values)]
        names = ("mean", "median", "deviation", "lowest", "highest")
        assert [row[name] for name in names] == pytest.approx(expected, abs=1e-15)


def test_two_runs_differ_first_where_the_better_one_loses_most() -> None:
    two = {
        "better": {"q0": 0.1, "q1": 0.5, "q2": 0.9, "q3": 0.7},
        "a worse": {"q0": 0.6, "q1": 0.5, "q2": 0.2, "q3": 0.0},
    }
    found = analysed(two, "differences")
    assert [row["query_id"] for row in found] == ["q0", "q1", "q2", "q3"]
    assert [row["difference"] for row in found] == pytest.approx([-0.5, 0, 0.7, 0.7], abs=1e-15)
    assert {(row["run"], row["other"]) for row in found} == {("better", "a worse")}
    lower = analysed(two, "differences", "ASL")  # where less is better, so the other run is
    assert [row["query_id"] for row in lower] == ["q0", "q1", "q2", "q3"]
    assert [row["difference"] for row in lower] == pytest.approx([0.5, 0, -0.7, -0.7], abs=1e-15)
    assert "differences" not in evalsql.analyse_queries(table(SCORES))


def test_the_command_prints_losses_and_gains_of_two_runs_with_texts(tmp_path: Path) -> None:
    two = {"a": {f"q{n}": n / 10 for n in range(6)}, "b": dict.fromkeys((f"q{n}" for n in range(6)), 0.2)}
    file, texts = (
        tmp_path / "scores.csv",
        put(tmp_path / "q.csv", "query_id,text,kind\nq0,old stone,x\nq5,rain,y\nq1,snow,x\n"),
    )
    duckdb.from_arrow(table(two)).write_csv(str(file))
    lines = output("queries", file, "--top", "1", "--slices", texts, "--by", "kind").splitlines()
    assert lines[0] == "AP: where the better run loses most, and gains most"
    assert [line.split() for line in lines[1:5]] == [
        ["query_id", "a", "b", "difference", "text"],
        ["q0", "0.0000", "0.2000", "-0.2000", "old", "stone"],
        ["..."],
        ["q5", "0.5000", "0.2000", "+0.3000", "rain"],
    ]
    assert "hardest" not in "".join(lines)
    assert refusal("queries", file, file, "--part", "differences")


def test_wins_ties_and_losses() -> None:
    found = {(row["run"], row["other"]): row for row in analysed(SCORES, "wins")}
    assert len(found) == 4 * 3
    for (run, other), row in found.items():
        values = [(SCORES[run][query], SCORES[other][query]) for query in SCORES[run]]
        counts = [sum(a > b for a, b in values), sum(a == b for a, b in values), sum(a < b for a, b in values)]
        assert [row[name] for name in ("wins", "ties", "losses")] == counts
    assert list(dict.fromkeys(run for run, _ in found)) == ["good", "high", "mid", "low"]  # by their means, then names
    # a small lead wins, and one of arithmetic does not
    found = analysed({"a": {"q1": 0.1 + 0.2, "q2": 0.501}, "b": {"q1": 0.3, "q2": 0.5}}, "wins")
    assert [(row["run"], row["wins"], row["ties"], row["losses"]) for row in found] == [("a", 1, 1, 0), ("b", 0, 1, 1)]


def test_where_lower_is_better_all_turns_round() -> None:
    one, two = (evalsql.analyse_queries(table(SCORES, metric)) for metric in ("AP", "ASL"))
    lower = dictionaries(two["queries"])
    assert [(row["query_id"], row["best_run"]) for row in lower] == [("q3", "low"), ("q2", "low"), ("q1", "low")]
    ways = one["wins"].select("run, other, wins, losses").order("all").fetchall()
    assert ways == two["wins"].select("run, other, losses, wins").order("all").fetchall()
    parts = [each["components"].project("* exclude metric").fetchall() for each in (one, two)]
    assert parts[0] == parts[1]


def made_up(runs: int, queries: int, seed: int) -> dict[str, dict[str, float | None]]:
    dice = random.Random(seed)
    ease = [dice.gauss(0.5, 0.2) for _ in range(queries)]
    return {
        f"r{run}": {f"q{query}": ease[query] + 0.05 * run + dice.gauss(0, 0.1) for query in range(queries)}
        for run in range(runs)
    }


def test_variance_components_are_those_of_their_definition_and_of_statsmodels() -> None:
    scores = made_up(5, 12, seed=4)
    x = np.array([[of[f"q{query}"] for query in range(12)] for of in scores.values()])
    m, n = x.shape
    left = x - x.mean(0) - x.mean(1)[:, None] + x.mean()
    squares = [m * ((x.mean(0) - x.mean()) ** 2).sum(), n * ((x.mean(1) - x.mean()) ** 2).sum(), (left**2).sum()]
    mse = squares[2] / ((m - 1) * (n - 1))
    variances = [(squares[0] / (n - 1) - mse) / m, (squares[1] / (m - 1) - mse) / n, mse]
    found = analysed(scores, "components")
    assert [(row["source"], row["df"]) for row in found] == [("query", 11), ("run", 4), ("interaction", 44)]
    expected = {"sum_of_squares": squares, "variance": variances, "share": [v / sum(variances) for v in variances]}
    for name, values in expected.items():
        assert [row[name] for row in found] == pytest.approx(values, abs=1e-12), name
    formula = pytest.importorskip("statsmodels.formula.api")
    anova = pytest.importorskip("statsmodels.stats.anova")
    fitted = anova.anova_lm(formula.ols("value ~ C(query_id) + C(run)", table(scores).to_pandas()).fit())
    for name, column in (("sum_of_squares", "sum_sq"), ("mean_square", "mean_sq")):
        assert [row[name] for row in found] == pytest.approx(list(fitted[column]), abs=1e-12), name


def long_components_of_what_has_none() -> None:
    same = {run: {"q1": 0.1, "q2": 0.1, "q3": 0.1} for run in "abc"}
    alone, one = {"a": SCORES["high"]}, {run: {"q1": of["q1"]} for run, of in SCORES.items()}
    for scores, expected in ((same, (0, None)), (alone, (None, None)), (one, (None, None))):
        assert {(row["variance"], row["share"]) for row in analysed(scores, "components")} == {expected}


TOLD = "2 run/query pairs of 1 run without a value, left out (first: AP of run some, query q1)"


@pytest.mark.parametrize("given", [{"q1": None, "q2": 0.5, "q3": None}, {"q2": 0.5}])
def long_queries_without_a_value_are_left_out_and_told_of(given: dict) -> None:
    scores = table({**SCORES, "some": given})
    with pytest.warns(evalsql.InputWarning, match=re.escape(TOLD)):
        found = evalsql.analyse_queries(scores)
    for each in (evalsql.compare, evalsql.standardize, evalsql.discriminate):
        assert TOLD in [problem.text for problem in each.answer(scores).problems]
    more = pa.concat_tables([scores, table({"good": {f"q{query}": 0.1 for query in range(9)}}, "own")])
    for measures, about in (("AP", "those of the 3 queries"), ("own", "those of the 9")):
        assert evalsql.analyse_queries.answer(more, None, measures).about.startswith(f"of each run over {about}")
    rows = dictionaries(found["queries"])
    assert [(row["query_id"], row["runs"]) for row in rows] == [("q1", 4), ("q2", 5), ("q3", 4)]
    # those that every run has a value for
    assert {row["queries"] for row in dictionaries(found["components"])} == {1}
    against = {row["other"]: row["wins"] for row in dictionaries(found["wins"]) if row["run"] == "some"}
    assert against == {"good": 0, "high": 0, "mid": 1, "low": 1}


def long_runs_of_other_conventions_are_told_of_in_every_analysis_of_scores() -> None:
    one, two = (table({run: SCORES[run] for run in runs}) for runs in (("high", "good"), ("mid", "low")))
    named = one.append_column("convention", pa.array(["ndeval"] * len(one)))
    given = pa.concat_tables([named, two], promote_options="default")
    said = "run good has other conventions (ndeval) than run low (none named), with which it is compared"
    for each in (evalsql.compare, evalsql.standardize, evalsql.discriminate, evalsql.analyse_queries):
        assert next(problem.text for problem in each.answer(given).problems) == said


def test_categories_of_runs() -> None:
    found = evalsql.categories(table(SCORES), best=["mid"])
    categories = {row["run"]: row["category"] for row in dictionaries(found["runs"])}
    assert categories == {"high": "normal", "good": "normal", "mid": "best", "low": "worst"}
    means = {run: sum(of.values()) / 3 for run, of in SCORES.items()}
    summary = dictionaries(found["summary"])
    assert [(row["category"], row["runs"]) for row in summary] == [("best", 1), ("normal", 2), ("worst", 1)]
    expected = [means["mid"], (means["high"] + means["good"]) / 2, means["low"]]
    assert [row["mean"] for row in summary] == pytest.approx(expected, abs=1e-15)
    # named as best, a run is not the worst
    named = dictionaries(evalsql.categories(table(SCORES), best=["low"])["runs"])
    assert {row["category"] for row in named} == {"best", "normal"}
    lower = dictionaries(evalsql.categories(table(SCORES, "ASL"))["runs"])
    assert [row["run"] for row in lower if row["category"] == "worst"] == ["high"]
    assert lower[0]["run"] == "low"
    # of three runs one is the median, and not below it; sums of the same numbers in another order count as equal
    median = table({"a": {"q": 0.3}, "b": {"q": 0.1 + 0.2}, "c": {"q": 0.9}})
    assert {row["category"] for row in dictionaries(evalsql.categories(median)["runs"])} == {"normal"}


def test_what_cannot_be_analysed_is_refused() -> None:
    for best, said in (
        (["none"], "unknown best run none; runs: good, high"),
        ("low", "must be a list of names of runs"),
        (None, "must be a list of names of runs, not None"),
    ):
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.categories(table(SCORES), best=best)
    for option in ("population", "gains", "weights", "convention"):
        with pytest.raises(evalsql.InputError, match=f"{option} is for runs and judgments"):
            evalsql.analyse_queries(table(SCORES), **{option: "ndeval"})
    with pytest.raises(evalsql.InputError, match="lang=a is a slice of queries; slices says which table has them"):
        evalsql.analyse_queries(table(SCORES), slice="lang=a")
    assert "there is no such file" in refusal("queries", "none.parquet")


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def long_the_command_on_runs(tmp_path: Path) -> None:
    expected = evalsql.analyse_queries(TRACK[0], TRACK[2], "AP")
    printed = output("queries", *TRACK, "-m", "AP", "--top", "2").splitlines()
    assert printed[0] == "AP: the hardest and the easiest queries"
    order = [row["query_id"] for row in dictionaries(expected["queries"])]
    assert [line.split()[0] for line in printed[2:7]] == [*order[:2], "...", *order[-2:]]
    assert "Scores over 50 judged queries; 2 run/query pairs without results scored as empty rankings." in printed[-1]
    file = tmp_path / "wins.parquet"
    output("queries", *TRACK, "-m", "AP", "--part", "wins", "-o", file)
    assert duckdb.read_parquet(str(file)).fetchall() == expected["wins"].fetchall()
    said = output("queries", *TRACK, "--convention", "ntcireval", "--part", "components")
    assert said.endswith("scored as empty rankings; by the conventions of ntcireval: discount='jk' for nDCG.\n")


def long_the_command_on_scores(tmp_path: Path, rows) -> None:
    file = put(tmp_path / "scores.parquet", table(SCORES))
    everything = json.loads(output("queries", file, "--format", "json"))
    expected = evalsql.analyse_queries(table(SCORES))
    assert {name: [tuple(row.values()) for row in part] for name, part in everything.items()} == {
        name: relation.fetchall() for name, relation in expected.items()
    }
    found = rows("queries", file, "--part", "components")
    assert [row["source"] for row in found] == ["query", "run", "interaction"]
    matrix = [line.split() for line in output("queries", file, "--part", "wins").splitlines()[1:6]]
    assert matrix[0] == ["run", "1", "2", "3", "4"]
    assert matrix[1] == ["1", "good", "-", "1", "2", "3"]


def test_the_help_names_the_measures_of_the_command() -> None:
    for name, default in (("queries", "nDCG@10;"), ("categories", "nDCG@10, AP;"), ("compare", "nDCG@10, AP;")):
        said = " ".join(command.output(name, "-h").split())
        assert f"[default: {default} without --qrels, all that RUNS have]" in said
