"""A number and the decisions that give it: each value is that of an evaluation with the decision."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import log2
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from command import TINY
from in_process import answered_once, invoke, output, refusal
from tiny import sample
from written import put

import evalsql
from evalsql.catalog.conventions import CONVENTIONS
from evalsql.comparing import reconcile as module
from evalsql.comparing.reconcile import read_number
from evalsql.comparing.reconcile_variants import shorter

RUN, _, _, QRELS = TINY

RANKINGS = {
    "1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.00000001, "e": 1.0},
    "2": {"a": 1.0, "x": 0.5},
    "9": {"a": 1.0},
}

JUDGED = {"1": {"c": 2, "d": 1, "e": 3, "z": 1, "b": 0}, "2": {"x": 1}, "3": {"y": 1}, "4": {"y": 0}}
pytestmark = pytest.mark.filterwarnings("ignore")


@contextmanager
def conventions(*names: str) -> Iterator[None]:
    """Meanwhile there are no conventions but these: each of the others would be an evaluation more."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "CONVENTIONS", {name: CONVENTIONS[name] for name in names})
        yield


def long_what_gives_no_number_is_left_out_and_a_default_without_one_said(tmp_path: Path) -> None:
    default, *others = asked("1.75", {"q": {"x": 2.0, "a": 1.0}}, {"q": {"a": 1}, "p": {"x": 0}}, "RankPower@1")
    assert default == ("default", "", 0, None, None, False, None)
    assert ("cutoff", "5", 1, 2, 0.25, False, None) in others
    assert all(value is not None for _, _, _, value, *_ in others)
    rows = asked("0.5", {"q": {"x": 2.0}}, {"q": {"x": 0}}, "AP")
    assert "those with a relevant document" not in {row[1] for row in rows}  # there is none
    run, qrels = put(tmp_path / "r.run", "q Q0 x 1 2 r\nq Q0 a 2 1 r\n"), put(tmp_path / "q.txt", "q 0 a 1\nq 0 b 1\n")
    with conventions():
        said, turned = (
            output("reconcile", *each, "--qrels", qrels, "-m", "RankPower@1") for each in (("2", run), (run, "2"))
        )
    assert said == turned
    assert said.splitlines()[:3] == ["RankPower@1 over 1 judged query has no value by default.", "", "What gives 2:"]
    assert "What each single decision changes" not in said


def test_what_cannot_be_reconciled_is_refused(tmp_path: Path) -> None:
    for number, measure, said in (
        ("1e3", "AP", "AP cannot be 1e3: it is from 0 to 1, or 0% to 100%"),
        ("100.1%", "nDCG@10", "nDCG@10 cannot be 100.1%: it is from 0 to 1, or 0% to 100%"),
        ("-0.2", "RBP", "RBP cannot be -0.2: it is from 0 to 1, or 0% to 100%"),
        ("-3", "ESL", "ESL cannot be -3: it is from 0 to inf"),
    ):
        with pytest.raises(evalsql.InputError, match=f"^{re.escape(said)}$"):
            evalsql.reconcile(number, {"run": RANKINGS}, JUDGED, measure)
    for arguments, said in (
        (("high", RUN), "high is not a number; write one such as 0.3412 or 34.12%"),
        (("nan", RUN), "nan is not a number; write one such as 0.3412 or 34.12%"),
        (("0.5", RUN, TINY[1]), "there are 2 runs where one was expected; name one file"),
        (("0.5", RUN, "--query", "q99"), "query q99 is not judged"),
        (
            ("0.5", put(tmp_path / "one.run", "q1 Q0 d1 1 1.0 r\n"), "--query", "q2"),
            "the run has no results for query q2",
        ),
        (("0.5", put(tmp_path / "empty.run", "")), "empty.run: holds no rows, where a run was expected"),
        (
            ("0.5", put(tmp_path / "odd.run", "q1 Q0 d1 1 nan r\n")),
            "odd.run, line 1: score is not a number (nan); a finite number was expected",
        ),
    ):
        found = refusal("reconcile", *arguments, "--qrels", QRELS, "-m", "AP")
        assert found.removeprefix(f"{tmp_path}/") == said


