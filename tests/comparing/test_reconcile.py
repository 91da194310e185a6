"""A number and the decisions that give it: each value is that of an evaluation with the decision."""

import json
import re
from pathlib import Path

import pytest
from command import TINY
from in_process import invoke, output, refusal
from tiny import sample

import evalsql
from evalsql.catalog.conventions import CONVENTIONS

RUN, _, _, QRELS = TINY

RANKINGS = {
    "1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.00000001, "e": 1.0},
    "2": {"a": 1.0, "x": 0.5},
    "9": {"a": 1.0},
}

JUDGED = {"1": {"c": 2, "d": 1, "e": 3, "z": 1, "b": 0}, "2": {"x": 1}, "3": {"y": 1}, "4": {"y": 0}}

pytestmark = pytest.mark.filterwarnings("ignore")


def long_what_gives_no_number_is_left_out_and_a_default_without_one_said(tmp_path: Path) -> None:
    rows = evalsql.reconcile("1.75", {"q": {"x": 2.0, "a": 1.0}}, {"q": {"a": 1}, "p": {"x": 0}}, "RankPower@1")
    (default, *others) = rows.fetchall()
    assert default == ("default", "", 0, None, None, False, None)
    assert ("cutoff", "5", 1, 2, 0.25, False, None) in others
    assert all(value is not None for _, _, _, value, *_ in others)
    rows = evalsql.reconcile("0.5", {"q": {"x": 2.0}}, {"q": {"x": 0}}, "AP").fetchall()
    assert "those with a relevant document" not in {row[1] for row in rows}  # there is none
    (tmp_path / "r.run").write_text("q Q0 x 1 2 r\nq Q0 a 2 1 r\n")
    (tmp_path / "q.txt").write_text("q 0 a 1\nq 0 b 1\n")
    said = output("reconcile", "2", tmp_path / "r.run", "--qrels", tmp_path / "q.txt", "-m", "RankPower@1")
    assert said.splitlines()[:3] == ["RankPower@1 over 1 judged query has no value by default.", "", "What gives 2:"]
    assert "move" not in said


@pytest.mark.parametrize(
    ("number", "measure", "said"),
    [
        ("1e3", "AP", "AP cannot be 1e3: it is from 0 to 1, or 0% to 100%"),
        ("100.1%", "nDCG@10", "nDCG@10 cannot be 100.1%: it is from 0 to 1, or 0% to 100%"),
        ("-0.2", "RBP", "RBP cannot be -0.2: it is from 0 to 1, or 0% to 100%"),
        ("-3", "ESL", "ESL cannot be -3: it is from 0 to inf"),
    ],
)
def test_a_number_that_the_measure_cannot_be_is_refused(number: str, measure: str, said: str) -> None:
    with pytest.raises(evalsql.InputError, match=f"^{re.escape(said)}$"):
        evalsql.reconcile(number, {"run": RANKINGS}, JUDGED, measure)


def test_what_is_no_number_and_no_run_is_refused() -> None:
    asked = ("--qrels", QRELS, "-m", "AP")
    assert refusal("reconcile", "high", RUN, *asked) == "high is no number; write one such as 0.3412 or 34.12%"
    assert refusal("reconcile", "nan", RUN, *asked).startswith("nan is no number")
    said = "there are 2 runs where one was expected; name one file"
    assert refusal("reconcile", "0.5", RUN, TINY[1], *asked) == said
    assert refusal("reconcile", "0.5", RUN, *asked, "--query", "q99") == "query q99 is not judged"


def test_what_cannot_be_read_is_named_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "empty.run").write_text("")
    (tmp_path / "other.run").write_text("q1 Q0 d1 1 nan r\n")
    (tmp_path / "one.run").write_text("q1 Q0 d1 1 1.0 r\n")
    asked = ("--qrels", QRELS, "-m", "AP")
    for name, said in {
        "empty.run": "empty.run: holds no rows, where a run was expected",
        "other.run": "other.run, line 1: score is not a number (nan); a finite number was expected",
    }.items():
        assert refusal("reconcile", "0.5", str(tmp_path / name), *asked).endswith(said)
    said = refusal("reconcile", "0.5", str(tmp_path / "one.run"), *asked, "--query", "q2")
    assert said == "the run has no results for query q2"


