"""What is said of comparisons: sentences, letters, tables on standard output and for a paper, JSON and files."""

import json
import re
from pathlib import Path

import duckdb
import numpy as np
import pytest
from command import TINY, TRACK
from in_process import answered_once, output
from matrices import of_scores
from scipy import stats
from written import put

from evalsql.cli.tables import latex
from evalsql.comparing.compare import decide
from evalsql.comparing.scores import directions
from evalsql.comparing.verdicts import compact_letters, method, sentence
from evalsql.errors import InputError

STUDENT = "Student's paired t test"


def test_no_run_beats_another_by_a_measure_that_no_value_is_better_of(tmp_path: Path) -> None:
    known = {"AP": "higher", "nDCG@5-10": "higher", "RBP_residual@5-10": "lower", "Judged@10": "neither"}
    assert directions(list(known), ()) == known
    assert directions([one := "RBP(p=0.5,rel=2)"], one) == {one: "lower"}
    verbs = {"AP": "beats", "Judged@10": "is above", "NumRet": "is above", "latency": "is above"}
    given = of_scores(dict.fromkeys(verbs, ((0.101, 0.102, 0.104), (0.901, 0.902, 0.904))))
    found = json.loads(output("compare", put(tmp_path / "scores.parquet", given), "--format", "json"))
    assert found["better"] == {"AP": "higher", "Judged@10": "neither", "NumRet": "neither", "latency": "neither"}
    told = {pair["metric"]: pair["sentence"].partition(" by ")[0] for pair in found["comparisons"]}
    assert told == {metric: f"r001 {verb} r000 on {metric}" for metric, verb in verbs.items()}


def test_a_sentence_names_the_better_run_first() -> None:
    row = {
        **{"metric": "nDCG@10", "run": "bm25", "other": "dense", "test": "paired_t", "logarithm": False},
        **{"difference": -0.0414, "lower": -0.064, "upper": -0.018, "d": -0.523},
        **{"p_value": 0.0005, "p_corrected": 0.001, "significant": True},
    }
    assert sentence(row, decide(), 5) == (
        f"dense beats bm25 on nDCG@10 by 0.041 (95% CI 0.018 to 0.064; {STUDENT}, Holm-corrected p = 0.001, d = 0.52)."
    )
    for better, said in (("lower", "bm25 beats dense"), ("neither", "dense is above bm25")):
        assert sentence(row, decide(), 5, better=better).startswith(f"{said} on nDCG@10 by 0.041 (95% CI 0.018 to")
    chance = row | {"significant": False, "p_corrected": 0.3, "lower": -0.1, "upper": 0.02}
    assert sentence(chance, decide(correction="none"), 5) == (
        f"dense - bm25 = 0.041 on nDCG@10, not significant (95% CI -0.020 to 0.100; {STUDENT}, p = 0.300, d = 0.52)."
    )


def test_a_sentence_of_ranks_is_about_the_means_unless_they_gainsay_them() -> None:
    row = {
        **{"metric": "AP", "run": "a", "other": "b", "test": "sign", "logarithm": False, "wins": 1, "losses": 9},
        **{"difference": 0.2, "lower": None, "upper": None, "d": None, "p_value": 0.01, "p_corrected": 0.01},
        "significant": True,
    }
    for changed, better, said in (
        ({"difference": -1.5, "significant": False, "metric": "ASL"}, "lower", "b - a = 1.500 on ASL, not significant"),
        ({}, "higher", "a and b differ on AP: a is ahead by the mean, b on more queries (sign test"),
        ({"wins": 9, "losses": 1}, "higher", "a beats b on AP"),
        ({"wins": 5, "losses": 5}, "higher", "a beats b on AP"),
        (
            {"difference": 0.0, "significant": False, "lower": -0.01, "upper": 0.02},
            "higher",
            "a and b are the same on AP (95% CI -0.010 to 0.020; sign test",
        ),
    ):
        assert sentence(row | changed, decide("sign"), 1, better=better).startswith(said)
    said = output("compare", *TINY, "-m", "nDCG@10")
    assert "good beats poor on nDCG@10 by 0." in said or "good - poor = 0." in said
    assert "95% CI" in said
    assert "paired t test" in said


