"""Comparisons on standard output and in files: tables, letters, tables for a paper, JSON."""

import json
import re
from pathlib import Path

import duckdb
import pytest
from command import TRACK
from compared import rows
from in_process import output, refusal


def long_the_table_has_letters_and_what_all_runs_say_together(scores) -> None:
    said = output("compare", scores, "-m", "AP")
    best, *_, worst = [line.split() for line in said.splitlines()[1:13]]
    assert best[0] == "splade+ce"
    assert best[1][0] == "a"
    assert not set(worst[1]) & set(best[1])
    assert "Holm-corrected over 66 pairs, alpha 0.05" in said
    assert "analysis of variance" in said


def long_tables_for_a_paper(scores) -> None:
    markdown = output("compare", scores, "--format", "markdown").splitlines()
    assert markdown[0] == "| run | AP | nDCG@10 |"
    assert len(markdown) == 16
    latex = output("compare", scores, "--baseline", "bm25", "--format", "latex", "-m", "nDCG@10")
    assert "\\toprule" in latex
    assert "splade+ce & \\textbf{0.6603}$^{+}$ \\\\" in latex
    assert "bm25-title & 0.2537$^{-}$ \\\\" in latex


def long_a_table_for_a_paper_names_and_marks_its_baseline(scores) -> None:
    printed = output("compare", scores, "--baseline", "bm25", "--format", "latex", "-m", "AP", "--decimals", "2")
    assert "\\label{tab:comparison}" in printed
    assert "\\caption{+ and -: significantly better and worse than bm25 (Student's paired t test, Holm" in printed
    assert "bm25 (baseline) & 0.33 \\\\" in printed
    best = output("compare", scores, "--best", "--format", "latex", "-m", "AP")
    assert "\\caption{-: significantly worse than the best run of the measure (" in best
    assert "$^{+}$" not in best


def long_letters_of_beaten_runs_are_those_that_compare_finds_significant(scores) -> None:
    lines = output("compare", scores, "--letters", "--format", "markdown", "-m", "AP").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines[2:14]]
    named = {run: letter for letter, run, _ in cells}
    assert "".join(named.values()) == "abcdefghijkl"
    shown = {(run, each) for _, run, text in cells for each in text.partition("<sup>")[2].partition("<")[0]}
    found = [row for row in rows(scores, "-m", "AP") if row["significant"] == "true"]
    assert shown == {(row["run"], named[row["other"]]) for row in found}
    assert lines[-1].startswith("Superscripts: the runs that a run beats significantly (")


def long_of_several_baselines_each_has_a_letter(scores) -> None:
    arguments = ("--baseline", "bm25", "--baseline", "dense", "--format", "markdown", "-m", "AP", "--top", "2")
    lines = output("compare", scores, *arguments).splitlines()
    assert [line.strip("| ").split(" | ")[:2] for line in lines[4:6]] == [
        ["a", "dense (baseline)"],
        ["b", "bm25 (baseline)"],
    ]
    assert "<sup>ab</sup>" in lines[2]
    tables = output("compare", scores, *arguments[:4], "-m", "AP").splitlines()
    assert sum(line.startswith("AP: runs compared with ") for line in tables) == 2


def long_what_is_the_same_in_all_rows_is_said_above_them(scores) -> None:
    said = "(Student's paired t test, Holm-corrected over 11 pairs, alpha 0.05)"
    lines = output("compare", scores, "-m", "AP", "--baseline", "bm25").splitlines()
    assert lines[0] == f"AP: runs compared with bm25 {said}"
    assert lines[1].split() == ["run", "diff", "95%", "interval", "%", "d", "w/t/l", "p", "p-corr"]
    lines = output("compare", scores, "-m", "AP", "--best", "--correction", "none", "--top", "2").splitlines()
    assert lines[0] == "AP: splade+ce compared with the others (Student's paired t test, alpha 0.05)"
    assert lines[1].split() == ["other", "diff", "95%", "interval", "%", "d", "w/t/l", "p"]
    assert lines[4] == "... 9 more rows; --top 11 shows all"
    lines = output("compare", scores, "-m", "AP", "--baseline", "bm25", "--test", "sign", "--test", "t").splitlines()
    assert lines[0] == "AP: runs compared with bm25"
    assert lines[1].split()[:3] == ["run", "test", "diff"]