def asked(number: str | float, run: Any, judged: Any, measure: str, *names: str, **options: str) -> list[tuple]:
    """The rows, with no conventions but these."""
    with conventions(*names):
        return evalsql.reconcile(number, run, judged, measure, **options).fetchall()


def reconciled(
    number: str | float, measure: str = "nDCG@3", *conventions: str, **options: str
) -> dict[tuple[str, str], tuple]:
    """The rows by decision and choice: value, difference, matches and moved."""
    rows = asked(number, {"run": RANKINGS}, JUDGED, measure, *conventions, **options)
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


def weekly_each_convention_gives_its_mean() -> None:
    long_each_convention_gives_its_mean("AP@2")


def long_each_convention_gives_its_mean(measure: str = "nDCG@3") -> None:
    rows = reconciled("0.5", measure, *CONVENTIONS)
    for name in CONVENTIONS:
        try:
            expected = mean(str(evalsql.parse_measure(measure, convention=name)), convention=name)
        except evalsql.InputError:
            assert ("convention", name) not in rows
        else:
            assert rows["convention", name][0] == pytest.approx(expected, abs=1e-12)


def test_digits_say_how_near_is_equal() -> None:
    for number, measure, expected in (
        ("0.771", "nDCG", (0.771, 0.0005)),
        (" 77.08% ", "nDCG", (0.7708, 0.00005)),
        ("77.08", "nDCG", (0.7708, 0.00005)),
        (0.25, "nDCG", (0.25, 0.005)),
        ("77.08", "ESL", (77.08, 0.005)),
        # at the ends of the range
        ("100%", "P@1", (1, 0.005)),
        ("0", "P@1", (0, 0.5)),
        ("12", "NumRelRet", (12, 0.5)),
    ):
        assert tuple(map(float, read_number(number, evalsql.parse_measure(measure)))) == expected


def long_digits_that_are_cut_off_are_a_decision() -> None:
    value = mean()
    assert reconciled(value)["default", ""][2]
    ranking, judged = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"1": {"a": 1, "b": 1}}
    for number, cut in (("0.66", True), ("0.67", False)):
        rows = asked(number, ranking, judged, "P@3")
        assert (("rounding", "digits cut off") in [row[:2] for row in rows if row[5]]) == cut


def long_a_measure_without_unjudged_documents_stays_so() -> None:
    rows = reconciled("0.5", "nDCG(judged_only=True)@3", "ntcireval")
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


def long_two_decisions_are_told_only_where_none_alone_gives_the_number() -> None:
    both = mean("nDCG(discount='rank')@3", population="intersection")
    rows = reconciled(f"{both:.6f}")
    assert rows["discount and queries", "rank and those that the run answers"][2]
    assert not any(" and " in decision for decision, _ in reconciled(f"{mean():.6f}"))


def long_a_number_may_be_of_one_query() -> None:
    rows = reconciled("0.6309", "RR", query="2")
    assert rows["default", ""][0] == 0.5
    with conventions():
        printed = output("reconcile", "0.9167", RUN, "--qrels", QRELS, "-m", "AP", "--query", "q1")
    assert printed.startswith("AP of query q1 is 0.9167 by default, which is 0.9167 as written.\n")


def long_a_number_that_the_default_gives_is_said_to_be_so_first() -> None:
    done = invoke("reconcile", "0.7708", RUN, "--qrels", QRELS, "-m", "nDCG@10")
    first, conventions, more = done.stdout.splitlines()
    assert first == "nDCG@10 over 7 judged queries is 0.7708 by default, which is 0.7708 as written."
    by_them = "beir, ir_measures, msmarco, ndeval, ndeval-traditional, trec_eval-10, trec_eval-9"
    assert conventions == f"The same by these conventions: {by_them}."
    assert more == "--format csv lists what each single decision changes."