def test_a_caption_is_of_the_test_that_marks_and_a_level_is_not_rounded() -> None:
    assert method(decide(["sign", "paired_t"]), 3) == "sign test, Holm-corrected over 3 pairs, alpha 0.05"
    assert method(decide(alpha=0.99999999), 1).endswith("alpha 0.99999999")
    assert method(decide(alpha=1 - 0.95), 1).endswith("alpha 0.05")
    with pytest.raises(InputError, match=r"alpha must be at most 1 - 1e-12, not 0.9999999999999999"):
        decide(alpha=0.9999999999999999)
    with pytest.raises(InputError, match="test must be the name of a test, or a list of them, not 5"):
        decide(5)
    with pytest.raises(InputError, match="power must be a number above 0 and below 1, not 1"):
        decide(power=1)
    assert latex("a<b>|c") == r"a\textless{}b\textgreater{}\textbar{}c"


def drawn(seed: int, runs: int, share: float) -> tuple[list[str], set[frozenset[str]]]:
    """Runs, and pairs of them that are told apart by chance."""
    names, told = [f"r{place}" for place in range(runs)], np.random.default_rng(seed).random((runs, runs)) < share
    return names, {frozenset((names[i], names[j])) for i in range(runs) for j in range(i) if told[i, j]}


def test_runs_share_a_letter_just_where_they_are_not_told_apart_unless_letters_do_not_suffice() -> None:
    for seed in range(30):
        runs, apart = drawn(seed, 9, seed / 30)
        marks = compact_letters(runs, apart)
        for i in range(9):
            for j in range(i):
                shared = set(marks[runs[i]]) & set(marks[runs[j]])
                assert bool(shared) == (frozenset((runs[i], runs[j])) not in apart)
    # the best run has the first letter
    apart = {frozenset("ac"), frozenset("ad"), frozenset("bd")}
    assert compact_letters("abcd", apart) == {"a": "a", "b": "ab", "c": "bc", "d": "c"}
    assert compact_letters("abc", set()) == {"a": "a", "b": "a", "c": "a"}
    runs, apart = drawn(1, 53, 1.0)
    assert len(set(compact_letters(runs[:52], apart).values())) == 52
    assert set(compact_letters(runs, apart).values()) == {""}
    # groups that grow without end are given up
    assert set(compact_letters(*drawn(1, 80, 0.3)).values()) == {""}


def long_the_table_has_letters_and_what_all_runs_say_together(scores: Path) -> None:
    said = output("compare", scores, "-m", "AP")
    best, *_, worst = [line.split() for line in said.splitlines()[1:13]]
    assert (best[0], best[1][0]) == ("splade+ce", "a")
    assert not set(worst[1]) & set(best[1])
    assert "Holm-corrected over 66 pairs, alpha 0.05" in said
    assert "analysis of variance" in said
    assert "share a letter" not in output("compare", scores, "-m", "AP", "--baseline", "bm25")


def long_tables_for_a_paper_name_and_mark_what_is_compared(scores: Path) -> None:
    markdown = output("compare", scores, "--format", "markdown").splitlines()
    assert (markdown[0], len(markdown)) == ("| run | AP | nDCG@10 |", 16)
    printed = output("compare", scores, "--baseline", "bm25", "--format", "latex", "-m", "nDCG@10")
    assert "\\toprule" in printed
    assert "\\label{tab:comparison}" in printed
    assert f"\\caption{{+ and -: significantly better and worse than bm25 ({STUDENT}, Holm" in printed
    assert "splade+ce & \\textbf{0.6603}$^{+}$ \\\\" in printed
    assert "bm25-title & 0.2537$^{-}$ \\\\" in printed
    printed = output("compare", scores, "--baseline", "bm25", "--format", "latex", "-m", "AP", "--decimals", "2")
    assert "bm25 (baseline) & 0.33 \\\\" in printed
    best = output("compare", scores, "--best", "--format", "latex", "-m", "AP")
    assert "\\caption{-: significantly worse than the best run of the measure (" in best
    assert "$^{+}$" not in best