def long_rows_and_json_say_which_values_are_better(scores) -> None:
    found = json.loads(output("compare", *TRACK, "-m", "AP", "-m", "RBP_residual", "--best", "--format", "json"))
    assert found["better"] == {"AP": "higher", "RBP_residual": "lower"}
    assert {(row["metric"], row["better"]) for row in found["comparisons"]} == set(found["better"].items())
    # the best run loses to nobody
    assert all((row["difference"] < 0) <= (row["better"] == "lower") for row in found["comparisons"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--letters"], "--letters is for --format markdown or latex, not for table"),
        (["--top", "3", "--format", "csv"], "--top is for --format table, markdown or latex, not for csv"),
    ],
)
def test_options_of_tables_are_refused_beside_other_formats(scores, arguments: list[str], said: str) -> None:
    assert refusal("compare", scores, *arguments) == said


def long_files_have_all_columns(scores, tmp_path) -> None:

    output("compare", scores, "-m", "AP", "--test", "bootstrap", "--test", "sign", "-o", tmp_path / "c.parquet")
    found = duckdb.sql(f"from '{tmp_path / 'c.parquet'}'")
    assert found.count("*").fetchall() == [(132,)]
    assert {"queries_needed", "detectable", "d_anova", "band", "wins"} <= set(found.columns)


def stored(path: Path, **values: str) -> Path:
    """Scores of AP, by run a digit for each query: what it has there, or a blank."""
    lines = [
        f"{run},q{place},AP,0.{digit}"
        for run, digits in values.items()
        for place, digit in enumerate(digits)
        if digit != " "
    ]
    path.write_text("\n".join(["run,query_id,metric,value", *lines]) + "\n", encoding="utf-8")
    return path


# of three runs: none has two queries; two of them have no query in common; one of the tests looks at all of them
@pytest.mark.parametrize(
    ("values", "test", "why"),
    [
        ({"a": "1", "b": "3", "c": "2"}, "paired_t", "since b and c have no p-value; 2 more such pairs ("),
        ({"a": "1471", "b": "25  ", "c": "  61"}, "paired_t", "since b and c have no p-value ("),
        ({"a": "1471", "b": "25  ", "c": "  61"}, "tukey", "have no p-value; 2 more such pairs ("),
    ],
)
def long_letters_are_left_out_where_two_runs_were_not_tested(tmp_path, values: dict, test: str, why: str) -> None:
    path = stored(tmp_path / "scores.csv", **values)
    said = output("compare", path, "--test", test)
    assert "share a letter" not in said
    assert "groups" not in said
    assert re.search(rf"^No letters, .*{re.escape(why)}", said, re.MULTILINE)
    markdown = output("compare", path, "--test", test, "--format", "markdown")
    assert "<sup>" not in markdown
    assert re.search(rf"^No letters, .*{re.escape(why)}", markdown, re.MULTILINE)
    assert {
        row["letters"] for row in json.loads(output("compare", path, "--test", test, "--format", "json"))["runs"]
    } == {""}


def test_a_table_for_a_paper_says_which_measure_has_no_letters(tmp_path) -> None:
    path = stored(tmp_path / "scores.csv", a="1471", b="25  ", c="  61")
    both = path.read_text(encoding="utf-8")
    more = "".join(f"{run},q{place},RR,0.{place}\n" for run in "abc" for place in range(4))
    path.write_text(both + more, encoding="utf-8")
    said = output("compare", path, "--format", "markdown")
    assert "\nRuns that share a letter do not differ; AP: no letters, since b and c have no p-value (Student's" in said
    assert said.count("<sup>a</sup>") == 3


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("nemenyi", "where fewer than two queries have a value for all runs"),
        ("conover", "where fewer than two queries have a value for all runs"),
        ("tukey", "where fewer than two queries have a value for all runs"),
        ("randomised_tukey", "where fewer than two queries have a value for all runs"),
        ("bootstrap", "for fewer than three queries"),
    ],
)
def long_a_test_says_why_it_has_no_p_value(tmp_path, test: str, why: str) -> None:
    path = stored(tmp_path / "scores.csv", a="1471", b="25  ", c="  61")
    assert f", no p-value {why}" in output("compare", path, "--test", test)
    one = output("compare", stored(path, a="1", b="2"), "--test", "sign")
    assert "no p-value for fewer than two queries" in one