def reconciled(number: str | float, measure: str = "nDCG@3", **options: str) -> dict[tuple[str, str], tuple]:
    """The rows by decision and choice: value, difference, matches and moved."""
    rows = evalsql.reconcile(number, {"run": RANKINGS}, JUDGED, measure, **options).fetchall()
    return {(decision, choice): tuple(rest) for decision, choice, _, *rest in rows}


def mean(measure: str = "nDCG@3", run: dict = RANKINGS, judged: dict = JUDGED, **options: str) -> float:
    """The mean by an evaluation."""
    ((_, value),) = evalsql.Evaluation({"run": run}, judged, **options).leaderboard([measure]).fetchall()
    return value


def long_each_decision_alone_gives_what_an_evaluation_so_gives() -> None:
    rows = reconciled("0.5")
    binary = {query: {doc: int(grade >= 2) for doc, grade in each.items()} for query, each in JUDGED.items()}
    cut = {query: dict(list(each.items())[:3]) for query, each in RANKINGS.items()}
    known = {
        q: {d: g for d, g in each.items() if d in RANKINGS.get(q, {})} or dict.fromkeys("z", 0)
        for q, each in JUDGED.items()
    }
    judged_only = {
        q: {d: s for d, s in each.items() if d in JUDGED.get(q, {})} for q, each in RANKINGS.items() if q != "9"
    }
    floats = {"1": {**RANKINGS["1"], "d": 1.0}, "2": RANKINGS["2"]}
    expected = {
        ("default", ""): mean(),
        ("gains", "exp"): mean("nDCG(gains='exp')@3"),
        ("discount", "rank"): mean("nDCG(discount='rank')@3"),
        ("cutoff", "5"): mean("nDCG@5"),
        ("cutoff", "none"): mean("nDCG"),
        ("queries", "those that the run answers"): mean(population="intersection"),
        ("queries", "those with a relevant document"): mean() * 4 / 3,
        ("queries", "all of the run or the judgments"): mean() * 4 / 5,
        ("queries", "all of the run, judged or not"): mean(population="intersection") * 2 / 3,
        ("a query with nothing relevant", "counts 1"): mean() + 1 / 4,
        ("relevance", "2 and above is relevant, all alike"): mean(judged=binary),
        ("depth", "3"): mean(run=cut),
        ("relevant documents", "those retrieved alone"): mean(judged=known),
        ("unjudged documents", "left out"): mean(run=judged_only),
        ("score type", "float32"): mean(run=floats),
        ("order", "order of the input"): mean(run={q: {d: -n for n, d in enumerate(e)} for q, e in RANKINGS.items()}),
        ("ties", "doc_id, lowest first"): mean(run={**RANKINGS, "1": {**RANKINGS["1"], "b": 2.5}}),
        ("ties", "most relevant first"): mean(),
    }
    assert {key: rows[key][0] for key in expected} == pytest.approx(expected, abs=1e-12)
    for value, difference, matches, moved in rows.values():
        assert difference == pytest.approx(value - 0.5)
        assert moved == pytest.approx(value - expected["default", ""])
        assert matches == (abs(difference) <= 0.05)


@pytest.mark.parametrize("measure", ["nDCG@3", "AP@2"])
def long_each_convention_gives_its_mean(measure: str) -> None:
    rows = reconciled("0.5", measure)
    for name in CONVENTIONS:
        try:
            expected = mean(str(evalsql.parse_measure(measure, convention=name)), convention=name)
        except evalsql.InputError:
            assert ("convention", name) not in rows
        else:
            assert rows["convention", name][0] == pytest.approx(expected, abs=1e-12)