def long_letters_of_beaten_runs_are_those_that_compare_finds_significant(scores: Path, rows) -> None:
    lines = output("compare", scores, "--letters", "--format", "markdown", "-m", "AP").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines[2:14]]
    named = {run: letter for letter, run, _ in cells}
    assert "".join(named.values()) == "abcdefghijkl"
    shown = {(run, each) for _, run, text in cells for each in text.partition("<sup>")[2].partition("<")[0]}
    found = [row for row in rows("compare", scores, "-m", "AP") if row["significant"] == "true"]
    assert shown == {(row["run"], named[row["other"]]) for row in found}
    assert lines[-1].startswith("Superscripts: the runs that a run beats significantly (")


def long_of_several_baselines_each_has_a_letter(scores: Path) -> None:
    asked = ("compare", scores, "--baseline", "bm25", "--baseline", "dense", "-m", "AP")
    lines = output(*asked, "--format", "markdown", "--top", "2").splitlines()
    baselines = [line.strip("| ").split(" | ")[:2] for line in lines[4:6]]
    assert baselines == [["a", "dense (baseline)"], ["b", "bm25 (baseline)"]]
    assert "<sup>ab</sup>" in lines[2]
    assert sum(line.startswith("AP: runs compared with ") for line in output(*asked).splitlines()) == 2


def long_what_is_the_same_in_all_rows_is_said_above_them(scores: Path) -> None:
    asked = ("compare", scores, "-m", "AP")
    lines = output(*asked, "--baseline", "bm25").splitlines()
    assert lines[0] == f"AP: runs compared with bm25 ({STUDENT}, Holm-corrected over 11 pairs, alpha 0.05)"
    assert lines[1].split() == ["run", "diff", "95%", "interval", "%", "d", "w/t/l", "p", "p-corr"]
    lines = output(*asked, "--best", "--correction", "none", "--top", "2").splitlines()
    assert lines[0] == f"AP: splade+ce compared with the others ({STUDENT}, alpha 0.05)"
    assert lines[1].split() == ["other", "diff", "95%", "interval", "%", "d", "w/t/l", "p"]
    assert lines[4] == "... 9 more rows; --top 11 shows all"
    lines = output(*asked, "--baseline", "bm25", "--test", "sign", "--test", "t").splitlines()
    assert lines[0] == "AP: runs compared with bm25"
    assert lines[1].split()[:3] == ["run", "test", "diff"]


def long_json_has_everything_and_says_which_values_are_better(scores: Path) -> None:
    found = json.loads(output("compare", *TRACK, "-m", "AP", "-m", "RBP_residual", "--best", "--format", "json"))
    assert found["better"] == {"AP": "higher", "RBP_residual": "lower"}
    assert {(row["metric"], row["better"]) for row in found["comparisons"]} == set(found["better"].items())
    # the best run loses to nobody
    assert all((row["difference"] < 0) <= (row["better"] == "lower") for row in found["comparisons"])
    found = json.loads(output("compare", scores, "-m", "AP", "--test", "tukey", "--format", "json"))
    assert found["decided"]["tests"] == ["tukey"]
    assert len(found["comparisons"]) == 66
    assert all(row["p_corrected"] == row["p_value"] for row in found["comparisons"])
    assert {row["test"] for row in found["all_runs"]} == {"anova", "friedman"}
    assert {row["letters"] for row in found["runs"]} > {"a"}