def test_a_number_that_nothing_gives_is_followed_by_what_each_decision_moves() -> None:
    words = ("reconcile", "0.98765", f"mine={RUN}", "--qrels", QRELS, "-m", "nDCG@10")
    with conventions("trec_eval-10", "ndeval"), answered_once("reconcile"):
        done = invoke(*words)
        every = json.loads(invoke(*words, "--format", "json").stdout)
    assert done.exit_code == 1
    assert "No single decision gives 0.98765; the nearest:" in done.stdout
    assert "Nor do any two; the nearest:" in done.stdout
    lines = done.stdout.splitlines()
    header, *listed, _, idle = lines[lines.index("What each single decision changes:") + 1 :]
    assert idle == "These change nothing at this precision: convention."
    assert header.split() == ["decision", "choice", "value", "moved"]
    moved = [abs(float(row.split()[-1])) for row in listed[:-1]]
    assert moved == sorted(moved, reverse=True)
    assert len(moved) == 10
    assert re.fullmatch(r"[.]{3} \d+ more rows; --format json has all", listed[-1])
    more = int(listed[-1].split()[1])
    assert sum(row["decisions"] == 1 and abs(row["moved"]) >= 5e-6 for row in every) == len(moved) + more
    values = {(row["decision"], row["choice"]): row["value"] for row in every}
    default = 0.7708  # over seven queries, one of them without a relevant document; the run has one more
    expected = {
        ("default", ""): default,
        ("convention", "trec_eval-10"): default,
        ("convention", "ndeval"): default,
        ("cutoff", "the length of the ranking, where that is shorter"): default,
        ("cutoff", "1"): 6 / 7,
        ("gains", "exp"): 0.7722,
        ("relevance", "3 and above is relevant, all alike"): 1 / 7,  # one document, which is first
        ("queries", "those with a relevant document"): default * 7 / 6,
        ("queries", "all of the run or the judgments"): default * 7 / 8,
        ("a query with nothing relevant", "counts 1"): default + 1 / 7,
        # of ranks 2 to 4 of a query with three relevant documents, two of which are at 2 and 4
        ("ties", "most relevant first"): default + (ranked(2, 3) - ranked(2, 4)) / ranked(1, 2, 3) / 7,
        ("ties", "least relevant first"): default + (ranked(3, 4) - ranked(2, 4)) / ranked(1, 2, 3) / 7,
        ("ties", "the average over all orders"): default
        + (ranked(2, 3, 4) * 2 / 3 - ranked(2, 4)) / ranked(1, 2, 3) / 7,
    }
    assert {key: values.get(key) for key in expected} == pytest.approx(expected, abs=5e-5)


def test_the_lengths_that_a_cutoff_may_go_with_are_those_of_judged_queries_if_they_are_few() -> None:
    own = duckdb.connect()
    own.execute(
        "create table evalsql_told_queries(num_ret, judged, answered) as"
        " select n, true, true from range(3, 30) as lengths(n) union all values (0, true, false), (1, false, true)"
    )
    assert shorter(own, 23) == [*range(3, 23)]
    assert shorter(own, 24) == []


def ranked(*ranks: int) -> float:
    """The discounted gain of relevant documents at these ranks."""
    return sum(1 / log2(rank + 1) for rank in ranks)


def long_what_gives_the_number_is_printed() -> None:
    words = ("reconcile", "0.7722", RUN, "--qrels", QRELS, "-m", "nDCG@10")
    with answered_once("reconcile"):
        done = invoke(*words)
        printed = {format: output(*words, "--format", format) for format in ("json", "markdown", "csv")}
    lines = done.stdout.splitlines()
    assert (lines[0], done.exit_code) == ("nDCG@10 over 7 judged queries is 0.7708 by default.", 0)
    assert lines[2:5] == [
        "What gives 0.7722:",
        "decision  choice   value  difference",
        "gains     exp     0.7722     +0.0000",  # a little less, and no -0.0000
    ]
    assert lines[-1] == "--format csv lists what each single decision changes."
    rows = json.loads(printed["json"])
    assert {row["decision"]: row["choice"] for row in rows if row["matches"]} == {"gains": "exp"}
    assert "| gains | exp | 0.7722 | +0.0000 |" in printed["markdown"].splitlines()
    assert printed["csv"].startswith("decision,choice,decisions,value,difference,matches,moved\n")