def long_digits_say_how_near_is_equal() -> None:
    value = mean()
    assert reconciled(f"{value:.3f}")["default", ""][2]
    assert reconciled(f"{100 * value:.2f}%")["default", ""][2]
    assert reconciled(f"{100 * value:.2f}")["default", ""][2]
    assert not reconciled(f"{value + 0.001:.3f}")["default", ""][2]
    assert reconciled(value)["default", ""][2]


def long_a_measure_without_unjudged_documents_stays_so() -> None:
    rows = reconciled("0.5", "nDCG(judged_only=True)@3")
    expected = {
        ("default", ""): mean("nDCG(judged_only=True)@3"),
        ("gains", "exp"): mean("nDCG(gains='exp',judged_only=True)@3"),
        ("convention", "ntcireval"): mean("nDCG(discount='jk',judged_only=True)@3"),
    }
    assert {key: rows[key][0] for key in expected} == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("measure", ["NumRelRet", "GMAP"])
def long_a_sum_and_a_geometric_mean_are_what_a_leaderboard_has(measure: str) -> None:
    rows = reconciled("0.5", measure)
    assert rows["default", ""][0] == pytest.approx(mean(measure), abs=1e-12)
    answered = ("queries", "those that the run answers")
    assert rows[answered][0] == pytest.approx(mean(measure, population="intersection"), abs=1e-12)
    # query 9 is not judged and query 3 not answered, and each counts 0
    either = rows["queries", "all of the run or the judgments"][0]
    expected = mean(measure) if measure == "NumRelRet" else (mean(measure) ** 4 * 1e-5) ** (1 / 5)
    assert either == pytest.approx(expected, rel=1e-9)


def long_digits_that_are_cut_off_are_a_decision() -> None:
    ranking, judged = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"1": {"a": 1, "b": 1}}
    rows = evalsql.reconcile("0.66", ranking, judged, "P@3").fetchall()
    assert ("rounding", "digits cut off") in [row[:2] for row in rows if row[5]]
    rows = evalsql.reconcile("0.67", ranking, judged, "P@3").fetchall()
    assert ("rounding", "digits cut off") not in [row[:2] for row in rows]


def long_two_decisions_are_told_only_where_none_alone_gives_the_number() -> None:
    both = mean("nDCG(discount='rank')@3", population="intersection")
    rows = reconciled(f"{both:.6f}")
    assert rows["discount and queries", "rank and those that the run answers"][2]
    assert not any(" and " in decision for decision, _ in reconciled(f"{mean():.6f}"))


def long_a_number_may_be_of_one_query() -> None:
    rows = reconciled("0.6309", "RR", query="2")
    assert rows["default", ""][0] == 0.5
    assert output("reconcile", "0.9167", RUN, "--qrels", QRELS, "-m", "AP", "--query", "q1").startswith(
        "AP of query q1 is 0.9167 by default, which is 0.9167 as written.\n"
    )


def long_a_number_that_the_default_gives_is_said_to_be_so_first() -> None:
    done = invoke("reconcile", "0.7708", RUN, "--qrels", QRELS, "-m", "nDCG@10")
    first, conventions, blank, moves, header, *rows = done.stdout.splitlines()
    assert first == "nDCG@10 over 7 judged queries is 0.7708 by default, which is 0.7708 as written."
    by_them = "beir, ir_measures, msmarco, ndeval, ndeval-traditional, trec_eval-10, trec_eval-9"
    assert conventions == f"The same by these conventions: {by_them}."
    assert (blank, moves, header.split()) == (
        "",
        "What each decision alone moves:",
        ["decision", "choice", "value", "moved"],
    )
    listed = rows[: rows.index("")]
    moved = [abs(float(row.split()[-1])) for row in listed[:-1]]
    assert moved == sorted(moved, reverse=True)
    assert len(moved) == 10
    assert re.fullmatch(r"[.]{3} \d+ more rows; --format json has all", listed[-1])
    every = json.loads(invoke("reconcile", "0.7708", RUN, "--qrels", QRELS, "-m", "nDCG@10", "--format", "json").stdout)
    more = int(listed[-1].split()[1])
    assert sum(row["decisions"] == 1 and abs(row["moved"]) >= 5e-5 for row in every) == len(moved) + more