@answered_once("compare")
def test_every_format_says_to_which_side_a_test_is(rows, tmp_path: Path) -> None:
    values = [[0.5, 0.6, 0.8, 0.4], [0.1, 0.3, 0.2, 0.2], [0.2, 0.2, 0.3, 0.1]]
    path = put(tmp_path / "s.parquet", of_scores({"AP": values}))
    asked = ("compare", path, "--baseline", "r001", "--test", "sign", "--test", "t")
    slices = put(tmp_path / "q.csv", "query_id,half\n" + "".join(f"q{n:03},{n % 2}\n" for n in range(4)))
    sided = (*asked, "--alternative", "greater")
    expected = [stats.ttest_rel(run, values[1], alternative="greater").pvalue for run in (values[0], values[2])]
    for found in (rows(*sided), json.loads(output(*sided, "--format", "json"))["comparisons"]):
        assert {row["alternative"] for row in found} == {"greater"}
        assert [float(row["p_value"]) for row in found if row["test"] == "paired_t"] == pytest.approx(expected)
        # corrected by Holm, as p-values of both sides are
        corrected = [float(row["p_corrected"]) for row in found if row["test"] == "paired_t"]
        assert corrected == pytest.approx([2 * expected[0], max(2 * expected[0], expected[1])])
    assert "alternative" not in rows(*asked)[0]
    assert json.loads(output(*sided, "--format", "json"))["decided"]["alternative"] == "greater"
    said = "sign test, one-sided (greater)"
    assert said in output(*sided, "--format", "markdown")
    assert said in output(*sided, "--format", "latex")
    assert output(*sided, "--slices", slices).count(f"({said}, ") == 1
    text = " ".join(output(*sided).split())
    assert "Student's t, two-sided; tests: one-sided, run - r001 greater than 0." in text
    two = put(tmp_path / "two.parquet", of_scores({"AP": values[:2]}))
    worse = " ".join(output("compare", two, "--baseline", "r000", "--test", "sign", *sided[-2:]).split())
    assert "r000 - r001 = 0.375 on AP, not significant" in worse  # the better run first, whatever the test asks
    assert "sign test, one-sided: r001 - r000 greater than 0, " in worse
    assert "one-sided" not in output(*asked)


def long_files_have_all_columns_and_csv_says_true_as_they_do(scores: Path, tmp_path: Path, rows) -> None:
    path = tmp_path / "c.parquet"
    output("compare", scores, "-m", "AP", "--test", "bootstrap", "--test", "sign", "-o", path)
    found = duckdb.sql(f"from '{path}'")
    assert found.count("*").fetchall() == [(132,)]
    assert {"queries_needed", "detectable", "d_anova", "band", "wins"} <= set(found.columns)
    (said,) = rows("compare", *TINY, "-m", "AP", "-o", tmp_path / "out.csv")
    (written,) = duckdb.sql(
        f"select significant from read_csv('{tmp_path / 'out.csv'}', all_varchar = true)"
    ).fetchall()
    assert said["significant"] == written[0] == "true"
    (pair,) = json.loads(output("compare", *TINY, "-m", "AP", "--format", "json"))["comparisons"]
    assert pair["significant"] is True


def stored(path: Path, **values: str) -> Path:
    """Scores of AP, by run a digit for each query: what it has there, or a blank."""
    lines = [
        f"{run},q{place},AP,0.{digit}"
        for run, digits in values.items()
        for place, digit in enumerate(digits)
        if digit != " "
    ]
    return put(path, ["run,query_id,metric,value", *lines])


APART = {"a": "1471", "b": "25  ", "c": "  61"}  # b and c have no query in common, and no query is of all three