def long_decisions_that_give_the_same_value_are_one_row_the_likeliest_first(tmp_path: Path) -> None:
    run, qrels = put(tmp_path / "r.run", "q Q0 b 1 1 r\nq Q0 a 2 0 r\n"), put(tmp_path / "q.txt", "q 0 a 1\np 0 a 1\n")
    with conventions("trec_eval-9", "ndeval"):
        lines = output("reconcile", "0.5", run, "--qrels", qrels, "-m", "RR").splitlines()
    assert lines[0] == "RR over 2 judged queries is 0.2500 by default."
    assert [line.split("  ")[0] for line in lines[4:6]] == ["queries", ""]
    assert "those that the run answers " in lines[4]
    assert lines[6].startswith("The same: trec_eval-9; ")
    assert "ndeval" in lines[6]


def long_judgments_of_a_sample_keep_their_strata() -> None:
    qrels = [("a", "0", 1), ("b", "1", 2), ("c", "1", 0), ("d", "1", -1), ("e", "0", 0)]
    judged = sample("1", qrels)
    run = {"run": {"1": {"e": 5.0, "b": 4.0, "d": 3.0, "a": 2.0}}}
    ((_, value),) = evalsql.Evaluation(run, judged).leaderboard(["infNDCG"]).fetchall()
    found = {row[:2]: row[3:] for row in asked(value, run, judged, "infNDCG")}
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
        found = {row[:2]: row[3] for row in asked("0.5", run, judged, measure, "gdeval", "ntcireval")}
        assert found["default", ""] == pytest.approx(expected), measure
        assert left_out not in found
        assert ("convention", "ntcireval") in found


D = [1 / log2(rank + 1) for rank in range(1, 21)]  # the discounts of ranks 1 to 20
RETRIEVED = {"a": 6.0, "b": 5.0, "c": 4.0, "d": 3.0}