@pytest.mark.parametrize(("number", "measure"), [("100%", "P@1"), ("0", "P@1"), ("12", "NumRelRet")])
def long_a_number_at_the_ends_of_the_range_is_taken(number: str, measure: str) -> None:
    assert reconciled(number, measure)


def long_what_gives_the_number_is_printed_and_then_what_each_decision_moves() -> None:
    done = invoke("reconcile", "0.7722", RUN, "--qrels", QRELS, "-m", "nDCG@10")
    lines = done.stdout.splitlines()
    assert (lines[0], done.exit_code) == ("nDCG@10 over 7 judged queries is 0.7708 by default.", 0)
    assert lines[2:5] == [
        "What gives 0.7722:",
        "decision  choice   value  difference",
        "gains     exp     0.7722     +0.0000",  # a little less, and no -0.0000
    ]
    assert "What each decision alone moves:" in lines
    assert lines[-1].startswith("These move nothing that shows: ")


def long_the_exit_status_says_whether_anything_gives_it() -> None:
    done = invoke("reconcile", "0.98765", RUN, "--qrels", QRELS, "-m", "nDCG@10")
    assert done.exit_code == 1
    assert "No decision alone gives 0.98765; the nearest:" in done.stdout
    assert "Nor do two together; the nearest:" in done.stdout


def long_rows_have_all_digits_and_markdown_is_a_table() -> None:
    asked = ("reconcile", "0.7722", RUN, "--qrels", QRELS, "-m", "nDCG@10", "--format")
    rows = json.loads(output(*asked, "json"))
    assert {row["decision"]: row["choice"] for row in rows if row["matches"]} == {"gains": "exp"}
    assert "| gains | exp | 0.7722 | +0.0000 |" in output(*asked, "markdown").splitlines()
    assert output(*asked, "csv").startswith("decision,choice,decisions,value,difference,matches,moved\n")


def long_judgments_of_a_sample_keep_their_strata() -> None:
    qrels = [("a", "0", 1), ("b", "1", 2), ("c", "1", 0), ("d", "1", -1), ("e", "0", 0)]
    judged = sample("1", qrels)
    run = {"run": {"1": {"e": 5.0, "b": 4.0, "d": 3.0, "a": 2.0}}}
    ((_, value),) = evalsql.Evaluation(run, judged).leaderboard(["infNDCG"]).fetchall()
    found = {row[:2]: row[3:] for row in evalsql.reconcile(value, run, judged, "infNDCG").fetchall()}
    assert found["default", ""][0] == value
    # -1 is no judgment, whatever is relevant
    alike = sample("1", [(doc, stratum, min(rel, 1)) for doc, stratum, rel in qrels])
    ((_, value),) = evalsql.Evaluation(run, alike).leaderboard(["infNDCG"]).fetchall()
    assert found["relevance", "1 and above is relevant, all alike"][0] == value


def long_decisions_that_judgments_do_not_allow_are_left_out() -> None:
    run = {"r": {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"a": 2.0, "x": 1.0}}}
    graded, none = {"q1": {"a": 1, "b": 3, "d": 2}, "q2": {"x": 2}}, {"q1": {"a": 0}, "q2": {"x": 0}}
    # gains of 2^g - 1 are above the highest gain, and gdeval scores no query where nothing is relevant
    cases = [
        ("RBP", graded, 0.26, ("gains", "exp")),
        ("ERR", graded, (0.0625 + 0.9375 * 0.4375 / 2 + 0.1875 / 2) / 2, ("gains", "exp")),
        ("AP", none, 0.0, ("convention", "gdeval")),
    ]
    for measure, judged, expected, left_out in cases:
        found = {row[:2]: row[3] for row in evalsql.reconcile("0.5", run, judged, measure).fetchall()}
        assert found["default", ""] == pytest.approx(expected), measure
        assert left_out not in found
        assert ("convention", "ntcireval") in found