@pytest.mark.parametrize(
    ("values", "test", "why"),
    [
        ({"a": "1", "b": "3", "c": "2"}, "paired_t", "since b and c have no p-value; 2 more such pairs ("),
        (APART, "paired_t", "since b and c have no p-value ("),
        (APART, "tukey", "have no p-value; 2 more such pairs ("),
    ],
)
def long_letters_are_left_out_where_two_runs_were_not_tested(tmp_path: Path, values: dict, test: str, why: str) -> None:
    asked = ("compare", stored(tmp_path / "scores.csv", **values), "--test", test)
    table, markdown = output(*asked), output(*asked, "--format", "markdown")
    assert [word for word in ("share a letter", "groups") if word in table] == []
    assert "<sup>" not in markdown
    for said in (table, markdown):
        assert re.search(rf"^No letters, .*{re.escape(why)}", said, re.MULTILINE)
    assert {row["letters"] for row in json.loads(output(*asked, "--format", "json"))["runs"]} == {""}


def test_a_table_for_a_paper_says_which_measure_has_no_letters(tmp_path: Path) -> None:
    path = stored(tmp_path / "scores.csv", **APART)
    more = "".join(f"{run},q{place},RR,0.{place}\n" for run in "abc" for place in range(4))
    said = output("compare", put(path, path.read_text(encoding="utf-8") + more), "--format", "markdown")
    assert "\nRuns that share a letter do not differ; AP: no letters, since b and c have no p-value (Student's" in said
    assert said.count("<sup>a</sup>") == 3


def long_a_test_says_why_it_has_no_p_value(tmp_path: Path) -> None:
    path = stored(tmp_path / "scores.csv", **APART)
    few = dict.fromkeys(("nemenyi", "conover", "tukey", "randomised_tukey"))
    for test, why in (few | {"bootstrap": "for fewer than three queries"}).items():
        why = why or "where fewer than two queries have a value for all runs"
        assert f", no p-value {why}" in output("compare", path, "--test", test), test
    one = output("compare", stored(path, a="1", b="2"), "--test", "sign")
    assert "no p-value for fewer than two queries" in one


def test_where_few_queries_differ_it_is_said_that_nothing_could_have_been_significant(tmp_path: Path) -> None:
    runs = [[0.6] * 3 + [0.5] * 7, [0.5] * 10, [0.4] * 7 + [0.5] * 3]
    two, three = (put(tmp_path / f"{n}.parquet", of_scores({"AP": runs[:n]})) for n in (2, 3))
    said = "No outcome could have been significant"
    why = "3 of 10 queries differ, and the smallest p is"
    assert f"{said} at alpha 0.05: {why} 0.081." in output("compare", two)
    assert f"{said} at alpha 0.05: {why} 0.250." in output("compare", two, "--test", "sign")
    assert said not in output("compare", two, "--alpha", "0.1")
    assert said not in output("compare", two, "--test", "bootstrap")
    lines = output("compare", three, "--test", "t", "--test", "sign").splitlines()
    where = "in 2 comparisons where few queries differ"
    assert f"{said} {where} (first: r000 and r001 on AP, {why} 0.081)." in lines
    one_sided = ("--baseline", "r001", "--alternative", "greater")
    assert f"{said} at alpha 0.04: {why} 0.041." in output("compare", two, *one_sided, "--alpha", "0.04")
    assert said not in output("compare", two, *one_sided)
    assert f"{said} at alpha 0.05: {why} 0.125." in output("compare", two, *one_sided, "--test", "sign")
    (row,) = json.loads(output("compare", two, "--format", "json"))["comparisons"]
    assert row["sentence"].endswith(f"{said} at alpha 0.05: {why} 0.081.")


def long_a_measure_of_one_run_is_said_to_be_so(tmp_path: Path) -> None:
    chance = np.random.default_rng(6)
    path = put(tmp_path / "s.parquet", of_scores({"A": chance.random((1, 4)), "B": chance.random((3, 4))}))
    assert "A: no two runs have a value for the same query." in output("compare", path)
    assert "over 3 pairs" in output("compare", path, "--format", "markdown")