# public threads that ask why two numbers differ, as small cases: measure, run, judgments, the number of the other
# program, worked out by hand, and the decision that the thread found
THREADS: dict[str, tuple[str, Any, Any, float, tuple[str, str]]] = {
    # gdeval raises 2 to the relevance, trec_eval takes it as it is
    "Georgetown-IR-Lab/OpenNIR#14": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 2, "missed": 2}}),
        (1 + 3 * D[2]) / (3 * D[0] + 3 * D[1] + D[2]),
        ("gains", "exp"),
    ),
    # the ideal of C/W/L has the maximum gain at every rank, however few documents have it
    "ireval/cwl#20": (
        *("nDCG@10", {"11": RETRIEVED}, {"11": {"b": 1, "d": 1}}),
        (D[1] + D[3]) / sum(D[:10]),
        ("ideal", "the highest grade at every rank"),
    ),
    # equal scores were meant to stay in the order of the dictionary; trec_eval takes the highest id first
    "cvangysel/pytrec_eval#56": (
        *("AP", {"q1": {"d1": 1, "d2": 1, "d3": 1}}, {"q1": {"d3": 1}}),
        1 / 3,
        ("ties", "order of the input"),
    ),
    # queries of the run without judgments count 0, where trec_eval leaves them out
    "joaopalotti/trectools#24": (
        "nDCG@3",
        {"1": {"a": 2, "b": 1}, "2": {"a": 1}, "3": {"a": 1}},
        {"1": {"b": 1}, "4": {"z": 1}},
        D[1] / 3,
        ("queries", "all of the run, judged or not"),
    ),
    # one document came back, and k shrank to 1, so that it was all that the ideal had
    "mlflow/mlflow#24541": (
        *("nDCG@5", {"1": {"a": 1.0}}, {"1": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}}),
        1.0,
        ("cutoff", "the length of the ranking, where that is shorter"),
    ),
    # a chunk that is returned three times counts three times
    "mlflow/mlflow#25965": (
        "P@4",
        pa.table({"query_id": ["1"] * 4, "doc_id": [*"aaxa"], "score": [4.0, 3.0, 2.5, 2.0]}),
        {"1": {"a": 1}},
        3 / 4,
        ("documents retrieved twice", "each counts"),
    ),
    # the ideal was made of what came back
    "spiceai/spiceai#12278, the ideal": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"b": 2, "d": 1, "missed": 2, "other": 1}}),
        (2 * D[1] + D[3]) / (2 * D[0] + D[1]),
        ("relevant documents", "those retrieved alone"),
    ),
    # queries without an answer were dropped
    "spiceai/spiceai#12278, the queries": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"b": 1}, "2": {"z": 1}, "3": {"z": 1}}),
        D[1],
        ("queries", "those that the run answers"),
    ),
    # MAP divided by the relevant documents that came back
    "opensearch-project/search-relevance#38": (
        *("AP", {"1": RETRIEVED}, {"1": {"b": 1, "d": 1, "missed": 1, "other": 1}}),
        (1 / 2 + 2 / 4) / 2,
        ("relevant documents", "those retrieved alone"),
    ),
    # the ideal was the run's own first ten, in their best order
    "offCanada/AskOFF-Search#4": (
        "nDCG@10",
        {"1": {f"d{place:02}": 20.0 - place for place in range(1, 13)}},
        {"1": {"d02": 1, "d12": 3, "missed": 2}},
        D[1],
        ("relevant documents", "those down to the cutoff alone"),
    ),
    # Spark's nDCG knows relevant or not
    "recommenders-team/recommenders#2089": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 3, "missed": 2}}),
        (D[0] + D[2]) / sum(D[:3]),
        ("relevance", "1 and above is relevant, all alike"),
    ),
    # a judgment that was there twice made one relevant document more
    "NVIDIA-NeMo/nemo-platform#2207": (
        "R@3",
        {"1": RETRIEVED},
        pa.table({"query_id": ["1"] * 4, "doc_id": [*"addz"], "relevance": [1] * 4}),
        1 / 4,
        ("documents judged twice", "each is a relevant document more"),
    ),
    # ndcg has an ideal of all judgments, ndcg_cut_20 one that is cut
    "usnistgov/trec_eval#11": (
        *("nDCG@2", {"1": {"a": 2, "b": 1}}, {"1": dict.fromkeys("abcdef", 1)}),
        (D[0] + D[1]) / sum(D[:6]),
        ("cutoff", "none"),
    ),
    # the user's own function raised 2 to the relevance, and made the ideal of the list that was ranked
    "sunnweiwei/RankGPT#18": (
        *("nDCG@10", {"1": RETRIEVED}, {"1": {"a": 1, "c": 3, "missed": 2, "other": 3}}),
        (1 + 7 * D[2]) / (7 * D[0] + 1 * D[1]),
        ("relevant documents and gains", "those retrieved alone and exp"),
    ),
    # scikit-learn takes the average over all orders of equal scores
    "cvangysel/pytrec_eval#51": (
        "nDCG@10",
        {"q1": {"1677": 2.92, "5712": 2.92, "4200": 2.89, "3750": 2.87, "doc4": 2.87, "5120": 2.81}},
        {"q1": {"1677": 1, "doc4": 1}},
        ((D[0] + D[1]) / 2 + (D[3] + D[4]) / 2) / (D[0] + D[1]),
        ("ties", "the average over all orders"),
    ),
}


@pytest.mark.parametrize("thread", THREADS)
def long_the_decision_that_the_thread_found_is_named(thread: str) -> None:
    measure, run, qrels, theirs, found = THREADS[thread]
    rows = asked(f"{theirs:.4f}", run, qrels, measure)
    giving = [row for row in rows if row[5]]
    assert found in [row[:2] for row in giving]
    (value,) = [row[3] for row in giving if row[:2] == found]
    assert value == pytest.approx(theirs, abs=1e-12)
    # by default it is another number, and another decision gives it only where it does the same here
    assert not any(row[0] == "default" for row in giving)
    assert len({row[0] for row in giving} - {found[0], "convention"}) <= 2
